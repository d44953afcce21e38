"""One law, one door: the same facts give the same order wherever one comes in, in every code."""

import shutil
from itertools import product

import pytest

from codes.deciding.walk import Decision, Question, walk
from codes.library import RULEBOOKS, get_rulebook, rulebook_ids
from codes.reading.loader import load_rulebook
from codes.reading.siblings import disagreements, possible_options
from tests.codes.rulebooks.code_walks import DUPLICATE, ORDINARY, book, decide, said

FITRES, FIBUR = "fitres-tressette", "fibur-burraco-2019"


@pytest.mark.long
@pytest.mark.parametrize("code", rulebook_ids())
def test_no_two_doors_to_one_law_part(code):
    assert [str(one) for one in disagreements(get_rulebook(code))] == []


# A sibling that decides by itself again, as each of them once did: which table, which rules of its own, what parts.
ALONE = {
    "a wrong number in a duplicated hand, left to a faculty": (
        FITRES,
        "mano-duplicata-alterata",
        [("codice, colpa: nessuna}}]\n    cites: [17, 77", "preparazione}}]\n    cites: [17, 77")],
    ),
    "a note in place of a hand-over": (
        FITRES,
        "rivedere-pigliate",
        [("le sue a punti certi (144).", "le sue a punti certi (144): vedi la verifica.")],
    ),
    "a card changed to follow suit": (
        FITRES,
        "carta-ritirata",
        [
            ("[ripresa, cambiata], carta-ferma: no", "[ripresa, cambiata, per-rispondere], carta-ferma: no"),
            ("{tipo-ritiro: per-rispondere}", "{tipo-ritiro: per-rispondere, carta-ferma: si}"),
        ],
    ),
    "a pozzo not due, detected late": (
        FIBUR,
        "chiusura-con-matta",
        [("then: [{go: pozzo-tenuto}]", "then: [{refuse: non-e-chiusura}]")],
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("sibling", ALONE)
def test_a_sibling_that_decides_by_itself_is_found(tmp_path, sibling):
    code, procedure, edits = ALONE[sibling]
    folder = tmp_path / code
    shutil.copytree(RULEBOOKS / code, folder)
    file = folder / "procedures" / f"{procedure}.yaml"
    text = file.read_text()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text)
    assert any(procedure in (one.first, one.second) for one in disagreements(load_rulebook(folder), of=procedure))


# -- who may, in the tables that leave something to the opponents ---------------------------------------------------


def every_decision(procedure, options, told=None):
    reached = walk(book(), procedure, facts=told or {}, options=options)
    if isinstance(reached, Decision):
        yield told or {}, reached
        return
    for answer in reached.fact.answers:
        yield from every_decision(procedure, options, {**(told or {}), reached.fact.name: answer})


ANNULLABLE = [one.id for one in book().procedures.values() if "esercizio-monte" in one.facts]
COUNTS_FOR_NOTHING = {"consultato": "monte-consultato", "non-titolato": "monte-non-titolato"}


@pytest.mark.parametrize(("procedure", "request_"), list(product(ANNULLABLE, COUNTS_FOR_NOTHING)))
def test_an_annulment_that_does_not_count_is_refused_and_changes_nothing_else(procedure, request_):
    """77, 78: at every door whoever consulted, or has no right, is as good as silent."""
    refusals = {f"refuse: {COUNTS_FOR_NOTHING[request_]}", "refuse: riserva-altrui"}
    for options in possible_options(book()):
        if not book().procedures[procedure].applies_to(options):
            continue
        for facts, ordered in every_decision(procedure, options):
            if facts.get("esercizio-monte") == request_ and any(s.fact == "esercizio-monte" for s in ordered.trail):
                silent = walk(book(), procedure, facts=facts | {"esercizio-monte": "nessuno"}, options=options)
                told = said(ordered)
                assert refusals & set(told), facts
                assert [one for one in told if one not in refusals] == said(silent), facts


def leaves_to_the_opponents(procedure):
    gone = [row.outcome.go for row in procedure.table.rows if row.outcome.go]
    return any(go.with_.get("titolo-monte") == "facolta-avversari" for go in gone)


@pytest.mark.parametrize("procedure", [one.id for one in book().procedures.values() if leaves_to_the_opponents(one)])
def test_an_explicit_healing_where_none_annuls_needs_an_opponents_objection(procedure):
    """180, 183, 184 alike: without an opponent who annuls or objects the error is healed by itself (65)."""
    objections = {"chi-contesta": "avversario", "contestazione-battuta": "in-tempo"}
    for options in (ORDINARY, DUPLICATE):
        for facts, ordered in every_decision(procedure, options):
            explicit = [e for e in ordered.effects if e.verb == "sanatoria" and e.sanatoria == "esplicita"]
            by_the_remark = (
                facts.get("chi-rileva-accusa") == "avversario"
            )  # 180, second sentence: it was they who spoke
            if explicit and "judgement: principi-generali" not in said(ordered) and not by_the_remark:
                assert objections.items() & facts.items(), facts


# -- the instances that parted --------------------------------------------------------------------------------------


def test_own_tricks_looked_at_before_vado_cost_the_right_at_every_door():
    seen = {"modalita": "contestazione", "tempo": "tempestiva", "prima_del_cappotto": "si", "stato_pigliate": "intatte"}
    pair = {"risponde": "una-parte"}
    doors = [
        decide("rivedere-pigliate", ORDINARY, pigliata_rivista=which, **seen, **pair)
        for which in ("ultima", "ultima-tardi", "propria")
    ]
    called = {"titolo_cappotto": "chiamata", "svolgimento_cappotto": "riviste"}
    doors.append(decide("andata-per-cappotto", ORDINARY, **called, **pair))
    for door in doors:
        assert said(door) == ["forfeit: facolta-cappotto coppia"]
        assert {144, 145} <= set(door.cites)


def test_in_duplicate_play_nobody_asks_about_the_cappotto():
    facts = {"modalita": "contestazione", "tempo": "tempestiva"}
    facts |= {"pigliata-rivista": "propria", "stato-pigliate": "intatte"}
    reached = walk(book(), "rivedere-pigliate", facts=facts, options=DUPLICATE)
    assert isinstance(reached, Question)
    assert reached.procedure.id == "senza-effetto-espresso"
