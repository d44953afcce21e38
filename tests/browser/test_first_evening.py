"""A whole first evening from an empty database, by browser: no federation, no import, nothing in the administration."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from people.accounts.models import Federation, User
from tests.browser.conftest import HallClock
from tests.browser.director import Director
from tests.browser.score_grid.desk import enter, points
from tournaments.setup.models import Tournament

PASSWORD = "tre-assi-e-un-due"


@pytest.mark.long
def test_the_first_evening_from_an_empty_database(
    open_page: Callable[..., Page], hall_clock: HallClock, db: None
) -> None:
    assert not User.objects.exists()
    assert not Federation.objects.exists()
    page = open_page("laptop")
    director = Director(page, "serata-del-giovedi")
    make_the_account(director)
    open_the_tournament(director)
    enter_four_pairs(director)
    play_the_round(director)
    director.show_standings()
    hall_clock.wait(60)
    director.make_final()
    assert not page.locator("a[href^='/admin/']:visible").count()


def make_the_account(director: Director) -> None:
    """By the address that the server says at its start."""
    said = StringIO()
    call_command("first_account", stdout=said, address="http://127.0.0.1")
    director.page.goto(said.getvalue().split()[-1].removeprefix("http://127.0.0.1"))
    for name, text in {"first_name": "Olga", "last_name": "Primadonna", "username": "olga"}.items():
        director.page.fill(f"input[name={name}]", text)
    for name in ("password1", "password2"):
        director.page.fill(f"input[name={name}]", PASSWORD)
    director.page.keyboard.press("Enter")
    director.told("Il tuo accesso è pronto.")


def open_the_tournament(director: Director) -> None:
    page = director.page
    page.get_by_role("link", name="Il primo torneo").click()
    director.heading("Si comincia")
    expect(page.get_by_label("Burraco, danese, 4 smazzate")).to_be_checked()
    expect(page.get_by_label("Di nessuna federazione")).to_be_checked()
    director.write("Nome", "Serata del giovedì")
    director.write("Circolo o luogo", "Circolo Prova")
    page.get_by_label("Turni").fill("1")
    director.press("Crea il torneo")
    director.heading("Direzione di gara")
    expect(page.get_by_text("I telefoni non aprono questi codici").first).to_be_visible()
    assert Tournament.objects.get().slug == director.slug


def enter_four_pairs(director: Director) -> None:
    names = ["Abate", "Bassi", "Cocco", "Danieli", "Esposito", "Ferri", "Greco", "Leone"]
    for first, second in zip(names[::2], names[1::2], strict=True):
        director.enter((first, "Ada", ""), (second, "Elio", ""))
        expect(director.page.get_by_text(first).first).to_be_visible()
    director.check_in(range(1, 5))


def play_the_round(director: Director) -> None:
    """Two tables of four deals; the scores count as the only one in the house gives them, which is said once."""
    page = director.page
    director.draw(1)
    director.publish_and_start(1)
    points(page, 1, 1, "A-C").focus()
    for place in range(8):
        enter(page, str(500 + 5 * place))
        enter(page, str(300 + 10 * place))
    director.open("turni/1/")
    expect(page.get_by_text("Tutti i 2 tavoli, smazzate 1, 2, 3, 4.")).to_be_visible()
    director.press("I punteggi valgono come li do")
    director.press("Chiudi il turno")
    director.heading("Turno 1 chiuso")
    director.open()
    expect(page.get_by_role("link", name="Prepara un altro turno")).to_have_count(0)
