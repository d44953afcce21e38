"""Template tags of the interface: icons, keys of forms, times in words, the drawn table, what the roster says."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from codes.seats import Line, Seat
from pages.own_addresses import own_addresses, stays_on_this_machine
from pages.views import hall_root
from people.sign_in.forms import is_wanted
from records.log import Head
from tournaments.appeals.adjustment_queries import warnings_of
from tournaments.entries import admission_queries as eligibility_words
from tournaments.entries.eligibility import Finding
from tournaments.entries.models import Entry
from tournaments.scores.words import entry_words, reference_in_words, ruling_number
from tournaments.setup.games import COMPASS, SeatNames
from tournaments.setup.models import Contest, Tournament
from tournaments.staff.queries import name_and_clubs

register = template.Library()

# What all icons have in common.
FRAME = (
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" '
    'stroke-linecap="round" stroke-linejoin="round" class="icon" {1}>{2}</svg>'
)
QUIET = SafeString('aria-hidden="true" focusable="false"')
SPACE = re.compile(r">\s+<")


@register.simple_tag
def log_head(tournament: Tournament) -> str:
    """Number and hash of the last line of its log, as papers show it: who notes it can tell a log written anew."""
    return str(Head.current(tournament))


@register.inclusion_tag("components/own_addresses.html", takes_context=True)
def phones_notice(context: Context) -> dict[str, object]:
    """That phones cannot open the codes printed now, and by which addresses they would."""
    request = context["request"]
    if not stays_on_this_machine(request):
        return {"stays_here": False}
    port = f":{request.get_port()}" if request.get_port() not in {"80", "443"} else ""
    return {"stays_here": True, "root": hall_root(request), "addresses": own_addresses(), "port": port}


@register.simple_block_tag
def verify(content: str) -> str:
    """What lets a stranger check the page (seeds, hashes, versions of the program), folded away from who only reads.

    In sight stay what these prove: that a proof holds or does not, who comes out of a lot, who published and when. On
    paper, where nothing is folded, they are an annex; the head of the log stands on every page.
    """
    summary = format_html('<summary class="reach">{} {}</summary>', icon("shield-check", size=18), _("Verifica"))
    return format_html('<details class="verify">{}<div>{}</div></details>', summary, content)


@register.simple_tag
def icon(name: str, label: str = "", size: int = 20) -> str:
    """The lucide icon as inline SVG: decoration without a label, an image with its name with one."""
    return _icon_svg(name, str(label), size)


# A grid shows the same few icons hundreds of times.
@lru_cache(maxsize=1024)
def _icon_svg(name: str, label: str, size: int) -> str:
    svg = _drawings().read(f"{name}.svg").decode()
    lines = SPACE.sub("><", svg[svg.index(">") + 1 : svg.rindex("</svg>")].strip())
    told = format_html('role="img" aria-label="{}"', label) if label else QUIET
    return format_html(FRAME, size, told, SafeString(lines))


@cache
def _drawings() -> ZipFile:
    """All icons, packed, in memory: lucide itself reads the list of all 1,745 anew for each that is drawn."""
    return ZipFile(BytesIO(files("lucide").joinpath("lucide.zip").read_bytes()))


@register.simple_tag
def same_everywhere(template_name: str) -> str:
    """A part that says the same on every page and to everybody: drawn once for each language."""
    part = _part.__wrapped__ if settings.DEBUG else _part  # who works on the templates wants to see it anew
    return part(template_name, get_language())


@lru_cache(maxsize=64)
def _part(template_name: str, language: str | None) -> str:
    return render_to_string(template_name)


@register.simple_tag
def idempotency_key() -> str:
    """A hidden field that makes a form sent twice count once."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())


@register.inclusion_tag("components/code_again.html", takes_context=True)
def code_again(context: Context, where: str) -> dict[str, Any]:
    """The field for the code that what is final asks again of whoever has a second factor; where: a name for it."""
    return {"wanted": is_wanted(context["request"]), "where": where}


register.filter("cited", reference_in_words)
register.filter("ruling_number", ruling_number)


@register.filter
def told_alike(words: str) -> str:
    """Of what was told before acting who has the own name."""
    return name_and_clubs(words)[0]


@register.filter
def told_clubs(words: str) -> str:
    """Of what was told before acting the own clubs, with who is of them."""
    return name_and_clubs(words)[1]


@register.filter
def entry_called(entry: Entry, tournament: Tournament) -> str:
    """What is entered in the tournament, with the entry's number: «coppia 3», «squadra 3», «giocatore 3»."""
    return entry_words(tournament.contest, entry.number)


@register.filter
def seat(value: Seat | str | None, tournament: Tournament | None = None) -> str | Promise:
    """The seat's name in the tournament's game (without one: Nord, Ovest, Sud, Est); nothing for no seat."""
    return seat_names_of(tournament).names[Seat(value)] if value else ""


@register.filter
def seat_letter(value: Seat | str | None, tournament: Tournament | None = None) -> str | Promise:
    """The letter the players see (N, O, S, E; A, B, C, D at burraco); nothing for no seat."""
    return seat_names_of(tournament).letters[Seat(value)] if value else ""


