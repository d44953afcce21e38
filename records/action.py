"""What every action shares: who acts, the transaction, repeated requests, the log line.

An action is a keyword-only function decorated with `@action`; it returns the
record it made. The same user sending the same key again gets the first record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from django import forms
from django.apps import apps
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from records.locks import held
from records.models import IdempotencyKey
from records.refusals import INCOMPLETE, OtherContent, Refused
from records.requests import PublicRequest, Request, content_digest
from records.rights import Right, rights_of
from records.sealed import written_here

if TYPE_CHECKING:
    from people.accounts.models import User
    from tournaments.setup.models import Tournament

MAX_KEY_LENGTH = 64
# A form's field refuses what no browser sends, as a NUL, which PostgreSQL cannot hold.
_KEY = forms.CharField(max_length=MAX_KEY_LENGTH)

Params = ParamSpec("Params")
Record = TypeVar("Record", bound=models.Model)


@dataclass(frozen=True)
class Actor:
    """Who acts, when, the key of the request (two requests with one key are one) and the digest of what it says.

    told: of whom of the own club or name the page of the request told (`own_club/actions.py`): of several matters, each
    """

    user: User
    at: datetime
    key: str
    content: str = ""
    told: tuple[str, ...] = ()

    @classmethod
    def of(cls, request: Request) -> Actor:
        """The actor of a POST; its form carries the key in a hidden field."""
        return cls.for_table(request, request.user)

    @classmethod
    def for_table(cls, request: PublicRequest, players: User) -> Actor:
        """The same of a page without a log-in: those who sit at a table act as the account of the tables."""
        try:
            key = _KEY.clean(request.POST.get("key"))
        except ValidationError:  # an action refuses a request without its key in words
            key = ""
        told = tuple(request.POST.getlist("own_club"))
        return cls(user=players, at=timezone.now(), key=key, content=content_digest(request), told=told)


def action(function: Callable[Params, Record]) -> Callable[Params, Record]:
    """Run in one transaction, once per request key, on records read again under the lock; its `by` is its Actor.

    Whatever official record it writes stands sealed in its lines of the log, or nothing of it is written (Unsealed).
    """

    @wraps(function)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> Record:
        by = cast(Actor, kwargs["by"])
        try:
            with transaction.atomic(), written_here():
                claim = _claim(by, function.__name__)
                record = function(*args, **cast(Any, held(kwargs)))
                claim.result = f"{record._meta.label}:{record.pk}"
                claim.save(update_fields=["result"])
                return record
        except _Served:
            claim = IdempotencyKey.objects.get(user=by.user, key=by.key)
            return cast(Record, _earlier_result(claim, function.__name__, by.content))

    return run


class _Served(Exception):
    """The request's key is taken: what it asks for was done when it came the first time."""


def _claim(by: Actor, name: str) -> IdempotencyKey:
    """The request's key, taken now; a second one sent meanwhile waits here, and finds it taken."""
    if not by.key or len(by.key) > MAX_KEY_LENGTH:
        raise Refused(str(INCOMPLETE))
    try:
        # Without a savepoint of its own: nothing was done yet, and the transaction ends here.
        return IdempotencyKey.objects.create(user=by.user, key=by.key, action=name, content=by.content)
    except IntegrityError as error:
        raise _Served from error


def _earlier_result(claim: IdempotencyKey, name: str, content: str) -> models.Model:
    """What the key's first request made. Raises OtherContent if that one said something else."""
    if claim.action != name:
        raise Refused(_("Questa pagina è già servita per un’altra operazione: riguarda e invia di nuovo."))
    label, pk = claim.result.split(":")
    made: models.Model | None = apps.get_model(label)._default_manager.filter(pk=pk).first()
    if made is None:  # what may be taken away again: a prize, a line-up of tables drawn anew
        raise Refused(
            _("La richiesta era già stata servita, e quello che ha fatto è poi stato tolto: non va inviata ancora.")
        )
    # One served before contents were kept tells nothing.
    if claim.content and claim.content != content:
        raise OtherContent(made)
    return made


def done_before(by: Actor, name: str) -> models.Model | None:
    """What the same request made when it came the first time; a form need not be read twice to find it."""
    claim = IdempotencyKey.objects.filter(user=by.user, key=by.key, action=name).exclude(result="").first()
    return _earlier_result(claim, name, by.content) if claim else None


def is_served(by: Actor) -> bool:
    """Whether the very same request was served when it came the first time; no lock is asked for."""
    found = IdempotencyKey.objects.filter(user=by.user, key=by.key, content=by.content)
    return bool(by.key) and found.exclude(result="").exists()


def nested(by: Actor, step: str) -> Actor:
    """The same actor within an action, with a key of its own for another action it calls."""
    key = f"{by.key}:{step}"
    # A key cut short could be that of another request, or of another step: a digest is neither.
    return replace(by, key=key if len(key) <= MAX_KEY_LENGTH else sha256(key.encode()).hexdigest())


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
    """Save; what the fields or the database refuse and the user can mend is refused in words."""
    try:
        record.clean_fields(exclude=_known_to_exist(record))
        record.clean()
        # A savepoint: PostgreSQL answers nothing more in a transaction after a refusal, and the words are still to be
        # asked.
        with transaction.atomic():
            record.save()
    except (ValidationError, IntegrityError) as refusal:
        try:
            # Constraints are the database's, which checks them anyway and for everybody at once; one by one they are
            # asked only now, for the words. Asking them before each save took half of the time that the lock is held.
            record.full_clean()
        except ValidationError as error:
            raise Refused(*_messages(record, error)) from refusal
        raise  # a trigger: nothing that the user could mend


def _known_to_exist(record: models.Model) -> set[str]:
    """The relations whose other side was read already: a foreign key watches over them from there."""
    keys = (field for field in record._meta.concrete_fields if isinstance(field, models.ForeignKey))
    return {key.name for key in keys if key.is_cached(record) and getattr(record, key.attname) is not None}


def _messages(record: models.Model, error: ValidationError) -> Iterator[str]:
    for name, messages in error.message_dict.items():
        field = "" if name == NON_FIELD_ERRORS else f"{record._meta.get_field(name).verbose_name}: "  # type: ignore[union-attr]  # a column, so it has a name
        yield from (field + message for message in messages)
