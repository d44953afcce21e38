"""What everybody sees: tournaments, tables of the rounds, standings, and what they come from."""

import pytest
from django.test import Client

from people.accounts.models import User
from records.rights import Role
from tests import factories
from tests.asking import TOURNAMENT, figures, queries_of, source, text
from tournaments.rounds.models import Round, Table
from tournaments.setup.models import Tournament

STANDINGS = TOURNAMENT + "classifica/"


def play(table: Table, results: list[tuple[int, int]], by: User) -> None:
    for board, result in zip(table.round.boards.order_by("number"), results, strict=True):
        factories.make_score(table, board, result, by)


def hide(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)


# ---- home -------------------------------------------------------------------


def test_home_lists_the_public_tournaments(
    client: Client, tournament: Tournament, other_tournament: Tournament
) -> None:
    hide(other_tournament)
    page = text(client.get("/"))
    assert "Coppa Levante" in page
    assert "Coppa Ponente" not in page
    assert "I miei" not in page


def test_home_says_which_tournaments_have_ended(client: Client, tournament: Tournament) -> None:
    assert "concluso" not in text(client.get("/"))
    Tournament.objects.filter(pk=tournament.pk).update(ending="concluded", ended_at=factories.NOON)
    assert "concluso" in text(client.get("/"))


def test_home_without_tournaments_says_what_will_come(client: Client, db: None) -> None:
    User.objects.create_superuser("ada.prova")
    assert "Nessun torneo in vista" in text(client.get("/"))


def test_home_of_a_new_installation_says_how_to_come_in(client: Client, db: None) -> None:
    assert "Qui nessuno è ancora entrato" in text(client.get("/"))


def test_home_shows_ones_own_first_with_the_task_even_hidden(
    tournament: Tournament, other_tournament: Tournament, dora: User, client_of
) -> None:
    hide(tournament)
    page = text(client_of(dora).get("/"))
    assert page.index("Coppa Levante") < page.index("Coppa Ponente")
    assert "Direttore di gara" in page
    assert page.count("Coppa Levante Direttore di gara") == 1


def test_home_offers_a_new_tournament_only_to_those_who_may(dora: User, client_of) -> None:
    assert "Nuovo torneo" not in text(client_of(dora).get("/"))


def test_home_costs_the_same_for_many_tournaments(dora: User, client_of, tournament: Tournament) -> None:
    before = queries_of(client_of(dora), "/")
    for number in range(5):
        factories.give_role(dora, factories.make_tournament(f"altra-{number}"), Role.DIRECTOR)
        factories.make_tournament(f"pubblica-{number}")
    assert queries_of(client_of(dora), "/") == before


# ---- tables -----------------------------------------------------------------


def test_tournament_shows_the_tables_of_its_latest_round(client: Client, tournament: Tournament) -> None:
    answer = client.get(TOURNAMENT)
    assert "Turno 1 in corso" in text(answer)
    assert figures(answer) == [
        ["1", "Coppia 1 Anna Conti Luca Serra", "Coppia 2 Piero Galli Rita Fontana", "in gioco"],
        ["2", "Coppia 3 Nicolò D’Amico Sofia Leone", "Coppia 4 Mara Villa Ugo Ricci", "in gioco"],
    ]


def test_tables_show_the_result_once_it_is_whole(
    client: Client, tournament: Tournament, table: Table, sara: User
) -> None:
    play(table, [(11, 0), (7, 4)], sara)
    answer = client.get(TOURNAMENT)
    assert figures(answer)[0][3] == "17 – 3"
    assert "Manca il risultato di 1 tavolo." in text(answer)


def test_table_without_opponents_rests(client: Client, tournament: Tournament) -> None:
    entries = list(tournament.entries.all())
    factories.make_round(tournament, 3, [(entries[0], entries[1]), (entries[2], None)], state="published")
    answer = client.get(TOURNAMENT)
    assert figures(answer)[1][2:] == ["riposa", "–"]
    assert "in attesa" in figures(answer)[0][3]


