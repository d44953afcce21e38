"""Pages of pairings: a round prepared with one button, its draft, changes by hand, tables taken back, the proof."""

import hashlib
import re

import pytest
from django.test import Client

from records.requests import Refused
from tests.asking import DESK, TOURNAMENT, queries_of, send, source, text
from tests.factories import acting, make_adjustment, make_entry, make_playing_burraco
from tests.shown_forms import forms_of
from tests.tournaments.draw.by_formula import in_force, lines, next_round, play, staged
from tournaments.check_in.actions import close_check_in
from tournaments.draw.forms import WithdrawPairingForm
from tournaments.draw.models import Pairing
from tournaments.entries.models import Entry
from tournaments.entries.rules import Absent
from tournaments.planning.models import Stage
from tournaments.rounds.actions import publish_round
from tournaments.rounds.models import Round

PREPARE = DESK + "turni/prepara/"
DRAFT = DESK + "turni/1/abbinamento/"
PROOF = TOURNAMENT + "turni/1/abbinamento/"


@pytest.fixture
def danish(db):
    return staged("danish", 6)


@pytest.fixture
def director(danish, client_of) -> Client:
    return client_of(danish[1])


# ---- preparing ------------------------------------------------------------------


def test_one_button_prepares_the_round(director, danish):
    page = director.get(PREPARE)
    assert "Danese senza ripetere gli incontri" in text(page)
    assert "Giocano 6" in text(page)
    assert source(page).count("btn-primary") == 1
    answer = send(director, PREPARE)
    assert answer.url == DRAFT
    assert lines(Round.objects.get()) == [(1, 2), (3, 4), (5, 6)]
    assert "Turno 1 preparato: controllalo, poi pubblicalo." in text(director.get(DRAFT))


def test_a_request_sent_twice_prepares_one_round(director, danish):
    for _time in range(2):
        assert send(director, PREPARE, key="una").url == DRAFT
    assert Round.objects.count() == 1


def test_the_page_says_who_is_not_there(director, danish):
    Entry.objects.exclude(number=4).update(state="present")
    page = text(director.get(PREPARE))
    assert "Giocano 5" in page
    assert "Non presenti 4 Villa – Ricci" in page


def test_a_draft_names_who_was_left_out_since_and_is_not_shown(director, danish):
    send(director, PREPARE)
    Entry.objects.exclude(number=4).update(state="present")
    close_check_in(by=acting(danish[1]), tournament=danish[0], absent=Absent.LEFT_OUT)
    page = text(director.get(DRAFT))
    assert "abbina di nuovo prima di pubblicare. Non giocano più: 4 Villa – Ricci." in page
    with pytest.raises(Refused, match="Non giocano più questo turno: 4 Villa – Ricci"):
        publish_round(by=acting(danish[1]), round=Round.objects.get())


def test_without_a_stage_the_page_asks_for_the_formula(director, danish):
    Stage.objects.all().delete()
    page = director.get(PREPARE)
    assert "Come si abbinano i turni?" in text(page)
    assert f'href="{DESK}fasi/"' in source(page)
    assert f'href="{DESK}turni/nuovo/"' in source(page)


def test_tables_by_hand_keep_their_own_form(director, danish):
    Stage.objects.update(formula="by-hand")
    assert director.get(PREPARE).url == DESK + "turni/nuovo/"


def test_an_open_round_is_waited_for(director, danish):
    tournament, dora = danish
    publish_round(by=acting(dora), round=next_round(tournament, dora))
    page = director.get(PREPARE)
    assert "Prima chiudi il turno 1" in text(page)
    assert "Prepara gli abbinamenti" not in text(page)
    assert send(director, PREPARE).status_code == 422


