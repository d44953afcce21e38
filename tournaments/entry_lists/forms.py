"""Forms of the imports: the file, what its columns hold, who seems known.

A file too big is let go while it comes in, so that it fills neither memory nor disk.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pages.forms import NumberField, number_in
from people.imports.columns import Target
from people.imports.file_tables import check_size
from people.imports.headings import PERSONAL, Datum
from people.imports.plain_text import MOST as MOST_PASTED
from people.imports.plain_text import as_file
from people.imports.table import FileFault, ImportRefused, SheetRow, tidy_cell
from people.players.forms import OfAFederationForm
from records.outside import LIST
from tournaments.entry_lists.mending_queries import ByHand
from tournaments.entry_lists.models import ImportBatch
from tournaments.entry_lists.queries import EntryLine, ListColumn, Review, shape_of
from tournaments.entry_lists.words import FIELDS, refusal_in_words, target_in_words

WORKBOOKS, TEXTS = {".xlsx", ".xlsm"}, {".csv", ".txt", ".tsv"}
# Whoever reads them says in words of their own what to do with each.
TOLD_BY_WHO_READS = {".xls", ".ods", ".pdf", ".htm", ".html"}
ANSWER = "p"  # how the names of the answers on players begin
CELL = "m"  # and those of the cells that are mended: «m12-3», row and column
MOST_MENDED = 100  # rows shown with their fields at once: the others follow when these are done


@dataclass(frozen=True)
class Listed:
    """A list as it came: what it is called, its bytes."""

    name: str
    content: bytes

    @classmethod
    def of(cls, file: "UploadedFile[bytes] | None", pasted: str) -> "Listed":
        if file:
            return cls(file.name or "", file.read())
        return cls(gettext("elenco incollato"), as_file(pasted).encode("utf-8", errors="replace"))


class UploadForm(forms.Form):
    """A file, or a list pasted in its place, and what it lists; one too big is refused by its size, unread."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("Excel (.xlsx) o CSV, al più 4 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ",".join(sorted(WORKBOOKS | TEXTS))}),
        error_messages={"empty": _("Il file è vuoto: scegli quello con l’elenco.")},
    )
    pasted = forms.CharField(
        label=_("Oppure incolla l’elenco"),
        required=False,
        strip=False,
        max_length=MOST_PASTED,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Da un messaggio o da un foglio di calcolo: una riga per iscrizione, con i titoli se ci sono."),
        error_messages={"max_length": _("È troppo lungo per essere incollato: salvalo in un file.")},
    )
    kind = forms.ChoiceField(
        label=_("Che cosa contiene"), choices=ImportBatch.Kind.choices, initial=ImportBatch.Kind.ENTRIES
    )

    def __init__(self, *args: Any, too_big: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.too_big = too_big  # it was let go while it came in

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.too_big:
            self.add_error("file", refusal_in_words(ImportRefused(FileFault.TOO_BIG, most=LIST.size)))
        elif not self.errors.keys() & {"file", "pasted"} and bool(data.get("file")) == bool(
            data.get("pasted", "").strip()
        ):
            self.add_error("file", _("Scegli un file, oppure incolla l’elenco: uno dei due."))
        if not self.errors:
            data["listed"] = Listed.of(data.pop("file"), data.pop("pasted"))
        return data

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if not file:
            return None
        try:
            check_size(file.size)
        except ImportRefused as error:
            raise forms.ValidationError(refusal_in_words(error)) from error
        if not _is_as_named(file):
            raise forms.ValidationError(_("Il nome del file non dice quello che contiene: salvalo come .xlsx o .csv."))
        return file


class RegisterForm(UploadForm, OfAFederationForm):
    """A list of players, and the federation to which those who are new belong."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["kind"]


def _is_as_named(file: "UploadedFile[bytes]") -> bool:
    """Whether a workbook is called one, and a text a text."""
    ending, start = PurePath(file.name or "").suffix.lower(), file.read(4)
    file.seek(0)
    return ending in (WORKBOOKS if start == b"PK\x03\x04" else TEXTS) | TOLD_BY_WHO_READS


class ColumnsForm(forms.Form):
    """What each column holds, which row is the header, which sheet is the list."""

    version = NumberField(widget=forms.HiddenInput, min_value=1)
    header = NumberField(
        label=_("Riga dei titoli"),
        min_value=0,
        max_value=10_000_000,
        help_text=_("Il suo numero nel file; 0 se non c’è. Le righe sopra non si importano."),
    )

    def __init__(self, data: Any = None, *, review: Review) -> None:
        batch, columns = review.batch, review.sheet_columns
        initial = {"version": batch.version, "header": review.columns.header, "table": str(batch.columns["table"])}
        super().__init__(data, initial=initial | {f"c{one.index}": one.target for one in columns})
        sheets = [(str(index), table.name or str(index + 1)) for index, table in enumerate(review.all_tables)]
        if len(sheets) > 1:
            self.fields["table"] = forms.ChoiceField(
                label=_("Come si legge il file") if review.is_text else _("Foglio"), choices=sheets, widget=_select()
            )
        self.columns = columns
        self.fields["header"].widget.attrs["class"] = "form-control"
        choices = [("", _("— non si importa")), *_choices(batch)]
        for one in columns:
            self.fields[f"c{one.index}"] = forms.ChoiceField(
                choices=choices,
                required=False,
                label=_("Colonna %(letter)s") % {"letter": one.letter},
                widget=_select(),
            )

    @property
    def rows(self) -> Iterator[tuple[ListColumn, forms.BoundField]]:
        return ((one, self[f"c{one.index}"]) for one in self.columns)

    @property
    def chosen(self) -> dict[str, Any]:
        data = self.cleaned_data
        answers = {one.index: data[f"c{one.index}"] for one in self.columns}
        return {
            "version": data["version"],
            "header": data["header"],
            "table": int(data.get("table") or self.initial["table"]),
            "targets": {index: Target.parse(answer) for index, answer in answers.items() if answer},
        }


def _select() -> forms.Select:
    return forms.Select(attrs={"class": "form-select"})


def _choices(batch: ImportBatch) -> list[tuple[Any, Any]]:
    """What a column may hold: of the entry, of all its players, of each."""
    most = shape_of(batch).most
    personal = [field for field in FIELDS if field in PERSONAL]
    if most == 1:
        own = [Target(field, 1) for field in personal]
        return [*_entry_choices(batch), *((target.key, FIELDS[target.field]) for target in own)]
    groups = [
        (
            _("Giocatore %(place)d") % {"place": place},
            [(Target(field, place).key, target_in_words(Target(field, place))) for field in personal],
        )
        for place in range(1, most + 1)
    ]
    return [*_entry_choices(batch), *groups]


def _entry_choices(batch: ImportBatch) -> list[tuple[str, Any]]:
    """What belongs to the entry; a list of players has none of it."""
    if batch.kind == ImportBatch.Kind.PLAYERS:
        return []
    shared = [Datum.CLUB, Datum.CATEGORY] if shape_of(batch).most > 1 else []
    fields = [Datum.NUMBER, Datum.NAME, *([Datum.PLAYERS] if shared else []), *shared]
    return [(Target(field).key, FIELDS[field]) for field in fields]


@dataclass(frozen=True)
class MendedCell:
    """A field of a refused row: its name in the form, what its column holds, its text."""

    name: str
    label: str
    text: str


@dataclass(frozen=True)
class MendedLine:
    """A refused row, or the rows of a refused entry, with its cells as fields."""

    line: EntryLine
    rows: tuple[tuple[int, tuple[MendedCell, ...]], ...]
    is_left: bool


class MendForm(forms.Form):
    """Refused rows mended in the preview: their cells, those to leave out, those passed over that are somebody."""

    version = NumberField(widget=forms.HiddenInput, min_value=1)

    def __init__(self, data: Any = None, *, review: Review) -> None:
        super().__init__(data, initial={"version": review.batch.version})
        self.review = review
        self.sheet = {row.number: row for row in review.table.rows if row.number > review.columns.header}

    @property
    def lines(self) -> Iterator[MendedLine]:
        """The refused rows, with what was typed in them."""
        left = self._rows("out")
        for line in self.review.bad[:MOST_MENDED]:
            rows = tuple((number, tuple(self._cells(self.sheet[number]))) for number in line.entry.rows)
            yield MendedLine(line, rows, line.entry.row in left)

    @property
    def later(self) -> int:
        """How many refused rows are shown only when these are mended."""
        return max(0, len(self.review.bad) - MOST_MENDED)

    def _cells(self, row: SheetRow) -> Iterator[MendedCell]:
        for column, target in sorted(self.review.columns.targets.items()):
            name = f"{CELL}{row.number}-{column}"
            yield MendedCell(name, target_in_words(target), self.data.get(name, row.cell(column)))

    @property
    def by_hand(self) -> ByHand:
        """What the batch keeps then; the rows of an entry are left out together."""
        together = {line.entry.row: line.entry.rows for line in self.review.bad}
        out = [row for first in self._rows("out") for row in together.get(first, (first,))]
        answers = {name: tidy_cell(str(text))[:20] for name, text in self.data.items() if name in self._questions}
        return self.review.by_hand.with_changes(self._typed, out=out, back=self._rows("back"), answers=answers)

    @property
    def is_something(self) -> bool:
        """Whether a row was mended, left or taken back, whatever was answered beside."""
        if not (self._typed or self._rows("out") or self._rows("back")):
            return False  # of thousands of rows, asked before each of them is read anew to be accepted
        kept, now = self.review.by_hand, self.by_hand
        return (kept.cells, kept.rows) != (now.cells, now.rows)

    @property
    def _questions(self) -> set[str]:
        return {line.field for line in self.review.questions}

    @property
    def _typed(self) -> dict[int, dict[int, str]]:
        """The cells that say something else than before."""
        typed: dict[int, dict[int, str]] = {}
        for name, text in self.data.items():
            row, column = _place(name)
            if row in self.sheet and column in self.review.columns.targets:
                said = tidy_cell(str(text))
                if said != self.sheet[row].cell(column):
                    typed.setdefault(row, {})[column] = said
        return typed

    def _rows(self, name: str) -> list[int]:
        sent = self.data.getlist(name) if isinstance(self.data, MultiValueDict) else []
        numbers = (number_in(text) for text in sent)
        return [number for number in numbers if number in self.sheet]


def _place(name: str) -> tuple[int, int]:
    """The row and column of a field's name; 0 and -1 where it is of none."""
    row, _dash, column = name.removeprefix(CELL).partition("-")
    numbers = (number_in(row), number_in(column)) if name.startswith(CELL) else (None, None)
    return (numbers[0], numbers[1]) if numbers[0] is not None and numbers[1] is not None else (0, -1)


class AcceptForm(forms.Form):
    """The answers on players who seem known, and whether rows with errors may be left out."""

    version = NumberField(widget=forms.HiddenInput, min_value=1)
    leave_out = forms.BooleanField(required=False)

    @property
    def decision(self) -> dict[str, Any]:
        answers: Mapping[str, str] = {name: str(value) for name, value in self.data.items() if name.startswith(ANSWER)}
        return {**self.cleaned_data, "choices": answers}


# Addresses, by their names, that take more than a list of players; other applications add theirs.
LARGER: dict[str, int] = {}


def most_bytes(request: HttpRequest | None) -> int:
    """How large a file the request may bring."""
    found = getattr(request, "resolver_match", None)
    return LARGER.get(found.url_name or "", LIST.size) if found else LIST.size


class SizeLimit(FileUploadHandler):
    """The first of the upload handlers: stops a file at the size that its page bears, and marks the request."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """The chunk for the next handler, until there are too many."""
        if start + len(raw_data) > most_bytes(self.request):
            request: Any = self.request
            # The form finds no file then: by this mark it says why, instead of asking for one.
            request.upload_too_big = True
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Nothing: the handlers after this one keep the file."""
