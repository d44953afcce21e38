"""The reckoning notices what it is there for: what is lost, doubled or nobody's."""

import pytest

from tests.torture.arbiters import Ledger
from tests.torture.reckoning import Result, compare, table, unlike, unproven

ONE, OTHER = ("score", 1, 1, 1, 7, 4, ""), ("penalty", 3, -1, "Ritardo")


@pytest.mark.parametrize(
    ("acknowledged", "waiting", "kept", "faults"),
    [
        ([ONE, OTHER], [], [OTHER, ONE], []),
        ([ONE], [OTHER], [ONE], []),
        ([ONE], [OTHER], [ONE, OTHER], []),
        ([ONE, OTHER], [], [ONE], [f"acknowledged and lost: {OTHER}"]),
        ([ONE], [], [ONE, ONE], [f"there 2 times: {ONE}"]),
        ([], [ONE], [ONE, ONE], [f"there 2 times: {ONE}"]),
        ([ONE], [], [ONE, OTHER], [f"there, and nobody sent it: {OTHER}"]),
    ],
)
def test_every_acknowledged_record_is_there_once_and_no_other(acknowledged, waiting, kept, faults) -> None:
    assert compare(acknowledged, waiting, kept) == faults


def test_an_answer_that_no_page_of_ours_gives_is_a_fault() -> None:
    ledger = Ledger()
    ledger.note(503, "Il server non può registrare adesso".encode(), "5", "/a/")
    ledger.note(302, b"", None, "/b/")
    assert ledger.faults == []
    ledger.note(503, b"<h1>Bad gateway</h1>", None, "/c/")
    ledger.note(500, b"<main>Qualcosa</main>", None, "/d/")
    assert [fault.split(":")[0] for fault in ledger.faults] == ["503 without its words", "500"]


def test_a_fault_that_nobody_felt_proves_nothing() -> None:
    ledger = Ledger(acknowledged=[ONE])
    assert list(unproven(ledger, healthy=1)) == [
        "nobody was told that the database is away",
        "nothing went on afterwards",
    ]
    ledger.answers[503] += 1
    assert list(unproven(ledger, healthy=0)) == []


@pytest.mark.parametrize(
    ("told", "owner", "takes", "held"),
    [
        ({"anna": "anna", "bice": "anna"}, "anna", 1, True),
        ({"anna": "anna", "bice": "bice"}, "anna", 1, False),
        ({"anna": "anna", "bice": "anna"}, "anna", 2, False),
        ({"anna": "anna", "bice": "anna"}, "bice", 1, False),
        ({"anna": "anna", "bice": ""}, "anna", 1, False),
        ({"anna": "bice", "bice": "anna"}, "anna", 1, False),
    ],
)
def test_one_takes_a_call_and_all_others_are_told_who(told, owner, takes, held) -> None:
    assert (unlike({7: told}, [[7, 1, owner, "", 0, takes]]) == []) == held


def test_one_table_at_the_end_says_what_held() -> None:
    held, failed = Result("killed, SQLite", {"killed": 200, "verify": "OK\nall"}), Result("load, SQLite", {}, ["lost"])
    assert table([(held, 61.4), (failed, 7.0)]).splitlines() == [
        "        scenario            s  figures",
        "held    killed, SQLite     61  killed 200; verify OK all",
        "FAILED  load, SQLite        7  ",
        "1 of 2 held.",
    ]
