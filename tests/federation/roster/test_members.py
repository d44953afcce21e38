"""The pages of the members: found, filtered, suspended, brought up to date; and who may."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, transaction
from django.test import Client

from federation.roster.actions import lift_suspension, suspend_member
from federation.roster.queries import MemberList, alike, history_of
from keeping.personal_data.actions import merge_players, part_players
from people.accounts.models import Player, User
from people.offices.models import FederationLine
from people.players.models import Member, PlayerMerge, RosterUpdate, Suspension
from records.requests import Refused
from records.rights import Role
from tests import factories
from tests.factories import acting, make_member
from tests.federation.roster.rosters import ANNA, LUCA, PIERO, stage, take, written

MEMBERS = "/federazioni/fitres/tesserati/"
TODAY = factories.NOON.date()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def names(known: MemberList) -> list[str]:
    return [str(line.member) for line in known.lines(known.matches)]


def test_a_name_is_found_whatever_slip_and_a_card_whatever_zeros(fitres):
    for card, name in (("00101", "Nicolò D’Amico"), ("00102", "Anna Conti"), ("00103", "Ugo Contini")):
        make_member(fitres, card, name)
    make_member(factories.make_federation("altra"), "00102", "Anna Conti")
    assert names(MemberList(fitres, TODAY, text="damico nicolo")) == ["Nicolò D’Amico"]
    assert names(MemberList(fitres, TODAY, text="Contt")) == ["Anna Conti", "Ugo Contini"]
    assert names(MemberList(fitres, TODAY, text="102")) == ["Anna Conti"]
    assert names(MemberList(fitres, TODAY, text="Bianchi")) == []
    assert names(MemberList(fitres, TODAY)) == ["Anna Conti", "Ugo Contini", "Nicolò D’Amico"]


def test_the_filters_say_who_is_over_suspended_gone(fitres, olga):
    day = date(2026, 11, 14)
    make_member(fitres, "1", "Anna Buona", valid_until=day)
    make_member(fitres, "2", "Bice Scaduta", valid_until=day - timedelta(days=1))
    left = make_member(fitres, "3", "Ciro Uscito", left_at=factories.NOON)
    suspended, over, lifted, later = (make_member(fitres, card, f"Dino Sosp{card}") for card in "4567")
    for one in (suspended, left):
        factories.make_suspension(one, olga, starts_on=day)
    factories.make_suspension(over, olga, starts_on=day - timedelta(days=9), ends_on=day - timedelta(days=1))
    lift = {"lifted_by": olga, "lifted_at": factories.NOON, "lift_reason": "Accolto"}
    factories.make_suspension(lifted, olga, starts_on=day, **lift)
    factories.make_suspension(later, olga, starts_on=day + timedelta(days=1))
    assert names(MemberList(fitres, day, filter_name="scaduti")) == ["Bice Scaduta"]
    assert names(MemberList(fitres, day, filter_name="sospesi")) == ["Dino Sosp4"]
    assert names(MemberList(fitres, day, filter_name="usciti")) == ["Ciro Uscito"]
    assert len(names(MemberList(fitres, day, filter_name="altro"))) == 6


@pytest.mark.parametrize("count", [1, 3, 90])
@pytest.mark.parametrize("query", ["", "?cerca=Ros", "?chi=scaduti"])
def test_the_queries_of_the_list_do_not_grow(fitres, olga, django_assert_max_num_queries, count, query):
    for number in range(count):
        make_member(fitres, str(number + 1), f"Ada Rossi{number}", valid_until=date(2020, 1, 1))
    client = signed_in(olga)
    with django_assert_max_num_queries(9):
        assert client.get(MEMBERS + query).content.decode().count("Rossi") >= count


def test_a_suspension_is_given_and_lifted_with_reasons_and_leaves_lines_without_names(fitres, olga):
    member = make_member(fitres, "101", "Anna Conti")
    given = suspend_member(
        by=acting(olga), member=member, starts_on=date(2026, 11, 1), ends_on=date(2026, 12, 31), reason=" Rissa ",
        reference="Delibera 4",
    )  # fmt: skip
    with pytest.raises(Refused, match="Scrivi perché"):
        lift_suspension(by=acting(olga), suspension=given, reason=" ")
    lifted = lift_suspension(by=acting(olga), suspension=given, reason="Reclamo accolto")
    assert (lifted.reason, lifted.lift_reason, lifted.lifted_by) == ("Rissa", "Reclamo accolto", olga)
    with pytest.raises(Refused, match="L’ha già tolta Olga Valli"):
        lift_suspension(by=acting(olga), suspension=given, reason="Ancora")
    days = {"member": member.pk, "starts_on": "2026-11-01", "ends_on": "2026-12-31"}
    assert list(FederationLine.objects.values_list("action", "data")) == [
        ("suspend_member", days),
        ("lift_suspension", days),
    ]


def test_what_is_no_suspension_is_refused_in_words(fitres, olga):
    member = make_member(fitres, "101", "Anna Conti")
    day = date(2026, 11, 1)
    with pytest.raises(Refused, match="Scrivi il motivo"):
        suspend_member(by=acting(olga), member=member, starts_on=day, ends_on=None, reason="")
    with pytest.raises(Refused, match="non finisce prima di cominciare"):
        suspend_member(by=acting(olga), member=member, starts_on=day, ends_on=day - timedelta(days=1), reason="Rissa")
    assert not Suspension.objects.exists()


@pytest.mark.parametrize("name", ["aldo", "gemma", "remo"])
def test_only_a_secretary_suspends(fitres, olga, name):
    other, member = factories.make_officer(name, fitres), make_member(fitres, "101", "Anna Conti")
    with pytest.raises(PermissionDenied):
        suspend_member(by=acting(other), member=member, starts_on=TODAY, ends_on=None, reason="Rissa")
    given = factories.make_suspension(member, olga)
    with pytest.raises(PermissionDenied):
        lift_suspension(by=acting(other), suspension=given, reason="Così")


def test_a_secretary_of_another_federation_suspends_nobody_here(fitres):
    other = factories.make_officer("olga", factories.make_federation("altra"))
    member = make_member(fitres, "101", "Anna Conti")
    with pytest.raises(PermissionDenied):
        suspend_member(by=acting(other), member=member, starts_on=TODAY, ends_on=None, reason="Rissa")
    assert signed_in(other).get(f"/federazioni/altra/tesserati/{member.pk}/").status_code == 404


@pytest.mark.parametrize("change", [{"reason": "x"}, {"ends_on": TODAY}, {"lift_reason": "Altro"}, None])
def test_a_suspension_is_kept_as_it_was_given(fitres, olga, change):
    given = factories.make_suspension(make_member(fitres, "101"), olga)
    lift_suspension(by=acting(olga), suspension=given, reason="Accolto")
    rows = Suspension.objects.all()
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(**change) if change else rows._raw_delete("default")


def test_suspending_and_lifting_from_the_page(fitres, olga):
    member, client = make_member(fitres, "101", "Anna Conti"), signed_in(olga)
    page = f"{MEMBERS}{member.pk}/"
    bad = {"starts_on": "2026-11-10", "ends_on": "2026-11-01", "reason": "Rissa al bar"}
    refused = client.post(f"{page}sospendi/", {"key": "k1", **bad})
    assert (refused.status_code, "Rissa al bar" in refused.content.decode()) == (422, True)
    assert client.post(f"{page}sospendi/", {"key": "k2", **bad, "ends_on": ""}).status_code == 302
    given = Suspension.objects.get()
    assert "Rissa al bar" in client.get(page).content.decode()
    back = f"{MEMBERS}sospensioni/{given.pk}/togli/"
    assert client.post(back, {"key": "k3", "l-reason": " "}).status_code == 422
    assert client.post(back, {"key": "k4", "l-reason": "Grazia"}).status_code == 302
    assert "Grazia" in client.get(page).content.decode()


def test_the_page_of_a_member_shows_each_update_that_changed_them(fitres, olga):
    take(olga, fitres, ANNA, LUCA)
    take(olga, fitres, ANNA.replace("Levante", "Ponente").replace("31/12/2026", "31/12/2027"), LUCA)
    member = Member.objects.get(card_key="101")
    (changed, joined) = history_of(member)
    assert [(one.name, one.before, one.after) for one in changed.fields] == [
        ("circolo", "Levante", "Ponente"),
        ("valida fino al", "31/12/2026", "31/12/2027"),
    ]
    assert joined.fields == ()
    page = signed_in(factories.make_officer("gemma", fitres)).get(f"{MEMBERS}{member.pk}/").content.decode()
    assert "valida fino al: 31/12/2026 →" in page
    assert "Registra la sospensione" not in page


def test_the_records_of_who_plays_and_their_merges_are_reached_from_the_member(fitres, olga):
    member = make_member(fitres, "00101", "Anna Conti")
    tournament = factories.make_tournament()
    kept = Player.objects.create(first_name="Anna", last_name="Conti", card_number="101", federation=fitres)
    merged = Player.objects.create(first_name="Ana", last_name="Conti")
    Player.objects.create(first_name="Altra", last_name="Conti", card_number="1010", federation=fitres)
    dora = factories.make_person("dora")
    factories.give_role(dora, tournament, Role.DIRECTOR)
    merge = merge_players(by=acting(dora), kept=kept, merged=merged, reason="Scritta male")
    page = signed_in(olga).get(f"{MEMBERS}{member.pk}/").content.decode()
    assert ("Scritta male" in page, "Altra Conti" in page, f"/giocatori/{kept.pk}/" in page) == (True, False, False)
    factories.give_role(olga, tournament, Role.DIRECTOR)
    page = signed_in(olga).get(f"{MEMBERS}{member.pk}/").content.decode()
    assert f"/giocatori/{kept.pk}/unisci/" in page
    assert f"/giocatori/{merged.pk}/separa/" in page
    part_players(by=acting(dora), merge=merge, reason="Sono due")
    page = signed_in(olga).get(f"{MEMBERS}{member.pk}/").content.decode()
    assert ("Sono due" in page, f"/giocatori/{merged.pk}/separa/" in page) == (True, False)
    assert PlayerMerge.objects.count() == 1


def test_equal_name_and_club_with_other_cards_are_listed(fitres, olga):
    for card, name, club in (
        ("1", "Anna Conti", "A.S.D. Levante"),
        ("2", "ANNA CONTI", "ASD Levante"),
        ("3", "Anna Conti", "Ponente"),
        ("4", "Luca Serra", "Levante"),
        ("6", "Conti Anna", "asd levante"),
    ):
        make_member(fitres, card, name, club_name=club)
    make_member(fitres, "5", "Luca Serra", club_name="Levante", left_at=factories.NOON)
    assert [sorted(one.card_number for one in group) for group in alike(fitres)] == [["1", "2", "6"]]
    assert "tessera 1" in signed_in(olga).get(f"{MEMBERS}doppi/").content.decode().replace("\n        ", " ")


# The file from the pages


def upload(content: bytes, name: str = "albo.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def test_the_whole_way_from_the_page(fitres, olga):
    client = signed_in(olga)
    assert "L’albo è vuoto" in client.get(MEMBERS).content.decode()
    sent = client.post(f"{MEMBERS}importa/", {"key": "k1", "file": upload(written(ANNA, LUCA, PIERO))})
    update = RosterUpdate.objects.get()
    preview = f"{MEMBERS}importa/{update.pk}/"
    assert (sent.status_code, sent.headers["Location"]) == (302, preview)
    assert "Conti Anna" in client.get(preview).content.decode()
    assert client.post(preview, {"key": "k2", "version": "0"}).status_code == 302
    assert "Conti Anna" in client.get(MEMBERS).content.decode()
    page = client.get(preview).content.decode()
    assert ("accettato" in page, "Conti" in page) == (True, False)
    # The same sent again is answered as the first time.
    assert client.post(preview, {"key": "k2", "version": "0"}).status_code == 302
    assert client.post(preview, {"key": "k3", "version": "1"}).status_code == 422


def test_the_preview_asks_before_many_leave_and_before_rows_are_left_out(fitres, olga):
    take(olga, fitres, ANNA, LUCA, PIERO)
    update, client = stage(olga, fitres, ANNA, ";Senza;Tessera;;;;"), signed_in(olga)
    preview = f"{MEMBERS}importa/{update.pk}/"
    page = client.get(preview).content.decode()
    assert ("Manca la tessera." in page, "più di un terzo" in page) == (True, True)
    refused = client.post(preview, {"key": "k1", "version": "1", "leave_out": "on"})
    assert refused.status_code == 422
    assert 'name="leave_out" checked' in " ".join(refused.content.decode().split())
    answer = client.post(preview, {"key": "k2", "version": "1", "leave_out": "on", "drop_many": "on"})
    assert (answer.status_code, Member.objects.filter(left_at=None).count()) == (302, 1)


def test_a_stale_preview_is_made_anew_on_the_page(fitres, olga):
    take(olga, fitres, ANNA)
    mine = stage(olga, fitres, ANNA, LUCA)
    take(olga, fitres, ANNA, PIERO)
    refused = signed_in(olga).post(f"{MEMBERS}importa/{mine.pk}/", {"key": "k1", "version": "1"})
    page = refused.content.decode()
    assert (refused.status_code, "ecco l’anteprima rifatta" in page) == (422, True)
    assert 'name="version" value="2"' in page
    assert "Galli Piero" in signed_in(olga).get(f"{MEMBERS}importa/{mine.pk}/?mostra=usciti").content.decode()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("albo.csv", b"", "vuoto"),
        ("albo.xlsx", written(ANNA), "Il nome del file non dice"),
        ("albo.csv", b"Nome\nAnna\n", "Non trovo"),
        ("albo.csv", b"x" * (4 * 2**20 + 1), "più grande di 4 MB"),
    ],
)
def test_a_file_that_is_none_is_answered_in_words(fitres, olga, name, content, words):
    answer = signed_in(olga).post(f"{MEMBERS}importa/", {"key": "k", "file": upload(content, name)})
    assert (answer.status_code, words in answer.content.decode()) == (422, True)
    assert not RosterUpdate.objects.exists()


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 40])
def test_a_forged_version_is_no_500(fitres, olga, version):
    update = stage(olga, fitres, ANNA)
    answer = signed_in(olga).post(f"{MEMBERS}importa/{update.pk}/", {"key": "k", "version": version})
    assert (answer.status_code, Member.objects.exists()) == (422, False)


def test_the_update_of_another_federation_is_not_found(fitres, olga):
    other = factories.make_federation("altra")
    update = RosterUpdate.objects.create(
        federation=other, file_name="x", digest="x", staged_by=olga, staged_at=factories.NOON
    )
    for address in (f"importa/{update.pk}/", f"importa/{update.pk}/scarta/"):
        assert signed_in(olga).post(MEMBERS + address, {"key": "k"}).status_code == 404


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_roster_is_taken_away_by_a_secretary_alone(fitres, olga, kind):
    take(olga, fitres, ANNA)
    answer = signed_in(olga).get(f"{MEMBERS}albo.{kind}")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")
    assert signed_in(factories.make_officer("gemma", fitres)).get(f"{MEMBERS}albo.{kind}").status_code == 403
