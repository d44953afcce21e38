"""Statements of the Codice del Tressette checked by hand, over every way of answering: compensation, stakes and pool,
pairs and matches, behaviour and spectators, tricks (29–30, 61–63, 85–91, 98–109, 113–115, 137–138, 146–155, 171)."""

import pytest

from codes.deciding.walk import Decision
from codes.library import get_rulebook
from codes.seats import Seat
from codes.tressette.stakes import MatchEnding, Posta, StakedMatch, settle
from referee.cases.persons import seats_for
from tests.codes.rulebooks.code_walks import DUPLICATE, MODERN, ORDINARY, decide, said, told, verbs

EVERY_FORM = [ORDINARY, MODERN, DUPLICATE]


def whats(decision: Decision, verb: str) -> set[str]:
    return {effect.what for effect in verbs(decision, verb)}


# -- compensation, 148–152 and 171 -------------------------------------------------------------


def test_the_modern_rules_know_no_compensation() -> None:
    found = told("risarcimento", MODERN)
    assert [said(decision) for _, decision in found] == [["refuse: risarcimento-moderne"]]
    assert found[0][1].cites == (171,)


def test_the_eleven_faults_of_152_and_no_other_give_compensation_to_the_partner() -> None:
    faults = set()
    for facts, decision in told("risarcimento", ORDINARY):
        given = verbs(decision, "indemnity")
        if given:
            assert [effect.whom for effect in given] == ["compagno"]
            assert facts["risarcimenti-pattuiti"] == "si"
            assert facts["richiesta-risarcimento"] == "pagato"
            assert facts["evento-negativo"] != "altro"
            faults.add(tuple(facts.get(name) for name in ("colpa-di-mano", "colpa-su-pigliata", "colpa-nel-cappotto")))
        else:
            assert verbs(decision, "refuse")
    assert len(faults) == 11


def test_the_faults_of_a_cappotto_presuppose_one_declared() -> None:
    facts = {"evento-negativo": "cappotto-subito", "momento-colpa": "cappotto"}
    assert not any(verbs(decision, "indemnity") for _, decision in told("risarcimento", ORDINARY, facts))


# -- stakes and pool, 61–63, 108–109, 137–138, 146–147 -----------------------------------------

# Type of stake, end of the match → stakes when the losers had sbatuffato, and when they had not.
STAKES = {
    ("unica", "ordinaria"): (1, 1),
    ("unica", "cappotto"): (1, 1),
    ("unica", "cappotto-a-terra"): (1, 1),
    ("semplice-o-doppia", "ordinaria"): (1, 1),
    ("semplice-o-doppia", "cappotto"): (2, 2),
    ("semplice-o-doppia", "cappotto-dopo"): (2, 2),
    ("semplice-o-doppia", "cappotto-a-terra"): (2, 2),
    ("semplice-o-doppia", "cappotto-mancato"): (1, 1),
    ("marcio-e-batuffa", "ordinaria"): (1, 2),
    ("marcio-e-batuffa", "cappotto"): (2, 3),
    ("marcio-e-batuffa", "cappotto-dopo"): (1, 2),
    ("marcio-e-batuffa", "cappotto-a-terra"): (2, 3),
    ("marcio-e-batuffa", "cappotto-mancato"): (1, 2),
}
COUNTED = {"una-posta": 1, "due-poste": 2, "tre-poste": 3}
DISPUTED = {"questione_posta": "quanto"}


@pytest.mark.parametrize("sbatuffato", ["si", "no"])
@pytest.mark.parametrize(("kind", "end"), STAKES)
def test_how_many_stakes_are_paid(kind: str, end: str, sbatuffato: str) -> None:
    facts = {**DISPUTED, "tipo_posta": kind, "esito_partita": end, "sbatuffato": sbatuffato}
    decision = decide("posta-contestata", ORDINARY, **facts, quanti_giocatori="quattro")
    paid = [COUNTED[what] for what in whats(decision, "inform") if what in COUNTED]
    assert paid == [STAKES[kind, end][sbatuffato == "no"]]


