"""Passwords that anybody would try here: words of our games and tasks with a year behind them.

What Django's validators refuse besides (short, known from breaches, like the name) is in the settings.
"""

import re

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# docs/asvs.md shows them; a password may hold one among others, not be made of them alone.
OF_THE_HOUSE = frozenset(
    "referee torneo tornei tressette burraco burrachi bridge carte accusa napoletana fitres fibur federazione codice "
    "arbitro arbitri capo direttore direzione gara sala conti segnapunti circolo coppa admin amministratore "
    "di del della e a the of password accesso demo prova test tournament director arbiter scorer cards".split()
)
LONGEST = max(map(len, OF_THE_HOUSE))
_NO_LETTER = re.compile(r"[\W\d_]+")


class NoWordOfTheHouse:
    """Refuses a password of which, figures and signs apart, nothing but such words is left."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        words = _NO_LETTER.sub(" ", password.casefold()).split()
        if words and all(_is_made_of_them(word) for word in words):
            raise ValidationError(self.get_help_text(), code="word_of_the_house")

    def get_help_text(self) -> str:
        return str(_("La password non può essere fatta solo di parole di questo ambiente, come «torneo» o «arbitro»."))


def _is_made_of_them(word: str) -> bool:
    """Whether it is one of them, or several written together; of 20,000 letters too it is said at once."""
    reached = [True] + [False] * len(word)
    for end in range(1, len(word) + 1):
        starts = range(max(0, end - LONGEST), end)
        reached[end] = any(reached[start] and word[start:end] in OF_THE_HOUSE for start in starts)
    return reached[-1]
