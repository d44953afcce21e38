"""The hall of the large burraco as its test knows it: who is entered, what was played, the sums by hand."""

import csv
import io
from random import Random

from django.utils import timezone

from people.accounts.models import User
from records.action import Actor
from referee.demo import people
from referee.demo.two_stages import rounds
from tests.browser.burraco_by_hand import Sums
from tests.browser.director import Director
from tests.factories import acting
from tournaments.rounds.models import Round, Table
from tournaments.scores.actions import give_score
from tournaments.setup.models import Tournament

SLUG = "trofeo-scirocco"
PAIRS = 24
FIRSTS, SECONDS = people.LAST_NAMES, rounds.LAST_NAMES


def last_name(number: int, place: int) -> str:
    """Some with accents, which a list in an old encoding must not lose."""
    return (FIRSTS if place == 1 else SECONDS)[number - 1]


def listed(*, mended: bool) -> bytes:
    """The entries as a spreadsheet saves them: semicolons, cp1252, a title above; one row wants a name until mended."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(["Iscritti al Trofeo Scirocco", "", "", "", "", "", ""])
    writer.writerow(["N.", "Cognome 1", "Nome 1", "Tessera 1", "Cognome 2", "Nome 2", "Tessera 2"])
    for number in range(1, PAIRS):
        partner = "Due" if mended or number != 13 else ""
        one, two = last_name(number, 1), last_name(number, 2)
        writer.writerow([number, one, "Uno", f"A{number}", f" {two} ", partner, f"B{number}"])
    return out.getvalue().encode("cp1252")


class Hall:
    """The tournament as the test knows it: who directs, what was played, the sums by hand."""

    def __init__(self, director: Director, scorer: User) -> None:
        self.director, self.scorer = director, scorer
        self.first_stage, self.groups = Sums(), Sums()
        self.met: set[frozenset[int]] = set()
        self.final_rows: list[tuple[int, int, int]] = []
        self.chance = Random(1861)  # noqa: S311 — invented scores

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(slug=SLUG)

    def round(self, number: int) -> Round:
        return self.tournament.rounds.get(number=number)

    def tables(self, number: int) -> dict[int, Table]:
        """The tables of a round, everybody seated once."""
        tables = list(self.round(number).tables.select_related("round", "line_a", "line_b"))
        seated = [entry.number for table in tables for entry in (table.line_a, table.line_b) if entry]
        assert sorted(seated) == sorted(self.playing())
        return {table.number: table for table in tables}

    def playing(self) -> set[int]:
        return set(self.tournament.entries.exclude(state="withdrawn").values_list("number", flat=True))

    def play(self, table: Table, sums: Sums) -> None:
        """Both deals of a table, given by the scorer without the screen."""
        deals = tuple(self._deal() for _deal in range(2))
        for board, (a, b) in zip(table.round.boards.order_by("number"), deals, strict=True):
            give_score(by=self.scoring(), table=table, board=board, points_a=a, points_b=b, expected_version=0)
        sums.match(table.line_a.number, table.line_b.number, deals)

    def _deal(self) -> tuple[int, int]:
        ahead, behind = 5 * self.chance.randint(60, 210), 5 * self.chance.randint(-35, 110)
        return (ahead, behind) if self.chance.random() < 0.5 else (behind, ahead)

    def scoring(self) -> Actor:
        """Sara, now by the hall's clock."""
        return acting(self.scorer, at=timezone.now())

    def name_of(self, number: int) -> str:
        return self.tournament.entries.get(number=number).name

    def remember(self, table: Table) -> None:
        """Nobody meets the same pair twice in the first stage."""
        pair = frozenset((table.line_a.number, table.line_b.number))
        assert pair not in self.met
        self.met.add(pair)
