"""A whole code on paper: what there is, the anomalies with their rules, the articles in our own words."""

from collections.abc import Sequence
from datetime import date, datetime
from threading import Lock

from django.utils import translation
from django.utils.translation import gettext as _
from reportlab.platypus import CondPageBreak, Flowable, PageBreak

from codes.deciding.book import Procedure, Rulebook
from papers import blocks, look, pdf
from papers.blocks import hanging, section
from papers.pdf import text
from papers.sheets import Imprint
from referee.cases.words import spoken
from referee.code_browser.code_in_words import Cited, OrderedLine, RuleInWords, applies, in_families, in_parts, rows_of

_FIT_TO_START = 90  # points left on a page below which an anomaly starts on the next
_KEPT = 6  # documents: setting a whole code takes seconds
_kept: dict[tuple[str, str, str, date], bytes] = {}
_one_at_a_time = Lock()


def code_book(book: Rulebook, *, language: str, at: datetime) -> bytes:
    """The PDF of a code in that language; asked for again on the same day, the one already made."""
    key = (book.id, book.hash, language, at.date())
    # Setting one keeps a core busy for seconds: whoever asks meanwhile waits, instead of making the same again.
    with _one_at_a_time:
        if key not in _kept:
            while len(_kept) >= _KEPT:
                del _kept[next(iter(_kept))]
            _kept[key] = _made(book, language, at)
        return _kept[key]


def _made(book: Rulebook, language: str, at: datetime) -> bytes:
    with translation.override(language):
        title = f"{spoken(book.title)}, {book.edition}"
        imprint = Imprint(title, book.federation, at, author=book.federation, language=language)
        return pdf.build(imprint, _story(book))


def _story(book: Rulebook) -> list[Flowable]:
    families, parts = in_families(book.procedures.values(), book), in_parts(book.articles.values(), book)
    story: list[Flowable] = [text(spoken(book.title), look.TITLE), text(book.edition, look.SUBTITLE)]
    story += [text(spoken(book.file.source)), blocks.space()]
    story += [
        hanging(family, [text(f"{spoken(one.title)} ({_numbers(one.articles)})") for one in group])
        for family, group in families
    ]
    for family, group in families:
        story += [PageBreak(), text(family, look.TITLE)]
        story += [flowable for procedure in group for flowable in _procedure(procedure, book)]
    story += [PageBreak(), text(_("Gli articoli"), look.TITLE)]
    for part, articles in parts:
        story += [CondPageBreak(_FIT_TO_START), *section(part)]
        for one in articles:
            words = spoken(one.title), spoken(one.summary)
            story.append(blocks.article(one.number, *words, word=_("art."), note=spoken(one.note)))
    return story + _sections(book)


def _sections(book: Rulebook) -> list[Flowable]:
    if not book.sections:
        return []
    story: list[Flowable] = [CondPageBreak(_FIT_TO_START), *section(_("Parti senza numero"))]
    for one in book.sections:
        note = [text(f"{_('Nota')}: {spoken(one.note)}", look.SMALL)] if one.note else []
        story.append(hanging(spoken(one.title), [text(spoken(one.summary)), *note, blocks.space(4)]))
    return story


def _procedure(procedure: Procedure, book: Rulebook) -> list[Flowable]:
    story: list[Flowable] = [CondPageBreak(_FIT_TO_START), *section(spoken(procedure.title))]
    said = [
        (_("Articoli"), _numbers(procedure.articles)),
        (_("Esiste"), "; ".join(applies(procedure, book))),
        (_("Termine"), spoken(procedure.term)),
        (_("Nota"), spoken(procedure.note)),
    ]
    story += [hanging(label, text(words)) for label, words in said if words]
    return story + [_rule(row) for row in rows_of(procedure, book)]


def _rule(row: RuleInWords) -> Flowable:
    body = [pdf.rich(spoken(fact.ask), answers) for fact, answers in row.when] or [text(_("Sempre."))]
    body += [text(f"→ {_words(line)}", look.STRONG) for line in row.then]
    for reading, read_if in row.readings:
        told = f"{_('Se')}: {read_if} – " if read_if else ""
        body.append(text(f"{_('Lettura nostra:')} {told}{spoken(reading)}", look.SMALL))
        body.append(text(f"{_('L’altra lettura:')} {spoken(reading.other)}", look.SMALL))
    body += [text(_cites(row.cites), look.SMALL), blocks.space(4)]
    return hanging(str(row.number), body, look.NUMBER)


def _words(line: OrderedLine) -> str:
    leads = _("Si prosegue con l’anomalia stessa.")
    if line.leads_to:
        leads = f"{_('Si prosegue con')} «{spoken(line.leads_to.title)}»"
    condition = f"{_('Se')}: {line.condition} — " if line.condition else ""
    return condition + (line.words or leads)


def _cites(cites: Sequence[Cited]) -> str:
    numbers = [f"{one.number} ({_('Se')}: {one.condition})" if one.condition else str(one.number) for one in cites]
    return f"{_('art.') if len(cites) == 1 else _('artt.')} {', '.join(numbers)}"


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
