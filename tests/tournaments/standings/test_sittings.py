"""Tables of three and five: drawn by lot, scored by seat, summed; on paper, proven, and for everybody to read."""

import re
from fractions import Fraction
from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from openpyxl import load_workbook

from people.accounts.models import User
from records.models import LogEntry
from records.requests import Overtaken, Refused
from records.rights import Role
from tests.asking import queries_of, send, source, text
from tests.factories import LOT_SEED, acting, give_role, make_entry, make_person, make_tournament, sealed
from tests.outside import troubles, write
from tournaments.entries.models import Entry
from tournaments.pairing.sittings import SittingInputs, Sizes, draw_sitting, met_at, table_sizes
from tournaments.publication.actions import conclude
from tournaments.scoring.sittings import standing
from tournaments.setup.models import Contest, Tournament
from tournaments.setup.rules import locked_settings
from tournaments.standings.actions import draw_sitting_tables, give_sitting_score, withdraw_sitting
from tournaments.standings.models import Sitting, SittingScore
from tournaments.standings.sitting_queries import sittings_of, sums_of

DESK = "/tornei/coppa-levante/direzione/tornate/"
PUBLIC = "/tornei/coppa-levante/tornate/"
PAPERS = "/tornei/coppa-levante/esporta/tornate"
NAMES = [
    "Anna Conti",
    "Luca Serra",
    "Piero Galli",
    "Rita Fontana",
    "Mara Villa",
    "Ugo Ricci",
    "Sofia Leone",
    "Ida Neri",
]
Hall = tuple[Tournament, User]


def burraco(players: int) -> Hall:
    options = {"forma": "", "norme": "", "accusa": "", "separe": "senza-separe", "boards_per_round": 4}
    tournament = make_tournament(game="burraco", contest=Contest.SINGLES, rulebook="fibur-burraco-2019", **options)
    for number, name in enumerate(NAMES[:players], start=1):
        make_entry(tournament, number, [name])
    dora = make_person("dora")
    give_role(dora, tournament, Role.DIRECTOR)
    return sealed(tournament), dora


@pytest.fixture
def hall(db) -> Hall:
    return burraco(7)


def drawn(hall: Hall, number: int = 1, **more: object) -> Sitting:
    told = {"sizes": "three", **more}
    return draw_sitting_tables(by=acting(hall[1]), tournament=hall[0], number=number, **told)


def given(hall: Hall, sitting: Sitting, table: int, *points: int, **more: object) -> SittingScore:
    told = {"version": 0, "cut_short": False, "points": [[one] for one in points], **more}
    return give_sitting_score(by=acting(hall[1]), sitting=sitting, table=table, **told)


def seats(tournament: Tournament) -> list[list[int]]:
    return [[one.entry.number for one in table.players] for view in sittings_of(tournament) for table in view.tables]


def everybody(tournament: Tournament) -> list[int]:
    return sorted(number for table in seats(tournament) for number in table)


# ---- the draw ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sizes", "players", "tables"),
    [
        (Sizes.THREE, 2, ()),
        (Sizes.THREE, 7, (3, 3)),
        (Sizes.FIVE, 9, (5,)),
        (Sizes.BOTH, 4, (3,)),
        (Sizes.BOTH, 7, (3, 3)),
        (Sizes.BOTH, 8, (3, 5)),
        (Sizes.BOTH, 9, (3, 3, 3)),
        (Sizes.BOTH, 10, (5, 5)),
        (Sizes.BOTH, 101, (3,) * 32 + (5,)),
    ],
)
def test_so_many_tables_of_each_size(sizes, players, tables):
    assert table_sizes(sizes, players) == tables


@pytest.mark.parametrize("players", range(8, 60))
def test_of_both_sizes_nobody_is_left_over_from_eight_on(players):
    assert sum(table_sizes(Sizes.BOTH, players)) == players


