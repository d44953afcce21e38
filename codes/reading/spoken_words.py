"""Checks of how people speak: every procedure named exists, every word and telling stands once and leads somewhere."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from codes.format.schema import SynonymsFile, TellingsFile

Where = tuple[str | int, ...]
SENTENCE = 4  # words, from which on something is told and not only named


def faults(file: SynonymsFile, procedures: Collection[str]) -> Iterator[tuple[Where, str]]:
    """What is wrong in how arbiters are said to speak: the place in the file, and a sentence for who mends it."""
    seen: set[str] = set()
    for place, group in enumerate(file.same):
        where: Where = ("same", place)
        if len(group) < 2:
            yield where, "a word alone stands for no other"
        for word in group:
            if len(word.split()) != 1:
                yield where, f"«{word}» is not one word: phrases belong under `means` or `spoken`"
            if word.casefold() in seen:
                yield where, f"«{word}» stands twice under `same`"
            seen.add(word.casefold())
    for said, meant in file.means.items():
        if not said.strip() or not meant or not all(word.strip() for word in meant):
            yield ("means", said), f"«{said}» leads to no word"
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
    for file, told in files.items():
        if Path(file).stem not in procedures:
            yield file, (), f"unknown procedure «{Path(file).stem}»"
        for language, sentences in (("it", told.it), ("en", told.en)):
            for place, one in enumerate(sentences):
                if len(one.split()) < SENTENCE:
                    trouble = "is no whole sentence: sayings belong to synonyms.yaml, under `spoken`"
                    yield file, (language, place), f"«{one}» {trouble}"
                if one in told_in:
                    yield file, (language, place), f"«{one}» stands in {told_in[one]} already"
                told_in[one] = file
