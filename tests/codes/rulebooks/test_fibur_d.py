"""The Burraco code beyond the card penalties, checked by hand against the articles: seats, counting the hand, the wild
two, sheets and withdrawals (3, 4, 10, 13, 19, 20, 39), and the unnumbered parts on the arbiter, conduct and screens.

What is expected here was written from the articles, before looking at what the program answers.
"""

import pytest

from codes.burraco.cards import by_rank, by_rule, cards
from codes.burraco.melds import Burraco, meld
from codes.deciding.walk import NotApplicable, walk
from tests.codes.rulebooks.fibur_walks import OPTIONS, SCREENS, all_paths, book, decide, said, verbs

TEAMS = OPTIONS | {"partita": "squadre"}
NEW = (
    "comportamento-scorretto", "obblighi-del-tavolo", "chiamata-arbitro", "matta-spostata",
    "sostituzione-squadra", "score-smarrito", "abbandono", "scelta-dei-posti", "mescolatura-irregolare",
    "unica-carta-del-monte", "caso-non-previsto",
)  # fmt: skip

# -- seats and the hand (3, 4) ---------------------------------------------------------


def test_drawing_for_seats_goes_by_rank_and_penalised_cards_by_points():
    drawn = cards("9♥ K♠ A♣ 2♠")
    assert by_rank(drawn) == cards("2♠ A♣ K♠ 9♥")
    assert by_rule(drawn) == cards("2♠ A♣ 9♥ K♠")


@pytest.mark.parametrize("duty", ["contare-la-mano", "scoprire-presto"])
def test_a_hand_looked_at_instead_of_counted_is_dealt_again(duty):
    seen = decide("obblighi-del-tavolo", obbligo_dimenticato=duty, di_mano_ha_giocato="no", mano_gia_guardata="si")
    assert (said(seen), seen.cites) == (["redo: distribuzione"], (4,))
    unseen = decide("obblighi-del-tavolo", obbligo_dimenticato=duty, di_mano_ha_giocato="no", mano_gia_guardata="no")
    assert said(unseen)[0] == "oblige: contare-la-mano tutti subito"
    late = decide("obblighi-del-tavolo", obbligo_dimenticato=duty, di_mano_ha_giocato="si")
    assert said(late)[0] == "sanatoria: implicita"


def test_no_other_duty_of_the_table_brings_a_new_deal():
    for facts, decision in all_paths("obblighi-del-tavolo"):
        assert bool(verbs(decision, "redo")) == (facts.get("mano-gia-guardata") == "si")
        assert not verbs(decision, "penalty")


# -- wild cards and burraco (10, 13) ---------------------------------------------------


def test_a_natural_two_may_become_wild_and_then_stays():
    decision = decide("matta-spostata", situazione_matta="due-ora-matta")
    assert said(decision) == ["refuse: mossa-lecita", "inform: due-resta-matta"]
    moved = decide("matta-spostata", situazione_matta="spostata", rilevata="subito", resto_del_gioco="no")
    assert said(moved) == ["rectify: matta-al-suo-posto"]


def test_a_wild_card_between_seven_cards_and_one_still_makes_a_semi_clean():
    assert meld(cards("3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ Jolly J♥")).burraco is Burraco.SEMI_CLEAN
    assert meld(cards("3♥ 4♥ 5♥ 6♥ 7♥ 8♥ Jolly 10♥ J♥")).burraco is Burraco.DIRTY


# -- sheets and withdrawals (19, 20, 39) -----------------------------------------------


def test_a_sheet_found_once_standings_are_final_changes_nothing():
    decision = decide("score-smarrito", score_ritrovato="si", fasi_dello_score="no", classifica_chiusa="si")
    assert (said(decision), decision.cites) == (["refuse: classifica-definitiva"], (19, 20))


def test_a_team_takes_no_substitute_who_already_played():
    told = {"meta_raggiunta": "no", "sostituiti_in_squadra": "fino-a-due"}
    assert said(decide("sostituzione-squadra", TEAMS, **told, chi_entra_ha_giocato="si")) == [
        "refuse: sostituto-gia-in-gara"
    ]
    told |= {"chi_entra_ha_giocato": "no"}
    answers = {"no": "inform: sostituzione-ammessa", "avvisato": "inform: sostituzione-ammessa"}
    answers |= {"non-avvisato": "refuse: primo-turno-senza-avviso"}
    for posted, expected in answers.items():
        assert said(decide("sostituzione-squadra", TEAMS, **told, primo_turno_esposto=posted)) == [expected]


