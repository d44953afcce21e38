"""The ruling sheet: what happened, what was decided and why, on paper to be signed.

A slip for the table: who may choose what, until when, and without consulting whom. And the documents of a whole
tournament with its rulings: the federation's report and the workbook.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether

from keeping.documents.report import Chapter, report_of
from keeping.documents.workbook import as_workbook, whole_tournament
from papers import blocks, look, pdf
from papers.blocks import hanging, section
from papers.pdf import text
from papers.sheets import Imprint, long_date
from records.log import Head
from records.rights import Right
from referee.arbitral_scores.layout import arithmetic_blocks, lot_again
from referee.cases.models import Case
from referee.cases.words import spoken
from referee.decisions.weight import slip_title
from referee.rulings.document import (
    FactLine,
    RulingDocument,
    title_of,
)
from referee.rulings.exports import referee_sheets, rulings_sheet
from referee.rulings.models import Ruling
from tournaments.papers import imprint_of
from tournaments.scores.words import reference_in_words
from tournaments.setup.models import Tournament
from tournaments.staff.documents import Document, LayOut

_FIT_TO_START = 60  # points left on a page below which a section starts on the next


def ruling_sheet(document: RulingDocument, *, at: datetime, of: Tournament | None = None) -> bytes:
    """The sheet; of: the tournament whose log stands behind it, with its last line at the foot."""
    head = str(Head.current(of)) if of else ""
    with translation.override(document.language):
        imprint = Imprint(
            title_of(document),
            document.tournament,
            at,
            author=document.federation,
            language=document.language,
            head=head,
            code=f"{of.slug} {head}" if of else "",
        )
        return pdf.build(imprint, _ruling_story(document))


def _ruling_story(document: RulingDocument) -> list[Flowable]:
    """The document from top to bottom: first what is read out, then what is signed, last what proves it."""
    story: list[Flowable] = [text(title_of(document), look.TITLE), text(document.title, look.SUBTITLE)]
    story += _standing(document)
    story += _scene(document)
    story += _decision(document)
    story += _consulted(document)
    story += _score(document)
    story += _facts(document)
    story += _articles(document)
    # Signatures never stand alone on a page.
    return [*story, KeepTogether([*_edition(document), *_signatures(document)]), *_annex(document)]


def _standing(document: RulingDocument) -> list[Flowable]:
    lines = [] if document.is_current else [_("Questa versione è stata sostituita da una successiva.")]
    if document.revision_reason:
        lines.append(_("Rivisto: %(reason)s") % {"reason": reference_in_words(document.revision_reason)})
    return [text(line, look.STRONG) for line in lines]


def _scene(document: RulingDocument) -> list[Flowable]:
    scene = document.scene
    where = [_("Turno %(number)s") % {"number": scene.round}, _("Tavolo %(number)s") % {"number": scene.table}]
    where += [_("Smazzata %(number)s") % {"number": scene.board}] if scene.board else []
    seats = " · ".join(f"{letter} {name}" for letter, name in scene.seats if name)
    line_a, line_b = scene.seat_names.lines
    lines = [
        (_("Dove"), " · ".join(where)),
        (_("Coppie"), f"{line_a} {scene.line_a} — {line_b} {scene.line_b}"),
        (_("Ai posti"), seats),
        *((label, who) for label, who in scene.persons if not label.endswith("?")),
        *_who(document),
    ]
    # A question does not fit into the margin.
    asked = [_fact("", FactLine(label, who)) for label, who in scene.persons if label.endswith("?")]
    asked += [_fact("", FactLine(label, named)) for label, named in scene.cards]
    dealt = [text(f"{seat} {cards}") for seat, cards in scene.hands]
    asked += [hanging(_("Carte date"), dealt)] if dealt else []
    elsewhere = [hanging(where, [text(lines), text(who)]) for where, lines, who in scene.elsewhere]
    return [hanging(label, text(value)) for label, value in lines if value] + asked + elsewhere


def _who(document: RulingDocument) -> list[tuple[str, str]]:
    """Who decided, or proposed and confirmed; and who was told before of people of the own club."""
    by, told = document.decided_by, [f"{name} ({act}): {who}" for name, act, who in document.told]
    clubs = [(_("Stesso circolo, avvisati"), "; ".join(told))] if told else []
    if document.confirmed_at is None:
        return [(_("Deciso"), f"{by}, {long_date(document.decided_at)}"), *clubs]
    confirmed = f"{document.confirmed}, {long_date(document.confirmed_at)}"
    return [(_("Proposto"), by), (_("Confermato"), confirmed), *clubs]


def _decision(document: RulingDocument) -> list[Flowable]:
    story = section(_("Decisione"))
    story += blocks.spoken(document.effects or [_("Nessun provvedimento.")])
    story.append(blocks.space(3))
    if document.departure:
        story.append(hanging(_("Proposta"), [text(line) for line in document.departure.proposed]))
        story.append(hanging(_("Motivo"), text(document.departure.reason)))
    elif document.reason:
        story.append(hanging(_("Motivazione"), text(document.reason)))
    if document.besides:
        number, why = document.besides
        story.append(hanging(_("Oltre al n. %(number)s") % {"number": number}, text(why)))
    if document.note:
        story.append(hanging(_("Annotazione"), text(document.note)))
    return story


def _consulted(document: RulingDocument) -> list[Flowable]:
    if not document.consulted:
        return []
    story = [CondPageBreak(_FIT_TO_START), *section(_("Chi è stato sentito"))]
    for one in document.consulted:
        asked = f"{one.asked_by}, {long_date(one.asked_at)}"
        story.append(hanging(_("Domanda"), [text(one.question), text(asked, look.SMALL)]))
        story += [_answer(*answer) for answer in one.answers]
    return story


def _answer(name: str, interest: str, answer: str, at: datetime | None) -> Flowable:
    told = [part for part in (interest, long_date(at) if at else "") if part]
    parts = [pdf.rich(f"{name}:", answer or _("non ha risposto"))]
    return hanging("", [*parts, *([text(" · ".join(told), look.SMALL)] if told else [])])


def _score(document: RulingDocument) -> list[Flowable]:
    if document.score is None:
        return []
    return [CondPageBreak(_FIT_TO_START), *section(_("Punteggio arbitrale")), *arithmetic_blocks(document.score)]


def _facts(document: RulingDocument) -> list[Flowable]:
    story = [CondPageBreak(_FIT_TO_START), *section(_("Fatti e percorso"))]
    story += _group(_("Gioco"), document.options) + _group(_("Emersione"), document.detection)
    story += [_fact(f"{place}.", line, look.LABEL_RIGHT) for place, line in enumerate(document.facts, 1)]
    if document.needless:
        story += section(_("Risposte che non hanno pesato"))
        story += _group("", document.needless)
    return story


def _group(label: str, lines: Sequence[FactLine]) -> list[Flowable]:
    return [_fact(label if place == 0 else "", line) for place, line in enumerate(lines)]


def _fact(label: str, line: FactLine, style: ParagraphStyle = look.LABEL) -> Flowable:
    question = line.question if line.question.endswith("?") else f"{line.question}:"
    parts: list[Flowable] = [pdf.rich(question, line.answer)]
    trail = [part for part in (line.source, line.procedure, _excluded(line.excluded)) if part]
    parts += [text(" · ".join(trail), look.SMALL)] if trail else []
    return hanging(label, parts, style)


def _excluded(lines: Sequence[str]) -> str:
    return _("esclude %(what)s") % {"what": " · ".join(lines)} if lines else ""


def _articles(document: RulingDocument) -> list[Flowable]:
    story = [CondPageBreak(_FIT_TO_START), *section(_("Articoli"))]
    word = _("art.")
    for line in document.articles:
        story.append(blocks.article(line.number, line.title, line.summary, word=word, note=line.note))
    for adopted, other in document.readings:
        told = [text(adopted), *([text(f"{_('L’altra lettura:')} {other}", look.SMALL)] if other else [])]
        story.append(hanging(_("Lettura"), told))
    return story


def _edition(document: RulingDocument) -> list[Flowable]:
    edition = document.edition
    words = _("%(rulebook)s, edizione %(edition)s") % {"rulebook": edition.rulebook, "edition": edition.edition}
    return [blocks.space(), hanging(_("Codice"), text(words if edition.edition else edition.rulebook))]


def _annex(document: RulingDocument) -> list[Flowable]:
    """What nobody reads at the table, and whoever checks needs."""
    lot = document.score.arithmetic.lot if document.score else None
    fingerprint = hanging(_("Codice"), text(f"SHA-256 {document.edition.sha256}", look.SMALL))
    return [KeepTogether([blocks.space(8), *section(_("Verifica")), fingerprint, *([lot_again(lot)] if lot else [])])]


def _signatures(document: RulingDocument) -> list[Flowable]:
    seen = [(_("Linea %(line)s, per presa visione") % {"line": name}, "") for name in document.scene.seat_names.lines]
    confirmed = [(_("Ha confermato"), document.confirmed)] if document.confirmed else []
    return [blocks.space(8), blocks.signatures([(_("Arbitro"), document.decided_by), *confirmed, *seen])]


def faculty_slip(case: Case, *, title: str, at: datetime) -> bytes:
    """The choice that the case waits for, as it was told when it began to wait; `title`: of the anomaly."""
    return pdf.build(imprint_of(case.tournament, slip_title(case), at=at), _slip_story(case, case.waits, title))


def choice_slip(ruling: Ruling, choice: Mapping[str, Any], *, at: datetime) -> bytes:
    """A choice that the ruling leaves, as its record tells it."""
    case, title = ruling.case, f"{spoken(ruling.title)} · {ruling}"
    story = _slip_story(case, choice, title, arbiter=str(ruling.decided_by))
    return pdf.build(imprint_of(case.tournament, slip_title(case), at=at), story)


def _slip_story(case: Case, faculty: Mapping[str, Any], title: str, arbiter: str = "") -> list[Flowable]:
    where = [
        _("Turno %(number)s") % {"number": case.table.round.number},
        _("Tavolo %(number)s") % {"number": case.table.number},
    ]
    where += (
        [_("Smazzata %(number)s") % {"number": case.tournament.deal_called(case.board.number)}] if case.board else []
    )
    lines = [
        (_("Dove"), " · ".join(where)),
        (_("Chi sceglie"), spoken(faculty["who"])),
        (_("Che cosa può"), spoken(faculty["may"])),
    ]
    lines.append((_("Entro quando"), spoken(faculty["until"])))
    lines += [(_("Come"), _("da sé, senza consigliarsi con nessuno"))] if faculty["alone"] else []
    story: list[Flowable] = [text(slip_title(case), look.TITLE), text(title, look.SUBTITLE)]
    story += [hanging(label, text(value, look.SPOKEN)) for label, value in lines]
    story += [blocks.space(), *(_article(one) for one in faculty["articles"]), blocks.space(8)]
    return [
        *story,
        blocks.signatures(
            [(_("Arbitro"), arbiter or str(case.opened_by)), (_("Che cosa ha scelto"), ""), (_("Ora"), "")]
        ),
    ]


def _article(record: Mapping[str, Any]) -> Flowable:
    return blocks.article(record["number"], spoken(record["title"]), spoken(record["summary"]), word=_("art."))


_NEEDS = frozenset({Right.EXPORT, Right.VIEW_CASES})


def _read_report(tournament: Tournament, _rights: Collection[Right], at: datetime) -> LayOut:
    sheet = rulings_sheet(tournament)
    imprint = imprint_of(tournament, str(REPORT.title), at=at, in_full=True)
    return report_of(tournament, imprint, more=[Chapter(sheet.title, (sheet,))])


def _read_workbook(tournament: Tournament, rights: Collection[Right], at: datetime) -> LayOut:
    """With the log for those who may read it."""
    sheets = whole_tournament(tournament, with_log=Right.VIEW_LOG in rights, extra_sheets=referee_sheets(tournament))
    return as_workbook(tournament, str(WORKBOOK.title), sheets, at, in_full=True)


REPORT = Document(_lazy("Rapporto del torneo"), "pdf", _read_report, needs=_NEEDS)


WORKBOOK = Document(
    _lazy("Torneo e provvedimenti"), "xlsx", _read_workbook, needs=_NEEDS, shows=frozenset({Right.VIEW_LOG})
)
