"""Forms about appeals: filing one against a record, its panel, what the parties say, the decision.

A penalty or an award.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import Case, When
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.figures import round_figures
from pages.forms import NumberField, SomeOfField, choice, choose_from, text_field
from people.accounts.models import User
from tournaments.appeals.models import Appeal, AppealJudge, AppealNote
from tournaments.appeals.queries import Grievance
from tournaments.entries.models import Entry, EntryMember
from tournaments.rounds.models import Round
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament
from tournaments.staff.queries import name_and_clubs


class AppealForm(forms.Form):
    """An appeal as it is received: against the record from whose page it was opened."""

    against = forms.CharField(widget=forms.HiddenInput, max_length=60, required=False)
    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Chi lo presenta"), empty_label=_("Scegli"))
    row = NumberField(
        label=_("Riga della classifica: numero di chi vi sta"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_("Vuoto: contro tutta la classifica."),
    )
    grounds = text_field(_("Motivi"), rows=4)
    late_reason = text_field(_("Perché è ammesso dopo il termine"), rows=2, required=False)
    deposit_received = forms.BooleanField(label=_("Deposito ricevuto"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, found: Grievance | None, late: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Those at the table come first: of a hundred others a slip of the finger takes the next.
        there = Case(When(pk__in=found.entries if found else (), then=0), default=1)
        choose_from(self, "entry", Entry.objects.filter(tournament=tournament).order_by(there, "number"))
        if found is None or not found.key.startswith("standings:"):
            del self.fields["row"]
        if not late:
            del self.fields["late_reason"]
        if not tournament.appeal_deposit:
            del self.fields["deposit_received"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        row = cleaned.pop("row", None)
        if row and cleaned["against"].count(":") == 1:
            cleaned["against"] += f":{row}"
        return cleaned


class JudgeForm(forms.Form):
    """Who of the staff judges: whoever must not is not offered."""

    user = forms.ModelChoiceField(User.objects.none(), label=_("Chi giudica"), empty_label=_("Scegli la persona"))
    role = forms.ChoiceField(label=_("Compito"), choices=AppealJudge.Role.choices, initial=AppealJudge.Role.MEMBER)

    def __init__(self, *args: Any, candidates: Iterable[User], called: Callable[[User], str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "user", User.objects.filter(pk__in=[user.pk for user in candidates]), called)


class ReleaseForm(forms.Form):
    """Who leaves the panel, and why."""

    judge = NumberField(widget=forms.HiddenInput, min_value=1)
    reason = text_field(_("Perché lascia la giuria"), rows=2)


class NoteForm(forms.Form):
    """What a party states, or what is said at the hearing."""

    kind = forms.ChoiceField(label=_("Di chi"), choices=AppealNote.Kind.choices)
    speaker = forms.CharField(label=_("Chi parla"), max_length=200, required=False)
    text = text_field(_("Che cosa dice"), rows=4)


class WithdrawalForm(forms.Form):
    """Who of those who brought the appeal withdraws it, and in what words."""

    member = forms.ModelChoiceField(
        EntryMember.objects.none(),
        label=_("Chi lo ritira, di chi lo ha presentato"),
        empty_label=_("Scegli la persona"),
    )
    reason = text_field(_("Con quali parole, e perché"), rows=2)

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members = EntryMember.objects.filter(entry=entry).select_related("player")
        choose_from(self, "member", members, lambda one: str(one.player))


class DepositForm(forms.Form):
    """What becomes of the deposit."""

    deposit = forms.ChoiceField(choices=Appeal.Deposit.choices)


class PresentForm(forms.Form):
    """Who of the panel took part; not asked where one judges alone."""

    present = SomeOfField(
        User.objects.none(),
        label=_("Chi ha preso parte, della giuria"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, *args: Any, panel: Sequence[AppealJudge], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(panel) > 1:
            choose_from(self, "present", User.objects.filter(pk__in=[judge.user_id for judge in panel]))
        else:
            del self.fields["present"]


class ChangeForm(PresentForm):
    """Why the panel changes the ruling."""

    reason = text_field(_("Perché il provvedimento cambia"), rows=3)


class AppealDecisionForm(PresentForm):
    """What was decided of an appeal."""

    outcome = forms.ChoiceField(label=_("Esito"), widget=forms.RadioSelect)
    decision = text_field(_("Decisione, con gli articoli"), rows=4)

    def __init__(self, *args: Any, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rejected = [
            (Appeal.State.REJECTED.value, _("Respinto")),
            (Appeal.State.MERITLESS.value, _("Respinto, senza merito")),
        ]
        choice(self, "outcome").choices = [*_UPHELD.get(kind, ()), *rejected]


# How what an appeal is against is upheld. A ruling has an action of its own for it: its new version.
_SCORE = [
    (Appeal.State.UPHELD.value, _("Accolto, ma non c’è niente da cambiare")),
    (Appeal.State.CHANGED.value, _("Accolto: il punteggio è già stato cambiato")),
]
_UPHELD = {
    "score": _SCORE,
    "match": _SCORE,
    "standings": [
        _SCORE[0],
        (Appeal.State.CHANGED.value, _("Accolto: la classifica, o quello su cui si fonda, è già cambiata")),
    ],
    # Of before, against something written in words.
    "": [(Appeal.State.UPHELD.value, _("Accolto"))],
}


# What a director gives, with the kind and the sign of its amount in the standings.
GIVEN: dict[str, tuple[Adjustment.Kind, int, Promise]] = {
    "vp-penalty": (Adjustment.Kind.VP, -1, _("Penalità in VP")),
    "mp-penalty": (Adjustment.Kind.MP, -1, _("Penalità in MP")),
    "warning": (Adjustment.Kind.WARNING, 0, _("Ammonizione")),
    "vp-award": (Adjustment.Kind.VP, 1, _("Compenso in VP")),
    "mp-award": (Adjustment.Kind.MP, 1, _("Compenso in MP")),
}


def _with_ties(entry: Entry, words: str) -> str:
    alike, clubs = name_and_clubs(words)
    told = [(_("ha il tuo nome %(who)s"), alike), (_("del tuo circolo %(who)s"), clubs)]
    said = "; ".join(str(one) % {"who": who} for one, who in told if who)
    return f"{entry} ({said})" if said else str(entry)


class AdjustmentForm(forms.Form):
    """A penalty or an award: to whom, what, how much, why; cleaned to the arguments of `give_adjustment`.

    Warnings are of the burraco code (F.I.Bur., arbiter's powers); FITRES 87 knows measures, which the arbiter rules.
    """

    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("A chi"), empty_label=_("Scegli"))
    kind = forms.ChoiceField(
        label=_("Che cosa"), choices=[(key, words) for key, (_kind, _sign, words) in GIVEN.items()]
    )
    amount = NumberField(
        label=_("Quanti punti"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=_("Senza segno."),
    )
    round = forms.ModelChoiceField(
        Round.objects.none(), label=_("Turno"), required=False, empty_label=_("Tutto il torneo")
    )
    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)
    reference = forms.CharField(
        label=_("Provvedimento o decisione"),
        required=False,
        max_length=200,
        help_text=_("Serve solo se la classifica è definitiva: per esempio Reclamo n. 1."),
    )

    def __init__(self, *args: Any, tournament: Tournament, tied: Mapping[int, str], **kwargs: Any) -> None:
        """tied: by entry who of it has the own name or club, told where it is chosen (`told_by_entry`)."""
        super().__init__(*args, **kwargs)
        entries = Entry.objects.filter(tournament=tournament)
        choose_from(self, "entry", entries, lambda one: _with_ties(one, tied.get(one.pk, "")))
        if tied:
            self.fields["entry"].help_text = _(
                "Accanto alla coppia è scritto chi ha il tuo nome o è del tuo circolo. Se sei tu lo fa un altro; se no "
                "puoi farlo, e resta scritto che lo sapevi."
            )
        rounds = Round.objects.filter(tournament=tournament)
        choose_from(self, "round", rounds, lambda one: _("Turno %(number)d") % {"number": one.number})
        if round_figures(tournament.rulebook).warnings_per_vp:
            self.fields["amount"].help_text = _("Senza segno; per un’ammonizione lascia vuoto.")
        else:
            given = choice(self, "kind")
            given.choices = [(key, words) for key, (_kind, _sign, words) in GIVEN.items() if key != "warning"]
        if tournament.rules.by_fives:
            self.fields["round"].help_text = _(
                "Gli MP di un turno contano nell’incontro di quel turno, e quindi nei suoi VP."
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kind, sign, _words = GIVEN.get(cleaned.get("kind", ""), (None, 0, ""))
        amount = cleaned.get("amount")
        if sign and amount is None and "amount" not in self.errors:
            self.add_error("amount", _("Scrivi quanti punti."))
        if kind == Adjustment.Kind.WARNING and amount:
            self.add_error("amount", _("Un’ammonizione non dà né toglie punti: lascia vuoto."))
        return cleaned | {"kind": kind, "amount": sign * (amount or 0)}
