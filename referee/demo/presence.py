"""Where the demonstration may be served: its accounts have a password that everybody knows."""

from collections.abc import Iterable
from functools import cache
from ipaddress import ip_address

from django.conf import settings
from django.db import OperationalError, ProgrammingError
from django.utils.translation import gettext as _

from tournaments.setup.models import Tournament

# Of the tournament that the guide shows; nothing else of the demonstration is read to know whether it is there.
SLUG = "coppa-dimostrazione"


def refusal(addresses: Iterable[str] = ()) -> str:
    """Why the server must not start, in words; nothing where it may.

    addresses: the hosts, or paths of sockets, that it will listen on.
    """
    if settings.DEMO:
        beyond = [address for address in addresses if not _is_of_this_machine(address)]
        return _("La dimostrazione si serve solo su questo computer, non su %s.") % ", ".join(beyond) if beyond else ""
    if not _is_loaded():
        return ""
    return _(
        "Questa base di dati contiene la dimostrazione, con password note a tutti: servila in locale con «make run», "
        "oppure indica un’altra base di dati con DATABASE_URL."
    )


@cache
def is_shown() -> bool:
    """Whether pages say that what they show is invented; asked once in the life of a process."""
    return bool(settings.DEMO and _is_loaded())


def _is_loaded() -> bool:
    try:
        return Tournament.objects.filter(slug=SLUG).exists()
    except (OperationalError, ProgrammingError):  # a database that is still empty
        return False


def _is_of_this_machine(address: str) -> bool:
    """Whether only programs of this machine reach an address: the loopback, or the path of a socket."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost" or address.startswith("/")
