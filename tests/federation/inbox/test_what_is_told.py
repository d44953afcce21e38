"""What other programs are told, to the letter: by the published schema, naming nobody, of nothing that is hidden."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from jsonschema_rs import validator_for

from federation.inbox.actions import Checked, check, homologate
from federation.packages.queries import open_points
from federation.seasons.models import SeasonPublication
from federation.webhooks.actions import add_webhook, notify_of_season, try_webhook
from federation.webhooks.delivery import secret_of
from federation.webhooks.models import TRIAL, HookEvent, WebhookMessage
from people.accounts.models import Player, User
from referee.cases.actions import Answers, answer, open_case
from referee.rulings.actions import decide, depart
from tests.factories import NOON, acting
from tests.federation.inbox.bringing import play_on
from tests.published import publish_something
from tests.world import BY_EAST, CASES
from tournaments.setup.models import Tournament

SCHEMA = validator_for(json.loads((Path(settings.BASE_DIR) / "docs" / "webhooks.schema.json").read_text()))
# Words that only somebody of the hall or the office wrote: none may go out.
CANARY = "Canarsegreto"


@pytest.fixture
def hook(world, olga):
    WebhookMessage.objects.all().delete()
    said = {"name": "Sito", "address": "https://sito.example.org/avvisi", "happenings": list(HookEvent)}
    federation = world.tournament.federation
    return add_webhook(by=acting(olga), federation=federation, secret=secret_of(bytes(32)), **said)


def told(hook):
    return [json.loads(one) for one in hook.messages.order_by("pk").values_list("body", flat=True)]


def ruled(world, *, departing=False):
    bruno = world.people["bruno"]
    table = world.tournament.rounds.get(number=1).tables.get(number=1)
    case = open_case(by=acting(bruno), table=table, board=table.round.boards.get(number=1))
    procedure, facts, _details = CASES[0]
    said = Answers(procedure=procedure, responsible="N", detected=BY_EAST, facts=facts)
    case = answer(by=acting(bruno), case=case, expected_version=1, answers=said)
    given = {"by": acting(bruno), "case": case, "expected_version": case.version, "reason": f"{CANARY}, lo dice Conti"}
    return depart(**given, order=f"{CANARY}: niente") if departing else decide(**given)


def checked(kept, olga):
    check(by=acting(olga), package=kept, found=Checked(open_points(kept)))
    kept.refresh_from_db()
    return kept


@pytest.mark.long
@pytest.mark.parametrize("departing", [False, True])
def test_a_ruling_is_told_by_its_number(world, hook, departing):
    ruling = ruled(world, departing=departing)
    assert told(hook) == [
        {
            "type": "ruling.given",
            "timestamp": NOON.isoformat(),
            "data": {
                "federation": "fitres",
                "tournament": "coppa-levante",
                "number": ruling.number,
                "version": 1,
                "page": "/tornei/coppa-levante/",
                "api": f"/api/v1/tournaments/coppa-levante/rulings?after={ruling.number - 1}",
            },
        }
    ]


def test_a_homologation_is_told_by_digests_alone(kept, olga, hook):
    homologate(by=acting(olga), package=checked(kept, olga), reason=CANARY)
    assert told(hook) == [
        {
            "type": "package.homologated",
            "timestamp": NOON.isoformat(),
            "data": {
                "federation": "fitres",
                "tournament_log": kept.uid,
                "package": kept.sha256,
                "head": {"number": kept.head_number, "hash": kept.head_hash},
            },
        }
    ]


def test_of_a_tournament_that_is_not_public_neither_is_told(world, kept, olga, hook):
    Tournament.objects.filter(pk=world.tournament.pk).update(is_public=False)
    world.tournament.refresh_from_db()
    ruled(world)
    homologate(by=acting(olga), package=checked(kept, olga), reason=CANARY)
    assert told(hook) == []


@pytest.mark.long
def test_every_message_is_of_the_published_schema_and_names_nobody(world, kept, olga, hook):
    ruled(world)
    play_on(world)
    publish_something(world.tournament, world.people["dora"])
    homologate(by=acting(olga), package=checked(kept, olga), reason=CANARY)
    notify_of_season(SeasonPublication.objects.select_related("season__federation").earliest("pk"))
    try_webhook(by=acting(olga), webhook=hook)
    messages = told(hook)
    assert {one["type"] for one in messages} == {*HookEvent, TRIAL}
    assert [why.message for one in messages for why in SCHEMA.iter_errors(one)] == []
    bodies = " ".join(hook.messages.values_list("body", flat=True))
    people = [*Player.objects.values_list("last_name", flat=True), *User.objects.values_list("last_name", flat=True)]
    assert [name for name in [*people, CANARY] if name and re.search(rf"\b{re.escape(name)}\b", bodies)] == []


def test_the_schema_refuses_what_is_not_said():
    said = {"type": "ruling.given", "timestamp": NOON.isoformat(), "data": {"federation": "fitres"}}
    assert not SCHEMA.is_valid(said)
