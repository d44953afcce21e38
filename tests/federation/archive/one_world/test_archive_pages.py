"""The archive's pages: what is found, what is shown, who may look, what is refused."""

import re
import sys
from collections.abc import Callable
from datetime import timedelta
from types import FrameType
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from codes.finding.procedures import prepare
from codes.library import all_rulebooks
from federation.archive.actions import write_entries
from federation.archive.models import ArchivedRuling
from federation.archive.queries import Search, _likeliest, search
from federation.archive.records import Entry
from federation.archive.words import synonyms, token
from people.accounts.models import Club, Federation
from referee.rulings.models import Ruling
from tests import factories
from tests.world import Visitor, World
from tournaments.setup.models import Tournament

pytestmark = [pytest.mark.dialect, pytest.mark.long]

ARCHIVE = "/federazioni/fitres/archivio/"


def look(world: World, who: str = "aldo", path: str = "", **query: str) -> HttpResponse:
    return Visitor(world.people[who]).send("GET", f"{ARCHIVE}{path}?{urlencode(query)}")


def sources(answer: HttpResponse) -> list[str]:
    """The records that a page lists, in their order."""
    return re.findall(r"/archivio/atti/([a-z]+-[0-9]+)/", answer.content.decode())


@pytest.mark.long
def test_everything_of_the_federation_is_found_the_newest_first(world: World) -> None:
    found = sources(look(world))
    # All decided at one noon: the later record stands first; an appeal of that second after all rulings.
    rulings = Ruling.objects.filter(tournament__federation__code="fitres").order_by("-pk")
    assert [one for one in found if one.startswith("ruling")] == [f"ruling-{one.pk}" for one in rulings]
    assert len(found) == ArchivedRuling.objects.filter(federation__code="fitres").count() == 5


@pytest.mark.parametrize(
    "words",
    ["accusa prima del turno", "acusa anticipta", "ACCUSÀ ANTICIPATA", "accusa early declaration", "premature accusa"],
)
def test_words_find_in_both_languages_without_accents_and_with_slips(world: World, words: str) -> None:
    ruling = Ruling.objects.get(tournament=world.tournament, procedure="accusa-anticipata")
    assert sources(look(world, q=words))[0] == f"ruling-{ruling.pk}"


def test_an_anomaly_that_is_told_brings_its_own_records_before_those_that_share_its_words() -> None:
    told = _likeliest("ha giocato fuori turno", ["giocato", "fuori", "turno"])
    assert set(told) == {token("procedure", "fuori-mano"), token("procedure", "gioco-fuori-turno")}
    assert _likeliest("turno Zzyzx", ["turno", "zzyzx"]) == []


@pytest.mark.parametrize("asked", [{"q": "art. 183"}, {"q": "183"}, {"articolo": "183"}])
def test_an_article_finds_what_cites_it(world: World, asked: dict[str, str]) -> None:
    citing = [one for one in Ruling.objects.filter(tournament__federation__code="fitres") if 183 in one.cites]
    found = [one for one in sources(look(world, **asked)) if one.startswith("ruling")]
    assert found == [f"ruling-{one.pk}" for one in sorted(citing, key=lambda one: -one.pk)] != []


def test_an_article_that_nothing_cites_finds_nothing(world: World) -> None:
    answer = look(world, q="art. 999")
    assert (answer.status_code, sources(answer)) == (200, [])
    assert "Niente di simile" in answer.content.decode()


@pytest.mark.long
def test_each_filter_leaves_what_it_says(world: World) -> None:
    ruling = Ruling.objects.get(tournament=world.tournament, procedure="accusa-anticipata")
    step = ruling.trail[0]
    mine = f"ruling-{ruling.pk}"
    for asked in (
        {"anomalia": "accusa-anticipata"},
        {"fatto": f"{step['procedure']}.{step['fact']}.{step['answer']}"},
        {"effetto": ruling.effects[0]["verb"], "anomalia": "accusa-anticipata"},
        {"torneo": "coppa-levante", "anomalia": "accusa-anticipata"},
        {"luogo": "BARI", "anomalia": "accusa-anticipata"},
        {"dal": "2026-11-14", "al": "2026-11-14", "anomalia": "accusa-anticipata"},
        {"diversa": "no", "stato": "in_force", "norma": "no", "tipo": "ruling", "anomalia": "accusa-anticipata"},
        {"arbitro": str(world.people["bruno"].pk), "anomalia": "accusa-anticipata"},
        {"codice": "fitres-tressette", "anomalia": "accusa-anticipata"},
    ):
        assert mine in sources(look(world, **asked)), asked
    for asked in (
        {"anomalia": "altra-anomalia"}, {"diversa": "si"}, {"dal": "2026-11-15"}, {"al": "2026-11-13"},
        {"luogo": "Palermo"}, {"tipo": "appeal"}, {"norma": "si"}, {"stato": "revised"},
        {"codice": "fibur-burraco-2019"},
        {"fatto": "accusa-anticipata.esercizio-monte.altro"}, {"circolo": "77"}, {"punteggio": "rectified"},
    ):  # fmt: skip
        assert mine not in sources(look(world, **asked)), asked


