"""Appeals before the federal judge: what they are against, until when, who must not judge them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Case, QuerySet, When
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.library import get_rulebook, rulebook_ids
from federation.archive.lines import records_of
from federation.archive.models import ArchivedRuling
from federation.packages.models import ReceivedPackage, SentAnswer
from federation.packages.queries import OpenPoint, Point
from federation.received.models import ReceivedPerson
from federation.received.queries import front_of
from federation.received.records import Packed
from federation.sealed.answers import FIGURES, SCHEMAS, STANDINGS, kind_of
from federation.second_instance.contested_record import (
    ContestedRecord,
    Held,
    contested_record,
    entries_of,
    in_force,
    packed_of,
)
from federation.second_instance.models import SecondAppeal, SecondDecision, SecondJudge, SecondTerm
from people.accounts.models import Federation, User
from people.offices.models import FederationOffice
from people.players.queries import players_of_account
from records.rights import Office
from referee.cases.words import spoken
from referee.decisions.appeal_queries import key_of
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal, AppealNote
from tournaments.appeals.queries import grievance
from tournaments.entries.models import EntryMember
from tournaments.setup.models import Tournament


def term_of(federation: Federation) -> SecondTerm | None:
    """The term in force; without one nobody is told until when, and nothing is received."""
    return SecondTerm.objects.filter(federation=federation).select_related("set_by").order_by("-version").first()


def appeals_by_clock(federation: Federation) -> "QuerySet[SecondAppeal]":
    """The appeals: the open ones first, the longest waiting on top; then the decided ones, the latest first."""
    appeals = SecondAppeal.objects.filter(federation=federation).select_related("tournament", "received")
    return appeals.order_by(Case(When(state=Appeal.State.OPEN, then=0), default=1), "filed_at", "pk")


def first_instance(archived: ArchivedRuling) -> Ruling | None:
    """The ruling of an archive's record, played here or received; only the version in force is appealed."""
    record = records_of([archived]).get(archived.source)
    return record if isinstance(record, Ruling) and record.is_current else None


def against_archived(archived: ArchivedRuling) -> str:
    """The key of what an appeal is brought against from the page of a record of the archive; empty of others.

    Of a ruling itself, of an appeal of the first instance what that was against, as it stands now.
    """
    record, tournament = records_of([archived]).get(archived.source), archived.held
    if isinstance(record, Ruling):
        return key_of(record)
    return in_force(tournament, record.record) if isinstance(record, Appeal) and record.record and tournament else ""


def any_version(key: str) -> str:
    """How the keys of all versions of a record begin; for standings, the row of an entry in any of them."""
    return key.rpartition(":")[0] + ":" if kind_of(key) != STANDINGS else f"{STANDINGS}:"


def _about(key: str, other: str | None) -> bool:
    """Whether both are about one record, whichever version."""
    if kind_of(key) == STANDINGS and other and kind_of(other) == STANDINGS:
        return key.split(":")[2:] == other.split(":")[2:]
    return bool(other) and str(other).startswith(any_version(key))


def first_appeals(tournament: Held, key: str) -> list[Appeal]:
    """The first-instance appeals about any version of the same record, the last one first."""
    if isinstance(tournament, Tournament):
        filed = Appeal.objects.filter(tournament=tournament, record__startswith=any_version(key))
        several = list(filed.select_related("entry", "decided_by", "filed_by").prefetch_related("notes"))
    else:
        packed = packed_of(tournament)
        several = list(packed.appeals.values()) if packed else []
    return sorted((appeal for appeal in several if _about(key, appeal.record)), key=lambda appeal: -appeal.number)


@dataclass(frozen=True)
class Heard:
    """An appeal of the first instance, with its notes."""

    appeal: Appeal
    notes: tuple[AppealNote, ...]


def heard_before(appeal: SecondAppeal) -> list[Heard]:
    """The appeals of the first instance about the same record, the last one first."""
    tournament = appeal.held
    if tournament is None:
        return []
    several, packed = first_appeals(tournament, appeal.record), packed_of(tournament)
    return [
        Heard(first_appeal, tuple(packed.notes(first_appeal) if packed else first_appeal.notes.all()))
        for first_appeal in several
    ]


def entry_name(appeal: SecondAppeal) -> str:
    """The name of the entry that appeals, as the tournament has it."""
    return entries_of(appeal.held).get(appeal.entry, "") if appeal.held else ""


