"""What happened, written down for each address that is told of it: in the transaction of the fact, or not at all.

A message names no person and nothing that not everybody may see: it says which public record there is, and where.
Addresses are added, tried, given another secret, switched off and on again.

What waits is sent by the worker, again after growing pauses, until it is taken or given up. The outbox is the table of
messages: each is sent at least once, with the same id each time: whoever is killed between sending and writing it down
lets another worker send it again.
"""

import json
import logging
import time
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.packages.models import ReceivedPackage
from federation.packages.queries import is_public
from federation.seasons.models import SeasonPublication
from federation.webhooks.delivery import Answer, NotAllowed, headers, send, target_of
from federation.webhooks.models import TRIAL, HookEvent, Webhook, WebhookMessage, WebhookTry
from people.accounts.models import Federation
from people.offices.log import write_federation_line
from records.action import Actor, action, required_text, save_checked
from records.models import LogEntry
from records.prepared_queries import prepared_records
from records.requests import Refused
from records.rights import FederationRight
from records.secrets import KeyMissing, decrypt, encrypt, encrypt_anew
from referee.rulings.models import Ruling
from tournaments.publication.models import Publication
from tournaments.setup.models import Tournament
from tournaments.staff.worker import see_to_the_work

OF_A_LINE: Mapping[str, HookEvent] = {
    "publish_provisional": HookEvent.STANDINGS,
    "publish_final": HookEvent.STANDINGS,
    "decide": HookEvent.RULING,
    "depart": HookEvent.RULING,
}


def notify_of_line(line: LogEntry, tournament: Tournament, record: models.Model | str) -> None:
    """What a line of a tournament's log tells other programs, where everybody may see the tournament."""
    if not tournament.is_public:
        return

    def told() -> dict[str, Any]:
        said = _standings(record) if isinstance(record, Publication) else {}
        said = _ruling(record) if isinstance(record, Ruling) else said
        return {"tournament": tournament.slug, "page": _at("tournament", tournament.slug), **said}

    _write_messages(tournament.federation, OF_A_LINE[line.action], told, at=line.at, tournament=tournament)


def notify_of_season(published: SeasonPublication) -> None:
    season = published.season
    where = (season.federation.code, season.code, published.number)

    def told() -> dict[str, Any]:
        pages = {"page": _at("public_season_number", *where), "data": _at("season_data", *where)}
        return {"season": season.code, "number": published.number, **pages}

    _write_messages(season.federation, HookEvent.SEASON, told, at=published.published_at)


def notify_of_homologation(package: ReceivedPackage, at: datetime) -> None:
    """By its digests alone: who has the package, or its head on a paper, knows which it is."""
    if not is_public(package):
        return
    head = {"number": package.head_number, "hash": package.head_hash}
    told = {"tournament_log": package.uid, "package": package.sha256, "head": head}
    _write_messages(package.federation, HookEvent.HOMOLOGATION, lambda: told, at=at)


def write_message(
    webhook: Webhook, kind: str, told: Mapping[str, Any], *, at: datetime, tournament: Tournament | None = None
) -> WebhookMessage:
    """One message, due at once."""
    said = {"type": kind, "timestamp": at.isoformat(), "data": {"federation": webhook.federation.code, **told}}
    return WebhookMessage.objects.create(
        webhook=webhook,
        uid=f"msg_{uuid4().hex}",
        kind=kind,
        body=json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")),
        tournament=tournament,
        made_at=at,
        next_at=at,
    )


def _write_messages(
    federation: Federation,
    kind: HookEvent,
    told: Callable[[], Mapping[str, Any]],
    *,
    at: datetime,
    tournament: Tournament | None = None,
) -> None:
    """told: asked for only where an address wants to hear of it, which is seldom."""
    wanted = [one for one in _switched_on(federation=federation.pk) if kind.value in one.happenings]
    if not wanted:
        return
    content = told()
    for one in wanted:
        write_message(one, kind.value, content, at=at, tournament=tournament)
    transaction.on_commit(see_to_the_work)


@prepared_records
def _switched_on(*, federation: int) -> "models.QuerySet[Webhook]":
    return Webhook.objects.filter(federation=federation, off_at__isnull=True).select_related("federation")


def _standings(published: Publication) -> dict[str, Any]:
    slug, number = published.tournament.slug, published.number
    return {
        "number": number,
        "kind": published.kind,
        "stage": published.stage.number,
        "round": published.round_number,
        "hash": published.hash,
        "page": _at("publication", slug, number),
        "api": _at("api-1:standings", slug, number),
    }


def _ruling(ruling: Ruling) -> dict[str, Any]:
    """Its number alone: what it says is read by a token."""
    where = _at("api-1:rulings", ruling.tournament.slug)
    return {"number": ruling.number, "version": ruling.version, "api": f"{where}?after={ruling.number - 1}"}


