"""A question that is somebody's own choice: what may be written, and what is refused with its line."""

import pytest

from codes.library import get_rulebook
from codes.reading.loader import RulebookError, load_rulebook
from tests.codes.mini import fact, procedure, rule, text, write

MONTE = {"of": "tutti", "may": text("annullare"), "until": text("subito"), "cites": [1], "alone": True}


def loaded(tmp_path, faculties):
    tmp_path.mkdir(exist_ok=True)
    facts = {"a": fact("si", "no"), "b": fact("si", "no")}
    rules = [rule({"a": "si"}, {"inform": "uno"}), rule({"a": "no"}, {"inform": "due"})]
    write(tmp_path, [procedure("uno", facts, rules, faculties=faculties)])
    return load_rulebook(tmp_path).procedures["uno"]


def test_one_faculty_is_written_without_a_list(tmp_path):
    assert loaded(tmp_path, {"a": MONTE}).faculty("a", {}).alone


def test_of_several_the_first_whose_condition_holds_is_meant(tmp_path):
    made = loaded(tmp_path, {"a": [{**MONTE, "if": {"b": "si"}}, {**MONTE, "of": "compagno"}]})
    assert (made.faculty("a", {"b": "si"}).of, made.faculty("a", {"b": "no"}).of) == ("tutti", "compagno")


def test_where_no_condition_holds_it_is_nobodys_choice(tmp_path):
    made = loaded(tmp_path, {"a": {**MONTE, "if": {"b": "si"}}})
    assert made.faculty("a", {"b": "no"}) is None
    assert made.faculty("b", {}) is None


@pytest.mark.parametrize(
    ("faculties", "words"),
    [
        ({"c": MONTE}, "«c» is not a question of this procedure"),
        ({"a": {**MONTE, "of": "nessuno"}}, "unknown person «nessuno»"),
        ({"a": {**MONTE, "of": "accusatore"}}, "unknown person «accusatore»"),
        ({"a": {**MONTE, "cites": [9]}}, "unknown article 9"),
        ({"a": {**MONTE, "if": {"b": "forse"}}}, "unknown answer «forse» of «b»"),
        ({"a": {**MONTE, "if": {"c": "si"}}}, "unknown answer «si» of «c»"),
        ({"a": [MONTE, MONTE]}, "leaves none to those after it"),
    ],
)
def test_what_says_nothing_of_a_faculty_is_refused(tmp_path, faculties, words):
    with pytest.raises(RulebookError) as refused:
        loaded(tmp_path, faculties)
    (problem, *_others) = map(str, refused.value.problems)
    assert problem.startswith("procedures/uno.yaml:")
    assert words in problem


def test_a_faculty_changes_no_rule(tmp_path):
    with_it = loaded(tmp_path / "a", {"a": MONTE})
    assert with_it.digest == loaded(tmp_path / "b", {}).digest


PREPARED, RESERVED = {"titolo-monte": "preparazione"}, {"titolo-monte": "riserva"}


@pytest.mark.parametrize(
    ("asked", "known", "told"),
    [
        ("accusa-anticipata esercizio-monte", {}, ("avversari", True, (77, 78, 183))),
        ("accusa-tardiva contestazione-battuta", {}, ("avversari", False, (184,))),
        ("andata-a-monte esercizio-monte", PREPARED, ("tutti", True, (77, 78))),
        ("andata-a-monte esercizio-monte", RESERVED, ("segnalante", True, (75, 77, 78))),
        ("rilevazione-intempestiva chi-eccepisce", {}, ("avversari", False, (35, 71))),
        ("riserva-invocata chi-invoca", {}, ("segnalante", True, (75, 78))),
    ],
)
def test_whose_choice_it_is_by_the_text(asked, known, told):
    procedure_, fact_ = asked.split()
    faculty = get_rulebook("fitres-tressette").procedures[procedure_].faculty(fact_, known)
    assert (faculty.of, faculty.alone, faculty.cites) == told


def test_the_opponents_of_burraco_may_confirm_an_error_of_the_sheet():
    faculty = get_rulebook("fibur-burraco-2019").procedures["errore-nello-score"].faculty("conferma-avversari", {})
    assert (faculty.of, faculty.cites) == ("avversari", (20,))


def test_an_opponent_who_remarks_gives_the_opponents_no_faculty():
    remark = get_rulebook("fitres-tressette").procedures["rilievo-accusa-altrui"]
    assert remark.faculty("esercizio-monte", {"chi-rileva-accusa": "avversario"}) is None
    assert remark.faculty("esercizio-monte", {"chi-rileva-accusa": "compagno"}).of == "avversari"


CHOSEN = (
    "esercizio-monte",
    "contestazione-battuta",
    "chi-contesta",
    "chi-eccepisce",
    "chi-invoca",
    "riserva",
    "accordo",
)


@pytest.mark.parametrize("fact_", CHOSEN)
def test_what_a_player_may_choose_may_be_waited_for_wherever_it_is_asked(fact_):
    asking = [one for one in get_rulebook("fitres-tressette").procedures.values() if fact_ in one.facts]
    assert asking
    assert all(fact_ in one.file.faculties for one in asking)


CHOICE = {"may": text("sceglie"), "until": text("subito"), "cites": [1]}


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ({"altro": CHOICE}, "no wording for «inform: altro»"),
        ({"niente": CHOICE | {"of": "chiunque"}}, "unknown person «chiunque»"),
        ({"niente": CHOICE | {"of": "tutti"}}, "unknown person «tutti»"),
        ({"niente": CHOICE | {"cites": [9]}}, "unknown article 9"),
    ],
)
def test_a_choice_of_nothing_or_of_nobody_is_refused(tmp_path, choice, words):
    told = {"wording": {"inform": {"niente": text("niente")}}, "whom": {}, "until": {}, "finality": {}, "basis": {}}
    effects = told | {"choices": {"inform": choice}}
    with pytest.raises(RulebookError) as refused:
        load_rulebook(write(tmp_path, [procedure("uno", {"a": fact("si", "no")}, [rule({})])], effects=effects))
    assert any(words in str(problem) for problem in refused.value.problems)
