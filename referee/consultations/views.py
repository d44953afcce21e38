"""A consultation: the page on which the question is put and answered, before the case is decided."""

from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from pages.views import FormPage, PostedForm, form_page, posted
from people.accounts.models import User
from records.action import Actor
from records.requests import Request
from records.rights import Right
from referee.cases.models import Case
from referee.cases.views import find_case
from referee.consultations.actions import ask_opinions, give_opinion
from referee.consultations.forms import OpinionForm, QuestionForm
from referee.consultations.models import Consultation, Opinion
from referee.consultations.queries import colleagues, consultations_on, ties_in_words
from tournaments.staff.queries import notices_by_record


def _to(made: Consultation) -> HttpResponse:
    """Back to the page, where the question stands."""
    case = made.case
    address = reverse("consultation", args=[case.tournament.slug, case.number])
    return redirect(f"{address}#domanda-{made.number}")


def _question_form(request: Request, case: Case) -> QuestionForm:
    data = posted(request) if "question" in request.POST else None
    return QuestionForm(data, case=case, colleagues=colleagues(case, request.user), auto_id="q_%s")


def _page(request: Request, case: Case, form: QuestionForm | OpinionForm) -> HttpResponse:
    ties = ties_in_words(case, request.user)
    context: dict[str, Any] = {
        "tournament": case.tournament,
        "case": case,
        "consultations": told_to(request.user, case),
        "may_ask": case.is_draft and Right.RULE in request.rights and not ties["sits"],
        **ties,
        "asking": form if isinstance(form, QuestionForm) else _question_form(request, case),
        "answering": form if isinstance(form, OpinionForm) else None,
    }
    return form_page(request, "referee/consultations/consultation.html", form, **context)


def told_to(user: User, case: Case, *, until: datetime | None = None) -> list[dict[str, Any]]:
    """The consultations on the case as the user reads them; until: what had been asked by then."""
    found = consultations_on(case, until=until)
    notices = notices_by_record(case.tournament, [one.key for one in found])
    return [{**_told(one, user), "notices": notices.get(one.key, ())} for one in found]


def _told(one: Consultation, user: User) -> dict[str, Any]:
    """Whoever has still to answer does not see what the others said; of how many it is told."""
    opinions = list(one.opinions.all())
    mine = next((opinion for opinion in opinions if opinion.user_id == user.pk), None)
    owed = mine is not None and mine.answered_at is None
    notes = one.asked_by_id == user.pk
    return {
        "consultation": one,
        "opinions": [mine] if owed else opinions,
        "hidden": sum(1 for each in opinions if each.answered_at) if owed else 0,
        "answerable": {each.pk for each in opinions if each.answered_at is None and (notes or each.user_id == user.pk)},
    }


def _answered(by: Actor, case: Case, opinion: int, answer: str) -> Opinion:
    return give_opinion(by=by, opinion=get_object_or_404(Opinion, consultation__case=case, pk=opinion), answer=answer)


# What was asked and answered on the case; a POST puts another question.
consultation = FormPage(
    find=find_case, right=Right.RULE, reads=Right.VIEW_CASES, of="case", form=_question_form, act=ask_opinions,
    said=_lazy("Domanda registrata: chi hai sentito la legge nella sua pagina di arbitraggio."),
    to=lambda request, case, made: _to(made), page=_page,
)  # fmt: skip
opinion = PostedForm(
    find=find_case, right=Right.VIEW_CASES, of="case", form=OpinionForm, act=_answered,
    said=_lazy("Parere registrato."), to=lambda request, case, given: _to(given.consultation), page=_page,
)  # fmt: skip
