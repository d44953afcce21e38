"""Rulings on a whole match annulled; who leaves the tournament by a ruling, and comes back when it is taken back."""

import pytest

from records.requests import Refused
from referee.decisions.happenings import Happening
from referee.incidents.actions import annul_ruling, record_happening
from referee.orders.models import StandingOrder
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import DESK, send, source, text
from tests.factories import acting
from tests.referee.happened import CANNOT, LEFT, MISCONDUCT, QUARREL, A, B, given, record, record_late
from tournaments.check_in.actions import return_entry, withdraw
from tournaments.scores.match_models import MatchScore

BACK = DESK + "turni/1/tavoli/1/punteggio-fissato/togli/"
ANNUL = "/tornei/coppa-levante/provvedimenti/1/annulla/"


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(boards_per_round=2)


@pytest.mark.long
@pytest.mark.parametrize("name", ["dora", "giulia", "bruno"])
def test_a_ruling_on_a_match_is_annulled_with_a_reason(cast, client_of, tournament, table, name):
    record_late(cast["bruno"], table, "oltre-10", "da-2-a-5")
    client = client_of(cast[name])
    page = text(client.get(ANNUL))
    assert "Il punteggio fissato, 6 – 14 VP: contano di nuovo le smazzate registrate." in page
    assert "1 Conti – Serra: MP +100" in page
    assert send(client, ANNUL, version=1).status_code == 422
    assert send(client, ANNUL, version=1, reason="Hanno ripreso a giocare").status_code == 302
    ruling = Ruling.objects.current().get()
    assert (ruling.version, ruling.departed, ruling.revision_reason) == (2, True, "Hanno ripreso a giocare")
    assert not MatchScore.objects.current().exists()
    assert given() == []
    late = send(client, ANNUL, version=1, reason="Di nuovo")
    assert late.status_code == 422
    assert "Intanto " + str(cast[name]) + " ha scritto:" in text(late) and "Hanno ripreso a giocare" in text(late)
    assert "Di nuovo</textarea>" in source(late) and 'name="version" value="2"' in source(late)


def test_an_annulment_sent_again_with_another_reason_shows_both(client_of, bruno, table):
    record_late(bruno, table, "oltre-10")
    client = client_of(bruno)
    assert send(client, ANNUL, version=1, reason="Era in sala", key="one").status_code == 302
    again = send(client, ANNUL, version=1, reason="Era al bar", key="one")
    assert again.status_code == 409
    assert "Era in sala" in text(again) and "Era al bar" in text(again)
    assert Ruling.objects.current().get().revision_reason == "Era in sala"


def test_another_arbiter_may_not_annul_it(client_of, giulia, bruno, table):
    record(giulia, table, LEFT, MISCONDUCT)
    assert send(client_of(bruno), ANNUL, version=1, reason="No").status_code == 403
    assert MatchScore.objects.current().exists()


def test_after_an_annulment_the_same_happening_has_a_new_ruling(bruno, table):
    ruling = record_late(bruno, table, "oltre-10")
    annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Era in sala")
    record_late(bruno, table, "entro-2")
    assert sorted(Ruling.objects.current().values_list("number", "version")) == [(1, 2), (2, 1)]


def test_only_a_ruling_on_a_match_is_annulled(client_of, bruno, ruled):
    ruled(
        "carta-penalizzata", {"momento": "prima-dello-scarto", "chi-rileva": "avversari", "numero-penalizzate": "una"}
    )
    assert client_of(bruno).get(ANNUL).status_code == 404


def test_a_score_that_a_ruling_fixed_is_not_taken_back_by_itself(client_of, dora, table):
    desk = client_of(dora)
    record(dora, table, LEFT, MISCONDUCT)
    assert "Che cosa cambia in classifica" in text(desk.get(BACK))
    answer = send(desk, BACK, reason="Hanno ripreso a giocare")
    assert answer.status_code == 422
    assert "Lo ha fissato il Provvedimento n. 1" in text(answer)
    assert MatchScore.objects.current().exists()


