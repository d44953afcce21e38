"""Sealing what stands in a tournament already: records of before there were seals, or of another canonical form."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import models

from tournaments.log import hash_of
from tournaments.publishing.sealed_rows import sealed_models
from tournaments.sealing import Salt, digest, name_of, new_salt, shape_of

PROGRAM, NAME = "programma", "Programma"
Models = Callable[[str], type[models.Model]]


def seal_all(tournament: Any, *, at: datetime, get_model: Models) -> dict[str, str]:
    """Append one line with the seal of every official record of the tournament; nothing where it has none.

    get_model: of a label the model, of today or of a migration. Only what the tables hold is sealed: what was changed
    before this line cannot be known from it.
    """
    seals: dict[str, str] = {}
    kept = _kept(tournament.pk, get_model("tournaments.RecordSalt"))
    salts: dict[str, Salt] = {}
    for today in sealed_models():
        try:
            model = get_model(today._meta.label)
        except LookupError:  # a later migration makes it: it has no record yet
            continue
        shape = shape_of(model, today)
        rows = model._base_manager.filter(**{today.TOURNAMENT: tournament.pk}).order_by("pk")
        for pk, *values in rows.values_list("pk", *shape.columns):
            name = name_of(shape.label, pk)
            if name not in kept and shape.needs_salt(values):
                salts[name] = Salt(new_salt())
            seals[name] = digest(shape.content(pk, values, kept.get(name) or salts.get(name)))
    if seals:
        _keep(tournament.pk, salts, get_model("tournaments.RecordSalt"))
        _write(tournament.pk, seals, at, get_model)
    return seals


def _kept(tournament: int, salt: Any) -> dict[str, Salt]:
    """The salts that records have: digests were made with them, and the only ones of what was erased lie there."""
    names = {field.name for field in salt._meta.concrete_fields}  # a migration may not have all
    told = salt.objects.filter(tournament=tournament).values("record", "salt", *names & {"texts"})
    return {one["record"]: Salt(one["salt"], one.get("texts") or {}) for one in told}


def _keep(tournament: int, salts: dict[str, Salt], salt: Any) -> None:
    salt.objects.bulk_create([salt(tournament_id=tournament, record=name, salt=one.own) for name, one in salts.items()])


def _write(tournament: int, seals: dict[str, str], at: datetime, get_model: Models) -> None:
    line: Any = get_model("tournaments.LogEntry")
    user: Any = get_model("tournaments.User")
    # Nobody can enter by it: «!» is what Django keeps for a password that nothing matches.
    program, _made = user.objects.get_or_create(
        username=PROGRAM, defaults={"first_name": NAME, "is_active": False, "password": "!"}
    )
    last = line.objects.filter(tournament=tournament).order_by("-sequence").first()
    entry = line(
        tournament_id=tournament,
        sequence=last.sequence + 1 if last else 1,
        at=at,
        actor_id=program.pk,
        action="sealed",
        object=name_of("tournaments.Tournament", tournament),
        data={"records": len(seals)},
        seals=seals,
        salt=new_salt(),
        previous_hash=last.hash if last else "",
    )
    entry.hash = hash_of(entry)
    entry.save(force_insert=True)
    get_model("tournaments.Tournament")._base_manager.filter(pk=tournament).update(data_version=entry.sequence)
