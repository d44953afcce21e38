"""Every action moves its tournament's version, by which pages of the staff know that they are out of date.

A line of the log moves it. The actions are found as the program makes them, none is named here but those without a
tournament; of each the code is followed, from function to function of ours, to where the line is written.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from inspect import isclass, isfunction, unwrap
from types import CodeType, FunctionType, ModuleType

import pytest
from django.conf import settings

from records.action import Actor, action
from records.log import write_line
from tests.factories import NOON
from tournaments.setup.models import Tournament

# What is of no tournament, or on no page that renews itself; a name corrected there is a minute late (decision 52).
LINELESS = {
    "keeping.erasing.actions.lift_hold": "a person's data are held back from erasing",
    "keeping.erasing.actions.set_hold": "a person's data are held back from erasing",
    "tournaments.entry_lists.actions.choose_columns": "a list that one reads before anybody is entered",
    "tournaments.entry_lists.actions.discard_import": "a list that one reads before anybody is entered",
    "tournaments.entry_lists.actions.keep_list": "a list that one reads before anybody is entered",
    "tournaments.entry_lists.actions.mend_rows": "a list that one reads before anybody is entered",
    "people.invitations.actions.invite_person": "an account of this installation",
    "people.invitations.actions.let_create": "an account of this installation",
    "people.invitations.actions.offer_link": "an account of this installation",
    "tournaments.staff.job_actions.ask_for_document": "a document that one waits for",
    "people.players.actions.save_club": "a club of the federation: its name is a minute late",
    "people.players.actions.save_player": "a person of the federation: the name is a minute late",
}
# The federation keeps a log of its own.
PACKAGES = [importlib.import_module(name) for name in settings.APPLICATIONS if name != "federation"]
OURS = tuple(f"{package.__name__}." for package in PACKAGES)


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if "actions" in found.name and "migrations" not in found.name:
            yield importlib.import_module(found.name)


def actions() -> dict[str, Callable[..., object]]:
    """Every function that `@action` made, by its full name."""
    made = action_code()
    return {
        f"{one.__module__}.{name}": one
        for package in PACKAGES
        for module in modules(package)
        for name, one in vars(module).items()
        if isfunction(one) and one.__code__ is made and one.__module__ == module.__name__
    }


def action_code() -> CodeType:
    """The code that all actions run: what `action` puts around a function."""
    return action(lambda: None).__code__


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


def called_by(function: FunctionType) -> Iterator[FunctionType]:
    """What of ours the function names: functions, and those of classes, which it may call."""
    for name in set(names_in(function.__code__)):
        # `by.log` too: what an actor can do is called by nothing that the function names.
        found = function.__globals__.get(name) or vars(Actor).get(name)
        if not getattr(found, "__module__", "").startswith(OURS):
            continue
        if isclass(found):
            yield from (unwrap(one) for one in vars(found).values() if isfunction(one))
        elif isfunction(found):
            yield unwrap(found)


def writes_a_line(function: Callable[..., object]) -> bool:
    looked: set[FunctionType] = set()
    left = [unwrap(function)]
    while left:
        one = left.pop()
        if one is write_line:
            return True
        if one not in looked:
            looked.add(one)
            left += called_by(one)
    return False


def test_the_actions_are_found():
    found = actions()
    assert found.keys() >= LINELESS.keys()
    assert {"hall.calls.actions.call_arbiter", "referee.rulings.actions.decide"} <= found.keys()
    assert len(found) > 100


@pytest.mark.parametrize("name", sorted(actions()))
def test_every_action_writes_a_line_but_those_of_no_tournament(name):
    assert writes_a_line(actions()[name]) == (name not in LINELESS)


def test_one_that_writes_none_is_found():
    def quiet(*, by: object) -> None:
        print(by)

    assert not writes_a_line(action(quiet))


def test_a_line_moves_the_version(tournament, dora):
    before = Tournament.objects.get(pk=tournament.pk).data_version
    write_line(tournament=tournament, actor=dora, at=NOON, action="take_call", record=tournament, data={})
    assert Tournament.objects.get(pk=tournament.pk).data_version == before + 1
