"""Random decision tables: sound ones are walked to exactly one decision, unsound ones always refused."""

import json
import tempfile
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codes.deciding.walk import Decision, Question, walk
from codes.reading.loader import RulebookError, load_rulebook
from tests.codes.mini import OUTCOMES, fact, procedure, rule, write

pytestmark = pytest.mark.long

OPTIONS = {"forma": "ordinario", "norme": "moderne"}
SIZES = st.lists(st.integers(2, 4), min_size=1, max_size=4)
# A box is a set of answers per fact: one rule of the table.
Box = tuple[frozenset[str], ...]


@st.composite
def partitions(draw, sizes: list[int]) -> list[Box]:
    """Boxes that cover every combination exactly once, made by cutting the whole again and again."""
    boxes: list[Box] = [tuple(frozenset(f"r{n}" for n in range(size)) for size in sizes)]
    for _ in range(draw(st.integers(0, 6))):
        box = boxes.pop(draw(st.integers(0, len(boxes) - 1)))
        wide = [place for place, answers in enumerate(box) if len(answers) > 1]
        if not wide:
            boxes.append(box)
            continue
        place = draw(st.sampled_from(wide))
        ordered = sorted(box[place])
        kept = frozenset(ordered[: draw(st.integers(1, len(ordered) - 1))])
        boxes += [(*box[:place], part, *box[place + 1 :]) for part in (kept, box[place] - kept)]
    return boxes


@st.composite
def sound_tables(draw) -> tuple[list[int], list[Box], list[str]]:
    sizes = draw(SIZES)
    boxes = draw(partitions(sizes))
    outcomes = draw(st.lists(st.sampled_from(OUTCOMES), min_size=len(boxes), max_size=len(boxes)))
    return sizes, boxes, outcomes


def table_of(sizes: list[int], boxes: list[Box], outcomes: list[str]) -> dict:
    facts = {f"f{n}": fact(*(f"r{m}" for m in range(size))) for n, size in enumerate(sizes)}
    rules = [
        rule({f"f{n}": sorted(answers) for n, answers in enumerate(box)}, {"inform": outcome})
        for box, outcome in zip(boxes, outcomes, strict=True)
    ]
    return procedure("p", facts, rules)


def load(sizes, boxes, outcomes):
    with tempfile.TemporaryDirectory() as folder:
        return load_rulebook(write(Path(folder), [table_of(sizes, boxes, outcomes)]))


def expected(boxes: list[Box], outcomes: list[str], facts: dict[str, str]) -> str:
    """The oracle: the only box that contains the combination, found by looking at all."""
    (found,) = (
        outcome
        for box, outcome in zip(boxes, outcomes, strict=True)
        if all(facts[f"f{n}"] in answers for n, answers in enumerate(box))
    )
    return found


def combinations_of(sizes: list[int]):
    for combination in product(*(range(size) for size in sizes)):
        yield {f"f{n}": f"r{answer}" for n, answer in enumerate(combination)}


@settings(max_examples=60)
@given(sound_tables(), st.randoms(use_true_random=False))
def test_every_combination_reaches_the_one_decision_in_any_order(table, chance):
    sizes, boxes, outcomes = table
    book = load(sizes, boxes, outcomes)
    for facts in combinations_of(sizes):
        names = list(facts)
        chance.shuffle(names)
        known: dict[str, str] = {}
        for name in names:
            known[name] = facts[name]
            result = walk(book, "p", facts=known, options=OPTIONS)
        assert isinstance(result, Decision)
        assert [effect.what for effect in result.effects] == [expected(boxes, outcomes, facts)]


@settings(max_examples=60)
@given(sound_tables())
def test_asking_leads_to_the_decision_and_every_question_was_needed(table):
    sizes, boxes, outcomes = table
    book = load(sizes, boxes, outcomes)
    for facts in combinations_of(sizes):
        known: dict[str, str] = {}
        result = walk(book, "p", facts=known, options=OPTIONS)
        while isinstance(result, Question):
            name = result.fact.name
            assert name not in known
            assert _still_matters(sizes, boxes, outcomes, known, name)
            known[name] = facts[name]
            result = walk(book, "p", facts=known, options=OPTIONS)
        assert [effect.what for effect in result.effects] == [expected(boxes, outcomes, facts)]


def _still_matters(sizes, boxes, outcomes, known, name) -> bool:
    """By brute force: two combinations that agree with the known and differ only in `name` decide differently."""
    seen: dict[tuple, set[str]] = {}
    for facts in combinations_of(sizes):
        if known.items() <= facts.items():
            others = tuple((key, value) for key, value in facts.items() if key != name)
            seen.setdefault(others, set()).add(expected(boxes, outcomes, facts))
    return any(len(decisions) > 1 for decisions in seen.values())


@settings(max_examples=60)
@given(sound_tables(), st.randoms(use_true_random=False))
def test_trail_does_not_depend_on_the_order_of_the_answers(table, chance):
    sizes, boxes, outcomes = table
    book = load(sizes, boxes, outcomes)
    facts = next(iter(combinations_of(sizes)))
    shuffled = list(facts.items())
    chance.shuffle(shuffled)
    first = walk(book, "p", facts=facts, options=OPTIONS)
    second = walk(book, "p", facts=dict(shuffled), options=OPTIONS)
    assert first.trail == second.trail


@settings(max_examples=60)
@given(sound_tables(), st.data())
def test_planted_gap_is_always_refused(table, data):
    sizes, boxes, outcomes = table
    removed = data.draw(st.integers(0, len(boxes) - 1))
    kept = [box for n, box in enumerate(boxes) if n != removed]
    if not kept:
        kept, outcomes = [tuple(frozenset(sorted(answers)[:1]) for answers in boxes[0])], outcomes * 2
    with pytest.raises(RulebookError) as caught:
        load(sizes, kept, outcomes[: len(kept)])
    (problem,) = caught.value.problems
    assert problem.file == "procedures/p.yaml"
    named = dict(part.split(": ") for part in problem.message.removeprefix("no rule matches: ").split(", "))
    assert not any(all(named[f"f{n}"] in answers for n, answers in enumerate(box)) for box in kept)


@settings(max_examples=60)
@given(sound_tables(), st.data())
def test_planted_overlap_is_always_refused(table, data):
    sizes, boxes, outcomes = table
    box = boxes[data.draw(st.integers(0, len(boxes) - 1))]
    inside = tuple(frozenset([data.draw(st.sampled_from(sorted(answers)))]) for answers in box)
    with pytest.raises(RulebookError) as caught:
        load(sizes, [*boxes, inside], [*outcomes, "tre"])
    (problem,) = caught.value.problems
    named = dict(part.split(": ") for part in problem.message.split(" both match: ")[1].split(", "))
    assert all({named[f"f{n}"]} == answers for n, answers in enumerate(inside))


def test_oracle_and_file_agree_on_a_known_table():
    boxes = [(frozenset({"r0"}), frozenset({"r0", "r1"})), (frozenset({"r1"}), frozenset({"r0", "r1"}))]
    assert expected(boxes, ["uno", "due"], {"f0": "r1", "f1": "r0"}) == "due"
    assert json.loads(json.dumps(table_of([2, 2], boxes, ["uno", "due"])))["rules"][1]["when"]["f0"] == ["r1"]
