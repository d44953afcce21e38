"""What the pages and exports read."""

from tournaments.queries.scores import (
    Cell,
    GridRow,
    PlayedResult,
    RoundProgress,
    TableResult,
    current_scores,
    extra_lead,
    has_fixed_score,
    match_extras,
    results_on_board,
    round_grid,
    round_progress,
    table_result,
)
from tournaments.queries.standings import StandingRow, Standings, standings

__all__ = [
    "Cell",
    "GridRow",
    "PlayedResult",
    "RoundProgress",
    "StandingRow",
    "Standings",
    "TableResult",
    "current_scores",
    "extra_lead",
    "has_fixed_score",
    "match_extras",
    "results_on_board",
    "round_grid",
    "round_progress",
    "standings",
    "table_result",
]
