"""The report of a tournament to its federation: title page, index, every result, publication, decision and proof."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.pagesizes import landscape
from reportlab.lib.units import mm
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
)

from hall.calls.queries import calls_sheet
from keeping.documents.records import (
    appeals_sheet,
    entries_sheet,
    history_sheet,
    publications_sheet,
    reports_sheet,
    round_sheets,
)
from keeping.documents.workbook import adjustments_sheet
from papers import look, pdf
from papers.blocks import hanging, signatures
from papers.fonts import REGULAR, legible, width
from papers.pdf import NumberedCanvas, sheet_story, text
from papers.sheets import Column, Imprint, Kind, Sheet, Tell, long_date
from records.rights import Role
from tournaments.check_in.exports import fees_sheet
from tournaments.entries.admission_queries import admissions_sheet
from tournaments.entries.models import Entry
from tournaments.entries.queries import mistaken
from tournaments.publication.exports import prizes_sheet, publication_sheets, subtitle_of, title_of
from tournaments.publication.models import Publication
from tournaments.publication.proof import engine_version
from tournaments.publication.verification_queries import Check, check_all
from tournaments.setup.models import Membership, Tournament
from tournaments.staff.documents import LayOut

UPRIGHT, ON_ITS_SIDE = "upright", "on-its-side"
INDEX_LINES, INDEX_LEADING, INDEX_SIZE = 36, 18, 9.2


@dataclass(frozen=True)
class Chapter:
    """A part of the report that the index names, with its sheets one after the other."""

    title: str
    sheets: tuple[Sheet, ...]


def report(tournament: Tournament, imprint: Imprint, *, more: Iterable[Chapter] = ()) -> bytes:
    """The PDF; `more` are the chapters of other applications, before the prizes."""
    return report_of(tournament, imprint, more=more)(lambda _done, _total: None)


def report_of(tournament: Tournament, imprint: Imprint, *, more: Iterable[Chapter] = ()) -> LayOut:
    """All that the report says, read; what is given back lays it out, and tells how far it is."""
    checks = check_all(tournament)
    chapters = [*_chapters(tournament), *more, *_last_chapters(tournament, checks)]
    index_pages = -(-len(chapters) // INDEX_LINES)
    story = [*_title_page(tournament, imprint, checks), *_room_for_index(index_pages), *_body(chapters)]
    story += [Spacer(0, 14 * mm), signatures(_signatures(tournament))]

    def lay_out(tell: Tell) -> bytes:
        out = BytesIO()
        document = _Report(out, imprint)
        total = _rows(story)
        # ReportLab takes from the story what it has laid out, and says after every page that it did.
        document.setProgressCallBack(lambda _what, _number: tell(max(total - _rows(story), 0), total))
        document.build(story, canvasmaker=partial(_IndexedCanvas, imprint=imprint, contents=document.contents))
        return out.getvalue()

    return lay_out


def _rows(story: Iterable[Flowable]) -> int:
    """How much there is to lay out: the rows of the tables, and everything else as one."""
    return sum(getattr(flowable, "_nrows", 1) for flowable in story)


def _chapters(tournament: Tournament) -> Iterator[Chapter]:
    yield Chapter(_("Iscritti"), (entries_sheet(tournament), history_sheet(tournament)))
    for sheet in round_sheets(tournament):
        yield Chapter(sheet.title, (sheet,))
    yield Chapter(_("Classifiche pubblicate"), (publications_sheet(tournament),))
    yield from _publications(tournament)
    yield Chapter(_("Segnalazioni di errore"), (reports_sheet(tournament),))
    yield Chapter(_("Penalità e compensi"), (adjustments_sheet(tournament),))
    yield Chapter(_("Reclami"), (appeals_sheet(tournament),))
    if (admitted := admissions_sheet(tournament)).rows:
        yield Chapter(admitted.title, (admitted,))
    if (called := calls_sheet(tournament)).rows:
        yield Chapter(called.title, (called,))


def _publications(tournament: Tournament) -> Iterator[Chapter]:
    publications = list(Publication.objects.filter(tournament=tournament).select_related("stage").order_by("number"))
    for place, publication in enumerate(publications):
        # Final standings are as a rule those shown before (decision 14): thousands of rows are not set twice.
        same = next((later for later in publications[place + 1 :] if later.rows == publication.rows), None)
        if same is None:
            yield Chapter(title_of(publication), tuple(publication_sheets(publication)))
        else:
            words = _("Le stesse righe della classifica n. %(number)d.") % {"number": same.number}
            hash_words = _("Impronta SHA-256: %(hash)s") % {"hash": publication.hash}
            same_rows = Column[str](_("Contenuto"), Kind.TEXT, 60, str)
            title, subtitle = title_of(publication), subtitle_of(publication)
            sheet = Sheet.of(title, [words], same_rows, subtitle=subtitle, notes=(hash_words,))
            yield Chapter(sheet.title, (sheet,))


def _last_chapters(tournament: Tournament, checks: Sequence[Check]) -> Iterator[Chapter]:
    yield Chapter(_("Premi"), (prizes_sheet(tournament),))
    if (fees := fees_sheet(tournament)).rows:
        yield Chapter(fees.title, (fees,))
    verification = Sheet.of(
        _("Verifica"),
        checks,
        Column(_("Documento"), Kind.TEXT, 30, lambda one: f"{one.what}. {one.note}" if one.note else one.what),
        Column(_("Esito"), Kind.TEXT, 12, lambda one: _("torna") if one.holds else one.trouble),
        Column(_("Impronta ricalcolata"), Kind.TEXT, 44, lambda one: one.hash),
        subtitle=verdict_of_checks(checks),
    )
    yield Chapter(verification.title, (verification,))


def verdict_of_checks(checks: Sequence[Check]) -> str:
    broken = sum(not check.holds for check in checks)
    if broken:
        return ngettext(
            "Non torna %(count)d documento su %(all)d.", "Non tornano %(count)d documenti su %(all)d.", broken
        ) % {"count": broken, "all": len(checks)}
    return _("Tutti i %(all)d documenti ricalcolati tornano, dal registro alle classifiche.") % {"all": len(checks)}


def _title_page(tournament: Tournament, imprint: Imprint, checks: Sequence[Check]) -> Iterator[Flowable]:
    yield Spacer(0, 30 * mm)
    yield text(_("Rapporto del torneo"), look.LABEL)
    yield text(tournament.name, look.TITLE)
    where = f"{tournament.place}, {long_date(tournament.starts_on)}"
    yield text(" · ".join(filter(None, [tournament.federation.name, where])), look.SUBTITLE)
    yield Spacer(0, 8 * mm)
    for label, words in _facts(tournament, checks):
        yield hanging(label, text(words))
    yield Spacer(0, 6 * mm)
    # Of each stage the last one counts. Their rows, as many as there are entries, are not needed for that.
    latest = {
        publication.stage_id: publication
        for publication in tournament.publications.select_related("stage").defer("rows")
    }
    for publication in latest.values():
        yield hanging(
            publication.stage.name,
            [text(title_of(publication), look.STRONG), text(f"SHA-256 {publication.hash}", look.SMALL)],
        )
    yield hanging(_("Prodotto"), text(f"{long_date(imprint.at)}, referee {engine_version()}", look.SMALL))


def _facts(tournament: Tournament, checks: Sequence[Check]) -> Iterator[tuple[str, str]]:
    yield _("Gioco"), ", ".join(tournament.options_in_words)
    yield _("Codice"), " ".join(filter(None, [tournament.rulebook, tournament.edition]))
    stages = ", ".join(
        f"{stage.name} ({stage.get_formula_display()})" for stage in tournament.stages.order_by("number")
    )
    yield _("Fasi"), stages or "–"
    yield _("Svolgimento"), ", ".join(_course(tournament))
    ended = f"{tournament.get_ending_display()}, {long_date(tournament.ended_at)}" if tournament.ended_at else ""
    yield _("Fine"), ". ".join(filter(None, [ended, tournament.end_reason])) or _("non ancora concluso")
    yield _("Verifica"), verdict_of_checks(checks)


def _course(tournament: Tournament) -> Iterator[str]:
    """How many play and how far they came; who withdrew is no longer counted among them, as on every page."""
    gone = tournament.entries.filter(state=Entry.State.WITHDRAWN)
    withdrawn = gone.exclude(pk__in=mistaken(tournament).values("pk")).count()
    yield _("iscrizioni: %(entries)d") % {"entries": tournament.entries.exclude(state=Entry.State.WITHDRAWN).count()}
    if withdrawn:
        yield ngettext("più %(count)d ritirata", "più %(count)d ritirate", withdrawn) % {"count": withdrawn}
    yield _("turni chiusi: %(rounds)d") % {"rounds": tournament.rounds.filter(state="closed").count()}


def _room_for_index(pages: int) -> Iterator[Flowable]:
    # Counted beforehand, and written on once every page is known.
    for page in range(pages):
        yield PageBreak()
        yield text(_("Indice") if page == 0 else "", look.TITLE)


def _body(chapters: Iterable[Chapter]) -> Iterator[Flowable]:
    """The chapters' sheets, each on pages as wide as it needs: the next one below while half a page is left."""
    before: bool | None = None
    for chapter in chapters:
        for place, sheet in enumerate(chapter.sheets):
            wide = bool(sheet.rows) and pdf.is_wide(sheet)
            yield from _turn(wide, before)
            before = wide
            if place == 0:
                yield _Mark(chapter.title)
            yield from sheet_story(sheet, (pdf.PAGE[1] if wide else pdf.PAGE[0]) - 2 * look.MARGIN)


