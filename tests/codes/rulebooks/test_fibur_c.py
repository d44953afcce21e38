"""The Burraco code on preparing, counting, the score sheet, time, absence and lateness (1–5, 7, 15, 17–20, 37–41).

Statements checked by hand against the articles, over every way of answering, and against the figures kept as data.
"""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from codes.burraco.parameters import MatchKind, ScoreKind, load_fixed_scores, load_parameters
from codes.deciding.walk import Decision, Question, say, walk
from codes.format.effects import GivenScore
from codes.library import RULEBOOKS, get_rulebook
from tests.tables import each

CODE = "fibur-burraco-2019"
BOOK = get_rulebook(CODE)
FIXED, PARAMETERS = load_fixed_scores(RULEBOOKS / CODE), load_parameters(RULEBOOKS / CODE)
GROUP = """scelta-dei-posti posto-sbagliato cambio-formazione mescolatura-irregolare taglio-irregolare
    distribuzione-irregolare mazziere-saltato carta-scoperta-nel-tallone mazzo-irregolare obblighi-del-tavolo
    giochi-sovrapposti time-out fine-della-smazzata conteggio-della-smazzata score-non-consegnato score-smarrito
    score-incompleto errore-nello-score errore-in-classifica mancato-conteggio gioco-lento sostituzione
    sostituzione-squadra squadra-incompleta assenza abbandono partita-persa-per-assenza malessere
    iscrizione-in-ritardo ritardo-al-tavolo riposo interruzione-torneo somma-ammonizioni""".split()
PREPARATION = ["mescolatura-irregolare", "taglio-irregolare", "distribuzione-irregolare"]
ROWS = ["entro-2", "da-2-a-5", "da-5-a-10", "oltre-10"]
SECONDS = {"presente": 0, "entro-2": 120, "da-2-a-5": 300, "da-5-a-10": 600, "oltre-10": 601}

Path = tuple[dict[str, str], Decision]


def options(match: str = "quattro-smazzate") -> dict[str, str]:
    return {"partita": match, "separe": "senza-separe"}


def paths(procedure: str, match: str, told: dict[str, str]) -> Iterator[Path]:
    """Every way of answering, with the decision it leads to."""
    result = walk(BOOK, procedure, facts=told, options=options(match))
    if isinstance(result, Decision):
        yield told, result
        return
    for answer in result.fact.answers:
        yield from paths(procedure, match, {**told, result.fact.name: answer})


@cache
def all_paths(procedure: str, match: str) -> tuple[Path, ...]:
    return tuple(paths(procedure, match, {})) if BOOK.procedures[procedure].applies_to(options(match)) else ()


def decide(procedure: str, match: str = "quattro-smazzate", /, **facts: str) -> Decision:
    told = {name.replace("_", "-"): answer for name, answer in facts.items()}
    result = walk(BOOK, procedure, facts=told, options=options(match))
    assert isinstance(result, Decision), f"still asks {result.fact.name}"
    return result


def said(decision: Decision) -> list[str]:
    """The effects as `verb: object whom`."""
    return [f"{e.verb}: {e.what}" + (f" {e.whom}" if e.whom else "") for e in decision.effects]


def scores(decision: Decision) -> dict[str, tuple[int, int]]:
    """VP and MP of each side that gets a fixed score."""
    return {str(e.whom): (e.vp, e.mp) for e in decision.effects if isinstance(e, GivenScore)}


# -- the worked cases and the questions ----------------


@pytest.mark.parametrize("procedure", GROUP)
def test_every_rule_is_hit_by_a_worked_case(procedure):
    table, hit = BOOK.procedures[procedure].table, set()
    for example in (e for e in BOOK.examples if e.case.expect.applies):
        decision = walk(BOOK, example.procedure, facts=example.case.facts, options=example.case.options)
        if procedure in decision.path:
            known = {**example.case.facts, **example.case.options}
            known |= {step.fact: step.answer for step in decision.trail if step.procedure == procedure}
            rows = table.live(known)
            hit |= {row.rule for number, row in enumerate(table.rows) if rows >> number & 1}
    assert hit == set(range(1, len(BOOK.procedures[procedure].rules) + 1))


@pytest.mark.parametrize("procedure", GROUP)
def test_questions_and_answers_are_short(procedure):
    for fact in BOOK.procedures[procedure].facts.values():
        assert max(len(fact.ask.it), len(fact.ask.en)) <= 90, fact.name
        assert max(len(text) for answer in fact.answers.values() for text in (answer.it, answer.en)) <= 52, fact.name


