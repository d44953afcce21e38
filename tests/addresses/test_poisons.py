"""What no honest browser sends, in every field of every form, in every query and number of an address: never a 500."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote, quote_plus, urljoin, urlsplit
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.db import transaction
from django.db.models import AutoField, IntegerField, Max, Model
from django.urls import Resolver404, resolve

from tests import factories
from tests.access_table import ACCESS, Condition, Need
from tests.nul import statements_with_nul
from tests.shown_forms import forms_of
from tests.world import Visitor, World, addresses
from tournaments.access import federation_rights, rights_of
from tournaments.models import IdempotencyKey, User
from tournaments.permissions import FederationRight

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent.parent
VIEWS = [path for package in ("tournaments", "referee", "federation") for path in (ROOT / package).rglob("*.py")]
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
# Every form has a key, which is never read as a number.
FOR_A_KEY = {what: POISONS[what] for what in ("a nul", "very long", "nothing sent")}
FOR_A_QUERY = {what: poison for what, poison in POISONS.items() if what not in {"a float", "very long"}}
TOO_LARGE = ("7" * 5000, str(2**63), "9" * 10, quote("١٢"))
OFFICERS = tuple(factories.OFFICERS)
PEOPLE = ("dora", "giulia", "bruno", "sara", "nobody", *OFFICERS)
OF_OFFICERS = "federazioni/"
# What is typed where the page proposes nothing, so that what is poisoned is the one thing wrong.
TYPED = {
    "line_a": "6",
    "line_b": "5",
    "first_name": "Ada",
    "last_name": "Prova",
    "minutes": "5",
    "amount": "2",
    "text": "Due VP in meno",
}
# Forms, or fields of them, that no page of the world shows in the state it is in, with what they send.
NOT_SHOWN: Mapping[str, Mapping[str, str]] = {
    "call_from_desk": {"reason": "cards"},
    "call_step": {"step": "hand-over", "to": "1", "minutes": "5", "outcome": "ruling"},
    "table_call": {"step": "call", "call": "1", "reason": "cards", "seat": "S"},
    "desk_sittings": {"number": "2", "sizes": "three", "absent": "1", "place_three": "3 1 0", "rest_points": "1"},
    "desk_deals": {"how": "drawn", "boards": "8", "text": "x", "seen": "0", "reason": "Così"},
    "pack_papers": {"first": "1", "last": "2", "paper": "packs"},
    "captain_line_up": {"a1": "1", "a2": "2", "b1": "3", "b2": "4"},
    "arbitral_score": {"version": "3", "score_version": "2", "result": "7-4", "share": "1/6", "reason": "Così"},
    "send_package": {"key": "x"},
    "take_decision": {"key": "x"},
    "homologate": {"reason": "Così"},
    "choose_package": {"keep": "yes", "reason": "Così"},
    "return_package": {"key": "x"},
    "black_out": {"words": "Conti", "reason": "Così", "sure": "on", "text": "referee.Case:1:note"},
    "erase_player": {"reason": "Così", "sure": "on", "seen": "x", "texts": "x", "text": "referee.Case:1:note"},
    "merge_player": {"other": "1", "reason": "Così", "seen": "x", "seen_other": "x"},
    "hold_player": {"reason": "Così"},
    "lift_hold_of_player": {"placed": "1"},
    "export_player_data": {"form": "json"},
    "unlink_player": {"task": "1"},
    "change_pairing": {"kind": "swap", "first": "1", "second": "2", "seen": "1"},
    "close_check_in": {"absent": "left-out", "flagged": "x", "reason": "Così"},
    "admit": {"seen": "x", "reason": "Così"},
    "advance_round": {"state": "published", "flagged": "x", "unconfirmed": "1:1.1", "reason": "Così"},
    "roster_update": {"version": "0", "leave_out": "on", "drop_many": "on"},
    "conclude": {"publication": "1"},
    "confirm_score": {"version": "1"},
    "undo_score": {"version": "1"},
    "confirm_table": {"seen": "1.1"},
    "confirm_tables": {"seen": "1:1.1 2:1.1"},
    "decide_case": {"version": "1", "reason": "Così", "voiced_by": "E", "amount": "1", "order": "1"},
    "depart_case": {"version": "1", "reason": "Così", "result": "1", "anteprima": "1"},
    "import_batch": {"version": "1", "p1": "new"},
    "import_mend": {"version": "1", "m2-0": "1", "out": "2", "back": "3"},
    "register_import_mend": {"version": "1", "m2-0": "1", "out": "2", "back": "3"},
    "incident": {
        "version": "1",
        "cosa": "ritardo-al-tavolo",
        "linea": "A",
        "ritardo": "entro-2",
        "ritardo-altra": "presente",
        "vp": "1",
        "mp": "100",
        "reason": "Così",
    },
    "end_session": {"session": "0" * 16, "password": "dora"},
    "new_case": {"board": "1", "follows": "1", "procedure": "1"},
    "late_results": {"version": "3", "inputs_hash": "x", "ricalcola": "1", "reason": "Così"},
    "line_up": {"a1": "1", "a2": "2", "b1": "3", "b2": "4"},
    "prepare_round": {"accepted": "0:rematches:1-2:", "order": "1 2", "forbidden": "1-2", "out": "1"},
    "tie_break": {"s1-line_a": "7", "s1-version": "0", "last_trick": "A", "expected_version": "0"},
    "publish_final": {"stage": "1", "data_version": "1", "figures": "x", "reason": "Così", "incomplete": "on"},
    "publish_season": {"seen": "1", "figures": "x", "reason": "Così"},
    # Of a draft that was never published; the page of the world shows one that was.
    "discard_headnote": {"key": ""},
    "withdraw_headnote": {"seen": "1", "reason": "Era superata", "key": ""},
    "publish_provisional": {"stage": "1", "data_version": "1", "figures": "x", "reason": "Così", "incomplete": "on"},
    "redraw_round": {"accepted": "0:rematches:1-2:", "order": "1 2", "forbidden": "1-2", "out": "1"},
    "report_error": {"entry": "1", "text": "Due VP in meno", "name": "Anna"},
    "return_entry": {"r-reason": "Così"},
    "second_factor_off": {"password": "dora", "code": "123456"},
    "sheet_found": {"version": "1"},
    "credit_swapped": {"key": "scambio"},
    "sign_in_code": {"code": "123456"},
    "start_stage": {"per_group": "1", "sizes": "2 2"},
    "take_back_match_score": {"version": "1", "reason": "Così", "decision": "Reclamo n. 1"},
    "consultation": {"question": "Che cosa giochi?", "users": "1", "players": "1"},
    "give_opinion": {"opinion": "1", "answer": "Così"},
    "confirm_ruling": {"proposal": "1"},
    "return_ruling": {"proposal": "1", "words": "Così"},
    "release_judge": {"judge": "1", "reason": "Così"},
    "settle_deposit": {"deposit": "received"},
    "change_by_appeal": {"reason": "Così"},
    "decide_appeal": {"outcome": "upheld", "decision": "Così"},
    "appeals": {"against": "standings:1", "entry": "1", "row": "1", "grounds": "Così", "late_reason": "Così"},
    "discard_pairing": {"reason": "Così", "seen": "0"},
    "withdraw_pairing": {"ground": "late", "late": "1", "reason": "Così"},
}
# What a view asks of the query besides what a form there sends: searches, pages, steps, phases.
QUERY = re.compile(r"""\bGET(?:\.get\(|\.getlist\(|\[)"(\w+)\"""")
SEES_BY_ITSELF = {"revoke_feed_key", "discard_import", "register_discard_import", "discard_roster"}
# What is under way for somebody is what they ask for again, with whatever key.
STILL_THE_SAME = {"archive_export", "carry_out", "try_draft", "make_feed_key", "prepare_document"}
NO_FORMS = {"favicon.ico"}  # answers every method with a redirect


@dataclass(frozen=True)
class Sending:
    """A form that somebody is shown, as it would be sent untouched."""

    who: str
    name: str
    path: str
    method: str
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Served:
    """How a request was answered: the action that took its key, what that made, and whether it was not there before."""

    status: int
    action: str
    made: str
    is_new: bool


def encoded(fields: Mapping[str, str]) -> str:
    """As bytes that may be no text at all, which a browser cannot send and anybody else can."""
    quoted = partial(quote_plus, errors="surrogatepass")
    return "&".join(f"{quoted(name)}={quoted(value)}" for name, value in fields.items())


@pytest.fixture(scope="module")
def visitors(world: World) -> dict[str, Visitor]:
    # For the federation too, so that somebody is shown these forms.
    charged = Permission.objects.filter(codename__in=["add_erasure", "add_personalexport", "add_tournament"])
    User.objects.get(username="dora").user_permissions.add(*charged)
    return {who: Visitor(world.people[who]) for who in PEOPLE}


@pytest.fixture(scope="module")
def sendings(world: World, visitors: dict[str, Visitor]) -> list[Sending]:
    """Every form of every page, once: those of the first who is shown it."""
    found: dict[tuple[str, str, frozenset[str]], Sending] = {}
    for who, visitor in visitors.items():
        for one in _shown_to(who, visitor, world):
            found.setdefault((one.name, one.method, frozenset(one.fields)), one)
    return [*found.values(), *_not_shown(world)]


def _not_shown(world: World) -> Iterator[Sending]:
    # One of another tournament is no entry at all, and on PostgreSQL none has the number one.
    entry = {"entry": str(world.tournament.entries.order_by("number").values_list("pk", flat=True)[0])}
    for address in addresses():
        if fields := NOT_SHOWN.get(address.name):
            yield Sending(
                _who_may(ACCESS[address.name]["POST"], world),
                address.name,
                world.path(address),
                "post",
                {"key": "", **fields, **{name: entry[name] for name in entry if name in fields}},
            )


def _who_may(need: Need, world: World) -> str:
    anybody = {Condition.EVERYBODY: "nobody", Condition.SIGNED_IN: "dora", Condition.OWNS_IT: "dora"}
    anybody |= {Condition.ERASES_PERSONS: "dora", Condition.HANDS_OUT_DATA: "dora"}
    anybody |= {Condition.DIRECTS_SOMEWHERE: "dora", Condition.NAMES_OFFICERS: "ivo"}
    if isinstance(need, Condition):
        return anybody[need]
    if isinstance(need, FederationRight):
        federation = world.tournament.federation
        return next(who for who in OFFICERS if need in federation_rights(world.people[who], federation))
    return next(who for who in PEOPLE if need in rights_of(world.people[who], world.tournament))


def _shown_to(who: str, visitor: Visitor, world: World) -> Iterator[Sending]:
    for address in addresses():
        if "GET" not in ACCESS.get(address.name, {}) or address.name.startswith("export_"):
            continue
        if who in OFFICERS and not address.route.startswith(OF_OFFICERS):  # there they are shown what nobody else is
            continue
        path = world.path(address)
        answered = visitor.ask("GET", path)
        if answered.status_code != 200 or not answered.headers["Content-Type"].startswith("text/html"):
            continue
        for form in forms_of(answered.content.decode()):
            target = urlsplit(urljoin(path, form.action)).path
            try:
                name = resolve(target).url_name
            except Resolver404:
                continue
            fields = {name: value or TYPED.get(name.rpartition("-")[2], "") for name, value in form.fields.items()}
            yield Sending(who, name or target, target, form.method, fields)


def poisoned(fields: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """The fields as they are sent with one of them poisoned, and what was done to which."""
    for name in fields:
        for what, poison in (POISONS if name != "key" else FOR_A_KEY).items():
            fresh = {"key": uuid4().hex} if "key" in fields else {}
            told = {**fields, **fresh, name: poison}
            yield f"{name}: {what}", {key: value for key, value in told.items() if value is not None}


def asked(visitor: Visitor, method: str, path: str, fields: Mapping[str, str]) -> int | str:
    """The status; for an error what was raised, for a NUL that came as far as the database what would have kept it."""
    query = encoded(fields)
    try:
        with statements_with_nul() as keeping:
            answered = (
                visitor.ask("POST", path, query.encode(), FORM)
                if method == "post"
                else visitor.ask("GET", f"{path}?{query}" if query else path)
            )
        return f"NUL: {keeping[0]}" if keeping else answered.status_code
    except Exception as error:  # whatever a view raises is what is looked for
        return f"{type(error).__name__}: {str(error)[:80]}"


def test_a_form_with_any_field_poisoned_is_answered(sendings: list[Sending], visitors: dict[str, Visitor]) -> None:
    wrong = []
    for one in sendings:
        for what, fields in poisoned(one.fields):
            answer = asked(visitors[one.who], one.method, one.path, fields)
            if isinstance(answer, str) or answer >= 500:
                wrong.append(f"{one.method} {one.name} {what}: {answer}")
    assert not wrong, "\n".join(wrong)


def test_every_address_that_takes_a_form_is_asked(sendings: list[Sending]) -> None:
    # The API takes JSON: its fuzzer sends that (tests/federation/test_api_schema.py).
    taking = {name for name, row in ACCESS.items() if "POST" in row and not name.startswith("api-1:")}
    assert taking - {one.name for one in sendings if one.method == "post"} == NO_FORMS


def test_a_query_poisoned_is_answered(world: World, visitors: dict[str, Visitor]) -> None:
    names = {name for path in VIEWS for name in QUERY.findall(path.read_text())}
    wrong = []
    for address in addresses():
        if "GET" not in ACCESS.get(address.name, {}) or address.name.startswith("export_"):
            continue
        for what, poison in FOR_A_QUERY.items():
            who = "olga" if address.route.startswith(OF_OFFICERS) else "dora"
            answer = asked(visitors[who], "get", world.path(address), dict.fromkeys(names, poison or ""))
            if isinstance(answer, str) or answer >= 500:
                wrong.append(f"{address.name} {what}: {answer}")
    assert not wrong, "\n".join(wrong)


def test_a_number_too_large_in_an_address_is_not_found(world: World, visitors: dict[str, Visitor]) -> None:
    wrong = []
    for address in addresses():
        path = world.path(address)
        for place, part in enumerate(path.split("/")):
            if not part.isdecimal():
                continue
            for figure in TOO_LARGE:
                parts = path.split("/")
                parts[place] = figure
                answer = asked(visitors["dora"], "get", "/".join(parts), {})
                if answer != 404:
                    wrong.append(f"{address.name} {figure[:20]}: {answer}")
    assert not wrong, "\n".join(wrong)


def test_a_nul_in_any_word_of_an_address_is_not_found(world: World, visitors: dict[str, Visitor]) -> None:
    wrong = []
    for address in addresses():
        parts = world.path(address).split("/")
        for place, part in enumerate(parts):
            # The administration leads whatever it does not know to its own log-in.
            if part and parts[1] != "admin":
                path = "/".join([*parts[:place], part + "%00", *parts[place + 1 :]])
                answer = asked(visitors["dora"], "get", path, {})
                if answer != 404:
                    wrong.append(f"{path}: {answer}")
    assert not wrong, "\n".join(wrong)


def test_two_requests_with_different_keys_are_two(sendings: list[Sending], visitors: dict[str, Visitor]) -> None:
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


def sent_twice(visitor: Visitor, one: Sending, highest: Mapping[str, int]) -> list[Served]:
    """What came of the form sent untouched with one key, and again with another; all of it taken back."""
    found = []
    with transaction.atomic():
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
