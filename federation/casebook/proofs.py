"""Whether what the casebook is found by, and its long paper, follow from its headnotes, which are sealed."""

from collections import defaultdict
from collections.abc import Iterator

from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from federation.casebook.actions import MAKER
from federation.casebook.models import CasebookPaper, HeadnoteIndex
from federation.casebook.queries import published, search_keys, stamp_of
from people.accounts.models import Federation
from tournaments.publication.verification_queries import Check


def proofs(federation: Federation) -> Iterator[Check]:
    versions = list(published(federation))
    if versions:
        rows = HeadnoteIndex.objects.filter(headnote__federation=federation)
        found: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
        for headnote, kind, value in rows.values_list("headnote", "kind", "value"):
            found[headnote].append((kind, value))
        wrong = [
            version.headnote.reference
            for version in versions
            if sorted(found[version.headnote_id]) != sorted(search_keys(version) if version.is_published else ())
        ]
        said = _(
            "La massima %(reference)s si trova con altre parole che le sue: rifai l’indice con index_archive --anew."
        )
        words = said % {"reference": wrong[0]} if wrong else ""
        yield Check(_("Indice del massimario, massime: %(number)d") % {"number": len(versions)}, "", not wrong, words)
    yield from _papers(federation)


def _papers(federation: Federation) -> Iterator[Check]:
    """Each laid out once more; one of before the last change cannot be."""
    stamp = stamp_of(federation)
    for paper in CasebookPaper.objects.filter(federation=federation).order_by("language"):
        what = _("Massimario in PDF (%(language)s)") % {"language": paper.language}
        if paper.stamp != stamp:
            yield Check(what, "", holds=True, trouble=_("È di prima dell’ultima modifica: non si può confrontare."))
            continue
        with translation.override(paper.language):
            holds = bytes(paper.content) == import_string(MAKER)(federation, paper.made_at)
        words = "" if holds else _("Non è quello che le massime danno: rifallo con index_archive --anew.")
        yield Check(what, "", holds, words)
