"""Forms of a tournament's settings: a new one, and what may still change of it; what was typed is never lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from django import forms
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from codes.burraco.parameters import MATCH_OF_DEALS, MatchKind
from codes.figures import round_figures
from codes.games.catalogue import forbidden
from pages.forms import DayField, EurosField, NumberField, choice, choose_from
from people.accounts.models import NAMELESS, Federation
from records.days import Meaning
from records.requests import Refused
from tournaments.pairing.formulas import traits_of
from tournaments.planning.models import MAX_ROUNDS, FirstRound, Formula, Stage
from tournaments.planning.queries import CopiedEntry
from tournaments.planning.stage_forms import RoverField, SwitchedRoundsField, ThirdPlaceField
from tournaments.setup.games import GAMES, GameId
from tournaments.setup.models import Accusa, Contest, Forma, Membership, Norme, Separe, Tournament
from tournaments.setup.rules import (
    CONFIRMED,
    FIXED,
    FREE,
    HANDS,
    MOVEMENT,
    SETTINGS,
    SWITCHES,
    check_fits,
    movement_faults,
    offered_editions,
)

# The options that each game has.
OPTIONS: Mapping[str, tuple[str, ...]] = {
    GameId.TRESSETTE.value: ("forma", "norme", "accusa", "match_kind"),
    GameId.BURRACO.value: ("separe",),
}
DEALS: Mapping[str, int] = {GameId.TRESSETTE.value: 4, GameId.BURRACO.value: 4}
STAGE = ("formula", "first_round", "rounds_planned", "clubs_apart", *MOVEMENT, "third_place")
OTHERS = ("slug", "lot_seed", "clubs_apart", "third_place")


@dataclass(frozen=True)
class SettingsSection:
    """Fields that belong together; folded: seldom touched, open when one of them is wrong.

    chosen: the field and the value with which they are wanted, and open at once.
    """

    title: Promise
    fields: Sequence[forms.BoundField]
    folded: bool = False
    chosen: tuple[forms.BoundField, str] | None = None

    @property
    def is_open(self) -> bool:
        return any(field.errors for field in self.fields) or bool(
            self.chosen and self.chosen[0].value() == self.chosen[1]
        )

    @property
    def opens_with(self) -> str:
        return f"{self.chosen[0].html_name}={self.chosen[1]}" if self.chosen else ""


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]  # generic only in the stubs
    """The settings of a tournament of one game; figures left empty are those of its code."""

    game = forms.CharField(required=False, widget=forms.HiddenInput)
    rulebook = forms.ChoiceField(label=_("Codice ed edizione"), required=False)
    other_federation = forms.CharField(
        label=_("Un’altra federazione"),
        required=False,
        max_length=200,
        help_text=_("Se non è nell’elenco scrivine il nome; se il torneo non è di nessuna, lascia vuoto."),
    )
    appeal_deposit = EurosField(
        label=_("Deposito per il reclamo, in euro"), required=False, help_text=_("Vuoto: non si chiede.")
    )

    single_arbiter = forms.BooleanField(
        label=_("Arbitro unico"),
        required=False,
        help_text=_(
            "Uno solo decide, senza capo: nessuna misura aspetta conferma. Se non c’è un arbitro decide il direttore."
        ),
    )
    confirm_expulsion = forms.BooleanField(label=_("Allontanamento ed esclusione"), required=False)
    confirm_deferral = forms.BooleanField(label=_("Deferimento alla giustizia sportiva"), required=False)

    one_hand = forms.BooleanField(
        label=_("Una sola mano"),
        required=False,
        help_text=_("I punteggi valgono come sono dati, senza che un’altra persona li confermi."),
    )

    class Meta:
        model = Tournament
        fields = [*FREE, *SWITCHES, *FIXED]
        field_classes = {"starts_on": DayField}
        help_texts = {
            "slug": _("Vuoto: si ricava dal nome. Lettere, cifre e trattini, per esempio coppa-prova-2026."),
            "is_public": _("Tavoli e classifica si vedono senza accedere."),
            "match_kind": _(
                "Solo con le regole in linea. A punti le smazzate sono quelle che bastano sempre: 6 punti una, 11 due, "
                "17 tre, 21 quattro, 26 cinque, 31 sei, 36 sette, 41 otto."
            ),
            "confirm_vp": _("Vuoto: nessuna penalità in VP aspetta una conferma."),
            "appeal_minutes": _(
                "Vuoto: nessun termine. Contro la classifica vale il suo tempo di controllo (F.I.Bur. 20)."
            ),
            "lot_seed": _("Con questo chiunque può ripetere i sorteggi: può essere estratto in pubblico."),
        }

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own_game = game
        self.fields["game"].initial = game
        self._fit_to_game()
        self._leave_figures_to_the_code()
        federations = Federation.objects.exclude(code__in=NAMELESS)
        choose_from(self, "federation", federations)
        self.fields["federation"].required = False
        cast("forms.ModelChoiceField[Any]", self.fields["federation"]).empty_label = gettext(
            "Nessuna federazione, o un’altra"
        )
        before = Tournament.objects.filter(game=game).order_by("-pk").first()
        if len(federations) == 1:
            self.initial.setdefault("federation", federations[0])
        elif before:
            self.initial.setdefault("federation", before.federation_id)
        for name in ("slug", "contest"):
            self.fields[name].required = False
        del self.fields["vp_scale"]

    def _fit_to_game(self) -> None:
        """Only its codes and options; the choices of an option begin with the usual one."""
        choices = {"forma": Forma, "norme": Norme, "accusa": Accusa, "separe": Separe}
        if "match_kind" not in OPTIONS[self.own_game]:
            del self.fields["match_kind"]
        for name, words in choices.items():
            if name in OPTIONS[self.own_game]:
                self.fields[name].widget.choices = words.choices
            else:
                del self.fields[name]
        if not round_figures(GAMES[self.own_game].rulebook).warnings_per_vp:
            del self.fields["warnings_per_vp"]  # a word of the burraco code: the others have no warnings to add up
        editions = offered_editions(self.own_game)
        language = get_language() or "it"
        choice(self, "rulebook").choices = [
            (one.rulebook, f"{one.title.in_(language)}, {one.name}") for one in editions
        ]
        if self.own_game == GameId.BURRACO:
            deals = [
                (count, ngettext("%(count)d smazzata", "%(count)d smazzate", count) % {"count": count})
                for count in MATCH_OF_DEALS
            ]
            self.fields["boards_per_round"].widget = forms.Select(choices=deals)

    def _leave_figures_to_the_code(self) -> None:
        for name in ("round_minutes", "bye_vp", "bye_mp", "warnings_per_vp"):
            # The model's own defaults are no code's figures: typed into the page they would stand in their place.
            if name in self.fields:
                self.fields[name].required, self.fields[name].initial = False, None
        fixed = round_figures(GAMES[self.own_game].rulebook)
        if fixed.minutes:
            minutes = ", ".join(f"{deals}: {fixed.minutes[match]}′" for deals, match in MATCH_OF_DEALS.items())
            words = gettext(
                "Vuoto: come dice il codice per smazzate (%(minutes)s); si può togliere al più %(less)d′ (art. 6)."
            )
            self.fields["round_minutes"].help_text = words % {"minutes": minutes, "less": fixed.minutes_lowered_by}
        if fixed.byes:
            rests = {match: f"{bye.vp} VP, {bye.mp} MP" for match, bye in fixed.byes.items()}
            by_deals = ", ".join(f"{deals}: {rests[match]}" for deals, match in MATCH_OF_DEALS.items())
            words = gettext("Vuoto: come dice il codice per smazzate (%(rests)s; a squadre %(teams)s).")
            self.fields["bye_mp"].help_text = words % {"rests": by_deals, "teams": rests[MatchKind.TEAMS]}

    def clean_game(self) -> str:
        game: str = self.cleaned_data["game"] or self.own_game
        if game in forbidden():
            raise forms.ValidationError(why_forbidden(game))
        if game not in GAMES:
            raise forms.ValidationError(_("%(game)s non è un gioco da torneo."), params={"game": game})
        return game

    def clean_contest(self) -> str:
        return str(self.cleaned_data["contest"] or Contest.PAIRS.value)

    def clean(self) -> dict[str, Any]:
        # Without an address of its own a tournament takes one from its name.
        cleaned = super().clean() or {}
        if typed := cleaned.get("other_federation"):
            if cleaned.get("federation"):
                self.add_error("other_federation", _("Scegli dall’elenco o scrivine un’altra, non tutte e due."))
            cleaned["federation"] = typed
        for name in SWITCHES:
            # Unticked is as it was before anybody was asked.
            cleaned[name] = cleaned.get(name) or None
        if not cleaned.get("slug") and "slug" in self.fields and "slug" not in self.errors:
            cleaned["slug"] = free_slug(cleaned.get("name", ""))
        return cleaned

    def _post_clean(self) -> None:
        """Constraints are left to the action, which knows what the game fills in."""

    def part(self, title: Promise, *names: str, folded: bool = False) -> SettingsSection:
        return SettingsSection(title, [self[name] for name in names if name in self.fields], folded)

    @property
    def sections(self) -> list[SettingsSection]:
        return [
            self.part(_("Il torneo"), "name", "place", "starts_on", "federation", "other_federation", "is_public"),
            self.part(_("Come si gioca"), *OPTIONS[self.own_game], "boards_per_round"),
            self.part(_("Chi gioca contro chi"), "contest", "formula", "first_round", "rounds_planned"),
            self.part(
                _("Codice, tempi e riposo"),
                "rulebook",
                "round_minutes",
                "bye_vp",
                "bye_mp",
                "warnings_per_vp",
                folded=True,
            ),
            self.part(_("Conferma dei punteggi"), *HANDS, folded=True),
            self.part(_("Che cosa conferma il capo arbitro"), *CONFIRMED, folded=True),
            self.part(_("Reclami"), "appeal_minutes", "appeal_deposit", folded=True),
            replace(
                self.part(_("Solo per il Mitchell"), *MOVEMENT, folded=True),
                chosen=(self["formula"], Formula.MITCHELL.value) if "formula" in self.fields else None,
            ),
            self.part(_("Indirizzo, sorteggi, altro"), *OTHERS, folded=True),
        ]

    @property
    def settings(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name in SETTINGS}


class NewTournamentForm(TournamentForm):
    """A new tournament with its first stage."""

    formula = forms.ChoiceField(label=_("Formula"), choices=Formula.choices, initial=Formula.DANISH)
    first_round = forms.ChoiceField(
        label=_("Primo turno"),
        choices=[one for one in FirstRound.choices if one[0] != FirstRound.STANDINGS],
        initial=FirstRound.LOT,
    )
    rounds_planned = NumberField(
        label=_("Turni della prima fase"),
        min_value=1,
        max_value=MAX_ROUNDS,
        initial=4,
        help_text=_("Altre fasi, a gironi o a eliminazione, si aggiungono dopo."),
    )
    clubs_apart = forms.BooleanField(label=_("Circoli separati al primo turno"), required=False, initial=True)
    boards_move = forms.BooleanField(
        label=_("Le smazzate girano fra i tavoli"),
        required=False,
        help_text=_("Solo col Mitchell del gioco duplicato."),
    )
    third_place = ThirdPlaceField()
    rover = RoverField()
    switched_rounds = SwitchedRoundsField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("formula", "first_round", "rounds_planned"):
            self.fields[name].required = False
        if self.own_game == GameId.BURRACO:
            for name in ("boards_move", "switched_rounds"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        # A formula fits who enters: partners change at every round only for single players.
        cleaned = super().clean()
        for name in ("formula", "first_round", "rounds_planned"):
            cleaned[name] = cleaned.get(name) or self.fields[name].initial
        traits = traits_of(cleaned["formula"])
        try:
            check_fits(cleaned["formula"], cleaned.get("contest") or Contest.PAIRS)
        except Refused as error:
            self.add_error("formula", list(error.messages))
        if cleaned.get("third_place") and not traits.is_bracket:
            self.add_error("third_place", _("La finale per il terzo posto si gioca solo nell’eliminazione diretta."))
        for name, words in movement_faults(self._planned(cleaned)).items():
            self.add_error(name, words)
        return cleaned

    def _planned(self, cleaned: Mapping[str, Any]) -> Stage:
        """The first stage as it would be, to be asked what it cannot have."""
        fields = {name: cleaned.get(name) for name in ("formula", "rounds_planned", *MOVEMENT)}
        contest, forma = cleaned.get("contest") or Contest.PAIRS, cleaned.get("forma") or ""
        return Stage(tournament=Tournament(game=self.own_game, contest=contest, forma=forma), **fields)

    @property
    def stage(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in STAGE if name in self.fields}


class ChangeTournamentForm(TournamentForm):
    """What may still change; what may not is shown with why."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, locked: Mapping[str, Promise], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.is_practice:
            del self.fields["federation"]
        self.locked = {name: why for name, why in locked.items() if name in self.fields}
        for name in self.locked:
            # So that it keeps its value whatever is sent for it.
            self.fields[name].disabled = True

    @property
    def reasons(self) -> list[str]:
        return sorted({str(why) for why in self.locked.values()})


