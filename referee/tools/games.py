"""Forms of the games' calculators. Whatever is left empty counts nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.burraco.count import Closing, DealSide, Pozzo, Tally
from codes.games.calculator import ACES, THIRD_CARDS, Accuse, Deal
from codes.games.catalogue import CardGame, GamePhase, GameSide
from codes.seats import Line
from pages.forms import NumberField, choice
from referee.cases.words import spoken

MOST_POINTS, MOST_CARDS = 999, 60


@dataclass(frozen=True)
class FieldGroup:
    """Fields that are shown together under a title; folded away where they are seldom needed and nothing is told."""

    title: str | Promise
    fields: list[BoundField]
    is_rare: bool = False
    help: str | Promise = ""

    @property
    def is_filled(self) -> bool:
        return any(field.data or field.errors for field in self.fields)


class Number(NumberField):
    """A whole number that may be left empty, which is none; typed with the phone's digits."""

    def __init__(self, label: Any, most: int) -> None:
        widget = forms.NumberInput(attrs={"inputmode": "numeric"})
        super().__init__(label=label, max_value=most, required=False, initial=0, widget=widget)

    def clean(self, value: Any) -> int:
        return super().clean(value) or 0


class TressetteForm(forms.Form):
    """One deal of a tressette game, told by the first side's cards."""

    aces = Number(_("Assi"), ACES)
    third_cards = Number(_("Tre, Due e figure"), THIRD_CARDS)
    last_trick = forms.ChoiceField(label=_("Ultima presa"))
    before_a = Number("", MOST_POINTS)
    before_b = Number("", MOST_POINTS)
    target = forms.TypedChoiceField(label=_("Si gioca ai"), coerce=int)

    def __init__(self, *args: Any, game: CardGame, phase: GamePhase, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        names = [spoken(side.title) for side in phase.sides]
        lines = list(zip((Line.A.value, Line.B.value), names, strict=True))
        self._choices("last_trick", lines)
        self._choices("target", [(str(points), str(points)) for points in game.targets])
        for key, name in zip("ab", names, strict=True):
            self.fields[f"before_{key}"].label = name
        if game.accusa != "none":
            self._add_accuse()
        if game.traditions:
            self._add_multiples(lines)
        self.names = names

    def _choices(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field = choice(self, name)
        field.choices, field.initial = choices, choices[0][0]

    def _add_accuse(self) -> None:
        for key in "ab":
            self.fields[f"napoletane_{key}"] = Number(_("Napoletane"), 9)
            self.fields[f"threes_{key}"] = Number(_("Tre uguali"), 9)
            self.fields[f"fours_{key}"] = Number(_("Quattro uguali"), 9)

    def _add_multiples(self, lines: list[tuple[str, str]]) -> None:
        nobody = [("", _("Nessuno")), *lines]
        traditions = [
            ("", _("Senza vincite multiple")),
            *((tradition.id, spoken(tradition.title)) for tradition in self.game.traditions),
        ]
        for name, label, choices in (
            ("tradition", _("Tradizione"), traditions),
            ("swept", _("Chi ha fatto tutte le prese"), nobody),
            ("decima", _("Chi ha avuto le dieci carte di un seme"), nobody),
        ):
            self.fields[name] = forms.ChoiceField(label=label, required=False)
            self._choices(name, choices)
        self.fields["alone"] = forms.BooleanField(label=_("Tutto merito di uno dei due compagni"), required=False)
        self.fields["called_out"] = forms.BooleanField(label=_("Gli avversari li hanno chiamati fuori"), required=False)

    def groups(self) -> Iterator[FieldGroup]:
        yield FieldGroup(self.names[0], [self["aces"], self["third_cards"]])
        yield FieldGroup(_("La smazzata"), [self["last_trick"], self["target"]])
        yield FieldGroup(_("Punti di prima"), [self["before_a"], self["before_b"]])
        if "napoletane_a" in self.fields:
            for key, name in zip("ab", self.names, strict=True):
                title = _("Accuse: %(side)s") % {"side": name}
                yield FieldGroup(
                    title, [self[f"{kind}_{key}"] for kind in ("napoletane", "threes", "fours")], is_rare=True
                )
        if "tradition" in self.fields:
            names = ("tradition", "swept", "alone", "decima", "called_out")
            yield FieldGroup(_("Vincite multiple"), [self[name] for name in names], is_rare=True)

    @property
    def deal(self) -> Deal:
        data = self.cleaned_data
        return Deal(
            aces=data["aces"],
            third_cards=data["third_cards"],
            last_trick=Line(data["last_trick"]),
            accuse=(self._accuse("a"), self._accuse("b")),
            before=(data["before_a"], data["before_b"]),
            swept=_line(data.get("swept")),
            alone=data.get("alone", False),
            decima=_line(data.get("decima")),
            called_out=data.get("called_out", False),
        )

    def _accuse(self, key: str) -> Accuse:
        kinds = ("napoletane", "threes", "fours")
        return Accuse(**{kind: self.cleaned_data.get(f"{kind}_{key}", 0) for kind in kinds})


def _line(value: str | None) -> Line | None:
    return Line(value) if value else None


TALLY = {
    "jokers": _("Jolly"),
    "twos": _("Pinelle"),
    "aces": _("Assi"),
    "tens": _("Dal K all’8"),
    "fives": _("Dal 7 al 3"),
}
TALLIES = {
    "played": _("Carte calate"),
    "in_hand": _("Carte rimaste in mano"),
    "pozzo_cards": _("Carte del pozzo non giocato"),
    "penalised": _("Carte contate contro"),
}
NO_BURRACO = _(
    "Non si contano il burraco nato dall’unione di due combinazioni uguali (33) e quello di un gioco che conta contro."
)
# Which cards of a meld count against is told by each article on its irregularity (18 names no case).
AGAINST = _(
    "Penalizzate e giocate irregolarmente: l’eccedente scoperta a gioco proseguito (25), le carte aggiunte su una "
    "fantasma (26), il gioco errato di chi andò al pozzo in diretta (23), ciò che era congelato per mancata pesca "
    "quando altri chiudono (30), la matta più alta di due combinazioni unite tardi (33). Restano fra le calate i "
    "giochi congelati perché il compagno ha parlato (21) o vi si è trovata una fantasma (26)."
)
POZZO = {
    Pozzo.PLAYED: _("Preso e giocato"),
    Pozzo.NOT_PLAYED: _("Preso e non giocato"),
    Pozzo.NOT_TAKEN: _("Non preso"),
}
CLOSING = {
    Closing.NONE: _("No"),
    Closing.REGULAR: _("Sì"),
    Closing.WITHOUT_POZZO: _("Sì, senza pozzo: gli avversari li avevano giocati tutti e due"),
}


class BurracoSideForm(forms.Form):
    clean_burrachi = Number(_("Puliti"), 9)
    semi_clean = Number(_("Semipuliti"), 9)
    dirty = Number(_("Sporchi"), 9)
    closing = forms.ChoiceField(label=_("Ha chiuso"), choices=[(key.value, words) for key, words in CLOSING.items()])
    pozzo = forms.ChoiceField(label=_("Pozzo"), choices=[(key.value, words) for key, words in POZZO.items()])

    def __init__(self, *args: Any, side: GameSide, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = spoken(side.title)
        for place in TALLIES:
            for value, label in TALLY.items():
                self.fields[f"{place}_{value}"] = Number(label, MOST_CARDS)

    def groups(self) -> Iterator[FieldGroup]:
        yield FieldGroup(_("Burrachi"), [self["clean_burrachi"], self["semi_clean"], self["dirty"]], help=NO_BURRACO)
        yield FieldGroup(_("Pozzo e chiusura"), [self["pozzo"], self["closing"]])
        for place, title in TALLIES.items():
            fields = [self[f"{place}_{value}"] for value in TALLY]
            help_text = AGAINST if place == "penalised" else ""
            yield FieldGroup(title, fields, is_rare=place in ("pozzo_cards", "penalised"), help=help_text)

    @property
    def side(self) -> DealSide:
        data = self.cleaned_data
        return DealSide(
            clean=data["clean_burrachi"],
            semi_clean=data["semi_clean"],
            dirty=data["dirty"],
            closing=Closing(data["closing"]),
            pozzo=Pozzo(data["pozzo"]),
            **{place: self._tally(place) for place in TALLIES},
        )

    def _tally(self, place: str) -> Tally:
        return Tally(**{value: self.cleaned_data[f"{place}_{value}"] for value in TALLY})
