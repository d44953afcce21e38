"""The whole job in browsers before two web nodes and a worker, of which one node is killed in between."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from people.sign_in.actions import TRIES_ALLOWED
from tests.browser.nodes.conftest import Installation, until
from tests.browser.nodes.visitor import Visitor
from tests.browser.test_whole_job import (
    LATE_POINTS,
    RULED,
    accept_proposal,
    by_hand,
    check_arithmetic,
    check_papers,
    check_standings,
    decide,
    downloaded,
    enter_late_result,
    first_board,
    shown,
    sign_in,
)
from tests.shown_forms import forms_of
from tournaments.publication.verification_queries import check_all
from tournaments.setup.models import Tournament
from tournaments.staff.models import Job

PUBLIC = "/tornei/coppa-levante/"


def test_from_an_anomaly_to_the_papers_while_a_node_is_killed(
    installation: Installation,
    open_page: Callable[..., Page],
    duplicate: Tournament,
    tmp_path: Path,
    assert_accessible: Callable[[Page], None],
) -> None:
    phone, laptop, public = open_page("phone"), open_page("laptop"), open_page("phone")
    assert shown(public, RULED) == ("0", "0")
    sign_in(phone, "bruno")
    decide(phone)
    expected = by_hand(first_board())
    check_arithmetic(phone, expected)
    both = {node.port for node in installation.nodes}
    assert {port for port, served in installation.balancer.served.items() if served} == both

    installation.nodes[0].kill()
    phone.get_by_role("button", name="Registra il punteggio").click()
    expect(phone.get_by_text("Punteggio arbitrale registrato")).to_be_visible()
    check_standings(public, expected)
    ask_before_there_is_a_worker(phone, assert_accessible)
    installation.add_worker()
    check_papers(phone, expected, tmp_path, prepared)
    sign_in(laptop, "dora")
    enter_late_result(laptop)

    installation.nodes[0].start()
    until(installation.nodes[0].is_up)
    installation.nodes[1].kill()
    later = by_hand(first_board(late=LATE_POINTS))
    accept_proposal(phone, expected, later)
    check_standings(public, later)
    check_papers(phone, later, tmp_path, prepared)
    assert all(one.holds for one in check_all(duplicate))
    assert list(Job.objects.values_list("state", "tries")) == [("done", 1)] * 2


def ask_before_there_is_a_worker(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    """The bar waits on the page, which says so; then the page is left."""
    page.goto(f"{PUBLIC}esporta/prepara/torneo-e-provvedimenti/")
    assert_accessible(page)
    page.get_by_role("button", name="Prepara il documento").click()
    expect(page.get_by_text("In attesa del suo turno.")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Torneo e provvedimenti")).to_be_visible()
    assert_accessible(page)


def prepared(page: Page, link: str, folder: Path) -> bytes:
    """The document that a worker makes, fetched from whichever node answers."""
    page.get_by_role("link", name=link).click()
    button = page.get_by_role("button", name="Prepara")
    expect(page.locator("#job")).not_to_be_empty()
    if button.is_visible():
        button.click()
    expect(page.get_by_role("link", name="Scarica")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Da allora si è scritto altro.")).not_to_be_visible()
    return downloaded(page, "Scarica", folder)


def test_what_one_node_writes_the_other_knows(installation: Installation, duplicate: Tournament) -> None:
    first, second = (node.url for node in installation.nodes)
    tries_are_counted_together(first, second)
    pages_kept_by_one_are_made_anew(first, second)


def tries_are_counted_together(first: str, second: str) -> None:
    from_outside = {"X-Forwarded-For": "192.0.2.7"}
    for number in range(TRIES_ALLOWED):
        assert not Visitor().sign_in(first if number % 2 else second, "bruno", "sbagliata", **from_outside)
    for url in (first, second):
        assert not Visitor().sign_in(url, "bruno", "bruno", **from_outside)
        # Others behind the same address, and the same name from elsewhere, are not locked out.
        assert Visitor().sign_in(url, "sara", "sara", **from_outside)
        assert Visitor().sign_in(url, "bruno", "bruno", **{"X-Forwarded-For": "192.0.2.8"})


def pages_kept_by_one_are_made_anew(first: str, second: str) -> None:
    """Published at one node, seen with the next request at the other, which had a page of before."""
    dora, hall = Visitor(), Visitor()
    assert dora.sign_in(second, "dora", "dora")
    before = hall.ask(f"{first}{PUBLIC}classifica/")
    again = hall.ask(f"{first}{PUBLIC}classifica/", **{"If-None-Match": before.headers["ETag"]})
    assert again.status == 304
    desk = f"{PUBLIC}direzione/classifiche/"
    form = next(one for one in forms_of(dora.ask(f"{second}{desk}").text) if one.action.endswith("/esponi/"))
    assert dora.ask(f"{second}{form.action}", form.fields | {"incomplete": "on"}).status == 302
    after = hall.ask(f"{first}{PUBLIC}classifica/", **{"If-None-Match": before.headers["ETag"]})
    assert after.status == 200
    assert "Set-Cookie" not in after.headers
    assert f"{PUBLIC}classifica/1/" in after.text
    assert f"{PUBLIC}classifica/1/" not in before.text
