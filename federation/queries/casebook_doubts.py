"""Which words of a headnote an officer is asked about, each in the sentence where it stands.

The answer holds for what was read: whoever writes another sentence around the word is asked again.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass

from federation.queries.casebook_names import shown_letters

_SENTENCE_ENDS = re.compile(r"(?<=[.;!?])\s+|\n+")


@dataclass(frozen=True)
class Doubt:
    """A word that may be somebody's name, and a sentence that has it."""

    word: str
    sentence: str


def doubts_in(texts: Iterable[str], words: Sequence[str]) -> tuple[Doubt, ...]:
    """Every sentence in which one of the words stands, in the order of the words."""
    sentences = [" ".join(one.split()) for text in texts for one in _SENTENCE_ENDS.split(shown_letters(text))]
    return tuple(Doubt(word, one) for word in words for one in _having(word, sentences))


def _having(word: str, sentences: Sequence[str]) -> list[str]:
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    # Words that only together are a name may stand in two sentences: then all was read.
    return list(dict.fromkeys(one for one in sentences if whole.search(one))) or [" ".join(sentences)]


def digest_of(doubts: Sequence[Doubt]) -> str:
    """What a page carries that asked about these."""
    return hashlib.sha256(json.dumps([astuple(one) for one in doubts]).encode()).hexdigest()
