"""Sending what waits: by the worker, again after growing pauses, until it is taken or given up.

The outbox is the table of messages. A message is sent at least once, with the same id each time: whoever is killed
between sending and writing it down lets another worker send it again.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from federation.webhooks.delivery import Answer, send
from federation.webhooks.models import Webhook, WebhookMessage, WebhookTry
from federation.webhooks.signature import headers
from records.secrets import KeyMissing, decrypt

Trouble = WebhookTry.Trouble
# After each try that failed; after the last of them it is given up: eight tries within two days.
PAUSES = tuple(timedelta(minutes=one) for one in (1, 5, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60))
MOST_TRIES = len(PAUSES) + 1
# Whoever took one up and said nothing for so long was lost.
LOST_AFTER = timedelta(minutes=2)
# Other work waits too: after so many seconds the rest is left for the next look.
LOOKS_FOR_SECONDS = 20.0
KEPT = timedelta(days=30)
# What sending again would not mend.
HOPELESS = frozenset({Trouble.HIDDEN, Trouble.OFF})
GONE = 410
Send = Callable[..., Answer]
log = logging.getLogger(__name__)


def waits(now: datetime) -> bool:
    """Whether anything is to be sent at this moment."""
    return _due(now).exists()


def deliver(now: datetime, *, send: Send = send, clock: Callable[[], float] = time.monotonic) -> int:
    """Send what is due, the oldest first; how many were tried. An address that just failed waits for the next look."""
    began, tried, failed = clock(), 0, set[int]()
    while clock() - began < LOOKS_FOR_SECONDS:
        next_one = _due(now).exclude(webhook__in=failed).order_by("next_at", "pk").first()
        if next_one is None:
            break
        if message := _take_up(next_one, now):
            tried += 1
            if not _record(message, _sent(message, now, send), now):
                failed.add(message.webhook_id)
    _forget(now)
    return tried


def _due(now: datetime) -> "QuerySet[WebhookMessage]":
    return WebhookMessage.objects.filter(next_at__lte=now)


def _take_up(seen: WebhookMessage, now: datetime) -> WebhookMessage | None:
    """The message, now this worker's; None where another one was quicker."""
    mine = WebhookMessage.objects.filter(pk=seen.pk, tries=seen.tries, next_at=seen.next_at)
    if not mine.update(tries=F("tries") + 1, next_at=now + LOST_AFTER):
        return None
    return WebhookMessage.objects.select_related("webhook", "tournament").get(pk=seen.pk)


def _sent(message: WebhookMessage, now: datetime, send: Send) -> WebhookTry:
    """The try that was made of it, not yet saved."""
    told = WebhookTry(message=message, number=message.tries, at=now)
    webhook = message.webhook
    if webhook.off_at is not None:
        told.trouble = Trouble.OFF
    elif message.tournament and not message.tournament.is_public:
        told.trouble = Trouble.HIDDEN
    else:
        try:
            answer = _answer(message, secrets_of(webhook, now), send)
        except KeyMissing:
            told.trouble = Trouble.SECRET
        else:
            told.trouble, told.status, told.words = Trouble(answer.trouble.value), answer.status, answer.words
    return told


def _answer(message: WebhookMessage, secrets: list[str], send: Send) -> Answer:
    body = message.body.encode()
    # When it goes out, not when it was due: whoever receives refuses what is older than some minutes.
    signed = headers(secrets, message=message.uid, timestamp=int(timezone.now().timestamp()), body=body)
    more = {"Content-Type": "application/json", "User-Agent": "Referee"}
    return send(message.webhook.address, signed | more, body, loopback=settings.WEBHOOKS_TO_LOOPBACK)


def secrets_of(webhook: Webhook, now: datetime) -> list[str]:
    """With which it signs now: the one in force, and for a while the one before. Raises KeyMissing."""
    kept = [webhook.secret]
    if webhook.former_until and webhook.former_until > now:
        kept.append(webhook.former_secret)
    return [decrypt(one).decode() for one in kept]


def _record(message: WebhookMessage, told: WebhookTry, now: datetime) -> bool:
    """Write down what came of a try, unless another one has overtaken it; whether the message was taken."""
    taken = told.trouble == Trouble.NONE
    hopeless = told.trouble in HOPELESS or told.status == GONE or message.tries >= MOST_TRIES
    then: dict[str, Any] = {"next_at": None, "taken_at": now} if taken else {"next_at": None, "given_up_at": now}
    if not taken and not hopeless:
        then = {"next_at": now + PAUSES[message.tries - 1]}
    with transaction.atomic():
        if WebhookMessage.objects.filter(pk=message.pk, tries=message.tries, next_at__isnull=False).update(**then):
            told.save()
    if not taken:
        log.warning("Message %s was not taken: %s %s", message.uid, told.trouble, told.status or "")
    return taken


def _forget(now: datetime) -> None:
    """Delete what was settled long ago, and the secrets of before."""
    WebhookMessage.objects.filter(made_at__lte=now - KEPT, next_at__isnull=True).delete()
    Webhook.objects.filter(former_until__lte=now).update(former_secret="", former_until=None)
