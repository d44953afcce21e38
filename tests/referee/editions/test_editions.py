"""Editions of a code: a tournament keeps its own, and a ruling says when a later one changed its rule."""

import shutil
from copy import copy

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.urls import reverse

from codes.library import RULEBOOKS, all_rulebooks, codes, edition_problems, get_rulebook, later_editions
from codes.reading.spoken_words import FEWEST
from records.requests import Refused
from referee.editions.queries import changed_by, rule_changed
from tests.codes.mini import procedure, rule, text, write
from tests.factories import NOON, acting, make_federation
from tests.referee.wizard.test_wizard_pages import text_of
from tournaments.planning.actions import create_tournament

FITRES = "fitres-tressette"
FACTS = {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "parte-con-napoletana"}
ANOMALY = "accusa-anticipata"
# The end of the rule that FACTS lead to.
LAST_ORDER = "{dichiarato: parte-con-napoletana}}\n      - {replace_card: risposta, whom: avversari}\n    cites: "


def edition(folder, name, **changes):
    """A small code under that id, its rulebook changed as told."""
    written = write(folder / name, [procedure("una", {}, [rule({}, {"inform": "uno"})])])
    path = written / "rulebook.yaml"
    lines = path.read_text().replace('"id": "mini"', f'"id": "{name}"')
    for key, value in changes.items():
        lines = lines.replace('"title": {', f'"{key}": "{value}",\n "title": {{', 1)
    path.write_text(lines)
    return written


@pytest.fixture
def three(library):
    """One code in three editions, and another code."""
    edition(library, "uno")
    edition(library, "due", supersedes="uno")
    edition(library, "tre", supersedes="due")
    edition(library, "altro")
    return library


def test_a_code_stands_once_with_its_editions(three):
    found = {code.latest.id: [book.id for book in code.earlier] for code in codes()}
    assert found == {"tre": ["due", "uno"], "altro": []}


def test_later_editions_come_in_their_order(three):
    assert [book.id for book in later_editions("uno")] == ["due", "tre"]
    assert later_editions("tre") == later_editions("altro") == []


@pytest.mark.parametrize(
    ("name", "changes", "problem"),
    [
        ("quattro", {"supersedes": "mai"}, "quattro: supersedes the unknown code «mai»"),
        ("quattro", {"supersedes": "due"}, "tre: supersedes «due», as «quattro» does already"),
        ("uno", {"supersedes": "tre"}, "due: its editions supersede each other in a circle"),
    ],
)
def test_a_broken_chain_of_editions_is_reported(name, changes, problem, three):
    shutil.rmtree(three / name, ignore_errors=True)
    edition(three, name, **changes)
    assert problem in edition_problems(all_rulebooks())


def test_an_edition_of_another_game_is_reported(library):
    edition(library, "uno")
    path = edition(library, "due", supersedes="uno") / "rulebook.yaml"
    path.write_text(path.read_text().replace('"game": "prova"', '"game": "altra"'))
    assert edition_problems(all_rulebooks()) == ["due: supersedes «uno», the code of another federation or game"]


def test_our_own_editions_are_sound():
    assert edition_problems(all_rulebooks()) == []


def test_check_rulebooks_reports_the_editions_too(three):
    told = {
        language: [f"{language}{n} a{language}{n} o{language}{n} e{language}{n}" for n in range(fewest)]
        for language, fewest in FEWEST.items()
    }
    for example in three.glob("*"):  # with the worked cases and the tellings that every procedure must have
        cases = [
            {
                "title": text("Caso"),
                "story": text("Storia"),
                "options": {"forma": "ordinario", "norme": "moderne"},
                "facts": {},
                "expect": {"effects": [{"inform": "uno"}], "cites": [1]},
            }
        ] * 3
        more = {"examples/una": {"procedure": "una", "cases": cases}, "tellings/una": told}
        write(example, [], **more, rulebook=_kept(example))
    call_command("check_rulebooks")
    edition(three, "quattro", supersedes="mai")
    for under in ("examples", "tellings"):
        shutil.copytree(three / "tre" / under, three / "quattro" / under, dirs_exist_ok=True)
    with pytest.raises(CommandError, match="quattro: supersedes the unknown code «mai»"):
        call_command("check_rulebooks")


