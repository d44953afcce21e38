"""Other programs told what happened: written with the fact, signed, sent until taken, never into our own network."""

import base64
import hashlib
import hmac
import json
import time
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from federation.seasons.models import SeasonPublication
from federation.webhooks import delivery
from federation.webhooks.actions import (
    KEPT,
    MOST,
    MOST_TRIES,
    PAUSES,
    add_webhook,
    deliver,
    notify_of_season,
    rotate_webhook,
    send_again,
    switch_webhook,
    try_webhook,
    waits,
)
from federation.webhooks.delivery import (
    Answer,
    NotAllowed,
    Trouble,
    is_signed,
    reached,
    secret_of,
    signature,
    target_of,
)
from federation.webhooks.models import HookEvent, Webhook, WebhookMessage, WebhookTry
from people.accounts.models import Club
from people.offices.models import FederationLine
from records.requests import Refused
from tests import factories
from tests.factories import NOON, acting
from tests.federation.seasons.a_season import publish_something_of_a_season
from tests.published import publish_something
from tournaments.setup.models import Tournament

HOOKS = "/federazioni/fitres/avvisi/"
SECRET = secret_of(bytes(range(32)))
ADDRESS = "https://sito.example.org/avvisi?da=referee"


class Receiver:
    """Another program: keeps what it gets, and answers as it is told."""

    def __init__(self, *answers: Answer) -> None:
        self.answers, self.got = list(answers), []

    def __call__(self, address, headers, body, *, loopback):
        self.got.append((address, headers, body))
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


YES, NO = Answer(Trouble.NONE, 204), Answer(Trouble.STATUS, 503, "più tardi")


@pytest.fixture
def olga(tournament):
    return factories.make_officer("olga", tournament.federation)


@pytest.fixture
def hook(tournament, olga):
    return add(olga, tournament.federation)


def add(olga, federation, **more):
    said = {"name": "Sito", "address": ADDRESS, "happenings": list(HookEvent), "secret": SECRET}
    return add_webhook(by=acting(olga), federation=federation, **said | more)


def told():
    return [json.loads(one) for one in WebhookMessage.objects.order_by("pk").values_list("body", flat=True)]


# What is written


def test_published_standings_are_told_with_the_fact(tournament, dora, hook):
    publish_something(tournament, dora)
    (message,) = told()
    published = tournament.publications.get()
    assert message == {
        "type": "standings.published",
        "timestamp": NOON.isoformat(),
        "data": {
            "federation": "fitres",
            "tournament": "coppa-levante",
            "number": 1,
            "kind": "provisional",
            "stage": 1,
            "round": published.round_number,
            "hash": published.hash,
            "page": "/tornei/coppa-levante/classifica/1/",
            "api": "/api/v1/tournaments/coppa-levante/standings/1",
        },
    }


def test_what_is_taken_back_was_told_to_nobody(tournament, dora, hook):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        publish_something(tournament, dora)
        raise ZeroDivisionError
    assert told() == []


def test_nothing_is_told_of_what_is_not_public_not_chosen_or_switched_off(tournament, dora, olga):
    off = add(olga, tournament.federation)
    switch_webhook(by=acting(olga), webhook=off, on=False)
    add(olga, tournament.federation, happenings=[HookEvent.RULING])
    add(olga, factories.make_federation("fitres"), happenings=[HookEvent.STANDINGS])
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    tournament.refresh_from_db()
    publish_something(tournament, dora)
    assert told() == []


def test_a_season_is_told_by_its_addresses(tournament, olga, hook):
    Club.objects.create(federation=tournament.federation, name="Circolo Prova")
    publish_something_of_a_season(tournament.federation, olga)
    notify_of_season(SeasonPublication.objects.select_related("season__federation").get())
    message = told()[-1]
    assert message["type"] == "season.published"
    assert message["data"]["page"] == f"/federazioni/fitres/classifiche/{message['data']['season']}/1/"


