"""What was published, as a feed (RFC 4287) that a reader follows: the latest first, each under an id for ever.

A tournament's day and rounds as a calendar (RFC 5545) that a phone subscribes to.

Moments are in UTC, which every calendar shows on its reader's clock; what never changes is told by the same UID.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, tostring

from papers.sheets import in_words

MOST = 50
ATOM = "http://www.w3.org/2005/Atom"
# What XML cannot hold, however it is written.
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class FeedEntry:
    """Something published; id: which names it for ever, wherever the program is installed anew."""

    id: str
    title: str
    address: str
    at: datetime
    summary: str = ""


@dataclass(frozen=True)
class Feed:
    """address: of the feed itself; about: of the page that it follows."""

    id: str
    title: str
    author: str
    address: str
    about: str
    at: datetime
    entries: Sequence[FeedEntry]
    language: str = "it"


def atom(feed: Feed) -> bytes:
    root = Element("feed", {"xmlns": ATOM, "xml:lang": feed.language})
    entries = sorted(feed.entries, key=lambda one: one.at, reverse=True)[:MOST]
    _texts(root, id=_urn(feed.id), title=feed.title, updated=_moment(max([one.at for one in entries], default=feed.at)))
    SubElement(root, "link", {"rel": "self", "type": "application/atom+xml", "href": feed.address})
    SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": feed.about})
    _texts(SubElement(root, "author"), name=feed.author)
    for one in entries:
        entry = SubElement(root, "entry")
        _texts(entry, id=_urn(one.id), title=one.title, updated=_moment(one.at), published=_moment(one.at))
        SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": one.address})
        if one.summary:
            _texts(entry, summary=one.summary)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _texts(parent: Element, **texts: str) -> None:
    for name, text in texts.items():
        SubElement(parent, name).text = _ILLEGAL.sub("", in_words(text))


def _urn(name: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, 'referee/' + name)}"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


LONGEST_LINE = 75  # octets
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True)
class Event:
    """Something of the calendar: on a whole day, or from one moment to another; known: since when it is as it is."""

    id: str
    title: str
    begins: date | datetime
    ends: date | datetime
    known: datetime
    place: str = ""
    address: str = ""


def calendar(name: str, events: Iterable[Event]) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Referee//Tornei//IT", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{escaped(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT15M"]
    for event in events:
        lines += _event(event)
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{uuid5(NAMESPACE_URL, 'referee/' + event.id)}@referee"
    yield f"DTSTAMP:{_utc(event.known)}"
    yield f"DTSTART{_when(event.begins)}"
    yield f"DTEND{_when(event.ends)}"
    yield f"SUMMARY:{escaped(event.title)}"
    if event.place:
        yield f"LOCATION:{escaped(event.place)}"
    if event.address:
        yield f"URL:{event.address}"
    if not isinstance(event.begins, datetime):
        yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _when(moment: date | datetime) -> str:
    return f":{_utc(moment)}" if isinstance(moment, datetime) else f";VALUE=DATE:{moment.isoformat().replace('-', '')}"


def _utc(moment: datetime) -> str:
    at = moment.astimezone(UTC)
    return f"{at.year:04}{at:%m%dT%H%M%SZ}"  # before the year 1000 `%Y` has fewer figures


def escaped(text: str) -> str:
    """A text as the format writes it, without what it cannot hold."""
    return _CONTROL.sub("", in_words(text).replace("\r\n", "\n").replace("\r", "\n")).translate(_ESCAPED)


def folded(line: str) -> str:
    """The line in parts of at most 75 octets, no letter cut in two."""
    parts, part, room = [], "", LONGEST_LINE
    for letter in line:
        size = len(letter.encode())
        if size > room:
            parts.append(part)
            part, room = " ", LONGEST_LINE - 1
        part, room = part + letter, room - size
    return "\r\n".join([*parts, part])


def whole_day(day: date) -> tuple[date, date]:
    """The day as a calendar writes it: until the one after."""
    return day, min(day, date.max - timedelta(days=1)) + timedelta(days=1)
