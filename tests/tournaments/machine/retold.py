"""A stage of the tournament retold to the oracle of the standings, from the bare rows."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from tests.tournaments.machine.records import BEGUN, Records, Row
from tests.tournaments.standings.oracle_standings import (
    BURRACO,
    TEAMS,
    TRESSETTE,
    Bout,
    Deal,
    Given,
    Match,
    Story,
    result,
)

Side = tuple[int, ...]


def retold(records: Records, stage: Row) -> Story:
    """The story of the stage."""
    tournament = records.tournament
    by_fives = tournament["game"] == "burraco"
    begun = [round for round in records.rounds(stage["id"]) if round["state"] in BEGUN]
    penalties = [(_stage_of(records, one), _given(records, one)) for one in records.all("Adjustment")]
    places = _places(records, stage)
    story = Story(
        table=_table(records),
        step=5 if by_fives else 1,
        seed=tournament["lot_seed"],
        entries=_field(records, begun, places),
        matches=[match for round in begun for match in _matches(records, round)],
        rests=[
            Given(entry, tournament["bye_vp"], tournament["bye_mp"], round=round["number"])
            for round in begun
            for a, b in records.encounters(round["id"])
            if not b
            for entry in a
        ],
        penalties=[one for of, one in penalties if of == stage["number"]],
        brought=[
            *(Given(records.number(one["entry_id"]), one["carried_vp"], one["carried_mp"]) for one in places),
            *(Given(one.entry, warnings=one.warnings, cancelled=one.cancelled) for of, one in penalties
              if of < stage["number"] and not one.cancelled),
        ],
        warnings_per_vp=tournament["warnings_per_vp"],
        groups=_groups(records, begun, places),
        round_mp_move_the_match=by_fives,
    )  # fmt: skip
    return replace(story, bouts=[bout for round in begun for bout in _bouts(records, story, round)])


def _bouts(records: Records, story: Story, round: Row) -> Iterator[Bout]:
    """The matches of a bracket; the second room of one is the same match."""
    for table in records.tables(round["id"]):
        if table["bracket"] and table["room"] == 1:
            a, b = records.lines(table)
            winner = _winner(records, story, table, round["number"]) if b else None
            yield Bout(round["number"], (*a, *b), winner, for_third=table["bracket"] == 3)


def _winner(records: Records, story: Story, table: Row, number: int) -> int | None:
    """Who goes on: as the director said, by the figures that its code compares, by the tie-break."""
    told = next(iter(records.all("KnockoutWinner", table_id=table["id"], superseded_at=None)), None)
    said = records.number(told["winner_id"]) if told else None
    if told and not told["tie_break"]:
        return said
    (a,), (b,) = records.lines(table)
    match = next(one for one in story.matches if one.round == number and {*one.a, *one.b} == {a, b})
    figures = result(story, match)
    if figures is None:
        return None
    # Online only the points of the match are compared.
    compared = [one[1:] for one in figures] if records.tournament["match_kind"] else list(figures)
    mine, theirs = compared if match.a == (a,) else compared[::-1]
    return said if mine == theirs else a if mine > theirs else b


def _table(records: Records) -> list[int]:
    tournament = records.tournament
    rooms = 2 if tournament["contest"] == "teams" else 1
    if tournament["game"] == "tressette":
        return TRESSETTE[tournament["boards_per_round"] * rooms]
    return TEAMS if rooms == 2 else BURRACO[tournament["boards_per_round"]]


def _places(records: Records, stage: Row) -> list[Row]:
    groups = {one["id"] for one in records.all("Group", stage_id=stage["id"])}
    return [one for one in records.all("GroupPlace") if one["group_id"] in groups]


def _field(records: Records, begun: list[Row], places: list[Row]) -> list[int]:
    """Who sat in the stage; whoever is placed in it, or entered where there are no places, and did not go unseen."""
    seated = {who for round in begun for a, b in records.encounters(round["id"]) for who in a + b}
    placed = {one["entry_id"] for one in places}
    return [
        one["number"]
        for one in records.all("Entry")
        if one["number"] in seated or ((one["id"] in placed or not placed) and one["until_round"] != 0)
    ]


def _groups(records: Records, begun: list[Row], places: list[Row]) -> dict[int, int]:
    found = {}
    for round in begun:
        for table in records.tables(round["id"]):
            if table["group_id"]:
                found |= dict.fromkeys(sum(records.lines(table), ()), records.one("Group", table["group_id"])["number"])
    for place in places:
        found[records.number(place["entry_id"])] = records.one("Group", place["group_id"])["number"]
    return found


def _matches(records: Records, round: Row) -> Iterator[Match]:
    """The two rooms of a match of teams are one, the second told from the other side."""
    rooms: defaultdict[frozenset[int], list[Row]] = defaultdict(list)
    for table in records.tables(round["id"]):
        a, b = records.lines(table)
        if b:
            rooms[frozenset(a + b)].append(table)
    for tables in rooms.values():
        a, b = records.lines(tables[0])
        deals, fixed = [], []
        for table in tables:
            turn = -1 if table is not tables[0] and records.lines(table) == (b, a) else 1
            deals += [_versions(records, table, board, turn) for board in records.boards(table)]
            in_force = records.all("MatchScore", table_id=table["id"], superseded_at=None)
            fixed += [_figures(one)[::turn] for one in in_force]
        yield Match(round["number"], a, b, deals, fixed[0] if fixed else None)


def _figures(fixed: Row) -> tuple[tuple[int, int], tuple[int, int]]:
    return (fixed["vp_a"], fixed["mp_a"]), (fixed["vp_b"], fixed["mp_b"])


def _versions(records: Records, table: Row, board: Row, turn: int) -> list[Deal]:
    """The versions of a score; turn: -1 where the lines are exchanged."""
    found = records.all("BoardScore", table_id=table["id"], board_id=board["id"])
    found.sort(key=lambda one: one["version"])
    if found and found[-1]["state"] == "superseded":
        return []  # it had not been played, since its match was over; a ruling has made it one to play
    # A perdere each line has what its opponents took; a board that was not played gives nothing to either.
    if records.tournament["match_kind"].startswith("a-perdere"):
        turn = -turn
    return [Deal(None if one["kind"] == "void" else (one["points_a"], one["points_b"])[::turn]) for one in found]


def _given(records: Records, one: Row) -> Given:
    return Given(
        records.number(one["entry_id"]),
        vp=one["amount"] if one["kind"] == "vp" else 0,
        mp=one["amount"] if one["kind"] == "mp" else 0,
        warnings=int(one["kind"] == "warning"),
        cancelled=one["cancelled_at"] is not None,
        round=records.one("Round", one["round_id"])["number"] if one["round_id"] else None,
    )


def _stage_of(records: Records, penalty: Row) -> int:
    """The stage of its round; without a round, the last one paired before it was given."""
    if penalty["round_id"]:
        return records.one("Stage", records.one("Round", penalty["round_id"])["stage_id"])["number"]
    paired = [1]
    for pairing in records.all("Pairing"):
        if pairing["made_at"] <= penalty["given_at"]:
            round = records.one("Round", pairing["round_id"])
            paired.append(records.one("Stage", round["stage_id"])["number"])
    return max(paired)
