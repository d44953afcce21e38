"""Why something that the user asked is not done: the messages say what to do instead."""

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from tournaments.scores.models import BoardScore

# To what no page of ours sends; the answer is the page as it is now, with what was typed.
INCOMPLETE = _("La richiesta è arrivata incompleta e non è stato registrato nulla: riguarda e invia di nuovo.")


def too_often(minutes: int) -> str:
    """To whoever tried too often, from what is held back so long."""
    words = ngettext(
        "Troppi tentativi: riprova fra %(minutes)d minuto.",
        "Troppi tentativi: riprova fra %(minutes)d minuti.",
        minutes,
    )
    return words % {"minutes": minutes}


class Refused(Exception):
    """What the user asked cannot be done; the messages say why and what to do."""

    def __init__(self, *messages: str) -> None:
        super().__init__(*messages)
        self.messages: tuple[str, ...] = messages


class Overtaken(Refused):
    """Somebody else wrote since the page was made; the messages say what, and nothing was written over it.

    field, now: what the form must carry to have seen it.
    """

    def __init__(self, message: str, *, field: str, now: str) -> None:
        super().__init__(message)
        self.field, self.now = field, now


class OtherContent(Exception):
    """The key of the request served another one, which said something else: `current` is what that one made."""

    def __init__(self, current: models.Model) -> None:
        super().__init__(current)
        self.current = current


class StaleVersion(Exception):
    """The score changed since the user read it: `current` is the one in force (None: there is none)."""

    def __init__(self, current: "BoardScore | None") -> None:
        super().__init__(current)
        self.current = current