def _kept(folder):
    return (folder / "rulebook.yaml").read_text()


# ---- the pin ----------------------------------------------------------------


@pytest.fixture
def create(carla):
    """Opens a tournament, by Carla who may."""
    carla.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    given = {"slug": "nuova", "name": "Nuova", "place": "Bari", "starts_on": NOON.date()}
    given |= {"federation": make_federation(), "boards_per_round": 4, "lot_seed": "1 2 3"}
    return lambda **fields: create_tournament(by=acting(carla), **(given | fields))


@pytest.mark.parametrize(
    ("game", "rulebook", "edition"),
    [
        ("tressette", FITRES, "cap. 1–2 (art. 1–185)"),
        ("burraco", "fibur-burraco-2019", "1° marzo 2019, aggiornato al 1° agosto 2019"),
    ],
)
def test_a_new_tournament_is_pinned_to_its_edition(create, game, rulebook, edition):
    made = create(game=game)
    assert (made.rulebook, made.edition) == (rulebook, edition)
    assert made.log.get().data["edition"] == edition


@pytest.mark.long
def test_a_new_tournament_takes_the_newest_edition_and_an_old_one_keeps_its_own(create, library):
    shutil.copytree(RULEBOOKS / FITRES, library / FITRES)
    before = create(slug="prima")
    later = shutil.copytree(RULEBOOKS / FITRES, library / f"{FITRES}-2027") / "rulebook.yaml"
    renamed = f"id: {FITRES}-2027\nsupersedes: {FITRES}\nedition: seconda\n"
    kept = [line for line in later.read_text().splitlines() if not line.startswith(("id:", "edition:"))]
    later.write_text(renamed + "\n".join(kept))
    after = create(slug="dopo")
    before.refresh_from_db()
    assert (after.rulebook, after.edition) == (f"{FITRES}-2027", "seconda")
    assert before.rulebook == FITRES
    assert create(slug="ancora", rulebook=FITRES).rulebook == FITRES


@pytest.mark.long
@pytest.mark.parametrize(
    ("rulebook", "why"), [("mai-visto", "non c’è in questa installazione"), ("fibur-burraco-2019", "un altro gioco")]
)
def test_a_tournament_under_no_code_of_its_game_is_refused(create, rulebook, why):
    with pytest.raises(Refused) as refused:
        create(rulebook=rulebook)
    assert why in " ".join(refused.value.messages)


@pytest.mark.long
def test_the_desk_names_the_edition_and_leads_to_the_code(create, client_of, carla):
    create()
    page = client_of(carla).get("/tornei/nuova/direzione/").content.decode()
    assert "cap. 1–2 (art. 1–185)" in page
    assert f'href="{reverse("code", args=[FITRES])}"' in page


@pytest.fixture
def decided(ruled):
    """A ruling under the edition that the tournament is pinned to."""
    return ruled(ANOMALY, FACTS)


@pytest.fixture
def next_edition(decided, library):
    """A later edition beside the tournament's: as it is, or with words replaced in one of its files."""

    def publish(file="rulebook.yaml", old="", new=""):
        shutil.copytree(RULEBOOKS / FITRES, library / FITRES)
        later = shutil.copytree(RULEBOOKS / FITRES, library / f"{FITRES}-2027")
        book = later / "rulebook.yaml"
        book.write_text(book.read_text().replace(f"id: {FITRES}", f"id: {FITRES}-2027\nsupersedes: {FITRES}", 1))
        path = later / file
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    return publish


def page_of(client, ruling):
    return text_of(client.get(reverse("ruling", args=[ruling.tournament.slug, ruling.number])))


@pytest.mark.long
def test_a_later_edition_that_kept_the_rule_is_not_mentioned(next_edition, decided, client_of, bruno):
    next_edition()
    assert "edizione successiva" not in page_of(client_of(bruno), decided)
    assert decided.tournament.rulebook == decided.rulebook == FITRES


