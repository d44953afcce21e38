"""Every page, light and dark, as the person who uses it: readable by everybody, never wider than the phone, quiet.

The demonstration is the world: twelve tables, rulings of every kind, a reservation, a draft. A page that is added to
the addresses and not to this list fails the first test.
"""

from collections.abc import Callable
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from codes.seats import Line
from hall.line_codes.codes import line_key
from keeping.personal_data.actions import merge_players
from people.accounts.models import Club, Federation, Player, User
from records.action import Actor
from referee.arbitral_scores.actions import set_arbitral_score
from referee.arbitral_scores.score import Choice
from referee.cases.models import Case
from referee.decisions.happenings import Happening
from referee.demo import stories
from referee.demo.people import Clock, Staff
from referee.demo.play import Play
from referee.demo.presence import SLUG
from referee.demo.rulings import record_story, rule
from referee.incidents.actions import record_happening
from referee.rulings.models import Ruling
from tests.access_table import ACCESS
from tests.browser.axe import OF_COLOUR, STANDING, faults_at_size, faults_of_colour, grave_faults
from tests.browser.buttons import faults_of_buttons, looks_at_buttons
from tests.browser.conftest import SIZES, Console, HallClock
from tests.browser.every_page import COPPA, GROUPS, NO_PAGES, PAGES
from tests.browser.federation_shown import shown_federation
from tests.browser.small import faults_when_small
from tests.demonstration import NOW, SEED, make_hall
from tests.factories import acting, make_kept_apart, make_sitting
from tests.published import publish_something
from tests.snapshots import made
from tournaments.draw.actions import draw_round
from tournaments.entries.actions import Newcomer, enter
from tournaments.entries.queries import check_in_key, line_up_key
from tournaments.entry_lists.actions import stage_import
from tournaments.planning.models import Formula
from tournaments.rounds.actions import publish_round
from tournaments.rounds.models import Board, Table
from tournaments.scores.actions import give_score
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Contest, Tournament

# A list with everything that a preview shows: a row with errors, somebody who seems known, a warning, a pair in order.
LIST = """N.;Cognome 1;Nome 1;Tessera 1;Cognome 2;Nome 2;Circolo;Telefono
x;Solo;Ivo;3/12/2026;;;;
;Trespad;Ada;;Moro;Lia;Levante;080 12
;Neri;Luca;;Neri;Luca;Ponente;
71;Zanetti;Aldo;T-1;Quirini;Bice;;
"""
# Pages that are walked together: one walk of them all would go on long after every other test.
PARTS = 6
# A style sheet more, which the policy of the page would refuse as a tag.
PLANT = """rule => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets = [sheet];
}"""


def test_every_page_is_in_the_list() -> None:
    answering = {name for name, row in ACCESS.items() if "GET" in row}
    assert set(PAGES) == answering - NO_PAGES


class LaterClock(Clock):
    """Another day's requests: their keys are not those of the demonstration."""

    def by(self, user: User, minutes: int = 1) -> Actor:
        return acting(user, at=self.at)


@pytest.fixture
def numbers(transactional_db: None, hall_clock: HallClock) -> dict[str, int | str]:
    hall_clock.turn_to(NOW)
    return made(make_numbers)


def merged_record(director: User) -> int:
    kept, merged = (Player.objects.create(first_name="Elvio", last_name=name) for name in ("Solitari", "Solittari"))
    merge_players(by=acting(director, at=timezone.now()), kept=kept, merged=merged, reason="Registrato due volte")
    return merged.pk


