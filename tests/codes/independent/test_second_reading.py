"""Every combination of the facts of every anomaly, through the tables and through the second formalisation.

Where the two part, the words of the article decided, and one of them was mended. What is left are clauses that may
honestly be read either way: each is listed, with the reading of the tables and the other one, and parts nowhere else.
"""

from collections.abc import Callable, Mapping
from types import ModuleType

import pytest

from codes.deciding.book import Procedure
from codes.library import get_rulebook
from tests.codes.independent import fibur_a, fibur_b, fibur_c, fibur_d, fitres_a, fitres_b, fitres_c, fitres_d
from tests.codes.independent.apart import APART

Decider = Callable[[Mapping[str, str]], set[str] | None]

CODES: dict[str, tuple[ModuleType, ...]] = {
    "fibur-burraco-2019": (fibur_a, fibur_b, fibur_c, fibur_d),
    "fitres-tressette": (fitres_a, fitres_b, fitres_c, fitres_d),
}
# By whose judgement the tables decide where the text gives no answer.
JUDGED = ("judgement: ", "go: principi-generali", "go: senza-effetto-espresso", "go: sanzione-sola")


def second_readings() -> dict[tuple[str, str], Decider]:
    return {
        (code, name.replace("_", "-")): function
        for code, modules in CODES.items()
        for module in modules
        for name, function in vars(module).items()
        if name.replace("_", "-") in get_rulebook(code).procedures
    }


SECOND = second_readings()


def orders(said: set[str]) -> frozenset[str]:
    """What is ordered; where nothing is, what is said."""
    return frozenset({order for order in said if not order.startswith("inform: ")} or said)


def by_the_table(procedure: Procedure, facts: Mapping[str, str]) -> frozenset[str]:
    outcome = procedure.table.decided(procedure.table.live(facts))
    assert outcome is not None
    said = {f"{effect.verb}: {effect.what}" for effect in outcome.effects}
    return orders(said | ({f"go: {outcome.go.go}"} if outcome.go else set()))


def parted(code: str, name: str) -> list[dict[str, str]]:
    """The combinations for which the table and the second reading order differently."""
    book, found = get_rulebook(code), []
    procedure = book.procedures[name]
    usual = {option: next(iter(of.answers)) for option, of in book.options.items()}
    for facts in procedure.table.combinations():
        ours, other = by_the_table(procedure, facts), SECOND[code, name]({**usual, **facts})
        silent = other is None and any(order.startswith(JUDGED) for order in ours)
        if not silent and (other is None or ours != orders(other)):
            found.append(facts)
    return found


def test_every_table_with_something_to_tell_apart_was_formalised_twice() -> None:
    for code in CODES:
        book = get_rulebook(code)
        general = {clause.table for clause in book.general.clauses.values()}
        several = {name for name, p in book.procedures.items() if len(p.table.rows) > 1} - general
        assert several - {name for its, name in SECOND if its == code} == set()


@pytest.mark.parametrize(("code", "name"), [pytest.param(*each, id=each[1]) for each in SECOND])
def test_the_two_part_only_where_the_text_may_be_read_either_way(code: str, name: str) -> None:
    listed = [where for its_code, its_name, where, _reading, _other in APART if (its_code, its_name) == (code, name)]
    found = parted(code, name)
    for facts in found:
        assert any(all(facts[fact] in answers for fact, answers in where.items()) for where in listed), facts
    # None is listed that parts nowhere.
    for where in listed:
        assert any(all(facts[fact] in answers for fact, answers in where.items()) for facts in found), where