def test_the_one_at_fault_in_a_quarrel_is_the_one_referred():
    told = {"motivo_abbandono": "litigio", "punteggio_superiore": "no"}
    alone = said(decide("abbandono", **told, colpa_del_litigio="giocatore"))
    assert [line for line in alone if "fixed" not in line] == [
        "discipline: deferimento giocatore-del-litigio",
        "forbid: riprendere-il-torneo giocatore-del-litigio",
        "withdraw: ritiro coppia",
    ]
    both = said(decide("abbandono", **told, colpa_del_litigio="coppia"))
    assert {"discipline: deferimento coppia", "withdraw: esclusione coppia"} <= set(both)


@pytest.mark.parametrize(("how", "referred"), [("avvisando", []), ("senza-avviso", ["entrambe"])])
def test_two_lines_that_walk_off_are_referred_unless_they_told_the_director(how, referred):
    decision = decide("abbandono", motivo_abbandono="entrambe", come_abbandonano=how)
    assert [effect.whom for effect in verbs(decision, "discipline")] == referred
    (score,) = verbs(decision, "fixed_score")
    assert score.vp == 0


# -- the arbiter, conduct, screens -----------------------------------------------------


def test_opposite_stories_suspend_the_deal_only_if_nothing_can_be_established():
    told = {"motivo_chiamata": "versioni-opposte"}
    known = decide("chiamata-arbitro", **told, arbitro_sa_decidere="si", momento="dopo-lo-scarto")
    assert said(known) == ["inform: chiamata-ammessa"]
    stuck = decide("chiamata-arbitro", **told, arbitro_sa_decidere="no")
    assert stuck.needs_reason
    assert said(stuck)[0] == "inform: smazzata-sospesa"


def test_conduct_may_be_warned_and_need_not():
    for facts, decision in all_paths("comportamento-scorretto"):
        if facts["fatto-di-condotta"] == "norma":
            assert bool(verbs(decision, "penalty")) == (facts["ammonizione-opportuna"] == "si")


def test_removal_takes_a_written_reason_and_ethics_go_to_the_disciplinary_bodies():
    removed = decide("comportamento-scorretto", fatto_di_condotta="disturbo")
    assert said(removed)[0] == "discipline: allontanamento coppia"
    assert removed.needs_reason
    assert said(decide("comportamento-scorretto", fatto_di_condotta="etica")) == [
        "discipline: deferimento responsabile"
    ]


def test_a_sign_to_the_partner_is_judged_as_prompting():
    told = {"fatto_di_condotta": "segnale", "da_allora": "scartato", "tipo_suggerimento": "giocata"}
    assert decide("comportamento-scorretto", **told).path == ("comportamento-scorretto", "suggerimento")


def test_duties_behind_screens_exist_only_with_screens_and_cost_nothing():
    with pytest.raises(NotApplicable):
        walk(book(), "obblighi-coi-separe", facts={}, options=OPTIONS)
    for duty in ("regolazione", "monte-ordinato", "dichiarare"):
        decision = decide("obblighi-coi-separe", SCREENS, obbligo_coi_separe=duty)
        assert [effect.verb for effect in decision.effects] == ["oblige", "inform"]


def test_what_the_code_does_not_foresee_is_the_arbiters_with_a_reason_and_no_effect_of_its_own():
    assert "principi-generali" not in book().procedures
    for facts, decision in all_paths("caso-non-previsto"):
        late = facts.get("gioco-proseguito") == "si"
        of_the_arbiter = facts["ambito-del-caso"] == "arbitro"
        judged = "judgement: rimedio-all-errore-arbitrale" if of_the_arbiter else "judgement: spirito-del-gioco"
        assert [said(decision)[0]] == ["refuse: diritto-decaduto"] if late else judged in said(decision)
        assert all(effect.verb in ("inform", "judgement", "refuse") for effect in decision.effects)
        assert decision.needs_reason is not late


@pytest.mark.parametrize("procedure", NEW)
def test_every_article_cited_is_among_those_of_its_procedure(procedure):
    listed = book().procedures[procedure]
    assert {number for rule in listed.rules for number, _ in rule.citations} <= set(listed.articles)


@pytest.mark.parametrize("procedure", [*NEW, "obblighi-coi-separe"])
def test_every_rule_has_a_worked_case(procedure):
    table, hit = book().procedures[procedure].table, set()
    for example in (e for e in book().examples if e.case.expect.applies):
        decision = walk(book(), example.procedure, facts=example.case.facts, options=example.case.options)
        if procedure in decision.path:
            known = {**example.case.facts, **example.case.options}
            known |= {step.fact: step.answer for step in decision.trail if step.procedure == procedure}
            rows = table.live(known)
            hit |= {row.rule for number, row in enumerate(table.rows) if rows >> number & 1}
    assert hit == set(range(1, len(book().procedures[procedure].rules) + 1))
