"""Checks of how people speak: every procedure named exists, every word and telling stands once and leads somewhere.

Every procedure is told often enough, each time in other words.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path

from codes.format.schema import Keywords, SynonymsFile, TellingsFile

Where = tuple[str | int, ...]
SENTENCE = 4  # words, from which on something is told and not only named
FEWEST = {"it": 30, "en": 18}
# Of the ten thousand tellings here no two have more of their words in common, in the same order.
ALIKE = 0.8
FRAME, FRAMED = 5, 5  # so many words in a row in more than so many tellings of one procedure: they hold three at most


def faults(file: SynonymsFile, procedures: Collection[str]) -> Iterator[tuple[Where, str]]:
    """What is wrong in how arbiters are said to speak: the place in the file, and a sentence for who mends it."""
    earlier_words: set[str] = set()
    for place, group in enumerate(file.same):
        location: Where = ("same", place)
        if len(group) < 2:
            yield location, "a word alone stands for no other"
        for word in group:
            if len(word.split()) != 1:
                yield location, f"«{word}» is not one word: phrases belong under `means` or `spoken`"
            if word.casefold() in earlier_words:
                yield location, f"«{word}» stands twice under `same`"
            earlier_words.add(word.casefold())
    for saying, meanings in file.means.items():
        if not saying.strip() or not meanings or not all(word.strip() for word in meanings):
            yield ("means", saying), f"«{saying}» leads to no word"
    for name, spoken in file.spoken.items():
        if name not in procedures:
            yield ("spoken", name), f"unknown procedure «{name}»"
        for language, phrases in (("it", spoken.it), ("en", spoken.en)):
            for phrase in {phrase for phrase in phrases if phrases.count(phrase) > 1}:
                yield ("spoken", name, language), f"«{phrase}» stands twice"


def faults_of_tellings(
    files: Mapping[str, TellingsFile], procedures: Collection[str]
) -> Iterator[tuple[str, Where, str]]:
    """What is wrong in tellings/*.yaml: the file, the place in it, and a sentence for who mends it."""
    told_in: dict[str, str] = {}
    for file, tellings in files.items():
        if Path(file).stem not in procedures:
            yield file, (), f"unknown procedure «{Path(file).stem}»"
        for language, sentences in (("it", tellings.it), ("en", tellings.en)):
            for place, sentence in enumerate(sentences):
                if len(sentence.split()) < SENTENCE:
                    trouble = "is no whole sentence: sayings belong to synonyms.yaml, under `spoken`"
                    yield file, (language, place), f"«{sentence}» {trouble}"
                if sentence in told_in:
                    yield file, (language, place), f"«{sentence}» stands in {told_in[sentence]} already"
                told_in[sentence] = file


def faults_of_telling(tellings: Mapping[str, Keywords], procedures: Collection[str]) -> Iterator[str]:
    """Which procedures are told too seldom to be found, and which tellings are one sentence with words exchanged.

    Asked of the codes that we ship: a federation's draft may have none.
    """
    for language, fewest in FEWEST.items():
        told = [
            (f"tellings/{name}.yaml", sentence, _words(sentence))
            for name in procedures
            for sentence in getattr(tellings.get(name, Keywords()), language)
        ]
        count = Counter(file for file, _sentence, _words in told)
        for file in (f"tellings/{name}.yaml" for name in procedures):
            if count[file] < fewest:
                yield (
                    f"{file}: {count[file]} sentences in «{language}» tell that it happened, and {fewest} are asked: "
                    "as people say it, each in other words"
                )
        yield from _framed(told)
        for (file, sentence, words), (other, model, its) in _with_a_run_in_common(told):
            if _common(words, its) > ALIKE:
                yield f"{other}: «{model}» is «{sentence}» of {file} with words exchanged: tell it otherwise"


Told = tuple[str, str, tuple[str, ...]]


def _words(sentence: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", sentence.casefold()))


def _runs(words: tuple[str, ...], length: int) -> set[tuple[str, ...]]:
    return {words[place : place + length] for place in range(len(words) - length + 1)}


def _framed(told: Sequence[Told]) -> Iterator[str]:
    frames = Counter((file, run) for file, _sentence, words in told for run in _runs(words, FRAME))
    for (file, run), count in frames.items():
        if count > FRAMED:
            yield f"{file}: «{' '.join(run)}» stands in {count} sentences: tell it in other words"


def _common(words: tuple[str, ...], others: tuple[str, ...]) -> float:
    """The share of words that stand in both in the same order; not counted where too few stand in both at all."""
    least = ALIKE * (len(words) + len(others)) / 2
    if sum(word in others for word in words) < least or len(others) < least:
        return 0
    return SequenceMatcher(None, words, others, autojunk=False).ratio()


def _with_a_run_in_common(told: Sequence[Told]) -> Iterator[tuple[Told, Told]]:
    """Those that may be alike: each with each would be millions."""
    places = defaultdict(list)
    for place, (_file, _sentence, words) in enumerate(told):
        for run in _runs(words, 3):
            places[run].append(place)
    for one, other in sorted({pair for found in places.values() for pair in combinations(found, 2)}):
        yield told[one], told[other]
