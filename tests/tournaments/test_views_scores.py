"""The score grid and the page of a score: given, corrected, confirmed; what was typed is never lost."""

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.pages import DESK, HTMX, queries_of, send, source, text
from tournaments.models import Board, BoardScore, Round, Table, Tournament, User
from tournaments.permissions import Role

GRID = DESK + "turni/1/"
CELL = GRID + "tavoli/1/smazzate/1/"
REASON = "per correggerlo scrivi il motivo"


def current() -> BoardScore:
    return BoardScore.objects.current().get()


def in_force() -> tuple[int | None, int | None, int, int]:
    score = current()
    return score.points_a, score.points_b, score.accusa_a, score.accusa_b


@pytest.fixture
def scorer(sara: User, client_of) -> Client:
    return client_of(sara)


@pytest.fixture
def given(table: Table, board: Board, dora: User) -> BoardScore:
    """7 – 4 at table 1, board 1, given by Dora."""
    return factories.make_score(table, board, (7, 4), dora)


def close(round: Round) -> None:
    Round.objects.filter(pk=round.pk).update(state="closed")


# ---- the grid ---------------------------------------------------------------


def test_grid_shows_every_table_and_board(scorer: Client, tournament: Tournament, given: BoardScore) -> None:
    page = text(scorer.get(GRID))
    assert "1 Conti – Serra 2 Galli – Fontana" in page
    assert "Smazzata 1 , N-S – E-O Smazzata 2" in page
    assert "Mancano 3 punteggi, 1 da confermare." in page


def test_grid_offers_the_next_step_only_when_nothing_is_missing(dora: User, client_of, round_1: Round) -> None:
    client = client_of(dora)
    bar = '<div class="primary-bar">'
    assert "Chiudi il turno" not in source(client.get(GRID)).split(bar)[1]
    for table in round_1.tables.all():
        for board in round_1.boards.all():
            factories.make_score(table, board, (7, 4), dora)
    assert "Chiudi il turno" in source(client.get(GRID)).split(bar)[1]


def test_grid_of_a_draft_shows_who_will_sit_where(dora: User, client_of, tournament: Tournament) -> None:
    page = text(client_of(dora).get(DESK + "turni/2/"))
    assert "finché non li pubblichi li vede solo la direzione" in page
    assert "Anna Conti" in page
    assert "Pubblica i tavoli" in page


def test_grid_of_a_closed_round_is_read_by_the_scorer_and_corrected_by_the_director(
    scorer: Client, dora: User, client_of, round_1: Round, given: BoardScore
) -> None:
    close(round_1)
    assert 'name="line_a"' not in source(scorer.get(GRID))
    assert 'name="line_a"' in source(client_of(dora).get(GRID))


def test_grid_costs_the_same_with_four_pairs_and_with_twenty_four(dora: User, client_of) -> None:
    counts = []
    for slug, pairs in (("quattro", 4), ("ventiquattro", 24)):
        one = factories.make_tournament(slug)
        factories.give_role(dora, one, Role.DIRECTOR)
        entries = factories.make_entries(one, pairs)
        round = factories.make_round(one, 1, list(zip(entries[::2], entries[1::2], strict=True)))
        for table in round.tables.all():
            factories.make_score(table, round.boards.first(), (7, 4), dora)
        counts.append(queries_of(client_of(dora), f"/tornei/{slug}/direzione/turni/1/"))
    assert counts[0] == counts[1] <= 20


def test_grid_of_another_tournament_is_not_found(ettore: User, carla: User, client_of, tournament: Tournament) -> None:
    assert client_of(ettore).get(GRID).status_code == 404
    assert client_of(carla).get(GRID).status_code == 404
    assert Client().get(GRID).url.startswith("/accesso/")


