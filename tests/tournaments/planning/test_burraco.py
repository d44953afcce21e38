"""A tournament of burraco: deals by fives, seats A to D, VP by its own scale; tressette beside it unchanged."""

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from codes.seats import Line, Seat
from people.accounts.models import User
from records.requests import Refused
from tests import factories
from tests.asking import DESK, TOURNAMENT, send, source, text
from tests.factories import acting, make_score
from tests.reading import book, pages
from tournaments.planning.actions import create_tournament
from tournaments.rounds.actions import create_round
from tournaments.scores.actions import give_score
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.games import COMPASS, LETTERED
from tournaments.setup.models import Tournament
from tournaments.standings.queries import standings

GRID = DESK + "turni/1/"
CELL = GRID + "tavoli/1/smazzate/1/"
NOT_BY_FIVES = "non sono un multiplo di 5"


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Burraco in place of the usual tressette: four pairs, two tables, two deals, round 1 playing."""
    return factories.with_two_rounds(factories.make_burraco())


@pytest.fixture
def scorer(sara: User, client_of) -> Client:
    return client_of(sara)


def give(user, table, board, points, **fields):
    points_a, points_b = points
    return give_score(
        by=acting(user), table=table, board=board, points_a=points_a, points_b=points_b, expected_version=0, **fields
    )


# ---- seats ------------------------------------------------------------------


def test_the_turn_passes_a_b_c_d_clockwise():
    order = [Seat.N, Seat.N.next, Seat.N.next.next, Seat.N.previous]
    assert [LETTERED.letters[seat] for seat in order] == ["A", "B", "C", "D"]
    assert [LETTERED.bearings[seat] for seat in order] == [0, 90, 180, 270]
    assert (LETTERED.is_clockwise, COMPASS.is_clockwise) == (True, False)


@pytest.mark.parametrize("seat_names", [COMPASS, LETTERED])
def test_partners_sit_opposite_on_their_line(seat_names):
    for line in Line:
        first, second = seat_names.members[line]
        assert (first.line, second.line, first.partner) == (line, line, second)
        assert abs(seat_names.bearings[first] - seat_names.bearings[second]) == 180


def test_lines_are_named_by_the_game(tournament):
    assert COMPASS.lines == ("N-S", "E-O")
    assert tournament.seat_names.lines == ("A-C", "B-D")


def test_the_members_of_the_mobile_line_sit_at_b_and_d(table):
    assert str(table.player_at(Seat.W)) == "Piero Galli"
    assert str(table.player_at(Seat.E)) == "Rita Fontana"


# ---- the tournament ---------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [{"forma": "duplicato"}, {"accusa": "con-accusa"}, {"separe": ""}, {"boards_per_round": 5}, {"game": "scopa"}],
)
def test_the_database_refuses_options_of_another_game(db, wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.make_burraco(**wrong)


def test_tressette_has_no_screens(db):
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.make_tournament(separe="con-separe")


@pytest.mark.parametrize(("deals", "match"), [(2, "due-smazzate"), (3, "tre-smazzate"), (4, "quattro-smazzate")])
def test_the_options_are_those_of_its_code(db, deals, match):
    tournament = factories.make_burraco(boards_per_round=deals, separe="con-separe")
    assert tournament.options == {"partita": match, "separe": "con-separe"}


def create(user, **fields):
    given = {"slug": "coppa-nuova", "name": "Coppa Nuova", "place": "Lecce", "starts_on": factories.NOON.date()}
    given |= {"federation": factories.make_federation("fibur"), "lot_seed": "7 21 34", "boards_per_round": 4}
    return create_tournament(by=acting(user), **(given | fields))


@pytest.fixture
def founder(carla: User) -> User:
    """Carla, allowed to create tournaments."""
    carla.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return carla


def test_the_game_brings_its_code_and_scale(founder):
    made = create(founder, game="burraco")
    assert (made.rulebook, made.vp_scale) == ("fibur-burraco-2019", "burraco")
    assert (made.forma, made.norme, made.accusa, made.separe) == ("", "", "", "senza-separe")
    line = made.log.get()
    assert line.data["game"] == "burraco"
    assert line.data["partita"] == "quattro-smazzate"


@pytest.mark.parametrize(
    ("wrong", "why"), [({"game": "bassetta"}, "non si apre"), ({"boards_per_round": 6}, "2, 3 o 4")]
)
def test_a_tournament_that_cannot_be_is_refused_in_words(founder, wrong, why):
    with pytest.raises(Refused) as refused:
        create(founder, **({"game": "burraco"} | wrong))
    assert why in " ".join(refused.value.messages)


def test_a_burraco_tournament_is_opened_by_the_form(founder, client_of):
    client = client_of(founder)
    fields = {"name": "Coppa Scirocco", "slug": "scirocco", "federation": factories.make_federation("fibur").pk}
    fields |= {"place": "Lecce", "starts_on": "2026-12-05", "game": "burraco", "separe": "con-separe"}
    fields |= {"forma": "duplicato", "norme": "moderne", "accusa": "con-accusa", "boards_per_round": 3, "lot_seed": "5"}
    assert send(client, "/nuovo-torneo/", **fields).status_code == 302
    made = Tournament.objects.get(slug="scirocco")
    assert (made.game, made.forma, made.options["partita"]) == ("burraco", "", "tre-smazzate")
    assert "Primo giocatore (A o B)" in text(client.get("/tornei/scirocco/direzione/coppie/"))


def test_the_form_keeps_what_was_typed_when_the_deals_are_too_many(founder, client_of):
    fields = {"name": "Coppa Scirocco", "slug": "scirocco", "federation": factories.make_federation("fibur").pk}
    fields |= {"place": "Lecce", "starts_on": "2026-12-05", "game": "burraco", "separe": "con-separe"}
    answer = send(client_of(founder), "/nuovo-torneo/", **fields, boards_per_round=8, lot_seed="5")
    assert answer.status_code == 422
    assert "A burraco un turno è di 2, 3 o 4 smazzate." in text(answer)
    assert 'value="Coppa Scirocco"' in source(answer)


# ---- scores: the database ---------------------------------------------------


@pytest.mark.parametrize("points", [(453, 120), (455, 121), (None, 100)])
def test_the_database_refuses_deals_off_the_fives(table, board, sara, points):
    with pytest.raises(IntegrityError), transaction.atomic():
        make_score(table, board, points, sara)


@pytest.mark.parametrize("points", [(455, 120), (1230, -85), (0, 0)])
def test_deals_go_by_fives_below_zero_too(table, board, sara, points):
    score = make_score(table, board, points, sara)
    assert (score.points_a, score.points_b) == points


def test_a_deal_has_no_accusa(table, board, sara):
    with pytest.raises(IntegrityError), transaction.atomic():
        make_score(table, board, (455, 120), sara, accusa_a=5)


def test_a_score_is_of_its_tournaments_game(table, board, sara):
    with pytest.raises(IntegrityError, match="tournament's game"), transaction.atomic():
        make_score(table, board, (5, 6), sara, game="tressette")


def test_the_game_of_a_score_never_changes(table, board, sara):
    make_score(table, board, (5, 6 + 4), sara)
    with pytest.raises(IntegrityError, match="never change"), transaction.atomic():
        BoardScore.objects.update(game="tressette", points_a=5, points_b=6)


def test_the_game_of_a_tournament_with_scores_never_changes(tournament, table, board, sara):
    tressette = {"game": "tressette", "forma": "duplicato", "norme": "moderne", "accusa": "con-accusa", "separe": ""}
    make_score(table, board, (455, 120), sara)
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(**tressette)


# ---- scores: the actions and the grid ---------------------------------------


def test_a_deal_is_given_as_it_stands(sara, table, board):
    score = give(sara, table, board, (1230, -85))
    assert (score.game, score.points_a, score.points_b, score.accusa_a) == ("burraco", 1230, -85, 0)


@pytest.mark.parametrize(
    ("points", "why"),
    [((452, 120), "I punti di A-C non sono un multiplo di 5"), ((455, -3), "I punti di B-D"), ((10000, 0), "9995")],
)
def test_a_deal_that_cannot_be_is_refused_in_words(sara, table, board, points, why):
    with pytest.raises(Refused) as refused:
        give(sara, table, board, points)
    assert why in " ".join(refused.value.messages)
    assert not BoardScore.objects.exists()


def test_the_grid_names_the_lines_and_takes_both_figures(scorer, tournament):
    page = source(scorer.get(GRID))
    assert "punti A-C" in page
    assert "Match Points: A-C meno B-D" in page
    assert "data-by-fives" in page
    assert "N-S" not in page


@pytest.mark.parametrize(("typed", "stands"), [("-120", -120), ("−120", -120), (" 455 ", 455)])
def test_points_are_typed_with_any_minus(scorer, board, typed, stands):
    assert send(scorer, CELL, line_a=typed, line_b="1000", version=0).status_code == 302
    assert (BoardScore.objects.get().points_a, BoardScore.objects.get().points_b) == (stands, 1000)


@pytest.mark.parametrize("typed", [{"line_a": "453", "line_b": "100"}, {"line_a": "455", "line_b": "102"}])
def test_a_cell_off_the_fives_is_refused_and_kept(scorer, board, typed):
    answer = send(scorer, CELL, version=0, htmx=True, **typed)
    assert answer.status_code == 422
    assert NOT_BY_FIVES in text(answer)
    assert f'value="{typed["line_a"]}"' in source(answer)


def test_no_line_follows_from_the_other(scorer, board):
    answer = send(scorer, CELL, line_a="455", line_b="", version=0)
    assert answer.status_code == 422
    assert "Scrivi i punti della linea" in text(answer)


def test_the_page_of_a_score_says_how_to_write_it(scorer, table, board, dora):
    make_score(table, board, (455, -120), dora)
    page = text(scorer.get(CELL))
    assert "di 5 in 5; col meno davanti" in page
    assert "A-C" in page


# ---- standings, pages, sheets -----------------------------------------------


@pytest.fixture
def played(tournament, sara) -> Tournament:
    """Table 1: 900 – 595, ahead by 305 MP over two deals, 14 – 6 VP. Table 2: −60 – 60, behind by 120, 9 – 11."""
    round_1 = tournament.rounds.get(number=1)
    points = {1: ((800, 400), (100, 195)), 2: ((-260, 0), (200, 60))}
    for table in round_1.tables.all():
        for board, result in zip(round_1.boards.order_by("number"), points[table.number], strict=True):
            make_score(table, board, result, sara)
    return tournament


def test_standings_follow_the_scale_of_two_deals(played):
    rows = [(row.entry.number, row.vp, row.mp) for row in standings(played).rows]
    assert rows == [(1, 14, 305), (4, 11, 120), (3, 9, -120), (2, 6, -305)]


@pytest.fixture
def rectified(played, dora) -> Tournament:
    """Table 1 with a penalty of 3 MP for pair 1 in the round: 305 − 3 = 302, read at 300, hence 13 – 7."""
    round_1 = played.rounds.get(number=1)
    factories.make_adjustment(played.entries.get(number=1), dora, kind="mp", amount=-3, round=round_1)
    return played


FROM_A = "MP +305, con penalità e bonus (−3) +302. La tabella non ha +302: VP letti al multiplo per difetto, +300."
FROM_B = "MP −305, con penalità e bonus (+3) −302. La tabella non ha −302: VP letti al multiplo per difetto, −300."


def test_mp_given_for_a_round_move_the_vp_of_its_match(rectified):
    rows = {row.entry.number: (row.vp, row.mp) for row in standings(rectified).rows}
    assert (rows[1], rows[2]) == ((13, 302), (7, -305))


def test_mp_given_for_the_whole_tournament_leave_every_match_alone(played, dora):
    factories.make_adjustment(played.entries.get(number=1), dora, kind="mp", amount=-3)
    rows = {row.entry.number: (row.vp, row.mp) for row in standings(played).rows}
    assert rows[1] == (14, 302)


def test_a_cancelled_penalty_gives_the_match_its_vp_back(rectified, dora):
    Adjustment.objects.update(cancelled_by=dora, cancelled_at=factories.NOON, cancel_reason="Non era in ritardo")
    assert {row.entry.number: row.vp for row in standings(rectified).rows} == {1: 14, 2: 6, 3: 9, 4: 11}


def test_a_bonus_by_fives_is_said_and_needs_no_reading_below(played, dora, client):
    round_1 = played.rounds.get(number=1)
    factories.make_adjustment(played.entries.get(number=4), dora, kind="mp", amount=100, round=round_1)
    assert {row.entry.number: row.vp for row in standings(played).rows} == {1: 14, 2: 6, 3: 7, 4: 13}
    page = text(client.get(TOURNAMENT))
    assert "MP −120, con penalità e bonus (−100) −220." in page
    assert "per difetto" not in page


def test_every_screen_that_shows_the_vp_says_at_which_difference_they_were_read(rectified, scorer):
    assert FROM_A in text(scorer.get(GRID))
    assert FROM_A in text(scorer.get(TOURNAMENT))
    assert FROM_A in text(scorer.get(TOURNAMENT + "coppie/1/"))
    assert FROM_B in text(scorer.get(TOURNAMENT + "coppie/2/"))
    assert "letti" not in text(scorer.get(TOURNAMENT + "coppie/3/"))


@pytest.mark.long
def test_paper_and_workbook_say_it_too(rectified, scorer):
    sheets = pages(scorer.get(reverse("export_round_sheets", args=[rectified.slug, 1])).content)
    assert FROM_A in " ".join(sheets[0].split())
    assert "letti" not in sheets[1]
    made = book(scorer.get(reverse("export_workbook", args=[rectified.slug])).content)
    assert FROM_A in str(list(made["Turni e tavoli"].values))


def test_a_match_without_vp_is_not_read_at_all(table, board, sara, scorer):
    make_score(table, board, (800, 100), sara)
    factories.make_adjustment(table.line_a, sara, kind="mp", amount=-3, round=table.round)
    assert "con penalità e bonus" not in text(scorer.get(GRID))


def test_the_form_says_where_mp_of_a_round_count(dora, client_of, tournament):
    page = text(client_of(dora).get(DESK + "penalita/"))
    assert "contano nell’incontro di quel turno" in page


def test_points_below_zero_are_read_with_a_true_minus(played, scorer):
    assert "-260" not in text(scorer.get(GRID))
    assert "−260" in source(scorer.get(GRID))
    assert "−260 – 0" in text(scorer.get(TOURNAMENT + "coppie/3/"))


def test_public_pages_name_lines_and_options(client, played):
    page = text(client.get(TOURNAMENT))
    assert "Burraco · Senza separé · 2 smazzate per turno" in page
    assert "A-C" in page
    assert "B-D" in text(client.get(TOURNAMENT + "coppie/2/"))


def test_the_score_sheet_has_the_games_letters(played, scorer):
    answer = scorer.get(reverse("export_round_sheets", args=[played.slug, 1]))
    (first, _second) = pages(answer.content)
    assert "Linea A-C" in first
    assert "di 5 in 5" in first
    assert "Est" not in first.split("Linea A-C")[1]


def test_the_score_sheet_carries_the_table_of_vp(played, scorer):
    for sheets in ("export_round_sheets", "export_blank_round_sheets", "export_blank_round_sheets_in_two"):
        page = pages(scorer.get(reverse(sheets, args=[played.slug, 1])).content)[0]
        for told in ("Differenza", "0–40", "45–120", "11–9", "875–1000", "19–1", "1005", "20–0"):
            assert told in page


def test_a_new_round_has_the_deals_of_the_match(tournament, dora):
    entries = list(tournament.entries.all())
    drawn = create_round(by=acting(dora), tournament=tournament, pairings=[(entries[0], entries[1])])
    assert drawn.boards.count() == 2


def test_the_workbook_says_game_lines_and_points(played, sara, client_of):
    made = book(client_of(sara).get(reverse("export_workbook", args=[played.slug])).content)
    about = {row[0]: row[1] for row in made["Torneo"].values if row[0]}
    assert (about["Gioco"], about["Separé"], about["Codice"]) == (
        "Burraco",
        "Senza separé",
        "Codice di Gara del Burraco",
    )
    assert "Accusa" not in about
    tables = [row for row in made["Turni e tavoli"].values if row[0] == 1]
    assert tables[0][-7:-1] == (900, 595, 305, 14, 6, None)
    assert "VP A-C" in str(list(made["Turni e tavoli"].values))
