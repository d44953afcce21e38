"""A table's slip on a phone, filled in as its keypad does."""

from collections.abc import Collection

from playwright.sync_api import Page, expect


def write_points(page: Page, figures: Collection[str]) -> None:
    """One figure in each place of the slip, once the page has as many places as there are figures."""
    places = page.locator(".slip-points input")
    expect(places).to_have_count(len(figures))
    for number, figure in enumerate(figures):
        places.nth(number).fill(figure)
