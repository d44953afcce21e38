"""The pages that people wait for: grid, desk, standings, arbiter's home, codes, screen; made for one, kept for all."""

from collections.abc import Iterator

from django.core.cache import caches
from django.core.management import call_command

from benchmarks.common import Goal, Row
from benchmarks.hall import AT, hall
from benchmarks.visits import client_of, page
from codes.library import rulebook_ids
from people.accounts.models import User
from records.rights import Role
from referee.cases.actions import open_case
from tests.factories import LOT_SEED, acting, give_role, make_federation, make_user
from tournaments.planning.models import Stage
from tournaments.publication.actions import publish_provisional
from tournaments.publication.state import StageStandings
from tournaments.rounds.models import Table
from tournaments.setup.models import Tournament

LAST = 2  # the round being played, everywhere
CASES = 20
TOURNAMENTS = 200
KEPT = Goal(ratio=3)
FRESH = Goal(seconds=0.3)  # for the first phone; all others get what is kept

Wanted = dict[str, tuple[str, Goal]]


def run() -> Iterator[Row]:
    """Three halls: 25 tables of 8 boards, 200 and 1,500 tables of 4; then a home with 200 tournaments."""
    call_command("migrate", verbosity=0)
    eight, arbiter = with_arbiter(*hall("otto", 50, LAST, boards=8))
    yield from asked(arbiter, of_eight_boards(f"/tornei/{eight.slug}/"))
    sala, director = published(*hall("sala", 400, LAST, boards=4))
    yield from asked(director, of_the_desk(f"/tornei/{sala.slug}/"))
    big, director = published(*hall("grande", 3000, LAST, boards=4))
    yield from asked(director, of_the_big_hall(f"/tornei/{big.slug}/"))
    with_cases(big)
    yield from asked(
        with_arbiter(big)[1], {"arbiter's home, 1,500 tables": (f"/tornei/{big.slug}/arbitraggio/", Goal(ratio=15))}
    )
    yield from of_a_phone(f"/tornei/{big.slug}/", f"/tornei/{sala.slug}/")
    more_tournaments(director)
    yield from asked(director, {"home, 200 tournaments": ("/", Goal(ratio=5))})


def of_eight_boards(here: str) -> Wanted:
    return {
        "table page, 8 boards": (f"{here}turni/{LAST}/tavoli/1/", Goal(statements=12)),
        "grid, 25 tables × 8 boards": (f"{here}direzione/turni/{LAST}/", Goal(ratio=30, size=125_000)),
    }


def of_the_desk(here: str) -> Wanted:
    return {
        "grid, 100 tables × 4 boards": (f"{here}direzione/turni/{LAST}/", Goal(ratio=60, size=250_000)),
        "tables of a round, 200": (f"{here}turni/{LAST}/", Goal(ratio=25)),
        "desk, 200 tables": (f"{here}direzione/", Goal(ratio=10)),
        "entries, 400 pairs": (f"{here}direzione/coppie/", Goal(statements=10)),
    }


def of_the_big_hall(here: str) -> Wanted:
    return {
        "standings published, 3,000": (f"{here}classifica/", Goal(ratio=15)),
        "standings live, 3,000": (f"{here}classifica/?adesso", Goal(ratio=20)),
        "seat by name, 3,000 pairs": (f"{here}posto/?q=anna", Goal(statements=10)),
    }


def asked(user: User, wanted: Wanted) -> Iterator[Row]:
    with client_of(user) as client:
        for name, (address, goal) in wanted.items():
            yield page(client, name, address, goal)


def of_a_phone(big: str, sala: str) -> Iterator[Row]:
    """What everybody may read: first when nobody has asked yet, then as it is kept."""
    code = f"/codice/{rulebook_ids()[0]}/"
    public = {
        "a code's page": code,
        "a code's page, search": f"{code}?cerca=accusa",
        "big screen": f"{big}schermo/",
        "proof of a pairing, 200 tables": f"{sala}turni/{LAST}/abbinamento/",
        "standings published, 3,000, phone": f"{big}classifica/",
        "tables of the round, 1,500, phone": big,
    }
    with client_of(None) as phone:
        for name, address in public.items():
            yield page(phone, f"{name}, fresh", address, FRESH, rounds=3, before=caches["pages"].clear)
            yield page(phone, f"{name}, kept", address, KEPT, rounds=15)


def published(tournament: Tournament, director: User) -> tuple[Tournament, User]:
    """Its standings published once."""
    stage = tournament.stages.get()
    publish_provisional(
        by=acting(director, key=f"esposta-{tournament.slug}", at=AT),
        stage=stage,
        data_version=tournament.data_version,
        figures=StageStandings(stage, AT).snapshot.figures,
        reason="Prova di velocità",
        incomplete=True,
    )
    return tournament, director


def with_arbiter(tournament: Tournament, _director: User | None = None) -> tuple[Tournament, User]:
    arbiter = make_user(f"arbitra-{tournament.slug}")
    give_role(arbiter, tournament, Role.CHIEF_ARBITER)
    return tournament, arbiter


def with_cases(tournament: Tournament) -> None:
    """Anomalies opened at some tables and not yet decided."""
    caller = make_user(f"arbitro-{tournament.slug}")
    give_role(caller, tournament, Role.ARBITER)
    tables = Table.objects.filter(round__tournament=tournament, round__number=LAST).with_players()
    for table in tables.order_by("number")[:CASES]:
        open_case(by=acting(caller, at=AT), table=table, board=table.round.boards.first())


def more_tournaments(member: User) -> None:
    """As many others as an installation has after some years; the member has a task in every fourth."""
    federation = make_federation()
    made = Tournament.objects.bulk_create(
        Tournament(
            slug=f"torneo-{number}",
            name=f"Torneo n. {number}",
            federation=federation,
            place="Bari",
            starts_on=AT.date(),
            accusa="con-accusa",
            boards_per_round=4,
            lot_seed=LOT_SEED,
            is_public=True,
        )
        for number in range(TOURNAMENTS)
    )
    Stage.objects.bulk_create(Stage(tournament=one, number=1, name="Girone unico", formula="by_hand") for one in made)
    for one in made[::4]:
        give_role(member, one, Role.DIRECTOR)
