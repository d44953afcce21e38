"""The code asked again before what is final: a director's laptop may stand open on the desk."""

import time

from django.contrib.sessions.backends.base import SessionBase
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_otp import user_has_device

from tournaments.actions.second_factor import is_right
from tournaments.models import User
from tournaments.refusals import Refused
from tournaments.requests import PublicRequest, Request
from tournaments.signing_in.begin import changed
from tournaments.signing_in.session_store import VERIFIED

# A code holds for what is done at one sitting: final standings of the groups, the prizes, the end.
FRESH = 10 * 60
WRONG = gettext_lazy("Il codice non è quello di adesso. Aspetta il prossimo e riprova.")


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
    changed(request, user, noted)
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
        changed(request, request.user, "code refused before what is final")
        raise Refused(_("Scrivi il codice che il tuo telefono mostra adesso: serve per quello che è definitivo."))
    verified(request.session)
