"""The scores given without play (F.I.Bur. 19, 39, 40) and the code's other figures, over every case there is."""

import pytest

from codes.burraco.parameters import (
    SCORES_FILE,
    LateSide,
    MatchKind,
    NoSuchScore,
    ScoreKind,
    SideScore,
    load_fixed_scores,
    load_parameters,
)
from codes.format.model import RulebookError
from codes.library import RULEBOOKS
from codes.victory_points import get_scale
from tests.tables import each

FOLDER = RULEBOOKS / "fibur-burraco-2019"
FIXED = load_fixed_scores(FOLDER)
PARAMETERS = load_parameters(FOLDER)
BOARDS = {MatchKind.TWO: 2, MatchKind.THREE: 3, MatchKind.FOUR: 4, MatchKind.TEAMS: 4}
ALL = [(kind, match, figures) for kind in ScoreKind for match, figures in FIXED.scores[kind].by_match.items()]

# By hand from the printed text: kind, match, VP, MP.
PRINTED = {
    (ScoreKind.BYE, MatchKind.TWO): (14, 305),
    (ScoreKind.BYE, MatchKind.THREE): (14, 355),
    (ScoreKind.BYE, MatchKind.FOUR): (13, 505),
    (ScoreKind.BYE, MatchKind.TEAMS): (13, 555),
    (ScoreKind.LATE_PRESENT, MatchKind.TWO): (14, 305),
    (ScoreKind.LATE_PRESENT, MatchKind.THREE): (14, 355),
    (ScoreKind.LATE_PRESENT, MatchKind.FOUR): (13, 505),
    (ScoreKind.LATE_PRESENT, MatchKind.TEAMS): (13, 555),
    (ScoreKind.LATE_ABSENT, MatchKind.TWO): (6, -305),
    (ScoreKind.LATE_ABSENT, MatchKind.THREE): (6, -355),
    (ScoreKind.LATE_ABSENT, MatchKind.FOUR): (7, -505),
    (ScoreKind.LATE_ABSENT, MatchKind.TEAMS): (7, -555),
    (ScoreKind.ABSENT, MatchKind.FOUR): (7, -505),
    (ScoreKind.MISCONDUCT, MatchKind.FOUR): (7, -505),
}
VP_ONLY = {
    ScoreKind.ABSENT: 7,
    ScoreKind.ABSENT_LONG: 0,
    ScoreKind.BOTH_WITHDREW: 0,
    ScoreKind.WITHDREW_AT_FAULT: 0,
    ScoreKind.MISCONDUCT: 7,
    ScoreKind.SCORE_LOST: 7,
    ScoreKind.FULL_TEAM: 13,
    ScoreKind.SHORT_TEAM: 7,
}


@pytest.mark.parametrize(("kind", "match", "figures"), ALL)
def test_what_is_not_printed_is_marked_derived_and_no_other(kind, match, figures):
    assert figures.derived is ((kind, match) not in PRINTED)


@pytest.mark.parametrize(("kind", "match"), PRINTED)
def test_printed_figures_are_those_printed(kind, match):
    figures = FIXED.score_for(kind, match)
    assert (figures.vp, figures.mp) == PRINTED[kind, match]


@pytest.mark.parametrize(("kind", "match", "figures"), ALL)
def test_every_mp_stands_on_the_edge_of_its_row_of_the_vp_table(kind, match, figures):
    scale = get_scale("burraco-teams" if match is MatchKind.TEAMS else "burraco")
    winner = max(figures.vp, 20 - figures.vp)
    edge = next(band.first for band in scale.table_of(BOARDS[match]) if band.vp == winner)
    assert figures.mp == (edge if figures.vp == winner else -edge)


@pytest.mark.parametrize("kind", VP_ONLY)
def test_the_vp_of_a_kind_are_the_same_in_every_match(kind):
    assert {figures.vp for figures in FIXED.scores[kind].by_match.values()} == {VP_ONLY[kind]}


