"""What is sent: a score typed into the grid, a step of the wizard, an import of 3,000 pairs; search of an anomaly."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count, cycle
from random import Random

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from benchmarks.common import Goal, Row
from benchmarks.hall import CLUBS, GIVEN_NAMES, SYLLABLES, hall
from benchmarks.pages import with_arbiter
from benchmarks.visits import HTMX, Ask, client_of, measured, page
from people.accounts.models import User
from records.rights import Role
from referee.cases.actions import Answers, answer, open_case
from referee.cases.models import Case
from tests.factories import acting, give_role, make_tournament, make_user
from tournaments.entry_lists.models import ImportBatch
from tournaments.rounds.models import Table
from tournaments.setup.models import Tournament

TABLES, BOARDS = 200, 4
STILL_PLAYING = 20
PAIRS = 3000

_keys = count()


def run() -> Iterator[Row]:
    call_command("migrate", verbosity=0)
    tournament, director = hall("scrivere", TABLES * 2, 2, boards=BOARDS, still_playing=STILL_PLAYING)
    with client_of(director) as client:
        goal = Goal(ratio=15, statements=40)
        yield measured(client, "a score typed into the grid, POST", scores(client, tournament), goal, rounds=25)
    yield from wizard(tournament)
    yield from imported()


def new_key() -> str:
    return f"prova-{next(_keys)}"


def scores(client: Client, tournament: Tournament) -> Iterator[Ask]:
    """Boards not yet scored, one after the other, as the grid sends them."""
    round = tournament.rounds.get(number=2)
    boards = [board.number for board in round.boards.all()]
    for table in range(TABLES - STILL_PLAYING + 1, TABLES + 1):
        for board in boards:
            address = f"/tornei/{tournament.slug}/direzione/turni/2/tavoli/{table}/smazzate/{board}/"
            data = {"key": new_key(), "version": "0", "line_a": "7", "line_b": ""}
            yield partial(client.post, address, data, headers=HTMX)


def wizard(tournament: Tournament) -> Iterator[Row]:
    """An anomaly told up to a question, asked for and answered again and again; and the search for it."""
    _tournament, arbiter = with_arbiter(tournament)
    case = told(tournament, arbiter)
    here = f"/tornei/{tournament.slug}/casi/{case.number}/"
    with client_of(arbiter) as client:
        yield page(client, "a wizard step, GET", f"{here}?passo=domanda&fatto=contestazione-battuta", Goal(ratio=10))
        yield measured(client, "a wizard step, POST", answers(client, case, here), Goal(ratio=15))
        yield page(client, "search of an anomaly", f"{here}?passo=anomalia&cerca=accusa+antcipata", Goal(ratio=10))


def told(tournament: Tournament, arbiter: User) -> Case:
    """An accusa made too soon, by North, told up to its second question."""
    table = Table.objects.filter(round__tournament=tournament, round__number=2).with_players().order_by("number")[0]
    case = open_case(by=acting(arbiter), table=table, board=table.round.boards.first())
    for said in (
        Answers(procedure="accusa-anticipata"),
        Answers(responsible="N"),
        Answers(facts={"esercizio-monte": "nessuno"}),
    ):
        case = answer(by=acting(arbiter), case=case, expected_version=case.version, answers=said)
    return case


def answers(client: Client, case: Case, address: str) -> Iterator[Ask]:
    """The question answered one way, then the other."""
    for value in cycle(("in-tempo", "tardiva")):
        case.refresh_from_db()
        fields = {"step": "domanda", "fact": "contestazione-battuta", "answer": value}
        data = {"key": new_key(), "version": case.version, **fields}
        yield partial(client.post, address, data, headers=HTMX)


def imported() -> Iterator[Row]:
    """A list of 3,000 pairs: read and looked at, then accepted; each time into a tournament of its own."""
    director = make_user("direttrice-elenchi")
    with client_of(director) as client:
        for staged in (True, False):
            name = f"import of {PAIRS:,} pairs, {'read and shown' if staged else 'accepted'}"
            goal = Goal(seconds=3 if staged else 5)
            yield measured(client, name, imports(client, director, staged=staged), goal, rounds=0, warm=False)


def _listed_and_shown(client: Client, here: str, form: Mapping[str, object]) -> object:
    return client.get(client.post(here, form)["Location"])


def imports(client: Client, director: User, *, staged: bool) -> Iterator[Ask]:
    while True:
        form = {"key": new_key(), "kind": "entries", "file": listed(seed=next(_keys))}
        tournament = make_tournament(f"elenco-{next(_keys)}")
        give_role(director, tournament, Role.DIRECTOR)
        here = f"/tornei/{tournament.slug}/direzione/coppie/importa/"
        if staged:
            yield partial(_listed_and_shown, client, here, form)
            continue
        client.post(here, form)
        batch = ImportBatch.objects.get(tournament=tournament)
        yield partial(client.post, f"{here}{batch.pk}/", {"key": new_key(), "version": 1})


def listed(*, seed: int) -> SimpleUploadedFile:
    """A file of pairs whose players have cards, so that nobody is taken for a namesake of another list."""
    chance = Random(seed)  # noqa: S311 other people with each list
    card = count(seed * 10 * PAIRS)

    def player() -> str:
        return f"{''.join(chance.choices(SYLLABLES, k=4)).title()};{chance.choice(GIVEN_NAMES)};{next(card)}"

    lines = (f"{number};{player()};{player()};Circolo {number % CLUBS}" for number in range(1, PAIRS + 1))
    head = "N.;Cognome 1;Nome 1;Tessera 1;Cognome 2;Nome 2;Tessera 2;Circolo"
    return SimpleUploadedFile("coppie.csv", "\n".join([head, *lines]).encode())
