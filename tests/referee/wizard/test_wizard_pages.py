"""The wizard as an arbiter meets it: every step, every refusal, with htmx and without."""

import re
from html import unescape

import pytest
from django.urls import reverse

from codes.finding.procedures import find_procedures
from codes.library import get_rulebook
from referee.cases.actions import Answers, Detected, answer, open_case
from referee.cases.models import Case
from referee.cases.persons import ANSWERS
from referee.cases.walk import book_of
from referee.rulings.actions import decide
from referee.rulings.models import Ruling
from referee.wizard.steps import Step, position
from tests.codes.rulebooks.code_walks import DUPLICATE
from tests.factories import acting

HTMX = {"HX-Request": "true"}
KEYS = iter(range(10**6))


def text_of(response):
    """The words of a page, without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def address(case, name="case"):
    return reverse(name, args=[case.tournament.slug, case.number])


def test_an_anomaly_starts_from_the_table_and_asks_for_the_board(bruno_client, table, tournament):
    place = [tournament.slug, 1, table.number]
    response = bruno_client.post(reverse("new_case", args=place), {"key": "a"}, follow=True)
    assert "Quale smazzata?" in text_of(response)
    case = Case.objects.get()
    assert (case.table, case.board) == (table, None)


def test_a_repeated_start_opens_one_case(bruno_client, table, tournament):
    for _ in range(2):
        bruno_client.post(reverse("new_case", args=[tournament.slug, 1, table.number]), {"key": "a"})
    assert Case.objects.count() == 1


def test_without_script_an_answer_leads_on_to_the_next_question(send, draft, bruno_client):
    response = send(draft, step="anomalia", procedure="accusa-anticipata")
    assert response.status_code == 302
    page = bruno_client.get(response.url)
    assert "Chi ha accusato?" in text_of(page)
    assert "<html" in page.content.decode()


def test_with_htmx_the_answer_brings_the_next_question_at_once(send, draft):
    response = send(draft, step="anomalia", procedure="accusa-anticipata", headers=HTMX)
    assert response.status_code == 200
    assert response["HX-Push-Url"] == f"{address(draft)}?passo=posto"
    assert "<html" not in response.content.decode()
    assert "Chi ha accusato?" in text_of(response)


def test_a_question_shows_its_answers_and_the_law_beside_it(send, draft, bruno_client):
    send(draft, step="anomalia", procedure="accusa-anticipata")
    send(draft, step="posto", responsible="N")
    words = text_of(bruno_client.get(address(draft)))
    assert "Qualcuno è andato a monte?" in words
    assert "183" in words
    assert "Nord: Anna Conti" in words


def test_detection_is_asked_only_where_the_anomaly_needs_it(send, draft, bruno_client):
    send(draft, step="anomalia", procedure="altra-anomalia")
    send(draft, step="posto", responsible="N")
    assert "Chi se n’è accorto" in text_of(bruno_client.get(address(draft)))
    send(draft, step="rilevazione", seats=["E", "S"], timing="tempestiva")
    draft.refresh_from_db()
    assert draft.detectors == ["S", "E"]
    # Partner and opponent together: the partner's mode comes first (70).
    assert "palesamento" in text_of(bruno_client.get(address(draft)))


def test_behaviour_may_concern_the_whole_match(bruno, table, bruno_client):
    case = open_case(by=acting(bruno), table=table)
    answer(
        by=acting(bruno, key="a"), case=case, expected_version=1, answers=Answers(procedure="comportamento-giocatore")
    )
    assert "Chi si è comportato male?" in text_of(bruno_client.get(address(case)))


def test_the_note_beside_the_detection_is_that_of_the_form_played(send, draft, bruno_client):
    send(draft, step="anomalia", procedure="rivedere-pigliate")
    send(draft, step="posto", responsible="N")
    words = text_of(bruno_client.get(address(draft)))
    assert "Le norme moderne tengono solo il 29: il 155 esclude il 115. Termine:" in words
    assert "cappotto" not in words.split("Chi lo ha detto")[0]
    # What «in time» means stands beside the question that says it, and not in a fold alone.
    assert words.index("Nessuno se n’è accorto") < words.index("In tempo:") < words.index("Più d’uno insieme")


def test_nobody_noticed_is_an_answer(send, draft, bruno_client):
    send(draft, step="anomalia", procedure="altra-anomalia")
    send(draft, step="posto", responsible="N")
    send(draft, step="rilevazione", nobody="on", timing="tempestiva")
    assert "Sanatoria implicita" in text_of(bruno_client.get(address(draft)))


def test_a_detection_without_anybody_is_refused_in_place(send, draft):
    send(draft, step="anomalia", procedure="altra-anomalia")
    send(draft, step="posto", responsible="N")
    response = send(draft, step="rilevazione", timing="tardiva")
    assert response.status_code == 422
    assert "Tocca chi se n’è accorto" in text_of(response)
    assert 'value="tardiva" checked' in response.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"step": "smazzata", "board": "99"},
        {"step": "anomalia", "procedure": "inventata"},
        {"step": "posto", "responsible": "Z"},
        {"step": "domanda", "fact": "inventato", "answer": "si"},
        {"step": "inventato"},
        {"step": "smazzata", "board": "1", "version": "x"},
        {"step": "smazzata", "board": "1", "key": ""},
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_bad_answers_are_refused_in_place_and_lose_nothing(fields, headers, send, draft):
    send(draft, step="anomalia", procedure="accusa-anticipata")
    response = send(draft, headers=headers, **fields)
    assert response.status_code == 422
    assert "notice-error" in response.content.decode()
    draft.refresh_from_db()
    assert (draft.procedure, draft.board.number, draft.responsible) == ("accusa-anticipata", 1, "")


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_stale_phone_sees_both_and_changes_nothing(headers, send, draft):
    send(draft, step="anomalia", procedure="accusa-anticipata")
    response = send(draft, version=1, step="posto", responsible="E", headers=headers)
    assert response.status_code == 409
    assert "Anomalia: Accusa prima del proprio turno" in text_of(response)
    assert "Chi ha accusato? Est: Piero Galli" in text_of(response)
    assert response["HX-Retarget"] == "main"
    draft.refresh_from_db()
    assert draft.responsible == ""


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"step": "smazzata", "board": "2"}, "Smazzata: 2"),
        ({"step": "anomalia", "procedure": "fuori-mano"}, "Giocata fuori mano o fuori turno"),
        ({"step": "rilevazione", "seats": ["E", "W"], "timing": "tempestiva"}, "Rilevata: Piero Galli, Rita Fontana"),
        ({"step": "domanda", "fact": "esercizio-monte", "answer": "nessuno"}, "Qualcuno è andato a monte? Nessuno"),
        ({"step": "nota", "note": "Sentiti tutti"}, "Sentiti tutti"),
    ],
)
def test_a_conflict_says_in_words_what_was_meant(fields, words, send, draft):
    send(draft, step="anomalia", procedure="accusa-anticipata")
    response = send(draft, version=1, **fields)
    assert response.status_code == 409
    assert words in text_of(response)


def test_a_conflict_names_who_wrote_first(send, say, through, giulia):
    draft = through()
    say(draft, by=giulia, note="Sentiti tutti")
    assert "Giulia Marchi ha registrato prima di te" in text_of(send(draft, "decide_case", version=1))
    decide(by=acting(giulia), case=draft, expected_version=Case.objects.get().version)
    page = text_of(send(draft, version=1, step="posto", responsible="E"))
    assert "Giulia Marchi ha registrato prima di te" in page


def test_every_answer_can_be_gone_back_to(through, bruno_client):
    draft = through()
    for step, words in [
        ("smazzata", "Quale smazzata?"),
        ("anomalia", "Che cosa è successo?"),
        ("posto", "Chi ha accusato?"),
        ("domanda&fatto=contestazione-battuta", "Un avversario l’ha contestata?"),
        ("domanda&fatto=mai-chiesto", "Decisione"),
        ("inventato", "Decisione"),
    ]:
        assert words in text_of(bruno_client.get(f"{address(draft)}?passo={step}"))


def test_a_note_goes_into_the_ruling(through, send):
    draft = through()
    send(draft, step="nota", note="  Sentiti tutti e quattro. ")
    send(draft, "decide_case")
    assert Ruling.objects.get().note == "Sentiti tutti e quattro."


def test_changing_an_answer_recomputes_and_keeps_the_rest(through, send, bruno_client):
    draft = through()
    send(draft, step="domanda", fact="contestazione-battuta", answer="nessuna")
    assert "Sanatoria implicita" in text_of(bruno_client.get(address(draft)))
    send(draft, step="domanda", fact="contestazione-battuta", answer="in-tempo")
    assert "divieto di completare l’accusa" in text_of(bruno_client.get(address(draft)))


@pytest.mark.long
def test_typing_finds_the_anomaly_despite_a_slip(draft, bruno_client):
    response = bruno_client.get(address(draft), {"passo": "anomalia", "cerca": "accusa antcipata"}, headers=HTMX)
    found = re.findall(r'name="procedure" value="([^"]+)"', response.content.decode())
    assert found[0] == "accusa-anticipata"


EVERY_ANOMALY = [one.id for one in get_rulebook("fitres-tressette").applicable(DUPLICATE)]


@pytest.mark.parametrize("name", EVERY_ANOMALY)
def test_terms_and_notes_stand_above_the_first_answers_of_every_anomaly(draft, send, say, bruno_client, name):
    """Also where there is no step of detection, and where the anomaly leads on without a question of its own."""
    send(draft, step="anomalia", procedure=name)
    procedure, told = book_of(draft.tournament).procedures[name], set()
    expected = {said.it for said in (procedure.term, procedure.note_under(draft.options)) if said}
    for _ in range(3):
        draft.refresh_from_db()
        at = position(draft, book_of(draft.tournament))
        words = text_of(bruno_client.get(address(draft)))
        first = {Step.SEAT: "Nord", Step.DETECTION: "Chi lo ha detto"}.get(at.step)
        if at.step == Step.QUESTION:
            first = next(iter(at.question.fact.answers.values())).it
        if first is None:
            break
        body = words[words.index(at.title) + len(at.title) :]
        told |= {said for said in expected if said in body[: body.index(first)]}
        if at.step == Step.SEAT:
            say(draft, responsible=ANSWERS[at.person.choose][0])
        elif at.step == Step.DETECTION:
            say(draft, detected=Detected(seats=["E"], timing="tempestiva"))
        else:
            break
    assert told == expected


def test_terms_and_notes_are_said_once_and_folded_below_later_questions(draft, send, bruno_client):
    send(draft, step="anomalia", procedure="rivedere-pigliate")
    seen = []
    for answers in (
        {"step": "posto", "responsible": "N"},
        {"step": "rilevazione", "seats": ["E"], "timing": "tempestiva"},
    ):
        page = bruno_client.get(address(draft)).content.decode().partition('id="case"')[2]
        seen.append((page.index("Termine:") < page.index("<form"), page.count("Termine:"), "Termine e note" in page))
        send(draft, **answers)
    assert seen == [(True, 1, False), (False, 1, True)]


@pytest.mark.long
def test_what_is_less_near_is_folded_and_never_left_out(draft, bruno_client):
    response = bruno_client.get(address(draft), {"passo": "anomalia", "cerca": "ha accusato tardi"})
    near, others = response.content.decode().split("Meno vicine")
    found = re.findall(r'name="procedure" value="([^"]+)"', near)
    folded = re.findall(r'name="procedure" value="([^"]+)"', others)
    assert found[0] == "accusa-tardiva" and len(found) <= 6
    expected = find_procedures("ha accusato tardi", book_of(draft.tournament), draft.tournament.options)
    assert (*found, *folded) == expected.names
    assert f"{len(found) + len(folded)} anomalie trovate" in text_of(response)


def test_a_clear_first_one_is_set_apart(draft, bruno_client):
    response = bruno_client.get(address(draft), {"passo": "anomalia", "cerca": "gioca fuori mano"})
    first = response.content.decode().split("is-clear")[1]
    assert re.search(r'name="procedure" value="([^"]+)"', first)[1] == "fuori-mano"


def test_an_empty_search_shows_the_families(draft, bruno_client):
    assert "Accusa del buongioco" in text_of(bruno_client.get(address(draft), {"passo": "anomalia", "cerca": " "}))


def test_a_search_without_result_says_what_to_do(draft, bruno_client):
    words = text_of(bruno_client.get(address(draft), {"passo": "anomalia", "cerca": "zucchine"}))
    assert "Nessuna anomalia con queste parole" in words


def test_the_decision_is_read_out_with_its_articles_and_why(through, bruno_client):
    words = text_of(bruno_client.get(address(through())))
    assert "Da leggere al tavolo" in words
    assert "divieto di completare l’accusa" in words
    assert "Anna Conti" in words
    assert "Perché questa decisione" in words
    assert "Conferma" in words


def test_confirming_records_the_ruling(through, send):
    draft = through()
    response = send(draft, "decide_case")
    assert (response.status_code, response.url) == (302, reverse("ruling", args=[draft.tournament.slug, 1]))
    assert Ruling.objects.get().decided_by.username == "bruno"


def test_confirming_an_annulment_leads_to_the_score(draft, send):
    send(draft, step="anomalia", procedure="numero-carte-errato")
    send(draft, step="posto", responsible="N")
    send(draft, step="domanda", fact="fase-passata", answer="in-corso")
    send(draft, step="domanda", fact="origine-numero", answer="ricevuto")
    assert send(draft, "decide_case").url == address(draft, "arbitral_score")


def test_a_missing_reason_is_asked_for_in_place(draft, send):
    send(draft, step="anomalia", procedure="altra-anomalia")
    send(draft, step="posto", responsible="N")
    send(draft, step="rilevazione", seats=["E"], timing="tempestiva")
    send(draft, step="domanda", fact="scelta", answer="sanatoria-sospesa")
    send(draft, step="domanda", fact="gioco-proseguito", answer="nessuno")
    response = send(draft, "decide_case", reason="", voiced_by="E")
    assert response.status_code == 422
    assert "scrivi la motivazione" in text_of(response)
    assert 'value="E" checked' in response.content.decode()


def test_confirming_too_early_is_refused(draft, send):
    response = send(draft, "decide_case")
    assert response.status_code == 422
    assert "Scegli prima l’anomalia" in text_of(response)


def test_confirming_a_stale_case_shows_both(through, send):
    response = send(through(), "decide_case", version=1)
    assert response.status_code == 409
    assert not Ruling.objects.exists()


def test_a_decided_case_shows_its_ruling(through, send, bruno_client):
    draft = through()
    send(draft, "decide_case")
    assert bruno_client.get(address(draft)).url == reverse("ruling", args=[draft.tournament.slug, 1])


def test_discarding_asks_why_and_says_so(draft, send, bruno_client):
    send(draft, step="anomalia", procedure="accusa-anticipata")
    assert 'name="reason"' in bruno_client.get(address(draft)).content.decode()
    refused = send(draft, "discard_case", reason=" ")
    assert refused.status_code == 422
    assert "Scrivi perché" in text_of(refused)
    send(draft, "discard_case", reason="Tavolo sbagliato")
    words = text_of(bruno_client.get(address(draft)))
    assert "è stata scartata" in words
    assert "Tavolo sbagliato" in words


def test_the_director_reads_a_draft_without_answering(through, client_of, dora):
    draft = through()
    page = client_of(dora).get(address(draft))
    assert "Bruno Riva la sta raccogliendo" in text_of(page)
    assert 'name="answer"' not in page.content.decode()


def test_a_wizard_page_costs_few_queries(through, bruno_client, django_assert_max_num_queries):
    draft = through()
    with django_assert_max_num_queries(12):  # one of them for the deals that the program keeps
        bruno_client.get(address(draft))


# -- deciding otherwise -------------------------------------------------------------------------------------------


def test_departing_shows_the_choices_and_the_proposal(through, bruno_client):
    words = text_of(bruno_client.get(address(through(), "depart_case")))
    assert "Che cosa dispone l’arbitro?" in words
    assert "Il codice propone" in words


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_preview_asks_on_and_records_nothing(headers, through, send):
    draft = through()
    choice = {"anteprima": "1", "scelta-scelta": "correzione", "reason": "Recidiva"}
    response = send(draft, "depart_case", headers=headers, **choice)
    assert "Quale onere o quale penale?" in text_of(response)
    assert "Recidiva" in text_of(response)
    told = {"scelta-onere": "penalita-vp", "scelta-gioco-proseguito": "nessuno"}
    more = send(draft, "depart_case", headers=headers, **choice, **told)
    assert "Quanti VP di penalità?" in text_of(more)
    assert not Ruling.objects.exists()


def test_departing_records_the_ruling(through, send):
    draft = through()
    fields = {"scelta-scelta": "correzione", "scelta-onere": "penalita-vp", "amount": "1", "reason": "Recidiva"}
    fields |= {"scelta-gioco-proseguito": "nessuno"}
    assert send(draft, "depart_case", **fields).status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.departed, ruling.reason) == (True, "Recidiva")


def test_departing_without_reason_is_refused_and_keeps_the_choice(through, send):
    response = send(through(), "depart_case", **{"scelta-scelta": "nessun-effetto", "reason": ""})
    assert response.status_code == 422
    assert 'value="nessun-effetto" checked' in response.content.decode()
    assert not Ruling.objects.exists()


def test_departing_from_a_stale_case_shows_both(through, send):
    response = send(through(), "depart_case", version=1, order="Si riprende.", reason="Principianti")
    assert response.status_code == 409


def test_there_is_nothing_to_depart_from_before_a_proposal(draft, bruno_client):
    response = bruno_client.get(address(draft, "depart_case"))
    assert response.status_code == 422
    assert "Scegli prima l’anomalia" in text_of(response)
