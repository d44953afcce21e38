"""Between two installations: an appeal goes up with its record, and what the federal judge decided comes back."""

from dataclasses import dataclass, replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.urls import reverse
from django.utils import translation

from federation.archive.models import ArchivedRuling
from federation.inbox.desk_actions import carry_out, load_answer
from federation.packages.actions import add_key, revoke_key, signing_key
from federation.packages.models import InstallationKey, ReceivedPackage
from federation.packages.queries import Point, open_points
from federation.received.models import ReceivedTournament
from federation.sealed.archive import canonical
from federation.sealed.manifest import signed
from federation.second_instance.actions import (
    Filed,
    Verdict,
    decide_second,
    file_second,
    file_second_against,
    name_second_judge,
)
from federation.second_instance.contested_record import contested_record, in_force
from federation.second_instance.models import DecisionExecution, SecondAppeal
from federation.second_instance.queries import carried_out, first_instance, heard_before
from pages.caches import Latest
from people.accounts.models import Federation
from records.requests import Refused
from records.secrets import encrypt
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import NOON, acting
from tests.federation.second_instance.road import (
    LATER,
    People,
    bring,
    figures,
    make_staff,
    open_to,
    own_public,
    packed,
    play,
)
from tests.federation.two_installations import Beside, beside
from tests.module_database import lent_db
from tests.snapshots import lent
from tests.world import Visitor
from tournaments.publication.models import Publication
from tournaments.publication.verification_queries import check_all
from tournaments.rounds.models import Table
from tournaments.rounds.queries import unconfirmed_scores
from tournaments.scores.actions import give_score
from tournaments.scores.match_actions import Figures, give_match_score, take_back_match_score
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.queries import shown_grid
from tournaments.setup.models import Tournament

__all__ = ["beside", "lent_db"]

# Made while the tests are collected, as the program's own are: that is when the collector of garbage is frozen.
KEPT: Latest[str] = Latest(most=1)
# By which the federation signs: the tournament knows it before anything comes from there.
ITS_KEY = Ed25519PrivateKey.from_private_bytes(b"\x08" * 32)
CHANGED = Verdict(outcome="changed", reasons="Due testimoni", facts={"score-sul-tavolo": "consegnato-da-altri"})


@dataclass
class Road:
    """Here the tournament is played; there the federation has a tournament of its own, with the same keys."""

    beside: Beside
    tournament: Tournament
    people: People
    federation: Federation
    officers: People
    sent: int = 0

    def send(self) -> None:
        self.sent += 1
        data = packed(self.tournament, self.sent + 1)
        with self.beside.there():
            bring(self.federation, self.officers, data)

    def load(self, content: bytes):
        return load_answer(by=acting(self.people["dora"], at=LATER), tournament=self.tournament, content=content)

    @property
    def shown(self) -> Publication:
        return Publication.objects.filter(tournament=self.tournament).latest("number")


def make_here():
    """Played, and the federation's key is known; with the package of it and the key that signed that."""
    tournament = factories.make_playing_burraco()
    people = make_staff(tournament)
    play(tournament, people)
    its_key = ITS_KEY.public_key().public_bytes_raw().hex()
    add_key(by=acting(people["olga"]), federation=tournament.federation, name="Federazione", public=its_key)
    return tournament, people, packed(tournament, 2), own_public()


def make_native(key):
    """There: a tournament with the same keys as that of here, and the officers who know the other's key."""
    native = factories.make_playing_burraco()
    make_staff(native)
    InstallationKey.objects.create(
        public=ITS_KEY.public_key().public_bytes_raw().hex(), private=encrypt(ITS_KEY.private_bytes_raw()), made_at=NOON
    )
    officers = {one.user.username: one.user for one in native.federation.offices.select_related("user")}
    open_to(native.federation, officers, key)
    return native.federation, officers


