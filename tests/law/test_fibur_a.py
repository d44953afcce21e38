"""Statements of the Codice di Gara checked by hand, over every way of answering:
calls and prompting (21–22), pozzo (23), exposed, penalised and phantom cards (24–26),
irregular plays (27), throwing and passing cards (28)."""

import pytest

from tests.law.fibur_walks import SCREENS, all_paths, decide, said, verbs

CALLS = ("chiamata-arbitro", "rilievo-del-compagno", "suggerimento")
POZZO = ("pozzo-consegna", "pozzo-residuo", "pozzo-visto-prima", "pozzo-preso-per-errore")
CARDS = ("carta-esposta", "carta-penalizzata", "carta-fantasma")
PLAYS = ("carte-giocate-irregolarmente", "lancio-di-carte", "passaggio-di-carte")
MINE = CALLS + POZZO + CARDS + PLAYS

LAPSING = ("rilievo-del-compagno", "suggerimento", "pozzo-visto-prima", "carta-esposta", *PLAYS)
DISCARDING = {
    "scartare-secondo-norma",
    "penalizzate-come-scarto",
    "esposta-a-fine-gioco",
    "fantasma-al-primo-di-mano",
}

# -- who may call, 21 ------------------------------------------------------------------


@pytest.mark.parametrize("procedure", LAPSING)
def test_once_play_went_on_no_penalty_can_be_asked(procedure):
    late = [decision for facts, decision in all_paths(procedure) if facts.get("gioco-proseguito") == "si"]
    assert late
    assert all((said(d), d.cites) == (["refuse: diritto-decaduto"], (21,)) for d in late)


def test_the_partner_may_not_call_before_the_discard():
    for facts, decision in all_paths("chiamata-arbitro"):
        if facts.get("momento") == "prima-dello-scarto":
            heard = said(decision) == ["inform: chiamata-ammessa"]
            assert heard == (facts["chi-rileva"] != "compagno")


def test_after_the_discard_nobody_is_asked_who_calls():
    after = [facts for facts, _ in all_paths("chiamata-arbitro") if facts.get("momento") == "dopo-lo-scarto"]
    assert len(after) == 1
    assert "chi-rileva" not in after[0]


def test_what_the_table_agreed_without_the_arbiter_does_not_bind():
    assert said(decide("chiamata-arbitro", motivo_chiamata="accordo-al-tavolo")) == ["refuse: decisione-senza-arbitro"]


def test_a_second_arbiter_is_never_of_lower_rank():
    told = {"motivo_chiamata": "secondo-arbitro"}
    lower = decide("chiamata-arbitro", **told, grado_secondo_arbitro="inferiore")
    equal = decide("chiamata-arbitro", **told, grado_secondo_arbitro="non-inferiore")
    assert said(lower) == ["refuse: secondo-arbitro-di-grado-inferiore"]
    assert said(equal) == ["inform: secondo-arbitro-ammesso"]


def test_a_wrong_meld_that_the_partner_points_out_can_never_be_put_right():
    for facts, decision in all_paths("rilievo-del-compagno"):
        barred = "forbid: sanare-gioco responsabile fine-smazzata" in said(decision)
        assert barred == (facts.get("rilievo") in ("gioco-errato", "carta-legata-male"))


def test_only_the_first_burraco_marked_with_six_is_warned_about():
    for facts, decision in all_paths("rilievo-del-compagno"):
        warned = "penalty: ammonizione coppia" in said(decision)
        assert warned == (facts.get("rilievo") == "primo-burraco-di-sei")


def test_the_one_about_to_close_closes_without_burraco():
    decision = decide(
        "rilievo-del-compagno",
        gioco_proseguito="no",
        rilievo="primo-burraco-di-sei-in-chiusura",
        scarto_finale="regolare",
        ultimo_gioco="aperto",
    )
    assert decision.path[:2] == ("rilievo-del-compagno", "chiusura-senza-burraco")
    assert said(decision)[0] == "oblige: chiudere responsabile subito"


