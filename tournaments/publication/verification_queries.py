"""Checks that the official records of a tournament are unchanged: its log, pairings and published standings."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from django.apps import apps
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from people.accounts.models import Federation
from records.log import ERASING, Verification, verify_log
from records.models import LogEntry
from records.seal_comparison import records_unlike_seals
from tournaments.draw.models import Pairing
from tournaments.draw.queries import verify as verify_pairing
from tournaments.pairing.sittings import SittingInputs, draw_sitting
from tournaments.publication.models import Publication
from tournaments.publication.proof import Hash, settings_of, verify_publication
from tournaments.publication.remade import last_publications, names_unlike, rows_now
from tournaments.rounds.deal_models import DealSecret, DealSet, DealsOpened
from tournaments.rounds.deal_queries import is_committed_to
from tournaments.setup.models import Tournament
from tournaments.standings.models import Sitting, SittingSeat


@dataclass(frozen=True)
class Check:
    """The check of one record: its kind, its hash, whether it is right, and what is wrong."""

    what: str
    hash: str
    holds: bool
    trouble: str = ""
    # What is told where it holds, too.
    note: str = ""


Owner = TypeVar("Owner", Tournament, Federation)

# Other applications add the checks of their own records here when they are loaded.
Proof = Callable[[Tournament], Iterable[Check]]
MORE: list[Proof] = []


def check_all(tournament: Tournament, *, afresh: bool = False) -> list[Check]:
    """Checks of the log, the sealed records, the pairings, the publications, and those that other applications add.

    afresh: nothing is taken from a cache, which whoever writes its files may have filled.
    """
    verification = verify_log(tournament)
    own = [
        log_check(verification),
        *clock_checks(verification),
        *_erasures(tournament),
        seal_check(tournament, verification),
    ]
    pairings: Proof = partial(_pairings, afresh=afresh)
    proofs = (pairings, _sittings, _publications, _remade, _deals, *MORE)
    return own + [check for proof in proofs for check in as_far_as_it_goes(proof, tournament)]


def as_far_as_it_goes(proof: Callable[[Owner], Iterable[Check]], owner: Owner) -> Iterator[Check]:
    """A proof; one that what was forged keeps from being made does not hold, and the others are made all the same."""
    try:
        yield from proof(owner)
    except Exception as error:  # of what somebody wrote past the program anything may come
        words = _("Non si può rifare: un atto dice quello che il programma non conosce (%(why)s).")
        yield Check(_("Prova degli atti"), "", holds=False, trouble=words % {"why": error or type(error).__name__})


def log_check(verification: Verification) -> Check:
    words = []
    if verification.first_broken:
        words.append(_("La riga %(number)d non torna.") % {"number": verification.first_broken})
    if verification.missing > 0:
        words.append(
            ngettext("Manca l’ultima riga.", "Mancano le ultime %(number)d righe.", verification.missing)
            % {"number": verification.missing}
        )
    if verification.missing < 0:
        words.append(
            ngettext("C’è una riga di troppo.", "Ci sono %(number)d righe di troppo.", -verification.missing)
            % {"number": -verification.missing}
        )
    what = ngettext("Registro, %(lines)d riga", "Registro, %(lines)d righe", verification.lines) % {
        "lines": verification.lines
    }
    return Check(what, verification.head, verification.holds, " ".join(words))


def clock_checks(verification: Verification) -> Iterator[Check]:
    """The lines that say an earlier moment than the line before: no forgery, where a clock was set back."""
    lines = verification.backwards
    if lines:
        words = ngettext(
            "La riga %(lines)s dice un’ora di prima della riga che la precede: l’orologio era stato spostato indietro.",
            "Le righe %(lines)s dicono un’ora di prima di chi le precede: l’orologio era stato spostato indietro.",
            len(lines),
        )
        shown = ", ".join(map(str, lines[:MOST_NAMED])) + (", …" if len(lines) > MOST_NAMED else "")
        yield Check(_("Ore del registro"), "", holds=True, trouble=words % {"lines": shown})


MOST_NAMED = 10


def _erasures(tournament: Tournament) -> Iterator[Check]:
    """What was erased, by whom and when: for each mark in a record one of these lines of the log must tell of it."""
    lines = LogEntry.objects.filter(tournament=tournament, action__in=ERASING).order_by("sequence")
    for line in lines.select_related("actor"):
        texts = line.data.get("texts", 0)
        words = ngettext(
            "Cancellazione n. %(number)s: %(texts)d testo, il %(when)s, da %(who)s",
            "Cancellazione n. %(number)s: %(texts)d testi, il %(when)s, da %(who)s",
            texts,
        )
        when = date_format(timezone.localtime(line.at), "d/m/Y")
        figures = {"number": line.data.get("erasure", ""), "texts": texts, "when": when, "who": line.actor}
        yield Check(words % figures, line.hash, holds=True)


# The fault of a record, and the number of records with it.
UNLIKE = {
    "changed": _lazy("%(record)s non è come fu registrato."),
    "unsealed": _lazy("%(record)s non fu registrato dal programma: il registro non lo conosce."),
    "gone": _lazy("%(record)s manca: il registro lo conosce."),
}


def seal_check(owner: Tournament | Federation, verification: Verification) -> Check:
    """The first record that differs from its seal, in words, and how many more there are."""
    unlike = list(records_unlike_seals(owner, verification.seals, verification.erased))
    words = []
    if unlike:
        name, how = unlike[0]
        words.append(UNLIKE[how] % {"record": record_called(name)})
    if len(unlike) > 1:
        words.append(
            ngettext("Con questo non torna %(number)d atto.", "Con questo non tornano %(number)d atti.", len(unlike))
            % {"number": len(unlike)}
        )
    what = _("Atti ufficiali, %(number)d con il sigillo") % {"number": len(verification.seals)}
    return Check(what, "", not unlike, " ".join(words))


def record_called(name: str) -> str:
    """The record's kind in words with its key: «punteggio 512»."""
    label, _colon, key = name.rpartition(":")
    try:
        kind = str(apps.get_model(label)._meta.verbose_name)
    except (LookupError, ValueError):  # a seal of something that never was
        return name
    return f"{kind[:1].upper()}{kind[1:]} {key}"


