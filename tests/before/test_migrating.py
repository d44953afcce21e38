"""A database of before, with records of every kind: it migrates, proves itself, gives the same standings and goes on.

`2026-11-20.json.gz` was written by that day's program: its last migrations, the records of its demonstration as
`dumpdata` gives them, a knock-out match decided by hand, and the standings that it showed.
"""

import gzip
import json
from collections.abc import Iterator
from datetime import datetime
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from referee.cases.editions import rule_changed
from referee.models import ArbitralScore, Ruling
from tests.outside import guard, unguard
from tournaments.actions.base import Actor
from tournaments.actions.erasing import erase_person
from tournaments.actions.scores import give_score
from tournaments.erasing.finding import find
from tournaments.erasing.names import Words
from tournaments.log import Head, Line, data_digest, former_digest, hash_of, verify_log
from tournaments.models import Board, BoardScore, KnockoutWinner, LogEntry, Player, Table, Tournament, User
from tournaments.publishing.verification import check_all
from tournaments.queries import standings

BEFORE: dict[str, Any] = json.loads(gzip.decompress((Path(__file__).parent / "2026-11-20.json.gz").read_bytes()))


@pytest.fixture
def migrated(transactional_db: None) -> Iterator[None]:
    """The records of before in tables of before, brought to today by the migrations."""
    executor = MigrationExecutor(connection)
    then = list(BEFORE["migrations"].items())
    now = executor.loader.graph.leaf_nodes()
    executor.migrate(then)
    try:
        fill(MigrationExecutor(connection).loader.project_state(then).apps)
    finally:
        MigrationExecutor(connection).migrate(now)
    yield


def fill(apps: Any) -> None:
    with transaction.atomic():
        for label, rows in groupby(BEFORE["records"], key=lambda row: row["model"]):
            model = apps.get_model(label)
            model._default_manager.bulk_create([_record(model, row) for row in rows])
        tables = [apps.get_model(label) for label in {row["model"] for row in BEFORE["records"]}]
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), tables):
                cursor.execute(statement)


def _record(model: Any, row: dict[str, Any]) -> Any:
    many = {field.name for field in model._meta.many_to_many}
    fields = {model._meta.get_field(name): value for name, value in row["fields"].items() if name not in many}
    return model(pk=row["pk"], **{field.attname: field.to_python(value) for field, value in fields.items()})


# 8: nobody had played, and since then the right to replace a card is given only where a card was played.
# 3, 9: an accusa that may not be completed is now said to earn no points (174).
# numero-carte-errato: beside a whole line the decimal one goes up (81); the reading said that the arbiter chooses.
RULED_OTHERWISE_TODAY = {3, 8, 9}
READ_OTHERWISE_TODAY = {"numero-carte-errato"}


@pytest.mark.long
def test_a_database_of_before_migrates_proves_itself_and_goes_on(migrated: None, client: Client) -> None:
    """One test, because migrating back and forth takes longer than all that is looked at."""
    _everything_proves_itself()
    _the_standings_are_the_same()
    _rulings_and_arbitral_scores_are_read(client)
    _a_decision_on_a_knock_out_match_becomes_the_first_version()
    _a_tournament_goes_on()
    _everything_proves_itself()
    _heads_of_before_are_found()
    _a_chain_rebuilt_under_heads_of_before_is_found()
    _hashes_of_before_cannot_be_dropped_in_silence()
    first = _a_person_is_erased()
    _everything_proves_itself()
    _no_guess_is_confirmed_by_hashes_of_before(*first)


def _everything_proves_itself() -> None:
    broken = [(one.slug, check) for one in Tournament.objects.all() for check in check_all(one) if not check.holds]
    assert broken == []


def _the_standings_are_the_same() -> None:
    shown = {
        one.slug: [[row.place, row.entry.number, row.vp, row.mp] for row in standings(one).rows]
        for one in Tournament.objects.all()
    }
    assert shown == BEFORE["standings"]


def _rulings_and_arbitral_scores_are_read(client: Client) -> None:
    assert ArbitralScore.objects.count() == len(_kept("referee.arbitralscore"))
    rulings = Ruling.objects.select_related("case__tournament")
    assert len(rulings) == len(_kept("referee.ruling"))
    client.force_login(User.objects.get(username="giulia"))
    for one in rulings:
        page = client.get(f"/tornei/{one.case.tournament.slug}/provvedimenti/{one.case.number}/")
        assert page.status_code == 200, one
        otherwise = one.number in RULED_OTHERWISE_TODAY or one.procedure in READ_OTHERWISE_TODAY
        assert rule_changed(one) == otherwise, one


def _a_decision_on_a_knock_out_match_becomes_the_first_version() -> None:
    (kept,) = _kept("tournaments.knockoutwinner")
    now = KnockoutWinner.objects.get()
    assert (now.version, now.winner_id, now.reason) == (1, kept["winner"], kept["reason"])
    assert (now.table_id, now.decided_by_id, now.superseded_at) == (kept["table"], kept["decided_by"], None)
    assert now.decided_at == datetime.fromisoformat(kept["decided_at"])
    with pytest.raises(DatabaseError, match="never deleted"), transaction.atomic():
        now.delete()


