"""Pages that renew themselves, in a real browser: never under the fingers, no word that the server did not say."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from referee.actions.cases import open_case
from tests.browser.conftest import Console
from tests.factories import acting
from tournaments.models import Membership, Table, User

HOME = "/tornei/coppa-levante/arbitraggio/"
WITHIN = 6000  # milliseconds


def test_what_another_desk_does_is_seen_and_what_is_typed_stays(
    open_page: Callable[..., Page], bruno: User, giulia: User, table: Table
) -> None:
    page = open_page("phone", user=bruno)
    page.goto(HOME)
    field = page.get_by_label("Vai al tavolo")
    field.fill("2")
    node = field.element_handle()
    open_case(by=acting(giulia), table=table)
    expect(page.locator("#hall-1")).to_contain_text("1 anomalia aperta", timeout=WITHIN)
    expect(page.get_by_role("heading", name="In sospeso")).to_be_visible()
    assert node.evaluate("(one) => one.isConnected && document.activeElement === one")
    expect(field).to_have_value("2")


def test_the_page_says_only_what_the_server_answered(
    open_page: Callable[..., Page], bruno: User, console: Console
) -> None:
    console.expect("net::ERR|status of 404")
    page = open_page("laptop", user=bruno)
    page.goto(HOME)
    line = page.locator("#live-state")
    expect(line).to_have_text(re.compile(r"^Collegato\s+ultima risposta alle \d+:\d\d:\d\d\s*$"), use_inner_text=True)
    page.context.set_offline(True)
    expect(line).to_contain_text("Non collegato", use_inner_text=True)
    page.context.set_offline(False)
    expect(line).not_to_contain_text("Non", use_inner_text=True)
    Membership.objects.filter(user=bruno)._raw_delete("default")
    expect(line).to_contain_text("Questa pagina non è più per te", use_inner_text=True, timeout=WITHIN)
