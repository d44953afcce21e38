"""Statements of the Codice del Tressette checked by hand, over every way of answering: what all the procedures of
chapter 2 share, laying down, calling out and going for cappotto (116–122, 130–147, 156, 169–170)."""

import pytest

from codes.deciding.walk import Decision, Question, walk
from codes.format.model import NotApplicable
from tests.codes.rulebooks.code_walks import DUPLICATE, IN_TIME, MODERN, ORDINARY, book, decide, said, told, verbs
from tests.tables import each

EVERY_FORM = [ORDINARY, MODERN, DUPLICATE]
ORDINARY_ONLY = (
    "andata-per-cappotto",
    "chiamarsi-fuori",
    "chiamata-fuori",
    "esito-chiamata-fuori",
    "fine-partita",
    "formazione-coppie",
    "piatto-contestato",
    "posta-contestata",
    "riposi-e-cartaro",
    "risarcimento",
    "verifica-irregolare",
)
EVERYWHERE = (
    "carta-non-a-meglio",
    "comportamento-giocatore",
    "messa-a-terra",
    "raccolta-pigliate",
    "rivedere-pigliate",
    "scala-disciplinare",
    "spettatori",
    "validita-messa-a-terra",
)
GROUP = (*ORDINARY_ONLY, *EVERYWHERE)


def orders(decision: Decision) -> list[tuple[str, str | None, str | None]]:
    """What is obliged or forbidden, whom it binds and until when."""
    return [
        (effect.what, effect.whom, effect.until) for effect in verbs(decision, "oblige") + verbs(decision, "forbid")
    ]


# -- every procedure of the group --------------------------------------------------------------


@pytest.mark.parametrize("name", GROUP)
def test_every_rule_has_a_worked_case(name: str) -> None:
    procedure, hit = book().procedures[name], set()
    for case in (e.case for e in book().examples_of(name) if e.case.expect.applies):
        decision = walk(book(), name, facts=case.facts, options=case.options)
        live = procedure.table.live({**case.facts, **case.options})
        rules = {row.rule for number, row in enumerate(procedure.table.rows) if live >> number & 1}
        if name in decision.path and len(rules) == 1:
            hit |= rules
    assert hit == set(range(1, len(procedure.rules) + 1))


@pytest.mark.parametrize("name", GROUP)
def test_questions_are_short_enough_to_read_at_a_table(name: str) -> None:
    for fact in book().procedures[name].facts.values():
        assert max(len(fact.ask.it), len(fact.ask.en)) < 62, fact.name
        if fact.source == "arbiter":
            assert max(len(words) for text in fact.answers.values() for words in (text.it, text.en)) <= 46, fact.name


@pytest.mark.parametrize("name", ORDINARY_ONLY)
def test_what_belongs_to_matches_and_stakes_does_not_exist_in_duplicate_play(name: str) -> None:
    with pytest.raises(NotApplicable):
        walk(book(), name, facts={}, options=DUPLICATE)


@pytest.mark.parametrize("name", EVERYWHERE)
def test_what_is_common_to_all_games_exists_in_every_form(name: str) -> None:
    for options in EVERY_FORM:
        assert isinstance(walk(book(), name, facts={}, options=options), Question)


@each("options", EVERY_FORM)
@each("name", GROUP)
def test_a_healing_by_silence_burdens_nobody(name: str, options: dict[str, str]) -> None:
    if book().procedures[name].applies_to(options) and book().procedures[name].emergence:
        assert said(decide(name, options, modalita="nessuna")) == ["sanatoria: implicita"]


@pytest.mark.long
@pytest.mark.parametrize("name", GROUP)
def test_penalties_in_the_standings_and_discipline_of_players_need_a_reason(name: str) -> None:
    for options in EVERY_FORM:
        if not book().procedures[name].applies_to(options):
            continue
        for _, decision in told(name, options):
            punished = verbs(decision, "penalty") + [e for e in verbs(decision, "discipline") if e.whom != "spettatore"]
            assert decision.needs_reason or not punished


# -- laying down, 116–122 and 156 --------------------------------------------------------------

A_MEGLIO = [
    ("meglio-a-meglio", "responsabile", "finche-di-mano"),
    ("meglio-a-meglio-se-di-mano", "compagno", "fine-passata"),
]


