"""What a code fixes for the rounds of a tournament: F.I.Bur. 6, 20, 39, 40 and the powers of the arbiter."""

import shutil

import pytest

from codes.burraco.parameters import MATCH_OF_DEALS, MatchKind
from codes.figures import RoundFigures, round_figures, scores_without_play
from codes.library import RULEBOOKS

FIBUR = "fibur-burraco-2019"


def test_minutes_are_those_of_article_6():
    fixed = round_figures(FIBUR)
    assert {deals: fixed.minutes[match] for deals, match in MATCH_OF_DEALS.items()} == {2: 25, 3: 30, 4: 42}
    assert fixed.minutes_lowered_by == 2


def test_a_rest_earns_what_closes_article_40():
    byes = {match: (bye.vp, bye.mp) for match, bye in round_figures(FIBUR).byes.items()}
    assert byes == {
        MatchKind.TWO: (14, 305),
        MatchKind.THREE: (14, 355),
        MatchKind.FOUR: (13, 505),
        MatchKind.TEAMS: (13, 555),
    }


def test_three_warnings_cost_a_vp_and_errors_are_reported_for_ten_minutes():
    assert (round_figures(FIBUR).warnings_per_vp, round_figures(FIBUR).report_minutes) == (3, 10)


@pytest.mark.parametrize("rulebook", ["fitres-tressette", "tressette-online", "of-another-installation"])
def test_a_code_without_such_data_fixes_nothing(rulebook):
    assert round_figures(rulebook) == RoundFigures()
    assert scores_without_play(rulebook) is None


def test_another_edition_has_its_own_figures(tmp_path, monkeypatch):
    shutil.copytree(RULEBOOKS / FIBUR, tmp_path / "fibur-burraco-2031")
    for name, old, new in [
        ("parameters.yaml", "due-smazzate: 25", "due-smazzate: 27"),
        ("fixed-scores.yaml", "due-smazzate: {vp: 14, mp: 305}", "due-smazzate: {vp: 15, mp: 405}"),
    ]:
        path = tmp_path / "fibur-burraco-2031" / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
    monkeypatch.setattr("codes.library.RULEBOOKS", tmp_path)
    own = round_figures("fibur-burraco-2031")
    assert (own.minutes[MatchKind.TWO], own.byes[MatchKind.TWO].mp) == (27, 405)
