"""What happens when somebody comes in or is turned away: the session's times, and a line for the operator."""

import logging
import time
from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest
from django_otp import user_has_device

from people.accounts.models import User
from people.sign_in.sessions import KIND, SEEN, SINCE, Kind
from records.requests import address_of
from records.rights import Role

log = logging.getLogger("referee.doors")


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, user: User, **_rest: Any) -> None:
    """Note in the session since when it lasts, and whose it is."""
    now = int(time.time())
    request.session[SINCE] = request.session[SEEN] = now
    request.session[KIND] = kind_of(user).value
    how = "password and code" if user_has_device(user) else "password"
    log.info("signed in by %s: account %s from %s", how, user.pk, address_of(request))


@receiver(user_logged_out)
def log_sign_out(request: HttpRequest, user: User | None, **_rest: Any) -> None:
    if user:
        log.info("signed out: account %s", user.pk)


@receiver(user_login_failed)
def log_refusal(request: HttpRequest | None = None, **_rest: Any) -> None:
    # Without the name: people type their password into its field.
    log.warning("sign-in refused from %s", address_of(request))


def log_too_many_tries(request: HttpRequest | None, what: str = "sign-in") -> None:
    """Somebody tried too often."""
    log.warning("%s held back from %s: too many tries", what, address_of(request))


def log_credential_change(request: HttpRequest, user: User, what: str) -> None:
    """What the account comes in with is another now, or the attempt to change it was refused."""
    log.warning("%s: account %s from %s", what, user.pk, address_of(request))


def kind_of(user: User) -> Kind:
    """What the account is for: whoever directs a tournament stands in a hall, also where they administer too."""
    if user.memberships.filter(role=Role.DIRECTOR).exists():
        return Kind.DIRECTOR
    if user.is_staff:
        return Kind.FEDERATION
    return Kind.DIRECTOR if user.has_perm("tournaments.add_tournament") else Kind.STAFF
