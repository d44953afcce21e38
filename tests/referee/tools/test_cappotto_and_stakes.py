"""Where the formulas of a cappotto lead, and what a match is worth in stakes."""

import pytest


def test_the_first_words_are_offered_and_nothing_is_decided(ask):
    words = ask("cappotto")
    assert "Ora può dire" in words
    assert "La decisione non è ancora presa." in words


@pytest.mark.parametrize(
    ("pairs", "said", "expected"),
    [
        ("unilaterali", ["first:vado"], "Si va per cappotto. Modo numero 2, decisione unilaterale"),
        ("unilaterali", ["first:potrei", "partner:andiamo"], "Si va per cappotto. Modo numero 5, decisione condivisa"),
        ("unilaterali", ["first:non-potrei", "partner:non-andiamo"], "Non si va per cappotto. Modo numero 3"),
        ("condivise", ["first:potrei", "partner:no"], "Non si va per cappotto. Modo numero 2."),
        ("condivise", ["first:vado"], "La facoltà è perduta: non si va per cappotto. Chi parla per primo: «vado»."),
        ("unilaterali", ["partner:vado"], "Ha parlato chi non era di turno"),
        ("unilaterali", ["first:vado", "partner:no"], "Detto dopo la decisione: «no»."),
    ],
)
def test_the_formulas_lead_to_the_decision(ask, pairs, said, expected):
    assert expected in ask("cappotto", {"pairs": pairs, "said": said})


def test_hesitation_loses_the_faculty(ask):
    words = ask("cappotto", {"pairs": "unilaterali", "said": ["first:potrei"], "lapse": "indugio"})
    assert "La facoltà è perduta" in words
    assert "lungo indugio" in words


def test_formulas_that_are_none_are_refused(ask):
    assert "Formule: Scegli un'opzione valida" in ask("cappotto", {"pairs": "unilaterali", "said": ["first:boh"]})
    assert "Formule: sono troppe." in ask("cappotto", {"pairs": "unilaterali", "said": ["first:vado"] * 13})


# Stakes

MARCIO = {"posta": "marcio-batuffa", "ending": "cappotto", "players": "5", "loser_points": "7", "pool": "6 1/4"}


def test_a_cappotto_takes_the_pool(ask):
    """Three stakes because the losers have seven; two fifths of 6 1/4 each, a fifth to whoever rests."""
    words = ask("poste", MARCIO)
    assert "Ogni perditore paga 3 poste." in words
    assert "Vincitore 3 2 1/2 0 5 1/2" in words
    assert "Perditore −3 0 0 −3" in words
    assert "Chi riposa 0 1 1/4 0 1 1/4" in words
    assert "prima 6 1/4, dopo 0" in words
    assert "si mettono, a testa, 1; nel piatto 5." in words


def test_a_cappotto_missed_doubles_the_pool(ask):
    """Four players, four stakes in the pool: each winner takes one stake from a loser and puts two in."""
    words = ask("poste", MARCIO | {"ending": "cappotto-mancato", "players": "4", "loser_points": "11", "pool": "4"})
    assert "Ogni perditore paga 1 posta." in words
    assert "Vincitore 1 0 2 −1" in words
    assert "prima 4, dopo 8" in words
    assert "si mettono, a testa, 1/4; nel piatto 9." in words


@pytest.mark.parametrize("written", ["2,25", "2.25", "9/4", "2 1/4"])
def test_stakes_are_read_as_people_write_them(ask, written):
    words = ask("poste", {"posta": "variabile", "ending": "ordinaria", "players": "4", "agreed": written})
    assert "Ogni perditore paga 2 1/4 poste." in words
    assert "a testa" not in words


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"posta": "unica"}, "Il piatto esiste solo con marcio e batuffa"),
        ({"loser_points": "-1"}, "I punti dei perditori non possono essere negativi"),
        ({"agreed": "2"}, "Le poste convenute si danno con la posta variabile"),
        ({"pool": "1/0"}, "Poste nel piatto: scrivi un numero"),
        ({"pool": "1e999999999"}, "Poste nel piatto: scrivi un numero"),
        ({"players": "3"}, "Giocatori: "),
    ],
)
def test_impossible_matches_are_refused(ask, told, why):
    assert why in ask("poste", MARCIO | told)


def test_where_the_text_is_silent_the_other_reading_stands_beside_ours(ask):
    silent = {"posta": "semplice-doppia", "ending": "cappotto-dopo-vittoria", "players": "4", "loser_points": "3"}
    words = ask("poste", silent)
    assert "qui il cappotto si paga doppio anche se segue la vittoria ai punti" in words
    assert "L’altra lettura: Il 137 si potrebbe applicare anche senza piatto" in words
    assert "L’altra lettura" not in ask("poste", silent | {"ending": "ordinaria"})
