"""Checks of synonyms.yaml: every procedure named exists, every word stands once, and each leads somewhere."""

from collections.abc import Collection, Iterator

from codes.format.schema import SynonymsFile

Where = tuple[str | int, ...]


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
