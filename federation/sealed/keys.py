"""The keys by which installations sign (Ed25519): the door to `cryptography`, loaded with the first signature."""

from typing import Protocol


class PublicKey(Protocol):
    """What checks a signature, and may be shown."""

    def public_bytes_raw(self) -> bytes: ...


class SigningKey(Protocol):
    """What signs."""

    def sign(self, data: bytes, /) -> bytes: ...
    def public_key(self) -> PublicKey: ...
    def private_bytes_raw(self) -> bytes: ...


def new_key() -> SigningKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

    return Ed25519PrivateKey.generate()


def key_of(private: bytes) -> SigningKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

    return Ed25519PrivateKey.from_private_bytes(private)


def holds(signature: bytes, content: bytes, *, public: bytes) -> bool:
    """Whether the signature over the content is that of the public key. ValueError for what is no key."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, content)
    except InvalidSignature:
        return False
    return True
