"""A draft of a code as somebody sends it: a zip of its folder, or the files alone that change those of an edition.

Whoever sends it need not be trusted. What could take all memory or all time is refused by its size before it is read:
packed bytes, files, depth, repeated anchors, combinations of answers. The rest is judged as our own codes are.
"""

import io
import logging
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import prod
from pathlib import Path
from string import Formatter
from tempfile import TemporaryDirectory
from typing import Any

from codes.deciding.book import Rulebook
from codes.format.plain_yaml import Document
from codes.reading.loader import RulebookError, load_rulebook
from records.outside import DRAFT, Room, TooMuch, check_members, unsafe_yaml

# The largest table of ours has 8,064 combinations of answers, and is spread into 99 rows at most.
MOST_COMBINATIONS, MOST_ROWS, MOST_FACTS = 50_000, 1_600, 14
MOST_PROBLEMS = 20
FOLDERS = ("procedures", "examples", "tellings")
NAME = re.compile(rf"(?:(?:{'|'.join(FOLDERS)})/)?[a-z0-9]+(?:[-_][a-z0-9]+)*\.yaml")
PLACE = re.compile(r"[a-z_]+")
# One word or another by the figure that stands in the place: «punto|punti».
BY_FIGURE = re.compile(r"(?:[^\W\d_](?:[^\W\d_]|[ ’]){0,30}\|[^\W\d_](?:[^\W\d_]|[ ’]){0,30})?")
log = logging.getLogger(__name__)


class Fault(StrEnum):
    """What is wrong; the words for it are `federation.drafts.queries`'s. CHECK: the checks' own words tell."""

    TOO_BIG = "too-big"
    NOT_A_ZIP = "not-a-zip"
    TOO_MANY = "too-many"
    BAD_NAME = "bad-name"
    TWICE = "twice"
    NOT_TEXT = "not-text"
    NOT_YAML = "not-yaml"
    TOO_DEEP = "too-deep"
    TOO_LONG = "too-long"
    TAG = "tag"
    ANCHORS = "anchors"
    TABLE = "table"
    PLACE = "place"
    UNKNOWN_FILE = "unknown-file"
    OTHER_GAME = "other-game"
    UNREADABLE = "unreadable"
    CHECK = "check"


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong, where a person can find and mend it; line 0: of the whole file."""

    file: str
    line: int
    fault: Fault
    about: str = ""


class DraftRefused(Exception):
    """A draft that must not be tried, with what is wrong in it."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = tuple(sorted(set(problems)))[:MOST_PROBLEMS]
        super().__init__(
            "; ".join(f"{problem.file}:{problem.line} {problem.fault} {problem.about}" for problem in self.problems)
        )


def read_upload(name: str, content: bytes) -> dict[str, str]:
    """The files sent, by their names in a code's folder. Raises DraftRefused."""
    if len(content) > DRAFT.size:
        raise DraftRefused(Problem(name, 0, Fault.TOO_BIG))
    if not name.lower().endswith(".zip"):
        return {_checked_name(name): _text(name, content)}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return dict(_unpacked(packed))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise DraftRefused(Problem(name, 0, Fault.NOT_A_ZIP)) from error


def _unpacked(packed: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    members = [member for member in packed.infolist() if not member.is_dir()]
    try:
        check_members(members, DRAFT)
    except TooMuch as error:
        raise DraftRefused(Problem("", 0, Fault.TOO_MANY)) from error
    top = _top(members)
    names, room = set[str](), Room(DRAFT)
    for member in members:
        name = _checked_name(member.filename.removeprefix(top))
        if name in names:
            raise DraftRefused(Problem(name, 0, Fault.TWICE))
        names.add(name)
        # The size that a zip tells of a file is not taken for true.
        with packed.open(member) as file:
            yield name, _text(name, file.read(DRAFT.part + 1), room)


def _top(members: list[zipfile.ZipInfo]) -> str:
    """The folder in which all lies, where somebody packed the folder itself."""
    tops = {member.filename.partition("/")[0] for member in members}
    top = next(iter(tops)) if len(tops) == 1 else ""
    top = "" if top.startswith(".") else top
    of_ours = top in FOLDERS or not all("/" in member.filename for member in members)
    return "" if of_ours else f"{top}/"


def _checked_name(name: str) -> str:
    if not NAME.fullmatch(name) or len(name) > 120:
        raise DraftRefused(Problem(name[:120], 0, Fault.BAD_NAME))
    return name


def _text(name: str, content: bytes, room: Room | None = None) -> str:
    if len(content) > DRAFT.part:
        raise DraftRefused(Problem(name, 0, Fault.TOO_BIG))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DraftRefused(Problem(name, content[: error.start].count(b"\n") + 1, Fault.NOT_TEXT)) from error
    if problem := unsafe(name, text, room):
        raise DraftRefused(problem)
    return text


def unsafe(name: str, text: str, room: Room | None = None) -> Problem | None:
    """The first thing for which a text is not even read; anchors may be used, but not to make it long without end."""
    found = unsafe_yaml(text, DRAFT, anchors=True, room=room)
    return Problem(name, found[0], Fault(found[1])) if found else None


def whole(sent: Mapping[str, str], edition: Mapping[str, str]) -> dict[str, str]:
    """The files of the draft: those sent, if they are a whole code; else the edition's with these in their place."""
    if "rulebook.yaml" in sent and "articles.yaml" in sent:
        return dict(sent)
    unknown = [name for name in sent if "/" not in name and name not in edition]
    if unknown:
        raise DraftRefused(*(Problem(name, 0, Fault.UNKNOWN_FILE) for name in unknown))
    return {**edition, **sent}


def files_of(folder: Path) -> dict[str, str]:
    """The files of an edition of ours, its worked cases and tellings too."""
    paths = [path for under in ("", *FOLDERS) for path in (folder / under).glob("*.yaml")]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}


