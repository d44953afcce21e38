"""Fifty invented persons who play in a tournament that is not public: nobody outside of it is told of any of them.

The world is looked at twice, without it and with it: whatever is for everybody, or for whoever has an account and no
task, must be the same to the letter, counts and searches too.
"""

import io
import json
import re
import zipfile
from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import caches
from django.core.management import call_command
from django.utils import translation

from federation.exports.package import package
from federation.models import WebhookMessage
from referee.actions.cases import Answers, answer, open_case
from referee.actions.rulings import decide
from referee.models import Ruling
from tests import factories
from tests.access_table import ACCESS, Condition
from tests.factories import NOON, acting
from tests.federation.shown import tell_another_program
from tests.module_database import db
from tests.published import publish_something
from tests.world import BY_EAST, CASES, Visitor, World, addresses, make_played
from tournaments.hall import kept_publications, kept_rows, kept_standings
from tournaments.models import Club, Player, Tournament
from tournaments.permissions import Role

pytestmark = pytest.mark.long

__all__ = ["db"]

SLUG, TITLE, PLACE = "canarino-riservato", "Trofeo Canarinvisibile", "Canaropoli"
CLUB, WORDS, PRIZE = "Circolo Canargento", "Motivo canarsegreto", "Levante Cup"
SYLLABLES = "ba ce di fo gu la me ni po ru".split()
# Invented, each once, of no name that anybody else has.
SURNAMES = [f"Canar{SYLLABLES[n // 10]}{SYLLABLES[n % 10]}x" for n in range(50)]
CANARY = re.compile("canar", re.IGNORECASE)
# What each page has anew, whatever it says: keys of forms, tokens, the moment.
ANEW = [
    re.compile(one)
    for one in (
        r'name="csrfmiddlewaretoken" value="[^"]*"',
        r'name="key" value="[^"]*"',
        r'"X-CSRFToken": *"[^"]*"',
        r"request-number[^<]*",
        r"DTSTAMP:\w+",
        r'class="request-number">[^<]*<',
    )
]
# Searches: what somebody who knows the name would type, and of what nobody has.
SEARCHES = ["/", "/tornei/coppa-levante/posto/", "/codice/", "/codice/fitres-tressette/", "/giochi/"]
VISITORS: dict[str, Visitor] = {}
NOT_THERE = "Zyxwvut"
ELSEWHERE = "/robots.txt /sitemap.xml /api/v1/ /federazioni/ /tornei/ /non-c-e/ /api/v1/tournaments?after=b".split()


@pytest.fixture(scope="module")
def looked(db) -> tuple[World, dict[tuple[str, str, str], str], Tournament]:
    """The world, what it told without the canaries, and then their tournament in it."""
    with translation.override("it"):
        world = make_played()
        call_command("index_archive", verbosity=0)
        ettore = world.people["ettore"]
        tell_another_program(world.tournament.federation, world.people["olga"])
        first = world.other.rounds.get(number=1)
        _rule(first.tables.get(number=1), first.boards.earliest("number"), ettore)
        factories.give_role(world.people["ivo"], world.other, Role.DIRECTOR)
        publish_something(world.other, world.people["ivo"])
        before = told(world)
        canaries = make_canaries(world)
        call_command("index_archive", verbosity=0)
    return world, before, canaries


def make_canaries(world: World) -> Tournament:
    """Everything that a tournament has: pairs, a round, scores, rulings, standings, an appeal, a prize, a class."""
    ettore = world.people["ettore"]
    made = factories.make_tournament(SLUG, name=TITLE, place=PLACE, is_public=False)
    for role in (Role.DIRECTOR, Role.CHIEF_ARBITER):
        factories.give_role(world.people[{Role.DIRECTOR: "ettore"}.get(role, "ivo")], made, role)
    club = Club.objects.create(federation=made.federation, name=CLUB, town=PLACE)
    names = [f"Canarina {one}" for one in SURNAMES]
    pairs = [factories.make_entry(made, n + 1, names[2 * n : 2 * n + 2]) for n in range(25)]
    Player.objects.filter(last_name__in=SURNAMES).update(club=club, federation=made.federation)
    for number, surname in enumerate(SURNAMES):
        factories.make_member(made.federation, f"99{number:02}", f"Canarina {surname}", club_name=CLUB)
    round = factories.make_round(made, 1, [*zip(pairs[:24:2], pairs[1:24:2], strict=True), (pairs[24], None)])
    table, board = round.tables.get(number=1), round.boards.get(number=1)
    factories.make_score(table, board, (7, 4), ettore)
    _rule(table, board, world.people["ivo"])
    publish_something(made, ettore)
    return made


def _rule(table, board, arbiter) -> None:
    procedure, facts, _details = CASES[0]
    case = open_case(by=acting(arbiter), table=table, board=board)
    said = Answers(procedure=procedure, responsible="N", detected=BY_EAST, facts=facts)
    case = answer(by=acting(arbiter), case=case, expected_version=1, answers=said)
    decide(by=acting(arbiter), case=case, expected_version=case.version, reason=WORDS)


def told(world: World) -> dict[tuple[str, str, str], str]:
    """What is answered to nobody and to Carla, who has an account and no task, wherever they may ask."""
    forget_kept()
    with time_machine.travel(NOON, tick=False):
        return {
            (who, how, path): seen(visitor.ask("GET", path))
            for who, visitor in visitors(world).items()
            for path, how in asked(world)
        }


