"""Statements of the Codice del Tressette checked by hand, over every way of answering:
emergence, principles, healing, annulment, arbitral scores, tricks and score (35–38, 65–84, 93–97)."""

import pytest

from codes.deciding.walk import Question, walk
from codes.format.model import NotApplicable
from tests.codes.rulebooks.code_walks import (
    ACCUSA,
    DUPLICATE,
    ORDINARY,
    OTHERS,
    all_paths,
    book,
    decide,
    paths,
    said,
    verbs,
)

# -- emergence, 65–71 -----------------------------------------------------------------


def test_an_anomaly_nobody_detects_is_healed_without_further_questions() -> None:
    asked_first = [p.id for p in book().procedures.values() if p.emergence and p.applies_to(DUPLICATE)]
    assert asked_first
    for procedure in asked_first:
        decision = decide(procedure, modalita="nessuna")
        assert said(decision) == ["sanatoria: implicita"]
        assert decision.cites == (65,)


@pytest.mark.parametrize("tempo", ["anticipata", "tardiva"])
def test_untimely_detection_replaces_the_effects_of_the_anomaly(tempo: str) -> None:
    for facts, decision in paths("altra-anomalia", DUPLICATE, {"modalita": "contestazione", "tempo": tempo}):
        assert "altra-anomalia" not in decision.path
        in_time = facts.get("punteggio-annotato") != "si"
        assert ("principi-generali" in decision.path) == (facts["chi-eccepisce"] == "avversario" and in_time)


def test_an_early_objection_is_not_asked_whether_the_score_is_noted() -> None:
    for facts, _ in paths("altra-anomalia", DUPLICATE, {"modalita": "contestazione", "tempo": "anticipata"}):
        assert "punteggio-annotato" not in facts


def test_only_an_opponent_raises_the_untimeliness() -> None:
    assert said(decide("rilevazione-intempestiva", chi_eccepisce="altri")) == [
        "refuse: intempestivita-da-altri",
        "sanatoria: implicita",
    ]


def test_the_emergence_alone_leads_on_to_nothing() -> None:
    assert decide("emersione", modalita="contestazione", tempo="tempestiva").effects == ()


# -- principles, 72 and 93–97 -----------------------------------------------------------


@pytest.mark.parametrize("forma", ["ordinario", "duplicato"])
@pytest.mark.parametrize("procedure", OTHERS + ACCUSA)
def test_the_general_principles_always_need_a_reason(procedure: str, forma: str) -> None:
    for _, decision in all_paths(procedure, forma):
        if "principi-generali" in decision.path:
            assert decision.needs_reason
            assert {95, 96} <= set(decision.cites)


def test_the_principles_offer_each_effect_of_article_72() -> None:
    offered = {effect.verb for _, decision in all_paths("principi-generali") for effect in decision.effects}
    assert {"sanatoria", "reserve", "forbid", "oblige", "penalty", "discipline", "annul", "arbitral"} <= offered


def test_the_principles_reprimand_only_who_does_it_again() -> None:
    again = {"onere": "disciplinare", "misura_disciplinare": "richiamo"}
    for scelta in ("sanzione", "correzione"):
        decision = decide("principi-generali", scelta=scelta, gioco_proseguito="nessuno", **again)
        assert said(decision)[-2:] == ["judgement: recidiva", "discipline: richiamo responsabile"]
        assert 87 in decision.cites


def test_the_arbiter_chooses_the_measure_of_the_ladder() -> None:
    """87 lists four measures and imposes no order."""
    chosen = {
        effect.what
        for facts, decision in all_paths("principi-generali")
        for effect in verbs(decision, "discipline")
        if facts["misura-disciplinare"] == effect.what  # 87: only members are referred
    }
    assert chosen == {"richiamo", "diffida", "allontanamento", "deferimento"}


def test_a_card_is_replaced_only_where_something_was_rectified() -> None:
    """73: those who follow may change their card after a rectification, and after nothing else."""
    for name in book().procedures:
        if name in {"principi-generali", "sanzione-sola", "sanatoria-esplicita", "senza-effetto-espresso"}:
            for _, decision in all_paths(name):
                assert bool(verbs(decision, "replace_card")) <= bool(verbs(decision, "rectify"))
    for facts, decision in all_paths("principi-generali"):
        if facts["scelta"] == "sanzione":
            assert not {effect.verb for effect in decision.effects} & {"rectify", "replace_card", "sanatoria"}