def make_numbers() -> dict[str, int | str]:
    """The demonstration, and cases at every stage: the numbers and keys that addresses need."""
    made(make_hall)
    tournament = Tournament.objects.get(slug=SLUG)
    staff = Staff(*(User.objects.get(username=name) for name in ("dora", "giulia", "bruno", "sara")))
    play = Play(LaterClock(timezone.now()), staff, Random(SEED))  # noqa: S311 — invented results, not a lot
    play.tournament = tournament
    boards = list(tournament.rounds.get(number=4).boards.order_by("number"))
    tables = {table.number: table for table in tables_of(tournament)}
    late = rule(play, tables[1], not_noted(tables[1], boards), stories.BOTH_EQUALLY)
    give(play, late)
    correct(play, tables[2])
    lose_the_sheet(play)
    return {
        **publish_something(tournament, staff.director, at=timezone.now()),
        "list": staged(tournament, staff.director, "entries", LIST),
        "asking": staged(tournament, staff.director, "players", "Rossi Mario;11;Levante\n"),
        "anagrafica": staged(None, staff.director, "players", LIST, federation=tournament.federation),
        "card": check_in_key(tournament.entries.get(number=17)),
        "key": line_key(tables[5], Line.A),
        "player": tournament.entries.get(number=17).members.first().player_id,
        "unita": merged_record(staff.director),
        "club": Club.objects.get_or_create(federation=tournament.federation, name="Circolo Prova")[0].pk,
        "sitting": make_sitting(tournament, staff.director).number,
        "apart": make_kept_apart(tournament, staff.director).pk,
        "penalty": Adjustment.objects.filter(entry__tournament=tournament)[0].pk,
        "draft": Case.objects.get(tournament=tournament, state=Case.State.DRAFT).number,
        "decided": record_story(play, tables[11], boards[2], stories.STANDING_ORDER).number,
        "reserved": record_story(play, tables[12], boards[2], stories.RESERVATION).number,
        "artificial": rule(play, tables[3], not_noted(tables[3], boards), stories.BOTH_EQUALLY).case.number,
        "assigned": rule(play, tables[4], not_noted(tables[4], boards), stories.ANNULLED).case.number,
        "rectified": rule(play, tables[5], not_noted(tables[5], boards), stories.BOTH_UNEQUALLY).case.number,
        "late": late.case.number,
        "captain": about_to_play_in_teams(play),
        **shown_federation(tournament),
    }


def not_noted(table: Table, boards: list[Board]) -> Board:
    """A board whose score at the table nobody has confirmed: a noted one is contested no more (35)."""
    confirmed = BoardScore.objects.current().filter(table=table, state=BoardScore.State.CONFIRMED)
    noted = set(confirmed.values_list("board", flat=True))
    return next(board for board in boards if board.pk not in noted)


def about_to_play_in_teams(play: Play) -> str:
    """Two teams of five at the tables of their first match; the key of the first one's captain."""
    play = Play(play.clock, play.staff, play.chance)
    play.open(
        slug="squadre-in-prova",
        name="Squadre in prova",
        federation=Federation.objects.get(code="fitres"),
        contest=Contest.TEAMS,
        boards_per_round=2,
        stage={"formula": Formula.ROUND_ROBIN, "rounds_planned": 1},
    )
    for letter in "AB":
        people = [
            Newcomer(first_name=name, last_name=f"Squadra{letter}")
            for name in ("Uno", "Due", "Tre", "Quattro", "Cinque")
        ]
        enter(
            by=play.clock.by(play.staff.director), tournament=play.tournament, people=people, name=f"Squadra {letter}"
        )
    drawn = draw_round(by=play.clock.by(play.staff.director), tournament=play.tournament).round
    drawn = publish_round(by=play.clock.by(play.staff.director), round=drawn)
    return line_up_key(drawn, play.tournament.entries.get(number=1))


def staged(tournament: Tournament | None, director: User, kind: str, content: str, **more: Federation) -> int:
    """A file that waits to be looked at."""
    file = {"file_name": "elenco.csv", "content": content.encode()}
    return stage_import(by=acting(director), tournament=tournament, kind=kind, **file, **more).pk


def tables_of(tournament: Tournament) -> list[Table]:
    return list(Table.objects.with_players().filter(round__tournament=tournament, round__number=4))


def give(play: Play, ruling: Ruling) -> None:
    case = Case.objects.get(pk=ruling.case_id)
    board = BoardScore.objects.current().get(table=case.table, board=case.board)
    by = play.clock.by(play.staff.arbiter)
    set_arbitral_score(
        by=by, case=case, expected_version=case.version, score_version=board.version, choice=Choice(reason="–")
    )


def correct(play: Play, table: Table) -> None:
    """Another result at another table: the score given a minute ago is to be looked at again."""
    was = BoardScore.objects.current().filter(table=table).order_by("board__number").first()
    assert was
    give_score(
        by=play.clock.by(play.staff.director), table=table, board=was.board, points_a=11, points_b=0,
        expected_version=was.version, reason="Letto male il foglio", cause="scorer",
    )  # fmt: skip