def load_draft(files: Mapping[str, str]) -> Rulebook:
    """The code that the files are, checked as every code is. Raises DraftRefused."""
    if problems := [*_endless(files), *_reaching(files)]:
        raise DraftRefused(*problems)
    with TemporaryDirectory() as place:
        folder = Path(place)
        for under in FOLDERS:
            (folder / under).mkdir()
        for name, text in files.items():
            (folder / _checked_name(name)).write_text(text, encoding="utf-8")
        try:
            return load_rulebook(folder)
        except RulebookError as error:
            problems_found = (
                Problem(problem.file, problem.line, Fault.CHECK, problem.message[:300]) for problem in error.problems
            )
            raise DraftRefused(*problems_found) from error
        except Exception as error:  # what no check foresaw is no code, whatever it is
            log.info("A draft could not be read.", exc_info=True)
            raise DraftRefused(Problem("", 0, Fault.UNREADABLE)) from error


def _endless(files: Mapping[str, str]) -> Iterator[Problem]:
    """The procedures whose tables would take too long to be walked."""
    shared = _mapping(Document(files.get("facts.yaml", ""), "facts.yaml").data)
    options = _mapping(_mapping(Document(files.get("rulebook.yaml", ""), "rulebook.yaml").data).get("options"))
    if prod(_answers(option, shared) for option in options.values()) > MOST_COMBINATIONS:
        yield Problem("rulebook.yaml", 1, Fault.TABLE)
    for name, text in files.items():
        if name.startswith("procedures/"):
            document = Document(text, name)
            if _is_endless(_mapping(document.data), shared, options):
                yield Problem(name, document.line_of(("facts",)), Fault.TABLE)


def _reaching(files: Mapping[str, str]) -> Iterator[Problem]:
    """The wordings whose places are no plain names: they could reach into the program, or be as long as one likes."""
    document = Document(files.get("effects.yaml", ""), "effects.yaml")
    for location, text in _texts(document.data, ()):
        try:
            places = [(name, spec, by) for _literal, name, spec, by in Formatter().parse(text) if name is not None]
        except ValueError:
            places = [("", "", "!")]
        if any(by or not PLACE.fullmatch(name) or not BY_FIGURE.fullmatch(spec or "") for name, spec, by in places):
            yield Problem("effects.yaml", document.line_of(location), Fault.PLACE)


def _texts(value: Any, location: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, str):
        yield location, value
    elif isinstance(value, dict | list):
        for name, entry in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(entry, (*location, name))


def _is_endless(procedure: Mapping[str, Any], shared: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    facts = _mapping(procedure.get("facts"))
    shared_facts = {**options, **_mapping(shared.get("facts"))}
    answers = {name: _answers(own or shared_facts.get(name), shared) for name, own in facts.items()}
    if len(facts) > MOST_FACTS or prod(answers.values()) > MOST_COMBINATIONS:
        return True
    rules = procedure.get("rules")
    return isinstance(rules, list) and sum(_rows(rule, answers) for rule in rules) > MOST_ROWS


def _rows(rule: Any, answers: Mapping[str, int]) -> int:
    """Into how many rows a rule is spread at most: by each answer to what its conditions name."""
    when, names = _mapping(_mapping(rule).get("when")), set(_conditions(rule))
    spread = (1 if isinstance(when.get(name), str) else answers.get(name, 1) for name in names)
    return prod(spread)


def _conditions(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for entry in value:
            yield from _conditions(entry)
    elif isinstance(value, dict):
        for name, entry in value.items():
            yield from map(str, _mapping(entry)) if name == "if" else _conditions(entry)


def _answers(fact: Any, shared: Mapping[str, Any]) -> int:
    answers = _mapping(fact).get("answers")
    if isinstance(answers, str):
        answers = _mapping(shared.get("answer_sets")).get(answers)
    return max(1, len(answers)) if isinstance(answers, dict | list) else 1


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