def test_drafts_are_shown_to_nobody_not_even_the_director(tournament: Tournament, dora: User, client_of) -> None:
    assert client_of(dora).get(TOURNAMENT + "turni/2/").status_code == 404
    assert 'turni/2/"' not in source(Client().get(TOURNAMENT))


def test_earlier_rounds_stay_reachable(client: Client, tournament: Tournament) -> None:
    Round.objects.filter(tournament=tournament, number=2).update(state="published")
    assert "Turno 2" in text(client.get(TOURNAMENT))
    assert "Turno 1 in corso" in text(client.get(TOURNAMENT + "turni/1/"))


def test_tournament_without_rounds_says_what_will_come(client: Client, db: None) -> None:
    factories.make_tournament()
    assert "I tavoli non sono ancora pubblicati" in text(client.get(TOURNAMENT))


def test_hidden_tournament_is_found_only_by_those_with_a_task(
    tournament: Tournament, sara: User, carla: User, client_of
) -> None:
    hide(tournament)
    for path in (TOURNAMENT, STANDINGS, TOURNAMENT + "turni/1/", TOURNAMENT + "coppie/1/"):
        assert client_of(sara).get(path).status_code == 200
        assert client_of(carla).get(path).status_code == 404
        assert Client().get(path).status_code == 404


def test_public_sees_neither_desk_nor_arbitration(client: Client, tournament: Tournament) -> None:
    page = source(client.get(TOURNAMENT))
    assert "direzione" not in page
    assert "arbitraggio" not in page
    assert "tavoli/1/" not in page


@pytest.mark.parametrize("path", ["/", TOURNAMENT, STANDINGS, TOURNAMENT + "turni/1/", TOURNAMENT + "coppie/1/"])
def test_public_pages_are_only_read(client: Client, tournament: Tournament, path: str) -> None:
    assert client.head(path).status_code == 200
    assert client.post(path).status_code == 405


# ---- standings --------------------------------------------------------------


def test_standings_rank_by_vp_with_the_sign_of_the_mp(
    client: Client, tournament: Tournament, table: Table, sara: User
) -> None:
    play(table, [(11, 0), (7, 4)], sara)
    answer = client.get(STANDINGS)
    rows = figures(answer)
    assert rows[0][0] == "1"
    assert rows[0][1].startswith("Coppia 1 Conti – Serra")
    assert rows[0][2:] == ["17", "+14", "18", "4", "1"]
    assert [row[3] for row in rows if "Galli" in row[1]] == ["−14"]
    assert "non ufficiale Manca il risultato di 1 tavolo." in text(answer)


def test_standings_explain_a_tie_in_words(client: Client, tournament: Tournament, table: Table, sara: User) -> None:
    play(table, [(7, 4), (4, 7)], sara)
    page = text(client.get(STANDINGS))
    assert "A pari VP anche gli MP sono pari: Conti – Serra 0, Galli – Fontana 0." in page
    assert "Sorteggio fra" in page
    assert tournament.lot_seed in page


def test_standings_tell_what_penalties_changed(
    client: Client, tournament: Tournament, table: Table, sara: User
) -> None:
    play(table, [(11, 0), (7, 4)], sara)
    factories.make_adjustment(table.line_a, sara, amount=-2)
    row = figures(client.get(STANDINGS))[0]
    assert row[1] == "Coppia 1 Conti – Serra Compresi −2 VP di penalità e compensi"
    assert row[2] == "15"


def test_standings_without_pairs_say_what_will_come(client: Client, db: None) -> None:
    factories.make_tournament()
    assert "Nessuna iscrizione" in text(client.get(STANDINGS))


def test_standings_are_exported_only_by_those_who_may(
    client: Client, tournament: Tournament, sara: User, client_of
) -> None:
    assert "classifica.pdf" not in source(client.get(STANDINGS))
    assert "classifica.pdf" in source(client_of(sara).get(STANDINGS))


