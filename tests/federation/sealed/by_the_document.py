"""Standings made of a package by somebody who has docs/package.md and nothing of the program: written from it alone."""

import json
import re
import unicodedata
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from hashlib import md5
from io import BytesIO
from itertools import combinations
from typing import Any, NamedTuple

Record = dict[str, Any]


class Made(NamedTuple):
    """An entry's figures, with the place that it has in its group."""

    place: int
    vp: int
    mp: int


class Match(NamedTuple):
    """What the two lines of a match got; is_encounter: they met, by the boards or by a score fixed for the match."""

    a: list[int]
    b: list[int]
    vp: tuple[int, int]
    mp: tuple[int, int]
    is_encounter: bool = True


class Room:
    """A table, with what was scored at it."""

    def __init__(self, number: int, round_: int, lines: list[list[int]], boards: int) -> None:
        self.number, self.round, self.lines, self.boards = number, round_, lines, boards
        self.points, self.scored, self.with_a_score = [0, 0], 0, 0
        self.fixed: Record | None = None
        self.group: int | None = None

    @property
    def is_complete(self) -> bool:
        return self.boards >= 1 and self.scored == self.boards


class Book:
    """The records of a package."""

    def __init__(self, content: bytes) -> None:
        self.zip = zipfile.ZipFile(BytesIO(content))
        self.scale: Record = json.loads(self.zip.read("codes/scale.json"))
        self.first: dict[str, tuple[int, str]] = {}
        self.last: dict[str, tuple[int, str]] = {}
        for line in map(json.loads, self.zip.read("log.jsonl").splitlines()):
            for name in line.get("seals") or {}:
                self.first.setdefault(name, (line["sequence"], line["action"]))
                if line["action"] not in ("erase_person", "black_out"):
                    self.last[name] = (line["sequence"], line["action"])

    def of(self, kind: str) -> list[Record]:
        name = f"records/tournaments.{kind}.jsonl"
        if name not in self.zip.namelist():
            return []
        left_out = json.loads(self.zip.read("columns.json")).get(f"tournaments.{kind}", {})
        lines = map(json.loads, self.zip.read(name).splitlines())
        return [{"id": line["id"], **left_out, **line["fields"]} for line in lines]


