"""The whole job in a browser: from an anomaly at a table to the ruling, the arbitral score, the standings, the papers.

The tournament is made by the actions that the application itself uses. What is expected is worked out here, by a few
lines of fractions that know nothing of the program.
"""

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from records.rights import Role
from tests import factories, reading
from tests.factories import LOT_SEED, acting
from tournaments.entries.actions import Newcomer, enter
from tournaments.planning.actions import create_tournament
from tournaments.rounds.actions import create_round, publish_round, start_round
from tournaments.rounds.models import Table
from tournaments.scores.actions import give_score
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import SECONDS
from tournaments.staff.actions import set_membership

TABLES = 12
RULED, LATE = 5, 12  # the table of the anomaly; the table whose result comes after the ruling
ACCUSA = {4: 3}  # table 4 made 7 deck points and a buongioco of 3
# Deck points of N-S, by table, on the board that will be annulled at table 5; table 12 is still playing.
FIRST_BOARD = {1: 7, 2: 6, 3: 8, 4: 7, 6: 5, 7: 6, 8: 9, 9: 4, 10: 6, 11: 7}
SECOND_BOARD = {1: 5, 2: 9, 3: 6, 4: 2, 5: 4, 6: 7, 7: 6, 8: 3, 9: 8, 10: 11, 11: 0, 12: 6}
LATE_POINTS = 11

Result = tuple[int, int]


class Expected(NamedTuple):
    """What art. 81 makes of the other tables: the exact means of N-S and E-O, and the score."""

    means: tuple[Fraction, Fraction]
    score: Result


def result(table: int, deck: int, *, with_accusa: bool = False) -> Result:
    return deck + (ACCUSA.get(table, 0) if with_accusa else 0), 11 - deck


def first_board(**late: int) -> dict[int, Result]:
    """Every other table's result on the annulled board; `late=11` once table 12 has finished."""
    decks = FIRST_BOARD | ({LATE: late["late"]} if late else {})
    return {table: result(table, deck, with_accusa=True) for table, deck in decks.items()}


def by_hand(results: Mapping[int, Result]) -> Expected:
    """One highest and one lowest off each line, the mean of the rest; the larger decimal part goes up."""
    assert len(results) > 9
    kept = [sorted(line)[1:-1] for line in zip(*results.values(), strict=True)]
    a, b = (Fraction(sum(line), len(line)) for line in kept)
    assert 0 < a % 1 != b % 1 > 0  # no lot, no silence of the text
    return Expected((a, b), (a.__ceil__(), b.__floor__()) if a % 1 > b % 1 else (a.__floor__(), b.__ceil__()))


