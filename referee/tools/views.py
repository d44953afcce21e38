"""The tools for everybody at the table. Nothing is recorded: what is told stands in the address, to be sent on.

The games for everybody to read, each with its calculator. Nothing is recorded: a deal is told in the address.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.http import require_safe

from codes.burraco.count import ImpossibleCount, count_deal
from codes.games.calculator import ACES, THIRD_CARDS, Deal, DealScore, ImpossibleDeal, score_deal, stakes, winner
from codes.games.catalogue import CardGame, GamePhase, GameSide, NoSuchGame, all_games, get_game, pack_of, pack_tally
from codes.library import get_rulebook
from codes.seats import Line
from codes.tressette.cards import THIRDS_PER_POINT
from records.requests import PublicRequest
from referee.cases.words import spoken
from referee.tools.answer import ITEMS, WHY_NOT, refusals_of
from referee.tools.catalogue import TOOLS
from referee.tools.games import BurracoSideForm, TressetteForm


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


UNREADABLE = 422


@dataclass(frozen=True)
class Calculation:
    forms: list[Any]
    result: dict[str, Any] | None
    refusals: list[str | Promise]

    @property
    def status(self) -> int:
        return UNREADABLE if self.refusals else 200


@login_not_required
@require_safe
def games(request: PublicRequest) -> HttpResponse:
    listed = all_games()
    context = {
        "playable": [game for game in listed if not game.is_forbidden],
        "forbidden": [game for game in listed if game.is_forbidden],
    }
    return render(request, "referee/tools/games/list.html", context)


@login_not_required
@require_safe
def game(request: PublicRequest, game: str) -> HttpResponse:
    try:
        found = get_game(game)
    except NoSuchGame:
        raise Http404 from None
    context: dict[str, Any] = {"game": found, "pack": pack_of(found)}
    if found.is_forbidden:
        return render(request, "referee/tools/games/game.html", context)
    phase = _phase(found, request.GET.get("fase"))
    # Who only chose a phase has told nothing yet, and is refused nothing.
    told = request.GET if any(name != "fase" for name in request.GET) else None
    answer = (_burraco if found.calculator == "burraco" else _tressette)(found, phase, told)
    context |= {"phase": phase, "answer": answer}
    return render(request, "referee/tools/games/game.html", context, status=answer.status)


def _phase(game: CardGame, wanted: str | None) -> GamePhase:
    try:
        return game.phase(wanted) if wanted else game.phases[0]
    except KeyError:
        raise Http404 from None


def _tressette(game: CardGame, phase: GamePhase, told: QueryDict | None) -> Calculation:
    form = TressetteForm(told, game=game, phase=phase)
    if told is None:
        return Calculation([form], None, [])
    if not form.is_valid():
        return Calculation([form], None, refusals_of(form))
    given = form.cleaned_data
    kept = given.get("tradition")
    try:
        score = score_deal(game, form.deal, tradition=game.tradition(kept) if kept else None)
    except ImpossibleDeal as error:
        return Calculation([form], None, [WHY_NOT[error.why]])
    return Calculation([form], _tressette_result(game, phase, form.deal, score, given["target"]), [])


def _tressette_result(game: CardGame, phase: GamePhase, deal: Deal, score: DealScore, target: int) -> dict[str, Any]:
    won = winner(game, score.totals, target=target, last_trick=deal.last_trick)
    sides = (score.count.a, score.count.b)
    return {
        "score": score,
        "aces": (deal.aces, ACES - deal.aces),
        "third_cards": (deal.third_cards, THIRD_CARDS - deal.third_cards),
        "cards": [Fraction(side.thirds, THIRDS_PER_POINT) for side in sides],
        "whole": [side.card_points for side in sides],
        "last_trick": [side.last_trick for side in sides],
        "target": target,
        "won": _named(phase, won),
        "is_level": score.totals[0] == score.totals[1] >= target,
        "multiple_by": _named(phase, score.win.line if score.win else None),
        "stakes": _stakes(phase, won, score.times) if won else [],
    }


def _stakes(phase: GamePhase, won: Line, times: int) -> list[tuple[GameSide, bool, int]]:
    """Per side: whether it wins, and how many stakes each of its players wins or loses."""
    each = [stake for _players, stake in stakes(phase, won, times=times)]
    return [(side, stake > 0, abs(stake)) for side, stake in zip(phase.sides, each, strict=True)]


def _named(phase: GamePhase, line: Line | None) -> GameSide | None:
    return None if line is None else phase.sides[0 if line is Line.A else 1]


def _burraco(game: CardGame, phase: GamePhase, told: QueryDict | None) -> Calculation:
    forms = [
        BurracoSideForm(told, side=side, prefix=f"lato{number}") for number, side in enumerate(phase.sides, start=1)
    ]
    if told is None:
        return Calculation(forms, None, [])
    if unread := [words for form in forms for words in refusals_of(form)]:
        return Calculation(forms, None, unread)
    try:
        counts = count_deal([form.side for form in forms], pack=pack_tally(game))
    except ImpossibleCount as error:
        return Calculation(forms, None, [_refused(phase, number, why) for number, why in error.reasons])
    rows = [
        (side, [(ITEMS[entry.item], entry) for entry in count.entries], count)
        for side, count in zip(phase.sides, counts, strict=True)
    ]
    return Calculation(forms, {"sides": rows}, [])


def _refused(phase: GamePhase, number: int | None, why: Any) -> str:
    words = str(WHY_NOT[why])
    return words if number is None else f"{spoken(phase.sides[number].title)}: {words}"
