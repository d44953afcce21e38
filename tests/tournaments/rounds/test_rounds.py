"""Rounds: drawn up, published, started and closed in order; and setting up the tournament they belong to."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied

from people.accounts.models import Player
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests.factories import NOON, acting, let_be, make_entry, make_federation, make_score, make_user
from tournaments.entries.actions import enter_pair
from tournaments.planning.actions import create_tournament
from tournaments.rounds.actions import close_round, create_round, missing_scores, publish_round, start_round
from tournaments.rounds.models import Round
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Membership, Tournament
from tournaments.staff.actions import set_membership


@pytest.fixture
def entries(tournament):
    return list(tournament.entries.all())


def close_all(tournament):
    tournament.rounds.update(state=Round.State.CLOSED)


def play_all(round, user):
    for table in round.tables.all():
        for board in round.boards.all():
            make_score(table, board, (5, 6), user)


def test_a_round_gets_the_next_number_its_tables_and_boards(tournament, dora, entries):
    one, two, three, four = entries
    round = create_round(by=acting(dora), tournament=tournament, pairings=[(four, one), (two, three)])
    assert (round.number, round.state) == (3, "draft")
    assert [(table.number, table.line_a, table.line_b) for table in round.tables.all()] == [
        (1, four, one),
        (2, two, three),
    ]
    assert [(board.number, board.dealer.value) for board in round.boards.all()] == [(5, "N"), (6, "W")]


def test_a_pair_may_rest(tournament, dora, entries):
    five = make_entry(tournament, 5)
    round = create_round(by=acting(dora), tournament=tournament, pairings=[(entries[0], entries[1]), (five, None)])
    assert [table.is_bye for table in round.tables.all()] == [False, True]


def test_a_pair_sits_at_one_table(tournament, dora, entries):
    one, two, three, _four = entries
    with pytest.raises(Refused, match="più di una volta: 1"):
        create_round(by=acting(dora), tournament=tournament, pairings=[(one, two), (three, one)])
    assert tournament.rounds.count() == 2


def test_a_round_needs_a_table(tournament, dora):
    with pytest.raises(Refused, match="almeno un tavolo"):
        create_round(by=acting(dora), tournament=tournament, pairings=[])


def test_pairs_of_another_tournament_are_a_programming_error(tournament, other_tournament, dora, entries):
    stranger = other_tournament.entries.get(number=1)
    with pytest.raises(ValueError, match="another tournament"):
        create_round(by=acting(dora), tournament=tournament, pairings=[(entries[0], stranger)])


def test_a_round_goes_from_draft_to_closed(tournament, dora, sara, round_1):
    play_all(round_1, sara)
    close_round(by=acting(dora), round=round_1, **let_be(round_1))
    round = tournament.rounds.get(number=2)
    assert publish_round(by=acting(dora), round=round).state == "published"
    assert start_round(by=acting(dora), round=round).state == "playing"
    play_all(round, sara)
    assert close_round(by=acting(dora), round=round, **let_be(round)).state == "closed"


@pytest.mark.parametrize("step", [start_round, close_round])
def test_no_step_is_skipped(tournament, dora, sara, step):
    close_all(tournament)
    draft = tournament.rounds.get(number=2)
    Round.objects.filter(pk=draft.pk).update(state=Round.State.DRAFT)
    play_all(draft, sara)
    with pytest.raises(Refused, match="in preparazione"):
        step(by=acting(dora), round=draft)


def test_no_step_goes_back(tournament, dora):
    close_all(tournament)
    for step in (publish_round, start_round):
        with pytest.raises(Refused, match="chiuso"):
            step(by=acting(dora), round=tournament.rounds.get(number=1))


def test_one_round_is_played_at_a_time(tournament, dora):
    round = publish_round(by=acting(dora), round=tournament.rounds.get(number=2))
    with pytest.raises(Refused, match="Un altro turno è in corso"):
        start_round(by=acting(dora), round=round)


def test_a_round_closes_when_no_result_is_missing(dora, sara, round_1, table, board):
    make_score(table, board, (5, 6), sara)
    assert missing_scores(round_1) == 3
    with pytest.raises(Refused, match="Mancano 3 risultati"):
        close_round(by=acting(dora), round=round_1, **let_be(round_1))


def test_one_missing_result_is_said_in_the_singular(dora, sara, round_1, table, board):
    play_all(round_1, sara)
    round = create_round(by=acting(dora), tournament=round_1.tournament, pairings=[(table.line_a, table.line_b)])
    close_all(round_1.tournament)
    Round.objects.filter(pk=round.pk).update(state=Round.State.PLAYING)
    make_score(round.tables.get(), round.boards.first(), (5, 6), sara)
    with pytest.raises(Refused, match="Manca 1 risultato"):
        close_round(by=acting(dora), round=round, **let_be(round))


def test_an_annulled_board_does_not_keep_a_round_open(dora, sara, round_1, table, board):
    play_all(round_1, sara)
    BoardScore.objects.filter(table=table, board=board).update(state="superseded", superseded_at=NOON)
    make_score(table, board, (None, None), sara, version=2, kind="void", reference="P1", reason="Andata a monte")
    assert close_round(by=acting(dora), round=round_1, **let_be(round_1)).state == "closed"


def test_a_resting_pair_owes_no_result(tournament, dora, sara, entries):
    close_all(tournament)
    five = make_entry(tournament, 5)
    round = create_round(by=acting(dora), tournament=tournament, pairings=[(entries[0], entries[1]), (five, None)])
    assert missing_scores(round) == 2


@pytest.mark.parametrize("name", ["giulia", "bruno", "sara", "carla", "ettore"])
def test_only_the_director_moves_rounds(cast, tournament, entries, name):
    draft = tournament.rounds.get(number=2)
    for step in (publish_round, start_round, close_round):
        with pytest.raises(PermissionDenied):
            step(by=acting(cast[name]), round=draft)
    with pytest.raises(PermissionDenied):
        create_round(by=acting(cast[name]), tournament=tournament, pairings=[(entries[0], entries[1])])


def test_every_step_is_logged(tournament, dora, entries):
    round = create_round(by=acting(dora), tournament=tournament, pairings=[(entries[0], entries[1])])
    publish_round(by=acting(dora), round=round)
    lines = [(line.action, line.data) for line in LogEntry.objects.all()]
    hash = round.pairings.get().hash
    assert len(hash) == 64
    assert lines == [
        ("create_round", {"round": 3, "pairings": [[1, 2]]}),
        ("publish_round", {"round": 3, "state": "published", "hash": hash}),
    ]


# Setting up


@pytest.fixture
def olga(db):
    return make_user("olga", is_superuser=True, is_staff=True)


def create(user, **fields):
    fields = {
        "slug": "trofeo-murge",
        "name": "Trofeo delle Murge",
        "federation": make_federation(),
        "place": "Altamura",
        "starts_on": date(2027, 2, 6),
        "boards_per_round": 4,
        "lot_seed": "altamura-1",
    } | fields
    return create_tournament(by=acting(user), **fields)


def test_who_creates_a_tournament_directs_it(olga):
    tournament = create(olga)
    assert tournament.options == {"forma": "duplicato", "norme": "moderne", "accusa": "con-accusa"}
    assert Membership.objects.get(tournament=tournament).role == Role.DIRECTOR
    assert LogEntry.objects.get().data["lot_seed"] == "altamura-1"


def test_an_account_without_the_permission_creates_none(carla):
    with pytest.raises(PermissionDenied):
        create(carla)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"norme": "tradizionali"}, "norme moderne"),
        ({"boards_per_round": 9}, "smazzate per turno: Assicurati"),
        ({"lot_seed": "—"}, "lettere o cifre"),
        ({"vp_scale": "altra"}, "scala"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(olga, fields, message):
    with pytest.raises(Refused) as refused:
        create(olga, **fields)
    assert message in " ".join(refused.value.messages)
    assert not Tournament.objects.exists()


def test_a_pair_is_entered_with_its_players_in_order(tournament, dora):
    players = [Player.objects.create(first_name=name, last_name="Neri") for name in ("Ada", "Ivo")]
    entry = enter_pair(by=acting(dora), tournament=tournament, number=9, name="Neri – Neri", players=players)
    assert [(member.position, member.player.first_name) for member in entry.members.all()] == [(1, "Ada"), (2, "Ivo")]


def test_a_number_already_taken_is_refused(tournament, dora):
    with pytest.raises(Refused, match="già preso"):
        enter_pair(by=acting(dora), tournament=tournament, number=1, name="Neri – Neri", players=[])


def test_the_director_gives_and_changes_roles(tournament, dora, carla):
    set_membership(by=acting(dora), tournament=tournament, user=carla, role=Role.SCORER)
    membership = set_membership(by=acting(dora), tournament=tournament, user=carla, role=Role.ARBITER)
    assert Membership.objects.get(tournament=tournament, user=carla) == membership
    assert membership.role == "arbiter"
    assert LogEntry.objects.last().data == {"user": carla.pk, "role": "arbiter", "before": "scorer"}


def test_public_is_no_role_to_give(tournament, dora, carla):
    with pytest.raises(Refused):
        set_membership(by=acting(dora), tournament=tournament, user=carla, role=Role.PUBLIC)


@pytest.mark.parametrize("name", ["giulia", "bruno", "sara", "carla", "ettore"])
def test_nobody_else_gives_roles(cast, tournament, name):
    with pytest.raises(PermissionDenied):
        set_membership(by=acting(cast[name]), tournament=tournament, user=cast["carla"], role=Role.ARBITER)
