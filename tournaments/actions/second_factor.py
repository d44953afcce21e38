"""The second factor of an account: begun, confirmed by its first code, taken off; backup codes for a lost phone."""

import secrets
from collections.abc import Iterator

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import FACTORS, BackupCodes, Phone, User
from tournaments.models.second_factors import DIGITS
from tournaments.refusals import Refused
from tournaments.stored_secrets import KeyMissing

BACKUP_CODES = 8
BACKUP_DIGITS = 8


def phone_to_confirm(user: User) -> Phone:
    """The one whose secret the user is about to read into it; the same one until it is confirmed."""
    phone: Phone
    phone, _made = Phone.objects.get_or_create(user=user, confirmed=False, defaults={"name": "phone"})
    if not phone.opens():
        # Nobody reads it any more: another serves as well.
        phone.delete()
        return phone_to_confirm(user)
    return phone


def confirm(user: User, code: str) -> list[str]:
    """Turn the second factor on by its first code: the backup codes, told this once; none where the code is wrong."""
    with transaction.atomic():
        phone = Phone.objects.select_for_update().filter(user=user, confirmed=False).first()
        if phone is None or not _is_a_phones(code) or not _tried(phone, code):
            return []
    codes = [f"{secrets.randbelow(10**BACKUP_DIGITS):0{BACKUP_DIGITS}}" for _number in range(BACKUP_CODES)]
    # Digests take their time: nobody waits for the lock meanwhile.
    backup = BackupCodes.of(codes, user=user, name="backup")
    with transaction.atomic():
        take_off(user)
        Phone.objects.filter(pk=phone.pk).update(confirmed=True)
        backup.save()
    return codes


def take_off(user: User) -> None:
    """Leave the account with its password alone."""
    for factor in FACTORS:
        factor.objects.filter(user=user, confirmed=True).delete()


def is_right(user: User, code: str) -> bool:
    """Whether the code is that of now, or a backup code, which is then used up; too many tries are held back.

    Raises Refused where the key is missing by which one could know.
    """
    digits = "".join(code.split())
    try:
        if _is_a_phones(digits):
            return _takes(Phone, user, digits)
        backup = BackupCodes.objects.filter(user=user).first() if _are_figures(digits, BACKUP_DIGITS) else None
        # Slow, thus made before the row is held, and not for somebody who tries too often.
        if backup is None or not backup.verify_is_allowed()[0]:
            return False
        return _takes(BackupCodes, user, backup.digest_of(digits))
    except KeyMissing as error:
        raise Refused(
            _(
                "Il codice non si può controllare: al server manca la chiave con cui i codici sono cifrati. Non "
                "dipende da te: chi cura il server la rimette, o toglie la verifica in due passaggi al tuo accesso."
            )
        ) from error


def closed() -> list[str]:
    """Whose second factor no key of this installation opens: names of accounts."""
    return sorted({factor.user.get_username() for factor in _all() if not factor.opens()})


def when_closed(whose: list[str]) -> str:
    """What to do about it, for whoever keeps the server."""
    return (
        f"The second factor of {len(whose)} accounts cannot be opened: {', '.join(whose)}. Their key is missing: put "
        "the one that was in use, or the secret key of then, into ENCRYPTION_KEYS and start again. If it is lost for "
        "ever, `manage.py second_factors --take-off NAME` leaves an account with its password, and its owner turns "
        "it on anew."
    )


@transaction.atomic
def encrypt_anew() -> int:
    """Everything by the first of the keys, so that the others may go: how many. Raises KeyMissing."""
    done = 0
    for kind in FACTORS:
        for factor in kind.objects.select_for_update():
            factor.encrypt_anew()
            factor.save()
            done += 1
    return done


def _all() -> Iterator[Phone | BackupCodes]:
    for factor in FACTORS:
        yield from factor.objects.select_related("user")


@transaction.atomic
def _takes(factor: type[Phone] | type[BackupCodes], user: User, code: str) -> bool:
    found = factor.objects.select_for_update().filter(user=user, confirmed=True).first()
    return found is not None and _tried(found, code)


def _tried(factor: Phone | BackupCodes, code: str) -> bool:
    is_right = factor.try_code(code)
    factor.save()
    return is_right


def _is_a_phones(code: str) -> bool:
    return _are_figures(code, DIGITS)


def _are_figures(code: str, number: int) -> bool:
    return len(code) == number and code.isascii() and code.isdecimal()
