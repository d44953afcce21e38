"""A board's deal: four hands of ten cards (Codice FITRES, art. 17–18, 98), drawn from a seed, read and written as text.

The text form is that of bridge's PBN, with our cards; docs/deals.md tells it, and how anybody draws a seed's deals.
A seed, or the text of deals made elsewhere, is told to nobody until its boards are played: a `commitment`, shown
before, proves that it was this one.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import count

from codes.format.model import Text
from codes.seats import Seat
from codes.tressette.buongioco import HAND_SIZE, Buongioco, buongioco_of
from codes.tressette.cards import DECK, Card, Suit, UnknownCard

LONGEST_TEXT = 100_000  # characters: some hundreds of boards
MOST_BOARDS = 999
_TAG = re.compile(r'\s*\[\s*(\w+)\s+"([^"]*)"\s*\]\s*')
_READ = {name.casefold(): name for name in ("Board", "Dealer", "Deal")}
_RANGE = 1 << 256


class DealProblem(StrEnum):
    """Why a text is no deals."""

    TOO_LONG = "too-long"
    NO_DEALS = "no-deals"
    NO_TAG = "no-tag"
    MISSPELT = "misspelt"
    NO_BOARD = "no-board"
    NO_DEAL = "no-deal"
    DEALER = "dealer"
    BOARD_TWICE = "board-twice"
    HANDS = "hands"
    UNKNOWN_CARD = "unknown-card"
    TWICE = "twice"
    SIZE = "size"


class DealRefused(ValueError):
    """A deal that cannot be: its line, its board, what is wrong and where (cards, seats, or what was written)."""

    def __init__(
        self, problem: DealProblem, *, board: int | None = None, places: Iterable[str] = (), line: int | None = None
    ) -> None:
        self.problem = problem
        self.board = board
        self.where = tuple(places)
        self.line = line
        super().__init__(self.text.en)

    @property
    def text(self) -> Text:
        """What is wrong, in words, with its line, board and place."""
        words, place = _TEXTS[self.problem], f": {', '.join(self.where)}" if self.where else ""
        it, en = f"{words.it}{place}", f"{words.en}{place}"
        if self.board is not None:
            it, en = f"Smazzata {self.board}: {it}", f"Board {self.board}: {en}"
        if self.line is not None:
            it, en = f"Riga {self.line}. {it}", f"Line {self.line}. {en}"
        return Text(it=it, en=en)


@dataclass(frozen=True, kw_only=True)
class Deal:
    """The deal of a board. Raises DealRefused unless each of the four seats holds ten of the forty cards."""

    board: int
    hands: Mapping[Seat, frozenset[Card]]

    def __post_init__(self) -> None:
        counts = Counter(card for seat in Seat for card in self.hands.get(seat, ()))
        if twice := [card.short for card in DECK if counts[card] > 1]:
            raise DealRefused(DealProblem.TWICE, board=self.board, places=twice)
        if odd := [seat.value for seat in Seat if len(self.hands.get(seat, ())) != HAND_SIZE]:
            raise DealRefused(DealProblem.SIZE, board=self.board, places=odd)

    @property
    def dealer(self) -> Seat:
        return Seat.dealer_of(self.board)

    def buongioco(self, seat: Seat) -> tuple[Buongioco, ...]:
        """What the hand may accuse (art. 172)."""
        return buongioco_of(self.hands[seat])


def commitment(seed: str) -> str:
    """What is shown of a seed before the start: its SHA-256, as 64 hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


def commitment_to(deals: Iterable[Deal], *, salt: str) -> str:
    """The same of deals that no seed draws: of the salt, then their text in the order of the boards.

    salt: drawn for them; without one, who guesses a deal could try the guess.
    """
    return commitment(salt + deals_text(sorted(deals, key=lambda deal: deal.board)))


