"""A record of the archive that came in a package: as the package tells it, with where it comes from.

The archive for its officers: a search with what it is like, and each record to be read whole.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from codes.arbitral.score import Reckoning
from codes.library import all_rulebooks
from federation.archive.actions import refresh
from federation.archive.forms import NO, YES, ArchiveForm
from federation.archive.lines import EFFECT_NAMES, citing, lines_at, ordered_name, records_of, titles_of
from federation.archive.models import ArchivedRuling
from federation.archive.queries import COUNTED, ResultPage, almost, search
from federation.archive_exports.models import ArchiveFeed, feed_key
from federation.casebook.queries import headnotes_of
from federation.packages.queries import arbitral_scores
from federation.packages.queries import rulings as packed_rulings
from federation.received.models import ReceivedTournament
from federation.received.queries import why_no_headnote
from federation.received.records import Packed
from federation.received.views import ruling_context
from people.accounts.models import Club, Federation, User
from people.offices.access import get_federation
from records.requests import Request
from records.rights import FederationRight
from referee.arbitral_scores.models import ArbitralScore
from referee.arbitral_scores.views import arithmetic_context
from referee.cases.words import spoken
from referee.rulings.decision_views import effects_to_read
from referee.rulings.document import document_of
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal
from tournaments.setup.models import Tournament


def received_page(
    archived: ArchivedRuling, record: Ruling | ArbitralScore | Appeal, context: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """The template and what it shows."""
    assert archived.received is not None  # noqa: S101  # asked only of those
    package = archived.received.indexed.package
    context = context | {"package": package}
    if isinstance(record, Appeal):
        notes = sorted(Packed(package).notes(record), key=lambda one: (one.written_at, one.pk))
        against = _against(archived, record)
        return "federation/archive/archived_appeal.html", context | {
            "appeal": record,
            "against": against,
            "notes": notes,
        }
    number = record.ruling.number if isinstance(record, ArbitralScore) else record.number
    versions = [one for one in packed_rulings(package) if one.number == number]
    shown = (
        versions if isinstance(record, ArbitralScore) else [one for one in versions if one.version <= record.version]
    )
    others = ArchivedRuling.objects.filter(received=archived.received, kind="ruling", number=number)
    told = ruling_context(package, shown) | {"versions": others.order_by("-version")}
    scores = [one.told for one in arbitral_scores(package) if one.ruling == number and one.told["is_current"]]
    return "federation/archive/archived_received.html", context | told | {"scores": scores}


def _against(archived: ArchivedRuling, appeal: Appeal) -> ArchivedRuling | None:
    if appeal.kind != "ruling" or appeal.record is None:
        return None
    number, version = appeal.record.split(":")[1:]
    found = ArchivedRuling.objects.filter(received=archived.received, kind="ruling", number=number, version=version)
    return found.first()


# Of each facet so many values are shown.
SHOWN = 12
# What of an address narrows nothing: the words, and in which order.
UNFILTERED = ("q", "ordine")


@dataclass(frozen=True)
class Value:
    """A value of a facet: how many of what was found have it, and where the search goes with it or without."""

    words: str
    count: int
    address: str
    is_chosen: bool


@dataclass(frozen=True)
class Facet:
    title: str
    values: tuple[Value, ...]


@require_safe
def archive(request: Request, code: str) -> HttpResponse:
    """The search and what it finds; without any words and filters everything, the newest first."""
    federation = get_federation(request, code, FederationRight.VIEW_ARCHIVE)
    form = ArchiveForm(request.GET, federation=federation)
    if not form.is_valid():
        return render(request, "federation/archive/archive.html", {"federation": federation, "form": form}, status=422)
    waiting = refresh(federation)
    found = search(federation, form.search, after=request.GET.get("dopo", ""))
    canonical = form.canonical
    lines = lines_at(federation, [*found.places, *almost(federation, form.search, found)])
    context = {
        "federation": federation,
        "form": form,
        "found": found,
        "lines": lines[: len(found.places)],
        "almost": lines[len(found.places) :],
        "facets": facets(federation, found, canonical),
        "chosen": chosen(federation, form),
        "only_words": urlencode({name: value for name, value in canonical.items() if name in UNFILTERED}),
        "next": urlencode(canonical | {"dopo": found.after}) if found.after else "",
        "canonical": form.address,
        "waiting": waiting,
        "most": COUNTED,
        "first_page": "dopo" not in request.GET,
        **_feed(request, federation),
    }
    return render(request, "federation/archive/archive.html", context)


@require_safe
def archived(request: Request, code: str, source: str) -> HttpResponse:
    """One record with all that it says; nothing of the tournament's desk is shown or reached."""
    federation = get_federation(request, code, FederationRight.VIEW_ARCHIVE)
    refresh(federation)
    found = get_object_or_404(
        ArchivedRuling.objects.select_related("tournament__federation", "arbiter", "received__indexed__package__key"),
        federation=federation, source=source,
    )  # fmt: skip
    record = records_of([found]).get(source)
    if record is None:
        raise Http404
    context = {
        "federation": federation,
        "archived": found,
        "citing": citing(found),
        "record": record,
        "headnotes": headnotes_of([source]).get(source, []),
        "why_no_headnote": why_no_headnote(found.received),
        "to_the_judge": _goes_to_the_judge(found, record),
    }
    if found.received:
        return render(request, *received_page(found, record, context))
    template = (
        "federation/archive/archived_appeal.html" if isinstance(record, Appeal) else "federation/archive/archived.html"
    )
    more = _of_appeal(record, found) if isinstance(record, Appeal) else _of_ruling(record, found)
    return render(request, template, context | more)