def test_the_directors_order_is_asked_for_and_kept(director, danish):
    Stage.objects.update(first_round="choice")
    assert "1 2 3 4 5 6</textarea>" in source(director.get(PREPARE))
    refused = send(director, PREPARE, order="6 5 4")
    assert refused.status_code == 422
    assert "6 5 4</textarea>" in source(refused)
    send(director, PREPARE, order="6 1 5 2 4 3")
    assert lines(Round.objects.get()) == [(6, 1), (5, 2), (4, 3)]


def test_pairs_kept_apart_are_typed(director, danish):
    assert "Scrivi due numeri" in text(send(director, PREPARE, forbidden="1 e 2"))
    send(director, PREPARE, forbidden="1-2")
    assert {1, 2} not in [{*pair} for pair in lines(Round.objects.get())]


@pytest.mark.long
def test_no_pairing_is_said_plainly_with_the_way_out_as_a_button(client_of, db):
    tournament, dora = staged("danish", 4)
    for _round in range(3):
        play(next_round(tournament, dora), dora)
    client = client_of(dora)
    page = send(client, PREPARE, expected=4)
    assert page.status_code == 422
    assert "Con queste regole non esiste un abbinamento" in text(page)
    assert "Ammettere 2 nuovi incontri" in text(page)
    way_out = next(form.fields for form in forms_of(source(page)) if "accepted" in form.fields)
    # It goes with the fields as they stand on the page then.
    assert set(way_out) >= {"forbidden", "expected", "key"}
    assert send(client, PREPARE, **way_out).url == DESK + "turni/4/abbinamento/"
    assert "Ammesso dal direttore" in text(client.get(DESK + "turni/4/abbinamento/"))


# ---- the draft ------------------------------------------------------------------


def test_the_draft_tells_why_these_two_meet(director, danish):
    tournament, dora = danish
    play(next_round(tournament, dora), dora)
    round = next_round(tournament, dora)
    page = text(director.get(f"{DESK}turni/2/abbinamento/"))
    assert "Vicini in classifica" in page or "I più vicini in classifica" in page
    assert re.search(r"1ª · \d+ VP · \+\d+ MP", page)
    assert "Pubblica i tavoli" in page
    assert round.number == 2


@pytest.mark.long
def test_a_change_shows_what_it_breaks_before_it_is_kept(director, danish):
    tournament, dora = danish
    play(next_round(tournament, dora), dora)
    round = next_round(tournament, dora)
    (a, b), (c, d), _last = lines(round)
    first = next(pair for pair in ((1, 2), (3, 4), (5, 6)) if a in pair)
    other = first[0] if first[1] == a else first[1]  # whom a met in the first round
    path = f"{DESK}turni/2/abbinamento/cambia/"
    page = director.get(path, {"kind": "swap", "first": b, "second": other})
    assert "Che cosa cambia" in text(page)
    assert "si sono già incontrati al turno 1" in text(page)
    assert lines(round) == [(a, b), (c, d), _last]
    unsaid = send(director, path, kind="swap", first=b, second=other, seen=0)
    assert (unsaid.status_code, "Scrivi perché si cambia." in text(unsaid)) == (422, True)
    answer = send(director, path, kind="swap", first=b, second=other, seen=0, reason="Non si sono presentati")
    assert answer.url == f"{DESK}turni/2/abbinamento/"
    assert {a, other} in [{*pair} for pair in lines(round)]
    assert "Messi a mano dal direttore" in text(director.get(answer.url))


def test_a_harmless_change_says_so(director, danish):
    send(director, PREPARE)
    page = director.get(DRAFT + "cambia/", {"kind": "swap", "first": 1, "second": 3})
    assert "Non rompe nessuna regola" in text(page)
    assert text(page).count("Tavolo 1:") == 1


