"""Statements on the accusa (172–185) checked by hand, over every way of answering."""

import pytest

from codes.deciding.walk import walk
from codes.format.model import NotApplicable
from tests.codes.rulebooks.code_walks import ACCUSA, DUPLICATE, ORDINARY, all_paths, book, decide, said, verbs

# 180: the partner spoke, no opponent annuls and one objects.
IN_THE_FIRST_TRICK = {"prima_battuta": "in-corso", "esercizio_monte": "nessuno", "chi_contesta": "avversario"}


@pytest.mark.parametrize("procedure", ACCUSA)
def test_without_accusa_its_anomalies_do_not_exist(procedure: str) -> None:
    with pytest.raises(NotApplicable):
        walk(book(), procedure, facts={}, options={**DUPLICATE, "accusa": "senza-accusa"})


@pytest.mark.parametrize("procedure", ["accusa-anticipata", "accusa-tardiva"])
@pytest.mark.parametrize("forma", ["ordinario", "duplicato"])
def test_an_accusa_annulled_by_an_opponent_keeps_no_healing(procedure: str, forma: str) -> None:
    for facts, decision in all_paths(procedure, forma):
        if facts.get("esercizio-monte") == "da-se":
            assert not verbs(decision, "sanatoria")
            assert verbs(decision, "annul")


def test_an_early_accusa_contested_in_time_binds_the_whole_side() -> None:
    contested = {"esercizio_monte": "nessuno", "contestazione_battuta": "in-tempo"}
    decision = decide("accusa-anticipata", **contested, dichiarato="napoletana-completa")
    assert said(decision) == [
        "sanatoria: esplicita",
        "forfeit: punti-buongioco responsabile",
        "forbid: nuove-accuse coppia",
        "forbid: sanare-accuse compagno",
        "forbid: uscire-palo-napoletana compagno",
        "replace_card: risposta avversari",
    ]
    assert decision.cites == (183,)


@pytest.mark.parametrize(
    "dichiarato", ["napoletana-completa", "napoletana-incompleta", "uguali-completa", "incompleta"]
)
def test_an_early_accusa_loses_its_points_only_if_complete(dichiarato: str) -> None:
    decision = decide(
        "accusa-anticipata", esercizio_monte="nessuno", contestazione_battuta="in-tempo", dichiarato=dichiarato
    )
    complete = dichiarato.endswith("-completa")
    assert bool(verbs(decision, "forfeit")) is complete
    assert ("forbid: completare-accusa responsabile" in said(decision)) is not complete


@pytest.mark.parametrize("procedure", ["accusa-anticipata", "accusa-tardiva"])
def test_an_untimely_accusa_that_nobody_contests_keeps_its_points(procedure: str) -> None:
    decision = decide(procedure, prima_battuta="finita", esercizio_monte="nessuno", contestazione_battuta="nessuna")
    assert said(decision) == ["sanatoria: implicita", "inform: accusa-resta"]
    assert decision.readings


def test_a_late_accusa_leaves_the_other_accuse_free() -> None:
    for _, decision in all_paths("accusa-tardiva"):
        assert "forbid: nuove-accuse coppia" not in said(decision)


@pytest.mark.parametrize("napoletana", ["si", "no"])
def test_only_a_late_napoletana_needs_184_read_as_late_and_bars_the_partner(napoletana: str) -> None:
    contested = {"prima_battuta": "finita", "esercizio_monte": "nessuno", "contestazione_battuta": "in-tempo"}
    decision = decide("accusa-tardiva", **contested, napoletana=napoletana)
    assert bool(decision.readings) is (napoletana == "si")
    assert bool(verbs(decision, "forbid")) is (napoletana == "si")


