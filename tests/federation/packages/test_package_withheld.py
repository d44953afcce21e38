"""A package made in mid-tournament tells nobody a card that somebody has still to play, and holds all the same."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from federation.packages.actions import signing_key
from federation.packages.exports import package, sealed
from federation.sealed.archive import MANIFEST, read_parts
from federation.sealed.faults import Fault, Unsound
from federation.sealed.verification import open_package, part_of
from referee.cards.actions import record_ending, record_play
from referee.cards.endings import work_out
from referee.cards.models import BoardPlay, CardEnding
from referee.cards.plays import work_out_play
from referee.cases.models import Case
from tests.factories import NOON, acting
from tests.factories import sealed as under_seal
from tests.federation.packages.packing import sealed_world
from tests.federation.sealed.schema import wrong
from tests.referee.cards.test_board_plays import told as told_play
from tests.referee.cards.test_card_endings import told
from tests.snapshots import lent
from tournaments.publication.actions import interrupt
from tournaments.rounds.deal_models import DealSecret, DealSet
from tournaments.rounds.models import Round

pytestmark = pytest.mark.long

DOCS = Path(__file__).resolve().parents[3] / "docs"
ENDING = part_of("referee.CardEnding")
PLAY = part_of("referee.BoardPlay")
SEED = "un seme che nessuno deve leggere"
# As the record would have it: these four cards, in this order, are nowhere else.
CANARY = b'"N":["d3","s4"]'


def make_told():
    """With an ending and a play told on board 1, which is being played, and deals that were drawn."""
    world = sealed_world()
    kept = DealSet.objects.create(
        tournament=world.tournament, version=1, source="drawn", boards=8, commitment="0" * 64,
        made_by=world.people["dora"], made_at=NOON,
    )  # fmt: skip
    DealSecret.objects.create(deal_set=kept, secret=SEED)
    under_seal(world.tournament)
    case = Case.objects.filter(tournament=world.tournament, state="draft", board__number=1).earliest("number")
    record_ending(by=acting(world.people["bruno"]), case=case, worked=work_out(told(), with_accusa=False))
    record_play(by=acting(world.people["bruno"]), case=case, worked=work_out_play(told_play(), with_accusa=False))
    return world


@pytest.fixture
def world(transactional_db):
    with lent(make_told) as world:
        yield world


def raw_of(data):
    return b"\n".join(part.raw for part in read_parts(data).values())


def made_anew(data, change):
    """Signed again, with another manifest."""
    parts = read_parts(data)
    said = json.loads(parts[MANIFEST].raw)
    change(said)
    kept = {key: value for key, value in said.items() if key not in ("parts", "key", "signature")}
    return sealed(kept, {key: part for key, part in parts.items() if key != MANIFEST}, signing_key())


def fault_of(data):
    with pytest.raises(Unsound) as found:
        open_package(data)
    return found.value.trouble.fault


def test_while_the_board_is_played_its_ending_is_withheld_and_named(world, tmp_path):
    data = package(world.tournament, NOON)
    play, ending = BoardPlay.objects.get().pk, CardEnding.objects.get().pk
    assert open_package(data).manifest.withheld == {f"referee.BoardPlay:{play}", f"referee.CardEnding:{ending}"}
    assert not {ENDING, PLAY} & read_parts(data).keys()
    whole = raw_of(data)
    assert CANARY not in whole
    assert SEED.encode() not in whole
    file = tmp_path / "one.zip"
    file.write_bytes(data)
    run = subprocess.run(  # noqa: S603
        [sys.executable, DOCS / "read_package.py", file], capture_output=True, text=True, check=False
    )
    assert (run.returncode, "OK" in run.stdout) == (0, True), run.stdout
    schema = json.loads((DOCS / "package.schema.json").read_text())
    assert not list(wrong(json.loads(read_parts(data)[MANIFEST].raw), schema["$defs"]["manifest"], schema["$defs"]))


@pytest.mark.parametrize("end", [False, True])
def test_once_the_board_is_over_the_package_has_it(world, end):
    if end:
        interrupt(by=acting(world.people["dora"]), tournament=world.tournament, reason="La luce è mancata")
    else:
        Round.objects.filter(tournament=world.tournament, number=1).update(state="closed")
        under_seal(world.tournament)
    data = package(world.tournament, NOON)
    assert open_package(data).manifest.withheld == frozenset()
    assert b"withheld" not in read_parts(data)[MANIFEST].raw
    assert CANARY in read_parts(data)[ENDING].raw and CANARY in read_parts(data)[PLAY].raw
    # The seed is opened with the end, and not before.
    assert (SEED.encode() in raw_of(data)) == end


def test_nothing_else_may_be_withheld(world):
    data = package(world.tournament, NOON)
    name = open_package(data).manifest.told["withheld"][0]
    assert fault_of(made_anew(data, lambda said: said.pop("withheld"))) is Fault.GONE
    for other in (["tournaments.BoardScore:1"], [name, name], "referee.CardEnding:1"):
        assert fault_of(made_anew(data, lambda said, other=other: said.update(withheld=other))) is Fault.MANIFEST
    more = [name, "referee.CardEnding:99999"]  # of which the log knows nothing
    assert fault_of(made_anew(data, lambda said: said.update(withheld=more))) is Fault.WITHHELD
