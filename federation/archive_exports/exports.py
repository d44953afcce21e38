"""What a search of the archive finds, in one file: JSON lines, a workbook, or a PDF to be read."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from reportlab.platypus import CondPageBreak, Flowable

from federation.archive.actions import refresh
from federation.archive.lines import decided_by
from federation.archive.models import ArchivedRuling
from federation.archive.queries import Search, every_place
from federation.archive.records import received_records
from federation.archive_exports.models import ArchiveExport
from papers import look, pdf, xlsx
from papers.sheets import Column, Imprint, Kind, Sheet, Tell, in_words, long_date
from people.accounts.models import Federation
from referee.arbitral_scores.models import ArbitralScore
from referee.cases.words import spoken
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal

# A longer paper is read by nobody, and takes the memory of a small server.
MOST = {"jsonl": 50_000, "xlsx": 20_000, "pdf": 2_000}
FIT_TO_START = 90
CHUNK = 200


def records_at(federation: Federation, places: Sequence[int]) -> list[dict[str, Any]]:
    """The records at these places, each with all that it says, in plain values."""
    found = ArchivedRuling.objects.filter(federation=federation, place__in=places)
    rows = list(found.select_related("tournament", "arbiter", "received").order_by("-place"))
    mine = [one for one in rows if one.received_id is None]
    keys = {kind: [int(one.source.rpartition("-")[2]) for one in mine if one.kind == kind] for kind in KINDS}
    records: dict[str, Any] = {
        f"{kind}-{record.pk}": record
        for kind, several in keys.items()
        for record in KINDS[kind].filter(pk__in=several)
        if several
    }
    records |= received_records(rows)
    return [_about(one, records[one.source]) | _told(records[one.source]) for one in rows if one.source in records]


KINDS: dict[str, Any] = {
    "ruling": Ruling.objects.order_by("pk"),
    "score": ArbitralScore.objects.select_related("ruling").order_by("pk"),
    "appeal": Appeal.objects.order_by("pk"),
}


def _about(one: ArchivedRuling, record: Ruling | ArbitralScore | Appeal) -> dict[str, Any]:
    of = one.held
    day = of.starts_on.isoformat() if of and of.starts_on else ""
    where = of and {"slug": of.slug, "name": of.name, "place": of.place, "starts_on": day}
    return {
        "source": one.source, "kind": one.kind, "number": one.number, "version": one.version,
        "tournament": where, "code": one.code, "edition_sha256": one.edition_hash,
        "procedure": one.procedure, "departed": one.departed, "standing": one.standing,
        "followed_by": one.followed_by, "rule_changed": one.rule_changed,
        "articles": [int(number) for number in one.article_list], "origin": "received" if one.received_id else "here",
        "decided_by": decided_by(record) if one.received_id else str(one.arbiter or ""),
        "decided_at": one.at.isoformat(),
    }  # fmt: skip


def _told(record: Ruling | ArbitralScore | Appeal) -> dict[str, Any]:
    if isinstance(record, Appeal):
        return {
            "title": record.against, "orders": [record.decision] if record.decision else [],
            "reason": record.grounds, "outcome": record.state, "facts": [], "proposed": [], "note": "",
        }  # fmt: skip
    if isinstance(record, ArbitralScore):
        return {
            "title": spoken(record.ruling.title), "orders": [str(record)], "reason": record.reason,
            "method": record.method, "points": [record.points_a, record.points_b], "arithmetic": record.arithmetic,
            "facts": [], "proposed": [], "note": "",
        }  # fmt: skip
    return {
        "title": spoken(record.title),
        "facts": [
            {"question": spoken(fact["question"]), "answer": spoken(fact["words"])}
            for fact in record.facts
            if fact["mattered"]
        ],
        "orders": _words(record.effects),
        "proposed": _words(record.proposed_effects) if record.departed else [],
        "reason": record.reason,
        "note": record.note,
        "revision_reason": record.revision_reason,
    }


def _words(effects: Iterable[dict[str, Any]]) -> list[str]:
    return [spoken(effect["words"]) for effect in effects if "words" in effect]


def as_json_lines(records: Iterable[dict[str, Any]]) -> bytes:
    """Each record on a line of its own, its keys in order."""
    lines = (json.dumps(one, ensure_ascii=False, sort_keys=True) for one in records)
    return in_words("".join(f"{line}\n" for line in lines)).encode()


def as_workbook(records: Sequence[dict[str, Any]], federation: Federation, at: datetime, tell: Tell) -> bytes:
    kinds, standings = dict(ArchivedRuling.Kind.choices), dict(ArchivedRuling.Standing.choices)
    sheet = Sheet.of(
        _("Provvedimenti"),
        records,
        Column(_("Tipo"), Kind.TEXT, 14, lambda one: str(kinds[one["kind"]])),
        Column(_("N."), Kind.INTEGER, 5, lambda one: one["number"]),
        Column(_("Versione"), Kind.INTEGER, 8, lambda one: one["version"]),
        Column(_("Torneo"), Kind.TEXT, 24, lambda one: _where(one)["name"]),
        Column(_("Luogo"), Kind.TEXT, 14, lambda one: _where(one)["place"]),
        Column(_("Deciso il"), Kind.MOMENT, 16, lambda one: datetime.fromisoformat(one["decided_at"])),
        Column(_("Anomalia"), Kind.TEXT, 30, lambda one: one["title"]),
        Column(_("Fatti"), Kind.TEXT, 50, _facts),
        Column(_("Decisione"), Kind.TEXT, 60, lambda one: " ".join(one["orders"])),
        Column(_("Articoli"), Kind.TEXT, 14, lambda one: ", ".join(map(str, one["articles"]))),
        Column(_("Diverso dalla proposta"), Kind.TEXT, 10, lambda one: _("sì") if one["departed"] else _("no")),
        Column(_("Motivo"), Kind.TEXT, 40, lambda one: one["reason"]),
        Column(_("Stato"), Kind.TEXT, 16, lambda one: str(standings[one["standing"]])),
        Column(_("Arbitro"), Kind.TEXT, 18, lambda one: one["decided_by"]),
        Column(_("Codice"), Kind.TEXT, 20, lambda one: one["code"]),
        Column(_("Origine"), Kind.TEXT, 14, _origin),
        Column(_("Impronta del codice"), Kind.TEXT, 66, lambda one: one["edition_sha256"]),
    )
    return xlsx.workbook([sheet], _imprint(federation, at), tell)


def _facts(record: dict[str, Any]) -> str:
    return " ".join(f"{fact['question']} {fact['answer']}." for fact in record["facts"])


def _origin(record: dict[str, Any]) -> str:
    return _("da un pacchetto") if record["origin"] == "received" else _("di qui")


def _where(record: dict[str, Any]) -> dict[str, str]:
    return record["tournament"] or {"name": "", "place": ""}


def _imprint(federation: Federation, at: datetime) -> Imprint:
    return Imprint(_("Archivio dei provvedimenti"), federation.name, at, author=federation.name)


def as_pdf(records: Sequence[dict[str, Any]], federation: Federation, at: datetime) -> bytes:
    """One after the other, as they are read."""
    story: list[Flowable] = [
        pdf.text(_("Archivio dei provvedimenti"), look.TITLE),
        pdf.text(federation.name, look.SUBTITLE),
    ]
    for one in records:
        story += _on_paper(one)
    return pdf.build(_imprint(federation, at), story)


def _on_paper(one: dict[str, Any]) -> Iterator[Flowable]:
    where = _where(one)
    kind = dict(ArchivedRuling.Kind.choices)[one["kind"]]
    yield CondPageBreak(FIT_TO_START)
    yield pdf.text(f"{kind} n. {one['number']} — {one['title']}", look.SECTION)
    when = long_date(datetime.fromisoformat(one["decided_at"]))
    standing = dict(ArchivedRuling.Standing.choices)[one["standing"]]
    yield pdf.text(f"{where['name']}, {where['place']} · {when} · {one['decided_by']} · {standing}", look.SMALL)
    for fact in one["facts"]:
        yield pdf.text(f"{fact['question']} {fact['answer']}")
    for order in one["orders"]:
        yield pdf.text(f"• {order}")
    if one["articles"]:
        yield pdf.text(_("Articoli: %(articles)s") % {"articles": ", ".join(map(str, one["articles"]))})
    if one["reason"]:
        yield pdf.text(_("Motivo: %(reason)s") % {"reason": one["reason"]})


def make_file(export: ArchiveExport, tell: Tell) -> bytes:
    """The file that was asked for, of what the search finds now."""
    refresh(export.federation, most=None)
    asked = Search.from_dict(export.search)
    places = [one for page in every_place(export.federation, asked, most=MOST[export.form]) for one in page]
    records: list[dict[str, Any]] = []
    for start in range(0, len(places), CHUNK):
        records += records_at(export.federation, places[start : start + CHUNK])
        tell(min(start + CHUNK, len(places)), 2 * len(places))
    now = timezone.now()
    if export.form == ArchiveExport.Form.JSONL:
        return as_json_lines(records)
    if export.form == ArchiveExport.Form.PDF:
        return as_pdf(records, export.federation, now)
    return as_workbook(records, export.federation, now, lambda done, total: tell(total + done, 2 * total))
