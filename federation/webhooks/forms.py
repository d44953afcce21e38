"""The form that adds an address to be told."""

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.webhooks.models import HookEvent, Webhook


class WebhookForm(forms.Form):
    """Who is told, where, of what."""

    name = forms.CharField(label=_("A chi"), max_length=80, help_text=_("Per esempio: sito della federazione."))
    address = forms.CharField(
        label=_("Indirizzo"),
        max_length=Webhook._meta.get_field("address").max_length,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
        help_text=_("Comincia con https:// e si raggiunge da internet."),
    )
    happenings = forms.TypedMultipleChoiceField(
        label=_("Di che cosa"), choices=HookEvent.choices, coerce=HookEvent, widget=forms.CheckboxSelectMultiple
    )
