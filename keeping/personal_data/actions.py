"""Handing out what is kept of a person: to themselves, or by whom the federation charges with it."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from keeping.personal_data.queries import Person
from people.accounts.models import MAY_HAND_OUT, PersonalExport, User

# Given in the archive to whoever answers such requests; administrators have it.


@transaction.atomic
def hand_out(*, by: User, person: Person, form: str, at: datetime) -> PersonalExport:
    """Note that the person's data go out, before they do: a file that nobody noted must not exist."""
    # Whoever asks twice gets two files: no key makes the second request the first one.
    if person.account != by and not by.has_perm(MAY_HAND_OUT):
        raise PermissionDenied(MAY_HAND_OUT)
    return PersonalExport.objects.create(
        player=person.player, account=person.account, form=PersonalExport.Form(form), made_by=by, made_at=at
    )
