"""What stands beside names in their cell and is no part of them: titles, telephones, notes; taken out, told."""

import re

from people.imports.words import header_words, plain_letters

_TELEPHONE = re.compile(
    r"(?:(?:\(|(?<!\S)[-–—,/]|(?<!\w))\s*)?(?:\b(?:tel|cell|cellulare|telefono|mob|mobile|ph|phone)\b[.:]?\s*)?"
    r"(?<![\w+])(?:\+|00)?\d(?:[\s./-]?\d){5,14}(?!\w)\s*\)?",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[<(]?\b[\w.+-]+@[\w.-]+\.\w{2,}\b[>)]?")
_NOTE = re.compile(r"[(\[]\s*([^()\[\]]{1,60}?)\s*[)\]]")
# The same without brackets: «Galli Ivo - cap.» behind a name, «Ris.: Galli Ivo» before it.
_BEHIND = re.compile(r"\s[-–—]\s?(?P<note>[^\W\d_]{3,15})\.?\s*$|,\s*(?P<short>[^\W\d_]{3,5})\.\s*$")
_BEFORE = re.compile(r"^(?P<note>[^\W\d_]{3,10}) ?(?:[.]:?|:)\s*(?=\S)")
_WITH_POINT = "dott|dr|sig|ing|avv|prof|geom|rag|arch|on|cav|comm|mons|mr|mrs|ms|gent|egr|spett"
_WHOLE_WORDS = "sig[.]?(?:ra|na)|dott[.]?ssa|prof[.]?ssa|signora|signor|herr|frau|mme|mlle|don|suor"
_CAPTAIN = re.compile(r"(?<=\w) [CK](?=\s*(?:,|$))")  # behind one name of a team
# At the beginning of a cell, or of the next person in it.
_TITLE = re.compile(
    rf"(?:^|(?<=[-–—/;,+&]\s)|(?<=\be\s))(?:(?:{_WITH_POINT})[.]\s*(?:(?:ssa|ra)\b[.]?\s*)?|(?:{_WHOLE_WORDS})[.]?\s+(?=\S+\s+\S))+",
    re.IGNORECASE,
)
_HINT = re.compile(r"[.:\d@(\[–—]| -| [CK](?:,|$)|\b(?:sig|dott|prof|herr|frau|mme|mlle|don|suor)", re.IGNORECASE)


def without_asides(text: str) -> tuple[str, tuple[str, ...]]:
    """The names of a cell, and what was taken from beside them; nothing is taken where nothing would be left."""
    taken: list[str] = []
    kept = text if _HINT.search(text) else ""  # most cells are names alone
    for pattern in (_ADDRESS, _TELEPHONE, _TITLE):
        kept = pattern.sub(lambda match: _taken(match[0], taken), kept)
    if len(_CAPTAIN.findall(kept)) == 1 and kept.count(",") > 1:
        kept = _CAPTAIN.sub(lambda match: _taken(match[0], taken), kept)
    kept = _NOTE.sub(lambda match: _taken(match[0], taken) if _is_note(match[1]) else match[0], kept)
    for pattern in (_BEHIND, _BEFORE):
        kept = pattern.sub(
            lambda match: _taken(match[0].rstrip(" ."), taken) if _is_known(match[match.lastgroup or 0]) else match[0],
            kept,
        )
    kept = " ".join(kept.split()).strip(" -–—,;:")
    return (kept, tuple(taken)) if taken and kept else (text, ())


def _taken(text: str, taken: list[str]) -> str:
    taken.append(text.strip(" -–—,;:"))
    return " "


def _is_note(note: str) -> bool:
    """Whether it is no name: a known note, or words that all begin small. Of «(Bianchi)» and «(1234)» somebody asks."""
    words = [word for word in re.findall(r"[^\W_]+", note) if word.isalpha() and len(word) > 1]
    return _is_known(note) or (bool(words) and all(word[0].islower() for word in words))


def _is_known(note: str) -> bool:
    """Whether a note says what somebody is in the team, and not who."""
    return plain_letters(note).strip(". ") in header_words()["notes"]
