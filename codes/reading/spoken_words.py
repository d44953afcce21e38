"""Checks of how people speak: every procedure named exists, every word and telling stands once and leads somewhere."""

from collections.abc import Collection, Iterator, Mapping

from codes.format.schema import Keywords, SynonymsFile, TellingsFile

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
    yield from _faults_by_procedure("spoken", file.spoken, procedures)


def faults_of_tellings(file: TellingsFile, procedures: Collection[str]) -> Iterator[tuple[Where, str]]:
    """What is wrong in tellings.yaml: the place in the file, and a sentence for who mends it."""
    yield from _faults_by_procedure("told", file.told, procedures)
    of: dict[str, str] = {}
    for name, told in file.told.items():
        for one in (*told.it, *told.en):
            if len(one.split()) < SENTENCE:
                yield ("told", name), f"«{one}» is no whole sentence: sayings belong to synonyms.yaml, under `spoken`"
            if of.setdefault(one, name) != name:
                yield ("told", name), f"«{one}» is told of «{of[one]}» too"


def _faults_by_procedure(
    kind: str, said: Mapping[str, Keywords], procedures: Collection[str]
) -> Iterator[tuple[Where, str]]:
    for name, own in said.items():
        if name not in procedures:
            yield (kind, name), f"unknown procedure «{name}»"
        for language, phrases in (("it", own.it), ("en", own.en)):
            for phrase in {phrase for phrase in phrases if phrases.count(phrase) > 1}:
                yield (kind, name, language), f"«{phrase}» stands twice"
