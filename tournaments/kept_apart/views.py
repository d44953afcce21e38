"""Pairs kept apart: the list with its reasons, a new one, one lifted."""

from typing import Any

from django.utils.translation import gettext_lazy as _lazy

from pages.form_views import FormPage
from pages.forms import ReasonForm
from pages.views import posted
from records.requests import Request
from records.rights import Right
from tournaments.draw.forms import KeptApartForm
from tournaments.kept_apart.actions import keep_apart, lift_kept_apart
from tournaments.kept_apart.models import KeptApart
from tournaments.setup.access import get_tournament, within
from tournaments.setup.models import Tournament


def _shown(request: Request, tournament: Tournament) -> dict[str, Any]:
    related = KeptApart.objects.filter(tournament=tournament).order_by("lifted_at", "-pk")
    return {"kept": related.select_related("first", "second", "set_by", "lifted_by")}


kept_apart = FormPage(
    find=get_tournament, right=Right.MANAGE_ROUNDS, reads=Right.VIEW_DESK, of="tournament", act=keep_apart,
    form=lambda request, tournament: KeptApartForm(posted(request), tournament=tournament),
    said=_lazy("Separati: vale per ogni turno che si prepara da adesso."), to=("kept_apart", "slug"),
    page="tournaments/kept_apart/kept_apart.html", shows=_shown,
)  # fmt: skip


lift = FormPage(
    find=within(KeptApart.objects.select_related("first", "second", "set_by", "lifted_by")),
    right=Right.MANAGE_ROUNDS, of="kept", form=ReasonForm, act=lift_kept_apart, to=("kept_apart", "slug"),
    said=_lazy("Tolta: dal prossimo abbinamento possono incontrarsi."),
    page="tournaments/kept_apart/lift_kept_apart.html",
)  # fmt: skip