def _a_tournament_goes_on() -> None:
    """A score as it may come today, at the last table of the round in play, on a board that has none."""
    table = Table.objects.filter(round__tournament__slug="trofeo-pinelle", round__state="playing").last()
    assert table is not None
    taken = BoardScore.objects.current().filter(table=table).values("board")
    board = Board.objects.filter(round=table.round).exclude(pk__in=taken)[0]
    by = Actor(User.objects.get(username="dora"), timezone.now(), "goes-on")
    given = give_score(by=by, table=table, board=board, points_a=1005, points_b=500, expected_version=0)
    assert (given.version, given.points_a, given.points_b) == (1, 1005, 500)


def _heads_of_before_are_found() -> None:
    """Every line has got a salt; the hash that stands on papers of then is still one of the chain's."""
    assert not LogEntry.objects.filter(salt__isnull=True).exists()
    logs = {one.pk: verify_log(one) for one in Tournament.objects.all()}
    for kept in _kept("tournaments.logentry"):
        found = logs[kept["tournament"]]
        assert found.knows(Head(kept["sequence"], kept["hash"][:16]))
        assert not found.knows(Head(kept["sequence"], "0" * 16))


def _a_chain_rebuilt_under_heads_of_before_is_found() -> None:
    """An outside program changes what a line says, chains it anew and leaves the hashes of before as they were."""
    tournament = Tournament.objects.get(slug="trofeo-tradizionale")
    with transaction.atomic():
        unguard()
        previous = ""
        for line in tournament.log.order_by("sequence"):
            data = {"name": "Altro"} if line.sequence == 5 else line.data
            line.data, line.previous_hash = data, previous
            previous = line.hash = hash_of(line)
            LogEntry.objects.filter(pk=line.pk).update(data=data, previous_hash=line.previous_hash, hash=previous)
        assert verify_log(tournament).first_broken == 5
        transaction.set_rollback(True)
    guard()
    assert verify_log(tournament).holds


def _hashes_of_before_cannot_be_dropped_in_silence() -> None:
    """An outside program lets a hash of before go, as an erasure does, so that nobody can compare a paper with it."""
    tournament = Tournament.objects.get(slug="trofeo-tradizionale")
    line = tournament.log.get(sequence=7)
    with transaction.atomic():
        unguard()
        kept = former_digest(line)
        LogEntry.objects.filter(pk=line.pk).update(former_hash=kept, former_salt=None)
        line.refresh_from_db()
        assert (line.hash, verify_log(tournament).first_broken) == (hash_of(line), 7)
        # Nor with a mark that something of the line was erased, which no line tells of.
        LogEntry.objects.filter(pk=line.pk).update(erased=[[999, data_digest(line)]])
        assert verify_log(tournament).first_broken == 7
        transaction.set_rollback(True)
    guard()
    assert verify_log(tournament).holds


def _a_person_is_erased() -> tuple[Tournament, LogEntry]:
    """The first line that named them, as it was."""
    """Whose name stands plainly in the lines of before, hashed as they were."""
    player = Player.objects.filter(last_name="Trespade").earliest("pk")
    words = Words.of(player)
    found = find(words)
    assert {one.model._meta.label for one in found} >= {"tournaments.LogEntry", "tournaments.Entry"}
    named = LogEntry.objects.filter(pk__in=[one.pk for one in found if one.model is LogEntry])
    line = named.filter(former_hash__isnull=False).order_by("sequence").select_related("tournament")[0]
    dora = User.objects.get(username="dora")
    erase_person(by=Actor(dora, timezone.now(), "erase"), player=player, found=found, reason="Lo ha chiesto")
    assert find(words) == []
    return line.tournament, line


def _no_guess_is_confirmed_by_hashes_of_before(tournament: Tournament, named: LogEntry) -> None:
    """Who guesses what the line said makes the hashes that it and those after it had: none of them lies anywhere."""
    found = verify_log(tournament)
    assert found.forgotten == named.sequence
    kept = {one["sequence"]: one["hash"] for one in _kept("tournaments.logentry") if one["tournament"] == tournament.pk}
    known = [number for number, told in kept.items() if found.knows(Head(number, told[:16]))]
    assert known == [number for number in kept if number < named.sequence]
    lines = list(tournament.log.filter(sequence__gte=named.sequence, former_hash__isnull=False).order_by("sequence"))
    assert [line.former_salt for line in lines] == [None] * len(lines)
    guessed = {told for number, told in kept.items() if number >= named.sequence}
    stored = {value for line in lines for value in (line.hash, line.previous_hash, line.former_hash)}
    assert guessed & stored == set()
    # The digest that stays is under a salt of its own, none that is left.
    for line in lines:
        for salt in {one.salt for one in lines}:
            as_guessed = line.__dict__ | {"former_hash": kept.get(line.sequence), "former_salt": salt}
            then = Line(**{name: as_guessed[name] for name in Line._fields})
            assert former_digest(then) != line.former_hash
    out = StringIO()
    with pytest.raises(CommandError, match="cannot be proved any more"):
        call_command("verify", tournament.slug, "--head", f"{named.sequence}:{kept[named.sequence][:16]}", stdout=out)


def _kept(label: str) -> list[dict[str, Any]]:
    return [row["fields"] for row in BEFORE["records"] if row["model"] == label]
