"""A federation with something on each of its pages, beside the demonstration."""

from collections.abc import Mapping

from django.utils import timezone

from federation.casebook.models import HeadnoteDraft
from federation.received.models import ReceivedTournament
from federation.second_instance.actions import Filed, file_second_against
from people.accounts.models import Club, Player, User
from people.players.models import Member, RosterUpdate
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import acting
from tests.federation.casebook.headnotes import publish_a_headnote
from tests.federation.drafts.drafting import load_a_draft, try_it
from tests.federation.seasons.a_season import publish_something_of_a_season
from tests.federation.shown import go_to_the_judge, keep_a_roster, receive_something, tell_another_program
from tournaments.entries.models import Admission
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament


def shown_federation(tournament: Tournament) -> dict[str, int | str]:
    """Officers, a roster, a package, a season of the tournament's federation; the keys that addresses need."""
    federation = tournament.federation
    people = {name: factories.make_officer(name, federation) for name in factories.OFFICERS}
    keep_a_roster(tournament, people["olga"])
    publish_something_of_a_season(federation, people["olga"])
    headnote = publish_a_headnote(tournament, people["aldo"]).headnote
    told = tell_another_program(federation, people["olga"])
    draft = load_a_draft(federation, people["remo"])
    try_it(draft, people["remo"])
    return {
        "webhook": told.webhook_id,
        "code_draft": draft.pk,
        "federation": federation.code,
        "package": receive_something(tournament, olga=people["olga"]).pk,
        "received": received_then_judged(tournament, people).pk,
        "ruling": f"ruling-{Ruling.objects.filter(tournament=tournament).earliest('pk').pk}",
        "scored": against_a_score(tournament, people["gemma"]),
        "headnote_draft": HeadnoteDraft.objects.filter(headnote__isnull=True).earliest("pk").pk,
        "headnote": headnote.draft.pk,
        "reference": headnote.reference,
        "packed": Ruling.objects.filter(tournament=tournament).current().earliest("number").number,
        "member": Member.objects.earliest("pk").pk,
        "update": RosterUpdate.objects.earliest("pk").pk,
        "admission": Admission.objects.earliest("pk").pk,
        "admitted": tournament.entries.get(number=1).members.get(position=1).player_id,
        "of_season": Player.objects.earliest("pk").pk,
        "club_of_season": Club.objects.earliest("pk").pk,
    }


def received_then_judged(tournament: Tournament, people: Mapping[str, User]) -> ReceivedTournament:
    """What came in the inbox, under its lasting key; with two appeals before the federal judge."""
    dora = User.objects.get(username="dora")
    go_to_the_judge(tournament, gemma=people["gemma"], dora=dora, at=timezone.now())
    return ReceivedTournament.objects.earliest("pk")


def against_a_score(tournament: Tournament, gemma: User) -> str:
    """A third appeal, against a score; the key of it."""
    rows = BoardScore.objects.current().filter(table__round__tournament=tournament, points_a__isnull=False)
    one = rows.select_related("table__round", "board").earliest("pk")
    key = f"score:{one.table.round.number}:{one.table.number}:{one.board.number}:{one.version}"
    said = Filed(entry=1, grounds="Lo score dice altro", late_reason="Era in viaggio")
    of = tournament.federation
    file_second_against(by=acting(gemma, at=timezone.now()), federation=of, held=tournament, record=key, said=said)
    return key
