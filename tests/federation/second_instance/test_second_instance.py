"""The second instance: in time, judged by nobody who had a part in it, signed, carried out once, never overwritten."""

import json
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from federation.archive.actions import refresh
from federation.archive.models import ArchivedRuling
from federation.casebook.queries import changes_of
from federation.inbox.actions import opened, receive
from federation.inbox.desk_actions import carry_out, load_answer
from federation.packages.actions import add_key, revoke_key
from federation.packages.models import ReceivedPackage, SentAnswer
from federation.sealed.archive import canonical
from federation.sealed.manifest import signed
from federation.second_instance.actions import (  # fmt: skip
    Filed,
    Verdict,
    decide_second,
    file_second,
    name_second_judge,
    note_second,
    release_second_judge,
    set_term,
    settle_second_deposit,
    withdraw_second,
)
from federation.second_instance.models import DecisionExecution, SecondAppeal, SecondDecision
from federation.second_instance.queries import changeable, first_instance, judge_points, term_of
from people.offices.log import first_broken_line
from records.models import LogEntry
from records.requests import Refused
from referee.rulings.actions import depart, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import NOON, acting
from tests.federation.elsewhere import PUBLIC, make_here_and_elsewhere
from tests.module_database import lent_db
from tests.outside import guard, unguard
from tests.snapshots import lent
from tournaments.appeals.models import Appeal
from tournaments.publication.models import Publication
from tournaments.publication.snapshots import snapshot
from tournaments.scores.models import Adjustment
from tournaments.staff.models import ClubNotice

__all__ = ["lent_db"]

SAID = Filed(entry=1, grounds="Nessuno era fuori turno")
REJECTED = Verdict(outcome="rejected", reasons="Era così", facts={})
# What an arbiter may choose under the general principles.
CHOSEN = {"scelta": "nessun-effetto"}
CHANGED = Verdict(outcome="changed", reasons="Il fatto non c’era", facts={}, order="Nessuna penalità")


@pytest.fixture(scope="module")
def shared(db):
    with lent(make_here_and_elsewhere) as made:
        yield made


@pytest.fixture
def world(shared):
    with transaction.atomic(), translation.override("it"):
        world = shared[0]
        world.tournament.refresh_from_db()
        set_term(by=acting(world.people["gemma"]), federation=world.tournament.federation, days=7, cents=5000,
                 source="Regolamento di giustizia, art. 12", seen=0)  # fmt: skip
        refresh(world.tournament.federation, most=None)
        yield world
        transaction.set_rollback(True)


@pytest.fixture
def gemma(world):
    return world.people["gemma"]


@pytest.fixture
def archived(world):
    """The ruling that gave a penalty, else the first."""
    rulings = Ruling.objects.current().filter(tournament=world.tournament).order_by("pk")
    given = set(Adjustment.objects.exclude(reference="").values_list("reference", flat=True))
    ruling = next((one for one in rulings if one.reference in given), rulings[0])
    return ArchivedRuling.objects.get(source=f"ruling-{ruling.pk}")


@pytest.fixture
def appeal(gemma, archived):
    return file_second(by=acting(gemma), archived=archived, said=SAID)


def decided(gemma, appeal, verdict=REJECTED, seen=0, **more):
    return decide_second(by=acting(gemma), appeal=appeal, verdict=verdict, seen=seen, **more)


def at_the_desk(world, decision):
    content = canonical(decision.signed)
    return load_answer(by=acting(world.people["dora"]), tournament=world.tournament, content=content)


@pytest.mark.long
def test_the_term_runs_from_the_ruling_and_names_its_source(appeal, archived):
    ruling = first_instance(archived)
    assert (appeal.noticed_at, appeal.due_at) == (ruling.decided_at, ruling.decided_at + timedelta(days=7))
    assert (appeal.term.source, appeal.deposit, appeal.number) == ("Regolamento di giustizia, art. 12", "due", 1)
    assert first_broken_line(appeal.federation) is None


def test_a_late_appeal_wants_its_reason(gemma, archived):
    late = replace(acting(gemma), at=first_instance(archived).decided_at + timedelta(days=7, seconds=1))
    with pytest.raises(Refused, match="Il termine è passato"):
        file_second(by=late, archived=archived, said=SAID)
    made = file_second(by=late, archived=archived, said=replace(SAID, late_reason="Era malato"))
    assert made.late_reason == "Era malato"


