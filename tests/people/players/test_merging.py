"""Two records of one person: shown as one wherever they are looked for, parted again, and every proof holds."""

from datetime import date

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db.models import ProtectedError
from django.urls import reverse

from keeping.erasing.models import LegalHold
from keeping.personal_data.actions import merge_players, part_players
from keeping.personal_data.queries import Person
from people.accounts.models import Player, User
from people.players.actions import save_player
from people.players.models import PlayerMerge
from people.players.queries import kept_of, records_of, search_players
from records.models import LogEntry
from records.requests import Overtaken, Refused
from records.rights import Role
from tests.asking import send, source, text
from tests.factories import NOON, acting, give_role, make_entry, make_tournament
from tests.tournaments.at_once import at_once
from tournaments.appeals.models import Appeal
from tournaments.entries.actions import Newcomer, enter
from tournaments.entries.models import EntryMember
from tournaments.entry_lists.actions import accept_import, stage_import
from tournaments.entry_lists.participation_queries import history_of_player
from tournaments.planning.actions import copy_tournament
from tournaments.setup.models import Tournament

WHY = "La stessa persona, registrata due volte"


@pytest.fixture
def twice(tournament):
    """The same man twice: in the register with a card, and as he was typed at another tournament."""
    kept = Player.objects.create(first_name="Elvio", last_name="Solitari", card_number="LE-00099")
    other = Player.objects.create(first_name="Elvio", last_name="Solittari")
    for place, player in ((tournament, kept), (make_tournament("gara-vecchia"), other)):
        entry = make_entry(place, 90)
        EntryMember.objects.filter(entry=entry, position=1).update(player=player)
    return kept, other


def test_who_came_in_doubled_is_merged_from_where_one_sees_it(tournament, dora, client_of):
    kept = Player.objects.create(first_name="Anna", last_name="García Márquez", card_number="LE-00412")
    other = Player.objects.create(first_name="Márquez Anna", last_name="Garcia")
    Player.objects.create(first_name="Anna", last_name="Garzia")
    entry = make_entry(tournament, 91)
    EntryMember.objects.filter(entry=entry, position=1).update(player=other)
    link = f'href="/giocatori/{kept.pk}/unisci/?con={other.pk}"'
    client = client_of(dora)
    pages = [
        "/giocatori/",
        f"/giocatori/{kept.pk}/",
        f"/giocatori/{other.pk}/",
        reverse("entry", args=[tournament.slug, 91]),
    ]
    assert [source(client.get(page)).count(link) for page in pages] == [2, 1, 1, 1]
    merge_players(by=acting(dora), kept=kept, merged=other, reason=WHY)
    assert [source(client.get(page)).count(link) for page in pages] == [0, 0, 0, 0]


@pytest.fixture
def merged(twice, dora):
    kept, other = twice
    return merge_players(by=acting(dora), kept=kept, merged=other, reason=WHY)


def test_both_records_are_one_person_wherever_they_are_looked_for(merged, twice, dora):
    kept, other = twice
    assert records_of(other) == [kept, other]
    for typed in ("Solitari Elvio", "Solittari", "LE-00099"):
        assert search_players(typed) == [kept]
    assert {one.tournament.slug for one in history_of_player(kept, dora)} <= {"coppa-levante", "gara-vecchia"}
    assert len(Person.of_player(other).entries) == 2
    with pytest.raises(Refused, match="correggi quella"):
        save_player(
            by=acting(dora), player=other, first_name="E", last_name="S", card_number="", club=None, category=""
        )


def test_parted_each_has_again_what_it_had(merged, twice, dora):
    kept, other = twice
    part_players(by=acting(dora), merge=merged, reason="Sono due cugini")
    assert (records_of(kept), records_of(other)) == ([kept], [other])
    assert search_players("Solittari")[0] == other
    with pytest.raises(Refused, match="Sono già separate"):
        part_players(by=acting(dora), merge=merged, reason="Di nuovo")
    again = merge_players(by=acting(dora), kept=kept, merged=other, reason=WHY)
    assert PlayerMerge.objects.count() == 2
    assert again != merged


def test_what_was_played_is_not_written_over_and_the_log_tells_it_without_names(merged, twice, dora):
    kept, other = twice
    line = LogEntry.objects.get(action="merge_players")
    assert line.data == {"players": [kept.pk, other.pk], "reason": WHY}
    assert line.tournament.slug == "gara-vecchia"
    assert set(EntryMember.objects.filter(player__in=[kept, other]).values_list("player", flat=True)) == {
        kept.pk,
        other.pk,
    }


