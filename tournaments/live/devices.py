"""The devices of the staff, as they say themselves: when they were last heard, how much each has still to send.

A page that renews itself tells with each question a random name, which its browser made for the account, and how many
entries wait in it. That is kept in the cache, not in the database: at most once a minute for each device unless what
waits there changed, and for half a day. Nothing else is asked of a device. Several processes share that cache, and none
knows what another told it: where entries wait, or the device says that it told another count before, they look there
too.

A device is its owner's in every tournament: what waits in it may be of any, and it answers on pages of none.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.core.cache import cache, caches
from django.db.models import QuerySet

from people.accounts.models import User
from records.prepared import prepared_records
from tournaments.setup.models import Membership, Tournament

# TOLD: the count that the device told last, and was answered; none from one that was just opened.
DEVICE, WAITING, TOLD = "X-Device", "X-Waiting", "X-Told"
# So many of one account: nobody can fill the cache by making up names.
MOST = 8
EVERY = 60
SILENT = 180  # seconds after which nobody answers there
KEPT = 12 * 60 * 60
# Those that were closed with nothing in them are no news after a while.
FORGOTTEN = 60 * 60
_NAME = re.compile(r"^[0-9a-f]{16}$")
_COUNT = re.compile(r"^\d{1,4}$")


class Heard(NamedTuple):
    """When a device was last heard (seconds since 1970), and how many entries waited in it."""

    at: float
    waiting: int


class Device(NamedTuple):
    """A device of the staff somebody should look at; number: of several of one person, in the order of their names."""

    user: User
    number: int
    of: int
    waiting: int
    minutes: int
    is_silent: bool


class Person(NamedTuple):
    """Somebody of the staff, with their devices to look at; waiting: in all of them."""

    user: User
    devices: Sequence[Device]
    waiting: int


def note_device(user: int, said: Mapping[str, str], *, at: float) -> None:
    """Note what a device says of itself; nothing, if it says it otherwise than our pages do. at: as of `Heard`."""
    name, count = said.get(DEVICE, ""), said.get(WAITING, "")
    if not _NAME.match(name) or not _COUNT.match(count):
        return
    now, here = Heard(at, int(count)), f"{_key(user)}-{name}"
    # What this process told the cache last: an unchanged question does not ask even that.
    last: Heard | None = caches["pages"].get(here)
    is_known = last is not None and last.waiting == now.waiting and at - last.at < EVERY
    # Another process heard what this one did not, if the device told another count since.
    if is_known and now.waiting == 0 and said.get(TOLD, "") == count:
        return
    shared: dict[str, Heard] = cache.get(_key(user), {})
    # Where something waits, another process may have heard meanwhile that nothing did.
    if is_known and name in shared and shared[name].waiting == now.waiting:
        return
    caches["pages"].set(here, now, EVERY)
    kept = {**shared, name: now}
    newest = sorted(kept, key=lambda one: kept[one].at, reverse=True)[:MOST]
    cache.set(_key(user), {one: kept[one] for one in newest}, KEPT)


def devices_to_look_at(tournament: Tournament, *, at: float) -> list[Device]:
    """Where entries wait, longest unheard first; then those that fell silent a short while ago. at: now, in seconds."""
    users = {one.user_id: one.user for one in _members_of(tournament=tournament.pk)}
    heard = cache.get_many([_key(user) for user in users])
    found = []
    for user, person in users.items():
        devices: dict[str, Heard] = heard.get(_key(user), {})
        for number, (_name, one) in enumerate(sorted(devices.items()), start=1):
            silence = at - one.at
            if one.waiting or SILENT < silence < FORGOTTEN:
                minutes = int(silence // 60)
                found.append(Device(person, number, len(devices), one.waiting, minutes, silence > SILENT))
    return sorted(found, key=lambda one: (not one.waiting, -one.minutes, str(one.user)))


@prepared_records
def _members_of(*, tournament: int) -> QuerySet[Membership]:
    return Membership.objects.filter(tournament=tournament).select_related("user")


def by_person(devices: Iterable[Device]) -> list[Person]:
    """The devices under whose they are, whoever has something still to send first."""
    found: dict[User, list[Device]] = {}
    for one in devices:
        found.setdefault(one.user, []).append(one)
    persons = [Person(user, own, sum(one.waiting for one in own)) for user, own in found.items()]
    return sorted(persons, key=lambda one: not one.waiting)


def _key(user: int) -> str:
    return f"devices-{user}"
