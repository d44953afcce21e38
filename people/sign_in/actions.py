"""How often one may try to sign in, and the end of all one's sessions.

All the phones of a hall share one address, so tries are counted by user name and address together: sixty people are
not locked out by one of them, nor anybody by a stranger elsewhere. They are counted in the database, where two
processes see the same figures and no flood of other names drives any out; a try is counted before the password is
looked at, so that forty at the same moment are forty.

The second factor of an account: begun, confirmed by its first code, taken off; backup codes for a lost phone.
"""

import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from math import ceil

from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from people.accounts.models import SignInTries, User
from people.sign_in.models import DIGITS, FACTORS, BackupCodes, Phone
from records.requests import Refused
from records.secrets import KeyMissing

TRIES_ALLOWED = 10
WAIT = timedelta(minutes=10)
_FIRST = "first-account"


@transaction.atomic
def claim_try(*, name: str, address: str, at: datetime) -> int:
    """Take one of the tries of a name at an address; the minutes to wait where there is none left, otherwise 0."""
    tries, _new = SignInTries.objects.select_for_update().get_or_create(who=_who(name, address), defaults={"last": at})
    made = 0 if tries.last <= at - WAIT else tries.made
    if made >= TRIES_ALLOWED:
        return ceil((tries.last + WAIT - at) / timedelta(minutes=1))
    tries.made, tries.last = made + 1, at
    tries.save(update_fields=["made", "last"])
    return 0


def forget_tries(*, name: str, address: str, at: datetime) -> None:
    """Whoever came in begins again; what is too old to count goes."""
    # Not deleted: somebody of the same name may be taking a try of that row at this moment.
    SignInTries.objects.filter(who=_who(name, address)).update(made=0)
    SignInTries.objects.filter(last__lte=at - WAIT).delete()


def has_administrator() -> bool:
    """Whether somebody can make accounts for the others."""
    return User.objects.filter(is_superuser=True, is_active=True).exists()


@transaction.atomic
def create_first_account(*, username: str, first_name: str, last_name: str, password: str, at: datetime) -> User:
    """The first account of an installation: it makes tournaments, and accounts. Raises Refused once there is one."""
    # Whoever opens the address a second time, meanwhile, waits at this row.
    SignInTries.objects.select_for_update().get_or_create(who=_FIRST, defaults={"last": at})
    if has_administrator():
        raise Refused(_("Il primo accesso esiste già: entra con quello."))
    try:
        return User.objects.create_superuser(
            username, password=password, first_name=first_name.strip(), last_name=last_name.strip()
        )
    except IntegrityError as error:
        raise Refused(_("Questo nome utente esiste già: scegline un altro.")) from error


def end_sessions(user: User) -> None:
    """Sign the user out on every device: what their sessions were signed with changes."""
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
    user.refresh_from_db(fields=["session_epoch"])


def end_one_session(key: str) -> None:
    """Sign its owner out where that session is."""
    Session.objects.filter(session_key=key).delete()


def _who(name: str, address: str) -> str:
    # Under our secret: the table tells nobody who tried from where.
    return salted_hmac("tournaments.sign-in", f"{name.casefold()}\n{address}", algorithm="sha256").hexdigest()


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
