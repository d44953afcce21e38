"""Seals of official records: what an action writes stands sealed in its line, and `verify` finds what does not hold."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from records.action import action
from records.log import Head, write_line
from records.models import LogEntry, RecordSalt
from records.official_records import SealedQuerySet, Unsealed
from records.seal_comparison import sealed_models
from records.seals import Salt, content_digest, shape_of
from tests.factories import acting, sealed
from tests.outside import troubles, write
from tournaments.scores.actions import confirm_score, give_score
from tournaments.scores.models import BoardScore

pytestmark = pytest.mark.dialect


@pytest.fixture
def score(tournament, table, board, dora, sara):
    sealed(tournament)
    return give_score(by=acting(sara), table=table, board=board, points_a=7, points_b=4, expected_version=0)


def test_a_line_holds_the_seal_of_what_its_action_wrote(tournament, score):
    line = LogEntry.objects.get(action="give_score")
    content = shape_of(BoardScore).content(
        score.pk, BoardScore.objects.values_list(*shape_of(BoardScore).columns)[0], None
    )
    assert line.seals == {f"tournaments.BoardScore:{score.pk}": content_digest(content)}


@pytest.mark.long
def test_a_state_that_changes_is_sealed_again(tournament, score, dora):
    confirm_score(by=acting(dora), score=score)
    _before, one, two = (line.seals for line in LogEntry.objects.order_by("sequence"))
    assert one.keys() == two.keys()
    assert one != two
    assert troubles(tournament) == []


def test_a_forged_score_is_found_and_named(tournament, score):
    write("UPDATE tournaments_boardscore SET points_a = 8, points_b = 3 WHERE id = %s", score.pk)
    assert troubles(tournament) == [f"Punteggio {score.pk} non è come fu registrato."]
    with pytest.raises(CommandError, match=f"Punteggio {score.pk}"):
        call_command("verify", tournament.slug, stdout=StringIO())


def test_a_personal_text_is_sealed_by_a_salted_digest_alone(tournament, score, dora):
    again = give_score(
        by=acting(dora), table=score.table, board=score.board, points_a=6, points_b=5, expected_version=1,
        reason="Anna Conti ha scritto male", cause="players", agreed_by="Piero Galli",
    )  # fmt: skip
    salt = RecordSalt.objects.get(record=f"tournaments.BoardScore:{again.pk}").salt
    shape = shape_of(BoardScore)
    content = shape.content(again.pk, BoardScore.objects.values_list(*shape.columns).get(pk=again.pk), Salt(salt))
    assert "Anna" not in content
    assert "Piero" not in content
    assert LogEntry.objects.last().seals[f"tournaments.BoardScore:{again.pk}"] == content_digest(content)
    assert troubles(tournament) == []


@action
def forgets_its_line(*, by, score):
    """An action that writes an official record and no line."""
    BoardScore.objects.filter(pk=score.pk).update(reference="")
    return score


@action
def writes_after_its_line(*, by, score):
    tournament = score.table.round.tournament
    write_line(tournament=tournament, actor=by.user, at=by.at, action="x", record=score, data={})
    BoardScore(table=score.table, board=score.board, version=9, kind="void", state="superseded", given_by=by.user,
               given_at=by.at, superseded_at=by.at, reason="x",
               reference="x").save()  # fmt: skip
    return score


@action
def deletes(*, by, score):
    BoardScore.objects.filter(pk=score.pk).delete()
    return score


@pytest.mark.parametrize("broken", [forgets_its_line, writes_after_its_line, deletes])
def test_no_action_writes_an_official_record_without_its_seal(tournament, score, sara, broken):
    with pytest.raises(Unsealed, match=r"tournaments\.BoardScore"):
        broken(by=acting(sara), score=score)
    assert BoardScore.objects.count() == 1
    assert troubles(tournament) == []


def test_every_kind_of_official_record_notes_what_is_written_in_bulk():
    for model in sealed_models():
        assert isinstance(model._default_manager.get_queryset(), SealedQuerySet), model


# A head from outside


def rebuild(tournament):
    """What whoever has the file can do: change a score, then seal and chain everything anew."""
    write("UPDATE tournaments_boardscore SET points_a = 8, points_b = 3")
    write("DELETE FROM records_logentry")
    sealed(tournament)
    tournament.data_version = 1
    tournament.save()


def test_a_chain_rebuilt_whole_is_told_by_a_head_that_others_hold(tournament, score):
    head = Head.current(tournament)
    assert str(head) == f"2:{LogEntry.objects.get(sequence=2).hash[:16]}"
    out = StringIO()
    call_command("verify", tournament.slug, "--head", str(head), stdout=out)
    assert "goes through" in out.getvalue()
    rebuild(tournament)
    assert troubles(tournament) == []
    with pytest.raises(CommandError, match="cut or written anew"):
        call_command("verify", tournament.slug, "--head", str(head), stdout=StringIO())


@pytest.mark.parametrize("told", ["", "12", "a:9f86d081884c7d65", "1:9f86", "0:" + "z" * 16])
def test_what_is_no_head_is_refused(tournament, told):
    with pytest.raises(CommandError):
        call_command("verify", tournament.slug, "--head", told or "x", stdout=StringIO())


def test_a_head_wants_its_tournament(tournament):
    with pytest.raises(CommandError, match="of which tournament"):
        call_command("verify", "--head", "1:9f86d081884c7d65", stdout=StringIO())
