"""Statements of the Codice di Gara checked by hand, over every way of answering:
drawing and picking up (7–9, 30–31), melds and wild cards (10–12, 29, 32–33), stalemate (16), closing (14, 34–36)."""

import pytest

from codes.deciding.walk import Decision
from tests.codes.rulebooks.fibur_walks import all_paths, book, decide, said, verbs

OUT_OF_TURN = ("pesca-fuori-turno", "raccolta-fuori-turno")
AFTER_THE_POZZO = ("pesca-dopo-pozzo", "raccolta-dopo-pozzo")
TAKING = (*OUT_OF_TURN, *AFTER_THE_POZZO)
CLOSING = ("chiusura-senza-burraco", "chiusura-con-matta", "chiusura-senza-scarto")
MINE = (
    *TAKING,
    *CLOSING,
    "apertura-errata",
    "mancata-pesca",
    "gioco-fuori-turno",
    "combinazioni-uguali",
    "due-carte-pescate",
    "scelta-pesca-o-raccolta",
    "gioco-col-monte",
    "carte-lasciate-nel-monte",
    "unica-carta-del-monte",
    "matta-spostata",
    "gioco-non-ammesso",
    "riordino-sequenza",
    "stallo",
)
DISCARDING = {
    "scartare",
    "scartare-secondo-norma",
    "penalizzate-come-scarto",
    "scartare-matta-seconda",
    "scarto-dall-ultimo-gioco",
    "scartare-altra-carta",
    "scartare-altra-penalizzata",
    "scartare-prima-delle-altre",
}


def whats(decision: Decision, verb: str) -> list[str]:
    return [effect.what for effect in verbs(decision, verb)]


def ends(decision: Decision) -> set[str | None]:
    return {effect.until for effect in verbs(decision, "freeze")}


# -- what holds everywhere ---------------------------------------------------------------


@pytest.mark.parametrize("procedure", MINE)
def test_the_right_is_lost_once_an_opponent_has_moved(procedure):
    for facts, decision in all_paths(procedure):
        if facts.get("gioco-proseguito") == "si" or (
            facts.get("rilevata") == "gioco-proseguito" and procedure != "combinazioni-uguali"
        ):
            assert said(decision)[0] == "refuse: diritto-decaduto"
            assert decision.cites[0] == 21 or len(decision.path) > 1
            with_the_pozzo = facts.get("tipo-uscita") == "pozzo-gia-preso"
            assert said(decision)[1:2] == (["inform: pozzo-sanato"] if with_the_pozzo else [])
            assert ("linea-senza-pozzo" in decision.path) is with_the_pozzo


@pytest.mark.parametrize("procedure", ["apertura-errata", "combinazioni-uguali"])
def test_an_excess_card_and_equal_sets_are_decided_even_later(procedure):
    for facts, decision in all_paths(procedure):
        if "gioco-proseguito" in (facts.get("momento"), facts.get("rilevata")):
            assert not verbs(decision, "refuse")
            assert ends(decision) == {"fine-smazzata"}


TO_THE_DISCARDS = {"scartare-secondo-norma", "penalizzate-come-scarto", "raccolta-come-scarto"}


@pytest.mark.parametrize("procedure", MINE)
def test_a_penalised_card_always_goes_to_the_discards(procedure):
    for _, decision in all_paths(procedure):
        if "penalizzata" in whats(decision, "status"):
            assert TO_THE_DISCARDS & set(whats(decision, "oblige"))
            assert 25 in decision.cites


@pytest.mark.parametrize("procedure", MINE)
def test_only_the_partner_or_a_reordering_brings_a_warning(procedure):
    for facts, decision in all_paths(procedure):
        if verbs(decision, "penalty"):
            assert 22 in decision.cites
            spoke = "compagno" in (facts.get("chi-rileva"), facts.get("tempo-riordino"))
            assert spoke or facts.get("rilevata") == "dal-compagno"


