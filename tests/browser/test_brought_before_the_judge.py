"""What is brought before the federal judge: of each kind only the numbers by which it is found, without script too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from federation.sealed.answers import MATCH, RULING, SCORE, STANDINGS
from tests.browser.conftest import SIZES, login_as
from tests.snapshots import made
from tests.world import make_played

ASKED = {
    RULING: ["provvedimento"],
    SCORE: ["turno", "tavolo", "smazzata"],
    MATCH: ["turno", "tavolo"],
    STANDINGS: ["classifica", "riga"],
}


@pytest.mark.main
@pytest.mark.parametrize("script", [True, False])
def test_only_the_numbers_of_what_is_chosen_are_asked(
    transactional_db: None, new_context: Callable[..., BrowserContext], live_server: LiveServer, script: bool
) -> None:
    gemma = made(make_played).people["gemma"]
    assert gemma is not None
    said = {"base_url": live_server.url, "locale": "it-IT", "java_script_enabled": script}
    page = new_context(viewport=SIZES["phone"], **said).new_page()
    login_as(page, gemma, live_server.url)
    page.goto("/federazioni/fitres/giudice/torneo/coppa-levante/")
    for kind, names in ASKED.items():
        page.get_by_label("Contro che cosa").select_option(kind)
        shown = page.locator("form.which-record input:visible").all()
        assert [one.get_attribute("name") for one in shown] == names
