"""What is shown and objected to: penalties, standings, reports, appeals, prizes, stages, the end."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from hall.clock.actions import call_time_out, give_extra_time, pause_clock, resume_clock, start_clock
from tests.tournaments.machine.chances import NUMBER, OFTEN, REASON, REFERENCE, SELDOM, pick
from tests.tournaments.machine.playing import Playing
from tournaments.appeals.actions import (
    decide_appeal,
    file_appeal,
    name_judge,
    note_on_appeal,
    release_judge,
    settle_deposit,
    withdraw_appeal,
)
from tournaments.appeals.adjustment_actions import cancel_adjustment, give_adjustment
from tournaments.appeals.models import Appeal
from tournaments.planning.models import Stage
from tournaments.planning.stage_actions import change_stage, split, start_stage
from tournaments.publication.actions import (
    answer_report,
    close_reports,
    conclude,
    interrupt,
    publish_final,
    publish_provisional,
    remove_prize,
    report_error,
    set_prize,
)
from tournaments.publication.models import ErrorReport, Prize, Publication
from tournaments.scores.models import Adjustment

GIVEN = st.sampled_from([("vp", -1), ("vp", 2), ("mp", -5), ("mp", 100), ("warning", 0), ("warning", 0), ("vp", 0)])
# A tournament is not broken off before something has happened.
LATE = 60


class Publishing(Playing):
    """The standings are shown, objected to and made final."""

    @rule(which=NUMBER, round=NUMBER, given=GIVEN, reason=REASON, reference=REFERENCE, mistaken=st.booleans())
    def give_adjustment(
        self, *, which: int, round: int, given: tuple[str, int], reason: str, reference: str, mistaken: bool
    ) -> None:
        if entry := pick(self.entries, which):
            kind, amount = given
            chosen = pick([None, *self.rounds], round)
            made = self.hall.do(give_adjustment, "dora", entry=entry, round=chosen, kind=kind, amount=amount,
                                reason=reason, reference=reference)  # fmt: skip
            if made and mistaken:
                self.hall.do(cancel_adjustment, "giulia", adjustment=made, reason="Sbagliata", decision=reference)

    @rule(which=NUMBER, reason=REASON, decision=REFERENCE)
    def cancel_adjustment(self, which: int, reason: str, decision: str) -> None:
        found = list(Adjustment.objects.select_related("entry__tournament", "round__stage").order_by("-pk")[:4])
        if adjustment := pick(found, which):
            self.hall.do(cancel_adjustment, "giulia", adjustment=adjustment, reason=reason, decision=decision)

    # Standings

    @rule(which=NUMBER, incomplete=st.booleans(), reason=REASON, stale=SELDOM)
    def publish_provisional(self, which: int, incomplete: bool, reason: str, stale: bool) -> None:
        self.publish(
            publish_provisional,
            pick(self.stages_begun() or self.stages, which),
            incomplete=incomplete,
            reason=reason,
            stale=stale,
        )

    def stages_begun(self) -> list[Stage]:
        return [stage for stage in self.stages if stage.rounds.exclude(state__in=["draft", "published"]).exists()]

    @precondition(lambda self: self.hall.records.raw["Publication"])
    @rule(which=NUMBER, waited=OFTEN, incomplete=OFTEN, reason=REASON, stale=SELDOM)
    def publish_final(self, *, which: int, waited: bool, incomplete: bool, reason: str, stale: bool) -> None:
        self.hall.wait(11 if waited else 0)
        self.publish(
            publish_final,
            pick(self.stages_begun() or self.stages, which),
            incomplete=incomplete,
            reason=reason,
            stale=stale,
        )

    def publish(
        self, action: object, stage: Stage | None, *, incomplete: bool = True, reason: str = "Come scritto",
        stale: bool = False,
    ) -> None:  # fmt: skip
        version = self.tournament.data_version - stale
        self.hall.do(action, "dora", stage=stage, data_version=version, incomplete=incomplete, reason=reason)

    @precondition(lambda self: self.hall.records.raw["Publication"])
    @rule(which=NUMBER, entry=NUMBER, text=st.sampled_from(["Mancano 3 MP", "Mancano 3 MP", "Turno 2", " "]))
    def report_error(self, which: int, entry: int, text: str) -> None:
        publication, who = Publication.objects.order_by("-pk").first(), pick(self.entries, entry)
        if publication and who:
            self.hall.attempt("report_error", lambda: report_error(publication=publication, entry=who, name="Carla",
                                                                   text=text, at=self.hall.now))  # fmt: skip

    @precondition(lambda self: self.hall.records.raw["ErrorReport"])
    @rule(which=NUMBER, accepted=st.booleans(), answer=REASON)
    def answer_report(self, which: int, accepted: bool, answer: str) -> None:
        if report := pick(list(ErrorReport.objects.select_related("publication__tournament")), which):
            self.hall.do(answer_report, "dora", report=report, accepted=accepted, answer=answer)

    @precondition(lambda self: self.hall.records.raw["ErrorReport"])
    @rule(which=NUMBER, reason=REASON)
    def close_reports(self, which: int, reason: str) -> None:
        if report := pick(list(ErrorReport.objects.order_by("pk")), which):
            self.hall.do(close_reports, "dora", tournament=self.tournament, up_to=report.pk, reason=reason)

    # Appeals

    @rule(which=NUMBER, grounds=REASON, who=st.sampled_from(["dora", "giulia", "bruno"]))
    def file_appeal(self, which: int, grounds: str, who: str) -> None:
        if entry := pick(self.entries, which):
            self.hall.do(
                file_appeal, who, entry=entry, against="standings:1", grounds=grounds, late_reason="Forza maggiore"
            )

    @precondition(lambda self: self.hall.records.raw["Appeal"])
    @rule(which=NUMBER, upheld=st.booleans(), decision=REASON)
    def decide_appeal(self, which: int, upheld: bool, decision: str) -> None:
        """By one who may or may not, with a panel or without, after somebody was heard."""
        if appeal := pick(list(Appeal.objects.select_related("tournament", "entry")), which):
            self.hear(appeal, which, decision)
            outcome = pick(["upheld", "changed"] if upheld else ["rejected", "meritless"], which)
            who = pick(["giulia", "giulia", "bruno", "dora"], which)
            self.hall.do(decide_appeal, who, appeal=appeal, outcome=outcome, decision=decision)

    def hear(self, appeal: Appeal, which: int, words: str) -> None:
        if which % 3 == 0:
            user = self.hall.cast[pick(["giulia", "bruno", "dora", "sara"], which // 3)]
            judge = self.hall.do(name_judge, "dora", appeal=appeal, user=user, role="member")
            if judge and which % 2:
                self.hall.do(release_judge, "giulia", judge=judge, reason=words)
        if which % 4 == 1:
            self.hall.do(note_on_appeal, "bruno", appeal=appeal, kind="hearing", speaker="", text=words)
            self.hall.do(settle_deposit, "bruno", appeal=appeal, deposit="received")

    @precondition(lambda self: self.hall.records.raw["Appeal"])
    @rule(which=NUMBER, reason=REASON)
    def withdraw_appeal(self, which: int, reason: str) -> None:
        if appeal := pick(list(Appeal.objects.select_related("tournament", "entry")), which):
            member = appeal.entry.members.first()
            self.hall.do(withdraw_appeal, "dora", appeal=appeal, member=member, reason=reason)

    # Stages, prizes, the clock, the end

    @precondition(lambda self: len(self.hall.records.stages) > 1)
    @rule(which=NUMBER, groups=st.integers(1, 2), per_group=st.sampled_from([0, 0, 0, 2]), without=OFTEN)
    def start_stage(self, which: int, groups: int, per_group: int, without: bool) -> None:
        stage = self.stages[-1] if which else self.stages[0]
        active = [entry for entry in self.entries if not entry.is_withdrawn]
        sizes = split(len(active), groups) if which % 3 else [2]
        self.hall.do(start_stage, "dora", stage=stage, sizes=sizes, per_group=per_group, without_publication=without)

    @rule(which=NUMBER, rounds=st.integers(1, 5), carry=st.sampled_from(["none", "full"]))
    def change_stage(self, which: int, rounds: int, carry: str) -> None:
        self.hall.do(change_stage, "dora", stage=pick(self.stages, which), rounds_planned=rounds, carry_over=carry)

    @rule(first=st.integers(1, 3), more=st.sampled_from([0, 0, 1, 3, -1]), category=st.sampled_from(["", "Serie A"]))
    def set_prize(self, first: int, more: int, category: str) -> None:
        self.hall.do(set_prize, "dora", tournament=self.tournament, group=None, category=category, place_from=first,
                     place_to=first + more, name="Coppa")  # fmt: skip

    @precondition(lambda self: self.hall.records.raw["Prize"])
    @rule(which=NUMBER)
    def remove_prize(self, which: int) -> None:
        if prize := pick(list(Prize.objects.all()), which):
            self.hall.do(remove_prize, "dora", prize=prize)

    @precondition(lambda self: self.hall.records.raw["Round"])
    @rule(what=st.sampled_from(["start", "pause", "resume", "time-out", "extra"]), minutes=st.sampled_from([25, 30, 0]))
    def run_the_clock(self, what: str, minutes: int) -> None:
        round = self.round_in("playing") or self.rounds[-1]
        if what == "start":
            self.hall.do(start_clock, "bruno", round=round, minutes=minutes)
        elif what == "extra":
            if table := pick(self.tables, minutes):
                self.hall.do(give_extra_time, "bruno", table=table, minutes=minutes, reason="Arbitro al tavolo")
        else:
            steps = {"pause": pause_clock, "resume": resume_clock, "time-out": call_time_out}
            self.hall.do(steps[what], "giulia", round=round)

    @precondition(lambda self: self.hall.count > LATE)
    @rule(broken_off=SELDOM)
    def end(self, broken_off: bool) -> None:
        if broken_off:
            self.hall.do(interrupt, "dora", tournament=self.tournament, reason="Manca la corrente")
        else:
            self.hall.do(conclude, "dora", tournament=self.tournament)
