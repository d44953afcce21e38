"""Entry fees and prizes as a record: what is owed, who paid, the sums; versions that nobody overwrites."""

from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from people.accounts.models import Player
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests.asking import DESK, send, text
from tests.factories import NOON, acting, give_role, make_entries, make_tournament
from tests.reading import text_of
from tests.tournaments.at_once import at_once
from tournaments.check_in.exports import fees_sheet
from tournaments.check_in.fee_actions import note_payment, set_fee
from tournaments.check_in.models import Fee, FeePayment
from tournaments.check_in.queries import fee_lines, fees_in_force, totals
from tournaments.entries.models import Entry, EntryMember
from tournaments.publication.actions import set_prize
from tournaments.publication.exports import prizes_sheet
from tournaments.publication.models import Prize
from tournaments.setup.models import Ending, Tournament
from tournaments.staff.log_words import words_of_line

PRIZE = {"group": None, "category": "", "name": "Coppa"}


def fee(by, tournament, cents, **more):
    said = {"category": "", "per": "entry", "seen": 0} | more
    return set_fee(by=acting(by), tournament=tournament, cents=cents, **said)


def pay(by, entry, cents=4000, seen=0, *, paid=True, reason=""):
    return note_payment(by=acting(by), entry=entry, paid=paid, cents=cents, seen=seen, reason=reason)


def dues(tournament):
    return {one.entry.number: one.due for one in fee_lines(tournament, fees_in_force(tournament))}


def test_what_is_owed_by_category_by_entry_and_by_player(tournament, dora):
    Entry.objects.filter(number=2).update(category="under 21")
    third = tournament.entries.get(number=3)
    third_player = Player.objects.create(first_name="Ida", last_name="Terza")
    EntryMember.objects.create(entry=third, player=third_player, position=3)
    Entry.objects.filter(number=4).update(state="withdrawn", until_round=0)
    assert dues(tournament) == {1: 0, 2: 0, 3: 0, 4: 0}
    fee(dora, tournament, 2050, per="player")
    fee(dora, tournament, 1000, category="Under 21")
    # 1: two players; 2: by its category, once; 3: three players; 4 withdrew before playing.
    assert dues(tournament) == {1: 4100, 2: 1000, 3: 6150, 4: 0}


def test_who_took_a_place_later_pays_no_second_fee(tournament, dora):
    entry = tournament.entries.get(number=1)
    EntryMember.objects.filter(entry=entry, position=1).update(until_round=1)
    other = Player.objects.create(first_name="Ida", last_name="Nuova")
    EntryMember.objects.create(entry=entry, player=other, position=1, from_round=2)
    fee(dora, tournament, 1000, per="player")
    assert dues(tournament)[1] == 2000


def test_a_fee_changes_by_a_version_with_its_reason_and_may_be_taken_away(tournament, dora):
    fee(dora, tournament, 2000)
    with pytest.raises(Refused, match="Scrivi perché la quota cambia"):
        fee(dora, tournament, 2500, seen=1)
    with pytest.raises(Refused, match="Questa quota c’è già"):
        fee(dora, tournament, 2500, seen=0, reason="Sala più cara")
    with pytest.raises(Refused, match="Intanto qualcun altro ha cambiato la quota"):
        fee(dora, tournament, 2500, seen=2, reason="Sala più cara")
    fee(dora, tournament, 2500, seen=1, reason="Sala più cara")
    fee(dora, tournament, None, seen=2, reason="Offre il circolo")
    assert list(Fee.objects.values_list("version", "cents")) == [(1, 2000), (2, 2500), (3, None)]
    assert dues(tournament)[1] == 0
    with pytest.raises(Refused, match="Scrivi l’importo"):
        fee(dora, tournament, None, category="Soci")


def test_a_payment_is_noted_and_taken_back_and_every_version_stays(tournament, dora, sara):
    fee(dora, tournament, 4000)
    entry = tournament.entries.get(number=1)
    pay(sara, entry)
    with pytest.raises(Refused, match="Intanto Sara Moro l’ha già segnato"):
        pay(dora, entry)
    with pytest.raises(Refused, match="Scrivi perché"):
        pay(dora, entry, seen=1, paid=False)
    pay(dora, entry, seen=1, paid=False, reason="Era un’altra coppia")
    with pytest.raises(Refused, match="Non risulta"):
        pay(dora, entry, seen=2, paid=False, reason="Di nuovo")
    assert list(FeePayment.objects.values_list("version", "paid", "cents", "noted_by__username")) == [
        (1, True, 4000, "sara"), (2, False, 0, "dora"),
    ]  # fmt: skip


