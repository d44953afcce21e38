"""An appeal against a ruling: nobody judges his own, and what it changes is a new version that the scores follow."""

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.utils.translation import override

from records.requests import Refused
from records.rights import Role
from referee.cases.actions import Answers, answer, discard_case
from referee.cases.models import Case
from referee.decisions.appeal_actions import change_by_appeal
from referee.rulings.actions import decide, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import DESK, TOURNAMENT, send, text
from tests.factories import acting
from tests.referee.happened import LATE, OVER_TEN, A, record
from tournaments.appeals.actions import decide_appeal, file_appeal, name_judge, withdraw_appeal
from tournaments.appeals.models import Appeal
from tournaments.scores.match_models import MatchScore
from tournaments.scores.words import reference_in_words

CASE = TOURNAMENT + "casi/1/"
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def appeal(tournament, table, bruno, dora):
    """Bruno ruled that a pair was eleven minutes late; Dora wrote its appeal down."""
    record(bruno, table, LATE, OVER_TEN, line=A)
    return file_appeal(by=acting(dora), entry=table.line_a, against="ruling:1:1", grounds="Otto minuti")


def test_it_knows_its_ruling_and_who_gave_it(appeal, bruno):
    assert (appeal.against, appeal.record, appeal.made_by) == ("Provvedimento n. 1", "ruling:1:1", [bruno.pk])
    assert appeal.noticed_at == Ruling.objects.get().decided_at


def test_who_ruled_neither_judges_nor_revises_it_meanwhile(appeal, bruno, dora, giulia):
    ruling = Ruling.objects.get()
    with pytest.raises(Refused, match="Chi ha preso la decisione"):
        name_judge(by=acting(dora), appeal=appeal, user=bruno, role="member")
    with pytest.raises(Refused, match=r"reclamo n\. 1"):
        revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Ci ripenso")
    for outcome in ("changed", "upheld"):
        with pytest.raises(Refused, match="nuova versione chiude il reclamo"):
            decide_appeal(by=acting(giulia), appeal=appeal, outcome=outcome, decision="Otto minuti")
    case = change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti")
    with pytest.raises(PermissionDenied):
        decide(by=acting(bruno), case=case, expected_version=case.version)
    with pytest.raises(PermissionDenied):
        discard_case(by=acting(bruno), case=case, expected_version=case.version, reason="No")


@pytest.mark.long
def test_what_it_changes_is_a_new_version_and_the_scores_follow(appeal, giulia):
    assert MatchScore.objects.current().get().reference == "Provvedimento n. 1"
    case = change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti")
    told = Answers(facts={"ritardo": "da-5-a-10"})
    case = answer(by=acting(giulia), case=case, expected_version=case.version, answers=told)
    second = decide(by=acting(giulia), case=case, expected_version=case.version)
    assert (second.version, second.revision_reason) == (2, "Reclamo n. 1: Otto minuti")
    assert not MatchScore.objects.current().exists()
    closed = Appeal.objects.get()
    assert (closed.state, closed.decided_by, closed.decision) == ("changed", giulia, "Reclamo n. 1: Otto minuti")
    assert Case.objects.get().appeal is None


def test_what_is_open_to_be_changed_is_not_rejected_meanwhile(appeal, giulia):
    case = change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti")
    given = {"appeal": appeal, "outcome": "rejected", "decision": "No"}
    with pytest.raises(Refused, match="prima rinuncia alla revisione"):
        decide_appeal(by=acting(giulia), **given)
    discard_case(by=acting(giulia), case=case, expected_version=case.version, reason="No")
    assert decide_appeal(by=acting(giulia), **given).state == "rejected"


def test_withdrawn_meanwhile_it_binds_nobody(appeal, giulia, bruno, dora):
    case = change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti")
    withdraw_appeal(
        by=acting(dora), appeal=Appeal.objects.get(), member=appeal.entry.members.first(), reason="Ci ripensano"
    )
    given_up = discard_case(by=acting(bruno), case=case, expected_version=case.version, reason="Ritirato")
    assert (given_up.state, given_up.appeal) == ("ruled", None)
    assert Appeal.objects.get().state == "withdrawn"


@pytest.mark.long
def test_the_pages_lead_from_the_ruling_to_the_new_version(appeal, client_of, giulia, bruno):
    chief = client_of(giulia)
    assert "È sotto reclamo, n. 1" in text(client_of(bruno).get(TOURNAMENT + "provvedimenti/1/"))
    page = DESK + "reclami/1/"
    shown = text(chief.get(page))
    assert "Cambia il provvedimento" in shown
    assert "Bruno Riva. Chi ha preso la decisione impugnata" in shown
    assert ("Respinto, senza merito" in shown, "Accolto" in shown) == (True, False)
    assert send(chief, page + "cambia/", reason="").status_code == 422
    answer = send(chief, page + "cambia/", reason="Otto minuti")
    assert answer.url == TOURNAMENT + "casi/1/"


