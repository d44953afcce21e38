"""What the pages and exports read."""

from tournaments.queries.boards import BoardsPlayed, board_count, boards_at, boards_played
from tournaments.queries.facts import Overlay
from tournaments.queries.missing import (
    RoundProgress,
    TableProgress,
    Unconfirmed,
    round_progress,
    tables_progress,
    unconfirmed_scores,
    waited_for,
)
from tournaments.queries.progress import last_stage_begun
from tournaments.queries.scores import (
    BoardCell,
    GridRow,
    PlayedResult,
    TableResult,
    current_scores,
    figures_in_force,
    fixed_scores,
    has_fixed_score,
    results_on_board,
    results_on_boards,
    round_grid,
    table_results,
    table_row,
)
from tournaments.queries.standings import Move, Ranked, StandingRow, Standings, compare, ranked, standings, with_entries
from tournaments.queries.terms import room_at, terms_in_force
from tournaments.scoring.match import FixedScore

__all__ = [
    "BoardCell",
    "BoardsPlayed",
    "FixedScore",
    "GridRow",
    "Move",
    "Overlay",
    "PlayedResult",
    "Ranked",
    "RoundProgress",
    "StandingRow",
    "Standings",
    "TableProgress",
    "TableResult",
    "Unconfirmed",
    "board_count",
    "boards_at",
    "boards_played",
    "compare",
    "current_scores",
    "figures_in_force",
    "fixed_scores",
    "has_fixed_score",
    "last_stage_begun",
    "ranked",
    "results_on_board",
    "results_on_boards",
    "room_at",
    "round_grid",
    "round_progress",
    "standings",
    "table_results",
    "table_row",
    "tables_progress",
    "terms_in_force",
    "unconfirmed_scores",
    "waited_for",
    "with_entries",
]