@pytest.mark.parametrize("who", ["bruno", "sara"])
def test_only_who_enters_people_somewhere_merges_them(twice, cast, who):
    kept, other = twice
    with pytest.raises(PermissionDenied):
        merge_players(by=acting(cast[who]), kept=kept, merged=other, reason=WHY)


def test_who_plays_twice_in_one_tournament_is_two_people(tournament, twice, dora):
    kept, other = twice
    entry = make_entry(tournament, 91)
    EntryMember.objects.filter(entry=entry, position=1).update(player=other)
    with pytest.raises(Refused, match="lì sono due persone"):
        merge_players(by=acting(dora), kept=kept, merged=other, reason=WHY)
    assert not PlayerMerge.objects.exists()


def test_a_record_is_merged_once_and_never_into_itself(merged, twice, dora):
    kept, other = twice
    third = Player.objects.create(first_name="Elvio", last_name="Solitarri")
    for pair, words in (
        ((kept, kept), "È la stessa scheda"),
        ((third, other), "già unita a un’altra"),
        ((other, third), "già unita a un’altra"),
        ((third, kept), "tieni quella"),
    ):
        with pytest.raises(Refused, match=words):
            merge_players(by=acting(dora), kept=pair[0], merged=pair[1], reason=WHY)
    with pytest.raises(Refused, match="Scrivi perché"):
        merge_players(by=acting(dora), kept=kept, merged=third, reason="  ")


def test_the_second_who_corrects_meanwhile_is_seen(twice, dora):
    kept, other = twice
    with pytest.raises(Overtaken) as refusal:
        merge_players(by=acting(dora), kept=kept, merged=other, reason=WHY, seen=("x", "y"))
    assert refusal.value.field == "seen"


# ---- at the same moment -----------------------------------------------------


def test_two_who_merge_the_same_two_records_make_one_of_them_once(transactional_db, tournament, dora, giulia):
    tournament.memberships.filter(user=giulia).update(role=Role.DIRECTOR)
    one, other = (Player.objects.create(first_name="Elvio", last_name=last) for last in ("Solitari", "Solittari"))
    found = at_once(
        lambda: merge_players(by=acting(dora), kept=one, merged=other, reason=WHY),
        lambda: merge_players(by=acting(giulia), kept=other, merged=one, reason=WHY),
    )
    assert [type(each) for each in found].count(PlayerMerge) == 1
    assert PlayerMerge.objects.count() == 1


def test_whoever_is_entered_while_the_record_is_merged_plays_as_one_person(transactional_db, tournament, dora):
    """The entry comes first, and both are seen to play there; or the merge, and who plays there already is refused."""
    one, other = (Player.objects.create(first_name="Elvio", last_name=last) for last in ("Solitari", "Solittari"))
    EntryMember.objects.filter(entry=make_entry(tournament, 90), position=1).update(player=one)
    people = [other, Newcomer(first_name="Ida", last_name="Solinghi")]
    entered, merged = at_once(
        lambda: enter(by=acting(dora), tournament=tournament, people=people),
        lambda: merge_players(by=acting(dora), kept=one, merged=other, reason=WHY),
    )
    assert isinstance(entered, Refused) != isinstance(merged, Refused)
    assert EntryMember.objects.filter(player__in=[one, other]).count() == 1 + isinstance(merged, Refused)


def test_a_pair_of_both_records_and_their_merge_wait_for_each_other_in_one_order(transactional_db, tournament, dora):
    one, other = (Player.objects.create(first_name="Elvio", last_name=last) for last in ("Solitari", "Solittari"))
    entered, merged = at_once(
        lambda: enter(by=acting(dora), tournament=tournament, people=[other, one]),
        lambda: merge_players(by=acting(dora), kept=one, merged=other, reason=WHY),
    )
    assert isinstance(entered, Refused) != isinstance(merged, Refused)


