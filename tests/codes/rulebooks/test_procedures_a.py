"""What the code says of preparation, lead, declarations, following suit and exposed cards.

Statements checked by hand against the articles, beyond the worked cases; those
over "every decision" answer each question in every possible way.
"""

from collections.abc import Iterator

import pytest

from codes.deciding.book import Example
from codes.deciding.walk import Decision, Question, walk
from codes.library import get_rulebook
from codes.reading.loader import Rulebook, failures

TRADITIONAL = {"forma": "ordinario", "norme": "tradizionali", "accusa": "con-accusa"}
MODERN = {"forma": "ordinario", "norme": "moderne", "accusa": "con-accusa"}
DUPLICATE = {"forma": "duplicato", "norme": "moderne", "accusa": "con-accusa"}
ALL_OPTIONS = [TRADITIONAL, MODERN, DUPLICATE]

PREPARATION = ["alzata-irregolare", "distribuzione-irregolare", "numero-carte-errato"]
PLAY = [
    "fuori-mano",
    "dichiarazione-non-consentita",
    "dichiarazione-non-conforme",
    "dichiarazione-intempestiva",
    "faglio-liscio-errato",
    "sovranita-errata",
    "carta-contro-dichiarazione",
    "mancata-risposta",
    "risposta-lenta",
    "richiamo-attenzione",
    "carte-esposte",
    "carte-in-piu",
    "carta-ritirata",
]
GROUP = [*PREPARATION, "mano-duplicata-alterata", *PLAY, "senza-effetto-espresso"]
IN_TIME = {"modalita": "contestazione", "tempo": "tempestiva"}
BURDENS = {"penalty", "forfeit", "discipline", "forbid", "oblige", "annul", "arbitral", "concede"}


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return get_rulebook("fitres-tressette")


def every_walk(
    book: Rulebook, procedure: str, options: dict[str, str], facts: dict[str, str]
) -> Iterator[tuple[Decision, dict[str, str]]]:
    """Every decision that can be reached from these facts, each with the answers that led there."""
    result = walk(book, procedure, facts=facts, options=options)
    if isinstance(result, Decision):
        yield result, facts
        return
    assert isinstance(result, Question)
    for answer in result.fact.answers:
        yield from every_walk(book, procedure, options, {**facts, result.fact.name: answer})


def every_decision(book: Rulebook, procedure: str, options: dict[str, str], **facts: str) -> Iterator[Decision]:
    """All the decisions that can be reached from these facts, each question answered in every way."""
    return (decision for decision, _ in every_walk(book, procedure, options, facts))


def decide(book: Rulebook, procedure: str, options: dict[str, str], **facts: str) -> Decision:
    """The one decision that these facts give."""
    result = walk(book, procedure, facts=facts, options=options)
    assert isinstance(result, Decision), result
    return result


# Who deals and who leads, said after every redeal and replay; and that all must be there.
RESUMED = {"riparte-lo-stesso-cartaro", "distribuisce-chi-doveva", "tutti-presenti"}


def orders(decision: Decision) -> list[tuple[str, str]]:
    return [(effect.verb, effect.what) for effect in decision.effects if effect.what not in RESUMED]


def verbs(decision: Decision) -> set[str]:
    return {verb for verb, _ in orders(decision)}


# -- the worked cases ------------------------------------------------------------------


def test_every_worked_case_of_the_group_holds(book):
    wrong = {e.case.title.it: failures(book, e) for e in book.examples if e.procedure in GROUP}
    assert {title: found for title, found in wrong.items() if found} == {}


@pytest.mark.parametrize("procedure", GROUP)
def test_every_procedure_has_three_worked_cases(book, procedure):
    assert len(book.examples_of(procedure)) >= 3


@pytest.mark.parametrize("procedure", PLAY)
def test_every_procedure_tells_of_an_anomaly_nobody_noticed(book, procedure):
    assert any(e.case.facts.get("modalita") == "nessuna" for e in book.examples_of(procedure))


