"""Two lines that sat at each other's tables (F.I.Bur. 2): one case, one ruling, shown and acting at both tables."""

import pytest
from django.urls import reverse

from hall.calls.actions import call_arbiter, take_call
from hall.calls.models import Call
from records.models import LogEntry
from records.requests import Refused
from referee.cases.actions import Answers, answer, discard_case, open_case
from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.incidents.actions import annul_ruling, hand_over
from referee.orders.actions import credit_swapped
from referee.rulings.actions import decide, revise_ruling
from referee.rulings.document import document_of
from referee.rulings.layout import ruling_sheet
from referee.rulings.models import Ruling
from referee.wizard.steps import Step, answers_in_order, position
from tests import factories
from tests.asking import TOURNAMENT, send, text
from tests.factories import NOON, acting, make_score
from tests.reading import text_of as paper_text
from tournaments.scores.actions import give_score
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.standings.queries import standings

pytestmark = pytest.mark.long

PLAYED = {"di-mano-ha-giocato": "si"}


@pytest.fixture
def tournament(db):
    """Burraco: six pairs, three tables, round 1 playing."""
    return factories.make_playing_burraco(tables=3, boards_per_round=2, warnings_per_vp=3)


@pytest.fixture
def tables(tournament):
    return {table.number: table for table in tournament.rounds.get(number=1).tables.all()}


@pytest.fixture
def say(bruno):
    def run(case, **answers):
        case.refresh_from_db()
        return answer(by=acting(bruno), case=case, expected_version=case.version, answers=Answers(**answers))

    return run


@pytest.fixture
def misplaced(tables, bruno, say):
    """Pair 1 of table 1 sat elsewhere, and play had begun: the case as far as the question for other tables."""
    case = open_case(by=acting(bruno), table=tables[1], procedure="posto-sbagliato")
    say(case, responsible="A")
    return say(case, facts=PLAYED)


@pytest.fixture
def swapped(misplaced, tables, say):
    """It swapped tables with pair 4, that should have sat at table 2."""
    return say(misplaced, elsewhere={str(tables[2].pk): "B"})


def told_at_the_other_table(tables, bruno, say, **more):
    case = open_case(by=acting(bruno), table=tables[2], procedure="posto-sbagliato")
    say(case, responsible="B")
    say(case, facts=PLAYED)
    return say(case, elsewhere=more)


@pytest.mark.parametrize("named", [True, False])
def test_the_swap_told_at_the_other_table_is_decided_already(ruling, tables, bruno, say, named):
    """2: it is one case, from whichever of its tables it is told, whether or not the other one is named again."""
    case = told_at_the_other_table(tables, bruno, say, **({str(tables[1].pk): "A"} if named else {}))
    with pytest.raises(Refused, match=r"È già deciso così: Provvedimento n\. 1\."):
        hand_over(by=acting(bruno), case=case, expected_version=case.version)


def test_another_line_at_the_wrong_table_is_not_decided_already(ruling, tables, bruno, say):
    case = told_at_the_other_table(tables, bruno, say, **{str(tables[3].pk): "A"})
    reopened = hand_over(by=acting(bruno), case=case, expected_version=case.version)
    assert reopened.is_revision


@pytest.fixture
def ruling(swapped, bruno):
    return decide(by=acting(bruno), case=swapped, expected_version=swapped.version)


def test_one_ruling_closes_the_calls_of_whoever_gave_it_at_all_its_tables(swapped, tables, bruno, giulia):
    taken_by = {1: bruno, 2: bruno, 3: giulia}
    for number, who in taken_by.items():
        take_call(by=acting(who), call=call_arbiter(by=acting(bruno), table=tables[number]))
    ruling = decide(by=acting(bruno), case=swapped, expected_version=swapped.version)
    outcomes = Call.objects.order_by("table__number").values_list("table__number", "outcome", "closed_by")
    assert list(outcomes) == [(1, "ruling", bruno.pk), (2, "ruling", bruno.pk), (3, "", None)]
    told = LogEntry.objects.filter(action="close_call").values_list("data__reference", flat=True)
    assert list(told) == [str(ruling)] * 2


