"""Deals kept for a tournament: made before it begins, told to nobody who has them still to play, opened at the end."""

from hashlib import sha256
from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, transaction
from openpyxl import load_workbook

from codes.seats import Seat
from codes.tressette.cards import DECK
from codes.tressette.deals import deals_text, dealt, parse_deals
from people.accounts.models import Player
from records.models import LogEntry
from records.requests import Refused
from tests import factories
from tests.asking import DESK, TOURNAMENT, figures, send, source, text
from tests.factories import acting, make_score
from tests.outside import troubles
from tests.reading import pages, text_of
from tests.tournaments.at_once import at_once
from tests.tournaments.draw.by_formula import next_round, play, staged
from tournaments.entries.models import EntryMember
from tournaments.publication.actions import interrupt
from tournaments.rounds.actions import draw_deals, print_packs, publish_round, start_round, write_deals
from tournaments.rounds.deal_models import DealSecret, DealSet, DealsOpened
from tournaments.rounds.deal_queries import hand_records, hands_of, keeps_deals, may_see_deal, moment_of
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament
from tournaments.staff.job_actions import ask_for_document
from tournaments.staff.models import Job

PAGE, PUBLIC = DESK + "smazzate/", TOURNAMENT + "smazzate/"
SEED, SALT = "una prova", "sale"


@pytest.fixture
def field(db):
    """Four pairs, four rounds of two boards, none begun: tournament and director."""
    return staged("danish", 4)


@pytest.fixture
def made(field):
    tournament, dora = field
    draw(tournament, dora)
    return field


def draw(tournament, by, *, boards=8, seed=SEED, seen=0, reason=""):
    return draw_deals(by=acting(by), tournament=tournament, boards=boards, seed=seed, seen=seen, reason=reason)


def write(tournament, by, deals, *, seen=0, reason=""):
    return write_deals(by=acting(by), tournament=tournament, deals=deals, salt=SALT, seen=seen, reason=reason)


def played(tournament, by):
    """The next round played to its end."""
    return play(next_round(tournament, by), by)


def joins(user, tournament):
    """The user is a player of pair 1 too."""
    player = Player.objects.create(first_name=user.first_name, last_name=user.last_name, account=user)
    EntryMember.objects.create(entry=tournament.entries.get(number=1), player=player, position=3)


# ---- made ---------------------------------------------------------------------------


def test_drawn_deals_are_those_of_the_seed_and_only_its_hash_is_recorded(made):
    tournament, _dora = made
    kept = tournament.deal_sets.get()
    assert (kept.version, kept.boards, kept.commitment) == (1, 8, sha256(SEED.encode()).hexdigest())
    assert hands_of(tournament, 3) == dealt(SEED, 3)
    assert hands_of(tournament, 9) == dealt(SEED, 9)  # a seed goes on
    line = LogEntry.objects.get(action="make_deals_drawn")
    assert line.data["commitment"] == kept.commitment
    assert SEED not in str(line.data)
    factories.sealed(tournament)
    assert troubles(tournament) == []


def test_written_deals_are_kept_in_order_and_committed_to_with_their_salt(field):
    tournament, dora = field
    deals = [dealt("altrove", board) for board in (2, 1)]
    kept = write(tournament, dora, deals)
    text_then = deals_text(reversed(deals))
    assert (kept.boards, kept.commitment) == (2, sha256((SALT + text_then).encode()).hexdigest())
    assert hands_of(tournament, 2) == deals[0]
    assert hands_of(tournament, 3) is None


def test_made_again_before_the_start_they_are_a_new_version_with_its_reason(made):
    tournament, dora = made
    with pytest.raises(Refused, match="Scrivi perché le smazzate si rifanno"):
        draw(tournament, dora, seed="altro", seen=1)
    with pytest.raises(Refused, match="Intanto qualcun altro ha preparato le smazzate"):
        draw(tournament, dora, seed="altro", seen=0, reason="Viste da qualcuno")
    draw(tournament, dora, seed="altro", seen=1, reason="Viste da qualcuno")
    assert hands_of(tournament, 1) == dealt("altro", 1)
    assert list(DealSet.objects.values_list("version", "reason")) == [(1, ""), (2, "Viste da qualcuno")]


