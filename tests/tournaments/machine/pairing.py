"""What the director does with rounds: drawn, changed, shown, taken back, begun, ended."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.factories import let_be, let_play
from tests.tournaments.machine.chances import NUMBER, REASON, SELDOM, pick
from tests.tournaments.machine.playing import Playing
from tests.tournaments.machine.seating import barred, first_that_keeps, playing, ranked, rests
from tournaments.check_in.line_up_actions import set_line_up
from tournaments.draw.actions import (
    CannotPair,
    Ground,
    change_pairing,
    discard_pairing,
    draw_round,
    redraw_round,
    withdraw_pairing,
)
from tournaments.draw.models import Pairing
from tournaments.pairing.plan import RelaxedRule, pair_of
from tournaments.pairing.records import Change
from tournaments.rounds.actions import (
    close_round,
    create_round,
    flagged_in,
    publish_round,
    reopen_round,
    stage_now,
    start_round,
)
from tournaments.standings.actions import decide_knockout

KINDS = st.sampled_from(["swap"] * 4 + ["number", "join"])


class PairingRounds(Playing):
    """Rounds are drawn, published and played."""

    @rule(forbidden=st.lists(st.tuples(NUMBER, NUMBER), max_size=2), which=NUMBER)
    def draw_round(self, forbidden: list[tuple[int, int]], which: int) -> None:
        self.draw(forbidden=self.pairs(forbidden), which=which)

    @rule(which=NUMBER)
    def redraw_round(self, which: int) -> None:
        round = self.round_in("draft") or self.round_in("published")
        if round and (pairing := self.pairing_of(round)):
            self.hall.do(redraw_round, "dora", pairing=pairing)
            self.give_way(redraw_round, which, pairing=pairing)

    @rule(order=st.permutations(range(6)))
    def create_round(self, order: list[int]) -> None:
        """By hand, also where the stage has a formula."""
        entries = [entry for entry in self.entries if not entry.is_withdrawn]
        if self.tournament.contest != "pairs" or self.by_formula() or self.round_in("draft"):
            return
        chosen = [entries[at] for at in order if at < len(entries)]
        lines = list(zip(chosen[::2], [*chosen[1::2], None], strict=False))
        self.hall.do(create_round, "dora", tournament=self.tournament, pairings=lines)

    @rule(kind=KINDS, first=NUMBER, second=NUMBER, stale=SELDOM)
    def change_pairing(self, kind: str, first: int, second: int, stale: bool) -> None:
        round = self.round_in("draft") or self.round_in("published")
        pairing = self.pairing_of(round) if round else None
        if pairing is None:
            return
        entries, tables = [one.number for one in self.entries], [one["table"] for one in pairing.tables]
        one = pick(tables if kind == "number" else entries, first) or 0
        other = pick(entries if kind == "swap" else tables, second) or 0
        seen = len(pairing.inputs["changes"]) + stale
        self.hall.do(change_pairing, "dora", pairing=pairing, change=Change(kind=kind, first=one, second=other),
                     seen=seen)  # fmt: skip

    @rule(which=NUMBER)
    def publish_round(self, which: int) -> None:
        if round := self.round_in("draft") or pick(self.rounds, which):
            self.hall.do(publish_round, "dora", round=round)

    @rule(ground=st.sampled_from([*Ground]), reason=REASON, which=NUMBER)
    def withdraw_pairing(self, ground: Ground, reason: str, which: int) -> None:
        if round := self.round_in("published") or pick(self.rounds, which):
            late = pick(self.entries, which) if ground == Ground.LATE else None
            self.hall.do(withdraw_pairing, "dora", round=round, ground=ground, reason=reason, late=late)

    @rule(reason=REASON, rare=SELDOM)
    def discard_pairing(self, reason: str, rare: bool) -> None:
        round = self.round_in("draft")
        if rare and round and (pairing := self.pairing_of(round)):
            self.hall.do(discard_pairing, "dora", pairing=pairing, reason=reason, seen=len(pairing.inputs["changes"]))

    @rule(which=NUMBER, asked=SELDOM)
    def start_round(self, *, which: int, asked: bool) -> None:
        if round := self.round_in("published") or pick(self.rounds, which):
            self.hall.do(start_round, "dora", round=round, **({} if asked else let_play(flagged_in(round))))

    @rule(which=NUMBER)
    def close_round(self, which: int) -> None:
        if round := self.round_in("playing") or pick(self.rounds, which):
            self.hall.do(close_round, "dora", round=round, **let_be(round))

    @rule(which=NUMBER, reason=REASON, rare=SELDOM)
    def reopen_round(self, which: int, reason: str, rare: bool) -> None:
        if rare and (round := pick(self.rounds, which)):
            self.hall.do(reopen_round, "dora", round=round, reason=reason)

    @precondition(lambda self: any(one["formula"] == "knockout" for one in self.hall.records.stages))
    @rule(which=NUMBER, line=st.sampled_from(["line_a", "line_b"]), reason=REASON, unseen=SELDOM)
    def decide_knockout(self, which: int, line: str, reason: str, unseen: bool) -> None:
        tables = [table for table in self.tables if table.line_b_id]
        if table := pick(tables, which):
            seen = sum(table.knockout_winners.current().values_list("version", flat=True))
            winner = getattr(table, line)
            self.hall.do(
                decide_knockout, "dora", table=table, winner=winner, reason=reason, expected_version=seen - unseen
            )

    @precondition(lambda self: self.hall.records.tournament["contest"] == "teams")
    @rule(which=NUMBER, order=st.permutations(range(4)), twice=SELDOM)
    def set_line_up(self, which: int, order: list[int], twice: bool) -> None:
        entry = pick(self.entries, which)
        round = self.round_in("draft") or self.round_in("published") or self.round_in("playing")
        if entry and round and (members := entry.members_at(round.number)):
            players = [members[at % len(members)].player_id for at in order]
            players = [players[0], *players[:3]] if twice else players
            self.hall.do(set_line_up, "dora", round=round, entry=entry, players=players)

    # What these share

    def draw(self, *, which: int = 0, **given: object) -> Pairing | None:
        """The next round; where no pairing keeps every rule, one of the ways out."""
        if self.round_in("draft") is None and self.by_choice():
            number = len(self.rounds) + 1
            given["order"] = [one.number for one in self.entries if one.plays_in(number) and one.state == "present"]
            given["order"] = given["order"] or [one.number for one in self.entries if one.plays_in(number)]
        drawn = self.hall.do(draw_round, "dora", tournament=self.tournament, **given)
        return drawn or self.give_way(draw_round, which, tournament=self.tournament, **given)

    def give_way(self, action: object, which: int, **given: object) -> Pairing | None:
        """Accept a way out; the machine looks itself that there was no pairing before."""
        refusal, self.hall.refusal = self.hall.refusal, None
        if not isinstance(refusal, CannotPair):
            return None
        section, ways = refusal.impossible.section, refusal.impossible.cause.relaxations
        self.check_impossible(section.group, section)
        way = pick([way for way in ways if way.relaxing != RelaxedRule.MORE_TABLES], which)
        if way is None:
            return None
        drawn = self.hall.do(action, "dora", accepted={section.group: way}, **given)
        is_next = isinstance(self.hall.refusal, CannotPair) and self.hall.refusal.impossible.section != section
        assert drawn or is_next, f"{way} was offered and then refused: {self.hall.refusal}"
        return drawn

    def check_impossible(self, group: int | None, section: object) -> None:
        """No pairing of all that there are keeps the rules of a Danish round."""
        draft = self.round_in("draft")
        round = {"number": draft.number if draft else len(self.rounds) + 1, "stage_id": stage_now(self.tournament).pk}
        if self.hall.records.one("Stage", round["stage_id"])["formula"] not in ("danish", "danish-pure"):
            return
        rows = {
            "entrants": [vars(one) for one in section.entrants],
            "forbidden": [list(pair) for pair in section.forbidden],
        }
        here = playing(self.hall.records, round, group)
        found = first_that_keeps(
            ranked(self.hall.records, round, here),
            barred=barred(self.hall.records, round, rows),
            had=rests(self.hall.records, round),
        )
        assert found is None, f"{found} keeps every rule, and was not found"

    def pairs(self, numbers: list[tuple[int, int]]) -> list[tuple[int, int]]:
        entries = [one.number for one in self.entries]
        pairs = [(pick(entries, a) or 0, pick(entries, b) or 0) for a, b in numbers]
        return [pair_of(a, b) for a, b in pairs if a != b]

    def by_formula(self) -> bool:
        return stage_now(self.tournament).formula != "by-hand"

    def by_choice(self) -> bool:
        stage = stage_now(self.tournament)
        return stage.first_round == "choice" and not stage.rounds.exists()
