"""What guards the suite itself: a costly test without its mark fails, and each script has its run in a browser."""

import re

import pytest
from django.conf import settings

from tests.cost import LIMIT

pytest_plugins = "pytester"
ROOT = settings.BASE_DIR
COSTLY = """
import time, pytest
from tests.cost import for_all

def burn():
    until = time.process_time() + {seconds}
    while time.process_time() < until:
        pass

@pytest.fixture
def set_up():
    burn()

def test_costly_set_up(set_up):
    assert True

@pytest.mark.long
def test_costly_and_marked():
    burn()

@pytest.fixture(scope="session")
def served():
    burn()
    with for_all():
        burn()

def test_first_to_ask_for_what_serves_all(served):
    with for_all():
        burn()

warm = []

def test_first_to_come_to_a_cache():
    if not warm:
        burn()
        warm.append(True)

def test_cheap():
    assert True
"""


@pytest.mark.long
def test_a_costly_test_without_its_mark_fails(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        "from tests.cost import Costs\ndef pytest_configure(config): config.pluginmanager.register(Costs(None))"
    )
    pytester.makepyfile(COSTLY.format(seconds=0.1))
    pytester.makeini("[pytest]\nmarkers = long")
    ran = pytester.runpytest_inprocess("-p", "no:playwright", "-p", "no:django", plugins=[Lower()])
    ran.assert_outcomes(passed=5, errors=1)
    ran.stdout.fnmatch_lines(["*test_costly_set_up costs 0.1* s of processor, more than 0.0*mark it `long`*"])


class Lower:
    """A limit that is exceeded sooner, so that to show it costs less."""

    def pytest_configure(self, config: pytest.Config) -> None:
        (costs,) = [one for one in config.pluginmanager.get_plugins() if type(one).__name__ == "Costs"]
        costs.limit = LIMIT / 10


def test_every_script_is_run_in_a_browser_by_make_test() -> None:
    scripts = {path.name for path in (ROOT / "static/js").glob("*.js")}
    marked = re.compile(r'pytest\.mark\.main\(([^)]*\.js")\)')
    told = [file.read_text() for file in (ROOT / "tests/browser").rglob("test_*.py")]
    named = {name for text in told for found in marked.findall(text) for name in re.findall(r'"([^"]+)"', found)}
    assert named == scripts
