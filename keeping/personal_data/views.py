"""What is kept of a person, as a file: for the person who signed in, or for whom the federation charges with it."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from keeping import papers
from keeping.personal_data.actions import hand_out
from keeping.personal_data.queries import Person, as_json, personal_data
from papers.download import download
from papers.imprint import Imprint
from people.accounts.models import PersonalExport, Player
from records.requests import Request


@require_POST
def export_mine(request: Request) -> HttpResponse:
    """One's own data, of the account and of the player whose account it is."""
    return _file(request, Person.of_account(request.user))


@require_POST
def export_player(request: Request, pk: int) -> HttpResponse:
    return _file(request, Person.of_player(get_object_or_404(Player.objects.select_related("account"), pk=pk)))


def _file(request: Request, person: Person) -> HttpResponse:
    form = PersonalExport.Form.PDF if request.POST.get("form") == "pdf" else PersonalExport.Form.JSON
    now = timezone.now()
    hand_out(by=request.user, person=person, form=form, at=now)
    title = _("Dati di %(person)s") % {"person": person.name}
    if form == PersonalExport.Form.JSON:
        return download(as_json(person, at=now, by=request.user).encode(), title, form)
    imprint = Imprint(title, "Referee", now, language=get_language() or settings.LANGUAGE_CODE)
    return download(papers.personal_data(person.name, personal_data(person), imprint), title, form)
