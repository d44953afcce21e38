"""What happened to a match besides its play, as links and forms carry it."""

from typing import Any

from django import forms

from codes.deciding.book import Rulebook
from codes.format.schema import RESPONSIBLE
from codes.seats import Line, Seat
from pages.fields import NumberField
from referee.cases.persons import BOTH
from referee.decisions.details import Details
from referee.decisions.forms import DecidedForm, EarnedForm, reason_field
from referee.decisions.happenings import Happening


class HappeningForm(EarnedForm, DecidedForm):
    """What happened, by the names under which the page's links and its form carry it: each fact by its own name."""

    cosa = forms.ChoiceField()
    linea = forms.ChoiceField(choices=[(who, "") for who in (*Line, BOTH)], required=False)
    reason = reason_field(required=False)
    besides = reason_field(required=False)
    version = NumberField(required=False)

    def __init__(self, data: Any, *, book: Rulebook) -> None:
        super().__init__(data)
        of_match = {procedure.id: procedure for procedure in book.procedures.values() if procedure.whole_match}
        cosa = self.fields["cosa"]
        assert isinstance(cosa, forms.ChoiceField)  # noqa: S101 declared above
        cosa.choices = [(name, "") for name in of_match]
        # A question of any procedure: one leads on to another.
        self.facts = {name: fact for procedure in book.procedures.values() for name, fact in procedure.facts.items()}
        for name in self._told():
            answers = [(answer, "") for answer in self.facts[name].answers]
            self.fields[name] = forms.ChoiceField(choices=answers, required=False)
        # By name, as facts are: no procedure calls a question and a person alike.
        self.persons = {name for procedure in of_match.values() for name, one in procedure.persons.items() if one.ask}
        self.persons -= {RESPONSIBLE}
        for name in self._tapped():
            self.fields[name] = forms.ChoiceField(choices=[(seat.value, "") for seat in Seat], required=False)

    def _tapped(self) -> list[str]:
        return [name for name in self.persons if name in self.data]

    def _told(self) -> list[str]:
        return [name for name, fact in self.facts.items() if fact.source == "arbiter" and name in self.data]

    @property
    def happening(self) -> Happening:
        data = self.cleaned_data
        facts = {name: data[name] for name in self._told() if data[name]}
        persons = {name: data[name] for name in self._tapped() if data[name]}
        line = Line(data["linea"]) if data["linea"] in list(Line) else None
        both = data["linea"] == BOTH
        return Happening(procedure=data["cosa"], line=line, both=both, facts=facts, persons=persons)

    @property
    def has_figures(self) -> bool:
        """Whether any figure was typed, so that none of before stands in its place."""
        return any(self.data.get(name) for name in (*EarnedForm.base_fields, *DecidedForm.base_fields))

    @property
    def details(self) -> Details:
        return Details(earned=self.earned, **self.decided)