def test_a_call_of_somebody_else_at_another_table_of_the_ruling_stays_open(swapped, tables, bruno, giulia):
    take_call(by=acting(giulia), call=call_arbiter(by=acting(bruno), table=tables[2]))
    decide(by=acting(bruno), case=swapped, expected_version=swapped.version)
    assert Call.objects.get().is_open


def warned():
    found = Adjustment.objects.filter(cancelled_at__isnull=True)
    return sorted(found.values_list("entry__number", "kind", "reference"))


def test_other_tables_are_asked_for_once_the_decision_is_reached(misplaced, tables, say):
    at = position(misplaced, book_of(misplaced.tournament))
    assert (at.step, at.title) == (Step.ELSEWHERE, "Un’altra linea sedeva al tavolo sbagliato?")
    told = say(misplaced, elsewhere={})
    assert position(told, book_of(told.tournament)).step == Step.DECISION
    assert answers_in_order(told, book_of(told.tournament))[-1].value == "nessuna"


def test_before_the_play_too_it_is_one_case(tables, bruno, say):
    case = open_case(by=acting(bruno), table=tables[1], procedure="posto-sbagliato")
    case = say(say(case, responsible="A"), facts={"di-mano-ha-giocato": "no"})
    assert position(case, book_of(case.tournament)).step == Step.ELSEWHERE


def test_one_ruling_warns_the_lines_of_both_tables(ruling):
    assert Ruling.objects.count() == Case.objects.count() == 1
    assert warned() == [(1, "warning", ruling.reference), (4, "warning", ruling.reference)]


def test_its_words_name_both_lines(ruling, tables):
    words = next(effect["words"]["it"] for effect in ruling.effects if effect["verb"] == "penalty")
    for player in (*tables[1].players_a, *tables[2].players_b):
        assert str(player) in words
    for player in (*tables[1].players_b, *tables[2].players_a, *tables[3].players_a):
        assert str(player) not in words


def test_three_warnings_are_seen_before_the_confirmation_at_either_table(swapped, tournament, client_of, bruno):
    pair = tournament.entries.get(number=4)
    for number in (1, 2):
        factories.make_adjustment(pair, bruno, kind="warning", amount=0, reference=f"prima {number}")
    page = text(client_of(bruno).get(reverse("case", args=[tournament.slug, swapped.number])))
    assert f"Con questa {pair} ha 3 ammonizioni: la classifica le toglie da sé 1 VP." in page


def test_it_is_shown_at_both_tables_and_at_no_other(ruling, tournament, client_of, bruno):
    client = client_of(bruno)
    pages = [text(client.get(reverse("table", args=[tournament.slug, 1, number]))) for number in (1, 2, 3)]
    assert ["Linea seduta al tavolo sbagliato" in page for page in pages] == [True, True, False]
    found = [text(client.get(reverse("rulings", args=[tournament.slug]), {"table": number})) for number in (1, 2, 3)]
    assert ["turno 1, tavolo 1, tavolo 2" in page for page in found] == [True, True, False]


def test_the_draft_waits_at_both_tables(swapped, tournament, client_of, bruno):
    client = client_of(bruno)
    pages = [text(client.get(reverse("table", args=[tournament.slug, 1, number]))) for number in (1, 2, 3)]
    assert [str(swapped) in page for page in pages] == [True, True, False]
    hall = client.get(reverse("arbiter_home", args=[tournament.slug]))
    assert text(hall).count("1 anomalia aperta") == 2


