"""Annulling a ruling, and what a ruling loses when it is annulled or revised.

Rulings: the list, one to read or print, its versions, its revision.
"""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from codes.seats import Seat
from hall.desk.stages import preview_of
from pages.forms import refuse
from pages.views import PostedForm, attempt, conflict
from records.action import Actor
from records.locks import overtaken, who_changed
from records.requests import Refused, Request
from records.rights import Right
from referee.arbitral_scores.models import ArbitralScore
from referee.arbitral_scores.views import resting_on, working_of
from referee.cards.queries import has_endings
from referee.cases.base_actions import StaleRecord
from referee.cases.queries import hands_in_case, is_of_match
from referee.cases.record import FREE
from referee.cases.views import find_ruling
from referee.cases.walk import book_of
from referee.cases.words import in_reading_order, spoken
from referee.consultations.queries import ties_in_words
from referee.consultations.views import told_to
from referee.decisions.appeal_actions import change_by_appeal
from referee.decisions.appeal_queries import appeal_against, club_notices_on, why_not_scoring
from referee.decisions.consequences import fixed_by, overlay_of
from referee.decisions.forms import AnnulmentForm, RevisionForm, RulingsFilter
from referee.decisions.queries import current_rulings, follow_ups, returned_before
from referee.decisions.weight import confirmation_context
from referee.editions.queries import changed_by, rule_changed
from referee.home.queries import reopened_at
from referee.incidents.actions import annul_ruling, propose_annulment
from referee.orders.actions import credit_swapped
from referee.orders.execution_actions import withdrawn_by
from referee.orders.pair_swaps import Swapped, swapped
from referee.rulings.actions import revise_ruling
from referee.rulings.decision_views import effects_to_read
from referee.rulings.document import cards_named, detected_words, other_places_named, persons_with_questions, whom_named
from referee.rulings.models import Ruling
from tournaments.appeals.forms import ChangeForm
from tournaments.appeals.models import Appeal
from tournaments.appeals.queries import given_with, panel_of
from tournaments.appeals.views import page_context
from tournaments.entries.models import Entry
from tournaments.entries.rules import still_seated
from tournaments.scores.history_queries import table_readings
from tournaments.scores.models import Adjustment
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def annul(request: Request, slug: str, number: int) -> HttpResponse:
    """Of a ruling on a whole match, or of what it gave and took: a deal replayed or annulled is not undone by a pen."""
    # Whoever sees the cases may ask: the action says whose ruling it is.
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    found = find_ruling(tournament, number)
    if not may_be_annulled(found):
        raise Http404
    form = AnnulmentForm(request.POST or None, initial={"version": found.version})
    if request.method == "POST" and form.is_valid() and _annulled(request, found, form):
        if "propose" in request.POST:
            return redirect("proposal", slug, found.case.number)
        messages.success(request, _("%(ruling)s annullato.") % {"ruling": found})
        return redirect("ruling", slug, number)
    if request.method == "POST":  # somebody may have revised it while this one waited
        found = find_ruling(tournament, number)
    found.case.table.round.tournament = tournament
    context = {
        "tournament": tournament,
        "ruling": found,
        "form": form,
        "undone": undone_by(found),
        **ties_in_words(found.case, request.user),
        **confirmation_context(found.case, request.user, request.rights, ()),
        "preview": preview_of(found.case.table.round, overlay_of(found.case, (), book_of(tournament), found)),
    }
    return render(request, "referee/rulings/annul.html", context, status=422 if request.method == "POST" else 200)


def _annulled(request: Request, ruling: Ruling, form: AnnulmentForm) -> bool:
    given = form.cleaned_data
    act: Any = propose_annulment if "propose" in request.POST else annul_ruling
    try:
        act(by=Actor.of(request), ruling=ruling, expected_version=given["version"], reason=given["reason"])
    except Refused as error:
        refuse(form, error)
        return False
    except StaleRecord as error:
        current = cast(Ruling, error.current)
        told = f"{spoken(current.title)}, {current.reason}"
        refuse(form, overtaken(current, told, now=str(current.version), field="version"))
        return False
    return True


def may_be_annulled(ruling: Ruling) -> bool:
    """Whether an annulment would undo it whole: a board that it annulled was replayed, or has an arbitral score."""
    if is_of_match(ruling.tournament, ruling.procedure):
        return True
    undone = undone_by(ruling)
    return not ruling.annuls and bool(undone["adjustments"] or undone["scores"] or undone["entries"])


