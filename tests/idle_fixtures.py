"""Fixtures that plugins would set up for every test, left out where they would do nothing.

A dozen of them, most for one marker each that hardly any test bears, take longer than the test itself of most.
"""

import inspect
from collections.abc import Sequence

import pytest

# By which marker each is asked for.
BY_MARKER = {
    "_django_isolate_apps": "django_isolate_apps",
    "_django_set_urlconf": "urls",
    "_template_string_if_invalid_marker": "ignore_template_errors",
    "_django_db_marker": "django_db",
}
# By which other fixture.
BY_FIXTURE = {"_live_server_helper": "live_server", "_pw_trace_api_requests": "playwright"}
# There is no such application in our settings.
NEVER = {"_django_clear_site_cache"}
# For one of the above; any other fixture that needs it asks for it itself.
BY_ARGUMENT = "monkeypatch"
OF_UNITTEST = "_django_setup_unittest"


def leave_out(items: Sequence[pytest.Item]) -> None:
    """Forget those fixtures of each test that it has no use for. Tests of one function share the list of them."""
    shared: dict[int, list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function):
            shared.setdefault(id(item.fixturenames), []).append(item)
    for alike in shared.values():
        names = alike[0].fixturenames
        idle = _idle(alike[0], {mark.name for item in alike for mark in item.iter_markers()})
        names[:] = [name for name in names if name not in idle]


def _idle(item: pytest.Function, marked: set[str]) -> set[str]:
    idle = NEVER | {name for name, marker in BY_MARKER.items() if marker not in marked}
    idle |= {name for name, other in BY_FIXTURE.items() if other not in item.fixturenames}
    if item.cls is None:
        idle.add(OF_UNITTEST)
    if BY_ARGUMENT not in inspect.signature(item.function).parameters:
        idle.add(BY_ARGUMENT)
    return idle
