"""The other tables' results on a board: the inputs of an arbitral score, and whether they are still the same."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.law.arbitral_score import TableResult
from referee.models import ArbitralReview, ArbitralScore, Case
from tournaments.models import BoardScore, Tournament
from tournaments.queries import PlayedResult, results_on_board


@dataclass(frozen=True)
class Proposal:
    """Results that arrived or changed after an arbitral score was given, and nobody has looked at yet."""

    score: ArbitralScore
    inputs: tuple[TableResult, ...]

    @property
    def inputs_hash(self) -> str:
        return hash_of(self.inputs)

    @property
    def arrived(self) -> tuple[TableResult, ...]:
        """The results that the arbitral score did not know, or knew otherwise."""
        known = {(row["table"], row["a"], row["b"]) for row in self.score.inputs}
        return tuple(result for result in self.inputs if tuple(result) not in known)

    @property
    def gone(self) -> tuple[TableResult, ...]:
        """The results that the arbitral score counted and that are no longer so."""
        now = set(self.inputs)
        known = (TableResult(row["table"], row["a"], row["b"]) for row in self.score.inputs)
        return tuple(result for result in known if result not in now)


def other_results(case: Case) -> tuple[TableResult, ...]:
    """The results played at the other tables on the case's board, by table."""
    return _as_inputs(results_on_board(case.decided_board, case.table))


def as_record(inputs: Iterable[TableResult]) -> list[dict[str, Any]]:
    return [result._asdict() for result in inputs]


def hash_of(inputs: Iterable[TableResult]) -> str:
    """The same for the same results, whatever their order."""
    return hashlib.sha256(json.dumps(sorted(inputs)).encode()).hexdigest()


def proposals(tournament: Tournament) -> list[Proposal]:
    """The arbitral scores whose inputs are no longer the tables' results, unless kept on purpose (3 queries)."""
    scores = list(
        ArbitralScore.objects.filter(case__tournament=tournament, is_current=True)
        .select_related("case__board", "case__table__round", "ruling")
        .order_by("case__number")
    )
    if not scores:
        return []
    kept = set(ArbitralReview.objects.filter(score__in=scores).values_list("score_id", "inputs_hash"))
    played = _played({score.case.board_id for score in scores})
    found = [Proposal(score, _others(played[score.case.board_id], score.case.table_id)) for score in scores]
    return [
        proposal
        for proposal in found
        if proposal.inputs_hash != proposal.score.inputs_hash and (proposal.score.pk, proposal.inputs_hash) not in kept
    ]


def _played(boards: Iterable[int | None]) -> dict[int | None, list[BoardScore]]:
    """The results in force on each board, by round and table."""
    scores = BoardScore.objects.current().filter(board__in=boards, kind=BoardScore.Kind.PLAYED)
    results: dict[int | None, list[BoardScore]] = defaultdict(list)
    for score in scores.select_related("table__round").order_by("table__round__number", "table__number"):
        results[score.board_id].append(score)
    return results


def _others(scores: Sequence[BoardScore], table: int) -> tuple[TableResult, ...]:
    return _as_inputs(PlayedResult.of(score) for score in scores if score.table_id != table)


def _as_inputs(results: Iterable[PlayedResult]) -> tuple[TableResult, ...]:
    return tuple(TableResult(result.label, result.points_a, result.points_b) for result in results)
