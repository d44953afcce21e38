"""The hall at the desk: a tile for each table of the round being played, with its state in words."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings

from benchmarks.hall import hall
from hall.calls.models import Call
from hall.clock.models import ExtraTime, RoundClock
from hall.desk.tiles import Hall, Kind, hall_of
from people.accounts.models import User
from records.rights import MATRIX, Role
from tests import factories
from tests.asking import DESK, queries_of, source, text
from tests.factories import NOON
from tournaments.rounds.models import Round, Table
from tournaments.scores.match_models import TableSlip


def seen(round: Round, role: Role = Role.DIRECTOR, minutes: int = 0) -> Hall:
    return hall_of(round, MATRIX[role], NOON + timedelta(minutes=minutes))


def states(found: Hall) -> list[tuple[int, Kind, str, str]]:
    return [(one.number, one.kind, one.words, one.more) for one in found.tiles]


def score_all(table: Table, by: User, count: int | None = None, **fields: object) -> None:
    for board in table.round.boards.all()[:count]:
        factories.make_score(table, board, (7, 4), by, **fields)


def calling(table: Table, by: User, **fields: object) -> Call:
    return Call.objects.create(table=table, opened_by=by, opened_at=NOON, **fields)


def test_scores_make_the_state_of_a_table(round_1: Round, dora: User) -> None:
    first, second = round_1.tables.order_by("number")
    assert states(seen(round_1)) == [(1, "playing", "in gioco", ""), (2, "playing", "in gioco", "")]
    score_all(first, dora, 1)
    score_all(second, dora)
    assert states(seen(round_1)) == [
        (1, "missing", "manca 1", "1 da confermare"),
        (2, "pending", "2 da confermare", ""),
    ]


def test_a_call_is_told_with_its_minutes_and_who_goes(round_1: Round, dora: User, giulia: User) -> None:
    first, second = round_1.tables.order_by("number")
    calling(first, dora)
    calling(second, dora, owner=giulia, taken_at=NOON + timedelta(minutes=2))
    words = f"ci va {giulia.get_full_name()}, da 1′"
    expected = [(1, "calls", "chiama da 3′", "mancano 2"), (2, "taken", words, "mancano 2")]
    assert states(seen(round_1, minutes=4)) == expected
    assert next(one.words for one in seen(round_1).tiles) == "chiama adesso"
    assert [one.number for one in seen(round_1).urgent] == [1]


def test_a_call_taken_long_ago_wants_somebody_again(round_1: Round, dora: User, giulia: User) -> None:
    first, second = round_1.tables.order_by("number")
    name = giulia.get_full_name()
    calling(first, dora, owner=giulia, taken_at=NOON, arrived_at=NOON + timedelta(minutes=5))
    calling(second, dora, owner=giulia, taken_at=NOON, put_off_until=NOON + timedelta(minutes=20))
    put_off = (2, "taken", "rimandata alle 13:20", "mancano 2")
    assert states(seen(round_1, minutes=15)) == [(1, "taken", f"c’è {name}, da 9′", "mancano 2"), put_off]
    assert seen(round_1, minutes=15).urgent == []
    kept = (1, "kept", f"presa da {name} 15′ fa, ancora aperta", "mancano 2")
    assert states(seen(round_1, minutes=16)) == [kept, put_off]
    assert [one.number for one in seen(round_1, minutes=16).urgent] == [1]
    assert seen(round_1, minutes=16).counts[0] == (Kind.KEPT, "1 con l’arbitro da molto")


def test_a_table_that_wants_a_second_arbiter_calls_until_one_comes(
    round_1: Round, dora: User, giulia: User, bruno: User
) -> None:
    first, second = round_1.tables.order_by("number")
    going = {"owner": giulia, "taken_at": NOON, "second_asked_at": NOON + timedelta(minutes=2)}
    calling(first, dora, **going)
    calling(second, dora, second=bruno, **going)
    wants = (1, "calls", "vuole un secondo arbitro da 3′", "mancano 2")
    comes = (2, "taken", f"ci va {giulia.get_full_name()}, da 5′", "mancano 2")
    assert states(seen(round_1, minutes=6)) == [wants, comes]
    assert next(one.words for one in seen(round_1, minutes=2).tiles) == "vuole un secondo arbitro"
    assert [one.number for one in seen(round_1, minutes=6).urgent] == [1]


def test_a_call_leads_to_the_table_and_the_rest_to_the_grid(round_1: Round, dora: User) -> None:
    calling(round_1.tables.get(number=1), dora)
    here = "/tornei/coppa-levante/"
    grid = f"{here}direzione/turni/1/#row-"
    assert [one.href for one in seen(round_1).tiles] == [f"{here}turni/1/tavoli/1/", f"{grid}2"]
    # The scoring room sees no cases: for it a call is a row of the grid too.
    assert [one.href for one in seen(round_1, Role.SCORER).tiles] == [f"{grid}1", f"{grid}2"]


def test_after_the_time_a_table_is_late_save_who_got_more(round_1: Round, dora: User) -> None:
    first, second = round_1.tables.order_by("number")
    RoundClock.objects.create(round=round_1, minutes=40, started_at=NOON)
    ExtraTime.objects.create(table=second, minutes=5, reason="Chiamata lunga", given_by=dora, given_at=NOON)
    assert states(seen(round_1, minutes=40))[0] == (1, "playing", "in gioco", "")
    late = (1, "late", "in ritardo, mancano 2", "")
    assert states(seen(round_1, minutes=41)) == [late, (2, "extra", "tempo in più", "+5′ · mancano 2")]
    assert states(seen(round_1, minutes=46))[1] == (2, "late", "in ritardo, mancano 2", "+5′")
    score_all(first, dora)
    assert states(seen(round_1, minutes=46))[0] == (1, "pending", "2 da confermare", "")


def test_a_disputed_table_wants_somebody(round_1: Round) -> None:
    table = round_1.tables.get(number=2)
    TableSlip.objects.create(
        table=table, version=1, points=[], state=TableSlip.State.DISPUTED, given_by_line="A", given_at=NOON
    )
    found = seen(round_1)
    assert states(found)[1] == (2, "disputed", "contestato", "mancano 2")
    assert [one.number for one in found.urgent] == [2]
    assert found.counts == [(Kind.DISPUTED, "1 contestato"), (Kind.PLAYING, "1 in gioco")]


def test_who_rests_plays_nothing(round_1: Round) -> None:
    Table.objects.filter(round=round_1, number=2).update(line_b=None)
    assert states(seen(round_1))[1] == (2, "bye", "riposa", "")


@pytest.mark.parametrize("who", ["dora", "giulia", "bruno", "sara"])
def test_the_desk_shows_the_hall_to_all_of_the_staff(cast: dict[str, User], client_of, table: Table, who: str) -> None:
    page = source(client_of(cast[who]).get(DESK))
    assert 'id="tile-1"' in page and 'id="tile-2"' in page
    assert ("Prendo io" in page) is False


def test_without_a_round_being_played_there_is_no_hall(client_of, dora: User, tournament) -> None:
    Round.objects.update(state="closed")
    assert 'class="tile' not in source(client_of(dora).get(DESK))


def test_the_queue_of_calls_stands_on_the_desk_of_who_answers(client_of, dora: User, sara: User, table: Table) -> None:
    calling(table, dora)
    assert "Prendo io" in text(client_of(dora).get(DESK))
    page = text(client_of(sara).get(DESK))
    assert "Prendo io" not in page and "1 chiama" in page


def test_only_what_lives_is_sent_again(client_of, dora: User, table: Table) -> None:
    answer = source(client_of(dora).get(DESK, headers={"X-Live": "1"}))
    assert 'id="tile-1"' in answer and "Registro delle operazioni" not in answer


@pytest.mark.long
def test_the_desk_asks_the_same_however_many_tables_there_are(db: None, client_of) -> None:
    counts = []
    for pairs in (6, 202):
        tournament, director = hall(f"sala-{pairs}", pairs, 1, still_playing=pairs // 4)
        for table in tournament.rounds.get().tables.all()[: pairs // 3]:
            calling(table, director)
        client, desk = client_of(director), f"/tornei/sala-{pairs}/direzione/"
        counts.append(queries_of(client, desk))
    assert counts[0] == counts[1] <= 24


def test_every_state_of_a_tile_has_a_shape_of_its_own() -> None:
    css = (Path(settings.BASE_DIR) / "static/css/cockpit.css").read_text()
    signs = dict(re.findall(r'^\.is-(\w+) \{\n  --sign: url\("([^"]+)"\)', css, re.MULTILINE))
    assert set(signs) == set(Kind)
    assert len(set(signs.values())) == len(Kind)
