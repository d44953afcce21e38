"""Every page, light and dark, as the person who uses it: readable by everybody, never wider than the phone, quiet.

The demonstration is the world: twelve tables, rulings of every kind, a reservation, a draft. A page that is added to
the addresses and not to this list fails the first test.
"""

from collections.abc import Callable, Mapping
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from referee.actions.lateness import record_happening
from referee.actions.scores import set_arbitral_score
from referee.demo import stories
from referee.demo.people import Clock, Staff
from referee.demo.play import Play
from referee.demo.rulings import rule, tell
from referee.demo.tournament import SLUG, load
from referee.law.burraco.happenings import Happening, What
from referee.models import Case, Ruling
from referee.scoring import Choice
from tests.access_table import ACCESS
from tests.browser.conftest import Console
from tests.factories import acting
from tests.published import publish_something
from tournaments.actions.base import Actor
from tournaments.actions.imports import stage_import
from tournaments.actions.scores import give_score
from tournaments.check_in import token_of
from tournaments.models import Adjustment, BoardScore, Club, Table, Tournament, User
from tournaments.table_links import token_of as table_key

COPPA, CODE = f"/tornei/{SLUG}/", "/codice/fitres-tressette/"
BURRACO_2 = "/tornei/trofeo-pinelle/direzione/turni/2/"
ROUND_4, DESK_4 = f"{COPPA}turni/4/", f"{COPPA}direzione/turni/4/"

ALL_ELEVEN = "aces=4&third_cards=20&last_trick=A&target=21&before_a=15&swept=A&tradition=corrente"
RIBUSSO = "rules=moderne&holding=3&holding=7&holding=5&card=7&words=ribusso&not_on_lead=on"

# A list with everything that a preview shows: a row with errors, somebody who seems known, a warning, a pair in order.
LIST = """N.;Cognome 1;Nome 1;Tessera 1;Cognome 2;Nome 2;Circolo;Telefono
x;Solo;Ivo;3/12/2026;;;;
;Trespad;Ada;;Moro;Lia;Levante;080 12
;Neri;Luca;;Neri;Luca;Ponente;
71;Zanetti;Aldo;T-1;Quirini;Bice;;
"""

# Addresses that answer GET with something else than a page of ours: files, redirects.
NO_PAGES = {
    "favicon.ico",
    "set_language",
    "admin/login/",
    "pairing_record",
    "publication_data",
    "player_suggestions",
} | {name for name in ACCESS if name.startswith("export_")}