def victory_points(first: Result, second: Result) -> dict[str, tuple[str, str]]:
    """VP and difference of MP of either line over two boards: ten each, and one more for every two MP begun."""
    difference = sum(result[0] - result[1] for result in (first, second))
    won = 10 + min(10, (abs(difference) + 1) // 2)
    a, b = (won, 20 - won) if difference >= 0 else (20 - won, won)
    return {"N-S": (str(a), signed(difference)), "E-O": (str(b), signed(-difference))}


def signed(number: int) -> str:
    return f"{'+' if number > 0 else '−' if number < 0 else ''}{abs(number)}"


def in_words(mean: Fraction) -> str:
    """27/4 = 6 3/4."""
    return f"{mean.numerator}/{mean.denominator} = {int(mean)} {mean % 1}"


# -- the tournament ---------------------------------------------------------------------------------------------------


@pytest.fixture
def cast(db: None) -> dict[str, User]:
    """Dora directs, Bruno arbitrates, Sara enters the scores; each one's password is the username."""
    dora = factories.make_user("dora", first_name="Dora", last_name="Pace", is_superuser=True)
    bruno = factories.make_user("bruno", first_name="Bruno", last_name="Riva")
    return {"dora": dora, "bruno": bruno, "sara": factories.make_user("sara", last_name="Moro")}


@pytest.fixture
def duplicate(cast: dict[str, User]) -> Tournament:
    """Twelve tables, two boards; table 5 has not played board 1 to its end, and table 12 neither."""
    dora = cast["dora"]
    tournament = create_tournament(
        by=acting(dora),
        slug="coppa-levante",
        name="Coppa Levante",
        federation=factories.make_federation(),
        place="Bari",
        starts_on=date(2026, 11, 14),
        boards_per_round=2,
        lot_seed=LOT_SEED,
        is_public=True,
    )
    set_membership(by=acting(dora), tournament=tournament, user=cast["bruno"], role=Role.ARBITER)
    set_membership(by=acting(dora), tournament=tournament, user=cast["sara"], role=Role.SCORER)
    pairs = [
        enter(by=acting(dora), tournament=tournament, number=number, people=newcomers(number))
        for number in range(1, 2 * TABLES + 1)
    ]
    pairings = list(zip(pairs[:TABLES], pairs[TABLES:], strict=True))
    drawn = create_round(by=acting(dora), tournament=tournament, pairings=pairings)
    drawn = start_round(by=acting(dora), round=publish_round(by=acting(dora), round=drawn))
    for table in drawn.tables.order_by("number"):
        give_results(table, cast["sara"])
    return tournament


def newcomers(pair: int) -> list[Newcomer]:
    names = ("Uno", f"Primi{pair}"), ("Due", f"Secondi{pair}")
    return [Newcomer(first_name=first, last_name=last) for first, last in names]


def give_results(table: Table, scorer: User) -> None:
    for board, decks in zip(table.round.boards.order_by("number"), (FIRST_BOARD, SECOND_BOARD), strict=True):
        if table.number not in decks:
            continue
        accusa = ACCUSA.get(table.number, 0) if decks is FIRST_BOARD else 0
        a, b = result(table.number, decks[table.number])
        give_score(
            by=acting(scorer),
            table=table,
            board=board,
            points_a=a + accusa,
            points_b=b,
            accusa_a=accusa,
            expected_version=0,
        )


# -- the job ----------------------------------------------------------------------------------------------------------


@pytest.mark.main
def test_from_an_anomaly_to_ruling_score_standings_and_papers(
    open_page: Callable[..., Page], duplicate: Tournament, tmp_path: Path
) -> None:
    phone, laptop, public = open_page("phone"), open_page("laptop"), open_page("phone")
    assert {shown(public, pair) for pair in (RULED, RULED + TABLES)} == {("0", "0")}

    sign_in(phone, "bruno")
    decide(phone)
    expected = by_hand(first_board())
    check_arithmetic(phone, expected)
    phone.get_by_role("button", name="Registra il punteggio").click()
    expect(phone.get_by_text("Punteggio arbitrale registrato")).to_be_visible()
    check_standings(public, expected)
    check_papers(phone, expected, tmp_path)

    sign_in(laptop, "dora")
    enter_late_result(laptop)
    check_standings(public, expected)  # nothing changes silently
    later = by_hand(first_board(late=LATE_POINTS))
    assert later.score != expected.score
    accept_proposal(phone, expected, later)
    check_standings(public, later)
    check_papers(phone, later, tmp_path)


def sign_in(page: Page, username: str) -> None:
    page.goto("/accesso/?next=/tornei/coppa-levante/")
    page.get_by_label("Nome utente").fill(username)
    page.get_by_label("Password").fill(username)
    page.get_by_role("button", name="Entra").click()
    expect(page.get_by_role("heading", level=1, name="Coppa Levante")).to_be_visible()


def decide(page: Page) -> None:
    """Bruno at table 5: East called his accusa before his turn, an opponent annulled, both sides were at fault."""
    page.get_by_role("link", name="Arbitraggio").click()
    page.get_by_role("link", name="Tavolo 5").click()
    page.get_by_role("button", name="Nuova anomalia").click()
    page.get_by_role("button", name="Di mano").first.click()
    heading(page, "Che cosa è successo?")
    expect(page.get_by_role("heading", level=1)).to_be_focused()  # a screen reader begins to read here
    # The heading takes the focus once the new question listens.
    expect(page.locator("[data-focus]")).to_be_focused()
    page.get_by_role("searchbox").press_sequentially("acusa in anticpo")
    expect(page.locator("#anomalies .answer").first).to_contain_text("Accusa prima del proprio turno")
    page.locator("#anomalies .answer").first.click()
    page.get_by_role("button", name="Est: Uno Primi17").click()
    heading(page, "Qualcuno è andato a monte?")
    page.get_by_role("button", name="Sì, chi può, da sé").click()
    heading(page, "Di chi è la colpa dell’annullamento?")
    expect(page.get_by_text("Che cosa dice il codice")).to_contain_text("81")
    page.get_by_role("button", name="Di entrambe, pari").click()
    heading(page, "Decisione")
    annulled = page.get_by_role("listitem").filter(has_text="La passata è annullata e non si ripete.")
    expect(annulled.first).to_be_visible()
    assert articles(page) == {"77", "80", "81", "83", "183"}
    page.get_by_role("button", name="Conferma").click()
    heading(page, "Punteggio arbitrale artificiale")


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def articles(page: Page) -> set[str]:
    return {words.split()[-1] for words in page.locator(".law-number").all_text_contents()}


def check_arithmetic(page: Page, expected: Expected) -> None:
    """Every other table with its result, the extremes crossed out, the exact means, the rounded score."""
    outcome = page.locator("#outcome")
    rows = [row.split("\t") for row in outcome.locator("table.inputs tbody tr").all_inner_texts()]
    shown = {int(row[0].split()[0]): tuple(int(cell.split()[0]) for cell in row[1:]) for row in rows}
    assert shown == first_board()
    crossed = {
        line: outcome.locator(f"table.inputs td:nth-child({line}) .trimmed").all_inner_texts() for line in (2, 3)
    }
    assert {line: sorted(map(int, points)) for line, points in crossed.items()} == {
        line: [min(points), max(points)]
        for line, points in zip((2, 3), zip(*first_board().values(), strict=True), strict=True)
    }
    for mean in expected.means:
        expect(outcome.get_by_role("cell", name=in_words(mean), exact=True)).to_be_visible()
    assert verdict(page, "#outcome") == expected.score


def verdict(page: Page, within: str) -> Result:
    a, b = page.locator(f"{within} .verdict").first.locator("strong").all_inner_texts()
    return int(a), int(b)


def shown(page: Page, pair: int) -> tuple[str, str]:
    """VP and MP of a pair on the public standings."""
    page.goto("/tornei/coppa-levante/classifica/")
    row = page.get_by_role("row").filter(has=page.locator(f"a[href$='/coppie/{pair}/']"))
    vp, mp = row.locator("td.number:not(.place):not(.wide)").all_inner_texts()
    return vp, mp


def check_standings(page: Page, expected: Expected) -> None:
    """The pairs of table 5 have the victory points of the arbitral score and of the board they played.

    The page is made for a whole hall: a result may be seconds late on it.
    """
    points = victory_points(expected.score, result(RULED, SECOND_BOARD[RULED]))
    for _try in range(SECONDS * 5):
        if shown(page, RULED) == points["N-S"]:
            break
        page.wait_for_timeout(200)
    assert shown(page, RULED) == points["N-S"]
    assert shown(page, RULED + TABLES) == points["E-O"]


Fetch = Callable[[Page, str, Path], bytes]


def check_papers(page: Page, expected: Expected, folder: Path, fetch: Fetch | None = None) -> None:
    """The ruling's sheet and the whole tournament in Excel, downloaded and read; fetch: how the latter comes."""
    page.goto("/tornei/coppa-levante/provvedimenti/1/")
    text = reading.text_of(downloaded(page, "Foglio in PDF", folder))
    a, b = expected.score
    for words in (f"N-S {a}, E-O {b}", *map(in_words, expected.means), "77", "183", "Uno Primi17", "Bruno Riva"):
        assert words in text
    page.goto("/tornei/coppa-levante/direzione/")
    book = reading.book((fetch or downloaded)(page, "Tutto il torneo in Excel", folder))
    last = rows_of(book, "Punteggi arbitrali")[-1]
    assert (last["Tavolo"], last["Punti N-S"], last["Punti E-O"]) == (RULED, a, b)
    assert [Fraction(last[f"Media {line}"]).limit_denominator(99) for line in ("N-S", "E-O")] == list(expected.means)
    assert rows_of(book, "Provvedimenti")[0]["Articoli"] == "77, 183, 80, 81, 83"


def downloaded(page: Page, link: str, folder: Path) -> bytes:
    with page.expect_download() as waiting:
        page.get_by_role("link", name=link).click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path.read_bytes()


def rows_of(book, title: str) -> list[dict]:
    rows = list(book[title].iter_rows(values_only=True))
    start = next(place for place, row in enumerate(rows) if "Tavolo" in row)
    return [dict(zip(rows[start], row, strict=True)) for row in rows[start + 1 :] if row[0] is not None]


def enter_late_result(page: Page) -> None:
    """Dora, by keyboard: table 12 has finished board 1."""
    page.get_by_role("link", name="Direzione").press("Enter")
    page.locator(".primary-bar").get_by_role("link", name="Punteggi del turno 1").press("Enter")
    page.wait_for_url("**/direzione/turni/1/", wait_until="load")
    points = page.get_by_label("Tavolo 12, smazzata 1, punti N-S")
    points.focus()
    page.keyboard.type(str(LATE_POINTS))
    page.keyboard.press("Enter")
    # All eleven points on one side are asked twice: one key leads back, and the same as before says yes.
    expect(page.locator("#vp-12")).to_have_text("…")
    expect(points).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Shift+Enter")
    expect(points).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#vp-12")).to_have_text("16 – 4")
    expect(page.get_by_label("Tavolo 12, smazzata 1, punti E-O")).to_have_value("0")


def accept_proposal(page: Page, before: Expected, after: Expected) -> None:
    """Bruno finds the proposal among what waits, sees both scores, and accepts it with a reason."""
    page.goto("/tornei/coppa-levante/arbitraggio/")
    page.get_by_role("link", name="Provvedimento n. 1, tavolo 5, smazzata 1").click()
    expect(page.get_by_text("Tavolo 12: ora 11 – 0.")).to_be_visible()
    assert verdict(page, ".late .versus > div:nth-child(1)") == before.score
    assert verdict(page, ".late .versus > div:nth-child(2)") == after.score
    page.get_by_label("Motivo").first.fill("Il tavolo 12 ha finito dopo")
    page.get_by_role("button", name="Ricalcola").click()
    expect(page.get_by_text("Risultati esaminati.")).to_be_visible()
    assert verdict(page, "#arbitral-score .leaf") == after.score
