"""Where an account is signed in now: seen by its owner, who may end each of them."""

import hashlib
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournaments.models import User
from tournaments.signing_in.session_store import SEEN, SINCE, SessionStore, has_ended, kept_under


class Mine(NamedTuple):
    """A session: a mark for pages, what it is kept under, its times, whether it is the one that asks."""

    mark: str
    key: str
    since: datetime
    seen: datetime
    is_this: bool


def sessions_of(user: User, here: str | None) -> list[Mine]:
    """Of the account, the latest used first; one whose signature is no more of now, or that is too old, is none."""
    hash, store = user.get_session_auth_hash(), SessionStore()
    this = kept_under(here) if here else None
    found = []
    for one in Session.objects.filter(expire_date__gt=timezone.now()):
        data: dict[str, Any] = store.decode(one.session_data)
        is_mine = data.get(SESSION_KEY) == str(user.pk) and data.get(HASH_SESSION_KEY) == hash
        if is_mine and SINCE in data and not has_ended(data):
            mark = hashlib.sha256(one.session_key.encode()).hexdigest()[:16]
            found.append(Mine(mark, one.session_key, _at(data[SINCE]), _at(data[SEEN]), one.session_key == this))
    return sorted(found, key=lambda one: one.seen, reverse=True)


def _at(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
