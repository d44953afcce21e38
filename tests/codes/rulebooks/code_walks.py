"""Walks of the real Codice del Tressette in every way of answering, for tests of what the law says."""

from collections.abc import Iterator, Mapping
from functools import cache

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision, walk
from codes.format.effects import Effect
from codes.library import get_rulebook

ACCUSA = (
    "accusa-anticipata",
    "accusa-constatata",
    "accusa-dimenticata-o-errata",
    "accusa-errata-dopo-prima-battuta",
    "accusa-tardiva",
    "accusa-tre-di-quattro",
    "conteggio-buongioco",
    "rilievo-accusa-altrui",
)
OTHERS = (
    "altra-anomalia",
    "andata-a-monte",
    "confusione-prese",
    "dichiarazione-carte-dopo-rilevazione",
    "emersione",
    "errore-punteggio",
    "principi-generali",
    "rilevazione-inesistente",
    "rilevazione-intempestiva",
    "riserva-invocata",
    "sanatoria-esplicita",
)
ORDINARY = {"forma": "ordinario", "norme": "tradizionali", "accusa": "con-accusa"}
MODERN = {"forma": "ordinario", "norme": "moderne", "accusa": "con-accusa"}
DUPLICATE = {"forma": "duplicato", "norme": "moderne", "accusa": "con-accusa"}

IN_TIME = {"modalita": "contestazione", "tempo": "tempestiva"}

Path = tuple[dict[str, str], Decision]


def book() -> Rulebook:
    return get_rulebook("fitres-tressette")


def decide(procedure: str, options: Mapping[str, str] = DUPLICATE, **facts: str) -> Decision:
    """The decision on these facts, given with underscores for hyphens."""
    told = {name.replace("_", "-"): answer for name, answer in facts.items()}
    result = walk(book(), procedure, facts=told, options=options)
    assert isinstance(result, Decision), f"still asks {result.fact.name}"
    return result


def paths(procedure: str, options: Mapping[str, str], told: Mapping[str, str] | None = None) -> Iterator[Path]:
    """Every way of answering the questions as they come, with the decision it leads to."""
    facts = dict(told or {})
    result = walk(book(), procedure, facts=facts, options=options)
    if isinstance(result, Decision):
        yield facts, result
        return
    for answer in result.fact.answers:
        yield from paths(procedure, options, {**facts, result.fact.name: answer})


@cache
def all_paths(procedure: str, forma: str = "duplicato") -> tuple[Path, ...]:
    return tuple(paths(procedure, DUPLICATE if forma == "duplicato" else ORDINARY))


def verbs(decision: Decision, verb: str) -> list[Effect]:
    return [effect for effect in decision.effects if effect.verb == verb]


def said(decision: Decision) -> list[str]:
    """The effects as `verb: object whom`, short enough to compare at sight."""
    return [f"{effect.verb}: {effect.what}" + (f" {effect.whom}" if effect.whom else "") for effect in decision.effects]


def told(procedure: str, options: Mapping[str, str], facts: Mapping[str, str] | None = None) -> list[Path]:
    """Every way of answering from these facts, the anomaly contested in time where its emergence is asked."""
    emerged = IN_TIME if book().procedures[procedure].emergence else {}
    return list(paths(procedure, options, {**emerged, **(facts or {})}))
