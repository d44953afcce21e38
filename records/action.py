"""What every action shares: who acts, with which right, the transaction, repeated requests, the line of the log.

An action is a keyword-only function that returns the record it made, and declares what it needs and writes:

    @action(Right.MANAGE_ROUNDS)
    def lift_kept_apart(*, by: Actor, kept: KeptApart, reason: str) -> KeptApart:
        ...
        save_checked(kept)
        return by.log(kept, apart=[kept.first.number, kept.second.number], reason=why)

- Its records are read again under the lock of their tournament. The right is asked before anything is done, in the
  tournament of its first argument; an office's right (`FederationRight`) in the federation of that, which is then held.
- `by.log` writes the line of the tournament's log, under the action's name, and `write_federation_line`
  (`people/offices/log.py`) that of a federation's. Where the log has called it otherwise from the beginning, it
  declares so: `@action(Right.MANAGE_ROUNDS, logs="draw_sitting")`.
- What it seals it need not say: the line seals every official record that was written since the last one.
- Bare `@action` is for whom no one right tells: its code says who may. `tests/test_declared_rights.py` lists these.

The same user sending the same key again gets the first record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from hashlib import sha256
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, Protocol, TypeVar, cast, overload

from django import forms
from django.apps import apps
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from records.locks import federation_of, lock_arguments, lock_federation, read_again, tournament_of
from records.log import write_line
from records.models import IdempotencyKey, federation_model
from records.official_records import collect_written
from records.requests import INCOMPLETE, OtherContent, PublicRequest, Refused, Request, content_digest
from records.rights import FederationRight, Right, federation_rights, rights_of

if TYPE_CHECKING:
    from people.accounts.models import Federation, User
    from tournaments.setup.models import Tournament

MAX_KEY_LENGTH = 64
# A form field refuses what no browser sends, such as a NUL, which PostgreSQL cannot store.
_KEY = forms.CharField(max_length=MAX_KEY_LENGTH)

Params = ParamSpec("Params")
Record = TypeVar("Record", bound=models.Model)


@dataclass(frozen=True)
class Actor:
    """Who acts, when, the key of the request (two requests with one key are one) and the digest of what it says.

    told: of whom of the own club or name the page of the request told (`staff/actions.py`): of several matters, each
    doing: what the lines of the log call the action that runs
    """

    user: User
    at: datetime
    key: str
    content: str = ""
    told: tuple[str, ...] = ()
    doing: str = ""

    @classmethod
    def of(cls, request: Request) -> Actor:
        """The actor of a POST; its form carries the key in a hidden field."""
        return cls.for_table(request, request.user)

    @classmethod
    def for_table(cls, request: PublicRequest, players: User) -> Actor:
        """The actor of a page without a log-in: players at a table act as the account of the tables."""
        try:
            key = _KEY.clean(request.POST.get("key"))
        except ValidationError:  # an action refuses a request without its key in words
            key = ""
        ties = tuple(request.POST.getlist("own_club"))
        return cls(user=players, at=timezone.now(), key=key, content=content_digest(request), told=ties)

    def log(self, record: Record, name: str = "", /, **data: object) -> Record:
        """Write the line that tells of the record in the log of its tournament; the record, for the action to return.

        name: what the log calls what was done, where that is not what the action declares.
        """
        write_line(
            tournament=tournament_of(record),
            actor=self.user,
            at=self.at,
            action=name or self.doing,
            record=record,
            data=data,
        )
        return record


class Declared(NamedTuple):
    """What an action says of itself: the right that it needs (None: its code asks), and what the log calls it.

    first: its first argument, to whose tournament, or federation, the right belongs.
    """

    right: Right | FederationRight | None
    logs: str
    first: str


# Every action of a module that was loaded, by its full name.
DECLARED: dict[str, Declared] = {}


class Declares(Protocol):
    """What `@action(…)` does to the function below it."""

    def __call__(self, function: Callable[Params, Record], /) -> Callable[Params, Record]: ...


@overload
def action(declared: Callable[Params, Record]) -> Callable[Params, Record]: ...


@overload
def action(declared: Right | FederationRight | None = None, *, logs: str = "") -> Declares: ...


def action(declared: Any = None, *, logs: str = "") -> Any:
    """Run in one transaction, once per request key, on records read again under the lock; `by` is the Actor.

    declared: the right that whoever acts needs. logs: what the log calls it, where that is not its name.
    The action's lines of the log seal every official record it writes; otherwise nothing is written (Unsealed).
    """
    if isinstance(declared, Right | FederationRight | None):
        return lambda function: _action(function, declared, logs or function.__name__)
    return _action(declared, None, declared.__name__)


def _action(
    function: Callable[Params, Record], right: Right | FederationRight | None, logs: str
) -> Callable[Params, Record]:
    declared = Declared(right, logs, next((name for name in signature(function).parameters if name != "by"), ""))

    @wraps(function)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> Record:
        by = cast(Actor, kwargs["by"])
        try:
            with transaction.atomic(), collect_written():
                claim = _claim(by, function.__name__)
                given = _given(by, declared, kwargs)
                record = function(*args, **cast(Any, given))
                claim.result = f"{record._meta.label}:{record.pk}"
                claim.save(update_fields=["result"])
                return record
        except _ServedRequest:
            claim = IdempotencyKey.objects.get(user=by.user, key=by.key)
            return cast(Record, _earlier_result(claim, function.__name__, by.content))

    DECLARED[f"{function.__module__}.{function.__name__}"] = declared
    return run


def _given(by: Actor, declared: Declared, arguments: Mapping[str, object]) -> dict[str, object]:
    """The arguments as they now are, under the lock, for somebody who has the right there."""
    given = lock_arguments(arguments)
    if isinstance(declared.right, Right):
        require(by, tournament_of(given[declared.first]), declared.right)
    elif declared.right:
        federation = federation_of(given[declared.first])
        require_office(by, federation, declared.right)
        lock_federation(federation)
        given = read_again(given, federation_model())
    return given | {"by": replace(by, doing=declared.logs)}


class _ServedRequest(Exception):
    """The request's key is taken: the same request was served before."""


