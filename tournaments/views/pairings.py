"""Pairings at the desk: a round drawn by its formula, its draft changed by hand or drawn again, tables taken back."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import find_round, get_tournament
from tournaments.actions.base import Actor, Refused
from tournaments.actions.pairings import (
    CannotPair,
    change_pairing,
    check_ready,
    decide_knockout,
    draw_round,
    preview,
    redraw_round,
    withdraw_pairing,
)
from tournaments.actions.rounds import stage_now
from tournaments.desk.forms import refuse
from tournaments.drawing.forms import KINDS, ChangeForm, PrepareForm, WinnerForm, WithdrawForm
from tournaments.drawing.inputs import inputs_of, present
from tournaments.drawing.knockout import NotDecided
from tournaments.drawing.proof import inputs_in, plan_in
from tournaments.drawing.tables import current_pairing, entries_by_number, newly_broken, outdated, shown, touched
from tournaments.drawing.words import explain_relaxation, explain_warning
from tournaments.models import FirstRound, Formula, Pairing, Round, Stage, Table, Tournament
from tournaments.pairing.plan import Relaxation, Relaxing
from tournaments.permissions import Right
from tournaments.views.common import attempt, form_page, posted
from tournaments.views.scores import grid_page

MAY_BE_ACCEPTED = frozenset(Relaxing) - {Relaxing.MORE_TABLES}
CAN_FORBID = frozenset({Formula.DANISH, Formula.DANISH_PURE})


@require_http_methods(["GET", "HEAD", "POST"])
def prepare(request: HttpRequest, slug: str) -> HttpResponse:
    """The next round: who plays, by which formula, and one button that draws it up."""
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    if not tournament.stages.exists():
        return render(request, "tournaments/prepare_round.html", {"tournament": tournament})
    stage = stage_now(tournament)
    if stage.formula == Formula.BY_HAND:
        return redirect("new_round", slug)
    page = _Preparing(request, tournament, stage)
    return page.drawn() if request.method == "POST" else page.answer()


class _Preparing:
    """The page on which the next round of a stage is drawn up."""

    def __init__(self, request: HttpRequest, tournament: Tournament, stage: Stage) -> None:
        self.request, self.tournament, self.stage = request, tournament, stage
        self.number = tournament.rounds.count() + 1
        self.is_first = not stage.rounds.exists()
        self.present = present(stage, self.number)
        playing = [entry.number for field in self.present.fields for entry in field.playing]
        self.form = PrepareForm(
            posted(request),
            by_choice=self.is_first and stage.first_round == FirstRound.CHOICE,
            may_forbid=self.is_first or stage.formula in CAN_FORBID,
            initial={"order": " ".join(map(str, playing))},
        )

    def drawn(self) -> HttpResponse:
        """Draws the round; where that cannot be, the page says why and offers the ways out."""
        if not self.form.is_valid():
            return self.answer()
        try:
            pairing = draw_round(
                by=Actor.of(self.request),
                tournament=self.tournament,
                accepted=accepted_in(self.request),
                **self.form.cleaned_data,
            )
        except CannotPair as error:
            return self.answer(cannot=error)
        except Refused as error:
            refuse(self.form, error)
            return self.answer()
        messages.success(
            self.request,
            _("Turno %(number)d preparato: controllalo, poi pubblicalo.") % {"number": pairing.round.number},
        )
        return redirect("pairing", self.tournament.slug, pairing.round.number)

    def answer(self, cannot: CannotPair | None = None) -> HttpResponse:
        context = {
            "tournament": self.tournament,
            "stage": self.stage,
            "number": self.number,
            "stage_round": self.stage.rounds.count() + 1,
            "present": self.present,
            "playing": sum(len(field.playing) for field in self.present.fields),
            "refusal": self.refusal(),
            "left_out": self.left_out(),
            "tied": self.tied(),
            "next_stage": self.tournament.stages.filter(number__gt=self.stage.number).order_by("number").first(),
            **(ways_out(cannot, self.tournament) if cannot else {}),
        }
        return form_page(self.request, "tournaments/prepare_round.html", self.form, **context)

    def refusal(self) -> Sequence[str]:
        """Why the round cannot be drawn now, if so."""
        try:
            check_ready(self.stage)
        except Refused as error:
            return error.messages
        return ()

    def left_out(self) -> list[str]:
        """Those for whom the schedule has no place left."""
        if self.is_first or self.refusal():
            return []
        try:
            numbers = inputs_of(self.stage, self.number).left_out
        except (NotDecided, ValueError):
            return []
        names = {entry.number: str(entry) for field in self.present.fields for entry in field.playing}
        return [names[number] for number in numbers]

    def tied(self) -> list[Table]:
        """Knock-out matches that are level, for which the director must say who goes on."""
        if self.stage.formula != Formula.KNOCKOUT or self.is_first or self.refusal():
            return []
        try:
            inputs_of(self.stage, self.number)
        except NotDecided as error:
            places = {round: [table for one, table in error.tables if one == round] for round, _table in error.tables}
            tables = Table.objects.filter(round__stage=self.stage).select_related("round", "line_a", "line_b")
            return [one for one in tables if one.number in places.get(one.round.number, [])]
        return []


def ways_out(cannot: CannotPair, tournament: Tournament) -> dict[str, Any]:
    """The smallest relaxations of a round that cannot be paired, in words and as what a button sends."""
    names = {entry.number: str(entry) for entry in tournament.entries.all()}
    section = cannot.impossible.section
    ways = [
        (explain_relaxation(one, names), sent(section.group, one) if one.relaxing in MAY_BE_ACCEPTED else "")
        for one in cannot.impossible.cause.relaxations
    ]
    return {"ways_out": ways, "cannot_in": section.name}


def sent(group: int | None, relaxation: Relaxation) -> str:
    """A relaxation as a button sends it: «0:rematches:3-7 4-9:»."""
    pairs = " ".join(f"{one}-{other}" for one, other in relaxation.pairs)
    entries = " ".join(map(str, relaxation.entries))
    return f"{group or 0}:{relaxation.relaxing}:{pairs}:{entries}"


def accepted_in(request: HttpRequest) -> dict[int | None, Relaxation]:
    """What the director gives way on, by group; nothing for what no button of ours sends."""
    found: dict[int | None, Relaxation] = {}
    for text in request.POST.getlist("accepted"):
        try:
            group, relaxing, pairs, entries = text.split(":")
            one = Relaxation(
                relaxing=Relaxing(relaxing),
                count=len(pairs.split()) or len(entries.split()),
                pairs=tuple((int(a), int(b)) for a, b in (pair.split("-") for pair in pairs.split())),
                entries=tuple(map(int, entries.split())),
            )
            found[int(group) or None] = one
        except ValueError:
            continue
    return found


@require_safe
def pairing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who meets whom in a round and why; a draft with what may be changed."""
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    return _page(request, find_round(tournament, number))


