"""Every operation of the API under what a schema-guided fuzzer sends: never a 500, always what the contract says."""

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from federation.api.actions import make_token
from federation.api.app import FILE
from federation.api.models import Scope
from people.accounts.models import SignInTries
from people.offices.models import FederationOffice
from records.rights import Role
from tests import factories
from tests.factories import acting
from tests.nightly import NIGHTLY
from tests.published import publish_something

# As a whole: its tests are made while they are collected.
pytestmark = pytest.mark.long

TOKEN = "referee_di-prova"
EXAMPLES = 60 if NIGHTLY else 12
# Arguments of the addresses that the played tournament has.
TOLD = {"table": 1, "board": 1, "number": 1, "year": 2026, "pk": 1}
KNOWN = TOLD | {"slug": "coppa-levante", "code": "fitres", "federation": "fitres"}


SCHEMA = schemathesis.openapi.from_path(FILE)
SCHEMA.app = WSGIHandler()


@pytest.fixture
def played(db):
    """A tournament with standings, and somebody whose token may do everything there."""
    # As Django's own test client does it: the connection is the test's, not the request's.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    tournament = factories.make_levante()
    dora = factories.make_person("dora")
    factories.give_role(dora, tournament, Role.DIRECTOR)
    publish_something(tournament, dora)
    office = {"user": dora, "federation": tournament.federation, "office": "secretary"}
    FederationOffice.objects.create(given_by=dora, given_at=factories.NOON, **office)
    make_token(by=acting(dora), token=TOKEN, name="Prova", scopes=list(Scope), days=30)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@SCHEMA.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_answers_as_its_contract_says(case: Case, played: None) -> None:
    # Half of what is asked for is there: an invented tournament alone would be told of the same 404 for ever.
    if case.meta and case.meta.generation.mode is GenerationMode.POSITIVE and len(str(case.query)) % 2:
        case.path_parameters = {name: KNOWN[name] for name in case.path_parameters}
    # It also tries wrong tokens, more of them than anybody may in ten minutes.
    SignInTries.objects.all().delete()
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept-Encoding": "identity"}
    # What a code of a game forbids no schema says: it is refused in words.
    case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])


def test_the_contract_is_read_without_a_token(db):
    answer = Client().get("/api/v1/openapi.json")
    assert (answer.status_code, answer.json()["info"]["title"]) == (200, "Referee")