@pytest.mark.parametrize("procedure", MINE)
def test_nothing_here_needs_the_arbiter_to_write_a_reason(procedure):
    assert not any(decision.needs_reason for _, decision in all_paths(procedure))


@pytest.mark.parametrize("procedure", MINE)
def test_every_article_cited_is_announced_by_a_procedure_walked(procedure):
    for _, decision in all_paths(procedure):
        announced = {number for name in decision.path for number in book().procedures[name].articles}
        assert set(decision.cites) <= announced


# -- wrong melds, 29 -----------------------------------------------------------------------


def test_with_a_wild_card_a_meld_is_put_right_with_one_card_only():
    for facts, decision in all_paths("apertura-errata"):
        two_with_wild = facts.get("rimedio") == "due-carte" and facts.get("matta-presente") == "si"
        assert (whats(decision, "refuse") == ["due-carte-con-matta"]) == two_with_wild


def test_a_meld_is_put_right_only_before_the_discard_and_without_the_partner():
    for facts, decision in all_paths("apertura-errata"):
        if "gioco-sanato" in whats(decision, "rectify"):
            assert facts["momento"] == "prima-dello-scarto"
            assert facts["chi-rileva"] != "compagno"
            assert facts["errore-apertura"] != "carte-sole"


def test_a_wrong_meld_detected_in_the_turn_always_ends_it():
    for facts, decision in all_paths("apertura-errata"):
        if facts["momento"] == "prima-dello-scarto":
            assert DISCARDING & set(whats(decision, "oblige"))


def test_a_meld_put_right_with_nothing_left_over_penalises_no_card():
    for facts, decision in all_paths("apertura-errata"):
        if facts.get("avanzano-carte") == "no":
            assert said(decision) == ["rectify: gioco-sanato", "oblige: scartare responsabile subito"]


def test_the_partner_s_word_freezes_only_the_meld_that_was_added_to():
    for facts, decision in all_paths("apertura-errata"):
        if facts["momento"] == "prima-dello-scarto":
            told = facts["chi-rileva"] == "compagno" and facts["errore-apertura"] == "aggiunta"
            assert bool(verbs(decision, "freeze")) == told


# -- missed draw, 30 -----------------------------------------------------------------------


def test_the_line_is_warned_exactly_when_the_partner_speaks_before_the_discard():
    for facts, decision in all_paths("mancata-pesca"):
        spoke = facts["momento"] == "prima-dello-scarto" and facts["chi-rileva"] == "compagno"
        assert [e.whom for e in verbs(decision, "penalty")] == (["coppia"] if spoke else [])


def test_whoever_did_not_draw_takes_a_card_and_plays_no_more():
    for facts, decision in all_paths("mancata-pesca"):
        if facts["momento"] != "gioco-proseguito":
            taking = {"solo-pesca-e-scarto", "prendere-e-lasciare-lo-scarto"} & set(whats(decision, "oblige"))
            assert len(taking) == 1
            assert ("solo-pesca-e-scarto" in taking) == (facts["momento"] == "prima-dello-scarto")


def test_melds_without_a_draw_are_free_at_the_next_turn():
    assert {end for _, decision in all_paths("mancata-pesca") for end in ends(decision)} == {"turno-successivo"}


def test_what_counts_against_when_somebody_closes_depends_on_what_was_played():
    for facts, decision in all_paths("mancata-pesca"):
        frozen, told = whats(decision, "freeze"), whats(decision, "inform")
        assert ("giochi-aperti" in frozen) == ("aperti-negativi-se-si-chiude" in told)
        assert ("giochi-con-carte-legate" in frozen) == ("legate-negative-se-si-chiude" in told)
        if "giochi-con-carte-legate" in frozen:
            assert facts["gioco-senza-pesca"] != "aperti"


# -- taking out of turn, 31 ----------------------------------------------------------------


