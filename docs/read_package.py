#!/usr/bin/env python3
"""Read a sealed package without the program that wrote it: python3 read_package.py FILE [NUMBER:HASH]

It checks every hash, the chain of the log, the seals and the texts, and makes the published standings once more from
the entries, scores and adjustments of the file: the latest of each stage, as they were at that moment. NUMBER:HASH is
a line of the log as a paper or a page shows it. Nothing but the standard library of Python 3.8 or newer is needed; so
the signature, which is Ed25519, is not checked here, only shown. It ends with 0, or says what does not hold and ends
with 1. The form of the file: package.md.
"""

import hashlib
import hmac
import json
import sys
import zipfile
from bisect import bisect_right
from collections import Counter, defaultdict
from pathlib import Path

# No file, however it was made, takes more room or time than these let it: as docs/package.md has them. Parts are read a
# piece at a time; of what is kept no more than ROOM, in bytes as Python has them.
MB, CHUNK = 1024 * 1024, 64 * 1024
MOST_BYTES, MOST_PARTS, MOST_UNPACKED, MOST_TIMES, SMALL = 24 * MB, 400, 256 * MB, 200, 64 * 1024
LONGEST_LINE, MOST_LINES, MOST_VALUES, LONGEST_NUMBER, WHOLE = 2 * MB, 100000, 60000, 20, MB // 2
ROOM = 48 * MB

