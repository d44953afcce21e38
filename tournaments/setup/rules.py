"""Which edition of a code a tournament is pinned to, and which it may be opened under.

The settings of a tournament: what its game and code fill in, what may still change and why the rest may not.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes import library, rfc3797
from codes.burraco.parameters import MATCH_OF_DEALS
from codes.figures import round_figures
from codes.format.model import Text
from codes.tressette_online.matches import RULEBOOK_ID as ONLINE
from codes.tressette_online.matches import matches
from codes.victory_points import all_scales
from records.requests import Refused
from tournaments.draw.models import Pairing
from tournaments.pairing.formulas import traits_of
from tournaments.planning.models import Formula, Stage
from tournaments.rounds.models import Round
from tournaments.scores.models import BoardScore
from tournaments.setup.games import GAMES, SILENT_BYE, Game, GameId
from tournaments.setup.models import Accusa, Contest, Forma, Norme, OnlineKind, Tournament, match_kind, options_of
from tournaments.standings.models import Sitting


class Edition(NamedTuple):
    """One edition of one code: its id, the name of the edition, the game it is written for."""

    rulebook: str
    name: str
    game: str


def newest_edition(rulebook: str) -> Edition:
    """The latest edition of the code that begins with that one. Raises KeyError for an unknown code."""
    return Edition(*library.newest_edition(rulebook))


def edition_of(rulebook: str) -> Edition:
    """The edition with that very id. Raises KeyError for an unknown one."""
    return Edition(*library.edition(rulebook))


class OfferedEdition(NamedTuple):
    """An edition that a tournament may be opened under, with the titles of its code by language."""

    rulebook: str
    name: str
    game: str
    title: Text


def offered_editions(game: str) -> list[OfferedEdition]:
    """Every edition written for that game, each code's newest first."""
    return [
        offered_edition
        for offered_edition in (OfferedEdition(*row) for row in library.offered())
        if offered_edition.game == game
    ]


# Open until the tournament ends.
FREE = ("name", "federation", "place", "starts_on", "round_minutes", "is_public", "appeal_minutes", "appeal_deposit")
# Who puts in force what weighs.
CONFIRMED = ("single_arbiter", "confirm_expulsion", "confirm_deferral", "confirm_vp")
# What players are told before the start: fixed once tables are shown.
FIXED = (
    *("slug", "game", "rulebook", "forma", "norme", "accusa", "separe", "match_kind", "contest", "boards_per_round"),
    *("vp_scale", "bye_vp", "bye_mp", "warnings_per_vp", "lot_seed"),
)
# Whether scores count as one person gives them.
HANDS = ("one_hand",)
# What is ticked or not: unticked is as it was before anybody was asked.
SWITCHES = CONFIRMED + HANDS
SETTINGS = FREE + SWITCHES + FIXED
# Of a stage, what only some Mitchells can have.
MOVEMENT = ("boards_move", "rover", "switched_rounds")
# Rounds are drawn up for them.
FIXED_BY_A_DRAFT = frozenset({"contest", "boards_per_round", "lot_seed"})
# Tables of three and five are drawn by them.
FIXED_BY_A_SITTING = frozenset({"game", "contest", "lot_seed"})

_DEFAULTS: Mapping[str, Any] = {
    "game": GameId.TRESSETTE.value,
    "rulebook": "",
    "forma": Forma.DUPLICATO.value,
    "norme": Norme.MODERNE.value,
    "accusa": Accusa.CON.value,
    "separe": "",
    "match_kind": "",
    "contest": Contest.PAIRS.value,
    "vp_scale": "",
    "round_minutes": None,
    "bye_vp": None,
    "bye_mp": None,
    "warnings_per_vp": None,
    "is_public": False,
    **dict.fromkeys(SWITCHES),
    "appeal_minutes": None,
    "appeal_deposit": None,
}


def completed_settings(chosen: Mapping[str, Any], *, before: Tournament | None = None) -> dict[str, Any]:
    """The settings with what their game and code fill in; refused in words where they cannot be.

    before: the tournament they change; its figures follow the deals and the contest unless others are given.
    """
    unknown = chosen.keys() - set(SETTINGS)
    if unknown:
        raise TypeError(f"no settings: {sorted(unknown)}")
    settings: dict[str, Any] = {**_DEFAULTS, **chosen}
    _check_lot_seed(settings["lot_seed"])
    game = _game(settings["game"])
    edition = _edition(game, settings["rulebook"])
    if edition.rulebook.startswith(ONLINE):
        # Dealt afresh at every table; the constraint wants words that these rules do not have.
        settings |= {"forma": Forma.ORDINARIO.value, "norme": Norme.MODERNE.value}
        settings["match_kind"] = settings["match_kind"] or OnlineKind.BOARDS.value
        _check_online(settings["match_kind"], settings["accusa"])
    else:
        settings["match_kind"] = ""
    options = {name: settings[name] for name in ("forma", "norme", "accusa", "separe")}
    settings |= options_of(game.id, **options)
    settings |= {"rulebook": edition.rulebook, "edition": edition.name}
    # Pinned when the tournament was opened.
    if before is not None and before.rulebook == edition.rulebook:
        settings["edition"] = before.edition
    return settings | _figures(game, settings, before)


