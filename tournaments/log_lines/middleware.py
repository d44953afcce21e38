"""A request whose key served another one that said something else: the answer shows both, and nothing was changed."""

from collections.abc import Callable

from django.http import HttpResponse

from pages.views import conflict
from records.models import LogEntry
from records.refusals import OtherContent
from records.requests import PublicRequest
from tournaments.log_lines.words import words_of_line

# What a form carries besides what somebody typed.
CARRIED = frozenset({"csrfmiddlewaretoken", "key", "version", "seen", "step"})


class SameKeyMiddleware:
    """Turns `OtherContent` of any view into 409, for those that have no words of their own for it."""

    def __init__(self, get_response: Callable[[PublicRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PublicRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: PublicRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OtherContent):
            return None
        typed = [value for name, values in request.POST.lists() if name not in CARRIED for value in values if value]
        return conflict(request, mine=", ".join(typed), current=_in_words(exception))


def _in_words(served: OtherContent) -> str:
    made = served.current
    line = LogEntry.objects.filter(object=f"{made._meta.label}:{made.pk}").order_by("pk").first()
    if line is None:
        return str(made)
    said = words_of_line(line, line.tournament)
    return ", ".join(part for part in (said.what, said.about, said.figures, said.reason) if part)
