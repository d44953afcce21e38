"""What a roster says of a member beside the card: whether they may play, are suspended and until when, or have left."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from people.imports.words import plain_words, roster_words
from records.days import Meaning, day_in


@dataclass(frozen=True)
class Standing:
    """A member's state; the days as 2026-12-31, or nothing. said: in the words of the file."""

    is_out: bool = False
    is_suspended: bool = False
    begins: str = ""
    ends: str = ""
    said: str = ""


IN_FORCE = Standing()
_OF_STATE = ("state", "left", "suspended", "suspended_from", "suspended_until")
_DAY = re.compile(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?")
MOST_SAID = 100


def state_text(told: Mapping[str, str]) -> str:
    """What the columns of the state say, in one line."""
    return " · ".join(text for name in _OF_STATE if (text := told.get(name, "")))[:MOST_SAID]


def read_standing(told: Mapping[str, str]) -> Standing | None:
    """The state by the texts of its columns; None where they say what nobody here understands."""
    kind, begins, ends = _kind(told), told.get("suspended_from", ""), told.get("suspended_until", "")
    if kind is None:
        return None
    if kind == "out":
        return Standing(is_out=True, said=state_text(told))
    days = [_DAY.findall(told.get(name, "")) for name in ("suspended", "state")]
    for text, found in zip((told.get("suspended", ""), told.get("state", "")), days, strict=True):
        first, last = _between(text, found)
        begins, ends = begins or first, ends or last
    read = [_day(begins), _day(ends)]
    if None in read or any(len(found) > 2 for found in days):
        return None
    first, last = (text or "" for text in read)
    if kind == "in_force" and not (first or last):
        return IN_FORCE
    return (
        None
        if first and last and last < first
        else Standing(is_suspended=True, begins=first, ends=last, said=state_text(told))
    )


def _kind(told: Mapping[str, str]) -> str | None:
    """«in_force», «suspended», «out»: the worst of what the two columns say."""
    kinds = {_kind_of(told.get("state", ""))}
    if suspended := told.get("suspended", ""):
        kinds.add(_answers().get(" ".join(plain_words(suspended))) or _kind_of(suspended))
    if None in kinds:
        return None
    return next(kind for kind in ("out", "suspended", "in_force") if kind in kinds)


def _kind_of(text: str) -> str | None:
    """What the words of a cell say; None where they say more than one thing, or deny it."""
    words = [word for word in plain_words(_DAY.sub(" ", text)) if word not in _little()]
    if not words:
        return "suspended" if _DAY.search(text) else "in_force"
    kinds = {kind for word in words if (kind := _words().get(word))}
    return kinds.pop() if len(kinds) == 1 and not _denies().intersection(words) else None


def _between(text: str, days: list[str]) -> tuple[str, str]:
    """The first and the last day that a text tells: of one alone the word before it says which it is."""
    if len(days) > 1:
        return days[0], days[1]
    if not days:
        return "", ""
    before = plain_words(text.partition(days[0])[0])
    return (days[0], "") if {"dal", "da", "from", "since"} & {*before} else ("", days[0])


def _day(text: str) -> str | None:
    if not text:
        return ""
    read = day_in(text, Meaning.MEMBER)
    return read.day.isoformat() if read else None


@cache
def _words() -> Mapping[str, str]:
    return {word: kind for kind in ("in_force", "suspended", "out") for word in roster_words()["states"][kind]}


@cache
def _answers() -> Mapping[str, str]:
    """What stands in a column that only says whether somebody is suspended."""
    answers = roster_words()["answers"]
    return dict.fromkeys(answers["yes"], "suspended") | dict.fromkeys(answers["no"], "in_force")


@cache
def _denies() -> frozenset[str]:
    return frozenset(roster_words()["denies"])


@cache
def _little() -> frozenset[str]:
    return frozenset(roster_words()["little"])