@pytest.mark.parametrize(
    "bad",
    [
        {"articolo": "0"}, {"articolo": "x"}, {"articolo": "9" * 30}, {"tipo": "altro"}, {"codice": "nessuno"},
        {"torneo": "di-altri"}, {"dal": "ieri"}, {"dal": "2026-02-01", "al": "2026-01-01"}, {"dal": "0001-01-01"},
        {"anomalia": "' OR 1=1"}, {"fatto": "senza-punti"}, {"q": "x" * 1001}, {"arbitro": "-1"}, {"q": "a\0b"},
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_words_and_kept(world: World, bad: dict[str, str]) -> None:
    answer = look(world, **bad)
    assert answer.status_code == 422
    assert "La ricerca non si può leggere" in answer.content.decode()


@pytest.mark.parametrize("words", ['"', "* NEAR(", "a:b", "' | !", "xxdeadbeef", "((", "-", "%_", "⟦1⟧", "🂡"])
def test_what_the_database_would_take_for_its_own_language_is_only_words(world: World, words: str) -> None:
    assert look(world, q=words).status_code == 200


@pytest.mark.long
def test_a_position_made_up_shows_a_page(world: World) -> None:
    for after in ("x", "1", "1-2-3", "-5", "9-" + "9" * 30, "١-٢"):
        assert look(world, dopo=after).status_code == 200


@pytest.mark.parametrize(
    ("who", "status"),
    [("aldo", 200), ("gemma", 200), ("remo", 200), ("olga", 403), ("ivo", 404), ("giulia", 404), ("ettore", 404)],
)
def test_only_offices_that_reach_look_into_the_archive(world: World, who: str, status: int) -> None:
    source = f"ruling-{Ruling.objects.filter(tournament=world.tournament).earliest('pk').pk}"
    assert look(world, who).status_code == status
    assert look(world, who, f"atti/{source}/").status_code == status
    assert look(world, who, "atom/").status_code == status


@pytest.mark.long
def test_another_federations_records_are_neither_found_nor_counted_nor_shown(world: World) -> None:
    foreign = Ruling.objects.get(tournament=world.burraco)
    Federation.objects.create(code="altra", name="Altra")
    altra = Federation.objects.get(code="altra")
    Tournament.objects.filter(pk=world.burraco.pk).update(federation=altra, name="Coppa Segreta")
    answer = look(world)
    assert f"ruling-{foreign.pk}" not in sources(answer)
    assert len(sources(answer)) == 4
    assert "4 atti" in answer.content.decode()
    assert look(world, path=f"atti/ruling-{foreign.pk}/").status_code == 404
    for asked in ({"q": "abbandono"}, {"anomalia": "abbandono"}, {"q": "intemperanze"}, {"luogo": "Segreta"}):
        text = look(world, **asked).content.decode()
        assert f"ruling-{foreign.pk}" not in text
        assert "Coppa Segreta" not in text
    assert look(world, torneo=world.burraco.slug).status_code == 422


def test_a_record_says_all_that_the_ruling_says(world: World) -> None:
    ruling = Ruling.objects.get(tournament=world.tournament, procedure="accusa-anticipata")
    text = look(world, path=f"atti/ruling-{ruling.pk}/").content.decode()
    assert ruling.title["it"] in text
    for effect in ruling.effects:
        assert effect["words"]["it"] in text
    for fact in ruling.facts:
        if fact["mattered"]:
            assert fact["question"]["it"] in text
            assert fact["words"]["it"] in text
    assert all(f">{article}<" in text or f"{article}" in text for article in ruling.cites)
    assert "Come si è visto" in text
    assert ruling.rulebook_hash in text
    assert "in vigore" in text
    # Nothing of the tournament's desk is reached from there.
    assert f"/tornei/{world.tournament.slug}/" not in text


@pytest.mark.parametrize("source", ["ruling-999999", "niente", "score-1", "ruling-", "ruling-x"])
def test_what_is_not_in_the_archive_is_not_found(world: World, source: str) -> None:
    assert look(world, path=f"atti/{source}/").status_code == 404


def test_an_empty_archive_says_what_will_be_there(world: World) -> None:
    empty = Federation.objects.create(code="nuova", name="Nuova")
    nora = factories.make_user("nora")
    nora.offices.create(federation=empty, office="archivist", given_by=nora, given_at=factories.NOON)
    answer: Any = Visitor(nora).send("GET", "/federazioni/nuova/archivio/")
    assert (answer.status_code, sources(answer)) == (200, [])
    assert "Ancora niente" in answer.content.decode()


@pytest.mark.long
def test_the_address_of_a_search_is_the_same_however_it_was_asked(world: World) -> None:
    asked = look(world, ordine="data", q="  accusa   turno ", tipo="ruling", articolo="")
    assert 'href="?q=accusa+turno&amp;tipo=ruling&amp;ordine=data" rel="bookmark"' in asked.content.decode()


def test_a_page_asks_the_database_as_often_for_many_as_for_few(world: World) -> None:
    look(world)
    aldo = Visitor(world.people["aldo"])

    def queries(**asked: str) -> int:
        with CaptureQueriesContext(connection) as told:
            aldo.send("GET", f"{ARCHIVE}?{urlencode(asked)}")
        return len(told)

    assert queries(tipo="ruling", anomalia="accusa-anticipata") == queries(tipo="ruling")
    assert queries() <= 28


def test_all_filters_are_taken_off_at_once_and_the_words_stay(world: World) -> None:
    asked = {"q": "accusa", "ordine": "data", "tipo": "ruling", "stato": "in_force"}
    page = " ".join(look(world, **asked).content.decode().split())
    assert 'href="?q=accusa&amp;ordine=data">Togli tutti i filtri</a>' in page
    assert "Filtra (2<span" in page
    assert page.index('class="archive-filter') < page.index('class="archive-lines"')
    one = look(world, q="accusa", tipo="ruling").content.decode()
    assert "Togli tutti i filtri" not in one


def test_what_a_search_is_narrowed_by_is_told_in_words(world: World) -> None:
    page = " ".join(
        look(world, anomalia="accusa-anticipata", sanzione="vp-2", stato="in_force").content.decode().split()
    )
    said = re.findall(r'<li><a href="[?][^"]*">([^<]+) <svg', page)
    assert said == ["Anomalia: Accusa prima del proprio turno", "Sanzione: 2 VP", "Stato: in vigore"]


def test_a_number_that_is_tried_in_the_address_names_nobody_of_elsewhere(world: World) -> None:
    bruno, carla = world.people["bruno"], world.people["carla"]
    assert bruno and carla
    club = Club.objects.create(federation=factories.make_federation("altra"), name="Circolo Altrove")
    told = look(world, arbitro=str(carla.pk), circolo=str(club.pk)).content.decode()
    assert str(carla) not in told and "Circolo Altrove" not in told
    assert f"Arbitro: {bruno}" in look(world, arbitro=str(bruno.pk)).content.decode()


OURS = tuple(str(settings.BASE_DIR / name) + "/" for name in settings.PACKAGES if name != "config")


def calls_of_ours(job: Callable[[], object]) -> int:
    """How many calls of our own functions the job makes: the same on every machine, where seconds are not."""
    calls, before = 0, sys.getprofile()

    def count(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call" and frame.f_code.co_filename.startswith(OURS)

    sys.setprofile(count)
    try:
        job()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.long  # where no test before asked for the search of all codes
def test_the_first_search_by_words_of_a_server_that_is_ready_calls_few_of_our_functions(world: World) -> None:
    prepare(all_rulebooks())
    synonyms.cache_clear()
    look(world)
    assert 0 < calls_of_ours(lambda: look(world, q="accusa prima del turno")) <= 10_000


@pytest.mark.parametrize("words", ["", "carta", "la carta dopo il pozzetto quando il mazzo cade in terra a nord"])
def test_no_function_of_ours_is_called_for_each_record_that_is_found(world: World, words: str) -> None:
    tournament, made = factories.make_tournament("passato"), list[Entry]()

    def calls_among(records: int) -> int:
        for key in range(len(made), records):
            at = factories.NOON + timedelta(minutes=key)
            made.append(Entry("ruling", key, at, key, procedure="pozzo", free=("La carta del pozzetto cade",)))
        write_entries(tournament.federation, tournament, made)
        found = search(tournament.federation, Search(words=words))  # reads the archive's words
        assert len(found.places) >= 25
        return calls_of_ours(lambda: search(tournament.federation, Search(words=words)))

    few, many = calls_among(30), calls_among(230)
    assert many - few < 200
