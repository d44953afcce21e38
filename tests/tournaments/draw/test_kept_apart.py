"""Pairs kept apart in every round, and boards met again: used by the draw, told where they cannot be kept."""

from collections.abc import Iterator

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from people.accounts.models import User
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests.asking import DESK, queries_of, send, source, text
from tests.factories import acting, give_role, make_kept_apart, make_person, make_tournament, sealed
from tests.outside import troubles
from tests.tournaments.draw.by_formula import in_force, lines, next_round, play, staged, verify_published
from tournaments.draw.actions import CannotPair, change_pairing, draw_round, keep_apart, lift_kept_apart, redraw_round
from tournaments.draw.models import KeptApart
from tournaments.draw.queries import broken_rules, draft_facts, inputs_in, plan_in
from tournaments.pairing.check import BrokenRule
from tournaments.pairing.records import Change
from tournaments.planning.models import Stage
from tournaments.rounds.actions import publish_round
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

APART = DESK + "separate/"
PREPARE = DESK + "turni/prepara/"
Hall = tuple[Tournament, User]


@pytest.fixture
def danish(db) -> Hall:
    return staged("danish", 6)


def apart(hall: Hall, one: int, other: int) -> KeptApart:
    tournament, dora = hall
    first, second = (tournament.entries.get(number=number) for number in (one, other))
    return keep_apart(by=acting(dora), tournament=tournament, first=first, second=second, reason="Madre e figlia")


def meetings(tournament: Tournament) -> list[set[int]]:
    return [{*line} for round in Round.objects.filter(tournament=tournament) for line in lines(round) if line[1]]


# ---- the record -------------------------------------------------------------------


def test_it_is_recorded_once_with_who_why_and_a_line(danish: Hall) -> None:
    tournament, dora = danish
    sealed(tournament)
    kept = apart(danish, 4, 1)
    assert (str(kept), kept.set_by, kept.reason) == ("1 Conti – Serra / 4 Villa – Ricci", dora, "Madre e figlia")
    line = LogEntry.objects.get(action="keep_apart")
    assert (line.data["apart"], list(line.seals)) == ([1, 4], [f"tournaments.KeptApart:{kept.pk}"])
    with pytest.raises(Refused, match=r"Sono già separati\."):
        apart(danish, 1, 4)
    assert troubles(tournament) == []


def test_lifted_it_stays_on_record_and_can_be_said_anew(danish: Hall) -> None:
    _tournament, dora = danish
    kept = lift_kept_apart(by=acting(dora), kept=apart(danish, 1, 2), reason="Hanno chiesto loro")
    assert (kept.is_lifted, kept.lift_reason) == (True, "Hanno chiesto loro")
    with pytest.raises(Refused, match="già tolta"):
        lift_kept_apart(by=acting(dora), kept=kept, reason="Ancora")
    again = apart(danish, 1, 2)
    assert list(KeptApart.objects.values_list("pk", "lift_reason")) == [(kept.pk, "Hanno chiesto loro"), (again.pk, "")]


@pytest.mark.parametrize("reason", ["", "   "])
def test_no_reason_no_separation(danish: Hall, reason: str) -> None:
    tournament, dora = danish
    first, second = tournament.entries.all()[:2]
    with pytest.raises(Refused, match="Scrivi il motivo"):
        keep_apart(by=acting(dora), tournament=tournament, first=first, second=second, reason=reason)


def test_who_does_not_run_the_rounds_keeps_nobody_apart(danish: Hall) -> None:
    tournament, _dora = danish
    sara = make_person("sara")
    give_role(sara, tournament, Role.SCORER)
    first, second = tournament.entries.all()[:2]
    with pytest.raises(PermissionDenied):
        keep_apart(by=acting(sara), tournament=tournament, first=first, second=second, reason="No")
    assert not KeptApart.objects.exists()


def test_an_entry_of_another_tournament_is_none_of_these(danish: Hall) -> None:
    tournament, dora = danish
    other = make_tournament("coppa-ponente")
    foreign = other.entries.create(number=1, name="Altri")
    with pytest.raises(ValueError, match="another tournament"):
        keep_apart(
            by=acting(dora), tournament=tournament, first=tournament.entries.get(number=1), second=foreign, reason="No"
        )


