"""Records of a package in the shape of our own, never saved: so that what reads rulings reads those of others too.

Their keys are another installation's. Whatever leads to another record is put in its place here, so that nothing is
looked for among our own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from django.db.models import Model

from federation.packages.models import ReceivedPackage
from federation.packages.queries import records_of_kind
from federation.sealed.verification import Record, by_id
from pages.caches import Latest
from people.accounts.models import User
from referee.arbitral_scores.models import ArbitralScore
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal, AppealNote
from tournaments.entries.models import Entry
from tournaments.planning.models import Stage
from tournaments.publication.models import Publication
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

Made = TypeVar("Made", bound=Model)


def model_of(model: type[Made], record: Record, **related: Model | None) -> Made:
    """The record with the columns that this program knows; related: what its keys lead to."""
    instance = model()
    names = {field.name for field in model._meta.concrete_fields if field.is_relation}
    for field in model._meta.concrete_fields:
        if field.name in names and not field.primary_key:
            # No key of another installation may lead into this one.
            instance._state.fields_cache[field.name] = related.get(field.name)
        elif field.attname in record:
            setattr(instance, field.attname, field.to_python(record[field.attname]))
    return instance


@dataclass(frozen=True)
class Packed:
    """A package's records of decisions, each kind read once."""

    package: ReceivedPackage

    @cached_property
    def tournament(self) -> Tournament:
        return model_of(Tournament, records_of_kind(self.package, "tournaments.Tournament")[0])

    @cached_property
    def users(self) -> Mapping[int, User]:
        return self._models("people.User", User)

    @cached_property
    def rulings(self) -> Mapping[int, Ruling]:
        """All versions; each knows the one that took its place."""
        records = by_id(records_of_kind(self.package, "referee.Ruling"))
        rulings = {
            pk: model_of(Ruling, record, tournament=self.tournament, decided_by=self.users.get(record["decided_by_id"]))
            for pk, record in records.items()
        }
        for ruling in rulings.values():
            ruling._state.fields_cache["superseded_by"] = None
        for pk, record in records.items():
            if before := rulings.get(record["supersedes_id"] or 0):
                before._state.fields_cache["superseded_by"] = rulings[pk]
        return rulings

    @cached_property
    def scores(self) -> Mapping[int, ArbitralScore]:
        return {
            record["id"]: model_of(
                ArbitralScore,
                record,
                ruling=self.rulings[record["ruling_id"]],
                given_by=self.users.get(record["given_by_id"]),
            )
            for record in records_of_kind(self.package, "referee.ArbitralScore")
        }

    @cached_property
    def appeals(self) -> Mapping[int, Appeal]:
        entries = self._models("tournaments.Entry", Entry)
        return {
            record["id"]: model_of(
                Appeal, record, tournament=self.tournament, entry=entries.get(record["entry_id"]),
                decided_by=self.users.get(record["decided_by_id"] or 0), filed_by=self.users.get(record["filed_by_id"]),
            )
            for record in records_of_kind(self.package, "tournaments.Appeal")
        }  # fmt: skip

    @cached_property
    def _tables(self) -> dict[tuple[int, int], Record]:
        """Each table by the number of its round and its own."""
        rounds = {
            pk: record["number"] for pk, record in by_id(records_of_kind(self.package, "tournaments.Round")).items()
        }
        tables = records_of_kind(self.package, "tournaments.Table")
        return {(rounds[record["round_id"]], record["number"]): record for record in tables}

    def _table(self, round_number: int, table: int) -> int | None:
        entry_record = self._tables.get((round_number, table))
        return entry_record["id"] if entry_record else None

    def seated(self, round_number: int, table: int) -> list[str]:
        """Who sat there, by number and name: line A, then line B."""
        entries = by_id(records_of_kind(self.package, "tournaments.Entry"))
        table_record = self._tables.get((round_number, table), {})
        lines = [entries.get(table_record.get(line) or 0) for line in ("line_a_id", "line_b_id")]
        return [f"{line['number']} {line['name']}" if line else "" for line in lines]

    def board_score(self, round_number: int, table: int, board: int, version: int) -> BoardScore | None:
        """That version of what was made of a board at a table; a board by its number."""
        boards = {record["number"]: record["id"] for record in records_of_kind(self.package, "tournaments.Board")}
        key = (self._table(round_number, table), boards.get(board), version)
        several = records_of_kind(self.package, "tournaments.BoardScore")
        score = next(
            (record for record in several if (record["table_id"], record["board_id"], record["version"]) == key), None
        )
        return model_of(BoardScore, score, given_by=self.users.get(score["given_by_id"])) if score else None

    def match_score(self, round_number: int, table: int, version: int) -> MatchScore | None:
        key = (self._table(round_number, table), version)
        several = records_of_kind(self.package, "tournaments.MatchScore")
        score = next((record for record in several if (record["table_id"], record["version"]) == key), None)
        return model_of(MatchScore, score, given_by=self.users.get(score["given_by_id"])) if score else None

    @cached_property
    def publications(self) -> list[Publication]:
        stages = {
            pk: model_of(Stage, record)
            for pk, record in by_id(records_of_kind(self.package, "tournaments.Stage")).items()
        }
        return [
            model_of(
                Publication,
                record,
                stage=stages[record["stage_id"]],
                published_by=self.users.get(record["published_by_id"]),
            )
            for record in records_of_kind(self.package, "tournaments.Publication")
        ]

    def ruling_of(self, key: str | None) -> Ruling | None:
        """The version of a ruling by its key («ruling:3:2»)."""
        return next(
            (ruling for ruling in self.rulings.values() if f"ruling:{ruling.number}:{ruling.version}" == key), None
        )

    @property
    def overturned(self) -> frozenset[str | None]:
        """The records that an appeal changed: there, or before the federal judge."""
        below = {appeal.record for appeal in self.appeals.values() if appeal.is_upheld}
        return frozenset(below | {decided["record"] for decided, execution in self.executed if execution["ruling_id"]})

    @cached_property
    def entries(self) -> dict[int, str]:
        """What each entry is called, by its number."""
        entries = records_of_kind(self.package, "tournaments.Entry")
        return {record["number"]: record["name"] for record in sorted(entries, key=lambda record: record["number"])}

    @cached_property
    def executed(self) -> list[tuple[Record, Record]]:
        """The decisions of a federal judge that the tournament carried out: what was decided, and what came of it."""
        answers = by_id(records_of_kind(self.package, "federation.SentAnswer"))
        executions = records_of_kind(self.package, "federation.DecisionExecution")
        return [(answers[record["answer_id"]]["told"], record) for record in executions]

    def clubs_of(self, entry: int) -> set[str]:
        """The clubs of whoever plays in the entry of that number."""
        keys = {
            record["id"] for record in records_of_kind(self.package, "tournaments.Entry") if record["number"] == entry
        }
        members = records_of_kind(self.package, "tournaments.EntryMember")
        players = {record["player_id"] for record in members if record["entry_id"] in keys}
        clubs = by_id(records_of_kind(self.package, "people.Club"))
        people = (record for record in records_of_kind(self.package, "people.Player") if record["id"] in players)
        return {clubs[person["club_id"]]["name"] for person in people if person["club_id"] in clubs}

    def notes(self, appeal: Appeal) -> Iterator[AppealNote]:
        for record in records_of_kind(self.package, "tournaments.AppealNote"):
            if record["appeal_id"] == appeal.pk:
                yield model_of(AppealNote, record)

    def record(self, source: str) -> "Ruling | ArbitralScore | Appeal | None":
        """By what the archive calls it: «r3-ruling-12»."""
        _origin, kind, key = source.rsplit("-", 2)
        record: Ruling | ArbitralScore | Appeal | None = getattr(self, f"{kind}s").get(int(key))
        return record

    def _models(self, label: str, model: type[Made]) -> dict[int, Made]:
        return {record["id"]: model_of(model, record) for record in records_of_kind(self.package, label)}


# Whether a package's tournament is public and over: asked often, and always the same of one package.
OPEN: Latest[bool] = Latest(most=400)


def is_open_to_all(package: ReceivedPackage) -> bool:
    def is_open() -> bool:
        tournament = Packed(package).tournament
        return tournament.is_public and tournament.has_ended

    return OPEN.get(package.pk, package.sha256, is_open)
