"""Appeals: against a record that exists, in time or with a reason, judged by nobody whose own it is."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from people.accounts.models import Player
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests.asking import DESK, send, source, text
from tests.factories import NOON, acting, give_role, make_adjustment, make_user
from tests.tournaments.publication.showing import show
from tournaments.appeals.actions import (
    decide_appeal,
    file_appeal,
    name_judge,
    note_on_appeal,
    release_judge,
    settle_deposit,
    withdraw_appeal,
)
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.appeals.models import Appeal
from tournaments.scores.actions import give_score
from tournaments.setup.models import Tournament

SCORE = "score:1:1:1:1"


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


@pytest.mark.long
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
    for outcome in ("rejected", "upheld", "meritless"):
        with pytest.raises(Refused, match=r"«Reclamo n\. 1» è già stato corretto qualcosa"):
            decide_appeal(by=acting(giulia), appeal=filed, outcome=outcome, decision="No")
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
        withdraw_appeal(by=acting(bruno), appeal=first, member=entry.members.first(), reason="Ritirato")
    with pytest.raises(PermissionDenied):
        decide_appeal(by=acting(bruno), appeal=second, outcome="upheld", decision="Sì")
    assert LogEntry.objects.filter(action="uphold_appeal").count() == 1


@pytest.mark.parametrize("name", ["sara", "carla", "ettore"])
def test_only_those_who_may_receive_an_appeal(tournament, cast, name):
    with pytest.raises(PermissionDenied):
        file_appeal(by=acting(cast[name]), entry=tournament.entries.first(), against=SCORE, grounds="y")


@pytest.mark.long
def test_a_decision_that_is_a_panels_meanwhile_gives_back_its_words(filed, giulia, dora, bruno, client_of):
    name_judge(by=acting(dora), appeal=filed, user=bruno, role="president")
    page = send(client_of(giulia), f"{DESK}reclami/1/decisione/", outcome="upheld", decision="Otto a tre")
    assert (page.status_code, "Registra la decisione" in text(page)) == (422, False)
    assert "Quello che hai scritto, non registrato Otto a tre" in text(page)
    assert 'name="decision"' not in source(page)


def test_an_appeal_against_what_was_replaced_meanwhile_gives_back_its_words(played, giulia, bruno, client_of, table):
    board = table.scores.get().board
    by = acting(giulia)
    give_score(by=by, table=table, board=board, points_a=8, points_b=3, expected_version=1, reason="Letto male")
    past = {"against": SCORE, "entry": played.entries.first().pk, "grounds": "Era in tempo"}
    page = send(client_of(bruno), f"{DESK}reclami/?contro={SCORE}", **past)
    assert "Quello che hai scritto, non registrato Era in tempo" in text(page)
    assert 'name="grounds"' not in source(page)


def withdrawn(user, appeal, *, member=None, reason="Ci ripensano"):
    return withdraw_appeal(by=acting(user), appeal=appeal, member=member or appeal.entry.members.first(), reason=reason)


@pytest.mark.long
def test_whoever_it_is_against_or_plays_does_not_record_its_withdrawal(filed, played, cast, client_of):
    played.memberships.filter(user=cast["sara"]).update(role=Role.ARBITER)
    with pytest.raises(Refused, match="contro una decisione tua"):
        withdrawn(cast["sara"], filed)
    Player.objects.filter(memberships__entry=played.entries.last()).update(account=None)
    player = Player.objects.filter(memberships__entry=played.entries.last()).first()
    Player.objects.filter(pk=player.pk).update(account=cast["bruno"])
    with pytest.raises(Refused, match="Giochi in questo torneo"):
        withdrawn(cast["bruno"], filed)
    assert Appeal.objects.get().state == "open"
    page = f"{DESK}reclami/1/"
    offered = {name: "È stato ritirato" in text(client_of(cast[name]).get(page)) for name in ("sara", "bruno", "dora")}
    assert offered == {"sara": False, "bruno": False, "dora": True}


def test_one_of_those_who_brought_it_withdraws_it_in_their_words(filed, played, dora):
    with pytest.raises(Refused, match="Lo ritira chi lo ha presentato"):
        withdrawn(dora, filed, member=played.entries.last().members.first())
    with pytest.raises(Refused, match="con quali parole"):
        withdrawn(dora, filed, reason=" ")
    closed = withdrawn(dora, filed)
    note = closed.notes.get()
    assert (closed.state, closed.decision) == ("withdrawn", "Ci ripensano")
    assert (note.kind, note.speaker, note.text, note.written_by) == ("appellant", "Anna Conti", "Ci ripensano", dora)


def test_the_deposit_of_an_upheld_appeal_is_not_kept_nor_settled_by_who_had_decided(
    played, cast, dora, giulia, client_of
):
    Tournament.objects.update(appeal_deposit=2000)
    played.memberships.filter(user=cast["sara"]).update(role=Role.ARBITER)
    entry = played.entries.first()
    appeal = file_appeal(by=acting(dora), entry=entry, against=SCORE, grounds="No", deposit_received=True)
    decide_appeal(by=acting(giulia), appeal=appeal, outcome="upheld", decision="Era 8 a 3")
    with pytest.raises(Refused, match="Il reclamo è stato accolto: il deposito si restituisce"):
        settle_deposit(by=acting(dora), appeal=appeal, deposit="forfeited")
    with pytest.raises(Refused, match="contro una decisione tua"):
        settle_deposit(by=acting(cast["sara"]), appeal=appeal, deposit="returned")
    pages = {name: text(client_of(cast[name]).get(f"{DESK}reclami/1/")) for name in ("sara", "dora")}
    assert {name: "Deposito: restituito" in page for name, page in pages.items()} == {"sara": False, "dora": True}
    assert "Deposito: trattenuto" not in pages["dora"]
    assert settle_deposit(by=acting(dora), appeal=appeal, deposit="returned").deposit == "returned"


@pytest.fixture
def shown(played, dora):
    """Dora's standings, in which a pair appeals against its row."""
    played.stages.update(rounds_planned=1)
    show(dora, played.stages.get(), incomplete=True, reason="Sì")


