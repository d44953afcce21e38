"""Forms of the casebook: a headnote, its publication, its withdrawal; what everybody asks it for."""

from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from codes.library import all_rulebooks
from federation.casebook.actions import DRAFTED, Names, Said
from federation.casebook.models import LONGEST_TAG, HeadnoteDraft, HeadnoteIndex
from federation.casebook.names import digest_of
from federation.casebook.queries import HeadnoteQuery
from pages.forms import NumberField, SeenField, refuse, text_field
from records.locks import fields_digest
from records.requests import Refused
from referee.cases.words import spoken

Kind = HeadnoteIndex.Kind


class HeadnoteForm(forms.Form):
    """What an officer writes; that words name nobody is asked only where some may."""

    text = text_field(_("Massima"), rows=4)
    comment = text_field(_("Commento"), rows=5, required=False)
    tags = forms.CharField(
        label=_("Voci"),
        required=False,
        max_length=600,
        help_text=_("Parole per l’indice, separate da virgole: «carta esposta, buonafede»."),
    )
    tells_where = forms.BooleanField(label=_("Di’ anche il luogo e l’anno della decisione"), required=False)
    no_names = forms.BooleanField(
        label=_("Ho riguardato: queste parole qui non nominano nessuno"), required=False, widget=forms.HiddenInput
    )
    # Which words were asked about, in which sentences: only of these the tick says anything.
    shown = SeenField()
    seen = SeenField()

    @classmethod
    def typed(cls, draft: HeadnoteDraft) -> dict[str, Any]:
        """The draft as the form shows it."""
        return {
            "text": draft.text,
            "comment": draft.comment,
            "tags": ", ".join(draft.tags),
            "tells_where": draft.tells_where,
            "seen": fields_digest(draft, DRAFTED),
        }

    @property
    def said(self) -> Said:
        given = self.cleaned_data
        tags = tuple(one for one in given["tags"].split(",") if one.strip())
        return Said(given["text"], given["comment"], tags, given["tells_where"], given["no_names"], given["shown"])

    def refuse(self, error: Refused) -> None:
        """Why not; where words may be meant otherwise the officer is asked to say so."""
        refuse(self, error)
        if isinstance(error, Names) and error.doubts:
            self.fields["no_names"].widget = forms.CheckboxInput()
            self["no_names"].help_text = format_html_join(
                SafeString("<br>"), "«{}»: {}", ((one.word, one.sentence) for one in error.doubts)
            )
            data = cast(QueryDict, self.data).copy()
            data["shown"] = digest_of(error.doubts)
            data.pop("no_names", None)  # said of what was shown before
            self.data = data


class PublishHeadnoteForm(forms.Form):
    """What was seen, and why it takes the place of what is published."""

    seen = SeenField()
    reason = text_field(_("Perché cambia"), rows=2, required=False)


class WithdrawHeadnoteForm(forms.Form):
    seen = NumberField(widget=forms.HiddenInput, min_value=1)
    reason = text_field(_("Perché si ritira"), rows=2)


class CasebookForm(forms.Form):
    """What everybody may ask the casebook for; its address may be kept."""

    q = forms.CharField(label=_("Che cosa si cerca"), max_length=200, required=False)
    articolo = NumberField(label=_("Articolo"), min_value=1, max_value=9999, required=False)
    codice = forms.ChoiceField(label=_("Codice"), required=False)
    voce = forms.CharField(label=_("Voce"), max_length=LONGEST_TAG, required=False)
    anomalia = forms.SlugField(label=_("Anomalia"), max_length=80, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        codes = [(book.id, f"{spoken(book.title)} · {book.edition}") for book in all_rulebooks()]
        self.fields["codice"].choices = [("", _("qualsiasi")), *codes]  # type: ignore[attr-defined]

    @property
    def asked(self) -> HeadnoteQuery:
        given = self.cleaned_data
        number, code = given["articolo"], given["codice"]
        article = (f"{code}/{number}" if code else str(number)) if number else ""
        filters = {
            Kind.ARTICLE: article, Kind.CODE: code, Kind.TAG: given["voce"].lower(), Kind.PROCEDURE: given["anomalia"],
        }  # fmt: skip
        return HeadnoteQuery(given["q"], {kind: value for kind, value in filters.items() if value})

    @property
    def canonical(self) -> dict[str, str]:
        """What the address says, without what says nothing, in the order of the fields."""
        told = {name: self.cleaned_data.get(name) for name in self.fields}
        return {name: " ".join(str(value).split()) for name, value in told.items() if value not in (None, "")}

    @property
    def address(self) -> str:
        return urlencode(self.canonical)
