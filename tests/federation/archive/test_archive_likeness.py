"""Cases told in other words: of all that the archive has, the fellow stands among the first five."""

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from codes.deciding.book import Rulebook
from codes.format.plain_yaml import Document
from codes.library import all_rulebooks, get_rulebook
from federation.archive.actions import SHOWN, find_alike, write_entries
from federation.archive.models import ArchivedRuling
from federation.archive.queries import Search, search
from federation.archive.records import Entry
from referee.wizard.queries import PrecedentQuery
from tests import factories
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.dialect

Pair = tuple[str, str, str, str]


def pairs(name: str) -> list[Pair]:
    """Code, anomaly, what was ruled on, and how another one tells of such a case."""
    file = Document(Path(__file__).parent / f"{name}.yaml", name).data
    return [(code, *pair) for code, several in file.items() for pair in several]


def told(several: list[Pair], *, others: int) -> Tournament:
    """An archive with the case of each pair that was ruled on, and so many worked cases of every listed anomaly."""
    chance = Random(1)  # noqa: S311  # a test
    ruled: list[tuple[Rulebook, str, str, dict[str, str]]] = [
        (get_rulebook(code), procedure, story, {}) for code, procedure, story, _asked in several
    ]
    beside = [
        (book, name, *case)
        for book in all_rulebooks()
        for name, procedure in book.procedures.items()
        if procedure.listed  # what is ruled on; the others are what it leads to
        for case in chance.sample(cases(book, name), min(others, len(cases(book, name))))
    ]
    return archived([*ruled, *beside])


def archived(ruled: list[tuple[Rulebook, str, str, dict[str, str]]]) -> Tournament:
    """A tournament of these rulings alone, numbered from 1: code, anomaly, what was told, facts."""
    tournament = factories.make_tournament("passato")
    write_entries(tournament.federation, tournament, [entry(key, *one) for key, one in enumerate(ruled, start=1)])
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
        procedure=procedure, articles=tuple(found.articles), facts=answered(procedure, facts), both=(*words, keywords),
        free=(story,),
    )  # fmt: skip


def answered(procedure: str, facts: dict[str, str]) -> tuple[str, ...]:
    """The answers that decided, as a ruling keeps them."""
    return tuple(f"{procedure}.{fact}.{answer}" for fact, answer in sorted(facts.items()))


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


# Who told them, the share among the first five with the pairs alone, and with a worked case of every anomaly of every
# code beside them, many of which tell of the same.
SHARES = {
    "pairs": (0.98, 0.9),
    "pairs_read": (0.98, 0.8),
    "pairs_unseen": (0.95, 0.8),
    "pairs_tired_read": (0.95, 0.8),
    "pairs_tired_unseen": (0.95, 0.75),
    "pairs_others_1": (0.97, 0.92),
    "pairs_others_2": (0.95, 0.9),
    "pairs_others_3": (0.95, 0.87),
    "pairs_others_4": (0.97, 0.89),
    "pairs_others_5": (0.96, 0.91),
    "pairs_others_6": (0.95, 0.9),
}


@pytest.mark.long
@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("name", SHARES)
def test_the_fellow_of_a_case_told_in_other_words_is_among_the_first_five(db: None, name: str, others: int) -> None:
    several, share = pairs(name), SHARES[name][others]
    right, missed = found(told(several, others=others), several)
    assert len(several) >= 20
    assert right >= share * len(several), missed


@pytest.mark.long
def test_while_ruling_the_fellow_decided_by_the_same_answers_is_among_the_five_shown(db: None) -> None:
    """Every worked case of every code lies beside them; by lot each pair has the answers of one of its anomaly."""
    several, chance = [pair for name in SHARES for pair in pairs(name)], Random(1)  # noqa: S311  # a test
    books = {book.id: book for book in all_rulebooks()}
    facts = [chance.choice(cases(books[code], procedure))[1] for code, procedure, *_told in several]
    ruled = [(books[code], name, story, known) for (code, name, story, _), known in zip(several, facts, strict=True)]
    worked = [(book, name, *one) for book in books.values() for name in book.procedures for one in cases(book, name)]
    tournament = archived([*ruled, *worked])
    missed = [
        asked
        for key, ((code, name, _story, asked), known) in enumerate(zip(several, facts, strict=True), start=1)
        if key not in find_alike(PrecedentQuery(tournament, code, name, answered(name, known), asked)).nearest
    ]
    assert len(several) >= 700
    assert len(missed) <= 0.1 * len(several), missed


@pytest.mark.long
def test_whatever_was_noted_a_case_decided_by_the_same_answers_comes_first(db: None) -> None:
    book, name = get_rulebook("fitres-tressette"), "accusa-anticipata"
    fact, answers = next((one, list(found.answers)) for one, found in book.procedures[name].facts.items())
    yes, no = answers[:2]
    alike, told = (book, name, "Un caso", {fact: yes}), (book, name, "Le coppe di Ostuni a Natale", {fact: no})
    tournament = archived([told] * SHOWN + [alike])
    found = find_alike(PrecedentQuery(tournament, book.id, name, answered(name, {fact: yes}), "coppe Ostuni Natale"))
    assert (found.same, found.of_anomaly, found.nearest[0]) == (1, SHOWN + 1, SHOWN + 1)


def test_of_the_same_answers_what_is_told_alike_comes_before_what_is_newer(db: None) -> None:
    book, name = get_rulebook("fitres-tressette"), "accusa-anticipata"
    told = ["Nel buio del corridoio", "Aveva sonno", "Pioveva forte", "Era tardi", "Faceva caldo", "Rideva", "Cantava"]
    tournament = archived([(book, name, story, {}) for story in told])
    assert find_alike(PrecedentQuery(tournament, book.id, name, (), "corridoi bui")).nearest[0] == 1
    assert 1 not in find_alike(PrecedentQuery(tournament, book.id, name, (), "nessuna")).nearest


def test_an_anomaly_of_another_code_is_no_precedent_though_it_bears_the_same_name(db: None) -> None:
    name = "distribuzione-irregolare"
    tressette, burraco = (get_rulebook(code) for code in ("fitres-tressette", "fibur-burraco-2019"))
    assert name in tressette.procedures and name in burraco.procedures
    tournament = archived([(tressette, name, "Uno", {}), (burraco, name, "Due", {})])
    assert find_alike(PrecedentQuery(tournament, tressette.id, name, ())).nearest == (1,)
    assert find_alike(PrecedentQuery(tournament, burraco.id, name, ())).nearest == (2,)


def test_who_tells_of_one_anomaly_finds_it_before_what_only_shares_the_words(db: None) -> None:
    book = get_rulebook("fitres-tressette")
    accuse = (
        book,
        "accusa-anticipata",
        "Accusa prima del proprio turno: Nord ha giocato fuori, il turno era di Est",
        {},
    )
    tournament = archived([(book, "fuori-mano", "Sud cala il tre di coppe, toccava a Ovest", {})] + [accuse] * 8)
    found = search(tournament.federation, Search(words="ha giocato fuori turno"))
    assert not found.nearest
    assert ArchivedRuling.objects.get(place=found.places[0]).source == "ruling-1"
    assert found.total == 9


def test_a_name_that_nobody_bears_finds_nothing_by_what_a_slip_of_it_would_mean_in_a_code(db: None) -> None:
    """With a letter more it is «squillare», of which this anomaly is told; a story may be likened so, a name not."""
    tournament = archived([(get_rulebook("fibur-burraco-2019"), "posto-sbagliato", "Un caso", {})])
    assert search(tournament.federation, Search(words="Quillaro")).total == 0