def test_a_final_healing_needs_everybodys_agreement() -> None:
    played = {"gioco_proseguito": "avversari"}
    agreed = decide("principi-generali", scelta="sanatoria-definitiva", accordo="si", **played)
    (healing,) = verbs(agreed, "sanatoria")
    assert (healing.to_dict()["finality"], healing.to_dict()["basis"]) == ("definitiva", "facoltativa")
    refused = decide("principi-generali", scelta="sanatoria-definitiva", accordo="no", **played)
    assert "refuse: sanatoria-senza-accordo" in said(refused)
    assert [healing.what for healing in verbs(refused, "sanatoria")] == ["nessuna"]


@pytest.mark.parametrize(
    ("asked", "ordered", "article"),
    [
        ({"che_si_riapre": "definitiva"}, ["refuse: sanatoria-irreversibile"], 74),
        ({"che_si_riapre": "implicita"}, ["refuse: errore-gia-sanato"], 65),
        ({"che_si_riapre": "decisione", "fatti_nuovi": "no"}, ["refuse: decisione-resta"], 97),
        ({"che_si_riapre": "sospesa", "effetto_temuto": "non-ancora"}, ["refuse: effetto-non-verificato"], 75),
    ],
)
def test_what_is_healed_for_good_is_not_reopened(asked, ordered, article) -> None:
    decision = decide("riaprire", **asked)
    assert said(decision)[:1] == ordered
    assert article in decision.cites


# 67 forbids, 68 and 52 say «may be sanctioned»: no play to rectify. The first question says so, at each of their doors.
SANCTIONED = {
    "dichiarazione-carte-dopo-rilevazione": {},
    "rilevazione-inesistente": {},
    "sovranita-errata": {"errore-sovranita": "falsa", "dipendeva-da-tressette": "si"},
    "faglio-liscio-errato": {"faglio-di-che": "faglio", "malafede": "si"},
}


@pytest.mark.parametrize("procedure", SANCTIONED)
def test_what_may_only_be_sanctioned_asks_for_a_sanction_first(procedure: str) -> None:
    facts = {"modalita": "contestazione", "tempo": "tempestiva", **SANCTIONED[procedure]}
    for told, decision in paths(procedure, DUPLICATE, facts):
        assert "sanzione-sola" in decision.path
        if told["che-occorre"] != "rimedio":
            assert not verbs(decision, "replace_card")


def test_a_burden_excludes_the_healing() -> None:
    for facts, decision in all_paths("principi-generali"):
        if facts["scelta"] == "correzione":
            assert [effect.what for effect in verbs(decision, "sanatoria")] == ["nessuna"]


@pytest.mark.parametrize(
    "procedure", ["rilevazione-inesistente", "altra-anomalia", "dichiarazione-carte-dopo-rilevazione"]
)
def test_where_the_code_is_silent_the_arbiter_chooses(procedure: str) -> None:
    facts = {"modalita": "contestazione", "tempo": "tempestiva"}
    for _, decision in paths(procedure, DUPLICATE, facts):
        assert "judgement: principi-generali" in said(decision)
        assert decision.needs_reason


# -- healing and reservation, 73–76 ------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("procedure", OTHERS + ACCUSA)
def test_a_reservation_and_a_suspended_healing_come_together(procedure: str) -> None:
    for _, decision in all_paths(procedure):
        suspended = [effect for effect in verbs(decision, "sanatoria") if effect.to_dict().get("finality") == "sospesa"]
        assert len(verbs(decision, "reserve")) == len(suspended)


def test_a_reservation_excludes_the_final_healing() -> None:
    reserved = {"sanatoria_prevista": "facoltativa", "riserva": "avversario", "gioco_proseguito": "nessuno"}
    decision = decide("sanatoria-esplicita", **reserved, accordo="si")
    assert verbs(decision, "sanatoria")[0].to_dict() == {
        "sanatoria": "esplicita",
        "finality": "sospesa",
    }