def test_once_a_board_is_given_out_none_are_made_or_changed(made):
    tournament, dora = made
    round = publish_round(by=acting(dora), round=next_round(tournament, dora))
    draw(tournament, dora, seed="altro", seen=1, reason="Un mazzo caduto")
    start_round(by=acting(dora), round=round)
    with pytest.raises(Refused, match="Le prime smazzate sono già in gioco"):
        draw(tournament, dora, seen=2, reason="Un altro mazzo")
    assert hands_of(tournament, 1) == dealt("altro", 1)


def test_who_may_make_and_print_them(tournament, cast):
    Round.objects.update(state="draft")
    for person in map(cast.get, ("giulia", "bruno", "sara", "carla", "ettore")):
        with pytest.raises(PermissionDenied):
            draw(tournament, person)
        with pytest.raises(PermissionDenied):
            print_packs(by=acting(person), tournament=tournament, first=1, last=2)
    assert not DealSet.objects.exists()


def test_a_director_who_plays_may_have_them_drawn_and_neither_writes_nor_prints_them(field):
    tournament, dora = field
    joins(dora, tournament)
    with pytest.raises(Refused, match="Giochi in questo torneo: le smazzate le scrive chi non gioca"):
        write(tournament, dora, [dealt(SEED, 1)])
    draw(tournament, dora)
    with pytest.raises(Refused, match="i fogli per i mazzi li stampa chi non gioca"):
        print_packs(by=acting(dora), tournament=tournament, first=1, last=2)


@pytest.mark.parametrize(
    "other", [{"forma": "ordinario"}, {"rulebook": "tressette-online-2020", "match_kind": "a-smazzate"}]
)
def test_only_duplicate_tressette_at_tables_keeps_deals(field, other, client_of):
    tournament, dora = field
    Tournament.objects.filter(pk=tournament.pk).update(**other)
    tournament.refresh_from_db()
    assert not keeps_deals(tournament)
    with pytest.raises(Refused, match="Solo un torneo di tressette duplicato"):
        draw(tournament, dora)
    assert client_of(dora).get(PAGE).status_code == 404


@pytest.mark.parametrize("model", [DealSet, DealSecret, DealsOpened])
@pytest.mark.parametrize("change", ["update", "delete"])
def test_nothing_of_it_is_ever_changed_or_deleted(made, model, change):
    tournament, dora = made
    interrupt(by=acting(dora), tournament=tournament, reason="La luce è mancata")
    rows = model.objects.all()
    what = {"commitment": "0" * 64} if model is DealSet else {"secret": "altro"}
    with pytest.raises(DatabaseError), transaction.atomic():
        rows._raw_delete(rows.db) if change == "delete" else rows.update(**what)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_make_them_at_once_one_does(db):
    tournament, dora = staged("danish", 4)
    came = at_once(lambda: draw(tournament, dora, seed="uno"), lambda: write(tournament, dora, [dealt("due", 1)]))
    assert sorted(type(one).__name__ for one in came) == ["DealSet", "Refused"]
    assert (DealSet.objects.count(), DealSecret.objects.count()) == (1, 1)


# ---- who sees what, when --------------------------------------------------------------


def test_a_board_of_a_round_is_over_when_its_round_is_closed(made):
    tournament, dora = made
    first = next_round(tournament, dora)
    assert (moment_of(tournament).given_out, moment_of(tournament).over) == (frozenset(), frozenset())
    publish_round(by=acting(dora), round=first)
    start_round(by=acting(dora), round=first)
    for table in first.tables.all():
        for board in first.boards.all():
            make_score(table, board, (8, 3), dora)
    # With all results in: one of them may still be taken back, and the board played.
    assert (moment_of(tournament).given_out, moment_of(tournament).over) == ({1, 2}, frozenset())
    Round.objects.filter(pk=first.pk).update(state="closed")
    now = moment_of(tournament)
    assert (now.over, now.is_over(2), now.is_over(3)) == ({1, 2}, True, False)


