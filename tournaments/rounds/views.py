"""The deals of a tournament: how they are made and printed at the desk, and what everybody sees of them when."""

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from codes.tressette.deals import deals_text
from pages.views import attempt, posted
from papers.download import download
from records.action import Actor
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments import papers
from tournaments.papers import imprint_of, sheets_as
from tournaments.rounds.actions import draw_deals, print_packs, write_deals
from tournaments.rounds.deal_models import DealSet, DealsOpened
from tournaments.rounds.deal_queries import (
    deal_set_of,
    hand_records,
    hands_of_boards,
    hands_shown,
    is_committed_to,
    keeps_deals,
)
from tournaments.rounds.forms import DrawForm, PacksForm, WriteForm
from tournaments.scores.round_queries import last_begun_round, rounds_planned
from tournaments.setup.access import get_public_tournament, get_tournament
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import shared
from tournaments.staff.queries import plays_in

PAPERS = {"packs": papers.packs, "strips": papers.strips}


# ---- the desk ---------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def desk_deals(request: Request, slug: str) -> HttpResponse:
    """How the deals stand, without a card; a POST has them drawn, or keeps those that it says (`how`)."""
    right = Right.MANAGE_ROUNDS if request.method == "POST" else Right.VIEW_DESK
    tournament = _with_deals(get_tournament(request, slug, right))
    made = deal_set_of(tournament)
    is_written = request.POST.get("how") == DealSet.Source.WRITTEN
    draw, write = _making_forms(request, tournament, made, is_written=is_written)
    if request.method == "POST":
        by = Actor.of(request)
        if is_written:
            done = attempt(write, lambda data: _write(by, tournament, write, data))
        else:
            done = attempt(draw, lambda data: draw_deals(by=by, tournament=tournament, seed=_chance(), **data))
        if done:
            messages.success(request, _prepared(len(write.deals) if is_written else draw.cleaned_data["boards"]))
            return redirect("desk_deals", slug)
    return _desk_page(
        request,
        tournament,
        made,
        draw=draw,
        write=write,
        packs=PacksForm(initial={"first": 1, "last": made.boards if made else None}),
    )


def _prepared(count: int) -> str:
    """With how many they are: a text that ends between two boards has those before its end alone."""
    return ngettext(
        "%(count)d smazzata preparata: fai vedere a tutti la sua impronta prima di cominciare.",
        "%(count)d smazzate preparate: fai vedere a tutti la loro impronta prima di cominciare.",
        count,
    ) % {"count": count}


def _with_deals(tournament: Tournament) -> Tournament:
    if not keeps_deals(tournament):
        raise Http404
    return tournament


def _chance() -> str:
    """A seed or a salt that nobody guesses."""
    return secrets.token_hex(32)


def _write(by: Actor, tournament: Tournament, form: WriteForm, data: dict[str, Any]) -> DealSet:
    said = {name: data[name] for name in ("seen", "reason") if name in data}
    return write_deals(by=by, tournament=tournament, deals=form.deals, salt=_chance(), **said)


def _making_forms(
    request: Request, tournament: Tournament, made: DealSet | None, *, is_written: bool
) -> tuple[DrawForm, WriteForm]:
    again, seen = made is not None, made.version if made else 0
    sent = posted(request)
    draw = DrawForm(None if is_written else sent, again=again, initial={"boards": _foreseen(tournament), "seen": seen})
    write = WriteForm(sent if is_written else None, request.FILES or None, again=again, initial={"seen": seen})
    return draw, write


def _foreseen(tournament: Tournament) -> int | None:
    """The boards of the rounds foreseen; nothing before somebody said how many there will be."""
    return rounds_planned(tournament) * tournament.boards_per_round or None


