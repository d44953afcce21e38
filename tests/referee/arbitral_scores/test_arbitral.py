"""Arbitral scores: from the other tables' results to the board, and what happens when those change."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from codes.arbitral.lots import draw
from codes.arbitral.score import Reckoning as Worked
from codes.arbitral.score import TableScore
from codes.seats import Line
from people.accounts.models import Club, Player
from records.requests import Refused, StaleVersion
from referee.arbitral_scores.actions import dismiss_proposal, recompute, set_arbitral_score
from referee.arbitral_scores.models import ArbitralReview, ArbitralScore
from referee.arbitral_scores.queries import hash_of, other_results, proposals
from referee.arbitral_scores.score import Choice
from referee.decisions.appeal_actions import change_by_appeal
from referee.rulings.actions import decide, revise_ruling
from referee.rulings.document import document_of
from referee.rulings.layout import ruling_sheet
from tests.asking import TOURNAMENT, send, source, text
from tests.factories import acting, make_entries, make_entry, make_round, make_score, make_tournament
from tests.reading import text_of
from tests.referee.told import ANNULLED, BOTH, TO_BLAME
from tournaments.appeals.actions import file_appeal
from tournaments.rounds.models import Table
from tournaments.rounds.queries import tables_progress, unconfirmed_scores
from tournaments.scores.actions import confirm_score, give_score
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament
from tournaments.staff.models import ClubNotice
from tournaments.standings.queries import standings


@pytest.fixture
def others(round_1, board, bruno):
    """Two more tables beside table 2, and results on board 1 at all three: 7–4, 6–5, 5–6."""
    tournament = round_1.tournament
    for number in (3, 4):
        pair = [make_entry(tournament, 2 * number - 1), make_entry(tournament, 2 * number)]
        Table.objects.create(round=round_1, number=number, line_a=pair[0], line_b=pair[1])
    points = {2: (7, 4), 3: (6, 5), 4: (5, 6)}
    return {
        number: make_score(round_1.tables.get(number=number), board, result, bruno) for number, result in points.items()
    }


def give(ruling, by, *, score_version=1, **choice):
    case = ruling.case
    case.refresh_from_db()
    return set_arbitral_score(
        by=acting(by),
        case=case,
        expected_version=case.version,
        score_version=score_version,
        choice=Choice(**choice),
    )


def on_board(case):
    """The score in force of the case's board at its table."""
    return BoardScore.objects.current().get(table=case.table, board=case.board)


def correct(score, by, points):
    """Another result at a table, by the desk."""
    return give_score(
        by=acting(by),
        table=score.table,
        board=score.board,
        points_a=points[0],
        points_b=points[1],
        expected_version=score.version,
        reason="Scritto male",
    )


def test_an_artificial_score_is_the_mean_of_the_other_tables(ruled, others, bruno, table, board):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    assert (score.method, score.points_a, score.points_b, score.version) == ("artificial", 6, 5, 1)
    assert score.inputs == [
        {"table": "2", "a": 7, "b": 4},
        {"table": "3", "a": 6, "b": 5},
        {"table": "4", "a": 5, "b": 6},
    ]
    assert Worked.from_dict(score.arithmetic).line_a.mean == Fraction(6)
    on_board = BoardScore.objects.current().get(table=table, board=board)
    assert (on_board.kind, on_board.points_a, on_board.reference) == ("artificial", 6, "Provvedimento n. 1")


def test_equal_decimals_are_decided_by_the_lot_of_that_board(ruled, round_1, board, bruno, tournament):
    make_score(round_1.tables.get(number=2), board, (7, 4), bruno)
    pair = make_entry(tournament, 5), make_entry(tournament, 6)
    third = Table.objects.create(round=round_1, number=3, line_a=pair[0], line_b=pair[1])
    make_score(third, board, (6, 5), bruno)
    worked = Worked.from_dict(give(ruled("numero-carte-errato", ANNULLED), bruno).arithmetic)
    assert worked.line_a.mean == Fraction(13, 2)
    assert (worked.lot.seed, worked.lot.purpose) == (tournament.lot_seed, "Turno 1, tavolo 1, smazzata 1")
    assert worked.lot == draw(worked.lot.candidates, seed=worked.lot.seed, purpose=worked.lot.purpose)
    assert worked.a + worked.b == 11


