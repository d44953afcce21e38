"""Rows that are kept say what they would say drawn now: whatever changes, whoever looks, in whichever language."""

import re
from collections.abc import Callable, Generator
from itertools import pairwise
from random import Random

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from hall.calls import queries
from hall.calls.actions import (
    arrive,
    ask_second,
    call_arbiter,
    come_as_second,
    hand_over_call,
    put_off_call,
    take_call,
)
from hall.calls.models import Call
from hall.clock.actions import give_extra_time
from hall.desk import views as desk_parts
from hall.grid import views as grid
from hall.seats import views as tables_parts
from pages import caches as kept_rows
from people.accounts.models import User
from records.log import write_line
from records.requests import Refused
from tests.factories import NOON, acting
from tests.pages.living import LIVE
from tests.world import KnownHandler
from tournaments.entries.models import Entry
from tournaments.rounds.models import Board, Table
from tournaments.scores.actions import annul_board, confirm_score, give_score, undo_score
from tournaments.scores.match_models import TableSlip
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament
from tournaments.standings import table as standings_table

pytestmark = pytest.mark.long

HERE = "/tornei/coppa-levante/"
PAGES = [
    f"{HERE}direzione/turni/1/",
    f"{HERE}turni/1/",
    f"{HERE}direzione/",
    f"{HERE}arbitraggio/",
    f"{HERE}chiamate/",
    f"{HERE}classifica/",
]
# What each answer makes anew.
ANEW = re.compile(r'(name="(?:csrfmiddlewaretoken|key)" value|data-live-mark)="[^"]*"')
STEPS = 10

Change = Callable[[Random, Tournament, list[User]], object]


@pytest.fixture(autouse=True)
def one_moment() -> Generator[None]:
    """«3 minuti fa» does not become four between the one look and the other."""
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def staff(dora: User, giulia: User, bruno: User, sara: User) -> list[User]:
    return [dora, giulia, bruno, sara]


@pytest.mark.parametrize("seed", range(3))
def test_kept_rows_say_what_fresh_ones_do(tournament: Tournament, staff: list[User], client_of, seed: int) -> None:
    chance = Random(seed)  # noqa: S311 the same story every time
    everybody = [in_language(client_of(user), user, code) for user in staff for code in ("it", "en")]
    for _step in range(STEPS):
        chance.choice(CHANGES)(chance, tournament, staff)
        # Whatever changes writes its line, and with it moves the version.
        write_line(tournament=tournament, actor=staff[0], at=NOON, action="proof", record="none", data={})
        shown = [seen(client) for client in everybody]
        assert shown == [seen_anew(client) for client in everybody]


def test_a_call_says_at_each_step_what_a_fresh_one_does(
    tournament: Tournament, client_of, dora: User, giulia: User, bruno: User
) -> None:
    table = tournament.rounds.get(number=1).tables.get(number=1)
    lookers = [in_language(client_of(user), user, code) for user in (dora, giulia, bruno) for code in ("it", "en")]
    steps: list[Callable[[Call], object]] = [
        lambda call: None,
        lambda call: call_arbiter(by=acting(giulia), table=table, reason="count"),
        lambda call: take_call(by=acting(giulia), call=call),
        lambda call: hand_over_call(by=acting(giulia), call=call, to=bruno),
        lambda call: arrive(by=acting(bruno), call=call),
        lambda call: ask_second(by=acting(bruno), call=call),
        lambda call: come_as_second(by=acting(giulia), call=call),
        lambda call: put_off_call(by=acting(bruno), call=call, minutes=5),
    ]
    call_arbiter(by=acting(giulia), table=table)
    shown: list[list[str]] = []
    for step in steps:
        step(Call.objects.get())
        shown.append([seen(client) for client in lookers])
        assert shown[-1] == [seen_anew(client) for client in lookers]
    assert [before != after for before, after in pairwise(shown)] == [True] * (len(steps) - 1)


def in_language(client: Client, user: User, code: str) -> Client:
    client.handler = KnownHandler(user)  # who has signed in is not read again for each of thousands of pages
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = code
    return client


