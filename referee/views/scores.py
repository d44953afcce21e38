"""The arbitral score of an annulled board: worked out before the arbiter's eyes, then recorded."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from referee.actions.base import StaleRecord
from referee.actions.scores import dismiss_proposal, recompute, set_arbitral_score
from referee.comparing import Proposal, hash_of, other_results
from referee.forms import ArbitralScoreForm, ProposalForm
from referee.law import arbitral_score as law
from referee.law.arbitral_score import Candidate, candidates
from referee.models import ArbitralScore, Case, Ruling
from referee.scoring import Choice, innocent_line, method_of, work_out
from referee.views.places import conflict, find_case, page
from referee.views.working import arithmetic_context
from tournaments.actions.base import Actor, Refused, StaleVersion
from tournaments.desk.forms import refuse
from tournaments.models import BoardScore
from tournaments.permissions import Right
from tournaments.seats import Line

# Up to a third (84), in steps that can be told at a table.
SHARES = [("0", "0"), ("1/12", "1/12"), ("1/6", "1/6"), ("1/4", "1/4"), ("1/3", "1/3")]


@require_http_methods(["GET", "HEAD", "POST"])
def arbitral_score(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The screen of the score; a POST with `anteprima` works it out and records nothing."""
    right = Right.SET_ARBITRAL_SCORE if request.method == "POST" else Right.VIEW_CASES
    place = _Place(request, find_case(request, slug, number, right))
    if request.method != "POST":
        return place.screen(ArbitralScoreForm(initial=place.initial()))
    form = ArbitralScoreForm(request.POST)
    if "anteprima" in request.POST:
        return place.screen(form)
    if not form.is_valid():
        return place.screen(form, status=422)
    try:
        place.record(form)
    except Refused as error:
        refuse(form, error)
        return place.screen(form, status=422)
    except (StaleRecord, StaleVersion) as error:
        return place.stale(error, form)
    messages.success(request, _("Punteggio arbitrale registrato: la classifica ne tiene già conto."))
    return redirect("ruling", slug, place.ruling.number)