def _pairings(tournament: Tournament, *, afresh: bool) -> Iterator[Check]:
    published = Pairing.objects.filter(round__tournament=tournament).exclude(hash="")
    for pairing in published.select_related("round__tournament").order_by("round__number", "version"):
        verdict = verify_pairing(pairing, afresh=afresh)
        words = [] if verdict.hash_holds else [_("L’impronta ricalcolata è un’altra.")]
        words += [] if verdict.tables_follow else [_("Rifacendo il sorteggio escono altri tavoli.")]
        what = _("Abbinamento del turno %(round)d, versione %(version)d")
        yield Check(
            what % {"round": pairing.round.number, "version": pairing.version},
            pairing.hash,
            verdict.holds,
            " ".join(words),
        )


def _sittings(tournament: Tournament) -> Iterator[Check]:
    """Draws the tables of three and five once more from their inputs and seeds."""
    seats: dict[int, dict[int, list[int]]] = {}
    for seat in SittingSeat.objects.filter(sitting__tournament=tournament).select_related("entry"):
        seats.setdefault(seat.sitting_id, {}).setdefault(seat.table, []).append(seat.entry.number)
    for sitting in Sitting.objects.filter(tournament=tournament).order_by("number"):
        follows = _follows(sitting, [seats[sitting.pk][table] for table in sorted(seats.get(sitting.pk, {}))])
        words = "" if follows else _("Rifacendo il sorteggio escono altri tavoli.")
        yield Check(_("Sorteggio della tornata %(number)d") % {"number": sitting.number}, "", follows, words)


def _follows(sitting: Sitting, tables: Sequence[Sequence[int]]) -> bool:
    try:
        drawn_sitting = draw_sitting(SittingInputs.from_json(sitting.inputs), sitting.seed)
    except (ValueError, KeyError, TypeError):  # inputs that were tampered with need not be readable
        return False
    return [list(table) for table in drawn_sitting.tables] == tables and list(drawn_sitting.resting) == sitting.resting


