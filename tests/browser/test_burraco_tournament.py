"""A burraco tournament from its first page to its final standings: 24 pairs, four rounds in one field, two groups.

The director works on a laptop, players and arbiters on phones. Pairings are the program's own, and are read; every
figure that follows from them is worked out in `burraco_by_hand`.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from codes.seats import Line
from hall.line_codes.codes import line_key
from people.accounts.models import User
from records.rights import Role
from tests import factories, reading
from tests.browser.burraco_by_hand import REST, TOO_LATE, Deals, Sums, victory_points
from tests.browser.burraco_hall import PAIRS, SLUG, Hall, last_name, listed
from tests.browser.conftest import HallClock
from tests.browser.director import Director
from tests.browser.read_back import downloaded, rows_of, signed, standings_on
from tests.factories import acting
from tournaments.check_in.actions import check_in
from tournaments.entries.models import Entry
from tournaments.entries.queries import check_in_key
from tournaments.rounds.models import Table
from tournaments.staff.actions import set_membership

PUBLIC = f"/tornei/{SLUG}/"
LATE_PAIR, LEAVING, CHANGED, PENALISED = 24, 20, 9, 5
BY_GRID, BY_PHONES, TOO_LATE_AT = (1, 2), 3, 4
# What the two deals of a table are worth where the browser types them.
TYPED: dict[int, Deals] = {1: ((1230, -85), (100, 455)), 2: ((505, 610), (340, 335)), 3: ((45, 900), (670, 120))}
CORRECTED = (1180, -85)


@pytest.fixture
def hall(open_page: Callable[..., Page], db: None) -> Hall:
    """Dora, who may open tournaments, at her laptop; Giulia, Bruno and Sara have accounts."""
    dora = factories.make_user("dora", first_name="Dora", last_name="Pace", is_superuser=True)
    factories.make_federation("fibur")
    sara = factories.make_user("sara", first_name="Sara", last_name="Moro")
    return Hall(Director(open_page("laptop", user=dora), SLUG), sara)


@pytest.mark.long
def test_a_burraco_tournament_from_the_first_page_to_the_final_standings(
    hall: Hall, open_page: Callable[..., Page], hall_clock: HallClock, tmp_path: Path
) -> None:
    director = hall.director
    open_the_tournament(director)
    give_tasks(hall)
    import_the_pairs(director, tmp_path)
    let_them_in(hall, open_page("phone", user=hall.scorer))
    play_the_first_round(hall, open_page)
    correct_a_score(hall)
    leave_and_replace(hall)
    for number in (2, 3, 4):
        play_a_round(hall, number, hall.first_stage)
    settle_the_first_stage(hall, open_page, hall_clock)
    play_the_merit_groups(hall, open_page("phone"), hall_clock)
    read_the_papers(hall, tmp_path)


# -- before the first round -------------------------------------------------------------------------------------------


def open_the_tournament(director: Director) -> None:
    """One page, of which the game fills in most; then the stage that follows."""
    page = director.page
    page.goto("/nuovo-torneo/?gioco=burraco")
    director.write("Nome", "Trofeo Scirocco")
    director.write("Luogo", "Lecce")
    director.choose("Smazzate per turno", "2 smazzate")
    director.choose("Primo turno", "Nell’ordine di iscrizione")
    page.get_by_text("Indirizzo, sorteggi, altro").click()
    director.write("Seme dei sorteggi", factories.LOT_SEED)
    director.press("Crea il torneo")
    director.heading("Direzione di gara")
    director.open("fasi/")
    director.write("Nome", "Gironi di merito")
    director.choose("Primo turno", "Dalla classifica precedente")
    page.get_by_role("spinbutton", name="Turni previsti").fill("1")
    director.press("Aggiungi la fase")
    expect(page.get_by_role("link", name="Gironi di merito", exact=True)).to_be_visible()


def give_tasks(hall: Hall) -> None:
    """Giulia by the screen; Sara as everybody after her."""
    factories.make_user("giulia", first_name="Giulia", last_name="Marchi")
    hall.director.open("incarichi/")
    given = hall.director.page.get_by_role("region", name="Dai un incarico")
    given.get_by_label("Nome e cognome, o nome utente").fill("Giulia Marchi")
    hall.director.choose("Incarico", "Capo arbitro", within=given)
    hall.director.press("Registra")
    hall.director.told("Incarico registrato.")
    dora = User.objects.get(username="dora")
    set_membership(by=acting(dora), tournament=hall.tournament, user=hall.scorer, role=Role.SCORER)


def import_the_pairs(director: Director, folder: Path) -> None:
    """The preview names the row that wants something; the list mended, everybody is entered at once."""
    file = folder / "iscritti.csv"
    file.write_bytes(listed(mended=False))
    director.upload(file)
    expect(director.page.locator(".import-errors li")).to_have_count(1)
    expect(director.page.locator(".import-errors")).to_contain_text("Riga 15")
    assert Entry.objects.count() == 0
    file.write_bytes(listed(mended=True))
    director.upload(file)
    director.press("Importa 23 iscrizioni")
    director.heading("Iscrizioni")
    names = dict(Entry.objects.values_list("number", "name"))
    assert names == {number: f"{last_name(number, 1)} – {last_name(number, 2)}" for number in range(1, PAIRS)}


def let_them_in(hall: Hall, phone: Page) -> None:
    """Three by a tap, one by the QR of its card, the others as they come; then a pair that was on no list."""
    director, entries = hall.director, {one.number: one for one in hall.tournament.entries.all()}
    director.check_in((1, 2, 3))
    phone.goto(f"{PUBLIC}presenza/{check_in_key(entries[4])}/")
    phone.get_by_role("button", name="Sono qui").click()
    expect(phone.get_by_text("presenti 4 di 23")).to_be_visible()
    for number in range(5, PAIRS):
        check_in(by=hall.scoring(), entry=entries[number])
    people = ((last_name(LATE_PAIR, place), "Tardi", "") for place in (1, 2))
    director.enter(*people, is_here=True)
    expect(director.page.locator(".ledger")).to_contain_text(last_name(LATE_PAIR, 1))
    assert hall.playing() == set(range(1, PAIRS + 1))


# -- the first round --------------------------------------------------------------------------------------------------


def play_the_first_round(hall: Hall, open_page: Callable[..., Page]) -> None:
    """Scores from everywhere: the grid, two phones, the article on lateness, and the scorer for the others."""
    director = hall.director
    director.draw(1)
    director.publish_and_start(1)
    start_the_clock(director)
    tables = hall.tables(1)
    type_into_the_grid(director, [TYPED[table] for table in BY_GRID])
    agree_on_phones(tables[BY_PHONES], open_page("phone"), open_page("phone"))
    for number in (*BY_GRID, BY_PHONES):
        hall.first_stage.match(*pairs_at(tables[number]), TYPED[number])
    come_too_late(hall, tables[TOO_LATE_AT])
    penalise(hall)
    for number in sorted(tables.keys() - {*TYPED, TOO_LATE_AT}):
        hall.play(tables[number], hall.first_stage)
    director.close(1)
    for table in tables.values():
        hall.remember(table)


def pairs_at(table: Table) -> tuple[int, int]:
    return table.line_a.number, table.line_b.number


def start_the_clock(director: Director) -> None:
    page = director.open("turni/1/orologio/")
    expect(page.get_by_role("spinbutton", name="Minuti").first).to_have_value("25")
    director.press("Via")
    expect(page.get_by_role("button", name="Ferma")).to_be_visible()


def type_into_the_grid(director: Director, matches: list[Deals]) -> None:
    """Without a mouse: figures and Enter, from the first cell on."""
    page = director.open("turni/1/")
    page.get_by_label("Tavolo 1, smazzata 1, punti A-C").focus()
    for deals in matches:
        for figures in deals:
            for points in figures:
                page.keyboard.type(str(points))
                page.keyboard.press("Enter")
    expect(page.locator("#vp-2")).to_have_text("9 – 11")


def agree_on_phones(table: Table, ours: Page, theirs: Page) -> None:
    """Each side opens the QR of its line; one sends, the other confirms."""
    for phone, line in ((ours, Line.A), (theirs, Line.B)):
        phone.goto(f"{PUBLIC}tavolo/{line_key(table, line)}/")
    for board, figures in enumerate(TYPED[BY_PHONES], start=1):
        deal = ours.get_by_role("group", name=f"Smazzata {board}")
        for label, points in zip(("Punti A-C", "Punti B-D"), figures, strict=True):
            deal.get_by_label(label).fill(str(points))
    ours.get_by_role("button", name="Manda il risultato").click()
    expect(ours.get_by_text("Ora lo conferma l’altra linea")).to_be_visible()
    theirs.reload()
    theirs.get_by_role("button", name="È giusto, confermiamo").click()
    expect(theirs.get_by_text("Il risultato è registrato.")).to_be_visible()
    for phone in (ours, theirs):
        phone.close()


def come_too_late(hall: Hall, table: Table) -> None:
    """One tap on what happened to line B-D; what the code gives is there to be confirmed."""
    director = hall.director
    page = director.open("turni/1/")
    page.get_by_role("link", name=f"Ritardi e assenze al tavolo {table.number}").click()
    page.locator("section").filter(has_text="B-D").get_by_role("link", name="Più di 10").click()
    expect(page.locator("#proposta")).to_contain_text("art. 40")
    director.press("Conferma")
    expect(page.locator("#row-4")).to_contain_text("14 – 6")
    waiting, late = pairs_at(table)
    hall.first_stage.give(waiting, REST)
    hall.first_stage.give(late, TOO_LATE)


def penalise(hall: Hall) -> None:
    director = hall.director
    page = director.open("penalita/")
    director.choose("A chi", f"{PENALISED} {hall.name_of(PENALISED)}")
    director.choose("Che cosa", "Penalità in VP")
    page.get_by_role("spinbutton", name="Quanti punti").fill("2")
    director.choose("Turno", "Turno 1")
    director.write("Motivo", "Un telefono acceso al tavolo")
    director.press("Registra")
    expect(page.locator(".lines")).to_contain_text("−2")
    hall.first_stage.give(PENALISED, (-2, 0))


# -- between the first round and the second ---------------------------------------------------------------------------


def correct_a_score(hall: Hall) -> None:
    """The players wrote 1230 for 1180: seen in the standings, confirmed by an opponent, before the next seating."""
    table, before = hall.tables(1)[1], TYPED[1]
    page = hall.director.open("turni/1/tavoli/1/smazzate/1/")
    page.get_by_label("Punti A-C").fill(str(CORRECTED[0]))
    page.get_by_label("Dei giocatori, compilando lo score").check()
    page.get_by_label("Chi degli avversari conferma").fill("Uno Assopiglia")
    page.get_by_label("Motivo della correzione").fill("Un burraco contato due volte")
    hall.director.press("Mostrami che cosa cambia")
    expect(page.get_by_text("Che cosa cambia in classifica")).to_be_visible()
    shift = sum(a - b for a, b in before) - (before[0][0] - CORRECTED[0])
    expect(page.locator(".moves li").filter(has_text=hall.name_of(table.line_a.number))).to_contain_text(f"+{shift}")
    hall.director.press("Conferma la correzione")
    expect(page.get_by_role("link", name="Tavolo 1, smazzata 1")).to_contain_text(f"{CORRECTED[0]} – ")
    hall.first_stage.unmatch(*pairs_at(table), before)
    hall.first_stage.match(*pairs_at(table), (CORRECTED, before[1]))


def leave_and_replace(hall: Hall) -> None:
    """A pair goes home; one of its players may not replace another, somebody who has not played may (39)."""
    director = hall.director
    director.withdraw(LEAVING, "Un’emergenza a casa")
    expect(director.page.get_by_text("ritirata").first).to_be_visible()
    gone = (last_name(LEAVING, 2), "Due", f"B{LEAVING}")
    director.substitute(CHANGED, gone, reason="Malessere")
    expect(director.page.get_by_role("alert")).to_contain_text("art. 39")
    director.substitute(CHANGED, ("Subentrati", "Tre", "C1"), reason="Malessere")
    director.heading(f"{last_name(CHANGED, 1)} – Subentrati")


# -- the other rounds -------------------------------------------------------------------------------------------------


def play_a_round(hall: Hall, number: int, sums: Sums) -> None:
    """Drawn, published, begun and closed on the screen; results by the scorer."""
    hall.director.draw(number)
    hall.director.publish_and_start(number)
    for table in hall.tables(number).values():
        if table.line_b is None:
            sums.give(table.line_a.number, REST)
        else:
            hall.play(table, sums)
            if sums is hall.first_stage:
                hall.remember(table)
    hall.director.close(number)


# -- standings --------------------------------------------------------------------------------------------------------


def settle_the_first_stage(hall: Hall, open_page: Callable[..., Page], clock: HallClock) -> None:
    """Shown, checked on a phone, objected to, appealed, and final when all of it is settled."""
    director, phone = hall.director, open_page("phone")
    everybody = set(range(1, PAIRS + 1))  # who withdrew keeps the place (39)
    director.show_standings()
    assert standings_on(phone, SLUG) == hall.first_stage.ranked(everybody)
    expect(phone.locator("[data-left], .closing-left").first).to_be_visible()
    report_an_error(hall, phone)
    appeal(hall)
    clock.wait(11)
    director.open("classifiche/")
    expect(director.page.get_by_text("Un reclamo è ancora in esame.")).to_be_visible()
    expect(director.page.get_by_role("button", name="Rendi definitiva la classifica")).to_have_count(0)
    decide_the_appeal(open_page("phone", user=User.objects.get(username="giulia")))
    director.make_final()
    assert standings_on(phone, SLUG) == hall.first_stage.ranked(everybody)
    expect(phone.get_by_text("definitiva").first).to_be_visible()


def report_an_error(hall: Hall, phone: Page) -> None:
    """A pair thinks that something is missing; the director has looked and answers."""
    phone.get_by_role("link", name="Segnala un errore").click()
    phone.get_by_label("Numero della coppia").fill("6")
    phone.get_by_label("Che cosa non torna").fill("Al terzo turno avevamo vinto noi")
    phone.get_by_label("Il tuo nome").fill("Due Mattacchione")
    phone.get_by_role("button", name="Manda la segnalazione").click()
    expect(phone.get_by_text("direzione").first).to_be_visible()
    director = hall.director
    page = director.open("classifiche/")
    page.get_by_role("region", name="Segnalazioni dei giocatori").get_by_role("link").first.click()
    page.get_by_label("Respinta: i punteggi sono giusti").check()
    page.get_by_label("Risposta").fill("Lo score firmato dalle due linee dice di no.")
    director.press("Rispondi")
    expect(page.get_by_text("respinta").first).to_be_visible()


def appeal(hall: Hall) -> None:
    director = hall.director
    page = director.open("reclami/?contro=standings:1")
    director.choose("Chi lo presenta", f"{PENALISED} {hall.name_of(PENALISED)}")
    page.get_by_label("Motivi").fill("Il telefono era spento")
    director.press("Registra il reclamo")
    expect(page.get_by_role("link", name="Reclamo n. 1")).to_be_visible()


def decide_the_appeal(phone: Page) -> None:
    """By Giulia, who did not receive it."""
    phone.goto(f"{PUBLIC}direzione/reclami/1/")
    phone.get_by_label("Respinto", exact=True).check()
    phone.get_by_label("Decisione").fill("L’arbitro al tavolo l’ha sentito suonare.")
    phone.get_by_role("button", name="Registra la decisione").click()
    expect(phone.get_by_text("L’arbitro al tavolo")).to_be_visible()


# -- the second stage -------------------------------------------------------------------------------------------------


def play_the_merit_groups(hall: Hall, phone: Page, clock: HallClock) -> None:
    """Twelve and eleven by rank; one round, everybody against a neighbour; its own final standings."""
    director, ranked = hall.director, [row[0] for row in hall.first_stage.ranked(hall.playing())]
    page = director.open("fasi/2/gironi/")
    page.get_by_label("Quanti in ogni girone, dal migliore").fill("12 11")
    director.press("Comincia la fase")
    expect(page.get_by_text("Girone A: 12, Girone B: 11")).to_be_visible()
    play_a_round(hall, 5, hall.groups)
    for table in hall.tables(5).values():
        places = [ranked.index(entry.number) for entry in (table.line_a, table.line_b) if entry]
        assert len({place < 12 for place in places}) == 1
    director.show_standings()
    clock.wait(11)
    director.make_final()
    best, rest = set(ranked[:12]), set(ranked[12:])
    hall.final_rows = hall.groups.ranked(best) + hall.groups.ranked(rest)
    assert standings_on(phone, SLUG) == hall.final_rows
    director.open("fine/")
    director.press("Concludi il torneo")
    expect(page.get_by_text("concluso").first).to_be_visible()


# -- the papers -------------------------------------------------------------------------------------------------------


def read_the_papers(hall: Hall, folder: Path) -> None:
    """Workbook, final standings and report, downloaded by the director and read back."""
    director, everybody = hall.director, set(range(1, PAIRS + 1))
    page = director.open()
    book = reading.book(downloaded(page, "Tutto il torneo in Excel", folder))
    published = {number: [] for number in (1, 2, 3, 4)}
    for row in rows_of(book["Righe pubblicate"]):
        published[row["Classifica n."]].append((row["Coppia"], row["VP"], row["MP"]))
    assert published[1] == published[2] == hall.first_stage.ranked(everybody)
    assert published[3] == published[4] == hall.final_rows
    for row in rows_of(book["Turni e tavoli"]):
        if (row["Turno"], row["Tavolo"]) == (1, TOO_LATE_AT):
            assert (row["VP A-C"], row["VP B-D"], row["MP"]) == (REST[0], TOO_LATE[0], REST[1])
        elif row["Coppia B-D"] is not None:
            assert (row["VP A-C"], row["VP B-D"]) == victory_points(row["Punti A-C"] - row["Punti B-D"])
    report = reading.text_of(downloaded(page, "Rapporto per la federazione, in PDF", folder))
    for words in (hall.name_of(LEAVING), "Subentrati", "Un telefono acceso al tavolo", "respinto", "concluso"):
        assert words in report
    page.goto(f"{PUBLIC}classifica/4/")
    final = reading.text_of(downloaded(page, "Da appendere, in PDF", folder))
    lines = [f"{pair} {hall.name_of(pair)} {vp} {signed(mp)}" for pair, vp, mp in hall.final_rows]
    found = [final.index(line) for line in lines]
    assert found == sorted(found)
