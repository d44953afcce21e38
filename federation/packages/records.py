"""All records that belong to a tournament, as the lines of its package: every sealed kind, and its persons.

Which kinds are left out stands here with the reason; a test looks for a kind that is in neither list.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import models

from federation.sealed.files import WITHHELD
from people.accounts.models import Club, Player, User
from records.log import Line, hashed_content, line_json
from records.models import LogEntry, RecordSalt
from records.seal_comparison import sealed_models
from records.seals import NO_SALT, Salt, Shape, canonical_json, name_of, salts_of, shape_of, texts_in
from referee.cards.queries import cards_in_play
from tournaments.entries.models import EntryMember
from tournaments.setup.models import Tournament

LEFT_OUT: Mapping[str, str] = {
    "records.LogEntry": "it is a part of its own, line by line as it is hashed",
    "records.RecordSalt": "each text of the persons' part stands beside its own salt",
    "tournaments.DealSecret": "cards that may be still to be played; once opened they are a record of their own",
    "records.ThrownAway": "of a practice tournament, which is sent nowhere, while it goes",
    "tournaments.Job": "a paper in preparation, gone after some hours",
    "tournaments.JobFile": "a paper in preparation, gone after some hours",
    "tournaments.Invitation": "a door of this installation",
    "hall.LineRequests": "how often a door of this installation was knocked at",
    "tournaments.ImportBatch": "somebody's list as it was typed; what was entered of it stands with the entries",
    "keeping.LegalHold": "about persons of this installation, whatever they played in",
    "federation.DraftResult": "what a draft of a code would have proposed: no record of the tournament",
    "federation.SecondAppeal": "what is before a judge of the federation, which is in its own log",
    "federation.TournamentClass": "what a federation says of the tournament, which is in its own log",
    "federation.Headnote": "what a federation says of a ruling, which is in its own log",
    "federation.HeadnoteVersion": "what a federation says of a ruling, which is in its own log",
    "federation.HeadnoteDraft": "what an officer of a federation is writing",
    "federation.HeadnoteIndex": "an index, made anew of the headnotes",
    "federation.ArchivedCitation": "an index, made anew of the records",
    "federation.IndexedTournament": "up to where an index goes",
}
# Whoever is named by the others, with as much of them as tells who they are.
NAMED: Mapping[type[models.Model], tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]] = {
    Player: (
        ("first_name", "last_name", "federation_id", "card_number", "club_id", "category"),
        {"first_name": (), "last_name": (), "card_number": ()},
    ),
    User: (("first_name", "last_name"), {"first_name": (), "last_name": ()}),
    Club: (("federation_id", "name", "town"), {}),
}
PER_QUERY = 2000


@dataclass
class Gathered:
    """The lines of the parts; texts: those of the persons; columns: of each kind what a column left out holds.

    withheld: sealed records that the log knows and nobody may read yet, by name.
    """

    columns: dict[str, dict[str, Any]] = field(default_factory=dict)
    kinds: dict[str, list[str]] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    withheld: list[str] = field(default_factory=list)


class CannotPack(Exception):
    """A record that cannot even be read as it was sealed; the tournament's own check tells more of it."""


def gather(tournament: Tournament, secret: bytes) -> Gathered:
    """Everything, at this moment. secret: of which the salts of unsealed records are made, the same each time."""
    gathered = Gathered()
    salts = salts_of(RecordSalt.objects.filter(tournament=tournament))
    for model in sorted(sealed_models(), key=lambda kind: kind._meta.label):
        rows = model._base_manager.filter(**{model.TOURNAMENT: tournament.pk}).order_by("pk")
        if model._meta.label in WITHHELD:
            hidden = cards_in_play(model, tournament)
            gathered.withheld += [name_of(model._meta.label, pk) for pk in hidden]
            rows = rows.exclude(pk__in=hidden)
        _add(gathered, shape_of(model), rows, salts)
    for named, keys in _persons_in_records(gathered, tournament).items():
        shape = _shape_of_named(named)
        for some in _slices(sorted(keys)):
            _add(gathered, shape, named._base_manager.filter(pk__in=some).order_by("pk"), _DerivedSalts(secret))
    gathered.kinds = dict(sorted((label, lines) for label, lines in gathered.kinds.items() if lines))
    gathered.columns = {label: gathered.columns[label] for label in gathered.kinds}
    lines = LogEntry.objects.filter(tournament=tournament).order_by("sequence")
    lines_read = lines.values_list(*Line._fields).iterator(chunk_size=PER_QUERY)
    gathered.log = [line_json(hashed_content(Line(*values))) for values in lines_read]
    return gathered


