"""The demo: five tournaments.

A duplicate one in its fourth round, small ones of ordinary play and of burraco beside it; a large burraco in two
stages; a Mitchell played to its end.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from django.db import transaction

from codes.arbitral.score import TableScore, artificial
from codes.seats import Line, Result
from people.accounts.models import Federation, Player
from people.players.actions import found_federation
from records.official_records import collect_written
from referee.arbitral_scores.score import Choice
from referee.demo import burraco, mitchell, stories
from referee.demo.people import Clock, make_pairs, make_staff
from referee.demo.play import LASTS, BoardWorth, Play, answer_calls, leave_calls_open
from referee.demo.presence import SLUG
from referee.demo.rulings import SEED, give_arbitral_score, record_story, rule
from referee.demo.two_stages import stages as two_stages
from referee.rulings.models import Ruling
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.entries.actions import enter_pair
from tournaments.entries.models import Entry
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.models import Adjustment
from tournaments.setup.games import GameId
from tournaments.setup.models import Tournament

PAIRS = 24
BOARDS = 4
DEALT = 16
FOUNDED = timedelta(days=800)  # before any office was given


def load(*, now: datetime, chance: Random) -> Tournament:
    """The whole demo; the same chance gives the same tournaments. Returns the one that the guide shows."""
    clock, staff = Clock(now - timedelta(minutes=144 + LASTS)), make_staff()
    founded = Clock(now - FOUNDED, "federazioni")
    with transaction.atomic(), collect_written():
        fitres = found_federation(founded.by(staff.director), "fitres", "FITRES (dimostrazione)")
        fibur = found_federation(founded.by(staff.director), "fibur", "F.I.Bur. (dimostrazione)")
    players = make_pairs(PAIRS)
    _traditional(Play(clock, staff, chance), fitres, players[:4])
    _burraco(Play(clock, staff, _chance(burraco.SLUG)), fibur, players[8 : 8 + burraco.PAIRS])
    duplicate = _duplicate(Play(clock, staff, chance), fitres, players)
    started = Clock(now - two_stages.LASTS, two_stages.SLUG)
    _two_stages(Play(started, staff, _chance(two_stages.SLUG)), fibur, now)
    started = Clock(now - mitchell.AGO, mitchell.SLUG)
    _mitchell(Play(started, staff, _chance(mitchell.SLUG)), fitres, players[-mitchell.PAIRS :])
    return duplicate


def _chance(seed: str) -> Random:
    """A tournament's own, so that it changes nothing at the others."""
    return Random(seed)  # noqa: S311 — invented scores, not a lot


Pairs = list[tuple[Player, Player]]


def _traditional(play: Play, federation: Federation, pairs: Pairs) -> None:
    """Ordinary play: an annulled deal is replayed (79)."""
    fields = {"forma": "ordinario", "norme": "tradizionali", "boards_per_round": 2}
    _open(play, pairs, federation=federation, slug="trofeo-tradizionale", name="Trofeo Tradizionale", **fields)
    round_ = play.new_round(1)
    first = round_.boards.order_by("number")[0]
    first_table, second_table = round_.tables.with_players().order_by("number")
    rule(play, first_table, first, stories.REPLAYED)
    for table in (first_table, second_table):
        play.score(table, first, play.result(play.deal()))


def _burraco(play: Play, federation: Federation, pairs: Pairs) -> None:
    fields = {"game": GameId.BURRACO, "boards_per_round": burraco.DEALS, "confirm_deferral": True}
    _open(play, pairs, federation=federation, slug=burraco.SLUG, name="Trofeo Pinelle", **fields)
    burraco.play_rounds(play)


def _duplicate(play: Play, federation: Federation, pairs: Pairs) -> Tournament:
    _open(play, pairs, federation=federation, slug=SLUG, name="Coppa Dimostrazione", boards_per_round=BOARDS)
    play.draw_deals(DEALT, SEED)
    for number in (1, 2, 3):
        _closed_round(play, number)
    _fourth_round(play)
    return play.tournament


def _two_stages(play: Play, federation: Federation, now: datetime) -> None:
    fields: dict[str, Any] = {"game": GameId.BURRACO, "boards_per_round": two_stages.DEALS}
    play.open(federation=federation, slug=two_stages.SLUG, name=two_stages.NAME, **fields)
    two_stages.play_two_stages(play, now)