# -- prompting, 22 ---------------------------------------------------------------------


def test_prompting_is_warned_and_binds_the_partner():
    for facts, decision in all_paths("suggerimento"):
        if facts["gioco-proseguito"] == "no":
            assert said(decision)[0] == "penalty: ammonizione responsabile"
            assert {effect.whom for effect in decision.effects[1:]} == {"compagno"}


@pytest.mark.parametrize(
    ("prompted", "order"),
    [
        ("giocata", "azione-contraria"),
        ("turno", "pesca-scelta-dagli-avversari"),
        ("tallone", "pesca-scelta-dagli-avversari"),
        ("pozzo-in-diretta", "scartare"),
        ("riordino", "scartare"),
        ("pescare", "solo-pesca-e-scarto"),
        ("pescare-col-pozzo", "solo-pesca-e-scarto"),
    ],
)
def test_each_prompting_has_its_order(prompted, order):
    decision = decide("suggerimento", gioco_proseguito="no", tipo_suggerimento=prompted)
    assert said(decision)[1:] == [f"oblige: {order} compagno subito"]


@pytest.mark.parametrize(
    ("prompted", "cites"),
    [
        ("giocata", (22,)),
        ("turno", (22,)),
        ("tallone", (8, 22)),
        ("pozzo-in-diretta", (22,)),
        ("riordino", (11, 22)),
        ("pescare", (22, 30)),
        ("pescare-col-pozzo", (22, 23, 30)),
    ],
)
def test_a_prompting_cites_another_article_only_where_that_one_speaks_of_it(prompted, cites):
    assert decide("suggerimento", gioco_proseguito="no", tipo_suggerimento=prompted).cites == cites


def test_the_joker_already_placed_is_exposed_and_barred_from_that_meld():
    decision = decide("suggerimento", gioco_proseguito="no", tipo_suggerimento="jolly", jolly_gia_messo="si")
    assert said(decision)[1:] == ["status: esposta compagno", "forbid: jolly-su-quel-gioco compagno fine-turno"]


# -- pozzo, 23 -------------------------------------------------------------------------


def test_taking_the_pozzo_by_oneself_warns_both_lines():
    assert said(decide("pozzo-consegna", fatto_consegna="preso-da-solo")) == ["penalty: ammonizione entrambe"]


def test_nothing_else_in_the_handing_over_is_penalised():
    punished = [f["fatto-consegna"] for f, decision in all_paths("pozzo-consegna") if verbs(decision, "penalty")]
    assert punished == ["preso-da-solo"]


def test_the_old_pozzo_is_never_penalised_and_redealt_only_before_play():
    for facts, decision in all_paths("pozzo-residuo"):
        assert not verbs(decision, "penalty")
        assert bool(verbs(decision, "redo")) == (facts["gioco-iniziato"] == "no")


def test_a_pozzo_seen_too_soon_costs_a_warning_and_then_one_victory_point():
    told = {
        "presa_del_pozzo": "con-lo-scarto",
        "scarto_del_compagno": "no",
        "gioco_proseguito": "no",
    }
    first = decide("pozzo-visto-prima", **told, recidiva_pozzo="no")
    again = decide("pozzo-visto-prima", **told, recidiva_pozzo="si")
    assert said(first) == ["penalty: ammonizione responsabile", "inform: avvertimento-recidiva"]
    assert [effect.to_dict() for effect in again.effects] == [
        {"penalty": "vp", "whom": "coppia", "amount": 1},
        {"inform": "nulla-agli-avversari"},
    ]


def test_behind_screens_the_pozzo_may_always_be_looked_at():
    assert said(decide("pozzo-visto-prima", SCREENS)) == ["inform: pozzo-si-puo-vedere"]


def test_the_pozzo_goes_back_exactly_while_no_opponent_has_moved():
    for facts, decision in all_paths("pozzo-preso-per-errore"):
        back = {effect.what for effect in verbs(decision, "rectify")} & {"pozzo-rimesso", "pozzo-ricomposto"}
        assert bool(back) == (facts["gioco-proseguito"] == "no")


