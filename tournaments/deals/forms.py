"""Forms of the deals: drawn by the program, or written; and the boards whose packs are prepared."""

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from codes.tressette.deals import LONGEST_TEXT, MOST_BOARDS, Deal, examined
from pages.fields import NumberField
from pages.forms import text_field

MOST_BYTES = 4 * LONGEST_TEXT
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
        if file.size > MOST_BYTES:
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
