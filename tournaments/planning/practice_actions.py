"""A practice tournament: made in one tap, with pairs whose names are invented, to be tried and thrown away."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from people.accounts.models import PRACTICE
from people.players.actions import found_federation
from records.action import Actor, action, nested_actor
from tournaments.entries.actions import Newcomer, enter
from tournaments.planning.actions import create_tournament, practice_name
from tournaments.setup.models import Tournament

FIRST_NAMES = (
    *("Ada", "Bice", "Carlo", "Dino", "Elsa", "Fosca", "Gino", "Ines"),
    *("Lino", "Mara", "Nino", "Olga", "Pia", "Rino", "Sara", "Tea"),
)


@action
def create_practice(
    *, by: Actor, title: str, settings: Mapping[str, Any], stage: Mapping[str, Any], slug: str, on: date, lot_seed: str
) -> Tournament:
    """A tournament of nobody's, directed by whoever makes it, alone; its pairs are entered already."""
    federation = found_federation(by, PRACTICE)
    made = create_tournament(
        by=nested_actor(by, "create"),
        **settings,
        federation=federation,
        name=practice_name(title),
        slug=slug,
        starts_on=on,
        place=_("Torneo di prova"),
        lot_seed=lot_seed,
        one_hand=True,
        single_arbiter=True,
        stage=stage,
    )
    for first, second in zip(FIRST_NAMES[::2], FIRST_NAMES[1::2], strict=True):
        people = [Newcomer(first_name=first, last_name=_("Prova")), Newcomer(first_name=second, last_name=_("Prova"))]
        enter(by=nested_actor(by, f"enter-{first}"), tournament=made, people=people, name=f"{first} – {second}")
    made.refresh_from_db()
    by.log(made, entries=len(FIRST_NAMES) // 2)
    return made
