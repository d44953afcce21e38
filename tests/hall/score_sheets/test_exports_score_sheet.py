"""Score sheets: a page per table, blank or filled in, on paper that people sign."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from hall.score_sheets.exports import (
    RoundSheet,
    SheetBoard,
    SheetPair,
    SheetScore,
    SheetTotals,
    TableSheet,
    round_sheet,
    table_sheet,
)
from hall.score_sheets.layout import score_sheets
from papers.sheets import Imprint
from tests.factories import NOON, make_playing_burraco, make_score
from tests.reading import darkness, fonts, has_qr, ink, is_within_margins, metadata_of, pages
from tournaments.scores.models import BoardScore
from tournaments.scores.queries import round_grid

IMPRINT = Imprint("Segnapunti del turno 3", "Coppa Levante", datetime(2026, 11, 14, 12, tzinfo=UTC))
PAIR = SheetPair(7, "Conti – Serra", ("Anna Conti", "Luca Serra"))
LONG = SheetPair(24, "Mariaconcetta" * 5, ("Nicolò " * 9, "W" * 60))
TITLE = "Campionato a coppie miste di tressette duplicato, ottava edizione, memorial Bartolomeo Mastropasqua " * 2
URL = "http://192.168.1.10:8000/tornei/coppa/turni/3/tavoli/12/"
PLAYED = SheetScore((8, 6), (8, 3), (0, 3), "giocato · v1 · confermato da Sara Moro, 12:30")
VOID = SheetScore(None, status="annullato · v2")


def shared(boards=2, *, with_accusa=True, filled=True):
    return RoundSheet(
        "Coppa Levante",
        "Bari, 14 novembre 2026",
        3,
        tuple(SheetBoard(number, "N", "O") for number in range(17, 17 + boards)),
        with_accusa=with_accusa,
        filled=filled,
    )


def table(number=12, line_a=PAIR, line_b=PAIR, scores=(), totals=None):
    return TableSheet(number, URL, line_a, line_b, scores, totals)


def made(*tables, **options):
    return score_sheets(shared(**options), tables or (table(),), IMPRINT)


def test_every_table_has_its_page():
    found = pages(made(table(1), table(2), table(3)))
    assert len(found) == 3
    for number, page in enumerate(found, 1):
        assert f"Turno 3 · Tavolo {number}" in page
        assert f"Pagina {number} di 3" in page


def test_a_blank_sheet_has_names_boards_and_lines_to_sign_but_no_scores():
    (page,) = pages(made(table(scores=(PLAYED, PLAYED)), filled=False))
    for word in ("Coppa Levante", "Anna Conti", "Luca Serra", "coppia 7", "17", "18", "Sigle", "Arbitro"):
        assert word in page
    assert "giocato" not in page


def test_a_filled_sheet_tells_scores_status_and_totals():
    (page,) = pages(made(table(scores=(PLAYED, VOID), totals=SheetTotals((40, 28), (12, -12), (15, 5)))))
    for word in ("8", "—", "confermato da", "annullato", "40", "28", "+12", "−12", "15"):
        assert word in page


def test_totals_of_an_incomplete_table_have_no_vp():
    complete = pages(made(table(totals=SheetTotals((40, 28), (12, -12), (19, 1)))))[0]
    pending = pages(made(table(totals=SheetTotals((40, 28), (12, -12)))))[0]
    assert ("19" in complete, "19" in pending) == (True, False)


def test_without_accusa_there_are_only_points():
    (page,) = pages(made(with_accusa=False))
    assert "Punti" in page
    assert "Accusa" not in page


def test_a_line_that_rests_says_so():
    assert "Riposo" in pages(made(table(line_b=None)))[0]


@pytest.mark.parametrize("boards", range(1, 9))
@pytest.mark.parametrize("with_accusa", [True, False])
def test_any_number_of_boards_keeps_the_margins(boards, with_accusa):
    scores = (PLAYED,) * boards
    pdf = made(table(scores=scores), boards=boards, with_accusa=with_accusa)
    assert len(pages(pdf)) == 1
    assert is_within_margins(pdf)


def test_long_names_stay_on_the_page():
    pdf = made(table(line_a=LONG, line_b=LONG))
    assert is_within_margins(pdf)
    assert "".join(pages(pdf)[0].split()).count("Mariaconcetta" * 5) == 2


def test_fonts_are_embedded_and_the_title_is_set():
    pdf = made()
    assert all(fonts(pdf).values())
    assert not any("Helvetica" in name for name in fonts(pdf))
    assert metadata_of(pdf).title == "Segnapunti del turno 3"


def test_the_code_of_the_page_is_drawn():
    without = score_sheets(shared(), (TableSheet(12, "x", PAIR, PAIR),), IMPRINT)
    assert darkness(made()) != darkness(without)


def test_the_same_round_gives_the_same_bytes():
    assert made(table(1), table(2)) == made(table(1), table(2))


# ---- codes of the lines and of the arbiters, titles of any length, two sheets on a page


MM = 72 / 25.4


def of_line(pair, line):
    address = URL.replace("turni/3/tavoli/12", f"tavolo/12-{line}-1." + "x" * 43)
    return replace(pair, url=address, letters=f"12{line}-K7M3QX")


COUPLE = replace(table(), line_a=of_line(PAIR, "A"), line_b=of_line(LONG, "B"))


@pytest.mark.long
def test_the_players_codes_are_large_at_either_edge_and_the_arbiters_small_in_the_corner():
    pdf = made(COUPLE, filled=False)
    below, side = (297 - 236) * MM, 36 * MM
    assert has_qr(pdf, COUPLE.line_a.url, left=16 * MM, top=below, side=side)
    assert has_qr(pdf, COUPLE.line_b.url, left=(210 - 16 - 36) * MM, top=below, side=side)
    assert has_qr(pdf, COUPLE.url, left=(210 - 16 - 14) * MM, top=12 * MM, side=14 * MM)
    assert not has_qr(pdf, COUPLE.line_b.url, left=16 * MM, top=below, side=side)


@pytest.mark.parametrize("two_a_page", [False, True])
def test_a_long_title_stands_whole_on_the_sheet(two_a_page):
    named = replace(shared(filled=False), tournament=TITLE.strip())
    pdf = score_sheets(named, (COUPLE,), IMPRINT, two_a_page=two_a_page)
    (page,) = pages(pdf)
    assert TITLE.strip() in page
    assert "…" not in page


def test_long_names_of_a_line_with_a_code_are_whole_and_keep_clear_of_it():
    (page,) = pages(made(replace(COUPLE, line_a=of_line(LONG, "A")), filled=False))
    run = "".join(page.split())
    assert (run.count("Mariaconcetta" * 5), run.count("W" * 60)) == (2, 2)
    assert "…" not in page


def test_names_as_long_as_any_may_be_are_whole():
    last, given = ("Cognomento" * 10, "Secondino" * 11), ("Nominativo" * 10, "Chiamatosi" * 10)
    pair = replace(LONG, name=" – ".join(last), players=tuple(map(" ".join, zip(given, last, strict=True))))
    (page,) = pages(made(replace(COUPLE, line_a=of_line(pair, "A")), filled=False))
    run = "".join(page.split())
    assert [run.count(name) for name in (*last, *given)] == [2, 2, 1, 1]


@pytest.mark.long
def test_two_sheets_stand_on_one_page_to_be_cut_apart():
    sheets = tuple(replace(COUPLE, number=number) for number in (1, 2, 3))
    pdf = score_sheets(shared(4, filled=False), sheets, IMPRINT, two_a_page=True)
    found = pages(pdf)
    assert len(found) == 2
    assert "Tavolo 1" in found[0] and "Tavolo 2" in found[0] and "Foglio 2 di 3" in found[0]
    assert "Tavolo 3" in found[1] and "Tavolo 2" not in found[1]
    left, top, right, bottom = ink(pdf)
    # A printer leaves about five millimetres white.
    assert min(left, top, 297 * MM - right, 210 * MM - bottom) > 9 * MM
    place = 0.25 * 297 * MM - 0.68 * 105 * MM + 0.68 * 16 * MM
    down = (210 - 0.68 * 297) / 2 * MM + 0.68 * 61 * MM
    for half in (0, 1):
        assert has_qr(pdf, COUPLE.line_a.url, left=place + half * 297 / 2 * MM, top=down, side=0.68 * 36 * MM)


# From the round's grid


def test_a_sheet_knows_pairs_seats_dealer_and_leader(round_1):
    sheet = table_sheet(round_grid(round_1)[0], lambda table: f"/t/{table.number}/")
    assert (sheet.number, sheet.url) == (1, "/t/1/")
    assert sheet.line_a == SheetPair(1, "Conti – Serra", ("Anna Conti", "Luca Serra"), "coppia 1")
    assert sheet.line_b == SheetPair(2, "Galli – Fontana", ("Piero Galli", "Rita Fontana"), "coppia 2")
    boards = round_sheet(round_1, round_grid(round_1), filled=True).boards
    assert boards == (SheetBoard(1, "N", "O"), SheetBoard(2, "O", "S"))


def test_at_burraco_the_table_writes_who_dealt_for_the_cards_lifted_settle_it(db):
    """F.I.Bur. 3: whoever lifted the lowest of the two opposing cards deals first."""
    round = make_playing_burraco(boards_per_round=2).rounds.get(number=1)
    boards = round_sheet(round, round_grid(round), filled=False).boards
    assert [(board.dealer, board.leader) for board in boards] == [("", ""), ("", "")]


def test_a_played_score_divides_into_deck_and_accusa(round_1, table_of, sara, board):
    make_score(table_of(1), board, (8, 6), sara, accusa_b=3)
    found = table_sheet(round_grid(round_1)[0], str).scores[0]
    assert (found.points, found.deck, found.accusa) == ((8, 6), (8, 3), (0, 3))
    assert found.status == "giocato · v1 · da confermare"


def test_an_arbitral_score_has_only_its_total(round_1, table_of, giulia, board):
    make_score(table_of(1), board, (7, 5), giulia, kind="artificial", reference="Provvedimento n. 3")
    found = table_sheet(round_grid(round_1)[0], str).scores[0]
    assert (found.points, found.deck) == ((7, 5), None)
    assert "Provvedimento n.\u00a03" in found.status


def test_a_confirmed_score_says_by_whom_and_when(round_1, table_of, sara, dora, board):
    make_score(table_of(1), board, (8, 3), sara, state=BoardScore.State.CONFIRMED, confirmed_by=dora, confirmed_at=NOON)
    assert table_sheet(round_grid(round_1)[0], str).scores[0].status.endswith("confermato da Dora Pace, 13:00")


def test_a_complete_table_has_its_vp(round_1, table_of, sara):
    for board in round_1.boards.all():
        make_score(table_of(1), board, (8, 3), sara)
    totals = table_sheet(round_grid(round_1)[0], str).totals
    assert totals.points == (16, 6)
    assert sum(totals.vp) == 20


@pytest.fixture
def table_of(round_1):
    return lambda number: round_1.tables.get(number=number)


def test_each_line_has_a_code_of_its_own_beside_its_players():
    alone = pages(made(table()))[0]
    assert "Arbitri: pagina del tavolo" in alone
    assert "Risultato" not in alone
    made_with = made(COUPLE, filled=False)
    told = pages(made_with)[0]
    assert "Risultato N-S" in told and "12A-K7M3QX" in told
    assert "Risultato E-O" in told and "12B-K7M3QX" in told
    assert is_within_margins(made_with)


def test_only_a_table_that_plays_has_codes_of_its_lines(tournament, round_1):
    def code(table, line):
        return f"b{table.number}{line}", "X"

    row = round_grid(round_1)[0]
    sheet = table_sheet(row, lambda table: "a", code)
    assert (sheet.line_a.url, sheet.line_b.url, sheet.line_b.letters) == ("b1A", "b1B", "X")
    assert table_sheet(row, lambda table: "a").line_a.url == ""
    row.table.line_b = None
    assert table_sheet(row, lambda table: "a", code).line_a.url == ""