def test_no_other_table_yet_means_no_score_yet(ruled, bruno):
    with pytest.raises(Refused, match="Nessun altro tavolo"):
        give(ruled("numero-carte-errato", ANNULLED), bruno)
    assert not ArbitralScore.objects.exists()


def test_an_assigned_score_is_chosen_with_a_reason(ruled, others, bruno):
    ruling = ruled("accusa-anticipata", TO_BLAME)
    with pytest.raises(Refused, match="motivo"):
        give(ruling, bruno, chosen=(5, 6))
    with pytest.raises(Refused, match="risultato da assegnare"):
        give(ruling, bruno, reason="Il migliore")
    score = give(ruling, bruno, chosen=(5, 6), reason="Il migliore per Est-Ovest")
    assert (score.method, score.points_a, score.points_b) == ("assigned", 5, 6)
    assert Worked.from_dict(score.arithmetic).innocent == Line.B


@pytest.mark.parametrize("chosen", [(3, 4), (12, -1), (0, 0)])
def test_an_impossible_result_is_not_assigned(chosen, ruled, others, bruno):
    with pytest.raises(Refused, match="non è possibile"):
        give(ruled("accusa-anticipata", TO_BLAME), bruno, chosen=chosen, reason="Provo")


def test_a_rectified_score_moves_a_share_of_the_graver_sides(ruled, others, bruno):
    ruling = ruled("confusione-prese", BOTH, responsible="both")
    with pytest.raises(Refused, match="motivo"):
        give(ruling, bruno, graver=Line.A, share=Fraction(1, 6))
    score = give(ruling, bruno, graver=Line.A, share=Fraction(1, 6), reason="Ha mischiato tutto il mazzo")
    assert (score.method, score.points_a, score.points_b) == ("rectified", 5, 6)


def test_a_share_beyond_a_third_is_refused(ruled, others, bruno):
    with pytest.raises(Refused, match="terzo"):
        give(
            ruled("confusione-prese", BOTH, responsible="both"),
            bruno,
            graver=Line.A,
            share=Fraction(1, 2),
            reason="Troppo",
        )


def test_a_score_can_be_given_again_only_with_a_reason(ruled, others, bruno):
    ruling = ruled("accusa-anticipata", TO_BLAME)
    first = give(ruling, bruno, chosen=(5, 6), reason="Il migliore")
    with pytest.raises(Refused, match="già un punteggio"):
        give(ruling, bruno, score_version=2, chosen=(6, 5))
    second = give(ruling, bruno, score_version=2, chosen=(6, 5), reason="Letto male")
    first.refresh_from_db()
    assert (second.version, second.is_current, first.is_current) == (2, True, False)


def test_a_stale_board_is_not_scored(ruled, others, bruno):
    ruling = ruled("numero-carte-errato", ANNULLED)
    with pytest.raises(StaleVersion):
        give(ruling, bruno, score_version=0)
    assert not ArbitralScore.objects.exists()


def test_the_same_request_scores_once(ruled, others, bruno):
    ruling = ruled("numero-carte-errato", ANNULLED)
    ruling.case.refresh_from_db()
    given = [
        set_arbitral_score(
            by=acting(bruno, key="k"),
            case=ruling.case,
            expected_version=ruling.case.version,
            score_version=1,
            choice=Choice(),
        )
        for _ in range(2)
    ]
    assert given[0] == given[1]


@pytest.mark.parametrize("who", ["dora", "sara", "carla", "ettore"])
def test_only_arbiters_give_arbitral_scores(who, cast, ruled, others):
    ruling = ruled("numero-carte-errato", ANNULLED)
    with pytest.raises(PermissionDenied):
        give(ruling, cast[who])


def test_a_ruling_without_annulment_has_no_arbitral_score(ruled, others, bruno):
    facts = {"esercizio-monte": "nessuno", "contestazione-battuta": "nessuna"}
    with pytest.raises(Refused, match="Nessun provvedimento"):
        give(ruled("accusa-anticipata", facts), bruno, score_version=0)


# -- late results -------------------------------------------------------------------------------------------------


def test_an_unchanged_board_raises_no_proposal(ruled, others, bruno, tournament):
    give(ruled("numero-carte-errato", ANNULLED), bruno)
    assert proposals(tournament) == []


