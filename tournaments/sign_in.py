"""Who comes in, and how often one may try.

All the phones of a hall share one address, so failures are counted by user name
and address together: a stranger's attempts never lock the hall out.
"""

from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

FAILURES_ALLOWED = 10
WAIT_MINUTES = 10


class SignInForm(AuthenticationForm):
    """User name and password; after ten failures one waits ten minutes, right password or not."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("Nome utente o password non corrispondono. Controlla le maiuscole e riprova."),
        "wait": _("Troppi tentativi falliti. Riprova fra %(minutes)d minuti, o chiedi al direttore di gara."),
    }

    def clean(self) -> dict[str, Any]:
        counter = self._counter()
        # Before the password is looked at: during the wait the right one opens nothing either.
        if cache.get(counter, 0) >= FAILURES_ALLOWED:
            raise ValidationError(self.error_messages["wait"], code="wait", params={"minutes": WAIT_MINUTES})
        try:
            cleaned = super().clean()
        except ValidationError:
            _count_failure(counter)
            raise
        cache.delete(counter)
        return cleaned

    def _counter(self) -> str:
        # Hashed, because a user name may hold any character.
        who = f"{self.data.get('username', '').casefold()}\n{address_of(self.request)}"
        return f"sign-in:{sha256(who.encode()).hexdigest()}"


def _count_failure(counter: str) -> None:
    seconds = WAIT_MINUTES * 60
    # In steps that the cache takes whole, so that attempts at the same moment are all counted.
    cache.add(counter, 0, seconds)
    cache.incr(counter)
    # The wait starts anew from the last failure.
    cache.touch(counter, seconds)


def address_of(request: HttpRequest | None) -> str:
    """The network address of the visitor; behind a proxy, the one our own proxy wrote last."""
    if request is None:
        return ""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


@login_not_required
@require_safe
def admin_sign_in(request: HttpRequest) -> HttpResponse:
    # The administration has no door of its own: everybody signs in by the same, throttled one.
    target = request.GET.get("next") or "/admin/"
    if not request.user.is_authenticated:
        return redirect_to_login(target)
    if not request.user.is_staff:
        raise PermissionDenied
    return redirect("admin:index")
