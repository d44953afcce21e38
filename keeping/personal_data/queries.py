"""All that the installation holds of one person, as plain rows: JSON and PDF only lay them out (GDPR 15, 20)."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from codes.seats import Seat
from keeping.personal_data.kinds import KINDS, PersonalKind
from people.accounts.models import Player, User
from people.players.queries import kept_of, members_of, records_of
from records.official_records import Sealed
from tournaments.entries.models import Entry
from tournaments.publication.models import Publication
from tournaments.rounds.models import Table

SCHEMA = 1
NAMED = "named"
# What is told of a record that the person only signed, beside its moments: where it belongs and what was done.
BRIEF = ("id", "tournament", "table", "round", "number", "version", "sequence", "action", "object", "kind", "state")
LINES = ("line_a", "line_b", "line_a2", "line_b2")


@dataclass(frozen=True)
class PersonalRecord:
    """A record in which the person occurs; ways: by which columns, and for what is found by a name alone, «named»."""

    name: str
    ways: tuple[str, ...]
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class PersonalSection:
    """The records of one kind; choices: what each value of a column of few values is called."""

    label: str
    title: str
    titles: Mapping[str, str]
    choices: Mapping[str, Mapping[Any, str]]
    records: tuple[PersonalRecord, ...]


@dataclass(frozen=True)
class Person:
    """A player, an account, or both where the account is the player's; all that is one person's, merged records too."""

    player: Player | None
    account: User | None

    @classmethod
    def of_player(cls, player: Player) -> "Person":
        same_person = kept_of(player)
        return cls(same_person, same_person.account)

    @classmethod
    def of_account(cls, account: User) -> "Person":
        return cls(Player.objects.filter(account=account).first(), account)

    @property
    def name(self) -> str:
        return str(self.player or self.account)

    @cached_property
    def players(self) -> list[Player]:
        return records_of(self.player) if self.player else []

    @cached_property
    def entries(self) -> list[Entry]:
        return list(Entry.objects.filter(members__player__in=self.players).distinct().order_by("pk"))

    @cached_property
    def members(self) -> list[int]:
        """The rows of rosters that have the person's card, by their keys."""
        return members_of(self.players)

    @cached_property
    def seats(self) -> dict[int, Seat]:
        """Where the person sat, by table (primary key): for the rounds in which they played, and no others."""
        mine = Q()
        for line in LINES:
            mine |= Q(**{f"{line}__in": [entry.pk for entry in self.entries]})
        tables = Table.objects.filter(mine).with_players() if self.entries else ()
        return {table.pk: seat for table in tables for seat in Seat if self._sat_at(table, seat)}

    def _sat_at(self, table: Table, seat: Seat) -> bool:
        """Whether the person had that seat, for all of the round or for some deals of it."""
        some = (member.player for member in table.sat_at(seat))
        return any(player in self.players for player in (table.player_at(seat), *some))


def personal_data(person: Person) -> list[PersonalSection]:
    """Every kind in the order of the list, those without a record too: an empty one says that there is nothing."""
    return [_section(label, kind, person) for label, kind in KINDS.items()]


def as_json(person: Person, *, at: datetime, by: User) -> str:
    """The same for a machine, in a stable form: the person may carry it elsewhere (GDPR 20)."""
    content = {
        "schema": SCHEMA,
        "made_at": at,
        "made_by": str(by),
        "person": person.name,
        "sections": [
            {
                "kind": section.label,
                "title": section.title,
                "records": [
                    {"record": record.name, "ways": record.ways, **record.fields} for record in section.records
                ],
            }
            for section in personal_data(person)
        ],
    }
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)


def _section(label: str, kind: PersonalKind, person: Person) -> PersonalSection:
    model = apps.get_model(label)
    meta = model._meta
    record_words = _RecordWords(kind)
    ways = _columns_by_record(model, kind, person)
    rows = model._base_manager.in_bulk(list(ways))
    records = [
        PersonalRecord(f"{label}:{pk}", tuple(mine), record_words.fields(rows[pk], mine))
        for pk, mine in sorted(ways.items())
    ]
    records += _SPECIAL[label](person) if label in _SPECIAL else []
    titles = {field.name: str(getattr(field, "verbose_name", field.name)) for field in meta.concrete_fields}
    choices = {
        field.name: {value: str(called) for value, called in field.flatchoices}
        for field in meta.concrete_fields
        if isinstance(field, models.Field) and field.flatchoices
    }
    return PersonalSection(label, str(meta.verbose_name_plural), titles, choices, tuple(records))


