"""Appeals: against a record that exists, in time or with a reason, judged by nobody whose own it is."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories import NOON, acting, give_role, make_score, make_user, sealed
from tests.tournaments.pages import DESK, text
from tournaments.actions.appeals import (
    decide_appeal,
    file_appeal,
    name_judge,
    note_on_appeal,
    release_judge,
    settle_deposit,
    withdraw_appeal,
)
from tournaments.actions.scores import give_score
from tournaments.models import Appeal, LogEntry, Player, Tournament
from tournaments.permissions import Role
from tournaments.refusals import Refused

SCORE = "score:1:1:1:1"


@pytest.fixture
def played(tournament, table, sara):
    """A score of Sara's that may be appealed."""
    make_score(table, table.round.boards.get(number=1), (7, 4), sara)
    return sealed(tournament)


@pytest.fixture
def filed(played, dora):
    return file_appeal(by=acting(dora), entry=played.entries.first(), against=SCORE, grounds="Era 8 a 3")


def test_it_is_against_a_record_that_exists(played, bruno):
    entry = played.entries.first()
    for key in ("Provvedimento n. 3", "score:1:1:1:2", "score:9:1:1:1", "standings:1", "score:x", "", "match:1:1:1"):
        with pytest.raises(Refused, match="Scegli contro che cosa"):
            file_appeal(by=acting(bruno), entry=entry, against=key, grounds="Tardiva")
    found = file_appeal(by=acting(bruno), entry=entry, against=SCORE, grounds="Tardiva")
    assert (found.against, found.record) == ("Punteggio del turno 1, tavolo 1, smazzata 1", SCORE)
    assert (found.noticed_at, found.due_at) == (NOON, None)


def test_who_made_the_record_received_the_appeal_or_plays_judges_nothing(played, cast, dora, giulia, bruno):
    appeal = file_appeal(by=acting(giulia), entry=played.entries.first(), against=SCORE, grounds="No")
    Player.objects.filter(memberships__entry=played.entries.last()).update(account=None)
    player = Player.objects.filter(memberships__entry=played.entries.last()).first()
    player.account = bruno
    player.save()
    with pytest.raises(Refused, match="Chi ha ricevuto il reclamo non lo decide"):
        decide_appeal(by=acting(giulia), appeal=appeal, outcome="upheld", decision="Sì")
    with pytest.raises(Refused, match="Chi ha ricevuto il reclamo non lo decide"):
        name_judge(by=acting(dora), appeal=appeal, user=giulia, role="member")
    with pytest.raises(Refused, match="Chi gioca nel torneo"):
        name_judge(by=acting(dora), appeal=appeal, user=bruno, role="member")
    with pytest.raises(Refused, match="un incarico di arbitro"):
        name_judge(by=acting(dora), appeal=appeal, user=cast["sara"], role="member")
    played.memberships.filter(user=cast["sara"]).update(role=Role.ARBITER)
    with pytest.raises(Refused, match="Chi ha preso la decisione impugnata"):
        name_judge(by=acting(dora), appeal=appeal, user=cast["sara"], role="member")


def test_a_panel_decides_and_nobody_else(filed, dora, giulia, bruno, tournament):
    other = make_user("olga")
    give_role(other, tournament, Role.ARBITER)
    with pytest.raises(PermissionDenied):
        name_judge(by=acting(bruno), appeal=filed, user=bruno, role="member")
    name_judge(by=acting(dora), appeal=filed, user=bruno, role="president")
    with pytest.raises(Refused, match="ha già chi la presiede"):
        name_judge(by=acting(dora), appeal=filed, user=other, role="president")
    judge = name_judge(by=acting(dora), appeal=filed, user=other, role="member")
    with pytest.raises(Refused, match="decide la sua giuria"):
        decide_appeal(by=acting(giulia), appeal=filed, outcome="upheld", decision="Sì")
    release_judge(by=acting(giulia), judge=judge, reason="Va via")
    with pytest.raises(Refused, match="decide la sua giuria"):
        decide_appeal(by=acting(other), appeal=filed, outcome="upheld", decision="Sì")
    note_on_appeal(by=acting(bruno), appeal=filed, kind="hearing", speaker="", text="Sentite le due linee")
    decided = decide_appeal(by=acting(bruno), appeal=filed, outcome="meritless", decision="Art. 20")
    assert (decided.state, decided.decided_by) == (Appeal.State.MERITLESS, bruno)
    with pytest.raises(Refused, match="già chiuso"):
        note_on_appeal(by=acting(bruno), appeal=filed, kind="hearing", speaker="", text="Ancora")


