"""Forms of the imports: the file, what its columns hold, who seems known."""

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.entering.import_review import ListColumn, Review, shape_of
from tournaments.entering.import_wording import FIELDS, refusal_in_words, target_in_words
from tournaments.imports.columns import Target
from tournaments.imports.headings import PERSONAL, Datum
from tournaments.imports.reading import MAX_BYTES, check_size
from tournaments.imports.refusal import FileFault, ImportRefused
from tournaments.models import ImportBatch
from tournaments.numbers import NumberField

WORKBOOKS, TEXTS = {".xlsx", ".xlsm"}, {".csv", ".txt", ".tsv"}
# Whoever reads them says in words of their own what to do with each.
TOLD_BY_WHO_READS = {".xls", ".ods", ".pdf", ".htm", ".html"}
ANSWER = "p"  # how the names of the answers on players begin


class UploadForm(forms.Form):
    """A file and what it lists; one too big is refused by its size, without being read."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("Excel (.xlsx) o CSV, al più 4 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ",".join(sorted(WORKBOOKS | TEXTS))}),
        error_messages={"empty": _("Il file è vuoto: scegli quello con l’elenco.")},
    )
    kind = forms.ChoiceField(
        label=_("Che cosa contiene"), choices=ImportBatch.Kind.choices, initial=ImportBatch.Kind.ENTRIES
    )

    def __init__(self, *args: Any, too_big: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if too_big:  # it was let go while it came in
            words = refusal_in_words(ImportRefused(FileFault.TOO_BIG, most=MAX_BYTES))
            self.fields["file"].error_messages["required"] = words

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        try:
            check_size(file.size)
        except ImportRefused as error:
            raise forms.ValidationError(refusal_in_words(error)) from error
        if not _is_as_named(file):
            raise forms.ValidationError(_("Il nome del file non dice quello che contiene: salvalo come .xlsx o .csv."))
        return file


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
            self.fields["table"] = forms.ChoiceField(label=_("Foglio"), choices=sheets, widget=_select())
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
            "targets": {index: Target.of(answer) for index, answer in answers.items() if answer},
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


class AcceptForm(forms.Form):
    """The answers on players who seem known, and whether rows with errors may be left out."""

    version = NumberField(widget=forms.HiddenInput, min_value=1)
    leave_out = forms.BooleanField(required=False)

    @property
    def decision(self) -> dict[str, Any]:
        answers: Mapping[str, str] = {name: str(value) for name, value in self.data.items() if name.startswith(ANSWER)}
        return {**self.cleaned_data, "choices": answers}
