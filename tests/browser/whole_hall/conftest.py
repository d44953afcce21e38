"""What both tellings of the hall share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

PATIENCE, USUAL = 20_000, 5_000  # milliseconds


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Seven pages that renew themselves, and a server that begins anew, may keep one step waiting for long."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=USUAL)
