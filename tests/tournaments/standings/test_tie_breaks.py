"""A level knock-out match under the online rules: extra boards, then the last trick of the third (numbers 8 and 11)."""

import pytest

from codes.seats import Line, Result
from records.models import LogEntry
from records.requests import Refused
from tests.asking import send, text
from tests.factories import acting
from tests.tournaments.draw.by_formula import lines, next_round, play, staged
from tournaments.pairing.decisions import KnockoutCriterion
from tournaments.scores.match_models import KnockoutWinner
from tournaments.setup.models import Tournament
from tournaments.standings.actions import decide_knockout, record_tie_break
from tournaments.standings.outcomes import outcomes

SEVEN = Result(points_a=7, points_b=7, accusa_a=3, accusa_b=0)


def deal(a, b, accusa_a=0, accusa_b=0):
    return Result(points_a=a, points_b=b, accusa_a=accusa_a, accusa_b=accusa_b)


@pytest.fixture
def semifinals(db):
    """Two knock-out matches of pairs, the first one level."""
    tournament, dora = staged("knockout", 4, rounds_planned=2)
    Tournament.objects.update(rulebook="tressette-online", forma="ordinario")
    tournament.refresh_from_db()
    play(next_round(tournament, dora), dora, level=(1,))
    return tournament, dora


@pytest.fixture
def table(semifinals):
    tournament, _dora = semifinals
    return tournament.rounds.get().tables.select_related("round__tournament", "round__stage").get(number=1)


def record(table, by, *deals, **more):
    return record_tie_break(by=acting(by), table=table, deals=deals, **({"expected_version": 0} | more))


@pytest.mark.parametrize(
    ("deals", "last_trick", "expected"),
    [
        # The first extra board that is not level decides.
        ([deal(4, 7)], None, (Line.B, KnockoutCriterion.EXTRA_DEALS)),
        ([SEVEN, deal(8, 6, 3)], None, (Line.A, KnockoutCriterion.EXTRA_DEALS)),
        ([SEVEN, SEVEN, deal(5, 6)], Line.A, (Line.B, KnockoutCriterion.EXTRA_DEALS)),
        # Three level ones: whoever took the last trick of the third loses.
        ([SEVEN, SEVEN, SEVEN], Line.A, (Line.B, KnockoutCriterion.LAST_TRICK_LOSES)),
        ([SEVEN, SEVEN, SEVEN], Line.B, (Line.A, KnockoutCriterion.LAST_TRICK_LOSES)),
    ],
)
def test_the_tie_break_says_who_goes_on(semifinals, table, deals, last_trick, expected):
    (tournament, dora), (winner, criterion) = semifinals, expected
    given = record(table, dora, *deals, last_trick=last_trick)
    entry = table.line_a if winner is Line.A else table.line_b
    outcome = next(one for one in outcomes(table.round.stage) if one.table == table)
    assert (given.winner, outcome.winner, outcome.criterion) == (entry, entry, criterion)
    assert entry.number in {number for pair in lines(next_round(tournament, dora)) for number in pair}


def test_its_record_keeps_the_boards_and_stands_in_the_log(semifinals, table):
    _tournament, dora = semifinals
    given = record(table, dora, SEVEN, SEVEN, SEVEN, last_trick=Line.A)
    assert given.tie_break == {"deals": [[7, 7, 3, 0]] * 3, "last_trick": "A"}
    assert given.reason == "Spareggi: 7–7, 7–7, 7–7, ultima presa N-S"
    line = LogEntry.objects.get(action="record_tie_break")
    assert (line.data["tie_break"], line.data["entry"]) == (given.tie_break, table.line_b.number)


@pytest.mark.parametrize(
    ("deals", "more", "words"),
    [
        ([], {}, "Scrivi i punti dello spareggio"),
        ([SEVEN], {}, "Anche lo spareggio 1 è pari"),
        ([SEVEN, SEVEN], {"last_trick": Line.A}, "Anche lo spareggio 2 è pari"),
        ([SEVEN, SEVEN, SEVEN], {}, "segna chi ha fatto l’ultima presa"),
        ([deal(4, 7), deal(7, 4)], {}, "uno spareggio alla volta"),
        ([SEVEN] * 4, {"last_trick": Line.A}, "uno spareggio alla volta"),
        ([deal(9, 9)], {}, "Spareggio 1:"),
        ([deal(4, 7)], {"expected_version": 1}, "Intanto un altro ha deciso"),
    ],
)
def test_it_is_refused_until_somebody_has_won_by_it(semifinals, table, deals, more, words):
    _tournament, dora = semifinals
    with pytest.raises(Refused) as refused:
        record(table, dora, *deals, **more)
    assert words in " ".join(map(str, refused.value.messages))
    assert not KnockoutWinner.objects.exists()


