"""A round drawn up by hand."""

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.entries.models import Entry
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

Item = TypeVar("Item")


class RoundForm(forms.Form):
    """The tables of a new round: a pair on line A and one on line B at each."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = list(Entry.objects.filter(tournament=tournament))
        self.entries = {str(entry.pk): entry for entry in entries}
        self.choices = [("", "—"), *((key, str(entry)) for key, entry in self.entries.items())]
        proposed = proposal(entries, Round.objects.filter(tournament=tournament).count()) if entries else []
        self.tables = range(1, len(proposed) + 1)
        for table, (line_a, line_b) in zip(self.tables, proposed, strict=True):
            self.fields[f"a{table}"] = self._seats(table, tournament.seat_names.line_a, line_a)
            self.fields[f"b{table}"] = self._seats(table, tournament.seat_names.line_b, line_b)

    def _seats(self, table: int, line: str, proposed: Entry | None) -> forms.ChoiceField:
        return forms.ChoiceField(
            choices=self.choices,
            required=False,
            widget=forms.Select(attrs={"class": "form-select"}),
            initial=str(proposed.pk) if proposed else "",
            label=_("Tavolo %(table)d, %(line)s") % {"table": table, "line": line},
        )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        return [(table, self[f"a{table}"], self[f"b{table}"]) for table in self.tables]

    @property
    def pairings(self) -> list[tuple[Entry, Entry | None]]:
        """The tables chosen; a pair alone rests, an empty table is left out."""
        chosen = [
            [self.entries[key] for line in "ab" if (key := self.cleaned_data[f"{line}{table}"])]
            for table in self.tables
        ]
        return [(pair[0], pair[1] if len(pair) > 1 else None) for pair in chosen if pair]

    @property
    def left_out(self) -> list[Entry]:
        seated = {key for key in self.cleaned_data.values() if key}
        return [entry for key, entry in self.entries.items() if key not in seated]


def proposal(items: Sequence[Item], turn: int) -> list[tuple[Item, Item | None]]:
    """Tables to start from, by the circle: nobody meets the same opponents again until all have met."""
    circle: list[Item | None] = [*items, *([None] if len(items) % 2 else [])]
    fixed, *rest = [*circle[::2], *reversed(circle[1::2])]
    turn %= len(rest)
    seated = [fixed, *rest[turn:], *rest[:turn]]
    half = len(seated) // 2
    tables = zip(seated[:half], reversed(seated[half:]), strict=True)
    # At most one place is nobody's: whoever sits opposite it takes line A and rests.
    return [(a, b) if a is not None else (cast(Item, b), None) for a, b in tables]