@pytest.mark.long
def test_before_a_change_only_the_tables_that_it_changes_are_listed(director, danish):
    send(director, PREPARE)
    page = text(director.get(DRAFT + "cambia/", {"kind": "swap", "first": 1, "second": 3}))
    entries = {entry.number: str(entry) for entry in danish[0].entries.all()}
    assert [number for number, name in entries.items() if name in page] == [1, 2, 3, 4]
    page = text(director.get(DRAFT + "cambia/", {"kind": "number", "first": 1, "second": 5}))
    assert [number for number, name in entries.items() if name in page] == [1, 2]
    # Everybody is there again once it is left as it is.
    assert all(name in text(director.get(DRAFT)) for name in entries.values())


def test_a_change_that_changes_nothing_is_not_offered(director, danish):
    send(director, PREPARE)
    page = director.get(DRAFT + "cambia/", {"kind": "number", "first": 1, "second": 1})
    assert (page.status_code, "Fai questo cambio" in text(page)) == (422, False)


def test_a_table_is_renumbered(director, danish):
    send(director, PREPARE)
    send(director, DRAFT + "cambia/", kind="number", first=1, second=5, seen=0, reason="Chi sta in carrozzina")
    assert list(Round.objects.get().tables.order_by("number").values_list("number", flat=True)) == [2, 3, 5]


@pytest.mark.parametrize("sent", [{}, {"first": 1, "second": 1}, {"first": 1, "second": 99}, {"first": "x"}])
def test_a_change_of_nothing_is_refused_beside_its_fields(director, danish, sent):
    send(director, PREPARE)
    assert director.get(DRAFT + "cambia/", {"kind": "swap", **sent}).status_code == 422


def test_the_draft_is_drawn_again_with_the_latecomer(director, danish):
    send(director, PREPARE)
    make_entry(danish[0], 7)
    assert send(director, DRAFT + "rifai/").url == DRAFT
    assert lines(Round.objects.get()) == [(1, 2), (3, 4), (5, 6), (7, None)]
    page = text(director.get(DRAFT))
    assert "Versioni precedenti" in page
    assert Pairing.objects.filter(state="superseded").count() == 1


def test_the_draft_is_for_the_desk_alone(director, danish, client):
    send(director, PREPARE)
    assert client.get(PROOF).status_code == 404
    assert client.get(PROOF + "1.json").status_code == 404
    assert client.get(DRAFT).status_code == 302


@pytest.mark.long
def test_a_draft_says_what_it_does_not_know_yet(director, danish):
    tournament, dora = danish
    play(next_round(tournament, dora), dora)
    next_round(tournament, dora)
    path = f"{DESK}turni/2/abbinamento/"
    assert "abbina di nuovo prima di pubblicare" not in text(director.get(path))
    make_adjustment(tournament.entries.get(number=1), dora, amount=-5)
    assert "La classifica non è più quella." in text(director.get(path))
    Entry.objects.filter(number=6).update(state="withdrawn", until_round=1)
    make_entry(tournament, 7)
    page = text(director.get(path))
    assert "Non giocano più: 6" in page
    assert "Giocano anche: 7" in page
    send(director, path + "rifai/")
    assert "abbina di nuovo prima di pubblicare" not in text(director.get(path))


@pytest.mark.long
@pytest.mark.parametrize(
    ("formula", "contest", "entries"),
    [("knockout", "pairs", 5), ("double-round-robin", "pairs", 3), ("individual", "individual", 11)],
)
def test_what_the_formula_itself_wants_is_no_warning(client_of, db, formula, contest, entries):
    tournament, dora = staged(formula, entries, contest=contest, rounds_planned=6)
    client = client_of(dora)
    for number in (1, 2, 3, 4) if formula == "double-round-robin" else (1,):
        round = next_round(tournament, dora)
        assert 'class="breaks"' not in source(client.get(f"{DESK}turni/{number}/abbinamento/"))
        assert "potrebbero giocare fra loro" not in text(client.get(f"{DESK}turni/{number}/abbinamento/"))
        play(round, dora)


# ---- taken back -----------------------------------------------------------------


