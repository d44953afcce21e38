"""Walks of the Codice di Gara (F.I.Bur., Burraco) in every way of answering, for tests of what it says."""

from collections.abc import Iterator, Mapping
from functools import cache

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision, walk
from codes.format.effects import Effect
from codes.library import get_rulebook

OPTIONS = {"partita": "quattro-smazzate", "separe": "senza-separe"}
SCREENS = {"partita": "quattro-smazzate", "separe": "con-separe"}

# The procedures of 21–28 by what they are about.
CALLS = ("chiamata-arbitro", "rilievo-del-compagno", "suggerimento")
POZZO = ("pozzo-consegna", "pozzo-residuo", "pozzo-visto-prima", "pozzo-preso-per-errore")
CARDS = ("carta-esposta", "carta-penalizzata", "carta-fantasma")
PLAYS = ("carte-giocate-irregolarmente", "lancio-di-carte", "passaggio-di-carte")
FROM_21_TO_28 = CALLS + POZZO + CARDS + PLAYS

Path = tuple[dict[str, str], Decision]


def book() -> Rulebook:
    return get_rulebook("fibur-burraco-2019")


def decide(procedure: str, options: Mapping[str, str] = OPTIONS, **facts: str) -> Decision:
    """The decision on these facts, given with underscores for hyphens."""
    told = {name.replace("_", "-"): answer for name, answer in facts.items()}
    result = walk(book(), procedure, facts=told, options=options)
    assert isinstance(result, Decision), f"still asks {result.fact.name}"
    return result


def paths(
    procedure: str, told: Mapping[str, str] | None = None, options: Mapping[str, str] = OPTIONS
) -> Iterator[Path]:
    """Every way of answering the questions as they come, with the decision it leads to."""
    facts = dict(told or {})
    result = walk(book(), procedure, facts=facts, options=options)
    if isinstance(result, Decision):
        yield facts, result
        return
    for answer in result.fact.answers:
        yield from paths(procedure, {**facts, result.fact.name: answer}, options)


@cache
def all_paths(procedure: str) -> tuple[Path, ...]:
    return tuple(paths(procedure))


def verbs(decision: Decision, verb: str) -> list[Effect]:
    return [effect for effect in decision.effects if effect.verb == verb]


def said(decision: Decision) -> list[str]:
    """The effects as `verb: object whom until`, short enough to compare at sight."""
    return [
        " ".join(filter(None, (f"{effect.verb}: {effect.what}", effect.whom, effect.until)))
        for effect in decision.effects
    ]