def _page(request: HttpRequest, round: Round, *, status: int = 200, **more: Any) -> HttpResponse:
    current = current_pairing(round)
    entries = entries_by_number(round)
    told = shown(current, entries) if current else None
    manages = Right.MANAGE_ROUNDS in request.rights  # type: ignore[attr-defined]  # left there by get_tournament
    is_open = bool(current and manages and round.state == Round.State.DRAFT)
    context = {
        "tournament": round.tournament,
        "round": round,
        "rounds": round.tournament.rounds.all(),
        "told": told,
        "versions": round.pairings.filter(state=Pairing.State.SUPERSEDED).select_related("made_by"),
        "is_open": is_open,
        "outdated": outdated(current, entries) if current and is_open else None,
        "may_redraw": is_open and round.stage.formula != Formula.BY_HAND,
        "forms": _change_forms(current) if current and is_open else [],
        **more,
    }
    return render(request, "tournaments/pairing.html", context, status=status)


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
def change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A change by hand: what it does and what it breaks (GET), done (POST)."""
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    round = find_round(tournament, number)
    current = current_pairing(round)
    sent_in = request.POST if request.method == "POST" else request.GET
    kind = sent_in.get("kind", "")
    if current is None or current.state != Pairing.State.DRAFT or kind not in KINDS:
        messages.error(request, _("L’abbinamento non è più in preparazione: ricarica la pagina."))
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


def _changed(request: HttpRequest, round: Round, current: Pairing, form: ChangeForm) -> HttpResponse:
    seen = request.POST.get("seen", "")
    try:
        change_pairing(
            by=Actor.of(request), pairing=current, change=form.change, seen=int(seen) if seen.isdecimal() else -1
        )
    except Refused as error:
        return _page(request, round, status=422, refusal=error.messages)
    messages.success(request, _("Fatto. Il cambio resta nell’abbinamento e nel registro."))
    return redirect("pairing", round.tournament.slug, round.number)


def _previewed(current: Pairing, form: ChangeForm) -> dict[str, Any]:
    before, inputs = plan_in(current), inputs_in(current)
    after = preview(current, form.change)
    entries = entries_by_number(current.round)
    names = {number: str(entry) for number, entry in entries.items()}
    told = shown(current, entries, after)
    numbers = {match.table for match in touched(before, after)}
    return {
        "change": form,
        "seen": len(inputs.changes),
        "after": [table for table in told.tables if table.number in numbers],
        "breaks": [explain_warning(one, names) for one in newly_broken(before, after, inputs)],
    }


@require_POST
def redraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A draft drawn again, with the seed of its next version."""
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    round = find_round(tournament, number)
    current = current_pairing(round)
    if current is None:
        return grid_page(request, round, refusal=[_("Questo turno non ha un abbinamento registrato.")], status=422)
    before = inputs_in(current)
    accepted = {section.group: section.accepted for section in before.sections if section.accepted}
    forbidden = before.sections[0].forbidden if before.sections else ()
    try:
        redraw_round(
            by=Actor.of(request),
            pairing=current,
            forbidden=forbidden,
            accepted=accepted_in(request) or accepted,
        )
    except CannotPair as error:
        return _page(request, round, status=422, refusal=error.messages, **ways_out(error, tournament))
    except Refused as error:
        return _page(request, round, status=422, refusal=error.messages)
    messages.success(request, _("Abbinamento rifatto: la versione di prima resta agli atti."))
    return redirect("pairing", slug, number)


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Published tables taken back before play, with the reason and what is lost."""
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    round = get_object_or_404(Round.objects.select_related("tournament", "stage"), tournament=tournament, number=number)
    form = WithdrawForm(posted(request), round=round)
    if request.method == "POST" and attempt(
        form, lambda data: withdraw_pairing(by=Actor.of(request), round=round, **data)
    ):
        messages.success(request, _("I tavoli non sono più pubblici: controlla la nuova versione, poi pubblicala."))
        return redirect("pairing", slug, number)
    context = {"tournament": tournament, "round": round, "is_published": round.state == Round.State.PUBLISHED}
    return form_page(request, "tournaments/withdraw_pairing.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def knockout_winner(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Who goes on from a knock-out match that its scores leave level."""
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    found = get_object_or_404(
        Table.objects.select_related("round__tournament", "round__stage", "line_a", "line_b"),
        round__tournament=tournament,
        round__number=number,
        number=table,
    )
    form = WinnerForm(posted(request), lines=(found.line_a_id, found.line_b_id))
    if request.method == "POST" and attempt(
        form, lambda data: decide_knockout(by=Actor.of(request), table=found, **data)
    ):
        messages.success(request, _("Deciso: resta nel registro col motivo."))
        return redirect("prepare_round", slug)
    return form_page(request, "tournaments/knockout_winner.html", form, tournament=tournament, table=found)
