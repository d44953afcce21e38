"""What the pages and exports read."""

from tournaments.queries.boards import BoardsPlayed, board_count, boards_played
from tournaments.queries.facts import FixedScore, Overlay
from tournaments.queries.progress import last_stage_begun
from tournaments.queries.scores import (
    Cell,
    GridRow,
    PlayedResult,
    RoundProgress,
    TableResult,
    boards_read,
    current_scores,
    extra_lead,
    fixed_scores,
    has_fixed_score,
    match_extras,
    progress_of,
    results_on_board,
    round_grid,
    round_progress,
    table_result,
    table_results,
    waited_for,
)
from tournaments.queries.standings import Move, StandingRow, Standings, compare, standings

__all__ = [
    "BoardsPlayed",
    "Cell",
    "FixedScore",
    "GridRow",
    "Move",
    "Overlay",
    "PlayedResult",
    "RoundProgress",
    "StandingRow",
    "Standings",
    "TableResult",
    "board_count",
    "boards_played",
    "boards_read",
    "compare",
    "current_scores",
    "extra_lead",
    "fixed_scores",
    "has_fixed_score",
    "last_stage_begun",
    "match_extras",
    "progress_of",
    "results_on_board",
    "round_grid",
    "round_progress",
    "standings",
    "table_result",
    "table_results",
    "waited_for",
]
