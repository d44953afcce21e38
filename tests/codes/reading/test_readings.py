"""Where a code is read rather than copied, the other reading is told with what would change."""

import pytest

from codes.deciding.walk import walk
from codes.library import get_rulebook, rulebook_ids
from codes.reading.loader import RulebookError, load_rulebook, untold_readings
from tests.codes.mini import fact, procedure, rule, text, write
from tests.codes.rulebooks import fibur_walks as fibur
from tests.codes.rulebooks.code_walks import DUPLICATE
from tests.tables import each

ALL = [(code, name) for code in rulebook_ids() for name in sorted(get_rulebook(code).procedures)]


@each(("code", "procedure"), ALL)
def test_every_reading_of_every_code_tells_the_other_one_in_both_languages(code, procedure):
    book = get_rulebook(code)
    readings = [*book.readings.values(), *(one for row in book.procedures[procedure].rules for one in row.readings)]
    for reading in readings:
        assert {reading.other.it, reading.other.en}.isdisjoint({reading.it, reading.en, ""})
        assert reading.other.it != reading.other.en


def book_with(tmp_path, reading):
    told = rule({}) | {"reading": reading}
    return load_rulebook(write(tmp_path, [procedure("uno", {"a": fact("si", "no")}, [told])]))


def test_a_reading_without_the_other_one_is_refused_with_its_line(tmp_path):
    with pytest.raises(RulebookError) as refused:
        book_with(tmp_path, text("così"))
    problems = [str(problem) for problem in refused.value.problems]
    assert any(
        problem.startswith("procedures/uno.yaml:") and "reading.0.RuleReading.other" in problem for problem in problems
    )


def test_another_reading_beside_is_a_change_of_the_text(tmp_path):
    first = book_with(tmp_path / "a", text("così") | {"other": text("altrimenti")}).procedures["uno"]
    second = book_with(tmp_path / "b", text("così") | {"other": text("in altro modo")}).procedures["uno"]
    assert first.rules[0].readings[0].other.it == "altrimenti"
    assert first.digest != second.digest


# -- the register: each doubtful clause once -----------------------------------------------------


def registered(**more):
    return {"readings": {"dubbio": text("così") | {"other": text("altrimenti"), "cites": [1]} | more}}


def two_rules(first, second):
    rules = [rule({"a": "si"}) | {"reading": first}, rule({"a": "no"}, {"inform": "uno"}) | {"reading": second}]
    return [procedure("uno", {"a": fact("si", "no")}, rules)]


def test_a_rule_names_a_reading_of_the_register_and_tells_its_words(tmp_path):
    rules = two_rules(["dubbio"], [{"of": "dubbio", "if": {"a": "no"}}])
    book = load_rulebook(write(tmp_path, rules, readings=registered()))
    for answer in ("si", "no"):
        (told,) = walk(book, "uno", facts={"a": answer}, options={}).readings
        assert (told.it, told.other.it) == ("così", "altrimenti")


def test_a_reading_of_the_register_is_told_where_its_facts_and_orders_meet(tmp_path):
    entry = registered(where={"forma": "duplicato"}, orders={"inform": "uno"})
    rules = [rule({"a": "si"}), rule({"a": "no"}, {"inform": "uno"})]
    book = load_rulebook(write(tmp_path, [procedure("uno", {"a": fact("si", "no")}, rules)], readings=entry))
    cases = [("no", "duplicato"), ("si", "duplicato"), ("no", "ordinario")]
    told = [walk(book, "uno", facts={"a": a}, options={"forma": form}).readings for a, form in cases]
    assert [len(readings) for readings in told] == [1, 0, 0]


INLINE = text("così") | {"other": text("altrimenti")}


@pytest.mark.parametrize(
    ("first", "second", "entry", "message"),
    [
        (INLINE, INLINE, {}, "belongs in readings.yaml, once: «così»"),
        (INLINE, "dubbio", registered(), "belongs in readings.yaml, once: «così»"),
        ("altro", "dubbio", registered(), "unknown reading «altro»: not in readings.yaml"),
        (None, None, registered(), "no rule names «dubbio», and it says of no facts that they meet it"),
        (None, None, registered(where={"x": "si"}), "unknown fact «x»: neither an option nor in facts.yaml"),
        (None, None, registered(where={"forma": "altra"}), "unknown answer «altra» of «forma»"),
        ("dubbio", None, registered(cites=[99]), "unknown article 99"),
    ],
)
def test_a_copy_and_a_name_without_its_reading_are_refused(tmp_path, first, second, entry, message):
    with pytest.raises(RulebookError) as refused:
        load_rulebook(write(tmp_path, two_rules(first, second), **({"readings": entry} if entry else {})))
    assert any(str(problem).endswith(message) for problem in refused.value.problems)


def test_a_reading_that_no_worked_case_meets_is_named(tmp_path):
    book = load_rulebook(write(tmp_path, two_rules("dubbio", None), readings=registered()))
    assert untold_readings(book) == ["readings.yaml: «dubbio»: no worked case meets the reading «così»"]