def visitors(world: World) -> dict[str, Visitor]:
    """The same two each time: to sign in again would be told on one's own page."""
    if not VISITORS:
        VISITORS.update({who: Visitor(world.people[who]) for who in ("nobody", "carla")})
    return VISITORS


def asked(world: World) -> Iterator[tuple[str, str]]:
    for one in addresses():
        need = ACCESS[one.name].get("GET")
        # The feed of the archive is signed for one officer, who reads there what their office lets them read.
        if need in (Condition.EVERYBODY, Condition.SIGNED_IN, Condition.HAS_A_TOKEN) and one.name != "archive_feed":
            yield world.path(one), one.name
    for path in SEARCHES:
        yield f"{path}?q={NOT_THERE}", "search"
    for path in ELSEWHERE:
        yield path, "elsewhere"


def seen(answer) -> str:
    text = f"{answer.status_code} {answer.headers.get('Location', '')} {answer.content.decode(errors='replace')}"
    for one in ANEW:
        text = one.sub("", text)
    return text


def apart(before: str, after: str) -> tuple[str, str]:
    """Where two answers begin to differ."""
    place = next((n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    around = slice(max(0, place - 40), place + 80)
    return before[around], after[around]


def forget_kept() -> None:
    for one in ("default", "pages"):
        caches[one].clear()
    for kept in (kept_rows.KEPT, kept_standings.KEPT, kept_standings.ROWS, kept_publications.PROVEN):
        kept.clear()


def test_they_are_there(looked):
    assert Player.objects.filter(last_name__in=SURNAMES).count() == len(set(SURNAMES)) == 50
    assert Ruling.objects.get(tournament__slug=SLUG).reason == WORDS
    # Whoever directs it sees them: the pages asked for below do say such things of a tournament.
    page = Visitor(looked[0].people["ettore"]).ask("GET", f"/tornei/{SLUG}/").content.decode()
    assert TITLE in page


def test_what_is_for_everybody_is_the_same_with_and_without_them(looked):
    world, before, _made = looked
    after = told(world)
    assert after.keys() == before.keys()
    assert [key for key in after if CANARY.search(after[key])] == []
    # A secret made by chance each time stands on the page of the second factor.
    other = [key for key in after if after[key] != before[key] and key[1] != "second_factor"]
    assert [(key, *apart(before[key], after[key])) for key in other] == []
    assert len(after) == len(before) > 100


@pytest.mark.parametrize("path", SEARCHES)
def test_who_looks_for_them_finds_as_much_as_for_nobody(looked, path):
    world, _before, _made = looked
    for visitor in visitors(world).values():
        nothing = seen(visitor.ask("GET", f"{path}?q={NOT_THERE}"))
        for word in (SURNAMES[0], SURNAMES[49], TITLE.split()[1], PLACE, CLUB.split()[1], SLUG):
            found = seen(visitor.ask("GET", f"{path}?q={word}"))
            assert found.replace(word, NOT_THERE) == nothing, (path, word)


def test_its_addresses_are_those_of_a_tournament_that_does_not_exist(looked):
    world, _before, _made = looked
    for one in addresses():
        if "slug" not in one.arguments or "GET" not in ACCESS[one.name]:
            continue
        here = world.path(one)
        assert "/coppa-levante" in here or "/burraco" in here, here
        place = re.compile("/(coppa-levante|burraco)(?=/|$)")
        public = ACCESS[one.name]["GET"] is Condition.EVERYBODY
        for visitor in list(visitors(world).values())[0 if public else 1 :]:
            hidden, none = (seen(visitor.ask("GET", place.sub(f"/{slug}", here))) for slug in (SLUG, "non-c-e"))
            assert hidden.replace(SLUG, "non-c-e") == none, here
            assert not CANARY.search(hidden.replace(SLUG, "")), here


def test_no_other_program_is_told_of_them(looked):
    bodies = list(WebhookMessage.objects.values_list("body", flat=True))
    assert [one for one in bodies if CANARY.search(one)] == []
    # Nor of anybody at all.
    names = {name for row in Player.objects.values_list("last_name", "first_name") for name in row}
    assert [one for one in bodies if any(re.search(rf"\b{re.escape(name)}\b", one) for name in names)] == []
    assert {json.loads(one)["type"] for one in bodies} == {"standings.published", "ruling.given", "test"}


def test_the_package_of_another_tournament_has_none_of_them(looked):
    world, _before, _made = looked
    assert not CANARY.search(whole(package(factories.sealed(world.tournament), NOON)))


def test_their_own_package_names_them_only_where_persons_and_papers_stand(looked):
    _world, _before, made = looked
    content = package(factories.sealed(made), NOON)
    surnames = re.compile("|".join(SURNAMES))
    found = {name for name in parts(content) if surnames.search(parts(content)[name])}
    assert found == {"persons.jsonl"}
    assert all(name in parts(content)["persons.jsonl"] for name in SURNAMES)


def parts(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as zipped:
        return {name: zipped.read(name).decode(errors="replace") for name in zipped.namelist()}


def whole(content: bytes) -> str:
    return "\n".join(parts(content).values())
