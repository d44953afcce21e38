"""Every form that somebody is shown on a page that was walked, as a browser would send it untouched."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from django.urls import Resolver404, resolve

from records.rights import FederationRight, federation_rights, rights_of
from tests.access_table import ACCESS, Condition, Need
from tests.addresses.walk import OFFICERS, STAFF, Place, Walk, places, readers_of
from tests.shown_forms import ShownForm, forms_of
from tests.world import KnownVisitor, World, addresses

PEOPLE = (*STAFF, "nobody", *OFFICERS)
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
    "table_slip": {"step": "send", "version": "0", "b1-line_a": "6", "b1-line_b": "5", "sure": "x", "seen": "1"},
    "table_call": {"step": "call", "call": "1", "reason": "cards", "seat": "S"},
    "desk_sittings": {"number": "2", "sizes": "three", "absent": "1", "place_three": "3 1 0", "rest_points": "1"},
    "desk_deals": {"how": "drawn", "boards": "8", "text": "x", "seen": "0", "reason": "Così"},
    "pack_papers": {"first": "1", "last": "2", "paper": "packs"},
    "captain_line_up": {"a1": "1", "a2": "2", "b1": "3", "b2": "4"},
    "arbitral_score": {"version": "3", "score_version": "2", "result": "7-4", "share": "1/6", "reason": "Così"},
    "send_package": {"key": "x"},
    "throw_away": {"key": "x"},
    "account_link": {"user": "1"},
    "deliver_package": {"key": "x"},
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
    "change_pairing": {"kind": "swap", "first": "1", "second": "2", "seen": "1", "reason": "Così"},
    "close_check_in": {"absent": "left-out", "flagged": "x", "reason": "Così"},
    "admit": {"seen": "x", "reason": "Così"},
    "advance_round": {"state": "published", "flagged": "x", "unconfirmed": "1:1.1", "reason": "Così"},
    "one_hand": {"key": "x"},
    "decide_alone": {"key": "x"},
    "roster_update": {"version": "0", "leave_out": "on", "drop_many": "on"},
    "reread_roster": {"table": "0", "order": "last_first"},
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
    "name_judge": {"user": "1", "role": "member"},
    "withdraw_appeal": {"member": "1", "reason": "Così"},
    "decide_appeal": {"outcome": "upheld", "decision": "Così"},
    "appeals": {"against": "standings:1", "entry": "1", "row": "1", "grounds": "Così", "late_reason": "Così"},
    "reopen_round": {"reason": "Così"},
    "mark_all_present": {"missing": "1 2"},
    "remove_entry": {"t-reason": "Così"},
    "discard_pairing": {"reason": "Così", "seen": "0"},
    "withdraw_pairing": {"ground": "late", "late": "1", "reason": "Così"},
}


@dataclass(frozen=True)
class Sending:
    """A form that somebody is shown, as it would be sent untouched."""

    who: str
    name: str
    path: str
    method: str
    fields: Mapping[str, str]


def sendings(walk: Walk, world: World, visitors: Mapping[str, KnownVisitor]) -> list[Sending]:
    """Every form of every page, once: as the first who was shown it is shown it here."""
    found: dict[object, Sending] = {}
    for who, visitor in visitors.items():
        for place, text in _walked_by(who, walk, world):
            if not {_kind(one) for one in _sent_from(who, place.path, forms_of(text))} - found.keys():
                continue
            # Again, since in another world the same things may have other numbers.
            for one in _sent_from(who, place.path, forms_of(visitor.ask("GET", place.path).content.decode())):
                found.setdefault(_kind(one), one)
    return [*found.values(), *_not_shown(world)]


def _walked_by(who: str, walk: Walk, world: World) -> Iterator[tuple[Place, str]]:
    """The pages that the person was shown."""
    answers = [one for one in walk.answers if (one.who, one.language) == (who, "it")]
    for place, answer in zip(places(who, world, readers_of(world)), answers, strict=True):
        if answer.is_page:
            yield place, answer.text


def _kind(one: Sending) -> tuple[str, str, frozenset[str]]:
    """What it is one of: it may stand on many pages."""
    return one.name, one.method, frozenset(one.fields)


def _sent_from(who: str, path: str, forms: list[ShownForm]) -> Iterator[Sending]:
    for form in forms:
        target = urlsplit(urljoin(path, form.action)).path
        try:
            name = resolve(target).url_name
        except Resolver404:
            continue
        fields = {name: value or TYPED.get(name.rpartition("-")[2], "") for name, value in form.fields.items()}
        yield Sending(who, name or target, target, form.method, fields)


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
    anybody |= dict.fromkeys(
        (Condition.ERASES_PERSONS, Condition.HANDS_OUT_DATA, Condition.NAMES_OFFICERS, Condition.GIVES_ACCOUNTS), "ivo"
    )
    anybody |= {Condition.DIRECTS_SOMEWHERE: "dora", Condition.BLACKS_OUT: "dora", Condition.RULES_UNSEEN: "bruno"}
    if isinstance(need, Condition):
        return anybody[need]
    if isinstance(need, FederationRight):
        federation = world.tournament.federation
        return next(who for who in OFFICERS if need in federation_rights(world.people[who], federation))
    return next(who for who in PEOPLE if need in rights_of(world.people[who], world.tournament))
