"""The first tournament in one short form: a preset, and whose it is, which may be said, typed or left out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codes import library
from pages.forms import DayField, NumberField, choice
from people.accounts.models import NAMELESS, Federation
from people.names.order import name_key
from tournaments.planning.forms import free_slug
from tournaments.planning.models import MAX_ROUNDS, FirstRound, Formula
from tournaments.setup.games import GameId
from tournaments.setup.models import Accusa, Forma, Norme

# In place of a federation's name.
NONE, ANOTHER = "-", "+"
# A code played under that is no federation's.
NOT_A_FEDERATION = "In linea"


@dataclass(frozen=True)
class Preset:
    """How a usual tournament is played: settings and first stage; whatever is not said is its code's."""

    title: Promise
    says: Promise
    settings: Mapping[str, Any]
    formula: str


PRESETS: Mapping[str, Preset] = {
    "burraco-danese": Preset(
        _("Burraco, danese, 4 smazzate"),
        _("Coppie; a ogni turno s’incontra chi è vicino in classifica, mai due volte gli stessi."),
        {"game": GameId.BURRACO.value, "boards_per_round": 4},
        Formula.DANISH.value,
    ),
    "duplicato-mitchell": Preset(
        _("Duplicato Mitchell"),
        _("Tressette duplicato con l’accusa: una linea resta al tavolo, l’altra gira."),
        {
            "game": GameId.TRESSETTE.value,
            "boards_per_round": 4,
            "forma": Forma.DUPLICATO.value,
            "norme": Norme.MODERNE.value,
            "accusa": Accusa.CON.value,
        },
        Formula.MITCHELL.value,
    ),
    "trofeo-tradizionale": Preset(
        _("Trofeo tradizionale"),
        _("Tressette con le carte date al tavolo, norme tradizionali, con l’accusa; danese."),
        {
            "game": GameId.TRESSETTE.value,
            "boards_per_round": 4,
            "forma": Forma.ORDINARIO.value,
            "norme": Norme.TRADIZIONALI.value,
            "accusa": Accusa.CON.value,
        },
        Formula.DANISH.value,
    ),
}


class FirstTournamentForm(forms.Form):
    """Who holds a tournament, where and when, and which of the presets it follows."""

    preset = forms.ChoiceField(label=_("Che torneo"), widget=forms.RadioSelect)
    holder = forms.ChoiceField(label=_("Di chi è"), widget=forms.RadioSelect, initial=NONE)
    other_federation = forms.CharField(
        label=_("Un’altra federazione"), required=False, max_length=200, help_text=_("Il nome, se non è fra queste.")
    )
    name = forms.CharField(label=_("Nome"), max_length=200)
    place = forms.CharField(label=_("Circolo o luogo"), max_length=200)
    starts_on = DayField(label=_("Inizio"))
    rounds = NumberField(label=_("Turni"), min_value=1, max_value=MAX_ROUNDS, initial=4)
    is_public = forms.BooleanField(
        label=_("Visibile al pubblico"),
        required=False,
        initial=True,
        help_text=_("Tavoli e classifica si vedono senza accedere."),
    )
    alone = forms.BooleanField(
        label=_("Dirigo da solo"),
        required=False,
        help_text=_("I punteggi valgono come li dai, le anomalie le decidi tu: nessuno deve confermare."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice(self, "preset").choices = [
            (key, format_html('{} <span class="aside">{}</span>', preset.title, preset.says))
            for key, preset in PRESETS.items()
        ]
        choice(self, "holder").choices = [
            (NONE, gettext("Di nessuna federazione: una serata di circolo")),
            *((name, name) for name in federations_offered()),
            (ANOTHER, gettext("Di un’altra federazione")),
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        typed = cleaned.get("other_federation")
        if cleaned.get("holder") == ANOTHER and not typed and "other_federation" not in self.errors:
            self.add_error("other_federation", _("Scrivi il nome della federazione."))
        elif typed and cleaned.get("holder") not in {ANOTHER, None}:
            self.add_error("other_federation", _("Scegli dall’elenco o scrivine un’altra, non tutte e due."))
        return cleaned

    @property
    def settings(self) -> dict[str, Any]:
        said, preset = self.cleaned_data, PRESETS[self.cleaned_data["preset"]]
        federation = "" if said["holder"] in {NONE, ANOTHER} else said["holder"]
        alone = {"one_hand": True, "single_arbiter": True} if said["alone"] else {}
        return {
            **preset.settings,
            **{name: said[name] for name in ("name", "place", "starts_on", "is_public")},
            **alone,
            "federation": said["other_federation"] or federation,
            "slug": free_slug(said["name"]),
        }

    @property
    def stage(self) -> dict[str, Any]:
        formula = PRESETS[self.cleaned_data["preset"]].formula
        rounds = self.cleaned_data["rounds"]
        return {"formula": formula, "first_round": FirstRound.LOT.value, "rounds_planned": rounds}


class PracticeForm(forms.Form):
    """Which of the presets is tried."""

    preset = forms.ChoiceField(choices=[(key, preset.title) for key, preset in PRESETS.items()])

    @property
    def practice(self) -> dict[str, Any]:
        """What a practice tournament is made of, as its action takes it."""
        preset = PRESETS[self.cleaned_data["preset"]]
        return {
            "title": str(preset.title),
            "settings": preset.settings,
            "stage": {"formula": preset.formula, "first_round": FirstRound.LOT.value, "rounds_planned": 3},
            "slug": free_slug(gettext("Prova")),
        }


def federations_offered() -> list[str]:
    """Those that have something here, and those whose codes are here, each once, by name."""
    known = list(Federation.objects.exclude(code__in=NAMELESS).values_list("name", "code"))
    taken = {word.casefold() for pair in known for word in pair}
    of_codes = {book.latest.federation for book in library.codes()} - {NOT_A_FEDERATION}
    names = {name for name, _code in known} | {name for name in of_codes if not _is_among(name, taken)}
    return sorted(names, key=name_key)


def _is_among(name: str, taken: set[str]) -> bool:
    return name.casefold() in taken or name.replace(".", "").casefold() in taken
