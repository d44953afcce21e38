"""A story of the oracle written into the database, with all its versions, cancellations and stages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from people.accounts.models import User
from tests import factories
from tests.factories import NOON
from tests.tournaments.standings.oracle_standings import Deal, Given, Match, Story
from tests.tournaments.standings.random_stories import Case
from tournaments.draw.models import Pairing
from tournaments.entries.models import Entry
from tournaments.planning.models import Group, GroupPlace, Stage
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Tournament

BYE = (13, 505)
CANCELLED = {"cancelled_at": NOON, "cancel_reason": "Dato per sbaglio"}
TAKEN_BACK = {"superseded_at": NOON, "supersede_reason": "Dato per sbaglio"}


def stored(one: Case) -> Case | None:
    """The story as a tournament can hold it, without a bracket; none when its points are not whole fives at burraco."""
    points = [deal.points for match in one.story.matches for versions in match.deals for deal in versions]
    by_fives = one.scale != "tressette"
    if by_fives and any(value % 5 for both in points if both for value in both):
        return None
    story = replace(one.story, out_when_withdrawn=False, round_mp_move_the_match=by_fives, bouts=())
    return replace(one, story=story)


@dataclass
class Scribe:
    """Writes one story."""

    case: Case
    by: User
    slug: str

    def write(self) -> Tournament:
        self.tournament = self._tournament()
        self.entries = {
            number: Entry.objects.create(
                tournament=self.tournament,
                number=number,
                name=f"Coppia {number}",
                state="withdrawn" if number in self.story.withdrawn else "entered",
                until_round=1 if number in self.story.withdrawn else None,
            )
            for number in self.story.entries
        }
        self.before = factories.make_round(self.tournament, 99, [], state="closed")
        self.stage = self._stage()
        self.rounds = {number: self._round(number) for number in self._round_numbers()}
        Pairing.objects.create(
            round=self.rounds[1], version=1, formula="by-hand", made_by=self.by, made_at=NOON - timedelta(hours=1)
        )
        for match in self.story.matches:
            self._match(match)
        for rest in self.story.rests:
            self._rest(rest)
        Adjustment.objects.bulk_create(self._adjustments())
        return self.tournament

    @property
    def story(self) -> Story:
        return self.case.story

    @property
    def contest(self) -> str:
        """Partners who change play for themselves; teams have four deals, two of them in each room."""
        if any(len(match.a) == 2 for match in self.story.matches):
            return "individual"
        return "teams" if self.case.scale == "burraco-teams" and self.case.boards == 4 else "pairs"

    @property
    def rooms(self) -> int:
        return 2 if self.contest == "teams" else 1

    def _tournament(self) -> Tournament:
        make = factories.make_tournament if self.case.scale == "tressette" else factories.make_burraco
        return make(
            self.slug,
            contest=self.contest,
            vp_scale=self.case.scale,
            boards_per_round=self.case.boards // self.rooms,
            lot_seed=self.story.seed,
            warnings_per_vp=self.story.warnings_per_vp,
            bye_vp=BYE[0],
            bye_mp=BYE[1],
        )

    def _stage(self) -> Stage:
        """A second stage where something is brought along or there are groups."""
        if not self.story.groups and not self.story.brought:
            return factories.make_stage(self.tournament)
        stage = factories.make_stage(self.tournament, 2)
        groups = {n: Group.objects.create(stage=stage, number=n, name=f"Girone {n}") for n in range(3)}
        brought = {one.entry: one for one in self.story.brought}
        for seed, (number, entry) in enumerate(self.entries.items(), start=1):
            carried = brought.get(number, Given(number))
            GroupPlace.objects.create(
                group=groups[self.story.groups.get(number, 0)],
                entry=entry,
                seed=seed,
                carried_vp=carried.vp,
                carried_mp=carried.mp,
            )
        return stage

    def _round_numbers(self) -> set[int]:
        return {1, 2, 9} | {match.round for match in self.story.matches}

    def _round(self, number: int) -> Round:
        round = Round.objects.create(tournament=self.tournament, stage=self.stage, number=number, state="closed")
        for place in range(self.tournament.boards_per_round):
            factories.make_board(round, 2000 + number * 10 + place)
        return round

    def _match(self, match: Match) -> None:
        round = self.rounds[match.round]
        boards = list(round.boards.all())
        for room in range(1, self.rooms + 1):
            table = self._table(round, match, room)
            deals = match.deals[len(boards) * (room - 1) : len(boards) * room]
            for board, versions in zip(boards, deals, strict=True):
                scores = self._scores(table, board, versions, is_mirrored=room == 2)
                BoardScore.objects.bulk_create(scores)
            if match.fixed and room == 1:
                (vp_a, mp_a), (vp_b, mp_b) = match.fixed
                self._fixed(
                    table, 1, {"vp_a": 20, "vp_b": 0, "mp_a": 5, "mp_b": 5}, superseded_by=self.by, **TAKEN_BACK
                )
                self._fixed(table, 2, {"vp_a": vp_a, "vp_b": vp_b, "mp_a": mp_a, "mp_b": mp_b})

    def _table(self, round: Round, match: Match, room: int) -> Table:
        """Of the second room from the other side."""
        sides = (match.a, match.b) if room == 1 else (match.b, match.a)
        (a, a2), (b, b2) = ([*(self.entries[number] for number in side), None][:2] for side in sides)
        number = round.tables.count() + 1
        return Table.objects.create(round=round, number=number, room=room, line_a=a, line_a2=a2, line_b=b, line_b2=b2)

    def _scores(self, table: Table, board: Board, versions: list[Deal], *, is_mirrored: bool) -> Iterator[BoardScore]:
        for version, deal in enumerate(versions, start=1):
            points = deal.points or (None, None)
            is_last = version == len(versions)
            yield BoardScore(
                table=table,
                board=board,
                game=self.tournament.game,
                version=version,
                kind=self._kind(deal),
                points_a=points[1 if is_mirrored else 0],
                points_b=points[0 if is_mirrored else 1],
                state="given" if is_last else "superseded",
                superseded_at=None if is_last else NOON,
                given_by=self.by,
                given_at=NOON,
                reason="Corretto",
                reference="Provvedimento n. 1",
            )

    def _kind(self, deal: Deal) -> str:
        if deal.points is None:
            return "void"
        return "assigned" if self.case.scale == "tressette" and sum(deal.points) != 11 else "played"

    def _fixed(self, table: Table, version: int, figures: Mapping[str, int], **fields: object) -> None:
        given = {"given_by": self.by, "given_at": NOON, "reason": "Ritardo", "reference": "40", "kind": "ritardo"}
        MatchScore.objects.create(table=table, version=version, **figures, **given, **fields)

    def _rest(self, rest: Given) -> None:
        round = self.rounds[rest.round]
        table = Table.objects.create(round=round, number=round.tables.count() + 1, line_a=self.entries[rest.entry])
        if (rest.vp, rest.mp) != BYE:
            self._fixed(table, 1, {"vp_a": rest.vp, "vp_b": 0, "mp_a": rest.mp, "mp_b": 0})

    def _adjustments(self) -> Iterator[Adjustment]:
        for one in self.story.brought:
            yield from (self._adjustment(one, "warning", 0, self.before) for _warning in range(one.warnings))
        for one in self.story.penalties:
            round = self.rounds.get(one.round)
            yield from (
                self._adjustment(one, kind, amount, round)
                for kind, amount in (("vp", one.vp), ("mp", one.mp))
                if amount
            )
            yield from (self._adjustment(one, "warning", 0, round) for _warning in range(one.warnings))

    def _adjustment(self, one: Given, kind: str, amount: int, round: Round | None) -> Adjustment:
        cancelled = {"cancelled_by": self.by, **CANCELLED} if one.cancelled else {}
        return Adjustment(
            entry=self.entries[one.entry], round=round, kind=kind, amount=amount, reason="Prova", given_by=self.by,
            given_at=NOON, **cancelled,
        )  # fmt: skip
