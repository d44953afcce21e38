"""The package at the tournament's desk: made here, and the federation's answer loaded here."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.inbox.actions import deliver, opened
from federation.inbox.desk_actions import carry_out, load_answer
from federation.packages.actions import own_key
from federation.packages.forms import AnswerForm
from federation.packages.models import KnownKey, ReceivedPackage, SentAnswer
from federation.sealed.answers import SCHEMAS
from federation.sealed.archive import canonical
from federation.sealed.manifest import fingerprint
from federation.second_instance.contested_record import uid_of
from federation.second_instance.models import SecondAppeal
from federation.second_instance.queries import before_the_judge, figures_by_name, last_decision
from keeping.documents.views import whole_document
from pages.views import attempt, form_page, posted
from records.action import Actor, nested_actor
from records.replica import one_moment
from records.requests import Refused, Request
from records.rights import Right
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament
from tournaments.staff.documents import document, takes_long

MOST_SHOWN = 50


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_package(request: Request, slug: str) -> HttpResponse:
    """What the package is and where it is fetched; a POST loads the federation's answer."""
    tournament = get_tournament(request, slug, Right.PUBLISH_STANDINGS if request.method == "POST" else Right.VIEW_LOG)
    sent = posted(request)
    form = AnswerForm(sent, request.FILES if sent is not None else None)
    if kept := attempt(
        form, lambda data: load_answer(by=Actor.of(request), tournament=tournament, content=data["file"].read())
    ):
        messages.success(request, _("Risposta caricata."))
        return _executed(request, kept, nested_actor(Actor.of(request), "carry-out"))
    context = {
        "tournament": tournament,
        "own": own_key(),
        "delivered": _delivered(tournament),
        "answers": _answers(tournament),
        "waiting": before_the_judge(tournament),
    }
    return form_page(request, "federation/inbox/tournament_package.html", form, **context)


@require_POST
def take_decision(request: Request, slug: str, number: int) -> HttpResponse:
    """What the federal judge decided of a tournament played here: taken without a file, and carried out."""
    tournament = get_tournament(request, slug, Right.PUBLISH_STANDINGS)
    appeal = get_object_or_404(SecondAppeal, tournament=tournament, number=number)
    decision = last_decision(appeal)
    if decision is None:
        raise Http404
    by, content = Actor.of(request), canonical(decision.signed)
    try:
        kept = load_answer(by=by, tournament=tournament, content=content)
    except Refused as error:
        return _refused(request, tournament, error)
    return _executed(request, kept, nested_actor(by, "carry-out"))


@require_POST
def execute(request: Request, slug: str, pk: int) -> HttpResponse:
    """Carry out a decision that is loaded and waits, once what stood in the way is settled."""
    tournament = get_tournament(request, slug, Right.VIEW_LOG)
    kept = get_object_or_404(SentAnswer.objects.select_related("tournament"), tournament=tournament, pk=pk)
    return _executed(request, kept, Actor.of(request))


def _executed(request: Request, kept: SentAnswer, by: Actor) -> HttpResponse:
    """A decision is carried out as soon as it is there; where something stands in the way it waits, and says so."""
    if not kept.holds or kept.told.get("schema") in SCHEMAS:
        try:
            carry_out(by=by, answer=kept)
            messages.success(request, _("Decisione del giudice federale eseguita."))
        except Refused as error:
            return _refused(request, kept.tournament, error)
    return redirect("tournament_package", kept.tournament.slug)


def _refused(request: Request, tournament: Tournament, error: Refused) -> HttpResponse:
    for words in error.messages:
        messages.error(request, words)
    return redirect("tournament_package", tournament.slug)


@require_POST
def deliver_package(request: Request, slug: str) -> HttpResponse:
    """The package as it is now, handed over to the federation whose inbox is kept here."""
    tournament = get_tournament(request, slug, Right.PUBLISH_STANDINGS)
    by = Actor.of(request)
    try:
        if takes_long(tournament):
            raise Refused(_("È un torneo grande: scarica il pacchetto, e consegnalo come file."))
        own_key()
        with one_moment():
            lay_out = document("pacchetto").read(tournament, request.rights, by.at)
        content = opened(lay_out(lambda _done, _total: None), federation=tournament.federation)
        kept = deliver(by=by, tournament=tournament, content=content)
    except Refused as error:
        return _refused(request, tournament, error)
    words = _("Pacchetto consegnato a %(federation)s, versione %(version)d.")
    messages.success(request, words % {"federation": tournament.federation.name, "version": kept.version})
    return redirect("tournament_package", slug)


@require_safe
def export_package(request: Request, slug: str) -> HttpResponse:
    """The package at once; of a large tournament, the page on which a worker is asked for it."""
    tournament = get_tournament(request, slug, Right.VIEW_LOG)
    own_key()
    try:
        return whole_document(request, tournament, "pacchetto")
    except Refused as error:
        for words in error.messages:
            messages.error(request, words)
        return redirect("tournament_package", slug)


def _delivered(tournament: Tournament) -> "QuerySet[ReceivedPackage]":
    """What the federation whose inbox is kept here received of this tournament, the latest version first."""
    found = ReceivedPackage.objects.filter(federation=tournament.federation_id, uid=uid_of(tournament))
    return found.order_by("-version")[:MOST_SHOWN]


def _answers(tournament: Tournament) -> list[dict[str, object]]:
    """What was loaded, the latest first, and whether the key that signed it is known to the tournament's federation."""
    keys = KnownKey.objects.filter(federation=tournament.federation_id, revoked_at__isnull=True)
    known = set(keys.values_list("public", flat=True))
    known.add(own_key().public)
    found = SentAnswer.objects.filter(tournament=tournament).select_related("loaded_by", "execution__ruling")
    return [
        {
            "kept": one,
            "figures": figures_by_name(one.told.get("figures", {})),
            "told": one.told,
            "print": fingerprint(one.told["key"]),
            "is_known": one.told["key"] in known,
        }
        if one.holds
        else {"kept": one}
        for one in found.order_by("-loaded_at", "-pk")[:MOST_SHOWN]
    ]