@pytest.mark.parametrize(
    ("end", "players", "pool"),
    [
        ("cappotto", "quattro", "piatto-a-meta"),
        ("cappotto-dopo", "cinque", "piatto-in-quinti"),
        ("cappotto-a-terra", "sei", "piatto-in-sesti"),
        ("cappotto-mancato", "quattro", "piatto-raddoppiato"),
        ("cappotto-mancato", "cinque", "piatto-raddoppiato-meno-quinto"),
        ("cappotto-mancato", "sei", "piatto-raddoppiato-meno-sesto"),
    ],
)
def test_what_becomes_of_the_pool(end: str, players: str, pool: str) -> None:
    facts = {**DISPUTED, "tipo_posta": "marcio-e-batuffa", "esito_partita": end, "sbatuffato": "si"}
    assert pool in whats(decide("posta-contestata", ORDINARY, **facts, quanti_giocatori=players), "inform")


KINDS = {
    "unica": Posta.UNICA,
    "semplice-o-doppia": Posta.SEMPLICE_DOPPIA,
    "marcio-e-batuffa": Posta.MARCIO_BATUFFA,
}
ENDINGS = {
    "ordinaria": MatchEnding.ORDINARY,
    "cappotto": MatchEnding.CAPPOTTO,
    "cappotto-dopo": MatchEnding.AFTER_WIN,
    "cappotto-a-terra": MatchEnding.LAID_DOWN,
    "cappotto-mancato": MatchEnding.MISSED,
}


@pytest.mark.parametrize(("sbatuffato", "points"), [("si", 11), ("no", 10)])
@pytest.mark.parametrize("kind", KINDS)
def test_the_arbiters_table_and_the_calculator_of_stakes_agree(kind: str, sbatuffato: str, points: int) -> None:
    facts = {"tipo-posta": kind, "sbatuffato": sbatuffato, "posta-pagata": "no", "questione-posta": "quanto"}
    for end, ending in ENDINGS.items():
        for _, decision in told("posta-contestata", ORDINARY, {**facts, "esito-partita": end}):
            settled = settle(StakedMatch(posta=KINDS[kind], ending=ending, loser_points=points))
            assert [COUNTED[what] for what in whats(decision, "inform") if what in COUNTED] == [settled.stakes]


def test_only_with_marcio_and_batuffa_is_there_a_pool() -> None:
    for facts, decision in told("posta-contestata", ORDINARY):
        pool = [what for what in whats(decision, "inform") if what.startswith("piatto")]
        assert len(pool) == (facts.get("tipo-posta") == "marcio-e-batuffa")
        if facts.get("esito-partita") == "ordinaria":
            assert pool in ([], ["piatto-resta"])


def test_what_is_paid_is_not_disputed_any_more() -> None:
    barred = ["refuse: prescrizione", "sanatoria: implicita"]
    assert said(decide("posta-contestata", ORDINARY, punteggio_annotato="si")) == barred
    late = decide("piatto-contestato", ORDINARY, questione_piatto="versamento", posta_pagata="si")
    assert said(late) == barred


def test_whoever_was_on_a_bye_takes_back_also_after_the_stakes_are_paid() -> None:
    for facts, decision in told("piatto-contestato", ORDINARY, {"questione-piatto": "ritiro"}):
        assert "posta-pagata" not in facts
        assert 35 not in decision.cites


@pytest.mark.parametrize(("players", "shared"), [("quattro", False), ("cinque", True), ("sei", True)])
def test_147_is_cited_only_where_somebody_is_on_a_bye(players: str, shared: bool) -> None:
    facts = {
        "posta-pagata": "no",
        "questione-posta": "quanto",
        "tipo-posta": "marcio-e-batuffa",
        "quanti-giocatori": players,
    }
    for end in ENDINGS.keys() - {"ordinaria"}:
        for _, decision in told("posta-contestata", ORDINARY, {**facts, "esito-partita": end}):
            assert (147 in decision.cites) == shared


# -- pairs, matches, byes, 98–107 --------------------------------------------------------------


@pytest.mark.parametrize("mode", ["incrociato", "note", "ignote"])
@pytest.mark.parametrize(
    ("cards", "effect"),
    [
        ("solo-quattro", ["inform: coppia-col-cinque"]),
        ("anche-cinque", ["inform: coppia-col-sei"]),
        ("tutte", ["redo: preparazione", "inform: riparte-lo-stesso-cartaro"]),
    ],
)
def test_the_coins_make_the_pairs(mode: str, cards: str, effect: list[str]) -> None:
    facts = {"questione_coppie": "chi-con-chi", "modo_coppie": mode, "carte_di_danari": cards}
    assert said(decide("formazione-coppie", ORDINARY, **facts, fase_passata="prima")) == effect


