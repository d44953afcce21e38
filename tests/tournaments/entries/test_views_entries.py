"""Entries at the desk: known and new players, one entry with its history, substitutions, withdrawals and returns."""

import pytest
from django.test import Client

from people.accounts.models import Club, Player, User
from records.rights import Role
from tests import factories
from tests.asking import DESK, queries_of, seen_on, send, source, text
from tests.factories import acting
from tournaments.draw.actions import Ground, draw_round, withdraw_pairing
from tournaments.entries.models import Entry
from tournaments.rounds.actions import publish_round
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

ENTRIES = DESK + "coppie/"
ONE = ENTRIES + "1/"
PAIR = {"p1-last_name": "Bruni", "p1-first_name": "Elena", "p2-last_name": "Costa", "p2-first_name": "Fabio"}
B_ENTRIES = "/tornei/coppa-libeccio/direzione/coppie/"
B_SUBSTITUTION = B_ENTRIES + "1/sostituzione/"


@pytest.fixture
def director(dora: User, client_of) -> Client:
    return client_of(dora)


def play(tournament: Tournament, *states: str) -> None:
    one, two, three, four = tournament.entries.all()
    for number, state in enumerate(states, start=1):
        factories.make_round(tournament, number, [(one, two), (three, four)], state=state)


# ---- entering ---------------------------------------------------------------


def test_new_pair_gets_the_next_number(director: Client, tournament: Tournament) -> None:
    assert send(director, ENTRIES, **PAIR).url == ENTRIES
    entry = tournament.entries.get(number=5)
    assert entry.name == "Bruni – Costa"
    assert [str(one.player) for one in entry.members.all()] == ["Elena Bruni", "Fabio Costa"]
    assert "Iscrizione registrata: 5 Bruni – Costa." in text(director.get(ENTRIES))


def test_number_name_and_category_may_be_given(director: Client, tournament: Tournament) -> None:
    send(director, ENTRIES, **PAIR, number=12, name="I Leoni", category="A", fixed_table=1)
    entry = tournament.entries.get(number=12)
    assert (entry.name, entry.category, entry.fixed_table) == ("I Leoni", "A", 1)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"number": 2}, "Questo numero di coppia è già preso."),
        ({"number": 0}, "maggiore o uguale a 1"),
        ({"p2-last_name": "  "}, "Di un giocatore nuovo servono cognome e nome."),
        ({"p2-last_name": "", "p2-first_name": ""}, "Scrivi cognome e nome, o la tessera."),
        ({"p1-player": "99999"}, "Questo giocatore non c’è più"),
        ({"p1-player": "x"}, "Questo giocatore non c’è più"),
    ],
)
def test_refused_entry_keeps_what_was_typed(
    director: Client, tournament: Tournament, change: dict[str, object], why: str
) -> None:
    answer = send(director, ENTRIES, **(PAIR | change))
    assert answer.status_code == 422
    assert why in text(answer)
    assert 'value="Elena"' in source(answer)
    assert tournament.entries.count() == 4


def test_entry_sent_twice_is_entered_once(director: Client, tournament: Tournament) -> None:
    for _ in range(2):
        assert send(director, ENTRIES, key="una", **PAIR).status_code == 302
    assert tournament.entries.count() == 5


def test_known_player_is_recognised_by_card_alone(director: Client, tournament: Tournament) -> None:
    gino = Player.objects.create(
        first_name="Gino", last_name="Paoli", card_number="LE-0042", federation=tournament.federation
    )
    typed = PAIR | {"p1-last_name": "", "p1-first_name": "", "p1-card_number": "le0042"}
    assert send(director, ENTRIES, **typed).status_code == 302
    assert tournament.entries.get(number=5).members.first().player == gino


def test_somebody_like_a_known_player_is_asked_about_and_then_taken(director: Client, tournament: Tournament) -> None:
    elena = Player.objects.create(first_name="Elena", last_name="Brùni", card_number="77")
    answer = send(director, ENTRIES, **(PAIR | {"p1-last_name": "Brunì"}))
    assert answer.status_code == 422
    assert "Di’ chi è: uno di questi o una persona nuova." in text(answer)
    assert f'name="p1-player" value="{elena.pk}"' in source(answer)
    assert send(director, ENTRIES, **(PAIR | {"p1-player": elena.pk})).status_code == 302
    assert tournament.entries.get(number=5).members.first().player == elena


