"""Players whom the roster flags: admitted with a reason, asked about before play begins, never by the way."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.test import Client

from people.accounts.models import Player, User
from people.players.models import Member, Suspension
from records.log import verify_log
from records.models import LogEntry
from records.requests import Refused
from tests import factories
from tests.asking import queries_of
from tests.factories import NOON, acting
from tests.reading import book
from tournaments.check_in.actions import check_in, close_check_in, withdraw
from tournaments.entries.admission_actions import admit, seen_of_flags, withdraw_admission
from tournaments.entries.admission_queries import admissions_sheet, flags_of
from tournaments.entries.models import Admission, Entry
from tournaments.entries.rules import Absent
from tournaments.entry_lists.actions import stage_import
from tournaments.publication.verification_queries import check_all
from tournaments.rounds.actions import create_round, flagged_in, publish_round, start_round
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Four pairs, all members but for the first player of pair 1, whose card is over, and of pair 2, without one."""
    tournament = factories.make_tournament()
    for number in range(1, 5):
        factories.make_entry(tournament, number)
    for player in Player.objects.order_by("pk"):
        player.card_number, player.federation = str(100 + player.pk), tournament.federation
        player.save()
        Member.objects.create(
            federation=tournament.federation,
            card_number=player.card_number,
            card_key=player.card_number,
            last_name=player.last_name,
            first_name=player.first_name,
            valid_until=date(2026, 12, 31),
        )
    first, second = player_of(tournament, 1), player_of(tournament, 2)
    Member.objects.filter(card_key=first.card_number).update(valid_until=date(2026, 6, 30))
    Player.objects.filter(pk=second.pk).update(card_number="")
    return tournament


def player_of(tournament: Tournament, number: int) -> Player:
    return tournament.entries.get(number=number).members.get(position=1).player