def _turn(wide: bool, before: bool | None) -> Iterator[Flowable]:
    """A new page where the paper turns, or where little of it is left."""
    if wide is before:
        yield Spacer(0, 9 * mm)
        yield CondPageBreak(pdf.PAGE[0 if wide else 1] / 2)
    else:
        yield NextPageTemplate(ON_ITS_SIDE if wide else UPRIGHT)
        yield PageBreak()


def _signatures(tournament: Tournament) -> list[tuple[str, str]]:
    members = Membership.objects.filter(tournament=tournament).select_related("user")
    by_role = {member.role: member for member in members}
    shown = [by_role[role.value] for role in (Role.DIRECTOR, Role.CHIEF_ARBITER) if role.value in by_role]
    return [(member.get_role_display(), str(member.user)) for member in shown] or [(_("Direttore di gara"), "")]


class _Mark(Flowable):  # type: ignore[misc]  # reportlab ships no types
    """Nothing to see: tells the index on which page a chapter begins."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        """Draws nothing."""


class _IndexedCanvas(NumberedCanvas):
    """Writes the index on the pages kept for it, after the title page.

    Not ReportLab's own `TableOfContents`, which was tried on three reports: it writes each number before its title, so
    that a reader aloud says «3 Iscritti 6 Turno 1»; its links all led to page 1, because "page n of m" holds every page
    back; it lays everything out twice; and it sets an empty Helvetica that is not embedded.
    """

    def __init__(self, *args: Any, contents: list[tuple[str, int]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contents = contents

    def save(self) -> None:
        for start in range(0, len(self.contents), INDEX_LINES):
            # Counted from 0, and the first is the title page.
            page = 1 + start // INDEX_LINES
            self.__dict__.update(self.kept[page])
            self._write(self.contents[start : start + INDEX_LINES])
            self.kept[page] = dict(self.__dict__)
        super().save()

    def _write(self, lines: Iterable[tuple[str, int]]) -> None:
        left, right = look.MARGIN, pdf.PAGE[0] - look.MARGIN
        y = pdf.PAGE[1] - look.HEAD - 14 * mm
        self.setFillColor(look.INK)
        for title, page in lines:
            pdf.draw_text(self, title, left, y, room=right - left - 60, size=INDEX_SIZE)
            start = left + min(width(legible(title), REGULAR, INDEX_SIZE), right - left - 60) + 6
            self.drawRightString(right, y, str(page))
            self.setFillColor(look.HAIR)
            self.drawRightString(right - 24, y, " ." * int((right - 24 - start) // width(" .", REGULAR, INDEX_SIZE)))
            self.setFillColor(look.INK)
            y -= INDEX_LEADING


class _Report(BaseDocTemplate):  # type: ignore[misc]  # reportlab ships no types
    """Upright pages and pages on their side; `contents` are the chapters with their pages, as they are laid out."""

    def __init__(self, out: BytesIO, imprint: Imprint) -> None:
        self.contents: list[tuple[str, int]] = []
        super().__init__(out, pagesize=pdf.PAGE, title=imprint.title, initialFontName=REGULAR)
        self.addPageTemplates([_template(UPRIGHT, pdf.PAGE), _template(ON_ITS_SIDE, landscape(pdf.PAGE))])

    def afterFlowable(self, flowable: Flowable) -> None:
        if isinstance(flowable, _Mark):
            self.contents.append((flowable.title, self.page))


def _template(name: str, size: tuple[float, float]) -> PageTemplate:
    frame: Any = Frame(
        look.MARGIN, look.FOOT, size[0] - 2 * look.MARGIN, size[1] - look.HEAD - look.FOOT,
        leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
    )  # fmt: skip
    return PageTemplate(name, [frame], pagesize=size)
