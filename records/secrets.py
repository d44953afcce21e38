"""What the database keeps encrypted, by keys that are not in it: whoever has the file alone cannot read it.

`ENCRYPTION_KEYS` lists the keys: the first encrypts, each of them opens, so that a new one can be put before the old.
The installation's secret key is always the last of them: where nothing is set, it is the only one.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

# Also what a key is made for: nothing that is encrypted tells of what the secret key signs.
_PURPOSE = b"tournaments.stored-secrets"
_NONCE = 12


class KeyMissing(Exception):
    """None of the keys of this installation opens what was encrypted."""


def encrypt(words: bytes) -> str:
    """By the first of the keys."""
    nonce = os.urandom(_NONCE)
    return urlsafe_b64encode(nonce + _keys()[0].encrypt(nonce, words, _PURPOSE)).decode()


def decrypt(encrypted: str) -> bytes:
    """What was encrypted by any of the keys. Raises KeyMissing where its key is not among them, or it was changed."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415  # with the first secret, not with a page

    for key in _keys():
        # Too short, or no letters of ours, is no more than what another key made.
        with suppress(InvalidTag, ValueError):
            whole = urlsafe_b64decode(encrypted)
            return key.decrypt(whole[:_NONCE], whole[_NONCE:], _PURPOSE)
    raise KeyMissing


def encrypt_anew(encrypted: str) -> str:
    """The same by the first of the keys, whichever it was. Raises KeyMissing where its key is not among them."""
    return encrypt(decrypt(encrypted))


def _keys() -> "list[AESGCM]":
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415  # as above
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    return [
        AESGCM(HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(words.encode()))
        for words in (*settings.ENCRYPTION_KEYS, settings.SECRET_KEY)
    ]
