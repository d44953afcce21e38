"""The tools for everybody: each page's worked results, its refusals, what it never does."""

import pytest
from django.urls import reverse

from referee.law.tressette.cards import DECK
from referee.library import get_rulebook
from referee.tools.catalogue import TOOLS
from tests.referee.test_wizard_pages import text_of

ACES = ["dA", "sA", "cA", "bA"]
BURRACO = {"lato1-closing": "none", "lato1-pozzo": "played", "lato2-closing": "none", "lato2-pozzo": "played"}


@pytest.fixture
def ask(client, db):
    """The words of a tool's page, told so."""

    def make(tool: str, told: dict[str, object] | None = None) -> str:
        response = client.get(reverse("tool", args=[tool]), told or {})
        assert response.status_code == (422 if response.context["answer"].refusals else 200)
        assert set(response.context["answer"].articles) <= set(TOOLS[tool].articles)
        return text_of(response)

    return make


def test_the_list_leads_to_every_tool(client, db):
    response = client.get(reverse("tools"))
    for tool in TOOLS.values():
        assert f'href="{reverse("tool", args=[tool.name])}"' in response.content.decode()
        assert str(tool.title) in text_of(response)


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_says_what_to_do_before_anything_is_told(ask, name):
    words = ask(name)
    assert str(TOOLS[name].title) in words
    assert TOOLS[name].is_step_by_step or str(TOOLS[name].hint) in words


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_only_reads(client, db, name):
    assert client.post(reverse("tool", args=[name])).status_code == 405


def test_an_unknown_tool_is_not_found(client, db):
    assert client.get(reverse("tool", args=["sette-e-mezzo"])).status_code == 404


def test_the_home_page_and_the_codes_lead_to_the_tools(client, db):
    for page in (reverse("home"), reverse("codes"), reverse("code", args=["fitres-tressette"])):
        assert f'href="{reverse("tools")}"' in client.get(page).content.decode()


def test_the_arbiter_reaches_the_tools_from_the_table(client_of, bruno, tournament, table):
    client = client_of(bruno)
    places = [
        reverse("arbiter_home", args=[tournament.slug]),
        reverse("table", args=[tournament.slug, 1, table.number]),
    ]
    for page in places:
        assert f'href="{reverse("tools")}"' in client.get(page).content.decode()


def test_an_article_leads_into_the_code(client, db):
    response = client.get(reverse("tool", args=["conto"]), {"side": "A", "cards": ACES, "last_trick": "A"})
    assert f'href="{reverse("article", args=["fitres-tressette", 34])}"' in response.content.decode()


@pytest.mark.parametrize("name", TOOLS)
def test_every_article_that_a_tool_applies_leads_to_it(client, db, name):
    tool = TOOLS[name]
    numbers = get_rulebook(tool.code).articles
    for number in tool.articles:
        assert number in numbers
        page = client.get(reverse("article", args=[tool.code, number])).content.decode()
        assert f'href="{reverse("tool", args=[name])}"' in page


@pytest.mark.parametrize("name", TOOLS)
def test_what_is_told_is_never_markup(client, db, name):
    nasty = '"><script>alert(1)</script>'
    fields = ("cards", "side", "said", "words", "earlier", "pool", "pairs", "posta", "lapse", "lato1-dirty", "thirds_a")
    response = client.get(reverse("tool", args=[name]), dict.fromkeys(fields, nasty))
    assert response.status_code == 422
    assert "<script>alert" not in response.content.decode()


# -- the count ------------------------------------------------------------------------


def test_one_trick_of_aces_and_the_last_make_five_and_six(ask):
    """Four points and the last trick; the others have twenty thirds, which are six points and two thirds."""
    words = ask("conto", {"side": "A", "cards": ACES, "last_trick": "A"})
    assert "Nord-Sud 5 Est-Ovest 6" in words
    assert "Terzi di punto 12 20" in words
    assert "Punti di mazzo (11 in tutto) 5 6" in words


def test_the_cards_can_be_those_of_the_other_side(ask):
    assert "Nord-Sud 7 Est-Ovest 4" in ask("conto", {"side": "B", "cards": ACES, "last_trick": "A"})


def test_all_forty_cards_are_a_cappotto(ask):
    words = ask("conto", {"side": "A", "cards": [card.short for card in DECK], "last_trick": "A"})
    assert "Nord-Sud 11 Est-Ovest 0 Cappotto di Nord-Sud" in words


def test_half_a_trick_is_refused_with_what_is_tapped_so_far(ask):
    words = ask("conto", {"side": "A", "cards": ["dA", "d3"], "last_trick": "A"})
    assert "Nord-Sud · Le carte prese non fanno pigliate intere" in words
    assert "Carte 2 · Terzi 4" in words


def test_a_talon_goes_to_whoever_took_the_last_trick_and_makes_no_whole_tricks(ask):
    """Two cards of the talon with a trick of aces: 14 thirds are four points, the last trick one more."""
    told = {"side": "A", "cards": [*ACES, "d3", "s4"], "last_trick": "A"}
    assert "non fanno pigliate intere" in ask("conto", told)
    assert "Nord-Sud 5 Est-Ovest 6" in ask("conto", told | {"talon": "on"})


