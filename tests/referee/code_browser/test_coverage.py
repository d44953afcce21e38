"""docs/coverage.md: the honest state of every clause, from what the code has and what it declares."""

import json

import grimp
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from codes.library import all_rulebooks
from codes.reading.clauses import clause_problems
from tests.codes.mini import procedure, rule, text, write

CASE = {
    "title": text("Caso"),
    "story": text("Storia"),
    "options": {"forma": "ordinario", "norme": "moderne"},
    "facts": {},
    "expect": {"effects": [{"inform": "uno"}], "cites": [1]},
}
MODULE, TEST = "referee/calcolo.py", "tests/test_calcolo.py"


def clause(words, kind="effect", **by):
    return {"kind": kind, **text(words), "by": by}


TOLD = [clause("e", told="it describes")]
# Of the first article a clause by each way of answering; of the others one that nothing has to apply.
CLAUSES = {
    1: [
        clause("a", procedures=["una"]),
        clause("b | c", kind="figure", module=MODULE, test=TEST, on_screen=False),
        clause("d", screen="the hall", test=TEST),
        clause("f", absent="nobody asks it"),
    ],
    2: TOLD,
    3: [clause("g", procedures=["una"], wrong="never on a Sunday")],
    4: TOLD,
    5: TOLD,
}


@pytest.fixture
def folder(library):
    """Five articles: one decided and shown, another decided only."""
    table = procedure("una", {}, [rule({}, {"inform": "uno"}, cites=(1, 3))], articles=[1, 3])
    cases = {"procedure": "una", "cases": [CASE]}
    return write(library / "mini", [table], **{"examples/una": cases, "clauses": {"articles": CLAUSES}})


@pytest.fixture
def root(tmp_path_factory, settings):
    """Another place for the project, with the files that the clauses name."""
    settings.BASE_DIR = tmp_path_factory.mktemp("project")
    for name in ("docs/x", MODULE, TEST):
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
    assert "5 articles in 8 clauses: 3 told, 1 (module), 1 absent, 1 procedure, 1 screen, 1 wrong." in page
    assert "Of a kind each: 7 effect, 1 figure." in page
    assert "### Absent (1)\n\n- 1.4: nobody asks it\n" in page
    assert "### Wrong (1)\n\n- 3.1: never on a Sunday\n" in page
    assert "|  |  | **1. Articolo 1 (en)** |  |  |\n| 1.1 | effect | a (en) | `una` | worked cases |" in page
    tool = f"`{MODULE}` (no screen reaches it) | `{TEST}`"
    assert f"| 1.2 | figure | b \\| c (en) | {tool} |" in page
    assert f"| 1.3 | effect | d (en) | the hall | `{TEST}` |" in page
    assert "| 1.4 | effect | f (en) | absent: nobody asks it |  |" in page
    assert "| 2.1 | effect | e (en) | told: it describes |  |" in page
    assert "| 3.1 | effect | g (en) | `una` (no case cites it)<br>wrong: never on a Sunday |  |" in page


def test_the_page_is_not_written_from_false_clauses(folder, root):
    false = {**CLAUSES, 2: [clause("e", procedures=["una"])]}
    (folder / "clauses.yaml").write_text(json.dumps({"articles": false}))
    with pytest.raises(CommandError, match=r"mini/clauses\.yaml: 2\.1: no rule of «una» cites article 2"):
        call_command("coverage_doc", check=True)


def test_the_page_is_not_written_of_a_code_without_clauses(folder, root):
    (folder / "clauses.yaml").unlink()
    with pytest.raises(CommandError, match=r"mini/clauses\.yaml: 1 has no clause"):
        call_command("coverage_doc")


@pytest.mark.long
@pytest.mark.parametrize("book", all_rulebooks(), ids=lambda book: book.id)
def test_what_our_codes_declare_is_true(book):
    assert clause_problems(book, settings.BASE_DIR) == []


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
    told = (clauses for book in all_rulebooks() for clauses in book.clauses.parts.values())
    answers = [one.by for clauses in told for one in clauses if one.by.module]
    on_screen = {_module(answer.module) for answer in answers if answer.on_screen}
    off_screen = {_module(answer.module) for answer in answers if not answer.on_screen}
    assert on_screen <= asked
    assert not off_screen & direct


def _module(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")
