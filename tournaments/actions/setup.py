"""Setting up a tournament: the tournament itself, who runs it."""

from datetime import date

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from tournaments.actions.base import Actor, Refused, action, require, save_checked
from tournaments.codes import Edition, edition_of, newest_edition
from tournaments.games import GAMES, ONLINE, Game, GameId
from tournaments.log import write_line
from tournaments.models import Federation, Membership, Tournament, User
from tournaments.models.tournament import Accusa, Forma, Norme, options_of
from tournaments.permissions import Right, Role
from tournaments.scoring import rfc3797
from tournaments.scoring.victory_points import all_scales

# What the log keeps of a new tournament, beside its options.
FIXED_AT_THE_START = ("slug", "name", "boards_per_round", "vp_scale", "lot_seed", "game", "rulebook", "edition")


@action
def create_tournament(
    *,
    by: Actor,
    slug: str,
    name: str,
    federation: Federation,
    place: str,
    starts_on: date,
    boards_per_round: int,
    lot_seed: str,
    game: str = GameId.TRESSETTE,
    forma: str = "duplicato",
    norme: str = "moderne",
    accusa: str = "con-accusa",
    separe: str = "",
    rulebook: str = "",
    vp_scale: str = "",
    is_public: bool = False,
) -> Tournament:
    """Create a tournament with its seed for the lots; who creates it directs it.

    Code and scale are those of the game unless others are named; of the options, those of another game are left out.
    The code is pinned to an edition: the one named, else the newest there is today.
    """
    if not by.user.has_perm("tournaments.add_tournament"):
        raise PermissionDenied("add_tournament")
    _check_lot_seed(lot_seed)
    played = _game(game)
    edition = _edition(played, rulebook)
    if edition.rulebook.startswith(ONLINE):
        # Dealt afresh at every table; the constraint wants words that these rules do not have.
        forma, norme = Forma.ORDINARIO.value, Norme.MODERNE.value
        _check_online(edition, accusa)
    options = options_of(game, forma=forma, norme=norme, accusa=accusa, separe=separe)
    bye_vp, bye_mp = played.bye.get(boards_per_round, played.bye_otherwise)
    tournament = Tournament(
        slug=slug,
        name=name,
        federation=federation,
        place=place,
        starts_on=starts_on,
        rulebook=edition.rulebook,
        edition=edition.name,
        game=game,
        **options,
        boards_per_round=boards_per_round,
        vp_scale=_scale(vp_scale or played.vp_scale),
        round_minutes=played.minutes.get(boards_per_round),
        bye_vp=bye_vp,
        bye_mp=bye_mp,
        warnings_per_vp=played.warnings_per_vp,
        lot_seed=lot_seed,
        is_public=is_public,
    )
    save_checked(tournament)
    save_checked(Membership(user=by.user, tournament=tournament, role=Role.DIRECTOR))
    fixed = {field: getattr(tournament, field) for field in FIXED_AT_THE_START}
    _log(tournament, by=by, action_name="create_tournament", record=tournament, **fixed, **tournament.options)
    return tournament


@action
def set_membership(*, by: Actor, tournament: Tournament, user: User, role: Role) -> Membership:
    """Give a user a role in the tournament, in place of the one they had."""
    require(by, tournament, Right.MANAGE_STAFF)
    membership = Membership.objects.filter(tournament=tournament, user=user).first()
    before = membership.role if membership else ""
    if before == Role.DIRECTOR and role != Role.DIRECTOR:
        _keep_a_director(tournament, leaving=user)
    membership = membership or Membership(tournament=tournament, user=user)
    membership.role = role.value
    save_checked(membership)
    data = {"user": user.pk, "role": role.value, "before": before}
    _log(tournament, by=by, action_name="set_membership", record=membership, **data)
    return membership


def _keep_a_director(tournament: Tournament, *, leaving: User) -> None:
    """Without a director nobody could give tasks any more."""
    directors = Membership.objects.filter(tournament=tournament, role=Role.DIRECTOR)
    if not directors.exclude(user=leaving).exists():
        raise Refused(_("Il torneo resterebbe senza direttore: prima nominane un altro."))


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


def _check_online(edition: Edition, accusa: str) -> None:
    """Under the online rules an accusa is played or not: they know no declaration of it."""
    if edition.rulebook.startswith(ONLINE) and accusa not in {Accusa.CON, Accusa.SENZA}:
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


def _log(
    tournament: Tournament, *, by: Actor, action_name: str, record: Tournament | Membership, **data: object
) -> None:
    write_line(tournament=tournament, actor=by.user, at=by.at, action=action_name, record=record, data=data)
