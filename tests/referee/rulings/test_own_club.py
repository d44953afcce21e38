"""Who acts on people of the own club is told on the page before, and the record says that it was told."""

import re
from dataclasses import replace

import pytest

from people.accounts.models import Club, Player
from records.requests import Refused
from referee.cases.models import Case
from referee.consultations.actions import ask_opinions
from referee.consultations.models import Consultation
from referee.incidents.actions import annul_ruling
from referee.proposals.actions import confirm_ruling, propose_ruling
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import decide
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import DESK, TOURNAMENT, send, source, text
from tests.factories import acting
from tests.outside import troubles
from tests.reading import text_of
from tests.referee.happened import LATE, OVER_TEN, A, record, record_late
from tournaments.appeals.actions import decide_appeal, file_appeal, name_judge
from tournaments.appeals.adjustment_actions import cancel_adjustment, give_adjustment
from tournaments.scores.models import Adjustment
from tournaments.staff.models import ClubNotice
from tournaments.staff.queries import ties_in_words

PAGE = TOURNAMENT + "casi/1/"
ANNA = "Circolo Caffè: Anna Conti"


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def of_club(tournament):
    """Puts somebody of the staff into Anna's club, whose name another federation wrote otherwise."""
    hers = Club.objects.create(federation=factories.make_federation("altra"), name="  CIRCOLO   caffe")
    Player.objects.filter(last_name="Conti").update(club=hers)
    own = Club.objects.create(federation=tournament.federation, name="Circolo Caffè")

    def run(user):
        tournament.memberships.filter(user=user).update(club=own)
        return user

    return run


def told_by(user, words=ANNA):
    return replace(acting(user), told=(words,))


def test_club_names_are_compared_without_case_spaces_and_accents(tournament, bruno, of_club):
    members = [one for entry in tournament.entries.all() for one in entry.members.all()]
    assert ties_in_words(bruno, tournament, members) == ""
    assert ties_in_words(of_club(bruno), tournament, members) == ANNA


def test_a_player_of_the_staff_needs_no_club_of_the_task(tournament, bruno, of_club):
    club = Player.objects.get(last_name="Conti").club
    Player.objects.create(first_name="Bruno", last_name="Riva", account=bruno, club=club)
    members = [one for entry in tournament.entries.all() for one in entry.members.all()]
    assert ties_in_words(bruno, tournament, members) == "  CIRCOLO   caffe: Anna Conti"


@pytest.fixture
def namesake(tournament):
    """Anna's partner is called as Bruno is, written otherwise; nothing says that it is he."""
    player = tournament.entries.get(members__player__last_name="Conti").members.exclude(player__last_name="Conti").get()
    Player.objects.filter(pk=player.player_id).update(first_name="BRUNO ", last_name="Riva")
    return Player.objects.get(pk=player.player_id)


def test_who_may_be_a_player_of_the_table_is_told_and_it_stays_written(late, tournament, bruno, namesake, client_of):
    page = client_of(bruno).get(PAGE)
    assert "Risulti seduto a questo tavolo: BRUNO Riva . Se sei tu decide un altro" in text(page)
    assert source(page).count('name="own_club" value="BRUNO  Riva"') == 1
    with pytest.raises(Refused, match=r"Risulti seduto qui .BRUNO  Riva."):
        decide(by=acting(bruno), case=late, expected_version=late.version)
    decide(by=told_by(bruno, "BRUNO  Riva"), case=late, expected_version=late.version)
    assert ClubNotice.objects.values_list("record", "words").get() == ("ruling:1:1", "BRUNO  Riva")
    told = "Bruno Riva (decide) ha lo stesso nome di chi gioca qui, ed è stato avvisato prima: BRUNO Riva"
    assert told in text(client_of(bruno).get(TOURNAMENT + "provvedimenti/1/"))


def test_who_is_known_as_another_player_or_has_another_name_is_told_nothing(late, tournament, bruno, dora, namesake):
    members = [one for entry in tournament.entries.all() for one in entry.members.all()]
    assert (ties_in_words(bruno, tournament, members), ties_in_words(dora, tournament, members)) == ("BRUNO  Riva", "")
    other = Player.objects.create(first_name="Bruno", last_name="Riva", account=bruno)
    assert ties_in_words(bruno, tournament, members) == ""
    Player.objects.filter(pk=other.pk).update(account=None)
    Player.objects.filter(pk=namesake.pk).update(account=bruno)
    with pytest.raises(Refused, match="Qui giochi tu"):
        decide(by=told_by(bruno, "BRUNO  Riva"), case=late, expected_version=late.version)


