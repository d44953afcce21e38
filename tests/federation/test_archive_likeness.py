"""Cases told in other words: of all that the archive has, the fellow stands among the first five."""

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from codes.deciding.book import Rulebook
from codes.format.plain_yaml import Document
from codes.library import all_rulebooks, get_rulebook
from federation.actions.archive import write_entries
from federation.models import ArchivedRuling
from federation.queries.archive_entries import Entry
from federation.queries.archive_search import Search, search
from tests import factories
from tournaments.models import Tournament

Pair = tuple[str, str, str, str]


def pairs(name: str) -> list[Pair]:
    """Code, anomaly, what was ruled on, and how another one tells of such a case."""
    file = Document(Path(__file__).parent / name, name).data
    return [(code, *pair) for code, several in file.items() for pair in several]


def told(several: list[Pair], *, others: int) -> Tournament:
    """An archive with the case of each pair that was ruled on, and so many worked cases of every anomaly beside."""
    tournament = factories.make_tournament("passato")
    chance = Random(1)  # noqa: S311  # a test
    ruled = [(get_rulebook(code), procedure, story, {}) for code, procedure, story, _asked in several]
    beside = [
        (book, name, *case)
        for book in all_rulebooks()
        for name in book.procedures
        for case in chance.sample(cases(book, name), min(others, len(cases(book, name))))
    ]
    entries = [entry(key, *one) for key, one in enumerate([*ruled, *beside], start=1)]
    write_entries(tournament.federation, tournament, entries)
    return tournament


def cases(book: Rulebook, procedure: str) -> list[tuple[str, dict[str, str]]]:
    """Of each worked case its story and its facts."""
    return [(example.case.story.it, {**example.case.facts}) for example in book.examples_of(procedure)]


def entry(key: int, book: Rulebook, procedure: str, story: str, facts: dict[str, str]) -> Entry:
    """As the archive has a ruling on it: with the code's own words for the anomaly and its facts."""
    found = book.procedures[procedure]
    known = [found.facts[name] for name in facts if name in found.facts]
    said = [found.title, *(fact.ask for fact in known)]
    said += [fact.answers[facts[fact.name]] for fact in known if facts[fact.name] in fact.answers]
    words = [{"it": text.it, "en": text.en} for text in said]
    keywords = {"it": " ".join(found.keywords.it), "en": " ".join(found.keywords.en)}
    return Entry(
        kind="ruling", key=key, at=factories.NOON + timedelta(minutes=key), number=key, code=book.id,
        procedure=procedure, articles=tuple(found.articles), both=(*words, keywords), free=(story,),
    )  # fmt: skip


def place_of_fellow(tournament: Tournament, asked: str, key: int) -> int | None:
    """At which place from 1 the fellow stands among those found; None: nowhere."""
    found = search(tournament.federation, Search(words=asked)).places
    sources = dict(ArchivedRuling.objects.filter(place__in=found).values_list("place", "source"))
    order = [sources[place] for place in found]
    return order.index(f"ruling-{key}") + 1 if f"ruling-{key}" in order else None


def found(tournament: Tournament, several: list[Pair]) -> tuple[int, dict[str, int | None]]:
    """How many fellows stand among the first five, and where the others do."""
    places = {
        asked: place_of_fellow(tournament, asked, key)
        for key, (_code, _procedure, _story, asked) in enumerate(several, start=1)
    }
    missed = {asked: place for asked, place in places.items() if place is None or place > 5}
    return len(several) - len(missed), missed


# others: with so many worked cases of every anomaly of every code beside them, many of which tell of the same.
@pytest.mark.parametrize(
    ("name", "others", "share"),
    [
        ("pairs.yaml", 0, 0.95),
        ("pairs.yaml", 1, 0.87),
        ("pairs_read.yaml", 0, 0.93),
        ("pairs_read.yaml", 1, 0.78),
        ("pairs_unseen.yaml", 0, 0.87),
        ("pairs_unseen.yaml", 1, 0.65),
    ],
)
def test_the_fellow_of_a_case_told_in_other_words_is_among_the_first_five(
    db: None, name: str, others: int, share: float
) -> None:
    several = pairs(name)
    right, missed = found(told(several, others=others), several)
    assert len(several) >= 30
    assert right >= share * len(several), missed