def test_a_fact_that_nobody_is_told_of_costs_one_question(tournament, dora, hook):
    Webhook.objects.update(happenings=["ruling.given"])
    with CaptureQueriesContext(
        connection,
    ) as asked:
        publish_something(tournament, dora)
    assert sum("federation_webhook" in one["sql"] for one in asked) == 1


# How it is sent


def test_a_message_is_signed_over_its_id_its_time_and_its_body(tournament, olga, hook):
    try_webhook(by=acting(olga), webhook=hook)
    site = Receiver(YES)
    assert deliver(NOON, send=site) == 1
    ((address, headers, body),) = site.got
    message = WebhookMessage.objects.get()
    assert (address, headers["webhook-id"], body.decode()) == (ADDRESS, message.uid, message.body)
    said = f"{message.uid}.{headers['webhook-timestamp']}.{message.body}".encode()
    wanted = base64.b64encode(hmac.new(bytes(range(32)), said, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{wanted}"
    assert (message.taken_at, message.next_at, message.answers.get().status) == (NOON, None, 204)


def test_the_signature_is_that_of_the_published_example():
    # Of the specification «Standard Webhooks», worked out there.
    secret, message = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek"
    made = signature(secret, message=message, timestamp=1614265330, body=b'{"test": 2432232314}')
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_whoever_receives_refuses_what_was_changed_or_kept(tournament, olga, hook):
    try_webhook(by=acting(olga), webhook=hook)
    deliver(NOON, send=(site := Receiver(YES)))
    ((_address, headers, body),) = site.got
    now = int(headers["webhook-timestamp"])
    assert is_signed(SECRET, headers, body, now=now)
    assert not is_signed(SECRET, headers, body + b" ", now=now)
    assert not is_signed(SECRET, headers, body, now=now + 301)
    assert not is_signed(SECRET, headers | {"webhook-id": "msg_x"}, body, now=now)
    assert not is_signed(secret_of(bytes(32)), headers, body, now=now)


def test_what_nobody_takes_is_sent_again_after_growing_pauses_then_given_up(tournament, olga, hook):
    message = try_webhook(by=acting(olga), webhook=hook)
    site, at, pauses = Receiver(NO), NOON, []
    for _turn in range(MOST_TRIES):
        assert deliver(at - timedelta(seconds=1), send=site) == 0
        assert deliver(at, send=site) == 1
        message.refresh_from_db()
        pauses.append(message.next_at and message.next_at - at)
        at = message.next_at or at
    assert pauses == [*PAUSES, None]
    assert sum(PAUSES, timedelta()) == timedelta(hours=44, minutes=36)
    assert (message.given_up_at, message.tries, len({one[1]["webhook-id"] for one in site.got})) == (at, 8, 1)
    assert [one.words for one in message.answers.all()] == ["più tardi"] * 8
    assert not waits(at + KEPT)


def test_who_is_gone_is_asked_no_more_until_an_officer_wants_it(tournament, olga, hook):
    message = try_webhook(by=acting(olga), webhook=hook)
    deliver(NOON, send=Receiver(Answer(Trouble.STATUS, 410)))
    message.refresh_from_db()
    assert message.given_up_at == NOON
    send_again(by=acting(olga), message=message)
    deliver(NOON, send=Receiver(YES))
    message.refresh_from_db()
    assert (message.taken_at, message.tries) == (NOON, 2)
    with pytest.raises(Refused, match="non è fra quelli lasciati"):
        send_again(by=acting(olga), message=message)


def test_an_address_that_failed_holds_up_no_other(tournament, olga, hook):
    other = add(olga, tournament.federation, name="Circolo", address="https://altro.example.org/")
    for one in (hook, hook, other):
        try_webhook(by=acting(olga), webhook=one)
    site = Receiver(NO, YES)
    assert deliver(NOON, send=site) == 2
    assert [one[0] for one in site.got] == [ADDRESS, "https://altro.example.org/"]


def test_two_workers_send_a_message_once(tournament, olga, hook):
    try_webhook(by=acting(olga), webhook=hook)
    second = Receiver(YES)

    def slow(*args, **kwargs):
        assert deliver(NOON, send=second) == 0  # another worker looks meanwhile
        return YES

    assert deliver(NOON, send=slow) == 1
    assert (second.got, WebhookTry.objects.count()) == ([], 1)


def test_a_worker_that_was_killed_lets_another_one_send(tournament, olga, hook):
    try_webhook(by=acting(olga), webhook=hook)

    def killed(*args, **kwargs):
        raise SystemExit

    with pytest.raises(SystemExit):
        deliver(NOON, send=killed)
    assert deliver(NOON + timedelta(seconds=119), send=Receiver(YES)) == 0
    assert deliver(NOON + timedelta(seconds=120), send=Receiver(YES)) == 1


def test_a_tournament_hidden_meanwhile_is_not_told_of(tournament, dora, hook):
    publish_something(tournament, dora)
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    site = Receiver(YES)
    deliver(NOON, send=site)
    assert (site.got, WebhookTry.objects.get().trouble) == ([], "hidden")
    assert WebhookMessage.objects.get().given_up_at == NOON


def test_both_secrets_sign_for_a_day(tournament, olga, hook):
    new = secret_of(bytes(32))
    rotate_webhook(by=acting(olga), webhook=hook, secret=new)
    for at, both in ((NOON, True), (NOON + timedelta(days=1), False)):
        try_webhook(by=acting(olga, at=at), webhook=hook)
        deliver(at, send=(site := Receiver(YES)))
        ((_address, headers, body),) = site.got
        now = int(headers["webhook-timestamp"])
        assert is_signed(new, headers, body, now=now)
        assert is_signed(SECRET, headers, body, now=now) is both
    hook.refresh_from_db()
    assert (hook.former_secret, hook.former_until) == ("", None)


def test_what_was_settled_long_ago_is_forgotten(tournament, olga, hook):
    try_webhook(by=acting(olga), webhook=hook)
    deliver(NOON, send=Receiver(YES))
    deliver(NOON + KEPT - timedelta(seconds=1), send=Receiver(YES))
    assert WebhookMessage.objects.count() == 1
    deliver(NOON + KEPT, send=Receiver(YES))
    assert WebhookMessage.objects.count() == 0


def test_secrets_lie_encrypted_and_go_over_to_another_key(tournament, olga, hook, settings):
    assert SECRET not in hook.secret
    before, settings.ENCRYPTION_KEYS = hook.secret, ["k" * 40]
    call_command("installation_key", encrypt_anew=True, verbosity=0)
    hook.refresh_from_db()
    assert hook.secret != before
    settings.SECRET_KEY = "another one"
    try_webhook(by=acting(olga), webhook=hook)
    deliver(NOON, send=(site := Receiver(YES)))
    assert is_signed(SECRET, site.got[0][1], site.got[0][2], now=int(site.got[0][1]["webhook-timestamp"]))


def test_a_secret_that_no_longer_opens_is_said(tournament, olga, hook, settings):
    try_webhook(by=acting(olga), webhook=hook)
    settings.SECRET_KEY = "another one"
    deliver(NOON, send=(site := Receiver(YES)))
    assert (site.got, WebhookTry.objects.get().trouble) == ([], "secret")


# Where it may go


@pytest.mark.parametrize(
    "address",
    """http://sito.example.org/ https://localhost/ https://127.0.0.1/ https://[::1]/ https://10.0.0.1/ https://192.168.1.1/
    https://169.254.169.254/latest/meta-data https://[fe80::1]/ https://[::ffff:127.0.0.1]/ https://[64:ff9b::7f00:1]/
    https://[2002:7f00:1::]/ https://0.0.0.0/ https://100.64.0.1/ https://224.0.0.1/ https://2130706433/ https://127.1/
    https://0x7f.1/ https://intranet/ https://stampante.local/ https://a:b@sito.example.org/ https://sito.example.org/#x
    https://sito.example.org:99999/ https://sito.example.org:22/ https://sito.example.org:25/ https://sito.example.org:80/
    https://sito.example.org:5432/ https://sito.example.org:6379/
    ftp://sito.example.org/ https:///x file:///etc/passwd https://[ gopher://x.example.org/
    https://metadata.google.internal/ https://sitò.example.org/""".split(),
)
def test_an_address_into_a_network_is_refused(address):
    with pytest.raises(NotAllowed):
        target_of(address)


def test_a_name_whose_addresses_are_not_all_public_is_refused():
    target = target_of(ADDRESS)
    assert reached(target, lambda host, port: ["93.184.216.34", "2606:2800:220:1::1"])[0] == "93.184.216.34"
    for own in ("10.1.2.3", "127.0.0.1", "169.254.169.254", "::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1"):
        with pytest.raises(NotAllowed):
            reached(target, lambda host, port, own=own: ["93.184.216.34", own])
    with pytest.raises(NotAllowed):
        reached(target, lambda host, port: [])


class Answers(BaseHTTPRequestHandler):
    """What another program might answer, by the path that it is asked at."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/lento":
            time.sleep(1)
        self.send_response({"/via": 302, "/no": 500}.get(self.path, 200))
        self.send_header("Location", "/altrove")
        self.end_headers()
        self.wfile.write(b"ricevuto" if self.path == "/" else b"x" * 100_000)

    def log_message(self, *args):
        """Nothing is said in the tests' output."""


def test_what_really_goes_out_follows_no_redirect_and_reads_little(monkeypatch):
    monkeypatch.setattr(delivery, "ENDS_WITHIN", 0.3)
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        root = f"http://127.0.0.1:{server.server_address[1]}"
        answers = {
            path: delivery.send(root + path, {}, b"{}", loopback=True)
            for path in ("/", "/via", "/no", "/lungo", "/lento")
        }
        server.shutdown()
    assert answers["/"] == Answer(Trouble.NONE, 200, "ricevuto")
    assert (answers["/via"].trouble, answers["/via"].status) == (Trouble.REDIRECT, 302)
    assert (answers["/no"].trouble, len(answers["/no"].words)) == (Trouble.STATUS, 300)
    assert answers["/lungo"] == Answer(Trouble.NONE, 200, "x" * 300)
    assert answers["/lento"] == Answer(Trouble.TIME)
    assert delivery.send(root, {}, b"{}", loopback=True) == Answer(Trouble.SILENCE)
    assert delivery.send(root, {}, b"{}") == Answer(Trouble.ADDRESS)


def test_this_machine_is_told_only_where_that_is_set():
    target = target_of("http://127.0.0.1:8107/x", loopback=True)
    assert (target.port, target.path, target.secure) == (8107, "/x", False)
    for address in ("http://127.0.0.1:8107/x", "http://10.0.0.1/"):
        with pytest.raises(NotAllowed):
            target_of(address, loopback=address.startswith("http://10"))


# Who may


def test_only_whose_office_has_the_right_adds_one(tournament, olga):
    for name in ("gemma", "remo", "ivo"):
        with pytest.raises(PermissionDenied):
            add(factories.make_officer(name, tournament.federation), tournament.federation)
    add(factories.make_officer("aldo", tournament.federation), tournament.federation)
    assert FederationLine.objects.values_list("action", "data").get() == (
        "add_webhook",
        {"happenings": sorted(one.value for one in HookEvent)},
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"name": " "}, "a chi vanno"),
        ({"happenings": []}, "almeno una cosa"),
        ({"address": "https://10.0.0.1/"}, "nome pubblico"),
    ],
)
def test_what_cannot_be_is_refused_in_words(tournament, olga, more, words):
    with pytest.raises(Refused, match=words):
        add(olga, tournament.federation, **more)


def test_there_are_not_too_many(tournament, olga):
    for _turn in range(MOST):
        add(olga, tournament.federation)
    with pytest.raises(Refused, match="già 20"):
        add(olga, tournament.federation)


def test_trials_wait_in_no_long_row(tournament, olga, hook):
    for _turn in range(5):
        try_webhook(by=acting(olga), webhook=hook)
    with pytest.raises(Refused, match="aspetta un minuto"):
        try_webhook(by=acting(olga), webhook=hook)
