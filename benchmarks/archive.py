"""The archive of a federation: search with its facets over 100,000 records, made by a seeded generator; beside it the
cases like one that is being decided, and how alike is decided.

On the database that DATABASE_URL names where that is PostgreSQL (`.ci/postgres python -m benchmarks archive`).
"""

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from statistics import quantiles
from time import perf_counter, process_time

from django.core.management import call_command
from django.db import connection, transaction

from benchmarks.common import Goal, Row, without_collector
from codes.deciding.book import Procedure, Rulebook
from codes.library import all_rulebooks
from federation.archive import engines
from federation.archive.actions import find_alike, write_entries
from federation.archive.queries import COUNTED, Search, facets_of, search
from federation.archive.records import Entry
from federation.archive.words import words_of
from federation.consistency.queries import BY, measure
from federation.consistency.queries import Selection as Counted
from people.accounts.models import Federation
from referee.wizard.queries import PrecedentQuery
from tournaments.setup.models import Ending, Tournament

SEED = 20261125
RECORDS = int(os.environ.get("ARCHIVE_RECORDS", "100000"))
TOURNAMENTS = 400
GOAL = 0.060
# All hundred thousand are counted for these pages.
GOAL_CONSISTENCY = 1.0
# What officers ask: a few words, an article, filters, everything, a story.
ASKED = [
    Search(),
    Search(by_date=True),
    Search(words="accusa prima del turno"),
    Search(words="carta esposta"),
    Search(words="art. 82"),
    Search(words="acusa antcipata"),
    Search(words="lead out of turn"),
    Search(words="pozzetto"),
    Search(
        words="linea nord ha scoperto una carta mentre mescolava e l’avversario ha chiamato l’arbitro a mano finita"
    ),
    Search(filters=(("departed", True),)),
    Search(filters=(("article", 82), ("departed", True))),
    Search(filters=(("kind", "score"), ("method", "rectified"))),
    Search(words="tardiva", since=date(2020, 1, 1), until=date(2021, 12, 31)),
    Search(filters=(("arbiter", None),)),
]


def run() -> Iterator[Row]:
    call_command("migrate", verbosity=0)
    federation, seconds = make()
    yield Row(f"Archive: index {RECORDS} records", seconds)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")  # as its own daemon would in a minute
    words_of(federation)
    for name, searches in natural(random.Random(SEED)).items():  # noqa: S311  # a benchmark
        yield of_many(f"Archive: {len(searches)} {name}", [partial(search, federation, one) for one in searches])
    yield facets(federation)
    cases = under_way(federation, random.Random(SEED + 1))  # noqa: S311  # a benchmark
    yield of_many(f"Archive: {len(cases)} cases, those like it", [partial(find_alike, one) for one in cases])
    yield from consistency(federation)
    for asked in ASKED:
        times = measured(federation, asked)
        name = f"Archive: {asked.words[:30] or dict(asked.filters) or 'everything'}"
        yield Row(name, quantiles(times, n=20)[-1], goal=Goal(seconds=GOAL), note=f"p95 of {len(times)}")


def natural(chance: random.Random) -> dict[str, list[Search]]:
    """What people ask, each in other words: some words of an anomaly, with slips, with filters; whole stories."""
    procedures = [(book, one) for book in all_rulebooks() for one in book.procedures.values()]
    sayings: list[Callable[[str], str]] = [str, slipped]
    found: dict[str, list[Search]] = {"searches by words": [], "searches narrowed down": [], "whole stories": []}
    for book, procedure in chance.choices(procedures, k=100):
        words = [one for one in procedure.title.it.split() if len(one) > 3][:4]
        few = chance.sample(words, k=min(len(words), chance.randint(1, 3)))
        found["searches by words"].append(Search(words=" ".join(map(chance.choice(sayings), few))))
        filters = chance.choice(
            [(("departed", True),), (("procedure", procedure.id),), (("code", book.id), ("kind", "ruling")), ()]
        )
        year = chance.randint(2016, 2025)
        since, until = chance.choice([(None, None), (date(year, 1, 1), date(year, 12, 31))])
        narrowed = Search(words=chance.choice([*few, ""]), filters=filters, since=since, until=until)
        found["searches narrowed down"].append(narrowed)
        told = [f"{fact.ask.it} {chance.choice(list(fact.answers.values())).it}" for fact in procedure.facts.values()]
        found["whole stories"].append(Search(words=f"al tavolo {procedure.title.it}, poi {' '.join(told)}"[:240]))
    return found


def slipped(word: str) -> str:
    """The word with its second letter left out."""
    return word[0] + word[2:]


def of_many(name: str, jobs: list[Callable[[], object]]) -> Row:
    """The p95 of what nobody asked before; of all of them also the middle, the slowest, and our own work."""
    waited, worked = [], []
    with without_collector():
        for job in jobs:
            started, working = perf_counter(), process_time()
            job()
            waited.append(perf_counter() - started)
            worked.append(process_time() - working)
    note = "; ".join(f"{what}: {told(times)}" for what, times in (("waited", waited), ("at work", worked)))
    return Row(name, quantiles(waited, n=20)[-1], goal=Goal(seconds=GOAL), note=note)


