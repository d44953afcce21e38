"""The Italian of our sources in a text that should be English."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.catalog import Message
from django.conf import settings

from pages.management import catalogue

# Recorded once, for every reader: the question of a lot, which anybody must be able to draw again, and what was typed.
RECORDED = (
    "Turno 1, tavolo 1, smazzata 1",
    "Artificiale",
    "Numero di carte sbagliato scoperto in gioco",
    "chiamata del Tre",  # the law's own name for it, given beside the English
    "Chi dichiara fuori turno una combinazione incompleta non perde la mano se nessuno la contesta in tempo.",
    "Si noti il tempo.",
    "Elvio Tesserati",
    "Ricorso respinto",
    "Ritardo al tavolo",
    "Rinnovo in corso",
    "Stagione 2026",
    "tesserati.csv",
    "– tornata 1",
)
# Shorter ones turn up in names and in the law's own words.
SHORTEST = 8
WORD = re.compile(r"\w+")
PATH = re.compile(r"(?:https?:/)?/[\w.-]+/\S*")


def left_over(text: str) -> list[str]:
    """What in the text is a source sentence that English says otherwise, figures and names left open."""
    for known in RECORDED:
        text = text.replace(known, "\n")
    text = PATH.sub(" ", text)
    words = set(WORD.findall(text))
    # Most need words that are not there, and are not looked for.
    here = [sentence for sentence, needed in _sentences().items() if needed <= words]
    return [found[0] for sentence in here if (found := _pattern(sentence).search(text))]


@cache
def _sentences() -> dict[str, frozenset[str]]:
    """Each with its whole words: one beside a figure left open may go on in it."""
    path = Path(settings.LOCALE_PATHS[0]) / "en" / "LC_MESSAGES" / "django.po"
    sentences = {sentence for message in catalogue.read_catalogue(path) for sentence in _told_otherwise(message)}
    return {one: frozenset(WORD.findall(re.sub(r"\w*\0\w*", " ", _open(one, "\0")))) for one in sorted(sentences)}


def _told_otherwise(message: Message) -> Iterator[str]:
    ours, theirs = (one if isinstance(one, tuple | list) else (one,) for one in (message.id, message.string))
    for source, english in zip(ours, theirs, strict=True):
        if source != english and len(_open(source, "")) >= SHORTEST:
            yield source


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    words = ".{1,60}?".join(map(re.escape, catalogue.PLACEHOLDER.split(sentence)))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)")


def _open(sentence: str, mark: str) -> str:
    return catalogue.PLACEHOLDER.sub(mark, sentence)
