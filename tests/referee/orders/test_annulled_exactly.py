"""A ruling that sent somebody away, annulled: what stood before it comes back exactly, in every round and record."""

import pytest

from referee.incidents.actions import annul_ruling
from referee.orders.models import Reservation, StandingOrder
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import TOURNAMENT, send
from tests.factories import acting, make_score
from tests.referee.happened import (
    ABSENT,
    AWAY,
    BOTH_LEFT,
    CANNOT,
    LEFT,
    MISCONDUCT,
    QUARREL,
    A,
    B,
    record,
    record_late,
)
from tests.tournaments.draw.by_formula import lines, next_round
from tournaments.check_in.actions import check_in, return_entry, withdrawn_for
from tournaments.entries.models import Entry, EntryMember
from tournaments.entries.rules import taking_part
from tournaments.planning.models import Stage
from tournaments.publication.actions import interrupt
from tournaments.rounds.actions import start_round
from tournaments.rounds.models import Round
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.standings.queries import standings

WHY = "Non era lei"
EXPELLED = {"fatto-di-condotta": "disturbo"}


def state(tournament):
    """All that holds: entries and players, orders, penalties, scores, standings, who plays next."""
    return {
        "entries": list(Entry.objects.order_by("pk").values()),
        "members": list(EntryMember.objects.order_by("pk").values()),
        "orders": list(StandingOrder.objects.filter(state="active").values("what", "seats", "ruling__number")),
        "reservations": list(Reservation.objects.filter(state="open").values("what", "ruling__number")),
        "adjustments": sorted(
            Adjustment.objects.filter(cancelled_at__isnull=True).values_list(
                "entry__number", "round__number", "kind", "amount", "reference"
            )
        ),
        "matches": sorted(
            MatchScore.objects.current().values_list(
                "table__round__number", "table__number", "vp_a", "mp_a", "vp_b", "mp_b", "kind", "reference"
            )
        ),
        "boards": sorted(
            BoardScore.objects.current().values_list(
                "table__round__number", "table__number", "board__number", "points_a", "points_b", "kind", "state"
            )
        ),
        "standings": [(row.entry.number, row.vp, row.mp) for row in standings(tournament).rows],
        "next": [entry.number for entry in taking_part(list(tournament.entries.order_by("number")))],
    }


@pytest.fixture
def tournament(db):
    """Burraco: four pairs, two tables, two deals, round 1 playing with a deal scored at each table."""
    return factories.make_playing_burraco(boards_per_round=2, bye_vp=14, bye_mp=305)


@pytest.fixture
def scored(tournament, sara):
    first = tournament.rounds.get(number=1).boards.get(number=1)
    for table in tournament.rounds.get(number=1).tables.all():
        make_score(table, first, (700, 300), sara)
    return tournament


@pytest.fixture
def begin(tournament, dora):
    """Ends the round being played and begins the next, with these tables."""

    def run(number, pairs):
        tournament.rounds.filter(state=Round.State.PLAYING).update(state=Round.State.CLOSED)
        return start_round(by=acting(dora, key=f"begin-{number}"), round=posted(tournament, number, pairs))

    return run


def posted(tournament, number, pairs):
    entries = {entry.number: entry for entry in tournament.entries.all()}
    tables = [(entries[a], entries.get(b)) for a, b in pairs]
    return factories.make_round(tournament, number, tables, state=Round.State.PUBLISHED)


def annul(user, ruling):
    return annul_ruling(by=acting(user), ruling=ruling, expected_version=ruling.version, reason=WHY)


@pytest.mark.long
@pytest.mark.parametrize(
    "happening",
    [
        (LEFT, QUARREL, B),
        (LEFT, CANNOT, B),
        (LEFT, CANNOT, A),
        (LEFT, MISCONDUCT, None),
        (LEFT, BOTH_LEFT, None),
        (ABSENT, AWAY, B),
    ],
)
def test_everything_is_as_it_was(bruno, scored, table, happening):
    procedure, facts, line = happening
    before = state(scored)
    ruling = record(bruno, table, procedure, facts, line=line)
    assert state(scored) != before
    annul(bruno, ruling)
    assert state(scored) == before


def test_who_was_not_marked_present_is_not_marked_by_it(bruno, dora, scored, table):
    """Others were checked in since, for the next round; it had not been."""
    check_in(by=acting(dora), entry=scored.entries.get(number=3))
    before = state(scored)
    annul(bruno, record(bruno, table, LEFT, CANNOT, line=B))
    assert state(scored) == before


def test_who_was_marked_present_still_is(bruno, dora, scored, table):
    for number in (1, 2, 3, 4):
        check_in(by=acting(dora), entry=scored.entries.get(number=number))
    before = state(scored)
    annul(bruno, record(bruno, table, LEFT, QUARREL, line=B))
    assert state(scored) == before


@pytest.mark.long
def test_a_score_that_another_ruling_had_fixed_holds_again(bruno, scored, table):
    """The same match: late first, and then it left, which is another happening."""
    record_late(bruno, table, "oltre-10")
    before = state(scored)
    ruling = record(bruno, table, LEFT, QUARREL, line=B, version=1, besides="Sono venuti, e poi hanno litigato")
    assert state(scored) != before
    annul(bruno, ruling)
    assert state(scored) == before


@pytest.mark.long
def test_a_score_whose_ruling_was_annulled_meanwhile_stays_annulled(bruno, scored, table):
    before = state(scored)
    late = record_late(bruno, table, "oltre-10")
    ruling = record(bruno, table, LEFT, QUARREL, line=B, version=1, besides="Sono venuti, e poi hanno litigato")
    annul(bruno, late)
    annul(bruno, ruling)
    assert state(scored) == before


