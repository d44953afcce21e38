"""Tokens for other programs: made and revoked by whoever they act for."""

import secrets
from collections.abc import Collection
from datetime import timedelta
from hashlib import sha256

from django.utils.translation import gettext as _

from federation.api.models import ApiToken, Scope
from records.action import Actor, action, required_text, save_checked
from records.requests import Refused

LONGEST = timedelta(days=366)
MOST = 20


def new_token() -> str:
    """What the other program sends: 256 bits of chance, after a word by which a leaked one is recognised."""
    return f"referee_{secrets.token_urlsafe(32)}"


def digest_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


@action
def make_token(*, by: Actor, token: str, name: str, scopes: Collection[Scope], days: int) -> ApiToken:
    """A token that acts for whoever makes it, for so many days at most; token: what was made by `new_token`."""
    name = required_text(name, _("Scrivi a che cosa serve: lo leggerai quando la vorrai revocare."))
    if not scopes:
        raise Refused(_("Scegli che cosa può fare chi la usa."))
    if not 1 <= days <= LONGEST.days:
        raise Refused(_("Una chiave vale da uno a %(most)d giorni.") % {"most": LONGEST.days})
    if ApiToken.objects.filter(user=by.user, revoked_at=None, expires_at__gt=by.at).count() >= MOST:
        raise Refused(_("Ne hai già %(most)d in uso: revocane una.") % {"most": MOST})
    made = ApiToken(
        user=by.user,
        name=name,
        scopes=sorted(one.value for one in scopes),
        digest=digest_of(token),
        made_at=by.at,
        expires_at=by.at + timedelta(days=days),
    )
    save_checked(made)
    return made


@action
def revoke_token(*, by: Actor, token: ApiToken) -> ApiToken:
    """From now on it opens nothing; its owner alone revokes it. Revoked again it stays as it was."""
    found = ApiToken.objects.select_for_update(of=("self",)).get(pk=token.pk, user=by.user)
    if found.revoked_at is None:
        found.revoked_at = by.at
        save_checked(found)
    return found