def test_the_log_tells_who_judges_in_what_task(filed, dora, bruno, client_of):
    name_judge(by=acting(dora), appeal=filed, user=bruno, role="member")
    page = text(client_of(dora).get(f"{DESK}registro/"))
    assert "Giudice di un reclamo nominato coppia 1, reclamo n. 1 giudica, Punteggio del turno 1" in page


def test_a_changed_score_is_a_new_version_first(filed, giulia, table):
    with pytest.raises(Refused, match="Prima correggi il punteggio"):
        decide_appeal(by=acting(giulia), appeal=filed, outcome="changed", decision="8 a 3")
    score = table.scores.get()
    give_score(by=acting(giulia), table=table, board=score.board, points_a=8, points_b=3, expected_version=1,
               reason="Reclamo", reference="Reclamo n. 1")  # fmt: skip
    assert decide_appeal(by=acting(giulia), appeal=filed, outcome="changed", decision="8 a 3").state == "changed"
    with pytest.raises(Refused, match="Non è più in vigore"):
        file_appeal(by=acting(giulia), entry=table.line_a, against=SCORE, grounds="Ancora")


def test_after_the_limit_only_with_a_reason(played, bruno):
    Tournament.objects.update(appeal_minutes=30)
    late = {"entry": played.entries.first(), "against": SCORE, "grounds": "Tardiva"}
    at = NOON + timedelta(minutes=30)
    assert file_appeal(by=acting(bruno, at=at), **late).late_reason == ""
    with pytest.raises(Refused, match="Il termine è passato"):
        file_appeal(by=acting(bruno, at=at + timedelta(seconds=1)), **late)
    made = file_appeal(by=acting(bruno, at=at + timedelta(seconds=1)), late_reason="Malore", **late)
    assert (made.due_at, made.late_reason) == (at, "Malore")


def test_a_deposit_goes_its_way_once(played, dora, giulia, bruno):
    Tournament.objects.update(appeal_deposit=2050)
    entry = played.entries.first()
    appeal = file_appeal(by=acting(dora), entry=entry, against=SCORE, grounds="No")
    assert (appeal.deposit_cents, appeal.deposit) == (2050, "due")
    with pytest.raises(Refused, match="non è in questo stato"):
        settle_deposit(by=acting(bruno), appeal=appeal, deposit="returned")
    settle_deposit(by=acting(bruno), appeal=appeal, deposit="received")
    with pytest.raises(Refused, match="quando il reclamo è deciso"):
        settle_deposit(by=acting(bruno), appeal=appeal, deposit="forfeited")
    decide_appeal(by=acting(giulia), appeal=appeal, outcome="meritless", decision="Senza merito")
    assert settle_deposit(by=acting(bruno), appeal=appeal, deposit="forfeited").deposit == "forfeited"
    with pytest.raises(Refused, match="non è in questo stato"):
        settle_deposit(by=acting(bruno), appeal=appeal, deposit="returned")


def test_an_appeal_is_numbered_logged_and_closed_once(played, giulia, bruno, dora):
    entry = played.entries.first()
    first = file_appeal(by=acting(bruno), entry=entry, against=SCORE, grounds="Tardiva")
    second = file_appeal(by=acting(dora), entry=entry, against=SCORE, grounds="MP")
    assert (first.number, second.number) == (1, 2)
    decided = decide_appeal(by=acting(giulia), appeal=first, outcome="upheld", decision="Era in tempo")
    assert (decided.state, decided.decided_by) == (Appeal.State.UPHELD, giulia)
    with pytest.raises(Refused, match="già chiuso"):
        withdraw_appeal(by=acting(bruno), appeal=first, reason="Ritirato")
    with pytest.raises(PermissionDenied):
        decide_appeal(by=acting(bruno), appeal=second, outcome="upheld", decision="Sì")
    assert LogEntry.objects.filter(action="uphold_appeal").count() == 1


@pytest.mark.parametrize("name", ["sara", "carla", "ettore"])
def test_only_those_who_may_receive_an_appeal(tournament, cast, name):
    with pytest.raises(PermissionDenied):
        file_appeal(by=acting(cast[name]), entry=tournament.entries.first(), against=SCORE, grounds="y")
