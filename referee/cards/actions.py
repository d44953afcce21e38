"""The last tricks of a deal, told on a case and kept with what they come to.

The play of a board, told on a case card by card and kept with what each card was worth.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.utils.translation import gettext as _

from records.action import Actor, action
from records.requests import Refused
from records.rights import Right, rights_of
from referee.cards.models import BoardPlay, CardEnding
from referee.cards.queries import sees_cards
from referee.cases.models import Case


@action
def record_ending(*, by: Actor, case: Case, worked: Mapping[str, Any]) -> CardEnding:
    """Keep an ending with its bounds (`referee/cards/endings.py`); the log names no card: others read it too."""
    check_may_tell(by, case)
    latest: int = case.card_endings.aggregate(latest=Max("number"))["latest"] or 0
    made = CardEnding.objects.create(case=case, number=latest + 1, told_by=by.user, told_at=by.at, **worked)
    return by.log(made, case=case.number, number=made.number)


def check_may_tell(by: Actor, case: Case) -> None:
    """Raise PermissionDenied unless the actor may see the cards, Refused where the case takes no more."""
    if not sees_cards(by.user, case.tournament, rights_of(by.user, case.tournament)):
        raise PermissionDenied(Right.RULE)
    if case.state == Case.State.DISCARDED:
        raise Refused(_("Questa anomalia è stata scartata: non le si aggiunge altro."))


@action
def record_play(*, by: Actor, case: Case, worked: Mapping[str, Any]) -> BoardPlay:
    """Keep a play with its values (`referee/cards/plays.py`); the log names no card: others read it too."""
    check_may_tell(by, case)
    latest: int = case.board_plays.aggregate(latest=Max("number"))["latest"] or 0
    made = BoardPlay.objects.create(case=case, number=latest + 1, told_by=by.user, told_at=by.at, **worked)
    return by.log(made, case=case.number, number=made.number)
