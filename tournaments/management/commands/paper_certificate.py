"""A certificate of the installation's own, with which it signs papers."""

import os
from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, NoEncryption
from cryptography.hazmat.primitives.serialization.pkcs12 import serialize_key_and_certificates
from cryptography.x509.oid import NameOID
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

USAGE = {
    "digital_signature": True, "content_commitment": True, "key_encipherment": False, "data_encipherment": False,
    "key_agreement": False, "key_cert_sign": False, "crl_sign": False, "encipher_only": False, "decipher_only": False,
}  # fmt: skip


class Command(BaseCommand):
    help = "Make a certificate for signing papers; set PAPERS_CERTIFICATE to its file, and read out its fingerprint."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="whose it is, as readers show it")
        parser.add_argument(
            "--out", default=str(settings.VAR_DIR / "papers.p12"), help="the file, which is not yet there"
        )
        parser.add_argument("--years", type=int, default=5, choices=range(1, 11))

    def handle(self, *args: Any, name: str, out: str, years: int, **options: Any) -> None:
        key = generate_private_key(public_exponent=65537, key_size=3072)
        certificate = _certificate(name, key, years)
        words = settings.PAPERS_PASSPHRASE.encode()
        how = BestAvailableEncryption(words) if words else NoEncryption()
        _write(Path(out), serialize_key_and_certificates(name.encode(), key, certificate, None, how))
        self.stdout.write(out)
        self.stdout.write(certificate.fingerprint(SHA256()).hex(":"))


def _certificate(name: str, key: RSAPrivateKey, years: int) -> x509.Certificate:
    try:
        who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    except ValueError as error:
        raise CommandError("A name of 1 to 64 letters.") from error
    now = timezone.now()
    builder = x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number(), now, now + years * YEAR)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    return builder.add_extension(x509.KeyUsage(**USAGE), critical=True).sign(key, SHA256())


YEAR = timedelta(days=366)


def _write(path: Path, content: bytes) -> None:
    """For its owner alone from the first byte on; another one's is not written over."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
    except FileExistsError as error:
        raise CommandError(f"{path} is there already: papers were signed by it.") from error
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
