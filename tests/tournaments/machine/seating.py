"""What holds of every round: who sits where, once; rests that are due; no rematch that could be avoided."""

from collections import Counter
from collections.abc import Iterable
from itertools import count

from tests.tournaments.machine.records import Records, Row
from tests.tournaments.machine.retold import retold
from tests.tournaments.pairing.oracle import all_rounds
from tests.tournaments.standings import oracle_standings as oracle
from tournaments.draw.models import Pairing
from tournaments.draw.queries import verify

DANISH = {"danish", "danish-pure"}
# Formulas that give everybody here a seat or a rest; the others let out who comes after their schedule was made.
EVERYBODY = DANISH | {"individual", "individual-danish"}
Pair = frozenset[int]


def check_seating(before: Records, after: Records) -> None:
    """Every round as its tables say; a new draft, or one just published, as its record says too."""
    for round in after.rounds():
        _check_tables(after, round)
        if round["state"] == "draft" or before.rows("Round").get(round["id"]) != round:
            _check_record(before, after, round)


def _check_tables(records: Records, round: Row) -> None:
    tables = records.tables(round["id"])
    rooms = {1, 2} if records.tournament["contest"] == "teams" else {1}
    for room in rooms:
        sides = [records.lines(table) for table in tables if table["room"] == room]
        seated = Counter(entry for a, b in sides for entry in a + b)
        assert all(times == 1 for times in seated.values()), f"round {round['number']}: twice at a table {seated}"
    if rooms == {1, 2}:
        first, second = ({records.lines(table) for table in tables if table["room"] == room} for room in (1, 2))
        assert {(b, a) for a, b in first if b} == second, f"round {round['number']}: {first} and {second}"
    seated = {entry for table in tables for line in records.lines(table) for entry in line}
    players = Counter(player for entry in seated for player in records.players(entry, round["number"]))
    assert all(times == 1 for times in players.values()), f"round {round['number']}: a player twice {players}"
    least = {"pairs": 2, "teams": 4}.get(records.tournament["contest"], 1)
    plays = {one["number"] for one in records.all("Entry") if records.takes_part(one, round["number"])}
    # A draft keeps whom the check-in left out since; it is refused to be shown, and below no round shown has any.
    for entry in seated & plays if round["state"] == "draft" else seated:
        sitting = len(records.players(entry, round["number"]))
        assert sitting >= least, f"entry {entry} has {sitting} players"


def _check_record(before: Records, after: Records, round: Row) -> None:
    """The pairing in force: its tables are the round's; a published one comes out of its own record again."""
    current = [one for one in after.all("Pairing", round_id=round["id"]) if one["state"] in {"draft", "published"}]
    assert len(current) == 1, f"round {round['number']} has {len(current)} pairings in force"
    (pairing,) = current
    told = [(tuple(one["a"]), tuple(one["b"])) for one in sorted(pairing["tables"], key=lambda one: one["table"])]
    assert told == after.encounters(round["id"]), f"round {round['number']}: the record and the tables differ"
    if round["state"] == "published":
        seated = {entry for a, b in after.encounters(round["id"]) for entry in a + b}
        gone = seated - {one["number"] for one in after.all("Entry") if after.takes_part(one, round["number"])}
        assert not gone, f"round {round['number']} was shown with {gone}, who do not play it"
    if round["state"] != "draft":
        assert pairing["state"] == "published"
        proof = verify(Pairing.objects.select_related("round__tournament").get(pk=pairing["id"]))
        assert proof.holds, proof
    if pairing != before.rows("Pairing").get(pairing["id"]) and pairing["state"] == "draft":
        _check_draw(after, round, pairing)


def _check_draw(records: Records, round: Row, pairing: Row) -> None:
    """A draft just made: everybody who plays is in it, and the formula kept its word."""
    inputs = pairing["inputs"]
    seated = {entry for one in pairing["tables"] for entry in (*one["a"], *one["b"])}
    if inputs["given"]:
        return
    for section in inputs["sections"]:
        here = playing(records, round, section["group"])
        listed = {one["number"] for one in section["entrants"]}
        if not inputs["changes"]:
            assert listed == here, f"round {round['number']}: {listed} were to play, {here} are here"
        if inputs["formula"] in EVERYBODY:
            assert listed <= seated, f"round {round['number']}: without a table {listed - seated}"
        if not inputs["changes"] and inputs["formula"] in EVERYBODY:
            _check_rests(records, round, pairing, listed)
        if inputs["formula"] in DANISH and not inputs["changes"] and (inputs["stage_round"] > 1):
            _check_danish(records, round, pairing, section)


