"""Burraco's own effects: what a card has become, which meld is frozen and until when."""

import pytest
from pydantic import ValidationError

from codes.deciding.walk import Decision, say, walk
from codes.format.effects import Freeze, Status, effect_from
from codes.library import get_rulebook
from codes.reading.loader import load_rulebook
from tests.codes.mini import fact, procedure, rule, write


def test_a_status_names_the_card_and_whose_it_is():
    assert effect_from({"status": "esposta", "whom": "compagno"}) == Status(status="esposta", whom="compagno")


def test_a_status_outside_the_code_is_refused():
    with pytest.raises(ValidationError):
        effect_from({"status": "sospetta", "whom": "compagno"})


def test_a_freeze_needs_its_end():
    with pytest.raises(ValidationError):
        effect_from({"freeze": "gioco", "whom": "coppia"})


def test_a_freeze_is_read_out_with_its_end():
    frozen = Freeze(freeze="gioco", whom="coppia", until="fine-smazzata")
    book = get_rulebook("fibur-burraco-2019")
    assert say(frozen, book, "it") == "Il gioco è congelato fino al termine della smazzata: nessuno vi aggiunge carte."
    assert say(frozen, book, "en") == "The meld is frozen until the end of the deal: nobody adds cards to it."


def test_both_are_written_and_read_again():
    for effect in (Status(status="fantasma", whom="coppia"), Freeze(freeze="gioco", whom="coppia", until="fine-turno")):
        assert effect_from(effect.to_dict()) == effect


def test_a_code_without_a_general_part_goes_straight_to_the_case(tmp_path):
    table = procedure("p", {"a": fact("si", "no")}, [rule({"a": ["si", "no"]})])
    decision = walk(load_rulebook(write(tmp_path, [table])), "p", facts={}, options={})
    assert isinstance(decision, Decision)
    assert decision.path == ("p",)