# ---- giving -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("line_a", "line_b", "result"),
    [
        ("7", "", (7, 4, 0, 0)),
        ("7", "4", (7, 4, 0, 0)),
        ("7+3", "", (10, 4, 3, 0)),
        ("7", "+3", (7, 7, 0, 3)),
        ("", "11", (0, 11, 0, 0)),
        (" 7 + 3 ", "4+4", (10, 8, 3, 4)),
    ],
)
def test_score_is_written_as_at_the_table(
    scorer: Client, tournament: Tournament, line_a: str, line_b: str, result: tuple[int, int, int, int]
) -> None:
    sure = "/".join(map(str, result))  # 0–11 is improbable: it is sent a second time
    answer = send(scorer, CELL, line_a=line_a, line_b=line_b, version=0, sure=sure)
    assert answer.url == GRID + "#cell-1-1"
    assert in_force() == result


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("", ""), "Scrivi i punti delle carte di N-S"),
        (("sette", ""), "Scrivi i punti delle carte, per esempio 7"),
        (("-3", ""), "Scrivi i punti delle carte, per esempio 7"),
        (("12", ""), "Le carte danno al più 11 punti"),
        (("7", "5"), "devono fare 11"),
        (("7+5", "4"), "L’accusa di N-S è impossibile"),
        (("٣", ""), "Scrivi i punti delle carte, per esempio 7"),
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_impossible_score_is_refused_with_the_reason_and_kept_in_the_form(
    scorer: Client, tournament: Tournament, lines: tuple[str, str], why: str, htmx: bool
) -> None:
    line_a, line_b = lines
    answer = send(scorer, CELL, line_a=line_a, line_b=line_b, version=0, htmx=htmx)
    assert answer.status_code == 422
    assert why in text(answer)
    assert not line_a or f'value="{line_a}"' in source(answer)
    assert not BoardScore.objects.exists()


def test_cell_answers_alone_with_the_figures_of_its_row(scorer: Client, tournament: Tournament) -> None:
    answer = send(scorer, CELL, line_a="7", version=0, htmx=True)
    page = source(answer)
    assert answer.status_code == 200
    assert "<html" not in page
    assert 'id="cell-1-1"' in page
    assert 'id="mp-1" hx-swap-oob="true">+3<' in page
    assert "Mancano 3 punteggi, 1 da confermare." in text(answer)


def test_form_sent_twice_counts_once(scorer: Client, tournament: Tournament) -> None:
    for _ in range(2):
        answer = send(scorer, CELL, key="una", line_a="7", version=0, htmx=True)
        assert answer.status_code == 200
    assert BoardScore.objects.count() == 1


def test_same_score_again_is_no_correction(scorer: Client, given: BoardScore) -> None:
    assert send(scorer, CELL, line_a="7", line_b="4", version=1).status_code == 302
    assert BoardScore.objects.count() == 1


def test_form_without_its_key_is_refused(scorer: Client, tournament: Tournament) -> None:
    answer = scorer.post(CELL, {"line_a": "7", "version": 0}, headers=HTMX)
    assert answer.status_code == 422
    assert "ricarica la pagina" in text(answer)


def test_form_without_its_version_is_refused(scorer: Client, tournament: Tournament) -> None:
    answer = send(scorer, CELL, line_a="7", htmx=True)
    assert answer.status_code == 422
    assert "Ricarica la pagina" in text(answer)


# ---- correcting -------------------------------------------------------------


@pytest.mark.parametrize("htmx", [True, False])
def test_correction_without_a_reason_asks_for_it(scorer: Client, given: BoardScore, htmx: bool) -> None:
    answer = send(scorer, CELL, line_a="8", line_b="3", version=1, htmx=htmx)
    assert answer.status_code == 422
    assert REASON in text(answer)
    assert 'value="8"' in source(answer)
    assert 'name="reason"' in source(answer)
    assert current() == given


def test_correction_with_a_reason_is_a_new_version(scorer: Client, given: BoardScore) -> None:
    send(scorer, CELL, line_a="8", line_b="3", version=1, reason="Letto male")
    assert (current().version, current().points_a, current().reason) == (2, 8, "Letto male")
    page = text(scorer.get(CELL))
    assert "8 – 3 da confermare Letto male Versione 2, di Sara Moro" in page
    assert "7 – 4 sostituito Versione 1, di Dora Pace" in page