@pytest.mark.parametrize(("players", "sittings"), [(9, 4), (15, 5), (30, 6)])
def test_nobody_meets_again_while_that_can_be(players, sittings):
    before: list[tuple[int, ...]] = []
    for turn in range(sittings):
        inputs = SittingInputs(sizes=Sizes.THREE, players=tuple(range(1, players + 1)), before=tuple(before))
        before += draw_sitting(inputs, f"Bari {turn}").tables
    assert set(met_at(before).values()) == {1}


def test_whoever_rested_does_not_rest_again_before_the_others():
    rested: list[int] = []
    for turn in range(7):
        inputs = SittingInputs(sizes=Sizes.THREE, players=tuple(range(1, 8)), rested=tuple(rested))
        rested += draw_sitting(inputs, f"Bari {turn}").resting
    assert sorted(rested) == list(range(1, 8))


def test_a_draw_seats_by_the_seed_and_its_record_gives_it_again(hall: Hall) -> None:
    tournament, dora = hall
    sitting = drawn(hall)
    assert sitting.seed == f"{LOT_SEED} – tornata 1"
    again_drawn = draw_sitting(SittingInputs.from_json(sitting.inputs), sitting.seed)
    assert seats(tournament) == [list(one) for one in again_drawn.tables]
    assert sorted([*everybody(tournament), *sitting.resting]) == [1, 2, 3, 4, 5, 6, 7]
    line = LogEntry.objects.get(action="draw_sitting")
    assert (line.actor, line.data["sizes"], len(line.seals)) == (dora, [3, 3], 7)
    assert troubles(tournament) == []


def test_an_exchanged_seat_is_found(hall: Hall) -> None:
    sitting = drawn(hall)
    out, rests = sitting.seats.first(), Entry.objects.get(tournament=hall[0], number=sitting.resting[0])
    write("UPDATE tournaments_sittingseat SET entry_id = %s WHERE id = %s", rests.pk, out.pk)
    assert troubles(hall[0]) == [
        f"Posto a un tavolo di tre o di cinque {out.pk} non è come fu registrato.",
        "Rifacendo il sorteggio escono altri tavoli.",
    ]


def test_whoever_is_absent_is_not_seated(hall: Hall) -> None:
    sitting = drawn(hall, absent=[2])
    assert (everybody(hall[0]), sitting.resting) == ([1, 3, 4, 5, 6, 7], [])
    with pytest.raises(Refused, match="numeri 9, 12"):
        drawn(hall, 2, absent=[2, 9, 12])


def test_once_somebody_is_checked_in_whoever_is_not_stays_out(hall: Hall) -> None:
    Entry.objects.filter(tournament=hall[0], number__lte=3).update(state=Entry.State.PRESENT)
    drawn(hall)
    assert everybody(hall[0]) == [1, 2, 3]


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"number": 2}, "già stata sorteggiata"),
        ({"absent": [1, 2, 3, 4, 5]}, "nemmeno un tavolo"),
        ({"place_points": {"3": [3, 1]}}, "scrivi 3 numeri"),
        ({"place_points": {"3": [0, 1, 3]}}, "dal primo all’ultimo"),
        ({"sizes": "five", "place_points": {"3": [3, 1, 0]}}, "scrivi 5 numeri"),
        ({"rest_points": 2}, "Chi riposa prende punti solo"),
    ],
)
def test_a_draw_that_cannot_be_says_what_to_do(hall: Hall, told, why) -> None:
    with pytest.raises(Refused, match=why):
        drawn(hall, **told)
    assert not Sitting.objects.exists()


def test_pairs_have_no_such_tables_and_tressette_none_of_five(db) -> None:
    dora = make_person("dora")
    pairs, singles = make_tournament("a-coppie"), make_tournament("singoli", contest=Contest.SINGLES)
    for tournament in (pairs, singles):
        give_role(dora, tournament, Role.DIRECTOR)
    for tournament, sizes in ((pairs, "three"), (singles, "five")):
        with pytest.raises(Refused, match="servono iscritti singoli"):
            draw_sitting_tables(by=acting(dora), tournament=tournament, number=1, sizes=sizes)