def test_the_bans_of_another_ruling_still_stand(bruno, giulia, scored, table):
    record(bruno, table, LEFT, QUARREL, line=A)
    before = state(scored)
    annul(giulia, record(giulia, table, LEFT, CANNOT, line=B, version=1, besides="Anche gli altri"))
    assert state(scored) == before


# ---- later rounds ----------------------------------------------------------------------------------------------------


@pytest.fixture
def other_table(tournament):
    return tournament.rounds.get(number=1).tables.select_related("round__tournament", "round__stage").get(number=2)


@pytest.mark.long
def test_two_who_left_were_to_meet_and_the_first_had_not(bruno, scored, table, other_table, begin):
    """Round 2 posted 2 against 4, both away: whoever comes back has the rest that the other's absence gives."""
    two = record(bruno, table, LEFT, CANNOT, line=B)
    four = record(bruno, other_table, LEFT, CANNOT, line=B)
    begin(2, [(2, 4), (1, 3)])
    annul(bruno, two)
    (score,) = [one for one in state(scored)["matches"] if one[0] == 2]
    assert score == (2, 1, 14, 305, 7, -205, "assenza-primi-tre-turni", four.reference)


@pytest.mark.long
def test_the_other_is_ruled_away_late_and_had_not_left(bruno, scored, table, other_table, begin):
    record(bruno, table, LEFT, CANNOT, line=B)
    begin(2, [(2, 4), (1, 3)])
    before = state(scored)
    annul(bruno, record(bruno, other_table, LEFT, CANNOT, line=B))
    assert state(scored) == before


@pytest.mark.long
def test_two_who_left_were_to_meet_and_the_second_had_not(bruno, scored, table, other_table, begin):
    two = record(bruno, table, LEFT, CANNOT, line=B)
    four = record(bruno, other_table, LEFT, CANNOT, line=B)
    begin(2, [(2, 4), (1, 3)])
    annul(bruno, four)
    (score,) = [one for one in state(scored)["matches"] if one[0] == 2]
    assert score == (2, 1, 7, -205, 14, 305, "assenza-primi-tre-turni", two.reference)


def test_a_table_posted_before_plays_again(bruno, scored, table, begin):
    begin(2, [(3, 2), (1, 4)])
    before = state(scored)
    annul(bruno, record(bruno, table, LEFT, CANNOT, line=B))
    assert state(scored) == before


@pytest.mark.long
def test_what_it_missed_is_taken_back_round_by_round(bruno, scored, table, begin):
    ruling = record(bruno, table, LEFT, CANNOT, line=B)
    begin(2, [(1, None), (3, 4)])
    begin(3, [(1, 3), (4, None)])
    annul(bruno, ruling)
    assert [one for one in state(scored)["adjustments"] if one[0] == 2] == []
    assert scored.entries.get(number=2).plays_in(4)


def test_the_next_draw_has_it_again_and_nobody_rests(bruno, dora, scored, table):
    Stage.objects.update(formula="danish", rounds_planned=3)
    ruling = record(bruno, table, LEFT, CANNOT, line=B)
    scored.rounds.filter(number=1).update(state=Round.State.CLOSED)
    annul(bruno, ruling)
    seated = {number for pair in lines(next_round(scored, dora)) for number in pair}
    assert seated == {1, 2, 3, 4}


def test_an_entry_sent_away_by_two_rulings_stays_away_by_the_other(bruno, scored, table):
    first = record(bruno, table, LEFT, CANNOT, line=B)
    record(bruno, table, LEFT, QUARREL, line=B, version=1, besides="Poi hanno anche litigato")
    annul(bruno, first)
    gone = scored.entries.get(number=2)
    assert (gone.state, gone.until_round, withdrawn_for(gone)) == ("withdrawn", 1, "Provvedimento n. 2")


@pytest.mark.long
def test_an_entry_that_the_director_let_in_stays_in(bruno, dora, scored, table):
    """A ruling of before the return, still in force, does not put it out again."""
    record(bruno, table, LEFT, CANNOT, line=B)
    return_entry(by=acting(dora), entry=scored.entries.get(number=2), reason="È tornata")
    before = state(scored)
    second = record(bruno, table, LEFT, QUARREL, line=B, version=1, besides="Rientrata, ha litigato")
    assert scored.entries.get(number=2).is_withdrawn
    annul(bruno, second)
    assert state(scored) == before


def test_after_the_end_of_the_tournament_too(bruno, dora, scored, table):
    before = state(scored)
    ruling = record(bruno, table, LEFT, QUARREL, line=B)
    interrupt(by=acting(dora), tournament=scored, reason="È mancata la corrente")
    annul(bruno, ruling)
    assert state(scored) == before


def test_the_deferral_is_no_precedent_any_more(bruno, tournament, table):
    annul(bruno, record(bruno, table, LEFT, QUARREL, line=B))
    in_force = Ruling.objects.filter(tournament=tournament).current()
    assert [effect["verb"] for one in in_force for effect in one.effects] == ["free"]


def test_an_expulsion_for_misconduct_is_annulled_from_its_page(scored, ruled, bruno, client_of):
    before = state(scored)
    ruled("comportamento-scorretto", EXPELLED, responsible="W", reason="Ha gettato le carte")
    assert scored.entries.get(number=2).is_withdrawn
    address = f"{TOURNAMENT}provvedimenti/1/annulla/"
    assert send(client_of(bruno), address, version=1, reason=WHY).status_code == 302
    assert state(scored) == before