@pytest.mark.parametrize("procedure", TAKING)
def test_what_was_taken_always_goes_back(procedure):
    back = {"carta-al-tallone", "carta-al-tallone-mostrata", "carta-a-caso-al-tallone"}
    back |= {"giochi-in-mano-e-carta-a-caso", "carte-al-monte"}
    for facts, decision in all_paths(procedure):
        late = facts.get("gioco-proseguito") == "si" or facts.get("rilevata") == "gioco-proseguito"
        assert len(back & set(whats(decision, "rectify"))) == (0 if late else 1)


@pytest.mark.parametrize(
    ("procedure", "limit"),
    [("pesca-fuori-turno", "solo-tallone-e-scarto"), ("raccolta-fuori-turno", "solo-raccolta-e-scarto")],
)
def test_out_of_turn_the_next_turn_is_only_the_same_taking_and_a_discard(procedure, limit):
    for facts, decision in all_paths(procedure):
        if facts["gioco-proseguito"] == "no":
            found = [(e.whom, e.until) for e in verbs(decision, "oblige") if e.what == limit]
            assert found == [("responsabile", "al-prossimo-turno")]


@pytest.mark.parametrize("procedure", AFTER_THE_POZZO)
def test_after_the_pozzo_the_turn_ends_at_once_with_a_discard(procedure):
    for facts, decision in all_paths(procedure):
        only_card = facts.get("numero-penalizzate", "").startswith("unica")  # which waits for the next turn (9)
        if facts["rilevata"] == "dopo-lo-scarto":
            assert not {"scartare", "scartare-secondo-norma"} & {*whats(decision, "oblige")}  # it is made
        elif facts["rilevata"] != "gioco-proseguito" and not only_card:
            discards = [(e.what, e.until) for e in verbs(decision, "oblige")]
            penalised = bool(verbs(decision, "status"))
            assert discards[0] == ("scartare-secondo-norma" if penalised else "scartare", "subito")
            rest = [("altre-come-scarto", "al-prossimo-turno")]
            assert discards[1:] == (rest if facts.get("numero-penalizzate") == "piu-di-una" else [])


@pytest.mark.parametrize("procedure", TAKING)
def test_a_meld_left_incomplete_is_penalised_and_not_frozen(procedure):
    for facts, decision in all_paths(procedure):
        if facts.get("esito-gioco") == "non-completato":
            assert whats(decision, "status")[0] == "penalizzata"
            assert not verbs(decision, "freeze")


@pytest.mark.parametrize("procedure", TAKING)
def test_melds_opened_out_of_turn_are_frozen_one_turn_longer_than_after_the_pozzo(procedure):
    longer = procedure in OUT_OF_TURN
    for _, decision in all_paths(procedure):
        for effect in verbs(decision, "freeze"):
            opened = effect.what == "giochi-aperti"
            assert effect.until == ("secondo-turno" if longer and opened else "turno-successivo")


def test_melds_laid_again_unchanged_are_frozen_only_out_of_turn():
    told = {"ha_fatto_gioco": "si", "uso_carta_pescata": "ignota", "esito_gioco": "completo"}
    assert ends(decide("pesca-fuori-turno", **told, gioco_proseguito="no")) == {"secondo-turno"}
    assert ends(decide("pesca-dopo-pozzo", **told, rilevata="subito")) == set()


@pytest.mark.parametrize("procedure", ["pesca-fuori-turno", "pesca-dopo-pozzo"])
def test_a_card_taken_at_random_is_never_shown(procedure):
    for facts, decision in all_paths(procedure):
        if facts.get("carta-in-mano") == "si" or facts.get("uso-carta-pescata") == "ignota":
            assert "carta-al-tallone-mostrata" not in whats(decision, "rectify")


def test_the_card_drawn_is_shown_to_an_opponent_in_turn_and_to_nobody_else():
    for facts, decision in all_paths("pesca-fuori-turno"):
        if "toccava-a" in facts:
            assert ("carta-al-tallone-mostrata" in whats(decision, "rectify")) == (facts["toccava-a"] == "avversario")