def playing(records: Records, round: Row, group: int | None) -> set[int]:
    """Who takes part in the round, in that group of its stage: once anybody was checked in, who is present."""
    found = [one for one in records.all("Entry") if records.takes_part(one, round["number"])]
    if any(one["state"] == "present" for one in found):
        found = [one for one in found if one["state"] != "entered"]
    if group is not None:
        (its,) = records.all("Group", stage_id=round["stage_id"], number=group)
        placed = {one["entry_id"] for one in records.all("GroupPlace", group_id=its["id"])}
        found = [one for one in found if one["id"] in placed]
    return {one["number"] for one in found}


def earlier(records: Records, round: Row) -> list[Row]:
    return [one for one in records.rounds(round["stage_id"]) if one["number"] < round["number"]]


def rests(records: Records, round: Row) -> Counter[int]:
    """How often everybody rested in the stage before this round."""
    return Counter(
        entry for one in earlier(records, round) for a, b in records.encounters(one["id"]) if not b for entry in a
    )


def met(records: Records, round: Row) -> set[Pair]:
    """Who were opponents in the stage before this round."""
    played = [sides for one in earlier(records, round) for sides in records.encounters(one["id"])]
    return {frozenset((x, y)) for a, b in played for x in a for y in b}


def _check_rests(records: Records, round: Row, pairing: Row, here: set[int]) -> None:
    """Nobody rests again while somebody has not rested as often, unless the pairing says so."""
    had = rests(records, round)
    resting = {entry for one in pairing["tables"] if not one["b"] for entry in one["a"]} & here
    fewest = min((had[entry] for entry in here - resting), default=0)
    noted = {one["data"]["entry"] for one in pairing["notes"] if one["code"] == "second-rest"}
    unfair = {entry for entry in resting if had[entry] > fewest} - noted
    assert not unfair, f"round {round['number']}: {unfair} rest again, {had}"


def _check_danish(records: Records, round: Row, pairing: Row, section: Row) -> None:
    """Of all the pairings of the section, looked at one by one, it is the first that keeps every rule."""
    listed = {one["number"] for one in section["entrants"]}
    mine = [one for one in pairing["tables"] if {*one["a"], *one["b"]} <= listed]
    drawn = {frozenset((*one["a"], *one["b"])) for one in mine}
    accepted = section["accepted"] or {"pairs": [], "entries": []}
    found = first_that_keeps(
        ranked(records, round, listed),
        barred=barred(records, round, section) - {frozenset(pair) for pair in accepted["pairs"]},
        had=rests(records, round),
        again=accepted["entries"],
    )
    assert drawn == found, f"round {round['number']}: {drawn} drawn, {found} found"


def barred(records: Records, round: Row, section: Row) -> set[Pair]:
    """Who must not meet: who have met, who were named, who each keep a table of their own."""
    fixed = {one["number"]: one["fixed_table"] for one in section["entrants"] if one["fixed_table"] is not None}
    apart = {frozenset((one, other)) for one in fixed for other in fixed if fixed[one] != fixed[other]}
    formula = records.one("Stage", round["stage_id"])["formula"]
    again = met(records, round) if formula == "danish" else set()
    return again | {frozenset(pair) for pair in section["forbidden"]} | apart


def ranked(records: Records, round: Row, here: Iterable[int]) -> list[int]:
    """Those here, by the oracle's standings of the stage; who is in none yet comes last, by number."""
    stage = records.one("Stage", round["stage_id"])
    lines = [line.entry for line in oracle.standings(retold(records, stage))]
    places = dict(zip(lines, count(), strict=False))
    return sorted(here, key=lambda entry: (places.get(entry, len(places)), entry))


def first_that_keeps(
    order: list[int], *, barred: set[Pair], had: Counter[int], again: Iterable[int] = ()
) -> set[Pair] | None:
    """The first pairing, from the top, without a barred meeting; the lowest rests who has not, or has least."""
    fresh = [entry for entry in order if not had[entry]]
    may_rest = {*fresh, *again} if fresh else set(order)
    rounds = [one for one in all_rounds(order) if one[0] is None or one[0] in may_rest]
    if fresh:
        rounds.sort(key=lambda one: one[0] not in fresh)
    else:
        rounds.sort(key=lambda one: had[one[0]])
    for resting, pairs in rounds:
        met = {frozenset(pair) for pair in pairs}
        if not met & barred:
            return met | ({frozenset((resting,))} if resting is not None else set())
    return None