def lose_the_sheet(play: Play) -> None:
    """A score fixed for a whole match, at burraco."""
    table = Table.objects.with_players().get(round__tournament__slug="trofeo-pinelle", round__number=2, number=1)
    lost = Happening(procedure="score-smarrito", facts={"score-ritrovato": "no"})
    by = play.clock.by(play.staff.director)
    record_happening(by=by, table=table, happening=lost, expected_version=0)


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ("main { min-width: 400px; }", "scrolls sideways"),
        (".masthead { min-height: 200px; position: sticky !important; } main { min-height: 3000px; }", "bars"),
        (".page { padding-top: 900px !important; }", "heading"),
    ],
)
def test_a_fault_planted_on_a_small_phone_is_found(phone: Page, planted: str, said: str) -> None:
    phone.goto("/accesso/")
    assert faults_when_small(phone) == []
    phone.evaluate(PLANT, planted)
    found = faults_when_small(phone)
    assert len(found) == 3 and all(said in fault for fault in found)


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ("main form button { display: none !important; }", "no button of its own"),
        ("main form button { margin-top: 300px; }", "px from its last field"),
    ],
)
@pytest.mark.parametrize("size", ["all", "(min-width: 800px)"])
def test_a_button_planted_away_from_its_form_is_found(phone: Page, size: str, planted: str, said: str) -> None:
    phone.goto("/accesso/")
    assert faults_of_buttons(phone) == []
    phone.evaluate(PLANT, f"@media {size} {{ {planted} }}")
    found = faults_of_buttons(phone)
    assert len(found) == (2 if size == "all" else 1)
    assert all(said in fault for fault in found)


def test_planted_faults_are_found(phone: Page) -> None:
    phone.goto("/accesso/")
    phone.evaluate(
        "document.querySelector('main').append(Object.assign(new Image(), {width: 800, src: '/favicon.ico'}))"
    )
    sideways, nameless = faults_seen(phone)
    assert sideways.endswith("scrolls sideways")
    assert "image-alt" in nameless


@pytest.mark.parametrize(
    ("planted", "rule"),
    [
        ("h1 { color: #1d221e; }", "color-contrast"),
        (".brand span { display: none; }", "link-name"),
        ("main { width: 800px; }", "scrolls sideways"),
    ],
)
def test_a_fault_planted_in_the_dark_is_found(phone: Page, planted: str, rule: str) -> None:
    phone.goto("/accesso/")
    assert faults(phone) == []
    phone.evaluate(PLANT, f"[data-bs-theme='dark'] {{ {planted} }}")
    found = faults(phone)
    assert found
    assert all(fault.startswith("dark: ") and rule in fault for fault in found)


