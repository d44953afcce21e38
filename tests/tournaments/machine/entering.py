"""What the desk does with entries: in any order, early and late."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from people.accounts.models import Player
from tests.factories import let_play, make_member
from tests.tournaments.machine.chances import NUMBER, OFTEN, REASON, SELDOM, pick
from tests.tournaments.machine.playing import Playing
from tests.tournaments.machine.records import Records, Row
from tournaments.check_in.actions import (
    check_in,
    close_check_in,
    flagged_here,
    remove_entry,
    return_entry,
    undo_check_in,
    withdraw,
)
from tournaments.entries.actions import Newcomer, Person, change_entry, enter
from tournaments.entries.admission_actions import admit, withdraw_admission
from tournaments.entries.models import Admission
from tournaments.entries.rules import Absent, Leaving
from tournaments.entries.substitution_actions import substitute

ENOUGH, FEW = 9, 3


class Entering(Playing):
    """Entries come, go, come back and change their players."""

    @precondition(lambda self: len(self.hall.records.raw["Entry"]) < ENOUGH)
    @rule(
        known=SELDOM,
        which=NUMBER,
        is_here=st.booleans(),
        table=st.sampled_from([None] * 5 + [1, 2, 7]),
        category=st.sampled_from(["", "Serie A", "Serie B"]),
        departure=st.sampled_from(["", "", "Concesso"]),
    )
    def enter(
        self, *, known: bool, which: int, is_here: bool, table: int | None, category: str, departure: str
    ) -> None:
        least, _most = self.tournament.members_per_entry
        people = self.people(least, known=known, which=which)
        self.hall.do(enter, "dora", tournament=self.tournament, people=people, is_here=is_here, fixed_table=table,
                     category=category, departure=departure)  # fmt: skip

    @rule(taken=NUMBER)
    def enter_under_a_number_that_is_taken(self, taken: int) -> None:
        entry = pick(self.entries, taken)
        if entry:
            least, _most = self.tournament.members_per_entry
            people = self.people(least)
            self.hall.do(enter, "dora", tournament=self.tournament, people=people, number=entry.number)

    @rule(which=NUMBER, name=REASON, table=st.sampled_from([None, None, 1, 2, 0]), category=st.sampled_from(["", "B"]))
    def correct_an_entry(self, which: int, name: str, table: int | None, category: str) -> None:
        if entry := pick(self.entries, which):
            self.hall.do(change_entry, "dora", entry=entry, name=name, fixed_table=table, category=category)

    @rule(which=NUMBER)
    def check_in(self, which: int) -> None:
        if entry := pick(self.entries, which):
            self.hall.do(check_in, "sara", entry=entry)

    @rule(which=NUMBER)
    def undo_check_in(self, which: int) -> None:
        if entry := pick(self.entries, which):
            self.hall.do(undo_check_in, "bruno", entry=entry)

    @precondition(lambda self: self.hall.records.all("Entry", state="present"))
    @rule(absent=st.sampled_from(Absent), asked=SELDOM)
    def close_check_in(self, *, absent: Absent, asked: bool) -> None:
        flagged = {} if asked else let_play(flagged_here(self.tournament, self.entries))
        self.hall.do(close_check_in, "dora", tournament=self.tournament, absent=absent, **flagged)

    @precondition(lambda self: not self.hall.records.all("Member"))
    @rule()
    def the_federation_gets_a_roster(self) -> None:
        """One of somebody else: from here on whoever plays is flagged, and asked about before they sit down."""
        make_member(self.tournament.federation, "1", "Nessuno Quiperora")
        self.hall.records = Records()

    @precondition(lambda self: self.hall.records.all("Member"))
    @rule(which=NUMBER, reason=REASON, stale=SELDOM)
    def admit(self, *, which: int, reason: str, stale: bool) -> None:
        if entry := pick(self.entries, which):
            players = [one.player for one in entry.members.select_related("player").order_by("pk")]
            seen = {"seen": "altro"} if stale else {}
            self.hall.do(admit, "dora", entry=entry, player=pick(players, which), reason=reason, **seen)

    @precondition(lambda self: self.hall.records.all("Admission"))
    @rule(which=NUMBER, reason=REASON)
    def withdraw_admission(self, which: int, reason: str) -> None:
        if given := pick(list(Admission.objects.order_by("pk")), which):
            self.hall.do(withdraw_admission, "dora", admission=given, reason=reason)

    @precondition(lambda self: len(self.here()) > FEW)
    @rule(which=NUMBER, reason=REASON, leaving=st.sampled_from(Leaving), gone=SELDOM)
    def withdraw(self, *, which: int, reason: str, leaving: Leaving, gone: bool) -> None:
        if entry := pick([one for one in self.entries if one.is_withdrawn == gone], which):
            self.hall.do(withdraw, "dora", entry=entry, reason=reason, leaving=leaving)

    @precondition(lambda self: len(self.here()) > FEW)
    @rule(which=NUMBER, reason=REASON)
    def remove_entry(self, which: int, reason: str) -> None:
        if entry := pick(self.entries, which):
            self.hall.do(remove_entry, "dora", entry=entry, reason=reason)

    @precondition(lambda self: self.hall.records.all("Entry", state="withdrawn"))
    @rule(which=NUMBER, reason=REASON)
    def return_entry(self, which: int, reason: str) -> None:
        if entry := pick([entry for entry in self.entries if entry.is_withdrawn], which):
            self.hall.do(return_entry, "dora", entry=entry, reason=reason)

    @rule(which=NUMBER, places=st.sets(st.integers(1, 2), min_size=1), known=SELDOM, announced=OFTEN,
          departure=st.sampled_from(["", "Concesso"]))  # fmt: skip
    def substitute(self, *, which: int, places: set[int], known: bool, announced: bool, departure: str) -> None:
        least, _most = self.tournament.members_per_entry
        places = {place for place in places if place <= least}
        entry = pick(self.entries, which)
        if entry and places:
            people = self.people(len(places), known=known, which=which)
            arriving = dict(zip(sorted(places), people, strict=True))
            self.hall.do(substitute, "dora", entry=entry, arriving=arriving, reason="Malattia", announced=announced,
                         departure=departure)  # fmt: skip

    def here(self) -> list[Row]:
        """The entries that have not left."""
        return [one for one in self.hall.records.all("Entry") if one["state"] != "withdrawn"]

    def people(self, how_many: int, *, known: bool = False, which: int = 0) -> list[Person]:
        """New people, the first of them perhaps somebody who is known already."""
        found: list[Person] = [
            Newcomer(first_name="Ada", last_name=self.hall.name(), club=pick(self.hall.clubs, self.hall.names))
            for _one in range(how_many)
        ]
        if known and (player := pick(list(Player.objects.order_by("pk")), which)):
            found[0] = player
        return found
