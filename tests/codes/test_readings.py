"""Where a code is read rather than copied, the other reading is told with what would change."""

import pytest

from codes.library import get_rulebook, rulebook_ids
from codes.reading.loader import RulebookError, load_rulebook
from tests.codes.mini import fact, procedure, rule, text, write

ALL = [(code, name) for code in rulebook_ids() for name in sorted(get_rulebook(code).procedures)]


@pytest.mark.parametrize(("code", "procedure"), ALL)
def test_every_reading_of_every_code_tells_the_other_one_in_both_languages(code, procedure):
    readings = [one.reading for one in get_rulebook(code).procedures[procedure].rules if one.reading]
    for reading in readings:
        assert {reading.other.it, reading.other.en}.isdisjoint({reading.it, reading.en, ""})
        assert reading.other.it != reading.other.en


def book_with(tmp_path, reading):
    told = rule({}) | {"reading": reading}
    return load_rulebook(write(tmp_path, [procedure("uno", {"a": fact("si", "no")}, [told])]))


def test_a_reading_without_the_other_one_is_refused_with_its_line(tmp_path):
    with pytest.raises(RulebookError) as refused:
        book_with(tmp_path, text("così"))
    problems = [str(problem) for problem in refused.value.problems]
    assert any(problem.startswith("procedures/uno.yaml:") and "reading.other" in problem for problem in problems)


def test_another_reading_beside_is_a_change_of_the_text(tmp_path):
    # That rulings of before keep their fingerprint is proved in tests/before.
    first = book_with(tmp_path / "a", text("così") | {"other": text("altrimenti")}).procedures["uno"]
    second = book_with(tmp_path / "b", text("così") | {"other": text("in altro modo")}).procedures["uno"]
    assert first.rules[0].reading.other.it == "altrimenti"
    assert first.digest != second.digest