def test_a_deposit_is_typed_in_euros_and_may_be_none(world, gemma):
    browser = Client()
    browser.force_login(gemma)
    told = {"days": "10", "source": "Regolamento, art. 9"}
    for turn, (typed, cents) in enumerate([("50,5", 5050), ("", 0)], start=1):
        sent = {**told, "cents": typed, "seen": str(turn), "key": f"termine-{turn}"}
        assert browser.post("/federazioni/fitres/giudice/", sent).status_code == 302
        assert term_of(world.tournament.federation).deposit_cents == cents
    refused = browser.post("/federazioni/fitres/giudice/", {**told, "cents": "cinquanta", "seen": "3", "key": "altro"})
    assert (refused.status_code, "20 o 20,50" in refused.content.decode()) == (422, True)


def test_a_term_is_changed_by_versions_alone(world, gemma, appeal):
    federation = world.tournament.federation
    with pytest.raises(Refused, match="Intanto"):
        set_term(by=acting(gemma), federation=federation, days=3, cents=0, source="Altra", seen=0)
    set_term(by=acting(gemma), federation=federation, days=3, cents=0, source="Altra", seen=1)
    assert (term_of(federation).days, appeal.term.days) == (3, 7)
    with pytest.raises(DatabaseError), transaction.atomic():
        type(appeal.term).objects.filter(pk=appeal.term_id).update(days=1)


def test_only_a_federal_judge_receives_and_decides(world, archived, appeal):
    for name in ("olga", "aldo", "remo", "dora", "giulia"):
        with pytest.raises(PermissionDenied):
            file_second(by=acting(world.people[name]), archived=archived, said=replace(SAID, entry=2))
        with pytest.raises(PermissionDenied):
            decided(world.people[name], appeal)


def test_the_same_appeal_twice_and_an_unknown_entry_are_refused(gemma, archived, appeal):
    with pytest.raises(Refused, match="già davanti"):
        file_second(by=acting(gemma), archived=archived, said=SAID)
    with pytest.raises(Refused, match="nessuna iscrizione"):
        file_second(by=acting(gemma), archived=archived, said=replace(SAID, entry=999))


def test_who_ruled_judges_nothing_of_it(world, gemma, appeal):
    bruno = world.people["bruno"]
    factories.FederationOffice.objects.create(
        user=bruno, federation=appeal.federation, office="judge", given_by=gemma, given_at=NOON
    )
    with pytest.raises(Refused, match="Ne ha già deciso"):
        decided(bruno, appeal)
    with pytest.raises(Refused, match="Ne ha già deciso"):
        name_second_judge(by=acting(gemma), appeal=appeal, user=bruno)


def test_who_plays_judges_nothing_of_it(world, gemma, appeal):
    player = world.tournament.entries.get(number=1).members.first().player
    player.account = gemma
    player.save()
    with pytest.raises(Refused, match="gioca"):
        decided(gemma, appeal)


@pytest.mark.long
def test_a_panel_decides_by_its_majority(world, gemma, appeal):
    others = []
    for name in ("primo", "secondo"):
        other = factories.make_user(name)
        factories.FederationOffice.objects.create(
            user=other, federation=appeal.federation, office="judge", given_by=gemma, given_at=NOON
        )
        others.append(other)
    judges = [name_second_judge(by=acting(gemma), appeal=appeal, user=one) for one in (gemma, *others)]
    with pytest.raises(Refused, match="almeno 2 su 3"):
        decided(gemma, appeal)
    release_second_judge(by=acting(gemma), judge=judges[2], reason="Malato")
    with pytest.raises(Refused, match="chi è nel collegio"):
        decided(gemma, appeal, present=[others[1]])
    decision = decided(gemma, appeal, present=[others[0]])
    assert decision.present == sorted([gemma.pk, others[0].pk])
    assert len(decision.signed["judges"]) == 2


