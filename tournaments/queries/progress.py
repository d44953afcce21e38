"""How far a tournament has come: which rounds are shown, begun, planned."""

from django.db.models import Max, Sum

from tournaments.models import Round, Stage, Tournament


def first_open_round(tournament: Tournament) -> int:
    """The first round whose tables nobody has seen yet: who enters now can play from there."""
    return last_shown_round(tournament) + 1


def last_shown_round(tournament: Tournament) -> int:
    """The last round published; 0 before the first."""
    shown = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT)
    return int(shown.aggregate(last=Max("number"))["last"] or 0)


def last_begun_round(tournament: Tournament) -> int:
    """The last round whose play has begun; 0 before the first."""
    begun = Round.objects.filter(tournament=tournament, state__in=Round.BEGUN)
    return int(begun.aggregate(last=Max("number"))["last"] or 0)


def rounds_planned(tournament: Tournament) -> int:
    """How many rounds the stages foresee, or there are if these are more; 0 while nobody has said."""
    planned = Stage.objects.filter(tournament=tournament).aggregate(total=Sum("rounds_planned"))["total"] or 0
    drawn = Round.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    return max(int(planned), int(drawn))


def last_stage_begun(tournament: Tournament) -> int | None:
    """The primary key of the last stage with a round begun; None before the first."""
    begun = Round.objects.filter(tournament=tournament, state__in=Round.BEGUN).order_by("-stage__number")
    return begun.values_list("stage", flat=True).first()