def _figures(game: Game, settings: Mapping[str, Any], before: Tournament | None) -> dict[str, Any]:
    """Scale, minutes, rest and warnings: as given, else as the code has them for so many deals and such a contest."""
    own = own_figures(game, settings["rulebook"], contest=settings["contest"], boards=settings["boards_per_round"])
    old = _figures_of(before) if before else {}
    values = {}
    for name, value in own.items():
        setting = settings[name]
        # The code's own figure follows the deals and the contest; one changed by hand stays (decision 20).
        follows = before is not None and setting == getattr(before, name) == old[name]
        values[name] = value if setting in (None, "") or follows else setting
    values["vp_scale"] = _scale(values["vp_scale"])
    return values


def own_figures(game: Game, rulebook: str, *, contest: str, boards: int) -> dict[str, Any]:
    """What a code of the game has for so many deals per round and such a contest."""
    fixed, deals, match = round_figures(rulebook), MATCH_OF_DEALS.get(boards), match_kind(contest, boards)
    bye = fixed.byes.get(match) if match else None
    return {
        "vp_scale": game.team_vp_scale if contest == Contest.TEAMS else game.vp_scale,
        # Teams play as long as pairs do: art. 6 goes by the deals alone.
        "round_minutes": fixed.minutes.get(deals) if deals else None,
        "bye_vp": bye.vp if bye else SILENT_BYE[0],
        "bye_mp": bye.mp if bye else SILENT_BYE[1],
        "warnings_per_vp": fixed.warnings_per_vp,
    }


def _figures_of(tournament: Tournament) -> dict[str, Any]:
    return own_figures(
        tournament.rules,
        tournament.rulebook,
        contest=tournament.contest,
        boards=tournament.boards_per_round,
    )


def minutes_admitted(tournament: Tournament) -> range | None:
    """The minutes that the game's code admits for such a round; None where it says nothing."""
    fixed, match = round_figures(tournament.rulebook), MATCH_OF_DEALS.get(tournament.boards_per_round)
    most = fixed.minutes.get(match) if match else None
    return None if most is None else range(most - fixed.minutes_lowered_by, most + 1)


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
_SEATED = _lazy("C’è già una tornata di tavoli sorteggiata così.")
_ENDED = _lazy("Il torneo è finito.")


def locked_settings(tournament: Tournament) -> dict[str, Promise]:
    """Which settings may not change any more, each with why; five queries."""
    if tournament.has_ended:
        return dict.fromkeys(SETTINGS, _ENDED)
    states = set(Round.objects.filter(tournament=tournament).values_list("state", flat=True))
    # Tables that were taken back leave only a draft, and have been shown all the same.
    once_shown = Pairing.objects.filter(round__tournament=tournament, published_at__isnull=False)
    if states - {Round.State.DRAFT.value} or once_shown.exists():
        return dict.fromkeys(FIXED, _SHOWN)
    if BoardScore.objects.filter(table__round__tournament=tournament).exists():
        return dict.fromkeys(FIXED, _SCORED)
    reasons: dict[str, Promise] = {}
    if tournament.entries.exists():
        reasons["contest"] = _ENTERED
    if states:
        reasons |= dict.fromkeys(FIXED_BY_A_DRAFT, _DRAWN)
    if tournament.members_per_entry == (1, 1) and Sitting.objects.filter(tournament=tournament).exists():
        reasons |= dict.fromkeys(FIXED_BY_A_SITTING, _SEATED)
    return reasons


def refuse_locked(tournament: Tournament, changed: Iterable[str]) -> None:
    """Refuse to change what may not change any more, with each reason once."""
    locked = locked_settings(tournament)
    # The edition's name goes with its id.
    reasons = {str(locked[name]) for name in changed if name in locked}
    if reasons:
        raise Refused(*sorted(reasons))


def values_of(tournament: Tournament) -> dict[str, Any]:
    return {name: getattr(tournament, name) for name in SETTINGS}


def settings_digest(tournament: Tournament) -> str:
    """A short text that is another one as soon as any setting is."""
    values = {name: str(value) for name, value in values_of(tournament).items()}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


def _game(game: str) -> Game:
    if game not in GAMES:
        raise Refused(_("Con questo gioco non si apre un torneo."))
    return GAMES[game]


