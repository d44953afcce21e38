"""The compiled search against the one in plain Python and against itself turned round: `make deals`, where numba is."""

from dataclasses import dataclass
from io import StringIO
from itertools import permutations
from random import Random
from uuid import uuid4

import pytest
from django.core.management import call_command

from codes.seats import Line, Seat
from codes.tressette.cards import Card, Suit, parse_cards
from codes.tressette.count import count_cards
from codes.tressette.deals import Deal, deals_text, dealt
from codes.tressette.endings.outcomes import WAYS, outcome, outcomes, seeks_most
from codes.tressette.endings.position import ALL_THIRDS, CardOrder, Ending, OrderVerb, points_of
from codes.tressette.endings.search import SEATS, Rules, Search, Trick, mask_of, thirds_in
from codes.tressette.replay import EndingValues, after, checked_start, instead, losses, replayed, values_along
from codes.tressette.whole_deals.machine_search import CompiledEnding, CompiledSearch, fastest
from codes.tressette.whole_deals.solution import POINT, THIRD, by_who_leads, double_dummy
from codes.tressette.whole_deals.values import WholeValues, play_outcomes, play_values
from referee.cards.endings import bounds_for
from referee.cards.models import BoardPlay
from referee.cards.plays import StatedPlay, work_out_play
from tests.asking import TOURNAMENT
from tests.codes.tressette.endings.drawn import drawn, ending_of
from tests.factories import acting
from tests.nightly import NIGHTLY
from tests.reading import text_of
from tests.tournaments.draw.by_formula import next_round, play, staged
from tournaments.rounds.actions import draw_deals
from tournaments.rounds.open_cards import leads_by_board

ENDINGS = {1: 20, 2: 60, 3: 60, 4: 30, 5: 12, 6: 3} if not NIGHTLY else dict.fromkeys(range(1, 7), 500)
# 298: the Ace among the highest or among the others, which the memory must not take for each other.
OF_SEVEN = range(300) if NIGHTLY else (0, 1, 2, 298)
DEALS = range(1, 9)
FOR_NORTH_SOUTH = (True, False, True, False)


def deal_of(board, hands):
    return Deal(board=board, hands=hands)


@dataclass(frozen=True)
class Thinned:
    """Hands of seven cards, of which an ending has too many to be one: what the plain search asks of it."""

    hands: dict
    tricks: int
    leader: int


def thinned(seed, cards=7):
    chance = Random(seed)  # noqa: S311  # a test
    hands = {seat: frozenset(chance.sample(sorted(hand), cards)) for seat, hand in dealt(str(seed), 1).hands.items()}
    return Thinned(hands, cards, chance.randrange(4))


@pytest.mark.parametrize("cards", ENDINGS)
def test_endings_come_to_the_same_by_either_search_whoever_seeks_what_with_the_same_line(cards):
    for seed in range(ENDINGS[cards]):
        ending = drawn(cards, seed).ending
        plain, compiled = outcomes(ending), outcomes(ending, search=CompiledEnding)
        told = [[(one.thirds_a, one.thirds_b, one.line) for one in found] for found in (plain, compiled)]
        assert told[0] == told[1], (cards, seed)


def test_a_card_that_stood_for_lower_ones_makes_their_ranks_matter_too():
    """One of four thousand endings in which the memory says too much where that is left out."""
    hands = {
        Seat.N: "bD bR dR s2 s6 sA",
        Seat.W: "bA c2 c3 d6 dD sD",
        Seat.S: "b2 b3 bC dA dC s3",
        Seat.E: "b6 b7 c6 d3 d4 d5",
    }
    ending = Ending(hands={seat: frozenset(parse_cards(held)) for seat, held in hands.items()}, leader=Seat.N)
    search = CompiledSearch([mask_of(ending.hands[seat]) for seat in SEATS], FOR_NORTH_SOUTH)
    left, made = mask_of(parse_cards(" ".join(hands.values()))), outcome(ending).thirds_a
    for need in (18, 27, 22, 20, 19):
        assert (search.ask(Trick(0), left, need) >= need) == (need <= made)


