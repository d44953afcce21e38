"""A consultation: the question as put, who was asked and what they answered stay with the case and its ruling."""

from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from openpyxl import load_workbook

from people.accounts.models import Player
from records.requests import Refused
from records.rights import Role
from referee.cases.actions import open_case
from referee.consultations.actions import ask_opinions, give_opinion
from referee.consultations.models import Consultation, Opinion
from referee.rulings.actions import decide
from tests import factories
from tests.asking import TOURNAMENT, send, source, text
from tests.factories import acting
from tests.outside import troubles
from tests.reading import text_of
from tests.referee.happened import LATE, OVER_TEN

PAGE = TOURNAMENT + "casi/1/consultazione/"
QUESTION = "Undici minuti di ritardo: la partita si gioca?"


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=2)


@pytest.fixture
def late(told, giulia):
    return told(LATE, OVER_TEN, responsible="A")


def ask(by, case, users=(), players=(), question=QUESTION):
    return ask_opinions(by=acting(by), case=case, question=question, users=list(users), players=list(players))


def test_it_keeps_who_was_asked_the_question_and_each_answer_with_its_time(late, tournament, bruno, giulia):
    factories.sealed(tournament)
    mara = Player.objects.get(last_name="Villa")
    made = ask(bruno, late, [giulia], [mara])
    assert (made.number, made.question, made.asked_by) == (1, QUESTION, bruno)
    hers, polled = made.opinions.order_by("pk")
    give_opinion(by=acting(giulia), opinion=hers, answer="No")
    give_opinion(by=acting(bruno), opinion=polled, answer="Sì, aspetterei")
    told = Opinion.objects.order_by("pk").values_list("name", "answer", "noted_by", "answered_at")
    assert list(told) == [
        ("Giulia Marchi", "No", giulia.pk, factories.NOON),
        ("Mara Villa", "Sì, aspetterei", bruno.pk, factories.NOON),
    ]
    assert troubles(tournament) == []


def test_who_plays_at_that_table_is_not_asked_and_who_plays_elsewhere_is_told(late, tournament, bruno, giulia):
    anna = Player.objects.get(last_name="Conti")
    with pytest.raises(Refused, match="Anna Conti gioca a quel tavolo"):
        ask(bruno, late, players=[anna])
    Player.objects.filter(pk=anna.pk).update(account=giulia)
    with pytest.raises(Refused, match="Giulia Marchi gioca a quel tavolo"):
        ask(bruno, late, [giulia])
    Player.objects.filter(pk=anna.pk).update(account=None)
    Player.objects.filter(last_name="Villa").update(account=giulia)
    assert ask(bruno, late, [giulia]).opinions.get().interest == "gioca nel torneo"


def test_a_deal_still_to_be_played_is_told_to_nobody(tournament, bruno, sara):
    """In duplicate play the same deal goes on to the other tables."""
    duplicate = factories.make_tournament("coppa-duplicata")
    factories.give_role(bruno, duplicate, Role.ARBITER)
    one, two, three, four = (factories.make_entry(duplicate, n, [f"Uno Nova{n}", f"Due Prova{n}"]) for n in range(1, 5))
    here, other = factories.make_round(duplicate, 1, [(one, two), (three, four)]).tables.order_by("number")
    board = here.round.boards.first()
    case = open_case(by=acting(bruno), table=here, board=board)
    polled = three.members.first().player
    with pytest.raises(Refused, match="non ha ancora giocato questa smazzata"):
        ask(bruno, case, players=[polled])
    factories.make_score(other, board, (7, 4), sara)
    assert ask(bruno, case, players=[polled]).opinions.count() == 1


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("Conti ha ragione?", "togli «Conti»"),
        ("Che dice LUCA SERRA?", "togli «LUCA SERRA»"),
        ("Anna ha offeso gli avversari: che fai?", "togli «Anna»"),
        ("Che fai se LUCA tarda?", "togli «LUCA»"),
        ("Pierluca Maria ha ragione?", "togli «Maria»"),
        (" ", "Scrivi la domanda"),
    ],
)
def test_the_question_is_neutral(late, bruno, giulia, question, refused):
    Player.objects.filter(last_name="Fontana").update(first_name="Rita Maria")
    with pytest.raises(Refused, match=refused):
        ask(bruno, late, [giulia], question=question)


def test_a_word_that_is_no_name_may_be_said(late, bruno, giulia):
    """First names are looked for as names are written, and those of other tables are nobody's here."""
    Player.objects.filter(last_name="Conti").update(first_name="Vera")
    assert ask(bruno, late, [giulia], question="È una vera irregolarità, o di Ugo?").number == 1


