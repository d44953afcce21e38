"""Whether the official records are those that the log sealed: in number and in content, the last state of each."""

from collections.abc import Iterator, Mapping

from django.apps import apps

from tournaments.models import RecordSalt, Sealed, Tournament
from tournaments.sealing import digest, name_of, readable, shape_of


def sealed_models() -> list[type[Sealed]]:
    """Every kind of official record, of both applications."""
    return [model for model in apps.get_models() if issubclass(model, Sealed)]


def unlike_their_seals(tournament: Tournament, seals: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The records that are not as they were sealed last, by name, each with what does not hold.

    seals: the last one of each record, by its name, as the log tells them.
    """
    salts = dict(RecordSalt.objects.filter(tournament=tournament).values_list("record", "salt"))
    left = dict(seals)
    for model in sealed_models():
        for pk, content in contents(model, tournament, salts):
            name = name_of(model._meta.label, pk)
            sealed = left.pop(name, None)
            if sealed is None:
                yield name, "unsealed"
            elif content is None or digest(content) != sealed:
                yield name, "changed"
    for name in left:
        yield name, "gone"


def contents(model: type[Sealed], tournament: Tournament, salts: Mapping[str, str]) -> Iterator[tuple[int, str | None]]:
    """The canonical content of every record of the model in the tournament; None where it cannot even be read."""
    shape = shape_of(model)
    # The rows and nothing else: what an outside program did to others must not hide them.
    rows = model._base_manager.filter(**{model.TOURNAMENT: tournament}).order_by("pk")
    for pk, *values in readable(rows, ("pk", *shape.columns)):
        try:
            yield pk, shape.content(pk, values, salts.get(name_of(shape.label, pk))) if values else None
        except (TypeError, ValueError):
            yield pk, None


def of_no_tournament() -> Iterator[str]:
    """Records of no tournament, of which no log could speak: only an outside program adds such."""
    for model in sealed_models():
        rows = model._base_manager
        mine = rows.filter(**{f"{model.TOURNAMENT}__pk__in": Tournament.objects.values("pk")})
        # Counted first: where all is well no row is read.
        if rows.count() != mine.count():
            strays = rows.exclude(pk__in=mine.values("pk")).order_by("pk")
            yield from (name_of(model._meta.label, pk) for pk in strays.values_list("pk", flat=True))
