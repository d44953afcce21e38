"""What the tests of arbitration share."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from codes.library import get_rulebook
from people.accounts.models import User
from referee.cases.actions import Answers, Detected, answer, open_case
from referee.cases.models import Case
from referee.rulings.actions import decide
from referee.rulings.models import Ruling
from tests.factories import acting
from tests.referee.happened import LATE, OVER_TEN
from tournaments.rounds.models import Board, Table


@pytest.fixture
def draft(table: Table, board: Board, bruno: User) -> Case:
    """Bruno's draft at table 1, board 1: nothing said yet but the board."""
    return open_case(by=acting(bruno), table=table, board=board)


@pytest.fixture
def say(bruno: User) -> Callable[..., Case]:
    """Answers a case, as Bruno unless somebody else is named."""

    def run(case: Case, *, by: User = bruno, **answers: Any) -> Case:
        case.refresh_from_db()
        return answer(by=acting(by), case=case, expected_version=case.version, answers=Answers(**answers))

    return run


@pytest.fixture
def told(draft: Case, say: Callable[..., Case]) -> Callable[..., Case]:
    """A case told to the end: procedure, who, how it was detected, facts."""

    def run(
        procedure: str,
        facts: Mapping[str, str],
        *,
        responsible: str = "N",
        detected: Detected | None = None,
        contradicts: str = "",
    ) -> Case:
        say(draft, procedure=procedure, responsible=responsible, detected=detected)
        for name, value in facts.items():
            say(draft, facts={name: value}, contradicts=contradicts)
        draft.refresh_from_db()
        return draft

    return run


@pytest.fixture
def ruled(told: Callable[..., Case], bruno: User) -> Callable[..., Ruling]:
    """A case told and decided as proposed, by Bruno."""

    def run(procedure: str, facts: Mapping[str, str], *, details: Any = None, reason: str = "", **who: Any) -> Ruling:
        case = told(procedure, facts, **who)
        more = {"details": details} if details else {}
        return decide(by=acting(bruno), case=case, expected_version=case.version, reason=reason, **more)

    return run


@pytest.fixture
def late(told: Callable[..., Case]) -> Case:
    """Eleven minutes late at burraco: whoever was there has 14 VP."""
    return told(LATE, OVER_TEN, responsible="A")


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installation that carries other codes than ours: a folder to write them in."""
    monkeypatch.setattr("codes.library.RULEBOOKS", tmp_path)
    monkeypatch.setattr("codes.build_cache._places", [])
    get_rulebook.cache_clear()
    yield tmp_path
    get_rulebook.cache_clear()
