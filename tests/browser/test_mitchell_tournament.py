"""A duplicate tressette Mitchell from the list of entries to the final standings: ten pairs, boards that go round.

Where each set of boards goes is the program's movement, which is read and checked; what follows from the results, the
artificial score of an annulled board among it, is worked out here with whole numbers and fractions.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from django.utils import timezone
from openpyxl import Workbook
from playwright.sync_api import Page, expect

from people.accounts.models import User
from records.rights import Role
from referee.demo.people import LAST_NAMES
from tests import factories, reading
from tests.browser.conftest import HallClock
from tests.browser.director import Director
from tests.browser.read_back import downloaded, rows_of, signed, standings_on
from tests.factories import acting
from tournaments.entries.models import Entry
from tournaments.rounds.models import Board, Table
from tournaments.scores.actions import give_score
from tournaments.setup.models import Tournament
from tournaments.staff.actions import set_membership

SLUG = "mitchell-d-autunno"
PUBLIC = f"/tornei/{SLUG}/"
PAIRS, ROUNDS, DECK = 10, 5, 11
# In round 3, at table 4, the first board is annulled.
ANNULLED = (3, 4)
# What the tables of the other rounds make of it.
ELSEWHERE = {1: 8, 2: 5, 4: 7, 5: 9}


class Played(NamedTuple):
    """A board at a table: its round, table and number, who sat there, the points of both lines."""

    round: int
    table: int
    board: int
    a: int
    b: int
    points: tuple[int, int]


class Hall:
    """The tournament as the test knows it."""

    def __init__(self, director: Director, scorer: User) -> None:
        self.director, self.scorer = director, scorer
        self.played: list[Played] = []
        self.chance = Random(1492)  # noqa: S311 — invented scores

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(slug=SLUG)

    def choose(self, table: Table) -> list[Played]:
        """What the two boards of a table come to, told before anybody types them."""
        number, a, b = table.round.number, table.line_a.number, table.line_b.number
        boards = Board.objects.played_at(table).values_list("number", flat=True)
        chosen = [Played(number, table.number, board, a, b, self._points(number, board)) for board in boards]
        self.played += chosen
        return chosen

    def _points(self, round: int, board: int) -> tuple[int, int]:
        """Deck points, eleven in all; the board that will be annulled has its own."""
        mine = ELSEWHERE.get(round, 6) if board == self.annulled else self.chance.randint(1, 10)
        return mine, DECK - mine

    @property
    def annulled(self) -> int:
        """Set 1 lies on table 1 in round 1; every round the sets go one table back, so set 1 comes to table 4 in 3."""
        return 1


@pytest.fixture
def hall(open_page: Callable[..., Page], db: None) -> Hall:
    """Dora, who may open tournaments, at her laptop; Bruno arbitrates, Sara gives scores."""
    dora = factories.make_user("dora", first_name="Dora", last_name="Pace", is_superuser=True)
    factories.make_federation("fitres")
    for name, last_name in (("bruno", "Riva"), ("sara", "Moro")):
        factories.make_user(name, last_name=last_name)
    return Hall(Director(open_page("laptop", user=dora), SLUG), User.objects.get(username="sara"))


@pytest.mark.long
def test_a_mitchell_from_the_list_of_entries_to_the_final_standings(
    hall: Hall, open_page: Callable[..., Page], hall_clock: HallClock, tmp_path: Path
) -> None:
    open_the_tournament(hall)
    import_the_pairs(hall.director, tmp_path)
    phone = open_page("phone", user=User.objects.get(username="bruno"))
    for number in range(1, ROUNDS + 1):
        play_a_round(hall, number, phone)
    check_the_movement(hall)
    give_the_artificial_score(hall, phone)
    publish(hall, open_page("phone"), hall_clock)
    read_the_papers(hall, tmp_path)


# -- before the first round -------------------------------------------------------------------------------------------


def open_the_tournament(hall: Hall) -> None:
    """Sets of boards that go round, by a Mitchell of five rounds."""
    director = hall.director
    page = director.page
    page.goto("/nuovo-torneo/")
    director.write("Nome", "Mitchell d’autunno")
    director.write("Luogo", "Bari")
    page.get_by_role("spinbutton", name="Smazzate per turno").fill("2")
    director.choose("Formula", "Mitchell")
    director.choose("Primo turno", "Nell’ordine di iscrizione")
    page.get_by_role("spinbutton", name="Turni della prima fase").fill(str(ROUNDS))
    page.get_by_text("Indirizzo, sorteggi, altro").click()
    director.write("Indirizzo", SLUG)
    director.write("Seme dei sorteggi", factories.LOT_SEED)
    # Its settings are open since the formula was chosen.
    page.get_by_label("Le smazzate girano").check()
    director.press("Crea il torneo")
    director.heading("Direzione di gara")
    dora = User.objects.get(username="dora")
    for username, role in (("bruno", Role.ARBITER), ("sara", Role.SCORER)):
        user = User.objects.get(username=username)
        set_membership(by=acting(dora, at=timezone.now()), tournament=hall.tournament, user=user, role=role)


def import_the_pairs(director: Director, folder: Path) -> None:
    """A workbook as a club keeps it: a title across merged cells, an empty row, columns that nobody asked for."""
    book = Workbook()
    sheet = book.active
    sheet.append(["Mitchell d’autunno – iscritti"])
    sheet.merge_cells("A1:G1")
    sheet.append([])
    sheet.append(["N.", "Cognome 1", "Nome 1", "Cognome 2", "Nome 2", "Circolo", "Quota"])
    for number in range(1, PAIRS + 1):
        sheet.append([number, last_name(number, 1), "Uno", last_name(number, 2), "Due", "Circolo Prova", 25.5])
    out = BytesIO()
    book.save(out)
    file = folder / "iscritti.xlsx"
    file.write_bytes(out.getvalue())
    director.upload(file)
    director.press("Importa 10 iscrizioni")
    director.heading("Iscrizioni")
    assert Entry.objects.count() == PAIRS


def last_name(number: int, place: int) -> str:
    return LAST_NAMES[2 * (number - 1) + place - 1]


# -- rounds -----------------------------------------------------------------------------------------------------------


def play_a_round(hall: Hall, number: int, phone: Page) -> None:
    """The first by the grid's keyboard, the others by the scorer; an anomaly ruled on a phone meanwhile."""
    director = hall.director
    director.draw(number)
    director.publish_and_start(number)
    tables = list(hall.tournament.rounds.get(number=number).tables.select_related("round", "line_a", "line_b"))
    chosen = [one for table in sorted(tables, key=lambda table: table.number) for one in hall.choose(table)]
    if number == 1:
        type_all(director.page, chosen)
    elif number == ANNULLED[0]:
        annul(phone, hall)
        record(hall, [one for one in chosen if not is_annulled(hall, one)])
    else:
        record(hall, chosen)
    director.close(number)


