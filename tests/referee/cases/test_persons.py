"""A procedure asks for its persons in its own words, and every order names the one that is meant."""

import re
import shutil
from html import unescape
from pathlib import Path

import pytest
from django.urls import reverse

from codes.library import RULEBOOKS, get_rulebook
from codes.seats import Seat
from records.requests import Refused
from referee.cases.actions import Answers, answer
from referee.cases.models import Case
from referee.cases.persons import lines_for, partner_of, seats_for
from referee.cases.walk import book_of
from referee.rulings.actions import decide, proposed_decision
from referee.rulings.document import document_of
from referee.rulings.layout import ruling_sheet
from referee.rulings.models import Ruling
from referee.wizard.steps import Step, position, revisit
from tests.factories import NOON, acting
from tests.reading import text_of as paper_text

PARTNER_SPOKE = {
    "prima-battuta": "in-corso",
    "chi-rileva-accusa": "compagno",
    "esercizio-monte": "nessuno",
    "chi-contesta": "avversario",
    "accusa-rettificata": "difettosa",
}
SPEAKER = "  chi-parla: {ask: {it: Chi ha parlato?, en: Who spoke?}, choose: seat}\n"


def page_text(response):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


@pytest.fixture
def bruno_client(client_of, bruno):
    return client_of(bruno)


@pytest.fixture
def send(bruno_client, draft):
    def run(**fields):
        draft.refresh_from_db()
        data = {"key": f"p{draft.version}{len(fields)}", "version": draft.version, **fields}
        address = reverse("case", args=[draft.tournament.slug, draft.number])
        return bruno_client.post(address, data, headers={"HX-Request": "true"})

    return run


@pytest.fixture
def two_asked(library: Path):
    """The code with the procedure of 180 asking for the speaker too, whom one of its orders names."""
    for one in RULEBOOKS.iterdir():
        if one.is_dir():
            (library / one.name).symlink_to(one)
    (library / "fitres-tressette").unlink()
    shutil.copytree(RULEBOOKS / "fitres-tressette", library / "fitres-tressette")
    file = library / "fitres-tressette" / "procedures" / "rilievo-accusa-altrui.yaml"
    text = file.read_text(encoding="utf-8").replace(
        "  accusatore: {is: same}\n", "  accusatore: {is: same}\n" + SPEAKER
    )
    text = text.replace("{forbid: nuove-accuse, whom: coppia", "{forbid: nuove-accuse, whom: chi-parla")
    file.write_text(text, encoding="utf-8")
    (library / "fitres-tressette" / "examples" / file.name).unlink()
    wording = library / "fitres-tressette" / "effects.yaml"
    phrase = "  spettatore: {it: lo spettatore, en: the spectator}\n"
    added = phrase + "  chi-parla: {it: chi ha parlato, en: whoever spoke}\n"
    wording.write_text(wording.read_text(encoding="utf-8").replace(phrase, added), encoding="utf-8")


def test_the_procedures_own_question_stands_above_the_seats(send):
    page = page_text(send(step="anomalia", procedure="rilievo-accusa-altrui"))
    assert "Chi aveva accusato?" in page
    assert "Chi ha sbagliato?" not in page
    assert "Tutta la linea" not in page  # one player accused: neither a line nor nobody can be tapped


def test_what_the_question_does_not_offer_is_refused(send, draft):
    send(step="anomalia", procedure="rilievo-accusa-altrui")
    assert send(step="posto", responsible="A").status_code == 422
    assert Case.objects.get(pk=draft.pk).responsible == ""


def test_the_answer_is_shown_under_its_question(send):
    send(step="anomalia", procedure="rilievo-accusa-altrui")
    page = page_text(send(step="posto", responsible="N"))
    assert "Chi aveva accusato? Nord: Anna Conti" in page
    assert "Responsabile" not in page


def test_lines_and_both_are_tapped_beside_the_seats(send, draft):
    response = send(step="anomalia", procedure="altra-anomalia")
    html, page = response.content.decode(), page_text(response)
    assert "Tutta la linea Nord-Sud" in page
    assert "Entrambe le linee" in page
    assert "Nessuno in particolare" in page
    assert "Non è un solo giocatore" not in page
    assert "<details" not in html[html.index("seat-table") : html.index('value="none"')]
    send(step="posto", responsible="both")
    assert Case.objects.get(pk=draft.pk).responsible == "both"


def test_another_question_is_asked_anew(send, draft):
    send(step="anomalia", procedure="accusa-anticipata")
    send(step="posto", responsible="N")
    send(step="anomalia", procedure="rilievo-accusa-altrui")
    assert Case.objects.get(pk=draft.pk).responsible == ""