def test_a_late_result_raises_a_proposal(ruled, others, bruno, tournament, sara):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    correct(others[4], sara, (2, 9))
    (proposal,) = proposals(tournament)
    assert proposal.score == score
    assert proposal.arrived == (TableScore("4", 2, 9),)
    assert proposal.removed == (TableScore("4", 5, 6),)


def test_a_proposal_accepted_is_a_new_version_with_its_reason(ruled, others, bruno, sara, tournament):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    correct(others[4], sara, (2, 9))
    inputs_hash = hash_of(other_results(score.case))
    second = recompute(by=acting(bruno), score=score, inputs_hash=inputs_hash, reason="Corretto il tavolo 4")
    assert (second.version, second.points_a, second.points_b) == (2, 5, 6)
    assert on_board(second.case).points_a == 5
    assert proposals(tournament) == []


def test_a_proposal_dismissed_stays_quiet_until_results_change_again(ruled, others, bruno, tournament, sara):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    late = correct(others[4], sara, (2, 9))
    inputs_hash = hash_of(other_results(score.case))
    with pytest.raises(Refused, match="perché"):
        dismiss_proposal(by=acting(bruno), score=score, inputs_hash=inputs_hash, reason=" ")
    dismiss_proposal(by=acting(bruno), score=score, inputs_hash=inputs_hash, reason="Turno già chiuso")
    assert proposals(tournament) == []
    with pytest.raises(Refused, match="già stati esaminati"):
        dismiss_proposal(by=acting(bruno), score=score, inputs_hash=inputs_hash, reason="Turno già chiuso")
    correct(late, sara, (3, 8))
    assert len(proposals(tournament)) == 1


@pytest.fixture
def of_annas_club(tournament):
    """Bruno is of the club of a player at table 1, from here on."""

    def run(user):
        club = Club.objects.create(federation=tournament.federation, name="Circolo Caffè")
        Player.objects.filter(last_name="Conti").update(club=club)
        tournament.memberships.filter(user=user).update(club=club)
        return replace(acting(user), told=("Circolo Caffè: Anna Conti",))

    return run


def test_results_nobody_confirmed_are_named_before_they_make_a_mean(ruled, others, client_of, bruno, giulia):
    ruled("numero-carte-errato", ANNULLED)
    page = f"{TOURNAMENT}casi/1/punteggio-arbitrale/"
    assert "I risultati dei tavoli 2, 3, 4 non sono ancora confermati" in text(client_of(bruno).get(page))
    for table in (2, 3):
        confirm_score(by=acting(giulia), score=others[table])
    assert "Il risultato del tavolo 4 non è ancora confermato" in text(client_of(bruno).get(page))
    Tournament.objects.update(one_hand=True)
    assert "ancora confermat" not in text(client_of(bruno).get(page))


@pytest.mark.long
def test_results_nobody_confirmed_are_told_wherever_the_mean_is(ruled, others, client_of, bruno, giulia):
    ruling = give(ruled("numero-carte-errato", ANNULLED), bruno).ruling
    confirm_score(by=acting(giulia), score=others[2])
    for page in (f"{TOURNAMENT}casi/1/punteggio-arbitrale/", f"{TOURNAMENT}provvedimenti/1/"):
        shown = text(client_of(bruno).get(page))
        assert "3 non confermato" in shown and "4 non confermato" in shown and "2 non confermato" not in shown, page
    paper = text_of(ruling_sheet(document_of(ruling, language="it"), at=timezone.now()))
    assert "Non confermati I risultati di questi tavoli, alla data del foglio: 3, 4." in paper
    for table in (3, 4):
        confirm_score(by=acting(giulia), score=others[table])
    assert document_of(ruling, language="it").score.unconfirmed == ()
    assert "non confermato" not in text(client_of(bruno).get(f"{TOURNAMENT}provvedimenti/1/"))


def test_what_a_ruling_gave_waits_for_no_second_hand(ruled, others, round_1, bruno, giulia):
    score = on_board(give(ruled("numero-carte-errato", ANNULLED), bruno).case)
    assert (score.awaits_confirmation, score.told_state(one_hand=False)) == (False, "registrato")
    waiting = [(one.table, one.board) for one in unconfirmed_scores(round_1)]
    assert waiting == [(2, 1), (3, 1), (4, 1)]
    assert {one.number: one.unconfirmed for one in tables_progress(round_1)} == {1: 0, 2: 1, 3: 1, 4: 1}
    with pytest.raises(Refused, match="niente da confermare"):
        confirm_score(by=acting(giulia), score=score)


