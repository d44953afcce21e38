"""Every worked case of the FITRES code, told by an arbiter: the wizard reads its answers back, each question once."""

import pytest

from codes.deciding.book import Example
from codes.library import get_rulebook
from referee.cases.models import Case
from referee.wizard.steps import answers_in_order

pytestmark = pytest.mark.long

# Who notices an error of North's, by the mode of the law that it makes (66).
WHO = {"ravvedimento": ["N"], "palesamento": ["S"], "contestazione": ["E"]}


def tell(case: Case, example: Example) -> None:
    """The worked case as it would be tapped, without a record of its own: North is at fault."""
    facts = dict(example.case.facts)
    mode, timing = facts.pop("modalita", ""), facts.pop("tempo", "tempestiva")
    case.procedure, case.responsible, case.facts = example.procedure, "N", facts
    case.detectors, case.evidence, case.undetected = WHO.get(mode, []), mode == "constatazione", mode == "nessuna"
    case.timing = timing if case.detectors or case.evidence else ""
    for name, answer in example.case.options.items():
        setattr(case.tournament, name, answer)


def test_every_worked_case_is_read_back_with_no_question_twice(draft):
    book = get_rulebook("fitres-tressette")
    twice = set()
    for example in book.examples:
        if example.case.expect.applies:
            tell(draft, example)
            asked = [one.label for one in answers_in_order(draft, book)]
            twice |= {(example.procedure, label) for label in asked if asked.count(label) > 1}
    assert twice == set()
