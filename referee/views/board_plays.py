"""The play of a board: told card by card, and replayed forward and back with what each card was worth."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from codes.seats import Seat
from codes.tressette.buongioco import HAND_SIZE
from codes.tressette.cards import DECK, Card
from codes.tressette.whole_deals.compiled import is_installed
from codes.tressette.whole_deals.values import play_values
from referee.actions.board_plays import record_play
from referee.cases.board_plays import work_out_play
from referee.cases.endings_shown import bound_words
from referee.cases.plays_shown import Shown, WhatIf, gain_words, hands_at, has_ending, mark_words, may_declare, trick_of
from referee.forms.board_plays import BoardPlayForm
from referee.models import BoardPlay, Case
from referee.queries.card_endings import has_endings, plays_of, sees_cards
from referee.queries.deals import deal_of_case
from referee.tools.cards import Tappable, tappable
from referee.views.card_endings import drawn, hands_to_tap
from referee.views.common import find_case
from tournaments.actions.base import Actor
from tournaments.numbers import number_in
from tournaments.permissions import Right
from tournaments.requests import Request
from tournaments.views.common import attempt, form_page, posted


@require_http_methods(["GET", "HEAD", "POST"])
def board_play(request: Request, slug: str, number: int) -> HttpResponse:
    """The play told last, or the one asked for (`passata`), after so many cards (`carta`); a POST tells another."""
    case = find_case(request, slug, number, Right.RULE)
    if not has_endings(case.tournament):
        raise Http404
    if not sees_cards(request.user, case.tournament, request.rights):
        raise PermissionDenied
    form = BoardPlayForm(
        posted(request), board=case.board.number if case.board else None, initial=_known(request, case)
    )
    if request.method == "POST" and attempt(form, lambda _data: _tell(request, case, form)):
        messages.success(request, _("Passata registrata: le differenze sono limiti, decidi tu."))
        return redirect("board_play", slug, number)
    if request.headers.get("HX-Target") == "replay":
        replay = _replay_asked(request, case, list(plays_of(case)))
        shown = {"tournament": case.tournament, "case": case, "shown": replay}
        return render(request, "referee/_board_play.html", shown)
    return form_page(request, "referee/board_play.html", form, **_context(request, case, form))


def _known(request: Request, case: Case) -> dict[str, Any]:
    """What the program knows already: who led to the board, and its hands where they are kept and may be seen."""
    known: dict[str, Any] = {"leader": case.board.leader.value} if case.board else {}
    deal = deal_of_case(request.user, case)
    if deal:
        known |= {f"hand_{seat.value}": [card.short for card in deal.hands[seat]] for seat in Seat}
    return known


def _tell(request: Request, case: Case, form: BoardPlayForm) -> BoardPlay:
    # Worked out before the action: a search of seconds would keep every other writer waiting.
    worked = work_out_play(form.told, with_accusa=case.tournament.plays_with_accusa, value_of=play_values())
    return record_play(by=Actor.of(request), case=case, worked=worked)


def _context(request: Request, case: Case, form: BoardPlayForm) -> dict[str, Any]:
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
    shown, asked = Shown(record), number_in(carta)
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
        "taken": shown.taken(place),
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
