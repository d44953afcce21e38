"""Whether everything official of a tournament is as it was recorded: the log, the pairings, the published standings."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.apps import apps
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from records.log import ERASING, Verification, verify_log
from records.models import LogEntry
from records.sealed_rows import unlike_their_seals
from tournaments.deals.models import DealSecret, DealsOpened
from tournaments.deals.queries import is_committed_to
from tournaments.draw.models import Pairing
from tournaments.draw.queries import verify as verify_pairing
from tournaments.pairing.sittings import SittingInputs, draw_sitting
from tournaments.publication.models import Publication
from tournaments.publication.proof import Hash
from tournaments.publication.proof import verify as verify_publication
from tournaments.setup.models import Tournament
from tournaments.sittings.models import Sitting, SittingSeat


@dataclass(frozen=True)
class Check:
    """One record recomputed: what it is, its hash, whether it holds, and what does not."""

    what: str
    hash: str
    holds: bool
    trouble: str = ""


# What other applications prove of their own records: each adds its checks when it is loaded.
MORE: list[Callable[[Tournament], Iterable[Check]]] = []


def check_all(tournament: Tournament) -> list[Check]:
    """The log first, then the records that it sealed, the pairings, the publications in order, and what others add."""
    found = verify_log(tournament)
    own = [_log(found), *_erasures(tournament), _sealed(tournament, found)]
    own += [*_pairings(tournament), *_sittings(tournament), *_publications(tournament), *_deals(tournament)]
    return own + [check for proofs in MORE for check in proofs(tournament)]


def _log(found: Verification) -> Check:
    words = []
    if found.first_broken:
        words.append(_("La riga %(number)d non torna.") % {"number": found.first_broken})
    if found.missing > 0:
        words.append(
            ngettext("Manca l’ultima riga.", "Mancano le ultime %(number)d righe.", found.missing)
            % {"number": found.missing}
        )
    if found.missing < 0:
        words.append(
            ngettext("C’è una riga di troppo.", "Ci sono %(number)d righe di troppo.", -found.missing)
            % {"number": -found.missing}
        )
    what = ngettext("Registro, %(lines)d riga", "Registro, %(lines)d righe", found.lines) % {"lines": found.lines}
    return Check(what, found.head, found.holds, " ".join(words))


def _erasures(tournament: Tournament) -> Iterator[Check]:
    """What was erased, by whom and when: where a mark stands in a record, one of these lines told of it."""
    lines = LogEntry.objects.filter(tournament=tournament, action__in=ERASING).order_by("sequence")
    for line in lines.select_related("actor"):
        texts = line.data.get("texts", 0)
        words = ngettext(
            "Cancellazione n. %(number)s: %(texts)d testo, il %(when)s, da %(who)s",
            "Cancellazione n. %(number)s: %(texts)d testi, il %(when)s, da %(who)s",
            texts,
        )
        when = date_format(timezone.localtime(line.at), "d/m/Y")
        told = {"number": line.data.get("erasure", ""), "texts": texts, "when": when, "who": line.actor}
        yield Check(words % told, line.hash, holds=True)


# What does not hold of a record, and of how many.
UNLIKE = {
    "changed": _lazy("%(record)s non è come fu registrato."),
    "unsealed": _lazy("%(record)s non fu registrato dal programma: il registro non lo conosce."),
    "gone": _lazy("%(record)s manca: il registro lo conosce."),
}


def _sealed(tournament: Tournament, found: Verification) -> Check:
    """The first record that is not as it was sealed, in words, and how many more there are."""
    unlike = list(unlike_their_seals(tournament, found.seals, found.erased))
    words = []
    if unlike:
        name, how = unlike[0]
        words.append(UNLIKE[how] % {"record": called(name)})
    if len(unlike) > 1:
        words.append(
            ngettext("Con questo non torna %(number)d atto.", "Con questo non tornano %(number)d atti.", len(unlike))
            % {"number": len(unlike)}
        )
    what = _("Atti ufficiali, %(number)d con il sigillo") % {"number": len(found.seals)}
    return Check(what, "", not unlike, " ".join(words))


def called(name: str) -> str:
    """The record's kind in words with its key: «punteggio 512»."""
    label, _colon, key = name.rpartition(":")
    try:
        kind = str(apps.get_model(label)._meta.verbose_name)
    except (LookupError, ValueError):  # a seal of something that never was
        return name
    return f"{kind[:1].upper()}{kind[1:]} {key}"


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


def _sittings(tournament: Tournament) -> Iterator[Check]:
    """The draws of the tables of three and five, made once more from their inputs and seeds."""
    seats: dict[int, dict[int, list[int]]] = {}
    for seat in SittingSeat.objects.filter(sitting__tournament=tournament).select_related("entry"):
        seats.setdefault(seat.sitting_id, {}).setdefault(seat.table, []).append(seat.entry.number)
    for one in Sitting.objects.filter(tournament=tournament).order_by("number"):
        follows = _follows(one, [seats[one.pk][table] for table in sorted(seats.get(one.pk, {}))])
        words = "" if follows else _("Rifacendo il sorteggio escono altri tavoli.")
        yield Check(_("Sorteggio della tornata %(number)d") % {"number": one.number}, "", follows, words)


def _follows(sitting: Sitting, tables: Sequence[Sequence[int]]) -> bool:
    try:
        drawn = draw_sitting(SittingInputs.from_json(sitting.inputs), sitting.seed)
    except (ValueError, KeyError, TypeError):  # inputs that were tampered with need not be readable
        return False
    return [list(one) for one in drawn.tables] == tables and list(drawn.resting) == sitting.resting


def _deals(tournament: Tournament) -> Iterator[Check]:
    """The secret of each version of the deals, and what was opened of them, against what was committed to."""
    kept = DealSecret.objects.filter(deal_set__tournament=tournament).select_related("deal_set")
    opened = DealsOpened.objects.filter(deal_set__tournament=tournament).select_related("deal_set")
    told: list[tuple[str, DealSecret | DealsOpened]] = []
    told += [(_("Smazzate, versione %(version)d"), one) for one in kept.order_by("deal_set__version")]
    told += [(_("Smazzate aperte, versione %(version)d"), one) for one in opened]
    for what, one in told:
        holds = is_committed_to(one)
        words = "" if holds else _("Non sono quelle dell’impronta mostrata prima dell’inizio.")
        yield Check(what % {"version": one.deal_set.version}, one.deal_set.commitment, holds, words)


def _publications(tournament: Tournament) -> Iterator[Check]:
    for one in Publication.objects.filter(tournament=tournament).select_related("stage", "tournament"):
        proof = verify_publication(one)
        words = [] if proof.hash_holds else [_("L’impronta ricalcolata è un’altra.")]
        words += [] if proof.in_log else [_("Il registro non conosce questa impronta.")]
        what = _("Classifica n. %(number)d, %(kind)s") % {"number": one.number, "kind": one.get_kind_display()}
        if proof.hash is Hash.SEALED:
            what = _("%(standings)s: senza i nomi cancellati la prova il sigillo, non più l’impronta") % {
                "standings": what
            }
        yield Check(what, one.hash, proof.holds, " ".join(words))
