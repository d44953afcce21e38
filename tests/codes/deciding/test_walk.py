"""Walking a table: the right question, one decision, whatever the order of the answers."""

import pytest

from codes.deciding.walk import Decision, Question, say, walk
from codes.format.model import NotApplicable, UnknownAnswer
from codes.reading.loader import load_rulebook
from tests.codes.mini import fact, procedure, rule, text, write

OPTIONS = {"forma": "ordinario", "norme": "moderne"}


GENERAL = {
    "clauses": {
        "emersione": {"title": text("Emersione"), "articles": [1], "table": "emersione"},
        "cartaro": {
            "title": text("Cartaro"),
            "articles": [1],
            "table": "cartaro",
            "after": {"forbid": ["parlare"]},
        },
    },
    "departures": {"altro": {**text("Non vale qui"), "cites": [1]}},
}


@pytest.fixture
def book(tmp_path):
    """A procedure that takes a clause and goes on; one that leaves it; and what a clause asks after an order."""
    return load_rulebook(write(tmp_path, [*leading(), *following()], general=GENERAL))


def leading():
    emersione = procedure(
        "emersione",
        {"modalita": fact("nessuna", "contestazione", source="detection")},
        [rule({"modalita": "nessuna"}, {"inform": "tre"}), rule({"modalita": "contestazione"}, {"go": "anomalia"})],
        listed=False,
    )
    main = procedure(
        "principale",
        {"a": fact("si", "no"), "b": fact("si", "no"), "norme": None},
        [
            rule({"a": "si"}, {"inform": "niente"}, {"inform": "uno", "if": {"b": "si"}}, cites=(2,)),
            rule(
                {"a": "no", "norme": "moderne"}, {"inform": "due"}, {"go": "seguito", "with": {"c": "nero"}}, cites=(3,)
            ),
            rule(
                {"a": "no", "norme": "tradizionali"}, {"forbid": "parlare", "whom": "compagno", "until": "fine-passata"}
            ),
        ],
        takes=["emersione"],
        applies={"forma": "ordinario"},
    )
    main["leaves"] = {"cartaro": "altro"}
    return emersione, main


def following():
    after = procedure(
        "seguito",
        {"c": fact("rosso", "nero"), "b": fact("si", "no")},
        [
            rule({"c": "rosso"}),
            rule({"c": "nero", "b": "si"}, {"inform": "tre"}, cites=(4, 3)),
            rule({"c": "nero", "b": "no"}, cites=(5,)),
        ],
        listed=False,
    )
    next_deal = procedure(
        "cartaro", {"d": fact("si", "no")}, [rule({"d": "si"}), rule({"d": "no"}, {"inform": "uno"})], listed=False
    )
    silenced = procedure(
        "zitto",
        {"a": fact("si", "no")},
        [rule({"a": "si"}, {"forbid": "parlare", "whom": "compagno"}), rule({"a": "no"})],
        takes=["cartaro"],
        leaves={"emersione": "altro"},
    )
    return after, next_deal, silenced


def ask(book, facts, options=OPTIONS) -> Question:
    result = walk(book, "principale", facts=facts, options=options)
    assert isinstance(result, Question)
    return result


def decide(book, facts, options=OPTIONS) -> Decision:
    result = walk(book, "principale", facts=facts, options=options)
    assert isinstance(result, Decision)
    return result


def test_what_follows_an_order_is_asked_once_it_is_ordered(book):
    asked = walk(book, "zitto", facts={"a": "si"}, options=OPTIONS)
    assert isinstance(asked, Question)
    assert (asked.fact.name, asked.path) == ("d", ("zitto", "cartaro"))
    decided = walk(book, "zitto", facts={"a": "si", "d": "no"}, options=OPTIONS)
    assert isinstance(decided, Decision)
    assert [effect.verb for effect in decided.effects] == ["forbid", "inform"]
    nothing = walk(book, "zitto", facts={"a": "no"}, options=OPTIONS)
    assert isinstance(nothing, Decision)
    assert nothing.path == ("zitto",)


def test_emergence_is_asked_first(book):
    assert ask(book, {"a": "si"}).fact.name == "modalita"


def test_undetected_anomaly_never_reaches_its_procedure(book):
    decision = decide(book, {"modalita": "nessuna", "a": "si"})
    assert [effect.what for effect in decision.effects] == ["tre"]
    assert decision.path == ("emersione",)


def test_first_declared_fact_that_matters_is_asked(book):
    assert ask(book, {"modalita": "contestazione"}).fact.name == "a"


def test_condition_of_an_effect_is_asked_only_where_it_matters(book):
    assert ask(book, {"modalita": "contestazione", "a": "si"}).fact.name == "b"
    under_traditional = decide(book, {"modalita": "contestazione", "a": "no"}, OPTIONS | {"norme": "tradizionali"})
    assert [effect.verb for effect in under_traditional.effects] == ["forbid"]


def test_go_carries_facts_and_collects_effects_and_citations(book):
    decision = decide(book, {"modalita": "contestazione", "a": "no", "b": "si"})
    assert decision.path == ("emersione", "principale", "seguito")
    assert [effect.what for effect in decision.effects] == ["due", "tre"]
    assert decision.cites == (1, 3, 4)