@pytest.mark.long
def test_who_gives_a_score_to_the_own_club_is_told_on_its_page(ruled, others, client_of, bruno, of_annas_club):
    ruling = ruled("numero-carte-errato", ANNULLED)
    of_annas_club(bruno)
    with pytest.raises(Refused, match="qualcuno del tuo circolo"):
        give(ruling, bruno)
    assert not ArbitralScore.objects.exists()
    page, told = f"{TOURNAMENT}casi/1/punteggio-arbitrale/", "Circolo Caffè: Anna Conti"
    assert f'name="own_club" value="{told}"' in source(client_of(bruno).get(page))
    seen = {"version": ruling.case.version, "score_version": 1}
    assert send(client_of(bruno), page, own_club=told, **seen).status_code == 302
    notice = ClubNotice.objects.get()
    assert (notice.record, notice.act, notice.user) == ("ruling:1:1", "scores", bruno)
    shown = text(client_of(bruno).get(f"{TOURNAMENT}provvedimenti/1/"))
    assert f"Bruno Riva (dà il punteggio arbitrale) è dello stesso circolo, ed è stato avvisato prima: {told}" in shown


def test_who_leaves_a_score_as_it_is_or_works_it_out_again_is_told_too(ruled, others, bruno, sara, of_annas_club):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    correct(others[4], sara, (2, 9))
    given = {"score": score, "inputs_hash": hash_of(other_results(score.case)), "reason": "Arrivato"}
    knows = of_annas_club(bruno)
    for act in (recompute, dismiss_proposal):
        with pytest.raises(Refused, match="qualcuno del tuo circolo"):
            act(by=acting(bruno), **given)
    dismiss_proposal(by=knows, **given)
    assert ClubNotice.objects.get().act == "scores"


def test_results_that_changed_meanwhile_are_looked_at_again(ruled, others, bruno, sara):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    correct(others[4], sara, (2, 9))
    for act in (recompute, dismiss_proposal):
        with pytest.raises(Refused, match="cambiati ancora"):
            act(by=acting(bruno), score=score, inputs_hash=score.inputs_hash, reason="Visto")


def test_an_assigned_score_is_chosen_anew_not_recomputed(ruled, others, bruno, sara):
    score = give(ruled("accusa-anticipata", TO_BLAME), bruno, chosen=(5, 6), reason="Il migliore")
    correct(others[4], sara, (2, 9))
    with pytest.raises(Refused, match="scegli di nuovo"):
        recompute(by=acting(bruno), score=score, inputs_hash=hash_of(other_results(score.case)), reason="Arrivato")


@pytest.mark.parametrize("who", ["dora", "sara", "carla", "ettore"])
def test_only_arbiters_answer_proposals(who, cast, ruled, others, bruno):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    for act in (recompute, dismiss_proposal):
        with pytest.raises(PermissionDenied):
            act(by=acting(cast[who]), score=score, inputs_hash=score.inputs_hash, reason="Visto")


def test_proposals_cost_three_queries_however_many(ruled, others, bruno, tournament, django_assert_num_queries):
    give(ruled("numero-carte-errato", ANNULLED), bruno)
    with django_assert_num_queries(3):
        proposals(tournament)


# -- standings, revision, database --------------------------------------------------------------------------------


def test_the_standings_wait_for_the_score_and_then_count_it(ruled, others, bruno, table, round_1):
    make_score(table, round_1.boards.get(number=2), (8, 3), bruno)
    ruling = ruled("numero-carte-errato", ANNULLED)
    assert {row.entry.number: row.encounters for row in standings(ruling.tournament).rows}[1] == 0
    give(ruling, bruno)
    row = next(row for row in standings(ruling.tournament).rows if row.entry.number == 1)
    assert (row.encounters, row.mp_for, row.mp_against) == (1, 14, 8)


