"""Penalties and compensations: given with a reason, cancelled with a reason, never lost from sight."""

import pytest
from django.test import Client

from people.accounts.models import User
from records.rights import Role
from tests import factories
from tests.asking import DESK, TOURNAMENT, queries_of, send, source, text
from tournaments.entries.models import Entry
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament

LIST = DESK + "penalita/"


@pytest.fixture
def director(dora: User, client_of) -> Client:
    return client_of(dora)


@pytest.fixture
def entry(tournament: Tournament) -> Entry:
    return tournament.entries.get(number=2)


@pytest.fixture
def given(entry: Entry, giulia: User) -> Adjustment:
    return factories.make_adjustment(entry, giulia)


def cancel(adjustment: Adjustment) -> str:
    return f"{LIST}{adjustment.pk}/annulla/"


@pytest.mark.parametrize(
    ("kind", "amount", "stored"),
    [
        ("vp-penalty", "2", ("vp", -2)),
        ("mp-penalty", "3", ("mp", -3)),
        ("vp-award", "1", ("vp", 1)),
        ("mp-award", "4", ("mp", 4)),
    ],
)
def test_what_is_given_is_stored_with_its_sign(
    director: Client, entry: Entry, kind: str, amount: str, stored: tuple[str, int]
) -> None:
    answer = send(director, LIST, entry=entry.pk, kind=kind, amount=amount, reason="Ritardo")
    assert answer.url == LIST
    assert Adjustment.objects.values_list("kind", "amount").get() == stored
    page = text(director.get(LIST))
    assert "2 Galli – Fontana" in page
    assert "Ritardo Dora Pace, adesso" in page
    assert "Registrato: la classifica ne tiene già conto." in page


@pytest.fixture
def burraco_pair(dora: User) -> Entry:
    made = factories.make_playing_burraco(slug="coppa-burraco")
    factories.give_role(dora, made, Role.DIRECTOR)
    return made.entries.get(number=2)


@pytest.mark.parametrize(("amount", "stored"), [("", ("warning", 0)), ("7", None)])
def test_a_warning_is_given_in_burraco_and_without_points(
    director: Client, burraco_pair: Entry, amount: str, stored: tuple[str, int] | None
) -> None:
    path = f"/tornei/{burraco_pair.tournament.slug}/direzione/penalita/"
    answer = send(director, path, entry=burraco_pair.pk, kind="warning", amount=amount, reason="Suggerisce")
    assert Adjustment.objects.values_list("kind", "amount").first() == stored
    assert stored or "Un’ammonizione non dà né toglie punti" in text(answer)


def test_the_tressette_code_knows_no_warnings(director: Client, entry: Entry) -> None:
    assert "mmonizion" not in source(director.get(LIST))


def test_penalty_of_a_round_says_which(director: Client, entry: Entry) -> None:
    round = entry.tournament.rounds.get(number=1)
    send(director, LIST, entry=entry.pk, kind="vp-penalty", amount=1, round=round.pk, reason="Ritardo")
    assert "Turno 1 · Dora Pace" in text(director.get(LIST))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"reason": ""}, "Questo campo è obbligatorio."),
        ({"reason": "  "}, "Questo campo è obbligatorio."),
        ({"amount": ""}, "Scrivi quanti punti."),
        ({"amount": "-1"}, "maggiore o uguale a 1"),
        ({"kind": "warning"}, "Scegli un'opzione valida"),
        ({"kind": "altro"}, "Scegli un'opzione valida"),
        ({"entry": ""}, "Questo campo è obbligatorio."),
    ],
)
def test_refused_penalty_keeps_what_was_typed(director: Client, entry: Entry, change: dict[str, str], why: str) -> None:
    typed = {"entry": entry.pk, "kind": "vp-penalty", "amount": "7", "reason": "Ritardo al tavolo"} | change
    answer = send(director, LIST, **typed)
    assert answer.status_code == 422
    assert why in text(answer)
    if typed["reason"].strip():
        assert "Ritardo al tavolo" in source(answer)
    if typed["amount"]:
        assert f'value="{typed["amount"]}"' in source(answer)
    assert not Adjustment.objects.exists()


