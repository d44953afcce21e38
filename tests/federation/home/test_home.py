"""The federation's first page: what waits for each office, a line each that leads there, and nothing of the others."""

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from federation.archive.actions import write_entries
from federation.archive.records import Entry, entries_of
from federation.casebook.models import HeadnoteDraft
from federation.home.actions import give_office
from federation.home.queries import cards_ending, doubles, overturned_untold, standing_apart
from federation.home.views import Duties
from federation.packages.models import ReceivedPackage
from federation.second_instance.models import SecondAppeal
from papers.sheets import local
from records.rights import FEDERATION_MATRIX, Office
from tests import factories
from tests.factories import acting
from tests.federation.archive.one_world.conftest import made
from tests.federation.casebook.headnotes import drafted, first_ruling
from tests.module_database import db_taken_back, world
from tests.world import Visitor, World
from tournaments.appeals.models import Appeal

__all__ = ["db_taken_back", "made", "world"]

HOME = "/federazioni/fitres/"
# What waits in the world, by whose it is; everybody else reads nothing of it.
OWN = {
    "olga": {"1 pacchetto da controllare"},
    "aldo": {"1 massima in bozza", "1 massima senza voci", "1 pacchetto aspetta l’omologazione"},
    "gemma": {"Reclamo n. 1, Coppa Levante", "1 pacchetto aspetta l’omologazione"},
    "remo": {
        "1 massima in bozza",
        "1 massima senza voci",
        "1 pacchetto aspetta l’omologazione",
        "1 bozza di un codice da provare",
    },
}


def lines(world: World, who: str) -> dict[str, str]:
    """The lines of what waits, each with where it leads."""
    page = Visitor(world.people[who]).send("GET", HOME).content.decode()
    part = page.partition('class="duties"')[2].partition("</section>")[0]
    return {words: href for href, words in re.findall(r'<a href="([^"]+)">([^<]+)</a>', part)}


def today() -> date:
    return local(timezone.now()).date()


@pytest.mark.long
@pytest.mark.parametrize("who", sorted(OWN))
def test_each_office_reads_what_waits_for_it_and_nothing_else(world: World, who: str) -> None:
    found = lines(world, who)
    assert set(found) == OWN[who]
    for href in found.values():
        assert Visitor(world.people[who]).send("GET", href.replace("&amp;", "&")).status_code == 200


def test_a_federation_with_nothing_to_do_says_so(world: World) -> None:
    other, carla = factories.make_federation("altra"), world.people["carla"]
    give_office(by=acting(world.people["ivo"]), federation=other, user=carla, office=Office.SECRETARY)
    page = Visitor(carla).send("GET", "/federazioni/altra/").content.decode()
    assert "Niente: per il tuo incarico è tutto fatto." in page and 'class="todo"' not in page


def test_cards_are_told_of_for_sixty_days_and_after_their_end(world: World) -> None:
    federation = world.tournament.federation
    for card, days in enumerate((-1, 0, 60, 61), start=5000):
        ends = today() + timedelta(days=days)
        factories.make_member(federation, str(card), f"Elvio Giorni{days}", valid_until=ends)
    factories.make_member(federation, "5010", "Elvio Uscito", valid_until=today(), left_at=factories.NOON)
    assert cards_ending(federation, today()) == (1, 2)
    found = lines(world, "olga")
    page = Visitor(world.people["olga"]).send("GET", found["2 tessere stanno per scadere"]).content.decode()
    assert "Giorni0 " in page and "Giorni60 " in page and "Giorni61 " not in page and "Giorni-1 " not in page
    assert found["1 tessera è scaduta"].endswith("/tesserati/?chi=scaduti")


def test_a_name_on_two_cards_of_one_club_is_told_once(world: World) -> None:
    federation = world.tournament.federation
    for card, name in (("5001", "Elvio Doppi"), ("5002", "elvio  DOPPI"), ("5003", "Elvio Doppi")):
        factories.make_member(federation, card, name, club_name="Molo")
    factories.make_member(federation, "5004", "Elvio Doppi", club_name="Porto")
    assert doubles(federation) == 1
    assert lines(world, "olga")["1 nome sta su più tessere"].endswith("/tesserati/doppi/")


def test_a_package_is_told_of_by_what_is_to_be_done_with_it(world: World) -> None:
    kept = ReceivedPackage.objects.all()
    kept.update(state="checked")
    assert set(lines(world, "olga")) == {"1 pacchetto da omologare"}
    kept.update(conflict="key")
    assert set(lines(world, "olga")) == {"1 pacchetto da scegliere"}
    kept.update(conflict="", state="homologated")
    assert lines(world, "olga") == {}
    assert set(lines(world, "remo")) == OWN["remo"] - {"1 pacchetto aspetta l’omologazione"}


