"""A round drawn up by hand.

Forms of the deals: drawn by the program, or written; and the boards whose packs are prepared.
"""

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from codes.tressette.deals import MOST_BOARDS, Deal, examined
from pages.forms import NumberField, text_field
from records.outside import DEALS
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


MOST_TOLD = 20  # boards whose faults are told at once


class _DealsForm(forms.Form):
    """What both ways of making them say."""

    reason = text_field(_("Perché si rifanno"), rows=2, required=False)
    seen = NumberField(widget=forms.HiddenInput, min_value=0, initial=0)

    def __init__(self, *args: Any, again: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not again:
            del self.fields["reason"]


class DrawForm(_DealsForm):
    """How many boards the program deals."""

    boards = NumberField(
        label=_("Quante smazzate"),
        min_value=1,
        max_value=MOST_BOARDS,
        help_text=_("Quelle di tutti i turni. Se poi ne servono altre, il seme continua."),
    )
    field_order = ["boards", "reason"]


class WriteForm(_DealsForm):
    """Deals made elsewhere, pasted or in a file; every board that is wrong is told with what is wrong."""

    text = forms.CharField(
        label=_("Le smazzate"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "class": "code", "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("Oppure un file di testo"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".pbn,.txt,text/plain"}),
        error_messages={"empty": _("Il file è vuoto: scegli quello con le smazzate.")},
    )
    field_order = ["text", "file", "reason"]
    deals: tuple[Deal, ...] = ()

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if "file" in self.errors:
            return found
        text = self._read(found.get("file")) if found.get("file") else found.get("text", "")
        if "file" in self.errors:
            return found
        # What the file says stands in the field when something is wrong with it, to be mended there.
        said = cast(QueryDict, self.data).copy()
        said["text"] = text
        self.data = said
        self.deals, refused = examined(text)
        for one in refused[:MOST_TOLD]:
            self.add_error("text", one.text.in_(get_language() or "it"))
        if len(refused) > MOST_TOLD:
            self.add_error("text", _("E altri %(count)d errori.") % {"count": len(refused) - MOST_TOLD})
        return found

    def _read(self, file: Any) -> str:
        if file.size > DEALS.size:
            self.add_error("file", _("Il file è troppo grande per essere un elenco di smazzate."))
            return ""
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.add_error("file", _("Il file non è un testo: salvalo come testo in UTF-8."))
            return ""


class PacksForm(forms.Form):
    """From which board to which the packs are prepared, and on which paper."""

    first = NumberField(label=_("Dalla smazzata"), min_value=1, max_value=MOST_BOARDS)
    last = NumberField(label=_("Alla smazzata"), min_value=1, max_value=MOST_BOARDS)
    paper = forms.ChoiceField(
        label=_("Quali fogli"),
        choices=[
            ("packs", _("Per distribuire i mazzi: un foglio a smazzata")),
            ("strips", _("Strisce per gli astucci")),
        ],
        initial="packs",
        widget=forms.RadioSelect,
    )
