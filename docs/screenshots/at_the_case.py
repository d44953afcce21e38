"""What the pictures show of cards: an ending and a whole play with a revoke, told on the draft of the cup."""

from random import Random

from django.utils import timezone

from codes.seats import Seat
from codes.tressette.cards import Card
from codes.tressette.deals import dealt
from codes.tressette.endings.position import Ending
from codes.tressette.replay import Position, after, checked_start
from people.accounts.models import User
from records.action import Actor
from referee.cards.actions import record_ending, record_play
from referee.cards.endings import StatedEnding, work_out
from referee.cards.plays import StatedPlay, work_out_play
from referee.cases.models import Case
from referee.demo.presence import SLUG

WHOLE_TRICKS = 6 * len(Seat)  # played as one should, before somebody does not
NOW, LATER = "pictures-ending", "pictures-play"


def prepare() -> None:
    bruno, case = User.objects.get(username="bruno"), _case()
    start, cards, before_revoke = _played()
    ending = Ending(hands=before_revoke.hands, leader=before_revoke.leader)
    worked = work_out(StatedEnding(ending=ending, before=before_revoke.thirds_a), with_accusa=True)
    record_ending(by=Actor(bruno, timezone.now(), NOW), case=case, worked=worked)
    worked = work_out_play(StatedPlay(start=start, cards=cards), with_accusa=True)
    record_play(by=Actor(bruno, timezone.now(), LATER), case=case, worked=worked)


def ending_page() -> str:
    return f"/tornei/{SLUG}/casi/{_case().number}/finale/"


def replay_page() -> str:
    """At the revoke, where a play opens."""
    return f"/tornei/{SLUG}/casi/{_case().number}/passata/"


def _case() -> Case:
    return Case.objects.filter(tournament__slug=SLUG, opened_by__username="bruno", state=Case.State.DRAFT).earliest(
        "pk"
    )


def _played() -> tuple[Position, tuple[Card, ...], Position]:
    """The start, the cards, and the position from which the ending is told: the lead to the trick of the revoke."""
    chance = Random(48)  # noqa: S311 — invented, not a lot
    start = now = checked_start(dealt("figure", 15).hands, Seat.W)
    cards: list[Card] = []
    lead, has_revoked = now, False
    while now.tricks_left:
        if not now.table and not has_revoked:
            lead = now
        could_not = sorted(now.hands[now.to_play] - now.lawful)
        revokes = could_not and not has_revoked and len(cards) > WHOLE_TRICKS
        cards.append(could_not[0] if revokes else chance.choice(sorted(now.lawful)))
        has_revoked = has_revoked or bool(revokes)
        now = after(now, cards[-1])
    return start, tuple(cards), lead