def is_annulled(hall: Hall, one: Played) -> bool:
    return (one.round, one.table) == ANNULLED and one.board == hall.annulled


def type_all(page: Page, chosen: list[Played]) -> None:
    """N-S's points and Enter, board after board: E-O follows."""
    first = chosen[0]
    page.get_by_label(f"Tavolo {first.table}, smazzata {first.board}, punti N-S").focus()
    for one in chosen:
        page.keyboard.type(str(one.points[0]))
        page.keyboard.press("Enter")
    expect(page.get_by_text("Tutti i punteggi sono entrati, 10 da confermare.")).to_be_visible()


def record(hall: Hall, chosen: list[Played]) -> None:
    by = acting(hall.scorer, at=timezone.now())
    for one in chosen:
        table = Table.objects.get(round__tournament=hall.tournament, round__number=one.round, number=one.table)
        give_score(
            by=acting(by.user, at=by.at),
            table=table,
            board=Board.objects.get(tournament=hall.tournament, number=one.board),
            points_a=one.points[0],
            points_b=one.points[1],
            expected_version=0,
        )


def annul(page: Page, hall: Hall) -> None:
    """Bruno at table 4: East called his accusa before his turn, an opponent annulled, both sides were at fault."""
    page.goto(f"{PUBLIC}turni/{ANNULLED[0]}/tavoli/{ANNULLED[1]}/")
    page.get_by_role("button", name="Nuova anomalia").click()
    page.get_by_role("button", name="Di mano").first.click()
    # The heading takes the focus once the new question listens.
    expect(page.locator("[data-focus]")).to_be_focused()
    page.get_by_role("searchbox").press_sequentially("acusa in anticpo")
    expect(page.locator("#anomalies .answer").first).to_contain_text("Accusa prima del proprio turno")
    page.locator("#anomalies .answer").first.click()
    page.get_by_role("button", name=re.compile("^Est:")).click()
    page.get_by_role("button", name="Sì, chi può, da sé").click()
    page.get_by_role("button", name="Di entrambe, pari").click()
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Punteggio arbitrale artificiale")


def check_the_movement(hall: Hall) -> None:
    """Everybody meets everybody of the other line, and each board once; each board is played at all five tables."""
    lines = {(one.a, one.b) for one in hall.played}
    fixed, mobile = {a for a, _b in lines}, {b for _a, b in lines}
    assert lines == {(a, b) for a in fixed for b in mobile}
    assert (len(fixed), len(mobile)) == (5, 5)
    boards = range(1, 2 * ROUNDS + 1)
    for pair in range(1, PAIRS + 1):
        assert sorted(one.board for one in hall.played if pair in (one.a, one.b)) == list(boards)
    for board in boards:
        assert {one.table for one in hall.played if one.board == board} == {1, 2, 3, 4, 5}


