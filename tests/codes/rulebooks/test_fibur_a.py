"""Statements of the Codice di Gara checked by hand, over every way of answering:
calls and prompting (21–22), pozzo (23), irregular plays (27), throwing and passing cards (28)."""

import pytest

from tests.codes.rulebooks.fibur_walks import FROM_21_TO_28, PLAYS, SCREENS, all_paths, decide, said, verbs

LATE = {("gioco-proseguito", "si"), ("da-allora", "proseguito"), ("rilevata", "gioco-proseguito")}
LAPSING = ("rilievo-del-compagno", "suggerimento", "pozzo-visto-prima", *PLAYS)

# -- who may call, 21 ------------------------------------------------------------------


@pytest.mark.parametrize("procedure", LAPSING)
def test_once_play_went_on_no_penalty_can_be_asked(procedure):
    late = [decision for facts, decision in all_paths(procedure) if LATE & set(facts.items())]
    assert late
    assert all((said(d), d.cites) == (["refuse: diritto-decaduto"], (21,)) for d in late)


def test_the_partner_may_not_call_before_the_discard():
    for facts, decision in all_paths("chiamata-arbitro"):
        if facts.get("momento") == "prima-dello-scarto":
            heard = said(decision) == ["inform: chiamata-ammessa"]
            assert heard == (facts["chi-rileva"] != "compagno")


def test_after_the_discard_nobody_is_asked_who_calls():
    after = [facts for facts, _ in all_paths("chiamata-arbitro") if facts.get("momento") == "dopo-lo-scarto"]
    assert {facts["motivo-chiamata"] for facts in after} == {"irregolarita", "versioni-opposte"}
    assert not any("chi-rileva" in facts for facts in after)


def test_what_the_table_agreed_without_the_arbiter_does_not_bind():
    assert said(decide("chiamata-arbitro", motivo_chiamata="accordo-al-tavolo")) == ["refuse: decisione-senza-arbitro"]


def test_a_second_arbiter_is_never_of_lower_rank():
    told = {"motivo_chiamata": "secondo-arbitro"}
    lower = decide("chiamata-arbitro", **told, grado_secondo_arbitro="inferiore")
    equal = decide("chiamata-arbitro", **told, grado_secondo_arbitro="non-inferiore")
    assert said(lower) == ["refuse: secondo-arbitro-di-grado-inferiore"]
    assert said(equal) == ["inform: secondo-arbitro-ammesso"]


def test_whatever_the_partner_remarks_on_nothing_can_be_put_right_any_more():
    for facts, decision in all_paths("rilievo-del-compagno"):
        if facts["da-allora"] == "proseguito" or facts["rilievo"] in (
            "primo-burraco-di-sei-in-chiusura",
            "burraco-di-sette",
        ):
            continue
        wrong = facts["rilievo"] in ("gioco-errato", "carta-legata-male") or facts.get("errore-sul-tavolo") in (
            "aperto",
            "aggiunta",
        )
        if facts["da-allora"] == "scartato" and not wrong:
            assert not verbs(decision, "oblige")  # nothing is left to be done in that turn
            continue
        barred = "sanare-gioco" if wrong else "sanare-giochi-errati"
        until = "fine-smazzata" if wrong else "fine-turno"
        assert f"forbid: {barred} chi-gioca {until}" in said(decision)


def test_that_seven_cards_are_a_burraco_the_partner_may_say():
    for name, what in (("rilievo-del-compagno", "rilievo"), ("suggerimento", "tipo-suggerimento")):
        for facts, decision in all_paths(name):
            if facts["da-allora"] != "proseguito" and facts.get(what) == "burraco-di-sette":
                assert said(decision) == ["refuse: rilievo-lecito", "inform: burraco-da-segnare"]


def test_every_remark_of_the_partner_is_warned_in_the_same_order():
    for facts, decision in all_paths("rilievo-del-compagno"):
        if facts["da-allora"] != "proseguito" and facts["rilievo"] != "burraco-di-sette":
            line = facts["rilievo"].startswith("primo-burraco")
            assert said(decision)[0] == f"penalty: ammonizione {'coppia' if line else 'chi-parla'}"
            assert len(verbs(decision, "penalty")) == 1


@pytest.mark.parametrize(("left", "frozen"), [("nessuno", False), ("aperto", False), ("aggiunta", True)])
def test_a_remark_on_something_else_leaves_the_wrong_meld_as_it_is(left, frozen):
    told = {"da_allora": "gioca", "rilievo": "altro", "errore_sul_tavolo": left, "numero_penalizzate": "una"}
    if left == "nessuno":
        del told["numero_penalizzate"]
        told["ha_gia_preso"] = "si"
    orders = said(decide("rilievo-del-compagno", **told))
    assert ("freeze: gioco coppia fine-smazzata" in orders) == frozen
    assert ("status: penalizzata responsabile" in orders) == (left != "nessuno")