def one(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


def open_flags(tournament: Tournament) -> list[tuple[int, list[str]]]:
    flags = flags_of(tournament).values()
    return [
        (flag.number, [found.kind.value for found in flag.findings]) for some in flags for flag in some if flag.is_open
    ]


@pytest.fixture
def shown(tournament: Tournament, dora: User) -> Round:
    entries = list(tournament.entries.order_by("number"))
    pairings = [(entries[0], entries[1]), (entries[2], entries[3])]
    return publish_round(by=acting(dora), round=create_round(by=acting(dora), tournament=tournament, pairings=pairings))


def test_who_is_admitted_is_asked_about_no_more_and_the_record_is_sealed(tournament, dora):
    entry, player = one(tournament, 1), player_of(tournament, 1)
    given = admit(by=acting(dora), entry=entry, player=player, reason=" Rinnovo in corso ")
    assert (given.findings, given.reason) == ({"kinds": ["expired"], "about": ["2026-06-30"]}, "Rinnovo in corso")
    assert open_flags(tournament) == [(2, ["no_card"])]
    line = LogEntry.objects.get(action="admit")
    assert line.data == {"entry": 1, "player": player.pk, "reason": "Rinnovo in corso", "flagged_for": ["expired"]}
    assert set(line.seals) == {f"tournaments.Admission:{given.pk}"}
    assert verify_log(tournament).holds


def test_nobody_is_admitted_without_a_reason_or_without_need(tournament, dora):
    entry, player = one(tournament, 1), player_of(tournament, 1)
    with pytest.raises(Refused, match="Scrivi il motivo"):
        admit(by=acting(dora), entry=entry, player=player, reason="  ")
    with pytest.raises(Refused, match="Non c’è niente da ammettere"):
        admit(by=acting(dora), entry=one(tournament, 3), player=player_of(tournament, 3), reason="Così")
    with pytest.raises(Refused, match="Non c’è niente da ammettere"):
        admit(by=acting(dora), entry=one(tournament, 3), player=player, reason="Un altro")
    admit(by=acting(dora), entry=entry, player=player, reason="Così")
    with pytest.raises(Refused, match="Non c’è niente da ammettere"):
        admit(by=acting(dora), entry=entry, player=player, reason="Ancora")
    assert Admission.objects.count() == 1


def test_what_came_up_since_the_page_was_shown_is_looked_at_first(tournament, dora):
    entry, player = one(tournament, 1), player_of(tournament, 1)
    seen = seen_of_flags(flags_of(tournament)[entry.pk])
    member = Member.objects.get(card_key=player.card_number)
    Suspension.objects.create(member=member, starts_on=NOON.date(), reason="Ricorso", set_by=dora, set_at=NOON)
    with pytest.raises(Refused, match="Intanto è cambiato"):
        admit(by=acting(dora), entry=entry, player=player, reason="Così", seen=seen)


def test_an_admission_does_not_cover_what_comes_up_later_and_a_new_one_takes_its_place(tournament, dora):
    entry, player = one(tournament, 1), player_of(tournament, 1)
    first = admit(by=acting(dora), entry=entry, player=player, reason="Rinnovo in corso")
    member = Member.objects.get(card_key=player.card_number)
    Suspension.objects.create(member=member, starts_on=date(2026, 11, 1), reason="Ricorso", set_by=dora, set_at=NOON)
    assert (1, ["suspended", "expired"]) in open_flags(tournament)
    second = admit(by=acting(dora), entry=entry, player=player, reason="Sospensiva del giudice")
    first.refresh_from_db()
    assert (first.is_withdrawn, first.withdraw_reason) == (True, "Ne vale una nuova.")
    assert second.findings["kinds"] == ["suspended", "expired"]
    assert verify_log(tournament).holds
    assert [check.what for check in check_all(tournament) if "Admission" in check.trouble] == []


def test_an_admission_taken_back_is_asked_about_again(tournament, dora):
    entry, player = one(tournament, 1), player_of(tournament, 1)
    given = admit(by=acting(dora), entry=entry, player=player, reason="Rinnovo in corso")
    with pytest.raises(Refused, match="Scrivi il motivo"):
        withdraw_admission(by=acting(dora), admission=given, reason="")
    withdraw_admission(by=acting(dora), admission=given, reason="Il rinnovo non è arrivato")
    assert (1, ["expired"]) in open_flags(tournament)
    with pytest.raises(Refused, match="già ritirata"):
        withdraw_admission(by=acting(dora), admission=given, reason="Ancora")
    assert verify_log(tournament).holds


@pytest.mark.parametrize("name", ["giulia", "bruno", "sara"])
def test_only_who_manages_the_entries_admits(tournament, dora, request, name):
    other = request.getfixturevalue(name)
    entry, player = one(tournament, 1), player_of(tournament, 1)
    with pytest.raises(PermissionDenied):
        admit(by=acting(other), entry=entry, player=player, reason="Così")
    given = admit(by=acting(dora), entry=entry, player=player, reason="Così")
    with pytest.raises(PermissionDenied):
        withdraw_admission(by=acting(other), admission=given, reason="Così")


def test_nobody_is_admitted_once_the_tournament_has_ended(tournament, dora):
    Tournament.objects.update(ending="concluded", ended_at=NOON)
    tournament.refresh_from_db()
    with pytest.raises(Refused, match="Il torneo è finito"):
        admit(by=acting(dora), entry=one(tournament, 1), player=player_of(tournament, 1), reason="Così")


@pytest.mark.parametrize("change", ["delete", "reason", "findings", "again"])
def test_an_admission_is_kept_as_it_was_given(tournament, dora, change):
    given = admit(by=acting(dora), entry=one(tournament, 1), player=player_of(tournament, 1), reason="Così")
    withdraw_admission(by=acting(dora), admission=given, reason="No")
    rows = Admission.objects.all()
    changes = {"reason": {"reason": "x"}, "findings": {"findings": {}}, "again": {"withdraw_reason": "Sì"}}
    with pytest.raises(DatabaseError), transaction.atomic():
        rows._raw_delete("default") if change == "delete" else rows.update(**changes[change])


# Before play begins


def test_the_first_round_names_who_is_flagged_and_begins_for_a_reason(tournament, dora, shown):
    assert [(one.number, one.is_open) for one in flagged_in(shown)] == [(1, True), (2, True)]
    with pytest.raises(Refused, match="2 giocatori: 1 Anna Conti: la tessera è scaduta il 30/06/2026; 2 "):
        start_round(by=acting(dora), round=shown)
    seen = seen_of_flags(flagged_in(shown))
    with pytest.raises(Refused, match="Scrivi perché"):
        start_round(by=acting(dora), round=shown, flagged=seen, reason=" ")
    shown.refresh_from_db()
    assert (shown.state, Admission.objects.count()) == ("published", 0)
    begun = start_round(by=acting(dora), round=shown, flagged=seen, reason="Rinnovi in corso")
    assert begun.state == "playing"
    assert list(Admission.objects.order_by("entry__number").values_list("entry__number", "reason")) == [
        (1, "Rinnovi in corso"),
        (2, "Rinnovi in corso"),
    ]
    line = LogEntry.objects.get(action="start_round")
    assert (line.data["reason"], [one[0] for one in line.data["admitted"]]) == ("Rinnovi in corso", [1, 2])
    assert verify_log(tournament).holds


def test_who_was_admitted_before_is_not_asked_about(tournament, dora, shown):
    for number in (1, 2):
        admit(by=acting(dora), entry=one(tournament, number), player=player_of(tournament, number), reason="Così")
    assert start_round(by=acting(dora), round=shown).state == "playing"
    assert "admitted" not in LogEntry.objects.get(action="start_round").data


def test_who_is_flagged_after_the_page_was_shown_is_named(tournament, dora, shown):
    seen = seen_of_flags(flagged_in(shown))
    Player.objects.filter(pk=player_of(tournament, 3).pk).update(card_number="999")
    with pytest.raises(Refused, match="la tessera 999 non è nell’albo"):
        start_round(by=acting(dora), round=shown, flagged=seen, reason="Rinnovi in corso")
    assert not Admission.objects.exists()


def test_a_forged_digest_admits_nobody(tournament, dora, shown):
    with pytest.raises(Refused, match="L’albo segnala"):
        start_round(by=acting(dora), round=shown, flagged="x" * 64, reason="Così")


def test_closing_the_check_in_names_who_is_there_and_flagged(tournament, dora):
    for number in (1, 3):
        check_in(by=acting(dora), entry=one(tournament, number))
    with pytest.raises(Refused, match="L’albo segnala un giocatore: 1 Anna Conti"):
        close_check_in(by=acting(dora), tournament=tournament, absent=Absent.LEFT_OUT)
    assert one(tournament, 2).from_round == 1
    flags = [flag for flag in flags_of(tournament)[one(tournament, 1).pk] if flag.is_open]
    close_check_in(
        by=acting(dora), tournament=tournament, absent=Absent.LEFT_OUT, flagged=seen_of_flags(flags), reason="Rinnovo"
    )
    assert Admission.objects.get().reason == "Rinnovo"
    assert one(tournament, 2).from_round == 2
    assert verify_log(tournament).holds


def test_without_a_roster_nothing_is_asked(tournament, dora, shown):
    Tournament.objects.update(federation=factories.make_federation("altra"))
    shown = Round.objects.select_related("tournament").get(pk=shown.pk)
    assert start_round(by=acting(dora), round=shown).state == "playing"


# On the pages


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


DESK = "/tornei/coppa-levante/direzione/"


def test_the_lists_show_sign_and_word(tournament, dora, sara):
    for client, address in ((signed_in(dora), f"{DESK}coppie/"), (signed_in(sara), f"{DESK}presenze/")):
        page = client.get(address).content.decode()
        assert page.count("tessera scaduta") == 1
        assert page.count("senza tessera") == 1


def test_the_page_of_an_entry_says_what_may_be_done(tournament, dora, sara):
    page = signed_in(dora).get(f"{DESK}coppie/1/").content.decode()
    assert "La tessera è scaduta il 30/06/2026." in page
    player = player_of(tournament, 1)
    entry = f"{DESK}coppie/1/"
    for address in (f"{entry}ammetti/{player.pk}/", f"/giocatori/{player.pk}/dati/", f"{entry}sostituzione/"):
        assert f'href="{address}"' in page
    assert "ammetti/" not in signed_in(sara).get(f"{DESK}coppie/1/").content.decode()


@pytest.mark.long
def test_admitting_from_the_page(tournament, dora):
    client, player = signed_in(dora), player_of(tournament, 1)
    address = f"{DESK}coppie/1/ammetti/{player.pk}/"
    seen = seen_of_flags(flags_of(tournament)[one(tournament, 1).pk])
    assert seen in client.get(address).content.decode()
    refused = client.post(address, {"key": "k1", "seen": seen, "reason": " "})
    assert refused.status_code == 422
    stale = client.post(address, {"key": "k2", "seen": "altro", "reason": "Rinnovo chiesto"})
    page = stale.content.decode()
    assert (stale.status_code, "Rinnovo chiesto" in page, seen in page) == (422, True, True)
    assert client.post(address, {"key": "k3", "seen": seen, "reason": "Rinnovo chiesto"}).status_code == 302
    page = client.get(f"{DESK}coppie/1/").content.decode()
    assert "Rinnovo chiesto" in page
    given = Admission.objects.get()
    back = f"{DESK}coppie/1/ammissioni/{given.pk}/ritira/"
    assert client.post(back, {"key": "k4", "reason": "Non è arrivato"}).status_code == 302
    assert "Non è arrivato" in client.get(f"{DESK}coppie/1/").content.decode()


def test_who_does_not_play_in_the_entry_is_not_found(tournament, dora):
    client, other = signed_in(dora), player_of(tournament, 2)
    assert client.get(f"{DESK}coppie/1/ammetti/{other.pk}/").status_code == 404
    given = admit(by=acting(dora), entry=one(tournament, 1), player=player_of(tournament, 1), reason="Così")
    assert client.get(f"{DESK}coppie/2/ammissioni/{given.pk}/ritira/").status_code == 404


def test_entering_somebody_flagged_says_so_at_once(tournament, dora):
    sent = {"key": "k", "p1-last_name": "Nuova", "p1-first_name": "Ada", "p1-card_number": "777", "p2-last_name": "Re",
            "p2-first_name": "Ugo", "p2-card_number": ""}  # fmt: skip
    page = signed_in(dora).post(f"{DESK}coppie/", sent, follow=True).content.decode()
    assert "L’albo segnala Ada Nuova: la tessera 777 non è nell’albo; Ugo Re: non ha una tessera." in page


def test_the_round_begins_from_the_page_only_with_a_reason(tournament, dora, shown):
    client = signed_in(dora)
    address, step = f"{DESK}turni/1/", {"state": "published"}
    page = client.get(address).content.decode()
    assert "L’albo segnala 2 giocatori" in page
    assert "Avvia il turno</button>" not in page
    seen = seen_of_flags(flagged_in(shown))
    refused = client.post(f"{address}stato/", {"key": "k1", **step})
    assert (refused.status_code, "L’albo segnala 2 giocatori" in refused.content.decode()) == (422, True)
    assert (
        client.post(f"{address}stato/", {"key": "k2", "flagged": seen, "reason": "Rinnovi", **step}).status_code == 302
    )
    shown.refresh_from_db()
    assert (shown.state, Admission.objects.count()) == ("playing", 2)


def test_the_check_in_closes_from_the_page_only_with_a_reason(tournament, dora):
    check_in(by=acting(dora), entry=one(tournament, 1))
    client, address = signed_in(dora), f"{DESK}presenze/chiusura/"
    seen = seen_of_flags(flags_of(tournament)[one(tournament, 1).pk])
    assert seen in client.get(address).content.decode()
    refused = client.post(address, {"key": "k1", "absent": "left-out", "reason": "Rinnovo"})
    assert refused.status_code == 422
    answer = client.post(address, {"key": "k2", "absent": "left-out", "reason": "Rinnovo", "flagged": seen})
    assert (answer.status_code, Admission.objects.get().reason) == (302, "Rinnovo")


@pytest.mark.long
def test_the_report_and_the_workbook_list_admissions(tournament, dora):
    assert admissions_sheet(tournament).rows == ()
    given = admit(by=acting(dora), entry=one(tournament, 1), player=player_of(tournament, 1), reason="Rinnovo")
    withdraw_admission(by=acting(dora), admission=given, reason="Non arrivato")
    (row,) = admissions_sheet(tournament).rows
    assert row[:5] == (1, "Anna Conti", "tessera scaduta", "Rinnovo", "Dora Pace")
    answer = signed_in(dora).get("/tornei/coppa-levante/esporta/torneo.xlsx")
    assert "Ammissioni" in book(answer.content).sheetnames


def test_who_withdrew_is_not_asked_about(tournament, dora):
    withdraw(by=acting(dora), entry=one(tournament, 1), reason="Malattia")
    assert open_flags(tournament) == [(2, ["no_card"])]


def test_the_preview_of_a_list_says_whom_the_roster_would_flag(tournament, dora):
    rows = b"Cognome 1;Nome 1;Tessera 1;Cognome 2;Nome 2;Tessera 2\nNuova;Ada;777;Re;Ugo;\n"
    batch = stage_import(by=acting(dora), tournament=tournament, kind="entries", file_name="coppie.csv", content=rows)
    page = " ".join(signed_in(dora).get(f"{DESK}coppie/importa/{batch.pk}/").content.decode().split())
    assert "Nel file ci sono 2 giocatori che l’albo segnala" in page
    assert "la tessera 777 non è nell’albo" in page
    Member.objects.update(left_at=NOON)
    assert "che l’albo segnala" not in signed_in(dora).get(f"{DESK}coppie/importa/{batch.pk}/").content.decode()


@pytest.mark.long
@pytest.mark.parametrize("page", ["coppie/", "presenze/"])
def test_the_lists_ask_no_more_for_more_entries(tournament, dora, page):
    client = signed_in(dora)
    few = queries_of(client, DESK + page)
    for number in range(5, 25):
        factories.make_entry(tournament, number)
    assert queries_of(client, DESK + page) == few
    Member.objects.update(left_at=NOON)
    # Without a roster only that there is none is asked; with one who is who, suspended, admitted.
    assert few - queries_of(client, DESK + page) == 5
