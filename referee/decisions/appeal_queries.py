"""A ruling as what an appeal is against, and the appeal that is open against it."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from people.accounts.models import User
from records.rights import Right
from referee.cases.models import Case
from referee.cases.queries import reaches
from referee.proposals.models import ProposedRuling
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal, AppealJudge
from tournaments.appeals.queries import Grievance, due_after, open_against, why_not_judging
from tournaments.rounds.models import LINES
from tournaments.setup.models import Tournament
from tournaments.staff.models import ClubNotice
from tournaments.staff.queries import notices_of


def makers_of_ruling(tournament: Tournament, number: int) -> frozenset[int]:
    """Whoever decided one of its versions, confirmed one, sat on the panel that changed one, or proposes another."""
    pairs = Ruling.objects.filter(tournament=tournament, number=number).values_list(
        "decided_by", "proposed_as__answered_by"
    )
    waiting = ProposedRuling.objects.filter(
        tournament=tournament, case__rulings__number=number, state=ProposedRuling.State.WAITING
    )
    panels = AppealJudge.objects.filter(
        appeal__tournament=tournament,
        appeal__state=Appeal.State.CHANGED,
        appeal__record__startswith=f"ruling:{number}:",
        left_at__isnull=True,
    ).exclude(took_part=False)
    makers = {user for pair in pairs for user in pair if user}
    return frozenset(makers).union(waiting.values_list("proposed_by", flat=True), panels.values_list("user", flat=True))


def makers_of_references(tournament: Tournament, references: Collection[str]) -> frozenset[int]:
    """Who made the rulings that these references cite."""
    numbers = Ruling.objects.filter(tournament=tournament).current().values_list("number", flat=True)
    cited = [number for number in numbers if Ruling(number=number).reference in references]
    return frozenset[int]().union(*(makers_of_ruling(tournament, number) for number in cited))


def key_of(ruling: Ruling) -> str:
    return f"ruling:{ruling.number}:{ruling.version}"


def ruling_of(tournament: Tournament, numbers: Sequence[int]) -> Grievance | None:
    """The version of a ruling by its numbers; whoever decided any version of it judges no appeal against it.

    Nor does who proposed a revision that waits: they have decided already what it should be.
    """
    if len(numbers) != 2:
        return None
    number, version = numbers
    versions = Ruling.objects.filter(tournament=tournament, number=number)
    ruling = versions.filter(version=version).select_related("superseded_by", "case__table").first()
    if ruling is None:
        return None
    table = ruling.case.table
    return Grievance(
        key=key_of(ruling),
        words=ruling.reference,
        noticed_at=ruling.decided_at,
        due_at=due_after(tournament, ruling.decided_at),
        makers=makers_of_ruling(tournament, number),
        entries=frozenset(key for key in (getattr(table, f"{line}_id") for line in LINES) if key),
        is_past=not ruling.is_current,
        reopened_by=ruling.case.appeal if ruling.case.is_revision else None,
        given_with=frozenset(right for right in Right if reaches({right}, Right.RULE, tournament, ruling.procedure)),
    )


def appeal_against(ruling: Ruling) -> Appeal | None:
    """The open appeal against the ruling, whichever version it was filed against."""
    return open_against(ruling.tournament, f"ruling:{ruling.number}:")


def appeal_of(case: Case) -> Appeal | None:
    """The open appeal by which the case is being decided anew; one that was withdrawn or decided binds nobody."""
    if case.appeal is None or not case.is_revision:
        return None
    appeals = Appeal.objects.filter(tournament=case.tournament, number=case.appeal, state=Appeal.State.OPEN)
    return appeals.select_related("tournament").first()


def appeal_awaited(case: Case) -> Appeal | None:
    """The open appeal that decides the case: that by which it is decided anew, or another against its ruling."""
    if case.is_draft and not case.is_revision:
        return None
    ruling = case.rulings.order_by("-version").first()
    return appeal_of(case) or (appeal_against(ruling) if ruling else None)


def why_awaited(case: Case, appeal: Appeal) -> str:
    """Why a revision begun before the appeal goes no further; nothing where the appeal began it."""
    if not case.is_draft or case.appeal == appeal.number:
        return ""
    words = _(
        "Contro questo provvedimento c’è il reclamo n. %(number)d: la revisione aspetta che sia deciso. Lo cambia chi "
        "giudica il reclamo."
    )
    return words % {"number": appeal.number}


def why_not_deciding(case: Case, user: User) -> str:
    """Why the user neither tells nor decides anything on the case: an appeal is open, and others judge it."""
    appeal = appeal_awaited(case)
    return (why_awaited(case, appeal) or why_not_judging(appeal, user)) if appeal else ""


def why_not_scoring(case: Case, user: User) -> str:
    """The same of the arbitral score, also once an appeal has changed the ruling: who made the one before waits."""
    if why := why_not_deciding(case, user):
        return why
    changed = _changed_by(case)
    if changed is None or user.pk not in (changed.made_by or ()):
        return ""
    words = _(
        "Il provvedimento l’ha cambiato il reclamo n. %(number)d: il punteggio lo dà un altro, non chi aveva deciso."
    )
    return words % {"number": changed.number}


def _changed_by(case: Case) -> Appeal | None:
    """The appeal that made the version in force: both were decided at one moment."""
    ruling = case.rulings.order_by("-version").first()
    if ruling is None:
        return None
    changed = Appeal.objects.filter(tournament=ruling.tournament_id, state=Appeal.State.CHANGED)
    return changed.filter(record__startswith=f"ruling:{ruling.number}:", decided_at=ruling.decided_at).first()


def club_notices_on(ruling: Ruling) -> list[ClubNotice]:
    """Who was told of people of the own club before that version: deciding, scoring, proposing and so on."""
    proposed = getattr(ruling, "proposed_as", None)
    # What was returned before led to it too.
    proposals = ruling.case.proposals.filter(number__lte=proposed.number) if proposed else ()
    return notices_of(ruling.tournament, key_of(ruling), *(proposal.key for proposal in proposals))
