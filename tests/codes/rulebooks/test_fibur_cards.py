"""Exposed, penalised and phantom cards at Burraco (F.I.Bur. 24–26), across all answers of their tables."""

import pytest

from tests.codes.rulebooks.fibur_walks import FROM_21_TO_28, all_paths, decide, said, verbs

DISCARDING = {
    "scartare-secondo-norma",
    "penalizzate-come-scarto",
    "esposta-a-fine-gioco",
    "fantasma-al-primo-di-mano",
    "raccolta-come-scarto",  # the pile's only card, a turn later (9)
}


@pytest.mark.parametrize("procedure", FROM_21_TO_28)
def test_a_penalised_card_always_says_how_it_is_discarded(procedure):
    for _, decision in all_paths(procedure):
        if any(effect.what == "penalizzata" for effect in verbs(decision, "status")):
            assert DISCARDING & {effect.what for effect in verbs(decision, "oblige")}


@pytest.mark.parametrize("procedure", FROM_21_TO_28)
def test_of_several_penalised_cards_the_others_go_in_the_following_turns(procedure):
    for facts, decision in all_paths(procedure):
        if facts.get("numero-penalizzate") == "piu-di-una":
            assert "oblige: altre-come-scarto responsabile al-prossimo-turno" in said(decision)


def test_a_card_that_only_the_opponents_saw_is_not_exposed():
    decision = decide("carta-esposta", gioco_proseguito="no", visibile_a="solo-avversari")
    assert said(decision) == ["inform: carta-non-esposta"]


def test_pointing_at_the_exposed_card_stops_play_whatever_was_done_with_it():
    pointed = [d for facts, d in all_paths("carta-esposta") if facts.get("richiamo-sulla-esposta") == "si"]
    stop, discard = "forbid: proseguire responsabile fine-turno", "oblige: scartare-la-esposta responsabile"
    kept_off = "forbid: su-giochi-del-compagno responsabile fine-smazzata"
    assert [said(decision) for decision in pointed] == [
        [stop, f"{discard} subito", kept_off],
        [stop, "oblige: prendere-prima responsabile subito", f"{discard} subito", kept_off],
        ["oblige: solo-pesca-e-scarto responsabile al-prossimo-turno", f"{discard} al-prossimo-turno", kept_off],
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
    assert counts == {
        "gioco-preesistente": ["punti-positivi"],
        "dopo-aggiunta": ["aggiunte-negative", "resto-del-gioco-vale"],
    }


def test_the_first_two_phantoms_leave_the_meld_free_and_say_so():
    for facts, decision in all_paths("carta-fantasma"):
        found = facts["dove-fantasma"] in ("gioco-prima-dello-scarto", "gioco-dopo-lo-scarto")
        assert ("inform: gioco-non-congelato" in said(decision)) == (found and facts["compatibile"] == "no")


def test_a_normal_draw_does_not_end_what_is_due_for_an_exposed_card():
    for facts, decision in all_paths("carta-esposta"):
        if verbs(decision, "refuse"):
            assert facts["uso-esposta"] == "turno-utile-passato"
        # A remark that nobody called for in time is lost alone: for the card itself all goes as without it.
        if facts.get("richiamo-sulla-esposta") == "decaduto":
            without = decide(
                "carta-esposta",
                **{k.replace("-", "_"): v for k, v in (facts | {"richiamo-sulla-esposta": "no"}).items()},
            )
            assert [order for order in said(decision) if order != "inform: richiamo-decaduto"] == said(without)


def test_an_exposed_card_put_on_the_partner_s_meld_is_penalised_by_the_moment():
    told = {"visibile_a": "compagno", "richiamo_sulla_esposta": "no", "uso_esposta": "su-gioco-del-compagno"}
    later = said(decide("carta-esposta", **told, momento="gioco-proseguito"))
    assert later == ["freeze: gioco coppia fine-smazzata", "inform: solo-eccedente-negativa"]
    after = said(decide("carta-esposta", **told, momento="dopo-lo-scarto"))
    assert "oblige: penalizzate-come-scarto responsabile al-prossimo-turno" in after


@pytest.mark.parametrize(
    ("procedure", "told"),
    [
        (
            "chiusura-senza-burraco",
            {"tipo_uscita": "chiusura", "scarto_finale": "regolare", "burraco_realizzato": "no"},
        ),
        ("chiusura-con-matta", {"tipo_uscita": "chiusura"}),
        ("chiusura-senza-scarto", {"tipo_uscita": "chiusura", "come_senza_scarto": "legando"}),
    ],
)
def test_a_closing_that_fails_is_said_first_and_in_full(procedure, told):
    decision = decide(procedure, gioco_proseguito="no", ultimo_gioco="aperto", **told)
    assert said(decision)[0] == "inform: chiusura-non-valida"
    assert "inform: bonus-chiusura" not in said(decision)


LEAVES = "oblige: lasciare-il-tavolo spettatore subito"
SENT_AWAY = "inform: angolista-si-allontana"


@pytest.mark.parametrize(
    ("official", "interferes", "asked", "orders"),
    [
        ("si", "no", None, ["inform: angolista-vietato", LEAVES]),
        ("no", "no", "no", ["inform: angolista-ammesso"]),
        ("no", "no", "si", [SENT_AWAY, LEAVES]),
        ("no", "si", "no", ["judgement: angolista-ha-influito"]),
        ("no", "si", "si", [SENT_AWAY, LEAVES, "judgement: angolista-ha-influito"]),
    ],
)
def test_whoever_watches_is_barred_from_national_and_regional_events_and_leaves_elsewhere_on_request(
    official, interferes, asked, orders
):
    told = {"torneo_nazionale_o_regionale": official, "angolista_interviene": interferes}
    told |= {"chiesto_di_allontanarlo": asked} if asked else {}
    assert said(decide("angolista", **told)) == orders


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
    decision = decide("carta-fantasma", dove_fantasma="sotto-lo-scarto", gioco_proseguito="no")
    assert [effect.what for effect in verbs(decision, "status")] == ["esposta"]
    assert decision.cites == (24, 26)


# -- what melds may hold, sequences and stalemate: 10–12 and 16 ---------------------------------


def test_beyond_the_length_a_card_is_in_excess_and_with_too_many_wild_cards_the_meld_is_wrong():
    leads = {"tredici": "carta-penalizzata", "otto": "carta-penalizzata", "entro": "gioco-non-ammesso"}
    for facts, decision in all_paths("gioco-non-ammesso"):
        ours = decision.path.index("gioco-non-ammesso")
        assert leads.get(facts["limite-superato"], "apertura-errata") in decision.path[ours : ours + 2]


def test_a_valid_sequence_is_put_in_order_freely_except_in_the_partner_s_turn():
    for facts, decision in all_paths("riordino-sequenza"):
        if facts["insieme-valido"] == "si":
            assert ("suggerimento" in decision.path) == (facts["tempo-riordino"] == "compagno")


def test_a_stalemate_is_declared_only_after_four_exchanges_seen_by_the_arbiter():
    for facts, decision in all_paths("stallo"):
        told = {effect.what for effect in verbs(decision, "inform")}
        assert ("stallo-dichiarato" in told) == (facts["giro-osservato"] == "solo-cambi")
