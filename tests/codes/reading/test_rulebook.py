"""A code is refused with file, line and the combination that fails."""

import json

import pytest

from codes.reading.loader import RulebookError, load_rulebook
from tests.codes.mini import fact, procedure, rule, text, write

YES_NO = {"a": fact("si", "no"), "b": fact("si", "no")}


def problems(folder) -> list[str]:
    with pytest.raises(RulebookError) as caught:
        load_rulebook(folder)
    return [str(problem) for problem in caught.value.problems]


def refusal(tmp_path, *procedures, **files) -> str:
    """The single problem for which the code is refused."""
    (only,) = problems(write(tmp_path, list(procedures), **files))
    return only


def test_sound_code_is_loaded(tmp_path):
    table = procedure("p", YES_NO, [rule({"a": "si"}), rule({"a": "no"}, {"inform": "uno"})])
    book = load_rulebook(write(tmp_path, [table]))
    assert list(book.procedures) == ["p"]
    assert list(book.articles) == [1, 2, 3, 4, 5]


def test_gap_names_the_combination(tmp_path):
    table = procedure("p", YES_NO, [rule({"a": "si"}), rule({"a": "no", "b": "si"}, {"inform": "uno"})])
    message = refusal(tmp_path, table)
    assert message.startswith("procedures/p.yaml:")
    assert message.endswith("no rule matches: a: no, b: no")


def test_overlap_names_rules_and_combination(tmp_path):
    table = procedure(
        "p", YES_NO, [rule({"a": "si"}), rule({"a": "no"}), rule({"a": "no", "b": "si"}, {"inform": "uno"})]
    )
    message = refusal(tmp_path, table)
    assert message.endswith("rules 2 and 3 both match: a: no, b: si")


def test_problem_names_its_line(tmp_path):
    yaml = """\
id: p
title: {it: p, en: p}
family: varie
articles: [1]
facts:
  a: {ask: {it: a, en: a}, answers: si-no}
rules:
  - when: {a: si}
    then: [{inform: niente}]
    cites: [1]
  - when: {a: no}
    then: [{inform: niente}]
    cites: [99]
"""
    folder = write(tmp_path, [])
    (folder / "procedures" / "p.yaml").write_text(yaml)
    assert problems(folder) == ["procedures/p.yaml:13: unknown article 99"]


def test_no_is_text_not_a_boolean(tmp_path):
    table = procedure("p", {"a": {"ask": text("?"), "answers": "si-no"}}, [rule({})])
    book = load_rulebook(write(tmp_path, [table]))
    assert list(book.procedures["p"].facts["a"].answers) == ["si", "no"]


def test_duplicate_key_is_refused_with_its_line(tmp_path):
    folder = write(tmp_path, [], facts="answer_sets: {}\nfacts: {}\nfacts: {}\n")
    assert problems(folder) == ["facts.yaml:3: the key «facts» stands twice"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"family": "nessuna"}, "unknown family «nessuna»"),
        ({"articles": [77]}, "unknown article 77"),
        ({"applies": {"forma": ["libera"]}}, "unknown answer «libera» of the option «forma»"),
        ({"applies": {"luna": ["piena"]}}, "unknown option «luna»"),
        ({"rules": [rule({"c": "si"})]}, "unknown fact «c»"),
        ({"rules": [rule({"a": "forse"})]}, "unknown answer «forse» of «a»"),
        ({"rules": [rule({}, {"inform": "ignoto"})]}, "no wording for «inform: ignoto» in effects.yaml"),
        ({"rules": [rule({}, {"go": "altrove"})]}, "unknown procedure «altrove»"),
        (
            {"rules": [rule({}, {"forbid": "parlare", "whom": "avversari"})]},
            "no phrase for whom «avversari» in effects.yaml",
        ),
        (
            {"rules": [rule({}, {"forbid": "parlare", "whom": "compagno", "until": "subito"})]},
            "no phrase for until «subito» in effects.yaml",
        ),
        ({"facts": {"a": None}, "rules": [rule({})]}, "unknown fact «a»: neither an option nor in facts.yaml"),
        ({"facts": {"a": fact("si")}, "rules": [rule({})]}, "the fact «a» needs at least two answers"),
    ],
)
def test_unknown_name_is_refused(tmp_path, changed, message):
    table = procedure("p", YES_NO, [rule({"a": "si"}), rule({"a": "no"})]) | changed
    assert refusal(tmp_path, table).split(": ", 1)[1] == message


def test_unknown_effect_and_stray_key_are_refused(tmp_path):
    table = procedure("p", YES_NO, [rule({}, {"punish": "everybody"})]) | {"colour": "red"}
    found = problems(write(tmp_path, [table]))
    assert any("an effect begins with one of" in problem for problem in found)
    assert any("colour" in problem for problem in found)


def test_condition_that_contradicts_its_rule_is_refused(tmp_path):
    effect = {"inform": "uno", "if": {"a": "no"}}
    table = procedure("p", YES_NO, [rule({"a": "si"}, {"inform": "niente"}, effect), rule({"a": "no"})])
    assert "contradicts its `when`" in refusal(tmp_path, table)


CITED = {"article": 2, "if": {"a": "si"}}