# Every page: who looks (nobody: the public), and where; braces are numbers that the world knows.
PAGES: Mapping[str, list[tuple[str, str]]] = {
    "login": [("nobody", "/accesso/")],
    "password_change": [("bruno", "/password/")],
    "password_change_done": [("bruno", "/password/cambiata/")],
    "home": [("nobody", "/"), ("bruno", "/")],
    "tournament": [("nobody", COPPA), ("bruno", COPPA)],
    "round_tables": [("nobody", f"{COPPA}turni/2/")],
    "standings": [("nobody", f"{COPPA}classifica/"), ("dora", f"{COPPA}classifica/?adesso")],
    "pair": [("nobody", f"{COPPA}coppie/17/")],
    "codes": [("nobody", "/codice/")],
    "code": [("nobody", CODE), ("nobody", f"{CODE}?cerca=acusa"), ("nobody", f"{CODE}?cerca=zzzz")],
    "article": [("nobody", f"{CODE}articoli/81/")],
    "procedure": [("nobody", f"{CODE}anomalie/accusa-anticipata/"), ("nobody", f"{CODE}anomalie/emersione/")],
    "games": [("nobody", "/giochi/")],
    "game": [
        ("nobody", "/giochi/sette-e-mezzo/"),
        ("nobody", "/giochi/tressette-a-perdere/"),
        ("nobody", f"/giochi/tressette-classico/?{ALL_ELEVEN}"),
        (
            "nobody",
            "/giochi/burraco/?lato1-played_fives=7&lato1-closing=none&lato1-pozzo=played&lato2-closing=none"
            "&lato2-pozzo=not-taken",
        ),
    ],
    "tools": [("nobody", "/strumenti/")],
    "tool": [
        ("nobody", "/strumenti/conto/?side=A&cards=dA&cards=sA&cards=cA&cards=bA&last_trick=A"),
        ("nobody", "/strumenti/conto/?mode=terzi&thirds_a=50&last_trick=B"),
        ("nobody", f"/strumenti/dichiarazioni/?{RIBUSSO}"),
        ("nobody", "/strumenti/altri-pali/?rules=moderne&words=ho+fatto+questo+piombo&suit=pigliata&holding=7"),
        ("nobody", "/strumenti/buongioco/?cards=d3&cards=d2&cards=dA&cards=s3&cards=c3&said=n&said=33b"),
        ("nobody", "/strumenti/cappotto/?pairs=unilaterali&said=first:potrei"),
        ("nobody", "/strumenti/cappotto/?pairs=condivise&said=first:vado"),
        ("nobody", "/strumenti/poste/?posta=marcio-batuffa&ending=cappotto&players=5&loser_points=7&pool=5"),
        (
            "nobody",
            "/strumenti/burraco/?lato1-played_fives=7&lato1-closing=none&lato1-pozzo=played&lato2-closing=none"
            "&lato2-pozzo=not-taken",
        ),
    ],
    "new_tournament": [("dora", "/nuovo-torneo/"), ("dora", "/nuovo-torneo/?gioco=burraco")],
    "desk": [("dora", f"{COPPA}direzione/"), ("sara", f"{COPPA}direzione/")],
    "log": [("giulia", f"{COPPA}direzione/registro/")],
    "entries": [("dora", f"{COPPA}direzione/coppie/")],
    "settings": [("dora", f"{COPPA}direzione/impostazioni/")],
    "entry": [("dora", f"{COPPA}direzione/coppie/17/"), ("sara", f"{COPPA}direzione/coppie/1/")],
    "substitute": [("dora", f"{COPPA}direzione/coppie/17/sostituzione/")],
    "check_in": [("sara", f"{COPPA}direzione/presenze/"), ("dora", f"{COPPA}direzione/presenze/?cerca=zzzz")],
    "close_check_in": [("dora", f"{COPPA}direzione/presenze/chiusura/")],
    "check_in_code": [("sara", f"{COPPA}presenza/{{card}}/")],
    "players": [("sara", "/giocatori/"), ("dora", "/giocatori/?cerca=zzzz")],
    "player": [("dora", "/giocatori/{player}/")],
    "new_player": [("dora", "/giocatori/nuovo/")],
    "edit_player": [("dora", "/giocatori/{player}/dati/")],
    "clubs": [("dora", "/circoli/")],
    "club": [("dora", "/circoli/{club}/")],
    "new_club": [("dora", "/circoli/nuovo/")],
    "edit_club": [("dora", "/circoli/{club}/dati/")],
    "import_entries": [("dora", f"{COPPA}direzione/coppie/importa/")],
    "import_batch": [("dora", f"{COPPA}direzione/coppie/importa/{{{one}}}/") for one in ("list", "asking")],
    "staff": [("dora", f"{COPPA}direzione/incarichi/")],
    "adjustments": [("dora", f"{COPPA}direzione/penalita/"), ("sara", f"{COPPA}direzione/penalita/")],
    "cancel_adjustment": [("dora", f"{COPPA}direzione/penalita/{{penalty}}/annulla/")],
    "new_round": [("dora", f"{COPPA}direzione/turni/nuovo/")],
    "calendar": [("nobody", f"{COPPA}calendario/")],
    "pairing_proof": [("nobody", f"{COPPA}turni/2/abbinamento/")],
    "stages": [("dora", f"{COPPA}direzione/fasi/"), ("sara", f"{COPPA}direzione/fasi/")],
    "stage": [("dora", f"{COPPA}direzione/fasi/1/")],
    "start_stage": [("dora", f"{COPPA}direzione/fasi/1/gironi/")],
    "prepare_round": [("dora", f"{COPPA}direzione/turni/prepara/")],
    "pairing": [("dora", f"{COPPA}direzione/turni/2/abbinamento/"), ("sara", f"{DESK_4}abbinamento/")],
    "change_pairing": [("dora", f"{DESK_4}abbinamento/cambia/?kind=swap&first=1&second=2")],
    "withdraw_pairing": [("dora", f"{DESK_4}abbinamento/ritira/")],
    "knockout_winner": [("dora", f"{DESK_4}tavoli/1/passa/")],
    "round_grid": [("dora", DESK_4), ("sara", DESK_4), ("dora", f"{COPPA}direzione/turni/2/")],
    "score": [("sara", f"{DESK_4}tavoli/1/smazzate/13/"), ("dora", f"{COPPA}direzione/turni/2/tavoli/7/smazzate/6/")],
    "table_slip": [("nobody", f"{COPPA}tavolo/{{key}}/"), ("sara", f"{COPPA}tavolo/{{key}}/")],
    "take_back_match_score": [
        ("dora", f"{BURRACO_2}tavoli/1/punteggio-fissato/togli/"),
        ("dora", f"{DESK_4}tavoli/1/punteggio-fissato/togli/"),
    ],
    "lateness": [
        ("dora", f"{BURRACO_2}tavoli/1/ritardo/"),
        ("dora", f"{BURRACO_2}tavoli/2/ritardo/?cosa=abbandono&linea=A"),
        ("bruno", f"{DESK_4}tavoli/1/ritardo/"),
    ],
    "publication": [("nobody", f"{COPPA}classifica/1/"), ("dora", f"{COPPA}classifica/1/")],
    "publication_line": [("nobody", f"{COPPA}classifica/1/coppie/17/")],
    "report_error": [("nobody", f"{COPPA}classifica/1/segnala/")],
    "prize_list": [("nobody", f"{COPPA}premi/")],
    "publications": [("dora", f"{COPPA}direzione/classifiche/"), ("sara", f"{COPPA}direzione/classifiche/")],
    "answer_report": [("dora", f"{COPPA}direzione/segnalazioni/{{report}}/")],
    "appeals": [("bruno", f"{COPPA}direzione/reclami/"), ("sara", f"{COPPA}direzione/reclami/")],
    "appeal": [("giulia", f"{COPPA}direzione/reclami/1/")],
    "prizes": [("dora", f"{COPPA}direzione/premi/"), ("sara", f"{COPPA}direzione/premi/")],
    "prize": [("dora", f"{COPPA}direzione/premi/{{prize}}/")],
    "ending": [("dora", f"{COPPA}direzione/fine/")],
    "verification": [("dora", f"{COPPA}direzione/verifica/")],
    "arbiter_home": [("bruno", f"{COPPA}arbitraggio/"), ("dora", f"{COPPA}arbitraggio/")],
    "table": [("bruno", f"{ROUND_4}tavoli/8/"), ("bruno", f"{ROUND_4}tavoli/10/"), ("bruno", f"{ROUND_4}tavoli/1/")],
    "case": [
        ("bruno", f"{COPPA}casi/{{draft}}/"),
        ("dora", f"{COPPA}casi/{{draft}}/"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=smazzata"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=anomalia"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=anomalia&cerca=acusa+prima"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=anomalia&cerca=zzzz"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=posto"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=rilevazione"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=domanda&fatto=esposizione"),
        ("bruno", f"{COPPA}casi/{{decided}}/"),
        ("bruno", f"{COPPA}casi/{{reserved}}/"),
    ],
    "depart_case": [("bruno", f"{COPPA}casi/{{decided}}/diversamente/")],
    "arbitral_score": [
        ("bruno", f"{COPPA}casi/{{artificial}}/punteggio-arbitrale/"),
        ("bruno", f"{COPPA}casi/{{assigned}}/punteggio-arbitrale/"),
        ("bruno", f"{COPPA}casi/{{rectified}}/punteggio-arbitrale/"),
        ("bruno", f"{COPPA}casi/{{late}}/punteggio-arbitrale/"),
        ("dora", f"{COPPA}casi/{{late}}/punteggio-arbitrale/"),
    ],
    "rulings": [("dora", f"{COPPA}provvedimenti/"), ("bruno", f"{COPPA}provvedimenti/?table=99")],
    "ruling": [("giulia", f"{COPPA}provvedimenti/{number}/") for number in (4, 5, 7, 8, 9)],
    "ruling_version": [("giulia", f"{COPPA}provvedimenti/4/versioni/1/")],
    "revise_ruling": [("giulia", f"{COPPA}provvedimenti/9/revisione/")],
}


def test_every_page_is_in_the_list() -> None:
    answering = {name for name, row in ACCESS.items() if "GET" in row}
    assert set(PAGES) == answering - NO_PAGES


class LaterClock(Clock):
    """Another day's requests: their keys are not those of the demonstration."""

    def by(self, user: User, minutes: int = 1) -> Actor:
        return acting(user, at=self.at)


@pytest.fixture
def numbers(transactional_db: None) -> dict[str, int | str]:
    """The demonstration, and cases at every stage: the numbers and keys that addresses need."""
    chance = Random(1492)  # noqa: S311 — invented results, not a lot
    tournament = load(now=timezone.now(), chance=chance)
    staff = Staff(*(User.objects.get(username=name) for name in ("dora", "giulia", "bruno", "sara")))
    play = Play(LaterClock(timezone.now()), staff, chance)
    play.tournament = tournament
    boards = list(tournament.rounds.get(number=4).boards.order_by("number"))
    tables = {table.number: table for table in tables_of(tournament)}
    late = rule(play, tables[1], boards[0], stories.BOTH_EQUALLY)
    give(play, late)
    correct(play, tables[2])
    lose_the_sheet(play)
    return {
        **publish_something(tournament, staff.director, at=timezone.now()),
        "list": staged(tournament, staff.director, "entries", LIST),
        "asking": staged(tournament, staff.director, "players", "Rossi Mario;11;Levante\n"),
        "card": token_of(tournament.entries.get(number=17)),
        "key": table_key(tables[5]),
        "player": tournament.entries.get(number=17).members.first().player_id,
        "club": Club.objects.get_or_create(federation=tournament.federation, name="Circolo Prova")[0].pk,
        "penalty": Adjustment.objects.filter(entry__tournament=tournament)[0].pk,
        "draft": Case.objects.get(tournament=tournament, state=Case.State.DRAFT).number,
        "decided": tell(play, tables[11], boards[2], stories.STANDING_ORDER).number,
        "reserved": tell(play, tables[12], boards[2], stories.RESERVATION).number,
        "artificial": rule(play, tables[3], boards[1], stories.BOTH_EQUALLY).case.number,
        "assigned": rule(play, tables[4], boards[1], stories.ANNULLED).case.number,
        "rectified": rule(play, tables[5], boards[1], stories.BOTH_UNEQUALLY).case.number,
        "late": late.case.number,
    }


def staged(tournament: Tournament, director: User, kind: str, content: str) -> int:
    """A file that waits to be looked at."""
    file = {"file_name": "elenco.csv", "content": content.encode()}
    return stage_import(by=acting(director), tournament=tournament, kind=kind, **file).pk


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
    lost = Happening(what=What.SHEET_LOST)
    by = play.clock.by(play.staff.director)
    record_happening(by=by, table=table, happening=lost, advantage=None, expected_version=0)


def test_planted_faults_are_found(phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    phone.goto("/accesso/")
    phone.evaluate(
        "document.querySelector('main').append(Object.assign(new Image(), {width: 800, src: '/favicon.ico'}))"
    )
    sideways, nameless = faults(phone, assert_accessible)
    assert sideways.endswith("scrolls sideways")
    assert "image-alt" in nameless


@pytest.mark.parametrize(("screen", "scheme"), [("phone", "light"), ("phone", "dark"), ("laptop", "light")])
def test_every_page_is_accessible(
    open_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    numbers: dict[str, int],
    screen: str,
    scheme: str,
) -> None:
    people: dict[str, Page] = {}
    wrong = []
    for who, path in (place for places in PAGES.values() for place in places):
        if who not in people:
            people[who] = open_page(screen, scheme=scheme, user=User.objects.filter(username=who).first())
        page = people[who]
        answered = page.goto(path.format(**numbers))
        wrong += faults(page, assert_accessible, answered.status)
    assert not wrong, "\n".join(wrong)


def faults(
    page: Page, assert_accessible: Callable[[Page], None], status: int = 200, *, expected: int = 200
) -> list[str]:
    """What is wrong with a page as it stands."""
    found = [] if status == expected else [f"{page.url} answers {status}"]
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.append(f"{page.url} scrolls sideways")
    try:
        assert_accessible(page)
    except AssertionError as said:
        found.append(str(said))
    return found


def test_what_unfolds_and_what_is_refused_is_accessible(
    open_page: Callable[..., Page], assert_accessible: Callable[[Page], None], numbers: dict[str, int], console: Console
) -> None:
    console.expect("40[34]")
    for scheme in ("light", "dark"):
        giulia = open_page("phone", scheme=scheme, user=User.objects.get(username="giulia"))
        wrong = unfolded(giulia, numbers, assert_accessible)
        dora = open_page("phone", scheme=scheme, user=User.objects.get(username="dora"))
        wrong += refused(dora, numbers, assert_accessible)
        assert not wrong, "\n".join(wrong)


def unfolded(page: Page, numbers: dict[str, int], check: Callable[[Page], None]) -> list[str]:
    """Menus, families of anomalies, the why of a decision, the recipe of a lot: everything opened at once."""
    wrong = []
    for path in ("casi/{draft}/?passo=anomalia", "casi/{decided}/", "provvedimenti/4/", "classifica/"):
        page.goto(COPPA + path.format(**numbers))
        for fold in page.locator("main details").all():
            fold.evaluate("one => (one.open = true)")
        page.locator(".menu summary").click()
        wrong += faults(page, check)
    return wrong


def refused(page: Page, numbers: dict[str, int], check: Callable[[Page], None]) -> list[str]:
    """Forms sent back with their reasons, a page that is not there, a page for others."""
    wrong = []
    for path, button in (("direzione/penalita/", "Registra"), ("direzione/coppie/", "Iscrivi")):
        page.goto(COPPA + path)
        page.locator("main form").last.evaluate("form => (form.noValidate = true)")
        page.get_by_role("button", name=button).last.click()
        expect(page.locator(".is-invalid, [role=alert]").first).to_be_visible()
        wrong += faults(page, check)
    for path, status in (("casi/999/", 404), (f"casi/{numbers['decided']}/diversamente/", 403)):
        answered = page.goto(COPPA + path)
        wrong += faults(page, check, answered.status, expected=status)
    return wrong