def facets(federation: Federation) -> Row:
    """The facets of as many as are counted, by themselves."""
    within = engines.Within(federation.pk)
    row = of_many("Archive: facets", [lambda: facets_of(engines.rows(within, (), limit=COUNTED))] * 20)
    return replace(row, note=f"of the newest {COUNTED:,}, 20 times; {row.note}")


def under_way(federation: Federation, chance: random.Random) -> list[PrecedentQuery]:
    """Cases being decided, with what decides them and a note; every tournament is over and for everybody to see."""
    Tournament.objects.filter(federation=federation).update(
        is_public=True, ending=Ending.CONCLUDED, ended_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    tournament = Tournament.objects.filter(federation=federation)[0]
    procedures = [(book, one) for book in all_rulebooks() for one in book.procedures.values()]
    found = []
    for book, procedure in chance.choices(procedures, k=100):
        facts = tuple(
            f"{procedure.id}.{name}.{chance.choice(list(one.answers))}" for name, one in procedure.facts.items()
        )
        found.append(PrecedentQuery(tournament, book.id, procedure.id, facts[:4], procedure.title.it))
    return found


def consistency(federation: Federation) -> Iterator[Row]:
    """What the pages of consistency count, of all years."""
    for by in BY:
        row = of_many(f"Archive: consistency by {by}", [partial(measure, federation, Counted(by=by))] * 5)
        yield replace(row, goal=Goal(seconds=GOAL_CONSISTENCY), note=f"5 times; {row.note}")


def told(times: list[float]) -> str:
    middle, late, most = quantiles(times, n=20)[9], quantiles(times, n=20)[-1], max(times)
    return f"p50 {middle * 1000:.0f} ms, p95 {late * 1000:.0f} ms, slowest {most * 1000:.0f} ms"


def measured(federation: Federation, asked: Search, times: int = 20) -> list[float]:
    found = []
    with without_collector():  # the server froze what it holds (config/wsgi.py)
        for _time in range(times + 1):
            started = perf_counter()
            search(federation, asked)
            found.append(perf_counter() - started)
    return found[1:]


def make() -> tuple[Federation, float]:
    """A federation with so many records, spread over ten years and many tournaments."""
    chance = random.Random(SEED)  # noqa: S311  # a benchmark
    federation = Federation.objects.create(code="prova", name="Prova")
    books, syllables = all_rulebooks(), ["ba", "ro", "ti", "ca", "ne", "lu", "mi", "sa", "ve", "do"]
    vocabulary = ["".join(chance.choices(syllables, k=3)) for _word in range(4000)]
    started, key = perf_counter(), 0
    for number in range(TOURNAMENTS):
        day = datetime(2016, 1, 1, 9, tzinfo=UTC) + timedelta(days=9 * number)
        tournament = Tournament.objects.create(
            slug=f"t{number}", name=f"Torneo {number}", place=chance.choice(["Bari", "Roma", "Lecce"]),
            starts_on=day.date(), federation=federation, boards_per_round=2, lot_seed="x",
        )  # fmt: skip
        entries = []
        for _one in range(RECORDS // TOURNAMENTS):
            key += 1
            entries.append(entry(chance, chance.choice(books), key, day + timedelta(minutes=key % 600), vocabulary))
        with transaction.atomic():
            write_entries(federation, tournament, entries)
    return federation, perf_counter() - started


def entry(chance: random.Random, book: Rulebook, key: int, at: datetime, vocabulary: list[str]) -> Entry:
    procedure: Procedure = chance.choice(list(book.procedures.values()))
    facts = {name: chance.choice(list(fact.answers)) for name, fact in procedure.facts.items()}
    # What is ordered and cited follows from the anomaly and its facts, as one of its rules has it.
    rule = chance.choice(procedure.rules)
    articles = tuple(dict.fromkeys(article for article, _condition in rule.citations)) or tuple(procedure.articles[:2])
    said = [{"it": procedure.title.it, "en": procedure.title.en}]
    said += [
        {"it": f"{fact.ask.it} {fact.answers[facts[name]].it}", "en": f"{fact.ask.en} {fact.answers[facts[name]].en}"}
        for name, fact in procedure.facts.items()
    ]
    said += [{"it": book.articles[one].title.it, "en": book.articles[one].title.en} for one in articles]
    kind = chance.choices(["ruling", "score", "appeal"], weights=[90, 8, 2])[0]
    return Entry(
        kind=kind, key=key, at=at, number=key % 300 + 1, code=book.id, edition_hash=book.hash, procedure=procedure.id,
        departed=chance.random() < 0.1,
        method=chance.choice(["artificial", "rectified"]) if kind == "score" else "", articles=articles,
        effects=tuple(dict.fromkeys(effect.verb for effect in rule.then)),
        clubs=(key % 97 + 1, key % 89 + 1),
        penalties=(f"vp-{key % 3 + 1}",) if key % 7 == 0 else (), waited=60 + key * 37 % 1800,
        facts=tuple(f"{procedure.id}.{name}.{answer}" for name, answer in facts.items()),
        both=tuple(said),
        free=(" ".join(vocabulary[int(chance.paretovariate(0.6)) % 4000] for _word in range(20)),),
    )  # fmt: skip