@register.filter
def deal(number: int | None, tournament: Tournament) -> int | str:
    """The number by which people call a deal of the tournament; nothing for none."""
    return tournament.deal_called(number) if number else ""


def seat_names_of(tournament: Tournament | None) -> SeatNames:
    return tournament.seat_names if tournament else COMPASS


@register.filter
def ago(value: datetime | None) -> str:
    """How long ago, as a person says it: words up to two days, then the date."""
    if value is None:
        return ""
    now, then = timezone.localtime(), timezone.localtime(value)
    passed, days = now - then, (now.date() - then.date()).days
    if passed < timedelta(minutes=1):
        return _("adesso")
    if passed < timedelta(hours=1):
        minutes = passed // timedelta(minutes=1)
        return ngettext("%(count)d minuto fa", "%(count)d minuti fa", minutes) % {"count": minutes}
    if passed < timedelta(hours=6):
        hours = passed // timedelta(hours=1)
        return ngettext("%(count)d ora fa", "%(count)d ore fa", hours) % {"count": hours}
    return _on_the_day(then, days)


def _on_the_day(then: datetime, days: int) -> str:
    at = time_format(then, "H:i")
    if days == 0:
        return _("oggi alle %(time)s") % {"time": at}
    if days == 1:
        return _("ieri alle %(time)s") % {"time": at}
    return _("%(date)s alle %(time)s") % {"date": date_format(then, "j F Y"), "time": at}


@dataclass(frozen=True)
class DrawnSeat:
    """One place at the drawn table, ready to be shown; `place` is the side where it is drawn (N is above)."""

    key: str
    place: str
    letter: str | Promise
    name: str | Promise
    player: Any
    is_dealer: bool
    is_leader: bool
    is_selected: bool


# Sides of the drawing by their bearing, in the order of reading.
SIDES = {0: "N", 270: "W", 90: "E", 180: "S"}


def sides_of(tournament: Tournament | None) -> dict[Seat, str]:
    """The side where each seat is drawn, in the order of reading; one against one two seats, facing each other."""
    seat_names = seat_names_of(tournament)
    if tournament and tournament.contest == Contest.SINGLES:
        return {seat_names.members[Line.A][0]: "N", seat_names.members[Line.B][0]: "S"}
    at = {bearing: seat for seat, bearing in seat_names.bearings.items()}
    return {at[bearing]: side for bearing, side in SIDES.items()}


def _bearing(side: str | None) -> int | None:
    return next((bearing for bearing, seat_side in SIDES.items() if seat_side == side), None)


@register.inclusion_tag("components/seat_table.html", takes_context=True)
def seat_table(
    context: Context,
    players: Mapping[Seat, Any] | None = None,
    *,
    dealer: Seat | str | None = "",
    leader: Seat | str | None = "",
    name: str = "",
    label: str = "",
    selected: Seat | str | Collection[str] = "",
    multiple: bool = False,
    required: bool = False,
    buttons: bool = False,
    number: int | str = "",
) -> dict[str, Any]:
    """The drawn table of the page's tournament.

    With a `name` it is a form control of radio buttons (or check boxes if `multiple`).
    With `buttons` each seat is a button that sends the form: one tap answers.
    """
    people, tournament = players or {}, context.get("tournament")
    seat_names, sides = seat_names_of(tournament), sides_of(tournament)
    chosen = {selected} if isinstance(selected, str) else set(selected)
    seats = [
        DrawnSeat(
            s.value,
            side,
            seat_names.letters[s],
            seat_names.names[s],
            people.get(s, ""),
            s == dealer,
            s == leader,
            s in chosen,
        )
        for s, side in sides.items()
    ]
    return {
        "seats": seats,
        "name": name,
        "label": label,
        "kind": "checkbox" if multiple else "radio",
        "required": required and not multiple,
        "buttons": buttons,
        "number": number,
        "is_clockwise": seat_names.is_clockwise,
        "dealer_bearing": _bearing(sides.get(Seat(dealer))) if dealer else None,
        "leader_bearing": _bearing(sides.get(Seat(leader))) if leader else None,
    }


@register.simple_tag
def warnings_in_words(entry: Entry) -> str:
    """How many warnings it has and when the next costs a VP; nothing without any."""
    warnings = warnings_of(entry)
    return warnings.words if warnings else ""


@register.filter
def finding_word(finding: Finding) -> str:
    """«tessera scaduta»."""
    return str(finding.kind.label)


@register.filter
def finding_sign(finding: Finding) -> str:
    """The name of its icon."""
    return eligibility_words.SIGNS[finding.kind]


@register.filter
def finding_words(finding: Finding) -> str:
    """«la tessera è scaduta il 30/06/2026»."""
    return eligibility_words.finding_in_words(finding)


@register.filter
def admitted_for(findings: dict[str, list[str]]) -> str:
    """What an admission was about."""
    return eligibility_words.admitted_for(findings)