def every_shape() -> list[tuple[type[models.Model], Shape]]:
    """Of every kind of record how a package tells it."""
    named = [(model, _shape_of_named(model)) for model in NAMED]
    return [*((model, shape_of(model)) for model in sealed_models()), *named]


def _shape_of_named(model: type[models.Model]) -> Shape:
    """As that of a sealed model, of some of its columns."""
    columns, personal = NAMED[model]
    fields = [column for column in model._meta.concrete_fields if column.attname in columns]
    return Shape(
        label=model._meta.label,
        columns=tuple(column.attname for column in fields),
        # What is empty is left out, and nothing else: without this program a column's default is not known.
        defaults=(None,) * len(fields),
        personal=personal,
    )


class _DerivedSalts:
    """Salts of records that have none: each follows from the secret and the record's name, and from nothing else."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def get(self, name: str) -> Salt:
        return Salt(hmac.digest(self.secret, name.encode(), "sha256").hex()[:32])


def _add(
    gathered: Gathered, shape: Shape, rows: models.QuerySet[Any], salts: "Mapping[str, Salt] | _DerivedSalts"
) -> None:
    lines = gathered.kinds.setdefault(shape.label, [])
    gathered.columns[shape.label] = {
        name: _plain(default) for name, default in zip(shape.columns, shape.defaults, strict=True)
    }
    personal = [place for place, name in enumerate(shape.columns) if name in shape.personal]
    try:
        for pk, *values in rows.values_list("pk", *shape.columns).iterator(chunk_size=PER_QUERY):
            plain_values = [_plain(value) for value in values]
            name = name_of(shape.label, pk)
            salt = (salts.get(name) if any(plain_values[place] for place in personal) else None) or NO_SALT
            lines.append(shape.content(pk, plain_values, salt))
            for place in personal:
                column = shape.columns[place]
                for text in texts_in(plain_values[place], shape.personal[column], salt, column):
                    gathered.texts.append(canonical_json({"record": name, **text}))
    except (TypeError, ValueError, AttributeError) as error:
        raise CannotPack(shape.label) from error


def _plain(value: Any) -> Any:
    """Days as JSON says them; moments are told by the seal's own form."""
    return value.isoformat() if isinstance(value, date) and not isinstance(value, datetime) else value


def _persons_in_records(gathered: Gathered, tournament: Tournament) -> dict[type[models.Model], set[int]]:
    """Who is named by the records: players of the entries, those who signed something, the clubs of both."""
    members = EntryMember.objects.filter(entry__tournament=tournament)
    players = set(members.values_list("player", flat=True))
    users = set(LogEntry.objects.filter(tournament=tournament).order_by().values_list("actor", flat=True).distinct())
    for model in sealed_models():
        rows = model._base_manager.filter(**{model.TOURNAMENT: tournament.pk}).order_by()
        for column in model._meta.concrete_fields:
            if column.related_model is User:
                users |= set(rows.values_list(column.attname, flat=True).distinct())
            elif column.related_model is Player:
                players |= set(rows.values_list(column.attname, flat=True).distinct())
    players.discard(None)
    users.discard(None)
    clubs = {club for some in _slices(sorted(players)) for club in _clubs(some)}
    return {Club: clubs, Player: players, User: users}


def _clubs(players: Iterable[int]) -> set[int]:
    clubs = Player.objects.filter(pk__in=players, club__isnull=False).order_by()
    return set(clubs.values_list("club_id", flat=True).distinct())


def _slices(keys: list[int]) -> Iterator[list[int]]:
    """SQLite takes only so many keys in one question."""
    yield from (keys[place : place + PER_QUERY] for place in range(0, len(keys), PER_QUERY))
