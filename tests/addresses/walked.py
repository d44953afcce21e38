"""The world that is walked: of everything that must not be read somewhere there is something to be read.

Somebody erased (Anna Conti and Rita Fontana, whose names nobody else bears), a minor (Luca Serra), warnings, cards of
boards that somebody has still to play, seeds and hashes in the log; and, made last, fifty persons in a tournament that
is not public.
"""

from contextlib import AbstractContextManager
from datetime import date
from typing import Any

import time_machine
from django.contrib.auth.models import Permission
from django.core.management import call_command

from codes.tressette.deals import deals_text, dealt
from people.accounts.models import Club, Player, User
from records.log import write_line
from records.rights import Role
from referee.arbitral_scores.actions import set_arbitral_score
from referee.arbitral_scores.score import Choice
from referee.cases.actions import Answers, answer, open_case
from referee.cases.models import Case
from referee.rulings.actions import decide
from tests import factories
from tests.factories import NOON, acting, sealed
from tests.federation.shown import go_to_the_judge, receive_something
from tests.keeping.erasing.erased import erase
from tests.published import publish_something, publish_with_warnings
from tests.world import BY_EAST, CASES, World, make_played, with_a_board_over
from tournaments.appeals.actions import file_appeal, withdraw_appeal
from tournaments.appeals.models import Appeal
from tournaments.entries.actions import change_entry
from tournaments.entries.models import Entry, EntryMember
from tournaments.rounds.models import Board, Table
from tournaments.setup.models import Tournament

SCORED, HALF_ANSWERED = 6, 7
MINOR, ERASED = "Serra", ("Conti", "Fontana")
SALT = "sale che nessuno deve leggere"
ONE_SUIT = "32ARCD7654"
SLUG, TITLE, PLACE = "canarino-riservato", "Trofeo Canarinvisibile", "Canaropoli"
CLUB, WORDS = "Circolo Canargento", "Motivo canarsegreto"
SYLLABLES = "ba ce di fo gu la me ni po ru".split()
# Invented, each once, of no name that anybody else has.
SURNAMES = [f"Canar{SYLLABLES[n // 10]}{SYLLABLES[n % 10]}x" for n in range(50)]


def at_noon() -> AbstractContextManager[Any]:
    """The world's own moment: what is asked twice is answered twice the same."""
    return time_machine.travel(NOON, tick=False)


def make_walked() -> World:
    """The world of every address (`tests/world.py`) with all of this but the tournament that is not public."""
    with at_noon():
        world = make_played()
        _call_the_others_otherwise(world)
        _keep_deals(world)
        _tell_of_a_draw(world)
        _score_another(world.tournament, bruno=world.people["bruno"])
        _play_elsewhere(world)
        publish_with_warnings(world.tournament, world.people["dora"])
        _erase(world)
        _seat_giulia(world)
        world = with_a_board_over(world)
        receive_something(world.tournament, olga=world.people["olga"])
        go_to_the_judge(world.tournament, gemma=world.people["gemma"], dora=world.people["dora"])
        call_command("index_archive", verbosity=0)
    return world


def _call_the_others_otherwise(world: World) -> None:
    for one in (world.other, world.burraco):
        for entry in Entry.objects.filter(tournament=one):
            for member in entry.members.all():
                Player.objects.filter(pk=member.player_id).update(last_name=f"Altrove{entry.number}{member.position}")
            Entry.objects.filter(pk=entry.pk).update(name=f"Altrove{entry.number}")


def _keep_deals(world: World) -> None:
    """Board 1 is being played, and the cases are about it; board 3 is of a round that has not begun."""
    one_suit = f'[Deal "N:{ONE_SUIT}... .{ONE_SUIT}.. ..{ONE_SUIT}. ...{ONE_SUIT}"]\n'
    between = deals_text([dealt("altrove", 2)])
    text = f'[Board "1"]\n{one_suit}{between}[Board "3"]\n{one_suit}'
    factories.make_deals(world.tournament, world.people["dora"], text=text, seed=SALT)


def _tell_of_a_draw(world: World) -> None:
    tournament, round = world.tournament, world.tournament.rounds.get(number=2)
    drawn = {"round": 2, "pairing_version": 1, "seed": f"{tournament.lot_seed} – 2.1"}
    for action, data in (("draw_round", drawn), ("publish_round", {"state": "published", "hash": "5eed" * 16})):
        write_line(tournament=tournament, actor=world.people["dora"], at=NOON, action=action, record=round, data=data)


