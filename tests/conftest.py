"""The cast, and a tournament in which they act.

Giulia chief arbiter, Bruno table arbiter, Dora director, Sara scorer of the tournament; Carla plays and has an
account without a role; Ettore is an arbiter of another tournament and must see nothing of this one.
"""

import gc
from collections.abc import Callable, Generator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.template.loader import get_template
from django.test import Client, TransactionTestCase
from django.urls import get_resolver
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from codes.library import all_rulebooks
from pages.caches import Latest
from people.accounts.models import User
from tests import factories, idle_fixtures, migrated
from tests.cost import Costs
from tests.stack import with_room
from tournaments.rounds.models import Board, Round, Table
from tournaments.setup.models import Tournament

# Speed is measured by `make bench`: no example fails because the machine is busy.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"

# After how many new objects garbage is looked for. By Python's own figures, for programs that live in little memory,
# a test that asks for pages spends a tenth of its time on it.
GARBAGE = (50_000, 20, 100)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database-only", action="store_true", help="only the tests that touch a database")
    parser.addoption("--costs", type=Path, help="add what each test costs to this file, in seconds of processor")


def pytest_configure(config: pytest.Config) -> None:
    elsewhere = config.getoption("--database-only")
    config.pluginmanager.register(Costs(config.getoption("--costs"), elsewhere=elsewhere))


# What a run asks for that leaves most tests out. Files that do not name it, or are long as a whole where that is left
# out, are not collected: it would be thousands of tests in each worker.
ASKED_FOR = {"long and not main": "mark.long", "dialect": "mark.dialect", "not long or main": "mark.main"}
ALL_LONG = "\npytestmark = pytest.mark.long\n"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    asked = ASKED_FOR.get(config.option.markexpr)
    if not asked or not collection_path.name.startswith("test_") or _may_bear(asked, collection_path):
        return None
    return True if asked != "mark.main" or ALL_LONG in collection_path.read_text() else None


@cache
def _may_bear(asked: str, path: Path) -> bool:
    return asked in path.read_text() or (asked == "mark.long" and "browser" in path.parts)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A browser is long by itself. Leave out what another database cannot change, where only that is asked for."""
    for item in items:
        if "live_server" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.long)
        for asked in ASKED_FOR.values():
            if item.get_closest_marker(asked.removeprefix("mark.")) and not _may_bear(asked, item.path):
                raise pytest.UsageError(f"{item.nodeid}: its file does not name {asked}, so it would be left out there")
    if config.getoption("--database-only"):
        config.hook.pytest_deselected(items=[item for item in items if not _touches_database(item)])
        items[:] = [item for item in items if _touches_database(item)]
    idle_fixtures.leave_out(items)


def _touches_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(
        {"db", "transactional_db", "live_server", "django_db_setup"} & fixtures
    )


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker) -> Any:
    """Before the database is opened: the tables as a run before left them, so that there is nothing to migrate."""
    with django_db_blocker.unblock():
        return migrated.filled()


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_modify_db_settings: Any, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Generator[None]:
    with django_db_blocker.unblock():
        migrated.keep()
    _warm_up()
    if django_db_modify_db_settings:
        django_db_modify_db_settings.close()
    with pytest.MonkeyPatch.context() as patch:
        # After a test that commits. Django would delete from every table, which our triggers forbid on SQLite.
        django = TransactionTestCase._fixture_teardown
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda test: migrated.put_back(lambda: django(test)))
        yield


def _warm_up() -> None:
    """What a process reads or imports once, before a test is measured that would be the first to need it."""
    get_resolver().url_patterns  # noqa: B018  # to ask is to read
    for file in TEMPLATES.rglob("*.html"):
        get_template(file.relative_to(TEMPLATES).as_posix())
    all_rulebooks()
    for name in ("openpyxl", "reportlab.platypus", "pypdfium2", "pypdf"):
        import_module(name)


@pytest.fixture(autouse=True)
def begin_anew() -> Generator[None]:
    """Each test begins in Italian, and without the pages and failed log-ins that the one before left in the cache."""
    for one in ("default", "pages"):
        caches[one].clear()
    Latest.clear_all()
    with translation.override("it"):
        yield


@pytest.fixture
def tournament(db: None) -> Tournament:
    return factories.make_levante()


@pytest.fixture
def other_tournament(db: None) -> Tournament:
    return factories.make_ponente()


@pytest.fixture
def round_1(tournament: Tournament) -> Round:
    return tournament.rounds.get(number=1)


@pytest.fixture
def table(round_1: Round) -> Table:
    """Table 1 of the round being played: pairs 1 and 2."""
    return round_1.tables.get(number=1)


@pytest.fixture
def board(round_1: Round) -> Board:
    """Board 1, dealt by North."""
    return round_1.boards.get(number=1)


@pytest.fixture
def giulia(tournament: Tournament) -> User:
    return _member("giulia", tournament)


@pytest.fixture
def bruno(tournament: Tournament) -> User:
    return _member("bruno", tournament)


@pytest.fixture
def dora(tournament: Tournament) -> User:
    return _member("dora", tournament)


@pytest.fixture
def sara(tournament: Tournament) -> User:
    return _member("sara", tournament)


@pytest.fixture
def carla(db: None) -> User:
    return factories.make_person("carla")


@pytest.fixture
def ettore(other_tournament: Tournament) -> User:
    return _member("ettore", other_tournament)


@pytest.fixture
def cast(request: pytest.FixtureRequest) -> dict[str, User]:
    """Everybody by username."""
    return {name: request.getfixturevalue(name) for name in factories.CAST}


@pytest.fixture
def client_of() -> Callable[[User], Client]:
    """A logged-in client for a user."""

    def make(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return make


def _member(name: str, tournament: Tournament) -> User:
    user = factories.make_person(name)
    factories.give_role(user, tournament, factories.CAST[name][2])
    return user


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Garbage is looked for only in what the tests make, and seldom: ten thousand collected ones stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    """As pytest's own."""
    return with_room(item.config.pluginmanager.getplugin("runner").pytest_runtest_protocol, item, nextitem)
