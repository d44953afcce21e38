"""The errors that tell a user why an action did nothing, and what to do instead."""

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from tournaments.scores.models import BoardScore

# The answer to a form that no page of ours sends: the page as it is now, with what was typed.
INCOMPLETE = _("La richiesta è arrivata incompleta e non è stato registrato nulla: riguarda e invia di nuovo.")


def too_often(minutes: int) -> str:
    """The message to somebody who tried too often and has to wait so many minutes."""
    words = ngettext(
        "Troppi tentativi: riprova fra %(minutes)d minuto.",
        "Troppi tentativi: riprova fra %(minutes)d minuti.",
        minutes,
    )
    return words % {"minutes": minutes}


class Refused(Exception):
    """The action cannot do what the user asked; the messages say why and what to do."""

    def __init__(self, *messages: str) -> None:
        super().__init__(*messages)
        self.messages: tuple[str, ...] = messages


class Overtaken(Refused):
    """Somebody else wrote since the page was made; nothing was overwritten, and the message says what they wrote.

    field, now: the form field, and the value that says that the user has seen it.
    """

    def __init__(self, message: str, *, field: str, now: str) -> None:
        super().__init__(message)
        self.field, self.now = field, now


class OtherContent(Exception):
    """The request's key was used by a request that said something else; `current` is the record which that one made."""

    def __init__(self, current: models.Model) -> None:
        super().__init__(current)
        self.current = current


class StaleVersion(Exception):
    """The score changed since the user read it; `current` is the score in force, if there is one."""

    def __init__(self, current: "BoardScore | None") -> None:
        super().__init__(current)
        self.current = current