def test_a_pozzo_not_due_is_judged_by_the_closing():
    closing = {
        "gia-preso-in-diretta": "chiusura-senza-scarto",
        "gia-preso-con-lo-scarto": "chiusura-senza-burraco",
        "altro-pozzo-giocato": "chiusura-senza-burraco",
    }
    for facts, decision in all_paths("pozzo-preso-per-errore"):
        if facts["gioco-proseguito"] == "no" and facts["presa-errata"] in closing:
            assert decision.path[1] == closing[facts["presa-errata"]]


def test_the_line_without_pozzo_is_compensated_once_play_went_on():
    for facts, decision in all_paths("pozzo-preso-per-errore"):
        hundreds = [effect.what for effect in verbs(decision, "indemnity")]
        assert hundreds == {
            "finita-con-burraco": ["cento-di-chiusura"],
            "finita-senza-burraco": ["cento-di-chiusura", "cento-arbitrali"],
        }.get(facts.get("linea-senza-pozzo", ""), [])
        assert ("linea-senza-pozzo" in facts) == (
            facts["gioco-proseguito"] == "si" and facts["presa-errata"] != "diretta-con-gioco-errato"
        )


# -- exposed, penalised and phantom cards, 24–26 -----------------------------------------


@pytest.mark.parametrize("procedure", MINE)
def test_a_penalised_card_always_says_how_it_is_discarded(procedure):
    for _, decision in all_paths(procedure):
        if any(effect.what == "penalizzata" for effect in verbs(decision, "status")):
            assert DISCARDING & {effect.what for effect in verbs(decision, "oblige")}


@pytest.mark.parametrize("procedure", MINE)
def test_of_several_penalised_cards_the_others_go_in_the_following_turns(procedure):
    for facts, decision in all_paths(procedure):
        if facts.get("numero-penalizzate") == "piu-di-una":
            assert "oblige: penalizzate-come-scarto responsabile al-prossimo-turno" in said(decision)


def test_a_card_that_only_the_opponents_saw_is_not_exposed():
    decision = decide("carta-esposta", gioco_proseguito="no", visibile_a="solo-avversari")
    assert said(decision) == ["inform: carta-non-esposta"]


def test_pointing_at_the_exposed_card_stops_play_whatever_was_done_with_it():
    pointed = [d for facts, d in all_paths("carta-esposta") if facts.get("richiamo-sulla-esposta") == "si"]
    assert [said(decision) for decision in pointed] == [
        ["forbid: proseguire responsabile fine-turno", "oblige: scartare-la-esposta responsabile subito"]
    ]


def test_a_card_in_excess_freezes_its_meld_for_good_only_once_play_went_on():
    for facts, decision in all_paths("carta-penalizzata"):
        late = facts["momento"] == "gioco-proseguito"
        assert ("freeze: gioco coppia fine-smazzata" in said(decision)) == late
        assert bool(verbs(decision, "status")) != late


def test_a_card_in_excess_stops_play_only_before_the_discard():
    for facts, decision in all_paths("carta-penalizzata"):
        assert bool(verbs(decision, "forbid")) == (facts["momento"] == "prima-dello-scarto")


def test_a_phantom_card_that_fits_stays_where_it_is():
    fitting = [d for facts, d in all_paths("carta-fantasma") if facts.get("compatibile") == "si"]
    assert len(fitting) == 4
    assert all(said(decision) == ["inform: carta-resta-nel-gioco"] for decision in fitting)


def test_only_the_third_and_fourth_phantom_freeze_the_meld_with_opposite_counts():
    counts = {
        facts["dove-fantasma"]: [effect.what for effect in verbs(decision, "inform")]
        for facts, decision in all_paths("carta-fantasma")
        if verbs(decision, "freeze")
    }
    assert counts == {"gioco-preesistente": ["punti-positivi"], "dopo-aggiunta": ["aggiunte-negative"]}