def test_seats_are_changed_only_where_partners_face_each_other_and_before_the_board() -> None:
    for facts, decision in told("formazione-coppie", ORDINARY, {"questione-coppie": "posti"}):
        facing = facts["modo-coppie"] in {"fisse", "incrociato"}
        moved = "rectify: posti" if facts["modo-coppie"] == "fisse" else "rectify: posti-scambiati"
        assert (moved in said(decision)) == (facing and facts["fase-passata"] == "prima")


@pytest.mark.parametrize("question", ["tace", "apre-prima"])
@pytest.mark.parametrize("mode", ["fisse", "chiamata-tre"])
def test_nobody_declares_a_card_where_the_pairs_do_not_depend_on_it(question: str, mode: str) -> None:
    decision = decide("formazione-coppie", ORDINARY, questione_coppie=question, modo_coppie=mode)
    assert said(decision) == ["refuse: nessuna-anomalia"]


@pytest.mark.parametrize(
    ("facts", "effect"),
    [
        ({"tipo_partita": "punti", "punti_raggiunti": "traguardo"}, "partita-vinta-a-punti"),
        ({"tipo_partita": "punti", "punti_raggiunti": "undici"}, "partita-vinta-per-cappotto"),
        ({"tipo_partita": "punti", "punti_raggiunti": "nessuno"}, "partita-continua"),
        ({"tipo_partita": "passate", "passate_giocate": "no"}, "partita-continua"),
        ({"tipo_partita": "passate", "passate_giocate": "differenza"}, "partita-vinta-a-passate"),
        ({"tipo_partita": "passate", "passate_giocate": "parita", "spareggio_previsto": "no"}, "partita-pari"),
        ({"tipo_partita": "passate", "passate_giocate": "parita", "spareggio_previsto": "si"}, "si-gioca-finche-pari"),
        ({"tipo_partita": "passata-singola", "sei_punti": "si"}, "partita-vinta-con-sei"),
        ({"tipo_partita": "passata-singola", "sei_punti": "no"}, "partita-continua"),
    ],
)
def test_when_a_match_is_won(facts: dict[str, str], effect: str) -> None:
    assert said(decide("fine-partita", ORDINARY, questione_partita="finita", **facts)) == [f"inform: {effect}"]


def test_classic_tressette_is_not_played_to_lose() -> None:
    assert said(decide("fine-partita", ORDINARY, questione_partita="a-perdere")) == ["refuse: a-perdere"]


@pytest.mark.parametrize(("target", "allowed"), [("ventuno", True), ("multiplo", True), ("altro", False)])
def test_the_target_is_twenty_one_or_a_higher_multiple_of_seven(target: str, allowed: bool) -> None:
    facts = {"tipo_partita": "punti", "questione_partita": "traguardo", "traguardo_convenuto": target}
    assert bool(verbs(decide("fine-partita", MODERN, **facts), "inform")) is allowed


@pytest.mark.parametrize(
    ("point", "effect"),
    [
        ("prima-dell-ultima", "inform: si-completa-il-giro"),
        ("ultima-iniziata", "inform: un-altro-giro"),
        ("passata-singola", "inform: un-altro-giro"),
    ],
)
def test_one_player_ends_the_session_only_where_the_giri_were_not_fixed(point: str, effect: str) -> None:
    asked = {"questione_turni": "smettere"}
    assert said(decide("riposi-e-cartaro", ORDINARY, **asked, giri_fissati="si")) == ["refuse: giri-stabiliti"]
    assert said(decide("riposi-e-cartaro", ORDINARY, **asked, giri_fissati="no", punto_del_giro=point)) == [effect]


def test_a_wrong_dealer_is_an_irregular_deal() -> None:
    for _, decision in told("riposi-e-cartaro", ORDINARY, {"questione-turni": "cartaro-sbagliato"}):
        assert "distribuzione-irregolare" in decision.path