def seen(client: Client) -> list[str]:
    """The pages as their browsers ask for them again; of some this person may see none."""
    answers = [client.get(page, headers=LIVE) for page in PAGES]
    return [ANEW.sub("", answer.content.decode()) for answer in answers if answer.status_code == 200]


def seen_anew(client: Client) -> list[str]:
    desk = desk_parts.KEPT, desk_parts.PARTS
    for kept in (kept_rows.KEPT, grid.READ, *desk, tables_parts.KEPT, queries.DRAWN_CALLS, standings_table.DRAWN):
        kept.clear()
    return seen(client)


# ---- what may change ---------------------------------------------------------


def a_place(chance: Random, tournament: Tournament) -> tuple[Table, Board, BoardScore | None]:
    round = tournament.rounds.get(number=1)
    table, board = chance.choice(list(round.tables.all())), chance.choice(list(round.boards.all()))
    return table, board, BoardScore.objects.current().filter(table=table, board=board).first()


def score_given(chance: Random, tournament: Tournament, staff: list[User]) -> None:
    table, board, current = a_place(chance, tournament)
    deck, seen = chance.randint(0, 11), current.version if current else 0
    points = {"points_a": deck, "points_b": 11 - deck, "accusa_a": 3 * chance.randint(0, 1), "accusa_b": 0}
    points["points_a"] += points["accusa_a"]
    by = acting(chance.choice(staff))
    give_score(by=by, table=table, board=board, expected_version=seen, reason="Riletto", **points)


def score_confirmed(chance: Random, tournament: Tournament, staff: list[User]) -> None:
    _table, _board, current = a_place(chance, tournament)
    if current:
        confirm_score(by=acting(chance.choice(staff)), score=current)


def score_undone(chance: Random, tournament: Tournament, staff: list[User]) -> None:
    _table, _board, current = a_place(chance, tournament)
    if current:
        undo_score(by=acting(current.given_by), score=current)


def board_annulled(chance: Random, tournament: Tournament, staff: list[User]) -> None:
    table, board, current = a_place(chance, tournament)
    seen = current.version if current else 0
    annul_board(
        by=acting(staff[1]), table=table, board=board, reference="Provvedimento n. 1", reason="", expected_version=seen
    )


def slip_sent(chance: Random, tournament: Tournament, staff: list[User]) -> None:
    table, board, _current = a_place(chance, tournament)
    version = TableSlip.objects.filter(table=table).count() + 1
    TableSlip.objects.filter(table=table).update(state="superseded")
    points, state = [[board.number, 7, 4, 0, 0]], chance.choice(["sent", "disputed"])
    TableSlip.objects.create(table=table, version=version, points=points, state=state, given_by_line="A", given_at=NOON)


def table_calls(chance: Random, tournament: Tournament, staff: list[User]) -> None:
    call_arbiter(by=acting(staff[2]), table=a_place(chance, tournament)[0])


def time_given(chance: Random, tournament: Tournament, staff: list[User]) -> None:
    table = a_place(chance, tournament)[0]
    give_extra_time(by=acting(staff[2]), table=table, minutes=chance.randint(1, 9), reason="Arbitro al tavolo")


def pair_renamed(chance: Random, tournament: Tournament, staff: list[User]) -> None:
    Entry.objects.filter(tournament=tournament, number=chance.randint(1, 4)).update(name=f"Coppia <{chance.random()}>")


def one_hand_or_two(chance: Random, tournament: Tournament, staff: list[User]) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(one_hand=chance.random() < 0.3)


def _if_allowed(change: Change) -> Change:
    """Some chances are refused: then nothing changed, and the rows are compared all the same."""

    def attempted(chance: Random, tournament: Tournament, staff: list[User]) -> None:
        tournament.refresh_from_db()
        try:
            change(chance, tournament, staff)
        except Refused:
            return

    return attempted


OFTEN = (score_given,) * 4 + (score_confirmed,) * 2
ONCE = (score_undone, board_annulled, slip_sent, table_calls, time_given, pair_renamed, one_hand_or_two)
CHANGES = [_if_allowed(one) for one in (*OFTEN, *ONCE)]