@pytest.mark.parametrize(
    ("planted", "rule"),
    [
        ("h1 { color: #d0d0d0; }", "color-contrast"),
        (".brand span { display: none; }", "link-name"),
        ("main { min-width: 3000px; }", "scrolls sideways"),
    ],
)
def test_a_fault_planted_on_the_laptop_is_found(phone: Page, planted: str, rule: str) -> None:
    phone.goto("/accesso/")
    assert faults_on_laptop(phone) == []
    phone.evaluate(PLANT, f"@media (min-width: 800px) {{ {planted} }}")
    found = faults_on_laptop(phone)
    assert found
    assert all(rule in fault for fault in found)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_accessible(open_page: Callable[..., Page], numbers: dict[str, int], part: int) -> None:
    """On a phone, light and dark, and light on a laptop; small, and with large letters, nothing is pushed aside.

    What sends a form stands beside it. All this is looked at in one visit: to lay a page out costs most.
    """
    people: dict[str, Page] = {}
    met: set[str] = set()
    wrong = []
    places = [(name, *place) for name, places in PAGES.items() for place in places]
    for name, who, path in places[part * len(places) // PARTS : (part + 1) * len(places) // PARTS]:
        if who not in people:
            people[who] = open_page("phone", user=User.objects.filter(username=who).first())
        page = people[who]
        answered = page.goto(path.format(**numbers))
        wrong += faults(page, answered.status, met=met)
        if who != "nobody" and page.locator("main[data-live-from] #live-state").count() != 1:
            wrong.append(f"{page.url} does not say whether the server answers")
        wrong += [f"laptop: {fault}" for fault in faults_on_laptop(page)]
        wrong += faults_when_small(page)
        wrong += faults_of_buttons(page) if looks_at_buttons(name, who) else []
    assert not wrong, "\n".join(wrong)


def faults(page: Page, status: int = 200, *, expected: int = 200, met: set[str] | None = None) -> list[str]:
    """What is wrong with a page as it stands, in light and then in dark; met: the looks met on pages before.

    Where the dark moves nothing, only axe's rules of colour can find there what they did not find in the light.
    """
    met = set() if met is None else met
    found = [] if status == expected else [f"{page.url} answers {status}"]
    found += [*faults_seen(page), *faults_of_colour(page, met)]
    standing = page.evaluate(STANDING)
    set_scheme(page, "dark")
    in_dark = faults_of_colour(page, met)
    if page.evaluate(STANDING) != standing:
        in_dark += faults_seen(page)
    set_scheme(page, "light")
    return found + [f"dark: {fault}" for fault in in_dark]


def faults_on_laptop(page: Page) -> list[str]:
    """What is wrong on a laptop with a page that stands on a phone, beyond what is wrong there; back on the phone."""
    found = [*faults_at_size(page, SIZES["laptop"]), *sideways(page)]
    page.set_viewport_size(SIZES["phone"])
    return found


def set_scheme(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-bs-theme", scheme)


def faults_seen(page: Page) -> list[str]:
    """What is wrong with a page as it is seen now, whatever its colours."""
    return [*sideways(page), *grave_faults(page, without=OF_COLOUR)]


def sideways(page: Page) -> list[str]:
    wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return [f"{page.url} scrolls sideways"] if wide else []


def test_what_unfolds_and_what_is_refused_is_accessible(
    open_page: Callable[..., Page], numbers: dict[str, int], console: Console
) -> None:
    console.expect("40[34]")
    wrong = unfolded(open_page("phone", user=User.objects.get(username="giulia")), numbers)
    dora = open_page("phone", user=User.objects.get(username="dora"))
    wrong += folded_forms(dora)
    wrong += refused(dora, numbers)
    assert not wrong, "\n".join(wrong)


def unfolded(page: Page, numbers: dict[str, int]) -> list[str]:
    """Menus, families of anomalies, the why of a decision, forms folded away: everything opened at once."""
    wrong = []
    at_the_coppa = ("casi/{draft}/?passo=anomalia", "casi/{decided}/", "provvedimenti/4/", "classifica/")
    for path in (*(COPPA + place for place in at_the_coppa), f"{GROUPS}classifica/"):
        page.goto(path.format(**numbers))
        for fold in page.locator("main details").all():
            fold.evaluate("one => (one.open = true)")
        page.locator(".menu summary").click()
        wrong += faults(page)
    return wrong


def folded_forms(page: Page) -> list[str]:
    """What a director folds open: of an entry, of new entries, of a new tournament, of the end."""
    wrong = []
    for path in (
        f"{GROUPS}direzione/coppie/7/",
        f"{GROUPS}direzione/coppie/",
        "/nuovo-torneo/",
        f"{GROUPS}direzione/fine/",
    ):
        page.goto(path)
        for fold in page.locator("main details").all():
            fold.evaluate("one => (one.open = true)")
        wrong += faults(page)
    return wrong


def refused(page: Page, numbers: dict[str, int]) -> list[str]:
    """Forms sent back with their reasons, a page that is not there, a page for others."""
    wrong = []
    for path, button in (("direzione/penalita/", "Registra"), ("direzione/coppie/", "Iscrivi")):
        page.goto(COPPA + path)
        page.locator("main form").evaluate_all("forms => forms.forEach(form => (form.noValidate = true))")
        page.get_by_role("button", name=button).last.click()
        expect(page.locator(".is-invalid, .cell-why, [role=alert]").first).to_be_visible()
        wrong += faults(page)
    refusals = {
        f"{COPPA}casi/999/": 404,
        f"{COPPA}casi/{numbers['decided']}/diversamente/": 403,
        "/strumenti/conto/?mode=terzi&thirds_a=50&last_trick=B": 422,
    }
    for path, status in refusals.items():
        answered = page.goto(path)
        wrong += faults(page, answered.status, expected=status)
    return wrong
