"""How long what is kept of persons is kept: what goes by itself goes, what is sealed stays and is told."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from keeping.erasing.actions import erase_person
from keeping.erasing.names import Words
from keeping.erasing.queries import find_texts
from keeping.management.commands.retention import PAGES, with_table
from keeping.personal_data.kinds import KINDS
from keeping.retention.rules import TABLE, Fate
from people.accounts.models import PersonalExport, Player, SignInTries, User
from people.sign_in.models import Phone
from records.log import verify_log
from records.models import RecordSalt
from records.official_records import Official
from referee.cards.models import BoardPlay, CardEnding
from referee.cases.models import Case
from referee.consultations.models import Consultation
from referee.rulings.models import Ruling
from tests.factories import acting, sealed
from tests.forging import forged
from tests.world import World
from tournaments.appeals.models import Appeal
from tournaments.entries.models import EntryMember
from tournaments.entry_lists.models import ImportBatch
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.dialect

ROOT = Path(__file__).resolve().parents[3]
DAY = timedelta(days=1)


def told(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("retention", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_every_kind_that_holds_something_of_a_person_has_its_time() -> None:
    assert set(KINDS) - {one.kind for one in TABLE} == set()


def test_what_goes_by_itself_may_go_and_says_why() -> None:
    for one in TABLE:
        assert (one.period is None) == (one.then is Fate.KEPT)
        assert str(one.why)
        if one.then is Fate.DELETED:
            assert not issubclass(one.model, Official) or one.model.MAY_GO, one.kind


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_record_of_processing_shows_the_table(language: str) -> None:
    page = (ROOT / PAGES[language]).read_text("utf-8")
    assert page == with_table(page, language), "run manage.py retention --doc"


@pytest.mark.long
def test_nothing_is_due_of_what_is_new(world: World) -> None:
    Tournament.objects.update(starts_on=timezone.localdate())
    ImportBatch.objects.update(staged_at=timezone.now())
    Case.objects.update(updated_at=timezone.now())
    assert told("--delete") == ["Nothing is due."]


@pytest.mark.long
def test_what_is_due_is_told_and_only_what_may_go_is_deleted(world: World) -> None:
    now, bruno = timezone.now(), world.people["bruno"]
    Session.objects.create(session_key="old", session_data="x", expire_date=now - DAY)
    Session.objects.create(session_key="new", session_data="x", expire_date=now + DAY)
    SignInTries.objects.create(who="a", made=1, last=now - 2 * DAY)
    SignInTries.objects.create(who="b", made=1, last=now)
    for confirmed in (True, False):
        device = Phone.objects.create(user=bruno, name=str(confirmed), confirmed=confirmed)
        Phone.objects.filter(pk=device.pk).update(created_at=now - 2 * DAY)
    AdminEntry.objects.create(user=bruno, action_flag=1, object_repr="x", action_time=now - 800 * DAY)
    for days in (10, 2000):
        PersonalExport.objects.create(account=bruno, form="pdf", made_by=bruno, made_at=now - days * DAY)
    ImportBatch.objects.update(staged_at=now - 31 * DAY)
    drafts = Case.objects.filter(state="draft", rulings=None, from_reservation=None).count()
    Case.objects.update(updated_at=now - 200 * DAY)
    Tournament.objects.update(starts_on=now.date() - 6 * 365 * DAY)
    rulings, adjustments = Ruling.objects.count(), Adjustment.objects.count()

    sealed_before = [sealed(one) for one in Tournament.objects.all()]
    gone = {f"referee.Case:{one.pk}" for one in Case.objects.filter(state="draft", rulings=None, from_reservation=None)}
    assert gone <= {name for one in sealed_before for name in verify_log(one).seals}
    before = told()
    assert f"referee.Ruling: {rulings} due: an erasure (provvedimenti: nomi, fatti, motivi, misure)" in before
    assert told() == before
    lines = told("--delete")
    assert "sessions.Session: 1 deleted (accessi aperti)" in lines
    assert f"referee.Case: {drafts} deleted (anomalie cominciate e mai decise)" in lines
    assert [one.session_key for one in Session.objects.all()] == ["new"]
    assert [one.who for one in SignInTries.objects.all()] == ["b"]
    assert [one.name for one in Phone.objects.all()] == ["True"]
    assert not AdminEntry.objects.exists()
    assert PersonalExport.objects.count() == 1
    assert not ImportBatch.objects.exists()
    assert not Case.objects.filter(state="draft", rulings=None, from_reservation=None).exists()
    assert (Ruling.objects.count(), Adjustment.objects.count()) == (rulings, adjustments)
    # The log tells that they are gone: whoever verifies misses none of them.
    assert gone.isdisjoint(name for one in sealed_before for name in verify_log(one).seals)
    assert not RecordSalt.objects.filter(record__in=gone).exists()
    assert [forged(one, verify_log(one)) for one in sealed_before] == [[] for _one in sealed_before]
    assert not any("deleted" in line or "--delete" in line for line in told("--delete"))


def test_a_case_on_which_something_sealed_hangs_is_not_due(world: World) -> None:
    rule, now = next(one for one in TABLE if one.kind == "referee.Case"), timezone.now()
    Case.objects.update(updated_at=now - 200 * DAY)
    due, bruno = list(rule.due(now).order_by("pk")), world.people["bruno"]
    told = {"case": due[0], "number": 90, "hands": {}, "leader": "N", "told_by": bruno, "told_at": now}
    asked = {"tournament": due[0].tournament, "case": due[0], "number": 90, "question": "E ora?"}
    hangs: tuple[Callable[[], object], ...] = (
        lambda: CardEnding.objects.create(before=0, outcomes=[], **told),
        lambda: BoardPlay.objects.create(cards=[], values=[], **told),
        lambda: Consultation.objects.create(asked_by=bruno, asked_at=now, **asked),
    )
    for make in hangs:
        with transaction.atomic():
            make()
            assert list(rule.due(now).order_by("pk")) == due[1:]
            transaction.set_rollback(True)
    assert list(rule.due(now).order_by("pk")) == due


def test_a_player_is_due_ten_years_after_the_last_tournament(world: World) -> None:
    member = EntryMember.objects.filter(entry__tournament=world.tournament).earliest("pk")
    rule = next(one for one in TABLE if one.kind == "people.Player")
    now = timezone.now()
    Tournament.objects.update(starts_on=(now - 3700 * DAY).date())
    assert member.player in rule.due(now)
    # Another tournament since: the last one counts.
    again = world.other.entries.create(number=90, name="Ritorno")
    EntryMember.objects.create(entry=again, player=member.player, position=1)
    Tournament.objects.filter(pk=world.other.pk).update(starts_on=(now - 100 * DAY).date())
    assert member.player not in rule.due(now)
    # Who never played is in no tournament whose time could be over.
    assert Player.objects.create(first_name="Mai", last_name="Giocato") not in rule.due(now)


@pytest.mark.long
def test_who_was_erased_is_due_no_more(world: World, olga: User) -> None:
    member = EntryMember.objects.filter(entry__tournament=world.tournament).earliest("pk")
    Appeal.objects.all().update(state="withdrawn", decision="Ritirato", decided_by=olga, decided_at=timezone.now())
    Tournament.objects.update(starts_on=(timezone.now() - 3700 * DAY).date())
    due = next(line for line in told() if line.startswith("  /giocatori/"))
    assert str(member.player.pk) in due.split(": ")[1].split(", ")
    olga.user_permissions.add(Permission.objects.get(codename="add_erasure"))
    found = [one for one in find_texts(Words.of_player(member.player)) if one.sure]
    erase_person(by=acting(User.objects.get(pk=olga.pk)), player=member.player, found=found, reason="Dieci anni")
    due = next(line for line in told() if line.startswith("  /giocatori/"))
    assert str(member.player.pk) not in due.split(": ")[1].split(", ")


def test_an_account_in_use_is_not_due(world: World) -> None:
    rule = next(one for one in TABLE if one.kind == "people.User")
    now, bruno = timezone.now(), world.people["bruno"]
    User.objects.filter(pk=bruno.pk).update(last_login=now - 800 * DAY)
    assert list(rule.due(now)) == [bruno]
    User.objects.filter(pk=bruno.pk).update(last_login=now - 10 * DAY)
    assert list(rule.due(now)) == []