@pytest.mark.parametrize("htmx", [True, False])
def test_score_given_meanwhile_is_shown_beside_ones_own(scorer: Client, given: BoardScore, htmx: bool) -> None:
    answer = send(scorer, CELL, line_a="8", line_b="3", version=0, htmx=htmx)
    assert answer.status_code == 409
    assert "Intanto Dora Pace ha registrato 7 – 4" in text(answer)
    assert 'value="8"' in source(answer)
    assert 'name="version" value="1"' in source(answer)
    assert current() == given


@pytest.fixture
def annulled(table: Table, board: Board, giulia: User) -> BoardScore:
    """Annulled by Giulia's ruling, waiting for an arbitral score."""
    void = {"kind": "void", "points_a": None, "points_b": None, "reference": "Provvedimento n. 1"}
    return BoardScore.objects.create(
        table=table, board=board, version=1, given_by=giulia, given_at=factories.NOON, **void
    )


def test_board_annulled_meanwhile_is_told(scorer: Client, bruno: User, client_of, annulled: BoardScore) -> None:
    answer = send(scorer, CELL, line_a="8", version=0, htmx=True)
    assert answer.status_code == 422
    assert "può cambiarlo solo un arbitro" in text(answer)
    assert 'value="8"' in source(answer)
    answer = send(client_of(bruno), CELL, line_a="8", version=0, htmx=True)
    assert answer.status_code == 409
    assert "Intanto Giulia Marchi ha annullato la smazzata." in text(answer)


def test_annulled_board_waits_for_its_arbitral_score(
    scorer: Client, bruno: User, client_of, annulled: BoardScore
) -> None:
    assert 'id="a-1-1"' not in source(scorer.get(GRID))
    assert "in attesa di un punteggio" in text(scorer.get(CELL))
    assert 'name="line_a"' not in source(scorer.get(CELL))
    assert 'name="line_a"' in source(client_of(bruno).get(CELL))