def test_namesake_is_somebody_new_when_that_is_said(director: Client, tournament: Tournament) -> None:
    Player.objects.create(first_name="Elena", last_name="Bruni")
    assert send(director, ENTRIES, **(PAIR | {"p1-player": "new"})).status_code == 302
    assert Player.objects.filter(last_name="Bruni").count() == 2


def test_who_is_entered_already_is_not_entered_again(director: Client, tournament: Tournament) -> None:
    anna = tournament.entries.get(number=1).members.first().player
    answer = send(director, ENTRIES, **(PAIR | {"p1-player": anna.pk}))
    assert answer.status_code == 422
    assert "Anna Conti è già iscritto col numero 1." in text(answer)


def test_a_name_that_the_roster_knows_offers_its_card(director: Client, tournament: Tournament) -> None:
    member = factories.make_member(tournament.federation, "LE-00881", "Elena Bruni Corte", club_name="Circolo Levante")
    typed = PAIR | {"p1-last_name": "Corte", "p1-first_name": "Elena Bruni", "p1-card_number": ""}
    suggested = director.get(DESK + "giocatori/", {"posto": "p1", "p1-last_name": "bruni"})
    answer = send(director, ENTRIES, **typed)
    for page in (suggested, answer):
        assert f'name="p1-player" value="t{member.pk}"' in source(page)
        assert "tessera LE-00881 · nell’albo · Circolo Levante" in text(page)
    assert (answer.status_code, "L’albo conosce questo nome" in text(answer)) == (422, True)
    assert send(director, ENTRIES, **(typed | {"p1-player": f"t{member.pk}"})).status_code == 302
    player = tournament.entries.get(number=5).members.first().player
    assert (player.last_name, player.first_name, player.card_number) == ("Bruni Corte", "Elena", "LE-00881")


def test_who_bears_the_name_of_a_member_may_be_somebody_else(director: Client, tournament: Tournament) -> None:
    factories.make_member(tournament.federation, "LE-00881", "Elena Bruni")
    assert send(director, ENTRIES, **(PAIR | {"p1-card_number": "", "p1-player": "new"})).status_code == 302
    assert Player.objects.get(last_name="Bruni").card_number == ""


@pytest.mark.parametrize("key", ["t0", "t999999", "tx", "t"])
def test_nobody_of_the_roster_is_nobody(director: Client, tournament: Tournament, key: str) -> None:
    left = factories.make_member(tournament.federation, "LE-1", "Elena Bruni", left_at=factories.NOON)
    for answer in (key, f"t{left.pk}"):
        assert send(director, ENTRIES, **(PAIR | {"p1-player": answer})).status_code == 422


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ({"p1-last_name": "damico"}, True),
        ({"p1-last_name": "D'Amicò"}, True),
        ({"p1-last_name": "damic"}, True),
        ({"p1-last_name": "damigo"}, True),  # a slip
        ({"p1-first_name": "nico", "p1-last_name": "d"}, True),
        ({"p1-card_number": "LE7"}, True),
        ({"p1-last_name": "zzz"}, False),
        ({}, False),
    ],
)
def test_suggestions_follow_what_is_typed(
    director: Client, tournament: Tournament, typed: dict[str, str], found: bool
) -> None:
    Player.objects.filter(last_name="D’Amico").update(card_number="LE7")
    page = director.get(DESK + "giocatori/", {"posto": "p1", **typed})
    assert ("D’Amico Nicolò" in text(page)) is found
    assert ("già iscritto col numero 3" in text(page)) is found
    assert ("È un’altra persona, nuova" in text(page)) is found


def test_suggestions_answer_only_for_a_place(director: Client, tournament: Tournament) -> None:
    for place in ("x", "p", "p1234", "<b>"):
        assert director.get(DESK + "giocatori/", {"posto": place}).status_code == 404


def test_suggestions_cost_the_same_for_many(director: Client, tournament: Tournament) -> None:
    path = DESK + "giocatori/?posto=p1&p1-last_name=Tanti"
    Player.objects.create(first_name="Uno", last_name="Tanti")
    before = queries_of(director, path)
    for number in range(30):
        Player.objects.create(first_name=f"Nome{number}", last_name="Tanti")
    assert queries_of(director, path) == before <= 10


