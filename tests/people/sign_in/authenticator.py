"""The application on the phone: codes by RFC 6238, from the letters that the page shows."""

import base64
import hashlib
import hmac
import re
import struct
import time

from django.test import Client

from tests.people.sign_in.signing import sign_in


def code_of(letters: str, at: float | None = None) -> str:
    """The six digits of the half minute (RFC 6238, SHA-1, 30 seconds)."""
    secret = base64.b32decode(letters.replace(" ", ""))
    counter = struct.pack(">Q", int(time.time() if at is None else at) // 30)
    digest = hmac.new(secret, counter, hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def turn_on(client: Client, name: str = "dora") -> tuple[str, list[str]]:
    """Turn the second factor of whoever is signed in on: the letters of the secret, and the backup codes."""
    page = client.get("/accesso/due-passaggi/").content.decode()
    letters = re.search(r"<code>([A-Z2-7 ]+)</code>", page)[1]
    answer = client.post("/accesso/due-passaggi/", {"password": name, "code": code_of(letters)}).content.decode()
    return letters, [code.replace(" ", "") for code in re.findall(r"<code>(\d{4} \d{4})</code>", answer)]


def come_in(client: Client, name: str, letters: str) -> None:
    """By password and code."""
    assert sign_in(client, name, name)["Location"] == "/accesso/codice/"
    assert client.post("/accesso/codice/", {"code": code_of(letters)}).status_code == 302
