"""Deals: drawn again from their seed by anybody, written and read back, refused in words where they cannot be."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.seats import Seat
from codes.tressette.cards import DECK
from codes.tressette.deals import (
    LONGEST_TEXT,
    Deal,
    DealProblem,
    DealRefused,
    commitment,
    commitment_to,
    deals_text,
    dealt,
    examined,
    parse_deals,
)

SEED = "una prova"
FIRST = dealt(SEED, 1)


def refused(text):
    with pytest.raises(DealRefused) as error:
        parse_deals(text)
    return error.value


def test_a_seed_gives_a_board_always_the_same_deal_and_another_board_another():
    assert dealt(SEED, 1) == FIRST
    assert len({deals_text([dealt(SEED, board)]).split("\n")[2] for board in range(1, 50)}) == 49
    assert dealt("altra", 1) != FIRST


def test_the_deal_is_the_one_that_the_recipe_of_the_documentation_draws():
    """Written as a third party would, from the words of docs/deals.md."""
    pack = [suit + rank for suit in "dscb" for rank in "32ARCD7654"]
    step = 0
    for last in range(39, 0, -1):
        while True:
            number = int(sha256(f"{SEED}/7/{step}".encode()).hexdigest(), 16)
            step += 1
            if number < 2**256 - 2**256 % (last + 1):
                break
        other = number % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    hands = {seat: {card.short for card in dealt(SEED, 7).hands[seat]} for seat in Seat}
    assert hands == {seat: set(pack[10 * n : 10 * n + 10]) for n, seat in enumerate("NWSE")}


def test_every_card_falls_to_every_seat_about_as_often():
    met = Counter((seat, card) for board in range(1, 401) for seat in Seat for card in dealt(SEED, board).hands[seat])
    # 100 times each of 400: seven standard deviations away at most, always the same numbers.
    assert len(met) == 160 and all(40 <= many <= 160 for many in met.values())


def test_what_is_shown_before_the_start_is_the_hash_of_the_seed():
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_deals_are_read_as_they_were_written():
    deals = tuple(dealt(SEED, board) for board in (1, 2, 16))
    assert parse_deals(deals_text(deals)) == deals
    assert [deal.dealer for deal in deals] == [Seat.N, Seat.W, Seat.E]


def test_comments_and_other_tags_are_passed_over_and_hands_begin_at_any_seat():
    hands = deals_text([FIRST]).split('"')[5].removeprefix("N:").split()
    turned = f'% la prima\n[Event "Coppa"]\n; a mano\n[Board "1"]\n[Deal "S:{" ".join(hands[2:] + hands[:2])}"]'
    assert parse_deals(turned) == (FIRST,)


def test_what_a_hand_may_accuse_is_told():
    suits = ["32ARCD7654..." if seat == "N" else hand for seat, hand in zip("NWSE", ["", *_rest()], strict=True)]
    (deal,) = parse_deals(f'[Board "1"]\n[Deal "N:{" ".join(suits)}"]')
    assert [(one.name.it, one.points) for one in deal.buongioco(Seat.N)] == [("napoletana di danari", 3)]
    assert [one.name.it for one in deal.buongioco(Seat.W)] == ["napoletana di spade"]


def _rest():
    whole = "32ARCD7654"
    return f".{whole}..", f"..{whole}.", f"...{whole}"


@pytest.mark.parametrize(
    ("text", "problem", "told"),
    [
        ("", DealProblem.NO_DEALS, "nessuna smazzata"),
        ('[Board "1"]', DealProblem.NO_DEALS, "nessuna smazzata"),
        ('[Deal "N:... ... ... ..."]', DealProblem.NO_BOARD, "manca il numero"),
        ('[Board "0"]', DealProblem.NO_BOARD, "manca il numero della smazzata: 0"),
        ('[Board "²"]', DealProblem.NO_BOARD, "manca il numero"),
        ('[Board "1"][Deal "X:... ... ... ..."]', DealProblem.HANDS, "Smazzata 1: non sono quattro mani"),
        ('[Board "1"][Deal "N:... ... ..."]', DealProblem.HANDS, "non sono quattro mani"),
        ('[Board "1"][Deal "N:.. ... ... ..."]', DealProblem.HANDS, "non sono quattro mani"),
        ('[Board "1"][Deal "N:8... ... ... ..."]', DealProblem.UNKNOWN_CARD, "carte che non esistono: d8"),
        ('[Board "1"][Deal "N:33... ... ... ..."]', DealProblem.TWICE, "due volte: d3"),
        ('[Board "1"][Deal "N:3... 3... ... ..."]', DealProblem.TWICE, "due volte: d3"),
        ('[Board "1"][Deal "N:3... ... ... ..."]', DealProblem.SIZE, "dieci carte: N, W, S, E"),
        ("x" * (LONGEST_TEXT + 1), DealProblem.TOO_LONG, "troppo lungo"),
    ],
)
def test_what_is_no_deal_is_refused_in_words(text, problem, told):
    error = refused(text)
    assert error.problem is problem
    assert told in error.text.it


def test_all_that_is_wrong_is_told_and_the_rest_is_read():
    good, bad = deals_text([FIRST]), '[Board "2"]\n[Deal "N:8... ... ... ..."]\n'
    deals, refused_ones = examined(bad + good + bad.replace("2", "x") + bad.replace("2", "4") + good)
    assert deals == (FIRST,)
    assert [(one.board, one.problem) for one in refused_ones] == [
        (2, DealProblem.UNKNOWN_CARD),
        (None, DealProblem.NO_BOARD),
        (4, DealProblem.UNKNOWN_CARD),
        (1, DealProblem.BOARD_TWICE),
    ]


@pytest.mark.long
@given(st.lists(st.permutations(DECK), max_size=4), st.sampled_from(list(Seat)))
def test_whatever_is_written_is_read_back_from_whichever_seat_it_begins(packs, first):
    deals = tuple(
        Deal(board=board, hands={seat: frozenset(pack[10 * n : 10 * n + 10]) for n, seat in enumerate(Seat)})
        for board, pack in enumerate(packs, start=1)
    )
    assert examined(deals_text(deals))[0] == deals
    turned = []
    for line in deals_text(deals).splitlines():
        hands = line.partition("N:")[2].removesuffix('"]').split()
        place = list(Seat).index(first)
        turned.append(f'[Deal "{first}:{" ".join(hands[place:] + hands[:place])}"]' if hands else line)
    assert examined("\n".join(turned))[0] == deals


def test_written_deals_are_committed_to_by_salt_and_text_in_the_order_of_their_boards():
    two = [dealt(SEED, 2), FIRST]
    assert commitment_to(two, salt="x") == sha256(("x" + deals_text(reversed(two))).encode()).hexdigest()
    assert commitment_to(two, salt="y") != commitment_to(two, salt="x")


def test_a_board_told_twice_is_refused():
    assert refused(deals_text([FIRST, FIRST])).problem is DealProblem.BOARD_TWICE


def test_a_deal_holds_the_whole_pack():
    assert {card for hand in FIRST.hands.values() for card in hand} == set(DECK)
    with pytest.raises(DealRefused):
        Deal(board=1, hands={})
