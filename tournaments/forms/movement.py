"""The fields of a Mitchell: what becomes of an odd pair, and when the lines exchange their directions."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.stages import MAX_ROUNDS, Rover
from tournaments.numbers import NumberField


class RoverField(forms.TypedChoiceField):
    """The line in which an odd pair takes places; none for a half table."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Se le coppie sono dispari"),
            choices=Rover.choices,
            required=False,
            empty_value=None,
            help_text=_(
                "Col rover c’è un tavolo in meno: la coppia in più riposa al primo turno, poi siede ogni volta al "
                "posto di un’altra, che riposa."
            ),
        )


class SwitchedRoundsField(NumberField):
    """In how many rounds at the end the lines have exchanged their directions; none where nothing is typed."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Turni finali a linee scambiate"),
            required=False,
            max_value=MAX_ROUNDS,
            help_text=_(
                "Vuoto: nessuno. Di solito un ottavo dei turni, almeno uno. Chi giocava in Nord-Sud siede in "
                "Est-Ovest: la classifica è una sola, e due classifiche per linea non si possono più fare."
            ),
        )