def test_a_board_that_goes_round_is_over_with_its_stage(db):
    tournament, dora = staged("mitchell", 6, rounds_planned=3, boards_move=True)
    for number in (1, 2, 3):
        round = next_round(tournament, dora)
        publish_round(by=acting(dora), round=round)
        start_round(by=acting(dora), round=round)
        assert moment_of(tournament).given_out == {1, 2, 3, 4, 5, 6}
        assert moment_of(tournament).over == frozenset()
        Round.objects.filter(pk=round.pk).update(state="closed")
        assert bool(moment_of(tournament).over) == (number == 3)
    assert moment_of(tournament).over == {1, 2, 3, 4, 5, 6}


def test_of_a_shorter_stage_the_next_one_says_that_it_is_over(db):
    tournament, dora = staged("mitchell", 6, rounds_planned=3, boards_move=True)
    Round.objects.filter(pk=next_round(tournament, dora).pk).update(state="closed")
    assert moment_of(tournament).over == frozenset()
    second = factories.make_stage(tournament, 2)
    Round.objects.create(tournament=tournament, stage=second, number=2)
    assert moment_of(tournament).over == {1, 2, 3, 4, 5, 6}


def test_a_round_more_takes_back_the_papers_that_show_its_boards(made):
    tournament, dora = made
    played(tournament, dora)
    ask_for_document(tournament=tournament, kind="torneo", by=acting(dora))
    assert Job.objects.exists()
    next_round(tournament, dora)
    assert not Job.objects.exists()


def test_who_rules_and_does_not_play_may_see_a_board_given_out_in_a_case_on_it(tournament, cast):
    seen = {name for name, person in cast.items() if may_see_deal(person, tournament, 1, ruling=True)}
    assert seen == {"giulia", "bruno"}
    assert not may_see_deal(cast["bruno"], tournament, 1)
    assert not may_see_deal(cast["bruno"], tournament, 3, ruling=True)  # of a round in draft
    joins(cast["bruno"], tournament)
    assert not may_see_deal(cast["bruno"], tournament, 1, ruling=True)
    tournament.rounds.filter(number=1).update(state="closed")
    assert all(may_see_deal(person, tournament, 1) for person in cast.values())
    assert not may_see_deal(cast["carla"], tournament, 3)


def test_hands_and_results_of_boards_that_are_over(made):
    tournament, dora = made
    played(tournament, dora)
    next_round(tournament, dora)
    first, second = hand_records(tournament)
    assert (first.deal, second.deal) == (dealt(SEED, 1), dealt(SEED, 2))
    assert [(one.table, one.points_a, one.points_b) for one in first.results] == [(1, 8, 3), (2, 8, 3)]
    assert [one.board.number for one in hand_records(tournament, only=[2, 3])] == [2]


# ---- pages and papers -------------------------------------------------------------------


def test_the_public_page_shows_the_hash_before_and_boards_once_they_are_over(made, client):
    tournament, dora = made
    kept = tournament.deal_sets.get()
    page = text(client.get(PUBLIC))
    assert kept.commitment in page
    assert "Nessuna smazzata è ancora finita a tutti i tavoli" in page
    played(tournament, dora)
    assert "Smazzata 2" in text(client.get(PUBLIC))
    board = client.get(PUBLIC + "1/")
    hands = " ".join(text(board).split())
    for seat in Seat:
        for card in (one for one in DECK if one in dealt(SEED, 1).hands[seat]):
            assert card.rank.value in hands
    assert figures(board)[0][2] == "8 3"
    assert client.get(PUBLIC + "3/").status_code == 404
    assert SEED not in page + source(board)


def test_no_board_is_shown_where_none_is_kept(field, client, client_of):
    _tournament, dora = field
    assert "non sono preparate con il programma" in text(client.get(PUBLIC))
    assert client.get(PUBLIC + "1/").status_code == 404
    assert "Estrai le smazzate" in text(client_of(dora).get(PAGE))
    Tournament.objects.update(is_public=False)
    assert client.get(PUBLIC).status_code == 404