@pytest.mark.parametrize(
    ("tool", "told"),
    [
        ("conto", {"side": "A", "cards": ["dA", "d3"], "last_trick": "A"}),
        ("poste", {"posta": "unica", "ending": "ordinaria", "players": "4", "pool": "6"}),
        ("burraco", {"lato1-closing": "regular", "lato1-pozzo": "played", "lato2-closing": "none"}),
    ],
)
def test_what_cannot_be_is_answered_as_unprocessable_like_the_games(client, db, tool, told):
    response = client.get(reverse("tool", args=[tool]), told)
    assert response.status_code == 422
    assert 'class="notice' in response.content.decode()


def test_the_last_trick_must_be_somebodys_who_has_cards(ask):
    assert "segna chi l’ha fatta" in ask("conto", {"side": "A", "cards": ACES})
    assert "L’ultima pigliata è data a chi non ha carte" in ask("conto", {"side": "A", "last_trick": "A"})


def test_whose_cards_they_are_is_not_guessed(ask):
    assert "Carte prese da: segna quale coppia." in ask("conto", {"cards": ACES, "last_trick": "A"})


def test_a_card_that_is_none_is_refused(ask):
    assert "Carte: Scegli un'opzione valida" in ask("conto", {"cards": ["d8"], "last_trick": "A"})


@pytest.mark.parametrize("told", [{"thirds_a": "17"}, {"thirds_b": "15"}, {"thirds_a": "17", "thirds_b": "15"}])
def test_the_thirds_of_either_side_are_enough(ask, told):
    """Seventeen thirds are five points and two thirds, fifteen are five points: with the last trick five and six."""
    assert "Nord-Sud 5 Est-Ovest 6" in ask("conto", {"mode": "terzi", "last_trick": "B"} | told)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"thirds_a": "33"}, "I terzi di una coppia vanno da 0 a 32"),
        ({"thirds_a": "17", "thirds_b": "16"}, "I terzi delle due coppie devono fare 32"),
        ({}, "scrivi i terzi di almeno una coppia"),
        ({"thirds_a": "9" * 5000}, "Terzi di Nord-Sud: Inserisci un numero intero"),
    ],
)
def test_impossible_thirds_are_refused(ask, told, why):
    assert why in ask("conto", {"mode": "terzi", "last_trick": "B"} | told)


# -- buongioco ------------------------------------------------------------------------

NAPOLETANA_AND_THREES = ["d3", "d2", "dA", "s3", "c3"]


def test_the_hand_shows_its_buongioco_as_they_are_said(ask):
    words = ask("buongioco", {"cards": NAPOLETANA_AND_THREES})
    assert "napoletana di danari 3 tre Tre, manca bastoni 3 Accusandoli tutti 6" in words
    assert "0, 3, 6" in words


def test_an_accusa_without_its_suit_is_incomplete_and_gives_nothing(ask):
    words = ask("buongioco", {"cards": NAPOLETANA_AND_THREES, "said": ["n", "33b"]})
    assert "Punti di buongioco 3" in words
    assert "Va detto il palo" in words
    assert "Non accusati: napoletana di danari." in words


def test_whoever_has_four_has_no_three_to_accuse(ask):
    words = ask("buongioco", {"cards": ["d3", "s3", "c3", "b3"], "said": ["33b"]})
    assert "Chi ha tutte e quattro le carte non ha tre da accusare." in words
    assert "quattro Tre 4" in words


def test_more_than_two_accusati_imply_what_their_cards_show(ask):
    """The napoletana of coins is made of one card of each of the three accused."""
    hand = ["d3", "s3", "c3", "d2", "s2", "c2", "dA", "sA", "bA"]
    words = ask("buongioco", {"cards": hand, "said": ["33b", "32b", "3Ac"]})
    assert "Implicito nelle carte fatte conoscere." in words
    assert "Punti di buongioco 15" in words


def test_eleven_cards_are_no_hand(ask):
    eleven = [card.short for card in DECK if card.rank.is_tressette][:11]
    assert "ne sono segnate 11" in ask("buongioco", {"cards": eleven})


def test_a_hand_without_buongioco_says_so(ask):
    assert "Nessuno: servono" in ask("buongioco", {"cards": ["d3"], "said": ["43"]})


# -- declarations ---------------------------------------------------------------------

BUSSO = {"rules": "moderne", "holding": ["3", "7", "5"], "card": "7"}


def test_a_declaration_is_admitted_by_its_number(ask):
    words = ask("dichiarazioni", BUSSO | {"words": "Busso"})
    assert "«Busso» ammessa art. 168, numero 19" in words