# ---- the draw ---------------------------------------------------------------------


@pytest.mark.long
def test_no_round_brings_them_together_as_long_as_it_holds(danish: Hall) -> None:
    tournament, dora = danish
    apart(danish, 1, 2)
    apart(danish, 3, 6)
    for _round in range(3):
        play(next_round(tournament, dora), dora)
    assert [pair for pair in meetings(tournament) if pair in ({1, 2}, {3, 6})] == []
    assert inputs_in(in_force(tournament.rounds.get(number=3))).sections[0].forbidden == ((1, 2), (3, 6))


def test_the_published_draw_is_proved_by_its_record_whatever_is_lifted_later(danish: Hall) -> None:
    tournament, dora = danish
    sealed(tournament)
    kept = apart(danish, 1, 2)
    round = next_round(tournament, dora)
    assert verify_published(round, dora).holds
    lift_kept_apart(by=acting(dora), kept=kept, reason="Basta")
    assert inputs_in(in_force(round)).sections[0].forbidden == ((1, 2),)
    assert troubles(tournament) == []


def test_a_draft_drawn_again_forgets_what_was_lifted_and_keeps_what_was_typed(danish: Hall) -> None:
    tournament, dora = danish
    kept = apart(danish, 1, 2)
    drawn = draw_round(by=acting(dora), tournament=tournament, forbidden=[(3, 4)])
    lift_kept_apart(by=acting(dora), kept=kept, reason="Basta")
    before = inputs_in(drawn).sections[0].forbidden
    again = redraw_round(by=acting(dora), pairing=drawn, forbidden=before)
    assert (before, inputs_in(again).sections[0].forbidden) == (((1, 2), (3, 4)), ((3, 4),))


@pytest.mark.long
def test_where_nobody_else_is_left_the_director_may_give_way(client_of, db) -> None:
    hall = staged("danish", 4)
    tournament, dora = hall
    for _round in range(2):
        play(next_round(tournament, dora), dora)
    met = meetings(tournament)
    (left,) = ({1, other} for other in (2, 3, 4) if {1, other} not in met)
    apart(hall, *left)
    with pytest.raises(CannotPair):
        next_round(tournament, dora)
    page = text(send(client_of(dora), PREPARE, expected=3))
    assert "Ammettere 1 incontro vietato" in page


@pytest.mark.parametrize("formula", ["mitchell", "round-robin", "knockout"])
def test_a_formula_without_choice_tells_what_it_could_not_keep(client_of, db, formula: str) -> None:
    hall = staged(formula, 4, rounds_planned=2)
    tournament, dora = hall
    round = next_round(tournament, dora)
    (a, b), _other = lines(round)
    apart(hall, a, b)
    page = client_of(dora).get(f"{DESK}turni/1/abbinamento/")
    assert "non devono incontrarsi." in text(page)
    publish_round(by=acting(dora), round=round)
    assert lines(round)[0] == (a, b)


def test_a_change_by_hand_that_brings_them_together_is_told(client_of, danish: Hall) -> None:
    tournament, dora = danish
    next_round(tournament, dora)
    apart(danish, 1, 3)
    page = client_of(dora).get(f"{DESK}turni/1/abbinamento/cambia/", {"kind": "swap", "first": 2, "second": 3})
    assert "{} e {} non devono incontrarsi.".format(*tournament.entries.filter(number__in=[1, 3])) in text(page)


# ---- boards met again ---------------------------------------------------------------


def boards_again(round: Round) -> Iterator[tuple[int, int, int, int]]:
    """By the director's page: entry, first and last board, round in which it played them."""
    pairing = in_force(round)
    for one in broken_rules(plan_in(pairing), inputs_in(pairing), draft_facts(round)):
        if one.broken is BrokenRule.BOARDS_AGAIN:
            yield tuple(one.data[name] for name in ("entry", "from_board", "to_board", "round"))


