"""A draft of a code, as it is sent in."""

from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _

from codes.library import all_rulebooks
from federation.drafts.models import DraftResult
from federation.drafts.queries import problem_in_words
from federation.drafts.upload import MOST_SENT, DraftRefused, Fault, Problem, read_upload
from referee.cases.words import spoken

TOO_BIG = Problem("", 0, Fault.TOO_BIG)


class DraftForm(forms.Form):
    """From which edition it starts, what it is called, its files."""

    code = forms.ChoiceField(label=_("Edizione da cui parte"))
    name = forms.CharField(
        label=_("Nome della bozza"), max_length=120, validators=[ProhibitNullCharactersValidator()],
        help_text=_("Per riconoscerla: «Accuse, proposta di marzo»."),
    )  # fmt: skip
    file = forms.FileField(
        label=_("File"),
        help_text=_("Un .zip con tutta la cartella del codice, o con i soli file che cambiano; oppure un solo .yaml."),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,.yaml"}),
        error_messages={"empty": _("Il file è vuoto.")},
    )

    def __init__(self, *args: Any, too_big: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        codes = [(book.id, f"{spoken(book.title)} · {book.edition}") for book in all_rulebooks()]
        self.fields["code"].choices = codes  # type: ignore[attr-defined]
        if too_big:  # it was let go while it came in
            self.fields["file"].error_messages["required"] = problem_in_words(TOO_BIG)

    def clean_file(self) -> dict[str, str]:
        """The texts of the files; one too big is refused by its size, without being read."""
        file = cast("UploadedFile[bytes]", self.cleaned_data["file"])
        if (file.size or 0) > MOST_SENT:
            raise forms.ValidationError(problem_in_words(TOO_BIG))
        try:
            return read_upload(self._name_of(file), file.read())
        except DraftRefused as error:
            raise forms.ValidationError([*map(problem_in_words, error.problems)]) from error

    def _name_of(self, file: "UploadedFile[bytes]") -> str:
        """A procedure sent by itself lies where the edition has one of that name."""
        name = file.name or ""
        known = {one for book in all_rulebooks() if book.id == self.data.get("code") for one in book.procedures}
        return f"procedures/{name}" if name.removesuffix(".yaml") in known else name


class ResultsForm(forms.Form):
    """Which of what came out is shown."""

    esito = forms.ChoiceField(choices=[("", ""), *DraftResult.Verdict.choices], required=False)