def test_pair_of_another_tournament_cannot_be_chosen(
    director: Client, tournament: Tournament, other_tournament: Tournament
) -> None:
    foreign = other_tournament.entries.first().pk
    answer = send(director, LIST, entry=foreign, kind="vp-penalty", amount=1, reason="Ritardo")
    assert answer.status_code == 422
    assert not Adjustment.objects.exists()


def test_penalty_sent_twice_is_given_once(director: Client, entry: Entry) -> None:
    for _ in range(2):
        send(director, LIST, key="una", entry=entry.pk, kind="vp-penalty", amount=1, reason="Ritardo")
    assert Adjustment.objects.count() == 1


def test_list_without_penalties_says_what_will_come(director: Client, tournament: Tournament) -> None:
    assert "Nessuna penalità" in text(director.get(LIST))


def test_cancelled_penalty_stays_in_sight_and_out_of_the_standings(director: Client, given: Adjustment) -> None:
    assert "2 Galli – Fontana: −1 VP" in text(director.get(cancel(given)))
    answer = send(director, cancel(given), reason="Era un’altra coppia")
    assert answer.url == LIST
    page = text(director.get(LIST))
    assert "Annullata da Dora Pace, adesso: Era un’altra coppia" in page
    assert "annullata: non conta" in text(director.get(TOURNAMENT + "coppie/2/"))


def test_cancelling_without_a_reason_is_refused(director: Client, given: Adjustment) -> None:
    answer = send(director, cancel(given), reason=" ")
    assert answer.status_code == 422
    given.refresh_from_db()
    assert not given.is_cancelled


def test_cancelling_twice_tells_who_did_it(director: Client, given: Adjustment) -> None:
    send(director, cancel(given), key="una", reason="Sbaglio")
    assert send(director, cancel(given), key="una", reason="Sbaglio").status_code == 302
    answer = send(director, cancel(given), reason="Ancora")
    assert answer.status_code == 422
    assert "La penalità è già annullata." in text(answer)
    assert "Già annullata da Dora Pace" in text(director.get(cancel(given)))


def test_scorer_reads_and_gives_nothing(sara: User, client_of, given: Adjustment) -> None:
    client = client_of(sara)
    page = source(client.get(LIST))
    assert "Ritardo al tavolo" in page
    assert 'method="post"' not in page.split("<main")[1]
    assert "annulla/" not in page
    assert send(client, LIST, entry=given.entry.pk, kind="vp-award", amount=1, reason="No").status_code == 403
    assert client.get(cancel(given)).status_code == 403


def test_penalty_of_another_tournament_is_not_found(
    director: Client, tournament: Tournament, other_tournament: Tournament, ettore: User
) -> None:
    foreign = factories.make_adjustment(other_tournament.entries.first(), ettore)
    assert director.get(cancel(foreign)).status_code == 404
    assert send(director, cancel(foreign), reason="Mio").status_code == 404


def test_list_costs_the_same_for_many(director: Client, entry: Entry, giulia: User) -> None:
    factories.make_adjustment(entry, giulia)
    before = queries_of(director, LIST)
    for other in entry.tournament.entries.all():
        factories.make_adjustment(other, giulia, round=entry.tournament.rounds.first())
    assert queries_of(director, LIST) == before < 11


def test_reasons_are_never_markup(director: Client, entry: Entry) -> None:
    send(director, LIST, entry=entry.pk, kind="vp-award", amount=1, reason="<script>alert(1)</script>")
    given = Adjustment.objects.get()
    for path in (LIST, cancel(given), TOURNAMENT + "coppie/2/"):
        assert "<script>alert" not in source(director.get(path))