@pytest.mark.parametrize("options", EVERY_FORM)
def test_cards_that_do_not_hold_are_played_a_meglio_a_meglio_by_both_partners(options: dict[str, str]) -> None:
    for facts, decision in told("messa-a-terra", options):
        if facts.get("carte-calate") in {"soggetta", "prova-contraria"}:
            assert orders(decision) == A_MEGLIO
            # Without effect against an accusa and a calling out (121, 122): in duplicate there is neither to speak of.
            assert ("inform: messa-a-terra-inefficace" in said(decision)) == (options["forma"] == "ordinario")
            assert {120, 121} <= set(decision.cites)
        elif "scelta" not in facts:
            assert not orders(decision)


@pytest.mark.parametrize("options", EVERY_FORM)
def test_only_an_untimely_laying_down_is_annulled_and_only_by_an_opponent_alone(options: dict[str, str]) -> None:
    for facts, decision in told("messa-a-terra", options):
        early = facts["momento-messa-a-terra"] in {"compagno-di-mano", "fuori-turno"}
        untimely = early or facts.get("carta-del-compagno") == "si"
        alone = untimely and facts["esercizio-monte"] in {"da-se", "senza-risposta"}
        if "scelta" not in facts:
            assert bool(verbs(decision, "annul")) == alone
        assert (119 in decision.cites) == untimely


def test_waiting_for_the_partners_lead_is_untimely_however_strong_the_cards() -> None:
    moment = {"momento-messa-a-terra": "compagno-di-mano"}
    assert not any("carta-del-compagno" in facts for facts, _ in told("messa-a-terra", ORDINARY, moment))
    for _, decision in told("messa-a-terra", ORDINARY, {**moment, "esercizio-monte": "da-se"}):
        assert said(decision) == ["annul: con-ripetizione", "inform: riparte-lo-stesso-cartaro"]
        assert {117, 119} <= set(decision.cites)


def test_in_duplicate_nobody_is_asked_what_the_opponents_claim() -> None:
    assert not any("pretesa-avversari" in facts for facts, _ in told("messa-a-terra", DUPLICATE))
    assert all(
        "pretesa-avversari" in facts
        for facts, decision in told("messa-a-terra", ORDINARY)
        if "inform: messa-a-terra-valida" in said(decision)
    )


@pytest.mark.parametrize("claim", ["accusa", "chiamata"])
def test_a_valid_laying_down_stops_an_accusa_and_a_calling_out(claim: str) -> None:
    facts = {"momento_messa_a_terra": "risposta", "carte_calate": "reggono", "pretesa_avversari": claim}
    facts |= {"cappotto_a_terra": "si"}
    refused = {"accusa": "vittoria-con-accusa", "chiamata": "chiamata-dopo-messa-a-terra"}[claim]
    decision = decide("messa-a-terra", ORDINARY, **IN_TIME, **facts)
    assert said(decision) == [f"refuse: {refused}", "inform: messa-a-terra-valida"]
    assert (138 in decision.cites) == (claim == "chiamata")


@pytest.mark.parametrize("claim", ["accusa", "chiamata"])
def test_a_laying_down_healed_stops_them_too(claim: str) -> None:
    refused = {"accusa": "vittoria-con-accusa", "chiamata": "chiamata-dopo-messa-a-terra"}[claim]
    for facts, decision in told("validita-messa-a-terra", ORDINARY, {"pretesa-avversari": claim}):
        if facts.get("carte-calate") == "reggono":
            # 122 and 138 bar the call only where the cards make a cappotto.
            barred = facts.get("cappotto-a-terra") != "no"
            assert (f"refuse: {refused}" in said(decision)) == barred
            assert ("inform: si-puo-chiamare" in said(decision)) != barred


def test_each_untimely_moment_cites_its_own_article() -> None:
    for facts, decision in told("validita-messa-a-terra", ORDINARY):
        assert (117 in decision.cites) == (facts["momento-messa-a-terra"] == "compagno-di-mano")
        in_person = facts["momento-messa-a-terra"] in {"di-mano", "risposta"} and facts["carte-calate"] == "reggono"
        assert (116 in decision.cites) == (in_person or facts["momento-messa-a-terra"] == "fuori-turno")


def test_the_modern_rules_confirm_all_of_the_laying_down() -> None:
    def decided(options: dict[str, str]) -> list[tuple[list[str], tuple[int, ...]]]:
        return [(said(decision), decision.cites) for _, decision in told("validita-messa-a-terra", options)]

    assert decided(ORDINARY) == decided(MODERN)
    for options in EVERY_FORM:
        for _, decision in told("messa-a-terra", options):
            assert (156 in decision.cites) == (options["norme"] == "moderne")