def test_a_draw_holds_seed_game_and_who_enters(hall: Hall) -> None:
    drawn(hall)
    assert {"game", "contest", "lot_seed"} <= set(locked_settings(hall[0]))


# ---- withdrawn ---------------------------------------------------------------------


def test_a_withdrawn_draw_stays_on_record_and_the_next_has_another_seed(hall: Hall) -> None:
    withdraw_sitting(by=acting(hall[1]), sitting=drawn(hall), reason="Mancava Rita")
    assert sittings_of(hall[0]) == []
    assert drawn(hall, 2).seed == f"{LOT_SEED} – tornata 2"
    assert Sitting.objects.count() == 2
    assert troubles(hall[0]) == []


def test_what_is_scored_or_followed_by_another_is_not_withdrawn(hall: Hall) -> None:
    first = drawn(hall)
    second = drawn(hall, 2)
    with pytest.raises(Refused, match="prima ritira quella"):
        withdraw_sitting(by=acting(hall[1]), sitting=first, reason="No")
    given(hall, second, 1, 2010, 1000, 5)
    with pytest.raises(Refused, match="ha già dei punteggi"):
        withdraw_sitting(by=acting(hall[1]), sitting=second, reason="No")


# ---- scores ------------------------------------------------------------------------


def test_a_score_is_sealed_and_a_correction_is_a_new_version_with_its_reason(hall: Hall) -> None:
    sitting = drawn(hall)
    given(hall, sitting, 1, 2010, 1000, 5)
    with pytest.raises(Refused, match="motivo della correzione"):
        given(hall, sitting, 1, 2010, 1005, 5, version=1)
    given(hall, sitting, 1, 2010, 1005, 5, version=1, reason="Somma sbagliata")
    versions = [(one.version, one.totals, one.superseded_at is None) for one in SittingScore.objects.all()]
    assert versions == [(1, [2010, 1000, 5], False), (2, [2010, 1005, 5], True)]
    assert LogEntry.objects.last().data["reason"] == "Somma sbagliata"
    assert troubles(hall[0]) == []


def test_whoever_saw_an_older_version_writes_over_nothing(hall: Hall) -> None:
    sitting = drawn(hall)
    given(hall, sitting, 1, 2010, 1000, 5)
    with pytest.raises(Overtaken, match="2010 · 1000 · 5"):
        given(hall, sitting, 1, 2010, 900, 5)


def test_a_forged_score_is_found(hall: Hall) -> None:
    score = given(hall, drawn(hall), 1, 2010, 1000, 5)
    write("UPDATE tournaments_sittingscore SET cut_short = %s WHERE id = %s", True, score.pk)
    assert troubles(hall[0]) == [f"Punteggio di un tavolo di tre o di cinque {score.pk} non è come fu registrato."]


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ([[2010], [1000], [3]], "di 5 in 5"),
        ([[2010], [500, 500], [5]], "lo stesso numero di cifre"),
        ([[99_999_995], [0], [0]], "troppo grande"),
        ([[1500], [1000], [5]], "finita prima"),
    ],
)
def test_figures_that_no_table_makes_are_refused(hall: Hall, points, why) -> None:
    with pytest.raises(Refused, match=why):
        given(hall, drawn(hall), 1, points=points)


def test_a_match_cut_short_may_end_below_its_points(hall: Hall) -> None:
    assert given(hall, drawn(hall), 1, 1500, 1000, 5, cut_short=True).totals == [1500, 1000, 5]


def test_with_a_dummy_the_stakes_are_nothing_together(db) -> None:
    tournament, dora = make_tournament(contest=Contest.SINGLES), make_person("dora")
    give_role(dora, tournament, Role.DIRECTOR)
    for number, name in enumerate(NAMES[:3], start=1):
        make_entry(tournament, number, [name])
    sitting = drawn((tournament, dora))
    with pytest.raises(Refused, match="devono fare zero"):
        given((tournament, dora), sitting, 1, 2, -1, 0)
    assert given((tournament, dora), sitting, 1, 2, -1, -1).totals == [2, -1, -1]


