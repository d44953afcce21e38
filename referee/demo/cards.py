"""What the demo tells of cards: the play of a board with a revoke, and a hand laid down that does not hold."""

from dataclasses import dataclass

from codes.seats import Seat
from codes.tressette.cards import parse_cards
from codes.tressette.deals import dealt
from codes.tressette.endings.position import Ending
from codes.tressette.replay import after, checked_start
from referee.cards.actions import record_ending, record_play
from referee.cards.endings import StatedEnding, work_out
from referee.cards.plays import StatedPlay, work_out_play
from referee.cases.models import Case
from referee.demo.play import Play

# A board of the seed of the cup is dealt with the accuse that its results tell.
SEED = "Coppa Dimostrazione 78"


@dataclass(frozen=True, kw_only=True)
class Played:
    """The cards of a board in the order in which they were played, by who led; points of accusa of the lines.

    With `laid_down` they are those before somebody laid the others down: what is kept is the ending.
    """

    leader: Seat
    cards: str
    accuse: tuple[int, int] = (0, 0)
    laid_down: Seat | None = None


# East, with Ace and Seven of cups, throws the Two of swords on the Three: the Ace lives, and takes the last trick.
REVOKE = Played(
    leader=Seat.N,
    cards="""cR c2 cD c4 / d2 d4 d6 dD / dR d5 d7 d3 / s7 s4 s5 sR / bC b3 bR bA
        b7 b2 b6 b4 / dA cC dC b5 / c3 sC s2 c6 / c5 s3 c7 s6 / cA bD sD sA""",
    accuse=(0, 3),
)
# South has all the high coins, and a Knight of clubs that is subject to East's King.
LAID_DOWN = Played(
    leader=Seat.W,
    cards="s7 s6 s3 s4 / sR sA s2 b6 / s5 c7 sD c4 / sC c6 cD d4 / c2 cR c5 c3",
    laid_down=Seat.S,
)


def record_cards(play: Play, case: Case, played: Played) -> None:
    """The arbiter tells it on the case of that board, and it is kept with what it comes to."""
    by = play.clock.by(play.staff.arbiter, minutes=2)
    start = checked_start(dealt(SEED, case.decided_board.number).hands, played.leader)
    cards = parse_cards(played.cards.replace("/", " "))
    with_accusa = case.tournament.plays_with_accusa
    if played.laid_down is None:
        whole = StatedPlay(start=start, cards=tuple(cards), accuse=played.accuse)
        record_play(by=by, case=case, worked=work_out_play(whole, with_accusa=with_accusa))
        return
    now = start
    for card in cards:
        now = after(now, card)
    ending = Ending(hands=now.hands, leader=now.leader)
    statement = StatedEnding(ending=ending, before=now.thirds_a, accuse=played.accuse, laid_down=played.laid_down)
    record_ending(by=by, case=case, worked=work_out(statement, with_accusa=with_accusa))