def _goes_to_the_judge(archived: ArchivedRuling, record: Ruling | ArbitralScore | Appeal) -> bool:
    """A ruling in force, and whatever an appeal that was decided was against."""
    if isinstance(record, Appeal):
        return bool(record.record) and not record.is_open
    return archived.kind == "ruling" and archived.followed_by is None


def _feed(request: Request, federation: Federation) -> dict[str, str]:
    """Where the officer's own reader of feeds comes in, where there is a key."""
    mine = ArchiveFeed.objects.filter(user=request.user, federation=federation, revoked_at__isnull=True).first()
    if mine is None:
        return {}
    key = feed_key(mine)
    address = request.build_absolute_uri(reverse("archive_feed", args=[federation.code, key]))
    return {"feed_key": key, "feed_address": address}


def _of_ruling(record: Any, archived: ArchivedRuling) -> dict[str, Any]:
    """The whole ruling, as its own record says it; of an arbitral score, the ruling that called for it."""
    chosen = record if isinstance(record, ArbitralScore) else None
    key = chosen.ruling_id if chosen else record.pk
    people = ("decided_by", "superseded_by", "proposed_as__answered_by", "case__table__round", "case__board")
    ruling = Ruling.objects.select_related("tournament__federation", *people).get(pk=key)
    score = chosen or ruling.arbitral_scores.select_related("given_by").order_by("-version").first()
    versions = ArchivedRuling.objects.filter(
        federation=archived.federation_id, tournament=archived.tournament_id, kind="ruling", number=ruling.number
    )
    return {
        "ruling": ruling,
        "document": document_of(ruling, language=get_language() or "it"),
        "effects": effects_to_read(ruling.effects),
        "proposed": effects_to_read(ruling.proposed_effects),
        "score": score,
        "working": arithmetic_context(Reckoning.from_dict(score.arithmetic)) if score else None,
        "versions": versions.order_by("-version"),
    }


def _of_appeal(appeal: Appeal, archived: ArchivedRuling) -> dict[str, Any]:
    number, version = (appeal.record or "").split(":")[1:] if appeal.kind == "ruling" else (0, 0)
    against = ArchivedRuling.objects.filter(
        federation=archived.federation_id, tournament=archived.tournament_id, kind="ruling", number=number,
        version=version,
    )  # fmt: skip
    notes = appeal.notes.order_by("written_at", "pk")
    return {"appeal": appeal, "against": against.first(), "notes": notes}


def chosen(federation: Federation, form: ArchiveForm) -> list[Value]:
    """What the search is narrowed by, each with the way to the search without it."""
    canonical, found = form.canonical, []
    for name, value in canonical.items():
        if name in UNFILTERED:
            continue
        rest = {one: other for one, other in canonical.items() if one != name}
        choices = dict(getattr(form.fields[name], "choices", ())) if name != "torneo" else {}
        words = choices.get(value) or _named(federation, name, value, form)
        found.append(Value(f"{form.fields[name].label}: {words}", 0, urlencode(rest), is_chosen=True))
    return found


def _named(federation: Federation, name: str, value: str, form: ArchiveForm) -> str:
    """The value in words; what the federation does not hold stays as it was typed: no number names it."""
    if name == "torneo":
        return str(form.cleaned_data["torneo"])
    if name == "anomalia":
        return _procedure_titles(federation, [value]).get(value, value)
    if name == "sanzione":
        return ordered_name(value)
    decided = ArchivedRuling.objects.filter(federation=federation, arbiter=OuterRef("pk"))
    held: dict[str, QuerySet[Any]] = {
        "arrivato": ReceivedTournament.objects.filter(federation=federation),
        "arbitro": User.objects.filter(Exists(decided)),
        "circolo": Club.objects.filter(federation=federation),
    }
    found = held[name].filter(pk=int(value)).first() if name in held else None
    return str(found or value)


