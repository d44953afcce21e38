"""A slip for the table: who may choose what, until when, and without consulting whom."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from reportlab.platypus import Flowable

from referee.cases.faculties import slip_title
from referee.models import Case, Ruling
from referee.wording import spoken
from tournaments.exports import blocks, look, pdf
from tournaments.exports.blocks import hanging
from tournaments.exports.imprint import imprint_of
from tournaments.exports.pdf import text


def faculty_slip(case: Case, *, title: str, at: datetime) -> bytes:
    """The choice that the case waits for, as it was told when it began to wait; `title`: of the anomaly."""
    return pdf.build(imprint_of(case.tournament, slip_title(case), at=at), _story(case, case.waits, title))


def choice_slip(ruling: Ruling, choice: Mapping[str, Any], *, at: datetime) -> bytes:
    """A choice that the ruling leaves, as its record tells it."""
    case, title = ruling.case, f"{spoken(ruling.title)} · {ruling}"
    story = _story(case, choice, title, arbiter=str(ruling.decided_by))
    return pdf.build(imprint_of(case.tournament, slip_title(case), at=at), story)


def _story(case: Case, faculty: Mapping[str, Any], title: str, arbiter: str = "") -> list[Flowable]:
    where = [
        _("Turno %(number)s") % {"number": case.table.round.number},
        _("Tavolo %(number)s") % {"number": case.table.number},
    ]
    where += (
        [_("Smazzata %(number)s") % {"number": case.tournament.deal_called(case.board.number)}] if case.board else []
    )
    lines = [
        (_("Dove"), " · ".join(where)),
        (_("Chi sceglie"), spoken(faculty["who"])),
        (_("Che cosa può"), spoken(faculty["may"])),
    ]
    lines.append((_("Entro quando"), spoken(faculty["until"])))
    lines += [(_("Come"), _("da sé, senza consigliarsi con nessuno"))] if faculty["alone"] else []
    story: list[Flowable] = [text(slip_title(case), look.TITLE), text(title, look.SUBTITLE)]
    story += [hanging(label, text(value, look.SPOKEN)) for label, value in lines]
    story += [blocks.space(), *(_article(one) for one in faculty["articles"]), blocks.space(8)]
    return [
        *story,
        blocks.signatures(
            [(_("Arbitro"), arbiter or str(case.opened_by)), (_("Che cosa ha scelto"), ""), (_("Ora"), "")]
        ),
    ]


def _article(record: Mapping[str, Any]) -> Flowable:
    return blocks.article(record["number"], spoken(record["title"]), spoken(record["summary"]), word=_("art."))