def test_a_list_that_enters_both_records_while_they_are_merged_enters_two_people_or_none(
    transactional_db, tournament, dora
):
    one, other = (
        Player.objects.create(first_name="Elvio", last_name=last, card_number=card, federation=tournament.federation)
        for last, card in (("Solitari", "LE-1"), ("Solittari", "LE-2"))
    )
    rows = ("Solitari;Elvio;LE-1;Solinghi;Ida;", "Solittari;Elvio;LE-2;Solinghi;Leo;")
    head = "Cognome 1;Nome 1;Tessera 1;Cognome 2;Nome 2;Tessera 2"
    given = {"kind": "entries", "file_name": "coppie.csv", "content": "\n".join((head, *rows)).encode("cp1252")}
    batch = stage_import(by=acting(dora), tournament=tournament, **given)
    entered, merged = at_once(
        lambda: accept_import(by=acting(dora), batch=batch, version=batch.version, choices={}),
        lambda: merge_players(by=acting(dora), kept=one, merged=other, reason=WHY),
    )
    assert isinstance(entered, Refused) != isinstance(merged, Refused)
    assert EntryMember.objects.filter(player__in=[one, other]).count() == 2 * isinstance(merged, Refused)


def test_whoever_was_merged_comes_along_in_a_list_and_in_a_copy_as_one(tournament, merged, twice, dora):
    kept, other = twice
    dora.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    director = User.objects.get(pk=dora.pk)
    fields = {"name": "Gara nuova", "place": "Lecce", "starts_on": date(2027, 11, 13), "slug": "gara-nuova"}
    old = Tournament.objects.get(slug="gara-vecchia")
    give_role(director, old, Role.DIRECTOR)
    made = copy_tournament(
        by=acting(director), source=old, entries=[90], staff=[], is_public=False, lot_seed="Lecce 1 2", **fields
    )
    players = set(EntryMember.objects.filter(entry__tournament=made).values_list("player", flat=True))
    assert kept.pk in players and other.pk not in players


# ---- pages ------------------------------------------------------------------


def test_the_other_is_looked_for_shown_beside_and_merged(client_of, dora, twice):
    kept, other = twice
    page = client_of(dora).get(f"/giocatori/{kept.pk}/unisci/")
    assert f'href="?con={other.pk}"' in source(page)
    address = f"/giocatori/{kept.pk}/unisci/?con={other.pk}"
    page = client_of(dora).get(address)
    assert "si unisce a questa" in text(page)
    fields = dict(page.context["form"].initial) | {"reason": WHY}
    assert send(client_of(dora), address, **fields).status_code == 302
    assert kept_of(other) == kept
    shown = client_of(dora).get(f"/giocatori/{other.pk}/")
    assert "è unita a quella di" in text(shown)
    assert WHY in text(client_of(dora).get(f"/giocatori/{kept.pk}/"))
    assert send(client_of(dora), f"/giocatori/{other.pk}/separa/", reason="Due cugini").status_code == 302
    assert kept_of(other) == other


def test_what_was_typed_is_kept_where_it_is_refused(client_of, dora, twice):
    kept, other = twice
    address = f"/giocatori/{kept.pk}/unisci/?con={other.pk}"
    fields = dict(client_of(dora).get(address).context["form"].initial) | {"reason": WHY}
    Player.objects.filter(pk=other.pk).update(card_number="LE-00100")
    answer = send(client_of(dora), address, **fields)
    assert (answer.status_code, "LE-00100" in text(answer), WHY in text(answer)) == (422, True, True)
    assert send(client_of(dora), f"/giocatori/{other.pk}/separa/", reason="").status_code == 404


def test_a_merged_record_stays_as_long_as_its_merge(merged, twice):
    with pytest.raises(ProtectedError):
        twice[1].delete()


def test_an_open_appeal_forbids_no_merge_and_a_legal_hold_does(twice, dora, tournament):
    kept, other = twice
    Appeal.objects.create(
        tournament=tournament, number=1, entry=tournament.entries.first(), against="n. 1", grounds="x", filed_by=dora,
        filed_at=NOON,
    )  # fmt: skip
    for of in ({"player": other}, {"tournament": tournament}):
        hold = LegalHold.objects.create(reason="Un procedimento", set_by=dora, set_at=NOON, **of)
        with pytest.raises(Refused, match="Un procedimento"):
            merge_players(by=acting(dora), kept=kept, merged=other, reason=WHY)
        LegalHold.objects.filter(pk=hold.pk).update(lifted_by=dora, lifted_at=NOON)
    assert merge_players(by=acting(dora), kept=kept, merged=other, reason=WHY).kept == kept