@pytest.fixture(scope="module")
def walked_cases(book: Rulebook) -> list[tuple[Example, Decision]]:
    """Every worked case to which a procedure applies, with its decision."""
    return [
        (e, walk(book, e.procedure, facts=e.case.facts, options=e.case.options))
        for e in book.examples
        if e.case.expect.applies
    ]


@pytest.mark.parametrize("procedure", GROUP)
def test_every_rule_is_hit_by_a_worked_case(book, walked_cases, procedure):
    table = book.procedures[procedure].table
    hit = set()
    for example, decision in walked_cases:
        if procedure in decision.path:
            # A `go` that settles a fact is part of the trail, not of the story told.
            known = {**example.case.facts, **example.case.options}
            known |= {step.fact: step.answer for step in decision.trail if step.procedure == procedure}
            rows = table.live(known)
            hit |= {row.rule for number, row in enumerate(table.rows) if rows >> number & 1}
    assert hit == set(range(1, len(book.procedures[procedure].rules) + 1))


# -- questions an arbiter can ask while players wait --------------------------------------


@pytest.mark.parametrize("procedure", GROUP)
def test_questions_and_answers_are_short(book, procedure):
    for fact in book.procedures[procedure].facts.values():
        if fact.source == "arbiter":
            assert max(len(fact.ask.it), len(fact.ask.en)) <= 90, fact.name
            assert max(len(label) for text in fact.answers.values() for label in (text.it, text.en)) <= 45, fact.name


@pytest.mark.long
@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("procedure", [*PREPARATION, *PLAY])
def test_few_questions_are_asked_and_nobody_is_punished_without_the_arbiters_reason(book, procedure, options):
    """Of every way of answering, walked once: the questions before an effect is chosen (95–96), and what is ordered."""
    # Whether somebody is a member is asked for the gravest measure alone.
    theirs = {name for group in GROUP for name in book.procedures[group].facts} - {"modalita", "tesserato"}
    for decision, answers in every_walk(book, procedure, options, {}):
        before = list(answers)[: list(answers).index("scelta")] if "scelta" in answers else list(answers)
        assert len(theirs.intersection(before)) <= 6, before
        # Against a laying down the opponents' annulment is their own right (119), as where the deal itself was wrong.
        theirs_by_right = "messa-a-terra" in decision.path or procedure in PREPARATION
        if verbs(decision) & {"penalty", "discipline", "annul"} and not theirs_by_right:
            assert decision.needs_reason, orders(decision)


# -- preparation (17–21, 77–81, 154) -------------------------------------------------------


def test_one_simple_card_shown_redeals_under_modern_rules(book):
    facts = {"fase-passata": "prima", "difetto-distribuzione": "semplice-scoperta"}
    decision = decide(book, "distribuzione-irregolare", MODERN, **facts)
    assert orders(decision) == [("redo", "preparazione")]
    assert 154 in decision.cites


def test_one_simple_card_shown_does_not_redeal_under_traditional_rules(book):
    facts = {"fase-passata": "prima", "difetto-distribuzione": "semplice-scoperta"}
    decision = decide(book, "distribuzione-irregolare", TRADITIONAL, **facts)
    assert orders(decision) == [("refuse", "ridistribuzione")]
    assert 21 in decision.cites


@pytest.mark.parametrize("options", [TRADITIONAL, MODERN])
@pytest.mark.parametrize("fault", ["tressette-scoperta", "piu-scoperte", "a-terra", "numero", "modo", "assente"])
def test_the_other_faults_of_the_deal_redeal_under_both_rules(book, options, fault):
    facts = {"fase-passata": "prima", "difetto-distribuzione": fault}
    assert orders(decide(book, "distribuzione-irregolare", options, **facts)) == [("redo", "preparazione")]


@pytest.mark.parametrize("procedure", [*PREPARATION, "mano-duplicata-alterata"])
def test_duplicate_play_never_replays_an_annulled_deal(book, procedure):
    for decision in every_decision(book, procedure, DUPLICATE):
        assert ("annul", "con-ripetizione") not in orders(decision)