# ---- the standings -----------------------------------------------------------------


def test_places_are_worth_what_the_tournament_says_and_who_is_level_shares_them():
    rows = standing(
        [1, 2, 3, 4], [{1: 2010, 2: 500, 3: 500}, {1: 0, 2: 2100, 4: 300}], [3, 4], place_points={3: (3, 1, 0)},
        rest_points=1,
    )  # fmt: skip
    assert [(row.place, row.entry, row.worth, row.points, row.won, row.rested) for row in rows] == [
        (1, 2, Fraction(7, 2), 2600, 1, 0),
        (2, 1, Fraction(3), 2010, 1, 0),
        (3, 4, Fraction(2), 300, 0, 1),
        (4, 3, Fraction(3, 2), 500, 0, 1),
    ]


def test_without_points_by_place_the_points_of_the_game_are_summed_and_level_stays_level():
    rows = standing([1, 2, 3], [{1: 100, 2: 100, 3: 5}], [], place_points={}, rest_points=0)
    assert [(row.place, row.entry) for row in rows] == [(1, 1), (1, 2), (3, 3)]


def test_later_sittings_keep_the_rule_of_the_first(hall: Hall) -> None:
    drawn(hall, place_points={"3": [3, 1, 0]}, rest_points=1)
    assert (drawn(hall, 2).place_points, drawn(hall, 3).rest_points) == ({"3": [3, 1, 0]}, 1)
    with pytest.raises(Refused, match="tavoli di 5"):
        drawn(hall, 4, sizes="five")


# ---- who may ------------------------------------------------------------------------


def test_a_scorer_writes_scores_and_draws_nothing(hall: Hall) -> None:
    sara = make_person("sara")
    give_role(sara, hall[0], Role.SCORER)
    with pytest.raises(PermissionDenied):
        drawn((hall[0], sara))
    assert given((hall[0], sara), drawn(hall), 1, 2010, 1000, 5).given_by == sara


def test_a_tournament_of_such_tables_alone_ends_when_all_have_their_score(hall: Hall) -> None:
    sitting = drawn(hall)
    given(hall, sitting, 1, 2010, 1000, 5)
    with pytest.raises(Refused, match="senza punteggio: 1"):
        conclude(by=acting(hall[1]), tournament=hall[0])
    given(hall, sitting, 2, 2010, 1000, 5)
    conclude(by=acting(hall[1]), tournament=hall[0])
    with pytest.raises(Refused, match="Il torneo è finito"):
        drawn(hall, 2)


# ---- the pages ----------------------------------------------------------------------


@pytest.mark.long
def test_a_director_plays_a_sitting_through_the_pages(hall: Hall, client: Client) -> None:
    tournament, dora = hall
    client.force_login(dora)
    assert "Oppure sorteggia tavoli di tre e di cinque" in text(client.get("/tornei/coppa-levante/direzione/"))
    told = {"number": 1, "sizes": "three", "place_three": "3 1 0", "rest_points": "1"}
    assert send(client, DESK, **told).status_code == 302
    first, second, third = seats(tournament)[0]
    score = f"{DESK}1/tavoli/1/"
    figures = {"seat_1": "505 1505", "seat_2": "-35 600", "seat_3": "100 20"}
    assert "Burraco in tre" in text(client.get(score))
    assert send(client, score, **figures, version=0).status_code == 302
    told = text(client.get(DESK))
    assert "Manca il punteggio di 1 tavolo" in told
    best = sums_of(sittings_of(tournament))[0]
    assert (best[0].number, best[1].points, best[1].worth) == (first, 2010, Fraction(3))
    names = {one.number: one.name for one in tournament.entries.all()}
    client.logout()
    public = text(client.get(PUBLIC))
    assert all(names[number] in public for number in (first, second, third))
    assert "nessun codice ne dà una" in public