def facets(federation: Federation, found: ResultPage, canonical: Mapping[str, str]) -> list[Facet]:
    """What the records found are like, and where each value leads."""
    counts = found.facets
    tournaments = _by_key(Tournament.objects.filter(federation=federation), counts, "tournament")
    arbiters = _by_key(User.objects.all(), counts, "arbiter")
    clubs = _by_key(Club.objects.all(), counts, "club")
    received = _by_key(ReceivedTournament.objects.filter(federation=federation), counts, "received")
    shown = [value for value, _count in counts["procedure"].most_common(SHOWN)] if counts else []
    titles = _procedure_titles(federation, shown)
    books = {book.id: spoken(book.title) for book in all_rulebooks()}
    yes_no = {True: YES, False: NO}
    kinds: list[tuple[str, str, str, Callable[[Any], object], Callable[[Any], str]]] = [
        ("procedure", "anomalia", _("Anomalia"), titles.get, str),
        ("article", "articolo", _("Articolo"), lambda one: _("art. %(number)s") % {"number": one}, str),
        ("effect", "effetto", _("Effetto"), EFFECT_NAMES.get, str),
        ("departed", "diversa", _("Rispetto alla proposta"),
         {True: _("diversamente"), False: _("come proposto")}.get, yes_no.__getitem__),
        ("kind", "tipo", _("Tipo"), dict(ArchivedRuling.Kind.choices).get, str),
        ("standing", "stato", _("Stato"), dict(ArchivedRuling.Standing.choices).get, str),
        ("changed", "norma", _("Norma"), {True: _("cambiata da allora"), False: _("la stessa")}.get,
         yes_no.__getitem__),
        ("method", "punteggio", _("Punteggio arbitrale"), dict(ArbitralScore.Method.choices).get, str),
        ("code", "codice", _("Codice"), books.get, str),
        ("tournament", "torneo", _("Torneo"), tournaments.get, lambda key: tournaments[key].slug),
        ("received", "arrivato", _("Torneo ricevuto in un pacchetto"), received.get, str),
        ("arbiter", "arbitro", _("Arbitro"), arbiters.get, str),
        ("club", "circolo", _("Circolo"), lambda key: clubs.get(int(key)), str),
    ]  # fmt: skip
    made = []
    for name, field, title, words, written in kinds:
        several = counts.get(name)
        if not several:
            continue
        values = [
            _value(str(said), count, field, written(value), canonical)
            for value, count in several.most_common(SHOWN)
            if (said := words(value)) is not None
        ]
        made.append(Facet(title, tuple(values)))
    return [one for one in made if one.values] + [_years(counts, canonical)]


def _value(words: str, count: int, field: str, value: str, canonical: Mapping[str, str]) -> Value:
    is_chosen = canonical.get(field) == value
    address = {one: other for one, other in canonical.items() if one != field}
    return Value(words, count, urlencode(address if is_chosen else address | {field: value}), is_chosen)


def _years(counts: Mapping[str, Any], canonical: Mapping[str, str]) -> Facet:
    rest = {name: value for name, value in canonical.items() if name not in ("dal", "al")}
    values = []
    for year, count in sorted(counts.get("year", {}).items(), reverse=True)[:SHOWN]:
        bounds = {"dal": f"{year}-01-01", "al": f"{year}-12-31"}
        is_chosen = bounds.items() <= canonical.items()
        values.append(Value(str(year), count, urlencode(rest if is_chosen else rest | bounds), is_chosen))
    return Facet(_("Anno"), tuple(values))


def _by_key(rows: Any, counts: Mapping[str, Any], name: str) -> dict[int, Any]:
    keys = [int(key) for key, _count in counts[name].most_common(SHOWN)] if counts.get(name) else []
    return rows.in_bulk(keys) if keys else {}


def _procedure_titles(federation: Federation, procedures: Iterable[str]) -> dict[str, str]:
    """By today's codes; what these have no more by a ruling of its time."""
    wanted = dict.fromkeys(procedures)
    known = {
        name: spoken(book.procedures[name].title)
        for book in all_rulebooks()
        for name in wanted
        if name in book.procedures
    }
    gone = [("", name) for name in wanted if name not in known]
    return known | dict(titles_of(federation, gone))