def test_the_example_of_the_seven_of_spades():
    decision = decide(
        "pesca-fuori-turno",
        gioco_proseguito="no",
        ha_fatto_gioco="si",
        uso_carta_pescata="legata",
        carte_agganciate="si",
        altre_carte_legate="si",
    )
    assert said(decision) == [
        "inform: gioco-interrotto",
        "rectify: carta-al-tallone",
        "status: penalizzata responsabile",
        "freeze: giochi-con-carte-legate coppia turno-successivo",
        "oblige: solo-tallone-e-scarto responsabile al-prossimo-turno",
        "oblige: penalizzate-come-scarto responsabile al-prossimo-turno",
        "inform: congelati-se-si-chiude",
    ]


def test_the_partner_must_draw_only_if_still_to_play_and_nothing_was_melded():
    for facts, decision in all_paths("raccolta-fuori-turno"):
        bound = [e.whom for e in verbs(decision, "oblige") if e.what == "pescare"]
        assert bound == (["compagno"] if facts.get("compagno-deve-giocare") == "si" else [])
        assert not (bound and facts["ha-fatto-gioco"] == "si")


# -- melding out of turn, 32; equal sets, 33 ---------------------------------------------------


def test_a_meld_out_of_turn_is_free_from_the_second_turn():
    for facts, decision in all_paths("gioco-fuori-turno"):
        if facts["gioco-proseguito"] == "no":
            assert ends(decision) == ({"secondo-turno"} if facts["gioco-regolare"] == "si" else set())
            assert "solo-pesca-e-scarto" in whats(decision, "oblige")


def test_equal_sets_of_one_line_are_always_joined_and_frozen_for_good():
    for facts, decision in all_paths("combinazioni-uguali"):
        own = facts["di-chi-combinazione"] == "propria"
        assert ("combinazioni-unite" in whats(decision, "rectify")) == own
        assert ends(decision) == ({"fine-smazzata"} if own else set())


@pytest.mark.parametrize(
    ("momento", "fate"),
    [
        ("subito", "oblige: scartare-matta-seconda responsabile subito"),
        ("dal-compagno", "oblige: scartare-matta-seconda responsabile subito"),
        ("dopo-lo-scarto", "oblige: scartare-matta-alta responsabile al-prossimo-turno"),
        ("gioco-proseguito", "inform: matta-alta-in-negativo"),
    ],
)
def test_the_fate_of_the_second_wild_card_depends_on_the_moment(momento, fate):
    told = {"di_chi_combinazione": "propria", "rilevata": momento}
    assert fate in said(decide("combinazioni-uguali", **told, matte_nelle_due="si"))
    assert fate not in said(decide("combinazioni-uguali", **told, matte_nelle_due="no"))


# -- closing, 14 and 34–36 ---------------------------------------------------------------------


@pytest.mark.parametrize("procedure", CLOSING)
def test_what_is_not_a_closing_is_never_penalised(procedure):
    for facts, decision in all_paths(procedure):
        if facts["tipo-uscita"] in {"pozzo-spettante", "carte-rimaste"}:
            assert [effect.verb for effect in decision.effects] == ["refuse"]


@pytest.mark.parametrize("procedure", CLOSING)
def test_a_pozzo_not_due_is_put_back(procedure):
    for facts, decision in all_paths(procedure):
        if facts.get("gioco-proseguito") == "no":
            put_back = facts["tipo-uscita"] == "pozzo-gia-preso"
            assert ("pozzo-rimesso" in whats(decision, "rectify")) == put_back
            assert (23 in decision.cites) == put_back


def test_the_burraco_matters_only_with_a_regular_discard():
    for facts, decision in all_paths("chiusura-senza-burraco"):
        closing = facts["tipo-uscita"] in {"chiusura", "pozzo-gia-preso"}
        assert ("burraco-realizzato" in facts) == (closing and facts.get("scarto-finale") == "regolare")
        if closing and facts.get("scarto-finale") in {"matta", "nessuno"}:
            assert 36 in decision.cites


