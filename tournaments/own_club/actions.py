"""Nobody acts on himself; who acts on people of the own club, or name, is told before, and it is recorded."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from records.action import Actor
from records.refusals import Refused
from tournaments.entries.models import EntryMember
from tournaments.own_club.models import ClubNotice
from tournaments.own_club.queries import Ties, name_and_clubs, ties_of
from tournaments.setup.models import Tournament


def check_not_own(ties: Ties, members: Iterable[EntryMember]) -> None:
    """Refuse whoever is one of those concerned: nobody judges the own case."""
    if ties.sit_among(members):
        raise Refused(_("Qui giochi tu, e nessuno decide di sé: lo fa un altro; se non c’è, il direttore lo nomina."))


def note_own_club(by: Actor, tournament: Tournament, act: str, record: str, members: Iterable[EntryMember]) -> None:
    """Within an action: refuse whose own case it is, note what was told of the own club and of the own name.

    Refused too where the page of the request did not tell it, and now tells.
    """
    ties, concerned = ties_of(by.user, tournament), list(members)
    check_not_own(ties, concerned)
    words = ties.in_words(concerned)
    if not words:
        return
    if words not in by.told:
        alike, clubs = name_and_clubs(words)
        seated = _("Risulti seduto qui (%(who)s): se sei tu decide un altro; se ha solo il tuo nome conferma di nuovo.")
        told = _(
            "Qui c’è qualcuno del tuo circolo (%(who)s): ora lo leggi nella pagina, e se decidi tu conferma di nuovo."
        )
        raise Refused(*(said % {"who": who} for said, who in ((seated, alike), (told, clubs)) if who))
    ClubNotice.objects.get_or_create(
        tournament=tournament, record=record, user=by.user, act=act, defaults={"words": words, "told_at": by.at}
    )
