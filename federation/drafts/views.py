"""Drafts of a code: sent in, tried on the archive, what would have come out otherwise."""

from functools import partial
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.core.validators import ProhibitNullCharactersValidator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_safe

from codes.library import all_rulebooks
from federation.drafts.actions import ask_for_trial, discard_draft, load_draft_edition
from federation.drafts.exports import in_words, ordered_then, results_workbook
from federation.drafts.models import DraftEdition, DraftResult, DraftTrial
from federation.drafts.queries import counts_of, drafts_of, last_trial, problem_in_words, results_of, why_in_words
from federation.drafts.upload import DraftRefused, Fault, Problem, read_upload
from pages.views import FormPage, PostedForm, uploaded
from papers.download import download
from people.offices.access import get_federation
from records.outside import DRAFT
from records.requests import Request
from records.rights import FederationRight
from referee.cases.words import spoken
from tournaments.staff.worker import see_to_the_work

TOO_BIG = Problem("", 0, Fault.TOO_BIG)


class DraftForm(forms.Form):
    """From which edition it starts, what it is called, its files."""

    code = forms.ChoiceField(label=_lazy("Edizione da cui parte"))
    name = forms.CharField(
        label=_lazy("Nome della bozza"), max_length=120, validators=[ProhibitNullCharactersValidator()],
        help_text=_lazy("Per riconoscerla: «Accuse, proposta di marzo»."),
    )  # fmt: skip
    file = forms.FileField(
        label=_lazy("File"),
        help_text=_lazy(
            "Un .zip con tutta la cartella del codice, o con i soli file che cambiano; oppure un solo .yaml."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,.yaml"}),
        error_messages={"empty": _lazy("Il file è vuoto.")},
    )

    def __init__(self, *args: Any, too_big: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        codes = [(book.id, f"{spoken(book.title)} · {book.edition}") for book in all_rulebooks()]
        self.fields["code"].choices = codes  # type: ignore[attr-defined]
        if too_big:  # it was let go while it came in
            self.fields["file"].error_messages["required"] = problem_in_words(TOO_BIG)

    def clean_file(self) -> dict[str, str]:
        """The texts of the files; one too big is refused by its size, without being read."""
        file = cast("UploadedFile[bytes]", self.cleaned_data["file"])
        if (file.size or 0) > DRAFT.size:
            raise forms.ValidationError(problem_in_words(TOO_BIG))
        try:
            return read_upload(self._name_of(file), file.read())
        except DraftRefused as error:
            raise forms.ValidationError([*map(problem_in_words, error.problems)]) from error

    def _name_of(self, file: "UploadedFile[bytes]") -> str:
        """A procedure sent by itself lies where the edition has one of that name."""
        name = file.name or ""
        known = {one for book in all_rulebooks() if book.id == self.data.get("code") for one in book.procedures}
        return f"procedures/{name}" if name.removesuffix(".yaml") in known else name


class ResultsForm(forms.Form):
    """Which of what came out is shown."""

    esito = forms.ChoiceField(choices=[("", ""), *DraftResult.Verdict.choices], required=False)


PER_PAGE = 25


@require_safe
def draft(request: Request, code: str, pk: int) -> HttpResponse:
    """The draft and what came out when it was tried, the different ones first."""
    found = _draft(request, code, pk)
    trial = last_trial(found)
    if trial and trial.is_under_way:
        see_to_the_work()
    context: dict[str, Any] = {"federation": found.federation, "draft": found, "trial": trial, **_progress(trial)}
    if request.htmx:
        return render(request, "federation/drafts/_trial_bar.html", context)
    form = ResultsForm(request.GET)
    if not form.is_valid():
        return redirect("draft", code, pk)
    if trial and trial.state == DraftTrial.State.DONE:
        context |= _results(request, trial, form.cleaned_data["esito"])
    return render(request, "federation/drafts/draft_edition.html", context)


@require_safe
def export_draft(request: Request, code: str, pk: int) -> HttpResponse:
    """All that came out, as a workbook."""
    found = _draft(request, code, pk)
    trial = last_trial(found)
    if trial is None or trial.state != DraftTrial.State.DONE:
        return redirect("draft", code, pk)
    return download(results_workbook(trial, timezone.now()), _("Bozza %(name)s") % {"name": found.name}, "xlsx")


def _draft(request: Request, code: str, pk: int, right: FederationRight = FederationRight.TRY_EDITIONS) -> DraftEdition:
    federation = get_federation(request, code, right)
    return get_object_or_404(drafts_of(federation).select_related("federation", "loaded_by"), pk=pk)


def _progress(trial: DraftTrial | None) -> dict[str, Any]:
    return {"hundredths": 100 * trial.done // trial.total if trial and trial.total else None}


def _results(request: Request, trial: DraftTrial, verdict: str) -> dict[str, Any]:
    counts = counts_of(trial)
    named = [(value, name, counts[value]) for value, name in DraftResult.Verdict.choices]
    shown = verdict or next((value for value, _name, count in named if count), DraftResult.Verdict.DIFFERENT.value)
    page = Paginator(results_of(trial, shown), PER_PAGE).get_page(request.GET.get("page"))
    return {"counts": named, "shown": shown, "page": page, "lines": [_line(one) for one in page]}


def _line(one: DraftResult) -> dict[str, Any]:
    return {
        "result": one, "title": spoken(one.ruling.title), "before": in_words(ordered_then(one)),
        "after": in_words(one.orders), "question": spoken(one.question), "why": why_in_words(one.why),
        "source": f"ruling-{one.ruling_id}", "cited": ", ".join(map(str, one.ruling.cites)),
        "cites": ", ".join(map(str, one.cites)),
    }  # fmt: skip


def _watched(request: Request, draft: DraftEdition, trial: DraftTrial) -> HttpResponse:
    see_to_the_work()
    return redirect("draft", draft.federation.code, draft.pk)


# The drafts there are, and one more.
drafts = FormPage(
    find=get_federation, right=FederationRight.TRY_EDITIONS, of="federation",
    form=lambda request, federation: DraftForm(**uploaded(request)),
    act=lambda file, **said: load_draft_edition(sent=file, **said), said=_lazy("Bozza caricata: ora si può provare."),
    to=lambda request, federation, draft: redirect("draft", federation.code, draft.pk),
    page="federation/drafts/drafts.html", shows=lambda request, federation: {"drafts": drafts_of(federation)},
)  # fmt: skip
_on_draft = partial(
    PostedForm[DraftEdition, Any],
    find=_draft, right=FederationRight.TRY_EDITIONS, of="draft", page=("draft", "code", "pk"),
)  # fmt: skip
try_draft = _on_draft(act=ask_for_trial, to=_watched)
discard = _on_draft(act=discard_draft, said=_lazy("Bozza tolta."), to=("drafts", "code"))
