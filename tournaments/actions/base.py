"""What every action shares: who acts, the transaction, repeated requests, the log line.

An action is a keyword-only function decorated with `@action`; it returns the
record it made. The same user sending the same key again gets the first record.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import ParamSpec, TypeVar, cast

from django.apps import apps
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.db import models, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import rights_of
from tournaments.models import BoardScore, IdempotencyKey, Tournament, User
from tournaments.permissions import Right

MAX_KEY_LENGTH = 64

Params = ParamSpec("Params")
Record = TypeVar("Record", bound=models.Model)


@dataclass(frozen=True)
class Actor:
    """Who acts, when, and the key of the request (two requests with one key are one)."""

    user: User
    at: datetime
    key: str

    @classmethod
    def of(cls, request: HttpRequest) -> "Actor":
        """The actor of a POST; its form carries the key in a hidden field."""
        return cls(user=cast(User, request.user), at=timezone.now(), key=request.POST.get("key", ""))


class Refused(Exception):
    """What the user asked cannot be done; the messages say why and what to do."""

    def __init__(self, *messages: str) -> None:
        super().__init__(*messages)
        self.messages: tuple[str, ...] = messages


class StaleVersion(Exception):
    """The score changed since the user read it: `current` is the one in force (None: there is none)."""

    def __init__(self, current: BoardScore | None) -> None:
        super().__init__(current)
        self.current = current


def action(function: Callable[Params, Record]) -> Callable[Params, Record]:
    """Run in one transaction, once per request key; an action's `by` is its Actor."""

    @wraps(function)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> Record:
        by = cast(Actor, kwargs["by"])
        with transaction.atomic():
            claim, is_new = _claim(by, function.__name__)
            if not is_new:
                return cast(Record, _earlier_result(claim, function.__name__))
            record = function(*args, **kwargs)
            claim.result = f"{record._meta.label}:{record.pk}"
            claim.save(update_fields=["result"])
            return record

    return run


def _claim(by: Actor, name: str) -> tuple[IdempotencyKey, bool]:
    """The request's key, taken now or found taken; a second one sent meanwhile waits here."""
    if not by.key or len(by.key) > MAX_KEY_LENGTH:
        raise Refused(_("La richiesta non ha la sua chiave: ricarica la pagina e riprova."))
    return IdempotencyKey.objects.get_or_create(user=by.user, key=by.key, defaults={"action": name})


def _earlier_result(claim: IdempotencyKey, name: str) -> models.Model:
    if claim.action != name:
        raise Refused(_("Questa pagina è già servita per un’altra operazione: ricaricala e riprova."))
    label, pk = claim.result.split(":")
    made: models.Model | None = apps.get_model(label)._default_manager.filter(pk=pk).first()
    if made is None:  # what may be taken away again: a prize, a line-up of tables drawn anew
        raise Refused(
            _("La richiesta era già stata servita, e quello che ha fatto è poi stato tolto: ricarica la pagina.")
        )
    return made


def done_before(by: Actor, name: str) -> models.Model | None:
    """What the same request made when it came the first time; a form need not be read twice to find it."""
    claim = IdempotencyKey.objects.filter(user=by.user, key=by.key, action=name).exclude(result="").first()
    return _earlier_result(claim, name) if claim else None


def require(by: Actor, tournament: Tournament, right: Right) -> None:
    """Raise PermissionDenied unless the actor's role in the tournament has the right."""
    if right not in rights_of(by.user, tournament):
        raise PermissionDenied(right)


def required_text(text: str, message: str) -> str:
    """The text without outer blanks; refused with the message when nothing remains."""
    stripped = text.strip()
    if not stripped:
        raise Refused(message)
    return stripped


def save_checked(record: models.Model) -> None:
    """Validate fields and constraints, then save; what the user can mend is refused in words."""
    try:
        record.full_clean()
    except ValidationError as error:
        raise Refused(*_messages(record, error)) from error
    record.save()


def _messages(record: models.Model, error: ValidationError) -> Iterator[str]:
    """The errors in words, each field's with its name in front."""
    for name, messages in error.message_dict.items():
        field = "" if name == NON_FIELD_ERRORS else f"{record._meta.get_field(name).verbose_name}: "  # type: ignore[union-attr]  # a column, so it has a name
        yield from (field + message for message in messages)