def test_statements_and_the_deposit(gemma, appeal):
    note_second(by=acting(gemma), appeal=appeal, kind="hearing", text="Sentite le parti")
    settle_second_deposit(by=acting(gemma), appeal=appeal, deposit="received")
    with pytest.raises(Refused, match="quando il reclamo è deciso"):
        settle_second_deposit(by=acting(gemma), appeal=appeal, deposit="returned")
    decided(gemma, appeal, CHANGED)
    with pytest.raises(Refused, match="accolto"):
        settle_second_deposit(by=acting(gemma), appeal=appeal, deposit="forfeited")
    assert settle_second_deposit(by=acting(gemma), appeal=appeal, deposit="returned").deposit == "returned"


def test_two_decisions_at_once_are_one_and_a_correction_has_its_reason(gemma, appeal):
    decided(gemma, appeal)
    with pytest.raises(Refused, match="Intanto qualcun altro ha deciso"):
        decided(gemma, appeal)
    with pytest.raises(Refused, match="perché la decisione si corregge"):
        decided(gemma, appeal, CHANGED, seen=1)
    second = decided(gemma, appeal, replace(CHANGED, correction="Letto male"), seen=1)
    assert list(appeal.decisions.values_list("version", "outcome")) == [(1, "rejected"), (2, "changed")]
    with pytest.raises(DatabaseError), transaction.atomic():
        SecondDecision.objects.filter(pk=second.pk).update(reasons="Altro")


def test_an_outcome_says_what_it_changes_and_no_other_does(gemma, appeal):
    for verdict in (replace(CHANGED, order=""), replace(REJECTED, order="Via"), replace(CHANGED, facts={"x": "si"})):
        with pytest.raises(Refused):
            decided(gemma, appeal, verdict)
    assert SecondAppeal.objects.get(pk=appeal.pk).is_open


def test_an_appeal_before_the_judge_is_an_open_point_of_the_tournament(gemma, appeal):
    package = ReceivedPackage(federation=appeal.federation, uid=appeal.uid)
    assert [(one.kind, one.count, one.where) for one in judge_points(package)] == [("judge", 1, str(appeal.number))]
    SecondAppeal.objects.filter(pk=appeal.pk).update(state="rejected")
    assert [one.count for one in judge_points(package)] == [0]


def test_a_withdrawn_appeal_is_decided_no_more(gemma, appeal):
    withdraw_second(by=acting(gemma), appeal=appeal, words="Ritiro, Conti")
    with pytest.raises(Refused):
        decided(gemma, appeal)
    assert appeal.notes.get().text == "Ritiro, Conti"


def test_a_changed_outcome_makes_a_new_version_and_takes_back_what_it_ordered(world, gemma, appeal, archived):
    before = first_instance(archived)
    given = Adjustment.objects.filter(
        entry__tournament=world.tournament, reference=before.reference, cancelled_at__isnull=True
    )
    kept = at_the_desk(world, decided(gemma, appeal, CHANGED))
    done = carry_out(by=acting(world.people["giulia"]), answer=kept)
    ruling = Ruling.objects.current().get(tournament=world.tournament, number=before.number)
    assert (done.ruling, ruling.version, ruling.departed) == (ruling, before.version + 1, True)
    assert ruling.revision_reason == "Giudice federale, reclamo n. 1, decisione 1: Il fatto non c’era"
    assert not given.exists()
    assert [effect["words"]["it"] for effect in ruling.effects] == ["Nessuna penalità"]


def test_what_stands_beside_a_headnote_says_that_the_federal_judge_changed_it(world, gemma, appeal, archived):
    assert changes_of([archived.source]) == {archived.source: ()}
    carry_out(by=acting(world.people["giulia"]), answer=at_the_desk(world, decided(gemma, appeal, CHANGED)))
    assert changes_of([archived.source]) == {archived.source: ("il provvedimento è stato poi cambiato in reclamo",)}