def _ticks() -> forms.CheckboxSelectMultiple:
    return forms.CheckboxSelectMultiple(attrs={"class": "form-check-input"})


class CopyForm(forms.Form):
    """What a copy of a tournament does not take from it, and whom it takes along, by ticks."""

    name = forms.CharField(label=_("Nome"), max_length=200)
    place = forms.CharField(label=_("Luogo"), max_length=200)
    starts_on = DayField(meaning=Meaning.PLAYED, label=_("Inizio"))
    is_public = forms.BooleanField(
        label=_("Visibile al pubblico"), required=False, help_text=_("Tavoli e classifica si vedono senza accedere.")
    )
    settings_only = forms.BooleanField(
        label=_("Senza iscrizioni: solo le impostazioni"),
        required=False,
        help_text=_("Vale anche se sotto c’è qualche segno."),
    )
    entries = forms.MultipleChoiceField(required=False, widget=_ticks())
    staff = forms.MultipleChoiceField(required=False, widget=_ticks())

    def __init__(self, *args: Any, entries: Sequence[CopiedEntry], staff: Sequence[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice(self, "entries").choices = [(str(one.entry.number), _to_tick(one)) for one in entries]
        choice(self, "staff").choices = [(str(one.user_id), f"{one.user}, {one.get_role_display()}") for one in staff]
        self.initial["entries"] = [str(one.entry.number) for one in entries if one.is_proposed]

    @property
    def copied(self) -> dict[str, Any]:
        """What the action is told."""
        said = {name: self.cleaned_data[name] for name in ("name", "place", "starts_on", "is_public")}
        numbers = [] if self.cleaned_data["settings_only"] else self.cleaned_data["entries"]
        people = {"entries": set(map(int, numbers)), "staff": set(map(int, self.cleaned_data["staff"]))}
        return {**said, **people, "slug": free_slug(said["name"])}


def _to_tick(one: CopiedEntry) -> str:
    """An entry to tick; one that is not ticked beforehand says why."""
    named = f"{one.entry.number} {one.name}"
    return named if one.is_proposed else f"{named}, {one.entry.get_state_display()}"


def why_forbidden(game: str) -> str:
    _title, why = forbidden()[game]
    return str(why.in_(get_language() or "it"))


def free_slug(name: str) -> str:
    """An address made from the name that no tournament has yet."""
    longest = Tournament._meta.get_field("slug").max_length or 50
    base = slugify(name)[: longest - 4].strip("-") or "torneo"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in (base, *(f"{base}-{number}" for number in range(2, 1000))) if slug not in taken)
