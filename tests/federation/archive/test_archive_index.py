"""The archive's index: as new as the records, exact in its counts, paged without a gap, gone with what is erased."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest
from django.db import connection

from codes.finding.vocabulary import stems
from federation.archive import engines as archive_engines
from federation.archive import queries as archive_search
from federation.archive.actions import drop_tournament, index_tournament, refresh, stale_tournaments, write_entries
from federation.archive.models import (
    ArchivedFacets,
    ArchivedRuling,
    ArchivedStems,
    ArchiveIndex,
    ArchiveStem,
    IndexedTournament,
    at_place,
)
from federation.archive.queries import Search, almost, every_place, search
from federation.archive.records import Entry, entries_of
from federation.archive.words import place_of
from people.accounts.models import Federation
from tests import factories
from tournaments.setup.models import Tournament

pytestmark = [pytest.mark.dialect, pytest.mark.long]

PROCEDURES = ["accusa-anticipata", "accusa-tardiva", "fuori-mano"]
WORDS = ["carta", "spade", "avversario", "ritardo", "pozzetto", "battuta"]


def entries(how_many: int, seed: int = 1) -> list[Entry]:
    chance = Random(seed)  # noqa: S311  # a test
    return [
        Entry(
            kind=chance.choice(["ruling", "score", "appeal"]), key=key, number=key, code="fitres-tressette",
            at=factories.NOON + timedelta(days=chance.randrange(900)), procedure=chance.choice(PROCEDURES),
            departed=chance.random() < 0.3, articles=tuple(chance.sample([77, 80, 82, 181], k=2)),
            effects=tuple(chance.sample(["annul", "penalty", "forbid"], k=chance.randrange(3))),
            clubs=tuple(chance.sample([3, 5, 8], k=chance.randrange(3))), free=(" ".join(chance.sample(WORDS, k=3)),),
        )
        for key in range(1, how_many + 1)
    ]  # fmt: skip


@pytest.fixture
def tournament(db: None) -> Tournament:
    return factories.make_tournament("passato")


def places(tournament: Tournament, **asked: object) -> list[int]:
    pages = every_place(tournament.federation, Search(**asked), most=10_000, chunk=7)  # type: ignore[arg-type]
    return [place for page in pages for place in page]


@pytest.mark.long
def test_facets_are_what_one_counts_by_hand(tournament: Tournament) -> None:
    made = entries(200)
    write_entries(tournament.federation, tournament, made)
    for asked, chosen in (
        (Search(), made),
        (Search(filters=(("departed", True),)), [one for one in made if one.departed]),
        (Search(filters=(("article", 82), ("kind", "ruling"))),
         [one for one in made if 82 in one.articles and one.kind == "ruling"]),
        (Search(words="spade carta"), [one for one in made if {"spade", "carta"} <= set(one.free[0].split())]),
        (Search(since=date(2027, 1, 1), until=date(2027, 12, 31)), [one for one in made if one.at.year == 2027]),
    ):  # fmt: skip
        found = search(tournament.federation, asked)
        assert found.total == len(chosen) > 0
        assert found.facets["procedure"] == Counter(one.procedure for one in chosen)
        assert found.facets["kind"] == Counter(one.kind for one in chosen)
        assert found.facets["departed"] == Counter(one.departed for one in chosen)
        assert found.facets["article"] == Counter(str(number) for one in chosen for number in one.articles)
        assert found.facets["effect"] == Counter(verb for one in chosen for verb in one.effects)
        assert found.facets["club"] == Counter(str(club) for one in chosen for club in one.clubs)
        assert found.facets["year"] == Counter(one.at.year for one in chosen)


def test_pages_show_each_record_once_the_newest_first_while_new_ones_come(tournament: Tournament) -> None:
    made = entries(60)
    write_entries(tournament.federation, tournament, made)
    expected = sorted((place_of(one.at, one.kind, one.key) for one in made), reverse=True)
    assert places(tournament) == expected
    seen, after, asked = list[int](), "", Search()
    for number in range(100):
        found = search(tournament.federation, asked, after=after, per_page=7)
        seen += found.places
        # Each time another one is decided, and one that was before.
        late = replace(made[0], key=1000 + number, at=factories.NOON + timedelta(days=2000 + number))
        made.append(late)
        write_entries(tournament.federation, tournament, made)
        after = found.after
        if not after:
            break
    assert seen == expected


def test_pages_of_the_nearest_first_show_each_record_once_too(tournament: Tournament) -> None:
    write_entries(tournament.federation, tournament, entries(60))
    asked, seen, after = Search(words="carta"), list[int](), ""
    while True:
        found = search(tournament.federation, asked, after=after, per_page=7)
        seen += found.places
        after = found.after
        if not after:
            break
    assert sorted(seen) == sorted(places(tournament, words="carta"))
    assert len(seen) == len(set(seen)) == search(tournament.federation, asked).total


def test_more_than_are_counted_are_said_to_be_more_and_all_are_listed(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_search, "COUNTED", 20)
    write_entries(tournament.federation, tournament, entries(60))
    found = search(tournament.federation, Search(words="carta"))
    assert (found.total, found.more) == (20, True)
    assert sum(found.facets["kind"].values()) == 20
    assert len(places(tournament)) == 60


def test_what_is_written_again_is_the_same_and_what_is_gone_leaves_no_stem(tournament: Tournament) -> None:
    made = entries(40)
    write_entries(tournament.federation, tournament, made)
    before = dict(ArchiveStem.objects.values_list("stem", "holds"))
    stamp = ArchiveIndex.objects.get().stamp
    write_entries(tournament.federation, tournament, made)
    assert ArchiveIndex.objects.get().stamp == stamp
    changed = [replace(made[0], free=("solamente zibaldone",)), *made[1:20]]
    write_entries(tournament.federation, tournament, changed)
    assert ArchiveIndex.objects.get().records == ArchivedRuling.objects.count() == 20
    assert ArchiveStem.objects.filter(stem__startswith="zibald").exists()
    counted = Counter(
        one for text in ArchivedStems.objects.values_list("stems", flat=True) for one in text.split() if one[:2] != "xx"
    )
    assert dict(ArchiveStem.objects.values_list("stem", "holds")) == counted
    write_entries(tournament.federation, tournament, made)
    assert dict(ArchiveStem.objects.values_list("stem", "holds")) == before
    drop_tournament(tournament)
    assert (ArchiveStem.objects.count(), ArchivedStems.objects.count(), ArchiveIndex.objects.get().records) == (0, 0, 0)
    assert search(tournament.federation, Search(words="carta")).total == 0


def test_the_full_text_table_holds_what_the_rows_hold(tournament: Tournament) -> None:
    write_entries(tournament.federation, tournament, entries(30))
    drop_tournament(tournament)
    write_entries(tournament.federation, tournament, entries(10, seed=2))
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:  # raises where they differ
            cursor.execute(
                "INSERT INTO federation_archivefts (federation_archivefts, rank) VALUES ('integrity-check', 1)"
            )
    assert len(places(tournament)) == 10


def test_each_record_has_one_short_row_that_says_what_it_says_and_none_is_left_of_what_is_gone(
    tournament: Tournament,
) -> None:
    write_entries(tournament.federation, tournament, entries(30))
    write_entries(tournament.federation, tournament, [replace(one, departed=True) for one in entries(20)])
    short = {one.archived_id: one for one in ArchivedFacets.objects.select_related("shape")}
    assert len(short) == 20
    for one in ArchivedRuling.objects.all():
        row = short[one.place]
        mine = (one.federation_id, one.tournament_id, one.received_id, one.arbiter_id, one.clubs)
        assert (row.federation_id, row.tournament_id, row.received_id, row.arbiter_id, row.clubs) == mine
        traits = f"{one.kind}|{one.code}|{one.procedure}|1||{one.standing}|0"
        assert row.shape.told == f"{traits}|{one.articles}|{one.effects}"
    drop_tournament(tournament)
    assert not ArchivedFacets.objects.exists()


@pytest.mark.parametrize("limit", [1, 10, 60, 500])
@pytest.mark.parametrize("narrowest", [2, 20, 100])
def test_what_is_looked_for_in_windows_is_what_is_found_at_once(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, limit: int, narrowest: int
) -> None:
    """On PostgreSQL the newest are looked through first; SQLite answers the same without."""
    made = entries(120)
    write_entries(tournament.federation, tournament, made)
    monkeypatch.setattr(archive_engines, "NARROWEST", narrowest)
    monkeypatch.setattr(archive_engines, "MOST", 40)
    monkeypatch.setattr(archive_engines, "WIDEST", 80)
    monkeypatch.setattr(archive_engines, "RUNG", 5)
    for word in WORDS[:3]:
        held = [place_of(one.at, one.kind, one.key) for one in made if word in one.free[0].split()]
        middle = sorted(held)[len(held) // 2]
        for before, since in ((None, None), (middle, None), (None, middle)):
            within = archive_engines.Within(tournament.federation_id, before, since)
            group = [stems(word)]
            found = archive_engines.rows(within, group, limit=limit, columns=("archived_id",), expected=1000)
            expected = [one for one in held if one < (before or one + 1) and one >= (since or one)]
            assert [place for (place,) in found] == sorted(expected, reverse=True)[:limit]


def test_another_federation_has_words_and_counts_of_its_own(tournament: Tournament) -> None:
    other = factories.make_tournament("altrove", federation=Federation.objects.create(code="altra", name="Altra"))
    write_entries(tournament.federation, tournament, entries(30))
    before = search(tournament.federation, Search(words="carta"))
    write_entries(other.federation, other, [replace(one, key=one.key + 5000) for one in entries(30)])
    after = search(tournament.federation, Search(words="carta"))
    assert (after.places, after.total, after.facets) == (before.places, before.total, before.facets)
    assert search(other.federation, Search()).total == 30
    assert set(ArchiveStem.objects.values_list("federation__code", flat=True)) == {"fitres", "altra"}


def test_only_tournaments_that_changed_are_indexed_and_so_many_at_once(db: None) -> None:
    several = [factories.make_tournament(f"t{number}") for number in range(7)]
    federation = several[0].federation
    assert refresh(federation, most=5) == 2
    assert refresh(federation) == 0
    assert list(stale_tournaments(federation)) == []
    Tournament.objects.filter(pk=several[3].pk).update(data_version=9)
    assert [one.pk for one in stale_tournaments(federation)] == [several[3].pk]
    refresh(federation)
    assert IndexedTournament.objects.get(tournament=several[3]).version == 9


def test_another_text_of_a_code_makes_every_tournament_old(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = factories.make_tournament("t")
    refresh(tournament.federation)
    IndexedTournament.objects.update(editions="altre")
    assert [one.pk for one in stale_tournaments(tournament.federation)] == [tournament.pk]
    index_tournament(tournament)
    assert not stale_tournaments(tournament.federation).exists()
    assert entries_of(tournament) == []


def test_a_place_tells_when_and_is_the_same_each_time() -> None:
    place = place_of(factories.NOON, "score", 12345)
    assert at_place(place) == factories.NOON
    assert place == place_of(factories.NOON, "score", 12345) != place_of(factories.NOON, "appeal", 12345)
    assert place_of(factories.NOON + timedelta(seconds=1), "ruling", 1) > place
    assert place < 2**63


def told(tournament: Tournament, *texts: str) -> Federation:
    """An archive of rulings that say so, numbered from 1, the later the newer."""
    made = [
        Entry(kind="ruling", key=key, number=key, at=factories.NOON + timedelta(days=key), free=(text,))
        for key, text in enumerate(texts, start=1)
    ]
    write_entries(tournament.federation, tournament, made)
    return tournament.federation


def numbers(places: tuple[int, ...]) -> list[int]:
    known = dict(ArchivedRuling.objects.filter(place__in=places).values_list("place", "number"))
    return [known[place] for place in places]


def test_those_that_miss_one_word_follow_those_that_have_all_and_are_not_counted(tournament: Tournament) -> None:
    federation = told(
        tournament, "Sipario giallo e pappagallo", "Sipario e pappagallo", "Pappagallo", "Giallo", "Sipario giallo",
        "Pappagallo", "Altro",
    )  # fmt: skip
    asked = Search(words="sipario giallo pappagallo")
    found = search(federation, asked)
    assert (numbers(found.places), found.total) == ([1], 1)
    # The rarer what is held, the closer; of the same the newest. «pappagallo» is the commonest.
    assert numbers(almost(federation, asked, found)) == [5, 2]


@pytest.mark.parametrize(
    "asked",
    [
        Search(words="sipario"),
        Search(words="sipario giallo", by_date=True),
        Search(words="uno due tre quattro cinque sei sette otto"),
        Search(words="sipario inesistente"),
        Search(),
    ],
)
def test_nothing_misses_a_word_of_one_of_a_story_or_where_none_has_all(tournament: Tournament, asked: Search) -> None:
    federation = told(tournament, "Sipario giallo", "Sipario", "Giallo", "Uno due tre quattro cinque sei sette")
    assert almost(federation, asked, search(federation, asked)) == ()


def test_what_misses_a_word_is_within_the_filters_and_shown_after_one_page_alone(tournament: Tournament) -> None:
    federation = told(tournament, *["Sipario giallo"] * 3, "Sipario")
    asked = Search(words="sipario giallo")
    assert numbers(almost(federation, asked, search(federation, asked))) == [4]
    assert almost(federation, asked, search(federation, asked, per_page=2)) == ()
    narrowed = Search(words="sipario giallo", until=(factories.NOON + timedelta(days=3)).date())
    assert almost(federation, narrowed, search(federation, narrowed)) == ()


def test_what_is_something_else_in_another_game_is_meant_only_where_an_arbiter_wrote_it(tournament: Tournament) -> None:
    law = Entry(kind="ruling", key=99, number=99, at=factories.NOON, both=({"it": "Il mazzetto", "en": "The pot"},))
    federation = told(tournament, "La pigliata", "La presa", "Il mazzetto", "Ha pescato", "Ha preso")
    write_entries(federation, factories.make_tournament("altro"), [law])
    assert numbers(search(federation, Search(words="pigliata")).places) == [3, 2, 1]
    assert 99 in numbers(search(federation, Search(words="mazzetto")).places)
