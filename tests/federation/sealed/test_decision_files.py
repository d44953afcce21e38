"""The file of a decision about figures: what is not whole is refused with the place, whoever signed it."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from federation.sealed.answers import is_decision, read_decision
from federation.sealed.archive import canonical
from federation.sealed.faults import Unsound
from federation.sealed.files import DECISION_SCHEMA, OF_FIGURES
from federation.sealed.manifest import signed

KEY = Ed25519PrivateKey.from_private_bytes(b"\x05" * 32)
POINTS = {"points_a": 100, "points_b": 880, "accusa_a": 0, "accusa_b": 0}
TOLD = {
    "schema": OF_FIGURES, "federation": "fitres", "tournament": "a" * 64, "appeal": 1, "version": 1,
    "record": "score:1:2:3:1", "outcome": "changed", "reasons": "Così", "facts": {}, "order": "", "figures": POINTS,
    "judges": ["Gemma Dossi"], "at": "2026-11-14T12:00:00+00:00",
}  # fmt: skip


def file(**other):
    return canonical(signed(TOLD | other, KEY))


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"record": "match:1:2:1", "figures": {"vp_a": 12, "vp_b": 8, "mp_a": 40, "mp_b": -40}},
        {"record": "standings:4:7", "figures": {"vp": -2, "mp": 0}},
        {"record": "standings:4", "figures": {}, "order": "Si sorteggi di nuovo"},
        {"outcome": "rejected", "figures": {}},
    ],
)
def test_a_decision_about_figures_is_read_as_it_was_signed(other):
    assert is_decision(file(**other))
    told = read_decision(file(**other))
    assert {name: told[name] for name in TOLD} == TOLD | other


@pytest.mark.parametrize(
    ("other", "place"),
    [
        ({"figures": {}}, "outcome"),
        ({"figures": {}, "order": "Via"}, "outcome"),
        ({"outcome": "rejected"}, "outcome"),
        ({"figures": {"points_a": 1}}, "figures"),
        ({"figures": POINTS | {"points_a": True}}, "figures"),
        ({"figures": POINTS | {"points_a": 2**40}}, "figures"),
        ({"figures": POINTS | {"vp": 1}}, "figures"),
        ({"figures": [1]}, "figures"),
        ({"record": "standings:4:7", "figures": {"vp": 0, "mp": 0}}, "figures"),
        ({"record": "standings:4", "figures": {}}, "outcome"),
        ({"record": "standings:4", "figures": {"vp": 1, "mp": 0}}, "figures"),
        ({"facts": {"a": "b"}}, "facts"),
        ({"record": "ruling:1:1", "figures": {}, "order": "Via"}, "record"),
        ({"record": "score:1:2:3"}, "record"),
        ({"record": "score:1:2:3:x"}, "record"),
        ({"record": "score:1:2:3:99999999999"}, "record"),
        ({"record": 7}, "record"),
        ({"schema": DECISION_SCHEMA}, "schema"),
        ({"more": 1}, "schema"),
    ],
)
def test_a_decision_that_is_not_whole_is_refused_with_the_place(other, place):
    with pytest.raises(Unsound) as caught:
        read_decision(file(**other))
    assert caught.value.trouble.part == place


def test_figures_changed_on_the_way_are_no_more_signed():
    with pytest.raises(Unsound) as caught:
        read_decision(file().replace(b'"points_b":880', b'"points_b":885'))
    assert caught.value.trouble.part == "signature"