@require_POST
def late_results(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Results that came after the score: keep it (`mantieni`) or work it out again (`ricalcola`), with the reason."""
    place = _Place(request, find_case(request, slug, number, Right.SET_ARBITRAL_SCORE))
    form = ProposalForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(_("Scrivi il motivo: resta scritto accanto al punteggio."))
        if place.current is None:
            raise Refused(_("Non c’è un punteggio arbitrale da riesaminare."))
        action = recompute if "ricalcola" in request.POST else dismiss_proposal
        action(by=Actor.of(request), score=place.current, **form.cleaned_data)
    except Refused as error:
        refuse(form, error)
        empty = ArbitralScoreForm(initial=place.initial())
        return place.screen(empty, status=422, proposal_form=form)
    except (StaleRecord, StaleVersion) as error:
        return place.stale(error, form)
    messages.success(request, _("Risultati esaminati."))
    return redirect("arbitral_score", slug, number)


class _Place:
    """A case whose ruling calls for an arbitral score, with the score in force if there is one."""

    def __init__(self, request: HttpRequest, case: Case) -> None:
        self.request, self.case = request, case
        calling = Ruling.objects.current().filter(case=case).exclude(arbitral="").select_related("decided_by")
        self.ruling = get_object_or_404(calling)
        self.inputs = other_results(case)
        scores = ArbitralScore.objects.filter(case=case, is_current=True).select_related("given_by")
        self.current = scores.first()
        self.on_board = BoardScore.objects.current().filter(table=case.table, board=case.board).first()

    def initial(self) -> dict[str, Any]:
        innocent = innocent_line(self.case)
        return {
            "version": self.case.version,
            "score_version": self.on_board.version if self.on_board else 0,
            "innocent": innocent.value if innocent else "",
            "graver": innocent.other.value if innocent else "",
            "share": "0" if self.ruling.arbitral == "rettificato" else "",
        }

    def record(self, form: ArbitralScoreForm) -> None:
        given = form.cleaned_data
        set_arbitral_score(
            by=Actor.of(self.request),
            case=self.case,
            expected_version=given["version"],
            score_version=given["score_version"],
            choice=form.choice,
        )

    def screen(self, form: ArbitralScoreForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The page: the other tables, what the arbiter must choose, the arithmetic of the choice so far."""
        method = method_of(self.ruling)
        innocent = self._innocent(form)
        context = {
            "tournament": self.case.tournament,
            "case": self.case,
            "ruling": self.ruling,
            "method": method.value,
            "label": method.label,
            "form": form,
            "inputs": self.inputs,
            "current": self.current,
            "current_working": self._working_of(self.current) if self.current else None,
            "preview": self._preview(form),
            "innocent": innocent,
            "candidates": _keyed(candidates(self.inputs, innocent)) if innocent else [],
            "shares": SHARES,
            "proposal": self._proposal(),
            "can_score": Right.SET_ARBITRAL_SCORE in self.request.rights,  # type: ignore[attr-defined]
        }
        return page(self.request, "arbitral_score", context | more, status=status)

    def stale(self, error: StaleRecord | StaleVersion, form: Any) -> HttpResponse:
        back = reverse("arbitral_score", args=[self.case.tournament.slug, self.case.number])
        mine = form.cleaned_data.get("reason") or str(method_of(self.ruling).label)
        return conflict(self.request, mine=mine, current=_in_words(error.current), back=back)

    def _innocent(self, form: ArbitralScoreForm) -> Line | None:
        said = form["innocent"].value()
        return Line(said) if said in list(Line) else innocent_line(self.case)

    def _preview(self, form: ArbitralScoreForm) -> dict[str, Any] | None:
        """The score as chosen so far; nothing while a choice is missing, its words when it is refused."""
        choice = _choice_so_far(form)
        if choice is None or (not form.is_bound and self.ruling.arbitral != "artificiale"):
            return None
        # A preview asks for no reason yet.
        choice = choice if choice.reason else _with_reason(choice)
        try:
            return arithmetic_context(work_out(self.case, self.ruling, self.inputs, choice))
        except Refused as error:
            return {"refusals": error.messages}

    def _working_of(self, score: ArbitralScore) -> dict[str, Any]:
        return arithmetic_context(law.ArbitralScore.from_dict(score.arithmetic))

    def _proposal(self) -> dict[str, Any] | None:
        """What changed at the other tables since the score was given, unless it was already looked at."""
        if self.current is None or hash_of(self.inputs) == self.current.inputs_hash:
            return None
        if self.current.reviews.filter(inputs_hash=hash_of(self.inputs)).exists():
            return None
        return {
            "change": Proposal(self.current, self.inputs),
            "again": self._again(self.current),
            "form": ProposalForm(initial={"inputs_hash": hash_of(self.inputs)}, auto_id="proposal_%s"),
        }

    def _again(self, score: ArbitralScore) -> dict[str, Any] | None:
        """The score worked out on the results as they are now; an assigned one is a choice, not a sum."""
        if score.method == ArbitralScore.Method.ASSIGNED:
            return None
        choice = Choice.of(law.ArbitralScore.from_dict(score.arithmetic), "–")
        try:
            return arithmetic_context(work_out(self.case, self.ruling, self.inputs, choice))
        except Refused:
            return None


def _in_words(record: Model | None) -> str:
    """A score in force, as a conflict shows it."""
    if isinstance(record, BoardScore):
        points = "" if record.is_void else f" {record.points_a} – {record.points_b}"
        return f"{record.get_kind_display()}{points}, {record.given_by}"
    return str(record or "–")


def _keyed(found: Iterable[Candidate]) -> list[tuple[Candidate, str]]:
    """Each result with the value that stands for it in the form."""
    return [(one, f"{one.a}-{one.b}") for one in found]


def _choice_so_far(form: ArbitralScoreForm) -> Choice | None:
    """What the form chooses, also when an action refused it as a whole; nothing while a field is wrong."""
    if not form.is_bound:
        return Choice()
    return None if set(form.errors) - {NON_FIELD_ERRORS} else form.choice


def _with_reason(choice: Choice) -> Choice:
    return replace(choice, reason="–")
