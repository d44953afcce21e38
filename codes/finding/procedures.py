"""Which procedure of a code is meant by what an arbiter types at a table."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from codes import build_cache
from codes.deciding.book import Procedure, Rulebook
from codes.finding.evidence import Evidence
from codes.finding.index import Index, Part, parts
from codes.finding.vocabulary import all_words, articles_in_query, plain, stem
from codes.format.plain_yaml import Document
from codes.format.schema import Keywords, SynonymsFile

TITLE, SAID, TOLD, QUESTION, ANSWER, NOTE, ARTICLE, SUMMARY, STORY, AROUND = 4, 8, 8, 1, 0.5, 1.5, 1, 0.1, 0.6, 1
# Titles, sayings and tellings say that it happened, worked cases often with much besides; the other texts speak of it.
SAYS, STORIES, SPEAKS = 1, 0.4, 0.1
# How much the words that are met count beside the evidence of all pieces of the query.
WORDS = 0.5
# A first one is clear where the second has no such share of its score; what has no such share merely holds a word.
CLEAR, NEAR = 0.8, 0.6
NAMED = 100  # whoever names an article wants what applies it, before anything his other words say
SPEECH = SynonymsFile.model_validate(Document(Path(__file__).parent / "speech.yaml", "speech.yaml").data)
KEPT = 32  # the editions of an installation, and some that tests make


@dataclass(frozen=True)
class Found:
    """The ids of the procedures that may be meant, the best first.

    clear: the one that is meant, as good as sure; none where others come close. near: others that may well be.
    """

    clear: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    far: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.clear, *self.near, *self.far)


def find_procedures(query: str, rulebook: Rulebook, options: Mapping[str, str]) -> Found:
    """The procedures that may be meant, of those an arbiter may choose under the options.

    Ranked, never cut: whatever answers to one of the words is among them. Words that say nothing find nothing.
    """
    allowed = {procedure.id: place for place, procedure in enumerate(rulebook.applicable(options))}
    scores = {name: score for name, score in score_procedures(query, rulebook).items() if name in allowed}
    names = sorted(scores, key=lambda name: (-scores[name], allowed[name]))
    best = scores[names[0]] if names else 0
    near = tuple(name for name in names if scores[name] >= NEAR * best)
    is_clear = all(scores[name] < CLEAR * best for name in names[1:2])
    clear = near[:is_clear]
    return Found(clear, near[len(clear) :], tuple(names[len(near) :]))


def score_procedures(query: str, rulebook: Rulebook) -> dict[str, float]:
    """How well each procedure of the code, chosen by arbiters or not, answers to the query."""
    return _finder(_BookKey(rulebook)).scores(query)


def knows(words: Iterable[str], rulebook: Rulebook) -> bool:
    """Whether each of the words stands in what tells of the code's procedures: a person's name does not."""
    return _finder(_BookKey(rulebook)).index.holds(words)


def prepare(rulebooks: Iterable[Rulebook]) -> None:
    """Have the indexes of these codes ready, that the first who searches does not wait."""
    for rulebook in rulebooks:
        _finder(_BookKey(rulebook))


class Finder:
    """A code's procedures by their words and by their articles."""

    def __init__(self, book: Rulebook) -> None:
        self.synonyms = _synonyms(book)
        self._phrases = _phrases(book.synonyms)
        parts = {name: list(_parts(procedure, book)) for name, procedure in book.procedures.items()}
        self.index = Index(parts, self.synonyms)
        self._evidence = Evidence(
            [[(part.text, _speaks(part)) for part in own if part.weight > SUMMARY] for own in parts.values()]
        )
        self._articles: dict[int, dict[str, float]] = {}
        for procedure in book.procedures.values():
            for number, share in _shares(procedure).items():
                self._articles.setdefault(number, {})[procedure.id] = share

    def scores(self, query: str) -> dict[str, float]:
        """How well each procedure answers to the query; those that do not are missing."""
        articles, words = articles_in_query(query)
        scores = self._weighed(query, self.index.scores([*words, *self._phrase_words(query)]))
        known_articles = [number for number in articles if number in self._articles]
        for number in known_articles:
            for name, share in self._articles[number].items():
                scores[name] = scores.get(name, 0) + NAMED + share
        return scores or (self.index.scores(map(str, articles)) if articles else {})

    def _weighed(self, query: str, scores: dict[str, float]) -> dict[str, float]:
        """What was met by its words, by how much the whole query speaks for it besides; the best stays as good."""
        if not scores:
            return scores
        evidence = dict(zip(self.index.keys, self._evidence.scores(query), strict=True))
        most, best = max(evidence.values()) or 1, max(scores.values())
        both = {name: evidence[name] / most + WORDS * score / best for name, score in scores.items()}
        return {name: best * worth / (1 + WORDS) for name, worth in both.items()}

    def _phrase_words(self, query: str) -> list[str]:
        """The words that phrases of several words stand for: «tocca a lui» is the turn.

        Small words count in a phrase that has some: «tocca a te» is no «tocca a lui». In others they may lie between.
        """
        text = f" {_in_stems(all_words(query))} | {_in_stems(plain(query))} "
        return [word for phrase, words in self._phrases.items() if f" {phrase} " in text for word in words]


