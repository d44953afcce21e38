"""How minors are named where everybody reads: by their initials, whoever asks (docs/privacy.md).

One place decides: `public_names` of a tournament tells it of every text, whether a name stands in a record of today, in
standings published and sealed long ago, or in a title. Who runs the tournament reads the names on the desk's own pages.

Pages that everybody reads name minors by their initials, whoever looks and whatever they show.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpResponse
from django.utils import timezone
from django.utils.html import escape

from papers.sheets import Names
from people.accounts.models import Player
from records.requests import PublicRequest
from tournaments.entries.models import EntryMember
from tournaments.setup.models import Tournament

Value = TypeVar("Value")
BETWEEN = " – "  # the surnames of a pair's name


def initials(*names: str) -> str:
    """«M. R.» of a first name and a surname."""
    return " ".join(f"{name.strip()[:1].upper()}." for name in names if name.strip())


def public_name(player: Player, day: date) -> str:
    """How the player is named in public on that day."""
    return initials(player.first_name, player.last_name) if player.is_minor(day) else str(player)


@dataclass(frozen=True)
class PublicNames(Names):
    """What stands in the place of each name that nobody reads in public; nothing to do where there is none."""

    instead: Mapping[str, str]
    pattern: re.Pattern[str] | None = None

    def __bool__(self) -> bool:
        return bool(self.instead)

    def in_text(self, text: str) -> str:
        """The text as everybody may read it; HTML and JSON too, where names stand in their own spelling."""
        return self.pattern.sub(lambda match: self.instead[match[0]], text) if self.pattern else text

    def in_all(self, value: Value) -> Value:
        """The same of every text in rows, papers and what they are made of."""
        return self._shown(value) if self.instead else value

    def _shown(self, value: Any) -> Any:
        if type(value) is str:
            return self.in_text(value)
        if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
            return type(value)(map(self._shown, value))
        if is_dataclass(value) and not isinstance(value, type):
            shown = {field.name: self._shown(getattr(value, field.name)) for field in fields(value) if field.init}
            changed = {name: text for name, text in shown.items() if text != getattr(value, name)}
            return replace(value, **changed) if changed else value
        return value


NOBODY = PublicNames({})


def public_names(slug: str, day: date) -> PublicNames:
    """Those of a tournament on that day; one query where nobody in it is a minor."""
    minors = EntryMember.objects.filter(entry__tournament__slug=slug, player__minor_until__gt=day)
    entries = set(minors.order_by().values_list("entry", flat=True))
    if not entries:
        return NOBODY
    members = EntryMember.objects.filter(entry__tournament__slug=slug).select_related("entry", "player")
    of_entry: dict[int, list[EntryMember]] = {}
    adults: list[str] = []
    for member in members.order_by("entry__number", "position", "from_round"):
        if member.entry_id in entries:
            of_entry.setdefault(member.entry_id, []).append(member)
        else:
            adults += [*_orders(member.player), member.entry.name]
    instead: dict[str, str] = {}
    for name in adults:
        instead.setdefault(name, name)
    published = _published_lines(slug)
    for mine in of_entry.values():
        instead |= _of_entry(mine, day, published.get(mine[0].entry.number, ()))
    return _compile_names(instead)


def _of_entry(members: Sequence[EntryMember], day: date, published: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The names of an entry with a minor, as it is called now and as it was called in published standings."""
    entry = members[0].entry
    instead = {entry.name: _team_name(entry.name, members, day)}
    adults = {name for member in members if not member.player.is_minor(day) for name in _orders(member.player)}
    for member in members:
        for name in _orders(member.player):
            instead[name] = name if name in adults else public_name(member.player, day)
    for row in published:
        for name in row["players"]:
            # Spelt otherwise then: whoever it was sat with a minor, or was the minor.
            instead.setdefault(name, initials(*name.split(" ", 1)))
        if row["name"] not in instead:
            instead[row["name"]] = _name_of_then(row, instead, _team_name(row["name"], members, day))
    return instead


def _name_of_then(row: Mapping[str, Any], instead: Mapping[str, str], name: str) -> str:
    """What a line of published standings calls its entry, by the players whom it names; else the name given."""
    parts, players = row["name"].split(BETWEEN), row["players"]
    if len(parts) != len(players):
        return name
    shown = (
        part if instead[player] == player else instead[player] for part, player in zip(parts, players, strict=True)
    )
    return BETWEEN.join(shown)


def _team_name(name: str, members: Sequence[EntryMember], day: date) -> str:
    """A pair's or team's name without the name of a minor: each surname in its place, elsewhere wherever it stands."""
    here = {member.position: member.player for member in members}
    parts = name.split(BETWEEN)
    places = sorted(here)
    if len(parts) == len(places) and all(here[at].last_name in part for at, part in zip(places, parts, strict=True)):
        shown = (
            public_name(here[at], day) if here[at].is_minor(day) else part
            for at, part in zip(places, parts, strict=True)
        )
        return BETWEEN.join(shown)
    for member in members:
        if member.player.is_minor(day):
            for spelling in (*_orders(member.player), member.player.last_name, member.player.first_name):
                name = _whole_names(spelling).sub(public_name(member.player, day), name)
    return name


def _published_lines(slug: str) -> dict[int, list[Mapping[str, Any]]]:
    """The lines of published standings by the number of their entry."""
    lines: dict[int, list[Mapping[str, Any]]] = {}
    published = Tournament.objects.filter(slug=slug, publications__isnull=False)
    for rows in published.order_by("publications__number").values_list("publications__rows", flat=True):
        for group in rows:
            for row in group["rows"]:
                lines.setdefault(row["entry"], []).append(row)
    return lines


def _orders(player: Player) -> tuple[str, str]:
    """The full name as it is said, and as it stands in lists."""
    return f"{player.first_name} {player.last_name}".strip(), f"{player.last_name} {player.first_name}".strip()


def _compile_names(instead: Mapping[str, str]) -> PublicNames:
    """With every spelling that a page, a paper or a file gives a name; names that stay guard those inside them."""
    shown_names = {name: shown for name, shown in instead.items() if name and name != shown}
    for name, shown in instead.items():
        if name and name == shown and any(longer in name for longer in list(shown_names)):
            shown_names[name] = name
    spelt = {spelling: change(shown) for name, shown in shown_names.items() for spelling, change in _spellings(name)}
    longest = sorted(spelt, key=len, reverse=True)
    return PublicNames(spelt, _whole_names(*longest)) if spelt else NOBODY


def _spellings(name: str) -> Iterator[tuple[str, Any]]:
    yield json.dumps(name, ensure_ascii=False)[1:-1], lambda shown: json.dumps(shown, ensure_ascii=False)[1:-1]
    yield str(escape(name)), lambda shown: str(escape(shown))
    yield name, str


def _whole_names(*names: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")


View = Callable[..., HttpResponse]
JSON = "application/json"
# What is said in a file whose hash is that of the full names: only who has these can compute it.
VEILED = '{"minors":"by their initials here; the hash is that of their names",'


def in_public(view: View) -> View:
    """Mark a public page of a tournament: what it says is passed through the tournament's public names."""

    @wraps(view)
    def answer(request: PublicRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, slug, *args, **kwargs)
        # After the view: of a tournament that is not the reader's to see nothing is asked.
        names = public_names(slug, timezone.localdate()) if response.content else None
        if names:
            page = response.content.decode()
            shown = names.in_text(page)
            is_data = response.headers["Content-Type"].startswith(JSON) and shown != page
            response.content = (VEILED + shown[1:] if is_data else shown).encode()
        return response

    return answer