@pytest.mark.parametrize("options", EVERY_FORM)
def test_the_obligation_binds_until_the_lead_passes_and_the_partner_only_on_lead(options: dict[str, str]) -> None:
    for facts, decision in told("carta-non-a-meglio", options):
        bound = facts.get("mano-passata") == "no" or facts.get("compagno-di-mano") == "si"
        wrong = bound and facts["carta-migliore"] == "piu-bassa"
        played = facts.get("carta-ferma") == "si"
        assert ("rectify: carta-migliore" in said(decision)) == (wrong and not played)
        assert decision.needs_reason == (wrong and played)
        assert (23 in decision.cites) == wrong
        refused = facts.get("accordo") == "no" or facts.get("tesserato") == "no"
        assert bool(verbs(decision, "refuse")) == (not wrong or refused)


# -- calling out, 130–138 and 169–170 ----------------------------------------------------------


@pytest.mark.parametrize("options", [ORDINARY, MODERN])
def test_a_call_is_lawful_only_in_a_match_by_points_without_the_point_made(options: dict[str, str]) -> None:
    for facts, decision in told("chiamata-fuori", options):
        possible = (
            facts["tipo-partita"] == "punti"
            and facts["come-arrivati"] in {"pigliate", "accuse"}
            and facts["mano-del-chiamante"] != "con-punto"
        )
        allowed = {"tradizionali": {"nessuna", "una"}, "moderne": {"nessuna"}}[options["norme"]]
        lawful = possible and facts["chiamate-premature"] in allowed
        assert ("esito-chiamata-fuori" in decision.path) == lawful
        assert bool(verbs(decision, "refuse")) == (not lawful)


def test_two_premature_calls_under_the_traditional_rules_lose_the_third() -> None:
    facts = {"esito_verifica": "non-raggiunto"}
    first = decide("esito-chiamata-fuori", ORDINARY, **facts, chiamate_premature="nessuna")
    second = decide("esito-chiamata-fuori", ORDINARY, **facts, chiamate_premature="una")
    assert not verbs(first, "forbid")
    assert verbs(second, "forbid")[0].to_dict() == {
        "forbid": "nuova-chiamata-fuori",
        "whom": "coppia",
        "until": "fine-passata",
    }
    assert not verbs(first, "concede") + verbs(second, "concede")


def test_one_premature_call_under_the_modern_rules_loses_the_match_and_the_right_to_call() -> None:
    decision = decide("esito-chiamata-fuori", MODERN, esito_verifica="non-raggiunto")
    assert "concede: partita avversari" in said(decision)
    assert ("nuova-chiamata-fuori", "coppia", "fine-passata") in orders(decision)
    assert ("chiamarsi-fuori", "avversari", "fine-passata") in orders(decision)
    assert {169, 170} <= set(decision.cites)


@pytest.mark.parametrize("options", [ORDINARY, MODERN])
def test_a_right_call_gives_the_match_and_the_right_to_the_cappotto(options: dict[str, str]) -> None:
    assert said(decide("esito-chiamata-fuori", options, esito_verifica="raggiunto")) == [
        "concede: partita avversari",
        "inform: facolta-cappotto",
    ]


@pytest.mark.parametrize(
    ("options", "facts", "verifier"),
    [
        (ORDINARY, {"mano_del_chiamante": "no", "pigliate_rivedibili": "si"}, "di-mano"),
        (ORDINARY, {"mano_del_chiamante": "no", "pigliate_rivedibili": "no"}, "compagno"),
        (ORDINARY, {"mano_del_chiamante": "senza-punto"}, "seguente"),
        (MODERN, {"mano_del_chiamante": "no"}, "compagno"),
        (MODERN, {"mano_del_chiamante": "senza-punto"}, "seguente"),
    ],
)
def test_the_verification_falls_to_one_player(options: dict[str, str], facts: dict[str, str], verifier: str) -> None:
    decision = decide("esito-chiamata-fuori", options, esito_verifica="da-verificare", **facts)
    assert said(decision) == [f"inform: verifica-{verifier}", "inform: modo-della-verifica"]


# -- going for cappotto, 139–147 and 170 -------------------------------------------------------

