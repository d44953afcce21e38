"""The admin, for what has no page: accounts, what each may do beside its tasks, and the names of federations.

People, clubs, entries, tasks and tournaments have pages of their own, whose actions leave a line in a log. Whatever the
admin is asked that it cannot make sense of is 400, as anywhere else.
"""

# Django's ModelAdmin takes no type argument at run time.
# mypy: disable-error-code="type-arg"

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import BadRequest
from django.db import DataError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_tasks_db import admin as _jobs  # noqa: F401  # registers its own before it is taken out
from django_tasks_db.models import DBTaskResult

from pages.forms import number_in
from people.accounts.models import Federation, User
from people.offices.log import write_federation_line
from people.sign_in.actions import end_sessions, take_off
from people.sign_in.doors import log_credential_change
from records.action import Actor
from records.official_records import collect_written

admin.site.site_header = _("Archivio")
admin.site.site_title = _("Archivio")
admin.site.index_title = _("Correzioni rare")
# What packages bring by themselves.
admin.site.unregister([Group, DBTaskResult])


class Understood:
    """Pages asked by what no browser sends are 400, where Django has none but an error: a NUL, a number too large."""

    def get_urls(self) -> list[Any]:
        patterns: list[Any] = super().get_urls()  # type: ignore[misc]
        for pattern in patterns:
            pattern.callback = _understood(pattern.callback)
        return patterns


def _understood(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        sent = [word for said in (request.GET, request.POST) for name, words in said.lists() for word in (name, *words)]
        if any("\0" in word for word in (*sent, unquote(str(kwargs.get("object_id", ""))))):
            raise BadRequest("a NUL")
        if any("regex" in name for name in request.GET):
            raise BadRequest("rows looked for by a pattern")
        if any(number_in(chosen) is None for chosen in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            raise BadRequest("rows chosen by what is no number")
        try:
            return view(request, *args, **kwargs)
        except (OverflowError, DataError) as error:
            raise BadRequest("a number that no record can have") from error

    return answer


@admin.register(User)
class AccountAdmin(Understood, UserAdmin):
    """Django's, and what to do for somebody whose phone is gone: end their sessions, take the second factor off."""

    actions = ["sign_out", "take_second_factor_off"]

    @admin.action(description=_("Fai uscire su tutti i dispositivi"), permissions=["change"])
    def sign_out(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            end_sessions(user)
            log_credential_change(request, user, "signed out everywhere by an administrator")
        self.message_user(request, _("Sono usciti su tutti i dispositivi."))

    @admin.action(description=_("Togli la verifica in due passaggi"), permissions=["change"])
    def take_second_factor_off(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            take_off(user)
            end_sessions(user)
            log_credential_change(request, user, "second factor taken off by an administrator")
        self.message_user(request, _("Entrano con la sola password, finché non la attivano di nuovo."))


@admin.register(Group)
class RightsAdmin(Understood, GroupAdmin):
    pass


@admin.register(Federation)
class FederationAdmin(Understood, admin.ModelAdmin):
    list_display = ["code", "name"]

    def save_model(self, request: HttpRequest, obj: Federation, form: object, change: bool) -> None:
        """With the line of its log that seals it."""
        with collect_written():
            super().save_model(request, obj, form, change)
            by = Actor(request.user, timezone.now(), "", doing="change_federation" if change else "found_federation")  # type: ignore[arg-type]  # who signed in
            write_federation_line(by, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Federation | None = None) -> list[str]:
        # The code stands in addresses and in what was signed.
        return ["code"] if obj else []
