"""How a message is signed, so that whoever gets it knows from whom it is and that nobody changed or kept it.

As the Standard Webhooks say: HMAC-SHA256 over «id.timestamp.body», by a secret that only the two know.
"""

from base64 import b64decode, b64encode
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from typing import Final

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