def test_the_one_about_to_close_closes_without_burraco():
    decision = decide(
        "rilievo-del-compagno",
        da_allora="gioca",
        rilievo="primo-burraco-di-sei-in-chiusura",
        scarto_finale="regolare",
        ultimo_gioco="aperto",
    )
    assert decision.path[1:3] == ("rilievo-del-compagno", "chiusura-senza-burraco")
    assert said(decision)[:3] == [
        "penalty: ammonizione coppia",
        "oblige: chiudere chi-gioca subito",
        "inform: chiusura-non-valida",
    ]


# -- prompting, 22 ---------------------------------------------------------------------

NOW = {"da_allora": "gioca", "suggerimento_seguito": "no"}


def test_prompting_is_warned_and_binds_the_partner():
    for facts, decision in all_paths("suggerimento"):
        if facts["da-allora"] != "proseguito" and facts["tipo-suggerimento"] != "burraco-di-sette":
            assert said(decision)[0] == "penalty: ammonizione chi-suggerisce"
            assert {effect.whom for effect in decision.effects[1:]} <= {"chi-riceve", None}


def test_after_the_discard_the_opposite_of_what_was_prompted_is_not_ordered():
    for facts, decision in all_paths("suggerimento"):
        if facts["da-allora"] == "scartato" and facts["tipo-suggerimento"] != "burraco-di-sette":
            assert said(decision) == ["penalty: ammonizione chi-suggerisce"]


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
    decision = decide("suggerimento", **NOW, tipo_suggerimento=prompted, ha_gia_preso="no")
    assert said(decision)[-1] == f"oblige: {order} chi-riceve subito"


@pytest.mark.parametrize("prompted", ["turno", "tallone", "pescare", "pescare-col-pozzo", "riordino"])
def test_who_has_drawn_already_is_not_told_to_draw(prompted):
    decision = decide("suggerimento", **NOW, tipo_suggerimento=prompted, ha_gia_preso="si")
    left = [] if prompted in ("turno", "tallone") else ["oblige: scartare chi-riceve subito"]
    assert said(decision)[1:] == left


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
    told = {**NOW, "tipo_suggerimento": prompted, "ha_gia_preso": "si"}
    assert decide("suggerimento", **told).cites == cites


def test_the_joker_already_placed_is_exposed_and_barred_from_that_meld():
    decision = decide("suggerimento", **NOW, tipo_suggerimento="jolly", jolly_gia_messo="si")
    assert said(decision)[1:] == ["status: esposta chi-riceve", "forbid: jolly-su-quel-gioco chi-riceve fine-turno"]


# -- pozzo, 23 -------------------------------------------------------------------------


def test_taking_the_pozzo_by_oneself_warns_both_lines_and_both_pozzi_are_counted():
    orders = ["penalty: ammonizione entrambe", "inform: pozzi-da-contare"]
    assert said(decide("pozzo-consegna", fatto_consegna="preso-da-solo")) == orders


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
            assert decision.path[3] == closing[facts["presa-errata"]]


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
        free = facts["rilevata"] == "gioco-proseguito" or facts.get("dichiarazione-passaggio") == "chiara"
        warned = "compagno" if facts.get("dichiarazione-passaggio") == "chiesta" else "responsabile"
        spoke = ["chi-parla"] if facts["rilevata"] == "dal-compagno" else []  # before the discard
        assert [effect.whom for effect in verbs(decision, "penalty")] == spoke + ([] if free else [warned])


@pytest.mark.parametrize("procedure", ["lancio-di-carte", "passaggio-di-carte"])
def test_one_closes_or_discards_and_never_closes_with_penalised_cards(procedure):
    for facts, decision in all_paths(procedure):
        closes = bool({"inform: chiusura-valida", "inform: chiusura-secondo-la-scelta"} & {*said(decision)})
        assert closes == (facts.get("chiude-subito") == "si")
        over = facts["rilevata"] == "dopo-lo-scarto" and not verbs(decision, "status")
        if facts.get("dichiarazione-passaggio") != "chiara" and facts["rilevata"] != "gioco-proseguito":
            assert bool(verbs(decision, "oblige")) == (not closes and not over)
        if verbs(decision, "status"):
            assert not closes


def test_asking_where_the_cards_go_is_like_saying_nothing_but_for_who_is_warned():
    silent = {
        (facts["rilevata"], facts["collocazione"], facts.get("chiude-subito")): _without_the_warned(decision)
        for facts, decision in all_paths("passaggio-di-carte")
        if facts.get("dichiarazione-passaggio") == "mancante"
    }
    asked = {
        (facts["rilevata"], facts["collocazione"], facts.get("chiude-subito")): _without_the_warned(decision)
        for facts, decision in all_paths("passaggio-di-carte")
        if facts.get("dichiarazione-passaggio") == "chiesta"
    }
    assert silent == asked


def _without_the_warned(decision):
    return [order.removesuffix(" responsabile").removesuffix(" compagno") for order in said(decision)]


# -- across 21–28 ----------------------------------------------------------------------


def test_the_only_points_lost_are_one_victory_point_for_the_pozzo_seen_again():
    costly = {
        (procedure, effect.what)
        for procedure in FROM_21_TO_28
        for _, decision in all_paths(procedure)
        for effect in verbs(decision, "penalty")
        if effect.what != "ammonizione"
    }
    assert costly == {("pozzo-visto-prima", "vp")}
