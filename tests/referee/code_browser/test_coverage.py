"""docs/coverage.md: the honest state of every clause or article, from what the code has and what it declares."""

import json

import grimp
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from codes.format.clauses import Answer
from codes.library import RULEBOOKS, all_rulebooks
from codes.reading.clauses import clause_problems
from codes.reading.files import law_hash
from codes.reading.loader import load_rulebook
from referee.code_browser.coverage import CoverageFile, CoveringModule, Gap, coverage_of, problems, read_coverage, tally
from tests.codes.mini import procedure, rule, text, write

CASE = {
    "title": text("Caso"),
    "story": text("Storia"),
    "options": {"forma": "ordinario", "norme": "moderne"},
    "facts": {},
    "expect": {"effects": [{"inform": "uno"}], "cites": [1]},
}
TOOL = {"articles": [2], "module": "referee/calcolo.py", "test": "tests/test_calcolo.py"}
DECLARED = {"articles": 6, "calculators": [TOOL], "not_covered": [{"articles": [4], "why": "later"}]}


@pytest.fixture
def folder(library):
    """Five articles: one decided and shown, another decided only, a third worked out; and a sixth without summary."""
    table = procedure("una", {}, [rule({}, {"inform": "uno"}, cites=(1, 3))], articles=[1, 3])
    cases = {"procedure": "una", "cases": [CASE]}
    return write(library / "mini", [table], **{"examples/una": cases, "coverage": DECLARED})


@pytest.fixture
def book(folder):
    return load_rulebook(folder)


def test_every_article_has_its_state(book, folder):
    rows = coverage_of(book, read_coverage(folder))
    assert [row.state for row in rows] == [
        "procedure",
        "calculator",
        "procedure",
        "not covered",
        "text only",
        "not covered",
    ]
    assert [[one.is_shown for one in row.means] for row in rows[:3]] == [[True], [True], [False]]
    assert [row.gap for row in rows[3:]] == ["later", "", "no summary of it"]


def test_an_article_can_be_covered_in_several_ways(book):
    tool = CoveringModule(articles=(1,), module="a.py", test="b.py")
    rows = coverage_of(book, CoverageFile(articles=1, checkers=(tool,), calculators=(tool,)))
    assert tally(row.state for row in rows) == {"procedure + checker + calculator": 1}


def test_what_is_left_out_of_an_article_covered_is_said(book, tmp_path):
    declared = CoverageFile(articles=5, left_out=(Gap(articles=(1, 5), why="in tournaments"),))
    assert [(row.state, row.left_out) for row in coverage_of(book, declared)[:1]] == [("procedure", "in tournaments")]
    assert problems(book, declared, tmp_path) == [
        "mini: of article 5 something is declared left out, and nothing covers the rest"
    ]


def test_a_tournament_won_at_once_is_said_to_be_left_out():
    (book,) = [one for one in all_rulebooks() if one.id == "tressette-online"]
    row = coverage_of(book, read_coverage(RULEBOOKS / book.id))[9]
    assert (row.number, row.title, row.state) == (10, "Winning at once", "procedure")
    assert row.left_out.startswith("no tournament is opened with it")


def test_a_declaration_must_be_true(book, tmp_path):
    gap = Gap(articles=(1, 9), why="later")
    tool = CoveringModule(articles=(2, 8), module="referee/calcolo.py", test="tests/test_calcolo.py")
    assert problems(book, CoverageFile(articles=4, checkers=(tool,), not_covered=(gap,)), tmp_path) == [
        "mini: there is no referee/calcolo.py",
        "mini: there is no tests/test_calcolo.py",
        "mini: there is no article 8",
        "mini: there is no article 9",
        "mini: article 5 lies beyond the last",
        "mini: article 1 is declared not covered, and something covers it",
    ]


@pytest.mark.parametrize(
    ("written", "said"),
    [("{articles: 0}", "mini/coverage.yaml:1"), ("{articles: 1, cheker: []}", "Extra inputs"), ("{", "not valid YAML")],
)
def test_a_malformed_declaration_names_its_place(written, said, folder):
    (folder / "coverage.yaml").write_text(written)
    with pytest.raises(ValueError, match=said):
        read_coverage(folder)


@pytest.mark.long
@pytest.mark.parametrize("book", all_rulebooks(), ids=lambda book: book.id)
def test_what_our_codes_declare_is_true(book):
    if book.clauses.parts:
        assert clause_problems(book, settings.BASE_DIR) == []
    else:
        assert problems(book, read_coverage(RULEBOOKS / book.id), settings.BASE_DIR) == []


def test_what_is_covered_is_no_law(folder):
    before = law_hash(folder)
    (folder / "coverage.yaml").write_text(json.dumps(DECLARED | {"articles": 5}))
    assert law_hash(folder) == before


@pytest.fixture
def root(tmp_path_factory, settings):
    """Another place for the project, with the files that the declaration names."""
    settings.BASE_DIR = tmp_path_factory.mktemp("project")
    for name in ("docs/x", TOOL["module"], TOOL["test"]):
        path = settings.BASE_DIR / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    return settings.BASE_DIR


