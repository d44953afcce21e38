"""Forms about published standings: reports, answers, prizes, the end."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from pages.forms import EurosField, NumberField, ReasonForm, SeenField, choose_from, text_field
from records.locks import fields_digest
from tournaments.entries.models import Entry
from tournaments.planning.models import Group
from tournaments.publication.actions import FIELDS
from tournaments.publication.models import Prize, Publication
from tournaments.rounds.queries import UnconfirmedScore
from tournaments.setup.models import Contest, Tournament


class PublishForm(forms.Form):
    """Which standings are published, from which data, and why."""

    stage = NumberField(widget=forms.HiddenInput, min_value=1)
    data_version = NumberField(widget=forms.HiddenInput, min_value=0)
    figures = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)
    reason = text_field(_("Motivo"), rows=2, required=False)
    incomplete = forms.BooleanField(label=_("Pubblica anche se manca qualcosa"), required=False)


class InterruptForm(ReasonForm):
    """Why the tournament cannot go on; where prizes rest on scores that nobody confirmed, that they are let be."""

    let_be = forms.BooleanField(label=_("Si premia anche con questi punteggi non confermati"), required=False)

    def __init__(self, *args: Any, waiting: Sequence[UnconfirmedScore], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.waiting = waiting
        # What the page shows, and what a page left open showed.
        self.seen = " ".join(map(_place, waiting))
        if not waiting:
            del self.fields["let_be"]
        else:
            self.fields["reason"].help_text = _("Scrivi anche perché quei punteggi restano non confermati.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        sent = self.data.get("unconfirmed", "").split(" ")
        read = [one for one in self.waiting if _place(one) in sent]
        return cleaned | {"let_be": read if cleaned.get("let_be") else []}


def _place(one: UnconfirmedScore) -> str:
    return ".".join(map(str, one))


class ReportForm(forms.Form):
    """An error in provisional standings, from somebody without log-in: of which pair, what, who says so."""

    entry = NumberField(
        label=_("Numero della coppia"), min_value=1, max_value=9999, help_text=_("È scritto accanto ai nomi.")
    )
    text = text_field(_("Che cosa non torna"))
    name = forms.CharField(
        label=_("Il tuo nome"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )

    def __init__(self, *args: Any, publication: Publication, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.publication = publication
        if publication.tournament.contest != Contest.PAIRS:
            self.fields["entry"].label = _("Il tuo numero")

    def clean_entry(self) -> Entry:
        number = self.cleaned_data["entry"]
        ranked = {row["entry"] for section in self.publication.rows for row in section["rows"]}
        found = Entry.objects.filter(tournament=self.publication.tournament_id, number=number).first()
        if found is None or number not in ranked:
            raise forms.ValidationError(_("In questa classifica nessuno ha questo numero."))
        return found


class AnswerForm(forms.Form):
    """What came of a report."""

    accepted = forms.TypedChoiceField(
        label=_("Esito"),
        choices=[("yes", _("Accolta: i punteggi vanno corretti")), ("no", _("Respinta: i punteggi sono giusti"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    answer = text_field(_("Risposta"))


class CloseReportsForm(forms.Form):
    """All reports that wait, closed at once: up to the last one that the page showed, and why."""

    up_to = NumberField(widget=forms.HiddenInput, min_value=1)
    reason = text_field(_("Perché si chiudono senza esame"), rows=2)


class PrizeForm(forms.Form):
    """What some places win."""

    name = forms.CharField(label=_("Premio"), max_length=200)
    place_from = NumberField(label=_("Dal posto"), min_value=1, max_value=9999, initial=1)
    place_to = NumberField(label=_("Al posto"), min_value=1, max_value=9999, initial=1)
    group = forms.ModelChoiceField(
        Group.objects.none(), label=_("Girone"), required=False, empty_label=_("Tutta la classifica")
    )
    category = forms.CharField(
        label=_("Categoria"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"list": "category-choices", "autocomplete": "off"}),
        help_text=_("Solo fra chi ha questa categoria; vuoto: tutti."),
    )
    cents = EurosField(
        label=_("Importo in euro"), required=False, help_text=_("Per ogni posto; vuoto: nessun importo.")
    )
    in_kind = forms.BooleanField(label=_("In natura: un oggetto, non denaro"), required=False)
    seen = SeenField()

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups = Group.objects.filter(stage__tournament=tournament).select_related("stage")
        in_order = groups.order_by("stage__number", "number")
        choose_from(self, "group", in_order, lambda group: f"{group.stage.name}: {group.name}")
        if not groups:
            del self.fields["group"]

    def clean(self) -> dict[str, Any]:
        return {"group": None} | (super().clean() or {})

    @staticmethod
    def after_others(tournament: Tournament) -> dict[str, int]:
        """The first place of the whole field for which nothing is put up after the others."""
        whole = tournament.prizes.filter(group=None, category="")
        place = (whole.aggregate(last=Max("place_to"))["last"] or 0) + 1
        return {"place_from": place, "place_to": place}

    @staticmethod
    def typed(prize: Prize) -> dict[str, Any]:
        return {name: getattr(prize, name) for name in FIELDS} | {"seen": fields_digest(prize, FIELDS)}