def test_a_wrong_one_says_what_its_number_asks_and_what_would_have_fitted(ask):
    words = ask("dichiarazioni", BUSSO | {"words": "ribusso"})
    assert "non ammessa" in words
    assert "Il numero chiede: la sola carta di tressette del palo è il Due." in words
    assert "Con queste carte si può dire busso" in words


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"not_on_lead": "on"}, "Dichiara solo il giocatore di mano art. 39"),
        ({"silence": "still-on-lead"}, "art. 164"),
        ({"declared_now": "on"}, "163"),
        ({"earlier": "busso"}, "165"),
    ],
)
def test_the_situation_can_forbid_it(ask, told, why):
    words = ask("dichiarazioni", BUSSO | {"words": "busso"} | told)
    assert "«busso» non ammessa" in words
    assert why in words


def test_without_words_it_lists_what_can_be_said(ask):
    words = ask("dichiarazioni", BUSSO)
    assert "Con queste carte si può dire busso" in words
    assert "ammessa art." not in words


def test_words_of_no_list_are_refused(ask):
    assert "«abracadabra» non ammessa" in ask("dichiarazioni", BUSSO | {"words": "abracadabra"})


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"card": ""}, "Carta giocata: tocca la carta giocata."),
        ({"card": "4"}, "Carta giocata: non è fra le carte tenute nel palo."),
        ({"out": ["3"]}, "Già uscite: non può essere anche in mano: Tre."),
        ({"rules": "antiche"}, "Norme: "),
    ],
)
def test_an_impossible_suit_is_refused(ask, told, why):
    assert why in ask("dichiarazioni", BUSSO | told)


# -- declarations on other suits ------------------------------------------------------

PIOMBO = {"rules": "moderne", "words": "ho fatto questo piombo", "suit": "pigliata"}


def test_a_piombo_is_admitted_to_who_has_none_left(ask):
    assert "«ho fatto questo piombo» ammessa" in ask("altri-pali", PIOMBO)


@pytest.mark.parametrize(
    ("told", "article"),
    [
        ({"holding": ["7"]}, "41"),
        ({"suit": "altro"}, "41"),
        ({"not_on_lead": "on"}, "39"),
        ({"led_silently": "on"}, "124"),
        ({"trick_put_down": "on"}, "158"),
        ({"play_suit_declared": "on"}, "160"),
    ],
)
def test_cards_and_situation_stand_against_a_piombo(ask, told, article):
    words = ask("altri-pali", PIOMBO | told)
    assert "«ho fatto questo piombo» non ammessa" in words
    assert f"Articolo art. {article} " in words


def test_an_error_to_the_partner_in_good_faith_has_no_sanction(ask):
    told = {"words": "faglio al palo del mio compagno", "suit": "altro", "holding": ["7"]}
    assert "l’errore resta senza sanzione (art. 43)" in ask("altri-pali", PIOMBO | told)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"words": ""}, "Che cosa ha detto: tocca la formula."),
        ({"suit": ""}, "Di quale palo: tocca di quale palo si tratta."),
        ({"holding": ["7"], "out": ["7"]}, "Già uscite: non può essere anche in mano: Sette."),
    ],
)
def test_an_incomplete_question_on_another_suit_is_refused(ask, told, why):
    assert why in ask("altri-pali", PIOMBO | told)


# -- cappotto -------------------------------------------------------------------------


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


# -- stakes ---------------------------------------------------------------------------

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


# -- burraco --------------------------------------------------------------------------


def test_a_deal_of_burraco_is_counted_line_by_line(ask):
    """A clean burraco of seven fives, and the closing: 200 + 100 + 35; the others did not take their pozzo."""
    told = {"lato1-clean_burrachi": "1", "lato1-played_fives": "7", "lato1-closing": "regular"}
    words = ask("burraco", BURRACO | told | {"lato2-pozzo": "not-taken", "lato2-in_hand_jokers": "1"})
    assert "Totale 335" in words
    assert "Totale −130" in words


def test_a_deal_of_burraco_tells_each_base_and_the_difference(ask):
    """Base 300 of the first, 0 of the second; 335 − (−130) = 465 MP between them."""
    told = {"lato1-clean_burrachi": "1", "lato1-played_fives": "7", "lato1-closing": "regular"}
    words = ask("burraco", BURRACO | told | {"lato2-pozzo": "not-taken", "lato2-in_hand_jokers": "1"})
    assert "Totale 335 di cui base 300" in words
    assert "Totale −130 di cui base 0" in words
    assert "Differenza: 465 MP. In vantaggio: Prima coppia." in words
    assert "335 · −130" in words
    assert "Differenza: 0 MP." in ask("burraco", BURRACO)


def test_the_burraco_count_says_which_cards_of_a_frozen_meld_count_against(ask):
    words = ask("burraco")
    assert "Carte contate contro" in words
    for article in (21, 23, 25, 26, 30, 33):
        assert f"({article})" in words


def test_an_impossible_deal_of_burraco_is_refused_with_its_article(ask):
    words = ask("burraco", BURRACO | {"lato1-closing": "regular"})
    assert "Per chiudere serve almeno un burraco." in words
    assert "Articolo art. 17" in words
    assert "Inserisci un numero intero" in ask("burraco", BURRACO | {"lato1-played_fives": "x"})
