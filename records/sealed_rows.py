"""Whether the official records are those that the log sealed: in number and in content, the last state of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import QuerySet

from records.log import ERASING
from records.models import LogEntry, RecordSalt, tournament_model
from records.prepared import prepared
from records.sealed import Sealed
from records.seals import UNREADABLE, Salt, before_erasing, digest, name_of, readable, salts_of, shape_of

if TYPE_CHECKING:
    from tournaments.setup.models import Tournament


def sealed_models() -> list[type[Sealed]]:
    """Every kind of official record, of both applications."""
    return [model for model in apps.get_models() if issubclass(model, Sealed)]


def unlike_their_seals(
    tournament: Tournament, seals: Mapping[str, str], erased: Mapping[str, tuple[int, str]]
) -> Iterator[tuple[str, str]]:
    """The records that are not as they were sealed last, by name, each with what does not hold.

    seals: the last one of each record, by its name, as the log tells them. erased: of those in which a line erased
    something since, the number of that line, and the seal of before.
    """
    salts = salts_of(RecordSalt.objects.filter(tournament=tournament))
    left = dict(seals)
    for model in sealed_models():
        yield from unlike_of_kind(model, tournament, salts, left, erased)
    # What went with another record comes after it: one line sealed both, in no order that every database keeps.
    places = {model._meta.label: place for place, model in enumerate(sealed_models())}
    for name in sorted(left, key=lambda one: places.get(one.rpartition(":")[0], len(places))):
        yield name, "gone"


def unlike_of_kind(
    model: type[Sealed],
    tournament: Tournament,
    salts: Mapping[str, Salt],
    left: dict[str, str],
    erased: Mapping[str, tuple[int, str]],
) -> Iterator[tuple[str, str]]:
    """The same of one kind; from the seals that are left it takes those of the records that are there."""
    for pk, content in contents(model, tournament, salts):
        name = name_of(model._meta.label, pk)
        sealed = left.pop(name, None)
        if sealed is None:
            yield name, "unsealed"
        elif (
            content is None or digest(content) != sealed or not _only_erased(content, salts.get(name), erased.get(name))
        ):
            yield name, "changed"


def _only_erased(content: str, salt: Salt | None, before: tuple[int, str] | None) -> bool:
    """Whether since the seal of before nothing was changed but texts, whose digests of then it still follows from.

    before: the number of the first line that erased something of it since, and that seal.

    A text that stood in the record as it was, without a digest, left none: the seal of before then cannot be made any
    more, and that of the line which erased it stands alone.
    """
    if before is None:
        return True
    line, sealed = before
    texts = salt.texts.values() if salt else ()
    if any(number >= line and was is None for one in texts for number, was in one.get("erased", ())):
        return True
    return digest(before_erasing(content, line)) == sealed


def contents(
    model: type[Sealed], tournament: Tournament, salts: Mapping[str, Salt]
) -> Iterator[tuple[int, str | None]]:
    """The canonical content of every record of the model in the tournament; None where it cannot even be read."""
    shape = shape_of(model)
    for pk, *values in _rows(model, tournament.pk):
        try:
            yield pk, shape.content(pk, values, salts.get(name_of(shape.label, pk))) if values else None
        except (TypeError, ValueError):
            yield pk, None


def _rows(model: type[Sealed], tournament: int) -> Iterator[tuple[Any, ...]]:
    """The key and the columns of every record, in order; of one whose columns hold no such values the key alone."""
    columns = ("pk", *shape_of(model).columns)
    # The rows and nothing else: what an outside program did to others must not hide them.
    try:
        yield from _asked(model, columns)(tournament=tournament)
    except UNREADABLE:
        yield from readable(model._base_manager.filter(**{model.TOURNAMENT: tournament}).order_by("pk"), columns)


# All kinds are asked for each tournament that is verified, and most have a row or none.
@cache
def _asked(model: type[Sealed], columns: tuple[str, ...]) -> Callable[..., list[tuple[Any, ...]]]:
    def rows(tournament: int) -> QuerySet[Any, Any]:
        return model._base_manager.filter(**{model.TOURNAMENT: tournament}).order_by("pk").values_list(*columns)

    return prepared(rows)


def of_no_tournament() -> Iterator[str]:
    """Records of no tournament, of which no log could speak: only an outside program adds such."""
    for model in sealed_models():
        rows = model._base_manager
        mine = rows.filter(**{f"{model.TOURNAMENT}__pk__in": tournament_model().objects.values("pk")})
        # Counted first: where all is well no row is read.
        if rows.count() != mine.count():
            strays = rows.exclude(pk__in=mine.values("pk")).order_by("pk")
            yield from (name_of(model._meta.label, pk) for pk in strays.values_list("pk", flat=True))


def is_sealed(record: Sealed) -> bool:
    """Whether one record of which something was erased is as its tournament's log seals it."""
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
        return digest(content) == before
    return digest(content) == erasing[0][1] and _only_erased(content, salt, (erasing[-1][0], before))
