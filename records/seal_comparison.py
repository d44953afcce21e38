"""Compares the official records with the seals in the log: as many records as seals, each with the sealed content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import QuerySet

from records.log import ERASING
from records.models import LogEntry, RecordSalt, federation_model, tournament_model
from records.official_records import FederationSealed, Official, Sealed, way_to_owner
from records.prepared_queries import prepared
from records.seals import (
    UNREADABLE,
    Salt,
    content_before_erasing,
    content_digest,
    name_of,
    of_owner,
    readable_rows,
    salts_of,
    shape_of,
)

if TYPE_CHECKING:
    from people.accounts.models import Federation
    from tournaments.setup.models import Tournament

    Owner = Tournament | Federation


def sealed_models() -> list[type[Sealed]]:
    """Every model of official records, of all applications."""
    return [model for model in apps.get_models() if issubclass(model, Sealed)]


def federation_models() -> list[type[FederationSealed]]:
    """Every model of official records of federations."""
    return [model for model in apps.get_models() if issubclass(model, FederationSealed)]


def models_sealed_by(owner: Owner) -> Sequence[type[Official]]:
    return federation_models() if isinstance(owner, federation_model()) else sealed_models()


def records_unlike_seals(
    owner: Owner, seals: Mapping[str, str], erased: Mapping[str, tuple[int, str]]
) -> Iterator[tuple[str, str]]:
    """The names of the records that differ from their last seal, each with the fault: gone, unsealed or changed.

    seals: the last seal of each record in the log, by the record's name. erased: for records in which a line of the log
    erased something later, the number of that line and the seal before it.
    """
    salts = salts_of(RecordSalt.objects.filter(**of_owner(owner)))
    left = dict(seals)
    kinds = models_sealed_by(owner)
    for model in kinds:
        yield from records_unlike_seals_of_kind(model, owner, salts, left, erased)
    # In the order of the models: one line may have sealed several records, and databases keep no common order.
    places = {model._meta.label: place for place, model in enumerate(kinds)}
    for name in sorted(left, key=lambda name: places.get(name.rpartition(":")[0], len(places))):
        yield name, "gone"


def records_unlike_seals_of_kind(
    model: type[Official],
    owner: Owner,
    salts: Mapping[str, Salt],
    left: dict[str, str],
    erased: Mapping[str, tuple[int, str]],
) -> Iterator[tuple[str, str]]:
    """The same for one model; removes the seals of the records it meets from `left`."""
    for pk, content in record_contents(model, owner, salts):
        name = name_of(model._meta.label, pk)
        sealed = left.pop(name, None)
        if sealed is None:
            yield name, "unsealed"
        elif (
            content is None
            or content_digest(content) != sealed
            or not _is_only_erased(content, salts.get(name), erased.get(name))
        ):
            yield name, "changed"


def _is_only_erased(content: str, salt: Salt | None, before: tuple[int, str] | None) -> bool:
    """Whether nothing but erased texts changed since the earlier seal: it follows from the old digests of those texts.

    before: the number of the first line that erased something, and the seal before that line; None without one.

    A text that stood in the record as plain text left no digest when it was erased. The earlier seal can then not be
    computed any more, and only the seal of the erasing line counts.
    """
    if before is None:
        return True
    line, sealed = before
    texts = salt.texts.values() if salt else ()
    if any(number >= line and was is None for text in texts for number, was in text.get("erased", ())):
        return True
    return content_digest(content_before_erasing(content, line)) == sealed


def record_contents(model: type[Official], owner: Owner, salts: Mapping[str, Salt]) -> Iterator[tuple[int, str | None]]:
    """Key and canonical content of every record of the model that the log seals; None where it cannot be read."""
    shape = shape_of(model)
    for pk, *values in _rows(model, owner.pk):
        try:
            yield pk, shape.content(pk, values, salts.get(name_of(shape.label, pk))) if values else None
        except (TypeError, ValueError):
            yield pk, None


def _rows(model: type[Official], owner: int) -> Iterator[tuple[Any, ...]]:
    """Key and columns of every record, in order; the key alone where a column has a value of another type."""
    columns = ("pk", *shape_of(model).columns)
    # Each model is read apart: a row that an outside program spoiled must not hide the others.
    try:
        yield from _rows_query(model, columns)(owner=owner)
    except UNREADABLE:
        yield from readable_rows(model._base_manager.filter(**{way_to_owner(model): owner}).order_by("pk"), columns)


# Every tournament that is verified asks for all models, most of which have few rows: a prepared query pays.
@cache
def _rows_query(model: type[Official], columns: tuple[str, ...]) -> Callable[..., list[tuple[Any, ...]]]:
    def rows(owner: int) -> QuerySet[Any, Any]:
        return model._base_manager.filter(**{way_to_owner(model): owner}).order_by("pk").values_list(*columns)

    return prepared(rows)


def records_of_nobody() -> Iterator[str]:
    """Records of no tournament or federation, so that no log tells of them; only an outside program adds them."""
    for model in (*sealed_models(), *federation_models()):
        rows = model._base_manager
        owners = federation_model() if issubclass(model, FederationSealed) else tournament_model()
        mine = rows.filter(**{f"{way_to_owner(model)}__in": owners._base_manager.values("pk")})
        # Counting is enough where all is well: no row is read.
        if rows.count() != mine.count():
            strays = rows.exclude(pk__in=mine.values("pk")).order_by("pk")
            yield from (name_of(model._meta.label, pk) for pk in strays.values_list("pk", flat=True))


def is_as_sealed(record: Sealed) -> bool:
    """Whether a record in which something was erased still matches the seals in its tournament's log."""
    name = name_of(record._meta.label, record.pk)
    tournament = type(record)._base_manager.values_list(record.TOURNAMENT, flat=True).get(pk=record.pk)
    lines = LogEntry.objects.filter(tournament=tournament, seals__has_key=name).order_by("-sequence")
    erasing: list[tuple[int, str]] = []
    before = None
    for sequence, action, seals in lines.values_list("sequence", "action", "seals"):
        seal = (seals or {})[name]
        if action not in ERASING:
            before = seal
            break
        erasing.append((sequence, seal))
    shape = shape_of(type(record))
    salt = salts_of(RecordSalt.objects.filter(record=name)).get(name)
    content = shape.content(record.pk, [getattr(record, column) for column in shape.columns], salt)
    if not erasing or before is None:
        return content_digest(content) == before
    return content_digest(content) == erasing[0][1] and _is_only_erased(content, salt, (erasing[-1][0], before))