@pytest.mark.parametrize("procedure", [*PREPARATION, "mano-duplicata-alterata"])
def test_an_irregular_preparation_in_duplicate_gives_an_artificial_score_whoever_is_to_blame(book, procedure):
    for decision in every_decision(book, procedure, DUPLICATE, **{"origine-numero": "ricevuto"}):
        if "annul" in verbs(decision):
            assert ("arbitral", "artificiale") in orders(decision)
            assert "penalty" not in verbs(decision)


@pytest.mark.parametrize("procedure", PREPARATION)
def test_a_duplicated_hand_is_never_shuffled_cut_or_dealt_again(book, procedure):
    for decision in every_decision(book, procedure, DUPLICATE, **{"tipo-mano": "duplicata"}):
        assert "redo" not in verbs(decision)


def test_an_original_hand_is_dealt_again_also_in_duplicate(book):
    facts = {"fase-passata": "prima", "tipo-mano": "originale", "difetto-distribuzione": "semplice-scoperta"}
    assert orders(decide(book, "distribuzione-irregolare", DUPLICATE, **facts)) == [("redo", "preparazione")]


@pytest.mark.parametrize("options", [TRADITIONAL, MODERN])
def test_a_wrong_number_dealt_and_found_in_play_is_replayed_by_right(book, options):
    facts = {"fase-passata": "in-corso", "origine-numero": "ricevuto"}
    assert orders(decide(book, "numero-carte-errato", options, **facts)) == [("annul", "con-ripetizione")]


def test_a_short_packet_repeats_the_cut_alone(book):
    facts = {"fase-passata": "prima", "difetto-alzata": "porzione-corta", "carte-distribuite": "no"}
    assert orders(decide(book, "alzata-irregolare", TRADITIONAL, **facts)) == [("redo", "alzata")]


@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("stage", ["prima", "in-corso"])
@pytest.mark.parametrize("fault", ["non-mischiata", "mischiata-negata"])
def test_a_fault_of_the_shuffle_always_rests_on_the_right_to_shuffle(book, options, stage, fault):
    facts = {"fase-passata": stage, "tipo-mano": "originale", "difetto-alzata": fault}
    assert all({17, 18} <= set(d.cites) for d in every_decision(book, "alzata-irregolare", options, **facts))


def test_another_may_cut_by_agreement_only_where_partners_can_sit_side_by_side(book):
    facts = {"fase-passata": "prima", "tipo-mano": "originale", "difetto-alzata": "tagliatore-convenuto"}
    assert verbs(decide(book, "alzata-irregolare", TRADITIONAL, **facts)) == {"refuse"}
    for decision in every_decision(book, "alzata-irregolare", DUPLICATE, **facts):
        assert verbs(decision) == {"redo"}


def test_an_annulment_asked_after_consulting_is_refused(book):
    facts = {"fase-passata": "in-corso", "difetto-alzata": "mancante", "esercizio-monte": "consultato"}
    assert ("refuse", "monte-consultato") in orders(decide(book, "alzata-irregolare", MODERN, **facts))


@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("procedure", PREPARATION)
def test_a_redeal_and_a_replay_end_with_who_deals_and_who_leads(book, procedure, options):
    """26, 79, 100: as if the board had not begun; the one who was due, where the wrong player had dealt."""
    for decision, answers in every_walk(book, procedure, options, {}):
        again = any(effect.verb == "redo" or effect.what == "con-ripetizione" for effect in decision.effects)
        wrong = answers.get("difetto-distribuzione") == "cartaro-errato"
        said = [effect.what for effect in decision.effects if effect.what in RESUMED - {"tutti-presenti"}]
        assert said == (["distribuisce-chi-doveva" if wrong else "riparte-lo-stesso-cartaro"] if again else [])


# -- emergence (65) --------------------------------------------------------------------------


@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("procedure", PLAY)
def test_what_nobody_noticed_is_healed_and_nothing_more(book, procedure, options):
    decision = decide(book, procedure, options, modalita="nessuna")
    assert orders(decision) == [("sanatoria", "implicita")]


# -- good faith (43, 52, 95) --------------------------------------------------------------------


