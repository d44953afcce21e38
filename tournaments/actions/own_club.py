"""Whoever acts on people of the own club is told before, and the record says that it was told."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.actions.base import Actor
from tournaments.models import ClubNotice, EntryMember, Tournament
from tournaments.queries.own_club import of_own_club
from tournaments.refusals import Refused


def note_own_club(by: Actor, tournament: Tournament, act: str, record: str, members: Iterable[EntryMember]) -> None:
    """Within an action: note what was told; refuse where the page of the request did not tell it, and now tells."""
    words = of_own_club(by.user, tournament, members)
    if not words:
        return
    if by.told != words:
        told = _(
            "Qui c’è qualcuno del tuo circolo (%(who)s): ora lo leggi nella pagina, e se decidi tu conferma di nuovo."
        )
        raise Refused(told % {"who": words})
    ClubNotice.objects.get_or_create(
        tournament=tournament, record=record, user=by.user, act=act, defaults={"words": words, "told_at": by.at}
    )
