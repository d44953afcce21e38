"""A big tournament as a day in the hall leaves it: rounds drawn by formula, scores by chance, and all around them.

Most scores are confirmed, some corrected, some sent by the tables themselves; there are penalties and warnings, and
the log has its line for each of these, in one chain.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from random import Random
from typing import NamedTuple

from django.db import connection, models

from people.accounts.models import Club, Player, User
from records.log import hash_of
from records.models import LogEntry
from records.rights import Role
from tests.factories import acting, give_role, let_be, make_tournament, make_user
from tournaments.draw.actions import draw_round
from tournaments.entries.models import Entry, EntryMember
from tournaments.planning.models import Formula, Stage
from tournaments.rounds.actions import close_round, publish_round, start_round
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.match_models import TableSlip
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Tournament
from tournaments.staff.actions import players_of

DECK = 11
AT = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
CLUBS = 100
# Some hundred syllables make thousands of different surnames.
SYLLABLES = [consonant + vowel for consonant, vowel in product("bcdfglmnprstvz", "aeiou")]
GIVEN_NAMES = ["Anna", "Luca", "Piero", "Rita", "Nicolò", "Sofia", "Mara", "Ugo", "Ada", "Bruno", "Carla", "Dino"]

# One in so many: tables that send their own results, scores confirmed by nobody yet, scores corrected, pairs punished.
SENDING, UNCONFIRMED, CORRECTED, PUNISHED = 3, 10, 25, 20


class Staff(NamedTuple):
    """In whose name the scores are there."""

    scorer: User
    second: User
    players: User


class Line(NamedTuple):
    """What the log says of one record."""

    action: str
    by: User
    record: models.Model
    data: dict[str, object]


def hall(slug: str, pairs: int, rounds: int, *, boards: int = 2, still_playing: int = 0) -> tuple[Tournament, User]:
    """A tressette tournament of so many pairs and rounds (Danish, rematches allowed), the last one in play.

    Returned with its director. still_playing: how many tables of the last round, from the end, have no score yet.
    """
    tournament, director = make_tournament(slug, boards_per_round=boards), make_user(f"direttrice-{slug}")
    give_role(director, tournament, Role.DIRECTOR)
    enter(tournament, pairs)
    staff = Staff(scorer=make_user(f"segnapunti-{slug}"), second=director, players=players_of(tournament))
    Stage.objects.create(
        tournament=tournament, number=1, formula=Formula.DANISH_PURE, name="Girone unico", rounds_planned=rounds
    )
    for number in range(1, rounds + 1):
        drawn = draw_round(by=acting(director, at=AT), tournament=tournament).round
        publish_round(by=acting(director, at=AT), round=drawn)
        start_round(by=acting(director, at=AT), round=drawn)
        is_last = number == rounds
        score(drawn, staff, still_playing=still_playing if is_last else 0)
        if not is_last or 2 * still_playing < pairs:  # where nobody has played yet, nobody was late
            punish(drawn, staff)
        if not is_last:
            close_round(by=acting(director, at=AT), round=drawn, **let_be(drawn))
    tournament.refresh_from_db()
    if connection.vendor == "postgresql":  # which does so by itself within a minute
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return tournament, director


def enter(tournament: Tournament, pairs: int) -> list[Entry]:
    """So many pairs of a hundred clubs, named after their players."""
    chance = Random(20)  # noqa: S311 the same names every time
    clubs = Club.objects.bulk_create(
        Club(name=f"Circolo {tournament.slug} {number}", federation=tournament.federation)
        for number in range(1, CLUBS + 1)
    )
    names = [("".join(chance.choices(SYLLABLES, k=3)).title(), chance.choice(GIVEN_NAMES)) for _ in range(2 * pairs)]
    players = Player.objects.bulk_create(
        Player(first_name=first, last_name=last, club=clubs[place // 2 * 37 % CLUBS])
        for place, (last, first) in enumerate(names)
    )
    both = list(zip(players[::2], players[1::2], strict=True))
    entries: list[Entry] = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, name=f"{one.last_name} – {other.last_name}")
        for number, (one, other) in enumerate(both, start=1)
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, player=player, position=position)
        for entry, pair in zip(entries, both, strict=True)
        for position, player in enumerate(pair, start=1)
    )
    return entries


def score(round: Round, staff: Staff, *, still_playing: int = 0) -> None:
    """Every board of every table of the round, by chance, with its line in the log."""
    chance = Random(round.number)  # noqa: S311 the same scores every time
    tables = list(Table.objects.filter(round=round, line_b__isnull=False).order_by("number"))
    boards = list(round.boards.all())
    scores: list[BoardScore] = []
    slips: list[TableSlip] = []
    for table in tables[: max(len(tables) - still_playing, 0)]:
        table.round = round
        given = [one for board in boards for one in versions(table, board, chance, staff)]
        scores += given
        if sends(table):
            slips.append(slip(table, given))
    BoardScore.objects.bulk_create(scores)
    TableSlip.objects.bulk_create(slips)
    write_lines(round.tournament, [line for one in scores for line in lines_of(one)])


def sends(table: Table) -> bool:
    return table.number % SENDING == 1


def versions(table: Table, board: Board, chance: Random, staff: Staff) -> Iterator[BoardScore]:
    """A score, and sometimes the one that it took the place of."""
    points = chance.randint(0, DECK)
    place = table.number * board.number
    given_by = staff.players if sends(table) else staff.scorer
    if place % CORRECTED == 1 and given_by == staff.scorer:
        yield version(table, board, DECK - points, given_by, state="superseded", superseded_at=AT)
        yield version(table, board, points, given_by, version=2, cause="scorer", reason="Linee scambiate sul foglio")
    elif place % UNCONFIRMED == 1:
        yield version(table, board, points, given_by)
    else:
        yield version(table, board, points, given_by, state="confirmed", confirmed_by=staff.second, confirmed_at=AT)


def version(table: Table, board: Board, points: int, given_by: User, **more: object) -> BoardScore:
    fields = {"version": 1, "kind": "played", "game": table.round.tournament.game, "given_at": AT}
    return BoardScore(
        table=table, board=board, points_a=points, points_b=DECK - points, given_by=given_by, **(fields | more)
    )


def slip(table: Table, scores: list[BoardScore]) -> TableSlip:
    """What the table sent, agreed by its other line."""
    points = [[one.board.number, one.points_a, one.points_b, 0, 0] for one in scores]
    state = TableSlip.State.AGREED
    return TableSlip(table=table, version=1, points=points, state=state, given_by_line="A", given_at=AT, answered_at=AT)


def lines_of(score: BoardScore) -> Iterator[Line]:
    """The line of giving it, and that of confirming it, as the actions write them."""
    data: dict[str, object] = {
        "round": score.table.round.number,
        "table": score.table.number,
        "board": score.board.number,
        "version": score.version,
        "kind": score.kind,
        "points": [score.points_a, score.points_b],
        "accusa": [0, 0],
        "reason": score.reason,
        "reference": "",
    }
    yield Line("give_score", score.given_by, score, data)
    if score.confirmed_by:
        yield Line("confirm_score", score.confirmed_by, score, data)


def punish(round: Round, staff: Staff) -> None:
    """A penalty or a warning for one pair in twenty, others every round."""
    entries = round.tournament.entries.order_by("number")
    some = [one for one in entries if one.number % PUNISHED == round.number % PUNISHED]
    given = [
        Adjustment(
            entry=entry,
            round=round,
            kind="vp" if entry.number % 2 else "warning",
            amount=-1 if entry.number % 2 else 0,
            reason="Ritardo al tavolo",
            given_by=staff.second,
            given_at=AT,
        )
        for entry in some
    ]
    Adjustment.objects.bulk_create(given)
    said = [{"entry": one.entry.number, "kind": one.kind, "amount": one.amount, "reason": one.reason} for one in given]
    lines = [Line("give_adjustment", staff.second, one, data) for one, data in zip(given, said, strict=True)]
    write_lines(round.tournament, lines)


def write_lines(tournament: Tournament, lines: list[Line]) -> None:
    """Many lines at once, each with the hash of the one before, as `records.log.write_line` writes one."""
    last = LogEntry.objects.filter(tournament=tournament).order_by("-sequence").first()
    sequence, before = (last.sequence, last.hash) if last else (0, "")
    entries = []
    for number, (action, by, record, data) in enumerate(lines, sequence + 1):
        record_name = f"{record._meta.label}:{record.pk}"
        entry = LogEntry(
            tournament=tournament, sequence=number, at=AT, actor=by, action=action, object=record_name, data=data
        )
        entry.previous_hash = before
        entry.hash = before = hash_of(entry)
        entries.append(entry)
    LogEntry.objects.bulk_create(entries)
    Tournament.objects.filter(pk=tournament.pk).update(data_version=sequence + len(lines))
