"""A message signed and sent: to the very address that was looked at, within some seconds, reading little of the answer.

It goes to a public host over HTTPS, never into the network that the server itself stands in. It is signed as the
Standard Webhooks say: HMAC-SHA256 over «id.timestamp.body», by a secret that only the two know, so that whoever gets
it knows from whom it is and that nobody changed or kept it.
"""

import http.client
import socket
import ssl
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Event, Timer
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


# Ports at which something else than a site is asked: databases, mail, files, screens.
OF_OTHERS = frozenset({
    1433, 1521, 2049, 2375, 2376, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900, 6000, 6379, 6566,
    *range(6665, 6670), 6679, 6697, 8086, 9042, 9200, 9300, 10080, 11211, 27017,
})  # fmt: skip


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
    if not (plain and loopback) and (target.port in OF_OTHERS or (target.port < 1024 and target.port != 443)):
        raise NotAllowed(address)
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


CONNECTS_WITHIN: Final = 4
# All of it, however slowly the other side speaks.
ENDS_WITHIN: Final = 8.0
MOST_READ: Final = 2_000


class Trouble(StrEnum):
    """Why nobody took a message; empty where an answer came that says yes."""

    NONE = ""
    ADDRESS = "address"
    NAME = "name"
    SILENCE = "silence"
    TIME = "time"
    TLS = "tls"
    REDIRECT = "redirect"
    STATUS = "status"
    WORDS = "words"


@dataclass(frozen=True)
class Answer:
    """What came back: a status and the beginning of the words, or what went wrong before."""

    trouble: Trouble
    status: int | None = None
    words: str = ""

    @property
    def is_taken(self) -> bool:
        return self.trouble is Trouble.NONE


def resolve(host: str, port: int) -> list[str]:
    """Every address of a host, as this machine's resolver tells them."""
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def send(
    address: str, headers: dict[str, str], body: bytes, *, loopback: bool = False, resolve: Resolve = resolve
) -> Answer:
    """Send it once. No redirect is followed: where that leads nobody has looked at."""
    try:
        target = target_of(address, loopback=loopback)
        places = reached(target, resolve)
    except NotAllowed:
        return Answer(Trouble.ADDRESS)
    except (OSError, UnicodeError, ValueError):
        return Answer(Trouble.NAME)
    try:
        return _send(target, places[0], headers, body)
    except ssl.SSLError:
        return Answer(Trouble.TLS)
    except TimeoutError:
        return Answer(Trouble.TIME)
    except (OSError, http.client.HTTPException, ValueError):
        return Answer(Trouble.SILENCE)


def _send(target: Target, place: str, headers: dict[str, str], body: bytes) -> Answer:
    asking = http.client.HTTPConnection(target.host, target.port)
    raw = socket.create_connection((place, target.port), timeout=CONNECTS_WITHIN)
    # From here on each single step may take as long, and a slow answer has many of them: the time ends the whole.
    twin, over = raw.dup(), Event()
    late = Timer(ENDS_WITHIN, _end, args=[twin, over])
    late.daemon = True
    late.start()
    try:
        asking.sock = _secured(raw, target) if target.secure else raw
        asking.request("POST", target.path, body, {"Host": target.host_header, "Connection": "close", **headers})
        answer = asking.getresponse()
        return _answer_from(answer.status, answer.read(MOST_READ))
    except (OSError, http.client.HTTPException) as error:
        if over.is_set():
            raise TimeoutError from error
        raise
    finally:
        late.cancel()
        twin.close()
        asking.close()
        raw.close()


def _end(twin: socket.socket, over: Event) -> None:
    """Closes the line for whoever waits at its other handle."""
    over.set()
    try:
        twin.shutdown(socket.SHUT_RDWR)
    except OSError:  # it is closed already
        return


def _secured(raw: socket.socket, target: Target) -> ssl.SSLSocket:
    return ssl.create_default_context().wrap_socket(raw, server_hostname=target.host)


def _answer_from(status: int, content: bytes) -> Answer:
    words = "".join(letter if letter.isprintable() else " " for letter in content.decode(errors="replace"))[
        :300
    ].strip()
    if 200 <= status < 300:
        return Answer(Trouble.NONE, status, words)
    return Answer(Trouble.REDIRECT if 300 <= status < 400 else Trouble.STATUS, status, words)


PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32
# Whoever receives refuses what is older or newer than this: a message that somebody kept is not taken again.
TOLERANCE_SECONDS: Final = 5 * 60


def secret_of(random: bytes) -> str:
    """The secret as it is shown and copied."""
    return PREFIX + b64encode(random).decode()


def signature(secret: str, *, message: str, timestamp: int, body: bytes) -> str:
    """One signature, with its version."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = f"{message}.{timestamp}.".encode() + body
    return f"v1,{b64encode(hmac_digest(key, signed, sha256)).decode()}"


def headers(secrets: list[str], *, message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """What goes along with the body; a secret that was just replaced signs too, for a while."""
    signed = (signature(secret, message=message, timestamp=timestamp, body=body) for secret in secrets)
    return {"webhook-id": message, "webhook-timestamp": str(timestamp), "webhook-signature": " ".join(signed)}


def is_signed(secret: str, headers: dict[str, str], body: bytes, *, now: int) -> bool:
    """What whoever receives asks: of one of the signatures, and of the time."""
    try:
        timestamp = int(headers["webhook-timestamp"])
    except (KeyError, ValueError):
        return False
    expected = signature(secret, message=headers.get("webhook-id", ""), timestamp=timestamp, body=body)
    signatures = headers.get("webhook-signature", "").split()
    return abs(now - timestamp) <= TOLERANCE_SECONDS and any(compare_digest(expected, each) for each in signatures)