def test_the_same_question_keeps_its_answer(send, draft):
    send(step="anomalia", procedure="accusa-anticipata")
    send(step="posto", responsible="N")
    send(step="anomalia", procedure="accusa-tardiva")
    assert Case.objects.get(pk=draft.pk).responsible == "N"


def test_orders_call_the_person_by_what_they_did(ruled):
    ruling = ruled("rilievo-accusa-altrui", PARTNER_SPOKE, responsible="S")
    words = " ".join(effect["words"]["it"] for effect in ruling.effects)
    name = ruling.scene["seats"]["S"]
    assert f"hi aveva accusato ({name})" in words
    assert "chi ha commesso l'errore" not in words
    bound = {order.what: order.seats for order in ruling.orders.all()}
    assert bound["rettificare-accusa"] == ["S"]
    assert bound["nuove-accuse"] == ["N", "S"]


def test_screen_and_paper_show_the_question_that_was_asked(ruled, bruno_client):
    ruling = ruled("rilievo-accusa-altrui", PARTNER_SPOKE, responsible="S")
    page = page_text(bruno_client.get(reverse("ruling", args=[ruling.tournament.slug, 1])))
    paper = paper_text(ruling_sheet(document_of(Ruling.objects.get(), language="it"), at=NOON))
    for shown in (page, paper):
        assert "Chi aveva accusato?" in shown
        assert "Responsabile" not in shown


@pytest.mark.long
def test_a_second_person_is_asked_where_an_order_names_them(two_asked, send, draft, bruno):
    send(step="anomalia", procedure="rilievo-accusa-altrui")
    send(step="posto", responsible="N")
    for name, value in PARTNER_SPOKE.items():
        response = send(step="domanda", fact=name, answer=value)
    assert "Chi ha parlato?" in page_text(response)
    with pytest.raises(Refused, match="Chi ha parlato"):
        proposed_decision(Case.objects.get(), get_rulebook("fitres-tressette"))
    page = page_text(send(step="persona", person="chi-parla", who="E"))
    assert "Chi ha parlato? Est" in page
    case = Case.objects.get()
    assert case.persons == {"chi-parla": "E"}
    at = revisit(case, book_of(case.tournament), Step.PERSON, "chi-parla")
    assert (at.step, at.person_name) == (Step.PERSON, "chi-parla")
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
    assert {order.what: order.seats for order in ruling.orders.all()}["nuove-accuse"] == ["E"]
    assert ruling.scene["persons"] == [
        {"person": "chi-parla", "asked": {"it": "Chi ha parlato?", "en": "Who spoke?"}, "who": "E"}
    ]
    assert "Chi ha parlato?" in paper_text(ruling_sheet(document_of(ruling, language="it"), at=NOON))


@pytest.mark.long
def test_a_second_person_is_not_asked_where_no_order_names_them(two_asked, told):
    case = told(
        "rilievo-accusa-altrui",
        {"prima-battuta": "in-corso", "chi-rileva-accusa": "avversario", "accusa-rettificata": "difettosa"},
    )
    assert position(case, book_of(case.tournament)).step == Step.DECISION


@pytest.mark.long
@pytest.mark.parametrize(("person", "who"), [("chi-tace", "E"), ("chi-parla", "A"), ("accusatore", "E")])
def test_a_person_who_is_not_asked_for_is_refused(two_asked, told, bruno, person, who):
    case = told("rilievo-accusa-altrui", PARTNER_SPOKE)
    with pytest.raises(Refused):
        answer(by=acting(bruno), case=case, expected_version=case.version, answers=Answers(persons={person: who}))


def test_whom_both_lines_at_fault_mean():
    everybody = tuple(Seat)
    assert seats_for("responsabile", "both", ()) == seats_for("coppia", "both", ()) == everybody
    assert seats_for("avversari", "both", ()) == ()
    assert [str(line) for line in lines_for("coppia", "both", ())] == ["A", "B"]


def test_of_the_opponents_who_follow_the_next_in_turn_alone_is_named_where_one_is_meant():
    """73: in the trick in progress; of a line it is not known which of its opponents comes next."""
    assert seats_for("avversario-seguente", "N", ()) == (Seat.W,)
    assert seats_for("avversario-seguente", "E", ()) == (Seat.N,)
    assert seats_for("avversari-seguenti", "N", ()) == seats_for("avversario-seguente", "A", ()) == (Seat.W, Seat.E)


@pytest.mark.parametrize(("one", "other"), [("N", "S"), ("E", "W"), ("A", "A"), ("both", "both"), ("", "")])
def test_the_partner_of_whoever_was_tapped(one, other):
    assert partner_of(one) == other