def _deals(tournament: Tournament) -> Iterator[Check]:
    """Compares the secret of each version of the deals, and the deals opened, with their commitment; none is gone."""
    for deal_set in DealSet.objects.filter(tournament=tournament, kept__isnull=True):
        what = _("Smazzate, versione %(version)d") % {"version": deal_set.version}
        yield Check(what, deal_set.commitment, holds=False, trouble=_("Non c’è più il segreto di queste smazzate."))
    secrets = DealSecret.objects.filter(deal_set__tournament=tournament).select_related("deal_set")
    opened = DealsOpened.objects.filter(deal_set__tournament=tournament).select_related("deal_set")
    labelled: list[tuple[str, DealSecret | DealsOpened]] = []
    labelled += [(_("Smazzate, versione %(version)d"), secret) for secret in secrets.order_by("deal_set__version")]
    labelled += [(_("Smazzate aperte, versione %(version)d"), deals_opened) for deals_opened in opened]
    for what, secret in labelled:
        holds = is_committed_to(secret)
        words = "" if holds else _("Non sono quelle dell’impronta mostrata prima dell’inizio.")
        yield Check(what % {"version": secret.deal_set.version}, secret.deal_set.commitment, holds, words)


def _publications(tournament: Tournament) -> Iterator[Check]:
    for publication in Publication.objects.filter(tournament=tournament).select_related("stage", "tournament"):
        proof = verify_publication(publication)
        words = [] if proof.hash_holds else [_("L’impronta ricalcolata è un’altra.")]
        words += [] if proof.in_log else [_("Il registro non conosce questa impronta.")]
        what = _("Classifica n. %(number)d, %(kind)s") % {
            "number": publication.number,
            "kind": publication.get_kind_display(),
        }
        if proof.hash is Hash.SEALED:
            what = _("%(standings)s: senza i nomi cancellati la prova il sigillo, non più l’impronta") % {
                "standings": what
            }
        yield Check(what, publication.hash, proof.holds, " ".join(words), _made_under(proof.settings, tournament))


def _made_under(made: Mapping[str, Any], tournament: Tournament) -> str:
    """The settings of a publication, as its line of the log says them, and those that are others by now."""
    if not made:
        return ""
    now, called = settings_of(tournament), tournament._meta.get_field
    other = [str(called(name).verbose_name) for name in now if name in made and made[name] != now[name]]  # type: ignore[union-attr]
    if not other:
        return _("Fatta con: %(settings)s.") % {"settings": settings_in_words(made)}
    words = _("Fatta con: %(settings)s. Oggi sono altri: %(names)s.")
    return words % {"settings": settings_in_words(made), "names": ", ".join(other)}


def settings_in_words(made: Mapping[str, Any]) -> str:
    words = _(
        "scala %(scale)s, riposo %(vp)s VP e %(mp)s MP, ammonizioni per un VP: %(warnings)s, smazzate per turno: "
        "%(boards)s, codice %(rulebook)s %(edition)s"
    )
    return words % {
        "scale": made.get("vp_scale") or "–",
        "vp": made.get("bye_vp"),
        "mp": made.get("bye_mp"),
        "warnings": made.get("warnings_per_vp"),
        "boards": made.get("boards_per_round"),
        "rulebook": made.get("rulebook"),
        "edition": made.get("edition") or "–",
    }


def _remade(tournament: Tournament) -> Iterator[Check]:
    """Counts the last standings of each stage once more."""
    for publication in last_publications(tournament):
        now = rows_now(publication)
        words = "" if now is not None else _("Rifacendo i conti dagli atti di adesso escono altre cifre.")
        what = _("Conti della classifica n. %(number)d") % {"number": publication.number}
        yield Check(what, publication.hash, now is not None, words, _called_otherwise(publication, now or ()))


def _called_otherwise(publication: Publication, now: Iterable[Mapping[str, Any]]) -> str:
    """The names that were published and are others today: people and clubs are in no seal, and may be corrected."""
    other = [f"«{was}» → «{called}»" for was, called in names_unlike(publication.rows, now)]
    shown = ", ".join(other[:MOST_NAMED]) + (", …" if len(other) > MOST_NAMED else "")
    return _("Oggi si chiamano altrimenti: %(names)s.") % {"names": shown} if other else ""
