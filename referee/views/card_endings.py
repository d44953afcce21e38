"""The ending of a deal: the page on which its last cards are tapped, and what they come to at most and at least."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from codes.seats import Seat
from codes.tressette.cards import DECK, Card
from codes.tressette.endings.position import MOST_CARDS
from referee.actions.card_endings import record_ending
from referee.cases.card_endings import work_out
from referee.cases.endings_shown import Shown, order_words, shown
from referee.cases.plays_shown import Shown as ShownPlay
from referee.cases.plays_shown import ending_typed
from referee.forms.card_endings import CardEndingForm
from referee.models import CardEnding, Case
from referee.queries.card_endings import endings_of, has_endings, plays_of, sees_cards
from referee.tools.cards import Tappable, tappable
from referee.views.common import find_case
from tournaments.actions.base import Actor
from tournaments.games import SEAT_NAMES
from tournaments.numbers import number_in
from tournaments.permissions import Right
from tournaments.requests import Request
from tournaments.views.common import attempt, form_page, posted


@require_http_methods(["GET", "HEAD", "POST"])
def card_ending(request: Request, slug: str, number: int) -> HttpResponse:
    """What was told of the last cards of the case's deal; a POST tells anew. Nobody sees it who plays."""
    case = find_case(request, slug, number, Right.RULE)
    if not has_endings(case.tournament):
        raise Http404
    if not sees_cards(request.user, case.tournament, request.rights):
        raise PermissionDenied
    form = CardEndingForm(posted(request), initial=_from_play(request, case))
    if request.method == "POST" and attempt(form, lambda _data: _tell(request, case, form)):
        messages.success(request, _("Finale registrato: sono limiti, decidi tu."))
        return redirect("card_ending", slug, number)
    return form_page(request, "referee/card_ending.html", form, **_context(case, form))


def _from_play(request: Request, case: Case) -> dict[str, Any]:
    """The cards left after so many (`carta`) of a play that was told (`passata`), where an ending holds them."""
    number, place = (number_in(request.GET.get(name, "")) for name in ("passata", "carta"))
    record = plays_of(case).filter(number=number).first() if number is not None and place is not None else None
    if record is None or place is None:
        return {}
    shown = ShownPlay(record)
    return ending_typed(shown, min(place, len(shown.cards)))


def _tell(request: Request, case: Case, form: CardEndingForm) -> CardEnding:
    # Worked out before the action: a search of a second would keep every other writer waiting.
    worked = work_out(form.told, with_accusa=case.tournament.plays_with_accusa)
    return record_ending(by=Actor.of(request), case=case, worked=worked)


def _context(case: Case, form: CardEndingForm) -> dict[str, Any]:
    told = list(endings_of(case))
    return {
        "tournament": case.tournament,
        "case": case,
        "endings": [_shown(one) for one in told],
        "hands": hands_to_tap(form),
        "most": MOST_CARDS,
        "may_tell": case.state != Case.State.DISCARDED,
    }


def hands_to_tap(form: forms.Form) -> list[dict[str, Any]]:
    """The four hands of a form (`hand_N` …) as they are drawn."""
    return [_hand(form, seat) for seat in Seat]


def _hand(form: forms.Form, seat: Seat) -> dict[str, Any]:
    name = f"hand_{seat.value}"
    chosen = form[name].value() or ()
    return {
        "seat": seat.value,
        "name": name,
        "words": SEAT_NAMES[seat],
        "cards": list(tappable(DECK, chosen)),
        "count": len(chosen),
    }


def _shown(one: CardEnding) -> dict[str, Any]:
    bounds = shown(one)
    ways = dict.fromkeys(bound.way for bound in bounds)
    return {
        "ending": one,
        "held": [(seat, drawn(one.hands[seat.value])) for seat in Seat],
        "on_table": drawn(one.table),
        "orders": [order_words(order) for order in one.orders],
        "subject": drawn([one.subject])[0] if one.subject else None,
        "groups": [(way, [_bound(bound) for bound in bounds if bound.way == way]) for way in ways],
    }


def _bound(one: Shown) -> dict[str, Any]:
    return {
        "words": one.words,
        "points_a": one.points_a,
        "points_b": one.points_b,
        "tricks": [
            {
                "plays": list(zip([seat for seat, _card in trick.plays], drawn(trick.cards), strict=True)),
                "taker": trick.taker,
            }
            for trick in one.tricks
        ],
    }


def drawn(cards: Iterable[str]) -> list[Tappable]:
    """Cards named small, by their sign and suit."""
    return list(tappable([Card.parse(card) for card in cards], ()))