def _desk_page(
    request: Request,
    tournament: Tournament,
    made: DealSet | None,
    *,
    draw: DrawForm,
    write: WriteForm,
    packs: PacksForm,
) -> HttpResponse:
    refused = any(form.is_bound for form in (draw, write, packs))
    context = {
        "tournament": tournament,
        "made": made,
        "draw": draw,
        "write": write,
        "packs": packs,
        "may_make": Right.MANAGE_ROUNDS in request.rights
        and not (tournament.has_ended or last_begun_round(tournament)),
        "may_print": Right.MANAGE_ROUNDS in request.rights and (made is not None or packs.is_bound),
        "plays": plays_in(request.user, tournament),
        "over": len(hand_records(tournament)) if made else 0,
        "exports": Right.EXPORT in request.rights,
    }
    return render(request, "tournaments/rounds/desk_deals.html", context, status=422 if refused else 200)


@require_POST
def pack_papers(request: Request, slug: str) -> HttpResponse:
    """The cards of some boards on paper, for who prepares the packs; the log says who took them."""
    tournament = _with_deals(get_tournament(request, slug, Right.MANAGE_ROUNDS))
    form = PacksForm(request.POST)
    made = attempt(
        form,
        lambda data: print_packs(by=Actor.of(request), tournament=tournament, first=data["first"], last=data["last"]),
    )
    if made is None:
        current = deal_set_of(tournament)
        again, seen = current is not None, current.version if current else 0
        draw = DrawForm(again=again, initial={"boards": _foreseen(tournament), "seen": seen})
        write = WriteForm(again=again, initial={"seen": seen})
        return _desk_page(request, tournament, current, draw=draw, write=write, packs=form)
    data = form.cleaned_data
    deals = hands_of_boards(tournament, range(data["first"], data["last"] + 1))
    title = _("Smazzate %(first)s–%(last)s per i mazzi") % data
    imprint = imprint_of(tournament, title, at=timezone.now())
    content = PAPERS[data["paper"]]([deals[board] for board in sorted(deals)], imprint, made.version)
    return download(content, f"{tournament.name} – {title}", "pdf")


# ---- everybody ----------------------------------------------------------------------


@login_not_required
@require_safe
@shared
def deals(request: PublicRequest, slug: str) -> HttpResponse:
    """What commits to the deals, the boards that are over everywhere and, after the end, how to deal them again."""
    tournament = _with_deals(get_public_tournament(request, slug))
    made = deal_set_of(tournament)
    opened = DealsOpened.objects.filter(deal_set=made).first() if made else None
    context = {
        "tournament": tournament,
        "made": made,
        "opened": opened,
        "holds": opened is not None and is_committed_to(opened),
        "records": hand_records(tournament) if made else [],
    }
    return render(request, "tournaments/rounds/deals.html", context)


@login_not_required
@require_safe
@shared
def deal(request: PublicRequest, slug: str, number: int) -> HttpResponse:
    """A board that nobody has still to play: its hands, and what every table made of it."""
    tournament = _with_deals(get_public_tournament(request, slug))
    record = next(iter(hand_records(tournament, only=[number])), None)
    if record is None:
        raise Http404
    context = {"tournament": tournament, "record": record, "hands": hands_shown(record.deal)}
    return render(request, "tournaments/rounds/deal.html", context)


def _text_of(tournament: Tournament) -> str:
    """The deals that everybody may read: those of boards that are over; once opened all, as they were committed to."""
    opened = DealsOpened.objects.filter(deal_set__tournament=tournament).select_related("deal_set").first()
    if opened is None:
        return deals_text(record.deal for record in hand_records(tournament))
    if opened.text:
        return opened.text
    return deals_text(hands_of_boards(tournament, range(1, opened.deal_set.boards + 1)).values())


@login_not_required
@require_safe
def export_hand_records(request: PublicRequest, slug: str, *, kind: str) -> HttpResponse:
    """The boards over everywhere as paper, workbook, or the text that docs/deals.md tells."""
    tournament = _with_deals(get_public_tournament(request, slug))
    title = _("Smazzate giocate")
    if kind == "txt":
        return download(_text_of(tournament).encode(), f"{tournament.name} – {title}", kind)
    records = hand_records(tournament)
    if kind == "xlsx":
        return sheets_as(kind, papers.hand_record_sheets(records), tournament, title=title)
    imprint = imprint_of(tournament, title, at=timezone.now())
    return download(papers.hand_records(records, imprint), f"{tournament.name} – {title}", kind)
