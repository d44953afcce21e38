"""Every worked case of every code is a test, named by its story's title; and a wrong expectation is noticed."""

import pytest
from pydantic import ValidationError

from codes.deciding.book import Rulebook
from codes.format.schema import Expectation
from codes.library import all_rulebooks
from codes.reading.loader import failures, load_rulebook
from tests.codes.mini import fact, procedure, rule, text, write

TABLES = [(book, procedure) for book in all_rulebooks() for procedure in book.procedures]


@pytest.mark.parametrize(("book", "procedure"), TABLES, ids=[f"{book.id}: {procedure}" for book, procedure in TABLES])
def test_worked_cases_are_decided_as_their_stories_say(book: Rulebook, procedure: str):
    told = {f"{one.case.title.it} (line {one.line})": failures(book, one) for one in book.examples_of(procedure)}
    assert {title: wrong for title, wrong in told.items() if wrong} == {}


def test_no_worked_case_is_of_another_procedure():
    for book in all_rulebooks():
        assert {one.procedure for one in book.examples} <= book.procedures.keys()


def test_every_procedure_has_at_least_three_worked_cases():
    for book in all_rulebooks():
        for procedure_ in book.procedures.values():
            assert len(book.examples_of(procedure_.id)) >= 3, procedure_.id


@pytest.fixture
def wrong(tmp_path):
    """A small code with one worked case, told in several ways."""

    def make(facts: dict[str, str], effects: list[dict[str, str]], cites: list[int]) -> list[str]:
        case = {
            "title": text("t"),
            "story": text("s"),
            "options": {"forma": "ordinario", "norme": "moderne"},
            "facts": facts,
            "expect": {"effects": effects, "cites": cites},
        }
        table = procedure(
            "p", {"a": fact("si", "no")}, [rule({"a": "si"}, cites=(2,)), rule({"a": "no"}, {"inform": "uno"})]
        )
        book = load_rulebook(write(tmp_path, [table], **{"examples/p": {"procedure": "p", "cases": [case]}}))
        return failures(book, book.examples[0])

    return make


def test_right_expectation_holds(wrong):
    assert wrong({"a": "si"}, [{"inform": "niente"}], [2]) == []


def test_wrong_effect_is_noticed(wrong):
    assert wrong({"a": "no"}, [{"inform": "niente"}], [1]) == [
        "effects are [{'inform': 'uno'}], expected [{'inform': 'niente'}]"
    ]


def test_wrong_citation_is_noticed(wrong):
    assert wrong({"a": "si"}, [{"inform": "niente"}], [1, 2]) == ["cites are [2], expected [1, 2]"]


def test_undecided_story_is_noticed(wrong):
    assert wrong({}, [{"inform": "niente"}], [2]) == ["undecided: p still asks «a»"]


def test_fact_that_nothing_asks_is_noticed(wrong):
    assert wrong({"a": "si", "b": "si"}, [{"inform": "niente"}], [2]) == ["nothing asks for the fact «b»"]


def test_story_of_what_does_not_exist_holds_only_where_it_does_not(tmp_path):
    def told(form: str) -> list[str]:
        options = {"forma": form, "norme": "moderne"}
        case = {"title": text("t"), "story": text("s"), "options": options, "facts": {}, "expect": {"applies": False}}
        table = procedure("p", {"a": fact("si", "no")}, [rule({})], applies={"forma": "ordinario"})
        book = load_rulebook(write(tmp_path, [table], **{"examples/p": {"procedure": "p", "cases": [case]}}))
        return failures(book, book.examples[0])

    assert told("duplicato") == []
    assert told("ordinario") == ["the procedure exists under these options"]


def test_decision_told_where_the_procedure_does_not_exist_is_noticed(tmp_path):
    expect = {"effects": [{"inform": "niente"}], "cites": [1]}
    options = {"forma": "duplicato", "norme": "moderne"}
    case = {"title": text("t"), "story": text("s"), "options": options, "facts": {}, "expect": expect}
    table = procedure("p", {"a": fact("si", "no")}, [rule({})], applies={"forma": "ordinario"})
    book = load_rulebook(write(tmp_path, [table], **{"examples/p": {"procedure": "p", "cases": [case]}}))
    assert failures(book, book.examples[0]) == ["the procedure does not exist under these options"]


@pytest.mark.parametrize(
    "expect", [{}, {"effects": [], "cites": []}, {"applies": False, "cites": [1]}, {"applies": True}]
)
def test_expectation_says_a_decision_or_that_there_is_none(expect):
    with pytest.raises(ValidationError):
        Expectation.model_validate(expect)