@pytest.mark.parametrize("seed", OF_SEVEN)
def test_deals_thinned_to_seven_cards_come_to_the_same(seed):
    deal = thinned(seed)
    left, low, high = mask_of(card for hand in deal.hands.values() for card in hand), 0, ALL_THIRDS
    search = CompiledSearch([mask_of(deal.hands[seat]) for seat in SEATS], FOR_NORTH_SOUTH)
    while low < high:
        need = (low + high + 1) // 2
        found = search.ask(Trick(deal.leader), left, need)
        low, high = (found, high) if found >= need else (low, found)
    plain = Search(Rules(deal, (), None), FOR_NORTH_SOUTH)
    assert plain.makes(left, deal.leader, False, low)
    assert not plain.makes(left, deal.leader, False, low + 1)


@pytest.mark.parametrize("board", DEALS)
def test_a_whole_deal_is_found_to_the_third_with_cards_that_lead_there(board):
    deal = dealt("interi", board)
    found = double_dummy(deal, leader=deal.dealer.next, unit=THIRD)
    assert thirds_played(deal, found) == found.least == found.most
    assert sum(found.points[0]) == 11


@pytest.mark.parametrize("board", DEALS)
def test_to_the_point_it_comes_to_the_same_for_fewer_cards_with_cards_that_lead_there(board):
    deal = dealt("interi", board)
    found, to_thirds = (double_dummy(deal, leader=deal.dealer.next, unit=unit) for unit in (POINT, THIRD))
    assert found.is_exact
    assert found.points == to_thirds.points
    assert found.least <= to_thirds.least <= found.most
    assert found.least <= thirds_played(deal, found) <= found.most
    assert found.nodes <= to_thirds.nodes


def thirds_played(deal, found):
    """Line A's thirds when the line is played card by card, each from the hand whose turn it is (25, 32)."""
    hands = {seat: set(hand) for seat, hand in deal.hands.items()}
    player, captured = found.leader, []
    cards = list(found.line)
    assert len(cards) == 40
    while cards:
        trick, taker = [], None
        for card in [cards.pop(0) for _four in range(4)]:
            hand = hands[player]
            if trick and card.suit is not trick[0].suit:
                assert not any(one.suit is trick[0].suit for one in hand)
            hand.remove(card)
            trick.append(card)
            if all(one.suit is not card.suit or one.rank.grade <= card.rank.grade for one in trick):
                taker = player if card.suit is trick[0].suit else taker
            player = player.next
        player = taker
        captured += trick if taker.line is Line.A else []
    return count_cards(captured, last_trick=player.line).a.thirds + (3 if player.line is Line.A else 0)


@pytest.mark.parametrize("suits", list(permutations(Suit))[1::6])
def test_the_order_of_the_suits_does_not_matter(suits):
    deal = dealt("pali", 1)
    other = dict(zip(Suit, suits, strict=True))
    hands = {seat: frozenset(Card(other[card.suit], card.rank) for card in hand) for seat, hand in deal.hands.items()}
    found, turned = (double_dummy(one, leader=Seat.N, unit=THIRD) for one in (deal, deal_of(1, hands)))
    assert turned.least == found.least


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_nor_does_where_north_sits(steps):
    deal = dealt("posti", 1)
    turned = deal_of(1, {seat.after(steps): hand for seat, hand in deal.hands.items()})
    for leader in (Seat.N, Seat.W):
        here = double_dummy(deal, leader=leader, unit=THIRD)
        there = double_dummy(turned, leader=leader.after(steps), unit=THIRD)
        assert there.least == (ALL_THIRDS - here.least if steps % 2 else here.least)


def test_the_four_leads_come_to_what_each_comes_to_alone_and_take_less():
    deal = dealt("mani", 1)
    together, alone = by_who_leads(deal), {seat: double_dummy(deal, leader=seat) for seat in Seat}
    assert {seat: one.points for seat, one in together.items()} == {seat: one.points for seat, one in alone.items()}
    assert sum(one.nodes for one in together.values()) < sum(one.nodes for one in alone.values())


