"""An order that changes the state of play says the rest of it: who deals and leads, what stands, what goes back."""

import pytest

from codes.deciding.walk import Decision, walk
from codes.library import get_rulebook, rulebook_ids

FITRES, FIBUR = "fitres-tressette", "fibur-burraco-2019"
# What such an order must say besides: by itself, or by the table of the general part that follows it.
SAID = [
    (FITRES, "annul", "con-ripetizione", "quelli delle passate prima restano"),  # 79
    (FITRES, "annul", "senza-ripetizione", "si va alla smazzata che segue"),  # 80
    (FITRES, "rectify", "pigliata-restituita", "apre la battuta seguente"),  # 26
    (FITRES, "rectify", "messa-a-terra-ritirata", "restano scoperte davanti al giocatore"),  # 120
    (FITRES, "rectify", "carte-in-piu-riprese", "tornano in mano"),
    (FITRES, "rectify", "carta-mostrata", "torna in mano"),
    (FIBUR, "redo", "distribuzione", "Distribuisce chi ne aveva il turno"),  # 4, 7
    (FIBUR, "redo", "taglio", "poi si distribuisce"),  # 4
    (FIBUR, "rectify", "mossa-annullata", "la carta presa torna dov’era"),  # 17
    (FIBUR, "rectify", "secondo-pozzo-da-sotto", "si tolgono da sotto"),  # 23
    (FIBUR, "withdraw", "ritiro", "i risultati già ottenuti restano"),  # 39
    (FIBUR, "withdraw", "esclusione", "i risultati già ottenuti restano"),  # 39
    (FIBUR, "inform", "chiusura-non-valida", "tocca all’avversario che segue"),  # 34, 35, 36
]
# Departures that say of an anomaly that it orders nothing which the clause follows.
NEVER_ORDERED = {"non-lo-ordina", "nulla-si-rifa"}


def test_what_changes_the_state_of_play_says_what_comes_after():
    silent = [
        (code, verb, what)
        for code, verb, what, words in SAID
        if words not in get_rulebook(code).effects.wording[verb][what].it
    ]
    assert silent == []


@pytest.mark.parametrize("code", rulebook_ids())
def test_what_the_code_says_after_an_order_follows_it_in_every_anomaly(code):
    """79: who deals and leads; 30: what a frozen meld comes to; 24: where an exposed card may not go."""
    book = get_rulebook(code)
    silent = set()
    for example in book.examples:
        if not example.case.expect.applies:
            continue
        decision = walk(book, example.procedure, facts=example.case.facts, options=example.case.options)
        assert isinstance(decision, Decision)
        ordered = {(effect.verb, effect.what) for effect in decision.effects}
        for name, clause in book.general.clauses.items():
            meant = {(verb, what) for verb, whats in clause.after.items() for what in whats}
            left = book.procedures[example.procedure].file.leaves.get(name)
            if meant & ordered and clause.table not in decision.path and left in NEVER_ORDERED:
                silent.add((example.procedure, name))
    assert silent == set()
