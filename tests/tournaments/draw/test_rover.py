"""A rover in a tournament: who rests, which boards are played, what cannot be, and that the record draws it again."""

import pytest
from django.test import Client

from people.accounts.models import User
from records.requests import Refused
from tests.asking import DESK, TOURNAMENT, seen_on, send, text
from tests.factories import acting, make_entry
from tests.tournaments.draw.by_formula import in_force, lines, next_round, staged
from tournaments.check_in.actions import withdraw
from tournaments.draw.actions import Ground, change_pairing, withdraw_pairing
from tournaments.draw.inputs import inputs_of
from tournaments.draw.queries import verify
from tournaments.pairing.records import Change
from tournaments.planning.actions import change_tournament
from tournaments.planning.models import Stage
from tournaments.planning.stage_actions import change_stage
from tournaments.rounds.actions import publish_round
from tournaments.rounds.models import Board, Round, Table
from tournaments.setup.models import Tournament
from tournaments.setup.rules import settings_digest

STAGE = DESK + "fasi/1/"
Hall = tuple[Tournament, User]


def mitchell(entries: int, rounds: int, **fields: object) -> Hall:
    return staged("mitchell", entries, rounds_planned=rounds, **({"boards_move": True, "rover": "a"} | fields))


def play_all(tournament: Tournament, by: User) -> Round:
    """A round to its end; nobody here asks for its scores."""
    round = next_round(tournament, by)
    publish_round(by=acting(by), round=round)
    Round.objects.filter(pk=round.pk).update(state=Round.State.CLOSED)
    return round


def resting(round: Round) -> list[int]:
    return [a for a, b in lines(round) if b is None]


@pytest.mark.long
@pytest.mark.parametrize("line", ["a", "b"])
@pytest.mark.parametrize(("entries", "rounds"), [(11, 5), (13, 4), (9, 4), (19, 8)])
def test_a_whole_movement_brings_nothing_back(db, entries: int, rounds: int, line: str) -> None:
    tournament, dora = mitchell(entries, rounds, rover=line)
    tables = entries // 2
    rounds_played = [play_all(tournament, dora) for _number in range(rounds)]
    rests = [resting(round) for round in rounds_played]
    had = [
        (entry, board)
        for table in Table.objects.filter(line_b__isnull=False).select_related("board_set")
        for board in table.board_set.boards.all()
        for entry in (table.line_a_id, table.line_b_id)
    ]
    met = [frozenset(pair) for round in rounds_played for pair in lines(round) if pair[1]]
    assert [len(one) for one in rests] == [1] * rounds
    assert len({*map(tuple, rests)}) == rounds
    assert len(set(had)) == len(had) == rounds * tables * 2 * tournament.boards_per_round
    assert len(set(met)) == len(met) == rounds * tables
    assert Board.objects.count() == tables * tournament.boards_per_round
    assert all(verify(in_force(round)).holds for round in rounds_played)


@pytest.mark.long
def test_those_with_a_table_keep_it_but_for_the_round_they_rest(db) -> None:
    tournament, dora = mitchell(11, 5)
    rover = resting(play_all(tournament, dora))[0]
    fixed = [a for a, _b in lines(Round.objects.get())][:5]
    for number in range(2, 6):
        round = play_all(tournament, dora)
        here = [a for a, b in lines(round) if b]
        assert [rover if entry in resting(round) else entry for entry in fixed] == here, number


def test_the_calendar_says_who_rests_in_each_round(client_of, db) -> None:
    tournament, dora = mitchell(7, 2)
    play_all(tournament, dora)
    shown = text(client_of(dora).get(f"{TOURNAMENT}calendario/"))
    assert (shown.count("riposa"), shown.count("gioca il rover")) == (2, 1)
    round = next_round(tournament, dora)
    told = text(client_of(dora).get(f"{DESK}turni/2/abbinamento/"))
    who, instead = tournament.entries.get(number=7), tournament.entries.get(number=resting(round)[0])
    assert f"{who}, il rover, siede al posto di {instead}: riposa {instead}." in told
    assert text(client_of(dora).get(f"{TOURNAMENT}calendario/")).count("riposa") == 1  # a draft is nobody's yet


def test_groups_have_a_rover_each_and_their_own_boards(db) -> None:
    tournament, dora = mitchell(14, 3, rover="a")
    stage = tournament.stages.get()
    for name, numbers in (("A", range(1, 8)), ("B", range(8, 15))):
        group = stage.groups.create(number=1 + (name == "B"), name=name)
        for number in numbers:
            group.places.create(entry=tournament.entries.get(number=number), seed=number)
    stage.rounds_planned = 2  # three tables each: a rover lasts two rounds
    stage.save()
    first, second = play_all(tournament, dora), play_all(tournament, dora)
    for round in (first, second):
        tables = {table.number: table.board_set for table in round.tables.select_related("board_set")}
        assert sorted(tables) == [1, 2, 3, 4, 5, 6, 7, 8]
        assert [number for number, boards in tables.items() if boards is None] == [4, 8]
        assert len({boards.pk for boards in tables.values() if boards}) == 6
        assert verify(in_force(round)).holds


