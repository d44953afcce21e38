"""Sessions that end by themselves: after some time without use, and after some time in any case.

How long, goes by what the account may do: a director's phone left on a chair is worth more than a scorer's. The times
lie in the session itself, so that a page which looks at no session pays nothing for them.

The database holds a digest of each key, which the browser alone has: who reads the database signs in as nobody.

Where an account is signed in now: seen by its owner, who may end each of them.
"""

import hashlib
import time
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.utils import timezone

from people.accounts.models import User

SINCE, SEEN, KIND = "since", "seen", "kind"
# When a code was last asked and right; not there for an account without a second factor.
VERIFIED = "verified"
# Use is noted in steps of the idle time divided by this: not every page writes.
STEPS = 20
HOUR = 60 * 60


class Kind(StrEnum):
    """Whose session it is."""

    FEDERATION = "federation"
    DIRECTOR = "director"
    STAFF = "staff"


class Limits(NamedTuple):
    """Seconds without use, and seconds in all, after which a session has ended."""

    idle: int
    absolute: int


LIMITS = {Kind(kind): Limits(idle * HOUR, in_all * HOUR) for kind, (idle, in_all) in settings.SESSION_HOURS.items()}


def stored_key(key: str) -> str:
    """What a session lies under in the database; its column has room for so much of the digest."""
    return hashlib.sha256(key.encode()).hexdigest()[:40]


class SessionStore(db.SessionStore):
    """Django's sessions in the database; one that has lasted too long holds nothing any more."""

    # Whether a page asks by itself: that is no use of the session.
    is_unattended = False

    def load(self) -> dict[str, Any]:
        data: dict[str, Any] = super().load()
        if SINCE not in data:
            return data
        if has_ended(data):
            self.delete(self.session_key)
            self._session_key = None
            return {}
        now = int(time.time())
        if not self.is_unattended and now - data[SEEN] >= LIMITS[Kind(data[KIND])].idle // STEPS:
            data[SEEN] = now
            self.modified = True
        return data

    def _get_session_from_db(self) -> Any:
        session = self.model.objects.filter(
            session_key=stored_key(self.session_key or ""), expire_date__gt=timezone.now()
        ).first()
        if session is None:
            self._session_key = None
        return session

    def exists(self, session_key: str) -> bool:
        return super().exists(stored_key(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        session = super().create_model_instance(data)
        session.session_key = stored_key(session.session_key)
        return session

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            super().delete(stored_key(key))

    def save(self, must_create: bool = False) -> None:
        """Save; a database that is away is no session deleted meanwhile, for which Django takes it: it is told."""
        try:
            super().save(must_create)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from error
            raise


def has_ended(data: dict[str, Any]) -> bool:
    """Whether a session that says since when it lasts has lasted, or lain, too long."""
    now, limits = int(time.time()), LIMITS[Kind(data[KIND])]
    return bool(now - data[SINCE] >= limits.absolute or now - data[SEEN] >= limits.idle)


class OwnSession(NamedTuple):
    """A session: a mark for pages, what it is kept under, its times, whether it is the one that asks."""

    mark: str
    key: str
    since: datetime
    seen: datetime
    is_this: bool


def sessions_of(user: User, here: str | None) -> list[OwnSession]:
    """Of the account, the latest used first; one whose signature is no more of now, or that is too old, is none."""
    hash, store = user.get_session_auth_hash(), SessionStore()
    this = stored_key(here) if here else None
    sessions = []
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        data: dict[str, Any] = store.decode(session.session_data)
        is_mine = data.get(SESSION_KEY) == str(user.pk) and data.get(HASH_SESSION_KEY) == hash
        if is_mine and SINCE in data and not has_ended(data):
            mark = hashlib.sha256(session.session_key.encode()).hexdigest()[:16]
            sessions.append(
                OwnSession(
                    mark, session.session_key, _moment(data[SINCE]), _moment(data[SEEN]), session.session_key == this
                )
            )
    return sorted(sessions, key=lambda mine: mine.seen, reverse=True)


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