def record_under_appeal(appeal: SecondAppeal) -> ContestedRecord:
    """The version that the appeal is against. Raises LookupError where the package no longer has it."""
    record = contested_record(appeal.held, appeal.record) if appeal.held else None
    if record is None:
        raise LookupError(f"{appeal}: {appeal.record} is not there")
    return record


def noticed_at(record: ContestedRecord, first: list[Appeal]) -> datetime:
    """When the first decision was known: the end of the appeal where there was one, else the record itself."""
    decided = [decision.decided_at for decision in first if decision.decided_at]
    return max([*decided, record.decided_at])


def due_after(term: SecondTerm, noticed: datetime) -> datetime:
    return noticed + timedelta(days=term.days)


# Who judges


def panel_of(appeal: SecondAppeal) -> list[SecondJudge]:
    """The judges of the appeal: those named who have not left and hold the office."""
    judges = SecondJudge.objects.filter(appeal=appeal, left_at__isnull=True).select_related("user").order_by("pk")
    holding = set(judges_of(appeal.federation).values_list("pk", flat=True))
    return [judge for judge in judges if judge.user_id in holding]


def judges_of(federation: Federation) -> "QuerySet[User]":
    offices = FederationOffice.objects.filter(federation=federation, office=Office.JUDGE, ended_by__isnull=True)
    return User.objects.filter(pk__in=offices.values("user"), is_active=True)


def barred(appeal: SecondAppeal, user: User) -> str:
    """Why a user must not judge the appeal; empty for most."""
    if appeal.tournament_id and user.pk in _had_a_part(appeal):
        return _("Ne ha già deciso, o l’ha ricevuto, nel primo grado: lo giudica un altro.")
    if _plays(appeal, user):
        return _("Nel torneo gioca: nessuno decide di sé.")
    return ""


def _had_a_part(appeal: SecondAppeal) -> frozenset[int]:
    """The accounts here of everybody who made the record, received the appeal or judged it in the first instance."""
    assert appeal.tournament is not None  # noqa: S101  # played here
    dispute = grievance(appeal.tournament, appeal.record)
    makers = set(dispute.everybody) if dispute else set()
    for first_appeal in first_appeals(appeal.tournament, appeal.record):
        makers |= {
            first_appeal.filed_by_id,
            first_appeal.decided_by_id or 0,
            *first_appeal.judges.values_list("user", flat=True),
        }
    return frozenset(makers)


def _plays(appeal: SecondAppeal, user: User) -> bool:
    mine = players_of_account(user)
    if appeal.tournament_id:
        return EntryMember.objects.filter(entry__tournament=appeal.tournament_id, player__in=mine).exists()
    return ReceivedPerson.objects.filter(received=appeal.received_id, player__in=mine).exists()


def namesakes(appeal: SecondAppeal, user: User) -> bool:
    """Whether somebody with the user's name had a part in it elsewhere: a doubt that is shown and bars nobody."""
    package = front_of(appeal.received) if appeal.received else None
    return package is not None and str(user).casefold() in {
        str(name).casefold() for name in Packed(package).users.values()
    }


def own_club_in_appeal(appeal: SecondAppeal, user: User) -> str:
    """The club of the user, where a member of the appealing entry belongs to it; shown before anybody judges."""
    club = players_of_account(user).exclude(club=None).values_list("club__name", flat=True).first()
    if not club:
        return ""
    return club if club.casefold() in {name.casefold() for name in _clubs(appeal)} else ""


def _clubs(appeal: SecondAppeal) -> Iterator[str]:
    if appeal.tournament_id:
        members = EntryMember.objects.filter(entry__tournament=appeal.tournament_id, entry__number=appeal.entry)
        yield from members.exclude(player__club=None).values_list("player__club__name", flat=True)
        return
    package = front_of(appeal.received) if appeal.received else None
    if package:
        yield from Packed(package).clubs_of(appeal.entry)


def majority_of(panel: list[SecondJudge]) -> int:
    return len(panel) // 2 + 1


def last_decision(appeal: SecondAppeal) -> SecondDecision | None:
    return appeal.decisions.select_related("decided_by").order_by("-version").first()


# What became of it


@dataclass(frozen=True)
class CarriedOut:
    """What the tournament did with the last decision: when, and the records and standings that it made anew."""

    at: datetime
    ruling: str
    publications: tuple[int, ...]