def test_refused_are_oneself_nobody_and_who_has_no_task(late, bruno, giulia, sara, dora):
    for users, refused in (([], "Scegli a chi"), ([bruno], "a un altro"), ([sara], "non ha un incarico")):
        with pytest.raises(Refused, match=refused):
            ask(bruno, late, users)
    with pytest.raises(PermissionDenied):
        ask(dora, late, [giulia])


def test_an_answer_is_given_once_by_who_was_asked_or_who_asked_and_before_deciding(late, tournament, bruno, giulia):
    olga = factories.make_user("olga")
    factories.give_role(olga, tournament, Role.ARBITER)
    made = ask(bruno, late, [giulia, olga])
    first, second = made.opinions.order_by("pk")
    with pytest.raises(Refused, match="Risponde chi è stato sentito"):
        give_opinion(by=acting(olga), opinion=first, answer="Sì")
    give_opinion(by=acting(giulia), opinion=first, answer="Sì")
    with pytest.raises(Refused, match="ha già risposto"):
        give_opinion(by=acting(bruno), opinion=first, answer="No")
    decide(by=acting(bruno), case=late, expected_version=late.version)
    with pytest.raises(Refused, match="già deciso"):
        give_opinion(by=acting(olga), opinion=second, answer="Sì")
    with pytest.raises(Refused, match="già deciso"):
        ask(bruno, late, [giulia])


@pytest.mark.long
def test_the_pages_ask_answer_and_hide_what_others_said_until_one_answered(late, tournament, client_of, bruno, giulia):
    olga = factories.make_user("olga")
    factories.give_role(olga, tournament, Role.ARBITER)
    arbiter, chief, other = client_of(bruno), client_of(giulia), client_of(olga)
    refused = send(arbiter, PAGE, question=QUESTION)
    assert (refused.status_code, QUESTION in text(refused)) == (422, True)
    assert send(arbiter, PAGE, question=QUESTION, users=[giulia.pk, olga.pk]).url == f"{PAGE}#domanda-1"
    # What was asked stands there; another question is folded away.
    page = source(arbiter.get(PAGE))
    assert 'id="domanda-1"' in page and "Chiedi un altro parere</summary>" in page
    assert "Chiedi un altro parere" not in source(send(arbiter, PAGE, question=QUESTION))
    assert "Ti chiedono un parere" in text(chief.get(TOURNAMENT + "arbitraggio/"))
    assert "Ti chiedono un parere" not in text(arbiter.get(TOURNAMENT + "arbitraggio/"))
    hers, olgas = Opinion.objects.order_by("pk")
    assert ("leggi dopo" in text(chief.get(PAGE)), "li leggi" in text(chief.get(PAGE))) == (False, False)
    send(other, PAGE + "parere/", opinion=olgas.pk, answer="Fino a dieci sì")
    assert "Fino a dieci sì" not in text(chief.get(PAGE))
    assert "C’è un altro parere: lo leggi dopo aver dato il tuo" in text(chief.get(PAGE))
    empty = send(chief, PAGE + "parere/", opinion=hers.pk, answer=" ")
    assert (empty.status_code, "Il tuo parere" in text(empty)) == (422, True)
    send(chief, PAGE + "parere/", opinion=hers.pk, answer="No, oltre no")
    assert "Fino a dieci sì" in text(chief.get(PAGE))
    assert "No, oltre no" in text(arbiter.get(TOURNAMENT + "casi/1/"))


@pytest.mark.long
def test_the_ruling_its_sheet_and_the_workbook_tell_it(late, tournament, client_of, bruno, giulia):
    opinion = ask(bruno, late, [giulia]).opinions.get()
    give_opinion(by=acting(giulia), opinion=opinion, answer="Oltre i dieci no")
    decide(by=acting(bruno), case=late, expected_version=late.version)
    arbiter = client_of(bruno)
    shown = text(arbiter.get(TOURNAMENT + "provvedimenti/1/"))
    assert "Chi è stato sentito" in shown
    assert "Oltre i dieci no" in shown
    sheet = text_of(arbiter.get(TOURNAMENT + "esporta/provvedimenti/1.pdf").content)
    for words in ("Chi è stato sentito", QUESTION, "Giulia Marchi:", "Oltre i dieci no"):
        assert words in sheet
    book = load_workbook(BytesIO(arbiter.get(TOURNAMENT + "esporta/torneo-e-provvedimenti.xlsx").content))
    rows = [[cell.value for cell in row] for row in book["Consultazioni"].iter_rows()]
    assert next(row[4:6] for row in rows if row[0] == 1) == [QUESTION, "Bruno Riva"]


def test_nothing_is_asked_twice_by_one_request(late, bruno, giulia):
    by = acting(bruno, key="una-volta")
    for _ in range(2):
        ask_opinions(by=by, case=late, question=QUESTION, users=[giulia], players=[])
    assert Consultation.objects.count() == 1
