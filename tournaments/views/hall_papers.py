"""Papers of the hall: who sits where in a round, and the players' name tags."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import get_tournament
from tournaments.exports import papers
from tournaments.exports.download import download
from tournaments.exports.imprint import imprint_of
from tournaments.exports.seating import Tag, seating_sheets
from tournaments.links import check_in_address
from tournaments.models import EntryMember, Tournament
from tournaments.permissions import Right
from tournaments.requests import Request
from tournaments.views.common import hall_root
from tournaments.views.exports import sheets_as


@require_safe
def seating(request: Request, slug: str, number: int, *, kind: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    round = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    title = _("Posti del turno %(round)s") % {"round": number}
    return sheets_as(kind, seating_sheets(round), tournament, title=title)


@require_safe
def tags(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    title = _("Cartellini")
    imprint = imprint_of(tournament, title, at=timezone.now())
    return download(papers.name_tags(tags_of(request, tournament), imprint), f"{tournament.name} – {title}", "pdf")


def tags_of(request: Request, tournament: Tournament) -> list[Tag]:
    root = hall_root(request)
    members = EntryMember.objects.filter(entry__tournament=tournament, until_round__isnull=True)
    members = members.exclude(entry__state="withdrawn").select_related("entry__tournament", "player__club")
    return [
        Tag(
            name=str(member.player),
            number=member.entry.number,
            entry=member.entry.name,
            club=member.player.club.name if member.player.club else "",
            url=f"{root}{reverse('seat', args=[tournament.slug])}?q={member.entry.number}",
            present_url=root + check_in_address(member.entry),
        )
        for member in members.order_by("entry__number", "position")
    ]
