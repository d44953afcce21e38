"""The settings of a tournament: what its game and code fill in, what may still change and why the rest may not."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments.actions.base import Refused
from tournaments.games import GAMES, ONLINE, Game, GameId
from tournaments.models import BoardScore, Pairing, Round, Tournament
from tournaments.models.tournament import Accusa, Contest, Forma, Norme, options_of
from tournaments.scoring import rfc3797
from tournaments.scoring.victory_points import all_scales
from tournaments.setting_up.codes import Edition, edition_of, newest_edition

# Open until the tournament ends.
FREE = ("name", "federation", "place", "starts_on", "round_minutes", "is_public")
# What players are told before the start: fixed once tables are shown.
FIXED = (
    *("slug", "game", "rulebook", "forma", "norme", "accusa", "separe", "contest", "boards_per_round"),
    *("vp_scale", "bye_vp", "bye_mp", "warnings_per_vp", "lot_seed"),
)
SETTINGS = FREE + FIXED
# Rounds are drawn up for them.
FIXED_BY_A_DRAFT = frozenset({"contest", "boards_per_round", "lot_seed"})

_DEFAULTS: Mapping[str, Any] = {
    "game": GameId.TRESSETTE.value,
    "rulebook": "",
    "forma": Forma.DUPLICATO.value,
    "norme": Norme.MODERNE.value,
    "accusa": Accusa.CON.value,
    "separe": "",
    "contest": Contest.PAIRS.value,
    "vp_scale": "",
    "round_minutes": None,
    "bye_vp": None,
    "bye_mp": None,
    "warnings_per_vp": None,
    "is_public": False,
}


def completed(given: Mapping[str, Any], *, before: Tournament | None = None) -> dict[str, Any]:
    """The settings with what their game and code fill in; refused in words where they cannot be.

    before: the tournament they change; its figures follow the deals and the contest unless others are given.
    """
    unknown = given.keys() - set(SETTINGS)
    if unknown:
        raise TypeError(f"no settings: {sorted(unknown)}")
    settings: dict[str, Any] = {**_DEFAULTS, **given}
    _check_lot_seed(settings["lot_seed"])
    game = _game(settings["game"])
    edition = _edition(game, settings["rulebook"])
    if edition.rulebook.startswith(ONLINE):
        # Dealt afresh at every table; the constraint wants words that these rules do not have.
        settings |= {"forma": Forma.ORDINARIO.value, "norme": Norme.MODERNE.value}
        _check_online(settings["accusa"])
    options = {name: settings[name] for name in ("forma", "norme", "accusa", "separe")}
    settings |= options_of(game.id, **options)
    settings |= {"rulebook": edition.rulebook, "edition": edition.name}
    if before is not None and before.rulebook == edition.rulebook:
        settings["edition"] = before.edition
    return settings | _figures(game, settings, before)


def _figures(game: Game, settings: Mapping[str, Any], before: Tournament | None) -> dict[str, Any]:
    """Scale, minutes, rest and warnings: as given, else as the code has them for so many deals and such a contest."""
    own = own_figures(game, contest=settings["contest"], boards=settings["boards_per_round"])
    old = own_figures(before.rules, contest=before.contest, boards=before.boards_per_round) if before else {}
    found = {}
    for name, value in own.items():
        given = settings[name]
        follows = before is not None and given == getattr(before, name) == old[name]
        found[name] = value if given in (None, "") or follows else given
    found["vp_scale"] = _scale(found["vp_scale"])
    return found


def own_figures(game: Game, *, contest: str, boards: int) -> dict[str, Any]:
    """What the code of a game has for so many deals per round and such a contest."""
    is_team_burraco = game.by_fives and contest == Contest.TEAMS
    bye_vp, bye_mp = game.bye_otherwise if is_team_burraco else game.bye.get(boards, game.bye_otherwise)
    return {
        "vp_scale": "burraco-teams" if is_team_burraco else game.vp_scale,
        "round_minutes": game.minutes.get(boards),
        "bye_vp": bye_vp,
        "bye_mp": bye_mp,
        "warnings_per_vp": game.warnings_per_vp,
    }


def minutes_admitted(tournament: Tournament) -> range | None:
    """The minutes that the game's code admits for such a round; None where it says nothing."""
    rules = tournament.rules
    most = rules.minutes.get(tournament.boards_per_round)
    return None if most is None else range(most - rules.minutes_lowered_by, most + 1)


