"""The admin, for rare edits: accounts, people, names and places.

Never for what is official: scores, the state of rounds, adjustments and the log are written by actions alone,
so they are not registered here.
"""

# Django's ModelAdmin takes no type argument at run time.
# mypy: disable-error-code="type-arg"

from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import BadRequest
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pages.forms import number_in
from people.accounts.models import Club, Federation, Player, User
from people.sign_in.actions import end_sessions, take_off
from people.sign_in.middleware import log_credential_change
from records.locks import lock_tournament, tournament_of
from records.log import write_line
from records.official_records import collect_written
from tournaments.entries.models import Entry, EntryMember
from tournaments.setup.models import Membership, Tournament

admin.site.site_header = _("Archivio")
admin.site.site_title = _("Archivio")
admin.site.index_title = _("Correzioni rare")


class WholeNumbers:
    """A list whose chosen rows are told by their numbers: anything else is 400, where Django has none but an error."""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        if any(number_in(chosen) is None for chosen in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            raise BadRequest("rows chosen by what is no number")
        return super().changelist_view(request, extra_context)  # type: ignore[misc]


@admin.register(User)
class AccountAdmin(WholeNumbers, UserAdmin):
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


@admin.register(Federation)
class FederationAdmin(WholeNumbers, admin.ModelAdmin):
    list_display = ["code", "name"]


@admin.register(Club)
class ClubAdmin(WholeNumbers, admin.ModelAdmin):
    list_display = ["name", "town", "federation"]
    list_select_related = ["federation"]
    search_fields = ["name", "town"]


@admin.register(Player)
class PlayerAdmin(WholeNumbers, admin.ModelAdmin):
    list_display = ["last_name", "first_name", "card_number"]
    search_fields = ["last_name", "first_name", "card_number"]


class Sealing(WholeNumbers, admin.ModelAdmin):
    """Of official records: what is written stands in the log of their tournament, whose line seals it."""

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        with transaction.atomic(), collect_written():
            return super().changeform_view(request, *args, **kwargs)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        record, user = form.instance, cast(User, request.user)
        tournament = tournament_of(record)
        lock_tournament(tournament.pk)
        told = {"tournament": tournament, "actor": user, "at": timezone.now(), "record": record, "data": {}}
        write_line(action="correct_in_admin", **told)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EntryMemberInline(admin.TabularInline):
    model = EntryMember
    autocomplete_fields = ["player"]
    extra = 0
    max_num = 2
    can_delete = False


@admin.register(Entry)
class EntryAdmin(Sealing):
    list_display = ["number", "name", "tournament"]
    list_filter = ["tournament"]
    list_select_related = ["tournament"]
    search_fields = ["name"]
    fields = ["tournament", "number", "name"]
    inlines = [EntryMemberInline]

    def get_readonly_fields(self, request: HttpRequest, obj: Entry | None = None) -> list[str]:
        # The number and the tournament of a pair stand in scores and lots: only its name changes.
        return ["tournament", "number"] if obj else []


@admin.register(Membership)
class MembershipAdmin(Sealing):
    list_display = ["user", "tournament", "role"]
    list_filter = ["tournament", "role"]
    list_select_related = ["user", "tournament"]


@admin.register(Tournament)
class TournamentAdmin(Sealing):
    """Name and place only: the options decide rules and scores, and are fixed when a tournament is created."""

    list_display = ["name", "place", "starts_on"]
    fields = ["name", "place"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
