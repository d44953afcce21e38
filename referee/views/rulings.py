"""Rulings: the list, one to read or print, its versions, its revision."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from referee.actions.base import StaleRecord
from referee.actions.rulings import revise_ruling
from referee.editions import changed_by, rule_changed
from referee.forms import RevisionForm, RulingsFilter
from referee.law import arbitral_score as law
from referee.models import ArbitralScore, Ruling
from referee.queries import current_rulings, reopened_at
from referee.views.places import conflict, find_ruling
from referee.views.proposing import effects_to_read
from referee.views.working import arithmetic_context
from referee.wording import spoken, spoken_line
from tournaments.access import get_tournament
from tournaments.actions.base import Actor, Refused
from tournaments.desk.forms import refuse
from tournaments.models import Tournament
from tournaments.permissions import Right
from tournaments.seats import Seat

RULINGS_PER_PAGE = 50


@require_safe
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """The rulings in force, newest first, filtered by table, anomaly or article."""
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    everything = current_rulings(tournament)
    kinds = {ruling["procedure"]: spoken(ruling["title"]) for ruling in everything.values("procedure", "title")}
    form = RulingsFilter(request.GET or None, procedures=sorted(kinds.items(), key=lambda kind: kind[1]))
    chosen = form.cleaned_data if form.is_valid() else {}
    found = everything
    if chosen.get("table"):
        found = found.filter(case__table__number=chosen["table"])
    if chosen.get("procedure"):
        found = found.filter(procedure=chosen["procedure"])
    if chosen.get("article"):
        found = found.filter(pk__in=_citing(everything, chosen["article"]))
    page = Paginator(found, RULINGS_PER_PAGE).get_page(request.GET.get("page"))
    context = {"tournament": tournament, "form": form, "page": page, "filtered": any(chosen.values())}
    return render(request, "referee/rulings.html", context, status=200 if form.is_valid() or not form.is_bound else 422)


def _citing(rulings: object, article: int) -> list[int]:
    """Which of them cite the article (looked up here: SQLite cannot search inside JSON lists)."""
    rows = rulings.values_list("pk", "citations")  # type: ignore[attr-defined]
    return [pk for pk, citations in rows if any(cited["number"] == article for cited in citations)]


@require_safe
def ruling(request: HttpRequest, slug: str, number: int, version: int | None = None) -> HttpResponse:
    """One version of a ruling, whole, from its own record."""
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    found = find_ruling(tournament, number, version)
    return _show(request, tournament, found)


@require_http_methods(["GET", "HEAD", "POST"])
def revise(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Opens the ruling's case again, with the reason."""
    tournament = get_tournament(request, slug, Right.RULE)
    found = find_ruling(tournament, number)
    form = RevisionForm(request.POST or None, initial={"version": found.version})
    status = 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                given = form.cleaned_data
                case = revise_ruling(
                    by=Actor.of(request), ruling=found, expected_version=given["version"], reason=given["reason"]
                )
                return redirect("case", slug, case.number)
        except Refused as error:
            refuse(form, error)
        except StaleRecord as error:
            back = reverse("ruling", args=[slug, number])
            mine = _("Revisione: %(reason)s") % {"reason": form.cleaned_data["reason"]}
            return conflict(request, mine=mine, current=_summary(error.current), back=back)
    return render(
        request, "referee/revise.html", {"tournament": tournament, "ruling": found, "form": form}, status=status
    )


def _summary(record: object) -> str:
    """A ruling in a line: number, version, what it orders."""
    if not isinstance(record, Ruling):
        raise Http404
    orders = " ".join(spoken(effect["words"]) for effect in record.effects)
    return _("%(ruling)s, versione %(version)s: %(orders)s") % {
        "ruling": record,
        "version": record.version,
        "orders": orders,
    }


def _show(request: HttpRequest, tournament: Tournament, ruling: Ruling) -> HttpResponse:
    case = ruling.case
    score = case.arbitral_scores.filter(ruling=ruling).select_related("given_by").order_by("-version").first()
    rights = request.rights  # type: ignore[attr-defined]
    own = ruling.decided_by_id == request.user.pk
    context = {
        "tournament": tournament,
        "ruling": ruling,
        "case": case,
        "responsible": _responsible(ruling),
        "effects": effects_to_read(ruling.effects),
        "proposed": effects_to_read(ruling.proposed_effects),
        "mattered": [fact for fact in ruling.facts if fact["mattered"]],
        "needless": [fact for fact in ruling.facts if not fact["mattered"]],
        "versions": Ruling.objects.filter(case=case).select_related("decided_by").order_by("-version"),
        "rule_changed": rule_changed(ruling),
        "changed_by": changed_by(ruling),
        # In the order of play, whatever the order in which the database keeps the record's keys.
        "seats": [(seat, ruling.scene["seats"][seat]) for seat in Seat if seat in ruling.scene["seats"]],
        "score": score,
        "working": arithmetic_context(law.ArbitralScore.from_dict(score.arithmetic)) if score else None,
        "can_revise": ruling.is_current and Right.RULE in rights and (own or Right.REVISE_RULING in rights),
        "can_score": ruling.is_current and bool(ruling.arbitral) and Right.SET_ARBITRAL_SCORE in rights,
        "reopened": reopened_at(ruling) if ruling.is_current and ruling.version > 1 else [],
        "in_revision": ruling.is_current and case.is_draft,
        "awaits": ruling.is_current and bool(ruling.arbitral) and not _has_score(score),
    }
    return render(request, "referee/ruling.html", context)


def _responsible(ruling: Ruling) -> str:
    """Who was at fault, from the record: the player by name, or the line."""
    responsible = ruling.scene["responsible"]
    if responsible in ruling.scene["seats"]:
        return f"{ruling.tournament.seating.names[Seat(responsible)]}, {ruling.scene['seats'][responsible]}"
    return spoken_line(responsible, ruling.tournament.seating)


def _has_score(score: ArbitralScore | None) -> bool:
    return score is not None and score.is_current
