"""The figures of scores given without play, put into the procedures that order them.

A procedure says `{fixed_score: riposo, whom: coppia}`; how many VP and MP stands in fixed-scores.yaml alone, by kind of
match. Each kind becomes an effect under its own `if`, so that the table decides as if they had been written out.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from codes.format.plain_yaml import Document, Location

FILE = "fixed-scores.yaml"
VERB = "fixed_score"
# The option of the tournament whose answers are the kinds of match.
MATCH = "partita"

ByMatch = Mapping[str, Mapping[str, Any]]


def figures_in(folder: Path) -> Mapping[str, ByMatch]:
    """VP and MP by score and kind of match; nothing where the code gives no such scores, or its file is not sound.

    Whoever asks for the scores themselves is told what is wrong with the file (`codes.burraco.fixed_scores`).
    """
    path = folder / FILE
    data = Document(path, FILE).data if path.is_file() else None
    scores = data.get("scores") if isinstance(data, dict) else None
    if not isinstance(scores, dict):
        return {}
    return {
        name: score["by_match"] for name, score in scores.items() if isinstance(score, dict) and score.get("by_match")
    }


def put_figures(document: Document, figures: Mapping[str, ByMatch]) -> None:
    """Writes the figures into a procedure just read; its problems grow by the scores that have none."""
    rules = document.data.get("rules") if isinstance(document.data, dict) else None
    for number, rule in enumerate(rules if isinstance(rules, list) else ()):
        effects = rule.get("then") if isinstance(rule, dict) else None
        if isinstance(effects, list) and any(_lacks_figures(effect) for effect in effects):
            _expand_rule(document, ("rules", number, "then"), rule, figures)


def _lacks_figures(effect: Any) -> bool:
    return isinstance(effect, dict) and VERB in effect and "vp" not in effect


def _expand_rule(document: Document, location: Location, rule: dict[str, Any], figures: Mapping[str, ByMatch]) -> None:
    effects: list[Any] = []
    lines: list[int] = []
    for place, effect in enumerate(rule["then"]):
        by_match = figures.get(effect[VERB], {}) if _lacks_figures(effect) else {}
        if _lacks_figures(effect) and not by_match:
            document.problems.append(document.problem((*location, place), f"no score «{effect[VERB]}» in {FILE}"))
        expanded = _by_match(effect, by_match) if by_match else [effect]
        effects += expanded
        lines += [document.line_of((*location, place))] * len(expanded)
    rule["then"] = effects
    # What is found wrong later is told by the place in the list as it is now.
    for path in [path for path in document.lines if path[: len(location)] == location and len(path) > len(location)]:
        del document.lines[path]
    document.lines |= {(*location, place): line for place, line in enumerate(lines)}


def _by_match(effect: Mapping[str, Any], by_match: ByMatch) -> list[dict[str, Any]]:
    if len(by_match) == 1:  # a score of one kind of match alone is ordered under no further question
        return [{**effect, **_figures(figures)} for figures in by_match.values()]
    own = effect.get("if") or {}
    admitted = [own[MATCH]] if isinstance(own.get(MATCH), str) else own.get(MATCH, by_match)
    return [
        {**effect, **_figures(score), "if": {**own, MATCH: match}}
        for match, score in by_match.items()
        if match in admitted
    ]


def _figures(score: Mapping[str, Any]) -> dict[str, Any]:
    return {name: score[name] for name in ("vp", "mp")}
