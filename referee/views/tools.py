"""The tools for everybody at the table. Nothing is recorded: what is told stands in the address, to be sent on."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from codes.library import get_rulebook
from referee.tools.catalogue import TOOLS
from tournaments.requests import PublicRequest


@login_not_required
@require_safe
def tools(request: PublicRequest) -> HttpResponse:
    listed = [(tool, get_rulebook(tool.code)) for tool in TOOLS.values()]
    return render(request, "referee/tools/list.html", {"tools": listed})


@login_not_required
@require_safe
def tool(request: PublicRequest, tool: str) -> HttpResponse:
    found = TOOLS.get(tool)
    if found is None:
        raise Http404
    book = get_rulebook(found.code)
    # Who only changes to another way of telling has told nothing yet.
    form = found.form(request.GET if set(request.GET) - {"mode"} else None, initial=request.GET.dict())
    answer = found.answer(form)
    context = {
        "tool": found,
        "book": book,
        "form": form,
        "answer": answer,
        "articles": [book.articles[number] for number in answer.articles if number in book.articles],
    }
    return render(request, f"referee/tools/{found.name}.html", context, status=answer.status)
