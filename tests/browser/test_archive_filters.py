"""The archive’s filters: at once in reach on a phone, folded and without script; open beside the list on a laptop."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import SIZES, login_as
from tests.snapshots import made
from tests.world import World, make_played

ARCHIVE = "/federazioni/fitres/archivio/"


@pytest.fixture
def world(transactional_db: None) -> World:
    return made(make_played)


@pytest.fixture
def looking(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, world: World
) -> Callable[[str, bool], Page]:
    """The archive before its archivist, on a screen, with scripts or without."""

    def open_it(screen: str, script: bool) -> Page:
        said = {"base_url": live_server.url, "locale": "it-IT", "java_script_enabled": script}
        page, aldo = new_context(viewport=SIZES[screen], **said).new_page(), world.people["aldo"]
        assert aldo is not None
        login_as(page, aldo, live_server.url)
        page.goto(ARCHIVE)
        return page

    return open_it


def test_a_phone_filters_without_script_and_takes_a_filter_off(looking: Callable[[str, bool], Page]) -> None:
    page = looking("phone", False)
    button, records = page.locator(".archive-filter > summary"), page.locator(".archive-line")
    every = records.count()
    place = button.bounding_box()
    assert place and place["y"] + place["height"] <= SIZES["phone"]["height"] and place["height"] >= 44
    facet = page.locator(".archive-facets a", has_text="Accusa prima del proprio turno")
    expect(facet).to_be_hidden()
    button.click()
    count = int(facet.locator(".figures").inner_text())
    facet.click()
    expect(records).to_have_count(count)
    assert 0 < count < every
    expect(button).to_have_text("Filtra (1 attivo)")
    page.get_by_role("link", name="Anomalia: Accusa prima del proprio turno togli").click()
    expect(records).to_have_count(every)


def test_a_laptop_reads_the_filters_beside_the_list(looking: Callable[[str, bool], Page]) -> None:
    page = looking("laptop", True)
    expect(page.locator(".archive-filter > summary")).to_be_hidden()
    facets, found = page.locator(".archive-facets").bounding_box(), page.locator(".archive-list").bounding_box()
    assert facets and found and facets["x"] + facets["width"] <= found["x"]
    expect(page.locator(".archive-facets a").nth(1)).to_be_visible()