# Of these kinds every record is sealed: the schema says so, whatever a file says.
SCHEMA = "referee-package/1"
OF_KINDS = {
    "federation": "DecisionExecution SentAnswer",
    "hall": "Call ExtraTime LineCode RoundClock ZoneTable",
    "referee": (
        "ArbitralReview ArbitralScore BoardPlay CardEnding Case Consultation Opinion ProposedRuling "
        "Reservation Ruling StandingOrder"
    ),
    "tournaments": (
        "Adjustment Admission Appeal AppealJudge AppealNote Board BoardScore BoardSet ClubNotice DealSet "
        "DealsOpened Entry EntryEvent EntryMember ErrorReport Fee FeePayment Group GroupPlace KeptApart "
        "KnockoutWinner LineUp MatchScore Membership Pairing Prize Publication Round Sitting SittingScore "
        "SittingSeat Stage Table TableSlip Tournament"
    ),
}
SEALED = {"{}.{}".format(of, kind) for of, kinds in OF_KINDS.items() for kind in kinds.split()}
# What the standings are made from, all of the application «tournaments»: of each kind the columns.
READ = {
    "Adjustment": "id entry_id round_id kind amount given_at cancelled_at",
    "Board": "board_set_id round_id",
    "BoardScore": "id table_id kind points_a points_b given_at superseded_at",
    "Entry": "id number",
    "Group": "id stage_id",
    "GroupPlace": "entry_id group_id carried_vp carried_mp",
    "MatchScore": "id table_id vp_a vp_b mp_a mp_b given_at superseded_at",
    "Pairing": "state round_id made_at",
    "Publication": "id stage_id number kind rows round_number data_version published_at",
    "Round": "id number state stage_id",
    "Stage": "id number",
    "Table": "id number round_id board_set_id line_a_id line_a2_id line_b_id line_b2_id",
    "Tournament": "contest bye_vp bye_mp warnings_per_vp",
}
# What else a manifest and a line of the log must say, each with the type of what it says.
TOLD = {
    "schema": str, "tournament": dict, "head": dict, "editions": list, "sealed": list, "parts": dict, "key": str,
    "signature": str,
}  # fmt: skip
OF_TOURNAMENT = {"uid": str, "id": int, "name": str}
OF_LINE = {"sequence": int, "previous_hash": str, "action": str}
OF_RECORD = {"record": str, "id": int, "fields": dict}
OF_PART = {"sha256": str}
OF_TEXT = {"record": str, "place": str, "text": str, "salt": str}


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def canonical(value):
    """As every line is written: keys in order, no blanks."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


class Wrong(Exception):
    """Something that does not hold, with its place."""

    def __init__(self, words, *values):
        super().__init__(words.format(*values))


def bounded(kind):
    def read(text):
        if len(text) > LONGEST_NUMBER:
            raise ValueError("a number too large")
        return kind(text)

    return read


def loads(line):
    """What a line says, unless it is larger than any that the program writes."""
    if len(line) > LONGEST_LINE or line.count(b",") + line.count(b"[") + line.count(b"{") > MOST_VALUES:
        raise ValueError("a line too long")
    return json.loads(line.decode("utf-8"), parse_int=bounded(int), parse_float=bounded(float))


def whole(place, said, kinds):
    """What is said there, if it says all that it must."""
    if not isinstance(said, dict):
        raise Wrong("{}: not an object", place)
    for name, kind in kinds.items():
        if not isinstance(said.get(name), kind) or isinstance(said[name], bool):
            raise Wrong("{}: {} is not there, or of another type", place, name)
    return said


def sizes_told(opened):
    """Every part, by name, after a look at the sizes that the zip tells: it unpacks to no more than those."""
    told = opened.infolist()
    if len(told) > MOST_PARTS or sum(one.file_size for one in told) > MOST_UNPACKED:
        raise Wrong("too many parts, or too large")
    for one in told:
        if one.file_size > SMALL + MOST_TIMES * one.compress_size:
            raise Wrong("{}: unpacks to far more than it has", one.filename)
    return {one.filename: one for one in told}


class Package:
    """The parts of a file, as far as their hashes are those of the manifest; each is read when it is asked for."""

    def __init__(self, path):
        if Path(path).stat().st_size > MOST_BYTES:
            raise Wrong("larger than any package")
        self.opened, self.room = zipfile.ZipFile(path), ROOM
        names = self.opened.namelist()
        self.parts = sizes_told(self.opened)
        if not names or names[0] != "manifest.json" or len(set(names)) != len(names):
            raise Wrong("the first part is not manifest.json, or a part is there twice")
        self.place = "manifest.json"
        self.manifest = whole(self.place, self.said("manifest.json"), TOLD)
        whole("manifest.json: tournament", self.manifest["tournament"], OF_TOURNAMENT)
        if self.manifest["schema"] != SCHEMA:
            raise Wrong("manifest.json: of another schema than {}", SCHEMA)
        for label in SEALED ^ set(map(str, self.manifest["sealed"])):
            raise Wrong("manifest.json: sealed is not as the schema has it: {}", label)
        self.kept = {}
        listed = dict(self.manifest["parts"])
        self.erased = "zz-erased.json" in self.parts
        if self.erased:
            kinds = {"package": str, "removed": list, "persons": dict}
            told = whole("zz-erased.json", self.said("zz-erased.json"), kinds)
            if told["package"] != self.hash_of("manifest.json"):
                raise Wrong("zz-erased.json is of another package")
            listed = {name: one for name, one in listed.items() if name not in told["removed"]}
            listed["persons.jsonl"] = told["persons"]
        for name, one in listed.items():
            whole("manifest.json: {}".format(name), one, OF_PART)
            if name not in self.parts or self.hash_of(name) != one["sha256"]:
                raise Wrong("{}: another hash than the manifest has", name)
        extra = set(names) - set(listed) - {"manifest.json", "zz-erased.json"}
        if extra:
            raise Wrong("{}: the manifest does not know it", sorted(extra)[0])

    def keep(self, size):
        """Count what is kept of the file, in bytes."""
        self.room -= size
        if self.room < 0:
            raise Wrong("{}: more than any package has", self.place)

    def chunks(self, name):
        with self.opened.open(self.parts[name]) as part:
            for chunk in iter(lambda: part.read(CHUNK), b""):
                yield chunk

    def hash_of(self, name):
        digest = hashlib.sha256()
        for chunk in self.chunks(name):
            digest.update(chunk)
        return digest.hexdigest()

    def said(self, name):
        """What a part says that is one object."""
        if self.parts[name].file_size > WHOLE:
            raise Wrong("{}: too large", name)
        return loads(b"".join(self.chunks(name)))

    def lines(self, name):
        begun, length, number = [], 0, 0
        for chunk in self.chunks(name) if name in self.parts else ():
            ended = chunk.split(b"\n")
            last = ended.pop()
            for piece in ended:
                number += 1
                self.place = "{}:{}".format(name, number)
                line, begun, length = b"".join([*begun, piece]), [], 0
                said = loads(line)
                if number > MOST_LINES or canonical(said) != line:
                    raise Wrong("{}: not in the one form, or too many lines", self.place)
                yield number, line, said
            begun, length = [*begun, last], length + len(last)
            if length > LONGEST_LINE:
                raise Wrong("{}:{}: a line too long", name, number + 1)

    def records(self, kind):
        """The records of a kind, a column left out with what it then holds; of them the columns that are read here."""
        if kind not in self.kept:
            self.place, label, columns = "columns.json", "tournaments." + kind, READ[kind].split()
            left_out, found = self.said("columns.json").get(label, {}), []
            for _number, line, said in self.lines("records/{}.jsonl".format(label)):
                fields = dict(left_out, id=said["id"], **said["fields"])
                found.append({name: fields[name] for name in columns})
                self.keep(300 + 90 * len(columns) + (len(line) * 10 if "rows" in columns else 0))
            self.kept[kind] = found
        return self.kept[kind]


# The log, the seals, the texts

# Lines that put a mark in the place of a text, and change nothing else; the line that sealed what was there before it.
ERASING, LATER = ("erase_person", "black_out"), "sealed"


def check_log(package, head=None):
    """The last seal of each record, and the lines that sealed it first and last, each with its action."""
    seals, lines, before, number = {}, {}, "", 0
    for number, line, said in package.lines("log.jsonl"):
        whole(package.place, said, OF_LINE)
        if said["sequence"] != number or said["previous_hash"] != before:
            raise Wrong("log.jsonl:{}: does not follow the line before", number)
        before = sha256(line)
        package.keep(sum(600 + len(name) for name in said.get("seals") or () if name not in seals))
        if number == 1 and before != package.manifest["tournament"]["uid"]:
            raise Wrong("log.jsonl:1: of another tournament")
        for name, seal in (said.get("seals") or {}).items():
            if not name.startswith("log:"):
                seals[name] = seal
                if said["action"] not in ERASING:
                    here = (number, said["action"])
                    lines[name] = (lines.get(name, (here,))[0], here)
        if head and int(head.partition(":")[0]) == number and not before.startswith(head.partition(":")[2].lower()):
            raise Wrong("log.jsonl:{}: another line than {}", number, head)
    if package.manifest["head"] != {"number": number, "hash": before}:
        raise Wrong("log.jsonl:{}: the manifest ends with another line", number)
    if head and int(head.partition(":")[0]) > number:
        raise Wrong("log.jsonl: ends before line {}", head.partition(":")[0])
    # Of what was lawfully taken away the seal is empty: a table of a round that was drawn again.
    return {name: seal for name, seal in seals.items() if seal}, lines


def check_records(package, seals):
    """The digests of the texts by record and place; each record as its seal has it."""
    left, places = dict(seals), {}
    for name in sorted(package.parts):
        if not name.startswith("records/"):
            continue
        for number, line, said in package.lines(name):
            record = "{record}:{id}".format(**whole(package.place, said, OF_RECORD))
            if name != "records/{}.jsonl".format(said["record"]):
                raise Wrong("{}: a record of another kind", package.place)
            if said["record"] in SEALED and left.pop(record, None) != sha256(line):
                raise Wrong("{}:{}: {} is not as the log sealed it", name, number, record)
            for place, digest in veils(said["fields"], ""):
                package.keep(500 + len(place))
                places[record, place] = digest
    # The last cards of boards that were still to be played when the package was made.
    withheld = set(package.manifest.get("withheld", ()))
    if withheld - set(left):
        raise Wrong("manifest.json: withholds {}, which is there or was never sealed", min(withheld - set(left)))
    if set(left) - withheld:
        raise Wrong("log.jsonl: seals {}, which is not there", min(set(left) - withheld))
    return places


def veils(value, path):
    if isinstance(value, dict):
        if isinstance(value.get("hmac"), str) and set(value) <= {"hmac", "erased"}:
            yield path, value["hmac"]
            return
        children = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    else:
        return
    for step, child in children:
        for found in veils(child, "{}/{}".format(path, step) if path else str(step)):
            yield found


def check_texts(package, places):
    """The texts by record and place; each has the digest that its record holds."""
    texts = {}
    for number, _line, said in package.lines("persons.jsonl"):
        whole(package.place, said, OF_TEXT)
        key = said["record"], said["place"]
        told = hmac.new(bytes.fromhex(said["salt"]), said["text"].encode("utf-8"), "sha256").hexdigest()
        if places.get(key) != told:
            raise Wrong("persons.jsonl:{}: not the text of {} {}", number, *key)
        package.keep(200 + 4 * len(said["text"]))
        texts[key] = said["text"]
    missing = set(places) - set(texts)
    if missing and not package.erased:
        raise Wrong("persons.jsonl: without the text of {} {}", *sorted(missing)[0])
    return texts, len(missing)


# The standings


class Stage:
    """What counted in a stage at a moment, entries and rounds by their numbers."""

    def __init__(self, package, publication, lines):
        self.package, self.lines, self.line = package, lines, publication["data_version"]
        self.at, self.last = publication["published_at"], publication["round_number"]
        self.tournament = package.records("Tournament")[0]
        self.scale = package.said("codes/scale.json")
        self.stage = publication["stage_id"]
        self.entries = {one["id"]: one["number"] for one in package.records("Entry")}
        rounds = package.records("Round")
        self.rounds = {one["id"]: one["number"] for one in rounds if one["state"] != "discarded"}
        self.stage_of = {one["id"]: one["stage_id"] for one in rounds}
        self.order = {one["id"]: one["number"] for one in package.records("Stage")}

    def in_force(self, kind, ends="superseded_at"):
        """The records that were in force when the standings were made: by the lines of the log that sealed each."""
        for one in self.package.records(kind):
            first, last = self.lines["tournaments.{}:{}".format(kind, one["id"])]
            if self.is_past(first, one["given_at"]) and not (one[ends] and self.is_past(last, one[ends])):
                yield one

    def is_past(self, line, moment):
        number, action = line
        return number <= self.line or (action == LATER and moment <= self.at)

    def sums(self):
        """VP and MP of every entry."""
        vp, mp = Counter(), Counter()
        warnings, before = Counter(), Counter()
        given = self.adjustments(vp, mp, warnings, before)
        for one in self.places():
            vp[self.entries[one["entry_id"]]] += one["carried_vp"] or 0
            mp[self.entries[one["entry_id"]]] += one["carried_mp"] or 0
        rooms = self.rooms(given)
        for match in self.matches(rooms):
            for entry, its_vp, its_mp in self.worth(match, given):
                vp[entry] += its_vp
                mp[entry] += its_mp
        per = self.tournament["warnings_per_vp"]
        for entry, now in warnings.items():
            if per:
                vp[entry] -= (before[entry] + now) // per - before[entry] // per
        return vp, mp

    def places(self):
        groups = {one["id"]: one["stage_id"] for one in self.package.records("Group")}
        found = self.package.records("GroupPlace")
        return [one for one in found if groups[one["group_id"]] == self.stage]

    def adjustments(self, vp, mp, warnings, before):
        """Those that moved no match; of the others, by round and entry: ("points" | "mp") and how much."""
        given = Counter()
        for one in self.in_force("Adjustment", "cancelled_at"):
            entry, round_id = self.entries[one["entry_id"]], one["round_id"]
            stage = self.stage_of[round_id] if round_id else self.stage_at(one["given_at"])
            if one["kind"] == "points":
                given[self.rounds[round_id], entry, "points"] += one["amount"]
            elif stage == self.stage:
                vp[entry] += one["amount"] if one["kind"] == "vp" else 0
                mp[entry] += one["amount"] if one["kind"] == "mp" else 0
                warnings[entry] += one["kind"] == "warning"
                if one["kind"] == "mp" and round_id:
                    given[self.rounds[round_id], entry, "mp"] += one["amount"]
            elif self.order[stage] < self.order[self.stage]:
                before[entry] += one["kind"] == "warning"
        return given

    def stage_at(self, moment):
        """The last stage of which a round had been paired by then; the first where nothing tells."""
        starts = {}
        for one in self.package.records("Pairing"):
            if one["state"] != "discarded":
                stage = self.stage_of[one["round_id"]]
                starts[stage] = min(starts.get(stage, one["made_at"]), one["made_at"])
        begun = [stage for stage, start in starts.items() if start <= moment]
        return max(begun or list(self.order), key=lambda one: self.order[one] * (1 if begun else -1))

    def rooms(self, given):
        """The tables of the stage up to the round of the publication, with what was scored at them."""
        boards, sets = Counter(), Counter()
        for one in self.package.records("Board"):
            (sets if one["board_set_id"] else boards)[one["board_set_id"] or one["round_id"]] += 1
        rooms = {}
        for one in self.package.records("Table"):
            if one["round_id"] not in self.rounds or self.stage_of[one["round_id"]] != self.stage:
                continue
            if self.rounds[one["round_id"]] > self.last:
                continue
            lines = [[self.entries[one[name]] for name in names if one[name]] for names in LINES]
            count = sets[one["board_set_id"]] if one["board_set_id"] else boards[one["round_id"]]
            rooms[one["id"]] = {
                "round": self.rounds[one["round_id"]], "number": one["number"], "a": lines[0], "b": lines[1],
                "boards": count, "scored": 0, "void": 0, "points": [0, 0], "fixed": None,
            }  # fmt: skip
        self.fill(rooms, given)
        return sorted(rooms.values(), key=lambda room: (room["round"], room["number"]))

    def fill(self, rooms, given):
        for one in self.in_force("BoardScore"):
            room = rooms.get(one["table_id"])
            if room is None:
                continue
            if one["kind"] == "void":
                room["void"] += 1
                continue
            room["scored"] += 1
            points = [one["points_a"], one["points_b"]]
            for line, value in enumerate(reversed(points) if self.scale["fewest_wins"] else points):
                room["points"][line] += value
        for one in self.in_force("MatchScore"):
            room = rooms.get(one["table_id"])
            if room is not None:
                room["fixed"] = [one["vp_a"], one["mp_a"]], [one["vp_b"], one["mp_b"]]
        spent = set()
        for room in sorted(rooms.values(), key=lambda room: (room["round"], room["number"])):
            for line, side in enumerate(("a", "b")):
                for entry in room[side] if room["scored"] else []:
                    if (room["round"], entry) not in spent:
                        spent.add((room["round"], entry))
                        room["points"][line] += given[room["round"], entry, "points"]

    def matches(self, rooms):
        """Each with its rooms: two for teams, both told from line A of the first."""
        if self.tournament["contest"] != "teams":
            return [[room] for room in rooms]
        found = defaultdict(list)
        for room in rooms:
            match = found[room["round"], frozenset(room["a"] + room["b"])]
            fixed = room["fixed"] and room["fixed"][::-1]
            turned = dict(room, a=room["b"], b=room["a"], points=room["points"][::-1], fixed=fixed)
            match.append(turned if match and match[0]["a"] != room["a"] else room)
        return list(found.values())

    def worth(self, match, given):
        """Entry, VP and MP of everybody at the match; nothing while a board lacks its score."""
        first = match[0]
        fixed = next((room["fixed"] for room in match if room["fixed"]), None)
        if fixed:
            for side, (vp, mp) in zip(("a", "b"), fixed):
                for entry in first[side]:
                    yield entry, vp, mp
        elif not first["b"]:
            for entry in first["a"]:
                yield entry, self.tournament["bye_vp"] or 0, self.tournament["bye_mp"] or 0
        elif all(0 < room["boards"] == room["scored"] for room in match):
            lead = sum(room["points"][0] - room["points"][1] for room in match)
            boards = sum(room["boards"] for room in match)
            if str(boards) not in self.scale["bands"] and "any" not in self.scale["bands"]:
                boards = max(room["boards"] for room in match)
            vp_a, vp_b = self.victory_points(lead + self.more(first, given), boards)
            for entry in first["a"]:
                yield entry, vp_a, lead
            for entry in first["b"]:
                yield entry, vp_b, -lead

    def more(self, room, given):
        """At a game that scores by fives the MP given for the round move its match."""
        if not self.scale["by_fives"] or len(room["a"]) > 1 or len(room["b"]) > 1:
            return 0
        mine, theirs = (sum(given[room["round"], entry, "mp"] for entry in room[side]) for side in ("a", "b"))
        return mine - theirs

    def victory_points(self, lead, boards):
        bands = self.scale["bands"]
        band = bands[str(boards)] if str(boards) in bands else bands["any"]
        ahead = abs(lead) // self.scale["step"] * self.scale["step"]
        winner = band[bisect_right([first for _vp, first in band], ahead) - 1][0]
        loser = self.scale["total"] - winner
        return (winner, loser) if lead >= 0 else (loser, winner)


LINES = (("line_a_id", "line_a2_id"), ("line_b_id", "line_b2_id"))


def check_standings(package, texts, lines):
    """The latest publication of each stage made once more; each in one line of words."""
    latest = {}
    for one in package.records("Publication"):
        if one["stage_id"] not in latest or latest[one["stage_id"]]["number"] < one["number"]:
            latest[one["stage_id"]] = one
    for publication in sorted(latest.values(), key=lambda one: one["number"]):
        package.place = "standings {}".format(publication["number"])
        vp, mp = Stage(package, publication, lines).sums()
        count = 0
        for section_number, section in enumerate(publication["rows"]):
            before = None
            for place, row in enumerate(section["rows"]):
                entry, made = row["entry"], (vp[row["entry"]], mp[row["entry"]])
                if made != (row["vp"], row["mp"]):
                    words = "standings {}: entry {} has {} VP and {} MP, but its scores make {} and {}"
                    raise Wrong(words, publication["number"], entry, row["vp"], row["mp"], *made)
                bracket = any(tie["criterion"] in BRACKET for tie in section.get("ties", []))
                if row["place"] is not None and before is not None and made > before and not bracket:
                    raise Wrong("standings {}: entry {} stands too low", publication["number"], entry)
                before = made if row["place"] is not None else before
                name = texts.get(
                    (
                        "tournaments.Publication:{}".format(publication["id"]),
                        "rows/{}/rows/{}/name".format(section_number, place),
                    ),
                    "(cancellato)",
                )
                count += 1
                yield "{:>5} {:>5}  {:>4} VP {:>6} MP  {}".format(row["place"] or "-", entry, *made, name)
        yield "standings {} ({}): {} entries, as published".format(publication["number"], publication["kind"], count)


# What comes before all figures: the matches of a bracket.
BRACKET = ("final", "third_place", "knockout")


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__.splitlines()[0])
        return 2
    package = None
    try:
        package = Package(arguments[0])
        seals, lines = check_log(package, *arguments[1:])
        texts, erased = check_texts(package, check_records(package, seals))
        for line in check_standings(package, texts, lines):
            print(line)
    except Wrong as error:
        print("{}: {}".format(arguments[0], error))
        return 1
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
        place = package.place if package else "manifest.json"
        print("{}: {}: not what such a file says there: {}".format(arguments[0], place, error))
        return 1
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, RecursionError, NotImplementedError) as error:
        place = "{}: ".format(package.place) if package else ""
        print("{}: no package: {}{}".format(arguments[0], place, error))
        return 1
    of, head = package.manifest["tournament"], package.manifest["head"]
    print("{}: OK, {}, up to line {} ({})".format(arguments[0], of["name"], head["number"], head["hash"][:16]))
    print(
        "{} sealed records, {} texts, {} erased; says to be signed by {}".format(
            len(seals), len(texts), erased, package.manifest["key"]
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