class _BookKey:
    """A code as the key of what is kept about it: the very same one."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def __hash__(self) -> int:
        return hash((self.book.id, self.book.hash))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _BookKey) and other.book is self.book


@lru_cache(maxsize=KEPT)
def _finder(key: _BookKey) -> Finder:
    book = key.book
    if not book.source:
        return Finder(book)
    return build_cache.load_or_make(f"{book.id}.words", book.source, lambda: Finder(book))


def _speaks(part: Part) -> float:
    """How much a text counts as evidence."""
    if part.field == "story":
        return STORIES
    return SAYS if part.weight >= TITLE else SPEAKS


def _parts(procedure: Procedure, book: Rulebook) -> Iterator[Part]:
    yield from parts("title", TITLE, procedure.title)
    for keywords in (procedure.keywords, book.synonyms.spoken.get(procedure.id, Keywords())):
        yield from (Part("said", SAID, text, "it") for text in keywords.it)
        yield from (Part("said", SAID, text, "en") for text in keywords.en)
    tellings = book.tellings.get(procedure.id, Keywords())
    yield from (Part("told", TOLD, text, "it") for text in tellings.it)
    yield from (Part("told", TOLD, text, "en") for text in tellings.en)
    for name, fact in procedure.facts.items():
        if name not in book.options:
            yield from parts("question", QUESTION, fact.ask, fact.help)
            yield from parts("answer", ANSWER, *fact.answers.values())
    yield from parts("note", NOTE, procedure.note)
    yield from parts("around", AROUND, procedure.term, book.families[procedure.family])
    yield from parts("around", AROUND, *(reading for rule in procedure.rules for reading in rule.readings))
    for number in procedure.articles:
        yield from parts("article", ARTICLE, book.articles[number].title)
        yield from parts("summary", SUMMARY, book.articles[number].summary)
    for example in book.examples_of(procedure.id):
        yield from parts("story", STORY, example.case.title, example.case.story)


def _shares(procedure: Procedure) -> dict[int, float]:
    """The articles of a procedure with how much it is about each: the share of its rules that rest on it."""
    cited = [article for rule in procedure.rules for article, _condition in rule.citations]
    return {number: cited.count(number) / len(procedure.rules) for number in {*procedure.articles, *cited}}


def synonyms_of(book: Rulebook) -> Mapping[str, frozenset[str]]:
    """By stem, the stems that may stand for it in this code."""
    return {term: frozenset(others) for term, others in _finder(_BookKey(book)).synonyms.items()}


def _synonyms(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """In rows: the same in sets takes a process 3 MB."""
    synonyms: defaultdict[str, set[str]] = defaultdict(set)
    for group in (*SPEECH.same, *book.synonyms.same):
        together = _stems_of(*group)
        for member in together:
            synonyms[member] |= together - {member}
    for phrase, meanings in (*SPEECH.means.items(), *book.synonyms.means.items()):
        if len(words := all_words(phrase)) == 1:
            synonyms[stem(words[0], "it")] |= _stems_of(*meanings)
    return {term: tuple(sorted(others)) for term, others in synonyms.items()}


def _phrases(file: SynonymsFile) -> dict[str, tuple[str, ...]]:
    """By its stems in a row, the words that a phrase of several words stands for."""
    return {
        _in_stems(all_words(phrase)): tuple(word for meaning in meanings for word in plain(meaning))
        for phrase, meanings in (*SPEECH.means.items(), *file.means.items())
        if len(all_words(phrase)) > 1
    }


def _in_stems(words: Iterable[str]) -> str:
    return " ".join(stem(word, "it") for word in words)


def _stems_of(*texts: str) -> set[str]:
    return {root for text in texts for word in plain(text) for root in (stem(word, "it"), stem(word, "en"))}
