"""Forms of accounts: who is invited, who is meant, and the password that its owner writes."""

from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm, SetPasswordForm
from django.utils.translation import gettext_lazy as _

from pages.forms import NumberField
from people.accounts.models import User
from people.sign_in.forms import USERNAME_HELP


class InvitePersonForm(forms.ModelForm):  # type: ignore[type-arg]  # Django's is no generic when it runs
    """Who gets an account, and whether tournaments may be created with it."""

    first_name = forms.CharField(label=_("Nome"), max_length=150)
    last_name = forms.CharField(label=_("Cognome"), max_length=150)
    may_create = forms.BooleanField(
        label=_("Può creare tornei"), required=False, initial=True, help_text=_("E li dirige. Si cambia quando vuoi.")
    )
    field_order = ("first_name", "last_name", "username", "may_create")

    class Meta:
        model = User
        fields = ("username", "first_name", "last_name")
        help_texts = {"username": USERNAME_HELP}
        field_classes = BaseUserCreationForm.Meta.field_classes


class AccountForm(forms.Form):
    """Whose account is meant, on a button beside it."""

    user = NumberField(widget=forms.HiddenInput, min_value=1)


class CreatesForm(AccountForm):
    """Whether tournaments may be created with it."""

    allowed = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda said: said == "yes", widget=forms.HiddenInput
    )


class FirstPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # as above
    """The password of an account that has none yet, or of whoever lost theirs."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].widget.attrs["autofocus"] = True
