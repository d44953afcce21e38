"""Rounds by hand: drawn up, published, started, closed; a page left open advances nothing."""

import pytest
from django.test import Client

from people.accounts.models import User
from records.rights import Role
from tests import factories
from tests.asking import DESK, TOURNAMENT, send, source, text
from tournaments.rounds.forms import proposal
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

NEW = DESK + "turni/nuovo/"


@pytest.fixture
def director(dora: User, client_of) -> Client:
    return client_of(dora)


def seats(tournament: Tournament, *tables: tuple[int | None, int | None]) -> dict[str, object]:
    """The form's fields for these pairs (by number) at these tables."""
    entries = {entry.number: entry.pk for entry in tournament.entries.all()}
    return {
        f"{line}{table}": entries.get(pair, "") if pair else ""
        for table, pairs in enumerate(tables, start=1)
        for line, pair in zip("ab", pairs, strict=True)
    }


def drawn(round: Round) -> list[tuple[int, int | None]]:
    return list(round.tables.order_by("number").values_list("line_a__number", "line_b__number"))


def state(number: int) -> str:
    return Round.objects.get(number=number, tournament__slug="coppa-levante").state


# ---- a new round ------------------------------------------------------------


def test_new_round_is_a_draft_with_its_tables_and_boards(director: Client, tournament: Tournament) -> None:
    answer = send(director, NEW, **seats(tournament, (4, 1), (2, 3)))
    assert answer.url == DESK + "turni/3/"
    created = Round.objects.get(number=3)
    assert (created.state, drawn(created)) == ("draft", [(4, 1), (2, 3)])
    assert list(created.boards.values_list("number", flat=True)) == [5, 6]
    assert "Turno 3 preparato" in text(director.get(answer.url))


def test_pair_alone_rests_and_a_pair_left_out_is_told(director: Client, tournament: Tournament) -> None:
    answer = send(director, NEW, **seats(tournament, (1, 2), (None, 3)))
    assert drawn(Round.objects.get(number=3)) == [(1, 2), (3, None)]
    assert "Senza tavolo in questo turno: 4 Villa – Ricci." in text(director.get(answer.url))


def test_pair_seated_twice_is_refused_and_the_choice_kept(director: Client, tournament: Tournament) -> None:
    chosen = seats(tournament, (1, 2), (1, 3))
    answer = send(director, NEW, **chosen)
    assert answer.status_code == 422
    assert "Coppie sedute più di una volta: 1." in text(answer)
    assert source(answer).count(f'<option value="{chosen["a1"]}" selected>') == 2
    assert not Round.objects.filter(number=3).exists()


def test_round_without_tables_is_refused(director: Client, tournament: Tournament) -> None:
    answer = send(director, NEW, **seats(tournament, (None, None), (None, None)))
    assert answer.status_code == 422
    assert "Un turno ha almeno un tavolo." in text(answer)


def test_pair_of_another_tournament_cannot_be_chosen(
    director: Client, tournament: Tournament, other_tournament: Tournament
) -> None:
    answer = send(director, NEW, a1=other_tournament.entries.first().pk)
    assert answer.status_code == 422
    assert not Round.objects.filter(number=3).exists()


def test_round_sent_twice_is_drawn_up_once(director: Client, tournament: Tournament) -> None:
    for _ in range(2):
        assert send(director, NEW, key="una", **seats(tournament, (1, 2))).url == DESK + "turni/3/"
    assert tournament.rounds.count() == 3


def test_without_pairs_the_page_leads_to_them(director: Client, dora: User, db: None) -> None:
    factories.give_role(dora, factories.make_tournament("vuota"), Role.DIRECTOR)
    page = source(director.get("/tornei/vuota/direzione/turni/nuovo/"))
    assert "/tornei/vuota/direzione/coppie/" in page
    assert "<select" not in page


def test_names_in_the_choice_are_never_markup(director: Client, tournament: Tournament) -> None:
    factories.make_entry(tournament, 5, ("Uno <script>alert(1)</script>", "Due Tre"))
    assert "<script>alert" not in source(director.get(NEW))