def test_the_sums(tournament, dora, sara):
    fee(dora, tournament, 4000)
    pay(sara, tournament.entries.get(number=1))
    pay(sara, tournament.entries.get(number=2), cents=1500)
    sums = totals(fee_lines(tournament, fees_in_force(tournament)))
    assert (sums.due, sums.paid, sums.missing, sums.unpaid) == (16000, 5500, 10500, 2)


def test_who_may(tournament, cast):
    entry = tournament.entries.get(number=1)
    for person in map(cast.get, ("bruno", "sara", "carla", "ettore")):
        with pytest.raises(PermissionDenied):
            fee(person, tournament, 100)
    for person in map(cast.get, ("carla", "ettore")):
        with pytest.raises(PermissionDenied):
            pay(person, entry)
    assert (Fee.objects.count(), FeePayment.objects.count()) == (0, 0)
    assert pay(cast["bruno"], entry).noted_by == cast["bruno"]


def test_fees_change_no_more_after_the_end_and_payments_are_still_noted(tournament, dora, sara):
    fee(dora, tournament, 4000)
    Tournament.objects.filter(pk=tournament.pk).update(ending=Ending.CONCLUDED, ended_at=NOON)
    with pytest.raises(Refused, match="Il torneo è finito"):
        fee(dora, tournament, 100, seen=1, reason="Tardi")
    assert pay(sara, tournament.entries.get(number=1)).paid


@pytest.mark.parametrize("model", [Fee, FeePayment])
@pytest.mark.parametrize("change", ["update", "delete"])
def test_nothing_of_it_is_ever_changed_or_deleted(tournament, dora, model, change):
    fee(dora, tournament, 4000)
    pay(dora, tournament.entries.get(number=1))
    rows = model.objects.all()
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.delete() if change == "delete" else rows.update(cents=1)


def test_two_who_note_the_same_payment_at_once_note_it_once(transactional_db, dora, sara):
    tournament = make_tournament("due")
    entry = make_entries(tournament, 1)[0]
    for person in (dora, sara):
        give_role(person, tournament, Role.DIRECTOR)
    found = at_once(*(lambda who=who: pay(who, entry) for who in (dora, sara)))
    assert sorted(isinstance(one, Refused) for one in found) == [False, True]
    assert FeePayment.objects.get().cents == 4000


def test_the_log_tells_it_and_the_records_are_sealed(tournament, dora):
    fee(dora, tournament, 4000)
    pay(dora, tournament.entries.get(number=1))
    pay(dora, tournament.entries.get(number=1), seen=1, paid=False, reason="Assegno tornato")
    lines = [
        words_of_line(one, tournament) for one in LogEntry.objects.filter(tournament=tournament).order_by("sequence")
    ]
    assert [(one.what, one.about, one.figures, one.reason) for one in lines] == [
        ("Quota di iscrizione data o cambiata", "", "40,00 €", ""),
        ("Segnato chi ha pagato la quota", "coppia 1", "40,00 €", ""),
        ("Segnato chi ha pagato la quota", "coppia 1", "non ha pagato", "Assegno tornato"),
    ]
    assert all(one.seals for one in LogEntry.objects.filter(tournament=tournament))


