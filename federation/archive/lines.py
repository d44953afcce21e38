"""What the effects of all codes are called, where only their kind is told.

Records of the archive as a list shows them, read from the official ones.

What many records of the archive share, read once by a process: the key of a shape is made of its text.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.archive.models import ArchivedCitation, ArchivedRuling, ArchivedShape
from federation.archive.records import received_records
from federation.archive.words import SINGLE
from people.accounts.models import Federation
from referee.arbitral_scores.models import ArbitralScore
from referee.cases.words import spoken
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal
from tournaments.scores.words import cited
from tournaments.setup.models import Tournament

EFFECT_NAMES: Mapping[str, Promise] = {
    "annul": _("annullamento"),
    "arbitral": _("punteggio arbitrale"),
    "concede": _("punti concessi"),
    "deal_score": _("punteggio della smazzata"),
    "discipline": _("provvedimento disciplinare"),
    "fixed_score": _("punteggio della partita"),
    "forbid": _("divieto"),
    "forfeit": _("punti perduti"),
    "free": _("ordine dell’arbitro"),
    "freeze": _("carta congelata"),
    "go": _("si prosegue altrove"),
    "indemnity": _("indennizzo"),
    "inform": _("avviso"),
    "judgement": _("giudizio dell’arbitro"),
    "oblige": _("obbligo"),
    "penalty": _("penalità"),
    "rectify": _("rettifica"),
    "redo": _("si rifà"),
    "refuse": _("richiesta respinta"),
    "replace_card": _("sostituzione della carta"),
    "reserve": _("riserva"),
    "sanatoria": _("sanatoria"),
    "status": _("carta esposta o penalizzata"),
    "withdraw": _("uscita dal torneo"),
}


Record = Ruling | ArbitralScore | Appeal
LONGEST = 280


@dataclass(frozen=True)
class Line:
    """A record in a list: what it is about, what was decided, why."""

    archived: ArchivedRuling
    record: Record
    title: str
    decision: str
    reason: str
    cited_by: int = 0

    @property
    def reference(self) -> str:
        """As it is cited: «coppa-levante n. 12»."""
        return f"{self.archived.held.slug} n. {self.archived.number}" if self.archived.held else ""

    @property
    def by(self) -> str:
        """Who decided it; of what came in a package as the package calls them."""
        if self.archived.received_id is None:
            return str(self.archived.arbiter or "")
        return decided_by(self.record)


def decided_by(record: Record) -> str:
    return str((record.given_by if isinstance(record, ArbitralScore) else record.decided_by) or "")


def lines_at(federation: Federation, places: Sequence[int]) -> list[Line]:
    """The records at these places, in their order; what is gone meanwhile is left out."""
    found = ArchivedRuling.objects.filter(federation=federation, place__in=places)
    archived = {one.place: one for one in found.select_related("tournament", "arbiter", "received")}
    records = records_of(archived.values())
    cited = cited_counts(archived.values())
    return [
        _line(archived[place], records[archived[place].source], cited[place])
        for place in places
        if place in archived and archived[place].source in records
    ]


def records_of(archived: Iterable[ArchivedRuling]) -> dict[str, Record]:
    """The official records by their source, each kind in one query."""
    archived = list(archived)
    keys: dict[str, list[int]] = {kind: [] for kind in ArchivedRuling.Kind.values}
    for one in (one for one in archived if one.received_id is None):
        keys[one.kind].append(int(one.source.rpartition("-")[2]))
    rulings = Ruling.objects.filter(pk__in=keys["ruling"]).defer(
        "facts", "trail", "answers", "detection", "options", "readings", "citations"
    )
    scores = ArbitralScore.objects.filter(pk__in=keys["score"]).select_related("ruling").defer("inputs", "arithmetic")
    appeals = Appeal.objects.filter(pk__in=keys["appeal"])
    found: dict[str, Record] = {f"ruling-{one.pk}": one for one in (rulings if keys["ruling"] else ())}
    found |= {f"score-{one.pk}": one for one in (scores if keys["score"] else ())}
    found |= {f"appeal-{one.pk}": one for one in (appeals if keys["appeal"] else ())}
    found.update(received_records(archived))
    return found


def cited_counts(archived: Iterable[ArchivedRuling]) -> "Counter[int]":
    """How many records of the federation cite each of these rulings, by place; all versions of a ruling alike."""
    rulings = [one for one in archived if one.kind == "ruling" and one.held]
    names = _names(rulings)
    told = ArchivedCitation.objects.filter(
        archived__federation__in={one.federation_id for one in rulings},
        slug__in={slug for several in names.values() for slug in several},
        number__in={one.number for one in rulings},
    )
    counts = Counter(told.values_list("slug", "number") if rulings else ())
    return Counter({one.place: sum(counts[slug, one.number] for slug in names[one.place]) for one in rulings})


def citing(archived: ArchivedRuling) -> list[ArchivedRuling]:
    """The records of the same federation whose reasons name this ruling."""
    if archived.kind != "ruling" or archived.held is None:
        return []
    names = _names([archived])[archived.place]
    told = ArchivedCitation.objects.filter(slug__in=names, number=archived.number)
    found = ArchivedRuling.objects.filter(federation=archived.federation_id, pk__in=told.values("archived"))
    return list(found.select_related("tournament", "received")[:50])


def _names(rulings: Sequence[ArchivedRuling]) -> dict[int, tuple[str, ...]]:
    """By place, how the tournament of each is named where it is cited.

    A received one by its own records, and by others unless a tournament that is played here has the name.
    """
    came = {one.received.slug for one in rulings if one.received}
    here = Tournament.objects.filter(slug__in=came).values_list("slug", flat=True)
    played = set(here) if came else set()
    return {
        one.place: (one.held.slug,) if one.received is None else (one.received.own_name, *({one.held.slug} - played))
        for one in rulings
        if one.held
    }


def _line(archived: ArchivedRuling, record: Record, cited_by: int) -> Line:
    if isinstance(record, Appeal):
        return Line(
            archived, record, cited(record.against), record.get_state_display(), _short(record.decision), cited_by
        )
    if isinstance(record, ArbitralScore):
        return Line(archived, record, spoken(record.ruling.title), str(record), _short(record.reason), cited_by)
    orders = " ".join(spoken(effect["words"]) for effect in record.effects if "words" in effect)
    return Line(archived, record, spoken(record.title), _short(orders), _short(record.reason), cited_by)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rpartition(" ")[0] + " …"


def titles_of(federation: Federation, procedures: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """What anomalies are called, as one of their rulings tells: a code may have them no more."""
    found: dict[str, str] = {}
    for _code, procedure in procedures:
        one = ArchivedRuling.objects.filter(federation=federation, procedure=procedure, kind="ruling").first()
        ruling = records_of([one]).get(one.source) if one else None
        found[procedure] = spoken(ruling.title) if isinstance(ruling, Ruling) else procedure
    return found


# Some thousands in an archive of a hundred thousand; a process keeps as many as it has met.
KEPT = 50_000


@dataclass(frozen=True)
class Shape:
    """traits: of SINGLE, in one text. law: code and anomaly."""

    traits: str
    articles: str
    effects: str
    law: tuple[str, str]
    departed: bool


_known: dict[int, Shape] = {}


def shapes(keys: Iterable[int]) -> dict[int, Shape]:
    """The shapes of these keys."""
    wanted = set(keys)
    missing = [key for key in wanted if key not in _known]
    if len(_known) + len(missing) > KEPT:
        _known.clear()
        missing = list(wanted)
    for start in range(0, len(missing), 10_000):
        found = ArchivedShape.objects.filter(pk__in=missing[start : start + 10_000]).values_list("pk", "told")
        _known.update((key, _read(told)) for key, told in found)
    return {key: _known[key] for key in wanted}


def _read(told: str) -> Shape:
    traits, articles, effects = told.rsplit("|", 2)
    values = traits_in(traits)
    return Shape(traits, articles, effects, (values["code"], values["procedure"]), values["departed"] == "1")


@lru_cache(maxsize=KEPT)
def traits_in(text: str) -> dict[str, str]:
    return dict(zip(SINGLE, text.split("|"), strict=True))


def ordered_name(value: str) -> str:
    """A penalty, a method or a standing in words: «2 VP»."""
    kind, _dash, amount = value.partition("-")
    others = {**dict(ArbitralScore.Method.choices), **dict(ArchivedRuling.Standing.choices)}
    if value in others:
        return str(others[value])
    units: dict[str, str | Promise] = {"vp": "VP", "mp": "MP", "punti": _("punti"), "ammonizione": _("ammonizione")}
    unit = str(units.get(kind, kind))
    if kind == "ammonizione":
        return f"{unit} × {amount}" if amount else unit
    return f"{amount} {unit}" if amount else str(_("%(unit)s a giudizio") % {"unit": unit})