def test_ruling_and_paper_name_both_tables(ruling, tournament, client_of, bruno):
    page = text(client_of(bruno).get(reverse("ruling", args=[tournament.slug, ruling.number])))
    paper = paper_text(ruling_sheet(document_of(ruling, language="it"), at=NOON))
    for said in (page, paper):
        assert "Tavolo 2" in said
        assert f"A-C {ruling.scene['elsewhere'][0]['line_a']} — B-D {ruling.scene['elsewhere'][0]['line_b']}" in said
        assert "linea mobile B-D" in said


def test_annulled_it_is_taken_back_at_both_tables(ruling, bruno):
    annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="erano al posto giusto")
    assert warned() == []


def test_a_revision_given_up_leaves_the_tables_as_they_were(ruling, tables, bruno, say):
    case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="riguardo")
    case = say(case, elsewhere={})
    discard_case(by=acting(bruno), case=case, expected_version=case.version, reason="va bene così")
    case.refresh_from_db()
    assert case.elsewhere == {str(tables[2].pk): "B"}
    assert len(warned()) == 2


def test_sent_twice_it_warns_once(swapped, bruno):
    by = acting(bruno, key="due-volte")
    first = decide(by=by, case=swapped, expected_version=swapped.version)
    assert decide(by=by, case=swapped, expected_version=swapped.version) == first
    assert len(warned()) == 2


def test_another_anomaly_concerns_its_own_table(swapped, tables, say):
    case = say(swapped, procedure="score-smarrito")
    assert case.elsewhere is None
    with pytest.raises(Refused, match="riguarda un tavolo solo"):
        say(case, elsewhere={str(tables[2].pk): "B"})


@pytest.mark.parametrize(("number", "who"), [(1, "A"), (2, "N"), (2, "none"), (9, "A")])
def test_a_table_that_is_none_and_a_person_are_refused(misplaced, tables, say, number, who):
    pk = tables[number].pk if number in tables else 10**6
    with pytest.raises(Refused, match="Scegli un altro tavolo"):
        say(misplaced, elsewhere={str(pk): who})


# -- the score of the matches ----------------------------------------------------------------------------------------


@pytest.fixture
def write(tables, bruno):
    """Writes deals where they were played: table 1 is won by the seats of A-C, table 2 by those of B-D."""

    def run(*places):
        for number, deal in places:
            board = tables[number].round.boards.get(number=deal)
            make_score(tables[number], board, {1: (700, 300), 2: (200, 500)}[number], bruno)

    return run


DEALS = ((1, 1), (1, 2), (2, 1), (2, 2))
# 18, two deals: a lead of 800 is 18 to 2, one of 600 is 16 to 4. Pair 1 had sat in the seats of 4, and 4 in those of 1.
MADE = {1: (16, 600), 2: (2, -800), 3: (4, -600), 4: (18, 800)}
SHOWN = "Il punteggio delle partite giocate fuori posto"


def credited(tournament):
    return {row.entry.number: (row.vp, row.mp) for row in standings(tournament).rows if row.entry.number in MADE}


def test_the_ruling_leads_to_every_deal_that_waits(ruling, tournament, write, client_of, bruno):
    write((1, 1))
    page = client_of(bruno).get(reverse("ruling", args=[tournament.slug, ruling.number]))
    assert SHOWN in text(page)
    address = [reverse("score", args=[tournament.slug, 1, table, deal]) for table, deal in DEALS]
    assert [one in page.content.decode() for one in address] == [False, True, True, True]


@pytest.mark.long
def test_once_all_are_in_one_tap_gives_each_its_match(ruling, tournament, write, client_of, bruno):
    write(*DEALS)
    arbiter, page = client_of(bruno), reverse("ruling", args=[tournament.slug, ruling.number])
    assert "16 VP, +600 MP" in text(arbiter.get(page))
    assert send(arbiter, reverse("credit_swapped", args=[tournament.slug, ruling.number])).status_code == 302
    assert credited(tournament) == MADE
    assert SHOWN not in text(arbiter.get(page))
    again = send(arbiter, reverse("credit_swapped", args=[tournament.slug, ruling.number]))
    assert (again.status_code, "hanno già il punteggio" in text(again)) == (422, True)


