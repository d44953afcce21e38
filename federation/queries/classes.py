"""Of which class tournaments are: the last version of what was said of each."""

from collections.abc import Iterable

from django.db.models import QuerySet

from federation.models import TournamentClass
from tournaments.models import Tournament


def class_of(tournament: Tournament) -> TournamentClass | None:
    """What is said of it now; None as long as nobody said anything."""
    return TournamentClass.objects.filter(tournament=tournament).select_related("noted_by").order_by("-version").first()


def classes_of(tournaments: "QuerySet[Tournament] | Iterable[Tournament]") -> dict[int, TournamentClass]:
    """The same of many, by their keys; one query."""
    versions = TournamentClass.objects.filter(tournament__in=tournaments).order_by("tournament", "version")
    return {one.tournament_id: one for one in versions}