def carried_out(appeal: SecondAppeal) -> CarriedOut | None:
    """What a received tournament did, from its package in front; None while it did nothing or has not reported it."""
    last = last_decision(appeal)
    if last is None:
        return None
    if appeal.tournament_id:
        conditions = {"told__schema__in": SCHEMAS, "told__appeal": appeal.number, "told__version": last.version}
        mine = SentAnswer.objects.filter(tournament=appeal.tournament_id, **conditions, execution__isnull=False)
        answer = mine.select_related("execution__ruling").first()
        execution = answer.execution if answer else None
        return (
            CarriedOut(execution.executed_at, str(execution.ruling or ""), tuple(execution.publications))
            if execution
            else None
        )
    packed = packed_of(appeal.received)
    for decided, done in packed.executed if packed else ():
        if (decided.get("appeal"), decided.get("signature")) == (appeal.number, last.signed["signature"]):
            ruling = packed.rulings.get(done["ruling_id"] or 0) if packed else None
            at = datetime.fromisoformat(done["executed_at"])
            return CarriedOut(at, str(ruling or ""), tuple(done["publications"]))
    return None


# What may be decided otherwise


@dataclass(frozen=True)
class Changeable:
    """A fact that decided: its question, the answer that was given, and those that there are."""

    fact: str
    question: str
    answer: str
    answers: tuple[tuple[str, str], ...]


def changeable(ruling: Ruling) -> list[Changeable]:
    """The facts of the ruling that its code still asks; none where this program does not have the code."""
    if ruling.rulebook not in rulebook_ids():
        return []
    book, changeable = get_rulebook(ruling.rulebook), dict[str, Changeable]()
    for step in ruling.trail:
        procedure = book.procedures.get(step["procedure"])
        fact = procedure.facts.get(step["fact"]) if procedure else None
        if fact is None or fact.ask is None or step["fact"] not in ruling.answers["facts"]:
            continue
        answers = tuple((name, spoken(text)) for name, text in fact.answers.items())
        changeable[step["fact"]] = Changeable(step["fact"], spoken(fact.ask), step["answer"], answers)
    return list(changeable.values())


def changeable_figures(record: ContestedRecord, contest: Tournament) -> dict[str, int]:
    """The present values of the figures that a change may set; none for whole standings."""
    if record.kind == STANDINGS:
        return dict.fromkeys(FIGURES[STANDINGS], 0) if record.key.count(":") > 1 else {}
    plays = contest.plays_with_accusa
    return {name: value for name, value in record.figures.items() if plays or not name.startswith("accusa")}


def judge_points(package: ReceivedPackage) -> Iterator[OpenPoint]:
    """The appeals about this tournament that the federal judge has still to decide."""
    found = SecondAppeal.objects.filter(federation=package.federation, uid=package.uid, state=Appeal.State.OPEN)
    numbers = list(found.order_by("number").values_list("number", flat=True))
    yield OpenPoint(Point.JUDGE, len(numbers), ", ".join(map(str, numbers)))


def before_the_judge(tournament: Tournament) -> list[tuple[SecondAppeal, bool]]:
    """The appeals of a tournament played here, for its own pages, and whether the last decision still waits there."""
    appeals = SecondAppeal.objects.filter(tournament=tournament).order_by("number").prefetch_related("decisions")
    answers = SentAnswer.objects.filter(tournament=tournament, told__schema__in=SCHEMAS)
    executed = {(answer.told["appeal"], answer.told["version"]) for answer in answers if answer.holds}
    return [
        (appeal, any((appeal.number, last.version) not in executed for last in list(appeal.decisions.all())[-1:]))
        for appeal in appeals
    ]


FIGURE_NAMES: Mapping[str, Promise] = {
    "points_a": _lazy("Punti della linea A"),
    "points_b": _lazy("Punti della linea B"),
    "accusa_a": _lazy("di cui accusa della linea A"),
    "accusa_b": _lazy("di cui accusa della linea B"),
    "vp_a": _lazy("VP della linea A"),
    "vp_b": _lazy("VP della linea B"),
    "mp_a": _lazy("MP della linea A"),
    "mp_b": _lazy("MP della linea B"),
    "vp": _lazy("VP da aggiungere, col meno davanti da togliere"),
    "mp": _lazy("MP da aggiungere, col meno davanti da togliere"),
}


def figures_by_name(figures: Mapping[str, int]) -> list[tuple[str, int]]:
    """The figures with their names, in the order of the names above."""
    return [(str(name), figures[key]) for key, name in FIGURE_NAMES.items() if key in figures]