@each("match", MatchKind)
@each("procedure", GROUP)
def test_every_decision_is_read_out_in_both_languages(procedure, match):
    for _, decision in all_paths(procedure, match):
        for effect in decision.effects:
            it, en = say(effect, BOOK, "it"), say(effect, BOOK, "en")
            assert "{" not in it + en
            assert re.findall(r"\d+", it) == re.findall(r"\d+", en)


def test_every_kind_of_fixed_score_is_ordered_somewhere():
    ordered = {
        effect.what
        for match in MatchKind
        for procedure in GROUP
        for _, decision in all_paths(procedure, match)
        for effect in decision.effects
        if isinstance(effect, GivenScore)
    }
    assert ordered == {kind.value for kind in ScoreKind}


def test_a_score_is_read_out_with_its_sign():
    effect = decide("riposo", gia_riposato="no").effects[0]
    assert say(effect, BOOK, "it") == "Per la linea che riposa: punteggio di riposo, 13 VP, +505 MP."
    lost = decide("score-smarrito", score_ritrovato="no").effects[0]
    assert say(lost, BOOK, "en") == "The score sheet is lost. For both lines, to each: 7 VP, −505 MP."


# -- preparation (2–5, 7) ----------------


@pytest.mark.parametrize("procedure", PREPARATION)
def test_the_first_draw_heals_whatever_came_before(procedure):
    for facts, decision in all_paths(procedure, "quattro-smazzate"):
        if facts.get("di-mano-ha-giocato") == "si":
            assert said(decision)[0] == "sanatoria: implicita"
            assert 7 in decision.cites


@pytest.mark.parametrize("fault", ["carta-vista", "carte-guardate", "senso-sbagliato", "numero", "altro"])
def test_a_faulty_deal_found_before_the_first_draw_is_dealt_again(fault):
    decision = decide("distribuzione-irregolare", di_mano_ha_giocato="no", vizio_distribuzione=fault)
    assert said(decision) == ["redo: distribuzione"]


def test_missing_cards_are_added_and_not_dealt_again():
    decision = decide("distribuzione-irregolare", di_mano_ha_giocato="no", vizio_distribuzione="non-bastano")
    assert said(decision) == ["rectify: carte-mancanti"]


def test_only_the_wrong_shuffler_is_warned():
    for facts, decision in all_paths("mescolatura-irregolare", "quattro-smazzate"):
        warned = "penalty: ammonizione responsabile" in said(decision)
        assert warned is (facts["vizio-mescolatura"] == "altro-giocatore" and facts["di-mano-ha-giocato"] == "no")


@pytest.mark.parametrize("when", ["durante", "dopo"])
def test_a_wrong_pack_never_costs_the_result(when):
    for extra in ("mancano", "eccedono"):
        told = said(decide("mazzo-irregolare", momento_mazzo=when, vizio_mazzo=extra))
        assert told[0] in ("inform: smazzata-valida", "inform: risultato-resta")
        assert told[-1].startswith("rectify: mazzo")


def test_a_match_begun_at_the_wrong_table_stands_with_a_warning():
    told = said(decide("posto-sbagliato", di_mano_ha_giocato="si"))
    assert told[:2] == ["inform: partita-valida-fuori-posto", "penalty: ammonizione coppia"]
    # One line or both: as they are tapped.
    assert BOOK.procedures["posto-sbagliato"].persons["responsabile"].choose == "lines"


# -- time-out and the end of a deal (15, 17) ----------------


@pytest.mark.parametrize(
    ("on_turn", "drawn", "lap"),
    [
        ("altri", None, "giro-dal-primo-servito"),  # the code's first two examples
        ("primo-servito", "si", "giro-dal-giro-dopo"),  # its third
        ("primo-servito", "no", "giro-da-ora"),
    ],
)
def test_the_last_lap_begins_with_the_player_served_first(on_turn, drawn, lap):
    facts = {"fase_time_out": "gioco", "di_turno_time_out": on_turn} | (
        {"primo_servito_ha_preso": drawn} if drawn else {}
    )
    assert said(decide("time-out", **facts))[0] == f"inform: {lap}"


def test_only_a_regular_closing_brings_the_bonus():
    for facts, decision in all_paths("fine-della-smazzata", "quattro-smazzate"):
        assert ("inform: bonus-chiusura" in said(decision)) is (facts.get("chiusura-come") == "regolare")


# -- the score sheet (19, 20) ----------------


def test_a_sheet_left_on_the_table_costs_the_winner_one_vp():
    (effect,) = decide("score-non-consegnato", score_sul_tavolo="lasciato", esito_partita="vinta").effects
    assert (effect.verb, effect.what, effect.whom, effect.amount) == ("penalty", "vp", "coppia", 1)
    assert FIXED.score_not_returned.vp == -1


