"""Words of the games' calculators: the lines of a count, why a count cannot be, what a form could not read."""

from collections.abc import Mapping

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.law.burraco.count import Item, Reason

ITEMS: Mapping[Item, Promise] = {
    Item.CLEAN: _("Burrachi puliti"),
    Item.SEMI_CLEAN: _("Burrachi semipuliti"),
    Item.DIRTY: _("Burrachi sporchi"),
    Item.CLOSING: _("Chiusura"),
    Item.CLOSING_WITHOUT_BURRACO: _("Compenso a chi chiude senza pozzo e senza burraco"),
    Item.PLAYED: _("Carte calate"),
    Item.POZZO_NOT_TAKEN: _("Pozzo non preso"),
    Item.POZZO_NOT_PLAYED: _("Pozzo non giocato"),
    Item.IN_HAND: _("Carte rimaste in mano"),
    Item.PENALISED: _("Carte contate contro"),
}

WHY_NOT: Mapping[str, Promise] = {
    # tressette
    "cards": _("Gli Assi sono quattro, le carte da un terzo venti."),
    "swept": _("Chi fa tutte le prese ha tutte le carte che contano, e anche l’ultima presa."),
    "accuse": _("Nel mazzo ci sono al più quattro napoletane, e un solo gruppo di Tre, di Due e di Assi."),
    "no-accusa": _("In questo gioco non si accusa."),
    # burraco
    Reason.SIDES: _("Il conto si fa con due, tre o cinque parti."),
    Reason.NEGATIVE: _("I numeri non possono essere negativi."),
    Reason.TWO_CLOSED: _("Chiude una parte sola."),
    Reason.CLOSED_WITHOUT_BURRACO: _("Per chiudere serve almeno un burraco."),
    Reason.CLOSED_WITHOUT_POZZO: _("Per chiudere bisogna aver preso il pozzo."),
    Reason.HAD_A_POZZO: _("Chi chiude senza pozzo non ne aveva uno da prendere."),
    Reason.TOO_FEW_CARDS: _("Le carte calate non bastano per quei burrachi."),
    Reason.TOO_FEW_WILD: _("Le matte calate non bastano per quei burrachi semipuliti e sporchi."),
    Reason.POZZO_EMPTY: _("Scrivi le carte del pozzo preso e non giocato."),
    Reason.POZZO_CARDS: _("Le carte del pozzo si contano soltanto se è preso e non giocato."),
    Reason.MORE_THAN_THE_PACK: _("Sono più carte di quante ne ha il mazzo."),
}


def refusals_of(form: forms.Form) -> list[str | Promise]:
    """What a form could not read, each with the label of its field."""
    title = getattr(form, "title", "")
    return [
        " · ".join(filter(None, (title, str(form.fields[name].label), str(words))))
        for name, errors in form.errors.items()
        for words in errors
    ]