def test_at_the_desk_they_are_drawn_by_one_tap_and_no_card_is_shown(field, client_of):
    _tournament, dora = field
    client = client_of(dora)
    assert 'value="8"' in source(client.get(PAGE))  # four rounds of two boards
    assert send(client, PAGE, how="drawn", boards=8, seen=0).status_code == 302
    kept = DealSecret.objects.get()
    page = source(client.get(PAGE))
    assert kept.deal_set.commitment in page
    assert kept.secret not in page
    assert len(kept.secret) == 64
    again = send(client, PAGE, how="drawn", boards=8, seen=1)
    assert again.status_code == 422
    assert "Scrivi perché" in text(again)


def test_a_text_is_kept_and_one_that_is_wrong_told_board_by_board_and_left_in_its_field(field, client_of):
    tournament, dora = field
    client = client_of(dora)
    good = deals_text([dealt(SEED, 1)])
    wrong = good + '[Board "2"]\n[Deal "N:3... 3... ... ..."]\n[Board "3"]\n[Deal "N:8... ... ... ..."]\n'
    refused = send(client, PAGE, how="written", text=wrong, seen=0)
    assert refused.status_code == 422
    assert "Smazzata 2: carte scritte due volte: d3" in text(refused)
    assert "Smazzata 3: carte che non esistono: d8" in text(refused)
    assert "N:8..." in source(refused)
    assert not DealSet.objects.exists()
    file = SimpleUploadedFile("smazzate.pbn", b"\xef\xbb\xbf" + good.encode())
    assert send(client, PAGE, how="written", file=file, seen=0).status_code == 302
    assert hands_of(tournament, 1) == dealt(SEED, 1)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfe", "Il file non è un testo"),
        (b"x" * 400_001, "Il file è troppo grande"),
        (b"", "Il file è vuoto"),
        (b"niente", "Riga 1. non è né un commento né etichette intere"),
        (b'[Board "1"]\n[Deal "N:8... ... ... ..."]', "carte che non esistono: d8"),
    ],
)
def test_a_file_that_is_none_is_refused_in_words(field, client_of, content, told):
    _tournament, dora = field
    refused = send(client_of(dora), PAGE, how="written", file=SimpleUploadedFile("x.txt", content), seen=0)
    assert (refused.status_code, told in text(refused)) == (422, True)


def test_many_errors_are_told_up_to_a_number(field, client_of):
    _tournament, dora = field
    wrong = "".join(f'[Board "{board}"]\n[Deal "N:8... ... ... ..."]\n' for board in range(1, 31))
    told = text(send(client_of(dora), PAGE, how="written", text=wrong, seen=0))
    assert "Smazzata 20:" in told
    assert "Smazzata 21:" not in told
    assert "E altri 10 errori." in told


@pytest.mark.parametrize("paper", ["packs", "strips"])
def test_the_papers_for_the_packs_hold_every_card_and_the_log_says_who_took_them(made, client_of, paper):
    _tournament, dora = made
    answer = send(client_of(dora), PAGE + "mazzi/", first=2, last=3, paper=paper)
    assert answer["Content-Type"] == "application/pdf"
    told = pages(answer.content)
    assert len(told) == (2 if paper == "packs" else 1)
    assert "Smazzata 2" in told[0]
    line = LogEntry.objects.get(action="print_packs")
    assert (line.actor, line.data["packs"]) == (dora, [2, 3])


def test_of_a_sorted_pack_each_card_goes_to_the_seat_that_holds_it(made, client_of):
    _tournament, dora = made
    answer = send(client_of(dora), PAGE + "mazzi/", first=5, last=5, paper="packs")
    letters = {Seat.N: "N", Seat.W: "O", Seat.S: "S", Seat.E: "E"}
    holder = {card: letters[seat] for seat in Seat for card in dealt(SEED, 5).hands[seat]}
    in_order = " ".join(f"{card.rank.value} {holder[card]}" for card in DECK[:10])
    assert in_order in text_of(answer.content)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"first": 3, "last": 2}, "la prima non viene dopo l’ultima"),
        ({"first": 1, "last": 1000}, "minore o uguale a 999"),
        ({"first": "", "last": 2}, "obbligatorio"),
        ({"first": 1, "last": 2, "paper": "altro"}, "valida"),
    ],
)
def test_what_cannot_be_printed_is_told(made, client_of, said, told):
    _tournament, dora = made
    refused = send(client_of(dora), PAGE + "mazzi/", **({"paper": "packs"} | said))
    assert (refused.status_code, told in text(refused)) == (422, True)
    assert not LogEntry.objects.filter(action="print_packs").exists()


