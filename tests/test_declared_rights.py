"""Every action declares the right that it needs, or stands here with why no single right tells who may."""

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied

from records.action import DECLARED, Actor, action
from records.rights import FederationRight, Right
from tests.factories import acting
from tournaments.publication.models import Prize
from tournaments.setup.models import Tournament

# Why the code of an action says who may; the actions of each reason, by subject.
BY_THEIR_CODE = {
    "the right over the anomaly, which some hold over a few of them": {
        "cards": ["record_ending", "record_play"],
        "cases": ["answer", "discard_case", "move_case", "open_case"],
        "decisions": ["change_by_appeal"],
        "incidents": [
            *("annul_ruling", "hand_over", "propose_annulment", "propose_happening", "record_happening"),
        ],
        "orders": ["credit_swapped"],
        "proposals": ["propose_ruling"],
        "rulings": ["decide", "depart", "follow_ruling", "revise_ruling"],
    },
    "another right where a ruling orders it": {
        "appeals": ["cancel_adjustment", "give_adjustment"],
        "check_in": ["return_entry", "withdraw"],
        "scores": ["give_match_score", "take_back_match_score"],
    },
    "who judges the appeal: its panel, where there is one": {"appeals": ["decide_appeal"]},
    "who sits at the table, by the code of a line or of a captain": {
        "check_in": ["set_line_up_as_captain"],
        "slips": ["agree_slip", "record_for_table", "send_slip", "withdraw_slip"],
    },
    "the table itself, who goes to it, or who directs the calls": {
        "calls": [
            *("ask_second", "call_arbiter", "close_call", "give_back_time", "hand_over_call", "put_off_call"),
            "withdraw_call",
        ],
    },
    "people of no tournament: who may enter them somewhere": {
        "entry_lists": ["accept_import", "choose_columns", "discard_import", "keep_list", "mend_rows"],
        "personal_data": ["merge_players", "part_players"],
        "players": ["save_club", "save_player"],
    },
    "who administers the installation, or is charged with it": {
        "erasing": ["black_out", "erase_again", "erase_person", "lift_hold", "set_hold"],
        "home": ["end_office", "give_office"],
        "invitations": ["invite_person", "let_create", "offer_link"],
        "planning": ["create_practice", "create_tournament"],
    },
    "who holds the link or the token": {
        "inbox": ["receive"],
        "staff": ["join_staff", "note_reset"],
    },
    "everybody for themselves": {"api": ["make_token", "revoke_token"]},
    "either of two rights, or those that the document names": {
        "inbox": ["carry_out"],
        "staff": ["ask_for_document"],
    },
}


def undeclared() -> Iterator[str]:
    house = Path(settings.BASE_DIR)
    for path in house.glob("*/*/*actions.py"):
        if not path.name.startswith("test_"):
            importlib.import_module(".".join(path.relative_to(house).with_suffix("").parts))
    for name, declared in DECLARED.items():
        if declared.right is None and not name.startswith("tests."):
            _application, subject, _module, function = name.split(".")
            yield f"{subject}.{function}"


def test_every_action_declares_its_right_or_is_listed_with_its_reason() -> None:
    listed = [
        f"{subject}.{name}" for some in BY_THEIR_CODE.values() for subject, names in some.items() for name in names
    ]
    assert sorted(undeclared()) == sorted(listed)


@action(Right.PUBLISH_STANDINGS, logs="set_prize")
def rename(*, by: Actor, prize: Prize, name: str) -> Prize:
    prize.name = name
    prize.save()
    return by.log(prize, prize=name)


@action(FederationRight.MANAGE_SEASON)
def look_at(*, by: Actor, tournament: Tournament) -> Tournament:
    return tournament


@action(Right.MANAGE_ROUNDS)
def of_nobody(*, by: Actor, name: str, tournament: Tournament) -> Tournament:
    return tournament


def test_the_right_is_asked_where_the_record_belongs(tournament: Tournament, dora, sara) -> None:
    prize = Prize.objects.create(tournament=tournament, name="Coppa", place_from=1, place_to=1)
    with pytest.raises(PermissionDenied, match="publish_standings"):
        rename(by=acting(sara), prize=prize, name="Targa")
    prize.refresh_from_db()
    assert prize.name == "Coppa"
    assert rename(by=acting(dora), prize=prize, name="Targa").name == "Targa"


def test_the_line_bears_the_name_that_is_declared(tournament: Tournament, dora) -> None:
    prize = Prize.objects.create(tournament=tournament, name="Coppa", place_from=1, place_to=1)
    rename(by=acting(dora), prize=prize, name="Targa")
    line = tournament.log.get()
    assert (line.action, line.object, line.data) == ("set_prize", f"{prize._meta.label}:{prize.pk}", {"prize": "Targa"})


def test_the_right_of_an_office_is_asked_in_the_federation_of_the_record(tournament: Tournament, dora) -> None:
    with pytest.raises(PermissionDenied, match="manage_season"):
        look_at(by=acting(dora), tournament=tournament)


def test_a_right_that_belongs_to_no_record_is_an_error_of_ours(tournament: Tournament, dora) -> None:
    with pytest.raises(LookupError, match="is of no Tournament"):
        of_nobody(by=acting(dora), name="Uno", tournament=tournament)