@pytest.mark.long
def test_final_standings_that_it_moves_are_published_anew(world, gemma, appeal, archived):
    reference = first_instance(archived).reference
    given = factories.make_adjustment(
        world.tournament.entries.get(number=1), world.people["bruno"], amount=-3, reference=reference
    )
    shown = Publication.objects.filter(tournament=world.tournament).latest("number")
    told = {"state": "rejected", "decision": "No", "decided_by": gemma, "decided_at": NOON}
    Appeal.objects.filter(tournament=world.tournament, state="open").update(**told)
    rows = snapshot(shown.stage).rows
    shown.pk, shown.number, shown.kind, shown.closes_at, shown.rows = None, shown.number + 1, "final", None, rows
    shown.save()
    done = carry_out(by=acting(world.people["giulia"]), answer=at_the_desk(world, decided(gemma, appeal, CHANGED)))
    latest = Publication.objects.filter(tournament=world.tournament).latest("number")
    given.refresh_from_db()
    assert given.cancelled_at is not None
    assert done.publications == [latest.number]
    vp = {row["entry"]: row["vp"] for row in rows[0]["rows"]}
    assert {row["entry"]: row["vp"] for row in latest.rows[0]["rows"]} == vp | {1: vp[1] + 3}
    assert (latest.kind, latest.number, latest.reason) == (
        "final", shown.number + 1, "Giudice federale, reclamo n. 1, decisione 1"
    )  # fmt: skip


@pytest.mark.long
def test_another_answer_is_walked_through_the_code(world, gemma):
    for one in ArchivedRuling.objects.filter(tournament=world.tournament, kind="ruling", followed_by=None):
        ruling = first_instance(one)
        for fact in changeable(ruling):
            other = next(name for name, _words in fact.answers if name != fact.answer)
            try:
                with transaction.atomic():
                    appeal = file_second(by=acting(gemma), archived=one, said=SAID)
                    verdict = replace(CHANGED, order="", facts={fact.fact: other})
                    kept = at_the_desk(world, decided(gemma, appeal, verdict))
                    made = carry_out(by=acting(world.people["dora"]), answer=kept).ruling
            except Refused:  # the other answer asks something more
                continue
            told = {step["fact"]: step["answer"] for step in made.trail}
            assert (made.number, told[fact.fact], made.departed) == (ruling.number, other, False)
            return
    pytest.fail("No ruling of the world is changed by another answer alone.")


def test_a_decision_loaded_and_carried_out_twice_is_one(world, gemma, appeal):
    decision = decided(gemma, appeal, CHANGED)
    kept = at_the_desk(world, decision)
    assert at_the_desk(world, decision) == kept
    first = carry_out(by=acting(world.people["giulia"]), answer=kept)
    assert carry_out(by=acting(world.people["dora"]), answer=kept) == first
    assert DecisionExecution.objects.count() == 1
    assert LogEntry.objects.filter(tournament=world.tournament, action="carry_out").count() == 1


@pytest.mark.long
def test_a_correction_takes_the_place_of_what_the_first_decision_made(world, gemma, appeal, archived):
    carry_out(by=acting(world.people["giulia"]), answer=at_the_desk(world, decided(gemma, appeal, CHANGED)))
    again = replace(CHANGED, order="Un’ammonizione", correction="Mancava")
    kept = at_the_desk(world, decided(gemma, appeal, again, seen=1))
    made = carry_out(by=acting(world.people["giulia"]), answer=kept).ruling
    assert made.version == archived.version + 2


def test_a_tournament_changed_meanwhile_waits_for_the_judge(world, gemma, appeal, archived):
    kept = at_the_desk(world, decided(gemma, appeal, CHANGED))
    ruling = first_instance(archived)
    giulia = world.people["giulia"]
    case = revise_ruling(by=acting(giulia), ruling=ruling, expected_version=ruling.version, reason="Visto meglio")
    with pytest.raises(Refused, match="in revisione"):
        carry_out(by=acting(giulia), answer=kept)
    depart(by=acting(giulia), case=case, expected_version=case.version, reason="Così", order="Altro")
    with pytest.raises(Refused, match="che il giudice non ha visto"):
        carry_out(by=acting(world.people["giulia"]), answer=kept)
    assert not DecisionExecution.objects.exists()