@pytest.mark.parametrize("forma", ["ordinario", "duplicato"])
def test_only_the_partners_remark_gives_the_faculty_to_annul(forma: str) -> None:
    for facts, decision in all_paths("rilievo-accusa-altrui", forma):
        if facts["chi-rileva-accusa"] == "avversario" and facts["prima-battuta"] == "in-corso":
            asked_for_nothing = ["inform: conferma-non-si-chiede", "inform: accusa-resta"]
            mended = ["rectify: accusa-se-occorre accusatore", "sanatoria: esplicita"]
            assert said(decision) == (asked_for_nothing if facts["accusa-rettificata"] == "no" else mended)


def test_partner_and_opponent_together_count_as_the_partner() -> None:
    facts = IN_THE_FIRST_TRICK | {"accusa_rettificata": "si"}
    partner = decide("rilievo-accusa-altrui", chi_rileva_accusa="compagno", **facts)
    together = decide("rilievo-accusa-altrui", chi_rileva_accusa="insieme", **facts)
    assert together.effects == partner.effects
    assert together.cites == (70, 180)


def test_the_points_are_lost_only_if_the_accusa_was_mended_after_the_partners_remark() -> None:
    for rectified in ("si", "no"):
        facts = IN_THE_FIRST_TRICK | {"chi_rileva_accusa": "compagno", "accusa_rettificata": rectified}
        assert bool(verbs(decide("rilievo-accusa-altrui", **facts), "forfeit")) is (rectified == "si")


def test_a_forgotten_accusa_is_mended_within_the_first_trick_unless_the_match_is_won() -> None:
    facts = {"difetto_accusa": "dimenticata", "modalita": "ravvedimento", "prima_battuta": "in-corso"}
    facts |= {"risposta_avversaria": "si"}
    mended = decide("accusa-dimenticata-o-errata", ORDINARY, **facts, avversari_vittoria="no")
    won = decide("accusa-dimenticata-o-errata", ORDINARY, **facts, avversari_vittoria="si")
    assert said(mended) == ["rectify: accusa", "sanatoria: implicita", "replace_card: risposta avversari"]
    assert said(won) == ["refuse: rimedio-dopo-vittoria", "sanatoria: nessuna"]


def test_keeping_a_buongioco_silent_is_lawful() -> None:
    for modalita in ("constatazione", "nessuna"):
        decision = decide("accusa-dimenticata-o-errata", difetto_accusa="dimenticata", modalita=modalita)
        assert said(decision) == ["inform: buongioco-taciuto"]


def test_play_that_shows_a_wrong_napoletana_alone_forbids_its_correction() -> None:
    wrong = {
        case: decide("accusa-constatata", prima_battuta="in-corso", caso_constatato=case, risposta_avversaria="si")
        for case in ("errata-napoletana", "errata-non-napoletana")
    }
    assert "forbid: correggere-accusa responsabile" in said(wrong["errata-napoletana"])
    assert not verbs(wrong["errata-napoletana"], "replace_card")
    assert said(wrong["errata-non-napoletana"])[0] == "rectify: accusa"


def test_the_suit_of_an_incomplete_napoletana_shown_by_play_falls_to_the_principles() -> None:
    shown = {"prima_battuta": "in-corso", "caso_constatato": "palo-napoletana"}
    decision = decide("accusa-constatata", **shown, scelta="nessun-effetto")
    assert decision.path[1:] == ("accusa-constatata", "principi-generali")
    assert not verbs(decision, "replace_card")
    assert 185 in decision.cites


def test_three_of_four_is_never_mended_as_a_napoletana() -> None:
    for _, decision in all_paths("accusa-tre-di-quattro"):
        assert "forbid: correggere-accusa responsabile" not in said(decision)
        assert said(decision)[0] == "inform: quattro-o-nulla"


def test_a_wrong_accusa_found_after_the_first_trick_falls_to_the_principles_unless_it_is_mended() -> None:
    for facts, decision in all_paths("accusa-errata-dopo-prima-battuta"):
        by_others = facts["modalita"] in ("constatazione", "palesamento", "contestazione")
        silent = by_others and facts["poi-corretta"] == "no"
        assert (decision.path[2:3] == ("principi-generali",)) is silent
