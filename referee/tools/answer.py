"""What a tool answers, whichever it is; and the words of counts: their lines, why one cannot be, what was not read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.burraco.count import CountItem, CountProblem
from codes.format.readings import Reading
from referee.cases.words import spoken

Words = str | Promise


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A result, or the reasons why there is none; the result in a line, and the articles that made it.

    Neither: nothing was told yet.
    """

    result: Any = None
    refusals: tuple[Words, ...] = ()
    brief: Words = ""
    articles: tuple[int, ...] = ()

    @property
    def status(self) -> int:
        """422 for what cannot be, as the games' calculators answer it too."""
        return 422 if self.refusals else 200


def unread(form: forms.Form) -> Answer:
    return Answer(refusals=tuple(_unread(form)))


def _unread(form: forms.Form) -> Iterator[Words]:
    for name, errors in form.errors.items():
        label = str(form.fields[name].label or "") if name in form.fields else ""
        yield from (f"{label}: {words}" if label else str(words) for words in errors)


def readings_in_words(readings: tuple[Reading, ...]) -> list[tuple[str, str]]:
    """Each reading that the answer rests on: what is adopted, and the other one."""
    return [(spoken(reading), spoken(reading.other)) for reading in readings]


ITEMS: Mapping[CountItem, Promise] = {
    CountItem.CLEAN: _("Burrachi puliti"),
    CountItem.SEMI_CLEAN: _("Burrachi semipuliti"),
    CountItem.DIRTY: _("Burrachi sporchi"),
    CountItem.CLOSING: _("Chiusura"),
    CountItem.CLOSING_WITHOUT_BURRACO: _("Compenso a chi chiude senza pozzo e senza burraco"),
    CountItem.PLAYED: _("Carte calate"),
    CountItem.POZZO_NOT_TAKEN: _("Pozzo non preso"),
    CountItem.POZZO_NOT_PLAYED: _("Pozzo non giocato"),
    CountItem.IN_HAND: _("Carte rimaste in mano"),
    CountItem.PENALISED: _("Carte contate contro"),
}

WHY_NOT: Mapping[str, Promise] = {
    # tressette
    "cards": _("Gli Assi sono quattro, le carte da un terzo venti."),
    "swept": _("Chi fa tutte le prese ha tutte le carte che contano, e anche l’ultima presa."),
    "accuse": _("Nel mazzo ci sono al più quattro napoletane, e un solo gruppo di Tre, di Due e di Assi."),
    "no-accusa": _("In questo gioco non si accusa."),
    # burraco
    CountProblem.SIDES: _("Il conto si fa con due, tre o cinque parti."),
    CountProblem.NEGATIVE: _("I numeri non possono essere negativi."),
    CountProblem.TWO_CLOSED: _("Chiude una parte sola."),
    CountProblem.CLOSED_WITHOUT_BURRACO: _("Per chiudere serve almeno un burraco."),
    CountProblem.CLOSED_WITHOUT_POZZO: _("Per chiudere bisogna aver preso il pozzo."),
    CountProblem.HAD_A_POZZO: _("Chi chiude senza pozzo non ne aveva uno da prendere."),
    CountProblem.TOO_FEW_CARDS: _("Le carte calate non bastano per quei burrachi."),
    CountProblem.TOO_FEW_WILD: _("Le matte calate non bastano per quei burrachi semipuliti e sporchi."),
    CountProblem.POZZO_EMPTY: _("Scrivi le carte del pozzo preso e non giocato."),
    CountProblem.POZZO_CARDS: _("Le carte del pozzo si contano soltanto se è preso e non giocato."),
    CountProblem.MORE_THAN_THE_PACK: _("Sono più carte di quante ne ha il mazzo."),
}


def refusals_of(form: forms.Form) -> list[str | Promise]:
    title = getattr(form, "title", "")
    return [
        " · ".join(filter(None, (title, str(form.fields[name].label), str(words))))
        for name, errors in form.errors.items()
        for words in errors
    ]