def dealt(seed: str, board: int) -> Deal:
    """The deal that a seed gives a board: always the same, and of another board of the seed another one.

    The pack in its order (art. 3, 5) is shuffled from its last card down, each changing places with one drawn evenly
    from those up to it; then ten cards each are dealt from the top, North first, as the turn passes.
    """
    pack, numbers = list(DECK), _numbers(seed, board)
    for last in reversed(range(1, len(pack))):
        place = _below(last + 1, numbers)
        pack[last], pack[place] = pack[place], pack[last]
    hands = {seat: frozenset(pack[place * HAND_SIZE : (place + 1) * HAND_SIZE]) for place, seat in enumerate(Seat)}
    return Deal(board=board, hands=hands)


def _numbers(seed: str, board: int) -> Iterator[int]:
    for step in count():
        yield int(sha256(f"{seed}/{board}/{step}".encode()).hexdigest(), 16)


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number below the limit, each as likely as any other: what lies above the last whole multiple is passed over."""
    return next(number for number in numbers if number < _RANGE - _RANGE % limit) % limit


def deals_text(deals: Iterable[Deal]) -> str:
    """The deals as text."""
    return "\n".join(_deal_text(deal) for deal in deals)


def _deal_text(deal: Deal) -> str:
    hands = " ".join(".".join(_suit(deal.hands[seat], suit) for suit in Suit) for seat in Seat)
    return f'[Board "{deal.board}"]\n[Dealer "{deal.dealer.value}"]\n[Deal "{Seat.N.value}:{hands}"]\n'


def _suit(hand: frozenset[Card], suit: Suit) -> str:
    return "".join(card.rank.value for card in DECK if card in hand and card.suit is suit)


def parse_deals(text: str) -> tuple[Deal, ...]:
    """The deals of a text, in its order. Raises DealRefused for the first that is wrong, or for none."""
    deals, refused = examined(text)
    if refused:
        raise refused[0]
    return deals


def examined(text: str) -> tuple[tuple[Deal, ...], tuple[DealRefused, ...]]:
    """The deals of a text that can be, and of all that is not understood what is wrong, with its line, in its order."""
    reading = _Reading()
    if len(text) > LONGEST_TEXT:
        return (), (DealRefused(DealProblem.TOO_LONG, line=len(_lines(text[:LONGEST_TEXT]))),)
    for number, line in enumerate(_lines(text), start=1):
        reading.take(number, line)
    reading.end()
    if not reading.deals and not reading.refused:
        reading.refuse(DealRefused(DealProblem.NO_DEALS), number)
    return tuple(reading.deals.values()), tuple(reading.refused)


def _lines(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


class _Reading:
    """What was read so far: a board's number waits for its deal, and a deal takes the number before it."""

    def __init__(self) -> None:
        self.deals: dict[int, Deal] = {}
        self.refused: list[DealRefused] = []
        # The number that waits, with its line; a number that is none waits too, so that its deal is not refused again.
        self.board: int | None = None
        self.board_line = 0

    def take(self, number: int, line: str) -> None:
        """A line: tags alone, or a comment (`%`, `;`), or nothing."""
        rest = line.strip()
        if rest.startswith(("%", ";")):
            return
        while rest:
            tag = _TAG.match(rest)
            if tag is None:
                self.refuse(DealRefused(DealProblem.NO_TAG, places=[rest[:40]]), number)
                return
            try:
                self._tag(number, *tag.groups())
            except DealRefused as error:
                self.refuse(error, number)
            rest = rest[tag.end() :]

    def _tag(self, number: int, name: str, value: str) -> None:
        meant = _READ.get(name.casefold(), name)
        if meant != name:
            raise DealRefused(DealProblem.MISSPELT, places=[f"[{name} → [{meant}"])
        if name == "Board":
            self.end()
            self.board_line = number
            self.board = _board(value)
        elif name == "Dealer" and self.board:
            if value != (dealer := Seat.dealer_of(self.board).value):
                raise DealRefused(DealProblem.DEALER, board=self.board, places=[dealer])
        elif name == "Deal":
            self._deal(value)

    def _deal(self, value: str) -> None:
        board, line, self.board, self.board_line = self.board, self.board_line, None, 0
        if board is None:
            # Below a number that is none it lacks it for that reason: told once.
            if not line:
                raise DealRefused(DealProblem.NO_BOARD)
        elif board in self.deals:
            raise DealRefused(DealProblem.BOARD_TWICE, board=board)
        else:
            self.deals[board] = _parse_deal(value, board)

    def end(self) -> None:
        """Another board begins, or none: the one that still waits has no deal."""
        if self.board is not None:
            self.refuse(DealRefused(DealProblem.NO_DEAL, board=self.board), self.board_line)
        self.board, self.board_line = None, 0

    def refuse(self, error: DealRefused, line: int) -> None:
        error.line = line
        self.refused.append(error)


