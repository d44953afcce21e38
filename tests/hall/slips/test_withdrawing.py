"""A line takes back what it sent, as long as the other one has not answered."""

import pytest

from hall.slips.actions import StaleSlip, withdraw_slip
from records.models import LogEntry
from records.requests import Refused
from tests.asking import text
from tests.factories import acting
from tests.hall.slips.results import AGREED, TYPED, A, B, Phone, address_of, agree, put, recorded
from tournaments.scores.match_models import TableSlip
from tournaments.scores.round_queries import slips_sent_from
from tournaments.staff.log_words import words_of_line


def withdraw(players, table, line=A, *, version=1):
    return withdraw_slip(by=acting(players), table=table, line=line, version=version)


def test_what_a_line_sent_no_longer_stands(players, table):
    put(players, table)
    assert withdraw(players, table).state == "superseded"
    assert slips_sent_from([table]) == {}
    line = LogEntry.objects.get(action="withdraw_slip")
    assert words_of_line(line).what == "Risultato ritirato dalla linea che lo aveva mandato"


def test_after_that_either_line_sends_anew(players, table):
    put(players, table)
    withdraw(players, table)
    assert put(players, table, B).version == 2
    agree(players, table, A, version=2)
    assert recorded() == AGREED


def test_it_is_refused_to_the_other_line_and_in_a_dispute(players, table):
    put(players, table)
    with pytest.raises(Refused, match="l’ha mandato l’altra linea"):
        withdraw(players, table, B)
    TableSlip.objects.update(state="disputed")
    with pytest.raises(Refused, match="L’altra linea ha già detto altro"):
        withdraw(players, table)


def test_confirmed_or_sent_anew_meanwhile_it_is_too_late(players, table):
    put(players, table)
    with pytest.raises(StaleSlip):
        withdraw(players, table, version=2)
    agree(players, table)
    with pytest.raises(StaleSlip):
        withdraw(players, table)
    assert recorded() == AGREED


def test_the_page_offers_it_and_shows_empty_fields_after_it(table):
    phone = Phone(address_of(table, "A"))
    phone.send(**TYPED, step="send", version=0)
    assert "Ritira" in text(phone.get())
    assert phone.send(step="withdraw", version=1).status_code == 302
    page = phone.get()
    assert "Manda il risultato" in text(page)
    assert page.context["form"].boards[0][1]["line_a"].value() is None


def test_without_a_version_nothing_is_taken_back(table):
    phone = Phone(address_of(table, "A"))
    phone.send(**TYPED, step="send", version=0)
    assert phone.send(step="withdraw").status_code == 409
    assert TableSlip.objects.get().state == "proposed"
