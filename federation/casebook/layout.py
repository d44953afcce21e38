"""The casebook on paper: every headnote in force by its number, then where each article and each tag is spoken of."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.platypus import CondPageBreak, Flowable, PageBreak

from codes.library import get_rulebook, rulebook_ids
from federation.casebook.models import HeadnoteVersion
from federation.casebook.queries import HeadnoteRow, headnote_rows, published
from papers import look, pdf
from papers.sheets import Imprint, long_date
from people.accounts.models import Federation
from referee.cases.words import spoken

FIT_TO_START = 90
CHUNK = 200


def casebook_pdf(federation: Federation, at: datetime) -> bytes:
    """All headnotes in force, the oldest first; those withdrawn by their number, so that none seems missing."""
    every = list(_every(federation))
    title = _("Massimario")
    imprint = Imprint(title, federation.name, at, author=federation.name, language=get_language() or "it")
    story: list[Flowable] = [pdf.text(title, look.TITLE), pdf.text(_subtitle(federation, every, at), look.SUBTITLE)]
    for one in every:
        story += _on_paper(one)
    in_force = [one for one in every if one.version.is_published]
    story += _index(_("Indice per articolo"), _by_article(in_force))
    story += _index(_("Indice per voce"), _by_tag(in_force))
    return pdf.build(imprint, story)


def _every(federation: Federation) -> Iterator[HeadnoteRow]:
    """In pieces: each asks for its own rulings."""
    versions = list(published(federation).reverse())
    for start in range(0, len(versions), CHUNK):
        yield from headnote_rows(versions[start : start + CHUNK])


def _subtitle(federation: Federation, every: Sequence[HeadnoteRow], at: datetime) -> str:
    told = {"federation": federation.name, "count": len(every), "when": long_date(at)}
    return _("%(federation)s · massime: %(count)d · al %(when)s") % told


def _on_paper(one: HeadnoteRow) -> Iterator[Flowable]:
    version = one.version
    yield CondPageBreak(FIT_TO_START)
    yield pdf.text(" · ".join(filter(None, (one.headnote.reference, one.title))), look.SECTION)
    if version.state == HeadnoteVersion.State.WITHDRAWN:
        yield pdf.text(_("Ritirata: %(reason)s") % {"reason": version.reason})
        return
    yield pdf.text(version.text, look.STRONG)
    if version.comment:
        yield pdf.text(version.comment)
    for question, answer in one.facts:
        yield pdf.rich(question, answer, look.LAW)
    for order in one.orders:
        yield pdf.text(f"• {order}", look.LAW)
    yield pdf.text(" · ".join(_foot(one)), look.SMALL)


def _foot(one: HeadnoteRow) -> Iterator[str]:
    if one.articles:
        yield _("Articoli: %(articles)s") % {"articles": ", ".join(str(each.number) for each in one.articles)}
    yield one.edition
    if one.version.tags:
        yield ", ".join(one.version.tags)
    if one.version.place:
        yield f"{one.version.place}, {one.version.decided_in}"
    yield from one.changed


def _by_article(every: Iterable[HeadnoteRow]) -> dict[str, list[str]]:
    found: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for one in every:
        for article in one.articles:
            found[article.code, article.number].append(one.headnote.reference)
    return {f"{_code(code)}, {_('art.')} {number}": found[code, number] for code, number in sorted(found)}


def _code(code: str) -> str:
    return spoken(get_rulebook(code).title) if code in rulebook_ids() else code


def _by_tag(every: Iterable[HeadnoteRow]) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for one in every:
        for tag in one.version.tags:
            found[tag].append(one.headnote.reference)
    return {tag: found[tag] for tag in sorted(found)}


def _index(title: str, lines: Mapping[str, Sequence[str]]) -> Iterator[Flowable]:
    if lines:
        yield PageBreak()
        yield pdf.text(title, look.TITLE)
        for words, references in lines.items():
            yield pdf.rich(words, ", ".join(references))
