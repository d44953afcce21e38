"""A received tournament, read from its package alone: its head, its standings, its rulings."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.packages.forms import ChoiceForm, EraseForm, HomologateForm, RemarkForm
from federation.packages.models import Homologation, ReceivedPackage
from federation.packages.queries import (
    PackedRuling,
    Point,
    agrees_with,
    in_front,
    is_erased,
    manifest_of,
    native_of,
    records_of_kind,
    rulings,
    standings,
)
from people.offices.access import get_federation
from records.requests import Request
from records.rights import FederationRight
from referee.cards.models import BoardPlay, CardEnding
from referee.rulings.document import effect_words

PER_PAGE = 100
State = ReceivedPackage.State


def package_context(request: Request, package: ReceivedPackage) -> dict[str, Any]:
    """All that the page of a package tells."""
    manifest, native = manifest_of(package), native_of(package)
    versions = ReceivedPackage.objects.filter(federation=package.federation, uid=package.uid).order_by("-version")
    front = in_front(package.federation, package.uid)
    return {
        "federation": package.federation,
        "package": package,
        "manifest": manifest,
        "versions": versions.select_related("key"),
        "front": front,
        "stands_in_front": front is not None and front.pk == package.pk,
        "native": native,
        "agrees": native is not None and agrees_with(package, native),
        "erased": is_erased(package),
        "points": [{**one, "name": _name_of(one["kind"])} for one in package.points],
        "remarks": package.remarks.select_related("made_by"),
        "homologation": Homologation.objects.filter(package=package).select_related("officer").first(),
        "is_open": package.state in (State.RECEIVED, State.CHECKED) and not package.waits_for_choice,
        "has_answer": package.state in (State.RETURNED, State.HOMOLOGATED),
        "remark_form": RemarkForm(),
        "homologate_form": HomologateForm(has_points=bool(package.points)),
        "choice_form": ChoiceForm(),
        "erase_form": EraseForm(),
    }


def _name_of(kind: str) -> str:
    return str(Point(kind).label) if kind in Point else kind


@require_safe
def packed_standings(request: Request, code: str, pk: int) -> HttpResponse:
    """The latest standings of each stage, as they were published."""
    package = _find(request, code, pk)
    found = [
        (one, section.get("name", ""), row)
        for one in standings(package)
        for section in one.sections
        for row in section["rows"]
    ]
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    context = {"federation": package.federation, "package": package, "page": page}
    return render(request, "federation/received/packed_standings.html", context)


@require_safe
def packed_rulings(request: Request, code: str, pk: int) -> HttpResponse:
    package = _find(request, code, pk)
    found = [one for one in rulings(package) if one.is_current]
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    context = {"federation": package.federation, "package": package, "page": page}
    return render(request, "federation/received/packed_rulings.html", context)


@require_safe
def packed_ruling(request: Request, code: str, pk: int, number: int) -> HttpResponse:
    """A ruling, whole, with the versions before it."""
    package = _find(request, code, pk)
    versions = [one for one in rulings(package) if one.number == number]
    if not versions:
        raise Http404
    return render(request, "federation/received/packed_ruling.html", ruling_context(package, versions))


def ruling_context(package: ReceivedPackage, versions: Sequence[PackedRuling]) -> dict[str, Any]:
    """The last of these versions of a ruling, whole."""
    current = versions[-1]
    return {
        "federation": package.federation,
        "package": package,
        "ruling": current,
        "told": current.told,
        "effects": effect_words(current.told["effects"]),
        "proposed": effect_words(current.told["proposed_effects"]) if current.told["departed"] else (),
        "facts": [one for one in current.told["facts"] if one.get("mattered")],
        "earlier": versions[:-1],
        "scores": _scores(package, current),
    }


def _scores(package: ReceivedPackage, ruling: PackedRuling) -> list[dict[str, Any]]:
    """The arbitral scores in force that it gave, each with the ending or play of which it is a bound."""
    found = records_of_kind(package, "referee.ArbitralScore")
    given = [one for one in found if one["ruling_id"] == ruling.told["id"] and one["is_current"]]
    return [{**one, "rests_on": _resting_words(package, one)} for one in given]


def _resting_words(package: ReceivedPackage, score: Mapping[str, Any]) -> str:
    """As its own tournament calls it, naming no card; nothing where the score rests on none."""
    for kind, pk in ((CardEnding, score["ending_id"]), (BoardPlay, score["play_id"])):
        if pk is not None:
            number = next(
                (one["number"] for one in records_of_kind(package, kind._meta.label) if one["id"] == pk), None
            )
            name = str(kind(number=number)) if number else str(kind._meta.verbose_name).capitalize()
            return name if number else _("%(record)s, che il pacchetto trattiene finché si gioca") % {"record": name}
    return ""


def _find(request: Request, code: str, pk: int) -> ReceivedPackage:
    federation = get_federation(request, code, FederationRight.VIEW_PACKAGES)
    return get_object_or_404(ReceivedPackage.objects.select_related("federation"), pk=pk, federation=federation)
