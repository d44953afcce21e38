"""What is saved by a statement of before is saved as Django saves it."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection
from django.db.models import F, Value
from django.db.models.functions import Upper
from django.test.utils import CaptureQueriesContext

from records.models import IdempotencyKey, LogEntry
from records.often_written import write_columns
from tests import factories
from tournaments.setup.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


def sent(write: Callable[[], object]) -> str:
    with CaptureQueriesContext(connection) as asked:
        write()
    return str(asked.captured_queries[0]["sql"])


def claim(key: str) -> IdempotencyKey:
    return IdempotencyKey(user=factories.make_user(key), key="100%s", action="x")


def test_statements_are_those_that_django_compiles() -> None:
    saved, other = claim("dora"), claim("giulia")
    insert = sent(saved.save)
    expected = sent(lambda: IdempotencyKey.objects.bulk_create([other]))
    assert insert.replace(f"({saved.user_id},", f"({other.user_id},") == expected
    saved.result = "a:1"
    update = sent(lambda: saved.save(update_fields=["result"]))
    assert update == sent(lambda: IdempotencyKey.objects.filter(pk=saved.pk).update(result="a:1"))
    saved.refresh_from_db()
    assert (saved.key, saved.result) == ("100%s", "a:1")


def test_line_of_the_log_is_read_back_as_it_was_saved() -> None:
    tournament = factories.make_tournament()
    line = LogEntry(tournament=tournament, sequence=1, at=factories.NOON, actor=factories.make_user("dora"))
    line.data, line.seals = {"a": [1, None, "è"]}, None
    line.save(force_insert=True)
    kept = LogEntry.objects.get(pk=line.pk)
    assert (kept.at, kept.data, kept.seals) == (factories.NOON, {"a": [1, None, "è"]}, None)


def test_what_is_no_plain_value_is_left_to_django() -> None:
    saved = claim("dora")
    saved.action = Upper(Value("wrote"))  # type: ignore[assignment]  # an expression, as Django takes it
    saved.save()
    saved.refresh_from_db()
    assert saved.action == "WROTE"
    saved.result = F("action")  # type: ignore[assignment]  # as above
    saved.save(update_fields=["result"])
    saved.refresh_from_db()
    assert saved.result == "WROTE"


def test_record_that_is_gone_is_told_by_django() -> None:
    assert not write_columns(Tournament, 0, {Tournament._meta.get_field("data_version"): 3})
    saved = claim("dora")
    saved.save()
    IdempotencyKey.objects.all().delete()
    with pytest.raises(DatabaseError, match="did not affect any rows"):
        saved.save(update_fields=["result"])
