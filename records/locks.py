"""The lock that an action takes on its tournament, and the check that nobody wrote since the page was made.

An action reads its records again once it has the lock: while it waited, another may have closed the round or ended the
tournament. Where two people may change a record, the second one sees what the first wrote before writing over it.
docs/decisions/0040-read-under-the-lock.md
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from typing import TYPE_CHECKING, cast

from django.db import connection, models
from django.utils.translation import gettext as _

from records.models import LogEntry, federation_model, tournament_model
from records.prepared_queries import prepared_records
from records.requests import Overtaken, Refused

if TYPE_CHECKING:
    from people.accounts.models import Federation
    from tournaments.setup.models import Tournament


def fields_digest(record: models.Model, names: Sequence[str]) -> str:
    """The digest of the values of these fields; the form that changes them carries it."""
    values = [record._meta.get_field(name).value_from_object(record) for name in names]  # type: ignore[union-attr]  # columns
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()


def check_fields_unchanged(record: models.Model, names: Sequence[str], seen: str | None) -> None:
    """Raise Overtaken, with the values of now, if somebody changed these fields after the user's page was made.

    record: read under the lock. seen: the digest that the page carried; None where the caller has just read the record.
    """
    now = fields_digest(record, names)
    if seen is None or seen == now:
        return
    raise overtaken(record, fields_in_words(record, names), now=now)


def overtaken(record: models.Model, written: str, *, now: str, field: str = "seen") -> Overtaken:
    """The refusal of the second of two who write: it names who wrote last, and says what.

    now: the digest of the values of now, which the form puts into that field so that the next try has seen them.
    """
    words = _("Intanto %(who)s ha scritto: %(now)s. Quello che hai scritto tu è ancora qui: riguarda e salva di nuovo.")
    return Overtaken(words % {"who": who_changed(record), "now": written}, field=field, now=now)


def who_changed(record: models.Model) -> str:
    """Who wrote the record last. Of players and clubs no log tells it: they belong to no tournament."""
    line = LogEntry.objects.filter(object=f"{record._meta.label}:{record.pk}").order_by("pk").last()
    return str(line.actor) if line else _("qualcun altro")


def fields_in_words(record: models.Model, names: Sequence[str]) -> str:
    """The fields that are not empty, each with its name, as the pages show them."""
    parts = []
    for name in names:
        show = getattr(record, f"get_{name}_display", None)
        value = show() if show else getattr(record, name)
        if value not in (None, ""):
            parts.append(f"{record._meta.get_field(name).verbose_name} {_yes_no(value)}")  # type: ignore[union-attr]  # a column
    return ", ".join(parts)


def _yes_no(value: object) -> str:
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    return str(value)


# From a record towards its tournament, or its federation: the first of these relations that its model has.
UPWARD = {
    "tournaments.Tournament": (
        *("tournament", "round", "table", "publication", "stage", "entry", "ruling", "score", "appeal"),
        *("consultation", "sitting", "case", "answer", "deal_set"),
    ),
    "people.Federation": (
        *("federation", "tournament", "season", "package", "received", "draft", "appeal", "webhook", "member"),
        "headnote",
    ),
}
# Records that decide too and are not on the path: final standings close a round's stage, a table has two lines.
READ_BESIDE = {
    "Round": ("stage",),
    "Table": ("line_a", "line_b"),
    "BoardScore": ("board",),
    "Call": ("owner", "second"),
    "Case": ("table__round", "table__line_a", "table__line_b", "board"),
}
# Always an argument together with its table, which has the path.
WITHOUT_PATH = frozenset({"Board"})
# Models whose path may end nowhere: a list of players is of a tournament, or of the register.
OPTIONAL_PATH = frozenset({"ImportBatch"})


def lock_arguments(arguments: Mapping[str, object]) -> dict[str, object]:
    """Lock the tournaments of an action's arguments until the action ends, and read the records again.

    Raises Refused when a record is gone.
    """
    records = [record for record in arguments.values() if isinstance(record, models.Model)]
    owners = (_owner(record, tournament_model()) for record in records)
    for tournament in sorted({owner.pk for owner in owners if owner is not None}):
        lock_tournament(tournament)
    return read_again(arguments, tournament_model())


def read_again(arguments: Mapping[str, object], top: type[models.Model]) -> dict[str, object]:
    """The arguments, of which the records that belong to a tournament (a federation) are read again."""
    records = {name: record for name, record in arguments.items() if isinstance(record, models.Model)}
    belonging = {name: record for name, record in records.items() if _path(type(record), top) is not None}
    return dict(arguments) | {name: _read_again(record, top) for name, record in belonging.items()}


def tournament_of(record: object) -> Tournament:
    """The tournament to which it belongs. Raises LookupError for a record of none."""
    return cast("Tournament", _owner_of(record, tournament_model()))


def federation_of(record: object) -> Federation:
    """The federation to which it belongs. Raises LookupError for a record of none."""
    return cast("Federation", _owner_of(record, federation_model()))


def _owner_of(record: object, top: type[models.Model]) -> models.Model:
    owner = _owner(record, top) if isinstance(record, models.Model) else None
    if owner is None:
        raise LookupError(f"{record!r} is of no {top.__name__}")
    return owner


def lock_tournament(tournament: int) -> None:
    """Let nobody else act on the tournament of that key until this transaction ends.

    SQLite locks no rows. It lets one transaction write at a time, and ours has that lock from its beginning.
    """
    if connection.features.has_select_for_update:
        tournament_model().objects.select_for_update().only("pk").get(pk=tournament)


def lock_federation(federation: Federation) -> None:
    """Let nobody else act for the federation until this transaction ends; after tournaments and players."""
    if connection.features.has_select_for_update:
        federation_model().objects.select_for_update().only("pk").get(pk=federation.pk)


def _read_again(record: models.Model, top: type[models.Model]) -> models.Model:
    if _owner(record, top) is not None:
        records = _reader(type(record), top)(pk=record.pk)
    else:  # of no tournament, as a list for the register: the record itself is locked
        records = list(_rows(type(record), top, record.pk).select_for_update(of=("self",)))
    if not records:  # a draft round or a prize may have been taken away meanwhile
        words = _("Intanto %(who)s l’ha tolto: non c’è più niente da cambiare.")
        raise Refused(words % {"who": who_changed(record)})
    return records[0]


@cache
def _reader(model: type[models.Model], top: type[models.Model]) -> Callable[..., list[models.Model]]:
    """A prepared query for one record of the model: Django needs longer to write it than the database to answer."""

    def ask(*, pk: int) -> models.QuerySet[models.Model]:
        return _rows(model, top, pk)

    return prepared_records(ask)


def _rows(model: type[models.Model], top: type[models.Model], pk: int) -> models.QuerySet[models.Model]:
    return model._default_manager.select_related(*_read_with(model, top)).filter(pk=pk).order_by()


def _owner(record: models.Model, top: type[models.Model]) -> models.Model | None:
    """The tournament (the federation) of the record, which no record ever changes; None if it has none."""
    path = _path(type(record), top)
    return None if path is None else reduce(lambda above, step: above and getattr(above, step), path, record)


@cache
def _path(model: type[models.Model], top: type[models.Model]) -> tuple[str, ...] | None:
    """The relations from a model up to its tournament (its federation); None for models of none, as clubs."""
    if model is top:
        return ()
    fields = [field for field in model._meta.concrete_fields if field.is_relation]
    relations = {
        field.name: field.related_model for field in fields if not field.null or model.__name__ in OPTIONAL_PATH
    }
    name = next((name for name in UPWARD[top._meta.label] if name in relations), None)
    if name is None:
        return None
    above = relations[name]
    path = _path(above, top) if isinstance(above, type) and issubclass(above, models.Model) else None
    return None if path is None else (name, *path)


@cache
def _read_with(model: type[models.Model], top: type[models.Model]) -> tuple[str, ...]:
    """The relations that one query reads along with a record of the model: its path, and READ_BESIDE."""
    if model.__name__ in WITHOUT_PATH:
        return ()
    names, here, lead = [], model, ""
    for name in (*(_path(model, top) or ()), ""):
        names += [lead + beside for beside in READ_BESIDE.get(here.__name__, ())]
        if name:
            names.append(lead + name)
            lead, here = f"{lead}{name}__", here._meta.get_field(name).related_model  # type: ignore[assignment]
    return tuple(names)