def test_a_revised_ruling_takes_its_score_out_of_force(ruled, others, bruno, say):
    ruling = ruled("numero-carte-errato", ANNULLED)
    score = give(ruling, bruno)
    case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Non era la distribuzione")
    case = say(case, procedure="accusa-anticipata", responsible="N")
    for name, value in TO_BLAME.items():
        case = say(case, facts={name: value})
    second = decide(by=acting(bruno), case=case, expected_version=case.version)
    score.refresh_from_db()
    assert (second.arbitral, score.is_current) == ("assegnato", False)
    assert on_board(case).is_void
    again = give(second, bruno, score_version=3, chosen=(5, 6), reason="Il migliore")
    assert (again.version, again.ruling) == (2, second)


def test_the_database_refuses_to_change_an_arbitral_score(ruled, others, bruno):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    scores = ArbitralScore.objects.filter(pk=score.pk)
    for change in ({"points_a": 9}, {"reason": "altro"}, {"inputs": []}):
        with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
            scores.update(**change)
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        scores.delete()


def test_the_database_never_puts_an_old_score_back_in_force(ruled, others, bruno):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    scores = ArbitralScore.objects.filter(pk=score.pk)
    scores.update(is_current=False)
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        scores.update(is_current=True)


def test_the_database_keeps_one_score_in_force(ruled, others, bruno):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    score.pk, score.version, score.reason = None, 2, "doppio"
    with pytest.raises(IntegrityError), transaction.atomic():
        score.save(force_insert=True)


def test_a_review_needs_its_reason(ruled, others, bruno):
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    with pytest.raises(IntegrityError), transaction.atomic():
        ArbitralReview.objects.create(
            score=score, inputs_hash="x", reason="", dismissed_by=bruno, dismissed_at=score.given_at
        )


def test_other_tournaments_results_do_not_count(ruled, others, bruno, board):
    elsewhere = make_tournament("altrove")
    pair = make_entries(elsewhere, 2)
    table = make_round(elsewhere, 1, [tuple(pair)]).tables.get()
    make_score(table, elsewhere.boards.get(number=1), (11, 0), bruno)
    score = give(ruled("numero-carte-errato", ANNULLED), bruno)
    assert [row["table"] for row in score.inputs] == ["2", "3", "4"]


def test_who_plays_at_the_table_gives_no_score(ruled, others, table, cast, client_of):
    case = ruled("numero-carte-errato", ANNULLED).case
    giulia = cast["giulia"]
    Player.objects.filter(pk=table.line_b.members.first().player_id).update(account=giulia)
    with pytest.raises(Refused, match="nessuno decide di sé"):
        set_arbitral_score(
            by=acting(giulia), case=case, expected_version=case.version, score_version=0, choice=Choice()
        )
    page = f"{TOURNAMENT}casi/{case.number}/punteggio-arbitrale/"
    assert "Registra il punteggio" in text(client_of(cast["bruno"]).get(page))
    shown = text(client_of(giulia).get(page))
    assert ("nessuno decide di sé" in shown, "Registra il punteggio" in shown) == (True, False)


def test_under_an_appeal_the_score_is_given_by_who_judges_it(ruled, others, table, cast, client_of):
    bruno, giulia, dora = cast["bruno"], cast["giulia"], cast["dora"]
    ruling = ruled("numero-carte-errato", ANNULLED)
    file_appeal(by=acting(dora), entry=table.line_a, against="ruling:1:1", grounds="Era in tempo")
    with pytest.raises(PermissionDenied):
        give(ruling, bruno)
    page = client_of(bruno).get(f"{TOURNAMENT}casi/1/punteggio-arbitrale/")
    assert "Chi ha preso la decisione impugnata" in text(page)
    assert "Registra" not in text(page)
    assert give(ruling, giulia).given_by == giulia


@pytest.mark.long
def test_the_score_of_what_an_appeal_changed_is_not_chosen_by_who_had_ruled(ruled, others, table, cast):
    bruno, giulia, dora = cast["bruno"], cast["giulia"], cast["dora"]
    ruled("numero-carte-errato", ANNULLED)
    appeal = file_appeal(by=acting(dora), entry=table.line_a, against="ruling:1:1", grounds="Era in tempo")
    case = change_by_appeal(by=acting(giulia), appeal=appeal, reason="Altro fatto")
    second = decide(by=acting(giulia), case=case, expected_version=case.version)
    with pytest.raises(Refused, match=r"l’ha cambiato il reclamo n\. 1: il punteggio lo dà un altro"):
        give(second, bruno)
    assert give(second, giulia).ruling == second
