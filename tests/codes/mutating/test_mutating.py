"""No table changes unnoticed: what the single changes of a procedure are, what notices each, that something does."""

import random
from collections import Counter

import pytest
from django.core.management import CommandError, call_command

from codes.library import RULEBOOKS, rulebook_ids
from codes.mutating.trial import Noticed, Workshop
from referee.management.commands.mutate_rulebooks import in_words
from tests.codes.mini import fact, procedure, rule, text, write

SAMPLE = 250
OPTIONS = {"forma": "ordinario", "norme": "moderne"}


def case(facts: dict[str, str], *effects: dict[str, str], cites: tuple[int, ...] = (1,), **options: str) -> dict:
    expect = {"effects": list(effects), "cites": list(cites)} if effects else {"applies": False}
    told = {"title": text("t"), "story": text("s"), "facts": facts, "expect": expect}
    return told | {"options": OPTIONS | options}


@pytest.fixture
def workshop(tmp_path):
    """A code of one procedure with its worked cases."""

    def make(table: dict, *cases: dict) -> Workshop:
        return Workshop(write(tmp_path, [table], **{"examples/p": {"procedure": "p", "cases": list(cases)}}))

    return make


def of(workshop: Workshop, noticed: Noticed) -> set[str]:
    trials = [workshop.tried(change) for change in workshop.changes()]
    return {in_words(trial.change) for trial in trials if trial.noticed == noticed}


TABLE = procedure(
    "p",
    {"a": fact("si", "no"), "b": fact("x", "y", "z")},
    [
        rule({"a": "si"}, {"inform": "niente"}, {"inform": "uno", "if": {"b": "x"}}),
        rule({"a": "no"}, {"inform": "due"}, cites=(2,)),
    ],
)
BOTH, ONE, TWO = [{"inform": "niente"}, {"inform": "uno"}], {"inform": "niente"}, {"inform": "due"}


def test_effect_told_only_where_its_condition_holds_may_lose_the_condition_unnoticed(workshop):
    found = of(workshop(TABLE, case({"a": "si", "b": "x"}, *BOTH), case({"a": "no"}, TWO, cites=(2,))), Noticed.NOTHING)
    assert found == {
        "rule 1, effect 2, if, b: removed",
        "rule 1, effect 2, if, b: y added",
        "rule 1, effect 2, if, b: z added",
    }


def test_nothing_is_left_once_every_answer_is_told(workshop):
    made = workshop(
        TABLE,
        case({"a": "si", "b": "x"}, *BOTH),
        case({"a": "si", "b": "y"}, ONE),
        case({"a": "si", "b": "z"}, ONE),
        case({"a": "no"}, TWO, cites=(2,)),
    )
    assert of(made, Noticed.NOTHING) == set()
    assert "rule 1, effect 2: removed" in of(made, Noticed.WORKED_CASE)
    assert "rule 1, effect 1: read out after the next" in of(made, Noticed.WORKED_CASE)
    assert "rule 2, citation 1: 2 → 3" in of(made, Noticed.WORKED_CASE)


def test_whom_is_changed_to_somebody_whom_the_procedure_may_name(workshop):
    table = procedure(
        "p", {"a": fact("si", "no")}, [rule({"a": "si"}, {"forbid": "parlare", "whom": "compagno"}), rule({"a": "no"})]
    )
    assert "rule 1, effect 1, whom: compagno → tutti" in of(workshop(table), Noticed.NOTHING)


def test_loading_notices_a_gap_and_an_overlap(workshop):
    table = procedure("p", {"b": fact("x", "y", "z")}, [rule({"b": ["x", "y"]}), rule({"b": "z"}, TWO)])
    made = workshop(table)
    assert {"rule 1, when, b: x removed", "rule 1, when, b: no longer matters"} <= of(made, Noticed.LOADING)


def test_answer_in_the_wrong_row_leaves_the_table_sound_and_wants_a_case(workshop):
    table = procedure("p", {"b": fact("x", "y", "z")}, [rule({"b": ["x", "y"]}), rule({"b": "z"}, TWO)])
    made = workshop(table, case({"b": "x"}, ONE), case({"b": "z"}, TWO))
    assert of(made, Noticed.NOTHING) == {"rule 1, when, b: y passed to rule 2"}
    assert "rule 1, when, b: x passed to rule 2" in of(made, Noticed.WORKED_CASE)


def test_change_that_no_walk_can_tell_is_equivalent(workshop):
    two = rule({"a": "si"}, {"inform": "uno", "if": {"b": "x"}}, {"inform": "due", "if": {"b": "y"}}, {"inform": "tre"})
    made = workshop(procedure("p", {"a": fact("si", "no"), "b": fact("x", "y")}, [two, rule({"a": "no"})]))
    assert "rule 1, effect 1: read out after the next" in of(made, Noticed.EQUIVALENT)
    assert "rule 1, effect 2: read out after the next" in of(made, Noticed.NOTHING)


def test_options_of_a_procedure_are_told_by_a_case_that_does_not_exist(workshop):
    table = procedure("p", {"a": fact("si", "no")}, [rule({"a": ["si", "no"]})], applies={"forma": "ordinario"})
    assert "applies, forma: removed" in of(workshop(table, case({}, ONE)), Noticed.NOTHING)
    told = workshop(table, case({}, ONE), case({}, forma="duplicato"))
    assert "applies, forma: removed" in of(told, Noticed.WORKED_CASE)


def test_survivor_is_named_with_the_answers_that_tell_it(workshop):
    made = workshop(TABLE, case({"a": "si", "b": "x"}, *BOTH), case({"a": "no"}, TWO, cites=(2,)))
    (trial,) = [t for t in map(made.tried, made.changes()) if in_words(t.change).endswith("z added")]
    assert trial.facts == {"a": "si", "b": "z"}


@pytest.mark.long
@pytest.mark.parametrize("code", rulebook_ids())
def test_no_change_of_a_sample_goes_unnoticed(code):
    workshop = Workshop(RULEBOOKS / code)
    changes = list(workshop.changes())
    trials = map(workshop.tried, random.Random(7).sample(changes, SAMPLE))  # noqa: S311 - always the same ones
    kinds = Counter[Noticed]()
    for trial in trials:
        kinds[trial.noticed] += 1
        assert trial.noticed != Noticed.NOTHING, (workshop.place(trial.change), in_words(trial.change), trial.facts)
    assert kinds[Noticed.LOADING] and kinds[Noticed.WORKED_CASE]


def test_command_says_how_many_changes_were_noticed(capsys):
    call_command("mutate_rulebooks", "tressette-online", "--procedure", "cappotto", "--all")
    told = "tressette-online: 26 changes: loading 10, worked case 16, equivalent 0, nothing 0"
    assert told in capsys.readouterr().out


def test_command_fails_and_names_the_survivor(tmp_path, monkeypatch, capsys):
    folder = write(tmp_path / "mini", [TABLE])
    monkeypatch.setattr("referee.management.commands.mutate_rulebooks.RULEBOOKS", folder.parent)
    monkeypatch.setattr("referee.management.commands.mutate_rulebooks.rulebook_ids", lambda: ("mini",))
    with pytest.raises(CommandError, match="changes that nothing notices"):
        call_command("mutate_rulebooks", "--all")
    assert "mini/procedures/p.yaml:" in capsys.readouterr().out
