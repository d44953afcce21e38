"""Whether the addresses that we print lead a phone here, and by which addresses this machine is reached.

A page served at the loopback writes that into every code; a phone that reads it asks itself.
"""

import socket
from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

from pages.views import hall_root
from records.requests import PublicRequest

# Addresses of documentation (RFC 5737, 3849): nobody's, and asking which way they lie sends nothing.
_FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def stays_on_this_machine(request: PublicRequest) -> bool:
    """Whether what is printed now leads nowhere but to the device that reads it."""
    host = urlsplit(hall_root(request)).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[str]:
    """The addresses by which others in the same network reach this machine; none where there is no network."""
    return list(dict.fromkeys(_own_addresses()))


def _own_addresses() -> Iterator[str]:
    for family, far in _FAR:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as towards:
                towards.connect((far, 9))
                own = ip_address(towards.getsockname()[0])
        except OSError:
            continue
        if not (own.is_loopback or own.is_link_local or own.is_unspecified):
            yield f"[{own}]" if own.version == 6 else str(own)
