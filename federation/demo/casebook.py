"""The demo's casebook: four headnotes beside rulings of the past tournaments, and a draft that nobody else reads."""

from federation.archive.models import ArchivedRuling
from federation.casebook.actions import DRAFTED, Said, draft_headnote, publish_headnote
from federation.demo.people import Officers
from federation.demo.words import HEADNOTES
from records.locks import fields_digest

PUBLISHED = 4


def write_casebook(officers: Officers) -> None:
    """Each beside the newest ruling on its anomaly; anomalies that nobody met get none."""
    federation, archivist = officers.federation, officers.users["aldo"]
    archived = ArchivedRuling.objects.filter(federation=federation, kind=ArchivedRuling.Kind.RULING).order_by("-place")
    for number, (procedure, text, comment, tags) in enumerate(HEADNOTES):
        source = archived.filter(procedure=procedure).values_list("source", flat=True).first()
        if source is None:
            continue
        by = officers.clock.by(archivist, minutes=7)
        content = Said(text, comment=comment, tags=tags, no_names=True)
        draft = draft_headnote(by=by, federation=federation, source=source, said=content)
        if number < PUBLISHED:
            publish_headnote(
                by=officers.clock.by(archivist, minutes=2), draft=draft, seen=fields_digest(draft, DRAFTED)
            )