@pytest.mark.parametrize("pairs", [2, 3, 4, 5, 8, 23, 24])
def test_proposal_lets_everybody_meet_everybody_once(pairs: int) -> None:
    items = list(range(1, pairs + 1))
    turns = pairs - 1 if pairs % 2 == 0 else pairs
    met = [frozenset(table) for turn in range(turns) for table in proposal(items, turn) if None not in table]
    assert len(met) == len(set(met)) == pairs * (pairs - 1) // 2
    for turn in range(turns):
        seated = [item for table in proposal(items, turn) for item in table if item is not None]
        assert sorted(seated) == items


def test_proposal_begins_in_order_and_begins_again() -> None:
    assert proposal([1, 2, 3, 4], 0) == [(1, 2), (3, 4)] == proposal([1, 2, 3, 4], 3)
    assert proposal([1], 0) == [(1, None)]


# ---- from state to state ----------------------------------------------------


def test_round_goes_from_draft_to_closed(director: Client, tournament: Tournament, dora: User, round_1: Round) -> None:
    for table in round_1.tables.all():
        for board in round_1.boards.all():
            factories.make_score(table, board, (7, 4), dora)
    factories.one_hand(tournament)
    steps = [(1, "playing", "closed"), (2, "draft", "published"), (2, "published", "playing")]
    for number, seen, after in steps:
        answer = send(director, f"{DESK}turni/{number}/stato/", state=seen)
        assert answer.url == f"{DESK}turni/{number}/"
        assert state(number) == after


def test_published_tables_are_seen_by_everybody(director: Client, tournament: Tournament) -> None:
    send(director, DESK + "turni/2/stato/", state="draft")
    assert Client().get(TOURNAMENT + "turni/2/").status_code == 200


def test_round_with_scores_missing_is_not_closed(director: Client, tournament: Tournament) -> None:
    answer = send(director, DESK + "turni/1/stato/", state="playing")
    assert answer.status_code == 422
    assert "Mancano 4 risultati." in text(answer)
    assert state(1) == "playing"


def test_second_round_does_not_start_while_one_is_played(director: Client, tournament: Tournament) -> None:
    Round.objects.filter(number=2).update(state="published")
    answer = send(director, DESK + "turni/2/stato/", state="published")
    assert answer.status_code == 422
    assert "Un altro turno è in corso: prima va chiuso." in text(answer)


def test_the_second_who_advances_a_round_reads_who_was_first(director: Client, tournament: Tournament) -> None:
    Round.objects.filter(number=1).update(state="closed")
    for expected in (302, 422):
        answer = send(director, DESK + "turni/2/stato/", state="draft")
        assert answer.status_code == expected
    assert "Intanto Dora" in text(answer) and "ha portato il turno a «pubblicato»" in text(answer)


def test_page_left_open_advances_nothing_and_shows_how_it_stands(director: Client, tournament: Tournament) -> None:
    Round.objects.filter(number=2).update(state="published")
    answer = send(director, DESK + "turni/2/stato/", state="draft")
    assert answer.status_code == 422
    assert "ha portato il turno a «pubblicato»: quello che vedi ora è com’è adesso." in text(answer)
    assert state(2) == "published"


def test_step_sent_twice_advances_once_without_complaint(director: Client, tournament: Tournament) -> None:
    for _ in range(2):
        answer = send(director, DESK + "turni/2/stato/", key="una", state="draft")
        assert answer.status_code == 302
    assert state(2) == "published"


@pytest.mark.parametrize("seen", ["", "closed", "inventato"])
def test_step_that_does_not_exist_is_refused(director: Client, tournament: Tournament, seen: str) -> None:
    assert send(director, DESK + "turni/1/stato/", state=seen).status_code == 422
    assert state(1) == "playing"


@pytest.mark.parametrize("who", ["giulia", "bruno", "sara"])
def test_only_the_director_manages_rounds(who: str, cast: dict[str, User], client_of, tournament: Tournament) -> None:
    client = client_of(cast[who])
    assert client.get(NEW).status_code == 403
    assert send(client, DESK + "turni/2/stato/", state="draft").status_code == 403
    assert "Pubblica i tavoli" not in text(client.get(DESK + "turni/2/"))
    assert state(2) == "draft"


def test_round_that_does_not_exist_is_not_found(director: Client, tournament: Tournament) -> None:
    assert director.get(DESK + "turni/9/").status_code == 404
    assert send(director, DESK + "turni/9/stato/", state="draft").status_code == 404
    assert director.get(DESK + "turni/2/stato/").status_code == 405