def test_at_ten_all_the_arbiter_says_who_had_to_return_it():
    told = {"score_sul_tavolo": "lasciato", "esito_partita": "pari"}
    for due, given in (("si", ["penalty: vp coppia"]), ("no", [])):
        decision = decide("score-non-consegnato", **told, penalita_in_parita=due)
        assert decision.needs_reason
        assert said(decision)[1:] == given


@pytest.mark.parametrize(
    ("found", "phases", "restored"), [("no", "no", False), ("si", "no", True), ("si", "si", False)]
)
def test_a_lost_sheet_is_restored_unless_the_merit_groups_have_begun(found, phases, restored):
    decision = decide("score-smarrito", score_ritrovato=found, fasi_dello_score=phases, classifica_chiusa="no")
    assert ("rectify: punteggio-trascritto" in said(decision)) is restored
    assert scores(decision) == ({} if restored else {"entrambe": (7, -505)})


def test_no_error_of_the_players_is_corrected_without_the_opponents():
    for facts, decision in all_paths("errore-nello-score", "quattro-smazzate"):
        if facts.get("conferma-avversari") == "no":
            assert said(decision) == ["refuse: correzione-senza-conferma"]


def test_posted_positions_change_only_for_an_error_of_the_scoring_room():
    for facts, decision in all_paths("errore-nello-score", "quattro-smazzate"):
        may_change = "inform: posizione-modificabile" in said(decision)
        assert may_change is (
            facts.get("autore-errore-score") == "sala-conti" and facts.get("posizione-esposta") == "si"
        )


@pytest.mark.parametrize("kind", ["prima-dei-gironi", "finale"])
def test_after_ten_minutes_standings_are_final(kind):
    assert PARAMETERS.standings_minutes == 10
    assert said(decide("errore-in-classifica", dieci_minuti="no", tipo_classifica=kind)) == ["rectify: classifica"]
    assert said(decide("errore-in-classifica", dieci_minuti="si", tipo_classifica=kind))[0].startswith("refuse")


# -- time to play (38) ----------------


@pytest.mark.parametrize(("hand", "cards"), [("meno-di-4", 3), ("da-4-a-10", 4), ("da-4-a-10", 10), ("da-11", 11)])
def test_the_limit_told_is_that_of_the_data(hand, cards):
    decision = decide(
        "gioco-lento",
        ragione_valida="no",
        carte_di_chi_pensa=hand,
        limite_superato="si",
        gioca_in_cinque_secondi="no",
        ha_gia_preso="si",
    )
    seconds = PARAMETERS.seconds_for(cards)
    assert said(decision) == [f"inform: limite-{seconds}", "oblige: scartare-la-piu-alta responsabile"]
    assert f"{seconds} secondi" in say(decision.effects[0], BOOK, "it")


# -- substitution and absence (39) ----------------


@pytest.mark.parametrize(
    ("procedure", "match", "half"),
    [("sostituzione", "tre-smazzate", "meta-superata"), ("sostituzione-squadra", "squadre", "meta-raggiunta")],
)
def test_a_pair_is_changed_up_to_half_and_a_team_only_before(procedure, match, half):
    for facts, decision in all_paths(procedure, match):
        if facts[half] == "si":
            assert said(decision) == ["refuse: sostituzione-tardiva"]


def test_a_pair_is_changed_once():
    for _, decision in all_paths("sostituzione", "due-smazzate"):
        told = said(decision)
        assert len(told) == 1 or told == [
            "inform: sostituzione-ammessa",
            "forbid: altre-sostituzioni coppia-sostituita",
        ]


@pytest.mark.parametrize("match", MatchKind)
def test_absence_without_notice_is_referred_and_scored_alike(match):
    for missed, kind in (("primi-tre", ScoreKind.ABSENT), ("dal-quarto", ScoreKind.ABSENT_LONG)):
        told = {
            notice: decide("assenza", match, direttore_avvisato=notice, turno_di_assenza=missed)
            for notice in ("si", "no")
        }
        assert scores(told["si"]) == scores(told["no"])
        assert scores(told["si"])["linea-assente"] == (FIXED.score_for(kind, match).vp, FIXED.score_for(kind, match).mp)
        assert "discipline: deferimento linea-assente" in said(told["no"])
        assert "discipline: deferimento linea-assente" not in said(told["si"])


