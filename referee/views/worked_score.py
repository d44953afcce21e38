"""The arithmetic of an arbitral score, made ready for the screen."""

from typing import Any

from codes.arbitral.lots import repeat_recipe
from codes.arbitral.score import Reckoning
from codes.seats import Line
from referee.cases.endings_shown import resting_words
from referee.exports.arithmetic import drawn_words, is_dropped, rounding_words, steps_sheet
from referee.models import ArbitralScore
from referee.queries.card_endings import may_know_bounds
from referee.wording import LINE_NAMES
from tournaments.requests import Request


def arithmetic_context(score: Reckoning) -> dict[str, Any]:
    line_a, line_b = score.line_a, score.line_b
    rows = [
        {
            "table": result.table,
            "a": result.a,
            "b": result.b,
            "dropped_a": line_a is not None and is_dropped(result.table, line_a.trimmed),
            "dropped_b": line_b is not None and is_dropped(result.table, line_b.trimmed),
        }
        for result in score.inputs
    ]
    return {
        "score": score,
        "rows": rows,
        "trimmed": bool(line_a and line_a.trimmed),
        "steps": steps_sheet(score) if line_a else None,
        "rounding": rounding_words(score.rounding) if score.rounding else "",
        "silent": bool(score.rounding and score.rounding.silent),
        "lot": score.lot,
        "drawn": drawn_words(score.lot) if score.lot else "",
        "recipe": repeat_recipe(score.lot) if score.lot else "",
        "innocent": _line(score.innocent) if score.innocent else "",
    }


def resting_on(request: Request, score: ArbitralScore | None) -> str:
    """Of which ending or play the score is a bound, as far as the user may know; nothing where there is none."""
    if score is None:
        return ""
    return resting_words(score, in_full=may_know_bounds(request.user, score.case, request.rights))


def _line(line: str) -> str:
    return str(LINE_NAMES[Line(line)])
