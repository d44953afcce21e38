"""What happens at several tables at once (F.I.Bur. 2): who may ask for others, and what cannot be ordered there."""

import pytest

from codes.library import get_rulebook
from codes.reading.loader import RulebookError, load_rulebook
from tests.codes.mini import fact, procedure, rule, text, write

SWAPPED = {"ask": text("Anche altrove?")}


def loaded(tmp_path, *, effect=None, **more):
    tmp_path.mkdir(exist_ok=True)
    rules = [rule({"a": "si"}, effect or {"inform": "uno"}), rule({"a": "no"}, {"inform": "due"})]
    write(tmp_path, [procedure("uno", {"a": fact("si", "no")}, rules, **more)])
    return load_rulebook(tmp_path).procedures["uno"]


def problem(tmp_path, **more):
    with pytest.raises(RulebookError) as refused:
        loaded(tmp_path, elsewhere=SWAPPED, **more)
    return " ".join(map(str, refused.value.problems))


def test_other_tables_change_no_rule(tmp_path):
    with_them = loaded(tmp_path / "a", whole_match=True, elsewhere=SWAPPED)
    assert with_them.elsewhere.ask.it == "Anche altrove?"
    assert with_them.digest == loaded(tmp_path / "b", whole_match=True).digest


def test_one_deal_is_not_played_at_several_tables(tmp_path):
    assert "concerns whole matches" in problem(tmp_path)


def test_an_order_that_binds_the_seats_of_one_table_is_refused(tmp_path):
    said = problem(tmp_path, whole_match=True, effect={"forbid": "parlare", "whom": "compagno"})
    assert "«forbid» acts at one table" in said


def test_only_a_wrong_table_is_asked_for_at_others():
    procedures = get_rulebook("fibur-burraco-2019").procedures.values()
    assert [one.id for one in procedures if one.elsewhere] == ["posto-sbagliato"]


def test_what_happens_once_happens_to_a_whole_match(tmp_path):
    write(tmp_path, [procedure("uno", {"a": fact("si", "no")}, [rule({})], once=True)])
    with pytest.raises(RulebookError, match="concerns the whole of it"):
        load_rulebook(tmp_path)


def test_that_it_happens_once_changes_no_rule(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    once = loaded(tmp_path / "a", whole_match=True, once=True)
    assert once.digest == loaded(tmp_path / "b", whole_match=True).digest
