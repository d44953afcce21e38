"""What the players of a table send from their phone: their points on every board."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django import forms

from codes.seats import Result
from hall.grid.sent_fields import doubts_of, results_text
from pages.forms import ShownField
from tournaments.rounds.models import Board
from tournaments.scores.forms import DealForm, ScoreForm, score_form_of
from tournaments.scores.guards import impossible
from tournaments.setup.models import Tournament


class SlipForm(forms.Form):
    """The points of every board of a table, sent at once; each board has a form of its own, which says its own errors.

    results: what stands in the fields before anybody types. by_board: the boards left empty are not played yet.
    """

    version = ShownField(required=False)
    # The results for which the doubts were already shown.
    sure = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        tournament: Tournament,
        boards: Sequence[Board],
        results: Mapping[int, Result] | None = None,
        by_board: bool = False,
    ) -> None:
        super().__init__(data)
        self.tournament, kind, known = tournament, score_form_of(tournament), results or {}
        self.boards: list[tuple[Board, ScoreForm | DealForm]] = [
            (board, kind(data, prefix=f"b{board.number}", initial=_typed(kind, known.get(board.number))))
            for board in boards
        ]
        if data is not None and by_board:
            # Whoever records in their own name may come while the table plays on: what is empty waits.
            self.boards = [one for one in self.boards if _is_written(one[1])] or self.boards
        if data is not None and tournament.target:
            # A match to points may need fewer boards: those left empty after the last one written were not played.
            while len(self.boards) > 1 and not _is_written(self.boards[-1][1]):
                self.boards.pop()

    def is_valid(self) -> bool:
        """Whether every board can be read, and what is improbable was looked at twice."""
        return self._is_read and not self.doubts

    @cached_property
    def _is_read(self) -> bool:
        if not (super().is_valid() and all(form.is_valid() for _board, form in self.boards)):
            return False
        for _board, form in self.boards:
            for reason in impossible(self.tournament, form.result):
                form.add_error(None, reason)
        return not self.wrong and not self.missing

    @property
    def wrong(self) -> list[int | str]:
        """The boards to write again, as people call them: on a phone they may stand far below."""
        return [
            self.tournament.deal_called(one.number) for one, form in self.boards if form.errors and _is_written(form)
        ]

    @property
    def missing(self) -> list[int | str]:
        """Those where nothing was written: a line sends all of them together."""
        left = [board for board, form in self.boards if form.errors and not _is_written(form)]
        return [self.tournament.deal_called(board.number) for board in left]

    @property
    def words(self) -> object:
        """How the points of a board are written."""
        return score_form_of(self.tournament).words

    @property
    def seen(self) -> int:
        """The version of the slip that the phone showed; 0: none."""
        return self.cleaned_data["version"] or 0

    @property
    def results(self) -> dict[int, Result]:
        """What was typed, by board number."""
        return {board.number: form.result for board, form in self.boards}

    @property
    def sign(self) -> str:
        """What is sent again to say that these results were looked at twice."""
        return results_text(list(self.results.values()))

    @cached_property
    def doubts(self) -> list[tuple[int, str]]:
        """What is improbable in the results, by board, until somebody has said that it is so."""
        if not self._is_read or self.cleaned_data["sure"] == self.sign:
            return []
        return [(number, words) for number, one in self.results.items() for words in doubts_of(self.tournament, one)]


def _is_written(form: ScoreForm | DealForm) -> bool:
    return any(form[name].value() for name in ("line_a", "line_b"))


def _typed(kind: type[ScoreForm] | type[DealForm], result: Result | None) -> dict[str, object]:
    """What the form of a board shows before anybody types: no version, for a slip has one for all its boards."""
    if result is None:
        return {"version": 0}
    a, b = kind.typed(result.points_a, result.accusa_a), kind.typed(result.points_b, result.accusa_b)
    return {"version": 0, "line_a": a, "line_b": b}