def _at(name: str, *arguments: str | int) -> str:
    """Where it is; whole where the installation knows its own address."""
    root: str = settings.PUBLIC_URL.rstrip("/")
    return root + reverse(name, args=arguments)


MOST = 20
# For so long the secret of before signs too.
BOTH_SIGN = timedelta(days=1)
# Of trials, and of what is sent again by hand: more than these do not wait for one address.
MOST_BY_HAND = 5


@action(FederationRight.MANAGE_WEBHOOKS)
def add_webhook(
    *, by: Actor, federation: Federation, name: str, address: str, happenings: Collection[HookEvent], secret: str
) -> Webhook:
    """Tell an address from now on; the secret is shown by whoever made it, and never again."""
    if Webhook.objects.filter(federation=federation, off_at__isnull=True).count() >= MOST:
        raise Refused(_("Gli avvisi accesi sono già %(n)d: spegnine uno.") % {"n": MOST})
    if not happenings:
        raise Refused(_("Scegli almeno una cosa di cui avvisare."))
    made = Webhook(
        federation=federation,
        name=required_text(name, _("Scrivi a chi vanno gli avvisi.")),
        address=_checked(address.strip()),
        happenings=sorted(one.value for one in happenings),
        secret=encrypt(secret.encode()),
        made_by=by.user,
        made_at=by.at,
    )
    save_checked(made)
    return write_federation_line(by, made, happenings=made.happenings)


@action(FederationRight.MANAGE_WEBHOOKS)
def rotate_webhook(*, by: Actor, webhook: Webhook, secret: str) -> Webhook:
    """Sign by another secret from now on; for a day that of before signs too."""
    _check_is_on(webhook)
    webhook.former_secret, webhook.former_until = webhook.secret, by.at + BOTH_SIGN
    webhook.secret = encrypt(secret.encode())
    save_checked(webhook)
    return write_federation_line(by, webhook)


@action(FederationRight.MANAGE_WEBHOOKS)
def switch_webhook(*, by: Actor, webhook: Webhook, on: bool) -> Webhook:
    """Tell it nothing more, or again; what waited when it was switched off is given up."""
    _check_is_on(webhook, on=not on)
    webhook.off_at, webhook.off_by = (None, None) if on else (by.at, by.user)
    save_checked(webhook)
    if not on:
        webhook.messages.filter(next_at__isnull=False).update(next_at=None, given_up_at=by.at)
    return write_federation_line(by, webhook, on=on)


@action(FederationRight.MANAGE_WEBHOOKS)
def try_webhook(*, by: Actor, webhook: Webhook) -> WebhookMessage:
    """Send it a message that tells of nothing."""
    _check_is_on(webhook)
    _not_too_often(webhook, by)
    made = write_message(webhook, TRIAL, {"webhook": webhook.pk}, at=by.at)
    transaction.on_commit(see_to_the_work)
    return made


@action(FederationRight.MANAGE_WEBHOOKS)
def send_again(*, by: Actor, message: WebhookMessage) -> WebhookMessage:
    """A message that was given up, once more: the same, by its id, after all the tries before."""
    _check_is_on(message.webhook)
    _not_too_often(message.webhook, by)
    given_up = WebhookMessage.objects.filter(pk=message.pk, given_up_at__isnull=False)
    if not given_up.update(given_up_at=None, next_at=by.at):
        raise Refused(_("Questo avviso non è fra quelli lasciati."))
    transaction.on_commit(see_to_the_work)
    return WebhookMessage.objects.get(pk=message.pk)


def shows(webhook: Webhook, secret: str) -> bool:
    """Whether that is its secret now: of a request that came twice only the first one made it."""
    try:
        return decrypt(webhook.secret).decode() == secret
    except KeyMissing:
        return False


def encrypt_secrets_anew() -> None:
    """By the first of the installation's keys, so that the others may go. Raises KeyMissing where none opens one."""
    for one in Webhook.objects.order_by("pk"):
        one.secret = encrypt_anew(one.secret)
        one.former_secret = encrypt_anew(one.former_secret) if one.former_secret else ""
        one.save(update_fields=["secret", "former_secret"])


def _checked(address: str) -> str:
    try:
        target_of(address, loopback=settings.WEBHOOKS_TO_LOOPBACK)
    except NotAllowed as error:
        raise Refused(
            _("L’indirizzo deve cominciare con https:// e portare a un nome pubblico, non dentro una rete privata.")
        ) from error
    return address


def _not_too_often(webhook: Webhook, by: Actor) -> None:
    if webhook.messages.filter(next_at__lte=by.at).count() >= MOST_BY_HAND:
        raise Refused(_("Ci sono già avvisi in attesa: aspetta un minuto."))


def _check_is_on(webhook: Webhook, *, on: bool = True) -> None:
    if (webhook.off_at is None) != on:
        raise Refused(_("Questi avvisi sono già spenti.") if on else _("Questi avvisi sono già accesi."))


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
