"""Erasing a person, blacking out words: first what it would touch, then the deed; and what forbids it."""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import partial
from itertools import islice
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from keeping.backups.erasures import finish_erasure, swept_tables
from keeping.erasing.actions import black_out, erase_person, lift_hold, set_hold
from keeping.erasing.forms import BlackOutForm, EraseForm, HoldForm, LiftForm, WordsForm
from keeping.erasing.models import Erasure, LegalHold
from keeping.erasing.names import Words
from keeping.erasing.queries import TextPlace, find_texts, holds_on, holds_on_tournaments, texts_digest
from pages.views import PostedForm, attempt, posted
from people.accounts.models import Player
from people.offices.access import erases_persons
from people.sign_in.forms import ask_again
from records.action import Actor
from records.requests import Refused, Request
from records.rights import Right, rights_of
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament

SHOWN = 200


@require_http_methods(["GET", "HEAD", "POST"])
def erase_player(request: Request, pk: int) -> HttpResponse:
    """What is said of the player: what is surely theirs goes whole, of the rest what is chosen."""
    player = _player(request, pk)
    words = Words.of_player(player)
    found = [] if player.is_erased else find_texts(words)
    data = request.POST.copy() if request.method == "POST" else None
    form = EraseForm.of(player, texts_digest(found), data)
    if data is not None:
        chosen = _chosen(found, request)

        def act(data: dict[str, Any]) -> Erasure:
            if data["texts"] != texts_digest(found):
                raise Refused(_("Intanto un testo è cambiato: guarda di nuovo che cosa si cancella."))
            ask_again(request)
            return erase_person(
                by=Actor.of(request), player=player, found=chosen, reason=data["reason"], seen=data["seen"]
            )

        erased = attempt(form, act)
        if erased:
            _done(request, erased)
            _tell_of_new(request, words)
            return redirect("player", player.pk)
        # What stands there now is what the next try has seen.
        data["texts"] = texts_digest(found)
    context = {
        "player": player,
        "form": form,
        "hold_form": HoldForm(),
        "holds": list(holds_on(player)),
        "placed": player.holds.filter(lifted_at__isnull=True),
        "kinds": _kinds([one for one in found if one.sure]),
        "doubtful": _told([one for one in found if not one.sure], request),
    }
    return render(request, "keeping/erasing/erase_player.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def black_out_words(request: Request, slug: str) -> HttpResponse:
    """Look for words in every text of the tournament, and black them out where they are chosen."""
    tournament = _tournament(request, slug)
    look = WordsForm(posted(request))
    found = find_texts(Words.typed_as(look.cleaned_data["words"]), tournament) if look.is_valid() else []
    is_deed = "reason" in request.POST
    form = BlackOutForm(request.POST if is_deed else None, initial={"words": request.POST.get("words", "")})
    if is_deed:

        def act(data: dict[str, Any]) -> Erasure:
            ask_again(request)
            chosen = [one for one in found if one.key in request.POST.getlist("text")]
            return black_out(by=Actor.of(request), tournament=tournament, found=chosen, reason=data["reason"])

        erased = attempt(form, act)
        if erased:
            _done(request, erased)
            return redirect("black_out", tournament.slug)
    context = {
        "tournament": tournament,
        "look": look,
        "form": form,
        "holds": list(holds_on_tournaments([tournament.pk])),
        "texts": _told(found, request),
        "looked": look.is_bound and look.is_valid(),
    }
    is_refused = is_deed or (look.is_bound and not look.is_valid())
    return render(request, "keeping/erasing/black_out.html", context, status=422 if is_refused else 200)


def _player(request: Request, pk: int) -> Player:
    if not erases_persons(request.user):
        raise PermissionDenied
    return get_object_or_404(Player.objects.select_related("club", "federation", "account"), pk=pk)


def _tournament(request: Request, slug: str) -> Tournament:
    if not erases_persons(request.user):
        return get_tournament(request, slug, Right.BLACK_OUT)
    tournament = get_object_or_404(Tournament.objects.select_related("federation"), slug=slug)
    request.rights = rights_of(request.user, tournament)
    return tournament


def _chosen(found: Sequence[TextPlace], request: Request) -> list[TextPlace]:
    ticked = set(request.POST.getlist("text"))
    return [one for one in found if one.sure or one.key in ticked]


def _kinds(found: Collection[TextPlace]) -> list[tuple[str, int]]:
    """How many texts of each kind of record."""
    return sorted(Counter(str(one.model._meta.verbose_name_plural) for one in found).items())


def _told(found: Collection[TextPlace], request: Request) -> list[dict[str, Any]]:
    """The texts to choose from, the words in each apart; so many that one can read them."""
    slugs = dict(Tournament.objects.filter(pk__in={one.tournament for one in found}).values_list("pk", "name"))
    ticked = request.POST.getlist("text")
    return [
        {
            "key": one.key,
            "kind": one.model._meta.verbose_name,
            "tournament": slugs.get(one.tournament or 0, ""),
            "before": one.text[max(0, one.spans[0].begins - 60) : one.spans[0].begins],
            "words": one.text[one.spans[0].begins : one.spans[0].ends],
            "after": one.text[one.spans[0].ends : one.spans[0].ends + 60],
            "ticked": one.key in ticked,
        }
        for one in islice(found, SHOWN)
    ]


def _tell_of_new(request: Request, words: Words) -> None:
    """What somebody wrote of the person after the texts were shown: the page of the player finds it no more."""
    new = [one for one in find_texts(words) if one.sure]
    if not new:
        return
    names = Tournament.objects.filter(pk__in={one.tournament for one in new}).values_list("name", flat=True)
    told = ngettext(
        "Intanto il nome è stato scritto di nuovo, in %(texts)d testo: cancellalo con «Oscura parole» (%(where)s).",
        "Intanto il nome è stato scritto di nuovo, in %(texts)d testi: cancellali con «Oscura parole» (%(where)s).",
        len(new),
    )
    messages.error(request, told % {"texts": len(new), "where": ", ".join(names) or "–"})


def _done(request: Request, erased: Erasure) -> None:
    words = ngettext(
        "%(erasure)s fatta: %(texts)d testo. Le copie di prima la ripetono quando si ripristinano.",
        "%(erasure)s fatta: %(texts)d testi. Le copie di prima la ripetono quando si ripristinano.",
        erased.texts,
    )
    messages.success(request, words % {"erasure": erased, "texts": erased.texts})
    for trouble in finish_erasure(swept_tables()):
        messages.error(request, trouble)


# Forbid it until it is lifted; and lift what forbade it.
_held = partial(
    PostedForm[Player, LegalHold],
    find=lambda request, pk, right: _player(request, pk), of="player",
    to=("erase_player", "pk"), page=("erase_player", "pk"),
)  # fmt: skip
hold_player = _held(form=HoldForm, act=set_hold)
lift_hold_of_player = _held(
    form=lambda request, player: LiftForm(player, request.POST),
    act=lambda by, player, placed: lift_hold(by=by, placed=placed),
)
