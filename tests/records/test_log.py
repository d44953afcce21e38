"""The log: a chain of hashes per tournament, and what breaks it."""

import hashlib
import hmac
import json
from datetime import timedelta, timezone

import pytest
from django.db import connection

from records.log import verify_log, write_line
from records.models import LogEntry
from tests.factories import NOON, acting
from tournaments.rounds.actions import create_round, publish_round

pytestmark = pytest.mark.dialect


def write(tournament, actor, **data):
    return write_line(tournament=tournament, actor=actor, at=NOON, action="note", record="x:1", data=data)


@pytest.fixture
def lines(tournament, dora):
    return [write(tournament, dora, n=n, testo="perché “sì”") for n in range(1, 4)]


@pytest.fixture
def unguarded(db):
    """The database without its triggers: what an intruder with the file could do."""
    with connection.cursor() as cursor:
        for name in ("log_no_update", "log_no_delete"):
            where = " ON records_logentry" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER {name}{where}")


def test_an_empty_log_holds(tournament):
    result = verify_log(tournament)
    assert (result.lines, result.first_broken, result.holds) == (0, None, True)


def test_lines_are_numbered_and_chained(tournament, lines):
    assert [line.sequence for line in lines] == [1, 2, 3]
    assert [line.previous_hash for line in lines] == ["", lines[0].hash, lines[1].hash]
    assert verify_log(tournament).holds


def test_each_tournament_has_its_own_chain(lines, other_tournament, ettore):
    first = write(other_tournament, ettore)
    assert (first.sequence, first.previous_hash) == (1, "")
    assert verify_log(other_tournament).lines == 1


def test_anybody_can_recompute_a_hash(tournament, dora, lines):
    data = '{"n":1,"testo":"perché “sì”"}'
    line = {
        "action": "note",
        "actor": dora.pk,
        "at": "2026-11-14T12:00:00.000000+00:00",
        "data": {"hmac": hmac.digest(lines[0].salt.encode(), data.encode(), "sha256").hex()},
        "object": "x:1",
        "previous_hash": "",
        "sequence": 1,
        "tournament": tournament.pk,
    }
    canonical = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    assert LogEntry.objects.get(sequence=1).hash == hashlib.sha256(canonical.encode()).hexdigest()


def test_the_hour_is_the_same_in_every_zone(tournament, dora):
    rome = NOON.astimezone(timezone(timedelta(hours=1)))
    write_line(tournament=tournament, actor=dora, at=rome, action="note", record="x:1", data={})
    assert verify_log(tournament).holds


@pytest.mark.parametrize(
    "change", [{"data": {"n": 9}}, {"action": "other"}, {"object": "x:2"}, {"hash": "0" * 64}, {"previous_hash": "x"}]
)
def test_a_changed_line_is_the_first_broken(tournament, lines, unguarded, change):
    LogEntry.objects.filter(sequence=2).update(**change)
    result = verify_log(tournament)
    assert (result.lines, result.first_broken, result.holds) == (3, 2, False)


def test_another_actor_or_hour_breaks_the_chain(tournament, sara, lines, unguarded):
    LogEntry.objects.filter(sequence=3).update(actor=sara)
    assert verify_log(tournament).first_broken == 3
    LogEntry.objects.filter(sequence=1).update(at=NOON + timedelta(microseconds=1))
    assert verify_log(tournament).first_broken == 1


def test_a_removed_line_breaks_the_chain(tournament, lines, unguarded):
    LogEntry.objects.filter(sequence=2).delete()
    assert verify_log(tournament).first_broken == 2


def test_a_line_rewritten_with_its_own_hash_breaks_the_next(tournament, dora, lines, unguarded):
    LogEntry.objects.filter(sequence=1).delete()
    forged = LogEntry(tournament=tournament, sequence=1, at=NOON, actor=dora, action="note", object="x:1", data={})
    forged.hash = lines[0].hash
    forged.save()
    assert verify_log(tournament).first_broken == 1


def test_numbers_that_json_has_not_are_refused(tournament, dora):
    with pytest.raises(ValueError, match="not JSON compliant"):
        write(tournament, dora, mean=float("nan"))


def test_actions_build_a_chain_that_holds(tournament, dora):
    one, two, *_others = tournament.entries.all()
    publish_round(by=acting(dora), round=create_round(by=acting(dora), tournament=tournament, pairings=[(one, two)]))
    assert verify_log(tournament).lines == 2
    assert verify_log(tournament).holds