def test_nobody_decides_untold_and_the_ruling_says_it_was_told(late, tournament, bruno, of_club):
    of_club(bruno)
    factories.sealed(tournament)
    for words in ("", "Altro: Anna Conti"):
        with pytest.raises(Refused, match="qualcuno del tuo circolo"):
            decide(by=told_by(bruno, words), case=late, expected_version=late.version)
    assert (Ruling.objects.count(), ClubNotice.objects.count()) == (0, 0)
    decide(by=told_by(bruno), case=late, expected_version=late.version)
    notice = ClubNotice.objects.get()
    told = (notice.record, notice.user, notice.act, notice.words, notice.told_at)
    assert told == ("ruling:1:1", bruno, "rules", ANNA, factories.NOON)
    assert troubles(tournament) == []


def test_who_proposes_and_who_confirms_are_told_each(late, bruno, giulia, of_club):
    of_club(bruno)
    of_club(giulia)
    with pytest.raises(Refused, match="qualcuno del tuo circolo"):
        propose_ruling(by=acting(bruno), case=late, expected_version=late.version)
    propose_ruling(by=told_by(bruno), case=late, expected_version=late.version)
    case, number = Case.objects.get(), ProposedRuling.objects.get().number
    with pytest.raises(Refused, match="qualcuno del tuo circolo"):
        confirm_ruling(by=acting(giulia), case=case, number=number)
    confirm_ruling(by=told_by(giulia), case=case, number=number)
    told = ClubNotice.objects.order_by("pk").values_list("record", "user", "act")
    assert list(told) == [("proposal:1", bruno.pk, "proposes"), ("ruling:1:1", giulia.pk, "confirms")]


@pytest.mark.long
def test_who_returns_a_proposal_is_told_and_the_later_ruling_says_so(late, client_of, bruno, giulia, of_club):
    of_club(giulia)
    propose_ruling(by=acting(bruno), case=late, expected_version=late.version)
    chief, back = client_of(giulia), PAGE + "proposta/rimanda/"
    refused = send(chief, back, proposal="1", words="Otto minuti")
    assert (refused.status_code, ANNA in text(refused), "Otto minuti" in source(refused)) == (422, True, True)
    assert source(refused).count(f'name="own_club" value="{ANNA}"') == 2
    assert (ProposedRuling.objects.get().state, ClubNotice.objects.count()) == ("waiting", 0)
    assert send(chief, back, proposal="1", words="Otto minuti", own_club=ANNA).status_code == 302
    told = f"Giulia Marchi (rimanda) è dello stesso circolo, ed è stato avvisato prima: {ANNA}"
    assert told in text(client_of(bruno).get(PAGE + "proposta/"))
    case = Case.objects.get()
    propose_ruling(by=acting(bruno), case=case, expected_version=case.version)
    confirm_ruling(by=told_by(giulia), case=Case.objects.get(), number=2)
    assert told in text(client_of(bruno).get(TOURNAMENT + "provvedimenti/1/"))
    acts = ClubNotice.objects.order_by("pk").values_list("record", "act")
    assert list(acts) == [("proposal:1", "returns"), ("ruling:1:1", "confirms")]


@pytest.mark.long
def test_who_hears_is_told_when_named_and_when_deciding(table, bruno, dora, giulia, of_club):
    record(bruno, table, LATE, OVER_TEN, line=A)
    of_club(giulia)
    # The appeal is of the other pair: Anna's is the matter too.
    appeal = file_appeal(by=acting(dora), entry=table.line_b, against="ruling:1:1", grounds="Otto minuti")
    name_judge(by=acting(dora), appeal=appeal, user=giulia, role="president")
    with pytest.raises(Refused, match="qualcuno del tuo circolo"):
        decide_appeal(by=acting(giulia), appeal=appeal, outcome="rejected", decision="Undici minuti")
    decide_appeal(by=told_by(giulia), appeal=appeal, outcome="rejected", decision="Undici minuti")
    told = ClubNotice.objects.order_by("pk").values_list("record", "act", "words")
    assert list(told) == [("appeal:1", "sits", ANNA), ("appeal:1", "hears", ANNA)]


