"""What was published, as a feed (RFC 4287) that a reader follows: the latest first, each under an id for ever."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, tostring

from tournaments.erasing.marks import in_words

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