def test_a_score_fixed_by_an_article_alone_is_taken_back_with_a_reason(client_of, dora, table):
    """As they were before every such score had its ruling."""
    desk = client_of(dora)
    MatchScore.objects.create(
        table=table, version=1, kind="intemperanze", vp_a=7, vp_b=7, mp_a=-205, mp_b=-205, reason="Sospesa",
        reference="F.I.Bur., art. 39", given_by=dora, given_at=factories.NOON,
    )  # fmt: skip
    assert send(desk, BACK).status_code == 422
    assert send(desk, BACK, reason="Hanno ripreso a giocare").status_code == 302
    assert MatchScore.objects.get().supersede_reason == "Hanno ripreso a giocare"
    answer = send(desk, BACK, reason="Di nuovo")
    assert answer.status_code == 422
    assert "già stato tolto" in text(answer)
    assert "nessun punteggio è fissato" in text(desk.get(BACK))


# ---- whoever leaves ---------------------------------------------------------


def test_who_leaves_over_a_quarrel_is_out_of_the_tournament(bruno, dora, tournament, table):
    ruling = record(bruno, table, LEFT, QUARREL, line=B)
    assert [one["verb"] for one in ruling.effects] == ["discipline", "fixed_score", "forbid", "withdraw", "fixed_score"]
    gone = tournament.entries.get(number=2)
    assert (gone.state, gone.until_round) == ("withdrawn", 1)
    event = gone.events.get(kind="withdrawn")
    assert (event.reason, event.data["reference"]) == ("Abbandono durante un turno", "Provvedimento n. 1")
    assert StandingOrder.objects.get().what == "riprendere-il-torneo"
    with pytest.raises(Refused, match="non riprende il torneo"):
        return_entry(by=acting(dora), entry=gone, reason="Ci ripensa")


def test_who_leaves_having_told_the_director_may_come_back(bruno, dora, tournament, table):
    record(bruno, table, LEFT, CANNOT, line=A)
    gone = tournament.entries.get(number=1)
    assert gone.is_withdrawn
    assert not return_entry(by=acting(dora), entry=gone, reason="È tornata").is_withdrawn


def test_who_left_comes_back_with_the_ruling_that_is_taken_back(bruno, client_of, tournament, table):
    record(bruno, table, LEFT, QUARREL, line=B)
    page = text(client_of(bruno).get(ANNUL))
    assert "2 Galli – Fontana torna fra gli iscritti" in page
    annul_ruling(by=acting(bruno), ruling=Ruling.objects.get(), expected_version=1, reason="Non era lui")
    entry = tournament.entries.get(number=2)
    assert (entry.state, entry.until_round) == ("entered", None)
    assert not StandingOrder.objects.filter(state="active").exists()


def test_revised_to_the_other_line_the_entries_follow(bruno, tournament, table):
    record(bruno, table, LEFT, QUARREL, line=B)
    happening = Happening(procedure=LEFT, line=A, facts=QUARREL)
    record_happening(by=acting(bruno), table=table, happening=happening, expected_version=1)
    states = dict(tournament.entries.values_list("number", "state"))
    assert (states[1], states[2]) == ("withdrawn", "entered")


def test_a_withdrawal_of_before_is_not_undone_by_a_ruling_of_after(bruno, dora, tournament, table):
    ruling = record(bruno, table, LEFT, CANNOT, line=A)
    gone = tournament.entries.get(number=1)
    return_entry(by=acting(dora), entry=gone, reason="È tornata")
    withdraw(by=acting(dora), entry=gone, reason="Di nuovo via")
    annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Errore")
    assert tournament.entries.get(number=1).is_withdrawn


def test_a_table_already_posted_for_whoever_left_is_pointed_out(bruno, client_of, tournament, table):
    one, two, three, four = tournament.entries.order_by("number")
    factories.make_round(tournament, 2, [(one, three), (two, four)], state="published")
    record(bruno, table, LEFT, QUARREL, line=B)
    page = text(client_of(bruno).get("/tornei/coppa-levante/provvedimenti/1/"))
    assert "2 Galli – Fontana siede ancora al turno 2, già esposto" in page
    assert "1 Conti – Serra siede ancora" not in page