@pytest.fixture(scope="module")
def shared(beside, db):
    with lent(make_here) as (tournament, people, data, key), translation.override("it"):
        with beside.there():
            federation, officers = make_native(key)
            bring(federation, officers, data)
        yield Road(beside, tournament, people, federation, officers, sent=1)


@pytest.fixture
def road(shared):
    """Both as they were made: what a test writes is taken back on either side."""
    with transaction.atomic(), shared.beside.taken_back(), translation.override("it"):
        shared.tournament.refresh_from_db()
        yield replace(shared)
        transaction.set_rollback(True)


def test_what_the_process_keeps_of_one_installation_is_gone_in_the_other(beside):
    assert KEPT.get("key", 1, lambda: "of here") == "of here"
    with beside.there():
        assert KEPT.get("key", 1, lambda: "of there") == "of there"
    assert KEPT.get("key", 1, lambda: "of here again") == "of here again"


def brought(road):
    """There: the appeal of the first pair against the ruling that cost it a VP."""
    archived = ArchivedRuling.objects.get(received__isnull=False, kind="ruling", followed_by=None)
    return file_second(
        by=acting(road.officers["gemma"], at=LATER), archived=archived, said=Filed(entry=1, grounds="No")
    )


def decided(road, appeal, verdict=CHANGED, seen=0):
    gemma = road.officers["gemma"]
    made = decide_second(by=acting(gemma, at=LATER), appeal=appeal, verdict=verdict, seen=seen)
    return canonical(made.signed)


@pytest.mark.long
def test_an_appeal_goes_up_with_its_record_and_the_outcome_comes_back_into_the_standings(road):
    before = road.shown
    with road.beside.there():
        appeal = brought(road)
        assert [(one.appeal.grounds, one.appeal.decision) for one in heard_before(appeal)] == [
            ("L’ha portato l’altra linea", "Nessuno l’ha visto portare")
        ]
        name_second_judge(by=acting(road.officers["gemma"], at=LATER), appeal=appeal, user=road.officers["gemma"])
        content = decided(road, appeal)
        assert carried_out(appeal) is None
    done = carry_out(by=acting(road.people["dora"], at=LATER), answer=road.load(content))
    ruling = Ruling.objects.current().get()
    assert (done.ruling, ruling.version, ruling.departed) == (ruling, 2, False)
    after = road.shown
    assert (after.kind, after.number, done.publications) == ("final", before.number + 1, [after.number])
    assert figures(after) == figures(before) | {1: figures(before)[1] + 1}
    assert all(one.holds for one in check_all(road.tournament))

    road.send()
    with road.beside.there():
        received = SecondAppeal.objects.get().received
        rows = ArchivedRuling.objects.filter(received=received, kind="ruling").order_by("version")
        assert list(rows.values_list("version", "standing")) == [(1, "overturned"), (2, "in_force")]
        done = carried_out(SecondAppeal.objects.get())
        assert (done.ruling, done.publications) == ("Provvedimento n. 1", (after.number,))
        assert [one.version for one in received.federation.packages.order_by("version")] == [1, 2]
        assert not Ruling.objects.exists()


@pytest.mark.long
def test_an_outcome_that_changes_nothing_is_taken_in_and_seen_above(road):
    before = road.shown
    with road.beside.there():
        content = decided(road, brought(road), Verdict(outcome="rejected", reasons="Era così", facts={}))
    done = carry_out(by=acting(road.people["dora"], at=LATER), answer=road.load(content))
    assert (done.ruling, done.publications, road.shown) == (None, [], before)
    road.send()
    with road.beside.there():
        assert carried_out(SecondAppeal.objects.get()) is not None