@pytest.mark.long
def test_the_page_leads_to_what_it_is_against_and_asks_for_a_panel_where_nobody_may_decide(
    appeal, tournament, dora, giulia, client_of
):
    address = f"{DESK}reclami/{appeal.number}/"
    page = client_of(dora).get(address).content.decode()
    assert f'href="{TOURNAMENT}provvedimenti/1/versioni/1/"' in page
    assert "decide il capo arbitro, se non è cosa sua" in page
    Appeal.objects.update(made_by=[giulia.pk])
    assert "Nessuno può ancora deciderlo" in client_of(dora).get(address).content.decode()


def test_all_that_bars_somebody_is_told(appeal, giulia):
    Appeal.objects.update(made_by=[giulia.pk], filed_by=giulia)
    with pytest.raises(Refused, match=r"Chi ha ricevuto il reclamo.*Chi ha preso la decisione"):
        decide_appeal(by=acting(giulia), appeal=Appeal.objects.get(), outcome="upheld", decision="Sì")


def test_those_at_the_table_are_offered_first(appeal, tournament, table, dora, client_of):
    factories.make_entry(tournament, 3)
    table.line_b.number = 9
    table.line_b.save()
    page = client_of(dora).get(f"{DESK}reclami/?contro=ruling:1:1").content.decode()
    assert re.findall(r'<option value="(\d+)"', page)[:2] == [str(table.line_a_id), str(table.line_b_id)]


@pytest.mark.long
def test_whoever_judges_is_told_at_home_and_at_the_desk_and_nobody_else(table, client_of, cast, tournament):
    """Giulia received it and is barred: until a panel is named nobody may decide, and the director is told."""
    bruno, dora, giulia, home = cast["bruno"], cast["dora"], cast["giulia"], TOURNAMENT + "arbitraggio/"
    olga = factories.make_user("olga")
    factories.give_role(olga, tournament, Role.ARBITER)
    record(bruno, table, LATE, OVER_TEN, line=A)
    appeal = file_appeal(by=acting(giulia), entry=tournament.entries.first(), against="ruling:1:1", grounds="No")
    assert "Nomina la giuria del reclamo n. 1" in text(client_of(dora).get(DESK))
    for user in (giulia, olga):
        assert "Giudichi" not in text(client_of(user).get(home)) + text(client_of(user).get(DESK))
    name_judge(by=acting(dora), appeal=appeal, user=olga, role="president")
    shown = text(client_of(olga).get(home))
    assert "In sospeso 1 Giudichi il reclamo n. 1 Provvedimento n. 1" in shown
    assert "Giudichi un reclamo Reclamo n. 1" in text(client_of(olga).get(DESK))
    for user in (giulia, bruno):
        assert "Giudichi" not in text(client_of(user).get(home)) + text(client_of(user).get(DESK))
    assert "Un reclamo è in esame" in text(client_of(dora).get(DESK))
    assert "Nomina la giuria" not in text(client_of(dora).get(DESK))


def panel_of_renzo(cast, tournament, appeal):
    """Another director, who alone judges the appeal."""
    renzo = factories.make_user("renzo")
    factories.give_role(renzo, tournament, Role.DIRECTOR)
    name_judge(by=acting(cast["giulia"]), appeal=appeal, user=renzo, role="president")
    return renzo


@pytest.mark.long
def test_a_panel_of_directors_alone_neither_changes_nor_rejects_what_an_arbiter_ruled_on_a_deal(
    ruled, client_of, cast, tournament, table
):
    """It is an arbiter's to change: directors alone could only reject, and are told to have one beside them."""
    ruled("riordino-sequenza", {"insieme-valido": "si", "tempo-riordino": "altro"}, responsible="N")
    appeal = file_appeal(by=acting(cast["dora"]), entry=table.line_a, against="ruling:1:1", grounds="No")
    renzo, olga = panel_of_renzo(cast, tournament, appeal), factories.make_user("olga")
    factories.give_role(olga, tournament, Role.ARBITER)
    page = client_of(renzo).get(f"{DESK}reclami/1/")
    assert ("Qui è in giuria solo chi dirige" in text(page), 'id="decide"' in page.content.decode()) == (True, False)
    with pytest.raises(Refused, match="almeno un arbitro"):
        decide_appeal(by=acting(renzo), appeal=appeal, outcome="rejected", decision="No")
    name_judge(by=acting(cast["giulia"]), appeal=appeal, user=olga, role="member")
    page = client_of(renzo).get(f"{DESK}reclami/1/")
    assert f"lo apre di nuovo chi della giuria è arbitro ({olga})" in text(page)
    with pytest.raises(PermissionDenied):
        change_by_appeal(by=acting(renzo), appeal=appeal, reason="No", present=[olga])
    case = change_by_appeal(by=acting(olga), appeal=appeal, reason="Sì", present=[renzo])
    assert (case.appeal, client_of(renzo).post(CASE + "conferma/").status_code) == (1, 403)