# ---- what cannot be ---------------------------------------------------------------


def test_more_rounds_than_a_rover_has_are_told_with_the_ways_out(client_of, db) -> None:
    _tournament, dora = mitchell(19, 9)
    words = (
        "Mitchell con 19 iscritti e il rover dura al più 8 turni, e ne sono previsti 9: riduci i turni previsti, "
        "scegli il mezzo tavolo, o servono 20 iscritti."
    )
    for path in ("fasi/", "turni/prepara/"):
        assert words in text(client_of(dora).get(DESK + path))
    assert send(client_of(dora), DESK + "turni/prepara/", expected=1).status_code == 422
    Stage.objects.update(rover=None)
    assert "Prepara gli abbinamenti" in text(client_of(dora).get(DESK + "turni/prepara/"))


@pytest.mark.parametrize(("rover", "fewest"), [(None, 17), ("a", 18)])
def test_what_a_movement_asks_for_is_said_before_anybody_enters(client_of, db, rover: str | None, fewest: int) -> None:
    _tournament, dora = mitchell(0, 9, rover=rover)
    words = f"Mitchell, turni previsti 9: servono almeno {fewest} iscritti."
    assert words in text(client_of(dora).get(DESK + "fasi/"))


def test_nobody_sits_down_opposite_whom_a_rover_sent_away(db) -> None:
    tournament, dora = mitchell(7, 2)
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    late = make_entry(tournament, 8)
    with pytest.raises(Refused, match="non ha un tavolo da completare"):
        withdraw_pairing(by=acting(dora), round=round, ground=Ground.LATE, reason="Arrivati", late=late)
    again = withdraw_pairing(by=acting(dora), round=round, ground=Ground.OTHER, reason="Arrivati")
    assert resting(again.round) == []
    assert Board.objects.count() == 4 * tournament.boards_per_round


def test_a_latecomer_takes_the_place_that_somebody_left(db) -> None:
    tournament, dora = mitchell(11, 5)
    first = play_all(tournament, dora)
    gone = lines(first)[1][1]
    withdraw(by=acting(dora), entry=tournament.entries.get(number=gone), reason="Via")
    assert sorted(resting(next_round(tournament, dora)))  # somebody, whoever, and the movement goes on
    make_entry(tournament, 12)
    assert inputs_of(tournament.stages.get(), 3).left_out == ()
    make_entry(tournament, 13)
    assert inputs_of(tournament.stages.get(), 3).left_out == (13,)


@pytest.mark.long
def test_an_exchange_that_brings_boards_back_is_told_with_a_rover_too(client_of, db) -> None:
    tournament, dora = mitchell(11, 5, switched_rounds=3)
    play_all(tournament, dora)
    play_all(tournament, dora)
    round = next_round(tournament, dora)
    client, path = client_of(dora), f"{DESK}turni/3/abbinamento/"
    assert "ha già giocato le smazzate" not in text(client.get(path))
    (first, _b), (second, _d) = lines(round)[:2]
    change_pairing(
        by=acting(dora), pairing=in_force(round), change=Change(kind="swap", first=first, second=second), seen=0
    )
    assert "ha già giocato le smazzate" in text(client.get(path))


# ---- planned rounds changed in mid-stage --------------------------------------------


def all_boards_once() -> bool:
    had = [
        (entry, table.board_set_id)
        for table in Table.objects.filter(line_b__isnull=False)
        for entry in (table.line_a_id, table.line_b_id)
    ]
    return len(set(had)) == len(had)


@pytest.mark.long
@pytest.mark.parametrize(("entries", "rover", "most"), [(12, None, 5), (13, "a", 5), (13, "b", 5)])
def test_a_skip_begun_lasts_no_longer_than_it_can(client_of, db, entries: int, rover: str | None, most: int) -> None:
    tournament, dora = mitchell(entries, 4, rover=rover)
    stage = tournament.stages.get()
    play_all(tournament, dora)
    with pytest.raises(Refused) as error:
        change_stage(by=acting(dora), stage=stage, rounds_planned=6)
    assert error.value.messages == (
        f"Mitchell, cominciato con {entries} iscritti: dura al più {most} turni, o tornano avversari o smazzate già "
        "giocate. Ne sono previsti 6: riducili.",
    )
    page = send(client_of(dora), STAGE, seen=seen_on(client_of(dora), STAGE), name="Girone unico", rounds_planned=6)
    assert (page.status_code, "dura al più 5 turni" in text(page)) == (422, True)
    change_stage(by=acting(dora), stage=Stage.objects.get(), rounds_planned=5)
    for _number in range(4):
        play_all(tournament, dora)
    assert all_boards_once()