def test_from_the_page(client_of, tournament, dora, sara, carla):
    client = client_of(dora)
    assert (
        send(client, f"{DESK}quote/", category="", cents="20,50", per="player", reason="", seen="0").status_code == 302
    )
    page = text(client.get(f"{DESK}quote/"))
    assert "20,50 € per giocatore" in page
    assert "Dovuto 164,00 € Pagato 0,00 € Manca 164,00 € 4 iscrizioni" in page
    paid = send(client_of(sara), f"{DESK}quote/1/", paid="on", cents="41,00 €", seen="0")
    assert paid.headers["Location"] == f"{DESK}quote/"
    assert "41,00 €, Sara Moro" in text(client.get(f"{DESK}quote/"))
    assert "Cambia la quota" in text(client.get(f"{DESK}quote/?quota="))
    back = send(client, f"{DESK}quote/1/", cents="", seen="1", reason="Era un’altra coppia")
    assert back.status_code == 302
    assert "non ha pagato" in text(client.get(f"{DESK}quote/1/"))
    assert client_of(carla).get(f"{DESK}quote/").status_code == 404


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"cents": "venti"}, "Scrivi l’importo in euro"),
        ({"cents": "-5"}, "Scrivi l’importo in euro"),
        ({"cents": "9" * 500}, "20"),
        ({"cents": ""}, "Scrivi l’importo."),
        ({"cents": "5", "per": "tavolo"}, "tavolo"),
        ({"cents": "5", "seen": "7"}, "Intanto qualcun altro"),
    ],
)
def test_a_fee_that_cannot_be_is_refused_in_words(client_of, tournament, dora, sent, words):
    answer = send(
        client_of(dora), f"{DESK}quote/", **{"category": "Soci", "per": "entry", "seen": "0", "reason": ""} | sent
    )
    assert (answer.status_code, Fee.objects.count()) == (422, 0)
    assert words in text(answer)
    assert 'value="Soci"' in answer.content.decode()


@pytest.mark.long
def test_the_page_asks_as_often_for_many_as_for_few(client_of, dora):
    client, counted = client_of(dora), []
    for size in (6, 160):
        tournament = make_tournament(f"di-{size}")
        give_role(dora, tournament, Role.DIRECTOR)
        for entry in make_entries(tournament, size):
            pay(dora, entry)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/tornei/di-{size}/direzione/quote/").status_code == 200
        counted.append(len(asked))
    assert counted[0] == counted[1]


@pytest.mark.long
def test_in_the_workbook_and_on_paper(client_of, tournament, dora):
    assert fees_sheet(tournament).rows == ()
    fee(dora, tournament, 4000)
    pay(dora, tournament.entries.get(number=1))
    sheet = fees_sheet(tournament)
    assert (sheet.values("Quota"), sheet.values("Pagato")) == (["40,00 €"] * 4, ["40,00 €", "", "", ""])
    assert sheet.footer[3:5] == ("160,00 €", "40,00 €")
    paper = text_of(client_of(dora).get("/tornei/coppa-levante/esporta/quote.pdf").content)
    assert "Quote di iscrizione" in paper
    assert "160,00 €" in paper
    book = load_workbook(BytesIO(client_of(dora).get("/tornei/coppa-levante/esporta/torneo.xlsx").content))
    assert book["Quote di iscrizione"]["D2"].value == "40,00 €"


# Prizes


def test_a_prize_is_worth_its_amount_for_each_of_its_places(tournament, dora):
    by = acting(dora)
    set_prize(by=by, tournament=tournament, **PRIZE, place_from=1, place_to=1, cents=10000)
    set_prize(by=acting(dora), tournament=tournament, **PRIZE, place_from=2, place_to=4, cents=2550)
    set_prize(
        by=acting(dora), tournament=tournament, **PRIZE | {"name": "Prosciutto"}, place_from=5, place_to=5, in_kind=True
    )
    sheet = prizes_sheet(tournament)
    assert sheet.values("Valore") == ["100,00 €", "25,50 €", "in natura"]
    assert sheet.footer[1] == "176,50 €"


def test_a_prize_is_in_money_or_in_kind(client_of, tournament, dora):
    with pytest.raises(Refused, match="in denaro o in natura"):
        set_prize(by=acting(dora), tournament=tournament, **PRIZE, place_from=1, place_to=1, cents=1, in_kind=True)
    client = client_of(dora)
    sent = {"name": "Coppa", "place_from": "1", "place_to": "3", "category": "", "seen": ""}
    assert send(client, f"{DESK}premi/", **sent, cents="50", in_kind="on").status_code == 422
    assert send(client, f"{DESK}premi/", **sent, cents="50").status_code == 302
    assert Prize.objects.values_list("cents", "in_kind").get() == (5000, False)
    assert "50,00 €" in text(client.get("/tornei/coppa-levante/premi/"))
