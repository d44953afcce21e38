"""Lateness, absence and lost sheets with one tap: the figures of 19, 39 and 40 at two, three and four deals."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from referee.actions.lateness import record_happening, restore_sheet
from referee.happenings import rounds_missed
from referee.law.burraco.happenings import Happening, What
from tests import factories
from tests.factories import acting, make_score
from tests.tournaments.pages import DESK, send, source, text
from tournaments.actions.base import Refused
from tournaments.models import Adjustment, LogEntry, MatchScore, Publication, Round, RoundClock
from tournaments.queries import standings
from tournaments.seats import Line

A, B = Line.A, Line.B
PAGE = DESK + "turni/1/tavoli/1/ritardo/"
BY_DEALS = {
    2: ((14, 305), (6, -305), (7, -205), (0, -1005)),
    3: ((14, 355), (6, -355), (7, -255), (0, -1505)),
    4: ((13, 505), (7, -505), (7, -505), (0, -2005)),
}


@pytest.fixture
def deals():
    return 2


@pytest.fixture
def tournament(db, deals):
    """Burraco: four pairs, two tables, round 1 playing."""
    tournament = factories.make_burraco(boards_per_round=deals, warnings_per_vp=3)
    one, two, three, four = factories.make_entries(tournament, 4)
    factories.make_round(tournament, 1, [(one, two), (three, four)])
    return tournament


def record(user, table, what=What.LATE, *, line=None, late=None, advantage=None, version=0, **fields):
    happening = Happening(what=what, line=line, late=late, **fields)
    return record_happening(
        by=acting(user), table=table, happening=happening, advantage=advantage, expected_version=version
    )


def late(a="", b=""):
    return {A: a, B: b}


def match():
    score = MatchScore.objects.current().get()
    return (score.vp_a, score.mp_a), (score.vp_b, score.mp_b), score.kind


def by_entry(tournament):
    return {row.entry.number: (row.vp, row.mp) for row in standings(tournament).rows}


# ---- what is recorded -------------------------------------------------------


@pytest.mark.parametrize("deals", [2, 3, 4])
@pytest.mark.parametrize(
    ("what", "line", "kind", "a", "b"),
    [
        (What.LATE, None, "ritardo-assente", "late", "present"),
        (What.ABSENT, B, "assenza-primi-tre-turni", "present", "seven"),
        (What.LEFT, A, "ritardo-assente", "late", "present"),
        (What.LEFT_AT_FAULT, B, "abbandono-colpevole", "present", "nothing"),
        (What.BOTH_LEFT, None, "abbandono-di-entrambe", "nothing", "nothing"),
        (What.MISCONDUCT, None, "intemperanze", "seven", "seven"),
        (What.SHEET_LOST, None, "score-smarrito", "seven", "seven"),
    ],
)
def test_the_match_gets_what_the_code_gives(bruno, tournament, table, deals, what, line, kind, a, b):  # noqa: PLR0917  # the table of figures
    figures = dict(zip(("present", "late", "seven", "nothing"), BY_DEALS[deals], strict=True))
    record(bruno, table, what, line=line, late=late("oltre-10"), advantage=False)
    assert match() == (figures[a], figures[b], kind)
    assert not Adjustment.objects.exists()
    assert (by_entry(tournament)[1], by_entry(tournament)[2]) == (figures[a], figures[b])


def test_the_record_says_what_happened_and_by_which_article(bruno, table):
    record(bruno, table, late=late(b="oltre-10"))
    score = MatchScore.objects.get()
    assert (score.reason, score.reference) == ("Linea B-D in ritardo: Oltre 10′", "F.I.Bur., art. 40")
    assert LogEntry.objects.get().data["reference"] == "F.I.Bur., art. 40"


def given():
    found = Adjustment.objects.filter(cancelled_at__isnull=True)
    return sorted(found.values_list("entry__number", "kind", "amount", "round__number", "reference"))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (late("entro-2"), [(1, "warning", 0)]),
        (late("da-2-a-5"), [(2, "mp", 100)]),
        (late(b="da-5-a-10"), [(1, "mp", 150)]),
        (late("entro-2", "da-2-a-5"), [(1, "mp", 100), (1, "warning", 0)]),
        (late("da-2-a-5", "da-5-a-10"), [(1, "mp", 150), (2, "mp", 100)]),
    ],
)
def test_short_lateness_warns_or_gives_the_others_a_bonus(bruno, table, rows, expected):
    record(bruno, table, late=rows)
    assert given() == [(*one, 1, "F.I.Bur., art. 40") for one in expected]
    assert not MatchScore.objects.exists()


def test_who_wins_by_the_others_lateness_still_answers_for_its_own(dora, tournament, table):
    record(dora, table, late=late("oltre-10", "da-2-a-5"))
    assert given() == [(1, "mp", 100, 1, "F.I.Bur., art. 40")]
    assert match() == ((6, -305), (14, 305), "ritardo-assente")


def test_the_bonus_moves_the_vp_of_the_match(bruno, sara, tournament, table):
    for board, points in zip(table.round.boards.order_by("number"), ((455, 120), (100, 350)), strict=True):
        make_score(table, board, points, sara)
    record(bruno, table, late=late(b="da-5-a-10"))
    # Ahead by 85, with the bonus by 235: 13–7 (18).
    assert by_entry(tournament)[1] == (13, 235)


def test_whoever_came_even_later_gets_the_later_row_only(bruno, tournament, table):
    record(bruno, table, late=late("entro-2"))
    record(bruno, table, late=late("da-5-a-10"))
    assert [one[:3] for one in given()] == [(2, "mp", 150)]
    record(bruno, table, late=late("oltre-10"))
    assert given() == []
    assert match()[2] == "ritardo-assente"


def test_three_warnings_cost_one_vp_by_themselves(bruno, tournament, table):
    one, *others = tournament.entries.order_by("number")
    for number, other in enumerate(others, start=2):
        record(bruno, table, late=late("entro-2"))
        assert by_entry(tournament)[1] == (0, 0)
        Round.objects.filter(tournament=tournament).update(state="closed")
        table = factories.make_round(tournament, number, [(one, other)]).tables.get()
        if number == 3:
            break
    record(bruno, table, late=late("entro-2"))
    assert by_entry(tournament)[1] == (-1, 0)


# ---- absence ----------------------------------------------------------------


def test_rounds_of_absence_are_counted_from_the_records(bruno, client_of, tournament, table):
    client = client_of(bruno)
    absent, other = tournament.entries.get(number=2), tournament.entries.get(number=1)
    for number in range(1, 6):
        if number > 1:
            Round.objects.filter(tournament=tournament).update(state="closed")
            # Now on one line, now on the other.
            both = (absent, other) if number % 2 else (other, absent)
            factories.make_round(tournament, number, [both])
        line = "A" if number % 2 and number > 1 else "B"
        page = DESK + f"turni/{number}/tavoli/1/ritardo/"
        assert f"Assenza n. {number} di questa linea" in text(client.get(page, {"cosa": "assenza", "linea": line}))
        assert send(client, page, cosa="assenza", linea=line, version=0).status_code == 302
    scores = MatchScore.objects.order_by("table__round__number")
    assert [min(one.vp_a, one.vp_b) for one in scores] == [7, 7, 7, 0, 0]
    assert [one.kind for one in scores] == ["assenza-primi-tre-turni"] * 3 + ["assenza-dal-quarto-turno"] * 2
    assert rounds_missed(other, table.round) == 0


# ---- what is asked, what is refused -----------------------------------------


@pytest.mark.parametrize(
    ("what", "fields"), [(What.LATE, {"late": late("oltre-10", "oltre-10")}), (What.LEFT, {"line": A})]
)
def test_an_unjust_advantage_is_asked_for(bruno, table, what, fields):
    with pytest.raises(Refused, match="ingiusto vantaggio"):
        record(bruno, table, what, **fields)
    with pytest.raises(Refused, match="apri un’anomalia"):
        record(bruno, table, what, advantage=True, **fields)
    assert not MatchScore.objects.exists()
    record(bruno, table, what, advantage=False, **fields)
    assert MatchScore.objects.exists()


def test_a_present_line_keeps_what_it_had_earned_if_that_is_more(bruno, table):
    with pytest.raises(Refused, match="solo se supera i 14 VP"):
        record(bruno, table, What.LEFT, line=B, advantage=False, earned=(14, 400))
    with pytest.raises(Refused, match="solo se supera i 14 VP"):
        record(bruno, table, What.LEFT, line=B, advantage=False, earned=(21, 400))
    record(bruno, table, What.LEFT, line=B, advantage=False, earned=(17, 640))
    assert match() == ((17, 640), (6, -305), "ritardo-assente")


def test_a_sheet_left_on_the_table_costs_one_vp(bruno, tournament, table):
    record(bruno, table, What.SHEET_NOT_RETURNED, line=A)
    assert given() == [(1, "vp", -1, 1, "F.I.Bur., art. 19")]


@pytest.mark.parametrize("fields", [{}, {"late": late("ieri")}, {"what": What.ABSENT}])
def test_what_says_too_little_is_refused(bruno, table, fields):
    with pytest.raises(Refused, match="Di’ che cosa è successo"):
        record(bruno, table, **fields)


@pytest.mark.parametrize("name", ["sara", "carla", "ettore"])
def test_others_may_not(cast, table, name):
    with pytest.raises(PermissionDenied):
        record(cast[name], table, late=late("oltre-10"))


def test_a_score_fixed_meanwhile_is_not_replaced(bruno, giulia, table):
    record(giulia, table, What.MISCONDUCT)
    with pytest.raises(Refused, match="Intanto il punteggio"):
        record(bruno, table, late=late("oltre-10"))
    assert match()[2] == "intemperanze"


def test_a_refusal_leaves_nothing_behind(bruno, giulia, table):
    """The warning would come with a match score that is stale: neither is recorded."""
    record(giulia, table, What.MISCONDUCT)
    with pytest.raises(Refused):
        record(bruno, table, late=late("oltre-10", "entro-2"))
    assert not Adjustment.objects.exists()


def test_under_final_standings_no_article_helps(bruno, tournament, table):
    Publication.objects.create(
        tournament=tournament, number=1, kind="final", stage=table.round.stage, round_number=1, rows=[],
        data_version=0, engine_version="prova", hash="0" * 64, published_by=bruno, published_at=factories.NOON,
    )  # fmt: skip
    with pytest.raises(Refused, match="definitiva"):
        record(bruno, table, late=late("entro-2"))


# ---- the lost sheet ---------------------------------------------------------


def test_a_sheet_found_again_counts(bruno, sara, tournament, table):
    for board in table.round.boards.all():
        make_score(table, board, (300, 100), sara)
    record(bruno, table, What.SHEET_LOST)
    assert by_entry(tournament)[1] == (7, -205)
    restore_sheet(by=acting(bruno), score=MatchScore.objects.get())
    assert by_entry(tournament)[1] == (14, 400)


def test_a_sheet_found_in_the_merit_groups_does_not(bruno, tournament, table):
    record(bruno, table, What.SHEET_LOST)
    later = factories.make_stage(tournament, 2)
    Round.objects.create(tournament=tournament, stage=later, number=2, state="published")
    with pytest.raises(Refused, match="resta il 7 a 7"):
        restore_sheet(by=acting(bruno), score=MatchScore.objects.get())


def test_only_a_lost_sheet_is_found(bruno, table):
    record(bruno, table, What.MISCONDUCT)
    with pytest.raises(Refused, match="nessuno score risulta smarrito"):
        restore_sheet(by=acting(bruno), score=MatchScore.objects.get())


# ---- the page ---------------------------------------------------------------


@pytest.fixture
def desk(client_of, dora):
    return client_of(dora)


def test_the_page_offers_everything_for_both_lines(desk, tournament):
    page = text(desk.get(PAGE))
    assert page.count("Fino a 2′") == 2
    assert page.count("Assente") == 2
    assert "Sospesa per intemperanze" in page
    assert "Conferma" not in page


def test_the_clock_tells_how_late_it_is_now(desk, table):
    RoundClock.objects.create(round=table.round, minutes=25, started_at=timezone.now() - timedelta(minutes=6))
    page = text(desk.get(PAGE))
    assert "6 minuti dal via" in page
    assert page.count("5–10′ adesso") == 2


def test_what_the_code_gives_is_shown_before_it_is_given(desk, tournament):
    page = text(desk.get(PAGE, {"cosa": "ritardo", "ritardo_b": "oltre-10"}))
    assert "art. 40 Linea B-D in ritardo: Oltre 10′" in page
    assert "A-C 1 Conti – Serra 14 VP, +305 MP" in page
    assert "B-D 2 Galli – Fontana 6 VP, −305 MP" in page
    assert "1 Conti – Serra" in page.split("Che cosa cambia in classifica")[1]
    assert not MatchScore.objects.exists()


def test_a_second_lateness_joins_the_first(desk, tournament):
    page = source(desk.get(PAGE, {"cosa": "ritardo", "ritardo_a": "entro-2"}))
    assert 'href="?cosa=ritardo&amp;ritardo_a=entro-2&amp;ritardo_b=da-2-a-5#proposta"' in page
    assert 'href="?cosa=ritardo&amp;ritardo_a=da-2-a-5#proposta"' in page


def test_figures_that_the_code_does_not_print_are_marked(desk, tournament):
    page = text(desk.get(PAGE, {"cosa": "assenza", "linea": "B"}))
    assert "7 VP, −205 MP MP non stampati dal codice" in page
    assert "14 VP, +305 MP MP non stampati" not in page


@pytest.mark.parametrize(("name", "back"), [("dora", DESK + "turni/1/#row-1"), ("bruno", "/turni/1/tavoli/1/")])
def test_one_confirmation_records_it(cast, client_of, tournament, name, back):
    client = client_of(cast[name])
    for _ in range(2):  # sent twice
        answer = send(client, PAGE, key="una", cosa="ritardo", ritardo_a="oltre-10", version=0)
        assert answer.status_code == 302
        assert answer.url.endswith(back)
    assert match() == ((6, -305), (14, 305), "ritardo-assente")


def test_the_question_is_asked_on_the_page(desk, tournament):
    address = {"cosa": "abbandono", "linea": "B"}
    assert "ingiusto vantaggio" in text(desk.get(PAGE, address))
    answer = send(desk, PAGE, **address)
    assert answer.status_code == 422
    assert "Rispondi:" in text(answer)
    answer = send(desk, PAGE, **address, vantaggio="si")
    assert "apri un’anomalia e decidi" in text(answer)
    assert send(desk, PAGE, **address, vantaggio="no", vp="17", mp="640").status_code == 302
    assert match()[0] == (17, 640)


def test_the_fixed_score_and_the_way_to_take_it_back_are_shown(desk, dora, table):
    record(dora, table, What.SHEET_LOST)
    page = text(desk.get(PAGE))
    assert "Punteggio fissato: 7 – 7 VP" in page
    assert "Lo score è stato ritrovato" in page
    assert send(desk, PAGE + "score-ritrovato/").status_code == 302
    assert not MatchScore.objects.current().exists()
    assert send(desk, PAGE + "score-ritrovato/").status_code == 422


@pytest.mark.parametrize(
    "fields", [{}, {"cosa": "fuga"}, {"cosa": "ritardo", "ritardo_a": "ieri"}, {"cosa": "assenza"}]
)
def test_nonsense_is_refused(desk, tournament, fields):
    assert send(desk, PAGE, **fields).status_code == 422
    assert desk.get(PAGE, fields).status_code == 200
    assert not MatchScore.objects.exists()


def test_a_code_that_fixes_no_scores_says_what_to_do(client_of, ettore):
    page = "/tornei/coppa-ponente/direzione/turni/1/tavoli/1/ritardo/"
    client = client_of(ettore)
    assert "Questo codice non fissa punteggi" in text(client.get(page))
    assert send(client, page, cosa="intemperanze").status_code == 422


# ---- taking back ------------------------------------------------------------

BACK = DESK + "turni/1/tavoli/1/punteggio-fissato/togli/"


def test_a_fixed_score_is_taken_back_with_a_reason(desk, dora, table):
    record(dora, table, What.MISCONDUCT)
    assert "Che cosa cambia in classifica" in text(desk.get(BACK))
    assert send(desk, BACK).status_code == 422
    assert send(desk, BACK, reason="Hanno ripreso a giocare").status_code == 302
    assert MatchScore.objects.get().supersede_reason == "Hanno ripreso a giocare"
    answer = send(desk, BACK, reason="Di nuovo")
    assert answer.status_code == 422
    assert "già stato tolto" in text(answer)
    assert "nessun punteggio è fissato" in text(desk.get(BACK))
