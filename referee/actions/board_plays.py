"""The play of a board, told on a case card by card and kept with what each card was worth."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max

from referee.actions.base import log
from referee.actions.card_endings import check_may_tell
from referee.models import BoardPlay, Case
from tournaments.actions.base import Actor, action


@action
def record_play(*, by: Actor, case: Case, worked: Mapping[str, Any]) -> BoardPlay:
    """Keep a play with its values (`cases/board_plays.py`); the log names no card: others read it too."""
    check_may_tell(by, case)
    latest: int = case.board_plays.aggregate(latest=Max("number"))["latest"] or 0
    made = BoardPlay.objects.create(case=case, number=latest + 1, told_by=by.user, told_at=by.at, **worked)
    log(by, case.tournament, "record_play", made, {"case": case.number, "number": made.number})
    return made