def rule(table: Table, board: Board, arbiter: User, *, which: int = 0, reason: str = "As seen") -> Case:
    procedure, facts, details = CASES[which]
    case = open_case(by=acting(arbiter), table=table, board=board)
    told = Answers(procedure=procedure, responsible="N", detected=BY_EAST, facts=facts)
    case = answer(by=acting(arbiter), case=case, expected_version=1, answers=told)
    more = {"details": details} if details else {}
    decide(by=acting(arbiter), case=case, expected_version=case.version, reason=reason, **more)
    case.refresh_from_db()
    return case


def _score_another(tournament: Tournament, *, bruno: User) -> None:
    """A board that other tables decide: annulled at the second one, scored as at the first; a draft half answered."""
    first, second = tournament.rounds.get(number=1).tables.order_by("number")
    board = tournament.boards.get(number=2)
    factories.make_score(first, board, (5, 6), bruno)
    case = rule(second, board, bruno, which=2)
    by = acting(bruno)
    set_arbitral_score(by=by, case=case, expected_version=case.version, score_version=1, choice=Choice())
    draft = open_case(by=acting(bruno), table=second, board=board)
    answer(by=acting(bruno), case=draft, expected_version=1, answers=Answers(procedure="carte-esposte"))


def _play_elsewhere(world: World) -> None:
    """The other tournament has a ruling, and standings that somebody published."""
    first = world.other.rounds.get(number=1)
    rule(first.tables.get(number=1), first.boards.earliest("number"), world.people["ettore"], reason="Così")
    factories.give_role(world.people["ivo"], world.other, Role.DIRECTOR)
    publish_something(world.other, world.people["ivo"])


def _erase(world: World) -> None:
    """Two whom standings, rulings and lines name, after that; an appeal would forbid it, and another is filed later."""
    tournament, ivo = world.tournament, world.people["ivo"]
    charged = ("add_erasure", "add_personalexport")
    ivo.user_permissions.add(*Permission.objects.filter(codename__in=charged))
    sealed(tournament)
    for appeal in Appeal.objects.filter(tournament=tournament, state="open"):
        member = appeal.entry.members.first()
        withdraw_appeal(by=acting(world.people["giulia"]), appeal=appeal, member=member, reason="Anna Conti ci ripensa")
    entry = tournament.entries.get(number=1)
    change_entry(by=acting(world.people["dora"]), entry=entry, name="Le Conti e Serra", category="", fixed_table=None)
    Player.objects.filter(last_name=MINOR).update(minor_until=date(2028, 5, 6))
    for name in ERASED:
        erase(User.objects.get(pk=ivo.pk), Player.objects.get(last_name=name))
    file_appeal(
        by=acting(world.people["dora"]), entry=tournament.entries.get(number=3), against="standings:2:1", grounds="Late"
    )


def _seat_giulia(world: World) -> None:
    """She rules, and is a player of pair 2 too."""
    plays = Player.objects.create(first_name="Giulia", last_name="Marchi", account=world.people["giulia"])
    EntryMember.objects.create(entry=world.tournament.entries.get(number=2), player=plays, position=3)


def make_canaries(world: World) -> Tournament:
    """Everything that a tournament has, not public: pairs, a round, scores, a ruling, standings, an appeal, a prize."""
    ettore = world.people["ettore"]
    made = factories.make_tournament(SLUG, name=TITLE, place=PLACE, is_public=False)
    for role, name in ((Role.DIRECTOR, "ettore"), (Role.CHIEF_ARBITER, "ivo")):
        factories.give_role(world.people[name], made, role)
    club = Club.objects.create(federation=made.federation, name=CLUB, town=PLACE)
    names = [f"Canarina {one}" for one in SURNAMES]
    pairs = [factories.make_entry(made, n + 1, names[2 * n : 2 * n + 2]) for n in range(25)]
    Player.objects.filter(last_name__in=SURNAMES).update(club=club, federation=made.federation)
    for number, surname in enumerate(SURNAMES):
        factories.make_member(made.federation, f"99{number:02}", f"Canarina {surname}", club_name=CLUB)
    round = factories.make_round(made, 1, [*zip(pairs[:24:2], pairs[1:24:2], strict=True), (pairs[24], None)])
    table, board = round.tables.get(number=1), round.boards.get(number=1)
    factories.make_score(table, board, (7, 4), ettore)
    rule(table, board, world.people["ivo"], reason=WORDS)
    publish_something(made, ettore)
    call_command("index_archive", verbosity=0)
    return made
