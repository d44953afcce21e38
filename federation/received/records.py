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
from federation.packages.queries import of_kind
from federation.sealed.records import Record, by_id
from pages.caches import Latest
from people.accounts.models import User
from referee.arbitral_scores.models import ArbitralScore
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal, AppealNote
from tournaments.entries.models import Entry
from tournaments.match_scores.models import MatchScore
from tournaments.publication.models import Publication
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament
from tournaments.stages.models import Stage

Made = TypeVar("Made", bound=Model)


def model_of(model: type[Made], told: Record, **related: Model | None) -> Made:
    """The record with the columns that this program knows; related: what its keys lead to."""
    made = model()
    names = {field.name for field in model._meta.concrete_fields if field.is_relation}
    for field in model._meta.concrete_fields:
        if field.name in names and not field.primary_key:
            # No key of another installation may lead into this one.
            made._state.fields_cache[field.name] = related.get(field.name)
        elif field.attname in told:
            setattr(made, field.attname, field.to_python(told[field.attname]))
    return made


@dataclass(frozen=True)
class Packed:
    """A package's records of decisions, each kind read once."""

    package: ReceivedPackage

    @cached_property
    def tournament(self) -> Tournament:
        return model_of(Tournament, of_kind(self.package, "tournaments.Tournament")[0])

    @cached_property
    def users(self) -> Mapping[int, User]:
        return self._models("people.User", User)

    @cached_property
    def rulings(self) -> Mapping[int, Ruling]:
        """All versions; each knows the one that took its place."""
        told = by_id(of_kind(self.package, "referee.Ruling"))
        made = {
            pk: model_of(Ruling, one, tournament=self.tournament, decided_by=self.users.get(one["decided_by_id"]))
            for pk, one in told.items()
        }
        for ruling in made.values():
            ruling._state.fields_cache["superseded_by"] = None
        for pk, one in told.items():
            if before := made.get(one["supersedes_id"] or 0):
                before._state.fields_cache["superseded_by"] = made[pk]
        return made

    @cached_property
    def scores(self) -> Mapping[int, ArbitralScore]:
        return {
            one["id"]: model_of(
                ArbitralScore, one, ruling=self.rulings[one["ruling_id"]], given_by=self.users.get(one["given_by_id"])
            )
            for one in of_kind(self.package, "referee.ArbitralScore")
        }

    @cached_property
    def appeals(self) -> Mapping[int, Appeal]:
        entries = self._models("tournaments.Entry", Entry)
        return {
            one["id"]: model_of(
                Appeal, one, tournament=self.tournament, entry=entries.get(one["entry_id"]),
                decided_by=self.users.get(one["decided_by_id"] or 0), filed_by=self.users.get(one["filed_by_id"]),
            )
            for one in of_kind(self.package, "tournaments.Appeal")
        }  # fmt: skip

    @cached_property
    def _tables(self) -> dict[tuple[int, int], Record]:
        """Each table by the number of its round and its own."""
        rounds = {pk: one["number"] for pk, one in by_id(of_kind(self.package, "tournaments.Round")).items()}
        tables = of_kind(self.package, "tournaments.Table")
        return {(rounds[one["round_id"]], one["number"]): one for one in tables}

    def _table(self, round_number: int, table: int) -> int | None:
        found = self._tables.get((round_number, table))
        return found["id"] if found else None

    def seated(self, round_number: int, table: int) -> list[str]:
        """Who sat there, by number and name: line A, then line B."""
        entries = by_id(of_kind(self.package, "tournaments.Entry"))
        found = self._tables.get((round_number, table), {})
        lines = [entries.get(found.get(line) or 0) for line in ("line_a_id", "line_b_id")]
        return [f"{one['number']} {one['name']}" if one else "" for one in lines]

    def board_score(self, round_number: int, table: int, board: int, version: int) -> BoardScore | None:
        """That version of what was made of a board at a table; a board by its number."""
        boards = {one["number"]: one["id"] for one in of_kind(self.package, "tournaments.Board")}
        asked = (self._table(round_number, table), boards.get(board), version)
        several = of_kind(self.package, "tournaments.BoardScore")
        told = next((one for one in several if (one["table_id"], one["board_id"], one["version"]) == asked), None)
        return model_of(BoardScore, told, given_by=self.users.get(told["given_by_id"])) if told else None

    def match_score(self, round_number: int, table: int, version: int) -> MatchScore | None:
        asked = (self._table(round_number, table), version)
        several = of_kind(self.package, "tournaments.MatchScore")
        told = next((one for one in several if (one["table_id"], one["version"]) == asked), None)
        return model_of(MatchScore, told, given_by=self.users.get(told["given_by_id"])) if told else None

    @cached_property
    def publications(self) -> list[Publication]:
        stages = {pk: model_of(Stage, one) for pk, one in by_id(of_kind(self.package, "tournaments.Stage")).items()}
        return [
            model_of(
                Publication, one, stage=stages[one["stage_id"]], published_by=self.users.get(one["published_by_id"])
            )
            for one in of_kind(self.package, "tournaments.Publication")
        ]

    def ruling_of(self, key: str | None) -> Ruling | None:
        """The version of a ruling by its key («ruling:3:2»)."""
        return next((one for one in self.rulings.values() if f"ruling:{one.number}:{one.version}" == key), None)

    @property
    def overturned(self) -> frozenset[str | None]:
        """The records that an appeal changed: there, or before the federal judge."""
        below = {one.record for one in self.appeals.values() if one.is_upheld}
        return frozenset(below | {decided["record"] for decided, done in self.executed if done["ruling_id"]})

    @cached_property
    def entries(self) -> dict[int, str]:
        """What each entry is called, by its number."""
        found = of_kind(self.package, "tournaments.Entry")
        return {one["number"]: one["name"] for one in sorted(found, key=lambda one: one["number"])}

    @cached_property
    def executed(self) -> list[tuple[Record, Record]]:
        """The decisions of a federal judge that the tournament carried out: what was decided, and what came of it."""
        told = by_id(of_kind(self.package, "federation.SentAnswer"))
        done = of_kind(self.package, "federation.DecisionExecution")
        return [(told[one["answer_id"]]["told"], one) for one in done]

    def clubs_of(self, entry: int) -> set[str]:
        """The clubs of whoever plays in the entry of that number."""
        keys = {one["id"] for one in of_kind(self.package, "tournaments.Entry") if one["number"] == entry}
        members = of_kind(self.package, "tournaments.EntryMember")
        players = {one["player_id"] for one in members if one["entry_id"] in keys}
        clubs = by_id(of_kind(self.package, "people.Club"))
        told = (one for one in of_kind(self.package, "people.Player") if one["id"] in players)
        return {clubs[one["club_id"]]["name"] for one in told if one["club_id"] in clubs}

    def notes(self, appeal: Appeal) -> Iterator[AppealNote]:
        for one in of_kind(self.package, "tournaments.AppealNote"):
            if one["appeal_id"] == appeal.pk:
                yield model_of(AppealNote, one)

    def record(self, source: str) -> "Ruling | ArbitralScore | Appeal | None":
        """By what the archive calls it: «r3-ruling-12»."""
        _origin, kind, key = source.rsplit("-", 2)
        found: Ruling | ArbitralScore | Appeal | None = getattr(self, f"{kind}s").get(int(key))
        return found

    def _models(self, label: str, model: type[Made]) -> dict[int, Made]:
        return {one["id"]: model_of(model, one) for one in of_kind(self.package, label)}


# Whether a package's tournament is public and over: asked often, and always the same of one package.
OPEN: Latest[bool] = Latest(most=400)


def is_open_to_all(package: ReceivedPackage) -> bool:
    def read() -> bool:
        tournament = Packed(package).tournament
        return tournament.is_public and tournament.has_ended

    return OPEN.get(package.pk, package.sha256, read)