def _columns_by_record(model: type[models.Model], kind: PersonalKind, person: Person) -> dict[Any, list[str]]:
    """The keys of the records of the kind in which the person occurs, each with the columns by which they do."""
    accounts = [person.account.pk] if person.account else []
    keys: list[tuple[Iterable[str], Sequence[Any]]] = [
        (kind.player, [player.pk for player in person.players]),
        (kind.entries, [entry.pk for entry in person.entries]),
        (kind.seats, list(person.seats)),
        (kind.member, person.members),
        (kind.account + kind.signed, accounts),
    ]
    ways: dict[Any, list[str]] = {}
    for columns, mine in keys:
        for column in columns if mine else ():
            rows = model._base_manager.filter(**{f"{column}__in": mine}).values_list("pk", flat=True)
            for pk in rows:
                ways.setdefault(pk, []).append(column)
    for pk in _records_naming(model, person):
        ways.setdefault(pk, []).append(NAMED)
    return ways


def _records_naming(model: type[models.Model], person: Person) -> Iterator[Any]:
    """The official records, in the tournaments of the person, whose texts call them by their full name."""
    if not (issubclass(model, Sealed) and model.PERSONAL and person.player) or model is Publication:
        return
    called = [(player.first_name.casefold(), player.last_name.casefold()) for player in person.players]
    names = [name for first, last in called for name in (f"{first} {last}", f"{last} {first}")]
    tournaments = {entry.tournament_id for entry in person.entries}
    rows = model._base_manager.filter(**{f"{model.TOURNAMENT}__in": tournaments})
    for pk, *texts in rows.values_list("pk", *model.PERSONAL):
        written = json.dumps(texts, ensure_ascii=False, cls=DjangoJSONEncoder).casefold()
        if any(name in written for name in names):
            yield pk


class _RecordWords:
    """How the records of one kind are told; what they lead to is called by its name, read once."""

    def __init__(self, kind: PersonalKind) -> None:
        self.kind = kind
        self.called: dict[tuple[type[models.Model], Any], str] = {}

    def fields(self, row: models.Model, ways: Iterable[str]) -> dict[str, Any]:
        # What somebody only signed is about others: when, where and what for, not what it says.
        is_whole = any(way not in self.kind.signed for way in ways)
        return {
            field.name: self._value(row, field)
            for field in row._meta.concrete_fields
            if field.name not in self.kind.hidden
            and (is_whole or field.name in (*BRIEF, *ways) or isinstance(field, models.DateTimeField))
        }

    def _value(self, row: models.Model, field: "models.Field[Any, Any]") -> Any:
        value = getattr(row, field.attname)
        if value is None or not isinstance(field, models.ForeignKey):
            return value
        key = (field.remote_field.model, value)
        if key not in self.called:
            self.called[key] = str(getattr(row, field.name))
        return {"id": value, "called": self.called[key]}


def _published_lines(person: Person) -> list[PersonalRecord]:
    """Of published standings the lines of the person's entries, with all that they were made of."""
    numbers: dict[int, set[int]] = {}
    for entry in person.entries:
        numbers.setdefault(entry.tournament_id, set()).add(entry.number)
    records = []
    for publication in Publication.objects.filter(tournament__in=numbers).select_related("tournament").order_by("pk"):
        mine = [
            row
            for group in publication.rows
            for row in group["rows"]
            if row["entry"] in numbers[publication.tournament_id]
        ]
        if mine:
            content = {
                "tournament": {"id": publication.tournament_id, "called": str(publication.tournament)},
                "number": publication.number,
            }
            content |= {"published_at": publication.published_at, "rows": mine}
            records.append(PersonalRecord(f"tournaments.Publication:{publication.pk}", ("rows",), content))
    return records


def _sessions(person: Person) -> list[PersonalRecord]:
    """The sessions that the account has open: until when they may last."""
    if person.account is None:
        return []
    mine = (
        session
        for session in Session.objects.order_by("expire_date")
        if session.get_decoded().get(SESSION_KEY) == str(person.account.pk)
    )
    return [
        PersonalRecord(f"sessions.Session:{number}", (SESSION_KEY,), {"expire_date": session.expire_date})
        for number, session in enumerate(mine, start=1)
    ]


_SPECIAL = {"tournaments.Publication": _published_lines, "sessions.Session": _sessions}
