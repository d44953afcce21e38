"""The demo’s second instance: an appeal that the federal judge rejected, taken home by the desk, and one that waits."""

from datetime import timedelta

from federation.archive.actions import refresh
from federation.archive.models import ArchivedRuling
from federation.demo.people import Officers
from federation.demo.words import HEARD, JUDGE_AGAIN, JUDGE_REASONS, RULE_OF_THE_TERM, STATED
from federation.desk.actions import load_answer
from federation.sealed.canonical import canonical
from federation.second_instance.actions import (
    Filed,
    Verdict,
    decide_second,
    file_second,
    name_second_judge,
    note_second,
    set_term,
    settle_second_deposit,
)
from federation.second_instance.models import SecondAppeal, SecondDecision
from referee.demo.people import Clock
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal
from tournaments.setup.models import Tournament

DAYS, CENTS = 30, 5000
# From the evening on which it is received to a morning a week later.
TO_THE_HEARING = 9_520
# After the tournament's own decision, within the term.
LATER = timedelta(days=9)


def write_term(officers: Officers) -> None:
    judge, federation = officers.users["gemma"], officers.federation
    by = officers.clock.by(judge)
    set_term(by=by, federation=federation, days=DAYS, cents=CENTS, source=RULE_OF_THE_TERM, seen=0)


def appeal_further(officers: Officers, clock: Clock) -> None:
    """Against the ruling that the tournament's own appeal left as it is; clock: that of the tournament, now over."""
    officers.clock.at = max(officers.clock.at, clock.at + LATER)
    first = Appeal.objects.select_related("tournament", "entry").filter(state=Appeal.State.REJECTED).latest("pk")
    number, version = (first.record or "").split(":")[1:]
    ruling = Ruling.objects.get(tournament=first.tournament, number=number, version=version)
    appeal = _filed(officers, ruling, first.entry.number, JUDGE_AGAIN)
    by, judge = officers.clock.by, officers.users["gemma"]
    note_second(by=by(judge, minutes=TO_THE_HEARING), appeal=appeal, kind="hearing", text=HEARD)
    verdict = Verdict(outcome="rejected", reasons=JUDGE_REASONS, facts={})
    decision = decide_second(by=by(judge, minutes=90), appeal=appeal, verdict=verdict, seen=0, present=[judge])
    settle_second_deposit(by=by(judge), appeal=appeal, deposit=Appeal.Deposit.FORFEITED)
    _take_home(officers, first.tournament, decision)


def wait_for_the_judge(officers: Officers, slug: str) -> None:
    """Against the last ruling of a tournament, decided otherwise than proposed if any was; nobody was heard yet."""
    rulings = Ruling.objects.current().filter(tournament__slug=slug).select_related("case__table__line_a")
    ruling = rulings.latest("departed", "number")
    line = ruling.case.table.line_a
    appeal = _filed(officers, ruling, line.number, JUDGE_AGAIN)
    judge = officers.users["gemma"]
    note_second(by=officers.clock.by(judge, minutes=3), appeal=appeal, kind="appellant", text=STATED)


def _filed(officers: Officers, ruling: Ruling, entry: int, grounds: str) -> SecondAppeal:
    judge = officers.users["gemma"]
    refresh(officers.federation, most=None)
    archived = ArchivedRuling.objects.get(federation=officers.federation, source=f"ruling-{ruling.pk}")
    content = Filed(entry=entry, grounds=grounds, deposit_received=True)
    appeal = file_second(by=officers.clock.by(judge), archived=archived, said=content)
    name_second_judge(by=officers.clock.by(judge), appeal=appeal, user=judge)
    return appeal


def _take_home(officers: Officers, tournament: Tournament, decision: SecondDecision) -> None:
    by = officers.clock.by(officers.users["dora"], minutes=60)
    load_answer(by=by, tournament=tournament, content=canonical(decision.signed))
