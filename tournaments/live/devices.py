"""The devices of the staff: when each was last heard, and how many entries wait in it to be sent.

A page that renews itself sends two things with each request: a random name, which the browser made for the account, and
the number of entries that wait in the device. Both go to the cache, not to the database, and stay there for half a day;
they are written at most once a minute for each device, unless the number changed. Several processes share the cache and
do not know what another one wrote: if entries wait, or if the device last told another number, they read it there.

A device belongs to its owner in every tournament: the entries that wait in it may be of any of them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.core.cache import cache, caches
from django.db.models import QuerySet

from people.accounts.models import User
from records.prepared_queries import prepared_records
from tournaments.setup.models import Membership, Tournament

# TOLD: the number that the device sent last and got an answer to; a page just opened sends none.
DEVICE, WAITING, TOLD = "X-Device", "X-Waiting", "X-Told"
# The most devices of one account: nobody can fill the cache with invented names.
MOST = 8
EVERY = 60
SILENT = 180  # seconds after which nobody answers there
KEPT = 12 * 60 * 60
# A device that fell silent with nothing in it is forgotten after a while.
FORGOTTEN = 60 * 60
_NAME = re.compile(r"^[0-9a-f]{16}$")
_COUNT = re.compile(r"^\d{1,4}$")


class DeviceReport(NamedTuple):
    """When a device was last heard (seconds since 1970), and how many entries waited in it."""

    at: float
    waiting: int


class Device(NamedTuple):
    """A device that somebody should look at. number: its place among the devices of that person, by their names."""

    user: User
    number: int
    of: int
    waiting: int
    minutes: int
    is_silent: bool


class Person(NamedTuple):
    """A person of the staff with the devices to look at. waiting: the entries in all of them."""

    user: User
    devices: Sequence[Device]
    waiting: int


def note_device(user: int, headers: Mapping[str, str], *, at: float) -> None:
    """Note what a device says of itself, if it says it as our pages do. at: now, in seconds since 1970."""
    name, count = headers.get(DEVICE, ""), headers.get(WAITING, "")
    if not _NAME.match(name) or not _COUNT.match(count):
        return
    now, here = DeviceReport(at, int(count)), f"{_key(user)}-{name}"
    # What this process wrote last: if nothing changed, the cache is not asked at all.
    last: DeviceReport | None = caches["pages"].get(here)
    is_known = last is not None and last.waiting == now.waiting and at - last.at < EVERY
    # If the device sent another number meanwhile, another process has heard it.
    if is_known and now.waiting == 0 and headers.get(TOLD, "") == count:
        return
    shared: dict[str, DeviceReport] = cache.get(_key(user), {})
    # If entries wait, another process may have heard meanwhile that they were sent.
    if is_known and name in shared and shared[name].waiting == now.waiting:
        return
    caches["pages"].set(here, now, EVERY)
    devices = {**shared, name: now}
    newest = sorted(devices, key=lambda name: devices[name].at, reverse=True)[:MOST]
    cache.set(_key(user), {name: devices[name] for name in newest}, KEPT)


def devices_to_look_at(tournament: Tournament, *, at: float) -> list[Device]:
    """First the devices in which entries wait, the longest silent first; then those that fell silent lately."""
    users = {membership.user_id: membership.user for membership in _members_of(tournament=tournament.pk)}
    heard = cache.get_many([_key(user) for user in users])
    to_look_at = []
    for user, person in users.items():
        devices: dict[str, DeviceReport] = heard.get(_key(user), {})
        for number, (_name, report) in enumerate(sorted(devices.items()), start=1):
            silence = at - report.at
            if report.waiting or SILENT < silence < FORGOTTEN:
                minutes = int(silence // 60)
                to_look_at.append(Device(person, number, len(devices), report.waiting, minutes, silence > SILENT))
    return sorted(to_look_at, key=lambda device: (not device.waiting, -device.minutes, str(device.user)))


@prepared_records
def _members_of(*, tournament: int) -> QuerySet[Membership]:
    return Membership.objects.filter(tournament=tournament).select_related("user")


def by_person(devices: Iterable[Device]) -> list[Person]:
    """The devices by person; first those who have entries to send."""
    by_user: dict[User, list[Device]] = {}
    for device in devices:
        by_user.setdefault(device.user, []).append(device)
    persons = [Person(user, own, sum(device.waiting for device in own)) for user, own in by_user.items()]
    return sorted(persons, key=lambda person: not person.waiting)


def _key(user: int) -> str:
    return f"devices-{user}"
