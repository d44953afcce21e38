"""What the tests of rounds and pairings share: tournaments by formula, rounds played to their end, drawn tables."""

from people.accounts.models import User
from records.rights import Role
from tests.factories import NOON, acting, give_role, let_be, make_entries, make_score, make_tournament, make_user
from tournaments.draw.actions import draw_round
from tournaments.draw.models import Pairing
from tournaments.draw.queries import PairingProof, verify
from tournaments.planning.models import Stage
from tournaments.rounds.actions import close_round, publish_round, start_round
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

Drawn = list[tuple[int, tuple[int, ...], tuple[int, ...]]]


def staged(formula: str, entries: int, *, contest: str = "pairs", **fields: object) -> tuple[Tournament, User]:
    """A tournament whose only stage has the formula, with so many entries, and its director."""
    tournament = make_tournament("coppa-levante", contest=contest)
    dora = make_user("dora", first_name="Dora", last_name="Pace")
    give_role(dora, tournament, Role.DIRECTOR)
    make_entries(tournament, entries)
    defaults = {"name": "Girone unico", "rounds_planned": 4}
    Stage.objects.create(tournament=tournament, number=1, formula=formula, **(defaults | fields))
    return tournament, dora


def drawn(round: Round) -> Drawn:
    """Table, numbers in line A, numbers in line B."""
    tables = round.tables.select_related("line_a", "line_a2", "line_b", "line_b2").order_by("number")
    return [
        (
            table.number,
            tuple(one.number for one in (table.line_a, table.line_a2) if one),
            tuple(one.number for one in (table.line_b, table.line_b2) if one),
        )
        for table in tables
    ]


def lines(round: Round) -> list[tuple[int, int | None]]:
    """Line A and line B of each table, of pairs."""
    return [(a[0], b[0] if b else None) for _table, a, b in drawn(round)]


def play(
    round: Round, by: User, results: dict[int, tuple[int, int]] | None = None, *, level: tuple[int, ...] = ()
) -> Round:
    """Publish, start, score and close a round; line A wins every board 8 to 3 unless a table has another result.

    level: tables whose boards go to either line in turn.
    """
    publish_round(by=acting(by), round=round)
    start_round(by=acting(by), round=round)
    for table in round.tables.filter(line_b__isnull=False):
        for board in round.boards.all():
            a, b = (results or {}).get(table.number, (8, 3))
            turned = table.number in level and board.number % 2 == 0
            make_score(table, board, (b, a) if turned else (a, b), by)
    return close_round(by=acting(by), round=round, **let_be(round))


def next_round(tournament: Tournament, by: User, **given: object) -> Round:
    """The next round drawn by the formula of the stage, in draft."""
    return draw_round(by=acting(by, at=NOON), tournament=tournament, **given).round


def in_force(round: Round) -> Pairing:
    return Pairing.objects.current().select_related("round__tournament").get(round=round)


def verify_published(round: Round, by: User) -> PairingProof:
    """Publish a round and check its record."""
    publish_round(by=acting(by), round=round)
    return verify(in_force(round))
