"""What a page showed of a record that two people may change: the second sees what the first wrote before it goes.

What an action was given, read again under the lock of its tournament: nothing decides that was read before.

A page reads a record, then waits for the lock; whoever held it may have closed the round or ended the tournament.
docs/decisions/0040-read-under-the-lock.md
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce

from django.db import connection, models
from django.utils.translation import gettext as _

from records.models import LogEntry, tournament_model
from records.prepared import prepared_records
from records.refusals import Overtaken, Refused


def seen_of(record: models.Model, names: Sequence[str]) -> str:
    """The digest of what stands in these fields, which the form that changes them carries."""
    values = [record._meta.get_field(name).value_from_object(record) for name in names]  # type: ignore[union-attr]  # columns
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()


def check_seen(record: models.Model, names: Sequence[str], seen: str | None) -> None:
    """Refuse, with what stands there now, to write over what the user did not see.

    record: read under the lock. seen: what the page showed; None where whoever asks has just read it.
    """
    now = seen_of(record, names)
    if seen is None or seen == now:
        return
    raise overtaken(record, in_words(record, names), now=now)


def overtaken(record: models.Model, told: str, *, now: str, field: str = "seen") -> Overtaken:
    """Why the second of two is not recorded: who wrote last what stands there, in these words.

    now: what the form carries in that field to have seen it.
    """
    words = _("Intanto %(who)s ha scritto: %(now)s. Quello che hai scritto tu è ancora qui: riguarda e salva di nuovo.")
    return Overtaken(words % {"who": who_changed(record), "now": told}, field=field, now=now)


def who_changed(record: models.Model) -> str:
    """Who wrote last; players and clubs belong to no tournament, so no log knows it of them."""
    line = LogEntry.objects.filter(object=f"{record._meta.label}:{record.pk}").order_by("pk").last()
    return str(line.actor) if line else _("qualcun altro")


def in_words(record: models.Model, names: Sequence[str]) -> str:
    """Each field that says something by its name, as it is read on the pages."""
    told = []
    for name in names:
        show = getattr(record, f"get_{name}_display", None)
        value = show() if show else getattr(record, name)
        if value not in (None, ""):
            told.append(f"{record._meta.get_field(name).verbose_name} {_yes_no(value)}")  # type: ignore[union-attr]  # a column
    return ", ".join(told)


def _yes_no(value: object) -> str:
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    return str(value)


# From a record towards its tournament: the first of these relations that its model has.
UPWARD = ("tournament", "round", "table", "publication", "stage", "entry", "ruling", "score", "appeal", "consultation")
# What decides beside the way up: a round's stage is closed by final standings, a table has its two lines.
BESIDE = {
    "Round": ("stage",),
    "Table": ("line_a", "line_b"),
    "BoardScore": ("board",),
    "Call": ("owner", "second"),
    "Case": ("table__round", "table__line_a", "table__line_b", "board"),
}
# Given beside its table, which brings round and tournament along.
ALONE = frozenset({"Board"})
# Whose way up may lead nowhere: a list of players is of a tournament, or of the register.
OF_NONE_TOO = frozenset({"ImportBatch"})


def held(given: Mapping[str, object]) -> dict[str, object]:
    """The arguments of an action, its records as they now are; their tournaments stay locked until it ends.

    Raises Refused when one of them is gone.
    """
    records = {name: one for name, one in given.items() if isinstance(one, models.Model) and _has_way(one)}
    for tournament in sorted({of for one in records.values() if (of := _tournament_of(one)) is not None}):
        hold(tournament)
    return dict(given) | {name: _again(one) for name, one in records.items()}


def hold(tournament: int) -> None:
    """Let nobody else act on the tournament of that key until this transaction ends.

    SQLite, which locks no row, lets one transaction write at a time: there it was held from its beginning.
    """
    if connection.features.has_select_for_update:
        tournament_model().objects.select_for_update().only("pk").get(pk=tournament)


def _again(record: models.Model) -> models.Model:
    if _tournament_of(record) is not None:
        found = _reader(type(record))(pk=record.pk)
    else:  # as a list for the register: the record itself is what two may not act on
        found = list(_rows(type(record), record.pk).select_for_update(of=("self",)))
    if not found:  # a draft round, a prize: what may be taken away meanwhile
        words = _("Intanto %(who)s l’ha tolto: non c’è più niente da cambiare.")
        raise Refused(words % {"who": who_changed(record)})
    return found[0]


@cache
def _reader(model: type[models.Model]) -> Callable[..., list[models.Model]]:
    """What reads one of the model's records; Django takes longer to write that question than the database to answer."""

    def ask(*, pk: int) -> models.QuerySet[models.Model]:
        return _rows(model, pk)

    return prepared_records(ask)


def _rows(model: type[models.Model], pk: int) -> models.QuerySet[models.Model]:
    return model._default_manager.select_related(*_read_with(model)).filter(pk=pk).order_by()


def _tournament_of(record: models.Model) -> int | None:
    """The key of the record's tournament, which no record ever changes; None of one that is of none."""
    way = _way(type(record)) or ()
    last: models.Model | None = reduce(lambda above, step: above and getattr(above, step), way, record)
    return None if last is None else int(last.pk)


def _has_way(record: models.Model) -> bool:
    return _way(type(record)) is not None


@cache
def _way(model: type[models.Model]) -> tuple[str, ...] | None:
    """The relations from a model up to its tournament; None for what belongs to no tournament, as a player or club."""
    if model is tournament_model():
        return ()
    found = [one for one in model._meta.concrete_fields if one.is_relation]
    relations = {one.name: one.related_model for one in found if not one.null or model.__name__ in OF_NONE_TOO}
    name = next((name for name in UPWARD if name in relations), None)
    if name is None:
        return None
    above = relations[name]
    way = _way(above) if isinstance(above, type) and issubclass(above, models.Model) else None
    return None if way is None else (name, *way)


@cache
def _read_with(model: type[models.Model]) -> tuple[str, ...]:
    """What is read in one query with a record of the model: the way up, and what decides beside it."""
    if model.__name__ in ALONE:
        return ()
    names, here, lead = [], model, ""
    for name in (*(_way(model) or ()), ""):
        names += [lead + beside for beside in BESIDE.get(here.__name__, ())]
        if name:
            names.append(lead + name)
            lead, here = f"{lead}{name}__", here._meta.get_field(name).related_model  # type: ignore[assignment]
    return tuple(names)
