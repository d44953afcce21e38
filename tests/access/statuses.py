"""Which statuses an address may answer to whom: the table of `tests/access_table.py` read for one person."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from people.accounts.models import User
from people.offices.access import names_officers, rights_anywhere
from records.rights import FederationRight, Right, federation_rights, rights_of
from tests.access.needs import Condition, Row
from tournaments.setup.models import Tournament

DONE = frozenset({200, 302, 409, 422})


@dataclass(frozen=True)
class Held:
    """What somebody may do: in the tournament, in one or another, and by their offices in its federation."""

    here: frozenset[Right] = frozenset()
    anywhere: frozenset[Right] = frozenset()
    offices: frozenset[FederationRight] = frozenset()

    @classmethod
    def by(cls, user: User | None, tournament: Tournament) -> "Held":
        if user is None:
            return cls()
        return cls(rights_of(user, tournament), rights_anywhere(user), federation_rights(user, tournament.federation))


def expected(row: Row, method: str, user: User | None, held: Held) -> frozenset[int]:
    """The statuses that may be answered to this person."""
    need = row.get(method)
    # Views that look at the visitor themselves; before all others stands the door.
    has_door = not {Condition.EVERYBODY, Condition.ADMINISTERS, Condition.HAS_A_TOKEN} & set(row.values())
    if need is Condition.HAS_A_TOKEN or (need is None and (user or not has_door)):
        return frozenset({401 if need else 405})
    if user is None and need is not Condition.EVERYBODY:
        return frozenset({302})
    who = user or AnonymousUser()
    founds, names = who.has_perm("tournaments.add_tournament"), names_officers(who)
    erases = who.has_perm("keeping.add_erasure")
    particular = {
        Condition.RULES_UNSEEN: (held.here, Right.RULE in held.here and who.username != "giulia"),
        Condition.BLACKS_OUT: (held.here, erases or Right.BLACK_OUT in held.here),
        Condition.COPIES: (held.here, Right.MANAGE_ROUNDS in held.here and founds),
        Condition.READS_OFFICES: (held.offices, names or bool(held.offices)),
        Condition.NAMES_OFFICERS: (held.offices, names),
        # The token that the world knows is Dora's.
        Condition.OWNS_IT: (frozenset(), who.username == "dora"),
    }
    if need in particular:
        return within(*particular[need])
    if not isinstance(need, Condition):
        mine = held.here if isinstance(need, Right) else held.offices
        return within(mine, need in mine)
    allowed = {
        Condition.EVERYBODY: True,
        Condition.SIGNED_IN: True,
        Condition.CREATES_TOURNAMENTS: founds,
        Condition.ADMINISTERS: bool(user and user.is_staff),
        Condition.ERASES_PERSONS: erases,
        Condition.GIVES_ACCOUNTS: names,
        Condition.HANDS_OUT_DATA: bool(user and user.has_perm("people.add_personalexport")),
        Condition.STAFF_SOMEWHERE: Right.VIEW_DESK in held.anywhere,
        Condition.DIRECTS_SOMEWHERE: Right.MANAGE_ENTRIES in held.anywhere,
    }[need]
    return DONE if allowed else frozenset({403})


def within(rights: frozenset[Right] | frozenset[FederationRight], may: bool) -> frozenset[int]:
    """Whoever has no right at all there is told that it does not exist."""
    return DONE if may else frozenset({403 if rights else 404})