def test_team_has_a_name_and_four_to_eight_players(director: Client, dora: User) -> None:
    teams = factories.make_tournament("squadre", contest="teams")
    factories.give_role(dora, teams, Role.DIRECTOR)
    path = "/tornei/squadre/direzione/coppie/"
    typed = {
        f"p{place}-{name}": f"{word}{letter}"
        for place, letter in zip(range(1, 5), ("alba", "bruma", "cielo", "duna"), strict=True)
        for name, word in (("last_name", "Co"), ("first_name", "No"))
    }
    assert "Questo campo è obbligatorio." in text(send(director, path, **typed))
    assert send(director, path, **typed, name="I Leoni").status_code == 302
    assert teams.entries.get().members.count() == 4


def test_single_player_enters_alone(director: Client, dora: User) -> None:
    single = factories.make_tournament("gialla", contest="individual")
    factories.give_role(dora, single, Role.DIRECTOR)
    send(director, "/tornei/gialla/direzione/coppie/", **{"p1-last_name": "Bruni", "p1-first_name": "Elena"})
    assert single.entries.get().name == "Elena Bruni"


def test_late_entry_says_from_when_and_whose_choice_it_is(director: Client, burraco: Tournament) -> None:
    assert "Iscrizione tardiva" not in text(director.get(B_ENTRIES))
    play(burraco, "closed")
    page = text(director.get(B_ENTRIES))
    assert "Iscrizione tardiva: gioca dal turno 2. Ammetterla è facoltà della direzione (art. 40)." in page
    assert "ne nascerebbe uno incompleto" in page
    send(director, B_ENTRIES, **PAIR)
    assert Entry.objects.get(number=5, tournament=burraco).from_round == 2


def test_late_entry_completes_the_incomplete_table(director: Client, burraco: Tournament) -> None:
    play(burraco, "closed")
    factories.make_entry(burraco, 5)
    assert "Adesso c’è un tavolo incompleto: lo completa." in text(director.get(B_ENTRIES))


def test_late_entry_may_complete_a_table_already_shown(director: Client, burraco: Tournament, dora: User) -> None:
    Entry.objects.filter(tournament=burraco, number=4).update(state="withdrawn", until_round=0)
    burraco.stages.update(formula="danish", first_round="entry-order")
    drawn = draw_round(by=acting(dora), tournament=burraco)
    shown = publish_round(by=acting(dora), round=drawn.round)
    page = director.get(B_ENTRIES)
    assert "gioca dal turno 2" in text(page)
    assert f'href="{B_ENTRIES.replace("coppie/", "turni/1/abbinamento/ritira/")}"' in source(page)
    send(director, B_ENTRIES, **PAIR)
    late = Entry.objects.get(tournament=burraco, number=5)
    withdraw_pairing(by=acting(dora), round=shown, ground=Ground.LATE, reason="È arrivata", late=late)
    late.refresh_from_db()
    table = next(table for table in shown.tables.with_players() if late in (table.line_a, table.line_b))
    assert late.from_round == 1
    assert {"Elena Bruni", "Fabio Costa"} < {str(player) for player in table.players.values()}


def test_who_played_in_a_pair_that_withdrew_needs_a_written_reason(director: Client, burraco: Tournament) -> None:
    play(burraco, "closed")
    anna = burraco.entries.get(number=1).members.first().player
    send(director, B_ENTRIES + "1/ritiro/", leaving="authorised", reason="Febbre")
    typed = PAIR | {"p1-player": anna.pk}
    answer = send(director, B_ENTRIES, **typed)
    assert answer.status_code == 422
    assert "(art. 39)" in text(answer)
    assert 'name="departure"' in source(answer)
    assert send(director, B_ENTRIES, **typed, departure="Gara amichevole").status_code == 302


# ---- the list ---------------------------------------------------------------


def test_entries_are_looked_for_and_filtered(director: Client, tournament: Tournament) -> None:
    Entry.objects.filter(tournament=tournament, number=2).update(state="withdrawn", until_round=0)
    Entry.objects.filter(tournament=tournament, number=1).update(state="present")
    page = text(director.get(ENTRIES))
    assert "3 iscritte · 1 presente · 1 ritirata · numero dispari" in page
    for asked, number in (({"cerca": "damico"}, []), ({"cerca": "d’amico"}, [3]), ({"cerca": "4"}, [4])):
        listed = text(director.get(ENTRIES, asked))
        assert ("Nessuna iscrizione così" in listed) is not number
        assert all(Entry.objects.get(tournament=tournament, number=one).name in listed for one in number)
    assert "Galli – Fontana" in text(director.get(ENTRIES, {"stato": "withdrawn"}))
    assert "Conti – Serra" not in text(director.get(ENTRIES, {"stato": "withdrawn"}))


