"""Lateness, absence and lost sheets with few taps: rulings by 19, 39 and 40, with their figures at 2, 3 and 4 deals."""

import pytest
from django.core.exceptions import PermissionDenied

from codes.library import all_rulebooks
from records.models import LogEntry
from records.requests import Refused
from referee.cases.known_scores import rounds_missed
from referee.cases.models import Case
from referee.decisions.details import Details
from referee.decisions.happenings import SITUATIONS
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import DESK, send, text
from tests.factories import make_score
from tests.referee.happened import (
    ABSENT,
    AWAY,
    BETTER,
    BOTH_LEFT,
    BY_DEALS,
    CANNOT,
    GONE,
    LATE,
    LEFT,
    LOST,
    MISCONDUCT,
    NOT_RETURNED,
    OVER_TEN,
    PAGE,
    QUARREL,
    A,
    B,
    by_entry,
    given,
    match,
    record,
    record_late,
)
from tournaments.publication.models import Publication
from tournaments.rounds.models import Round
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment


@pytest.fixture
def deals():
    return 2


@pytest.fixture
def tournament(db, deals):
    """Burraco: four pairs, two tables, round 1 playing."""
    return factories.make_playing_burraco(boards_per_round=deals, warnings_per_vp=3)


# ---- what is recorded -------------------------------------------------------


@pytest.mark.parametrize("deals", [2, 3, 4])
@pytest.mark.parametrize(
    ("procedure", "line", "facts", "kind", "a", "b"),
    [
        (LATE, A, OVER_TEN, "ritardo-assente", "late", "present"),
        (ABSENT, B, AWAY, "assenza-primi-tre-turni", "present", "seven"),
        (LEFT, A, CANNOT, "ritardo-assente", "late", "present"),
        (LEFT, B, QUARREL, "abbandono-colpevole", "present", "nothing"),
        (LEFT, None, BOTH_LEFT, "abbandono-di-entrambe", "nothing", "nothing"),
        (LEFT, None, MISCONDUCT, "intemperanze", "seven", "seven"),
        (LOST, None, GONE, "score-smarrito", "seven", "seven"),
    ],
)
def test_the_match_gets_what_the_code_gives(bruno, tournament, table, deals, procedure, line, facts, kind, a, b):  # noqa: PLR0917  # the table of figures
    figures = dict(zip(("present", "late", "seven", "nothing"), BY_DEALS[deals], strict=True))
    record(bruno, table, procedure, facts, line=line)
    assert match() == (figures[a], figures[b], kind)
    assert not Adjustment.objects.exists()
    assert (by_entry(tournament)[1], by_entry(tournament)[2]) == (figures[a], figures[b])


def test_what_is_recorded_is_a_ruling(bruno, table):
    """A lateness, from the tap to the score: a case opened, answered and decided, with its number and its article."""
    ruling = record_late(bruno, table, b="oltre-10")
    case = Case.objects.get()
    assert (case.state, case.procedure, case.responsible, case.board) == ("ruled", LATE, "B", None)
    assert (ruling.number, ruling.version, ruling.cites, ruling.decided_by) == (1, 1, (40,), bruno)
    score = MatchScore.objects.get()
    assert (score.reason, score.reference) == ("Linea in ritardo al via", "Provvedimento n. 1")
    actions = list(LogEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["open_case", "answer", "give_match_score", "decide"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("entro-2", ""), [(1, "warning", 0)]),
        (("da-2-a-5", ""), [(2, "mp", 100)]),
        (("", "da-5-a-10"), [(1, "mp", 150)]),
        (("entro-2", "da-2-a-5"), [(1, "mp", 100), (1, "warning", 0)]),
        (("da-2-a-5", "da-5-a-10"), [(1, "mp", 150), (2, "mp", 100)]),
    ],
)
def test_short_lateness_warns_or_gives_the_others_a_bonus(bruno, table, rows, expected):
    record_late(bruno, table, *rows)
    assert given() == [(*one, 1, "Provvedimento n. 1") for one in expected]
    assert not MatchScore.objects.exists()


def test_who_wins_by_the_others_lateness_still_answers_for_its_own(dora, tournament, table):
    record_late(dora, table, "oltre-10", "da-2-a-5")
    assert given() == [(1, "mp", 100, 1, "Provvedimento n. 1")]
    assert match() == ((6, -305), (14, 305), "ritardo-assente")


def test_the_bonus_moves_the_vp_of_the_match(bruno, sara, tournament, table):
    for board, points in zip(table.round.boards.order_by("number"), ((455, 120), (100, 350)), strict=True):
        make_score(table, board, points, sara)
    record_late(bruno, table, b="da-5-a-10")
    # Ahead by 85, with the bonus by 235: 13–7 (18).
    assert by_entry(tournament)[1] == (13, 235)


def test_whoever_came_even_later_gets_the_later_row_only(bruno, tournament, table):
    record_late(bruno, table, "entro-2")
    record_late(bruno, table, "da-5-a-10")
    assert [one[:3] for one in given()] == [(2, "mp", 150)]
    record_late(bruno, table, "oltre-10")
    assert given() == []
    assert match()[2] == "ritardo-assente"
    assert list(Ruling.objects.order_by("version").values_list("number", "version")) == [(1, 1), (1, 2), (1, 3)]


