"""The ending of a deal: the page on which its last cards are tapped, and what they come to at most and at least.

The play of a board: told card by card, and replayed forward and back with what each card was worth.
"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from codes.seats import Seat
from codes.tressette.buongioco import HAND_SIZE
from codes.tressette.cards import DECK, Card
from codes.tressette.endings.position import MOST_CARDS
from codes.tressette.whole_deals.machine_search import is_installed
from codes.tressette.whole_deals.values import play_values
from pages.forms import number_in
from pages.views import attempt, form_page, posted
from records.action import Actor
from records.requests import Request
from records.rights import Right
from referee.cards.actions import record_ending, record_play
from referee.cards.endings import OutcomeInWords, bound_words, order_words, outcomes_in_words, work_out
from referee.cards.forms import BoardPlayForm, CardEndingForm
from referee.cards.models import BoardPlay, CardEnding
from referee.cards.plays import PlayReplay as ShownPlay
from referee.cards.plays import (
    WhatIf,
    ending_typed,
    gain_words,
    hands_at,
    has_ending,
    mark_words,
    may_declare,
    trick_of,
    work_out_play,
)
from referee.cards.queries import endings_of, has_endings, plays_of, sees_cards
from referee.cases.models import Case
from referee.cases.queries import deal_of_case
from referee.cases.views import find_case
from referee.tools.cards import Tappable, tappable
from tournaments.setup.games import SEAT_NAMES


@require_http_methods(["GET", "HEAD", "POST"])
def card_ending(request: Request, slug: str, number: int) -> HttpResponse:
    """What was told of the last cards of the case's deal; a POST tells anew. Nobody sees it who plays."""
    case = _with_cards(request, slug, number)
    form = CardEndingForm(posted(request), initial=_from_play(request, case))
    if attempt(form, lambda _data: _tell_ending(request, case, form)):
        messages.success(request, _("Finale registrato: sono limiti, decidi tu."))
        return redirect("card_ending", slug, number)
    return form_page(request, "referee/cards/card_ending.html", form, **_ending_context(case, form))


def _with_cards(request: Request, slug: str, number: int) -> Case:
    """The case of a deal whose cards may be told by whoever may see them."""
    case = find_case(request, slug, number, Right.RULE)
    if not has_endings(case.tournament):
        raise Http404
    if not sees_cards(request.user, case.tournament, request.rights):
        raise PermissionDenied
    return case


def _from_play(request: Request, case: Case) -> dict[str, Any]:
    """The cards left after so many (`carta`) of a play that was told (`passata`), where an ending holds them."""
    number, place = (number_in(request.GET.get(name, "")) for name in ("passata", "carta"))
    record = plays_of(case).filter(number=number).first() if number is not None and place is not None else None
    if record is None or place is None:
        return {}
    shown = ShownPlay(record)
    return ending_typed(shown, min(place, len(shown.cards)))


def _tell_ending(request: Request, case: Case, form: CardEndingForm) -> CardEnding:
    # Worked out before the action: a search of a second would keep every other writer waiting.
    worked = work_out(form.told, with_accusa=case.tournament.plays_with_accusa)
    return record_ending(by=Actor.of(request), case=case, worked=worked)


def _ending_context(case: Case, form: CardEndingForm) -> dict[str, Any]:
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
    found = [outcome for outcome in outcomes_in_words(one) if not outcome.is_idle]
    ways = dict.fromkeys(outcome.way for outcome in found)
    return {
        "ending": one,
        "held": [(seat, drawn(one.hands[seat.value])) for seat in Seat],
        "on_table": drawn(one.table),
        "orders": [order_words(order) for order in one.orders],
        "subject": drawn([one.subject])[0] if one.subject else None,
        "groups": [
            (
                way,
                [_outcome(outcome) for outcome in found if outcome.way == way and outcome.is_bound],
                [_outcome(outcome) for outcome in found if outcome.way == way and not outcome.is_bound],
            )
            for way in ways
        ],
    }


def _outcome(one: OutcomeInWords) -> dict[str, Any]:
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


