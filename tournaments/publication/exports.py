"""A publication as paper: the rows as they were published, who played, every tie once, the proof below."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from papers.sheets import Sheet, long_date
from tournaments.publication.models import Publication
from tournaments.publication.queries import PublishedSection, sections, tables_in_words
from tournaments.standings.exports import rows_sheet


def publication_sheets(publication: Publication) -> list[Sheet]:
    found = sections(publication)
    return [_sheet(publication, section, proof_notes(publication) if section is found[-1] else ()) for section in found]


def title_of(publication: Publication) -> str:
    words = {"number": publication.number, "kind": publication.get_kind_display()}
    return _("Classifica n. %(number)d, %(kind)s") % words


def proof_notes(publication: Publication) -> tuple[str, ...]:
    return (
        _("Impronta SHA-256: %(hash)s") % {"hash": publication.hash},
        _("Dati fino alla riga %(version)d del registro; programma %(engine)s.")
        % {"version": publication.data_version, "engine": publication.engine_version},
    )


def subtitle_of(publication: Publication) -> str:
    words = [
        publication.stage.name,
        _("dopo il turno %(round)d") % {"round": publication.round_number},
        long_date(publication.published_at),
    ]
    if publication.closes_at:
        words.append(_("segnalazioni fino alle %(time)s") % {"time": long_date(publication.closes_at).split(", ")[-1]})
    return " · ".join([*words, *([publication.reason] if publication.reason else [])])


def _sheet(publication: Publication, section: PublishedSection, proof: Iterable[str]) -> Sheet:
    title = title_of(publication)
    return rows_sheet(
        section.rows,
        title=f"{title}: {section.name}" if section.name else title,
        subtitle=subtitle_of(publication),
        more_notes=[*_gaps(section), *proof],
    )


def _gaps(section: PublishedSection) -> list[str]:
    if not section.pending:
        return []
    return [_("Senza i risultati di: %(tables)s.") % {"tables": tables_in_words(section.pending)}]
