"""The arithmetic of an arbitral score on paper: inputs, what was dropped, exact means, rounding, lot."""

from django.utils.translation import gettext as _
from reportlab.platypus import Flowable

from codes.arbitral.lots import Lot, repeat_recipe
from codes.arbitral.score import Reckoning
from papers import blocks, look, pdf
from papers.blocks import hanging
from papers.pdf import text
from papers.sheets import long_date
from referee.arbitral_scores.exports import (
    ReckonedScore,
    drawn_words,
    headline,
    inputs_sheet,
    line_name,
    rounding_words,
    steps_sheet,
    unconfirmed_words,
)


def arithmetic_blocks(given: ReckonedScore) -> list[Flowable]:
    score = given.arithmetic
    story: list[Flowable] = [*blocks.spoken([headline(score)]), blocks.space(4)]
    story += _inputs(score)
    if given.unconfirmed:
        story.append(hanging(_("Non confermati"), text(unconfirmed_words(given.unconfirmed))))
    if score.line_a:
        story += [pdf.table(steps_sheet(score), blocks.ROOM), blocks.space(5)]
    if score.rounding:
        story.append(hanging(_("Arrotondamento"), text(rounding_words(score.rounding))))
    if score.innocent:
        story.append(hanging(_("Innocente"), text(_("Linea %(line)s") % {"line": line_name(score.innocent)})))
    if reason := given.reason or score.reason:
        story.append(hanging(_("Motivo"), text(reason)))
    if given.rests_on:
        story.append(hanging(_("Si fonda su"), text(f"{given.rests_on}.")))
    if score.lot:
        again = text(_("Come ripeterlo: in fondo, «Verifica»."), look.SMALL)
        story.append(hanging(_("Sorteggio"), [text(drawn_words(score.lot)), again]))
    who = f"{given.given_by}, {long_date(given.given_at)}"
    version = f" · {_('versione')} {given.version}" if given.version > 1 else ""
    return [*story, hanging(_("Assegnato da"), text(who + version))]


def _inputs(score: Reckoning) -> list[Flowable]:
    if not score.inputs:
        return [text(_("Nessun altro tavolo aveva un risultato su questa smazzata."), look.SMALL)]
    sheet = inputs_sheet(score)
    notes = [text(note, look.SMALL) for note in sheet.notes]
    return [text(sheet.title, look.LABEL), pdf.table(sheet, blocks.ROOM), blocks.space(3), *notes, blocks.space(5)]


def lot_again(lot: Lot) -> Flowable:
    """For the annex: what anybody needs to draw it again."""
    made_of = _("Seme: «%(seed)s». Domanda: «%(purpose)s». Metodo: RFC 3797.") % {
        "seed": lot.seed,
        "purpose": lot.purpose,
    }
    recipe = [text(line, look.CODE) for line in repeat_recipe(lot).splitlines() if line]
    again = text(_("Per ripeterlo, in Python:"), look.SMALL)
    return hanging(_("Sorteggio"), [text(made_of, look.SMALL), again, *recipe])