def test_boards_without_a_deal_are_named(field, client_of):
    tournament, dora = field
    client = client_of(dora)
    assert "Prima prepara le smazzate" in text(send(client, PAGE + "mazzi/", first=1, last=2, paper="packs"))
    write(tournament, dora, [dealt(SEED, 2)])
    told = text(send(client, PAGE + "mazzi/", first=1, last=20, paper="packs"))
    assert "non c’è la distribuzione: 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 …" in told


@pytest.mark.long
def test_hand_records_as_paper_workbook_and_text(made, client):
    tournament, dora = made
    played(tournament, dora)
    paper = text_of(client.get(PUBLIC + "giocate.pdf").content)
    assert "Smazzata 1 · Mazziere Nord" in paper
    assert "Smazzata 3" not in paper
    book = load_workbook(BytesIO(client.get(PUBLIC + "giocate.xlsx").content))
    hands, results = book.worksheets
    assert {row[0] for row in results.iter_rows(values_only=True)} >= {1, 2}
    cells = {value for row in hands.iter_rows(values_only=True) for value in row}
    assert " ".join(c.rank.value for c in DECK[:10] if c in dealt(SEED, 1).hands[Seat.N]) in cells | {""}
    assert parse_deals(client.get(PUBLIC + "giocate.txt").content.decode()) == (dealt(SEED, 1), dealt(SEED, 2))


# ---- opened -----------------------------------------------------------------------------


def test_when_the_tournament_ends_the_seed_is_everybodys(made, client):
    tournament, dora = made
    played(tournament, dora)
    next_round(tournament, dora)
    assert SEED not in text(client.get(PUBLIC))
    interrupt(by=acting(dora), tournament=tournament, reason="La luce è mancata")
    opened = DealsOpened.objects.get()
    assert sha256(opened.secret.encode()).hexdigest() == tournament.deal_sets.get().commitment
    page = text(client.get(PUBLIC))
    assert SEED in page
    assert "aperte, l’impronta torna" in page
    assert "Smazzata 3" in page  # nobody will play it any more
    tournament.refresh_from_db()
    factories.sealed(tournament)
    assert troubles(tournament) == []


def test_opened_deals_are_all_read_as_text(made, client):
    tournament, dora = made
    assert client.get(PUBLIC + "giocate.txt").content == b""
    interrupt(by=acting(dora), tournament=tournament, reason="La luce è mancata")
    assert parse_deals(client.get(PUBLIC + "giocate.txt").content.decode()) == tuple(
        dealt(SEED, n) for n in range(1, 9)
    )


def test_written_deals_are_opened_with_their_salt(field, client):
    tournament, dora = field
    write(tournament, dora, [dealt("altrove", 1)])
    interrupt(by=acting(dora), tournament=tournament, reason="La luce è mancata")
    opened = DealsOpened.objects.get()
    assert sha256((opened.secret + opened.text).encode()).hexdigest() == opened.deal_set.commitment
    assert client.get(PUBLIC + "giocate.txt").content.decode() == opened.text
    assert parse_deals(opened.text) == (dealt("altrove", 1),)


def test_a_secret_that_was_not_committed_to_is_found(field, client):
    tournament, dora = field
    forged = DealSet.objects.create(
        tournament=tournament, version=1, source="drawn", boards=8, commitment="0" * 64, made_by=dora,
        made_at=factories.NOON,
    )  # fmt: skip
    DealSecret.objects.create(deal_set=forged, secret=SEED)
    factories.sealed(tournament)
    interrupt(by=acting(dora), tournament=tournament, reason="La luce è mancata")
    assert "aperte, l’impronta non torna" in text(client.get(PUBLIC))
    assert len([one for one in troubles(tournament) if "impronta" in one]) == 2


def test_a_tournament_without_deals_ends_as_before(field):
    tournament, dora = field
    interrupt(by=acting(dora), tournament=tournament, reason="La luce è mancata")
    assert not DealsOpened.objects.exists()
