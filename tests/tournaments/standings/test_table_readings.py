"""Where a table of VP is read against what is printed, every page that uses it says so, with the other reading."""

import pytest
from django.urls import reverse
from django.utils import translation

from codes.victory_points import get_scale
from tournaments.scores.history_queries import table_readings
from tournaments.scores.queries import TableResult

SCALE = get_scale("tressette")


@pytest.mark.parametrize(
    ("boards", "difference", "vp"),
    [(4, 24, (18, 2)), (6, 22, (16, 4)), (4, -24, (2, 18)), (1, 11, (18, 2)), (1, 14, (18, 2))],
)
def test_at_a_doubtful_difference_the_award_tells_how_the_table_is_read(boards, difference, vp):
    award = SCALE.award(difference, boards=boards)
    assert (award.vp_a, award.vp_b, award.reading.boards) == (*vp, boards)


@pytest.mark.parametrize(("boards", "difference"), [(4, 23), (4, 25), (6, 21), (6, 23), (5, 24), (8, 22), (1, 10)])
def test_at_any_other_difference_there_is_nothing_to_tell(boards, difference):
    assert SCALE.award(difference, boards=boards).reading is None


def test_every_reading_of_a_table_tells_the_other_one():
    for reading in SCALE.readings:
        assert {reading.other.it, reading.other.en}.isdisjoint({reading.text.it, reading.text.en, ""})


def test_the_result_of_a_table_tells_both_readings_from_either_side():
    award = SCALE.award(24, boards=4)
    result = TableResult(34, 10, award.vp_a, award.vp_b, table=award.reading)
    assert "leggiamo 18–2" in result.reading
    assert "L’altra lettura: 19–1 potrebbe cominciare da 24" in result.mirrored.reading
    with translation.override("en"):
        assert "we read 18–2" in result.reading
        assert "19–1 might begin at 24" in result.reading


@pytest.fixture
def of_four(tournament):
    tournament.boards_per_round = 4
    tournament.save()
    return tournament


def test_only_the_tables_in_use_are_told(tournament, of_four):
    (told,) = table_readings(of_four)
    assert told.startswith("24 MP su quattro smazzate")
    tournament.boards_per_round = 5
    assert table_readings(tournament) == ()


@pytest.mark.parametrize("page", ["regulations", "standings"])
def test_rules_and_standings_tell_how_the_table_is_read(client, of_four, page):
    shown = client.get(reverse(page, args=[of_four.slug])).content.decode()
    assert "24 MP su quattro smazzate" in shown
    assert "L’altra lettura:" in shown


def test_where_no_table_is_doubtful_they_tell_nothing(client, tournament):
    shown = client.get(reverse("regulations", args=[tournament.slug])).content.decode()
    assert "L’altra lettura:" not in shown
