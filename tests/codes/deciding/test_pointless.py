"""Orders that an answer leaves without an object are not given: nobody has a card to replace, the board is annulled."""

import pytest

from codes.deciding.walk import Decision, walk
from codes.format.model import RulebookError
from codes.library import get_rulebook
from codes.reading.loader import load_rulebook
from tests.codes.mini import fact, procedure, rule, text, write

OPTIONS = {"forma": "duplicato", "norme": "moderne", "accusa": "senza-accusa"}


def ordered(**told):
    facts = {name.replace("_", "-"): answer for name, answer in told.items()}
    decision = walk(get_rulebook("fitres-tressette"), "senza-effetto-espresso", facts=facts, options=OPTIONS)
    assert isinstance(decision, Decision)
    return [f"{effect.verb}: {effect.what}" for effect in decision.effects]


@pytest.mark.parametrize(
    ("played", "replaced"), [("nessuno", False), ("avversari", True), ("tutti", True), ("battuta-finita", False)]
)
def test_a_card_is_replaced_only_where_somebody_has_played(played, replaced):
    effects = ordered(gioco_proseguito=played, scelta="sanatoria-definitiva", accordo="si")
    assert ("replace_card: gia-giocata" in effects) == replaced


@pytest.mark.parametrize(("choice", "said"), [("monte", False), ("nessun-effetto", True)])
def test_a_board_that_is_annulled_is_not_put_right(choice, said):
    effects = ordered(gioco_proseguito="nessuno", scelta=choice, colpa="nessuna")
    assert ("inform: nulla-compromesso" in effects) == said


@pytest.mark.parametrize(
    ("pointless", "message"),
    [
        ({"altro": {"forma": ["duplicato"]}}, "no wording for «inform: altro»"),
        ({"uno": {"ignoto": ["si"]}}, "unknown fact «ignoto»"),
        ({"uno": {"forma": ["ignota"]}}, "unknown answer «ignota» of «forma»"),
    ],
)
def test_an_unknown_name_is_told(tmp_path, pointless, message):
    told = {"wording": {"inform": {"niente": text("niente"), "uno": text("uno")}}, "whom": {}, "until": {}}
    effects = told | {"finality": {}, "basis": {}, "pointless": {"inform": pointless}}
    with pytest.raises(RulebookError) as refused:
        load_rulebook(write(tmp_path, [procedure("p", {"a": fact("si", "no")}, [rule({})])], effects=effects))
    assert any(message in str(problem) for problem in refused.value.problems)