def against_row(user, entry):
    return file_appeal(by=acting(user), entry=entry, against=f"standings:1:{entry.number}", grounds="Manca un VP")


def test_changed_standings_are_those_published_anew_with_other_figures(shown, played, dora, giulia, bruno):
    appeal = against_row(bruno, played.entries.first())
    given = {"appeal": appeal, "outcome": "changed", "decision": "Un VP in più"}
    with pytest.raises(Refused, match="Prima correggi quello che non va"):
        decide_appeal(by=acting(giulia), **given)
    make_adjustment(played.entries.last(), dora, amount=-3)
    show(dora, played.stages.get(), incomplete=True, reason="Sì")
    assert decide_appeal(by=acting(giulia), **given).state == "changed"


def test_a_correction_by_the_appeal_is_its_outcome_and_bars_nobody(shown, played, giulia, bruno):
    appeal = against_row(bruno, played.entries.first())
    give_adjustment(by=acting(giulia), entry=appeal.entry, round=None, kind="vp", amount=1, reason="Contato male",
                    reference="Reclamo n. 1")  # fmt: skip
    with pytest.raises(Refused, match="l’esito è «cambiata»"):
        decide_appeal(by=acting(giulia), appeal=appeal, outcome="rejected", decision="No")
    assert decide_appeal(by=acting(giulia), appeal=appeal, outcome="changed", decision="Sì").state == "changed"


@pytest.mark.long
def test_each_kind_offers_the_outcomes_that_can_be_true_of_it(shown, filed, giulia, bruno, client_of):
    against_row(bruno, filed.entry)
    chief = client_of(giulia)
    score, row = (text(chief.get(f"{DESK}reclami/{number}/")) for number in (1, 2))
    assert ("il punteggio è già stato cambiato" in score, "è già cambiata" in score) == (True, False)
    assert ("il punteggio è già stato cambiato" in row, "è già cambiata" in row) == (False, True)
    assert "Accolto, ma non c’è niente da cambiare" in score
