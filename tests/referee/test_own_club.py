"""Who acts on people of the own club is told on the page before, and the record says that it was told."""

from dataclasses import replace

import pytest

from referee.actions.proposals import confirm_ruling, propose_ruling
from referee.actions.rulings import decide
from referee.models import Case, ProposedRuling, Ruling
from tests import factories
from tests.factories import acting
from tests.outside import troubles
from tests.reading import text_of
from tests.referee.happened import LATE, OVER_TEN, A, record
from tests.tournaments.pages import DESK, TOURNAMENT, send, source, text
from tournaments.actions.appeals import decide_appeal, file_appeal, name_judge
from tournaments.models import Club, ClubNotice, Player
from tournaments.queries.own_club import of_own_club
from tournaments.refusals import Refused

PAGE = TOURNAMENT + "casi/1/"
ANNA = "Circolo Caffè: Anna Conti"


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def late(told):
    return told(LATE, OVER_TEN, responsible="A")


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
    return replace(acting(user), told=words)


def test_club_names_are_compared_without_case_spaces_and_accents(tournament, bruno, of_club):
    members = [one for entry in tournament.entries.all() for one in entry.members.all()]
    assert of_own_club(bruno, tournament, members) == ""
    assert of_own_club(of_club(bruno), tournament, members) == ANNA


def test_a_player_of_the_staff_needs_no_club_of_the_task(tournament, bruno, of_club):
    club = Player.objects.get(last_name="Conti").club
    Player.objects.create(first_name="Bruno", last_name="Riva", account=bruno, club=club)
    members = [one for entry in tournament.entries.all() for one in entry.members.all()]
    assert of_own_club(bruno, tournament, members) == "  CIRCOLO   caffe: Anna Conti"


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


def test_the_page_of_an_appeal_tells_it_to_who_names_and_to_who_judges(table, client_of, cast, of_club):
    record(cast["bruno"], table, LATE, OVER_TEN, line=A)
    of_club(cast["giulia"])
    file_appeal(by=acting(cast["dora"]), entry=table.line_a, against="ruling:1:1", grounds="Otto minuti")
    assert f'name="own_club" value="{ANNA}"' in source(client_of(cast["giulia"]).get(DESK + "reclami/1/"))
    assert f"Giulia Marchi (stesso circolo: {ANNA})" in text(client_of(cast["dora"]).get(DESK + "reclami/1/"))


def test_the_quick_page_tells_it_too(table, client_of, bruno, of_club):
    of_club(bruno)
    page = DESK + "turni/1/tavoli/1/ritardo/"
    asked = {"cosa": LATE, "linea": "A", **OVER_TEN}
    assert f'name="own_club" value="{ANNA}"' in source(client_of(bruno).get(page, asked))
    assert send(client_of(bruno), page, version=0, **asked).status_code == 422
    assert send(client_of(bruno), page, version=0, own_club=ANNA, **asked).status_code == 302


def test_the_director_says_of_which_club_somebody_is(tournament, client_of, dora, bruno, of_club):
    page = DESK + "incarichi/"
    seen = tournament.data_version
    refused = send(client_of(dora), page, user="bruno", role="arbiter", club="Nessuno", seen=seen)
    assert (refused.status_code, "Nessun circolo ha questo nome" in text(refused)) == (422, True)
    send(client_of(dora), page, user="bruno", role="arbiter", club="circolo caffè", seen=seen)
    assert tournament.memberships.get(user=bruno).club.name == "Circolo Caffè"
    send(client_of(dora), page, user="bruno", role="arbiter", seen=seen)
    assert tournament.memberships.get(user=bruno).club.name == "Circolo Caffè"