@pytest.mark.long
def test_a_relay_begun_goes_on_when_rounds_are_taken_away(db) -> None:
    tournament, dora = mitchell(12, 6, rover=None)
    for _number in range(3):
        play_all(tournament, dora)
    change_stage(by=acting(dora), stage=tournament.stages.get(), rounds_planned=5)
    for _number in range(2):
        play_all(tournament, dora)
    assert all_boards_once()


def test_a_stage_overstretched_before_is_told_and_draws_nothing(client_of, db) -> None:
    tournament, dora = mitchell(12, 4, rover=None)
    play_all(tournament, dora)
    Stage.objects.update(rounds_planned=6)  # as a tournament of before may have it
    page = text(client_of(dora).get(DESK + "turni/prepara/"))
    assert "Mitchell, cominciato con 12 iscritti: dura al più 5 turni" in page
    assert "Prepara gli abbinamenti" not in page


# ---- the choice -----------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"formula": "danish", "rover": "a"}, "Il rover c’è solo nel Mitchell"),
        ({"formula": "danish", "switched_rounds": 1}, "Le linee si scambiano solo nel Mitchell"),
        ({"formula": "mitchell", "switched_rounds": 4}, "meno dei 4 previsti: di solito 1."),
        ({"formula": "mitchell", "rounds_planned": 16, "switched_rounds": 16}, "meno dei 16 previsti: di solito 2."),
        ({"formula": "mitchell", "rover": "c"}, "Scegli un'opzione valida"),
    ],
)
def test_what_no_movement_has_is_refused_when_it_is_planned(
    client_of, db, fields: dict[str, object], words: str
) -> None:
    _tournament, dora = staged("mitchell", 6)
    client: Client = client_of(dora)
    given = {"name": "Finale", "first_round": "lot", "rounds_planned": 4, "carry_over": "none"}
    page = send(client, DESK + "fasi/", **(given | fields))
    assert (page.status_code, words in text(page), Stage.objects.count()) == (422, True, 1)


def test_the_choice_is_kept_and_shown(client_of, db) -> None:
    _tournament, dora = staged("mitchell", 6)
    client: Client = client_of(dora)
    given = {"name": "Finale", "formula": "mitchell", "first_round": "lot", "rounds_planned": 9, "carry_over": "none"}
    assert send(client, DESK + "fasi/", **given, rover="b", switched_rounds=2).status_code == 302
    assert Stage.objects.filter(number=2, rover="b", switched_rounds=2).exists()
    assert "rover · ultimi 2 turni a linee scambiate" in text(client.get(DESK + "fasi/"))
    seen = seen_on(client, DESK + "fasi/2/")
    assert send(client, DESK + "fasi/2/", **given, seen=seen, rover="", switched_rounds="").status_code == 302
    assert Stage.objects.filter(number=2, rover=None, switched_rounds=None).exists()


def test_a_tournament_does_not_become_one_in_which_its_stages_could_not_be_played(db) -> None:
    tournament, dora = mitchell(8, 4, rover="", switched_rounds=1)
    stage = tournament.stages.get()

    def become(**settings: str) -> Tournament:
        return change_tournament(by=acting(dora), tournament=tournament, seen=settings_digest(tournament), **settings)

    with pytest.raises(Refused) as refused:
        become(forma="ordinario")
    tournament.refresh_from_db()
    assert refused.value.messages == (
        f"Fase «{stage.name}»: Le smazzate girano solo col Mitchell del gioco duplicato. Cambia prima la fase.",
        f"Fase «{stage.name}»: Le linee si scambiano solo nel Mitchell del gioco duplicato, e non fra squadre. "
        "Cambia prima la fase.",
    )
    assert tournament.forma == "duplicato"
    change_stage(by=acting(dora), stage=stage, boards_move=False, switched_rounds=0)
    assert become(forma="ordinario").forma == "ordinario"


def test_a_rover_keeps_a_tournament_from_becoming_one_of_teams(db) -> None:
    tournament, dora = mitchell(7, 4, boards_move=False)
    tournament.entries.all().delete()
    with pytest.raises(Refused, match="Il rover c’è solo nel Mitchell, e non fra squadre"):
        change_tournament(by=acting(dora), tournament=tournament, seen=settings_digest(tournament), contest="teams")
    tournament.refresh_from_db()
    assert tournament.contest == "pairs"