@pytest.mark.long
def test_tables_are_taken_back_with_what_is_lost_said_before(director, danish):
    send(director, PREPARE)
    send(director, DESK + "turni/1/stato/", state="draft")
    assert DRAFT + "ritira/" in director.get(DESK + "turni/1/").content.decode()
    assert "Che cosa si perde" in text(director.get(DRAFT + "ritira/"))
    assert send(director, DRAFT + "ritira/", ground="scorer").status_code == 422
    answer = send(director, DRAFT + "ritira/", ground="scorer", reason="Punti copiati male")
    assert answer.url == DRAFT
    assert "Versione 2: Punti copiati male" in text(director.get(DRAFT))
    assert Round.objects.get().state == "draft"


def test_a_round_being_played_offers_no_way_back(director, danish):
    tournament, dora = danish
    play(next_round(tournament, dora), dora)
    assert "non ancora avviato" in text(director.get(DRAFT + "ritira/"))
    assert send(director, DRAFT + "ritira/", ground="scorer", reason="Errore").status_code == 422


def test_the_late_pair_is_chosen_only_at_an_incomplete_table(client_of, db):
    tournament, dora = staged("danish", 5)
    client = client_of(dora)
    send(client, PREPARE)
    send(client, DESK + "turni/1/stato/", state="draft")
    late = make_entry(tournament, 6)
    send(client, DRAFT + "ritira/", ground="late", reason="Arrivata ora", late=late.pk)
    assert lines(Round.objects.get()) == [(1, 2), (3, 4), (5, 6)]


# ---- the public proof -----------------------------------------------------------


def test_everybody_reads_why_and_can_repeat_it(director, danish, client):
    send(director, PREPARE)
    send(director, DESK + "turni/1/stato/", state="draft")
    page = client.get(PROOF)
    pairing = in_force(Round.objects.get())
    assert pairing.hash in text(page)
    assert pairing.seed in text(page)
    assert "La prova torna" in text(page)
    assert "ordine di iscrizione" in text(page)
    body = client.get(PROOF + "1.json")
    assert body["Content-Type"].startswith("application/json")
    assert hashlib.sha256(body.content).hexdigest() == pairing.hash


def test_a_superseded_pairing_stays_public(director, danish, client):
    send(director, PREPARE)
    send(director, DESK + "turni/1/stato/", state="draft")
    send(director, DRAFT + "ritira/", ground="scorer", reason="Punti copiati male")
    send(director, DESK + "turni/1/stato/", state="draft")
    page = text(client.get(PROOF))
    assert "al posto di una già pubblicata: Punti copiati male" in page
    assert "Versioni sostituite" in page
    assert client.get(PROOF + "1.json").status_code == 200


def test_the_tables_lead_to_the_proof(director, danish, client):
    send(director, PREPARE)
    send(director, DESK + "turni/1/stato/", state="draft")
    assert f'href="{PROOF}"' in source(client.get(TOURNAMENT))


@pytest.mark.long
def test_pages_cost_the_same_for_many_tables(client_of, db):
    tournament, dora = staged("danish", 6)
    client = client_of(dora)
    send(client, PREPARE)
    Round.objects.update(state="closed")
    costs = []
    for number, entries in ((2, 6), (3, 30)):
        for one in range(tournament.entries.count() + 1, entries + 1):
            make_entry(tournament, one)
        send(client, PREPARE, expected=number)
        draft = queries_of(client, f"{DESK}turni/{number}/abbinamento/")
        publish_round(by=acting(dora), round=Round.objects.get(number=number))
        costs.append((draft, queries_of(client, f"{TOURNAMENT}turni/{number}/abbinamento/")))
        Round.objects.update(state="closed")
    assert costs[0] == costs[1]


def test_preparing_costs_the_same_for_many_entries(client_of, db):
    tournament, dora = staged("danish", 6)
    client = client_of(dora)
    before = queries_of(client, PREPARE)
    for number in range(7, 31):
        make_entry(tournament, number)
    assert queries_of(client, PREPARE) == before


# ---- the schedule ---------------------------------------------------------------