@pytest.mark.long
def test_the_pages_tell_it_before_and_the_papers_after(late, client_of, bruno, of_club):
    arbiter = client_of(of_club(bruno))
    for path in (PAGE, PAGE + "diversamente/"):
        assert f'name="own_club" value="{ANNA}"' in source(arbiter.get(path))
    refused = send(arbiter, PAGE + "conferma/", version=late.version)
    assert (refused.status_code, ANNA in text(refused)) == (422, True)
    assert send(arbiter, PAGE + "conferma/", version=late.version, own_club=ANNA).status_code == 302
    told = f"Bruno Riva (decide) è dello stesso circolo, ed è stato avvisato prima: {ANNA}"
    assert told in text(arbiter.get(TOURNAMENT + "provvedimenti/1/"))
    assert ANNA in text_of(arbiter.get(TOURNAMENT + "esporta/provvedimenti/1.pdf").content)


@pytest.mark.long
def test_the_page_of_an_appeal_tells_it_to_who_names_and_to_who_judges(table, client_of, cast, of_club):
    record(cast["bruno"], table, LATE, OVER_TEN, line=A)
    of_club(cast["giulia"])
    file_appeal(by=acting(cast["dora"]), entry=table.line_a, against="ruling:1:1", grounds="Otto minuti")
    assert f'name="own_club" value="{ANNA}"' in source(client_of(cast["giulia"]).get(DESK + "reclami/1/"))
    assert f"Giulia Marchi (stesso circolo: {ANNA})" in text(client_of(cast["dora"]).get(DESK + "reclami/1/"))


@pytest.mark.long
def test_the_quick_page_tells_it_too(table, client_of, bruno, of_club):
    of_club(bruno)
    page = DESK + "turni/1/tavoli/1/ritardo/"
    asked = {"cosa": LATE, "linea": "A", **OVER_TEN}
    assert f'name="own_club" value="{ANNA}"' in source(client_of(bruno).get(page, asked))
    assert send(client_of(bruno), page, version=0, **asked).status_code == 422
    assert send(client_of(bruno), page, version=0, own_club=ANNA, **asked).status_code == 302


def penalty(by, entry, words=""):
    given = {"round": None, "kind": "vp", "amount": -1, "reason": "Suggerisce"}
    return give_adjustment(by=told_by(by, words), entry=entry, **given)


def test_nobody_gives_or_forgives_a_penalty_by_hand_untold(tournament, dora, of_club):
    of_club(dora)
    entry = tournament.entries.get(members__player__last_name="Conti")
    with pytest.raises(Refused, match="qualcuno del tuo circolo"):
        penalty(dora, entry)
    assert (Adjustment.objects.count(), ClubNotice.objects.count()) == (0, 0)
    given = penalty(dora, entry, ANNA)
    with pytest.raises(Refused, match="qualcuno del tuo circolo"):
        cancel_adjustment(by=acting(dora), adjustment=given, reason="Non era lui")
    cancel_adjustment(by=told_by(dora), adjustment=given, reason="Non era lui")
    told = ClubNotice.objects.order_by("pk").values_list("record", "act", "words")
    assert list(told) == [(given.key, "gives", ANNA), (given.key, "cancels", ANNA)]


def test_whoever_chooses_the_pair_of_a_penalty_is_told_there_and_sends_it_once(
    tournament, client_of, dora, namesake, of_club
):
    of_club(dora)
    Player.objects.filter(pk=namesake.pk).update(first_name="DORA", last_name="Pace")
    entry = tournament.entries.get(members__player=namesake)
    page, director = DESK + "penalita/", client_of(dora)
    shown = source(director.get(page))
    chosen = re.search(rf'<option value="{entry.pk}">([^<]*)</option>', shown)[1]
    told = re.findall(r'name="own_club" value="([^"]*)"', shown)
    assert chosen == f"{entry} (ha il tuo nome DORA Pace; del tuo circolo {ANNA})"
    assert told == [f"DORA Pace; {ANNA}"]
    sent = send(director, page, own_club=told, entry=entry.pk, kind="vp-penalty", amount=1, reason="Suggerisce ancora")
    assert (sent.status_code, ClubNotice.objects.get().words) == (302, f"DORA Pace; {ANNA}")


def test_whoever_is_tied_to_nobody_is_told_nothing_where_a_pair_is_chosen(tournament, client_of, dora):
    shown = source(client_of(dora).get(DESK + "penalita/"))
    assert ("own_club" in shown, "ha il tuo nome" in shown, "del tuo circolo" in shown) == (False, False, False)


