"""One key is one request: sent twice it is served once, with other words it is refused, and both are shown."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory

from people.accounts.models import User
from records.action import nested_actor
from records.models import IdempotencyKey
from records.requests import content_digest
from referee.cases.actions import open_case
from tests import factories
from tests.asking import DESK, send, source, text
from tournaments.appeals.models import Appeal
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.dialect

CELL = DESK + "turni/1/tavoli/1/smazzate/1/"
PENALTIES = DESK + "penalita/"


@pytest.fixture
def director(dora: User, client_of) -> Client:
    return client_of(dora)


@pytest.mark.parametrize("htmx", [True, False])
def test_a_score_gone_back_to_and_typed_otherwise_shows_both(
    director: Client, tournament: Tournament, htmx: bool
) -> None:
    send(director, CELL, key="una", line_a="7", version=0, htmx=htmx)
    answer = send(director, CELL, key="una", line_a="9", version=0, htmx=htmx)
    assert answer.status_code == 409
    assert "Intanto Dora Pace ha registrato 7 – 4" in text(answer)
    assert 'value="9"' in source(answer)
    assert list(BoardScore.objects.values_list("points_a", flat=True)) == [7]


@pytest.mark.parametrize("htmx", [True, False])
def test_any_other_form_shows_what_was_typed_and_what_was_done(
    director: Client, tournament: Tournament, htmx: bool
) -> None:
    entry = tournament.entries.get(number=2)
    given = {"entry": entry.pk, "kind": "vp-penalty", "key": "una", "htmx": htmx}
    send(director, PENALTIES, amount="2", reason="Ritardo", **given)
    answer = send(director, PENALTIES, amount="4", reason="Contegno", **given)
    assert answer.status_code == 409
    page = text(answer)
    assert "Il tuo" in page
    assert "4, Contegno" in page
    assert "Penalità o compenso dato, coppia 2" in page
    assert "Ritardo" in page
    assert Adjustment.objects.get().amount == -2


def test_the_same_penalty_sent_twice_is_one(director: Client, tournament: Tournament) -> None:
    given = {"entry": tournament.entries.get(number=2).pk, "kind": "vp-penalty", "amount": "2", "reason": "Ritardo"}
    for _ in range(2):
        assert send(director, PENALTIES, key="una", **given).url == PENALTIES
    assert Adjustment.objects.count() == 1


def test_two_penalties_with_keys_of_their_own_are_two(director: Client, tournament: Tournament) -> None:
    given = {"entry": tournament.entries.get(number=2).pk, "kind": "vp-penalty", "amount": "2", "reason": "Ritardo"}
    for key in ("una", "altra"):
        assert send(director, PENALTIES, key=key, **given).url == PENALTIES
    assert Adjustment.objects.count() == 2


def test_one_key_of_two_people_is_two_requests(client_of, table, cast) -> None:
    factories.make_score(table, table.round.boards.get(number=1), (7, 4), cast["sara"])
    given = {"entry": table.line_a.pk, "against": "score:1:1:1:1", "grounds": "Era in tempo"}
    for who in (cast["dora"], cast["giulia"]):
        assert send(client_of(who), DESK + "reclami/", key="una", **given).status_code == 302
    assert list(Appeal.objects.order_by("number").values_list("filed_by", flat=True)) == [
        cast["dora"].pk,
        cast["giulia"].pk,
    ]


def test_the_steps_of_two_long_keys_are_told_apart(dora: User) -> None:
    long = [factories.acting(dora, key="k" * 63 + last) for last in "ab"]
    steps = [nested_actor(nested_actor(by, "decide"), step).key for by in long for step in ("e1", "e2")]
    assert len(set(steps)) == 4
    assert all(len(key) <= 64 for key in steps)


def test_steps_within_steps_are_told_apart_however_deep(dora: User) -> None:
    deep = nested_actor(nested_actor(factories.acting(dora, key="k" * 32), "reservation12"), "absent7vp")
    assert nested_actor(nested_actor(deep, "w1"), "c").key != nested_actor(nested_actor(deep, "w2"), "c").key


def test_a_request_served_before_contents_were_kept_is_served_again(director: Client, tournament: Tournament) -> None:
    send(director, CELL, key="una", line_a="7", version=0)
    IdempotencyKey.objects.update(content="")
    assert send(director, CELL, key="una", line_a="7", version=0).status_code == 302


def posted(path: str = "/a/", **said: object) -> str:
    return content_digest(RequestFactory().post(path, said))


def test_the_digest_knows_each_word_each_field_and_the_place() -> None:
    digests = [
        posted(a="1", b="2"),
        posted(a="2", b="1"),
        posted(a="12"),
        posted(a=["1", "2"]),
        posted("/b/", a="1", b="2"),
        posted(a="1", b="2", file=SimpleUploadedFile("x.csv", b"1")),
        posted(a="1", b="2", file=SimpleUploadedFile("x.csv", b"2")),
        posted(a="1", b="2", file=SimpleUploadedFile("y.csv", b"1")),
    ]
    assert len(set(digests)) == len(digests)


def test_the_digest_leaves_the_token_out_and_the_file_unread() -> None:
    assert posted(a="1", csrfmiddlewaretoken="x") == posted(a="1", csrfmiddlewaretoken="y")
    request = RequestFactory().post("/a/", {"file": SimpleUploadedFile("x.csv", b"Ada;Bruno")})
    content_digest(request)
    assert request.FILES["file"].read() == b"Ada;Bruno"


def test_an_answer_gone_back_to_shows_the_case_as_it_stands(client_of, bruno: User, table, board) -> None:
    case = open_case(by=factories.acting(bruno), table=table, board=board)
    address, client = f"/tornei/{case.tournament.slug}/casi/{case.number}/", client_of(bruno)
    for procedure in ("accusa-anticipata", "carte-esposte"):
        answer = client.post(
            address, {"step": "anomalia", "procedure": procedure, "version": case.version, "key": "una"}
        )
    assert answer.status_code == 409
    assert "Carta mostrata" in text(answer)
    assert "Accusa prima del proprio turno" in text(answer)
    case.refresh_from_db()
    assert case.procedure == "accusa-anticipata"