@pytest.mark.long
def test_the_appellants_may_appeal_again_against_what_came_of_it(road):
    """The new version is one that nobody has judged: it goes up under its own number."""
    with road.beside.there():
        content = decided(road, brought(road))
    carry_out(by=acting(road.people["dora"], at=LATER), answer=road.load(content))
    road.send()
    with road.beside.there():
        archived = ArchivedRuling.objects.get(received__isnull=False, kind="ruling", followed_by=None)
        assert first_instance(archived).version == 2
        again = file_second(
            by=acting(road.officers["gemma"], at=LATER), archived=archived, said=Filed(entry=2, grounds="Loro no")
        )
        assert (again.record, again.number) == ("ruling:1:2", 2)


@pytest.mark.long
def test_a_key_that_the_tournament_does_not_know_decides_nothing(road):
    with road.beside.there():
        content = decided(road, brought(road))
    olga = road.people["olga"]
    revoke_key(by=acting(olga), key=road.tournament.federation.known_keys.get(name="Federazione"))
    with pytest.raises(Refused, match="chiave che qui non si conosce"):
        road.load(content)
    assert Ruling.objects.current().get().version == 1


# Against scores and standings


def against(road, key, entry=2):
    """There: an appeal of the pair against that record of the tournament that came."""
    received = ReceivedTournament.objects.get()
    return file_second_against(
        by=acting(road.officers["gemma"], at=LATER), federation=road.federation, held=received,
        record=in_force(received, key), said=Filed(entry=entry, grounds="Non era così"),
    )  # fmt: skip


def carried(road, content):
    return carry_out(by=acting(road.people["dora"], at=LATER), answer=road.load(content))


@pytest.mark.long
def test_a_score_is_changed_as_the_judge_wrote_it_and_the_standings_follow(road):
    before = road.shown
    with road.beside.there():
        appeal = against(road, "score:1:2:1:1")
        assert appeal.against == "Punteggio del turno 1, tavolo 2, smazzata 1"
        assert heard_before(appeal) == []
        verdict = Verdict(outcome="changed", reasons="Lo score dice altro", figures={"points_a": 100, "points_b": 880})
        content = decided(road, appeal, verdict)
    done = carried(road, content)
    assert (done.made, done.ruling, done.publications) == (["score:1:2:1:2"], None, [before.number + 1])
    score = BoardScore.objects.current().get(table__number=2, board__number=1)
    assert (score.points_a, score.points_b, score.kind) == (100, 880, "played")
    assert (score.reference, score.reason) == (
        "Giudice federale, reclamo n. 1, decisione 1",
        "Giudice federale, reclamo n. 1, decisione 1: Lo score dice altro",
    )
    # 100 to 880, then 480 to 200: 500 MP less, 15 to 5 by the table of art. 18.
    assert figures(road.shown) == figures(before) | {3: 5, 4: 15}
    assert all(one.holds for one in check_all(road.tournament))
    road.send()
    with road.beside.there():
        assert carried_out(SecondAppeal.objects.get()).publications == (before.number + 1,)
        assert contested_record(ReceivedTournament.objects.get(), "score:1:2:1:1").is_current is False


def test_a_correction_that_rejects_gives_the_score_back(road):
    before = road.shown
    with road.beside.there():
        appeal = against(road, "score:1:2:1:1")
        first = decided(
            road, appeal, Verdict(outcome="changed", reasons="Così", figures={"points_a": 0, "points_b": 880})
        )
    carried(road, first)
    with road.beside.there():
        no = Verdict(outcome="rejected", reasons="Letto male", correction="Il foglio era un altro")
        second = decided(road, appeal, no, seen=1)
    assert carried(road, second).made == ["score:1:2:1:3"]
    assert figures(road.shown) == figures(before)


@pytest.mark.long
def test_a_correction_that_rejects_gives_the_ruling_back(road):
    before = road.shown
    with road.beside.there():
        appeal = brought(road)
        first = decided(road, appeal)
    carried(road, first)
    with road.beside.there():
        no = Verdict(outcome="rejected", reasons="Letto male", correction="Il testimone ha ritrattato")
        second = decided(road, appeal, no, seen=1)
    assert carried(road, second).ruling.version == 3
    assert figures(road.shown) == figures(before)