def test_a_ruling_changed_on_appeal_waits_for_a_headnote_of_any_of_its_versions(world: World) -> None:
    federation = world.tournament.federation
    HeadnoteDraft.objects.all().delete()
    kept, source = entries_of(world.tournament), first_ruling(world.tournament)
    changed = [replace(one, standing="overturned") if f"{one.kind}-{one.key}" == source else one for one in kept]
    write_entries(federation, world.tournament, changed)
    assert overturned_untold(federation) == 1
    assert lines(world, "aldo")["1 provvedimento cambiato in reclamo, senza massima"].endswith("?stato=overturned")
    drafted(world.people["aldo"], world.tournament)
    assert overturned_untold(federation) == 0


def test_an_appeal_says_since_when_it_waits_and_for_what(world: World) -> None:
    waits = SecondAppeal.objects.get(state="open")
    SecondAppeal.objects.filter(pk=waits.pk).update(filed_at=timezone.now() - timedelta(days=12))
    page = Visitor(world.people["gemma"]).send("GET", HOME).content.decode()
    assert "aspetta da 12 giorni · da decidere" in page
    waits.judges.update(left_at=timezone.now(), left_reason="Altri impegni")
    page = Visitor(world.people["gemma"]).send("GET", HOME).content.decode()
    assert "aspetta da 12 giorni · collegio da nominare" in page


def test_a_deposit_of_an_appeal_that_is_over_waits_to_be_settled(world: World) -> None:
    SecondAppeal.objects.filter(state="rejected").update(deposit=Appeal.Deposit.RECEIVED)
    assert "1 deposito da restituire o trattenere" in lines(world, "gemma")


def entry(key: int, *, procedure: str, departed: bool) -> Entry:
    at = timezone.now() - timedelta(days=20, minutes=key)
    made = {"procedure": procedure, "departed": departed, "code": "fitres-tressette"}
    return Entry(kind="ruling", key=key, at=at, number=key, **made)


def test_an_anomaly_stands_apart_where_chance_alone_does_not_say_it(world: World) -> None:
    federation = world.tournament.federation
    often = [entry(key, procedure="accusa-anticipata", departed=key % 2 == 0) for key in range(100, 120)]
    seldom = [entry(key, procedure="mancata-risposta", departed=False) for key in range(200, 260)]
    few = [entry(key, procedure="fuori-mano", departed=True) for key in range(300, 303)]
    write_entries(federation, None, [*often, *seldom, *few], origin="x:")
    assert standing_apart(federation, today()) == 1
    assert standing_apart(federation, today() + timedelta(days=400)) == 0
    assert "1 anomalia in cui ci si discosta più che nelle altre" in lines(world, "remo")
    assert not [words for words in lines(world, "aldo") if "discosta" in words]


# Questions to the database, whatever waits.
MOST_ASKED = {"olga": 3, "aldo": 4, "gemma": 4, "remo": 6}


@pytest.mark.parametrize("who", sorted(OWN))
def test_few_questions_tell_what_waits_however_much_it_is(world: World, who: str) -> None:
    waits, federation = SecondAppeal.objects.get(state="open"), world.tournament.federation
    for number in range(3, 6):
        waits.pk, waits.number, waits.entry = None, number, number
        waits.save()
        drafted(world.people["aldo"], world.tournament, f"Massima di prova numero {number}.")
        factories.make_member(federation, str(5000 + number), valid_until=today() + timedelta(days=number))
    changed = replace(entry(1, procedure="fuori-mano", departed=False), standing="overturned")
    write_entries(federation, None, [changed], origin="x:")
    rights = FEDERATION_MATRIX[factories.OFFICERS[who][2]]
    with CaptureQueriesContext(connection) as queries:
        Duties(federation, today()).lines(rights)
    # PostgreSQL is asked before, how it would look through the archive.
    read = [one for one in queries if not one["sql"].startswith("EXPLAIN")]
    assert len(read) == MOST_ASKED[who]


def test_of_many_appeals_the_longest_waiting_stand_by_themselves(world: World) -> None:
    waits = SecondAppeal.objects.get(state="open")
    for number in range(3, 9):
        waits.pk, waits.number, waits.entry = None, number, number
        waits.save()
    found = [words for words in lines(world, "gemma") if "eclam" in words]
    assert found[1:5] == [f"Reclamo n. {number}, Coppa Levante" for number in range(3, 7)]
    assert found[5:] == ["Altri reclami aspettano"]