def test_decided_when_all_are_in_it_is_written_at_once(swapped, tournament, write, bruno):
    write(*DEALS)
    decide(by=acting(bruno), case=swapped, expected_version=swapped.version)
    assert credited(tournament) == MADE


def test_a_deal_corrected_since_is_offered_again(swapped, tournament, tables, write, bruno):
    write(*DEALS)
    ruling = decide(by=acting(bruno), case=swapped, expected_version=swapped.version)
    board = tables[2].round.boards.get(number=2)
    give_score(by=acting(bruno), table=tables[2], board=board, points_a=500, points_b=200, expected_version=1,
               reason="Scritto alla rovescia", cause=BoardScore.Cause.PLAYERS)  # fmt: skip
    credit_swapped(by=acting(bruno), ruling=ruling)
    assert credited(tournament) == MADE | {1: (10, 0), 3: (10, 0)}


def test_while_a_deal_is_missing_nothing_is_given(ruling, write, bruno):
    write(*DEALS[:3])
    with pytest.raises(Refused, match="Manca ancora un punteggio"):
        credit_swapped(by=acting(bruno), ruling=ruling)


def test_annulled_each_table_has_its_own_again(swapped, tournament, write, bruno):
    write(*DEALS)
    before = credited(tournament)
    ruling = decide(by=acting(bruno), case=swapped, expected_version=swapped.version)
    annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Erano al posto giusto")
    assert credited(tournament) == before == {1: (18, 800), 2: (2, -800), 3: (4, -600), 4: (16, 600)}


def test_of_three_tables_the_deals_are_asked_for_too(swapped, tables, say, client_of, bruno):
    case = say(swapped, elsewhere={str(tables[2].pk): "B", str(tables[3].pk): "A"})
    decide(by=acting(bruno), case=case, expected_version=case.version)
    page = client_of(bruno).get(f"{TOURNAMENT}provvedimenti/1/")
    assert reverse("score", args=[case.tournament.slug, 1, 3, 1]) in page.content.decode()


# -- the pages -------------------------------------------------------------------------------------------------------


@pytest.fixture
def arbiter(client_of, bruno):
    return client_of(bruno)


@pytest.fixture
def address(misplaced):
    return reverse("case", args=[misplaced.tournament.slug, misplaced.number])


def test_none_is_one_tap(arbiter, misplaced, address):
    page = send(arbiter, address, step="tavoli", version=misplaced.version, none="1", htmx=True)
    assert "Decisione" in text(page)
    assert Case.objects.get().elsewhere == {}


def test_the_number_of_the_other_table_shows_who_should_have_sat_there(arbiter, misplaced, address, tables):
    page = text(arbiter.get(address, {"passo": "tavoli", "tavolo": 2}))
    assert f"Tavolo 2, linea fissa A-C ({tables[2].words_a})" in page
    assert f"Tavolo 2, entrambe le linee ({tables[2].words_a} · {tables[2].words_b})" in page
    send(arbiter, address, step="tavoli", version=misplaced.version, table=tables[2].pk, who="both")
    assert Case.objects.get().elsewhere == {str(tables[2].pk): "both"}


def test_a_third_table_is_added(arbiter, swapped, tables):
    address = reverse("case", args=[swapped.tournament.slug, swapped.number])
    send(arbiter, address, step="tavoli", version=swapped.version, table=tables[3].pk, who="A")
    assert Case.objects.get().elsewhere == {str(tables[2].pk): "B", str(tables[3].pk): "A"}


@pytest.mark.parametrize("number", [1, 9, "x"])
def test_a_number_without_a_table_is_told(arbiter, misplaced, address, number):
    page = text(arbiter.get(address, {"passo": "tavoli", "tavolo": number}))
    assert f"In questo turno il tavolo {number} non c’è, o è lo stesso." in page
    assert TOURNAMENT in address
