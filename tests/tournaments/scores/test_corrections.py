"""Corrections by the windows of F.I.Bur. 20: whose error, who confirmed, what it would change."""

import pytest
from django.urls import reverse

from records.models import LogEntry
from records.requests import Refused
from tests import factories
from tests.asking import DESK, HTMX, send, source, text
from tests.factories import acting, make_burraco, make_entries, make_round, make_score
from tournaments.publication.models import Publication
from tournaments.rounds.models import Round
from tournaments.scores.actions import give_score
from tournaments.scores.guards import StalePreview, Window, is_official, window_of
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

CELL = DESK + "turni/1/tavoli/1/smazzate/1/"
# Line A leads by 600 in two deals: 16–4 (art. 18); with 1200 for 600 it leads by 1200: 20–0.
BEFORE, AFTER = (600, 100), (1200, 100)


@pytest.fixture
def tournament(db):
    """Burraco, two deals, two tables: round 1 closed with every score confirmed, round 2 in draft."""
    tournament = make_burraco()
    one, two, three, four = make_entries(tournament, 4)
    make_round(tournament, 1, [(one, two), (three, four)])
    make_round(tournament, 2, [(one, three), (two, four)], state=Round.State.DRAFT)
    return tournament


@pytest.fixture
def closed(tournament, sara, dora):
    """The score of table 1, board 1, of a round closed with all its scores confirmed."""
    round = tournament.rounds.get(number=1)
    confirmed = {"state": "confirmed", "confirmed_by": dora, "confirmed_at": factories.NOON}
    points = {1: [BEFORE, (400, 300)], 2: [(900, 100), (500, 300)]}
    for table in round.tables.all():
        for board, both in zip(round.boards.order_by("number"), points[table.number], strict=True):
            make_score(table, board, both, sara, **confirmed)
    Round.objects.filter(pk=round.pk).update(state="closed")
    return BoardScore.objects.get(table__number=1, board__number=1)


def correct(user, score, points=AFTER, **fields):
    score.table.round.refresh_from_db()
    fields = {"reason": "Cifra letta male", "cause": "scorer", "expected_version": 1} | fields
    return give_score(
        by=acting(user), table=score.table, board=score.board, points_a=points[0], points_b=points[1], **fields
    )


def version():
    return Tournament.objects.get().data_version


# ---- the action -------------------------------------------------------------


def test_a_correction_says_whose_error_it_was(dora, closed):
    with pytest.raises(Refused, match="Di’ di chi è l’errore"):
        correct(dora, closed, cause="")
    with pytest.raises(Refused, match="Di’ di chi è l’errore"):
        correct(dora, closed, cause="fato")
    assert BoardScore.objects.current().filter(version=1).count() == 4


def test_an_error_of_the_players_needs_the_opponents_to_confirm(dora, closed):
    with pytest.raises(Refused, match="conferma degli avversari"):
        correct(dora, closed, cause="players", agreed_by=" ")
    new = correct(dora, closed, cause="players", agreed_by=" Piero Galli ")
    assert (new.cause, new.agreed_by, new.points_a) == ("players", "Piero Galli", 1200)
    assert LogEntry.objects.latest("pk").data["agreed_by"] == "Piero Galli"


def test_an_error_of_the_scorer_needs_nobody(dora, closed):
    new = correct(dora, closed, cause="scorer", agreed_by="Piero Galli")
    assert (new.version, new.cause, new.agreed_by) == (2, "scorer", "")


def test_what_nobody_has_checked_yet_is_mended_with_a_reason_alone(sara, dora, closed):
    round = closed.table.round
    Round.objects.filter(pk=round.pk).update(state="playing")
    round.refresh_from_db()
    other = round.tables.get(number=2)
    unchecked = BoardScore.objects.get(table=other, board=closed.board)
    assert is_official(closed, round)
    assert is_official(unchecked, round)
    unchecked.state = "given"
    assert not is_official(unchecked, round)
    round.state = "closed"
    assert is_official(unchecked, round)


def test_a_decision_that_brings_a_score_back_is_no_correction(giulia, closed):
    new = correct(giulia, closed, cause="", reference="Reclamo n. 1")
    assert (new.version, new.cause) == (2, "")


def test_the_window_ends_when_the_next_seating_is_displayed(tournament, closed):
    assert window_of(closed.table.round) is Window.BEFORE
    Round.objects.filter(number=2).update(state="published")
    assert window_of(closed.table.round) is Window.AFTER
    assert window_of(tournament.rounds.get(number=2)) is Window.BEFORE


def test_data_that_moved_since_the_preview_stop_the_correction(dora, closed):
    correct(dora, closed, seen=version())
    with pytest.raises(StalePreview):
        correct(dora, closed, BEFORE, seen=version() - 1, expected_version=2)
    assert BoardScore.objects.current().get(table__number=1, board__number=1).version == 2


# ---- the page ---------------------------------------------------------------

CORRECTION = {"line_a": "1200", "line_b": "100", "version": 1, "reason": "Cifra letta male", "cause": "scorer"}


@pytest.fixture
def desk(client_of, dora):
    return client_of(dora)


def test_the_page_shows_what_changes_before_anything_is_recorded(desk, closed):
    answer = send(desk, CELL, **CORRECTION)
    page = text(answer)
    assert answer.status_code == 200
    assert BoardScore.objects.get(pk=closed.pk).is_current
    # Before: 3 leads 4 by 1000 (19–1), 1 leads 2 by 600 (16–4); after, 1 leads by 1200 (20–0).
    assert "Che cosa cambia" in page
    assert "1 Conti – Serra da 2° a 1° 16 20 VP +600 +1200 MP" in page
    assert "3 D’Amico – Leone da 1° a 2°" in page
    # What stays as it was is not said.
    assert "19 19 VP" not in page and "+1000 +1000 MP" not in page
    assert "2 Galli – Fontana da 3° a 4° 4 0 VP −600 −1200 MP" in page
    assert f'name="seen" value="{version()}"' in source(answer)