def test_tournament_without_entries_says_what_they_are_for(director: Client, dora: User) -> None:
    factories.give_role(dora, factories.make_tournament("vuota"), Role.DIRECTOR)
    page = text(director.get("/tornei/vuota/direzione/coppie/"))
    assert "Nessuna iscrizione" in page
    # Said beside it, where the first look falls, and once.
    assert page.split("Nessuna iscrizione")[1].count("Importa o incolla un elenco") == 1
    assert page.count("Importa o incolla un elenco") == 1


def test_only_the_director_enters(bruno: User, client_of, tournament: Tournament) -> None:
    client = client_of(bruno)
    assert "Nuova iscrizione" not in text(client.get(ENTRIES))
    assert "Anna Conti" in text(client.get(ENTRIES))
    assert send(client, ENTRIES, **PAIR).status_code == 403


def test_names_of_players_are_never_markup(director: Client, tournament: Tournament) -> None:
    typed = PAIR | {"p1-last_name": "<script>alert(1)</script>"}
    for name in ("Costa", ""):
        assert "<script>alert" not in source(send(director, ENTRIES, **(typed | {"p2-last_name": name})))
    number = tournament.entries.latest("number").number
    for path in (ENTRIES, f"{ENTRIES}{number}/", f"{ENTRIES}{number}/sostituzione/", DESK + "presenze/"):
        assert "<script>alert" not in source(director.get(path))


def test_entries_cost_the_same_for_many(director: Client, tournament: Tournament) -> None:
    before = queries_of(director, ENTRIES)
    for number in range(5, 25):
        factories.make_entry(tournament, number)
    assert queries_of(director, ENTRIES) == before < 12


# ---- one entry --------------------------------------------------------------


def test_entry_tells_who_sat_where(director: Client, burraco: Tournament) -> None:
    play(burraco, "closed")
    send(director, B_SUBSTITUTION, **{"p2-last_name": "Bruni", "p2-first_name": "Elena"}, reason="Febbre")
    one, two, _three, four = burraco.entries.all()
    factories.make_round(burraco, 2, [(two, None), (four, one)], state="playing")
    page = text(director.get(B_ENTRIES + "1/"))
    assert "1 1 A Anna Conti , C Luca Serra 2 Galli – Fontana" in page
    assert "2 2 B Anna Conti , D Elena Bruni 4 Villa – Ricci" in page
    assert "Luca Serra dal turno 1 al 1" in page
    assert "Elena Bruni dal turno 2" in page
    assert "Sostituzione Luca Serra → Elena Bruni Febbre" in page


def test_everybody_reads_until_when_a_player_was_in_the_pair(director: Client, burraco: Tournament) -> None:
    play(burraco, "closed")
    send(director, B_SUBSTITUTION, **{"p2-last_name": "Bruni", "p2-first_name": "Elena"}, reason="Febbre")
    page = text(Client().get("/tornei/coppa-libeccio/coppie/1/"))
    assert "Anna Conti, Luca Serra fino al turno 1 , Elena Bruni" in page


def test_entry_costs_the_same_for_many_rounds(director: Client, tournament: Tournament) -> None:
    Round.objects.update(state="closed")
    before = queries_of(director, ONE)
    one, two = tournament.entries.filter(number__lte=2)
    for number in range(3, 9):
        factories.make_round(tournament, number, [(one, two)], state="closed")
    assert queries_of(director, ONE) == before < 22


def test_entry_is_corrected(director: Client, tournament: Tournament) -> None:
    assert (
        send(director, ONE + "dati/", name="I Leoni", category="B", fixed_table=2, seen=seen_on(director, ONE)).url
        == ONE
    )
    assert "I Leoni" in text(director.get(ONE))
    answer = send(director, ONE + "dati/", name="", category="C")
    assert answer.status_code == 422
    assert "Questo campo è obbligatorio." in text(answer)
    assert 'value="C"' in source(answer)


def test_entry_withdraws_and_comes_back(director: Client, tournament: Tournament) -> None:
    assert send(director, ONE + "ritiro/", leaving="authorised", reason="Febbre").url == ONE
    page = text(director.get(ONE))
    assert "ritirata fino al turno 1" in page
    assert "Rientra in gara" in page
    assert "Sostituisci un giocatore" not in page
    assert send(director, ONE + "rientro/", **{"r-reason": "Guarita"}).url == ONE
    assert tournament.entries.get(number=1).state == "entered"  # no check-in was held


