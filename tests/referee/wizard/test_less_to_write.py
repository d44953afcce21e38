"""What the wizard spares on a phone: a reason where nothing was recorded, a guess what an answer brings about."""

import re

from referee.cases.models import Case
from tests.referee.wizard.test_wizard_pages import address, text_of


def test_a_case_of_which_nothing_was_recorded_is_put_aside_without_a_reason(send, draft, bruno_client):
    blank = bruno_client.get(address(draft)).content.decode()
    assert "Scarta questa anomalia" in blank and 'name="reason"' not in blank
    assert send(draft, "discard_case").status_code == 302
    draft.refresh_from_db()
    assert (draft.state, draft.discard_reason) == (Case.State.DISCARDED, "Nulla era stato annotato")


def test_what_an_answer_brings_about_stands_below_it(send, draft, bruno_client):
    send(draft, step="anomalia", procedure="altra-anomalia")
    send(draft, step="posto", responsible="N")
    send(draft, step="rilevazione", seats=["E"], timing="tempestiva")
    page = bruno_client.get(address(draft)).content.decode()
    assert re.findall(r'name="answer" value="([a-z-]+)"', page)[:3] == ["nessun-effetto", "correzione", "monte"]
    assert "Nulla: solo una spiegazione Si continua a giocare come si era" in text_of(bruno_client.get(address(draft)))