@pytest.mark.long
def test_a_fixed_match_is_changed_as_the_judge_wrote_it_and_given_back_by_a_correction_that_rejects(road):
    table = Table.objects.get(round__tournament=road.tournament, number=2)
    give_match_score(
        by=acting(road.people["giulia"], at=LATER), table=table, kind="abbandono",
        figures=Figures(vp_a=20, vp_b=0, mp_a=900, mp_b=-900), reason="Ha lasciato il tavolo", reference="art. 41",
        decision="Provvedimento di prova", expected_version=0,
    )  # fmt: skip
    road.send()
    other = {"vp_a": 12, "vp_b": 8, "mp_a": 100, "mp_b": -100}
    with road.beside.there():
        appeal = against(road, "match:1:2:1", entry=4)
        first = decided(road, appeal, Verdict(outcome="changed", reasons="Era tornato", figures=other))
    done = carried(road, first)
    assert done.made == ["match:1:2:2"]
    score = MatchScore.objects.current().get(table=table)
    assert {name: getattr(score, name) for name in other} == other
    assert score.kind == "abbandono"
    shown = figures(road.shown)
    assert (shown[3], shown[4]) == (12, 8)
    with road.beside.there():
        no = Verdict(outcome="rejected", reasons="Letto male", correction="Non era tornato")
        second = decided(road, appeal, no, seen=1)
    assert carried(road, second).made == ["match:1:2:3"]
    shown = figures(road.shown)
    assert (shown[3], shown[4]) == (20, 0)
    assert all(one.holds for one in check_all(road.tournament))


@pytest.mark.long
def test_a_fixed_match_taken_back_meanwhile_waits_for_the_judge(road):
    table = Table.objects.get(round__tournament=road.tournament, number=2)
    giulia, cited = road.people["giulia"], "Provvedimento di prova"
    given = give_match_score(
        by=acting(giulia, at=LATER), table=table, kind="abbandono",
        figures=Figures(vp_a=20, vp_b=0, mp_a=900, mp_b=-900), reason="Ha lasciato il tavolo", reference="art. 41",
        decision=cited, expected_version=0,
    )  # fmt: skip
    road.send()
    other = {"vp_a": 12, "vp_b": 8, "mp_a": 100, "mp_b": -100}
    with road.beside.there():
        content = decided(road, against(road, "match:1:2:1"), Verdict(outcome="changed", reasons="Così", figures=other))
    take_back_match_score(by=acting(giulia, at=LATER), score=given, reason="Era un altro tavolo", decision=cited)
    with pytest.raises(Refused, match="il punteggio è un altro"):
        carried(road, content)


def test_a_row_of_the_standings_is_changed_by_what_is_added_and_a_correction_takes_its_place(road):
    before = road.shown
    with road.beside.there():
        appeal = against(road, "standings:1:2")
        assert appeal.record == f"standings:{before.number}:2"
        first = decided(road, appeal, Verdict(outcome="changed", reasons="Mancava", figures={"vp": 2}))
    done = carried(road, first)
    assert figures(road.shown) == figures(before) | {2: figures(before)[2] + 2}
    assert [one.split(":")[0] for one in done.made] == ["adjustment"]
    with road.beside.there():
        less = Verdict(outcome="changed", reasons="Mancava", figures={"vp": 1}, correction="Uno solo")
        second = decided(road, appeal, less, seen=1)
    carried(road, second)
    assert figures(road.shown) == figures(before) | {2: figures(before)[2] + 1}
    given = Adjustment.objects.filter(entry__number=2).order_by("pk")
    assert [(one.amount, one.is_cancelled) for one in given] == [(2, True), (1, False)]