@pytest.mark.parametrize(
    ("path", "typed", "why"),
    [
        ("ritiro/", {"leaving": "authorised", "reason": ""}, "Questo campo è obbligatorio."),
        ("ritiro/", {"leaving": "boh", "reason": "Febbre"}, "Scegli un'opzione valida"),
        ("rientro/", {"r-reason": "Guarita"}, "non è ritirata"),
    ],
)
def test_refused_withdrawals_and_returns_say_why(
    director: Client, tournament: Tournament, path: str, typed: dict[str, str], why: str
) -> None:
    answer = send(director, ONE + path, **typed)
    assert answer.status_code == 422
    assert why in text(answer) or path == "rientro/"
    assert tournament.entries.get(number=1).state == "entered"


def test_withdrawn_entry_still_at_a_table_is_told(director: Client, burraco: Tournament) -> None:
    play(burraco, "published")
    send(director, B_ENTRIES + "1/ritiro/", leaving="authorised", reason="Febbre")
    assert "siede ancora al turno 1" in text(director.get(B_ENTRIES + "1/"))


def test_unknown_entry_is_not_found(director: Client, tournament: Tournament) -> None:
    for path in ("99/", "99/sostituzione/"):
        assert director.get(ENTRIES + path).status_code == 404
    for path in ("99/dati/", "99/ritiro/", "99/rientro/"):
        assert send(director, ENTRIES + path).status_code == 404


# ---- substitution -----------------------------------------------------------

ELENA = {"p2-last_name": "Bruni", "p2-first_name": "Elena"}


def test_substitution_by_page(director: Client, burraco: Tournament) -> None:
    play(burraco, "closed")
    page = text(director.get(B_SUBSTITUTION))
    assert "Chi entra gioca dal turno 2" in page
    assert "Al posto di Luca Serra" in page
    assert "aveva avvisato" not in page
    assert send(director, B_SUBSTITUTION, **ELENA, reason="Febbre").url == B_ENTRIES + "1/"
    assert "Sostituzione registrata: 1 Conti – Bruni." in text(director.get(B_ENTRIES + "1/"))


def test_substitution_with_a_known_player_whose_club_is_shown(director: Client, burraco: Tournament) -> None:
    club = Club.objects.create(federation=burraco.federation, name="Circolo Prova")
    elena = Player.objects.create(first_name="Elena", last_name="Bruni", club=club)
    answer = send(director, B_SUBSTITUTION, **ELENA, reason="Febbre")
    assert "Bruni Elena · Circolo Prova" in text(answer)
    assert send(director, B_SUBSTITUTION, **ELENA, **{"p2-player": elena.pk}, reason="Febbre").status_code == 302


def test_second_substitution_is_told_beforehand_and_refused(director: Client, burraco: Tournament) -> None:
    send(director, B_SUBSTITUTION, **ELENA, reason="Febbre")
    page = director.get(B_SUBSTITUTION)
    assert "non ne ha altre (art. 39)" in text(page)
    assert 'name="departure"' in source(page)
    typed = {"p1-last_name": "Costa", "p1-first_name": "Fabio"}
    answer = send(director, B_SUBSTITUTION, **typed, reason="Anche Anna")
    assert answer.status_code == 422
    assert 'value="Costa"' in source(answer)
    assert send(director, B_SUBSTITUTION, **typed, reason="Anche Anna", departure="Amichevole").status_code == 302
    assert "Scostandosi dal codice: Amichevole" in text(director.get(B_ENTRIES + "1/"))


def test_first_seating_shown_asks_who_had_announced(director: Client, burraco: Tournament) -> None:
    play(burraco, "published")
    page = text(director.get(B_SUBSTITUTION))
    assert "Chi manca aveva avvisato l’organizzazione" in page
    assert "Chi entra gioca dal turno 1" in page
    assert send(director, B_SUBSTITUTION, **ELENA, reason="Assente").status_code == 422
    refused = send(director, B_SUBSTITUTION, **ELENA, reason="Assente", announced="no")
    assert refused.status_code == 422
    assert "solo chi aveva avvisato l’organizzazione" in text(refused)
    assert send(director, B_SUBSTITUTION, **ELENA, reason="Ha telefonato", announced="si").status_code == 302


def test_substitution_of_nobody_is_refused(director: Client, burraco: Tournament) -> None:
    answer = send(director, B_SUBSTITUTION, reason="Febbre")
    assert answer.status_code == 422
    assert "Scegli chi esce." in text(answer)
