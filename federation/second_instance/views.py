"""The federal judge's pages: what waits, by the clock; a case whole, with what is done with it."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_safe

from federation.archive.actions import refresh
from federation.archive.models import ArchivedRuling
from federation.received.models import ReceivedTournament
from federation.sealed.archive import canonical
from federation.second_instance.actions import (
    Filed,
    Verdict,
    decide_second,
    deposits_offered,
    file_second_against,
    name_second_judge,
    note_second,
    release_second_judge,
    set_term,
    settle_second_deposit,
    withdraw_second,
)
from federation.second_instance.contested_record import (
    ContestedRecord,
    Held,
    contest_of,
    contested_record,
    entries_of,
    in_force,
    packed_of,
    publications_of,
)
from federation.second_instance.forms import (
    DecideForm,
    FileSecondForm,
    JudgeForm,
    NoteForm,
    ReleaseForm,
    TermForm,
    WhichRecordForm,
    WhichTournamentForm,
    WithdrawForm,
)
from federation.second_instance.models import SecondAppeal, SecondJudge
from federation.second_instance.queries import (
    against_archived,
    appeals_by_clock,
    barred,
    carried_out,
    changeable,
    changeable_figures,
    due_after,
    entry_name,
    figures_by_name,
    first_appeals,
    heard_before,
    judges_of,
    last_decision,
    namesakes,
    noticed_at,
    own_club_in_appeal,
    panel_of,
    record_under_appeal,
    term_of,
)
from pages.views import PostedForm, attempt, form_page, posted
from papers.download import download
from people.accounts.models import Federation
from people.offices.access import get_federation
from records.action import Actor
from records.requests import Request
from records.rights import FederationRight
from referee.rulings.document import effect_words
from tournaments.appeals.models import Appeal
from tournaments.publication.models import Publication
from tournaments.setup.models import Tournament

PER_PAGE, MOST_LISTED = 50, 200
JUDGE, READ = FederationRight.JUDGE_APPEALS, FederationRight.VIEW_ARCHIVE


@require_http_methods(["GET", "HEAD", "POST"])
def second_instance(request: Request, code: str) -> HttpResponse:
    """The appeals, those that wait first; a POST sets the term."""
    federation = get_federation(request, code, JUDGE if request.method == "POST" else READ)
    now = term_of(federation)
    initial = {"seen": now.version if now else 0} | (
        {"days": now.days, "cents": now.deposit_cents, "source": now.source} if now else {}
    )
    form = TermForm(posted(request), initial=initial)
    if attempt(form, lambda data: set_term(by=Actor.of(request), federation=federation, **data)):
        messages.success(request, _("Termine registrato."))
        return redirect("second_instance", code)
    which = WhichTournamentForm(request.GET if "torneo" in request.GET else None, tournaments=_tournaments(federation))
    if which.is_bound and which.is_valid():
        where, _colon, key = which.cleaned_data["torneo"].partition(":")
        return redirect(f"second_of_{where}", code, key)
    page = Paginator(appeals_by_clock(federation), PER_PAGE).get_page(request.GET.get("page"))
    context = {"federation": federation, "page": page, "term": now, "now": timezone.now(), "which": which}
    return form_page(request, "federation/second_instance/second_instance.html", form, **context)


def _tournaments(federation: Federation) -> list[tuple[str, str]]:
    """Those whose records may be brought here, the newest first: played here, or received."""
    here = (
        Tournament.objects.filter(federation=federation)
        .filter(data_version__gt=0)
        .order_by("-starts_on", "-pk")[:MOST_LISTED]
    )
    came = ReceivedTournament.objects.filter(federation=federation)[:MOST_LISTED]
    found = [(one.starts_on, f"tournament:{one.slug}", f"{one.name}, {one.place}") for one in here]
    found += [
        (one.starts_on or date.min, f"received:{one.pk}", _("%s (ricevuto)") % f"{one.name}, {one.place}")
        for one in came
    ]
    return [(key, name) for _day, key, name in sorted(found, reverse=True)]


@require_http_methods(["GET", "HEAD", "POST"])
def file_appeal_to_judge(request: Request, code: str, source: str) -> HttpResponse:
    """Receive an appeal against a ruling of the archive, or what an appeal of the archive was against."""
    federation = get_federation(request, code, JUDGE)
    refresh(federation)
    archived = get_object_or_404(
        ArchivedRuling.objects.select_related("tournament__federation", "received__federation", "federation"),
        federation=federation, source=source,
    )  # fmt: skip
    key = against_archived(archived)
    if archived.held is None or not key:
        raise Http404
    return _file_page(request, federation, archived.held, key)


@require_safe
def second_of_tournament(request: Request, code: str, slug: str) -> HttpResponse:
    """What of a tournament played here is brought before the judge."""
    federation, held = _played_here(request, code, slug)
    return _which_page(request, federation, held, lambda key: redirect("file_second_of_tournament", code, slug, key))


@require_safe
def second_of_received(request: Request, code: str, pk: int) -> HttpResponse:
    """The same of a tournament that came in packages."""
    federation, held = _received(request, code, pk)
    return _which_page(request, federation, held, lambda key: redirect("file_second_of_received", code, pk, key))


@require_http_methods(["GET", "HEAD", "POST"])
def file_second_of_tournament(request: Request, code: str, slug: str, record: str) -> HttpResponse:
    return _file_page(request, *_played_here(request, code, slug), record)


@require_http_methods(["GET", "HEAD", "POST"])
def file_second_of_received(request: Request, code: str, pk: int, record: str) -> HttpResponse:
    return _file_page(request, *_received(request, code, pk), record)


def _played_here(request: Request, code: str, slug: str) -> tuple[Federation, Tournament]:
    federation = get_federation(request, code, JUDGE)
    return federation, get_object_or_404(
        Tournament.objects.select_related("federation"), federation=federation, slug=slug
    )


def _received(request: Request, code: str, pk: int) -> tuple[Federation, ReceivedTournament]:
    federation = get_federation(request, code, JUDGE)
    found = ReceivedTournament.objects.select_related("federation")
    return federation, get_object_or_404(found, federation=federation, pk=pk)


def _which_page(
    request: Request, federation: Federation, held: Held, go: Callable[[str], HttpResponse]
) -> HttpResponse:
    form = WhichRecordForm(request.GET if "cosa" in request.GET else None)
    if form.is_bound and form.is_valid():
        key = in_force(held, form.key)
        if contested_record(held, key):
            return go(key)
        form.add_error(None, _("Nel torneo non c’è: riguarda i numeri."))
    context = {"federation": federation, "held": held, "form": form, "shown": _shown(held)}
    return render(request, "federation/second_instance/second_which.html", context, status=422 if form.errors else 200)


def _shown(held: Held) -> list[Publication]:
    """The last published standings of each stage, so that their numbers are at hand."""
    last: dict[int, Publication] = {}
    packed = packed_of(held)
    if packed or isinstance(held, Tournament):
        for one in publications_of(packed or contest_of(held)):
            last.setdefault(one.stage.number, one)
    return [last[number] for number in sorted(last)]


def _file_page(request: Request, federation: Federation, held: Held, key: str) -> HttpResponse:
    record, term = contested_record(held, key), term_of(federation)
    if record is None or not record.is_current:
        raise Http404
    first = first_appeals(held, record.key)
    known = noticed_at(record, first)
    with_deposit = bool(term and term.deposit_cents)
    form = FileSecondForm(posted(request), entries=entries_of(held), with_deposit=with_deposit)
    by = Actor.of(request)

    def file(data: dict[str, Any]) -> SecondAppeal:
        return file_second_against(by=by, federation=federation, held=held, record=record.key, said=Filed(**data))

    if made := attempt(form, file):
        messages.success(request, _("Reclamo ricevuto."))
        return redirect("second_appeal", code=federation.code, number=made.number)
    context = {
        "federation": federation, "held": held, "record": record, "ruling": record.ruling, "first": first,
        "term": term, "effects": effect_words(record.ruling.effects) if record.ruling else (), "known": known,
        "due": due_after(term, known) if term else None,
    }  # fmt: skip
    return form_page(request, "federation/second_instance/file_second.html", form, **context)


@require_safe
def second_appeal(request: Request, code: str, number: int) -> HttpResponse:
    return _page(request, _find(request, code, number, READ))


@require_safe
def fetch_decision(request: Request, code: str, number: int) -> HttpResponse:
    """The last decision as a file, for the tournament."""
    appeal = _find(request, code, number, READ)
    decision = last_decision(appeal)
    if decision is None:
        raise Http404
    name = _("reclamo %(number)d, decisione %(version)d") % {"number": number, "version": decision.version}
    return download(canonical(decision.signed), name, "json")


def _find(request: Request, code: str, number: int, right: FederationRight) -> SecondAppeal:
    federation: Federation = get_federation(request, code, right)
    found = SecondAppeal.objects.select_related(
        "federation", "tournament", "received__federation", "term", "filed_by"
    )  # fmt: skip
    return get_object_or_404(found, federation=federation, number=number)


def _record(appeal: SecondAppeal) -> ContestedRecord:
    """What is judged; not found where the packages that had it were all set aside."""
    try:
        return record_under_appeal(appeal)
    except LookupError as error:
        raise Http404 from error


def _decide_form(appeal: SecondAppeal, data: Any = None) -> DecideForm:
    before, record = last_decision(appeal), _record(appeal)
    panel = [one.user for one in panel_of(appeal)]
    figures = changeable_figures(record, contest_of(appeal.held)) if appeal.held else {}
    return DecideForm(
        data, asked=changeable(record.ruling) if record.ruling else (), figures={} if record.ruling else figures,
        panel=panel, corrects=before is not None, initial={"seen": before.version if before else 0},
    )  # fmt: skip


def _page(request: Request, appeal: SecondAppeal, **told: Any) -> HttpResponse:
    """The case, with what was typed where it was refused."""
    record, panel = _record(appeal), panel_of(appeal)
    ruling = record.ruling
    may = JUDGE in request.federation_rights
    context: dict[str, Any] = {
        "federation": appeal.federation,
        "appeal": appeal,
        "ruling": ruling,
        "record": record,
        "effects": effect_words(ruling.effects) if ruling else (),
        "entry": entry_name(appeal),
        "source": ArchivedRuling.objects.filter(
            federation=appeal.federation, tournament=appeal.tournament, received=appeal.received, kind="ruling",
            number=ruling.number, version=ruling.version,
        ).values_list("source", flat=True).first() if ruling else None,
        "panel": panel,
        "left": appeal.judges.filter(left_at__isnull=False).select_related("user"),
        "notes": appeal.notes.select_related("written_by"),
        "decisions": [
            (one, figures_by_name(one.figures))
            for one in appeal.decisions.select_related("decided_by").order_by("-version")
        ],
        "carried_out": carried_out(appeal),
        "heard": heard_before(appeal),
        "barred": barred(appeal, request.user) if may else "",
        "namesake": may and namesakes(appeal, request.user),
        "own_club": own_club_in_appeal(appeal, request.user) if may else "",
        "deposits": [(one, Appeal.Deposit(one).label) for one in deposits_offered(appeal)],
        "now": timezone.now(),
        "may_decide": may and (appeal.is_open or appeal.state != Appeal.State.WITHDRAWN),
        "judge_form": JudgeForm(judges=judges_of(appeal.federation)),
        "release_form": ReleaseForm(),
        "note_form": NoteForm(),
        "withdraw_form": WithdrawForm(),
        "decide_form": _decide_form(appeal),
    }  # fmt: skip
    return render(request, "federation/second_instance/second_appeal.html", context | told, status=422 if told else 200)


def _judge(request: Request, code: str, number: int, pk: int, right: FederationRight) -> SecondJudge:
    appeal = _find(request, code, number, right)
    return get_object_or_404(SecondJudge.objects.select_related("appeal__federation"), pk=pk, appeal=appeal)


_sent = partial(PostedForm[Any, Model], right=JUDGE, to=("second_appeal", "code", "number"))
_on_appeal = partial(_sent, find=_find, of="appeal", page=_page)
name_judge = _on_appeal(
    name="judge_form", form=lambda request, appeal: JudgeForm(posted(request), judges=judges_of(appeal.federation)),
    act=name_second_judge, said=_lazy("Collegio registrato."),
)  # fmt: skip
release_judge = _sent(
    find=_judge, of="judge", name="release_form", form=ReleaseForm, act=release_second_judge,
    said=_lazy("Non è più nel collegio."),
    page=lambda request, judge, release_form: _page(request, judge.appeal, release_form=release_form),
)  # fmt: skip
note = _on_appeal(name="note_form", form=NoteForm, act=note_second, said=_lazy("Scritto."))
withdraw = _on_appeal(name="withdraw_form", form=WithdrawForm, act=withdraw_second, said=_lazy("Ritirato."))
deposit = _on_appeal(name="refused", sent=("deposit",), act=settle_second_deposit, said=_lazy("Registrato."))
decide = _on_appeal(
    name="decide_form", form=lambda request, appeal: _decide_form(appeal, posted(request)), says="said",
    act=lambda verdict, **said: decide_second(verdict=Verdict(**verdict), **said),
    said=_lazy("Decisione registrata e firmata."),
)  # fmt: skip