def test_a_final_healing_by_agreement_needs_everybody() -> None:
    for facts, decision in all_paths("sanatoria-esplicita"):
        agreed = {"sanatoria": "esplicita", "finality": "definitiva", "basis": "facoltativa"}
        if agreed in [effect.to_dict() for effect in decision.effects]:
            assert facts["accordo"] == "si"
            assert facts["riserva"] != "avversario"


@pytest.mark.parametrize(
    ("played", "whom"),
    [
        ("nessuno", None),
        ("avversari", "avversario-seguente"),
        ("compagno", "avversario-seguente"),
        ("tutti", "avversari-seguenti"),
        ("battuta-finita", None),
    ],
)
def test_a_mandatory_healing_asks_only_who_has_played_since(played: str, whom: str | None) -> None:
    """73: those who follow in turn, in the trick in progress, replace the card they played."""
    decision = decide("sanatoria-esplicita", sanatoria_prevista="obbligatoria", gioco_proseguito=played)
    replaced = [f"replace_card: gia-giocata {whom}"] if whom else []
    assert said(decision) == ["rectify: errore", "sanatoria: esplicita", *replaced]


@pytest.mark.parametrize("forma", ["ordinario", "duplicato"])
def test_a_reservation_annuls_only_invoked_by_its_author_alone_and_at_once(forma: str) -> None:
    for facts, decision in all_paths("riserva-invocata", forma):
        alone = {"effetto-temuto": "si", "chi-invoca": "titolare", "momento-riserva": "subito"}
        after_another = {"effetto-temuto": "si", "chi-invoca": "altri", "titolare-dopo-altri": "si"}
        valid = alone.items() <= facts.items() or after_another.items() <= facts.items()
        assert bool(verbs(decision, "annul")) == valid


def test_a_reservation_lapses_only_when_its_time_has_passed() -> None:
    stays = decide("riserva-invocata", effetto_temuto="non-ancora")
    assert not verbs(stays, "sanatoria")
    assert said(decide("riserva-invocata", effetto_temuto="mai")) == ["sanatoria: esplicita"]


# -- annulment and arbitral scores, 77–84 -------------------------------------------------


@pytest.mark.parametrize("procedure", OTHERS + ACCUSA)
def test_duplicate_play_never_replays(procedure: str) -> None:
    for _, decision in all_paths(procedure):
        annulled = [effect.what for effect in verbs(decision, "annul")]
        assert annulled in ([], ["senza-ripetizione"])
        assert len(verbs(decision, "arbitral")) == len(annulled)


@pytest.mark.parametrize("procedure", OTHERS + ACCUSA)
def test_ordinary_play_replays_and_knows_no_arbitral_score(procedure: str) -> None:
    for _, decision in all_paths(procedure, "ordinario"):
        assert [effect.what for effect in verbs(decision, "annul")] in ([], ["con-ripetizione"])
        assert not verbs(decision, "arbitral")


def test_playing_a_card_renounces_the_annulment_only_for_an_early_accusa() -> None:
    advice = book().procedures["andata-a-monte"].facts["esercizio-monte"].help
    assert advice is not None and "183" in advice.it and "183" in advice.en
    for procedure in ("alzata-irregolare", "distribuzione-irregolare", "accusa-tardiva"):
        assert all(183 not in decision.cites for _, decision in all_paths(procedure))


@pytest.mark.parametrize("forma", ["ordinario", "duplicato"])
@pytest.mark.parametrize("procedure", OTHERS + ACCUSA)
def test_an_annulment_asked_after_consulting_is_always_refused(procedure: str, forma: str) -> None:
    for facts, decision in all_paths(procedure, forma):
        if facts.get("esercizio-monte") == "consultato":
            assert "refuse: monte-consultato" in said(decision)
            assert 78 in decision.cites
            assert not verbs(decision, "annul") or facts.get("scelta") == "monte"


@pytest.mark.parametrize("procedure", OTHERS + ACCUSA)
def test_nothing_heals_a_deal_that_is_annulled(procedure: str) -> None:
    for forma in ("ordinario", "duplicato"):
        for facts, decision in all_paths(procedure, forma):
            if verbs(decision, "annul") and facts.get("scelta") != "monte":
                assert all(effect.what == "nessuna" for effect in verbs(decision, "sanatoria"))


