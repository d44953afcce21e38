"""Who leaves by a ruling, in the rounds that follow: 39 gives them and their opponents what it gives by itself."""

import pytest

from referee.incidents.actions import annul_ruling
from referee.rulings.actions import decide, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import TOURNAMENT, send, source, text
from tests.factories import acting
from tests.referee.happened import ABSENT, AWAY, CANNOT, LEFT, PAGE, QUARREL, A, B, by_entry, match, record
from tournaments.rounds.actions import start_round
from tournaments.rounds.models import Round
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment

# 39 at two deals: 7 VP and −205 MP for the first three rounds of absence, then 0 VP and the edge of its row.
SEVEN, NOTHING = [("vp", 7), ("mp", -205)], [("mp", -1005)]


@pytest.fixture
def tournament(db):
    """Burraco: four pairs, two tables, two deals, round 1 playing."""
    return factories.make_playing_burraco(boards_per_round=2, bye_vp=14, bye_mp=305)


@pytest.fixture
def begin(tournament, dora):
    """Ends the round being played and begins the next: pair 1 rests, pairs 3 and 4 meet."""

    def run(number, pairs=((1, None), (3, 4))):
        tournament.rounds.filter(state=Round.State.PLAYING).update(state=Round.State.CLOSED)
        entries = {entry.number: entry for entry in tournament.entries.all()}
        tables = [(entries[a], entries.get(b)) for a, b in pairs]
        made = factories.make_round(tournament, number, tables, state=Round.State.PUBLISHED)
        return start_round(by=acting(dora, key=f"begin-{number}"), round=made)

    return run


def credited(number):
    return list(Adjustment.objects.filter(round__number=number).values_list("kind", "amount"))


@pytest.mark.long
def test_a_pair_that_cannot_go_on_is_absent_three_times_at_seven_then_at_nothing(bruno, table, begin):
    record(bruno, table, LEFT, CANNOT, line=B)
    for number in range(2, 6):
        begin(number)
    assert [credited(number) for number in range(2, 6)] == [SEVEN, SEVEN, SEVEN, NOTHING]
    assert set(Adjustment.objects.values_list("entry__number", "reference")) == {(2, "Provvedimento n. 1")}


def test_whoever_was_to_meet_it_rests(bruno, tournament, table, begin):
    record(bruno, table, LEFT, CANNOT, line=B)
    before = by_entry(tournament)[1]
    begin(2)
    assert by_entry(tournament)[1] == (before[0] + 14, before[1] + 305)


def test_a_table_already_posted_gets_its_score_when_the_round_begins(bruno, tournament, table, dora):
    """Pair 3 was to meet pair 2: the rest for the one, 7 VP for the other, nothing to be played."""
    entries = tournament.entries.order_by("number")
    later = factories.make_round(tournament, 2, [(entries[2], entries[1])], state=Round.State.PUBLISHED)
    record(bruno, table, LEFT, CANNOT, line=B)
    tournament.rounds.filter(number=1).update(state=Round.State.CLOSED)
    start_round(by=acting(dora), round=later)
    score = MatchScore.objects.current().get(table__round=later)
    assert (score.vp_a, score.mp_a, score.vp_b, score.mp_b) == (14, 305, 7, -205)
    assert (score.reference, score.kind) == ("Provvedimento n. 1", "assenza-primi-tre-turni")
    assert not Adjustment.objects.exists()


def test_who_is_sent_away_over_a_quarrel_earns_nothing_more(bruno, tournament, table, begin):
    record(bruno, table, LEFT, QUARREL, line=B)
    begin(2)
    assert not Adjustment.objects.exists()
    assert by_entry(tournament)[2] == (0, -1005)


def test_with_the_ruling_it_is_all_taken_back(bruno, tournament, table, begin):
    ruling = record(bruno, table, LEFT, CANNOT, line=B)
    begin(2)
    annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Non era lei")
    assert not Adjustment.objects.filter(cancelled_at__isnull=True).exists()
    assert not MatchScore.objects.current().exists()
    assert not tournament.entries.get(number=2).is_withdrawn


def test_the_round_and_the_proof_say_it_with_its_article(bruno, table, begin, client):
    record(bruno, table, LEFT, CANNOT, line=B)
    begin(2)
    page = text(client.get(f"{TOURNAMENT}turni/2/"))
    assert "Assenti 2 Galli – Fontana: 7 VP, −205 MP Provvedimento n. 1, art. 39" in page
    assert "assente (art. 39)" in text(client.get(f"{TOURNAMENT}coppie/2/"))
    assert "Assenti" not in text(client.get(f"{TOURNAMENT}turni/1/"))


@pytest.mark.long
def test_decided_again_later_the_rounds_meanwhile_count_once(bruno, tournament, table, begin):
    ruling = record(bruno, table, LEFT, CANNOT, line=B)
    begin(2)
    begin(3)
    before = by_entry(tournament)
    case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Riletta")
    decide(by=acting(bruno), case=case, expected_version=case.version)
    in_force = Adjustment.objects.filter(cancelled_at__isnull=True)
    assert sorted(in_force.values_list("round__number", "kind", "amount")) == [
        (number, kind, amount) for number in (2, 3) for kind, amount in sorted(SEVEN)
    ]
    assert by_entry(tournament) == before


def test_a_ruling_that_comes_late_gives_the_round_already_begun(bruno, tournament, table, begin):
    """Pair 2 was not drawn for round 2, and only then is it ruled that it had left in round 1."""
    begin(2)
    record(bruno, table, LEFT, CANNOT, line=B)
    assert credited(2) == SEVEN
    assert tournament.entries.get(number=2).until_round == 1


# -- both lines absent ------------------------------------------------------------------------------------------------

BOTH_AWAY = {"senza-avviso": "linea-b", "turno-linea-a": "primi-tre", "turno-linea-b": "dal-quarto"}


def test_of_two_absent_lines_neither_has_a_bye(bruno, table, client_of):
    """39: each gets the score of its own absence; the bye is for whoever waits."""
    told = {"cosa": "assenza-di-entrambe", **BOTH_AWAY}
    page = source(client_of(bruno).get(PAGE, told))
    assert "Tutte e due le linee assenti in un turno" in page
    assert "punteggio di riposo" not in page
    assert send(client_of(bruno), PAGE, **told, version=0).status_code == 302
    assert match()[:2] == ((7, -205), (0, -1005))


def test_an_absence_told_first_of_one_line_is_revised_into_that_of_both(bruno, table):
    record(bruno, table, ABSENT, AWAY, line=A)
    record(bruno, table, "assenza-di-entrambe", BOTH_AWAY, version=1)
    assert match()[:2] == ((7, -205), (0, -1005))
    assert Ruling.objects.current().get().version == 2