@pytest.mark.long
def test_a_panel_of_directors_changes_what_a_director_may_rule(appeal, client_of, cast, tournament):
    """Lateness is the director's to rule (F.I.Bur. 39), and so to change."""
    director = client_of(panel_of_renzo(cast, tournament, appeal))
    page = director.get(f"{DESK}reclami/1/")
    assert ("Qui è in giuria solo chi dirige" in text(page), "Cambia il provvedimento" in text(page)) == (False, True)
    opened = send(director, f"{DESK}reclami/1/cambia/", reason="Otto minuti")
    assert opened.url == CASE
    offered = text(director.get(CASE))
    assert ("Cambia Di quanto" in offered, "Cambia Anomalia" in offered, "Conferma" in offered) == (True, False, True)
    said = {"step": "domanda", "fact": "ritardo", "answer": "da-5-a-10"}
    assert send(director, CASE, version=Case.objects.get().version, **said).status_code == 302
    assert send(director, CASE + "conferma/", version=Case.objects.get().version).status_code == 302
    assert (Ruling.objects.current().get().version, Appeal.objects.get().state) == (2, "changed")


@pytest.mark.long
def test_a_panel_of_directors_gives_up_the_change_it_had_begun(appeal, client_of, cast, tournament):
    director = client_of(panel_of_renzo(cast, tournament, appeal))
    send(director, f"{DESK}reclami/1/cambia/", reason="Otto minuti")
    discarded = send(director, CASE + "scarta/", version=Case.objects.get().version, reason="Erano undici")
    assert (discarded.status_code, Case.objects.get().state) == (302, "ruled")


def test_a_director_without_the_panel_opens_no_case_of_an_arbiter(draft, say, client_of, dora):
    say(draft, procedure="riordino-sequenza")
    director = client_of(dora)
    asked = [
        send(director, CASE, version=draft.version),
        send(director, CASE + "scarta/", version=draft.version, reason="No"),
    ]
    assert [one.status_code for one in asked] == [403, 403]


def test_without_a_panel_the_chief_whom_nothing_bars_is_told(table, client_of, cast, tournament):
    record(cast["bruno"], table, LATE, OVER_TEN, line=A)
    file_appeal(by=acting(cast["dora"]), entry=tournament.entries.first(), against="ruling:1:1", grounds="No")
    assert "Giudichi il reclamo n. 1" in text(client_of(cast["giulia"]).get(TOURNAMENT + "arbitraggio/"))
    assert "Nomina la giuria" not in text(client_of(cast["dora"]).get(DESK))


@pytest.mark.parametrize(
    ("recorded", "english"),
    [
        ("Reclamo n. 2: Erano otto\nminuti al 100%", "Appeal no. 2: Erano otto\nminuti al 100%"),
        ("Confluita nel Provvedimento n. 3", "Taken up in Ruling no. 3"),
        ("Lo stesso incontro, registrato di nuovo", "The same match, recorded again"),
        ("Otto minuti", "Otto minuti"),
    ],
)
def test_what_the_program_wrote_is_read_in_ones_own_language(recorded, english):
    assert reference_in_words(recorded) == recorded
    with override("en"):
        assert reference_in_words(recorded) == english


@pytest.mark.long
def test_the_decision_of_an_appeal_is_read_in_ones_own_language(appeal, client_of, giulia):
    change_by_appeal(by=acting(giulia), appeal=appeal, reason="Erano otto")
    case = Case.objects.get()
    assert "Appeal no. 1: Erano otto" in text(client_of(giulia).get(TOURNAMENT + "casi/1/", headers=ENGLISH))
    decide(by=acting(giulia), case=case, expected_version=case.version)
    for page in (DESK + "reclami/1/", TOURNAMENT + "provvedimenti/1/"):
        assert "Appeal no. 1: Erano otto" in text(client_of(giulia).get(page, headers=ENGLISH))


@pytest.mark.long
def test_an_appeal_without_a_time_limit_says_so_in_words_of_its_own(appeal, client_of, giulia):
    page = text(client_of(giulia).get(DESK + "reclami/1/"))
    assert "Termine nessun termine" in page