@require_http_methods(["GET", "HEAD", "POST"])
def board_play(request: Request, slug: str, number: int) -> HttpResponse:
    """The play told last, or the one asked for (`passata`), after so many cards (`carta`); a POST tells another."""
    case = _with_cards(request, slug, number)
    form = BoardPlayForm(
        posted(request), board=case.board.number if case.board else None, initial=_known(request, case)
    )
    if attempt(form, lambda _data: _tell_play(request, case, form)):
        messages.success(request, _("Passata registrata: le differenze sono limiti, decidi tu."))
        return redirect("board_play", slug, number)
    if request.headers.get("HX-Target") == "replay":
        replay = _replay_asked(request, case, list(plays_of(case)))
        shown = {"tournament": case.tournament, "case": case, "shown": replay}
        return render(request, "referee/cards/_board_play.html", shown)
    return form_page(request, "referee/cards/board_play.html", form, **_play_context(request, case, form))


def _known(request: Request, case: Case) -> dict[str, Any]:
    """What the program knows already: who led to the board, and its hands where they are kept and may be seen."""
    known: dict[str, Any] = {"leader": case.board.leader.value} if case.board else {}
    deal = deal_of_case(request.user, case)
    if deal:
        known |= {f"hand_{seat.value}": [card.short for card in deal.hands[seat]] for seat in Seat}
    return known


def _tell_play(request: Request, case: Case, form: BoardPlayForm) -> BoardPlay:
    # Worked out before the action: a search of seconds would keep every other writer waiting.
    worked = work_out_play(form.told, with_accusa=case.tournament.plays_with_accusa, value_of=play_values())
    return record_play(by=Actor.of(request), case=case, worked=worked)


def _play_context(request: Request, case: Case, form: BoardPlayForm) -> dict[str, Any]:
    plays = list(plays_of(case))
    return {
        "tournament": case.tournament,
        "case": case,
        "plays": plays,
        "shown": _replay_asked(request, case, plays),
        "hands": hands_to_tap(form),
        "deck": list(tappable(DECK, ())),
        "most": HAND_SIZE,
        "hands_known": any(form[f"hand_{seat.value}"].value() for seat in Seat),
        "may_tell": case.state != Case.State.DISCARDED,
    }


def _replay_asked(request: Request, case: Case, plays: list[BoardPlay]) -> dict[str, Any] | None:
    """The play of that number, or the last one told; none where none is told."""
    asked = number_in(request.GET.get("passata", ""))
    record = next((one for one in plays if one.number == asked), plays[0] if plays else None)
    return _replay(record, request.GET.get("carta", ""), case.tournament.norme) if record else None


def _replay(record: BoardPlay, carta: str, norme: str) -> dict[str, Any]:
    """The record after so many cards; unless asked otherwise, after the card of the anomaly, else at the start."""
    shown, asked = ShownPlay(record), number_in(carta)
    last = len(shown.cards)
    place = min(last, record.anomaly or 0 if asked is None else asked)
    now, on_table = shown.positions[place], trick_of(shown, place)
    card = shown.played(place) if place else None
    what_if = shown.what_if(place) if place else None
    is_over = len(on_table) == len(Seat)
    return {
        "record": record,
        "place": place,
        "last": last,
        "before": place - 1 if place else None,
        "after": place + 1 if place < last else None,
        "hands": {seat.value: drawn(card.short for card in held) for seat, held in hands_at(now).items()},
        "on_table": {one.seat.value: {"card": _one(one.card), "is_last": one.place == place} for one in on_table},
        "taker": now.leader if is_over else None,
        "to_play": now.to_play if now.tricks_left else None,
        "taken": shown.points_taken(place),
        "trick": next((one for one in shown.tricks if one.cards[-1].place >= place), None),
        "words": mark_words(card) if card else [],
        "card": card,
        "what_if": _what_if(card.seat, what_if) if card and what_if else None,
        "declared": may_declare(shown, place, norme) if place else None,
        "tricks": [{"trick": one, "plays": [(each, _one(each.card)) for each in one.cards]} for one in shown.tricks],
        "has_ending": has_ending(now),
        "searches_deals": is_installed(),
        "result": shown.result,
        "bounds": [
            {"words": bound_words(one), "points": _with_accuse(record, one["points"])} for one in record.outcomes
        ],
        "barred": drawn(record.barred),
    }


def _what_if(seat: Seat, what_if: WhatIf) -> dict[str, Any]:
    return {
        "cards": [(_one(one.card), one.points) for one in what_if.instead],
        "lawful": what_if.lawful,
        "played": what_if.played,
        "words": gain_words(seat, what_if),
    }


def _with_accuse(record: BoardPlay, points: list[int]) -> tuple[int, int]:
    return points[0] + record.accusa_a, points[1] + record.accusa_b


def _one(card: Card) -> Tappable:
    return drawn([card.short])[0]
