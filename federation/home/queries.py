"""What waits for an office, counted: packages, cards that run out, headnotes, appeals, decisions that stand apart."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet

from federation.archive import engines
from federation.archive.models import ArchivedRuling
from federation.archive.words import token
from federation.casebook.models import HeadnoteDraft
from federation.consistency.queries import Selection, Share, counted
from federation.drafts.models import DraftEdition
from federation.packages.models import ReceivedPackage
from federation.packages.queries import inbox, undecided
from federation.roster.queries import ends_soon, in_roster, twice
from federation.second_instance.models import SecondAppeal, SecondJudge
from people.accounts.models import Federation
from tournaments.appeals.models import Appeal

State = ReceivedPackage.State
A_YEAR = timedelta(days=365)
MOST_OVERTURNED = 500  # the newest are counted


@dataclass(frozen=True)
class Waits:
    """How many there are of something, and the first of them where one alone is meant."""

    count: int = 0
    first: int | None = None

    @property
    def only(self) -> int | None:
        return self.first if self.count == 1 else None


def packages_waiting(federation: Federation) -> dict[str, Waits]:
    """By what is to be done: choose between two histories, check, homologate. One question."""
    kinds = {
        "choose": undecided(),
        "check": ~undecided() & Q(state=State.RECEIVED),
        "homologate": ~undecided() & Q(state=State.CHECKED),
    }
    counts: dict[str, Any] = {name: Count("pk", filter=rule) for name, rule in kinds.items()}
    firsts = {f"{name}_first": Min("pk", filter=rule) for name, rule in kinds.items()}
    totals = inbox(federation).order_by().aggregate(**counts, **firsts)
    return {name: Waits(totals[name], totals[f"{name}_first"]) for name in kinds}


def cards_ending(federation: Federation, today: date) -> tuple[int, int]:
    """How many cards ran out, and how many soon will. One question."""
    totals = in_roster(federation).aggregate(
        expired=Count("pk", filter=Q(valid_until__lt=today)), soon=Count("pk", filter=ends_soon(today))
    )
    return totals["expired"], totals["soon"]


def doubles(federation: Federation) -> int:
    """How many names stand on several cards of one club. One question."""
    return len(twice(federation))


def headnotes_waiting(federation: Federation) -> tuple[Waits, Waits]:
    """Drafts that nobody but officers reads, and what stands under no word of the index. One question."""
    unpublished, untagged = Q(headnote=None), Q(tags=[])
    totals = HeadnoteDraft.objects.filter(federation=federation).aggregate(
        drafts=Count("pk", filter=unpublished), first_draft=Min("pk", filter=unpublished),
        untagged=Count("pk", filter=untagged), first_untagged=Min("pk", filter=untagged),
    )  # fmt: skip
    return Waits(totals["drafts"], totals["first_draft"]), Waits(totals["untagged"], totals["first_untagged"])


def overturned_untold(federation: Federation) -> int:
    """Rulings that an appeal changed, of which no version has a headnote. Two questions."""
    # By the words of the index: there is none of the column alone, and an archive may have 100,000 rows.
    changed = token("standing", ArchivedRuling.Standing.OVERTURNED.value)
    within = engines.Within(federation.pk)
    places = [row[0] for row in engines.rows(within, [(changed,)], limit=MOST_OVERTURNED, columns=("archived_id",))]
    rulings = ArchivedRuling.objects.filter(federation=federation, kind=ArchivedRuling.Kind.RULING)
    sources = HeadnoteDraft.objects.filter(federation=federation).values("source")
    same = {name: OuterRef(name) for name in ("tournament", "number")}
    decided = Exists(rulings.filter(source__in=sources, **same))
    return rulings.filter(place__in=places, tournament__isnull=False).exclude(decided).count()


def appeals_waiting(federation: Federation) -> "QuerySet[SecondAppeal]":
    """Appeals before the federal judge, the longest waiting first, each with whether somebody is to judge it."""
    appeals = SecondAppeal.objects.filter(federation=federation, state=Appeal.State.OPEN)
    judges = SecondJudge.objects.filter(appeal=OuterRef("pk"), left_at__isnull=True)
    return (
        appeals.select_related("tournament", "received").annotate(has_panel=Exists(judges)).order_by("filed_at", "pk")
    )


def deposits_waiting(federation: Federation) -> int:
    """Deposits of appeals that are over, neither returned nor kept."""
    over = SecondAppeal.objects.filter(federation=federation).exclude(state=Appeal.State.OPEN)
    return over.filter(deposit=Appeal.Deposit.RECEIVED).count()


def standing_apart(federation: Federation, today: date) -> int:
    """Anomalies of the last year of which surely more often than of all together another thing was decided than
    proposed. One question."""
    rows = counted(federation, Selection(since=today - A_YEAR)).values("code", "procedure")
    counts = rows.annotate(n=Count("place"), otherwise=Count("place", filter=Q(departed=True)))
    shares = {(row["code"], row["procedure"]): Share(row["otherwise"], row["n"]) for row in counts}
    whole = Share(sum(share.part for share in shares.values()), sum(share.whole for share in shares.values()))
    of_procedures = (share for (_code, procedure), share in shares.items() if procedure)
    return sum(share.is_telling and share.low > whole.thousandths for share in of_procedures)


def untried_drafts(federation: Federation) -> Waits:
    """Drafts of a code that were sent in and never tried."""
    totals = DraftEdition.objects.filter(federation=federation, trials=None).aggregate(n=Count("pk"), first=Min("pk"))
    return Waits(totals["n"], totals["first"])
