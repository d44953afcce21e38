"""Imports of entries and players from a file: upload, preview, columns, acceptance.

Players and clubs: looked for, recorded, corrected; what each took part in. For who runs tournaments.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.views import FormPage, attempt, posted, uploaded
from papers.download import download
from people.accounts.models import MAY_HAND_OUT, Club, Player
from people.names.order import by_name
from people.offices.access import erases_persons, require_somewhere
from people.players.actions import save_club, save_player
from people.players.forms import ClubForm, PlayerForm
from people.players.queries import doubles_of, merges_of, search_clubs, search_players, shown_players
from records.action import Actor
from records.requests import Refused, Request
from records.rights import Right
from tournaments import papers
from tournaments.entry_lists.actions import accept_import, choose_columns, discard_import, mend_rows, stage_import
from tournaments.entry_lists.exports import entries_template, template_csv
from tournaments.entry_lists.forms import AcceptForm, ColumnsForm, Listed, MendForm, RegisterForm, UploadForm
from tournaments.entry_lists.models import ImportBatch
from tournaments.entry_lists.participation_queries import history_of_club, history_of_player
from tournaments.entry_lists.queries import Review
from tournaments.entry_lists.words import DOUBTS, PASSED_OVER, passed_in_words
from tournaments.papers import imprint_of
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament


@require_safe
def import_template(request: Request, slug: str, *, kind: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ENTRIES)
    title = _("Modello per le iscrizioni")
    if kind == "csv":
        return download(template_csv(entries_template(tournament)), title, "csv")
    imprint = imprint_of(tournament, title, at=timezone.now())
    return download(papers.workbook(entries_template(tournament), imprint), title, "xlsx")


@require_http_methods(["GET", "HEAD", "POST"])
def import_batch(request: Request, pk: int, slug: str = "") -> HttpResponse:
    batch = _batch(request, pk, slug)
    form = AcceptForm(posted(request), initial={"version": batch.version})
    if request.method == "POST":
        # What was typed and not yet looked at is kept first: nobody accepts a list that they have not seen.
        if batch.is_pending and MendForm(request.POST, review=Review(batch)).is_something:
            return import_mend(request, pk, slug)
        accepted = attempt(form, lambda data: accept_import(by=Actor.of(request), batch=batch, **form.decision))
        if accepted:
            messages.success(request, _done(accepted))
            return redirect(_Ways(batch).done)
    return _preview(request, batch, accept=form)


@require_POST
def import_mend(request: Request, pk: int, slug: str = "") -> HttpResponse:
    batch = _batch(request, pk, slug)
    if not batch.is_pending:
        return _preview(request, batch)
    form = MendForm(request.POST, review=Review(batch))
    if attempt(
        form,
        lambda data: mend_rows(by=Actor.of(request), batch=batch, version=data["version"], by_hand=form.by_hand),
    ):
        messages.success(request, _("Ecco l’anteprima con le tue correzioni: non è ancora importato nulla."))
        return redirect(_Ways(batch).preview)
    return _preview(request, batch, mend=form)


@require_POST
def import_columns(request: Request, pk: int, slug: str = "") -> HttpResponse:
    batch = _batch(request, pk, slug)
    if not batch.is_pending:
        return _preview(request, batch)
    form = ColumnsForm(request.POST, review=Review(batch))
    if attempt(form, lambda data: choose_columns(by=Actor.of(request), batch=batch, **form.chosen)):
        return redirect(_Ways(batch).preview)
    return _preview(request, batch, columns=form)


@require_POST
def discard_batch(request: Request, pk: int, slug: str = "") -> HttpResponse:
    batch = _batch(request, pk, slug)
    try:
        discard_import(by=Actor.of(request), batch=batch)
    except Refused as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("File scartato: non è stato importato nulla."))
    return redirect(_Ways(batch).upload)


def _batch(request: Request, pk: int, slug: str) -> ImportBatch:
    """A list of the tournament; without one, of the register."""
    tournament = get_tournament(request, slug, Right.MANAGE_ENTRIES) if slug else None
    if tournament is None:
        require_somewhere(request.user, Right.MANAGE_ENTRIES)
    batches = ImportBatch.objects.select_related("settled_by", "federation")
    batch = get_object_or_404(batches, tournament=tournament, pk=pk)
    batch.tournament = tournament
    return batch


class _Ways:
    """Where a list is looked at, mended and let go: at the desk of its tournament, or in the register."""

    def __init__(self, batch: ImportBatch) -> None:
        self.of = [batch.tournament.slug] if batch.tournament else []
        self.pk = batch.pk

    def _to(self, name: str) -> str:
        return reverse(name if self.of else f"register_{name}", args=[*self.of, self.pk])

    @property
    def preview(self) -> str:
        return self._to("import_batch")

    @property
    def mend(self) -> str:
        return self._to("import_mend")

    @property
    def columns(self) -> str:
        return self._to("import_columns")

    @property
    def discard(self) -> str:
        return self._to("discard_import")

    @property
    def upload(self) -> str:
        return reverse("import_entries", args=self.of) if self.of else reverse("import_register")

    @property
    def done(self) -> str:
        return reverse("entries", args=self.of) if self.of else reverse("players")


def _preview(
    request: Request,
    batch: ImportBatch,
    *,
    accept: AcceptForm | None = None,
    columns: ColumnsForm | None = None,
    mend: MendForm | None = None,
) -> HttpResponse:
    """The page of a batch: what is in it, or, once it is settled, what became of it."""
    context: dict[str, Any] = {"tournament": batch.tournament, "batch": batch, "ways": _Ways(batch)}
    context["layout"] = "tournaments/base.html" if batch.tournament else "base.html"
    context["form"] = mend or accept or AcceptForm(initial={"version": batch.version})
    if batch.is_pending:
        context |= _pending(request, Review(batch))
        context["columns"] = columns or ColumnsForm(review=context["review"])
    refused = request.method == "POST"
    return render(request, "tournaments/entry_lists/preview.html", context, status=422 if refused else 200)


def _pending(request: Request, review: Review) -> dict[str, Any]:
    """What the page of a list that waits shows, with what was typed in it."""
    kept = review.by_hand.answers
    answers = [(line, request.POST.get(line.field, kept.get(line.field, line.proposed))) for line in review.questions]
    return {
        "review": review,
        "questions": answers,
        "doubts": [DOUBTS[doubt] for doubt in review.columns.doubts],
        "mend": MendForm(posted(request), review=review),
        "passed": [(row, PASSED_OVER[why]) for row, why in review.passed_rows],
        "passed_words": passed_in_words(review.passed.values()),
    }


def _done(batch: ImportBatch) -> str:
    if batch.kind == ImportBatch.Kind.PLAYERS:
        count = batch.outcome["new_players"]
        words = ngettext("Aggiunto %(count)d giocatore.", "Aggiunti %(count)d giocatori.", count)
    else:
        count = batch.outcome["entries"]
        words = ngettext("Importata %(count)d iscrizione.", "Importate %(count)d iscrizioni.", count)
    return words % {"count": count}


def _in_register(request: Request, *, right: Right) -> None:
    require_somewhere(request.user, right)


def _staged(by: Actor, tournament: Tournament | None, listed: Listed, **said: Any) -> ImportBatch:
    said = {"federation": None, "kind": ImportBatch.Kind.PLAYERS} | said
    return stage_import(by=by, tournament=tournament, file_name=listed.name, content=listed.content, **said)


def _waiting(request: Request, tournament: Tournament | None) -> dict[str, Any]:
    batches = ImportBatch.objects.filter(tournament=tournament, state=ImportBatch.State.PENDING)
    return {"waiting": batches.select_related("staged_by")}


_upload = partial(
    FormPage[Any, ImportBatch], right=Right.MANAGE_ENTRIES, of="tournament", act=_staged, shows=_waiting,
    to=lambda request, found, batch: redirect(_Ways(batch).preview),
)  # fmt: skip
import_entries = _upload(
    find=get_tournament, form=lambda request, found: UploadForm(**uploaded(request)),
    page="tournaments/entry_lists/upload.html",
)  # fmt: skip
# A list of players for the register, whom nobody enters anywhere.
import_register = _upload(
    find=_in_register, form=lambda request, found: RegisterForm(**uploaded(request)),
    page="tournaments/entry_lists/register.html",
)  # fmt: skip


Kept = TypeVar("Kept", bound=Model)

PER_PAGE = 100


@require_safe
def players(request: Request) -> HttpResponse:
    rights = require_somewhere(request.user, Right.VIEW_DESK)
    text = request.GET.get("cerca", "").strip()
    known = search_players(text, limit=None) if text else shown_players().select_related("club", "federation")
    page = Paginator(known, PER_PAGE).get_page(request.GET.get("page"))
    twice = doubles_of(page) if Right.MANAGE_ENTRIES in rights else {}
    rows = [(one, twice.get(one.pk, [])) for one in page]
    context = {"page": page, "rows": rows, "text": text, "rights": rights}
    return render(request, "tournaments/entry_lists/players.html", context)


@require_safe
def player(request: Request, pk: int) -> HttpResponse:
    rights = require_somewhere(request.user, Right.VIEW_DESK)
    found = get_object_or_404(Player.objects.select_related("club", "federation"), pk=pk)
    merges = merges_of(found)
    context = {
        "player": found,
        "kept": merges[0].kept if merges else found,
        "merges": [one for one in merges if one.kept_id == found.pk],
        "history": history_of_player(found, request.user),
        "rights": rights,
        "doubles": doubles_of([found]).get(found.pk, []) if Right.MANAGE_ENTRIES in rights else [],
        "erases": erases_persons(request.user) and not found.is_erased,
        "hands_out": request.user.has_perm(MAY_HAND_OUT),
        "exports": found.exports.select_related("made_by"),
    }
    return render(request, "tournaments/entry_lists/player.html", context)


def _one_of(model: type[Kept]) -> Callable[..., Kept | None]:
    """Finds the one that is changed; none where a new one is recorded."""

    def find(request: Request, *, right: Right, pk: int | None = None) -> Kept | None:
        require_somewhere(request.user, right)
        return get_object_or_404(model, pk=pk) if pk else None

    return find


edit_player = FormPage(
    find=_one_of(Player), right=Right.MANAGE_ENTRIES, of="player", act=save_player,
    form=lambda request, player: PlayerForm.of(player, posted(request)),
    said=lambda player: _("Giocatore registrato: %(player)s.") % {"player": player},
    to=lambda request, before, player: redirect("player", player.pk), page="tournaments/entry_lists/edit_player.html",
)  # fmt: skip


@require_safe
def clubs(request: Request) -> HttpResponse:
    rights = require_somewhere(request.user, Right.VIEW_DESK)
    text = request.GET.get("cerca", "").strip()
    page = Paginator(search_clubs(text), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/entry_lists/clubs.html", {"page": page, "text": text, "rights": rights})


@require_safe
def club(request: Request, pk: int) -> HttpResponse:
    rights = require_somewhere(request.user, Right.VIEW_DESK)
    found = get_object_or_404(Club.objects.select_related("federation"), pk=pk)
    context = {
        "club": found,
        "players": shown_players().filter(club=found).order_by(*by_name("last_name", "first_name"), "pk"),
        "history": history_of_club(found, request.user),
        "rights": rights,
    }
    return render(request, "tournaments/entry_lists/club.html", context)


edit_club = FormPage(
    find=_one_of(Club), right=Right.MANAGE_ENTRIES, of="club", act=save_club,
    form=lambda request, club: ClubForm.of(club, posted(request)),
    said=lambda club: _("Circolo registrato: %(club)s.") % {"club": club},
    to=lambda request, before, club: redirect("club", club.pk), page="tournaments/entry_lists/edit_club.html",
)  # fmt: skip
