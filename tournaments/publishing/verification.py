"""Whether everything official of a tournament is as it was recorded: the log, the pairings, the published standings."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.drawing.proof import verify as verify_pairing
from tournaments.log import verify_log
from tournaments.models import Pairing, Publication, Tournament
from tournaments.publishing.snapshots import verify as verify_publication


@dataclass(frozen=True)
class Check:
    """One record recomputed: what it is, its hash, whether it holds, and what does not."""

    what: str
    hash: str
    holds: bool
    trouble: str = ""


def check_all(tournament: Tournament) -> list[Check]:
    """The log first, then the pairings and the publications in order."""
    return [_log(tournament), *_pairings(tournament), *_publications(tournament)]


def _log(tournament: Tournament) -> Check:
    found = verify_log(tournament)
    last = tournament.log.order_by("-sequence").first()
    trouble = "" if found.holds else _("La riga %(number)d non torna.") % {"number": found.first_broken}
    what = _("Registro, %(lines)d righe") % {"lines": found.lines}
    return Check(what, last.hash if last else "", found.holds, trouble)


def _pairings(tournament: Tournament) -> Iterator[Check]:
    published = Pairing.objects.filter(round__tournament=tournament).exclude(hash="")
    for one in published.select_related("round__tournament").order_by("round__number", "version"):
        verdict = verify_pairing(one)
        words = [] if verdict.hash_holds else [_("L’impronta ricalcolata è un’altra.")]
        words += [] if verdict.tables_follow else [_("Rifacendo il sorteggio escono altri tavoli.")]
        what = _("Abbinamento del turno %(round)d, versione %(version)d")
        yield Check(
            what % {"round": one.round.number, "version": one.version}, one.hash, verdict.holds, " ".join(words)
        )


def _publications(tournament: Tournament) -> Iterator[Check]:
    for one in Publication.objects.filter(tournament=tournament).select_related("stage", "tournament"):
        proof = verify_publication(one)
        words = [] if proof.hash_holds else [_("L’impronta ricalcolata è un’altra.")]
        words += [] if proof.in_log else [_("Il registro non conosce questa impronta.")]
        what = _("Classifica n. %(number)d, %(kind)s") % {"number": one.number, "kind": one.get_kind_display()}
        yield Check(what, one.hash, proof.holds, " ".join(words))
