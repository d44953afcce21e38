"""The games for everybody: the list, the forbidden ones, and the calculators told in the address."""

import pytest
from django.urls import reverse

from codes.burraco.count import CountItem, CountProblem
from codes.games.catalogue import all_games
from referee.tools.answer import ITEMS, WHY_NOT
from tests.referee.wizard.test_wizard_pages import text_of

CLASSIC = "tressette-classico"
A_DEAL = {"aces": "2", "third_cards": "11", "last_trick": "A", "target": "21"}
ALL_ELEVEN = {"aces": "4", "third_cards": "20", "last_trick": "A", "target": "21", "swept": "A"}
SIDES = {"lato1-closing": "none", "lato1-pozzo": "played", "lato2-closing": "none", "lato2-pozzo": "played"}


@pytest.fixture
def ask(client, db):
    """The words of a game's page, its calculator told so; `status` is what it must answer."""

    def make(game: str, status: int = 200, **told: str) -> str:
        response = client.get(reverse("game", args=[game]), told)
        assert response.status_code == status
        return text_of(response)

    return make


def test_the_list_names_every_game_and_says_which_are_forbidden(client, db):
    words = text_of(client.get(reverse("games")))
    for game in all_games():
        assert game.title.it in words
    assert words.count("Proibito") == 5


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_game_shows_its_rules_and_those_that_may_be_played_a_calculator(ask, game):
    words = ask(game.id)
    assert game.title.it in words
    assert game.dealt.it in words
    assert ("Fai il conto" in words) != game.is_forbidden
    assert ("proibito negli esercizi pubblici" in words) == game.is_forbidden


def test_a_game_of_the_same_page_as_the_forbidden_ones_says_so(ask):
    assert "non lo vietiamo" in ask(CLASSIC)
    assert "non lo vietiamo" not in ask("burraco")


def test_the_games_need_no_database(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(reverse("games"))
        client.get(reverse("game", args=[CLASSIC]), A_DEAL)


@pytest.mark.parametrize("path", ["/giochi/briscola/", "/giochi/burraco/?fase=mai"])
def test_what_the_catalogue_does_not_have_is_not_found(client, db, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", ["games", "game"])
def test_the_games_are_only_read(client, db, name):
    assert client.post(reverse(name, args=[CLASSIC] if name == "game" else [])).status_code == 405


def test_a_deal_is_counted_with_its_arithmetic(ask):
    words = ask(CLASSIC, **A_DEAL)
    assert "Valore delle carte 5 2/3 5" in words
    assert "Punti di mazzo (11 in tutto) 6 5" in words
    assert "Nessuno è ancora ai 21." in words


def test_accuse_and_earlier_points_bring_the_match_to_its_end(ask):
    words = ask(CLASSIC, **A_DEAL, before_a="12", before_b="20", napoletane_a="1")
    assert "Accuse 3 0" in words
    assert "Totale 21 25" in words
    assert "Ai 21 vince: Seconda coppia." in words


def test_level_beyond_the_target_nobody_has_won(ask):
    assert "Pari oltre i 21" in ask(CLASSIC, **A_DEAL, before_a="20", before_b="21")


def test_a_multiple_says_what_is_won_and_lost(ask):
    words = ask(CLASSIC, **ALL_ELEVEN, before_a="15", tradition="corrente")
    assert "Stramazzo : Prima coppia." in words
    assert "La posta è moltiplicata per 4." in words
    assert "Prima coppia: 4 poste vinte a testa Seconda coppia: 4 poste perse a testa" in words


def test_a_cappotto_of_the_general_rules_asks_nothing_of_the_points_before(ask):
    swept = {**ALL_ELEVEN, "swept": ""}
    words = ask(CLASSIC, **swept, before_a="15", before_b="20", tradition="generale")
    assert "Cappotto : Prima coppia." in words
    assert "moltiplicata" not in words
    assert "Prima coppia: 1 posta vinta a testa" in words
    assert "Cappotto :" not in ask(CLASSIC, **swept, before_a="15", before_b="20", tradition="corrente")


def test_a_forbidden_game_says_who_pays_what(ask):
    words = ask("bestia")
    assert "Chi paga che cosa" in words
    assert words.count("il piatto. Paga") == 2
    assert "× 3. Il mazziere paga triplo" in ask("sette-e-mezzo")


def test_a_side_called_out_wins_the_simple_stake(ask):
    words = ask(CLASSIC, **ALL_ELEVEN, before_a="15", tradition="corrente", called_out="on")
    assert "valgono la posta semplice" in words
    assert "1 posta vinta a testa" in words


def test_the_dealer_with_the_dummy_wins_double(ask):
    words = ask("tressette-col-morto", **A_DEAL, before_a="15")
    assert "Mazziere e morto: 2 poste vinte a testa Gli altri due: 1 posta persa a testa" in words


def test_a_perdere_the_fewest_points_win(ask):
    words = ask("tressette-a-perdere", **A_DEAL, before_a="15")
    assert "Ai 21 vince: Seconda coppia." in words
    assert "Accuse" not in words


def test_a_perdere_for_two_names_the_players(ask):
    assert "Ai 21 vince: Secondo giocatore." in ask("tressette-a-perdere", **A_DEAL, before_a="15", fase="due")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"aces": "5"}, "minore o uguale a 4"),
        ({"aces": "due"}, "Inserisci un numero intero"),
        ({"last_trick": "C"}, "C"),
        ({"swept": "A"}, str(WHY_NOT["swept"])),
        ({"napoletane_a": "5"}, str(WHY_NOT["accuse"])),
    ],
)
def test_a_deal_that_cannot_be_is_refused_with_what_was_typed(client, db, told, words):
    response = client.get(reverse("game", args=[CLASSIC]), A_DEAL | told)
    assert response.status_code == 422
    assert words in text_of(response)
    assert 'value="11"' in response.content.decode()


