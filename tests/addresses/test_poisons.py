"""What no honest browser sends, in every field of every form, in every query and number of an address: never a 500."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from urllib.parse import quote, quote_plus
from uuid import uuid4
from zlib import crc32

import pytest
from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import AutoField, IntegerField, Max, Model
from django.forms import BaseForm
from django.http import HttpResponse

from records.models import IdempotencyKey
from tests.access_table import ACCESS
from tests.addresses.sendings import PEOPLE, Sending
from tests.addresses.sendings import sendings as sendings_of
from tests.addresses.walk import Walk
from tests.nightly import NIGHTLY
from tests.nul import statements_with_nul
from tests.unrendered import unrendered
from tests.world import KnownVisitor, World, addresses

ROOT = Path(__file__).resolve().parent.parent.parent
VIEWS = [path for package in settings.APPLICATIONS for path in (ROOT / package).rglob("*.py")]
FORM = "application/x-www-form-urlencoded"
POISONS: Mapping[str, str | None] = {
    "five thousand digits": "7" * 5000,
    "a number no column holds": str(2**63),
    "below zero": "-1",
    "other digits": "١٢",
    "a float": "1e9",
    "a nul": "1\0",
    "half a character": "\ud800",
    "very long": "è" * 20_000,
    "nothing sent": None,
}
EVERY = 3
# Every form has a key, which is never read as a number.
FOR_A_KEY = ("a nul", "very long", "nothing sent")
FOR_A_QUERY = {what: poison for what, poison in POISONS.items() if what not in {"a float", "very long"}}
TOO_LARGE = ("7" * 5000, str(2**63), "9" * 10, quote("١٢"))
# What a view asks of the query besides what a form there sends: searches, pages, steps, phases.
QUERY = re.compile(r"""\bGET(?:\.get\(|\.getlist\(|\[)"(\w+)\"""")
SEES_BY_ITSELF = {"revoke_feed_key", "discard_import", "register_discard_import", "discard_roster"}
# What is under way for somebody is what they ask for again, with whatever key.
STILL_THE_SAME = {"archive_export", "carry_out", "try_draft", "make_feed_key", "mark_all_present", "prepare_document"}
NO_FORMS = {"favicon.ico"}  # answers every method with a redirect


@dataclass(frozen=True)
class Served:
    """How a request was answered: the action that took its key, what that made, and whether it was not there before."""

    status: int
    action: str
    made: str
    is_new: bool


@dataclass(frozen=True)
class Told:
    """What came of something poisoned: what went wrong, or which fields of a form on the page, which of them refused.

    is_done: an action took all of it, or a search that was answered refused none.
    """

    wrong: str = ""
    shown: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    is_done: bool = False
    reads_query: bool = True


# Twenty thousand letters are quoted once, not for each field.
_quoted = cache(partial(quote_plus, errors="surrogatepass"))


def encoded(fields: Mapping[str, str]) -> str:
    """As bytes that may be no text at all, which a browser cannot send and anybody else can."""
    return "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in fields.items())


@pytest.fixture(scope="module")
def visitors(walk: Walk, world: World) -> dict[str, KnownVisitor]:
    return {who: KnownVisitor(world.people[who]) for who in PEOPLE}


@pytest.fixture(scope="module")
def sendings(walk: Walk, world: World, visitors: dict[str, KnownVisitor]) -> list[Sending]:
    return sendings_of(walk, world, visitors)


def asked(visitor: KnownVisitor, method: str, path: str, fields: Mapping[str, str], *, is_read: bool = True) -> Told:
    """What came of it; is_read: whether the page is laid out. Whatever was written is taken back."""
    query, key = encoded(fields), fields.get("key", "")
    try:
        with transaction.atomic(), statements_with_nul() as keeping, nullcontext() if is_read else unrendered():
            answered = (
                visitor.send("POST", path, query.encode(), FORM)
                if method == "post"
                else visitor.send("GET", f"{path}?{query}" if query else path)
            )
            is_done = is_read and bool(key.isalnum()) and IdempotencyKey.objects.filter(key=key).exists()
            transaction.set_rollback(True)
    except Exception as error:  # whatever a view raises is what is looked for
        return Told(f"{type(error).__name__}: {str(error)[:80]}")
    if keeping:  # as far as the database
        return Told(f"NUL: {keeping[0]}")
    if answered.status_code >= 500:
        return Told(str(answered.status_code))
    forms = [*_forms_on(answered)] if is_read else []
    is_done |= is_read and method == "get" and answered.status_code == 200 and not forms
    return Told(
        shown=frozenset(one.add_prefix(name) for one in forms for name in one.fields),
        refused=frozenset(one.add_prefix(name) for one in forms for name in one.errors if name in one.fields),
        is_done=is_done,
        reads_query="GET" in vars(answered.wsgi_request),
    )


def _forms_on(answered: HttpResponse) -> Iterator[BaseForm]:
    """The forms of the page that were sent and refused."""
    contexts = getattr(answered, "context", None) or ()
    for layer in (layer for context in contexts for layer in getattr(context, "dicts", (context,))):
        for told in layer.values():
            among = getattr(told, "forms", [told])  # a calculation has several
            yield from (one for one in among if isinstance(one, BaseForm) and one.is_bound and one.errors)


def with_poison(one: Sending, names: Iterable[str], poison: str | None) -> dict[str, str]:
    """The form's fields as they are sent with these poisoned."""
    fresh = {"key": uuid4().hex} if "key" in one.fields else {}
    told = {**one.fields, **fresh, **dict.fromkeys(names, poison)}
    return {name: value for name, value in told.items() if value is not None}


def faults_of(one: Sending, visitor: KnownVisitor, what: str) -> Iterator[str]:
    """What goes wrong of a form when any of its fields is poisoned so.

    All are poisoned at once, and what was taken, or a field itself refused, is proven by that: the field looks at no
    other. Each of the rest is sent alone, as another might have been refused before it was looked at; its page is
    laid out if this one did not show it. By day each with every third poison, which one being told by form and field:
    a name that many forms have meets them all.
    """
    send = partial(asked, visitor, one.method, one.path)
    names = [name for name in one.fields if name != "key"]
    together = send(with_poison(one, names, POISONS[what]))
    if together.wrong:
        yield f"{one.method} {one.name} {', '.join(names)}: {what}: {together.wrong}"
    alone = [] if together.is_done or len(names) < 2 else [name for name in names if name not in together.refused]
    alone = [name for name in alone if NIGHTLY or is_its_turn(one, name, what)]
    for name in [*alone, *(["key"] if "key" in one.fields and what in FOR_A_KEY else [])]:
        is_read = one.method == "get" or name not in together.shown | {"key"}
        told = send(with_poison(one, [name], POISONS[what]), is_read=is_read)
        if told.wrong:
            yield f"{one.method} {one.name} {name}: {what}: {told.wrong}"


def is_its_turn(one: Sending, name: str, what: str) -> bool:
    return (crc32(f"{one.name} {name}".encode()) + [*POISONS].index(what)) % EVERY == 0


@pytest.mark.long
@pytest.mark.parametrize("what", POISONS)
def test_a_form_with_any_field_poisoned_is_answered(
    what: str, sendings: list[Sending], visitors: dict[str, KnownVisitor]
) -> None:
    assert [fault for one in sendings for fault in faults_of(one, visitors[one.who], what)] == []


@pytest.mark.long
def test_every_address_that_takes_a_form_is_asked(sendings: list[Sending]) -> None:
    # The API takes JSON: its fuzzer sends that (tests/federation/api/test_api_schema.py).
    taking = {name for name, row in ACCESS.items() if "POST" in row and not name.startswith("api-1:")}
    assert taking - {one.name for one in sendings if one.method == "post"} == NO_FORMS


@pytest.mark.long
def test_a_query_poisoned_is_answered(world: World, visitors: dict[str, KnownVisitor]) -> None:
    names = {name for path in VIEWS for name in QUERY.findall(path.read_text())}
    wrong = []
    for address in addresses():
        if "GET" not in ACCESS.get(address.name, {}) or address.name.startswith("export_"):
            continue
        visitor = visitors["olga" if address.route.startswith("federazioni/") else "dora"]
        for what, poison in FOR_A_QUERY.items():
            told = asked(visitor, "get", world.path(address), dict.fromkeys(names, poison or ""))
            if told.wrong:
                wrong.append(f"{address.name} {what}: {told.wrong}")
            if not told.reads_query:
                break  # whatever it is
    assert not wrong, "\n".join(wrong)


def found_nothing(visitor: KnownVisitor, path: str) -> bool:
    with unrendered():
        return visitor.ask("GET", path).status_code == 404


@pytest.mark.long
def test_a_number_too_large_in_an_address_is_not_found(world: World, visitors: dict[str, KnownVisitor]) -> None:
    found = []
    for address in addresses():
        parts = world.path(address).split("/")
        for place, figure in (
            (place, one) for place, part in enumerate(parts) if part.isdecimal() for one in TOO_LARGE
        ):
            path = "/".join([*parts[:place], figure, *parts[place + 1 :]])
            if not found_nothing(visitors["dora"], path):
                found.append(f"{address.name} {figure[:20]}")
    assert found == []


@pytest.mark.long
def test_a_nul_in_any_word_of_an_address_is_not_found(world: World, visitors: dict[str, KnownVisitor]) -> None:
    found = []
    for address in addresses():
        parts = world.path(address).split("/")
        for place, part in enumerate(parts):
            # The administration leads whatever it does not know to its own log-in.
            if part and parts[1] != "admin":
                path = "/".join([*parts[:place], part + "%00", *parts[place + 1 :]])
                if not found_nothing(visitors["dora"], path):
                    found.append(path)
    assert found == []


@pytest.mark.long
def test_two_requests_with_different_keys_are_two(sendings: list[Sending], visitors: dict[str, KnownVisitor]) -> None:
    """The second is served too, or refused in words; it is never taken for the first sent again."""
    highest = {one._meta.label: _highest(one) for one in apps.get_models()}
    wrong, served = [], set()
    for one in sendings:
        if one.method != "post" or "key" not in one.fields:
            continue
        first, second = sent_twice(visitors[one.who], one, highest)
        # A page may see by itself that nothing is left to do, and then asks no action.
        if first.action and second.status < 400 and one.name not in SEES_BY_ITSELF | STILL_THE_SAME:
            served.add(first.action)
            if second.action != first.action or (first.is_new and second.made == first.made):
                wrong.append(f"{one.name}: {first}, {second}")
    assert not wrong, "\n".join(wrong)
    assert served >= {"add_stage", "create_round", "file_appeal", "give_adjustment", "open_case", "set_prize"}


def sent_twice(visitor: KnownVisitor, one: Sending, highest: Mapping[str, int]) -> list[Served]:
    """What came of the form sent untouched with one key, and again with another; all of it taken back."""
    found = []
    with transaction.atomic(), unrendered():
        for key in ("una", "altra"):
            status = visitor.send("POST", one.path, encoded({**one.fields, "key": key}).encode(), FORM).status_code
            claim = IdempotencyKey.objects.filter(key=key).first()
            label, _dot, pk = (claim.result if claim else "").partition(":")
            is_new = bool(pk) and int(pk) > highest[label]
            found.append(Served(status, claim.action if claim else "", label + pk, is_new=is_new))
        transaction.set_rollback(True)
    return found


def _highest(model: type[Model]) -> int:
    """The highest key of a model's rows; of one without numbers 0: no action makes such a thing."""
    if not isinstance(model._meta.pk, AutoField | IntegerField):
        return 0
    return model._default_manager.aggregate(Max("pk"))["pk__max"] or 0
