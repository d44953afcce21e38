"""How often one may try to sign in, and the end of all one's sessions.

All the phones of a hall share one address, so tries are counted by user name and address together: sixty people are
not locked out by one of them, nor anybody by a stranger elsewhere. They are counted in the database, where two
processes see the same figures and no flood of other names drives any out; a try is counted before the password is
looked at, so that forty at the same moment are forty.
"""

from datetime import datetime, timedelta
from math import ceil

from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments.models import SignInTries, User
from tournaments.refusals import Refused

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