def test_where_it_may_not_play_on_it_tells_bounds_within_what_it_was_allowed():
    deal = dealt("limite", 1)
    exact = double_dummy(deal, leader=Seat.N, unit=THIRD)
    for most in (1, 1000, exact.nodes // 2):
        found = double_dummy(deal, leader=Seat.N, unit=THIRD, most_nodes=most)
        assert found.least <= exact.least <= found.most
        assert found.least < found.most
        # The last card of a trick may be counted with the one before.
        assert found.nodes <= most + 1
        assert found.line == ()


def test_the_command_tells_points_by_who_leads(tmp_path):
    file, out, deal = tmp_path / "deals.txt", StringIO(), dealt("comando", 1)
    file.write_text(deals_text([deal]))
    call_command("deals", file, by_lead=True, stdout=out)
    found = double_dummy(deal, leader=Seat.N)
    a, b = found.points[0]
    assert out.getvalue().splitlines()[0] == f"1 N leads: {a}-{b}"
    assert len(out.getvalue().splitlines()) == 4


def play_of(deal, seed):
    """A play at random, in which each follows suit who can: its cards and the positions along it."""
    chance, start, cards = Random(seed), checked_start(deal.hands, Seat.N), []  # noqa: S311  # a test
    now = start
    while now.tricks_left:
        cards.append(chance.choice(sorted(now.lawful)))
        now = after(now, cards[-1])
    return tuple(cards), replayed(start, cards)


@pytest.mark.parametrize("board", [1, 4])
def test_a_play_is_valued_from_its_first_card_as_the_deal_and_as_its_last_tricks(board):
    deal = dealt("passata", board)
    cards, positions = play_of(deal, board)
    value_of = play_values()
    assert isinstance(value_of, WholeValues)
    values, last = values_along(positions, value_of), values_along(positions, EndingValues())
    assert values[0] == double_dummy(deal, leader=Seat.N, unit=THIRD).least
    assert [one for one, other in zip(values, last, strict=True) if other is not None] == list(values[16:])
    assert list(values[16:]) == list(last[16:])
    # Against best play no lawful card gains, and whoever plays the best of them gives nothing away.
    lost = losses(positions, values)
    assert len(cards) == 40 and all(one >= 0 for one in lost)
    for place in range(16):
        best = instead(positions[place], value_of)[0]
        assert best.thirds_a == values[place]


@pytest.mark.parametrize("barred", [False, True])
@pytest.mark.parametrize("seed", [0, 3])
def test_what_could_still_come_before_an_early_card_is_what_the_plain_search_finds(seed, barred):
    """Seven tricks left, the four outcomes, and again without the first lawful card of whoever leads."""
    deal = thinned(seed)
    start = checked_start(deal.hands, SEATS[deal.leader])
    cards = frozenset({min(start.lawful)}) if barred else frozenset()
    rules = Rules(deal, [CardOrder(seat=start.to_play, verb=OrderVerb.FORBID, cards=cards, tricks=1)][:barred], None)
    left = mask_of(card for hand in deal.hands.values() for card in hand)
    for one in play_outcomes(start, barred=cards):
        plain = Search(rules, seeks_most(one.play_a, one.play_b))
        made = one.thirds_a
        assert plain.makes(left, deal.leader, False, made)
        assert not plain.makes(left, deal.leader, False, made + 1)
        assert one.thirds_a + one.thirds_b == thirds_in(left) + 3


@pytest.mark.parametrize("board", [2, 5])
def test_from_the_first_card_they_stand_around_what_best_play_brings(board):
    deal = dealt("limiti", board)
    found = {(one.play_a, one.play_b): one.thirds_a for one in play_outcomes(checked_start(deal.hands, Seat.N))}
    assert list(found) == list(WAYS[:3])
    best, most, least = found.values()
    assert best == double_dummy(deal, leader=Seat.N, unit=THIRD).least
    assert least <= best <= most
    for seed in range(20):
        _cards, positions = play_of(deal, seed)
        assert least <= positions[-1].thirds_a <= most


def test_those_that_are_not_found_in_so_many_cards_are_not_told():
    deal = dealt("limiti", 2)
    assert play_outcomes(checked_start(deal.hands, Seat.N), most_nodes=10) == ()


def test_the_bounds_of_an_early_revoke_stand_among_the_results_of_art_82():
    """Somebody throws another suit in an early trick though it could follow: the bounds are from before that card."""
    deal = dealt("rifiuto", 1)
    start, cards = checked_start(deal.hands, Seat.N), []
    while not (last := replayed(start, cards)[-1]).hands[last.to_play] - last.lawful:
        cards.append(min(last.lawful))
    cards.append(min(last.hands[last.to_play] - last.lawful))
    assert last.tricks_left > 6
    worked = work_out_play(StatedPlay(start=start, cards=tuple(cards)), with_accusa=True, value_of=play_values())
    assert worked["anomaly"] == len(cards)
    record = BoardPlay(number=1, **worked)
    assert [one["points"] for one in record.outcomes] == [list(points_of(one.thirds_a)) for one in play_outcomes(last)]
    assert "se tutti giocano al meglio" in bounds_for(record, Line.A)[-1].why


def test_a_play_is_valued_as_far_as_it_may_search_and_its_last_tricks_always():
    _cards, positions = play_of(dealt("passata", 1), 1)
    values = values_along(positions, WholeValues(most_nodes=100))
    assert values[0] is None
    assert values[16:] == values_along(positions[16:], EndingValues())


def test_a_hand_record_tells_of_each_board_what_its_leads_come_to_and_how_far_it_is():
    deals, told = [dealt("mani", board) for board in (1, 2, 3)], []
    found = leads_by_board(deals, lambda *parts: told.append(parts), most_nodes=100_000_000)
    assert told == [(done, 3) for done in range(4)]
    for deal in deals:
        assert [one.points for one in found[deal.board].values()] == [one.points for one in by_who_leads(deal).values()]
    stopped = leads_by_board(deals[:1], lambda *_parts: None, most_nodes=1)[1]
    assert not any(one.is_exact for one in stopped.values())


@pytest.mark.django_db(transaction=True)
def test_the_document_is_made_by_a_worker_and_fetched(client_of):
    tournament, dora = staged("danish", 4)
    draw_deals(by=acting(dora), tournament=tournament, boards=8, seed="mani", seen=0, reason="")
    play(next_round(tournament, dora), dora)
    client, page = client_of(dora), TOURNAMENT + "esporta/prepara/smazzate-a-carte-viste/"
    client.post(page, {"key": uuid4().hex})
    call_command("worker", batch=True)
    paper = " ".join(text_of(client.get(page + "documento/").content).split())
    a, b = double_dummy(dealt("mani", 1), leader=Seat.N).points[0]
    assert f"Esce Nord {a}–{b} " in paper
    assert (paper.count("Esce Sud"), "Smazzata 3" in paper) == (2, False)


def test_it_plays_few_cards_and_always_as_many():
    """Nodes are asserted, not seconds: about a tenth of a second for each half million."""
    nodes = sorted(double_dummy(dealt("nodi", board), leader=Seat.N).nodes for board in range(1, 22))
    assert nodes[len(nodes) // 2] < 1_000_000
    assert nodes[-1] < 12_000_000
    assert double_dummy(dealt("nodi", 1), leader=Seat.N).nodes == double_dummy(dealt("nodi", 1), leader=Seat.N).nodes


def test_six_cards_take_a_thousandth_of_it():
    nodes = []
    for seed in range(20):
        ending = ending_of(6, Random(seed))  # noqa: S311  # a test
        nodes.append(outcomes(ending, search=fastest((), None))[0].nodes)
    assert sorted(nodes)[10] < 20_000