def test_the_whole_schedule_is_known_from_the_first_round(client_of, client, db):
    tournament, dora = staged("round-robin", 4, rounds_planned=3)
    publish_round(by=acting(dora), round=next_round(tournament, dora))
    page = text(client.get(TOURNAMENT + "calendario/"))
    assert page.count("previsto") == 2
    assert re.search(r"Turno 2 previsto Tavolo 1 4 Villa – Ricci 3 D’Amico – Leone", page)


def test_the_movement_is_foreseen_too(client, db):
    tournament, dora = staged("mitchell", 6, rounds_planned=3)
    publish_round(by=acting(dora), round=next_round(tournament, dora))
    page = text(client.get(TOURNAMENT + "calendario/"))
    assert "Turno 3 previsto Tavolo 1 1 Conti – Serra 4 Villa – Ricci" in page


def test_the_bracket_shows_who_goes_on(client, db):
    tournament, dora = staged("knockout", 4, rounds_planned=2)
    play(next_round(tournament, dora), dora)
    page = text(client.get(TOURNAMENT + "calendario/"))
    assert "passa 1" in page
    assert "passa 2" in page


def test_before_the_first_round_the_schedule_is_empty(client, danish):
    assert "Il calendario non c’è ancora" in text(client.get(TOURNAMENT + "calendario/"))


def test_a_match_of_teams_is_shown_with_both_its_tables(client_of, client, db):
    tournament, dora = staged("round-robin", 4, contest="teams", rounds_planned=3)
    round = next_round(tournament, dora)
    director = client_of(dora)
    assert "3–4" in text(director.get(DRAFT))
    publish_round(by=acting(dora), round=round)
    page = text(client.get(TOURNAMENT + "calendario/"))
    assert page.count("Tavolo 1–2") == page.count("Tavolo 3–4") == 3


# ---- knock-out ------------------------------------------------------------------


def test_a_level_match_asks_who_goes_on(client_of, db):
    tournament, dora = staged("knockout", 4, rounds_planned=2)
    play(next_round(tournament, dora), dora, level=(1,))
    client = client_of(dora)
    page = client.get(PREPARE)
    assert "Chi passa il turno? Tavolo 1" in text(page)
    path = DESK + "turni/1/tavoli/1/passa/"
    assert f'href="{path}"' in source(page)
    winner = Round.objects.get().tables.get(number=1).line_b
    assert send(client, path, winner=winner.pk, expected_version=0).status_code == 422
    assert send(client, path, winner=winner.pk, reason="Spareggio", expected_version=0).url == PREPARE
    assert "Prepara gli abbinamenti" in text(client.get(PREPARE))


def test_who_decides_again_reads_the_decision_in_force(client_of, db):
    tournament, dora = staged("knockout", 4, rounds_planned=2)
    play(next_round(tournament, dora), dora, level=(1,))
    client, path, table = client_of(dora), DESK + "turni/1/tavoli/1/passa/", Round.objects.get().tables.get(number=1)
    assert "È già deciso" not in text(client.get(path))
    send(client, path, winner=table.line_b_id, reason="Spareggio", expected_version=0)
    page = client.get(path)
    assert f"È già deciso: passa {table.line_b} (Spareggio)" in text(page)
    assert 'name="expected_version" value="1"' in source(page)
    late = send(client, path, winner=table.line_a_id, reason="Rivisto", expected_version=0)
    assert late.status_code == 422 and "Intanto un altro ha deciso" in text(late)
    assert send(client, path, winner=table.line_a_id, reason="Rivisto", expected_version=1).url == PREPARE


@pytest.mark.usefixtures("db")
def test_the_only_ground_that_a_code_admits_needs_not_be_chosen():
    # At burraco, where nobody rests, a late pair is none.
    round = make_playing_burraco(tables=1).rounds.get()
    assert WithdrawPairingForm(round=round)["ground"].value() == "scorer"
