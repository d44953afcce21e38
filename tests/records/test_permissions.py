"""Roles and rights: the matrix as agreed, the helper that applies it, and the page written from it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.http import Http404

from records.rights import MATRIX, ROLE_NAMES, Right, Role, rights_of, role_in
from tests.factories import give_role, make_tournament, make_user
from tournaments.setup.access import get_public_tournament, get_tournament

EVERYBODY_AT_THE_DESK = {Right.VIEW_DESK, Right.GIVE_SCORE, Right.EXPORT}
IN_THE_HALL = {Right.CHECK_IN, Right.RUN_CLOCK, Right.RENEW_CODES, Right.RECEIVE_APPEAL, Right.ANSWER_CALLS}
ARBITER = (
    EVERYBODY_AT_THE_DESK | IN_THE_HALL | {Right.VIEW_CASES, Right.OPEN_CASE, Right.RULE, Right.SET_ARBITRAL_SCORE}
)
MANAGING = {Right.MANAGE_ROUNDS, Right.MANAGE_STAFF, Right.MANAGE_ENTRIES, Right.PUBLISH_STANDINGS}
ADJUSTMENTS = {Right.GIVE_ADJUSTMENT, Right.CANCEL_ADJUSTMENT}


@pytest.fixture
def request_of(rf):
    def make(user):
        request = rf.get("/")
        request.user = user
        return request

    return make


@pytest.mark.parametrize(
    ("role", "rights"),
    [
        (Role.SCORER, EVERYBODY_AT_THE_DESK | {Right.CHECK_IN, Right.CONFIRM_SCORE}),
        (Role.ARBITER, ARBITER),
        (
            Role.CHIEF_ARBITER,
            ARBITER
            | ADJUSTMENTS
            | {
                Right.CONFIRM_SCORE,
                Right.REVISE_RULING,
                Right.CONFIRM_RULING,
                Right.DECIDE_APPEAL,
                Right.NAME_PANEL,
                Right.DIRECT_CALLS,
                Right.VIEW_LOG,
            },
        ),
        (
            Role.DIRECTOR,
            EVERYBODY_AT_THE_DESK
            | ADJUSTMENTS
            | IN_THE_HALL
            | MANAGING
            | {
                Right.NAME_PANEL,
                Right.DIRECT_CALLS,
                Right.CONFIRM_SCORE,
                Right.VIEW_CASES,
                Right.VIEW_LOG,
                Right.BLACK_OUT,
            },
        ),
        (Role.PUBLIC, set()),
    ],
)
def test_each_role_has_exactly_its_rights(role, rights):
    assert MATRIX[role] == rights


def test_every_role_has_rights_and_a_name():
    assert set(MATRIX) == set(ROLE_NAMES) == set(Role)


def test_a_role_holds_in_its_tournament_only(tournament, other_tournament, bruno, ettore, carla):
    assert role_in(bruno, tournament) is Role.ARBITER
    assert role_in(bruno, other_tournament) is Role.PUBLIC
    assert rights_of(ettore, tournament) == frozenset()
    assert rights_of(carla, tournament) == frozenset()
    assert rights_of(AnonymousUser(), tournament) == frozenset()


def test_an_account_switched_off_has_no_rights(tournament, dora):
    dora.is_active = False
    assert rights_of(dora, tournament) == frozenset()


def test_a_superuser_without_a_role_has_no_rights(tournament):
    assert rights_of(make_user("root", is_superuser=True), tournament) == frozenset()


def test_the_tournament_is_found_for_a_role_with_the_right(request_of, tournament, dora):
    request = request_of(dora)
    assert get_tournament(request, "coppa-levante", Right.MANAGE_ROUNDS) == tournament
    assert request.rights == MATRIX[Role.DIRECTOR]


def test_a_role_without_the_right_is_forbidden(request_of, tournament, sara):
    with pytest.raises(PermissionDenied):
        get_tournament(request_of(sara), "coppa-levante", Right.MANAGE_ROUNDS)


@pytest.mark.parametrize("name", ["carla", "ettore"])
def test_for_others_the_tournament_does_not_exist(request_of, cast, name):
    with pytest.raises(Http404):
        get_tournament(request_of(cast[name]), "coppa-levante", Right.VIEW_DESK)


def test_an_unknown_tournament_does_not_exist(request_of, dora):
    with pytest.raises(Http404):
        get_tournament(request_of(dora), "nessuno", Right.VIEW_DESK)


def test_everybody_finds_a_public_tournament(request_of, tournament):
    request = request_of(AnonymousUser())
    assert get_public_tournament(request, "coppa-levante") == tournament
    assert request.rights == frozenset()


def test_a_hidden_tournament_is_found_by_its_staff_only(request_of, carla):
    hidden = make_tournament("prove", is_public=False)
    for user in (AnonymousUser(), carla):
        with pytest.raises(Http404):
            get_public_tournament(request_of(user), "prove")
    give_role(carla, hidden, Role.SCORER)
    assert get_public_tournament(request_of(carla), "prove") == hidden


def test_the_page_of_permissions_is_up_to_date():
    call_command("permissions_doc", check=True)


def test_a_page_out_of_date_is_noticed_and_rewritten(settings, tmp_path, capsys):
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    with pytest.raises(CommandError, match="out of date"):
        call_command("permissions_doc", check=True)
    call_command("permissions_doc")
    call_command("permissions_doc", check=True)
    assert "| `revise_ruling` | revise a ruling given by somebody else | – | yes | – | – |" in (
        tmp_path / "docs" / "permissions.md"
    ).read_text("utf-8")


@pytest.mark.parametrize(
    ("single", "others", "decides"),
    [(True, [], True), (None, [], False), (True, [Role.SCORER], True), (True, [Role.ARBITER], False)],
)
def test_a_director_decides_where_one_is_enough_and_nobody_is_arbiter(request_of, db, single, others, decides):
    tournament, director = make_tournament("serata", single_arbiter=single), make_user("marta")
    give_role(director, tournament, Role.DIRECTOR)
    for role in others:
        give_role(make_user(role.value), tournament, role)
    more = {Right.OPEN_CASE, Right.RULE, Right.REVISE_RULING, Right.SET_ARBITRAL_SCORE} if decides else set()
    assert rights_of(director, tournament) == MATRIX[Role.DIRECTOR] | more
    request = request_of(director)
    get_tournament(request, "serata", Right.VIEW_DESK)
    assert request.rights == MATRIX[Role.DIRECTOR] | more


def test_an_arbiter_whose_account_is_off_is_none(db):
    tournament, director, off = (
        make_tournament(single_arbiter=True),
        make_user("marta"),
        make_user("u", is_active=False),
    )
    give_role(director, tournament, Role.DIRECTOR)
    give_role(off, tournament, Role.CHIEF_ARBITER)
    assert Right.RULE in rights_of(director, tournament)
