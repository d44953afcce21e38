"""Sara at the grid."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from people.accounts.models import User
from tests.browser.score_grid.desk import opened
from tournaments.setup.models import Tournament


@pytest.fixture
def grid(open_page: Callable[..., Page], tournament: Tournament, sara: User) -> Page:
    """Sara at the grid of the round being played."""
    return opened(open_page("laptop", user=sara))
