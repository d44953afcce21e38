"""Which procedures are found, in which order, and that none is cut away."""

import pytest

from codes.finding.evidence import Evidence
from codes.finding.procedures import SPEECH, _finder, find_procedures, prepare, score_procedures
from codes.format.schema import Keywords
from codes.library import all_rulebooks, get_rulebook
from codes.reading.files import law_hash
from codes.reading.loader import RulebookError, load_rulebook
from codes.reading.spoken_words import faults, faults_of_telling
from tests.codes.mini import fact, procedure, rule, text, write

YES_NO = {"a": fact("si", "no")}
ONE = [rule({"a": ["si", "no"]})]
OPTIONS = {"forma": "ordinario", "norme": "moderne"}
FITRES = {"forma": "duplicato", "norme": "moderne", "accusa": "con-accusa"}


def named(name, title, **more):
    return procedure(name, YES_NO, ONE, **{"title": text(title), **more})


@pytest.fixture
def book(tmp_path):
    return load_rulebook(
        write(
            tmp_path,
            [
                named("early", "Accusa anticipata", articles=[3]),
                named("late", "Accusa tardiva", articles=[4], keywords={"it": ["dopo la prima battuta"]}),
                named("lead", "Giocata fuori mano", articles=[5, 4]),
                named("inner", "Accusa di dentro", listed=False),
                named("double", "Accusa doppia", applies={"forma": "duplicato"}),
            ],
            synonyms={
                "same": [["accusa", "buongioco"]],
                "means": {"tocca a lui": ["mano"], "ritardo": ["tardi"]},
                "spoken": {"lead": {"it": ["parte quello sbagliato"]}},
            },
        )
    )


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("anticipata", ["early"]),
        ("accusa tardi", ["late", "early"]),
        ("accusa", ["early", "late"]),  # equal ones in their order
        ("buongioco", ["early", "late"]),
        ("ritardo", ["late"]),
        ("non tocca a lui", ["lead"]),
        ("gli dicono tocca a te", []),  # a small word tells one phrase from another
        ("ha giocato quello sbagliato, non toccava a lui", ["lead"]),  # the phrase in another tense
        ("è partito quello sbagliato", ["lead"]),
        ("zucchine e melanzane, ma dopo la battuta", ["late"]),  # what is not known takes nothing away
        ("4", ["late", "lead"]),
        ("art. 3", ["early"]),
        ("tardiva art. 5", ["lead", "late"]),
        ("zucchine", []),
        ("di lui e la coppia", []),
        ("", []),
    ],
)
def test_what_is_asked_finds_what_it_may_mean_the_best_first(book, query, found):
    assert list(find_procedures(query, book, OPTIONS).names) == found


def test_only_what_the_options_allow_and_arbiters_may_choose_is_found(book):
    assert set(find_procedures("accusa", book, OPTIONS | {"forma": "duplicato"}).names) == {"early", "late", "double"}
    assert set(score_procedures("accusa", book)) == {"early", "late", "double", "inner"}


def test_the_whole_saying_counts_more_than_its_words_scattered(tmp_path):
    apart = named("apart", "x", keywords={"it": ["fuori gioco", "prima mano"]})
    whole = named("whole", "y", keywords={"it": ["fuori mano"]})
    book = load_rulebook(write(tmp_path, [apart, whole]))
    assert find_procedures("fuori mano", book, OPTIONS).names[0] == "whole"


def test_a_happening_is_found_by_how_another_one_told_it(tmp_path):
    floor = "gli era rimasto sotto la sedia un cavallo da chissà quanto"
    told = {"it": [floor], "en": ["a knight was found under the chair"]}
    several = [named("other", "Una carta"), named("lost", "Un fatto"), named("last", "Una mano nuova")]
    book = load_rulebook(write(tmp_path, several, **{"tellings/lost": told}))
    assert find_procedures("spunta un cavallo da sotto una sedia", book, OPTIONS).names == ("lost",)
    assert find_procedures("who found that knight?", book, OPTIONS).names == ("lost",)


def test_a_clear_first_one_stands_apart_and_what_merely_holds_a_word_lies_far_below():
    book = get_rulebook("fitres-tressette")
    found = find_procedures("gioca fuori mano", book, FITRES)
    assert found.clear == ("fuori-mano",)
    assert set(found.near) <= set(book.procedures) and len(found.near) < 6 < len(found.far)
    assert found.names == (*found.clear, *found.near, *found.far)


@pytest.mark.parametrize("query", ["accusa", "errore", "la carta", "zucchine"])
def test_where_several_may_be_meant_none_is_clear(query):
    assert find_procedures(query, get_rulebook("fitres-tressette"), FITRES).clear == ()


def test_evidence_is_told_in_whole_numbers_the_least_being_none():
    evidence = Evidence([[("fuori mano", 1)], [("carta caduta", 1), ("una carta", 0.1)], []])
    scores = evidence.scores("gli è caduta la carta")
    assert scores[1] == max(scores) and min(scores) == 0
    assert all(isinstance(score, int) for score in scores)


@pytest.mark.parametrize(
    ("told", "file", "said"),
    [
        ({"nobody": ["si sono alzati tutti insieme"]}, "nobody", "unknown procedure «nobody»"),
        ({"p": ["a b c d", "a b c d"]}, "p", "«a b c d» stands in tellings/p.yaml already"),
        (
            {"p": ["fuori mano"]},
            "p",
            "«fuori mano» is no whole sentence: sayings belong to synonyms.yaml, under `spoken`",
        ),
        ({"p": ["a b c d"], "q": ["a b c d"]}, "q", "«a b c d» stands in tellings/p.yaml already"),
    ],
)
def test_tellings_that_lead_nowhere_are_refused(tmp_path, told, file, said):
    several = [procedure("p", YES_NO, ONE), procedure("q", YES_NO, ONE)]
    with pytest.raises(RulebookError) as caught:
        load_rulebook(write(tmp_path, several, **{f"tellings/{name}": {"it": one} for name, one in told.items()}))
    (problem,) = caught.value.problems
    assert str(problem).startswith(f"tellings/{file}.yaml:") and str(problem).endswith(said)


