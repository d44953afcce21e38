"""A lot is worth what a stranger can check: drawn twice it is the same, and the recipe gives it too."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.arbitral.lots import Lot, draw, draw_line_up, repeat_recipe

SEED = "Coppa d'Autunno 4711"
words = st.text("abcXYZ019 -/'à", min_size=1).filter(lambda text: any(c.isascii() and c.isalnum() for c in text))


def stranger_runs(recipe):
    """What the recipe prints in an interpreter that knows nothing of the project."""
    command = [sys.executable, "-I", "-c", recipe]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 our own recipe


def test_a_lot_carries_all_that_it_was_drawn_from():
    # printf '\0\0COPPA/D/AUTUNNO/4711/SMAZZATA/12/TAVOLO/3/\0\0' | md5sum; it ends in 7: odd, so the second of two.
    assert draw_line_up(SEED, "Smazzata 12, tavolo 3") == Lot(
        seed=SEED,
        purpose="Smazzata 12, tavolo 3",
        candidates=("A", "B"),
        drawn="B",
        key="COPPA/D/AUTUNNO/4711/SMAZZATA/12/TAVOLO/3/",
        digest="CCB93004BFBE2C533DC0F45DB6BD0187",
    )


def test_letters_of_another_alphabet_are_passed_over():
    assert draw_line_up("s", "Ωμέγα, tavolo 3").key == "S/TAVOLO/3/"


def test_words_are_kept_apart():
    assert draw_line_up("s", "board 1 table 23").key != draw_line_up("s", "board 12 table 3").key


def test_spelling_that_does_not_count_gives_the_same_lot():
    assert draw_line_up("Città", "tavolo 3").key == draw_line_up("citta", "TÀVOLO — 3").key


def test_the_recipe_run_by_a_stranger_gives_the_same_line():
    for table in range(6):
        lot = draw_line_up(SEED, f"tavolo {table}")
        assert stranger_runs(repeat_recipe(lot)) == lot.drawn


def test_the_recipe_survives_candidates_with_quotes():
    for table in range(3):
        lot = draw(["L'Aquila", 'detta "la bella"', "Sant'Agata \\n"], seed="s", purpose=f"tavolo {table}")
        assert stranger_runs(repeat_recipe(lot)) == lot.drawn


def test_both_lines_are_drawn_about_as_often():
    ups = sum(draw_line_up(SEED, f"tavolo {table}").drawn == "A" for table in range(1000))
    assert 440 < ups < 560  # four standard deviations either side of 500


@pytest.mark.parametrize(("seed", "purpose"), [("", "p"), ("s", ""), ("—", "p"), ("s", "...")])
def test_a_lot_needs_a_seed_and_a_purpose(seed, purpose):
    with pytest.raises(ValueError, match="needs words"):
        draw_line_up(seed, purpose)


@pytest.mark.parametrize("candidates", [[], ["A", "A"]])
def test_a_lot_needs_different_candidates(candidates):
    with pytest.raises(ValueError, match="candidates"):
        draw(candidates, seed="s", purpose="p")


@pytest.mark.long
@given(words, words, st.lists(st.text(), min_size=1, unique=True))
def test_the_drawn_is_the_hash_modulo_the_candidates(seed, purpose, candidates):
    lot = draw(candidates, seed=seed, purpose=purpose)
    assert lot.drawn == candidates[int(lot.digest, 16) % len(candidates)]
    assert lot == draw(lot.candidates, seed=lot.seed, purpose=lot.purpose)