class Standings:
    """Those of one publication."""

    def __init__(self, book: Book, publication: Record) -> None:
        self.book, self.publication = book, publication
        (self.tournament,) = book.of("Tournament")
        self.entries = {one["id"]: one["number"] for one in book.of("Entry")}
        self.stages = {one["id"]: one["number"] for one in book.of("Stage")}
        self.stage = publication["stage_id"]
        every = {one["id"]: one for one in book.of("Round")}
        self.stage_of_round = {key: one["stage_id"] for key, one in every.items()}
        self.rounds = {
            key: one["number"]
            for key, one in every.items()
            if one["state"] in ("playing", "closed")
            and one["stage_id"] == self.stage
            and one["number"] <= publication["round_number"]
        }
        self.places = [
            one for one in book.of("GroupPlace") if self.groups.get(one["group_id"], {}).get("stage_id") == self.stage
        ]

    @cached_property
    def groups(self) -> dict[int, Record]:
        return {one["id"]: one for one in self.book.of("Group")}

    def in_force(self, kind: str, ends: str) -> Iterator[Record]:
        for one in self.book.of(kind):
            name = f"tournaments.{kind}:{one['id']}"
            if not self.is_before(self.book.first[name], one["given_at"]):
                continue
            if one[ends] is None or not self.is_before(self.book.last[name], one[ends]):
                yield one

    def is_before(self, line: tuple[int, str], moment: str) -> bool:
        number, action = line
        if number <= self.publication["data_version"]:
            return True
        return action == "sealed" and moment <= self.publication["published_at"]

    @cached_property
    def adjustments(self) -> list[Record]:
        return list(self.in_force("Adjustment", "cancelled_at"))

    def stage_of(self, adjustment: Record) -> int:
        """The number of the stage in which it counts."""
        if adjustment["round_id"] is not None:
            return self.stages[self.stage_of_round[adjustment["round_id"]]]
        begun = [
            self.stages[self.stage_of_round[pairing["round_id"]]]
            for pairing in self.book.of("Pairing")
            if pairing["state"] != "discarded" and pairing["made_at"] <= adjustment["given_at"]
        ]
        return max(begun, default=min(self.stages.values()))

    @cached_property
    def rooms(self) -> list[Room]:
        boards = self.book.of("Board")
        rooms: dict[int, Room] = {}
        for table in self.book.of("Table"):
            if table["round_id"] not in self.rounds:
                continue
            lines = [
                [self.entries[table[key]] for key in (f"line_{side}_id", f"line_{side}2_id") if table[key] is not None]
                for side in "ab"
            ]
            of_set = table["board_set_id"]
            count = sum(
                board["board_set_id"] == of_set and (of_set is not None or board["round_id"] == table["round_id"])
                for board in boards
            )
            rooms[table["id"]] = Room(table["number"], self.rounds[table["round_id"]], lines, count)
            rooms[table["id"]].group = table["group_id"]
        for score in self.in_force("BoardScore", "superseded_at"):
            if (room := rooms.get(score["table_id"])) and score["kind"] != "void":
                points = [score["points_a"], score["points_b"]]
                for line, value in enumerate(points[::-1] if self.book.scale["fewest_wins"] else points):
                    room.points[line] += value
                room.scored += 1
        for score in self.in_force("MatchScore", "superseded_at"):
            if room := rooms.get(score["table_id"]):
                room.fixed = score
        found = sorted(rooms.values(), key=lambda room: (room.round, room.number))
        self.give_points(found)
        return found

    def give_points(self, rooms: list[Room]) -> None:
        for one in self.adjustments:
            if one["kind"] == "points" and one["round_id"] in self.rounds:
                entry, number = self.entries[one["entry_id"]], self.rounds[one["round_id"]]
                here = (room for room in rooms if room.round == number and room.scored)
                for room, line in ((room, line) for room in here for line in (0, 1) if entry in room.lines[line]):
                    room.points[line] += one["amount"]
                    break

    @cached_property
    def matches(self) -> list[Match]:
        played: defaultdict[object, list[Room]] = defaultdict(list)
        for number, room in enumerate(self.rooms):
            two = (room.round, frozenset(room.lines[0] + room.lines[1]))
            played[two if self.tournament["contest"] == "teams" else number].append(room)
        made = (self.worth(rooms) for rooms in played.values())
        return [match for match in made if match is not None]

    def worth(self, rooms: list[Room]) -> Match | None:
        a, b = rooms[0].lines
        for room in rooms:
            if fixed := room.fixed:
                vp, mp = (fixed["vp_a"], fixed["vp_b"]), (fixed["mp_a"], fixed["mp_b"])
                return Match(*room.lines, vp, mp)
        if not b:
            return Match(a, [], (self.tournament["bye_vp"] or 0, 0), (self.tournament["bye_mp"] or 0, 0), False)
        if not all(room.is_complete for room in rooms):
            return None
        lead = sum((room.points[0] - room.points[1]) * (1 if room.lines[0] == a else -1) for room in rooms)
        vp = self.victory_points(lead + self.bonus(rooms[0]), [room.boards for room in rooms])
        return Match(a, b, vp, (lead, -lead))

    def bonus(self, room: Room) -> int:
        if not self.book.scale["by_fives"] or max(map(len, room.lines)) > 1:
            return 0
        got: defaultdict[int, int] = defaultdict(int)
        for one in self.adjustments:
            if one["kind"] == "mp" and self.rounds.get(one["round_id"]) == room.round:
                got[self.entries[one["entry_id"]]] += one["amount"]
        return got[room.lines[0][0]] - got[room.lines[1][0]]

    def victory_points(self, lead: int, boards: list[int]) -> tuple[int, int]:
        bands, step = self.book.scale["bands"], self.book.scale["step"]
        band = bands.get(str(sum(boards))) or bands.get("any") or bands[str(max(boards))]
        size = abs(lead) // step * step
        ahead = [vp for vp, start in band if start <= size][-1]
        behind = self.book.scale["total"] - ahead
        return (ahead, behind) if lead >= 0 else (behind, ahead)

    @cached_property
    def listed(self) -> list[int]:
        seated = {entry for room in self.rooms for line in room.lines for entry in line}
        placed = {one["entry_id"] for one in self.places}
        return [
            one["number"]
            for one in self.book.of("Entry")
            if one["number"] in seated or ((not placed or one["id"] in placed) and one["until_round"] != 0)
        ]

    def group_of(self, entry: int) -> int | None:
        own = [one["group_id"] for one in self.places if self.entries[one["entry_id"]] == entry]
        tables = [room.group for room in self.rooms if entry in room.lines[0] + room.lines[1] and room.group]
        return (own or tables or [None])[-1]

    @cached_property
    def sums(self) -> dict[int, tuple[int, int]]:
        vp, mp = dict.fromkeys(self.listed, 0), dict.fromkeys(self.listed, 0)
        now, before = dict.fromkeys(self.listed, 0), dict.fromkeys(self.listed, 0)
        for match in self.matches:
            for line, entries in enumerate((match.a, match.b)):
                for entry in entries:
                    vp[entry] += match.vp[line]
                    mp[entry] += match.mp[line]
        here = self.stages[self.stage]
        for one in self.adjustments:
            entry, stage = self.entries[one["entry_id"]], self.stage_of(one)
            if entry in vp and stage == here:
                vp[entry] += one["amount"] if one["kind"] == "vp" else 0
                mp[entry] += one["amount"] if one["kind"] == "mp" else 0
                now[entry] += one["kind"] == "warning"
            elif entry in vp and stage < here:
                before[entry] += one["kind"] == "warning"
        for place in self.places:
            vp[self.entries[place["entry_id"]]] += place["carried_vp"] or 0
            mp[self.entries[place["entry_id"]]] += place["carried_mp"] or 0
        if full := self.tournament["warnings_per_vp"]:
            for entry in self.listed:
                vp[entry] -= (before[entry] + now[entry]) // full - before[entry] // full
        return {entry: (vp[entry], mp[entry]) for entry in self.listed}

    def by_group(self) -> dict[int | None, dict[int, Made]]:
        """By group (its key; None where there is none) and entry."""
        groups: defaultdict[int | None, list[int]] = defaultdict(list)
        for entry in sorted(self.listed):
            groups[self.group_of(entry)].append(entry)
        return {group: self.placed(entries) for group, entries in groups.items()}

    def placed(self, entries: list[int]) -> dict[int, Made]:
        happened = {entry for match in self.matches for entry in match.a + match.b}
        if not any(entry in happened or any(self.sums[entry]) for entry in entries):
            return {entry: Made(1, *self.sums[entry]) for entry in entries}
        order: list[int] = []
        for equal in self.gathered(entries, self.sums):
            order += self.by_encounters(equal)
        return {entry: Made(place, *self.sums[entry]) for place, entry in enumerate(order, start=1)}

    def gathered(self, entries: list[int], figure: Any) -> list[list[int]]:
        levels = sorted({figure[entry] for entry in entries}, reverse=True)
        return [[entry for entry in entries if figure[entry] == level] for level in levels]

    def by_encounters(self, equal: list[int]) -> list[int]:
        if len(equal) == 1:
            return equal
        made: defaultdict[int, int] = defaultdict(int)
        met = set()
        for match in self.matches:
            if match.is_encounter:
                for one in set(match.a) & set(equal):
                    for other in set(match.b) & set(equal):
                        made[one] += match.vp[0]
                        made[other] += match.vp[1]
                        met.add(frozenset((one, other)))
        if all(frozenset(two) in met for two in combinations(equal, 2)):
            levels = self.gathered(equal, made)
            if len(levels) > 1:
                return [entry for level in levels for entry in self.by_encounters(level)]
        return self.by_lot(equal)

    def by_lot(self, equal: list[int]) -> list[int]:
        plain = unicodedata.normalize("NFKD", self.tournament["lot_seed"])
        plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
        words = [word.upper() for word in re.findall("[A-Za-z0-9]+", plain)]
        pool = sorted(equal)
        key = "".join(f"{word}/" for word in [*words, "CLASSIFICA"]) + "".join(f"{one}." for one in pool) + "/"
        drawn = []
        for turn in range(len(equal)):
            counter = turn.to_bytes(2, "big")
            digest = md5(counter + key.encode() + counter, usedforsecurity=False).hexdigest()
            drawn.append(pool.pop(int(digest, 16) % len(pool)))
        return drawn