def undone_by(ruling: Ruling) -> dict[str, Any]:
    """What would be taken back were the ruling in force annulled or revised."""
    given = Adjustment.objects.filter(
        entry__tournament=ruling.tournament, reference=ruling.reference, cancelled_at__isnull=True
    )
    return {
        "scores": list(fixed_by(ruling).select_related("table__round")),
        "adjustments": list(given.select_related("entry")),
        "entries": withdrawn_by(ruling),
    }


RULINGS_PER_PAGE = 50


@require_safe
def rulings(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    everything = current_rulings(tournament)
    kinds = {ruling["procedure"]: spoken(ruling["title"]) for ruling in everything.values("procedure", "title")}
    form = RulingsFilter(request.GET or None, procedures=sorted(kinds.items(), key=lambda kind: kind[1]))
    chosen = form.cleaned_data if form.is_valid() else {}
    found = everything
    if chosen.get("table"):
        found = found.filter(_about(everything, chosen["table"]))
    if chosen.get("procedure"):
        found = found.filter(procedure=chosen["procedure"])
    if chosen.get("article"):
        found = found.filter(pk__in=_citing(everything, chosen["article"]))
    page = Paginator(found, RULINGS_PER_PAGE).get_page(request.GET.get("page"))
    context = {"tournament": tournament, "form": form, "page": page, "filtered": any(chosen.values())}
    return render(
        request, "referee/rulings/rulings.html", context, status=200 if form.is_valid() or not form.is_bound else 422
    )


def _about(rulings: "QuerySet[Ruling]", table: int) -> Q:
    """Those that were given at the tables of that number, or concern one of them too."""
    named = rulings.filter(case__elsewhere__isnull=False).values_list("pk", "scene")
    also = [pk for pk, scene in named if any(place["table"] == table for place in scene.get("elsewhere", ()))]
    return Q(case__table__number=table) | Q(pk__in=also)


def _citing(rulings: "QuerySet[Ruling]", article: int) -> list[int]:
    """Which of them cite the article (looked up here: SQLite cannot search inside JSON lists)."""
    rows = rulings.values_list("pk", "citations")
    return [pk for pk, citations in rows if any(cited["number"] == article for cited in citations)]


@require_safe
def ruling(request: Request, slug: str, number: int, version: int | None = None) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    found = find_ruling(tournament, number, version)
    return _show(request, tournament, found)


@require_http_methods(["GET", "HEAD", "POST"])
def revise(request: Request, slug: str, number: int) -> HttpResponse:
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
            who = who_changed(error.current)
            return conflict(request, mine=mine, current=_summary(error.current), back=back, who=who)
    return render(
        request,
        "referee/rulings/revise.html",
        {"tournament": tournament, "ruling": found, "form": form, "undone": undone_by(found)},
        status=status,
    )


def _summary(record: object) -> str:
    if not isinstance(record, Ruling):
        raise Http404
    orders = " ".join(spoken(effect["words"]) for effect in in_reading_order(record.effects))
    return _("%(ruling)s, versione %(version)s: %(orders)s") % {
        "ruling": record,
        "version": record.version,
        "orders": orders,
    }


def _show(
    request: Request, tournament: Tournament, ruling: Ruling, *, refusals: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    given = ruling.case.arbitral_scores.filter(ruling=ruling).select_related(*ArbitralScore.SHOWN_WITH)
    score = given.order_by("-version").first()
    context = _on_record(ruling) | {
        "tournament": tournament,
        "refusals": refusals,
        "consultations": told_to(request.user, ruling.case, until=ruling.decided_at),
        "ruling": ruling,
        "told": club_notices_on(ruling),
        "deal_hands": hands_in_case(request.user, ruling.case),
        "returned": returned_before(ruling),
        "left_open": list(ruling.orders.select_related("ended_by")),
        "case": ruling.case,
        "sheet": _sheet_of(tournament, ruling),
        "versions": Ruling.objects.filter(case=ruling.case).select_related("decided_by").order_by("-version"),
        "rule_changed": rule_changed(ruling),
        "changed_by": changed_by(ruling),
        "score": score,
        "rests_on": resting_on(request, score),
        "working": working_of(score) if score else None,
        # What is given here becomes VP by these tables.
        "table_readings": table_readings(tournament) if score or ruling.annuls else (),
        **_to_do(ruling, score, request),
    }
    return render(request, "referee/rulings/ruling.html", context, status=status)


def _sheet_of(tournament: Tournament, ruling: Ruling) -> str:
    """Where its paper is: a version that another has followed keeps an address of its own."""
    if ruling.is_current:
        return reverse("export_ruling", args=[tournament.slug, ruling.number])
    return reverse("export_ruling_version", args=[tournament.slug, ruling.number, ruling.version])


def _on_record(ruling: Ruling) -> dict[str, Any]:
    """What the ruling's own record tells, as it is read out."""
    seats = ruling.scene["seats"]
    return {
        "detected": detected_words(ruling),
        "persons": [
            (label, words)
            for label, who in persons_with_questions(ruling.scene)
            if (words := whom_named(ruling.scene, who, ruling.tournament.seat_names))
        ],
        "cards": cards_named(ruling.scene),
        "places": other_places_named(ruling.scene, ruling.tournament.seat_names),
        "effects": effects_to_read(ruling.effects),
        "proposed": effects_to_read(ruling.proposed_effects),
        "asked": [fact for fact in ruling.facts if fact["mattered"] and fact["source"] == "arbiter"],
        "needless": [fact for fact in ruling.facts if not fact["mattered"]],
        # In the order of play, whatever the order in which the database keeps the record's keys.
        "seats": [(seat, seats[seat]) for seat in Seat if seat in seats],
    }


def _to_do(ruling: Ruling, score: ArbitralScore | None, request: Request) -> dict[str, Any]:
    """What is still open on a ruling in force, and what of it this reader may do; on an older version nothing."""
    if not ruling.is_current:
        return {}
    rights, in_revision, appeal = request.rights, ruling.case.is_draft, appeal_against(ruling)
    may_revise = ruling.decided_by_id == request.user.pk or Right.REVISE_RULING in rights
    awaits = bool(ruling.arbitral) and not (score and score.is_current)
    return {
        "in_revision": in_revision,
        "appeal": appeal,
        "can_revise": not in_revision and not appeal and Right.RULE in rights and may_revise,
        "can_annul": not (in_revision or appeal)
        and may_be_annulled(ruling)
        and not (ruling.departed and [effect["verb"] for effect in ruling.effects] == [FREE])
        and (Right.GIVE_ADJUSTMENT in rights or (Right.RULE in rights and may_revise)),
        "still_seated": _still_seated(ruling),
        "choices": ruling.choices,
        "follow_ups": follow_ups(ruling) if Right.OPEN_CASE in rights and not in_revision else [],
        "awaits": awaits,
        "swapped": swapped(ruling) if not in_revision else Swapped(),
        "can_credit": Right.RULE in rights,
        "tells_endings": Right.RULE in rights and has_endings(ruling.tournament),
        "can_score": awaits and Right.SET_ARBITRAL_SCORE in rights and not why_not_scoring(ruling.case, request.user),
        "reopened": reopened_at(ruling) if ruling.version > 1 else [],
    }


def _still_seated(ruling: Ruling) -> list[tuple[Entry, int]]:
    """Who left the tournament by the ruling and has a table in a round already posted, with its number."""
    seated = [(entry, still_seated(entry)) for entry in withdrawn_by(ruling)]
    return [(entry, number) for entry, number in seated if number]


# Gives two lines that had swapped tables the match that each of them played.
credit = PostedForm(
    find=lambda request, slug, number, right: find_ruling(get_tournament(request, slug, right), number),
    right=Right.RULE, of="ruling", act=credit_swapped, to=("ruling", "slug", "number"), name="refusals",
    said=_lazy("Ogni coppia ha il punteggio della partita che ha giocato."),
    page=lambda request, ruling, refusals: _show(
        request, ruling.tournament, ruling, refusals=refusals, status=422
    ),
)  # fmt: skip


@require_POST
def change(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.RECEIVE_APPEAL)
    related = Appeal.objects.select_related("tournament", "entry", "filed_by", "decided_by")
    found = related.filter(tournament=tournament, number=number).first()
    # Who may change it depends on what was ruled; who may not is not told what there is.
    if not (given_with(found) if found else {Right.RULE}) & request.rights:
        raise PermissionDenied
    if found is None:
        raise Http404
    form = ChangeForm(request.POST, panel=panel_of(found), auto_id="c_%s")
    if opened := attempt(form, lambda data: change_by_appeal(by=Actor.of(request), appeal=found, **data)):
        return redirect("case", slug, opened.number)
    context = page_context(request, found) | {"changing": form}
    return render(request, "tournaments/appeals/appeal.html", context, status=422)