def test_once_prepared_the_first_search_builds_nothing(book):
    prepare([book])
    built = _finder.cache_info().misses
    assert find_procedures("anticipata", book, OPTIONS).names == ("early",)
    assert _finder.cache_info().misses == built


def test_a_new_anomaly_without_tellings_is_named_by_the_check():
    book = get_rulebook("tressette-online")
    assert list(faults_of_telling(book.tellings, [*book.procedures, "vista-dei-tavoli"])) == [
        "tellings/vista-dei-tavoli.yaml: 0 sentences in «it» tell that it happened, and 30 are asked: "
        "as people say it, each in other words",
        "tellings/vista-dei-tavoli.yaml: 0 sentences in «en» tell that it happened, and 18 are asked: "
        "as people say it, each in other words",
    ]


def faults_with(told):
    """What the check says where a new anomaly is told so, beside the code's own."""
    book, new = get_rulebook("tressette-online"), Keywords(it=told)
    found = faults_of_telling({**book.tellings, "new": new}, [*book.procedures, "new"])
    return [fault for fault in found if "are asked" not in fault]


def test_a_telling_with_words_exchanged_is_refused():
    own = "Il giocatore di mano ha guardato il tavolo accanto mentre aspettava."
    assert faults_with([own, "Stavo in attesa, e lui sbirciava altrove."]) == []
    assert faults_with([own, own.replace("accanto", "vicino")]) == [
        "tellings/new.yaml: «Il giocatore di mano ha guardato il tavolo vicino mentre aspettava.» is «Il giocatore di "
        "mano ha guardato il tavolo accanto mentre aspettava.» of tellings/new.yaml with words exchanged: "
        "tell it otherwise"
    ]
    neighbour = get_rulebook("tressette-online").tellings["accuso"].it[0]
    assert len(neighbour.split()) > 6
    assert len(faults_with([f"{neighbour} Ecco!"])) == 1


def test_one_frame_with_something_else_in_it_each_time_is_refused():
    ends = "ha riso; si alzò di colpo; beveva caffè; tossì tre volte; sbadigliava; guardò fuori dalla finestra".split(
        ";"
    )
    told = [f"Al tavolo tre un giocatore {end}" for end in ends]
    assert faults_with(told[:5]) == []
    assert (
        "tellings/new.yaml: «al tavolo tre un giocatore» stands in 6 sentences: tell it in other words"
        in faults_with(told)
    )


@pytest.mark.parametrize(
    ("synonyms", "said"),
    [
        ({"spoken": {"nobody": {"it": ["x"]}}}, "unknown procedure «nobody»"),
        ({"spoken": {"p": {"it": ["x", "x"]}}}, "«x» stands twice"),
        ({"same": [["a"]]}, "a word alone stands for no other"),
        ({"same": [["a", "b"], ["c", "A"]]}, "«A» stands twice under `same`"),
        ({"same": [["a", "due parole"]]}, "«due parole» is not one word: phrases belong under `means` or `spoken`"),
        ({"means": {"x": []}}, "«x» leads to no word"),
        ({"meant": {}}, "meant: Extra inputs are not permitted"),
    ],
)
def test_synonyms_that_lead_nowhere_are_refused(tmp_path, synonyms, said):
    with pytest.raises(RulebookError) as caught:
        load_rulebook(write(tmp_path, [procedure("p", YES_NO, ONE)], synonyms=synonyms))
    (problem,) = caught.value.problems
    assert str(problem).startswith("synonyms.yaml:") and str(problem).endswith(said)


def test_how_people_speak_everywhere_is_sound_and_stands_once():
    assert list(faults(SPEECH, ())) == []
    everywhere = {word: place for place, group in enumerate(SPEECH.same) for word in group}
    for book in all_rulebooks():
        for group in book.synonyms.same:
            said_already = {everywhere.get(word) for word in group}
            assert None in said_already or len(said_already) > 1, f"{book.id}: {group} stands in speech.yaml"


def test_how_people_speak_is_no_law(tmp_path):
    folder = write(tmp_path, [procedure("p", YES_NO, ONE)])
    before = law_hash(folder)
    (folder / "synonyms.yaml").write_text("same: [[a, b]]")
    (folder / "tellings" / "p.yaml").write_text("it: [si sono alzati tutti]")
    assert law_hash(folder) == before
    book = load_rulebook(folder)
    assert book.synonyms.same == (("a", "b"),)
    assert book.tellings["p"].it == ("si sono alzati tutti",)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("ha visto la carta", "carte-esposte"),
        ("rinuncia", "mancata-risposta"),
        ("gioca fuori turno", "fuori-mano"),
        ("accusa tardi", "accusa-tardiva"),
        ("183", "accusa-anticipata"),
    ],
)
def test_what_people_say_at_the_table_leads_first_to_its_anomaly(said, expected):
    assert find_procedures(said, get_rulebook("fitres-tressette"), FITRES).names[0] == expected


def test_a_number_among_words_is_no_article():
    options = FITRES | {"forma": "ordinario"}
    assert "fine-partita" in find_procedures("arrivati a 21 punti", get_rulebook("fitres-tressette"), options).names[:3]
    assert find_procedures("21", get_rulebook("fitres-tressette"), options).names[0] == "distribuzione-irregolare"