def test_the_page_is_written_and_checked(folder, root):
    with pytest.raises(CommandError, match="out of date"):
        call_command("coverage_doc", check=True)
    call_command("coverage_doc")
    call_command("coverage_doc", check=True)
    page = (root / "docs" / "coverage.md").read_text()
    assert "6 articles: 2 not covered, 2 procedure, 1 calculator, 1 text only." in page
    assert "| 1 | Articolo 1 (en) | procedure | `una` | worked cases |" in page
    assert "| 2 | Articolo 2 (en) | calculator | `referee/calcolo.py` | `tests/test_calcolo.py` |" in page
    assert "| 3 | Articolo 3 (en) | procedure | `una` (no case cites it) |  |" in page
    assert "| 4 | Articolo 4 (en) | not covered | later |  |" in page


@pytest.fixture
def clauses(folder):
    """Of the first article a clause by each way of answering; of the others one that nothing has to apply."""
    told = [clause("e", told="it describes")]
    (folder / "coverage.yaml").unlink()
    return {
        1: [
            clause("a", procedures=["una"]),
            clause("b | c", kind="figure", module=TOOL["module"], test=TOOL["test"], on_screen=False),
            clause("d", screen="the hall", test=TOOL["test"]),
            clause("f", absent="nobody asks it"),
        ],
        2: told,
        3: [clause("g", procedures=["una"], wrong="never on a Sunday")],
        4: told,
        5: told,
    }


def clause(words, kind="effect", **by):
    return {"kind": kind, **text(words), "by": by}


def written(folder, clauses):
    (folder / "clauses.yaml").write_text(json.dumps({"articles": clauses}))


def test_a_code_with_clauses_is_told_by_them(folder, root, clauses):
    written(folder, clauses)
    call_command("coverage_doc")
    call_command("coverage_doc", check=True)
    page = (root / "docs" / "coverage.md").read_text()
    assert "5 articles in 8 clauses: 3 told, 1 (module), 1 absent, 1 procedure, 1 screen, 1 wrong." in page
    assert "Of a kind each: 7 effect, 1 figure." in page
    assert "### Absent (1)\n\n- 1.4: nobody asks it\n" in page
    assert "### Wrong (1)\n\n- 3.1: never on a Sunday\n" in page
    assert "|  |  | **1. Articolo 1 (en)** |  |  |\n| 1.1 | effect | a (en) | `una` | worked cases |" in page
    tool = f"`{TOOL['module']}` (no screen reaches it) | `{TOOL['test']}`"
    assert f"| 1.2 | figure | b \\| c (en) | {tool} |" in page
    assert f"| 1.3 | effect | d (en) | the hall | `{TOOL['test']}` |" in page
    assert "| 1.4 | effect | f (en) | absent: nobody asks it |  |" in page
    assert "| 2.1 | effect | e (en) | told: it describes |  |" in page
    assert "| 3.1 | effect | g (en) | `una` (no case cites it)<br>wrong: never on a Sunday |  |" in page


def test_the_page_is_not_written_from_false_clauses(folder, root, clauses):
    written(folder, {**clauses, 2: [clause("e", procedures=["una"])]})
    with pytest.raises(CommandError, match=r"mini/clauses\.yaml: 2\.1: no rule of «una» cites article 2"):
        call_command("coverage_doc", check=True)


def test_the_page_is_not_written_from_a_false_or_missing_declaration(folder, root):
    (root / TOOL["test"]).unlink()
    with pytest.raises(CommandError, match=r"there is no tests/test_calcolo\.py"):
        call_command("coverage_doc")
    (folder / "coverage.yaml").unlink()
    with pytest.raises(CommandError, match=r"mini: .*coverage\.yaml"):
        call_command("coverage_doc")


def test_what_no_screen_reaches_stands_in_brackets(book):
    tool = CoveringModule(articles=(1, 2), module="a.py", test="b.py", on_screen=False)
    one, two = coverage_of(book, CoverageFile(articles=2, calculators=(tool,)))
    assert (one.state, two.state) == ("procedure + (calculator)", "(calculator)")


@pytest.mark.long
def test_the_codes_say_the_truth_of_what_the_application_asks():
    graph = grimp.build_graph(*(name for name in settings.PACKAGES if name != "config"))
    asked = {name for room in settings.APPLICATIONS for name in graph.find_upstream_modules(room, as_package=True)}
    direct = {
        name
        for asking in graph.modules
        if not asking.startswith("codes")
        for name in graph.find_modules_directly_imported_by(asking)
    }
    books = all_rulebooks()
    declared = [read_coverage(RULEBOOKS / book.id) for book in books if not book.clauses.parts]
    told = (clauses for book in books for clauses in book.clauses.parts.values())
    answers = [one.by for clauses in told for one in clauses if one.by.module]
    tools = [*(tool for one in declared for tool in (*one.checkers, *one.calculators)), *answers]
    on_screen = {_module(tool) for tool in tools if tool.on_screen}
    off_screen = {_module(tool) for tool in tools if not tool.on_screen}
    assert on_screen <= asked
    assert not off_screen & direct


def _module(tool: CoveringModule | Answer) -> str:
    return tool.module.removesuffix(".py").replace("/", ".")
