"""A score given without play is named by a procedure; its figures stand in fixed-scores.yaml alone."""

import json

import pytest

from codes.deciding.walk import Decision, walk
from codes.format.model import RulebookError
from codes.library import all_rulebooks, get_rulebook
from codes.reading.loader import load_rulebook
from tests.codes.mini import fact, procedure, rule, text, write

SCORES = {
    "riposo": {"by_match": {"due": {"vp": 14, "mp": 305}, "squadre": {"vp": 13, "mp": 555}}},
    "incompleta": {"by_match": {"squadre": {"vp": 7, "mp": -555}}},
}
EFFECTS = {
    "wording": {
        "fixed_score": {"riposo": text("{score}"), "incompleta": text("{score}")},
        "inform": {"uno": text("uno")},
    },
    "whom": {"coppia": text("la linea")},
    "until": {},
    "finality": {},
    "basis": {},
}
OPTIONS = {"forma": "ordinario", "norme": "moderne"}


def folder_with(tmp_path, *effects):
    table = procedure("p", {"partita": fact("due", "squadre")}, [rule({}, *effects)])
    folder = write(tmp_path, [table], effects=EFFECTS)
    (folder / "fixed-scores.yaml").write_text(json.dumps({"scores": SCORES}))
    return folder


def given(score, **more):
    return {"fixed_score": score, "whom": "coppia", **more}


def scores(book, match):
    decision = walk(book, "p", facts={"partita": match}, options=OPTIONS)
    assert isinstance(decision, Decision)
    return [(effect.what, effect.vp, effect.mp) for effect in decision.effects if effect.verb == "fixed_score"]


def test_each_kind_of_match_has_its_figures(tmp_path):
    book = load_rulebook(folder_with(tmp_path, {"inform": "uno"}, given("riposo")))
    assert scores(book, "due") == [("riposo", 14, 305)]
    assert scores(book, "squadre") == [("riposo", 13, 555)]


def test_a_condition_of_its_own_stays(tmp_path):
    book = load_rulebook(folder_with(tmp_path, {"inform": "uno"}, given("riposo", **{"if": {"partita": "due"}})))
    assert scores(book, "due") == [("riposo", 14, 305)]
    assert scores(book, "squadre") == []


def test_a_score_of_one_kind_of_match_depends_on_nothing(tmp_path):
    book = load_rulebook(folder_with(tmp_path, given("incompleta")))
    assert book.procedures["p"].rules[0].then[0].to_dict() == given("incompleta", vp=7, mp=-555)


def test_figures_written_out_are_left_alone(tmp_path):
    book = load_rulebook(folder_with(tmp_path, given("riposo", vp=10, mp=0)))
    assert scores(book, "due") == scores(book, "squadre") == [("riposo", 10, 0)]


YAML = """id: p
title: {it: P, en: P}
family: varie
articles: [1]
facts:
  partita: {ask: {it: A, en: A}, answers: {due: {it: due, en: two}, squadre: {it: s, en: t}}}
rules:
  - when: {}
    then:
      - {fixed_score: riposo, whom: coppia}
      - {fixed_score: FIRST, whom: coppia}
      - {inform: SECOND}
    cites: [1]
"""


@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [
        ("ignoto", "uno", "procedures/p.yaml:11: no score «ignoto» in fixed-scores.yaml"),
        ("riposo", "ignoto", "procedures/p.yaml:12: no wording for «inform: ignoto» in effects.yaml"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, first, second, problem):
    folder = folder_with(tmp_path, {"inform": "uno"})
    (folder / "procedures" / "p.yaml").write_text(YAML.replace("FIRST", first).replace("SECOND", second))
    with pytest.raises(RulebookError) as refused:
        load_rulebook(folder)
    assert [str(one) for one in refused.value.problems] == [problem]


@pytest.mark.parametrize("book", all_rulebooks(), ids=lambda book: book.id)
def test_what_concerns_a_whole_match_annuls_no_deal(book):
    """No deal is asked for there: an annulment would not know which."""
    for one in book.procedures.values():
        if one.whole_match:
            reached = {one.id}
            while more := {go for name in reached for go in _leads_to(book.procedures[name])} - reached:
                reached |= more
            orders = [effect for name in reached for rule in book.procedures[name].rules for effect in rule.then]
            assert not [effect for effect in orders if effect.verb in {"annul", "arbitral"}], one.id


def _leads_to(procedure):
    return {effect.go for rule in procedure.rules for effect in rule.then if effect.verb == "go"}


@pytest.mark.parametrize(
    ("book", "name"),
    [
        ("fibur-burraco-2019", "posto-sbagliato"),
        ("fitres-tressette", "fine-partita"),
        ("tressette-online", "tempo-scaduto-abbandono"),
        ("tressette-online", "pareggio-eliminazione"),
    ],
)
def test_the_end_of_a_match_or_a_wrong_table_asks_for_no_deal(book, name):
    assert get_rulebook(book).procedures[name].whole_match