@pytest.mark.long
def test_a_later_edition_that_changed_the_rule_is_told(next_edition, decided, client_of, bruno):
    next_edition("articles.yaml", "title: {it: Accusa prima", "title: {it: Nuova accusa prima")
    words = page_of(client_of(bruno), decided)
    assert "Un’edizione successiva del codice" in words
    assert "la norma è cambiata" not in words  # under its own edition nothing has


RULE = "procedures/accusa-anticipata.yaml"


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        # Another rule of the same table orders something else.
        (RULE, "cites: [77, 183]", "cites: [183]"),
        # The rule that the ruling applied cites one more article, under another answer than it was told.
        (
            RULE,
            LAST_ORDER + "[174, 183]",
            LAST_ORDER + "[{article: 78, if: {dichiarato: parte-senza-napoletana}}, 174, 183]",
        ),
        (RULE, "title: {it:", "title: {it: Detta altrimenti, en: Otherwise} #"),
    ],
)
def test_a_text_that_orders_the_same_for_these_facts_is_not_mentioned(next_edition, decided, file, old, new):
    next_edition(file, old, new)
    assert decided.changed_since(get_rulebook(f"{FITRES}-2027"))
    assert changed_by(decided) is None


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (RULE, "cites: [174, 183]", "cites: [174, 181, 183]"),
        (RULE, "{forbid: completare-accusa, whom: responsabile", "{forbid: completare-accusa, whom: compagno"),
        (RULE, "applies: {accusa: con-accusa", "applies: {accusa: con-accusa, forma: ordinario"),
        ("articles.yaml", "title: {it: Accusa prima", "title: {it: Nuova accusa prima"),
    ],
)
def test_a_text_that_orders_something_else_for_these_facts_is_told(next_edition, decided, file, old, new):
    next_edition(file, old, new)
    assert changed_by(decided) is get_rulebook(f"{FITRES}-2027")


@pytest.mark.long
@pytest.mark.parametrize(("answer", "is_another"), [("duplicato", True), ("con-accusa", False)])
def test_an_option_called_otherwise_is_told_where_it_matters(ruled, library, answer, is_another):
    shutil.copytree(RULEBOOKS / FITRES, library / FITRES)
    get_rulebook.cache_clear()
    decided = ruled("numero-carte-errato", {"fase-passata": "in-corso", "origine-numero": "ricevuto"})
    later = shutil.copytree(RULEBOOKS / FITRES, library / f"{FITRES}-2027")
    for path in later.rglob("*.yaml"):
        path.write_text(path.read_text().replace(answer, "altrimenti"))
    book = later / "rulebook.yaml"
    book.write_text(book.read_text().replace(f"id: {FITRES}", f"id: {FITRES}-2027\nsupersedes: {FITRES}", 1))
    assert (changed_by(decided) is not None) == is_another


def rewritten(ruling, **columns):
    """The record with other columns, under the fingerprint of other texts: only what it ordered and cited tells."""
    other = copy(ruling)
    other.rule_hash = "0" * 64
    for name, value in columns.items():
        setattr(other, name, value)
    return other


def test_a_record_of_another_rule_is_told_and_one_of_another_text_is_not(ruled):
    ruling = ruled(ANOMALY, FACTS)
    title = {"title": {"it": "Altro", "en": "Other"}}
    others = {
        "an effect less": {"effects": ruling.effects[1:]},
        "an article less": {"citations": ruling.citations[1:]},
        "an article of another title": {"citations": [ruling.citations[0] | title, *ruling.citations[1:]]},
        "fewer questions, and other effects": {"trail": ruling.trail[:1], "effects": ruling.effects[1:]},
        "a procedure that is gone": {"procedure": "come-si-chiamava-una-volta"},
        "proposed otherwise": {"departed": True, "proposed_effects": ruling.effects[1:]},
    }
    same = {
        "as it is": {},
        # Nobody can tell what would have been answered: one of the answers leads to what was decided.
        "fewer questions": {"trail": ruling.trail[:1]},
        "departed from the same proposal": {"departed": True, "proposed_effects": ruling.effects, "effects": []},
    }
    told = {name for name, columns in {**others, **same}.items() if rule_changed(rewritten(ruling, **columns))}
    assert told == others.keys()
