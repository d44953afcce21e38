"""A person's data on paper: every record in which they occur, kind after kind."""

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _
from reportlab.platypus import Flowable

from keeping.personal_data.queries import PersonalRecord, PersonalSection
from papers import look
from papers.blocks import hanging, section, space
from papers.pdf import build, text
from papers.sheets import Imprint, long_date

# A paragraph that holds more is laid out in several: one alone may not be longer than a page.
LONGEST = 1500


def personal_paper(name: str, sections: Iterable[PersonalSection], imprint: Imprint) -> bytes:
    """The PDF; what is empty in a record, and kinds without records, are told in one line at the end."""
    found = list(sections)
    story = [text(name, look.TITLE), text(_("Tutti i dati che questa installazione conserva."), look.SUBTITLE)]
    for one in found:
        story += _section(one) if one.records else []
    nothing = ", ".join(one.title for one in found if not one.records)
    story += (
        [space(), text(_("Niente è conservato di: %(kinds)s.") % {"kinds": nothing}, look.SMALL)] if nothing else []
    )
    return build(imprint, story)


def _section(one: PersonalSection) -> Iterator[Flowable]:
    yield from section(f"{one.title[:1].upper()}{one.title[1:]}: {len(one.records)}")
    for record in one.records:
        yield hanging(record.name.partition(":")[2], list(_record(record, one)))


def _record(record: PersonalRecord, one: PersonalSection) -> Iterator[Flowable]:
    # Values that a machine reads are told in the words of the pages.
    told = [
        (one.titles.get(name, name), one.choices.get(name, {}).get(value, value) if isinstance(value, str) else value)
        for name, value in record.fields.items()
        if name != "id"
    ]
    words = "; ".join(f"{title}: {_words(value)}" for title, value in told if value not in (None, "", [], {}))
    for start in range(0, len(words), LONGEST):
        yield text(words[start : start + LONGEST])
    if not words:
        yield text("–")


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    if isinstance(value, date | datetime):
        return long_date(value)
    if isinstance(value, dict) and set(value) == {"id", "called"}:
        return str(value["called"])
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, cls=DjangoJSONEncoder)
    return str(value)