def test_what_is_ordered_of_standings_in_words_the_direction_does(road):
    before = road.shown
    with road.beside.there():
        verdict = Verdict(outcome="changed", reasons="A pari merito", order="Si sorteggi di nuovo il primo posto")
        content = decided(road, against(road, "standings:1"), verdict)
    done = carried(road, content)
    assert (done.made, done.publications, road.shown) == ([], [], before)


def test_a_score_corrected_meanwhile_waits_for_the_judge(road):
    with road.beside.there():
        verdict = Verdict(outcome="changed", reasons="Così", figures={"points_a": 100, "points_b": 880})
        content = decided(road, against(road, "score:1:2:1:1"), verdict)
    table = Table.objects.get(number=2)
    give_score(
        by=acting(road.people["giulia"], at=LATER), table=table, board=table.round.boards.get(number=1), points_a=5,
        points_b=880, expected_version=1, reason="Visto", reference="Reclamo n. 9",
    )  # fmt: skip
    with pytest.raises(Refused, match="che il giudice non ha visto"):
        carried(road, content)
    assert not DecisionExecution.objects.exists()


@pytest.mark.parametrize(
    ("key", "verdict", "words"),
    [
        ("score:1:2:1:1", Verdict(outcome="changed", reasons="x"), "Scrivi le cifre giuste"),
        ("score:1:2:1:1", Verdict(outcome="changed", reasons="x", figures={"points_a": 3}), "di 5 in 5"),
        ("score:1:2:1:1", Verdict(outcome="changed", reasons="x", figures={"vp": 3}), "cifre non sono quelle"),
        ("score:1:2:1:1", Verdict(outcome="changed", reasons="x", facts={"a": "b"}), "cifre non sono quelle"),
        ("score:1:2:1:1", Verdict(outcome="rejected", reasons="x", figures={"points_a": 5}), "Si ordina qualcosa solo"),
        ("standings:1:2", Verdict(outcome="changed", reasons="x"), "quanto si aggiunge"),
        ("standings:1:2", Verdict(outcome="changed", reasons="x", figures={"vp": 99_999}), "cifre non sono quelle"),
        ("standings:1", Verdict(outcome="changed", reasons="x", figures={"vp": 1}), "cifre non sono quelle"),
    ],
)
def test_figures_that_cannot_be_are_refused_in_words(road, key, verdict, words):
    with road.beside.there():
        appeal = against(road, key)
        with pytest.raises(Refused, match=words):
            decided(road, appeal, verdict)


def test_what_is_not_there_is_not_brought_before_the_judge(road):
    with road.beside.there():
        for key in (
            "score:1:2:1:7",
            "score:9:9:9:1",
            "standings:7",
            "standings:1:99",
            "match:1:1:1",
            "ruling:8:1",
            "x:1",
        ):
            with pytest.raises(Refused, match="in vigore"):
                against(road, key)


@pytest.mark.long
def test_the_pages_of_the_judge_lead_from_the_numbers_on_paper_to_the_decision(road, client):
    with road.beside.there():
        client.force_login(road.officers["gemma"])
        received = ReceivedTournament.objects.get()
        page = client.get(reverse("second_instance", args=["fitres"]), {"torneo": f"received:{received.pk}"})
        which = reverse("second_of_received", args=["fitres", received.pk])
        assert page.headers["Location"] == which
        asked = {"cosa": "score", "turno": "1", "tavolo": "2"}
        refused = client.get(which, asked)
        assert (refused.status_code, "Scrivi questo numero." in refused.content.decode()) == (422, True)
        missing = client.get(which, asked | {"smazzata": "9"})
        assert (missing.status_code, "Nel torneo non c’è" in missing.content.decode()) == (422, True)
        place = client.get(which, asked | {"smazzata": "1"}).headers["Location"]
        page = client.get(place).content.decode()
        assert "880 – 100" in page
        assert "<dt>Linea A</dt><dd>3 D’Amico – Leone</dd><dt>Linea B</dt><dd>4 Villa – Ricci</dd>" in page
        told = {"entry": "2", "grounds": "Lo score dice altro", "late_reason": "Era malata", "key": "a"}
        assert client.post(place, told).headers["Location"] == reverse("second_appeal", args=["fitres", 1])
        decide = reverse("decide_second", args=["fitres", 1])
        sent = {"outcome": "changed", "reasons": "Visto lo score", "seen": "0", "points_a": "880", "points_b": "100"}
        refused = client.post(decide, sent | {"key": "b"})
        assert (refused.status_code, "Scrivi le cifre giuste" in refused.content.decode()) == (422, True)
        assert client.post(decide, sent | {"points_a": "100", "points_b": "880", "key": "c"}).status_code == 302
        page = client.get(reverse("second_appeal", args=["fitres", 1])).content.decode()
        assert "Le cifre diventano:" in page
        content = client.get(reverse("fetch_decision", args=["fitres", 1])).content
    assert carried(road, content).made == ["score:1:2:1:2"]