def test_a_forged_unsigned_or_unknown_decision_is_refused_with_the_place(world, gemma, appeal):
    told = decided(gemma, appeal, CHANGED).signed
    bare = {name: value for name, value in told.items() if name not in ("key", "signature")}
    unknown = signed(bare, Ed25519PrivateKey.from_private_bytes(b"\x09" * 32))
    blank = json.dumps(told).encode().replace(b'"schema": ', b'"schema":')
    for content, words in (
        (canonical({**told, "reasons": "Altro"}), "signature"),
        (canonical({**told, "outcome": "rejected"}), "outcome"),
        (canonical(bare), "schema"),
        (canonical({**told, "record": "score:1"}), "record"),
        (canonical(unknown), "chiave che qui non si conosce"),
        (blank, "1"),
    ):
        with pytest.raises(Refused, match=words):
            load_answer(by=acting(world.people["dora"]), tournament=world.tournament, content=content)


def kept_as(answer, told):
    """What somebody with the database file makes of the row; the log, and with it the witnessed head, stay."""
    SentAnswer.objects.filter(pk=answer.pk).update(told=told, sha256=sha256(canonical(told)).hexdigest())
    answer.refresh_from_db()
    return answer


FORGED = {
    "an order": lambda told: told | {"order": "La coppia 1 è esclusa"},
    "an outcome": lambda told: told | {"outcome": "rejected", "order": ""},
    "another ruling": lambda told: told | {"record": "ruling:99:1"},
    "signed by somebody": lambda told: signed(
        {name: value for name, value in told.items() if name not in ("key", "signature")} | {"order": "Altro"},
        Ed25519PrivateKey.from_private_bytes(b"\x09" * 32),
    ),
    "no decision": lambda told: {"schema": told["schema"]},
    "no content": lambda told: [],
}


@pytest.mark.parametrize("how", FORGED)
def test_a_decision_changed_in_the_database_is_not_carried_out(world, gemma, appeal, archived, how):
    kept = at_the_desk(world, decided(gemma, appeal, CHANGED))
    kept_as(kept, FORGED[how](kept.told))
    with pytest.raises(Refused, match="non sono più quelle"):
        carry_out(by=acting(world.people["giulia"]), answer=kept)
    assert not DecisionExecution.objects.exists()
    assert first_instance(archived).version == archived.version


@pytest.mark.parametrize("how", ["an order", "no content"])
def test_the_desk_says_that_it_was_changed(world, gemma, appeal, client, how):
    kept = at_the_desk(world, decided(gemma, appeal, CHANGED))
    kept_as(kept, FORGED[how](kept.told))
    client.force_login(world.people["dora"])
    page = client.get(reverse("tournament_package", args=[world.tournament.slug])).content.decode()
    assert "Non è più com’era firmata" in page
    assert "Firmata da una chiave conosciuta" not in page
    address = reverse("carry_out", args=[world.tournament.slug, kept.pk])
    answer = client.post(address, {"key": "x"}, follow=True).content.decode()
    assert "Non si esegue niente" in answer


def test_its_signature_is_asked_again_though_the_log_was_changed_too(world, gemma, appeal):
    kept = at_the_desk(world, decided(gemma, appeal, CHANGED))
    kept_as(kept, FORGED["an order"](kept.told))
    line = LogEntry.objects.filter(tournament=world.tournament, action="load_answer")
    unguard()
    line.update(data={"sha256": kept.sha256})
    guard()
    with pytest.raises(Refused, match="non sono più quelle firmate"):
        carry_out(by=acting(world.people["giulia"]), answer=kept)


def test_a_key_revoked_since_it_was_loaded_carries_nothing_out(world, gemma, appeal):
    bare = {
        name: value
        for name, value in decided(gemma, appeal, CHANGED).signed.items()
        if name not in ("key", "signature")
    }
    other = Ed25519PrivateKey.from_private_bytes(b"\x09" * 32)
    federation, olga = world.tournament.federation, world.people["olga"]
    key = add_key(
        by=acting(olga), federation=federation, name="Giudice", public=other.public_key().public_bytes_raw().hex()
    )
    kept = load_answer(
        by=acting(world.people["dora"]), tournament=world.tournament, content=canonical(signed(bare, other))
    )
    revoke_key(by=acting(olga), key=key)
    with pytest.raises(Refused, match="chiave che qui non si conosce"):
        carry_out(by=acting(world.people["giulia"]), answer=kept)


