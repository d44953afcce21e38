"""What a director mended in a list that waits: cells of its sheet, rows taken or left, who somebody is.

The tables of a batch stay as they stood in the file; this lies over them, sheet by sheet.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from people.imports.table import ListSheet, SheetRow
from tournaments.entry_lists.models import ImportBatch


@dataclass(frozen=True)
class ByHand:
    """Of one sheet: texts by row and column; rows that are somebody (True) or left out (False); answers on players."""

    cells: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    rows: Mapping[int, bool] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_batch(cls, batch: ImportBatch) -> "ByHand":
        """What was mended in the sheet that the batch takes its list from."""
        changes: Mapping[str, Any] = batch.by_hand.get(str(batch.columns["table"]), {})
        cells = changes.get("cells", {}).items()
        return cls(
            cells={int(row): {int(column): text for column, text in texts.items()} for row, texts in cells},
            rows={int(row): is_somebody for row, is_somebody in changes.get("rows", {}).items()},
            answers=changes.get("answers", {}),
        )

    def kept_in(self, batch: ImportBatch) -> dict[str, Any]:
        """What the batch keeps of all its sheets, with this one's in its place."""
        own = {"cells": self.cells, "rows": self.rows, "answers": self.answers}
        return {**batch.by_hand, str(batch.columns["table"]): own}

    def over(self, table: ListSheet) -> ListSheet:
        """The sheet as mended."""
        if not self.cells:
            return table
        return replace(table, rows=tuple(self._row(row) for row in table.rows))

    def _row(self, row: SheetRow) -> SheetRow:
        texts = self.cells.get(row.number)
        if not texts:
            return row
        width = max(len(row.cells), *(column + 1 for column in texts))
        return SheetRow(row.number, tuple(texts.get(column, row.cell(column)) for column in range(width)))

    def with_changes(
        self,
        cells: Mapping[int, Mapping[int, str]],
        *,
        out: Iterable[int],
        back: Iterable[int],
        answers: Mapping[str, str],
    ) -> "ByHand":
        """With more of it."""
        texts = {row: {**self.cells.get(row, {}), **cells.get(row, {})} for row in {*self.cells, *cells}}
        rows = {**self.rows, **dict.fromkeys(out, False), **dict.fromkeys(back, True)}
        return ByHand(texts, rows, {**self.answers, **answers})
