"""Consistency on paper: the plots to look at, then the tables with every figure."""

from reportlab.platypus import Flowable, PageBreak

from federation.exports.consistency import MOST, consistency_title, sheets_of, subtitle_of
from federation.exports.consistency_plots import plots_story
from federation.queries.consistency import Asked, measure
from federation.queries.consistency_names import names_of
from tournaments.exports import look, pdf
from tournaments.exports.imprint import Imprint
from tournaments.models import Federation

ROOM = pdf.PAGE[1] - 2 * look.MARGIN


def consistency_paper(federation: Federation, asked: Asked, imprint: Imprint) -> bytes:
    whole, found = measure(federation, asked)
    rows = found[:MOST]
    names = names_of(federation, rows)
    story: list[Flowable] = [
        pdf.text(consistency_title(asked), look.TITLE),
        pdf.text(subtitle_of(asked), look.SUBTITLE),
    ]
    story += plots_story(asked, whole, rows, names)
    for sheet in sheets_of(asked, whole, rows, names):
        story += [PageBreak(), *pdf.sheet_story(sheet, ROOM)]
    return pdf.build(imprint, story, on_its_side=True)