@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("mode", ["constatazione", "ravvedimento", "palesamento", "contestazione"])
@pytest.mark.parametrize("said", ["faglio", "faglio-compagno", "liscio-compagno"])
def test_a_wrong_faglio_in_good_faith_is_never_sanctioned(book, options, mode, said):
    facts = {"modalita": mode, "tempo": "tempestiva", "faglio-di-che": said, "malafede": "no"}
    found = list(every_decision(book, "faglio-liscio-errato", options, **facts))
    assert [orders(decision) for decision in found] == [[("inform", "errore-non-sanzionabile")]]


def test_only_the_faglio_in_another_suit_is_exempt_by_a_reading(book):
    read = {
        said: bool(
            decide(book, "faglio-liscio-errato", MODERN, **IN_TIME, malafede="no", **{"faglio-di-che": said}).readings
        )
        for said in ("faglio", "faglio-compagno", "liscio-compagno")
    }
    assert read == {"faglio": True, "faglio-compagno": False, "liscio-compagno": False}


@pytest.mark.parametrize("options", ALL_OPTIONS)
def test_a_wrong_faglio_reached_from_another_procedure_is_exempt_too(book, options):
    facts = {"esito-precisazione": "errata", "oggetto-errato": "faglio-liscio", "faglio-di-che": "faglio"}
    facts |= {"difformita": "poco-chiara", "malafede": "no"}
    for decision in every_decision(book, "dichiarazione-non-conforme", options, **IN_TIME, **facts):
        assert not verbs(decision) & BURDENS


def test_a_wrong_winner_in_good_faith_is_exempt_unless_it_rests_on_a_tressette_card(book):
    facts = {**IN_TIME, "errore-sovranita": "falsa", "malafede": "no"}
    exempt = decide(book, "sovranita-errata", MODERN, **facts, **{"dipendeva-da-tressette": "no"})
    assert orders(exempt) == [("inform", "errore-non-sanzionabile")]
    for decision in every_decision(book, "sovranita-errata", MODERN, **facts, **{"dipendeva-da-tressette": "si"}):
        assert decision.needs_reason


def test_a_wrong_piombo_never_asks_on_which_other_card_it_rested(book):
    for decision, facts in every_walk(book, "sovranita-errata", MODERN, {**IN_TIME, "errore-sovranita": "piombo"}):
        assert "dipendeva-da-tressette" not in facts
        assert decision.needs_reason is (facts["malafede"] == "si")


# -- traditional against modern declarations (124–126, 157–167) ----------------------------------


@pytest.mark.parametrize(
    ("procedure", "facts"),
    [
        ("dichiarazione-non-consentita", {"vizio-dichiarazione": "palo-tacito", "ancora-di-mano": "si"}),
        ("dichiarazione-non-consentita", {"vizio-dichiarazione": "palo-dichiarato", "ancora-lunghissimo": "no"}),
        ("dichiarazione-non-consentita", {"vizio-dichiarazione": "gia-nota", "detto-piombo": "no"}),
        ("dichiarazione-intempestiva", {"momento-dichiarazione": "pigliata-dopo-altro"}),
        ("dichiarazione-intempestiva", {"momento-dichiarazione": "altri-dopo-giocata"}),
        ("sovranita-errata", {"errore-sovranita": "notoria", "detto-piombo": "no"}),
        ("carta-contro-dichiarazione", {"contrasto": "liscio", "carta-ferma": "si", "correzione-immediata": "no"}),
    ],
)
def test_bans_of_the_modern_rules_do_not_bind_traditional_play(book, procedure, facts):
    assert verbs(decide(book, procedure, TRADITIONAL, **IN_TIME, **facts)) == {"refuse"}
    assert all(d.needs_reason for d in every_decision(book, procedure, MODERN, **IN_TIME, **facts))


@pytest.mark.parametrize(
    ("procedure", "facts"),
    [
        ("dichiarazione-non-consentita", {"vizio-dichiarazione": "gia-nota"}),
        ("sovranita-errata", {"errore-sovranita": "notoria"}),
    ],
)
def test_a_piombo_may_be_said_though_all_know_that_the_card_is_sovereign(book, procedure, facts):
    for options in ALL_OPTIONS:
        decision = decide(book, procedure, options, **IN_TIME, **facts, **{"detto-piombo": "si"})
        assert orders(decision) == [("refuse", "dichiarazione-lecita")]


