"""Sending one message: to the very address that was looked at, within some seconds, reading little of the answer."""

import http.client
import socket
import ssl
from dataclasses import dataclass
from enum import StrEnum
from threading import Event, Timer
from typing import Final

from federation.webhooks.addresses import NotAllowed, Resolve, Target, reached, target_of

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