# -- a reading of some answers only ---------------------------------------------------------------


def reading_under(condition):
    return text("così") | {"other": text("altrimenti"), "if": condition}


def test_a_reading_under_a_fact_is_told_only_where_it_holds(tmp_path):
    told = rule({}) | {"reading": reading_under({"a": "si"})}
    book = load_rulebook(write(tmp_path, [procedure("uno", {"a": fact("si", "no")}, [told])]))
    read = {answer: walk(book, "uno", facts={"a": answer}, options={}).readings for answer in ("si", "no")}
    assert ([one.it for one in read["si"]], read["no"]) == (["così"], ())


@pytest.mark.parametrize(
    ("when", "condition", "message"),
    [
        ({}, {"b": "si"}, "unknown fact «b»"),
        ({}, {"a": "forse"}, "unknown answer «forse» of «a»"),
        ({"a": "no"}, {"a": "si"}, "rule 1: the `if` of its reading contradicts its `when`"),
    ],
)
def test_the_condition_of_a_reading_is_checked_as_that_of_an_effect(tmp_path, when, condition, message):
    told = rule(when) | {"reading": reading_under(condition)}
    rest = [rule({"a": "si"}, {"inform": "uno"})] if when else []
    with pytest.raises(RulebookError) as refused:
        load_rulebook(write(tmp_path, [procedure("uno", {"a": fact("si", "no")}, [told, *rest])]))
    assert any(str(problem).endswith(message) for problem in refused.value.problems)


NOT_DRAWN = {"momento": "prima-dello-scarto", "gioco_senza_pesca": "aperti"}
HANDED = {"rilevata": "subito", "carte_passate": "da-legare", "collocazione": "tutte", "chiude_subito": "no"}
ONE_ALONE = {"uso_unica_carta": "penalizzata", "momento": "prima-dello-scarto", "chi_rileva": "avversari"}


@pytest.mark.parametrize(
    ("procedure", "facts", "read"),
    [
        ("mancata-pesca", {**NOT_DRAWN, "gioco_incompleto": "completato", "chi_rileva": "compagno"}, 1),
        ("mancata-pesca", {**NOT_DRAWN, "gioco_incompleto": "completato", "chi_rileva": "avversari"}, 0),
        ("mancata-pesca", {**NOT_DRAWN, "gioco_incompleto": "completo", "chi_rileva": "compagno"}, 0),
        ("passaggio-di-carte", {**HANDED, "dichiarazione_passaggio": "chiesta"}, 1),
        ("passaggio-di-carte", {**HANDED, "dichiarazione_passaggio": "mancante"}, 0),
        ("unica-carta-del-monte", {**ONE_ALONE, "altre_penalizzate": "piu"}, 1),
        ("unica-carta-del-monte", {**ONE_ALONE, "altre_penalizzate": "una"}, 0),
        ("unica-carta-del-monte", {**ONE_ALONE, "altre_penalizzate": "no", "altra_da_scartare": "in-mano"}, 0),
        # 40: only two bonuses can be set off against each other.
        ("ritardo-al-tavolo", {"ritardo": "da-2-a-5", "ritardo_altra": "da-5-a-10"}, 1),
        ("ritardo-al-tavolo", {"ritardo": "entro-2", "ritardo_altra": "da-5-a-10"}, 0),
    ],
)
def test_a_reading_stands_beside_the_answers_that_it_is_about(procedure, facts, read):
    assert len(fibur.decide(procedure, **facts).readings) == read


FITRES = get_rulebook("fitres-tressette")
BY_PARTNER = {"punteggio-annotato": "no", "prima-battuta": "in-corso", "chi-rileva-accusa": "compagno"}


@pytest.mark.parametrize(("mended", "read"), [("si", 0), ("no", 1), ("difettosa", 1)])
def test_what_an_accusa_not_mended_earns_is_read_only_where_it_was_not(mended, read):
    facts = BY_PARTNER | {"esercizio-monte": "nessuno", "chi-contesta": "avversario", "accusa-rettificata": mended}
    assert len(walk(FITRES, "rilievo-accusa-altrui", facts=facts, options=DUPLICATE).readings) == read


# The tables reached only from others, and their rules that apply a text as it is written: nothing is read there.
BY_THE_LETTER = {
    "andata-a-monte": [
        [78],  # nobody calls it
        [77, 78],  # one without the right, [78] after consulting, [77, 78, 79] and [77, 78, 80] with no advice given:
        [78],  # the register tells how 78 is read, by the answer
        [75],  # a reservation that is not invoked by whoever voiced it
        [77, 78, 79],
        [77, 78, 80],
        [77, 78, 80],
        [80],  # annulled by the code or the arbiter: not replayed, as the register tells
    ],
    "emersione": [[65], [65]],
    "prescrizione": [[]],  # not noted: it leads on
    "principi-generali": [[93, 95, 96]],  # an explanation only
    "punteggio-arbitrale": [[80, 82], [80, 81, 83]],  # 83 as 81, whose note tells both readings
    "rilevazione-intempestiva": [],
    "rimedio-all-accusa": [[182], [174, 182]],
    "sanzione-sola": [],
    "scala-disciplinare": [],
    "senza-effetto-espresso": [],
}


