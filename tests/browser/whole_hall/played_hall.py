"""A Burraco of 26 pairs with six arbiters' phones, in browsers, from the first call to what an appeal changed.

Not collected by itself, for seven browsers want a quiet machine: `make thorough` runs it, and the same killed twice.
"""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.conftest import Console, HallClock
from tests.browser.whole_hall.people import Luck, make_hall
from tests.browser.whole_hall.story import play_the_hall


def test_a_hall_from_the_first_call_to_what_an_appeal_changed(
    open_page: Callable[..., Page], hall_clock: HallClock, console: Console, transactional_db: None
) -> None:
    console.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|htmx:")
    play_the_hall(make_hall(open_page, hall_clock, Luck()))