def test_confirmed_it_is_recorded_with_its_cause(desk, closed):
    answer = send(desk, CELL, **CORRECTION, seen=version())
    assert answer.status_code == 302
    new = BoardScore.objects.current().get(table__number=1, board__number=1)
    assert (new.version, new.points_a, new.cause, new.reason) == (2, 1200, "scorer", "Cifra letta male")


def test_whoever_came_from_the_table_is_led_back_to_it(desk, closed):
    assert 'name="da" value="tavolo"' in source(desk.get(f"{CELL}?da=tavolo"))
    shown = send(desk, CELL, **CORRECTION, da="tavolo")
    assert 'name="da" value="tavolo"' in source(shown)
    answer = send(desk, CELL, **CORRECTION, seen=version(), da="tavolo")
    assert answer.url == reverse("table", args=[closed.table.round.tournament.slug, 1, 1])
    assert "Smazzata 1 registrata" in text(desk.get(answer.url))


def test_a_preview_gone_stale_is_shown_anew(desk, closed):
    answer = send(desk, CELL, **CORRECTION, seen=version() + 1)
    assert answer.status_code == 409
    assert "Intanto nel torneo è cambiato qualcosa" in text(answer)
    assert f'name="seen" value="{version()}"' in source(answer)
    assert BoardScore.objects.get(pk=closed.pk).is_current


def test_a_correction_sent_twice_counts_once(desk, closed):
    seen = version()
    for _ in range(2):
        assert send(desk, CELL, key="una", **CORRECTION, seen=seen).status_code == 302
    assert BoardScore.objects.filter(table__number=1, board__number=1).count() == 2


@pytest.mark.parametrize("seen", ["", "x", "1" * 30])
def test_a_preview_that_was_never_shown_is_shown_first(desk, closed, seen):
    answer = send(desk, CELL, **CORRECTION, seen=seen)
    assert answer.status_code == 200
    assert "Che cosa cambia" in text(answer)


def test_a_correction_that_cannot_be_given_is_refused_before_the_preview(desk, closed):
    answer = send(desk, CELL, **(CORRECTION | {"cause": "players"}))
    assert answer.status_code == 422
    assert "conferma degli avversari" in text(answer)
    assert "Che cosa cambia" not in text(answer)


def test_after_the_next_seating_the_page_says_from_when_it_counts(desk, closed):
    assert "La nuova posizione ai tavoli non è ancora esposta" in text(desk.get(CELL))
    Round.objects.filter(number=2).update(state="published")
    page = text(desk.get(CELL))
    assert "La posizione ai tavoli già esposta resta" in page
    assert "Rifai gli accoppiamenti del turno 2" in page
    assert "La posizione ai tavoli già esposta resta" in text(send(desk, CELL, **CORRECTION))


def test_a_typed_over_confirmed_cell_leads_to_the_page(desk, closed):
    Round.objects.filter(number=1).update(state="playing")
    answer = desk.post(CELL, {**CORRECTION, "cause": "", "key": "k"}, headers=HTMX)
    assert answer.status_code == 422
    assert "Mostrami prima che cosa cambia" in text(answer)
    assert f'href="{CELL}?line_a=1200&amp;line_b=100"' in source(answer)
    assert 'value="1200"' in source(desk.get(f"{CELL}?line_a=1200&line_b=100"))


def test_nothing_changes_and_the_page_says_so(desk, closed):
    # 605 in place of 600: 605 MP more than 0 is still 16–4, the places stay, the MP move.
    answer = send(desk, CELL, **(CORRECTION | {"line_a": "605"}))
    assert "1 Conti – Serra resta 2° +600 +605 MP" in text(answer)


@pytest.fixture
def final(tournament, closed, dora):
    """The standings of round 1 final."""
    return Publication.objects.create(
        tournament=tournament, number=1, kind="final", stage=closed.table.round.stage, round_number=1, rows=[],
        data_version=0, engine_version="prova", hash="0" * 64, published_by=dora, published_at=factories.NOON,
    )  # fmt: skip


def test_under_final_standings_the_director_corrects_nothing(desk, final):
    answer = send(desk, CELL, **CORRECTION)
    assert answer.status_code == 422
    assert "definitiva (art. 20)" in text(answer)
    assert send(desk, CELL, **CORRECTION, decision="Reclamo n. 1").status_code == 403


@pytest.mark.long
def test_an_arbiter_corrects_them_by_a_decision_that_is_named(client_of, giulia, closed, final):
    client = client_of(giulia)
    assert "La classifica è definitiva" in text(client.get(CELL))
    decided = {"line_a": "1200", "line_b": "100", "version": 1, "reason": "Reclamo accolto"}
    assert "definitiva (art. 20)" not in text(send(client, CELL, **decided, decision="Reclamo n. 1"))
    answer = send(client, CELL, **decided, decision="Reclamo n. 1", seen=version())
    assert answer.status_code == 302
    new = BoardScore.objects.current().get(table=closed.table, board=closed.board)
    assert (new.points_a, new.reference, new.cause) == (1200, "Reclamo n. 1", "")
    assert send(client, CELL, **(decided | {"version": 2, "line_a": "900"}), seen=version()).status_code == 403