def test_annulled_board_of_ordinary_play_is_scored_again(
    scorer: Client, tournament: Tournament, annulled: BoardScore
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(forma="ordinario")
    assert 'id="a-1-1"' in source(scorer.get(GRID))
    assert send(scorer, CELL, line_a="8", version=1, reason="Rigiocata").status_code == 302
    assert current().points_a == 8


def test_closed_round_is_corrected_only_by_the_director(
    scorer: Client, dora: User, client_of, round_1: Round, given: BoardScore
) -> None:
    close(round_1)
    correction = {"line_a": "8", "line_b": "3", "version": 1, "reason": "Foglio ritrovato", "cause": "scorer"}
    assert send(scorer, CELL, **correction).status_code == 403
    correction["seen"] = Tournament.objects.get().data_version
    assert send(client_of(dora), CELL, **correction).status_code == 302
    assert current().points_a == 8


# ---- confirming -------------------------------------------------------------


@pytest.mark.parametrize("htmx", [True, False])
def test_second_person_confirms(scorer: Client, sara: User, given: BoardScore, htmx: bool) -> None:
    answer = send(scorer, CELL + "conferma/", version=1, htmx=htmx)
    assert answer.status_code == (200 if htmx else 302)
    assert (current().state, current().confirmed_by) == ("confirmed", sara)


def test_giver_does_not_confirm(dora: User, client_of, given: BoardScore) -> None:
    client = client_of(dora)
    assert "conferma/" not in source(client.get(GRID))
    answer = send(client, CELL + "conferma/", version=1, htmx=True)
    assert answer.status_code == 422
    assert "Conferma una persona diversa" in text(answer)


def test_arbiter_gives_and_does_not_confirm(bruno: User, client_of, given: BoardScore) -> None:
    client = client_of(bruno)
    assert "conferma/" not in source(client.get(GRID))
    assert send(client, CELL + "conferma/", version=1).status_code == 403
    assert send(client, GRID + "tavoli/1/smazzate/2/", line_a="6", version=0).status_code == 302


@pytest.mark.parametrize("htmx", [True, False])
def test_version_corrected_meanwhile_is_not_confirmed(
    scorer: Client, dora: User, client_of, given: BoardScore, htmx: bool
) -> None:
    send(client_of(dora), CELL, line_a="8", line_b="3", version=1, reason="Letto male")
    answer = send(scorer, CELL + "conferma/", version=1, htmx=htmx)
    assert answer.status_code == 409
    assert "Intanto Dora Pace ha registrato 8 – 3" in text(answer)
    assert current().state == "given"


@pytest.mark.parametrize("version", ["", "9", "uno", "-1"])
def test_version_that_does_not_exist_is_not_found(scorer: Client, given: BoardScore, version: str) -> None:
    assert send(scorer, CELL + "conferma/", version=version).status_code == 404


# ---- the page of a score ----------------------------------------------------


def test_page_of_a_score_without_versions(scorer: Client, tournament: Tournament) -> None:
    assert "Ancora nessun punteggio" in text(scorer.get(CELL))


def test_page_of_a_score_offers_the_confirmation(scorer: Client, given: BoardScore) -> None:
    assert "Conferma questo punteggio" in text(scorer.get(CELL))


@pytest.mark.parametrize("place", ["tavoli/9/smazzate/1/", "tavoli/1/smazzate/3/", "tavoli/1/smazzate/99/"])
def test_place_that_does_not_exist_is_not_found(scorer: Client, tournament: Tournament, place: str) -> None:
    assert scorer.get(GRID + place).status_code == 404
    assert send(scorer, GRID + place, line_a="7", version=0).status_code == 404


def test_table_where_a_pair_rests_has_no_score(scorer: Client, tournament: Tournament) -> None:
    entry = tournament.entries.get(number=1)
    Round.objects.filter(number=1).update(state="closed")
    factories.make_round(tournament, 3, [(entry, None)])
    assert "riposa" in text(scorer.get(DESK + "turni/3/"))
    assert scorer.get(DESK + "turni/3/tavoli/1/smazzate/5/").status_code == 404


def test_reasons_are_never_markup(scorer: Client, given: BoardScore) -> None:
    for reason in ("", "<script>alert(1)</script>"):
        answer = send(scorer, CELL, line_a="9", line_b="<b>", version=1, reason=reason)
        assert "<b>" not in source(answer)
    send(scorer, CELL, line_a="9", line_b="2", version=1, reason="<script>alert(1)</script>")
    assert "<script>alert" not in source(scorer.get(CELL))


@pytest.mark.parametrize(("path", "method"), [(GRID, "post"), (CELL, "put"), (CELL + "conferma/", "get")])
def test_other_methods_are_refused(scorer: Client, tournament: Tournament, path: str, method: str) -> None:
    assert getattr(scorer, method)(path).status_code == 405


# ---- asked twice ------------------------------------------------------------


@pytest.mark.parametrize("htmx", [True, False])
def test_an_improbable_score_is_asked_twice(scorer: Client, tournament: Tournament, htmx: bool) -> None:
    answer = send(scorer, CELL, line_a="11", version=0, htmx=htmx)
    assert answer.status_code == 422
    assert "è un cappotto" in text(answer)
    assert 'name="sure" value="11/0/0/0"' in source(answer)
    assert not BoardScore.objects.exists()
    answer = send(scorer, CELL, line_a="11", version=0, sure="11/0/0/0", htmx=htmx)
    assert answer.status_code == (200 if htmx else 302)
    assert in_force() == (11, 0, 0, 0)


def test_another_improbable_score_is_asked_again(scorer: Client, tournament: Tournament) -> None:
    answer = send(scorer, CELL, line_a="0", version=0, sure="11/0/0/0", htmx=True)
    assert answer.status_code == 422
    assert not BoardScore.objects.exists()