def _edition(game: Game, rulebook: str) -> Edition:
    try:
        edition = edition_of(rulebook) if rulebook else newest_edition(game.rulebook)
    except KeyError as error:
        raise Refused(_("Questo codice non c’è in questa installazione.")) from error
    if edition.game != game.id:
        raise Refused(_("Questo codice è di un altro gioco."))
    return edition


def fits(formula: str, contest: str) -> bool:
    """Whether those who enter can play by it: partners change only for single players, and these sit four at a table.

    Tables that the director puts together fit everybody.
    """
    traits = traits_of(formula)
    return traits.seats_four if contest == Contest.INDIVIDUAL else not traits.changes_partners


def check_fits(formula: str, contest: str) -> None:
    """Refuse a formula by which those who enter cannot play, when it is chosen."""
    if fits(formula, contest):
        return
    if contest != Contest.INDIVIDUAL:
        raise Refused(_("Il compagno cambia a ogni turno solo nel torneo individuale giallo."))
    admitted = ", ".join(str(label) for value, label in Formula.choices if fits(value, contest))
    raise Refused(
        _("Con questa formula quattro giocatori singoli non siedono a un tavolo. Nel torneo giallo: %(formulas)s.")
        % {"formulas": admitted}
    )


def check_movement(stage: Stage, *, only: Collection[str] | None = None) -> None:
    """Refuse boards that go round, a rover, or lines that change directions, where no Mitchell could have them.

    only: what is being changed. What is not, a stage keeps, though the tournament has become another since: nothing
    asks for it then.
    """
    names = set(MOVEMENT)
    if only is not None and "formula" not in only:
        names &= {*only, "switched_rounds"} if _switches(stage) and "rounds_planned" in only else set(only)
    if faults := [words for name, words in movement_faults(stage).items() if name in names]:
        raise Refused(*faults)


def _switches(stage: Stage) -> bool:
    return stage.may_rove and stage.tournament.is_duplicate


def movement_faults(stage: Stage) -> dict[str, str]:
    """By field what of a movement the stage cannot have."""
    faults = {}
    if stage.boards_move and not (stage.traits.keeps_numbers and stage.tournament.is_duplicate):
        faults["boards_move"] = _("Le smazzate girano solo col Mitchell del gioco duplicato.")
    if stage.rover and not stage.may_rove:
        faults["rover"] = _("Il rover c’è solo nel Mitchell, e non fra squadre.")
    if stage.switched_rounds and not _switches(stage):
        faults["switched_rounds"] = _("Le linee si scambiano solo nel Mitchell del gioco duplicato, e non fra squadre.")
    elif stage.switched_rounds and stage.switched_rounds >= stage.rounds_planned:
        words = _("I turni a linee scambiate sono meno dei %(n)d previsti: di solito %(usual)d.")
        usual = usual_switch(stage.rounds_planned)
        faults["switched_rounds"] = words % {"n": stage.rounds_planned, "usual": usual}
    return faults


def stages_unfit(tournament: Tournament) -> dict[str, str]:
    """What its stages cannot have or be with the settings as they are, by stage and field, in words."""
    unfit = {}
    for stage in tournament.stages.order_by("number"):
        stage.tournament = tournament
        faults = movement_faults(stage)
        if not fits(stage.formula, tournament.contest):
            faults["formula"] = _("La formula non va con questo tipo di torneo.")
        for field, words in faults.items():
            reason = _("Fase «%(stage)s»: %(why)s Cambia prima la fase.") % {"stage": stage.name, "why": words}
            unfit[f"{stage.pk}.{field}"] = reason
    return unfit


def usual_switch(rounds: int) -> int:
    """In how many rounds the lines usually exchange their directions: about an eighth of them, one at least."""
    return max(1, (rounds + 4) // 8)


def _check_online(match_kind: str, accusa: str) -> None:
    # The online rules know no declaration of the accusa: it is played or not.
    if accusa not in {Accusa.CON, Accusa.SENZA}:
        raise Refused(_("Con le regole in linea si gioca con l’accusa o senza."))
    if match_kind not in OnlineKind.values:
        raise Refused(_("Questo tipo di partita non esiste."))
    if accusa == Accusa.CON and not matches().kind(match_kind).accusa:
        raise Refused(_("A perdere si gioca senza accusa (regola 16)."))


def _scale(vp_scale: str) -> str:
    if vp_scale not in all_scales():
        raise Refused(_("Questa scala di VP non esiste."))
    return vp_scale


def _check_lot_seed(lot_seed: str) -> None:
    try:
        rfc3797.key_string([lot_seed])
    except ValueError as error:
        raise Refused(_("Il seme dei sorteggi ha bisogno di lettere o cifre.")) from error