# -- behaviour and spectators, 85–91 -----------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "member", "ordered"),
    [
        ("nessuna", "si", ["inform: nessuna-misura"]),
        ("richiamo", "no", ["judgement: recidiva", "discipline: richiamo responsabile"]),
        ("diffida", "si", ["judgement: recidiva", "discipline: diffida responsabile"]),
        ("allontanamento", "no", ["judgement: recidiva", "discipline: allontanamento responsabile"]),
        ("deferimento", "si", ["judgement: recidiva", "discipline: deferimento responsabile"]),
        ("deferimento", "no", ["refuse: deferimento-senza-tessera"]),
    ],
)
def test_the_measure_of_87_is_the_one_that_the_arbiter_chooses(chosen: str, member: str, ordered: list[str]) -> None:
    decision = decide("scala-disciplinare", ripetuto="si", misura_scelta=chosen, tesserato=member)
    assert said(decision) == ordered


def test_no_measure_of_87_is_preselected() -> None:
    """Nothing that is known answers for the arbiter, and every rung says what it needs."""
    fact = get_rulebook("fitres-tressette").procedures["scala-disciplinare"].facts["misura-scelta"]
    assert (fact.known, fact.otherwise) == ("", "")
    assert all(":" in answer.it for answer in fact.answers.values())


@pytest.mark.parametrize("name", ["scala-disciplinare", "comportamento-giocatore", "spettatori"])
def test_only_members_are_referred_and_nobody_is_punished_the_first_time(name: str) -> None:
    for facts, decision in told(name, DUPLICATE):
        players = [effect.what for effect in verbs(decision, "discipline") if effect.whom == "responsabile"]
        if facts.get("tesserato") != "si":
            assert "deferimento" not in players
        if facts.get("ripetuto") == "no":
            assert not players


def test_a_spectator_enters_only_without_obstacles_and_leaves_only_on_grounds() -> None:
    for facts, decision in told("spettatori", DUPLICATE):
        if facts["questione-spettatore"] == "ammissione":
            assert bool(verbs(decision, "refuse")) == (facts["ostacolo-spettatore"] != "nessuno")
        if facts["questione-spettatore"] == "allontanamento":
            assert bool(verbs(decision, "discipline")) == (facts["motivo-valido"] == "si")


def test_the_player_who_took_responsibility_answers_for_whatever_the_spectator_does() -> None:
    for facts, decision in told("spettatori", DUPLICATE, {"questione-spettatore": "condotta"}):
        if facts["condotta-spettatore"] == "denuncia-preliminare":
            assert said(decision)[0] == "inform: preparazione-si-esamina" and 90 in decision.cites
            continue
        assert "inform: risponde-il-garante responsabile" in said(decision)
        assert {90, 91} <= set(decision.cites)
        assert ("principi-generali" in decision.path) == (facts["effetto-sul-gioco"] == "si")


def test_a_spectator_sits_at_no_seat() -> None:
    assert seats_for("spettatore", Seat.N.value, ["E"]) == ()


# -- tricks, 29–30, 113–115 and 155 ------------------------------------------------------------


def allowed_looks(options: dict[str, str]) -> set[str]:
    """Which tricks may be looked at, in some circumstances at least."""
    found = told("rivedere-pigliate", options)
    return {facts["pigliata-rivista"] for facts, decision in found if said(decision) == ["refuse: nessuna-anomalia"]}


@pytest.mark.long
def test_the_modern_rules_let_only_the_last_trick_be_looked_at() -> None:
    assert allowed_looks(MODERN) == allowed_looks(DUPLICATE) == {"ultima"}
    assert allowed_looks(ORDINARY) == {"ultima", "propria", "prima-altrui"}


def test_under_the_traditional_rules_only_the_leader_looks_back() -> None:
    for facts, decision in told("rivedere-pigliate", ORDINARY):
        if facts.get("chi-rivede") == "no" and facts["stato-pigliate"] != "chieste":
            assert decision.needs_reason
        if facts.get("chi-rivede") == "no" and facts["stato-pigliate"] == "chieste":
            assert said(decision)[0] == "refuse: rivedere-pigliate"
        if said(decision) == ["refuse: nessuna-anomalia"] and facts["pigliata-rivista"] == "prima-altrui":
            assert facts["entro-la-quarta"] == facts["coppie-ufficiali"] == "si"


@pytest.mark.parametrize("options", EVERY_FORM)
def test_tricks_gathered_wrongly_are_put_right_and_only_mixed_ones_are_reconstructed(options: dict[str, str]) -> None:
    for facts, decision in told("raccolta-pigliate", options):
        mixed = facts.get("carte-mescolate") == "si"
        assert ("confusione-prese" in decision.path) == mixed
        if not mixed:
            assert [effect.verb for effect in decision.effects] == ["rectify"]