def test_without_a_burraco_only_the_last_play_is_penalised():
    for facts, decision in all_paths("chiusura-senza-burraco"):
        if facts.get("burraco-realizzato") == "no":
            aside = "ultimo-gioco-a-lato" if facts["ultimo-gioco"] == "aperto" else "ultima-carta-a-lato"
            assert aside in whats(decision, "rectify")
            assert {"operazioni-precedenti-valide", "scarto-resta"} <= set(whats(decision, "inform"))


def test_a_wild_card_stays_discarded_and_no_card_is_penalised():
    for facts, decision in all_paths("chiusura-con-matta"):
        if facts.get("gioco-proseguito") == "no":
            assert "scarto-resta" in whats(decision, "inform")
            assert not verbs(decision, "status")


def test_opening_without_a_discard_exposes_the_rest_and_adding_it_does_not():
    for facts, decision in all_paths("chiusura-senza-scarto"):
        if "come-senza-scarto" in facts:
            assert whats(decision, "status") == (["esposta"] if facts["come-senza-scarto"] == "aprendo" else [])


# -- drawing, picking up, wild cards, sequences, stalemate: 7–12 and 16 -------------------------


def test_the_second_card_drawn_is_offered_to_the_next_opponent_in_any_case():
    for facts, decision in all_paths("due-carte-pescate"):
        if facts["gioco-proseguito"] == "no":
            assert whats(decision, "inform") == ["avversario-sceglie-la-carta"]


def test_only_a_lifted_card_binds_the_choice():
    for facts, decision in all_paths("scelta-pesca-o-raccolta"):
        free = facts["gesto-di-presa"] in {"tallone-mosso", "monte-avvicinato"}
        assert (said(decision) == ["refuse: ispezione-lecita"]) == free


def test_a_meld_from_the_hand_alone_is_a_missed_draw():
    for facts, decision in all_paths("gioco-col-monte"):
        assert ("mancata-pesca" in decision.path) == (facts["carte-del-monte"] == "solo-proprie")


def test_one_card_left_in_the_pile_is_the_discard_and_no_penalty():
    assert said(decide("carte-lasciate-nel-monte", quante_lasciate="una")) == ["inform: carta-lasciata-scarto"]


def test_the_only_card_may_go_back_only_with_its_twin_or_unasked():
    for facts, decision in all_paths("unica-carta-del-monte"):
        if facts["uso-unica-carta"] == "scartata":
            lawful = facts["prova-uguale"] != "non-mostrata"
            assert bool({"scarto-lecito", "prova-non-richiesta"} & set(whats(decision, "refuse"))) == lawful


def test_the_only_card_is_never_discarded_in_its_own_turn_and_another_penalised_one_is():
    for facts, decision in all_paths("unica-carta-del-monte"):
        if facts["uso-unica-carta"] == "penalizzata" and facts["momento"] == "prima-dello-scarto":
            now = [effect.what for effect in verbs(decision, "oblige") if effect.until == "subito"]
            alone = (
                "scarto-dall-ultimo-gioco"
                if facts.get("altra-da-scartare") == "ultimo-gioco"
                else "scartare-altra-carta"
            )
            discards = {"no": alone, "una": "scartare-altra-penalizzata", "piu": "scartare-prima-delle-altre"}
            assert now == [discards[facts["altre-penalizzate"]]]
            assert {"proseguire", "scartare-unica-carta"} == set(whats(decision, "forbid")) - {"su-giochi-del-compagno"}


def test_a_lawful_move_of_a_wild_card_has_no_consequence():
    for facts, decision in all_paths("matta-spostata"):
        lawful = facts["situazione-matta"] in {"sostituita", "due-rimesso", "pinelle-invertite"}
        assert (said(decision) == ["refuse: mossa-lecita"]) == lawful
