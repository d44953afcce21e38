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
from tournaments.scores.words import reference_in_words
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
        """Who decided it; for a record from a package, by the name that the package gives."""
        if self.archived.received_id is None:
            return str(self.archived.arbiter or "")
        return decided_by(self.record)


def decided_by(record: Record) -> str:
    return str((record.given_by if isinstance(record, ArbitralScore) else record.decided_by) or "")


def lines_at(federation: Federation, places: Sequence[int]) -> list[Line]:
    """The records at these places, in their order, without those that have gone meanwhile."""
    rows = ArchivedRuling.objects.filter(federation=federation, place__in=places)
    archived = {row.place: row for row in rows.select_related("tournament", "arbiter", "received")}
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
    for row in (row for row in archived if row.received_id is None):
        keys[row.kind].append(int(row.source.rpartition("-")[2]))
    rulings = Ruling.objects.filter(pk__in=keys["ruling"]).defer(
        "facts", "trail", "answers", "detection", "options", "readings", "citations"
    )
    scores = ArbitralScore.objects.filter(pk__in=keys["score"]).select_related("ruling").defer("inputs", "arithmetic")
    appeals = Appeal.objects.filter(pk__in=keys["appeal"])
    records: dict[str, Record] = {f"ruling-{ruling.pk}": ruling for ruling in (rulings if keys["ruling"] else ())}
    records |= {f"score-{score.pk}": score for score in (scores if keys["score"] else ())}
    records |= {f"appeal-{appeal.pk}": appeal for appeal in (appeals if keys["appeal"] else ())}
    records.update(received_records(archived))
    return records


def cited_counts(archived: Iterable[ArchivedRuling]) -> "Counter[int]":
    """How many records of the federation cite each of these rulings, by place; all versions of a ruling alike."""
    rulings = [ruling for ruling in archived if ruling.kind == "ruling" and ruling.held]
    names = _names(rulings)
    citations = ArchivedCitation.objects.filter(
        archived__federation__in={ruling.federation_id for ruling in rulings},
        slug__in={slug for several in names.values() for slug in several},
        number__in={ruling.number for ruling in rulings},
    )
    counts = Counter(citations.values_list("slug", "number") if rulings else ())
    return Counter(
        {ruling.place: sum(counts[slug, ruling.number] for slug in names[ruling.place]) for ruling in rulings}
    )


def citing(archived: ArchivedRuling) -> list[ArchivedRuling]:
    """The records of the same federation whose reasons name this ruling."""
    if archived.kind != "ruling" or archived.held is None:
        return []
    names = _names([archived])[archived.place]
    citations = ArchivedCitation.objects.filter(slug__in=names, number=archived.number)
    citing = ArchivedRuling.objects.filter(federation=archived.federation_id, pk__in=citations.values("archived"))
    return list(citing.select_related("tournament", "received")[:50])


def _names(rulings: Sequence[ArchivedRuling]) -> dict[int, tuple[str, ...]]:
    """The names by which the tournament of each is cited, by place.

    A received one by its own records, and by others unless a tournament that is played here has the name.
    """
    slugs = {ruling.received.slug for ruling in rulings if ruling.received}
    here = Tournament.objects.filter(slug__in=slugs).values_list("slug", flat=True)
    played = set(here) if slugs else set()
    return {
        ruling.place: (ruling.held.slug,)
        if ruling.received is None
        else (ruling.received.own_name, *({ruling.held.slug} - played))
        for ruling in rulings
        if ruling.held
    }


def _line(archived: ArchivedRuling, record: Record, cited_by: int) -> Line:
    if isinstance(record, Appeal):
        return Line(
            archived,
            record,
            reference_in_words(record.against),
            record.get_state_display(),
            _short(record.decision),
            cited_by,
        )
    if isinstance(record, ArbitralScore):
        return Line(archived, record, spoken(record.ruling.title), str(record), _short(record.reason), cited_by)
    orders = " ".join(spoken(effect["words"]) for effect in record.effects if "words" in effect)
    return Line(archived, record, spoken(record.title), _short(orders), _short(record.reason), cited_by)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rpartition(" ")[0] + " …"


def titles_of(federation: Federation, procedures: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """The titles of anomalies as one of their rulings has them: the code may not have them any more."""
    titles: dict[str, str] = {}
    for _code, procedure in procedures:
        archived = ArchivedRuling.objects.filter(federation=federation, procedure=procedure, kind="ruling").first()
        ruling = records_of([archived]).get(archived.source) if archived else None
        titles[procedure] = spoken(ruling.title) if isinstance(ruling, Ruling) else procedure
    return titles


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
    keys_left = set(keys)
    missing = [key for key in keys_left if key not in _known]
    if len(_known) + len(missing) > KEPT:
        _known.clear()
        missing = list(keys_left)
    for start in range(0, len(missing), 10_000):
        shapes_read = ArchivedShape.objects.filter(pk__in=missing[start : start + 10_000]).values_list("pk", "told")
        _known.update((key, _parse_shape(text)) for key, text in shapes_read)
    return {key: _known[key] for key in keys_left}


def _parse_shape(text: str) -> Shape:
    traits, articles, effects = text.rsplit("|", 2)
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
