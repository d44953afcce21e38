"""The pages on which officers name the programs that are told, and see what came back."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.webhooks.actions import deliver, try_webhook
from federation.webhooks.delivery import Answer, Trouble, is_signed
from federation.webhooks.models import Webhook, WebhookMessage
from tests import factories
from tests.factories import NOON, acting
from tests.federation.webhooks.test_webhooks import ADDRESS, HOOKS, YES, Receiver, hook, olga

__all__ = ["hook", "olga"]


def test_the_page_shows_a_secret_once(tournament, olga, client_of):
    client = client_of(olga)
    assert "Ancora nessuno" in client.get(HOOKS).content.decode()
    sent = {"key": "k1", "name": "Sito", "address": ADDRESS, "happenings": ["ruling.given"]}
    page = client.post(HOOKS, sent).content.decode()
    secret = "whsec_" + page.split("whsec_")[1].split("<")[0]
    deliver_to = Webhook.objects.get()
    try_webhook(by=acting(olga), webhook=deliver_to)
    deliver(NOON, send=(site := Receiver(YES)))
    assert is_signed(secret, site.got[0][1], site.got[0][2], now=int(site.got[0][1]["webhook-timestamp"]))
    for shown in (client.post(HOOKS, sent), client.get(HOOKS), client.get(f"{HOOKS}{deliver_to.pk}/")):
        assert "whsec_" not in shown.content.decode()
        assert shown.headers["Cache-Control"] == "no-store"
    assert Webhook.objects.count() == 1


def test_a_refused_form_keeps_what_was_typed(tournament, olga, client_of):
    sent = {"key": "k1", "name": "Sito", "address": "https://10.0.0.1/x", "happenings": ["ruling.given"]}
    answer = client_of(olga).post(HOOKS, sent)
    page = answer.content.decode()
    assert (answer.status_code, "https://10.0.0.1/x" in page, "rete privata" in page) == (422, True, True)


@pytest.mark.long
def test_the_page_tells_what_came_back_and_switches_off_and_on(tournament, olga, hook, client_of):
    client, here = client_of(olga), f"{HOOKS}{hook.pk}/"
    assert client.post(f"{here}prova/", {"key": "p"}).status_code == 302
    assert "in attesa" in client.get(here).content.decode()
    deliver(WebhookMessage.objects.get().next_at, send=Receiver(Answer(Trouble.STATUS, 410, "<b>via</b>")))
    page = client.get(here).content.decode()
    assert ("lasciato" in page, "(410)" in page, "&lt;b&gt;via" in page) == (True, True, True)
    again = f"{here}{WebhookMessage.objects.get().pk}/rimanda/"
    assert [client.post(again, {"key": key}).status_code for key in ("r", "r2")] == [302, 422]
    assert client.post(f"{here}accendi/", {"key": "s", "on": "no"}).status_code == 302
    assert WebhookMessage.objects.get().next_at is None
    assert [client.post(f"{here}{what}/", {"key": what}).status_code for what in ("prova", "segreto")] == [422, 422]
    assert client.post(f"{here}accendi/", {"key": "s2", "on": "yes"}).status_code == 302
    assert "whsec_" in client.post(f"{here}segreto/", {"key": "g"}).content.decode()


def test_the_webhook_of_another_federation_does_not_exist(tournament, olga, client_of):
    other = factories.make_federation("fibur")
    Webhook.objects.create(
        federation=other, name="x", address=ADDRESS, secret="x", made_by=olga, made_at=NOON, happenings=[]
    )
    for what in ("", "prova/", "segreto/", "accendi/", "1/rimanda/"):
        address = f"{HOOKS}{Webhook.objects.get().pk}/{what}"
        client = client_of(olga)
        assert (client.post(address, {"key": "x"}) if what else client.get(address)).status_code == 404


def test_the_list_of_messages_asks_as_much_for_three_as_for_one(tournament, olga, hook, client_of):
    client, here, counts = client_of(olga), f"{HOOKS}{hook.pk}/", []
    for more in (1, 2):
        for _turn in range(more):
            try_webhook(by=acting(olga), webhook=hook)
        deliver(NOON, send=Receiver(YES))
        with CaptureQueriesContext(connection) as asked:
            client.get(here)
        counts.append(len(asked))
    assert counts[0] == counts[1]