def check_minutes(tournament: Tournament, minutes: int | None) -> None:
    """Refuse a length that the code does not admit for a round; None is none chosen yet."""
    admitted = minutes_admitted(tournament)
    if admitted is None or minutes is None or minutes in admitted:
        return
    message = _("Questo turno dura %(most)d minuti; la direzione può abbassarli fino a %(least)d (art. 6).")
    raise Refused(message % {"most": admitted[-1], "least": admitted[0]})


_SHOWN = _lazy("I tavoli sono stati esposti: si gioca come annunciato.")
_SCORED = _lazy("Ci sono già dei punteggi: si gioca come annunciato.")
_ENTERED = _lazy("Ci sono già delle iscrizioni di questo tipo.")
_DRAWN = _lazy("C’è già un turno preparato così.")
_ENDED = _lazy("Il torneo è finito.")


def locks(tournament: Tournament) -> dict[str, Promise]:
    """Which settings may not change any more, each with why; four queries."""
    if tournament.has_ended:
        return dict.fromkeys(SETTINGS, _ENDED)
    states = set(Round.objects.filter(tournament=tournament).values_list("state", flat=True))
    once_shown = Pairing.objects.filter(round__tournament=tournament, published_at__isnull=False)
    if states - {Round.State.DRAFT.value} or once_shown.exists():
        return dict.fromkeys(FIXED, _SHOWN)
    if BoardScore.objects.filter(table__round__tournament=tournament).exists():
        return dict.fromkeys(FIXED, _SCORED)
    found: dict[str, Promise] = {}
    if tournament.entries.exists():
        found["contest"] = _ENTERED
    if states:
        found |= dict.fromkeys(FIXED_BY_A_DRAFT, _DRAWN)
    return found


def refuse_locked(tournament: Tournament, changed: Iterable[str]) -> None:
    """Refuse to change what may not change any more, with each reason once."""
    held = locks(tournament)
    # The edition's name goes with its id.
    reasons = {str(held[name]) for name in changed if name in held}
    if reasons:
        raise Refused(*sorted(reasons))


def values_of(tournament: Tournament) -> dict[str, Any]:
    """The settings as they are."""
    return {name: getattr(tournament, name) for name in SETTINGS}


def digest(tournament: Tournament) -> str:
    """A short text that is another one as soon as any setting is."""
    values = {name: str(value) for name, value in values_of(tournament).items()}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


def _game(game: str) -> Game:
    if game not in GAMES:
        raise Refused(_("Con questo gioco non si apre un torneo."))
    return GAMES[game]


def _edition(game: Game, rulebook: str) -> Edition:
    """The edition that the tournament will be played and judged under to its end."""
    try:
        edition = edition_of(rulebook) if rulebook else newest_edition(game.rulebook)
    except KeyError as error:
        raise Refused(_("Questo codice non c’è in questa installazione.")) from error
    if edition.game != game.id or not edition.rulebook.startswith(game.codes):
        raise Refused(_("Questo codice è di un altro gioco."))
    return edition


def _check_online(accusa: str) -> None:
    """Under the online rules an accusa is played or not: they know no declaration of it."""
    if accusa not in {Accusa.CON, Accusa.SENZA}:
        raise Refused(_("Con le regole in linea si gioca con l’accusa o senza."))


def _scale(vp_scale: str) -> str:
    if vp_scale not in all_scales():
        raise Refused(_("Questa scala di VP non esiste."))
    return vp_scale


def _check_lot_seed(lot_seed: str) -> None:
    try:
        rfc3797.key_string([lot_seed])
    except ValueError as error:
        raise Refused(_("Il seme dei sorteggi ha bisogno di lettere o cifre.")) from error