@pytest.mark.parametrize("name", BY_THE_LETTER)
def test_a_table_handed_over_to_tells_every_reading_that_it_adopts(name):
    silent = [list(one.cites) for one in FITRES.procedures[name].rules if not one.readings]
    assert silent == BY_THE_LETTER[name]


def decided(example):
    return walk(FITRES, example.procedure, facts=example.case.facts, options=example.case.options)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "«Normalmente» lascerebbe",
            lambda case, decision: any(e.what == "senza-ripetizione" for e in decision.effects),
        ),
        ("col solo richiamo", lambda case, decision: case.facts.get("esercizio-monte") == "consultato"),
        ("ancora annullabile", lambda case, decision: case.facts.get("esercizio-monte") == "non-titolato"),
    ],
)
def test_whoever_walks_over_a_doubtful_clause_is_told_whatever_the_anomaly(words, told):
    """80: not replayed; 78: asked for after consulting, or by somebody without the right."""
    cases = [(one, decided(one)) for one in FITRES.examples if one.case.expect.applies]
    met = {one.procedure for one, decision in cases if told(one.case, decision)}
    silent = {
        one.case.title.it
        for one, decision in cases
        if told(one.case, decision) and sum(words in reading.other.it for reading in decision.readings) != 1
    }
    assert (len(met) > 2, silent) == (True, set())


@pytest.mark.parametrize("code", rulebook_ids())
def test_a_note_that_reads_an_article_tells_the_other_reading_in_both_languages(code):
    notes = [article.note for article in get_rulebook(code).articles.values() if article.note]
    one_sided = [
        note.it
        for note in notes
        if not ("ettura adottata" in note.it)
        == ("altra lettura: " in note.it)
        == ("eading adopted" in note.en)
        == ("other reading: " in note.en)
    ]
    assert one_sided == []


# Clauses on which arbiters part: under which answers, and a word by which the other reading is known.
PLAIN = {"forma": "ordinario", "norme": "tradizionali", "accusa": "con-accusa"}
PAIRS = fibur.OPTIONS
OPEN_BOARD = {"punteggio-annotato": "no"}
WITH_PLATE = {
    **OPEN_BOARD,
    "sbatuffato": "si",
    "questione-posta": "quanto",
    "tipo-posta": "marcio-e-batuffa",
    "esito-partita": "cappotto-mancato",
}
CONTESTED = {
    "78: advice asked for and not given": (
        "fitres-tressette",
        "andata-a-monte",
        {"titolo-monte": "facolta-avversari", "esercizio-monte": "senza-risposta"},
        "la richiesta non varrebbe",
    ),
    "130, 180: called before the accusa is completed": (
        "fitres-tressette",
        "chiamata-fuori",
        {**OPEN_BOARD, "tipo-partita": "punti", "come-arrivati": "accuse-incomplete"},
        "potrebbe valere come prematura",
    ),
    "147: a fifth of which plate": (
        "fitres-tressette",
        "posta-contestata",
        {**WITH_PLATE, "quanti-giocatori": "cinque"},
        "dal piatto già raddoppiato",
    ),
    "90, 35: when the board is over": (
        "fitres-tressette",
        "spettatori",
        {"questione-spettatore": "condotta", "condotta-spettatore": "denuncia", "punteggio-annotato": "si"},
        "appena giocate le carte",
    ),
    "41: half by rounds begun": (
        "fibur-burraco-2019",
        "interruzione-torneo",
        {"forza-maggiore": "si", "meta-superata": "si"},
        "solo i turni conclusi",
    ),
    "39: half by matches begun": (
        "fibur-burraco-2019",
        "sostituzione",
        {"meta-superata": "si"},
        "solo i turni conclusi",
    ),
    "30 against 21: the partner points out the missing draw": (
        "fibur-burraco-2019",
        "mancata-pesca",
        {
            "momento": "prima-dello-scarto",
            "chi-rileva": "compagno",
            "gioco-senza-pesca": "aperti",
            "gioco-incompleto": "completato",
        },
        "non si sana più nulla",
    ),
    "40: a pair not admitted": (
        "fibur-burraco-2019",
        "iscrizione-in-ritardo",
        {"iscrizioni-chiuse": "si", "tavolo-incompleto": "si"},
        "contarsi assente",
    ),
}


@pytest.mark.parametrize("clause", CONTESTED)
def test_a_clause_on_which_arbiters_part_is_told_with_both_readings(clause):
    code, procedure, facts, word = CONTESTED[clause]
    reached = walk(get_rulebook(code), procedure, facts=facts, options={**PLAIN, **PAIRS})
    assert any(word in reading.other.it for reading in reached.readings), reached