@pytest.mark.long
@pytest.mark.parametrize("pairs", [4, 50])
def test_standings_cost_fewer_than_ten_queries(dora: User, client_of, pairs: int, tournament: Tournament) -> None:
    for number in range(5, pairs + 1):
        factories.make_entry(tournament, number)
    assert queries_of(client_of(dora), STANDINGS) < 10
    assert queries_of(Client(), STANDINGS) < 10


def test_tables_cost_the_same_with_four_pairs_and_with_twenty_four(dora: User, client_of) -> None:
    counts = []
    for slug, pairs in (("quattro", 4), ("ventiquattro", 24)):
        one = factories.make_tournament(slug)
        entries = factories.make_entries(one, pairs)
        factories.make_round(one, 1, list(zip(entries[::2], entries[1::2], strict=True)))
        counts.append(queries_of(client_of(dora), f"/tornei/{slug}/"))
    assert counts[0] == counts[1] <= 15


# ---- a pair -----------------------------------------------------------------


def test_pair_page_proves_its_line(client: Client, tournament: Tournament, table: Table, sara: User) -> None:
    play(table, [(11, 0), (7, 4)], sara)
    factories.make_adjustment(table.line_b, sara, amount=-2, reference="Provvedimento n. 5", reason="Ritardo")
    answer = client.get(TOURNAMENT + "coppie/2/")
    assert figures(answer) == [
        ["1", "1 Conti – Serra tavolo 1, E-O Smazzata 1 0 – 11 Smazzata 2 4 – 7", "4", "18", "−14", "3"],
        ["· Tutto il torneo", "Penalità Provvedimento n. 5", "", "", "", "−2"],
    ]
    assert "In classifica 4 18 −14 1" in text(answer)


def test_pair_page_tells_reasons_of_penalties_only_to_the_staff(
    client: Client, tournament: Tournament, table: Table, sara: User, client_of
) -> None:
    factories.make_adjustment(table.line_a, sara, reason="Discussione ad alta voce")
    path = TOURNAMENT + "coppie/1/"
    assert "Discussione" not in text(client.get(path))
    assert "Discussione" in text(client_of(sara).get(path))


def test_pair_page_says_what_does_not_count_yet(
    client: Client, tournament: Tournament, table: Table, sara: User
) -> None:
    factories.make_score(table, table.round.boards.get(number=1), (7, 4), sara)
    page = text(client.get(TOURNAMENT + "coppie/1/"))
    assert "non conta ancora: manca un punteggio" in page
    assert "7 – 4" in page


def test_pair_page_before_any_round_says_what_will_come(client: Client, db: None) -> None:
    factories.make_entry(factories.make_tournament(), 1)
    assert "Non ha ancora giocato" in text(client.get(TOURNAMENT + "coppie/1/"))


def test_pair_that_does_not_exist(client: Client, tournament: Tournament) -> None:
    assert client.get(TOURNAMENT + "coppie/99/").status_code == 404


def test_pair_page_costs_the_same_for_many_rounds(tournament: Tournament, sara: User, client_of) -> None:
    client = client_of(sara)
    before = queries_of(client, TOURNAMENT + "coppie/1/")
    one, two = tournament.entries.filter(number__lte=2)
    for number in (3, 4, 5):
        round = factories.make_round(tournament, number, [(one, two)], state="closed")
        play(round.tables.get(), [(6, 5), (5, 6)], sara)
        factories.make_adjustment(one, sara, round=round)
    assert queries_of(client, TOURNAMENT + "coppie/1/") == before <= 19


def test_names_are_never_markup(client: Client, tournament: Tournament) -> None:
    names = ("<script>alert(1)</script> Uno", "Due <b>Tre</b>")
    entry = factories.make_entry(tournament, 5, names)
    factories.make_round(tournament, 3, [(entry, None)], state="published")
    Tournament.objects.filter(pk=tournament.pk).update(name="<script>alert(2)</script>", place="<i>Bari</i>")
    for path in ("/", TOURNAMENT, STANDINGS, TOURNAMENT + "coppie/5/"):
        page = source(client.get(path))
        assert "<script>alert" not in page
        assert "<b>Tre" not in page
        assert "<i>Bari" not in page