def _claim(by: Actor, name: str) -> IdempotencyKey:
    """Take the request's key. A second request with the key, sent meanwhile, waits here and finds it taken."""
    if not by.key or len(by.key) > MAX_KEY_LENGTH:
        raise Refused(str(INCOMPLETE))
    try:
        # No savepoint: nothing was written yet, and the transaction ends here.
        return IdempotencyKey.objects.create(user=by.user, key=by.key, action=name, content=by.content)
    except IntegrityError as error:
        raise _ServedRequest from error


def _earlier_result(claim: IdempotencyKey, name: str, content: str) -> models.Model:
    """The record that the key's first request made. Raises OtherContent if that request said something else."""
    if claim.action != name:
        raise Refused(_("Questa pagina è già servita per un’altra operazione: riguarda e invia di nuovo."))
    label, pk = claim.result.split(":")
    record: models.Model | None = apps.get_model(label)._default_manager.filter(pk=pk).first()
    if record is None:  # a record that may be gone again: a prize, a line-up of tables drawn anew
        raise Refused(
            _("La richiesta era già stata servita, e quello che ha fatto è poi stato tolto: non va inviata ancora.")
        )
    # A request served before contents were stored tells nothing.
    if claim.content and claim.content != content:
        raise OtherContent(record)
    return record


def earlier_record(by: Actor, name: str) -> models.Model | None:
    """The record that the same request made the first time, so that its form need not be read again."""
    claim = IdempotencyKey.objects.filter(user=by.user, key=by.key, action=name).exclude(result="").first()
    return _earlier_result(claim, name, by.content) if claim else None


def is_served(by: Actor) -> bool:
    """Whether the very same request was served before; takes no lock."""
    idempotency_keys = IdempotencyKey.objects.filter(user=by.user, key=by.key, content=by.content)
    return bool(by.key) and idempotency_keys.exclude(result="").exists()


def nested_actor(by: Actor, step: str) -> Actor:
    """The same actor, with a key of its own for another action that an action calls."""
    key = f"{by.key}:{step}"
    # A shortened key could equal that of another request or step; a digest cannot.
    return replace(by, key=key if len(key) <= MAX_KEY_LENGTH else sha256(key.encode()).hexdigest())


def require(by: Actor, tournament: Tournament, right: Right) -> None:
    """Raise PermissionDenied unless the actor's role in the tournament has the right."""
    if right not in rights_of(by.user, tournament):
        raise PermissionDenied(right)


def require_office(by: Actor, federation: Federation, right: FederationRight) -> None:
    """Raise PermissionDenied unless one of the actor's offices in the federation has the right."""
    if right not in federation_rights(by.user, federation):
        raise PermissionDenied(right)


def required_text(text: str, message: str) -> str:
    """The text without outer blanks; refused with the message when nothing remains."""
    stripped = text.strip()
    if not stripped:
        raise Refused(message)
    return stripped


def save_checked(record: models.Model) -> None:
    """Save; if the fields or the database refuse something that the user can correct, refuse in words."""
    try:
        record.clean_fields(exclude=_known_to_exist(record))
        record.clean()
        # A savepoint: after an error PostgreSQL answers nothing more in the transaction, and the words have still to be
        # read.
        with transaction.atomic():
            record.save()
    except (ValidationError, IntegrityError) as refusal:
        try:
            # The database checks all constraints when it saves. They are validated one by one only after a failure, for
            # their words: validating them before each save took half of the time under the lock.
            record.full_clean()
        except ValidationError as error:
            raise Refused(*_messages(record, error)) from refusal
        raise  # a trigger: nothing that the user could correct


def _known_to_exist(record: models.Model) -> set[str]:
    """The relations whose other side was already read; the foreign key guards them from then on."""
    keys = (field for field in record._meta.concrete_fields if isinstance(field, models.ForeignKey))
    return {key.name for key in keys if key.is_cached(record) and getattr(record, key.attname) is not None}


def _messages(record: models.Model, error: ValidationError) -> Iterator[str]:
    for name, messages in error.message_dict.items():
        field = "" if name == NON_FIELD_ERRORS else f"{record._meta.get_field(name).verbose_name}: "  # type: ignore[union-attr]  # a column, so it has a name
        yield from (field + message for message in messages)