def test_every_phantom_in_excess_is_penalised_but_the_one_found_after_an_addition():
    for facts, decision in all_paths("carta-fantasma"):
        if facts.get("compatibile") == "no":
            penalised = "penalizzata" in {effect.what for effect in verbs(decision, "status")}
            assert penalised == (facts["dove-fantasma"] != "dopo-aggiunta")


def test_the_first_two_phantoms_are_treated_as_penalised_cards():
    for facts, decision in all_paths("carta-fantasma"):
        first_two = facts["dove-fantasma"] in ("gioco-prima-dello-scarto", "gioco-dopo-lo-scarto")
        assert ("carta-penalizzata" in decision.path) == (first_two and facts["compatibile"] == "no")


def test_the_card_under_the_discard_is_exposed_and_not_penalised():
    decision = decide("carta-fantasma", dove_fantasma="sotto-lo-scarto")
    assert [effect.what for effect in verbs(decision, "status")] == ["esposta"]
    assert decision.cites == (24, 26)


# -- irregular plays, throwing and passing, 27–28 ------------------------------------------


def test_what_is_played_irregularly_is_frozen_for_one_turn_and_never_penalised():
    for facts, decision in all_paths("carte-giocate-irregolarmente"):
        assert not verbs(decision, "penalty")
        assert {effect.until for effect in verbs(decision, "freeze")} <= {"turno-successivo"}
        if facts.get("gioco-proseguito") == "no":
            both = facts["giocata-irregolare"] == "aperti-e-legate"
            assert len(verbs(decision, "freeze")) == (2 if both else 1)


def test_a_penalised_card_left_from_an_earlier_turn_freezes_nothing():
    for facts, decision in all_paths("carte-giocate-irregolarmente"):
        if facts.get("penalizzata-da-quando") == "turno-precedente":
            assert said(decision) == ["inform: gioco-non-impedito"]


def test_only_a_wild_card_prolongs_the_freeze():
    for facts, decision in all_paths("carte-giocate-irregolarmente"):
        if facts["situazione-irregolare"] == "senza-carte":
            assert bool(verbs(decision, "freeze")) == (facts["carta-del-giro-dopo"] == "matta")


@pytest.mark.parametrize("procedure", ["lancio-di-carte", "passaggio-di-carte"])
def test_throwing_and_passing_is_always_warned_unless_clearly_declared(procedure):
    for facts, decision in all_paths(procedure):
        free = facts["gioco-proseguito"] == "si" or facts.get("dichiarazione-passaggio") == "chiara"
        assert said(decision).count("penalty: ammonizione responsabile") == (0 if free else 1)


@pytest.mark.parametrize("procedure", ["lancio-di-carte", "passaggio-di-carte"])
def test_one_closes_or_discards_and_never_closes_with_penalised_cards(procedure):
    for facts, decision in all_paths(procedure):
        closes = "inform: chiusura-valida" in said(decision)
        assert closes == (facts.get("chiude-subito") == "si")
        if verbs(decision, "penalty"):
            assert closes != bool(verbs(decision, "oblige"))
        if verbs(decision, "status"):
            assert not closes


def test_asking_where_the_cards_go_is_like_saying_nothing():
    silent = {
        (facts["collocazione"], facts.get("chiude-subito")): said(decision)
        for facts, decision in all_paths("passaggio-di-carte")
        if facts.get("dichiarazione-passaggio") == "mancante"
    }
    asked = {
        (facts["collocazione"], facts.get("chiude-subito")): said(decision)
        for facts, decision in all_paths("passaggio-di-carte")
        if facts.get("dichiarazione-passaggio") == "chiesta"
    }
    assert silent == asked


# -- across 21–28 ----------------------------------------------------------------------


def test_the_only_points_lost_are_one_victory_point_for_the_pozzo_seen_again():
    costly = {
        (procedure, effect.what)
        for procedure in MINE
        for _, decision in all_paths(procedure)
        for effect in verbs(decision, "penalty")
        if effect.what != "ammonizione"
    }
    assert costly == {("pozzo-visto-prima", "vp")}
