"""Forms of a consultation: the question and who is asked; an answer."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import NumberField, choice, text_field
from people.accounts.models import Player, User
from referee.cases.models import Case
from tournaments.entries.models import Entry


class QuestionForm(forms.Form):
    """The question as it is put, colleagues and players to be ticked."""

    question = text_field(_("La domanda, come la fai"))
    # By their keys as they are offered: of a number that no column holds a query could not even ask.
    users = forms.MultipleChoiceField(label=_("Colleghi"), required=False, widget=forms.CheckboxSelectMultiple)
    players = forms.MultipleChoiceField(
        label=_("Giocatori di pari forza"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, case: Case, colleagues: Iterable[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offered: dict[str, dict[str, User | Player]] = {
            "users": {str(one.pk): one for one in colleagues},
            "players": {str(one.pk): one for one in _players(case)},
        }
        for name, offered in self._offered.items():
            choice(self, name).choices = [(key, str(one)) for key, one in offered.items()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen = {name: [offered[key] for key in cleaned.get(name, ())] for name, offered in self._offered.items()}
        return cleaned | chosen


class OpinionForm(forms.Form):
    """What one of those asked answers."""

    opinion = NumberField(widget=forms.HiddenInput, min_value=1)
    answer = text_field(_("Il parere"))


def _players(case: Case) -> Any:
    """Who plays in the tournament and is not of an entry at the table."""
    lines = [entry.pk for entry in (*case.table.entries_a, *case.table.entries_b)]
    entries = Entry.objects.filter(tournament=case.tournament, until_round__isnull=True).exclude(pk__in=lines)
    return Player.objects.filter(memberships__entry__in=entries, memberships__until_round__isnull=True).distinct()
