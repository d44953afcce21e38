"""`manage.py deals`: drawn from a new seed, checked against it; nothing is written over, nothing stored."""

import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from codes.tressette.deals import commitment, deals_text, dealt, parse_deals


@pytest.fixture
def run(tmp_path):
    def call(*arguments, **options):
        out = StringIO()
        call_command("deals", tmp_path / "deals.txt", *arguments, stdout=out, **options)
        return out.getvalue()

    return call


@pytest.fixture
def drawn(run, tmp_path):
    return run(boards=3, seed=tmp_path / "seed.txt")


def test_drawn_deals_are_those_of_the_seed_whose_hash_is_told(drawn, tmp_path):
    seed = (tmp_path / "seed.txt").read_text().strip()
    assert parse_deals((tmp_path / "deals.txt").read_text()) == tuple(dealt(seed, board) for board in (1, 2, 3))
    assert commitment(seed) in drawn and seed not in drawn
    assert [oct((tmp_path / name).stat().st_mode & 0o777) for name in ("deals.txt", "seed.txt")] == ["0o600"] * 2


def test_checked_with_the_seed_they_are_told_as_its_own(drawn, run, tmp_path):
    told = run(check=True, seed=tmp_path / "seed.txt")
    assert len(told.splitlines()) == 3 * 4 + 1
    assert "All of that seed" in told


def test_deals_of_another_seed_are_named(drawn, run, tmp_path):
    (tmp_path / "seed.txt").write_text("altro\n")
    with pytest.raises(CommandError, match="not the deals of that seed: 1, 2, 3"):
        run(check=True, seed=tmp_path / "seed.txt")


def test_what_may_be_accused_is_told_of_every_hand(run, tmp_path):
    whole = "32ARCD7654"
    (tmp_path / "deals.txt").write_text(f'[Board "4"]\n[Deal "N:{whole}... .{whole}.. ..{whole}. ...{whole}"]\n')
    assert run(check=True).splitlines()[0] == "4 N: napoletana of coins (3)"
    (tmp_path / "deals.txt").write_text(deals_text([dealt("una prova", 1)]))
    assert "nothing to accuse" in run(check=True)


def test_nothing_is_written_over(drawn, run, tmp_path):
    with pytest.raises(CommandError, match="File exists"):
        run(boards=3, seed=tmp_path / "other.txt")
    assert len(parse_deals((tmp_path / "deals.txt").read_text())) == 3


@pytest.mark.parametrize("boards", [0, -1, 1000])
def test_too_few_or_too_many_boards_are_refused(run, tmp_path, boards):
    with pytest.raises(CommandError, match="--boards from 1 to 999"):
        run(boards=boards, seed=tmp_path / "seed.txt")


def test_what_is_no_deal_or_no_file_is_told(run, tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        run(check=True)
    (tmp_path / "deals.txt").write_text('[Board "1"][Deal "N:3... ... ... ..."]')
    with pytest.raises(CommandError, match="Board 1: hands that do not have ten cards"):
        run(check=True)
    (tmp_path / "deals.txt").write_bytes(b"\xff")
    with pytest.raises(CommandError, match="utf-8"):
        run(check=True)


def test_what_a_deal_comes_to_wants_an_extra_requirement_and_says_which(drawn, run, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)  # as where it is not installed
    with pytest.raises(CommandError, match=r"pip install -r requirements-deals\.txt"):
        run(by_lead=True)