def test_a_page_of_what_is_not_there_is_not_found(road, client):
    with road.beside.there():
        client.force_login(road.officers["gemma"])
        pk = ReceivedTournament.objects.get().pk
        for record in ("score:1:2:1:9", "x", "standings:1:99", "ruling:1:1:1"):
            address = reverse("file_second_of_received", args=["fitres", pk, record])
            assert client.get(address).status_code == 404, record
        appeal = against(road, "score:1:2:1:1")
        ReceivedPackage.objects.update(state="set_aside")
        assert client.get(reverse("second_appeal", args=["fitres", appeal.number])).status_code == 404


def test_a_signed_decision_about_nothing_of_the_tournament_is_refused_in_words(road):
    with road.beside.there():
        verdict = Verdict(outcome="changed", reasons="Così", figures={"points_a": 100, "points_b": 880})
        appeal = against(road, "score:1:2:1:1")
        decide_second(by=acting(road.officers["gemma"], at=LATER), appeal=appeal, verdict=verdict, seen=0)
        told = {
            name: value for name, value in appeal.decisions.get().signed.items() if name not in ("key", "signature")
        }
        content = canonical(signed(told | {"record": "score:1:2:9:1"}, signing_key()))
    with pytest.raises(Refused, match="non c’è quello che la decisione cambia"):
        carried(road, content)


@pytest.mark.long
def test_nobody_need_confirm_a_score_that_the_judge_changed_and_no_scorer_changes_it(road):
    with road.beside.there():
        verdict = Verdict(outcome="changed", reasons="Lo score dice altro", figures={"points_a": 100, "points_b": 880})
        content = decided(road, against(road, "score:1:2:1:1"), verdict)
    carried(road, content)
    tournament = road.tournament
    score = BoardScore.objects.current().get(table__number=2, board__number=1)
    assert (score.state, score.awaits_confirmation, score.told_state(one_hand=False)) == ("given", False, "registrato")
    assert not BoardScore.objects.current().filter(BoardScore.awaiting()).exists()
    assert unconfirmed_scores(score.table.round) == unconfirmed_scores(score.table.round.stage) == []
    shown = [one.score for row in shown_grid(score.table.round) for one in row.cells]
    assert not any(one.awaits_confirmation for one in shown)
    dora = Visitor(road.people["dora"])
    for name, at in (("score", [1, 2, 1]), ("round_grid", [1])):
        page = dora.send("GET", reverse(name, args=[tournament.slug, *at])).content.decode()
        assert "da confermare" not in page
    with pytest.raises(Refused, match="viene da una decisione: può cambiarlo solo un arbitro"):
        give_score(
            by=acting(road.people["dora"], at=LATER), table=score.table, board=score.board, points_a=880, points_b=100,
            expected_version=score.version, reason="Come prima", cause="desk",
        )  # fmt: skip
    road.send()
    with road.beside.there():
        points = open_points(ReceivedPackage.objects.latest("pk"))
        assert Point.SCORES not in {one.kind for one in points}
