"""Annulled by the arbiter, force majeure, both at fault: direct entries (80–84), and who may be said to answer."""

import re
from html import unescape

import pytest
from django.urls import reverse

from codes.deciding.walk import Decision
from referee.cases.models import Case
from referee.cases.walk import book_of, outcome
from referee.rulings.document import document_of
from referee.rulings.layout import ruling_sheet
from referee.wizard.steps import Step, position
from tests.factories import NOON
from tests.reading import text_of as paper_text

DIRECT = ("annullamento-arbitrale", "forza-maggiore", "entrambe-le-parti", "osservazione-arbitro")
WHY = "Le carte erano di due mazzi."


def page_text(response):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def orders(decision: Decision) -> list[str]:
    return [f"{effect.verb} {effect.what}" for effect in decision.effects]


@pytest.fixture
def send(client_of, bruno, draft):
    def run(**fields):
        draft.refresh_from_db()
        data = {"key": f"w{draft.version}{len(fields)}", "version": draft.version, **fields}
        address = reverse("case", args=[draft.tournament.slug, draft.number])
        return client_of(bruno).post(address, data, headers={"HX-Request": "true"})

    return run


@pytest.mark.parametrize("name", DIRECT)
def test_the_entry_is_listed_and_asks_nobody_how_it_came_to_light(draft, say, name):
    book = book_of(draft.tournament)
    assert book.procedures[name] in book.applicable(draft.tournament.options)
    case = say(draft, procedure=name)
    case = say(case, responsible="both") if position(case, book).step == Step.SEAT else case
    assert position(case, book).step == Step.QUESTION


def test_the_arbiter_both_lines_and_nobody_stand_beside_the_seats(send):
    page = page_text(send(step="anomalia", procedure="annullamento-arbitrale"))
    shown = ["Chi ne risponde?", "Entrambe le linee", "L’arbitro", "Nessuno ne risponde"]
    assert [page.index(words) for words in shown] == sorted(page.index(words) for words in shown)


@pytest.mark.parametrize("who", ["none", "arb"])
def test_where_no_player_answers_the_score_is_artificial_without_a_further_question(told, who):
    case = told("annullamento-arbitrale", {}, responsible=who)
    reached = outcome(case, book_of(case.tournament))
    assert orders(reached) == ["judgement annullamento", "annul senza-ripetizione", "arbitral artificiale"]


@pytest.mark.parametrize(
    ("who", "facts", "score", "article"),
    [
        ("N", {"scusabile": "no"}, "assegnato", 82),
        ("A", {"scusabile": "si"}, "artificiale", 81),
        ("both", {"scusabile": "no", "gravita-colpe": "pari"}, "artificiale", 83),
        ("both", {"scusabile": "no", "gravita-colpe": "diversa"}, "rettificato", 84),
    ],
)
def test_who_answers_tells_whose_irregularity_it_is(told, who, facts, score, article):
    case = told("annullamento-arbitrale", facts, responsible=who)
    reached = outcome(case, book_of(case.tournament))
    assert orders(reached)[-1] == f"arbitral {score}"
    assert article in reached.cites


def test_page_and_paper_name_the_arbiter_who_answers(ruled, client_of, bruno):
    ruling = ruled("annullamento-arbitrale", {}, responsible="arb", reason=WHY)
    assert ruling.arbitral == "artificiale"
    page = page_text(client_of(bruno).get(reverse("ruling", args=[ruling.tournament.slug, ruling.number])))
    paper = paper_text(ruling_sheet(document_of(ruling, language="it"), at=NOON))
    for shown in (page, paper):
        assert "Chi ne risponde?" in shown
        assert re.search(r"[Ll]’arbitro", shown)


def test_nobody_is_named_for_force_majeure(send):
    send(step="anomalia", procedure="forza-maggiore")
    page = page_text(send(step="domanda", fact="si-riprende", answer="no"))
    assert "artificiale" in page
    assert Case.objects.get().responsible == ""


def test_another_answer_than_an_anomaly_offers_is_refused(send):
    send(step="anomalia", procedure="mancata-risposta")
    assert send(step="posto", responsible="arb").status_code == 422