@pytest.mark.parametrize("match", MatchKind)
def test_whoever_leaves_in_a_quarrel_never_returns(match):
    for facts, decision in all_paths("abbandono", match):
        whom = {"giocatore": "giocatore-del-litigio", "coppia": "coppia"}.get(facts.get("colpa-del-litigio", ""))
        banned = {effect.whom for effect in decision.effects if effect.what == "riprendere-il-torneo"}
        assert banned == ({whom} if facts["motivo-abbandono"] == "litigio" else set())
        if whom:
            assert said(decision)[0] == f"discipline: deferimento {whom}"
            assert scores(decision)["coppia"][0] == 0


@pytest.mark.parametrize("procedure", ["abbandono", "malessere", "partita-persa-per-assenza", "squadra-incompleta"])
def test_an_unjust_advantage_leaves_the_score_to_the_arbiter(procedure):
    for match in MatchKind:
        for facts, decision in all_paths(procedure, match):
            if facts.get("ingiusto-vantaggio") == "si":
                assert decision.needs_reason
                assert scores(decision) == {}


def test_a_better_score_already_earned_is_kept_for_the_innocent_line():
    for match in MatchKind:
        for facts, decision in all_paths("abbandono", match):
            if facts.get("punteggio-superiore") == "si":
                assert "judgement: punteggio-maturato" in said(decision)
                assert "parte-innocente" not in scores(decision)


# -- lateness (40) ----------------


@each("match", MatchKind)
@each("other", ["presente", *ROWS])
@each("own", ROWS)
def test_the_procedure_orders_what_the_table_of_lateness_says(own, other, match):
    decision = decide("ritardo-al-tavolo", match, ritardo=own, ritardo_altra=other, ingiusto_vantaggio="no")
    sides = FIXED.lateness_of(SECONDS[own], SECONDS[other], match)
    given = scores(decision)
    # A bonus is no fault of its own: the line that gets it is named, not called the one at fault.
    for (whom, named), side in zip((("coppia", "prima-linea"), ("avversari",) * 2), sides, strict=True):
        assert (f"penalty: ammonizione {whom}" in said(decision)) is side.warned
        bonus = {0: [], 100: [f"indemnity: bonus-100 {named}"], 150: [f"indemnity: bonus-150 {named}"]}[side.bonus_mp]
        assert [told for told in said(decision) if told.startswith("indemnity") and told.endswith(named)] == bonus
        granted = [one.mp for one in decision.effects if one.verb == "indemnity" and one.whom == named]
        assert granted == ([side.bonus_mp] if side.bonus_mp else [])
        # Nor is a line that wins, the other being later still.
        won = side.figures is not None and side.figures.vp > 10
        figures = given.get(named if won else whom, given.get("entrambe"))
        assert figures == ((side.figures.vp, side.figures.mp) if side.figures else None)


def test_two_lines_beyond_ten_minutes_are_the_only_ones_asked_about_an_unjust_advantage():
    for own in ROWS:
        for other in ("presente", *ROWS):
            told = {"ritardo": own, "ritardo-altra": other}
            result = walk(BOOK, "ritardo-al-tavolo", facts=told, options=options())
            assert isinstance(result, Question) is (own == other == "oltre-10")


@pytest.mark.parametrize("match", MatchKind)
def test_a_pair_rests_once_a_session(match):
    assert said(decide("riposo", match, gia_riposato="si")) == ["refuse: secondo-riposo"]
    assert scores(decide("riposo", match, gia_riposato="no")) == {
        "chi-riposa": (FIXED.score_for(ScoreKind.BYE, match).vp, FIXED.score_for(ScoreKind.BYE, match).mp)
    }


# -- interruption and warnings (41) ----------------


def test_prizes_are_given_only_beyond_half():
    assert said(decide("interruzione-torneo", forza_maggiore="si", meta_superata="si")) == [
        "inform: premi-da-ultima-classifica"
    ]
    assert said(decide("interruzione-torneo", forza_maggiore="si", meta_superata="no")) == [
        "inform: rimborso-montepremi"
    ]


@pytest.mark.parametrize(
    ("answer", "warnings"), [("meno-di-tre", 2), ("terza", 3), ("gia-penalizzate", 4), ("altre-tre", 6)]
)
def test_warnings_cost_what_the_parameters_say(answer, warnings):
    costs = PARAMETERS.warnings.penalty(warnings) > PARAMETERS.warnings.penalty(warnings - 1)
    effects = decide("somma-ammonizioni", ammonizioni_sommate=answer).effects
    assert [e.amount for e in effects if e.verb == "penalty"] == ([PARAMETERS.warnings.vp] if costs else [])