@pytest.mark.parametrize(
    ("cites", "message"),
    [
        ((1, {"article": 77, "if": {"a": "si"}}), "unknown article 77"),
        ((1, {"article": 2, "if": {"c": "si"}}), "unknown fact «c»"),
        ((1, {"article": 2, "if": {"a": ["si", "forse"]}}), "unknown answer «forse» of «a»"),
        ((CITED,), "rule 1 cites no article: a: no, b: si"),
    ],
)
def test_a_citation_under_a_fact_is_checked_as_an_effect_is(tmp_path, cites, message):
    table = procedure("p", YES_NO, [rule({}, cites=cites)])
    assert refusal(tmp_path, table).split(": ", 1)[1] == message


def test_citation_that_contradicts_its_rule_is_refused(tmp_path):
    table = procedure("p", YES_NO, [rule({"a": "no"}, cites=(1, CITED)), rule({"a": "si"}, {"inform": "uno"})])
    assert "rule 1: the `if` of 2 contradicts its `when`" in refusal(tmp_path, table)


def test_a_citation_under_a_fact_is_refused_with_its_line(tmp_path):
    yaml = """id: p
title: {it: P, en: P}
family: varie
articles: [1]
facts:
  a: {ask: {it: A, en: A}, answers: {si: {it: Sì, en: Yes}, no: {it: No, en: No}}}
rules:
  - when: {}
    then: [{inform: niente}]
    cites:
      - 1
      - {article: 2, if: {a: forse}}
"""
    folder = write(tmp_path, [])
    (folder / "procedures" / "p.yaml").write_text(yaml)
    assert problems(folder) == ["procedures/p.yaml:12: unknown answer «forse» of «a»"]


def test_rule_outside_the_options_of_its_procedure_is_unreachable(tmp_path):
    table = procedure(
        "p",
        {"norme": None},
        [rule({"norme": "moderne"}), rule({"norme": "tradizionali"}, {"inform": "uno"})],
        applies={"norme": "moderne"},
    )
    assert "rule 2 can never be reached" in refusal(tmp_path, table)


def test_rule_excluded_by_the_constraint_of_the_code_is_unreachable(tmp_path):
    facts = {"forma": None, "norme": None}
    never = rule({"forma": "duplicato", "norme": "tradizionali"}, {"inform": "uno"})
    rules = [never, rule({"forma": "duplicato", "norme": "moderne"}), rule({"forma": "ordinario"})]
    assert "rule 1 can never be reached" in refusal(tmp_path, procedure("p", facts, rules))


def test_cycle_of_go_is_refused_with_its_path(tmp_path):
    first = procedure("p", {}, [rule({}, {"go": "q"})])
    second = procedure("q", {}, [rule({}, {"go": "p"})])
    found = problems(write(tmp_path, [first, second]))
    assert any(problem.endswith("the procedures lead back to themselves: p → q → p") for problem in found)


def test_go_may_only_carry_answers_that_its_target_knows(tmp_path):
    first = procedure("p", {}, [rule({}, {"go": "q", "with": {"a": "forse"}})])
    second = procedure("q", YES_NO, [rule({})])
    assert refusal(tmp_path, first, second).endswith("unknown answer «forse» of «a»")


def test_one_fact_name_has_one_meaning_along_a_walk(tmp_path):
    first = procedure("p", {"a": fact("si", "no")}, [rule({"a": "si"}, {"go": "q"}), rule({"a": "no"})])
    second = procedure("q", {"a": fact("rosso", "nero")}, [rule({})])
    assert refusal(tmp_path, first, second).endswith("«a» means something else in «q»")


def test_articles_twice_or_pointing_nowhere_are_refused(tmp_path):
    one = {"number": 1, "part": "p", "title": text("t"), "summary": text("s")}
    articles = {"parts": {"p": text("p")}, "articles": [one, one | {"refers": [9]}]}
    found = problems(write(tmp_path, [], articles=articles))
    assert [problem.split(": ", 1)[1] for problem in found] == ["article 1 stands twice", "unknown article 9"]


def test_missing_file_and_invalid_yaml_are_refused(tmp_path):
    folder = write(tmp_path, [], effects="wording: {")
    (folder / "facts.yaml").unlink()
    found = problems(folder)
    assert "facts.yaml:1: the file is missing" in found
    assert any(problem.startswith("effects.yaml:") and "not valid YAML" in problem for problem in found)


def test_hash_changes_with_the_law_and_not_with_the_worked_cases(tmp_path):
    table = procedure("p", YES_NO, [rule({})])
    folder = write(tmp_path, [table])
    before = load_rulebook(folder).hash
    example = {
        "procedure": "p",
        "cases": [
            {
                "title": text("t"),
                "story": text("s"),
                "options": {"forma": "ordinario", "norme": "moderne"},
                "facts": {},
                "expect": {"effects": [{"inform": "niente"}], "cites": [1]},
            }
        ],
    }
    (folder / "examples" / "p.yaml").write_text(json.dumps(example))
    assert load_rulebook(folder).hash == before
    write(folder, [table | {"title": text("altro")}])
    assert load_rulebook(folder).hash != before