LOST = {"primo-sbagliato", "formula", "non-immediata", "tono", "tentennamento", "ricostruzione", "riviste"}


@pytest.mark.parametrize("options", [ORDINARY, MODERN])
def test_each_fault_of_145_loses_the_right_to_the_cappotto_and_nothing_else_does(options: dict[str, str]) -> None:
    for facts, decision in told("andata-per-cappotto", options, {"titolo-cappotto": "chiamata"}):
        excluded = facts.get("unilaterali-escluse") == "si" and facts.get("decisione-cappotto") == "si"
        alone = facts["svolgimento-cappotto"] == "unilaterale" and excluded
        fault = facts["svolgimento-cappotto"] in LOST or alone
        by_the_arbiter = facts.get("risponde") == "arbitro"
        assert bool(verbs(decision, "forfeit")) == (fault and not by_the_arbiter)
        assert ("inform: facolta-salva" in said(decision)) == (fault and by_the_arbiter)
        assert (145 in decision.cites) == fault


@pytest.mark.parametrize("fault", ["tono", "tentennamento", "ricostruzione"])
def test_what_145_itself_adds_to_139_142_is_no_reading(fault: str) -> None:
    decision = decide("andata-per-cappotto", ORDINARY, titolo_cappotto="chiamata", svolgimento_cappotto=fault)
    assert said(decision) == ["forfeit: facolta-cappotto coppia"]
    assert decision.readings == ()


def test_that_tricks_looked_at_again_lose_the_right_is_a_reading() -> None:
    facts = {"titolo_cappotto": "chiamata", "svolgimento_cappotto": "riviste", "risponde": "una-parte"}
    decision = decide("andata-per-cappotto", ORDINARY, **facts)
    assert said(decision) == ["forfeit: facolta-cappotto coppia"]
    assert len(decision.readings) == 1


@pytest.mark.parametrize(
    ("situation", "speaker"), [("di-mano", "di-mano"), ("accusa", "chi-ha-accusato"), ("mano-altrui", "seguente")]
)
def test_who_speaks_first(situation: str, speaker: str) -> None:
    facts = {"titolo_cappotto": "chiamata", "svolgimento_cappotto": "da-iniziare", "chi_inizia_cappotto": situation}
    assert said(decide("andata-per-cappotto", ORDINARY, **facts)) == [f"inform: parla-{speaker}"]


@pytest.mark.parametrize("title", ["terza-preclusa", "non-chiamata"])
def test_a_pair_not_called_out_declares_nothing(title: str) -> None:
    assert said(decide("andata-per-cappotto", ORDINARY, titolo_cappotto=title)) == ["inform: cappotto-libero"]


def test_under_the_modern_rules_a_premature_call_never_frees_from_declaring() -> None:
    for _, decision in told("andata-per-cappotto", MODERN, {"titolo-cappotto": "terza-preclusa"}):
        assert "chiamarsi-fuori" in decision.path
        assert "inform: cappotto-libero" not in said(decision)


def test_the_wrong_verifier_or_a_look_back_lose_the_cappotto_the_manner_does_not() -> None:
    for facts, decision in told("verifica-irregolare", ORDINARY):
        lost = facts["vizio-verifica"] in {"altro-giocatore", "rivista"} and facts["risponde"] != "arbitro"
        assert bool(verbs(decision, "forfeit")) == lost
    looked = {"vizio_verifica": "rivista", "risponde": "una-parte"}
    assert decide("verifica-irregolare", ORDINARY, **IN_TIME, **looked).readings


def test_callers_who_verify_take_nothing_from_the_pair_called_out() -> None:
    for _, decision in told("verifica-irregolare", ORDINARY, {"vizio-verifica": "chi-ha-chiamato"}):
        assert decision.needs_reason and not verbs(decision, "forfeit")


def test_a_cappotto_is_annulled_only_for_a_pair_called_too_early_that_played_on_in_silence() -> None:
    for facts, decision in told("chiamarsi-fuori", MODERN):
        silent = facts.get("arrivata-al-punteggio") == "battuta-seguente" and facts["adempimento"] != "si"
        assert bool(verbs(decision, "forfeit")) == (facts["era-stata-chiamata"] == "si" and silent)


def test_calling_oneself_out_is_a_modern_duty_only() -> None:
    with pytest.raises(NotApplicable):
        walk(book(), "chiamarsi-fuori", facts={}, options=ORDINARY)
