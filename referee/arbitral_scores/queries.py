"""The other tables' results on a board: the inputs of an arbitral score, and whether they are still the same."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from codes.arbitral.score import TableScore
from records.prepared_queries import prepared
from referee.arbitral_scores.models import ArbitralReview, ArbitralScore
from referee.cases.models import Case
from tournaments.scores.queries import PlayedResult, results_on_board, results_on_boards, unconfirmed_on_board
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class Proposal:
    """Results that arrived or changed after an arbitral score was given, and nobody has looked at yet."""

    score: ArbitralScore
    inputs: tuple[TableScore, ...]

    @property
    def inputs_hash(self) -> str:
        return hash_of(self.inputs)

    @property
    def arrived(self) -> tuple[TableScore, ...]:
        recorded = {(row["table"], row["a"], row["b"]) for row in self.score.inputs}
        return tuple(result for result in self.inputs if tuple(result) not in recorded)

    @property
    def removed(self) -> tuple[TableScore, ...]:
        now = set(self.inputs)
        recorded = (TableScore(row["table"], row["a"], row["b"]) for row in self.score.inputs)
        return tuple(result for result in recorded if result not in now)


def other_results(case: Case) -> tuple[TableScore, ...]:
    return _as_inputs(results_on_board(case.decided_board, case.table))


def unconfirmed_tables(case: Case) -> list[str]:
    """Which of the `other_results` nobody has confirmed yet, as records name them."""
    return [result.label for result in unconfirmed_on_board(case.decided_board, case.table)]


def unconfirmed_in(score: ArbitralScore) -> list[str]:
    """Which of the results that a score was worked out on nobody has confirmed; one that changed is told as such."""
    unconfirmed = unconfirmed_on_board(score.case.decided_board, score.case.table) if score.inputs else []
    used = {(row["table"], row["a"], row["b"]) for row in score.inputs}
    return [one.label for one in unconfirmed if (one.label, one.points_a, one.points_b) in used]


def as_record(inputs: Iterable[TableScore]) -> list[dict[str, Any]]:
    return [result._asdict() for result in inputs]


def hash_of(inputs: Iterable[TableScore]) -> str:
    """The same for the same results, whatever their order."""
    return hashlib.sha256(json.dumps(sorted(inputs)).encode()).hexdigest()


def proposals(tournament: Tournament) -> list[Proposal]:
    """The arbitral scores whose inputs are no longer the tables' results, unless kept on purpose.

    One query while there is no arbitral score, three while no result moved.
    """
    arbitral_scores = _in_force(tournament=tournament.pk)
    if not arbitral_scores:
        return []
    reviews = ArbitralReview.objects.filter(score__in=[pk for pk, *_others in arbitral_scores])
    kept_hashes = set(reviews.values_list("score", "inputs_hash"))
    played = results_on_boards({board for _pk, _hash, board, _table in arbitral_scores})
    moved: dict[int, tuple[TableScore, ...]] = {}
    for pk, inputs_hash, board, table in arbitral_scores:
        inputs = _as_inputs(result for at, result in played.get(board, ()) if at != table)
        now = hash_of(inputs)
        if now != inputs_hash and (pk, now) not in kept_hashes:
            moved[pk] = inputs
    if not moved:
        return []
    scores = ArbitralScore.objects.filter(pk__in=moved).select_related("case__board", "case__table__round", "ruling")
    return [Proposal(score, moved[score.pk]) for score in scores.order_by("case__number")]


@prepared
def _in_force(*, tournament: int) -> QuerySet[ArbitralScore, Any]:
    scores = ArbitralScore.objects.filter(case__tournament=tournament, is_current=True).order_by()
    return scores.values_list("pk", "inputs_hash", "case__board", "case__table")


def _as_inputs(results: Iterable[PlayedResult]) -> tuple[TableScore, ...]:
    return tuple(TableScore(result.label, result.points_a, result.points_b) for result in results)