def _mitchell(play: Play, federation: Federation, pairs: Pairs) -> None:
    fields = {"slug": mitchell.SLUG, "name": mitchell.NAME, "boards_per_round": mitchell.BOARDS}
    _open(play, pairs, federation=federation, **fields)
    mitchell.play_mitchell(play)


def _open(play: Play, pairs: Pairs, **fields: Any) -> None:
    play.open(**fields)
    for number, pair in enumerate(pairs, start=1):
        name = " – ".join(player.last_name for player in pair)
        by = play.clock.by(play.staff.director, minutes=0)
        enter_pair(by=by, tournament=play.tournament, number=number, name=name, players=pair)


def _closed_round(play: Play, number: int) -> None:
    round_ = play.new_round(number)
    ruled = stories.BY_ROUND[number]
    waiting: list[Ruling] = []
    tables = list(round_.tables.with_players().order_by("number"))
    for place, board in enumerate(round_.boards.order_by("number"), start=1):
        for table, result in _results(play, tables, board, needs_lot=(number, place) == stories.LOT_BOARD):
            story = ruled.get((table.number, place))
            ruling = rule(play, table, board, story) if story else None
            if ruling and ruling.arbitral:
                waiting.append(ruling)
            else:
                play.score(table, board, result)
    for ruling in waiting:
        give_arbitral_score(play, ruling, _choice(ruling))
    if number == 2:
        _penalty(play, round_)
    play.close(round_)


def _results(play: Play, tables: list[Table], board: Board, *, needs_lot: bool) -> Iterator[tuple[Table, Result]]:
    """Every table's result on a board; where a lot is to be shown, drawn again until art. 81 needs one."""
    deal = play.deal()
    results = [play.result(deal) for _table in tables]
    while needs_lot and not _needs_lot(results, board):
        results = [play.result(BoardWorth(5, play.chance.choice((0, 3)), 0)) for _table in tables]
    yield from zip(tables, results, strict=True)


def _needs_lot(results: list[Result], board: Board) -> bool:
    """Whether the artificial score of the annulled table has equal decimal parts."""
    others = [
        TableScore(str(place), result.points_a, result.points_b)
        for place, result in enumerate(results, start=1)
        if place != stories.LOT_TABLE
    ]
    return artificial(others, seed="x", purpose=str(board.number)).lot is not None


def _choice(ruling: Ruling) -> Choice:
    if ruling.case.procedure == stories.NOT_FOLLOWED.procedure:
        return Choice(
            chosen=stories.WITHOUT_REVOKE,
            innocent=Line.A,
            reason=stories.WHY_WITHOUT_REVOKE,
            rests_on=("play", 1),
        )
    if ruling.arbitral == "assegnato":
        return Choice(chosen=(8, 3), innocent=Line.A, reason=stories.WHY_ASSIGNED)
    if ruling.arbitral == "rettificato":
        return Choice(graver=Line.B, share=Fraction(1, 6), reason=stories.WHY_RECTIFIED)
    return Choice()


def _penalty(play: Play, round_: Round) -> None:
    give_adjustment(
        by=play.clock.by(play.staff.director),
        entry=Entry.objects.get(tournament=play.tournament, number=17),
        round=round_,
        kind=Adjustment.Kind.VP,
        amount=-1,
        reason="Al tavolo con undici minuti di ritardo, senza avvisare.",
    )


def _fourth_round(play: Play) -> None:
    """A round in play: most results in, not all confirmed, a reservation open, a draft on Bruno's phone."""
    round_ = play.new_round(4)
    boards = list(round_.boards.order_by("number"))
    tables = list(round_.tables.with_players().order_by("number"))
    for board in boards[:2]:
        deal = play.deal()
        for table in tables:
            play.score(table, board, play.result(deal))
        if board == boards[0]:
            play.confirm_all()
    deal = play.deal()
    for table in tables[:5]:
        play.score(table, boards[2], play.result(deal))
    rule(play, tables[7], boards[2], stories.RESERVATION)
    rule(play, tables[9], boards[2], stories.STANDING_ORDER)
    record_story(play, tables[5], boards[2], stories.DRAFT)
    answer_calls(play, round_)
    leave_calls_open(play, round_)