def test_what_is_refused_keeps_what_was_typed(hall: Hall, client: Client) -> None:
    drawn(hall)
    client.force_login(hall[1])
    told = {"seat_1": "1200 300", "seat_2": "x", "seat_3": "100 20", "version": 0}
    refused = send(client, f"{DESK}1/tavoli/1/", **told)
    assert (refused.status_code, "1200 300" in refused.content.decode()) == (422, True)
    assert "Scrivi numeri interi" in text(refused)
    again_told = {"seat_1": "2010", "seat_2": "0", "seat_3": "0"}
    assert send(client, f"{DESK}1/tavoli/1/", **again_told, version=0).status_code == 302
    late = send(client, f"{DESK}1/tavoli/1/", **(again_told | {"seat_2": "5"}), reason="Mio", version=0)
    assert (late.status_code, "Intanto" in text(late)) == (422, True)


def test_a_withdrawal_by_the_page_wants_a_reason(hall: Hall, client: Client) -> None:
    drawn(hall)
    client.force_login(hall[1])
    assert send(client, f"{DESK}1/ritiro/", reason=" ").status_code == 422
    assert send(client, f"{DESK}1/ritiro/", reason="Mancava Rita").status_code == 302
    assert "Mancava Rita" in text(client.get(DESK))
    assert client.get(f"{DESK}1/tavoli/1/").status_code == 404


@pytest.mark.long
def test_the_papers_show_seats_points_and_the_rule(hall: Hall, client: Client) -> None:
    given(hall, drawn(hall), 1, 2010, 1000, 5)
    client.force_login(hall[1])
    book = load_workbook(BytesIO(client.get(f"{PAPERS}.xlsx").content))
    assert len(book.worksheets) == 2
    for address in (f"{PAPERS}.pdf", f"{PAPERS}/1/segnapunti.pdf"):
        assert client.get(address).content.startswith(b"%PDF")
    whole = load_workbook(BytesIO(client.get("/tornei/coppa-levante/esporta/torneo.xlsx").content))
    assert {sheet.title for sheet in book.worksheets} <= {sheet.title for sheet in whole.worksheets}


@pytest.mark.long
def test_the_pages_ask_no_more_for_more_tables(hall: Hall, client: Client) -> None:
    drawn(hall, absent=[4, 5, 6, 7])
    client.force_login(hall[1])
    few = [queries_of(client, page) for page in (DESK, f"{DESK}1/tavoli/1/")]
    drawn(hall, 2)
    drawn(hall, 3)
    assert [queries_of(client, page) for page in (DESK, f"{DESK}1/tavoli/1/")] == few


def test_a_version_that_never_was_is_refused_in_words(hall: Hall) -> None:
    with pytest.raises(Refused, match="non ha ancora punteggi"):
        given(hall, drawn(hall), 1, 2010, 500, 300, version=5)
    assert not SittingScore.objects.exists()


def test_anybody_finds_by_what_a_sitting_is_drawn_again(hall: Hall, client: Client, client_of) -> None:
    drawn(hall)
    sitting = drawn(hall, 2)
    folded = "".join(re.findall(r'<details class="verify">.*?</details>', source(client.get(PUBLIC)), re.DOTALL))
    workbook = load_workbook(BytesIO(client_of(hall[1]).get(f"{PAPERS}.xlsx").content))
    paper = " ".join(str(cell.value) for sheet in workbook for row in sheet.iter_rows() for cell in row if cell.value)
    before = " · ".join(" ".join(map(str, table)) for table in sitting.inputs["before"])
    for said in (
        sitting.seed,
        "BARI/14/NOVEMBRE/2026/12/45/7/33/90/TORNATA/2/1.2.3.4.5.6.7./",
        "1 2 3 4 5 6 7",
        before,
    ):
        assert said in folded
        assert said in paper
