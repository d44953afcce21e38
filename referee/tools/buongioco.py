"""The buongioco of a hand, and whether what was accused is complete (FITRES, art. 172–179)."""

from collections.abc import Iterator
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from codes.tressette.buongioco import (
    HAND_SIZE,
    AccusaCount,
    AccusaFlaw,
    AccusaVerdict,
    Buongioco,
    BuongiocoKind,
    Checked,
    buongioco_of,
    count_accuse,
    possible_points,
)
from codes.tressette.cards import TRESSETTE, Card, Suit
from referee.cases.words import spoken
from referee.tools.answer import Answer, Words, unread
from referee.tools.cards import CardsField, Tappable, tappable

HONOURS = tuple(Card(suit, rank) for suit in Suit for rank in TRESSETTE)
HELD = (172, 174, 179)  # what a buongioco is, what it is worth, what must be said

VERDICTS = {
    AccusaVerdict.COMPLETE: ("done", gettext_lazy("completa")),
    AccusaVerdict.INCOMPLETE: ("pending", gettext_lazy("incompleta")),
    AccusaVerdict.WRONG: ("refused", gettext_lazy("errata")),
}
WHYS = {
    AccusaFlaw.SUIT_MISSING: gettext_lazy("Va detto il palo: della napoletana, o della carta che manca."),
    AccusaFlaw.OTHER_SUIT: gettext_lazy("Il palo detto non è quello."),
    AccusaFlaw.THREE_OF_FOUR: gettext_lazy("Chi ha tutte e quattro le carte non ha tre da accusare."),
    AccusaFlaw.NOT_HELD: gettext_lazy("La mano non ha questo buongioco."),
    AccusaFlaw.REPEATED: gettext_lazy("Era già stato accusato."),
}


def _sayable() -> Iterator[tuple[str, Buongioco]]:
    """Everything that one can accuse, with or without its suit, by a word for the address."""
    suits = (None, *Suit)
    for suit in suits:
        yield f"n{suit.value if suit else ''}", Buongioco(kind=BuongiocoKind.NAPOLETANA, suit=suit)
    for rank in TRESSETTE:
        for suit in suits:
            yield (
                f"3{rank.value}{suit.value if suit else ''}",
                Buongioco(kind=BuongiocoKind.THREE, rank=rank, suit=suit),
            )
        yield f"4{rank.value}", Buongioco(kind=BuongiocoKind.FOUR, rank=rank)


SAYABLE = dict(_sayable())


@dataclass(frozen=True)
class AccusaGroup:
    title: Words
    choices: list[tuple[str, str, bool]]


class BuongiocoForm(forms.Form):
    cards = CardsField(HONOURS, label=gettext_lazy("Carte"))
    said = forms.MultipleChoiceField(
        label=gettext_lazy("Accuse"), choices=[(key, key) for key in SAYABLE], required=False
    )

    @property
    def honours(self) -> list[Tappable]:
        return list(tappable(HONOURS, self["cards"].value()))

    def groups(self) -> Iterator[AccusaGroup]:
        chosen = set(self["said"].value() or ())
        titles = {"n": _("Napoletana"), "3": _("Tre uguali"), "4": _("Quattro uguali")}
        for letter, title in titles.items():
            keys = [key for key in SAYABLE if key.startswith(letter)]
            yield AccusaGroup(title, [(key, spoken(SAYABLE[key].name), key in chosen) for key in keys])

    @property
    def has_said(self) -> bool:
        return bool(self["said"].value())


def answer(form: BuongiocoForm) -> Answer:
    if not form.is_bound:
        return Answer()
    if not form.is_valid():
        return unread(form)
    hand = form.cleaned_data["cards"]
    if len(hand) > HAND_SIZE:
        words = _("Una mano ha dieci carte: ne sono segnate %(number)s.") % {"number": len(hand)}
        return Answer(refusals=(words,), articles=(98,))
    accuse = buongioco_of(hand)
    declared = [SAYABLE[key] for key in dict.fromkeys(form.cleaned_data["said"])]
    count = count_accuse(declared, hand) if declared else None
    points = sum(accusa.points for accusa in accuse)
    return Answer(
        result={
            "held": accuse,
            "points": points,
            "reachable": sorted(possible_points(hand)),
            "has_four": any(accusa.kind is BuongiocoKind.FOUR for accusa in accuse),
            "count": count,
            "judged": [_verdict_row(checked) for checked in count.checked] if count else [],
        },
        brief=_("Accusati: %(points)s") % {"points": count.points} if count else _points(points),
        articles=_articles(accuse, count),
    )


def _points(points: int) -> str:
    return ngettext("%(points)s punto", "%(points)s punti", points) % {"points": points}


def _verdict_row(checked: Checked) -> tuple[Checked, str, Words, Words]:
    mark, word = VERDICTS[checked.verdict]
    return checked, mark, word, WHYS[checked.why] if checked.why else ""


def _articles(accuse: tuple[Buongioco, ...], count: AccusaCount | None) -> tuple[int, ...]:
    many = {176, 178} if len(accuse) > 1 else set()
    four = {175} if any(accusa.kind is BuongiocoKind.FOUR for accusa in accuse) else set()
    return tuple(sorted({*HELD, *many, *four, *(count.articles if count else ())}))