def _board(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= len(str(MOST_BOARDS)) and int(value)):
        raise DealRefused(DealProblem.NO_BOARD, places=[value[:20]])
    return int(value)


def _parse_deal(value: str, board: int) -> Deal:
    first, colon, hands = value.partition(":")
    parts = hands.split()
    if first not in list(Seat) or not colon or len(parts) != len(Seat):
        raise DealRefused(DealProblem.HANDS, board=board)
    return Deal(board=board, hands={Seat(first).after(place): _hand(hand, board) for place, hand in enumerate(parts)})


def _hand(text: str, board: int) -> frozenset[Card]:
    suits = text.split(".")
    if len(suits) != len(Suit):
        raise DealRefused(DealProblem.HANDS, board=board, places=[text[:40]])
    cards = [_card(suit.value + rank, board) for suit, ranks in zip(Suit, suits, strict=True) for rank in ranks]
    if twice := [card.short for card, many in Counter(cards).items() if many > 1]:
        raise DealRefused(DealProblem.TWICE, board=board, places=twice)
    return frozenset(cards)


def _card(short: str, board: int) -> Card:
    try:
        return Card.parse(short)
    except UnknownCard:
        raise DealRefused(DealProblem.UNKNOWN_CARD, board=board, places=[short]) from None


_TEXTS = {
    DealProblem.TOO_LONG: Text(it="il testo è troppo lungo", en="the text is too long"),
    DealProblem.NO_DEALS: Text(it="nel testo non c’è nessuna smazzata", en="there is no deal in the text"),
    DealProblem.NO_TAG: Text(
        it='non è né un commento né etichette intere, come [Board "1"], con le virgolette dritte e su una riga',
        en='this is neither a comment nor whole tags, such as [Board "1"], with straight quotes and in one line',
    ),
    DealProblem.MISSPELT: Text(it="etichetta scritta male", en="a tag that is misspelt"),
    DealProblem.NO_BOARD: Text(it="manca il numero della smazzata", en="the board's number is missing"),
    DealProblem.NO_DEAL: Text(it="non ha la sua [Deal …]", en="it has no [Deal …] of its own"),
    DealProblem.DEALER: Text(
        it="il mazziere detto non è il suo (togli [Dealer …], o scrivi)",
        en="the dealer that is told is not its own (leave [Dealer …] out, or write)",
    ),
    DealProblem.BOARD_TWICE: Text(it="c’è due volte", en="it is there twice"),
    DealProblem.HANDS: Text(
        it="non sono quattro mani di quattro pali, da un posto in poi",
        en="these are not four hands of four suits, from a seat on",
    ),
    DealProblem.UNKNOWN_CARD: Text(it="carte che non esistono", en="cards that do not exist"),
    DealProblem.TWICE: Text(it="carte scritte due volte", en="cards written twice"),
    DealProblem.SIZE: Text(it="mani che non hanno dieci carte", en="hands that do not have ten cards"),
}