def test_what_a_passage_establishes_prevails_over_an_old_answer(book):
    decision = decide(book, {"modalita": "contestazione", "a": "no", "b": "si", "c": "rosso"})
    assert decision.cites == (1, 3, 4)


def test_changing_an_answer_recomputes_and_keeps_the_others(book):
    facts = {"modalita": "contestazione", "a": "no", "b": "si"}
    assert [effect.what for effect in decide(book, facts | {"a": "si"}).effects] == ["niente", "uno"]


def test_trail_says_which_facts_mattered_and_which_rules_they_excluded(book):
    decision = decide(book, {"modalita": "contestazione", "a": "si", "b": "no"})
    steps = [(step.procedure, step.fact, step.answer, step.source, step.excluded) for step in decision.trail]
    assert steps == [
        ("emersione", "modalita", "contestazione", "detection", (1,)),
        ("principale", "a", "si", "arbiter", (2, 3)),
        ("principale", "b", "no", "arbiter", ()),
    ]


def test_fact_that_did_not_matter_is_not_in_the_trail(book):
    options = OPTIONS | {"norme": "tradizionali"}
    decision = decide(book, {"modalita": "contestazione", "a": "no", "b": "si"}, options)
    assert [step.fact for step in decision.trail] == ["modalita", "a", "norme"]


def test_answer_outside_the_closed_set_is_an_error(book):
    with pytest.raises(UnknownAnswer):
        walk(book, "principale", facts={"modalita": "contestazione", "a": "boh"}, options=OPTIONS)


def test_procedure_outside_its_options_is_an_error(book):
    with pytest.raises(NotApplicable):
        walk(book, "principale", facts={}, options=OPTIONS | {"forma": "duplicato"})


def test_words_of_an_effect_name_the_person_and_the_term(book):
    (effect,) = decide(book, {"modalita": "contestazione", "a": "no"}, OPTIONS | {"norme": "tradizionali"}).effects
    assert say(effect, book, "it") == "Il compagno non parla fino al termine"
    assert say(effect, book, "it", {"compagno": "Nord, Anna"}) == "Il compagno (Nord, Anna) non parla fino al termine"
    assert say(effect, book, "en").startswith("Il compagno (en) non parla fino al termine (en)")


def test_reason_is_needed_only_where_the_arbiter_judges(tmp_path):
    effects = {
        "wording": {"judgement": {"principi": text("p")}, "inform": {"niente": text("n")}},
        "whom": {},
        "until": {},
        "finality": {},
        "basis": {},
    }
    table = procedure(
        "principale", {"a": fact("si", "no")}, [rule({"a": "si"}, {"judgement": "principi"}), rule({"a": "no"})]
    )
    book = load_rulebook(write(tmp_path, [table], effects=effects))
    assert decide(book, {"a": "si"}).needs_reason is True
    assert decide(book, {"a": "no"}).needs_reason is False


def test_fingerprint_changes_only_with_what_the_ruling_rests_on(book, tmp_path):
    before = book.fingerprint(("seguito",), (4,))
    other = load_rulebook(
        write(
            tmp_path / "other",
            [
                procedure("principale", {"a": fact("si", "no")}, [rule({})]),
                procedure(
                    "seguito",
                    {"c": fact("rosso", "nero"), "b": fact("si", "no")},
                    [
                        rule({"c": "rosso"}),
                        rule({"c": "nero", "b": "si"}, {"inform": "tre"}, cites=(4, 3)),
                        rule({"c": "nero", "b": "no"}, cites=(5,)),
                    ],
                    listed=False,
                ),
            ],
        )
    )
    assert other.fingerprint(("seguito",), (4,)) == before
    assert other.fingerprint(("principale",), (4,)) != book.fingerprint(("principale",), (4,))


def test_an_article_may_be_cited_only_under_a_fact(tmp_path):
    warned = {"inform": "uno", "if": {"a": "si"}}
    cited = {"article": 2, "if": {"a": "si"}}
    table = procedure("p", {"a": fact("si", "no")}, [rule({}, {"inform": "niente"}, warned, cites=(cited, 3))])
    mini = load_rulebook(write(tmp_path, [table]))
    found = {answer: walk(mini, "p", facts={"a": answer}, options=OPTIONS) for answer in ("si", "no")}
    assert {answer: decision.cites for answer, decision in found.items()} == {"si": (2, 3), "no": (3,)}


def test_a_fact_on_which_only_a_citation_rests_is_asked(tmp_path):
    cited = {"article": 2, "if": {"a": "si"}}
    mini = load_rulebook(write(tmp_path, [procedure("p", {"a": fact("si", "no")}, [rule({}, cites=(cited, 3))])]))
    question = walk(mini, "p", facts={}, options=OPTIONS)
    assert isinstance(question, Question)
    assert question.fact.name == "a"


def test_a_rule_without_such_citations_keeps_its_digest(tmp_path):
    mini = load_rulebook(write(tmp_path, [procedure("p", {}, [rule({}, cites=(1, 2))])]))
    assert mini.procedures["p"].file.model_dump(mode="json", by_alias=True)["rules"][0]["cites"] == [1, 2]