@pytest.mark.parametrize("options", ALL_OPTIONS)
def test_the_suit_won_is_declared_while_the_trick_is_put_away_and_by_the_traditional_rules_after(book, options):
    facts = {"momento-dichiarazione": "pigliata-deposta", "gioco-proseguito": "nessuno", "scelta": "nessun-effetto"}
    decision, modern = decide(book, "dichiarazione-intempestiva", options, **IN_TIME, **facts), "moderne"
    assert (("refuse", "dichiarazione-lecita") in orders(decision)) is (options["norme"] != modern)
    assert (158 in decision.cites) is (options["norme"] == modern)


def test_a_suit_declared_very_long_may_be_called_still_very_long(book):
    facts = {"vizio-dichiarazione": "palo-dichiarato", "ancora-lunghissimo": "si"}
    decision = decide(book, "dichiarazione-non-consentita", MODERN, **IN_TIME, **facts)
    assert orders(decision) == [("refuse", "dichiarazione-lecita")]
    assert 166 in decision.cites


def test_nobody_may_interrupt_to_have_a_conforming_declaration_specified(book):
    decision = decide(book, "dichiarazione-non-conforme", TRADITIONAL, **IN_TIME, difformita="niente")
    assert orders(decision) == [("refuse", "richiesta-precisazione")]


@pytest.mark.parametrize("corrected", ["si", "no"])
def test_taking_back_liscio_qui_does_not_lift_the_duty_to_change_suit(book, corrected):
    facts = {**IN_TIME, "contrasto": "liscio", "carta-ferma": "si", "correzione-immediata": corrected}
    for decision in every_decision(book, "carta-contro-dichiarazione", MODERN, **facts):
        assert decision.needs_reason
        assert 159 in decision.cites and 23 not in decision.cites


def test_conformity_reaches_the_modern_rules_only_by_a_reading(book):
    asked = {"difformita": "poco-chiara", "esito-precisazione": "attesa", "chiesto-prima": "si"}
    for facts in ({"difformita": "niente"}, asked):
        traditional = decide(book, "dichiarazione-non-conforme", TRADITIONAL, **IN_TIME, **facts)
        modern = decide(book, "dichiarazione-non-conforme", DUPLICATE, **IN_TIME, **facts)
        assert traditional.effects == modern.effects
        assert not traditional.readings and modern.readings


# -- cards (23–25) ---------------------------------------------------------------------------------


@pytest.mark.parametrize("procedure", ["fuori-mano", "carta-contro-dichiarazione", "mancata-risposta"])
def test_a_card_neither_seen_nor_on_the_table_costs_nothing(book, procedure):
    facts = {**IN_TIME, "carta-ferma": "no", "aveva-palo": "si", "contrasto": "altro", "atto-fuori-mano": "battuta"}
    assert verbs(decide(book, procedure, MODERN, **facts)) == {"rectify"}


@pytest.mark.parametrize("kind", ["ripresa", "cambiata"])
def test_a_card_that_touched_the_table_stays_played(book, kind):
    facts = {"tipo-ritiro": kind, "carta-ferma": "si"}
    for decision in every_decision(book, "carta-ritirata", DUPLICATE, **IN_TIME, **facts):
        stays = orders(decision)[0] == ("rectify", "carta-resta-giocata")
        assert stays != ("annul" in verbs(decision))  # unless the whole board is gone


def test_a_card_shown_ready_may_not_be_changed(book):
    for decision in every_decision(book, "carte-esposte", DUPLICATE, **IN_TIME, esposizione="pronta"):
        assert orders(decision)[0] == ("forbid", "cambiare-carta-mostrata")


def test_a_revoke_shown_by_later_plays_asks_nobody_whether_he_held_the_suit(book):
    facts = {"modalita": "constatazione", "tempo": "tempestiva"}
    result = walk(book, "mancata-risposta", facts=facts, options=DUPLICATE)
    assert isinstance(result, Question)
    assert result.procedure.id == "principi-generali"