@pytest.mark.parametrize("match", MatchKind)
def test_who_waits_and_who_is_late_share_twenty(match):
    present, late = FIXED.score_for(ScoreKind.LATE_PRESENT, match), FIXED.score_for(ScoreKind.LATE_ABSENT, match)
    assert (present.vp + late.vp, present.mp + late.mp) == (20, 0)


@pytest.mark.parametrize("match", MatchKind)
def test_only_teams_have_a_score_for_members_missing(match):
    if match is MatchKind.TEAMS:
        assert FIXED.score_for(ScoreKind.FULL_TEAM, match).vp + FIXED.score_for(ScoreKind.SHORT_TEAM, match).vp == 20
    else:
        with pytest.raises(NoSuchScore):
            FIXED.score_for(ScoreKind.FULL_TEAM, match)


def test_a_score_not_returned_costs_one_vp():
    assert FIXED.score_not_returned == SideScore(vp=-1, mp=0)


@each("match", MatchKind)
@each("round_missed", range(1, 12))
def test_absence_worsens_from_the_fourth_round_missed(round_missed, match):
    kind = ScoreKind.ABSENT if round_missed <= 3 else ScoreKind.ABSENT_LONG
    assert FIXED.absence(round_missed, match) == FIXED.score_for(kind, match)


def test_there_is_no_round_of_absence_before_the_first():
    with pytest.raises(ValueError, match="from one"):
        FIXED.absence(0, MatchKind.FOUR)


def row_of(seconds: int) -> str | None:
    """The row of art. 40, said once more in another way."""
    if seconds == 0:
        return None
    minutes = seconds / 60
    return "entro-2" if minutes <= 2 else "da-2-a-5" if minutes <= 5 else "da-5-a-10" if minutes <= 10 else "oltre-10"


def test_every_second_of_lateness_has_its_row():
    rows = [FIXED.late(seconds) for seconds in range(901)]
    assert [row.id if row else None for row in rows] == [row_of(seconds) for seconds in range(901)]


@pytest.mark.parametrize(
    ("seconds", "row"), [(1, "entro-2"), (120, "entro-2"), (121, "da-2-a-5"), (300, "da-2-a-5"), (301, "da-5-a-10")]
)
def test_at_the_very_minute_the_milder_row_holds(seconds, row):
    assert FIXED.late(seconds).id == row


def test_lateness_is_never_negative():
    with pytest.raises(ValueError, match="negative"):
        FIXED.late(-1)


def expected_side(own: str | None, other: str | None, match: MatchKind) -> LateSide:
    bonus = {"da-2-a-5": 100, "da-5-a-10": 150}.get(other or "", 0)
    figures = None
    if own == "oltre-10":
        figures = FIXED.score_for(ScoreKind.LATE_ABSENT, match)
    elif other == "oltre-10":
        figures = FIXED.score_for(ScoreKind.LATE_PRESENT, match)
    return LateSide(own == "entro-2", bonus, figures)


@each("match", MatchKind)
@each("seconds_a", [0, 60, 120, 200, 300, 400, 600, 601])
@each("seconds_b", [0, 60, 120, 200, 300, 400, 600, 601])
def test_each_lateness_counts_by_itself_and_the_bonuses_cross(seconds_a, seconds_b, match):
    row_a, row_b = row_of(seconds_a), row_of(seconds_b)
    expected = (expected_side(row_a, row_b, match), expected_side(row_b, row_a, match))
    assert FIXED.lateness_of(seconds_a, seconds_b, match) == expected


def test_three_and_seven_minutes_give_each_the_bonus_of_the_others_lateness():
    a, b = FIXED.lateness_of(180, 420, MatchKind.FOUR)
    assert (a.bonus_mp, b.bonus_mp, a.figures, b.figures) == (150, 100, None, None)


@pytest.mark.parametrize("match", MatchKind)
def test_both_beyond_ten_minutes_lose_both(match):
    a, b = FIXED.lateness_of(601, 900, match)
    assert a == b == LateSide(False, 0, FIXED.score_for(ScoreKind.LATE_ABSENT, match))