def test_another_happening_that_fixes_the_score_revises_the_ruling_that_had(bruno, table):
    record_late(bruno, table, "oltre-10")
    record(bruno, table, ABSENT, AWAY, line=A, version=1)
    current = Ruling.objects.current().get()
    assert (current.number, current.version, current.procedure) == (1, 2, ABSENT)
    assert match()[2] == "assenza-primi-tre-turni"


def test_what_does_not_touch_the_score_has_a_ruling_of_its_own(bruno, table):
    record_late(bruno, table, "oltre-10")
    record(bruno, table, NOT_RETURNED, {"score-sul-tavolo": "lasciato", "esito-partita": "vinta"}, line=B)
    assert sorted(Ruling.objects.current().values_list("number", "procedure")) == [(1, LATE), (2, NOT_RETURNED)]


def test_three_warnings_cost_one_vp_by_themselves(bruno, tournament, table):
    one, *others = tournament.entries.order_by("number")
    for number, other in enumerate(others, start=2):
        record_late(bruno, table, "entro-2")
        assert by_entry(tournament)[1] == (0, 0)
        Round.objects.filter(tournament=tournament).update(state="closed")
        table = factories.make_round(tournament, number, [(one, other)]).tables.get()
        if number == 3:
            break
    record_late(bruno, table, "entro-2")
    assert by_entry(tournament)[1] == (-1, 0)


# ---- absence ----------------------------------------------------------------


@pytest.mark.long
def test_rounds_of_absence_are_counted_from_the_records(bruno, client_of, tournament, table):
    client = client_of(bruno)
    absent, other = tournament.entries.get(number=2), tournament.entries.get(number=1)
    for number in range(1, 6):
        if number > 1:
            Round.objects.filter(tournament=tournament).update(state="closed")
            # Now on one line, now on the other.
            both = (absent, other) if number % 2 else (other, absent)
            factories.make_round(tournament, number, [both])
        told = {"cosa": ABSENT, "linea": "A" if number % 2 and number > 1 else "B", "direttore-avvisato": "si"}
        page = DESK + f"turni/{number}/tavoli/1/ritardo/"
        assert f"assenza n. {number} di questa linea" in text(client.get(page, told))
        assert send(client, page, **told, version=0).status_code == 302
    scores = MatchScore.objects.order_by("table__round__number")
    assert [min(one.vp_a, one.vp_b) for one in scores] == [7, 7, 7, 0, 0]
    assert [one.kind for one in scores] == ["assenza-primi-tre-turni"] * 3 + ["assenza-dal-quarto-turno"] * 2
    assert rounds_missed(other, table.round) == 0


def test_what_the_records_tell_is_contradicted_only_with_a_reason(bruno, table):
    facts = AWAY | {"turno-di-assenza": "dal-quarto"}
    with pytest.raises(Refused, match=r"assenza n\. 1 di questa linea"):
        record(bruno, table, ABSENT, facts, line=B)
    ruling = record(bruno, table, ABSENT, facts, line=B, reason="Tre assenze nella prima fase, su carta")
    assert ruling.reason.startswith("Tre assenze")
    told = next(fact for fact in ruling.facts if fact["name"] == "turno-di-assenza")
    assert (told["answer"], told["known"]["answer"]) == ("dal-quarto", "primi-tre")
    assert match()[2] == "assenza-dal-quarto-turno"


# ---- what is asked, what is refused -----------------------------------------


@pytest.mark.parametrize(
    ("procedure", "facts"),
    [
        (LATE, {"ritardo": "oltre-10", "ritardo-altra": "oltre-10"}),
        (LEFT, {name: answer for name, answer in CANNOT.items() if name != "ingiusto-vantaggio"}),
    ],
)
def test_an_unjust_advantage_is_asked_for(bruno, table, procedure, facts):
    with pytest.raises(Refused, match="vantaggio ingiusto"):
        record(bruno, table, procedure, facts, line=A)
    unjust = facts | {"ingiusto-vantaggio": "si"}
    with pytest.raises(Refused, match="scrivi la motivazione"):
        record(bruno, table, procedure, unjust, line=A)
    assert not Ruling.objects.exists()
    why = {"reason": "Avrebbe vinto il girone", "details": Details(match=(-250, 250))}
    record(bruno, table, procedure, unjust, line=A, **why)
    assert match() == ((7, -250), (13, 250), "punteggio-deciso")
    record(bruno, table, procedure, facts | {"ingiusto-vantaggio": "no"}, line=A, version=1)
    assert match()[2] == "ritardo-assente"


@pytest.mark.parametrize("mp", [400, -1005])
def test_what_was_earned_counts_only_where_it_is_more(bruno, table, mp):
    with pytest.raises(Refused, match="solo se supera i 14 del codice"):
        record(bruno, table, LEFT, BETTER, line=B, reason="Contate", details=Details(earned=mp))
    assert not Ruling.objects.exists()


