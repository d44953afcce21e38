"""A new tournament: another game keeps what was typed; what the Mitchell needs opens with it."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from playwright.sync_api import Page, expect

from people.accounts.models import User

pytestmark = [pytest.mark.long, pytest.mark.main("settings.js")]


def test_another_game_keeps_what_was_typed(open_page: Callable[..., Page], carla: User) -> None:
    carla.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    page = open_page("laptop", user=carla)
    page.goto("/nuovo-torneo/")
    page.locator("[name=name]").fill("Coppa Bora")
    page.locator("[name=place]").fill("Trieste")
    expect(page.locator("[name=rover]")).to_be_hidden()
    page.locator("[name=formula]").select_option("mitchell")
    expect(page.locator("[name=rover]")).to_be_visible()
    page.get_by_role("link", name="Burraco").click()
    expect(page.locator("[name=separe]")).to_be_visible()
    expect(page.locator("[name=name]")).to_have_value("Coppa Bora")
    expect(page.locator("[name=formula]")).to_have_value("mitchell")
    expect(page.locator("[name=rover]")).to_be_visible()
    page.get_by_role("link", name="Tressette").click()
    expect(page.locator("[name=accusa]")).to_be_visible()
    expect(page.locator("[name=place]")).to_have_value("Trieste")