# -- the files are read strictly ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "spoiled", "said"),
    [
        ("up_to: 300", "up_to: 100", "must rise"),
        ("  - {id: oltre-10, ", "  - {id: oltre-10, up_to: 900, ", "only the last"),
        ("  score-smarrito:", "  score-perduto:", "score-perduto"),
        ("warning: true", "warning: true, fine: 1", "lateness"),
        ("derived: true}", "derived: true", "not valid YAML"),
    ],
)
def test_a_spoiled_file_is_refused_with_its_line(tmp_path, there, spoiled, said):
    text = (FOLDER / SCORES_FILE).read_text("utf-8")
    assert there in text
    (tmp_path / SCORES_FILE).write_text(text.replace(there, spoiled, 1), "utf-8")
    with pytest.raises(RulebookError, match=said) as refusal:
        load_fixed_scores(tmp_path)
    assert all(problem.file == SCORES_FILE and problem.line > 0 for problem in refusal.value.problems)


def test_a_kind_left_out_is_refused(tmp_path):
    text = (FOLDER / SCORES_FILE).read_text("utf-8")
    start, end = text.index("  squadra-incompleta:"), text.index("# Art. 40: what lateness")
    (tmp_path / SCORES_FILE).write_text(text[:start] + text[end:], "utf-8")
    with pytest.raises(RulebookError, match="no score for squadra-incompleta"):
        load_fixed_scores(tmp_path)


# -- the other figures -------------------------------------------------------------------------------------------


@each("cards", range(1, 109))
def test_a_player_thinks_ten_twenty_or_forty_seconds_by_the_cards_in_hand(cards):
    assert PARAMETERS.seconds_for(cards) == (10 if cards < 4 else 20 if cards < 11 else 40)


def test_nobody_thinks_without_cards():
    with pytest.raises(ValueError, match="holds a card"):
        PARAMETERS.seconds_for(0)


@pytest.mark.parametrize(("warnings", "vp"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2), (9, 3)])
def test_every_three_warnings_cost_one_vp(warnings, vp):
    assert PARAMETERS.warnings.penalty(warnings) == vp
    assert PARAMETERS.warnings.add_up == "line"


def test_minutes_are_those_of_articles_6_20_38_and_39():
    assert [PARAMETERS.round_minutes[match] for match in (MatchKind.TWO, MatchKind.THREE, MatchKind.FOUR)] == [
        25,
        30,
        42,
    ]
    assert PARAMETERS.round_minutes_lowered_by == 2
    assert (PARAMETERS.standings_minutes, PARAMETERS.leave_minutes, PARAMETERS.last_call_seconds) == (10, 10, 5)


@pytest.mark.parametrize(
    ("scores", "pozzi"),
    [
        ([0, 0, 0], (18, 11)),
        ([1495, 900, -50], (18, 11)),
        ([1500, 900, -50], (11, 11, 11)),
        ([0, 0, 0, 0, 0], (18, 11, 11)),
        ([1600, 0, 0, 0, 2000], (11, 11, 11, 11, 11)),
    ],
)
def test_tables_of_three_and_five_make_their_pozzi_by_the_score(scores, pozzi):
    assert PARAMETERS.odd_tables.pozzi(scores) == pozzi
    assert PARAMETERS.odd_tables.pozzi(scores, singly=True) == (11,) * len(scores)


@pytest.mark.parametrize("scores", [[], [0, 0], [0, 0, 0, 0], [2005, 0, 0]])
def test_no_deal_for_another_number_of_players_or_after_2005(scores):
    with pytest.raises(ValueError, match="no deal"):
        PARAMETERS.odd_tables.pozzi(scores)


@pytest.mark.parametrize(("best", "over"), [(2000, False), (2005, True), (2300, True)])
def test_a_match_of_three_ends_at_2005(best, over):
    assert PARAMETERS.odd_tables.is_over([0, best, 0]) is over


def test_five_players_use_three_packs():
    assert {table.players: table.packs for table in PARAMETERS.odd_tables.tables} == {3: 2, 5: 3}