# -- the artificial score ---------------------------------------------------------------------------------------------


def artificial() -> tuple[tuple[Fraction, Fraction], tuple[int, int]]:
    """Art. 81: the mean of each line at the other tables; the larger decimal part goes up, the other down."""
    a = Fraction(sum(ELSEWHERE.values()), len(ELSEWHERE))
    b = Fraction(sum(DECK - points for points in ELSEWHERE.values()), len(ELSEWHERE))
    assert 0 < a % 1 != b % 1 > 0  # no lot, no silence of the text
    return (a, b), (a.__ceil__(), b.__floor__()) if a % 1 > b % 1 else (a.__floor__(), b.__ceil__())


def give_the_artificial_score(hall: Hall, page: Page) -> None:
    """Asked for in round 3, given when every other table has played the board."""
    means, score = artificial()
    page.goto(f"{PUBLIC}arbitraggio/")
    page.get_by_role("link", name="Provvedimento n. 1").first.click()
    inputs = page.locator("#outcome table.inputs tbody tr")
    expect(inputs).to_have_count(len(ELSEWHERE))  # the link's page may still be on its way
    rows = [row.split("\t") for row in inputs.all_inner_texts()]
    assert sorted(int(row[-2].split()[0]) for row in rows) == sorted(ELSEWHERE.values())
    for mean in means:
        expect(page.locator("#outcome").get_by_role("cell", name=in_words(mean), exact=True)).to_be_visible()
    assert [int(text) for text in page.locator("#outcome .verdict").first.locator("strong").all_inner_texts()] == [
        *score
    ]
    page.get_by_role("button", name="Registra il punteggio").click()
    expect(page.get_by_text("Punteggio arbitrale registrato")).to_be_visible()
    hall.played = [one._replace(points=score) if is_annulled(hall, one) else one for one in hall.played]


def in_words(mean: Fraction) -> str:
    """27/4 = 6 3/4."""
    whole, rest = divmod(mean, 1)
    return f"{mean} = {whole} {rest}"


# -- standings and papers ---------------------------------------------------------------------------------------------


def expected(hall: Hall) -> list[tuple[int, int, int]]:
    """Pair, VP and MP: of each match of two boards ten VP each, and one more for every two MP begun."""
    matches: defaultdict[tuple[int, int], int] = defaultdict(int)
    for one in hall.played:
        matches[one.a, one.b] += one.points[0] - one.points[1]
    sums = {pair: [0, 0] for pair in range(1, PAIRS + 1)}
    for (a, b), difference in matches.items():
        won = 10 + min(10, (abs(difference) + 1) // 2)
        for pair, vp, mp in (
            (a, won if difference >= 0 else 20 - won, difference),
            (b, 20 - won if difference >= 0 else won, -difference),
        ):
            sums[pair][0] += vp
            sums[pair][1] += mp
    rows = sorted(((pair, vp, mp) for pair, (vp, mp) in sums.items()), key=lambda row: (-row[1], -row[2]))
    assert len({row[1:] for row in rows}) == PAIRS, "choose other scores: a tie needs more than sums"
    return rows


def publish(hall: Hall, phone: Page, clock: HallClock) -> None:
    director = hall.director
    director.show_standings()
    assert standings_on(phone, SLUG) == expected(hall)
    clock.wait(11)
    director.make_final()
    assert standings_on(phone, SLUG) == expected(hall)
    expect(phone.get_by_text("definitiva").first).to_be_visible()


def read_the_papers(hall: Hall, folder: Path) -> None:
    """The final standings, and the workbook with the artificial score and what it was made of."""
    director, rows = hall.director, expected(hall)
    director.page.goto(f"{PUBLIC}classifica/2/")
    final = reading.text_of(downloaded(director.page, "Da appendere, in PDF", folder))
    names = dict(Entry.objects.values_list("number", "name"))
    found = [final.index(f"{pair} {names[pair]} {vp} {signed(mp)}") for pair, vp, mp in rows]
    assert found == sorted(found)
    book = reading.book(downloaded(director.open(), "Tutto il torneo in Excel", folder))
    assert [(row["Coppia"], row["VP"], row["MP"]) for row in rows_of(book["Classifica"])[:PAIRS]] == rows
    means, score = artificial()
    given = rows_of(book["Punteggi arbitrali"])[-1]
    assert (given["Turno"], given["Tavolo"]) == ANNULLED
    assert (given["Punti N-S"], given["Punti E-O"]) == score
    assert [Fraction(given[f"Media {line}"]).limit_denominator(99) for line in ("N-S", "E-O")] == list(means)
    used = rows_of(book["Risultati usati"])
    assert sorted(row["Punti N-S"] for row in used) == sorted(ELSEWHERE.values())