def recomputed(round: Round) -> list[tuple[int, int, int, int]]:
    """The same from the tables alone: whoever sat at the same set of boards before."""
    found = []
    for table in round.tables.select_related("board_set"):
        numbers = sorted(table.board_set.boards.values_list("number", flat=True))
        for entry in filter(None, (table.line_a, table.line_b)):
            for before in table.board_set.tables.filter(round__number__lt=round.number):
                if entry.pk in (before.line_a_id, before.line_b_id):
                    found.append((entry.number, numbers[0], numbers[-1], before.round.number))
    return sorted(found)


@pytest.mark.long
def test_an_exchange_that_brings_boards_back_is_told_before_and_after(client_of, db) -> None:
    tournament, dora = staged("mitchell", 10, rounds_planned=5, boards_move=True)
    play_all(tournament, dora)
    round = next_round(tournament, dora)
    assert list(boards_again(round)) == recomputed(round) == []
    # The fixed pairs of tables 1 and 2: what stands at table 2 now was at table 3 before, and so on.
    first, second = (line[0] for line in lines(round)[:2])
    client, path = client_of(dora), f"{DESK}turni/2/abbinamento/"
    preview = text(client.get(path + "cambia/", {"kind": "swap", "first": first, "second": second}))
    change_pairing(
        by=acting(dora), pairing=in_force(round), change=Change(kind="swap", first=first, second=second), seen=0
    )
    told = sorted(boards_again(round))
    assert told == recomputed(round) != []
    entry, a, b, number = told[0]
    words = f"{tournament.entries.get(number=entry)} ha già giocato le smazzate {a}–{b} al turno {number}."
    assert (words in preview, words in text(client.get(path))) == (True, True)


def play_all(tournament: Tournament, dora: User) -> None:
    """A round whose boards lie in sets: published and closed without a score of theirs, which nobody needs here."""
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    Round.objects.filter(pk=round.pk).update(state=Round.State.CLOSED)


@pytest.mark.long
@pytest.mark.parametrize("second", range(2, 11))
def test_every_exchange_is_told_as_the_tables_show_it(db, second: int) -> None:
    tournament, dora = staged("mitchell", 10, rounds_planned=5, boards_move=True)
    for _round in range(2):
        play_all(tournament, dora)
    round = next_round(tournament, dora)
    change = Change(kind="swap", first=1, second=second)
    change_pairing(by=acting(dora), pairing=in_force(round), change=change, seen=0)
    assert sorted(boards_again(round)) == recomputed(round)


# ---- pages ------------------------------------------------------------------------


def test_the_page_keeps_two_apart_and_lifts_it(client_of, danish: Hall) -> None:
    tournament, dora = danish
    client: Client = client_of(dora)
    assert "Nessuno è separato" in text(client.get(APART))
    one, two = (tournament.entries.get(number=number).pk for number in (2, 5))
    assert send(client, APART, first=two, second=one, reason="Fratelli").url == APART
    kept = KeptApart.objects.get()
    for page in (APART, PREPARE):
        assert str(kept) in text(client.get(page))
    lift = f"{APART}{kept.pk}/togli/"
    assert send(client, lift, reason="").status_code == 422
    assert send(client, lift, reason="Si sono accordati").url == APART
    assert "Tolta da Dora Pace" in text(client.get(APART))
    assert str(kept) not in text(client.get(PREPARE))
    assert "Già tolta da Dora Pace" in text(client.get(lift))
    assert "Due iscritti separati" in text(client.get(DESK + "registro/"))


def test_what_was_typed_amiss_stays(client_of, danish: Hall) -> None:
    tournament, dora = danish
    one = tournament.entries.get(number=2).pk
    page = send(client_of(dora), APART, first=one, second=one, reason="Fratelli")
    assert page.status_code == 422
    assert "Scegline due diversi." in text(page)
    assert "Fratelli</textarea>" in source(page)


@pytest.mark.long
@pytest.mark.parametrize("path", [APART, PREPARE, DESK + "turni/1/abbinamento/"])
def test_pages_ask_as_much_for_one_as_for_three(client_of, danish: Hall, path: str) -> None:
    tournament, dora = danish
    next_round(tournament, dora)
    client = client_of(dora)
    make_kept_apart(tournament, dora, 1, 6)
    one = queries_of(client, path)
    for pair in ((2, 6), (3, 6)):
        make_kept_apart(tournament, dora, *pair)
    assert queries_of(client, path) == one
    assert Stage.objects.count() == 1
