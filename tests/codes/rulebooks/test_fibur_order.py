"""The orders of a Burraco decision follow the turn (F.I.Bur. 7): a card is taken, then melded, then discarded."""

import pytest

from codes.library import get_rulebook
from tests.codes.rulebooks.fibur_walks import OPTIONS, all_paths, decide, said, verbs
from tests.tables import each

BOOK = get_rulebook("fibur-burraco-2019")
TAKING = {"pescare", "raccogliere", "raccogliere-il-resto", "prendere-prima"}
DISCARDING = {name for name in BOOK.effects.wording["oblige"] if name.startswith("scart")}


@each("procedure", [one.id for one in BOOK.procedures.values() if one.applies_to(OPTIONS)])
def test_no_decision_orders_a_card_taken_after_one_discarded(procedure):
    for _, decision in all_paths(procedure):
        orders = [effect.what for effect in verbs(decision, "oblige") if effect.until == "subito"]
        first = next((at for at, order in enumerate(orders) if order in DISCARDING), len(orders))
        assert not TAKING & set(orders[first:])


SLOW = {
    "ragione_valida": "no",
    "carte_di_chi_pensa": "da-11",
    "limite_superato": "si",
    "gioca_in_cinque_secondi": "no",
}


@pytest.mark.parametrize(
    ("procedure", "facts", "whom"),
    [
        ("gioco-lento", SLOW, "responsabile"),
        (
            "rilievo-del-compagno",
            {"da_allora": "gioca", "rilievo": "altro", "errore_sul_tavolo": "nessuno"},
            "chi-gioca",
        ),
        ("suggerimento", {"da_allora": "gioca", "tipo_suggerimento": "riordino"}, "chi-riceve"),
    ],
)
def test_who_has_not_yet_drawn_is_told_to_draw_before_the_discard(procedure, facts, whom):
    drawn, waiting = (said(decide(procedure, ha_gia_preso=told, **facts)) for told in ("si", "no"))
    assert waiting == [*drawn[:-1], f"oblige: prendere-prima {whom} subito", drawn[-1]]
    assert drawn[-1].startswith("oblige: scartare")
