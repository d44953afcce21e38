"""What an account is asked beside its password: a code of the phone, or one of those kept for when it is lost.

The library counts and holds back the tries (django-otp); what is kept here is encrypted (`records.secrets`).
"""

import time
from base64 import b32encode
from collections.abc import Sequence
from secrets import token_bytes, token_hex
from typing import Any, Self
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import models
from django.utils.crypto import constant_time_compare, pbkdf2
from django.utils.translation import gettext_lazy as _
from django_otp.models import Device, ThrottlingMixin, TimestampMixin
from django_otp.oath import TOTP

from people.accounts.models import User
from records.secrets import KeyMissing, decrypt, encrypt, encrypt_anew

SECRET_BYTES = 20
# A code is good for the half minute for which the phone shows it, and no longer (ASVS 6.5.5).
SECONDS, DIGITS = 30, 6
# How many half minutes the phone's clock and ours may be apart when two codes in a row show it.
MOST_APART = 20


def new_secret() -> str:
    return encrypt(token_bytes(SECRET_BYTES))


class Factor(TimestampMixin, ThrottlingMixin, Device):  # type: ignore[misc]
    """One of the two, with its tries."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")

    class Meta:
        abstract = True

    def get_throttle_factor(self) -> int:
        return 1

    def try_code(self, code: str) -> bool:
        """Whether the code is right now, which uses it up; held back after wrong ones. Whoever calls saves."""
        if not self.verify_is_allowed()[0]:
            return False
        is_right = self.takes(code)
        if is_right:
            self.throttle_reset(commit=False)
            self.set_last_used_timestamp(commit=False)
        else:
            self.throttle_increment(commit=False)
        return is_right

    def opens(self) -> bool:
        """Whether this installation has the key of what is kept."""
        try:
            self.encrypt_anew()
        except KeyMissing:
            return False
        return True

    def takes(self, code: str) -> bool:
        raise NotImplementedError

    def encrypt_anew(self) -> None:
        """By the first of the keys. Raises KeyMissing. Whoever calls saves."""
        raise NotImplementedError


class Phone(Factor):
    """An application that shows a code every half minute (RFC 6238)."""

    secret = models.TextField(_("segreto, cifrato"), default=new_secret, editable=False)
    # By how many half minutes the phone is before us (after, if negative): a hall's laptop may go wrong for long.
    drift = models.SmallIntegerField(default=0, editable=False)
    # Of the code that was last right: none of before is taken any more.
    last_step = models.BigIntegerField(default=-1, editable=False)
    # Of a code that was right at another time than now: the one after it shows by how much the clocks are apart.
    other_step = models.BigIntegerField(null=True, default=None, editable=False)

    class Meta:
        verbose_name = _("telefono per la verifica in due passaggi")
        verbose_name_plural = _("telefoni per la verifica in due passaggi")

    def takes(self, code: str) -> bool:
        """The code of now; or, of two in a row that clocks apart make, the second (RFC 4226, 7.4).

        One code alone is good for its own half minute only, as the phone's clock counted when it was last right.
        """
        here, number = int(time.time()) // SECONDS, int(code)
        step = self._step_of(number, here)
        if step is None:
            return False
        follows = self.other_step is not None and step == self.other_step + 1
        if step != here + self.drift and not follows:
            self.other_step = step
            return False
        self.drift, self.last_step, self.other_step = step - here, step, None
        return True

    def _step_of(self, number: int, here: int) -> int | None:
        """When the code is the phone's, nearest to now; never again what was taken already."""
        code = TOTP(decrypt(self.secret), SECONDS)
        for apart in sorted(range(-MOST_APART, MOST_APART + 1), key=abs):
            step = here + self.drift + apart
            code.time = step * SECONDS
            if step > self.last_step and code.token() == number:
                return step
        return None

    @property
    def letters(self) -> str:
        """The secret as one types it into the application."""
        return b32encode(decrypt(self.secret)).decode()

    @property
    def address(self) -> str:
        """The secret as the application reads it from a picture."""
        issuer = settings.OTP_TOTP_ISSUER
        told = {"secret": self.letters, "algorithm": "SHA1", "digits": DIGITS, "period": SECONDS, "issuer": issuer}
        return f"otpauth://totp/{quote(f'{issuer}:{self.user.get_username()}')}?{urlencode(told)}"

    def encrypt_anew(self) -> None:
        self.secret = encrypt_anew(self.secret)


class BackupCodes(Factor):
    """Codes on paper, each good once; kept as passwords are, and encrypted, since eight figures are soon tried."""

    # One of all, so that a try costs one digest and not eight.
    salt = models.CharField(max_length=32, editable=False)
    rounds = models.PositiveIntegerField(editable=False)
    digests = models.JSONField(_("impronte, cifrate"), default=list, editable=False)

    class Meta:
        verbose_name = _("codici di riserva")
        verbose_name_plural = _("codici di riserva")

    def takes(self, code: str) -> bool:
        """The digest of a code (`digest_of`), made before anybody waits for this row."""
        for kept in self.digests:
            if constant_time_compare(decrypt(kept), code):
                self.digests.remove(kept)
                return True
        return False

    def digest_of(self, code: str) -> str:
        """Slow on purpose (PBKDF2)."""
        return pbkdf2(code, self.salt, self.rounds).hex()

    def encrypt_anew(self) -> None:
        self.digests = [encrypt_anew(one) for one in self.digests]

    @classmethod
    def of(cls, codes: Sequence[str], **fields: Any) -> Self:
        """A set of codes, not yet saved."""
        made = cls(salt=token_hex(16), rounds=settings.BACKUP_CODE_ROUNDS, **fields)
        made.digests = [encrypt(made.digest_of(code).encode()) for code in codes]
        return made


FACTORS: tuple[type[Phone] | type[BackupCodes], ...] = (Phone, BackupCodes)
