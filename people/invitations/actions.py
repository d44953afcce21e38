"""Accounts of others: somebody invited, a new password offered, and who may create tournaments.

An account begins without a password; the link writes it, and serves until it has: what it is signed with is the
password of then (Django's own token). Nothing of it is kept.
"""

from django.contrib.auth.models import Permission
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from people.accounts.models import User
from people.offices.access import names_officers
from people.sign_in.actions import end_sessions
from records.action import Actor, action
from records.requests import Refused


@action
def invite_person(*, by: Actor, username: str, first_name: str, last_name: str, may_create: bool = False) -> User:
    """An account whose password its owner writes at the link's address."""
    _require_naming(by)
    names = {"first_name": first_name.strip(), "last_name": last_name.strip()}
    try:
        with transaction.atomic():
            made = User.objects.create_user(username, **names)
    except IntegrityError as error:
        raise Refused(_("Questo nome utente esiste già: scegline un altro.")) from error
    if may_create:
        made.user_permissions.add(creates_tournaments())
    return made


@action
def let_create(*, by: Actor, user: User, allowed: bool) -> User:
    """Say whether somebody may create tournaments."""
    _require_naming(by)
    if user.is_superuser:
        raise Refused(_("%(name)s amministra: può creare tornei comunque.") % {"name": user})
    change = user.user_permissions.add if allowed else user.user_permissions.remove
    change(creates_tournaments())
    return user


def may_offer_link(by: User, user: User) -> bool:
    """Whether the one gives the other a link for a password: of who has one already only who administers."""
    return user.is_active and user.pk != by.pk and (by.is_superuser or not user.has_usable_password())


@action
def offer_link(*, by: Actor, user: User) -> User:
    """Let somebody have the address where a password is written; nothing changes until it is."""
    _require_naming(by)
    if not may_offer_link(by.user, user):
        raise Refused(_("%(name)s ha già una password: la rifà chi amministra.") % {"name": user})
    return user


def link_token(user: User) -> str:
    """What stands in the address: who, and the proof."""
    return f"{urlsafe_base64_encode(str(user.pk).encode())}.{default_token_generator.make_token(user)}"


def whose_link(token: str) -> User | None:
    """Whom the address is for, while it serves."""
    who, _dot, proof = token.partition(".")
    try:
        user = User.objects.filter(pk=int(urlsafe_base64_decode(who)), is_active=True).first()
    except (ValueError, OverflowError):
        return None
    return user if user and default_token_generator.check_token(user, proof) else None


@transaction.atomic
def write_password(*, token: str, password: str) -> User:
    """The password that the owner of the account wrote at the address, which has served then."""
    user = whose_link(token)
    # Read again under a lock: of two at once, the second finds another password.
    held = User.objects.select_for_update().get(pk=user.pk) if user else None
    if user is None or held is None or held.password != user.password:
        raise Refused(_("Questo indirizzo è già servito: chiedine un altro."))
    return renew_password(user, password)


def renew_password(user: User, password: str) -> User:
    """Within what a link lets do: the password that its owner wrote. Whoever was in with the old one is out."""
    user.set_password(password)
    user.save(update_fields=["password"])
    end_sessions(user)
    return user


def creates_tournaments() -> Permission:
    return Permission.objects.get(content_type__app_label="tournaments", codename="add_tournament")


def _require_naming(by: Actor) -> None:
    if not names_officers(by.user):
        raise PermissionDenied("add_federationoffice")
