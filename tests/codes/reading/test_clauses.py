"""Every clause of a code accounted for: what is said of it is refused where it is false, and never where it is bad."""

import json

import pytest

from codes.deciding.book import Rulebook
from codes.format.clauses import LONGEST
from codes.reading.clauses import clause_problems
from codes.reading.files import law_hash
from codes.reading.loader import RulebookError, files_in, load_rulebook, packed, unpacked
from tests.codes.mini import procedure, rule, text, write

TOLD = {"told": "it describes"}


def clause(**by):
    return {"kind": "effect", **text("una cosa"), "by": by or TOLD}


@pytest.fixture
def folder(tmp_path):
    conditional = {"article": 2, "if": {"norme": "moderne"}}
    return write(tmp_path, [procedure("una", {"norme": None}, [rule({}, cites=(1, conditional))])])


def read(folder, articles, **sections) -> Rulebook:
    (folder / "clauses.yaml").write_text(json.dumps({"articles": articles, "sections": sections}))
    return load_rulebook(folder)


def every(**told):
    """One clause for each article, but those that are told otherwise."""
    return {str(number): [clause()] for number in range(1, 6)} | {name[1:]: one for name, one in told.items()}


def test_what_answers_for_each_clause_is_known(folder, tmp_path):
    (tmp_path / "a.py").touch()
    book = read(folder, every(_1=[clause(procedures=["una"]), clause(module="a.py", test="a.py")]))
    assert clause_problems(book, tmp_path) == []
    assert [one.by.state for one in book.clauses.articles[1]] == ["procedure", "module"]
    assert [one.by.state for one in book.clauses.articles[5]] == ["told"]


def test_a_citation_under_further_facts_is_one(folder, tmp_path):
    assert clause_problems(read(folder, every(_2=[clause(procedures=["una"])])), tmp_path) == []


def test_a_code_is_read_without_them_and_none_of_ours_is(folder, tmp_path):
    assert clause_problems(load_rulebook(folder), tmp_path) == [f"clauses.yaml: {n} has no clause" for n in range(1, 6)]


def test_what_is_absent_or_wrong_is_told_and_not_refused(folder, tmp_path):
    bad = [clause(absent="nobody asks"), clause(procedures=["una"], wrong="too late"), clause(wrong="the other way")]
    book = read(folder, every(_1=bad))
    assert clause_problems(book, tmp_path) == []
    assert [one.by.state for one in book.clauses.articles[1]] == ["absent", "wrong", "wrong"]


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        ({"_3": [clause(procedures=["una"])]}, "clauses.yaml: 3.1: no rule of «una» cites article 3"),
        ({"_1": [clause(), clause(procedures=["due"])]}, "clauses.yaml: 1.2: unknown procedure «due»"),
        ({"_4": [clause(module="b.py", test="a.py")]}, "clauses.yaml: 4.1: there is no b.py"),
        ({"_4": [clause(screen="the hall", test="b.py")]}, "clauses.yaml: 4.1: there is no b.py"),
        ({"_9": [clause()]}, "clauses.yaml: the code has no 9"),
    ],
)
def test_what_is_false_is_told(planted, fault, folder, tmp_path):
    (tmp_path / "a.py").touch()
    assert clause_problems(read(folder, every(**planted)), tmp_path) == [fault]


def test_an_article_without_clauses_is_told(folder, tmp_path):
    articles = every()
    del articles["2"]
    assert clause_problems(read(folder, articles), tmp_path) == ["clauses.yaml: 2 has no clause"]


def test_a_part_without_a_number_has_its_clauses_too(folder, tmp_path):
    articles = json.loads((folder / "articles.yaml").read_text())
    articles["sections"] = [{"id": "scopo", "after": 0, "title": text("Scopo"), "summary": text("…")}]
    (folder / "articles.yaml").write_text(json.dumps(articles))
    assert clause_problems(read(folder, every()), tmp_path) == ["clauses.yaml: scopo has no clause"]
    assert clause_problems(read(folder, every(), scopo=[clause(procedures=["una"])]), tmp_path) == []
    false = read(folder, every(), scopo=[clause(procedures=["due"])], altro=[clause()])
    assert clause_problems(false, tmp_path) == [
        "clauses.yaml: the code has no altro",
        "clauses.yaml: scopo.1: unknown procedure «due»",
    ]


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ([], "at least 1 item"),
        ([clause(procedures=["una"], told="no")], "or it is `told`, or `absent`"),
        ([clause(told="no", absent="no")], "or it is `told`, or `absent`"),
        ([clause(absent="no", wrong="no")], "or it is `told`, or `absent`"),
        ([{**clause(), "by": {}}], "or it is `told`, or `absent`"),
        ([clause(module="a.py")], "stands with the test"),
        ([clause(test="a.py", procedures=["una"])], "stands with the test"),
        ([{**clause(), "kind": "wish"}], "Input should be 'condition'"),
        ([{**clause(), "en": ""}], "at least 1 character"),
        ([{**clause(), "it": "x" * (LONGEST + 1)}], f"at most {LONGEST} characters"),
        ([{**clause(), "cites": [1]}], "Extra inputs"),
    ],
)
def test_what_is_no_account_of_a_clause_refuses_the_code(planted, said, folder):
    with pytest.raises(RulebookError, match=said) as caught:
        read(folder, every(_1=planted))
    assert {problem.file for problem in caught.value.problems} == {"clauses.yaml"}


def test_the_account_is_no_law_and_is_not_kept_with_it(folder):
    before = law_hash(folder)
    read(folder, every())
    assert law_hash(folder) == before
    assert "clauses.yaml" not in files_in(packed(folder))
    assert unpacked(packed(folder), before).clauses.parts == {}
