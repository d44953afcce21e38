"""What the F.I.Bur. code says of every irregularity.

The right that lapses, whose error it is, what a frozen meld and an exposed card bring with them.
"""

import pytest

from codes.deciding.walk import Decision, walk
from tests.codes.rulebooks.fibur_walks import OPTIONS, SCREENS, all_paths, book, said, verbs

TAKING = {
    clause: sorted(name for name, procedure in book().procedures.items() if clause in procedure.takes)
    for clause in book().general.clauses
}
FOR_A_TURN = {"giochi-aperti", "giochi-con-carte-legate", "ancora-un-giro"}
CLOSING, KEPT_OFF = "inform: congelati-se-si-chiude", "forbid: su-giochi-del-compagno responsabile fine-smazzata"


def decided(name: str, **facts: str) -> Decision:
    options = OPTIONS if book().procedures[name].applies_to(OPTIONS) else SCREENS
    reached = walk(
        book(), name, facts={fact.replace("_", "-"): answer for fact, answer in facts.items()}, options=options
    )
    assert isinstance(reached, Decision), reached.fact.name
    return reached


@pytest.mark.parametrize("name", TAKING["decaduto"])
def test_once_an_opponent_has_drawn_nothing_more_is_asked_or_ordered(name):
    decision = decided(name, gioco_proseguito="si")
    assert said(decision) == ["refuse: diritto-decaduto"]
    assert decision.cites == (21,)


# Of these the table itself asks when and by whom, or asks the two apart (21, 29, 30).
TELLS_THE_TURN = [*TAKING["nel-turno"], "gioco-col-monte", "carte-lasciate-nel-monte", "scelta-pesca-o-raccolta"]
TELLS_THE_TURN += ["matta-spostata", "combinazioni-uguali", "apertura-errata", "mancata-pesca"]
THE_DISCARD = {"scartare", "scartare-secondo-norma", "scartare-matta-seconda", "solo-pesca-e-scarto"}


@pytest.mark.parametrize("name", TAKING["nel-turno"])
def test_in_the_turn_too_nothing_is_ordered_once_an_opponent_has_drawn(name):
    assert said(decided(name, rilevata="gioco-proseguito")) == ["refuse: diritto-decaduto"]


@pytest.mark.parametrize("name", TELLS_THE_TURN)
def test_the_partner_who_points_an_error_out_before_the_discard_is_warned_once(name):
    found = False
    for facts, decision in all_paths(name):
        spoke = facts.get("rilevata") == "dal-compagno" or facts.get("chi-rileva") == "compagno"
        warned = [effect.whom for effect in verbs(decision, "penalty") if effect.whom in ("chi-parla", "coppia")]
        assert len(warned) == (1 if spoke else 0)
        found |= spoke
    assert found


@pytest.mark.parametrize("name", [*TELLS_THE_TURN, "suggerimento", "rilievo-del-compagno"])
def test_after_the_discard_none_is_ordered_for_that_turn(name):
    found = False
    for facts, decision in all_paths(name):
        over = {"dopo-lo-scarto", "scartato"} & {facts.get(fact) for fact in ("rilevata", "momento", "da-allora")}
        now = [effect.what for effect in verbs(decision, "oblige") if effect.until == "subito"]
        assert not over or not THE_DISCARD & {*now}
        found |= bool(over)
    assert found


@pytest.mark.parametrize("name", TAKING["di-chi"])
def test_no_player_is_penalised_for_an_error_that_is_the_arbiters_or_nobodys(name):
    of_the_arbiter = decided(name, chi_risponde="arbitro")
    assert said(of_the_arbiter)[1] == "judgement: rimedio-all-errore-arbitrale"
    assert said(decided(name, chi_risponde="nessuno")) == ["judgement: spirito-del-gioco"]
    assert not any(effect.whom for effect in of_the_arbiter.effects)


@pytest.mark.parametrize("name", TAKING["di-chi"])
def test_whose_error_it_is_follows_from_who_was_tapped(name):
    """Where the clause is taken somebody is asked for first of all, and the arbiter may be tapped, or nobody."""
    person = book().procedures[name].persons["responsabile"]
    assert person.choose == "fault"
    assert not person.after


@pytest.mark.parametrize("name", TAKING["congelati"])
def test_whatever_is_frozen_for_a_turn_says_what_it_comes_to_if_somebody_closes(name):
    found = False
    for _, decision in all_paths(name):
        frozen = FOR_A_TURN & {effect.what for effect in verbs(decision, "freeze")}
        assert (CLOSING in said(decision)) == bool(frozen)
        found |= bool(frozen)
    assert found


@pytest.mark.parametrize("name", TAKING["esposta"])
def test_whatever_is_exposed_may_not_go_on_the_partners_melds(name):
    found = False
    for _, decision in all_paths(name):
        exposed = "esposta" in {effect.what for effect in verbs(decision, "status")}
        assert not exposed or KEPT_OFF in said(decision)
        found |= exposed
    assert found


def test_a_freezing_or_an_exposed_card_without_its_clause_has_a_reason_of_its_own():
    prompted = {"suggerimento", "comportamento-scorretto"}
    for name, procedure in book().procedures.items():
        if not procedure.listed or not procedure.applies_to(OPTIONS):
            continue
        for _, decision in all_paths(name):
            frozen = FOR_A_TURN & {effect.what for effect in verbs(decision, "freeze")}
            exposed = "esposta" in {effect.what for effect in verbs(decision, "status")}
            in_the_article = "mancata-pesca" in decision.path or CLOSING in said(decision)
            assert not frozen or "congelati" in procedure.takes or in_the_article
            assert not exposed or KEPT_OFF in said(decision) or name in prompted