def test_a_later_decision_taken_out_of_the_database_is_missed(world, gemma, appeal):
    first = at_the_desk(world, decided(gemma, appeal, CHANGED))
    at_the_desk(
        world, decided(gemma, appeal, replace(CHANGED, order="Un’ammonizione", correction="Mancava"), seen=1)
    ).delete()
    with pytest.raises(Refused, match="non sono più quelle"):
        carry_out(by=acting(world.people["giulia"]), answer=first)


def test_a_decision_of_another_tournament_is_refused(world, gemma, appeal):
    content = canonical(decided(gemma, appeal).signed)
    with pytest.raises(Refused, match="un altro torneo"):
        load_answer(by=acting(world.people["dora"]), tournament=world.burraco, content=content)


def test_what_came_in_a_package_is_judged_and_goes_back_signed(world, gemma, shared):
    federation, olga = world.tournament.federation, world.people["olga"]
    add_key(by=acting(olga), federation=federation, name="Circolo Levante", public=PUBLIC)
    way = ReceivedPackage.Way.UPLOAD
    kept = receive(by=acting(olga), federation=federation, content=opened(shared[1][0]), way=way)
    refresh(federation, most=None)
    one = ArchivedRuling.objects.filter(received__isnull=False, kind="ruling", followed_by=None).latest("place")
    appeal = file_second(by=acting(gemma), archived=one, said=SAID)
    decision = decided(gemma, appeal, CHANGED)
    assert (appeal.uid, decision.signed["tournament"]) == (kept.uid, kept.uid)
    assert decision.signed["record"] == f"ruling:{one.number}:{one.version}"
    assert not ClubNotice.objects.filter(user=gemma).exists()


@pytest.mark.long
def test_the_desk_takes_a_decision_without_a_file_and_is_told_what_stands_in_the_way(world, gemma, appeal, client):
    decided(gemma, appeal, CHANGED)
    client.force_login(world.people["dora"])
    page = reverse("tournament_package", args=[world.tournament.slug])
    assert "portato al giudice federale" in client.get(page).content.decode()
    address = reverse("take_decision", args=[world.tournament.slug, appeal.number])
    assert "incompleta" in client.post(address, follow=True).content.decode()
    assert "Eseguita da" in client.post(address, {"key": "k"}, follow=True).content.decode()
    assert DecisionExecution.objects.get().ruling.version == 2


@pytest.mark.long
def test_the_judge_decides_on_the_page_and_keeps_what_was_typed(world, gemma, appeal, client):
    client.force_login(gemma)
    address = reverse("decide_second", args=["fitres", appeal.number])
    sent = {"outcome": "changed", "reasons": "Motivo lungo", "seen": "0", "key": "k"}
    refused = client.post(address, sent)
    assert (refused.status_code, "Motivo lungo" in refused.content.decode()) == (422, True)
    assert client.post(address, sent | {"outcome": "meritless", "key": "k2"}).status_code == 302
    file = client.get(reverse("fetch_decision", args=["fitres", appeal.number]))
    assert file.content == canonical(SecondDecision.objects.get().signed)


@pytest.mark.long
@pytest.mark.parametrize(
    "departure", [{"order": "Si rigioca"}, {"choices": CHOSEN}, {"choices": CHOSEN, "order": "E scuse"}]
)
def test_a_correction_that_rejects_gives_back_a_ruling_that_departed(world, gemma, archived, departure):
    giulia, before = world.people["giulia"], first_instance(archived)
    case = revise_ruling(by=acting(giulia), ruling=before, expected_version=before.version, reason="Visto meglio")
    own = depart(by=acting(giulia), case=case, expected_version=case.version, reason="Fuori dal comune", **departure)
    refresh(world.tournament.federation, most=None)
    appeal = file_second(by=acting(gemma), archived=ArchivedRuling.objects.get(source=f"ruling-{own.pk}"), said=SAID)
    carry_out(by=acting(giulia), answer=at_the_desk(world, decided(gemma, appeal, CHANGED)))
    again = at_the_desk(world, decided(gemma, appeal, replace(REJECTED, correction="Letto male"), seen=1))
    made = carry_out(by=acting(giulia), answer=again).ruling
    assert (made.version, made.departed, made.reason) == (own.version + 2, True, own.reason)
    assert (made.effects, made.trail, made.cites) == (own.effects, own.trail, own.cites)
