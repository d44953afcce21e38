"""Where a message may go: to a public host over HTTPS, never into the network that the server itself stands in."""

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

LONGEST_ADDRESS: Final = 500
# All that is given out of IPv6; what maps or translates to an IPv4 address lies outside, but for 6to4.
UNICAST: Final = IPv6Network("2000::/3")
Resolve = Callable[[str, int], list[str]]


class NotAllowed(ValueError):
    """An address to which nothing is sent."""


@dataclass(frozen=True)
class Target:
    """An address taken apart; loopback: it may be this machine, which is so only where programs are tried."""

    host: str
    port: int
    path: str
    secure: bool
    loopback: bool = False

    @property
    def host_header(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == (443 if self.secure else 80) else f"{name}:{self.port}"


def target_of(address: str, *, loopback: bool = False) -> Target:
    """The address taken apart. Raises NotAllowed for what is no plain https address of a host."""
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        raise NotAllowed(address)
    try:
        parts = urlsplit(address)
        port, host = parts.port, parts.hostname or ""
    except ValueError as error:
        raise NotAllowed(address) from error
    plain = loopback and parts.scheme == "http"
    if not (parts.scheme == "https" or plain) or not host or "@" in parts.netloc or parts.fragment:
        raise NotAllowed(address)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    target = Target(host, port or (80 if plain else 443), path, secure=not plain, loopback=loopback)
    _refuse_own(target)
    return target


def _refuse_own(target: Target) -> None:
    """What the address itself tells already: the numbers of a host, or a name that stays within a network."""
    try:
        literal = ip_address(target.host)
    except ValueError:
        local = "." not in target.host.rstrip(".") or target.host.rstrip(".").endswith((".local", ".internal"))
        # Only digits and dots are no name: the resolver would read 127.1 or 2130706433 as numbers of a host.
        if (local and not target.loopback) or target.host.replace(".", "").isdigit() or "0x" in target.host:
            raise NotAllowed(target.host) from None
        return
    if not is_reached(literal, loopback=target.loopback):
        raise NotAllowed(target.host)


def reached(target: Target, resolve: Resolve) -> list[str]:
    """The addresses of the host, of which all must be public: whoever names one of ours beside them gets nothing."""
    addresses = [ip_address(address.partition("%")[0]) for address in resolve(target.host, target.port)]
    if not addresses or not all(is_reached(address, loopback=target.loopback) for address in addresses):
        raise NotAllowed(target.host)
    return [str(address) for address in addresses]


def is_reached(address: IPv4Address | IPv6Address, *, loopback: bool = False) -> bool:
    """Whether everybody could reach it: none that is private, link-local, reserved, multicast or hides another."""
    if loopback and address.is_loopback:
        return True
    if address.is_multicast or address.is_reserved or not address.is_global:
        return False
    return isinstance(address, IPv4Address) or (address in UNICAST and address.sixtofour is None)