def test_a_present_line_keeps_what_it_had_earned_if_that_is_more(bruno, table):
    ruling = record(bruno, table, LEFT, BETTER, line=B, reason="Contate al tavolo", details=Details(earned=640))
    assert match() == ((17, 640), (6, -305), "ritardo-assente")
    kept = ruling.effects[-1]
    assert (kept["fixed_score"], kept["vp"], kept["mp"]) == ("punteggio-maturato", 17, 640)


def test_a_sheet_left_on_the_table_costs_one_vp(bruno, tournament, table):
    record(bruno, table, NOT_RETURNED, {"score-sul-tavolo": "lasciato", "esito-partita": "vinta"}, line=A)
    assert given() == [(1, "vp", -1, 1, "Provvedimento n. 1")]


@pytest.mark.parametrize(
    ("procedure", "line", "facts"),
    [
        (LATE, A, {}),
        (LATE, A, {"ritardo": "ieri"}),
        (LATE, None, OVER_TEN),
        (ABSENT, None, AWAY),
        ("pesca-fuori-turno", A, {}),
        ("fuga", A, {}),
    ],
)
def test_what_says_too_little_is_refused(bruno, table, procedure, line, facts):
    with pytest.raises(Refused, match=r"Di’ che cosa è successo|Manca una risposta"):
        record(bruno, table, procedure, facts, line=line)
    assert not Case.objects.exists()


@pytest.mark.parametrize("name", ["sara", "carla", "ettore"])
def test_others_may_not(cast, table, name):
    with pytest.raises(PermissionDenied):
        record_late(cast[name], table, "oltre-10")


def test_a_score_fixed_meanwhile_is_not_replaced(bruno, giulia, table):
    record(giulia, table, LEFT, MISCONDUCT)
    with pytest.raises(Refused, match="Quello che hai scritto tu è ancora qui"):
        record_late(bruno, table, "oltre-10")
    assert match()[2] == "intemperanze"


def test_what_another_arbiter_decided_is_for_those_who_may_revise_it(bruno, giulia, dora, table):
    record(giulia, table, LEFT, MISCONDUCT)
    with pytest.raises(Refused, match=r"ha già deciso Giulia Marchi \(Provvedimento n\. 1\)"):
        record_late(bruno, table, "oltre-10", version=1)
    assert match()[2] == "intemperanze"
    record_late(dora, table, "oltre-10", version=1)
    assert match()[2] == "ritardo-assente"


def test_a_refusal_leaves_nothing_behind(bruno, giulia, table):
    """The warning would come with a match score that is stale: neither is recorded, nor the case."""
    record(giulia, table, LEFT, MISCONDUCT)
    with pytest.raises(Refused):
        record_late(bruno, table, "oltre-10", "entro-2")
    assert not Adjustment.objects.exists()
    assert Case.objects.count() == 1


def test_under_final_standings_the_quick_page_gives_nothing(bruno, tournament, table):
    Publication.objects.create(
        tournament=tournament, number=1, kind="final", stage=table.round.stage, round_number=1, rows=[],
        data_version=0, engine_version="prova", hash="0" * 64, published_by=bruno, published_at=factories.NOON,
    )  # fmt: skip
    with pytest.raises(Refused, match="definitiva"):
        record_late(bruno, table, "entro-2")


# ---- the lost sheet ---------------------------------------------------------


def test_a_sheet_found_again_counts(bruno, client_of, sara, tournament, table):
    for board in table.round.boards.all():
        make_score(table, board, (300, 100), sara)
    record(bruno, table, LOST, GONE)
    assert by_entry(tournament)[1] == (7, -205)
    assert send(client_of(bruno), PAGE + "score-ritrovato/").status_code == 302
    assert by_entry(tournament)[1] == (14, 400)
    ruling = Ruling.objects.current().get()
    assert (ruling.number, ruling.version, [one["verb"] for one in ruling.effects]) == (1, 2, ["rectify"])


def test_a_sheet_found_in_the_merit_groups_does_not(bruno, client_of, tournament, table):
    record(bruno, table, LOST, GONE)
    later = factories.make_stage(tournament, 2)
    Round.objects.create(tournament=tournament, stage=later, number=2, state="published")
    assert send(client_of(bruno), PAGE + "score-ritrovato/").status_code == 302
    assert match() == ((7, -205), (7, -205), "score-smarrito")
    assert [one["verb"] for one in Ruling.objects.current().get().effects] == ["refuse", "fixed_score"]


def test_only_a_lost_sheet_is_found(bruno, client_of, table):
    record(bruno, table, LEFT, MISCONDUCT)
    answer = send(client_of(bruno), PAGE + "score-ritrovato/")
    assert answer.status_code == 422
    assert "nessuno score risulta smarrito" in text(answer)


def test_nothing_that_one_tap_tells_wants_to_know_on_which_deal():
    tapped = [book.procedures.get(one.procedure) for book in all_rulebooks() for one in SITUATIONS]
    known = [procedure for procedure in tapped if procedure]
    assert known and [procedure.id for procedure in known if not procedure.whole_match] == []
