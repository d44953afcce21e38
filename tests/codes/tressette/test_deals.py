"""Deals: drawn again from their seed by anybody, written and read back, refused in words where they cannot be."""

import re
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
        ("% niente", DealProblem.NO_DEALS, "Riga 1. nel testo non c’è nessuna smazzata"),
        ('\n[Board "1"]', DealProblem.NO_DEAL, "Riga 2. Smazzata 1: non ha la sua [Deal …]"),
        ('[Board "1"]\n[Board "2"]', DealProblem.NO_DEAL, "Riga 1. Smazzata 1: non ha la sua [Deal …]"),
        ('[Board "1"]\r\n[deal "N:"]', DealProblem.MISSPELT, "Riga 2. etichetta scritta male: [deal → [Deal"),
        ("[Board “1”]", DealProblem.NO_TAG, "Riga 1. non è né un commento né etichette intere"),
        ('[Board "1"]\n[Deal "N:...\n... ... ..."]', DealProblem.NO_TAG, "Riga 2. non è né un commento"),
        ('[Board "2"]\n[Dealer "E"]', DealProblem.DEALER, "Riga 2. Smazzata 2: il mazziere detto non è il suo"),
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


THREE = tuple(dealt(SEED, board) for board in (1, 2, 3))
WHOLE = deals_text(THREE)
# What alone says where a deal belongs: another number, or seat, is another board's deal, or another deal.
SAID = {at for one in re.finditer(r'(?<=Board ")\d+|(?<=Deal ")[NWSE]', WHOLE) for at in range(*one.span())}


def assert_whole_or_refused(text: str, *, ends: int = 3) -> None:
    """The same deals (of a text cut between two boards the first ones), or a refusal with its line: nothing between."""
    deals, told = examined(text)
    if told:
        assert all(
            1 <= one.line <= len(re.split("\r\n|\r|\n", text)) and f"Riga {one.line}." in one.text.it for one in told
        )
    else:
        assert deals == THREE[:ends]


def test_a_text_cut_anywhere_is_the_same_deals_or_refused_by_its_line():
    for end in range(len(WHOLE)):
        whole = [line for line in WHOLE[:end].splitlines() if line.startswith("[Deal ") and line.endswith("]")]
        assert_whole_or_refused(WHOLE[:end], ends=len(whole))


def test_two_blanks_are_one():
    assert parse_deals(WHOLE.replace(' "', '  "').replace("[", " [ ")) == THREE


@given(
    st.integers(0, len(WHOLE)),
    st.integers(0, 45),
    st.text('[]" .:%;{}“”NWSEBoardDeal1232ARCD7654\n\r\tx', max_size=3),
)
def test_a_text_altered_anywhere_is_the_same_deals_or_refused_by_its_line(start, gone, typed):
    if not SAID.intersection(range(start - 1, start + gone + 1)):
        assert_whole_or_refused(WHOLE[:start] + typed + WHOLE[start + gone :])


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
