"""Who comes in: user name and password, as often as `actions.signing_in` lets one try.

The code asked again before what is final: a director's laptop may stand open on the desk. And passwords that anybody
would try here; what Django's validators refuse besides (short, known from breaches, like the name) is in the settings.
"""

import re
import time
from datetime import datetime
from typing import Any, cast

from django import forms
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, PasswordChangeForm
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext_lazy
from django_otp import user_has_device

from people.accounts.models import User
from people.sign_in.actions import claim_try, forget_tries, is_right
from people.sign_in.doors import log_credential_change, log_too_many_tries
from people.sign_in.sessions import VERIFIED, OwnSession
from records.requests import PublicRequest, Refused, Request, address_of


class CodeForm(forms.Form):
    """The code that a phone shows now, or one of those kept for a lost phone."""

    code = forms.CharField(
        label=_lazy("Codice"),
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code", "autofocus": True}),
    )


class OwnPasswordForm(forms.Form):
    """The password again, of whoever has signed in."""

    password = forms.CharField(
        label=_lazy("La tua password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: Request, data: Any = None) -> None:
        super().__init__(data)
        self.request = request

    def clean_password(self) -> str:
        return own_password(self.request, self.cleaned_data["password"])


class ProvedForm(OwnPasswordForm, CodeForm):
    """Password and code: whoever finds a session open changes nothing of how its account comes in."""

    field_order = ("password", "code")

    def __init__(self, request: Request, data: Any = None) -> None:
        super().__init__(request, data)
        # One first reads what to do with the phone, and writes the password.
        self.fields["code"].widget.attrs.pop("autofocus")


class EndSessionForm(OwnPasswordForm):
    """Which of one's other sessions is to end."""

    session = forms.ChoiceField(label=_lazy("Altri accessi"), widget=forms.RadioSelect)
    field_order = ("session", "password")

    def __init__(self, request: Request, others: list[OwnSession], data: Any = None) -> None:
        super().__init__(request, data)
        cast(forms.ChoiceField, self.fields["session"]).choices = [(one.mark, _told(one)) for one in others]


def _told(one: OwnSession) -> str:
    moments = {"since": localized(one.since), "seen": localized(one.seen)}
    return _("dal %(since)s, usato l’ultima volta il %(seen)s") % moments


def localized(moment: datetime) -> str:
    """Day and hour on the clock of the hall."""
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")


class NewPasswordForm(PasswordChangeForm):
    """Django's, whose old password cannot be tried without end either."""

    def __init__(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        return own_password(self.request, self.cleaned_data["old_password"])


def own_password(request: Request, password: str) -> str:
    """The password, if it is that of whoever has signed in; tries are counted as at the door."""
    who, now = {"name": request.user.get_username(), "address": address_of(request)}, timezone.now()
    if minutes := claim_try(**who, at=now):
        log_too_many_tries(request)
        raise ValidationError(SignInForm.error_messages["wait"], code="wait", params={"minutes": minutes})
    if not request.user.check_password(password):
        log_credential_change(request, request.user, "own password refused")
        raise ValidationError(
            _lazy("La password non è la tua: controlla le maiuscole e riprova."), code="password_incorrect"
        )
    forget_tries(**who, at=now)
    return password


USERNAME_HELP = _lazy("Con cui entra: lettere, cifre e @ . + - _")


class FirstAccountForm(BaseUserCreationForm):  # type: ignore[type-arg]  # Django's is no generic when it runs
    """Who administers a new installation."""

    first_name = forms.CharField(label=_lazy("Nome"), max_length=150)
    last_name = forms.CharField(label=_lazy("Cognome"), max_length=150)
    field_order: tuple[str, ...] = ("first_name", "last_name", "username", "password1", "password2")

    class Meta(BaseUserCreationForm.Meta):
        model = User
        help_texts = {"username": USERNAME_HELP}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Django's begins with the user name; one begins to fill in where the form begins.
        self.fields["username"].widget.attrs.pop("autofocus", None)
        self.fields["first_name"].widget.attrs["autofocus"] = True


class SignInForm(AuthenticationForm):
    """User name and password; after ten failures one waits ten minutes, right password or not."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _lazy("Nome utente o password non corrispondono. Controlla le maiuscole e riprova."),
        "wait": ngettext_lazy(
            "Troppi tentativi falliti. Riprova fra %(minutes)d minuto, o chiedi al direttore di gara.",
            "Troppi tentativi falliti. Riprova fra %(minutes)d minuti, o chiedi al direttore di gara.",
            "minutes",
        ),
    }

    def clean(self) -> dict[str, Any]:
        # The name as the field cleaned it, and as the account is looked up: blanks around it make no other name.
        name, address = self.cleaned_data.get("username", ""), address_of(self.request)
        if not name or not self.cleaned_data.get("password"):
            return super().clean()
        # Before the password is looked at: during the wait the right one opens nothing either.
        now = timezone.now()
        minutes = claim_try(name=name, address=address, at=now)
        if minutes:
            log_too_many_tries(self.request)
            raise ValidationError(self.error_messages["wait"], code="wait", params={"minutes": minutes})
        cleaned = super().clean()
        forget_tries(name=name, address=address, at=now)
        return cleaned


# A code holds for what is done at one sitting: final standings of the groups, the prizes, the end.
FRESH = 10 * 60
WRONG = _lazy("Il codice non è quello di adesso. Aspetta il prossimo e riprova.")


def verified(session: SessionBase) -> None:
    """Note that a code was right just now."""
    session[VERIFIED] = int(time.time())


def code_taken(request: HttpRequest, user: User, form: BaseForm, *, noted: str) -> bool:
    """Whether the code of a form is right; otherwise the form says why not, and the log what for."""
    try:
        if is_right(user, form.cleaned_data["code"]):
            return True
        form.add_error("code", WRONG)
    except Refused as refused:
        form.add_error("code", str(refused))
    log_credential_change(request, user, noted)
    return False


def is_wanted(request: PublicRequest) -> bool:
    """Whether what is final asks a code of this person now; never of an account without a second factor."""
    last = request.session.get(VERIFIED)
    # It may have been taken off since, on another device or by an administrator: there is no code to type then.
    return last is not None and time.time() - last >= FRESH and user_has_device(request.user)


def ask_again(request: Request) -> None:
    """Take the code that came with a form. Raises Refused where one is wanted and is not the right one."""
    if not is_wanted(request):
        return
    if not is_right(request.user, request.POST.get("code", "")):
        log_credential_change(request, request.user, "code refused before what is final")
        raise Refused(_("Scrivi il codice che il tuo telefono mostra adesso: serve per quello che è definitivo."))
    verified(request.session)


# docs/asvs.md shows them; a password may hold one among others, not be made of them alone.
OF_THE_HOUSE = frozenset(
    "referee torneo tornei tressette burraco burrachi bridge carte accusa napoletana fitres fibur federazione codice "
    "arbitro arbitri capo direttore direzione gara sala conti segnapunti circolo coppa admin amministratore "
    "di del della e a the of password accesso demo prova test tournament director arbiter scorer cards".split()
)
LONGEST = max(map(len, OF_THE_HOUSE))
_NO_LETTER = re.compile(r"[\W\d_]+")


class NoWordOfTheHouse:
    """Refuses a password of which, figures and signs apart, nothing but such words is left."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        words = _NO_LETTER.sub(" ", password.casefold()).split()
        if words and all(_is_made_of_them(word) for word in words):
            raise ValidationError(self.get_help_text(), code="word_of_the_house")

    def get_help_text(self) -> str:
        return str(_("La password non può essere fatta solo di parole di questo ambiente, come «torneo» o «arbitro»."))


def _is_made_of_them(word: str) -> bool:
    """Whether it is one of them, or several written together; of 20,000 letters too it is said at once."""
    reached = [True] + [False] * len(word)
    for end in range(1, len(word) + 1):
        starts = range(max(0, end - LONGEST), end)
        reached[end] = any(reached[start] and word[start:end] in OF_THE_HOUSE for start in starts)
    return reached[-1]
