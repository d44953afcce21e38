"""The persons that a procedure names itself: what may be written, and what is refused with its line."""

import pytest

from codes.library import get_rulebook
from codes.reading.loader import RulebookError, load_rulebook
from tests.codes.mini import fact, procedure, rule, text, write

ASKED = {"ask": text("Chi ha parlato?"), "choose": "seat"}
PHRASES = {"compagno": text("il compagno"), "responsabile": text("chi è stato"), "chi-parla": text("chi ha parlato")}


def loaded(tmp_path, persons, *effects, **more):
    made = procedure("uno", {"a": fact("si", "no")}, [rule({}, *effects)], persons=persons, **more)
    effects_file = {
        "wording": {"inform": {"niente": text("niente")}, "forbid": {"parlare": text("{whom} non parla{until}")}},
        "whom": PHRASES,
        "until": {},
        "finality": {},
        "basis": {},
    }
    return load_rulebook(write(tmp_path, [made], effects=effects_file))


def problems(tmp_path, persons, *effects):
    with pytest.raises(RulebookError) as refused:
        loaded(tmp_path, persons, *effects)
    return "\n".join(str(problem) for problem in refused.value.problems)


def test_an_effect_may_name_a_person_of_its_procedure(tmp_path):
    book = loaded(tmp_path, {"chi-parla": ASKED}, {"forbid": "parlare", "whom": "chi-parla"})
    assert book.procedures["uno"].persons["chi-parla"].choose == "seat"


def test_an_effect_may_not_name_anybody_else(tmp_path):
    assert "unknown person «chi-parla»" in problems(tmp_path, {}, {"forbid": "parlare", "whom": "chi-parla"})


@pytest.mark.parametrize(
    ("persons", "words"),
    [
        ({"chi-parla": {}}, "is either asked (`ask`) or told by another person (`is`)"),
        ({"chi-parla": {**ASKED, "is": "partner"}}, "is either asked"),
        ({"responsabile": {"is": "same"}}, "«responsabile» is asked"),
        ({"compagno": ASKED}, "means somebody already"),
        ({"chi-parla": {"is": "same", "of": "chi-gioca"}}, "«chi-gioca» is not named before it"),
        ({"chi-tace": ASKED}, "no phrase for whom «chi-tace»"),
        ({"chi-parla": {**ASKED, "choose": "tutti"}}, "choose"),
    ],
)
def test_what_says_nothing_of_a_person_is_refused(tmp_path, persons, words):
    assert words in problems(tmp_path, persons)


BOTH_LINES = {"ask": text("Chi doveva?"), "choose": "lines"}


@pytest.mark.parametrize("both", [{"b": ["si"]}, {"a": ["forse"]}])
def test_both_lines_are_meant_only_under_an_answer_that_is_waited_for(tmp_path, both):
    said = problems(tmp_path, {"responsabile": {**BOTH_LINES, "after": "a", "both": both}}, {"inform": "niente"})
    assert "both lines only under answers of the question that is waited for" in said


def test_when_both_lines_may_be_meant_changes_no_rule(tmp_path):
    asked = {**BOTH_LINES, "after": "a"}
    either = loaded(tmp_path / "a", {"responsabile": asked}, {"inform": "niente"})
    both = loaded(tmp_path / "b", {"responsabile": asked | {"both": {"a": ["si"]}}}, {"inform": "niente"})
    assert either.procedures["uno"].digest == both.procedures["uno"].digest


def test_a_procedure_that_names_nobody_keeps_the_fingerprint_that_rulings_carry(tmp_path):
    plain = loaded(tmp_path / "a", {}).procedures["uno"]
    assert "persons" not in plain.file.model_dump(exclude={"keywords", "persons"})
    assert plain.digest != loaded(tmp_path / "b", {"chi-parla": ASKED}).procedures["uno"].digest


# Who is meant without being asked: no worked case tells it, because a story names nobody's seat.
FOLLOW = {
    ("fibur-burraco-2019", "rilievo-del-compagno"): {"chi-gioca": "same", "chi-parla": "partner"},  # 21: who plays errs
    ("fibur-burraco-2019", "suggerimento"): {"chi-suggerisce": "same", "chi-riceve": "partner"},  # 22: who prompts errs
    ("fibur-burraco-2019", "mazziere-saltato"): {"chi-e-stato-saltato": "same"},  # 4: nobody is at fault
    ("fibur-burraco-2019", "riposo"): {"chi-riposa": "same"},  # 40
    ("fibur-burraco-2019", "sostituzione"): {"coppia-sostituita": "same"},  # 39
    ("fitres-tressette", "rilievo-accusa-altrui"): {"accusatore": "same"},  # 180: the points are the accuser's
}


@pytest.mark.parametrize(("code", "name"), FOLLOW)
def test_whoever_is_not_asked_for_follows_from_the_player_who_is(code, name):
    persons = get_rulebook(code).procedures[name].persons
    told = {person: (one.is_, one.of) for person, one in persons.items() if one.ask is None}
    assert told == {person: (relation, "responsabile") for person, relation in FOLLOW[code, name].items()}
