"""The sittings of a tournament: their tables with seats and scores, and the standings by sums."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from codes.games.catalogue import CardGame, game_for
from tournaments.entries.models import Entry
from tournaments.pairing.sittings import FIVE, THREE, SittingInputs, Sizes
from tournaments.rounds.models import Round
from tournaments.scores.words import drawn_from
from tournaments.scoring.sittings import PlacePoints, SeatResult, Total, counts_stakes, seat_results, standing
from tournaments.setup.models import Tournament
from tournaments.standings.models import Sitting, SittingScore, SittingSeat


@dataclass(frozen=True, kw_only=True)
class SittingPlayer:
    """A seat with who sits there and, once the table is scored, what was made deal by deal."""

    seat: int
    entry: Entry
    deals: Sequence[int]
    made: SeatResult | None


@dataclass(frozen=True, kw_only=True)
class SittingTable:
    """A table of a sitting: the game that so many play, the seats in order, the score in force."""

    sitting: Sitting
    number: int
    players: tuple[SittingPlayer, ...]
    score: SittingScore | None

    @property
    def game(self) -> CardGame:
        game = game_for(self.sitting.tournament.game, len(self.players))
        if game is None:
            raise ValueError(f"no game for {len(self.players)} players")
        return game

    @property
    def title(self) -> str:
        """What the game is called in the language of the page."""
        return self.game.title.in_(get_language() or "it")

    @property
    def counts_stakes(self) -> bool:
        return counts_stakes(self.game)

    @property
    def totals(self) -> dict[int, int] | None:
        """What each entry, by its key, made; None without a score."""
        if self.score is None:
            return None
        return dict(zip((player.entry.pk for player in self.players), self.score.totals, strict=True))


@dataclass(frozen=True, kw_only=True)
class SittingView:
    """A sitting with its tables and who rests."""

    sitting: Sitting
    tables: tuple[SittingTable, ...]
    resting: tuple[Entry, ...]

    @property
    def missing(self) -> int:
        """How many tables have no score yet."""
        return sum(1 for table in self.tables if table.score is None)

    @property
    def drawn_from(self) -> list[tuple[str, str]]:
        """By what anybody draws it again, in words."""
        return drawn_from(self.sitting.seed, SittingInputs.from_json(self.sitting.inputs))


def plays_sittings(tournament: Tournament) -> bool:
    """Whether tables of three or five can be drawn: each entry is one player."""
    return tournament.members_per_entry == (1, 1)


def only_sittings(tournament: Tournament) -> bool:
    """Whether it is played at tables of three or five alone: no round is paired, so no stage waits for standings."""
    sittings = Sitting.objects.in_force().filter(tournament=tournament)
    return sittings.exists() and not Round.objects.filter(tournament=tournament).exists()


def sizes_for(tournament: Tournament) -> list[Sizes]:
    """The tables that the games of the tournament's family have a game for."""
    known = {Sizes.THREE: THREE, Sizes.FIVE: FIVE}
    sizeses = [sizes for sizes, players in known.items() if game_for(tournament.game, players)]
    return [*sizeses, Sizes.BOTH] if len(sizeses) == len(known) else sizeses


def entries_to_seat(tournament: Tournament) -> list[Entry]:
    """Who can be seated: once anybody has been checked in, whoever is present; else whoever has not withdrawn."""
    entries = [
        entry for entry in Entry.objects.filter(tournament=tournament).order_by("number") if not entry.is_withdrawn
    ]
    present = [entry for entry in entries if entry.state == Entry.State.PRESENT]
    return present or entries


def places_of(sitting: Sitting) -> PlacePoints:
    return {int(size): worths for size, worths in sitting.place_points.items()}


def sittings_of(tournament: Tournament) -> list[SittingView]:
    """Those in force, in order: four queries, however many tables."""
    sittings = list(Sitting.objects.in_force().filter(tournament=tournament).order_by("number"))
    for sitting in sittings:
        sitting.tournament = tournament
    if not sittings:
        return []
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=tournament)}
    by_key = {entry.pk: entry for entry in entries.values()}
    seats = SittingSeat.objects.filter(sitting__in=sittings).order_by("sitting", "table", "seat")
    placed: dict[int, dict[int, list[Entry]]] = {}
    for seat in seats:
        placed.setdefault(seat.sitting_id, {}).setdefault(seat.table, []).append(by_key[seat.entry_id])
    current = SittingScore.objects.current().filter(sitting__in=sittings).select_related("given_by")
    scores = {(sitting_score.sitting_id, sitting_score.table): sitting_score for sitting_score in current}
    return [
        SittingView(
            sitting=sitting,
            tables=tuple(
                _table(sitting, number, seated_here, scores.get((sitting.pk, number)))
                for number, seated_here in placed.get(sitting.pk, {}).items()
            ),
            resting=tuple(entries[number] for number in sitting.resting),
        )
        for sitting in sittings
    ]


def _table(sitting: Sitting, number: int, entries: Sequence[Entry], score: SittingScore | None) -> SittingTable:
    deals = score.points if score else [()] * len(entries)
    totals = dict(zip((entry.pk for entry in entries), score.totals, strict=True)) if score else {}
    results = seat_results(totals, places_of(sitting))
    players = tuple(
        SittingPlayer(seat=seat, entry=entry, deals=mine, made=results.get(entry.pk))
        for seat, (entry, mine) in enumerate(zip(entries, deals, strict=True), start=1)
    )
    return SittingTable(sitting=sitting, number=number, players=players, score=score)


def sums_of(views: Sequence[SittingView]) -> list[tuple[Entry, Total]]:
    """The standings of whoever sat or rested in one of them, best first."""
    if not views:
        return []
    entries = {player.entry.pk: player.entry for view in views for table in view.tables for player in table.players}
    entries |= {entry.pk: entry for view in views for entry in view.resting}
    tables = [totals for view in views for table in view.tables if (totals := table.totals) is not None]
    first = views[0].sitting
    rows = standing(
        sorted(entries, key=lambda pk: entries[pk].number),
        tables,
        [entry.pk for view in views for entry in view.resting],
        place_points=places_of(first),
        rest_points=first.rest_points,
    )
    return [(entries[row.entry], row) for row in rows]
