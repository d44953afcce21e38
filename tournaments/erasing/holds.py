"""What forbids to erase for the time being, and what is to be done first."""

from collections.abc import Collection, Iterator

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import Appeal, LegalHold, Player, Tournament
from tournaments.queries.merging import records_of


def legal_holds_on(player: Player) -> Iterator[str]:
    """What somebody set by hand on the person or on a tournament of theirs: it keeps the records as they are.

    Two records are merged under an open appeal: what was played stays as it is, and they are parted again.
    """
    records = records_of(player)
    played = Tournament.objects.filter(entries__members__player__in=records).distinct()
    yield from _set_by_hand(Q(player__in=records))
    yield from _set_by_hand(Q(tournament__in=played.values_list("pk", flat=True)))


def holds_on(player: Player) -> Iterator[str]:
    """Why the person must not be erased now, each with what to do about it."""
    records = records_of(player)
    played = Tournament.objects.filter(entries__members__player__in=records).distinct()
    yield from _set_by_hand(Q(player__in=records))
    yield from holds_on_tournaments(played.values_list("pk", flat=True))


def holds_on_tournaments(tournaments: Collection[int]) -> Iterator[str]:
    """Why nothing of these tournaments must be erased now."""
    for appeal in Appeal.objects.filter(tournament__in=tournaments, state=Appeal.State.OPEN).select_related(
        "tournament"
    ):
        words = _("Il reclamo n. %(number)d di %(tournament)s è ancora in esame: va deciso o ritirato prima.")
        yield words % {"number": appeal.number, "tournament": appeal.tournament}
    yield from _set_by_hand(Q(tournament__in=tournaments))


def _set_by_hand(of: Q) -> Iterator[str]:
    for hold in LegalHold.objects.filter(of, lifted_at__isnull=True).select_related("set_by"):
        words = _("C’è un vincolo posto da %(who)s il %(when)s («%(reason)s»): chi amministra può toglierlo.")
        yield words % {"who": hold.set_by, "when": f"{hold.set_at:%d/%m/%Y}", "reason": hold.reason}