def test_a_deal_of_burraco_is_counted_line_by_line(ask):
    told = SIDES | {"lato1-clean_burrachi": "1", "lato1-played_tens": "8", "lato1-closing": "regular"}
    words = ask("burraco", **told, **{"lato2-in_hand_aces": "2"})
    assert "Burrachi puliti 1 200 13 Chiusura 1 100 17 Carte calate 8 80 18 Totale 380 di cui base 300" in words
    assert "Carte rimaste in mano 2 −30 18 Totale −30 di cui base 0" in words


@pytest.mark.long
def test_burraco_for_five_counts_five_players_and_three_packs(ask):
    told = {f"lato{n}-closing": "none" for n in range(1, 6)} | {f"lato{n}-pozzo": "played" for n in range(1, 6)}
    words = ask("burraco-in-cinque", fase="ciascuno-per-se", **told, **{"lato5-played_jokers": "6"})
    assert "Quinto giocatore" in words
    assert "Carte calate 6 180 18 Totale 180 di cui base 0" in words
    refused = ask("burraco-in-cinque", 422, fase="ciascuno-per-se", **told, **{"lato5-played_jokers": "7"})
    assert "più carte di quante ne ha il mazzo" in refused


def test_a_count_of_burraco_that_cannot_be_is_refused_side_by_side(ask):
    words = ask("burraco", 422, **(SIDES | {"lato2-closing": "regular"}), **{"lato1-clean_burrachi": "1"})
    assert "Seconda coppia: Per chiudere serve almeno un burraco." in words
    assert "Prima coppia: Le carte calate non bastano" in words


def test_burraco_that_cannot_be_read_names_the_side_and_the_field(ask):
    assert "Prima coppia · Puliti · Inserisci" in ask("burraco", 422, **SIDES, **{"lato1-clean_burrachi": "molti"})


def test_every_line_and_every_refusal_of_the_count_has_words():
    assert set(ITEMS) == set(CountItem)
    assert set(CountProblem) <= set(WHY_NOT)


def test_what_is_told_is_unfolded(client, db):
    def unfolded(**told: str) -> int:
        page = client.get(reverse("game", args=[CLASSIC]), A_DEAL | told).content.decode()
        return page.count('<details class="count-group" open>')

    assert unfolded() == 0
    assert unfolded(napoletane_b="1") == 1


def test_the_games_are_read_in_english_too(client, db):
    words = text_of(client.get(reverse("game", args=[CLASSIC]), A_DEAL, headers={"Accept-Language": "en"}))
    assert "Classic tressette, two pairs" in words
    assert "Fai il conto" not in words
