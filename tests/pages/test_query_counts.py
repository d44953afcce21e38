"""Every list page asks the database as often for twenty-four pairs as for five hundred and ten, and can show them all.

More than a thousand players is where SQLite refuses what smaller fields let pass.
"""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from benchmarks.hall import AT, hall
from people.accounts.models import User
from tests.asking import queries_of, text
from tests.factories import acting, make_stage, make_user
from tournaments.entries.models import Entry, EntryMember
from tournaments.planning.models import Group, GroupPlace
from tournaments.publication.actions import publish_provisional
from tournaments.publication.state import StageStandings
from tournaments.scores.queries import round_grid
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.long

# Few enough for one page, and enough that somebody’s score waits to be confirmed.
FEW, MANY = 24, 510

PUBLIC = [
    "",
    "turni/1/",
    "classifica/?adesso",
    "classifica/",
    "classifica/1/",
    "classifica/1/coppie/1/",
    "coppie/1/",
    "posto/",
    "posto/?q=1",
    "posto/?q=zzzz",
    "regole/",
    "premi/",
    "calendario/",
    "turni/1/abbinamento/",
    "schermo/",
    "schermo/pannello/?n=1",
]
STAFF = [
    "direzione/",
    "direzione/registro/",
    "direzione/coppie/",
    "direzione/coppie/1/",
    "direzione/coppie/1/sostituzione/",
    "direzione/presenze/",
    "direzione/presenze/chiusura/",
    "direzione/fasi/",
    "direzione/fasi/1/",
    "direzione/turni/prepara/",
    "direzione/turni/1/abbinamento/",
    "direzione/turni/2/abbinamento/",
    "direzione/turni/2/",
    "direzione/turni/2/orologio/",
    "direzione/turni/2/tavoli/1/smazzate/3/",
    "direzione/penalita/",
    "direzione/classifiche/",
    "direzione/reclami/",
    "direzione/premi/",
    "direzione/fine/",
    "direzione/verifica/",
    "esporta/turni/2/posti.pdf",
    "esporta/cartellini.pdf",
    "esporta/torneo.xlsx",
]
PEOPLE = ["/giocatori/", "/giocatori/?cerca=anna", "/circoli/"]


def published_hall(pairs: int) -> tuple[Tournament, User]:
    """Two rounds played, the standings published once."""
    tournament, director = hall(f"sala-{pairs}", pairs, 2)
    stage = tournament.stages.get()
    publish_provisional(
        by=acting(director, at=AT),
        stage=stage,
        data_version=tournament.data_version,
        figures=StageStandings(stage, AT).snapshot.figures,
        reason="Metà gara",
        incomplete=True,
    )
    return tournament, director


def asked(pairs: int, client_of: Callable[[User], Client]) -> dict[str, int]:
    """How often each page asks the database; the public ones by somebody logged in, who gets no page kept ready."""
    tournament, director = published_hall(pairs)
    reader = client_of(make_user(f"lettrice-{pairs}"))
    desk = client_of(director)
    here = f"/tornei/{tournament.slug}/"
    player = EntryMember.objects.filter(entry__tournament=tournament).select_related("player").first().player
    people = {"giocatore": f"/giocatori/{player.pk}/", "circolo": f"/circoli/{player.club_id}/"}
    return (
        {page: queries_of(reader, here + page) for page in PUBLIC}
        | {page: queries_of(desk, here + page) for page in STAFF}
        | {page: queries_of(desk, page) for page in PEOPLE}
        | {name: queries_of(desk, page) for name, page in people.items()}
    )


def test_no_page_asks_more_where_more_play(db, client_of):
    few, many = asked(FEW, client_of), asked(MANY, client_of)
    assert few == many


def test_the_tables_come_a_hundred_at_a_time(db):
    tournament, _director = hall("sala", 402, 1)
    page = Client().get(f"/tornei/{tournament.slug}/?page=3").content.decode()
    assert page.count('class="table-number"') == 1
    assert re.findall(r'class="table-number">\s*(\d+)\s*</th>', page) == ["201"]
    assert "pagina 3 di 3" in page


def test_a_part_of_the_grid_says_the_same_as_the_whole(db):
    round = hall("sala", 6, 1)[0].rounds.get(number=1)
    _first, second, _third = round_grid(round)
    assert round_grid(round, only=[second.table.pk]) == (second,)


def test_the_groups_of_a_thousand_entries_are_shown(db, client_of):
    tournament, director = hall("sala", 6, 1)
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, name=f"Coppia {number}") for number in range(7, 1010)
    )
    stage = make_stage(tournament, 2)
    group = Group.objects.create(stage=stage, number=1, name="Merito")
    GroupPlace.objects.bulk_create(
        GroupPlace(group=group, entry=entry, seed=seed) for seed, entry in enumerate(entries, start=1)
    )
    assert "Merito" in text(client_of(director).get("/tornei/sala/direzione/fasi/"))