def test_a_penalty_that_a_ruling_orders_is_told_with_the_ruling_alone(table, bruno, of_club):
    record_late(bruno, table, "entro-2")
    assert Adjustment.objects.get().kind == "warning"
    of_club(bruno)
    annul_ruling(by=told_by(bruno), ruling=Ruling.objects.get(), reason="Non era in ritardo", expected_version=1)
    assert [(one.record, one.act) for one in ClubNotice.objects.all()] == [("ruling:1:2", "rules")]


def test_the_page_of_penalties_tells_of_a_namesake_and_keeps_what_was_typed(tournament, client_of, dora, namesake):
    Player.objects.filter(pk=namesake.pk).update(first_name="DORA", last_name="Pace")
    entry = tournament.entries.get(members__player__last_name="Conti")
    typed = {"entry": entry.pk, "kind": "vp-penalty", "amount": 1, "reason": "Suggerisce ancora"}
    page, director = DESK + "penalita/", client_of(dora)
    refused = send(director, page, **typed)  # from a page opened before the namesake was entered
    assert (refused.status_code, "Suggerisce ancora" in source(refused)) == (422, True)
    assert "Risulti tra questi giocatori: DORA Pace . Se sei tu lo fa un altro." in text(refused)
    assert send(director, page, own_club="DORA Pace", **typed).status_code == 302
    told = (
        "Dora Pace (dà una penalità o un compenso) ha lo stesso nome di chi gioca qui, ed è stato avvisato prima: DORA"
    )
    assert told in text(director.get(page))
    assert "Risulti tra questi giocatori" in text(director.get(f"{page}{Adjustment.objects.get().pk}/annulla/"))


def test_who_asks_a_colleague_is_told_of_a_namesake_and_so_is_who_reads_it(late, cast, namesake, client_of):
    factories.sealed(late.tournament)
    bruno, giulia = cast["bruno"], cast["giulia"]
    page, arbiter = PAGE + "consultazione/", client_of(bruno)
    assert 'name="own_club" value="BRUNO  Riva"' in source(arbiter.get(page))
    asked = {"question": "Undici minuti: si gioca?", "users": giulia.pk}
    refused = send(arbiter, page, **asked)
    assert (refused.status_code, Consultation.objects.count()) == (422, 0)
    assert send(arbiter, page, own_club="BRUNO  Riva", **asked).status_code == 302
    told = "Bruno Riva (chiede un parere) ha lo stesso nome di chi gioca qui, ed è stato avvisato prima: BRUNO Riva"
    assert told in text(client_of(giulia).get(page))
    assert troubles(late.tournament) == []


def test_what_ties_a_colleague_who_is_asked_is_told_of_name_and_club(late, bruno, giulia, namesake, of_club):
    of_club(giulia)
    Player.objects.filter(pk=namesake.pk).update(first_name="Giulia", last_name="Marchi")
    made = ask_opinions(by=acting(bruno), case=late, question="Si gioca?", users=[giulia])
    assert made.opinions.get().interest == "ha il nome di qualcuno al tavolo, è del circolo di qualcuno al tavolo"


def test_who_plays_there_asks_nobody(late, client_of, bruno, giulia):
    Player.objects.filter(last_name="Conti").update(account=bruno)
    with pytest.raises(Refused, match="Qui giochi tu"):
        ask_opinions(by=acting(bruno), case=late, question="Si gioca?", users=[giulia])
    page = source(client_of(bruno).get(PAGE + "consultazione/"))
    assert ('id="question"' in page, "Qui giochi tu: il parere lo chiede chi decide" in page) == (False, True)


def test_the_director_says_of_which_club_somebody_is(tournament, client_of, dora, bruno, of_club):
    page = DESK + "incarichi/"
    seen = tournament.data_version
    refused = send(client_of(dora), page, user="bruno", role="arbiter", club="Nessuno", seen=seen)
    assert (refused.status_code, "Nessun circolo ha questo nome" in text(refused)) == (422, True)
    send(client_of(dora), page, user="bruno", role="arbiter", club="circolo caffè", seen=seen)
    assert tournament.memberships.get(user=bruno).club.name == "Circolo Caffè"
    send(client_of(dora), page, user="bruno", role="arbiter", seen=seen)
    assert tournament.memberships.get(user=bruno).club.name == "Circolo Caffè"