def test_a_match_that_the_points_decided_has_no_tie_break(semifinals, table):
    _tournament, dora = semifinals
    other = table.round.tables.select_related("round__tournament", "round__stage").get(number=2)
    with pytest.raises(Refused, match="non è pari"):
        record(other, dora, deal(4, 7))


def test_a_code_without_tie_breaks_leaves_it_to_the_director(db, client_of):
    tournament, dora = staged("knockout", 4, rounds_planned=2)
    play(next_round(tournament, dora), dora, level=(1,))
    table = tournament.rounds.get().tables.get(number=1)
    with pytest.raises(Refused, match="decide la direzione"):
        record(table, dora, deal(4, 7))
    page = client_of(dora).get(f"/tornei/{tournament.slug}/direzione/turni/1/tavoli/1/spareggio/")
    assert page.url.endswith("/passa/")


def test_the_director_departs_from_it_with_a_reason(semifinals, table):
    _tournament, dora = semifinals
    record(table, dora, deal(4, 7))
    decide_knockout(
        by=acting(dora), table=table, winner=table.line_a, reason="Spareggio irregolare", expected_version=1
    )
    outcome = next(one for one in outcomes(table.round.stage) if one.table == table)
    assert (outcome.winner, outcome.criterion) == (table.line_a, KnockoutCriterion.DIRECTOR)


@pytest.mark.long
def test_the_pages_lead_to_it_and_record_it(semifinals, table, client_of):
    tournament, dora = semifinals
    desk, address = client_of(dora), f"/tornei/{tournament.slug}/direzione/turni/1/tavoli/1/spareggio/"
    assert address in desk.get(f"/tornei/{tournament.slug}/direzione/turni/prepara/").content.decode()
    assert "perde chi vi ha fatto l’ultima presa" in text(desk.get(address))
    versions = {"s1-version": 0, "s2-version": 0, "s3-version": 0, "expected_version": 0}
    level = send(desk, address, **versions, **{"s1-line_a": "4+3", "s1-line_b": "7"})
    assert (level.status_code, "Anche lo spareggio 1 è pari" in text(level)) == (422, True)
    assert 'value="4+3"' in level.content.decode()
    deals = {"s1-line_a": "4+3", "s1-line_b": "7", "s2-line_a": "5", "s2-line_b": ""}
    assert send(desk, address, **versions, **deals).status_code == 302
    given = KnockoutWinner.objects.get()
    assert (given.winner, given.tie_break["deals"]) == (table.line_b, [[7, 7, 3, 0], [5, 6, 0, 0]])
    again = desk.get(address).content.decode()
    assert "Spareggi: 7–7, 5–6" in again
    assert 'value="5"' in again


def test_a_perdere_the_last_trick_of_the_last_board_settles_a_tie(semifinals, table, client_of):
    tournament, dora = semifinals
    Tournament.objects.update(match_kind="a-perdere-a-smazzate", accusa="senza-accusa")
    table.round.tournament.refresh_from_db()
    with pytest.raises(Refused, match="segna chi ha fatto l’ultima presa"):
        record(table, dora)
    given = record(table, dora, last_trick=Line.B)
    assert (given.winner, given.reason) == (table.line_b, "ultima presa E-O")
    page = text(client_of(dora).get(f"/tornei/{tournament.slug}/direzione/turni/1/tavoli/1/spareggio/"))
    assert "A perdere, se si è pari passa chi ha fatto l’ultima presa" in page


def test_a_perdere_fewer_points_go_on(semifinals, table):
    """At the other table line A made more in every board."""
    Tournament.objects.update(match_kind="a-perdere-a-smazzate", accusa="senza-accusa")
    stage = table.round.stage.__class__.objects.get()
    other = next(one for one in outcomes(stage) if one.table.number == 2)
    assert other.winner == other.table.line_b


def test_the_anomalies_of_a_knock_out_are_offered_there(semifinals, table):
    assert table.round.tournament.options["formula"] == "torneo"
    assert table.round.tournament.options_at(table.round)["formula"] == "eliminazione"
