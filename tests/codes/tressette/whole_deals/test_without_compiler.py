"""Without the extra requirement nothing breaks: whoever asks for a whole deal is told what it would need."""

import mmap
import sys
from random import Random

import pytest

from codes.seats import Seat
from codes.tressette.deals import dealt
from codes.tressette.endings.outcomes import outcomes
from codes.tressette.endings.position import BestFirst, CardOrder, OrderVerb
from codes.tressette.endings.search import Search
from codes.tressette.whole_deals import machine_search
from codes.tressette.whole_deals.layout import gathered_bit, seen_by_rank, seen_by_worth, spread, spread_bit
from codes.tressette.whole_deals.machine_search import NotInstalled, fastest, is_installed, may_execute_memory
from codes.tressette.whole_deals.solution import by_who_leads, double_dummy
from tests.codes.tressette.endings.drawn import ending_of


@pytest.fixture
def without_compiler(monkeypatch):
    """As where numba is not installed, whether it is or not."""
    monkeypatch.setitem(sys.modules, "numba", None)


@pytest.mark.usefixtures("without_compiler")
def test_a_whole_deal_is_refused_with_what_it_would_need():
    assert not is_installed()
    with pytest.raises(NotInstalled, match=r"pip install -r requirements-deals\.txt"):
        double_dummy(dealt("senza", 1), leader=Seat.N)
    with pytest.raises(ImportError):
        by_who_leads(dealt("senza", 1))


@pytest.mark.usefixtures("without_compiler")
def test_endings_are_searched_in_plain_python():
    ending = ending_of(2, Random(1))  # noqa: S311  # a test
    assert fastest((), None) is Search
    assert outcomes(ending, search=fastest((), None)) == outcomes(ending)


def test_what_may_not_run_here_is_not_offered(monkeypatch, caplog):
    """As in a unit with MemoryDenyWriteExecute: the system refuses, and the compiler would end the process."""

    def refused(*_place, prot, **_more):
        assert prot & mmap.PROT_EXEC
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(machine_search.mmap, "mmap", refused)
    monkeypatch.setattr(machine_search, "find_spec", lambda name: name)
    may_execute_memory.cache_clear()
    try:
        assert not is_installed() and fastest((), None) is Search
    finally:
        may_execute_memory.cache_clear()
    assert "may not run here: [Errno 1] Operation not permitted" in caplog.text


def test_what_binds_is_for_the_search_in_plain_python_wherever():
    order = CardOrder(seat=Seat.N, verb=OrderVerb.FORBID, cards=frozenset())
    assert fastest((order,), None) is Search
    assert fastest((), BestFirst(seat=Seat.N)) is Search


def test_a_card_keeps_its_place_between_the_two_ways_of_seeing_it():
    assert [gathered_bit(spread_bit(bit)) for bit in range(40)] == list(range(40))
    assert all(spread(1 << bit) == 1 << spread_bit(bit) for bit in range(40))


def test_hands_that_differ_below_what_is_looked_at_look_the_same():
    """North holds the highest and the lowest of two suits; what lies between is West's, in the other order."""
    hands = [0b1000000001, 0b0111111110, 0, 0]
    ranks, worth = seen_by_rank(hands), seen_by_worth(hands)
    # Six and five are both West's, both worth nothing: to hold either beside the Four comes to the same.
    assert ranks[0, 0b101] == ranks[0, 0b011]
    assert worth[0, 0b101] == worth[0, 0b011]
    # The Ace is worth more than the King; the Four is North's and not West's.
    assert worth[0, 0b0010000000] != worth[0, 0b0001000000]
    assert ranks[0, 0b001] != ranks[0, 0b010]