def test_irregular_preparation_gives_an_artificial_score_whoever_erred() -> None:
    decision = decide("andata-a-monte", titolo_monte="preparazione", esercizio_monte="da-se", colpa="una-parte")
    assert said(decision) == ["annul: senza-ripetizione", "arbitral: artificiale"]


@pytest.mark.parametrize(
    ("colpa", "kind", "article", "reason"),
    [
        ("nessuna", "artificiale", 81, False),
        ("arbitro", "artificiale", 81, False),
        ("una-parte", "assegnato", 82, True),
        ("entrambe-pari", "artificiale", 83, False),
        ("entrambe-diversa", "rettificato", 84, True),
    ],
)
def test_the_fault_decides_the_kind_of_arbitral_score(colpa: str, kind: str, article: int, reason: bool) -> None:
    decision = decide("punteggio-arbitrale", colpa=colpa)
    assert [effect.what for effect in verbs(decision, "arbitral")] == [kind]
    assert article in decision.cites
    assert decision.needs_reason is reason


def test_an_arbitral_score_does_not_exist_in_ordinary_play() -> None:
    with pytest.raises(NotApplicable):
        walk(book(), "punteggio-arbitrale", facts={}, options=ORDINARY)


# -- tricks and score, 35–38 --------------------------------------------------------------


@pytest.mark.parametrize("procedure", ["confusione-prese", "conteggio-buongioco"])
def test_a_noted_score_is_not_contested_any_more(procedure: str) -> None:
    decision = decide(procedure, punteggio_annotato="si")
    assert said(decision) == ["refuse: prescrizione", "sanatoria: implicita"]
    assert decision.cites == (35, 65)


def test_after_the_score_is_noted_only_a_slip_of_the_pen_is_mended_and_with_a_reason() -> None:
    slip = decide("errore-punteggio", tipo_errore="annotazione", punteggio_annotato="si")
    count = decide("errore-punteggio", tipo_errore="computo", punteggio_annotato="si")
    assert slip.needs_reason
    assert said(count) == ["refuse: prescrizione", "sanatoria: implicita"]


@pytest.mark.parametrize("forma", ["ordinario", "duplicato"])
def test_tricks_that_can_be_reconstructed_cost_nobody_anything(forma: str) -> None:
    for facts, decision in all_paths("confusione-prese", forma):
        if facts.get("ricostruibile") == "si":
            assert said(decision) == ["rectify: conteggio-dei-punti"]


def test_one_side_that_confused_the_tricks_yields_the_disputed_points() -> None:
    decision = decide("confusione-prese", punteggio_annotato="no", ricostruibile="no", confusione_di="una-parte")
    assert said(decision) == ["sanatoria: nessuna", "concede: punti-controversi avversari"]


# -- the worked cases and the questions ---------------------------------------------------------


@pytest.mark.parametrize("name", (*OTHERS, *ACCUSA, "buongioco-senza-accusa", "punteggio-arbitrale"))
def test_every_rule_has_a_worked_case(name: str) -> None:
    procedure, hit = book().procedures[name], set()
    for case in (e.case for e in book().examples_of(name) if e.case.expect.applies):
        decision = walk(book(), name, facts=case.facts, options=case.options)
        live = procedure.table.live(procedure.assumed({**case.facts, **case.options}))
        rules = {row.rule for number, row in enumerate(procedure.table.rows) if live >> number & 1}
        if name in decision.path and len(rules) == 1:
            hit |= rules
    assert hit == set(range(1, len(procedure.rules) + 1))


@pytest.mark.parametrize("name", (*OTHERS, *ACCUSA, "buongioco-senza-accusa", "punteggio-arbitrale"))
def test_questions_are_short_enough_to_read_at_a_table(name: str) -> None:
    for fact in book().procedures[name].facts.values():
        assert max(len(fact.ask.it), len(fact.ask.en)) < 90
        assert max(len(words) for answer in fact.answers.values() for words in (answer.it, answer.en)) < 62


def test_every_listed_procedure_begins_with_a_question() -> None:
    for procedure in book().applicable(DUPLICATE):
        assert isinstance(walk(book(), procedure.id, facts={}, options=DUPLICATE), Question)
