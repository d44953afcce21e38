"""Pairings at the desk: a round drawn by its formula, its draft changed by hand or drawn again, tables taken back.

Pairs kept apart: the list with its reasons, a new one, one lifted.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.forms import ReasonForm, number_in, refuse
from pages.views import FormPage, attempt, form_page, posted
from records.action import Actor
from records.requests import Refused, Request
from records.rights import Right
from tournaments.draw.actions import (
    CannotPair,
    change_pairing,
    check_ready,
    discard_pairing,
    draw_round,
    keep_apart,
    lift_kept_apart,
    preview,
    redraw_round,
    withdraw_pairing,
)
from tournaments.draw.forms import (
    KINDS,
    Accepted,
    ChangeForm,
    DiscardForm,
    KeptApartForm,
    PrepareForm,
    WithdrawPairingForm,
    accepted_in,
    accepting,
)
from tournaments.draw.inputs import inputs_of
from tournaments.draw.limits import limits_now, limits_of
from tournaments.draw.models import KeptApart, Pairing
from tournaments.draw.queries import (
    changed_tables,
    changes_since_draft,
    current_pairing,
    discarded_before,
    draft_facts,
    entries_by_number,
    inputs_in,
    may_be_discarded,
    newly_broken_rules,
    pairing_on_page,
    plan_in,
)
from tournaments.draw.words import explain_relaxation, explain_warning
from tournaments.entries.models import Entry
from tournaments.entries.queries import Present, present
from tournaments.pairing.plan import RelaxedRule
from tournaments.planning.models import Stage
from tournaments.rounds.actions import stage_now
from tournaments.rounds.models import Round, Table
from tournaments.setup.access import find_round, get_tournament, within
from tournaments.setup.models import Tournament
from tournaments.standings.outcomes import NotDecided, has_tie_breaks, outcomes

MAY_BE_ACCEPTED = frozenset(RelaxedRule) - {RelaxedRule.MORE_TABLES}


@require_http_methods(["GET", "HEAD", "POST"])
def prepare(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    if not tournament.stages.exists():
        return render(request, "tournaments/draw/prepare_round.html", {"tournament": tournament})
    stage = stage_now(tournament)
    if not stage.traits.is_drawn:
        return redirect("new_round", slug)
    coming = present(stage, tournament.rounds.count() + 1)
    form = PrepareForm(posted(request), stage=stage, playing=coming.playing, coming=coming.number)
    if request.method != "POST" or not form.is_valid():
        return _prepare_page(request, stage, coming, form)
    try:
        drawn = draw_round(
            by=Actor.of(request), tournament=tournament, accepted=accepted_in(request.POST), **form.cleaned_data
        )
    except CannotPair as error:
        return _prepare_page(request, stage, coming, form, **ways_out(error, stage, accepted_in(request.POST)))
    except Refused as error:
        refuse(form, error)
        # Somebody may have made that round while this one waited.
        return _prepare_page(request, stage, present(stage, tournament.rounds.count() + 1), form)
    words = _("Turno %(number)d preparato: controllalo, poi pubblicalo.")
    messages.success(request, words % {"number": drawn.round.number})
    return redirect("pairing", slug, drawn.round.number)


def _prepare_page(request: Request, stage: Stage, coming: Present, form: PrepareForm, **more: Any) -> HttpResponse:
    refusal = _refusal(stage)
    goes_on = not refusal and stage.rounds.exists()
    left_out, tied = _unseated(stage, coming) if goes_on else ([], _level(stage))
    too_long = [] if refusal else limits_now(stage, [(one.name, len(one.playing)) for one in coming.fields])
    context = {
        "tournament": stage.tournament,
        "stage": stage,
        "number": coming.number,
        "stage_round": stage.rounds.count() + 1,
        "present": coming,
        "playing": len(coming.playing),
        "refusal": refusal,
        "too_long": too_long,
        "cannot_be": any(one.stops(stage.rounds.count() + 1) for one in too_long),
        "kept": stage.tournament.kept_apart.filter(lifted_at__isnull=True).select_related("first", "second"),
        "left_out": left_out,
        "tied": tied,
        "has_tie_break": has_tie_breaks(stage.tournament),
        "discarded": discarded_before(stage.tournament, coming.number),
        "next_stage": stage.tournament.stages.filter(number__gt=stage.number).order_by("number").first(),
    }
    return form_page(request, "tournaments/draw/prepare_round.html", form, **context, **more)


def _refusal(stage: Stage) -> Sequence[str]:
    try:
        check_ready(stage)
    except Refused as error:
        return error.messages
    return ()


def _level(stage: Stage) -> list[Table]:
    """The level matches of a bracket that draws no more rounds: of the final, and of the one for the third place."""
    return [one.table for one in outcomes(stage) if one.is_tied] if stage.traits.is_bracket else []


def _unseated(stage: Stage, coming: Present) -> tuple[list[Entry], list[Table]]:
    """Those for whom the schedule has no place left, and the level matches for which the director must decide."""
    try:
        left_out = inputs_of(stage, coming.number).left_out
    except NotDecided as error:
        tables = Table.objects.filter(round__stage=stage).select_related("round", "line_a", "line_b")
        return [], [one for one in tables if (one.round.number, one.number) in error.tables]
    except ValueError:  # tables of a first round by hand that no schedule goes on from: the draw says so
        return [], []
    by_number = {entry.number: entry for entry in coming.playing}
    return [by_number[number] for number in left_out], []


def ways_out(cannot: CannotPair, stage: Stage, accepted: Accepted) -> dict[str, Any]:
    """The smallest relaxations of a round that cannot be paired, in words and as what a button sends.

    accepted: what was given way on before, in other groups, which each button sends again. A formula that follows a
    table of its own gives way on nothing: then it is said how long it lasts, or what it lacks.
    """
    section = cannot.impossible.section
    found = cannot.impossible.cause.relaxations
    names = {entry.number: str(entry) for entry in stage.tournament.entries.all()}
    to_choose = [one for one in found if stage.traits.may_forbid and one.relaxing in MAY_BE_ACCEPTED]
    told = [] if to_choose else [one.words for one in limits_of(stage, [(section.name, len(section.entrants))])]
    before = {group: one for group, one in accepted.items() if group != section.group}
    return {
        "ways_out": [(explain_relaxation(one, names), accepting({**before, section.group: one})) for one in to_choose],
        "cannot_be_told": told or [explain_relaxation(one, names) for one in found if one not in to_choose],
        "cannot_in": section.name,
    }


@require_safe
def pairing(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    return _page(request, find_round(tournament, number))


def _page(request: Request, round: Round, *, status: int = 200, **more: Any) -> HttpResponse:
    current = current_pairing(round)
    entries = entries_by_number(round)
    is_draft = round.state == Round.State.DRAFT
    told = pairing_on_page(current, entries, against=draft_facts(round) if is_draft else None) if current else None
    manages = Right.MANAGE_ROUNDS in request.rights
    is_open = bool(current and manages and is_draft)
    context = {
        "tournament": round.tournament,
        "stage": round.stage,
        "round": round,
        "rounds": round.tournament.rounds.all(),
        "told": told,
        "versions": round.pairings.filter(state__in=Pairing.PAST).select_related("made_by"),
        "is_open": is_open,
        "outdated": changes_since_draft(current, entries) if current and is_open else None,
        # In a bracket whoever won meets whoever won.
        "may_swap": bool(current and is_open and not _is_settled(current)),
        "may_discard": is_open and may_be_discarded(round),
        "may_redraw": is_open and round.stage.traits.is_drawn,
        "forms": _change_forms(current) if current and is_open else [],
        **more,
    }
    return render(request, "tournaments/draw/pairing.html", context, status=status)


def _is_settled(draft: Pairing) -> bool:
    """Whether its matches come from those before, in a bracket, and nobody may change them."""
    return draft.round.stage.traits.is_bracket and inputs_in(draft).stage_round > 1


def _change_forms(current: Pairing, data: Any = None) -> list[tuple[Any, ChangeForm]]:
    """The forms of the changes by hand; filled in is the one of the kind that was sent."""
    kind = data.get("kind") if data else None
    return [(words, change_form(current, one, data if one == kind else None)) for one, words in KINDS.items()]


def change_form(current: Pairing, kind: str, data: Any = None) -> ChangeForm:
    plan = plan_in(current)
    if kind == "number":
        taken = [match.table for match in plan.matches]
        free = range(1, max(taken, default=0) + len(taken) + 1)
        numbers = [(number, _("Tavolo %(number)d") % {"number": number}) for number in free]
        labels = (_("Il tavolo"), _("diventa il"))
        return ChangeForm(data, choices=numbers, labels=labels, initial={"kind": kind}, auto_id=f"{kind}_%s")
    names = {entry.number: str(entry) for entry in current.round.tournament.entries.all()}
    seated = [(number, names[number]) for number in sorted(plan.entries)]
    return ChangeForm(
        data,
        choices=seated,
        labels=(_("Il posto di"), _("con quello di")),
        initial={"kind": kind},
        auto_id=f"{kind}_%s",
    )


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    round = find_round(tournament, number)
    current = current_pairing(round)
    sent_in = request.POST if request.method == "POST" else request.GET
    kind = sent_in.get("kind", "")
    if current is None or current.state != Pairing.State.DRAFT or kind not in KINDS:
        messages.error(request, _("L’abbinamento non è più in preparazione: quello che vedi ora è com’è adesso."))
        return redirect("pairing", slug, number)
    current.round = round
    form = change_form(current, kind, sent_in)
    if not form.is_valid():
        return _page(request, round, status=422, forms=_change_forms(current, sent_in))
    if request.method == "POST":
        return _changed(request, round, current, form)
    try:
        return _page(request, round, **_previewed(current, form))
    except Refused as error:
        return _page(request, round, status=422, refusal=error.messages)


def _changed(request: Request, round: Round, current: Pairing, form: ChangeForm) -> HttpResponse:
    seen, why = number_in(request.POST.get("seen")), request.POST.get("reason", "").strip()[:1000]
    if not why:
        lacking = [str(_("Scrivi perché si cambia."))]
        return _page(request, round, status=422, refusal=lacking, **_previewed(current, form))
    try:
        change_pairing(
            by=Actor.of(request),
            pairing=current,
            change=form.change,
            seen=-1 if seen is None else seen,
            version=number_in(request.POST.get("version")),
            reason=why,
        )
    except Refused as error:
        # The tables as they are now, and the change still chosen, to be looked at again.
        forms = _change_forms(current, request.POST)
        return _page(request, round, status=422, refusal=error.messages, forms=forms)
    messages.success(request, _("Fatto. Il cambio resta nell’abbinamento e nel registro."))
    return redirect("pairing", round.tournament.slug, round.number)


def _previewed(current: Pairing, form: ChangeForm) -> dict[str, Any]:
    before, inputs = plan_in(current), inputs_in(current)
    after = preview(current, form.change)
    entries = entries_by_number(current.round)
    names = {number: str(entry) for number, entry in entries.items()}
    against, will = draft_facts(current.round), replace(inputs, changes=(*inputs.changes, form.change))
    told = pairing_on_page(current, entries, after)
    numbers = {match.table for match in changed_tables(before, after)}
    return {
        "change": form,
        "shown": _shown(current),
        "after": [table for table in told.tables if table.number in numbers],
        "breaks": [explain_warning(one, names) for one in newly_broken_rules(before, after, inputs, will, against)],
    }


@require_POST
def redraw(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    round = find_round(tournament, number)
    current = current_pairing(round)
    if current is None:
        messages.error(request, _("Questo turno non ha un abbinamento registrato."))
        return redirect("round_grid", slug, number)
    # What was given way on, and who was kept apart, holds for the next draw too unless something else is chosen.
    before = inputs_in(current)
    accepted = {section.group: section.accepted for section in before.sections if section.accepted}
    accepted |= accepted_in(request.POST)
    forbidden = before.sections[0].forbidden if before.sections else ()
    try:
        redraw_round(by=Actor.of(request), pairing=current, forbidden=forbidden, accepted=accepted)
    except CannotPair as error:
        told = ways_out(error, round.stage, accepted)
        return _page(request, round, status=422, refusal=error.messages, **told)
    except Refused as error:
        return _page(request, round, status=422, refusal=error.messages)
    messages.success(request, _("Abbinamento rifatto: la versione di prima resta agli atti."))
    return redirect("pairing", slug, number)


withdraw = FormPage(
    find=within(Round.objects.select_related("stage")), right=Right.MANAGE_ROUNDS, of="round", act=withdraw_pairing,
    form=lambda request, round: WithdrawPairingForm(posted(request), round=round),
    said=_lazy("I tavoli non sono più pubblici: controlla la nuova versione, poi pubblicala."),
    to=("pairing", "slug", "number"), page="tournaments/draw/withdraw_pairing.html",
    shows=lambda request, round: {"is_published": round.state == Round.State.PUBLISHED},
)  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def discard(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    round = find_round(tournament, number)
    current = current_pairing(round)
    if current is None:
        # Tables of before there were records: the page says that there is nothing to discard.
        nothing = {"tournament": tournament, "round": round}
        return render(request, "tournaments/draw/discard_pairing.html", nothing, status=422 if request.POST else 200)
    current.round = round
    form = DiscardForm(posted(request), initial=_shown(current))
    if attempt(form, lambda data: discard_pairing(by=Actor.of(request), pairing=current, **data)):
        messages.success(request, _("Bozza scartata: resta agli atti col motivo, e il turno è da preparare."))
        return redirect("prepare_round", slug)
    context = {"tournament": tournament, "round": round, "may_discard": may_be_discarded(round)}
    return form_page(request, "tournaments/draw/discard_pairing.html", form, **context)


def _shown(current: Pairing) -> dict[str, int]:
    """Which draft a page shows: what its forms send along."""
    return {"seen": len(inputs_in(current).changes), "version": current.version}


def _apart_shown(request: Request, tournament: Tournament) -> dict[str, Any]:
    related = KeptApart.objects.filter(tournament=tournament).order_by("lifted_at", "-pk")
    return {"kept": related.select_related("first", "second", "set_by", "lifted_by")}


kept_apart = FormPage(
    find=get_tournament, right=Right.MANAGE_ROUNDS, reads=Right.VIEW_DESK, of="tournament", act=keep_apart,
    form=lambda request, tournament: KeptApartForm(posted(request), tournament=tournament),
    said=_lazy("Separati: vale per ogni turno che si prepara da adesso."), to=("kept_apart", "slug"),
    page="tournaments/draw/kept_apart.html", shows=_apart_shown,
)  # fmt: skip


lift = FormPage(
    find=within(KeptApart.objects.select_related("first", "second", "set_by", "lifted_by")),
    right=Right.MANAGE_ROUNDS, of="kept", form=ReasonForm, act=lift_kept_apart, to=("kept_apart", "slug"),
    said=_lazy("Tolta: dal prossimo abbinamento possono incontrarsi."),
    page="tournaments/draw/lift_kept_apart.html",
)  # fmt: skip
