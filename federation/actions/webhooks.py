"""Which programs a federation tells what happens: added, tried, given another secret, switched off and on again."""

from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from federation.actions.base import require_office
from federation.actions.happenings import write_message
from federation.hooks.addresses import NotAllowed, target_of
from federation.models import TRIAL, HookEvent, Webhook, WebhookMessage
from tournaments.actions.base import Actor, action, required_text, save_checked
from tournaments.federation_log import hold_federation, write_federation_line
from tournaments.models import Federation
from tournaments.own_worker import see_to_the_work
from tournaments.permissions import FederationRight
from tournaments.refusals import Refused
from tournaments.stored_secrets import KeyMissing, decrypt, encrypt, encrypt_anew

MOST = 20
# For so long the secret of before signs too.
BOTH_SIGN = timedelta(days=1)
# Of trials, and of what is sent again by hand: more than these do not wait for one address.
MOST_BY_HAND = 5


@action
def add_webhook(
    *, by: Actor, federation: Federation, name: str, address: str, happenings: Collection[HookEvent], secret: str
) -> Webhook:
    """Tell an address from now on; the secret is shown by whoever made it, and never again."""
    _hold(by, federation)
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
    _tell(by, made, "add_webhook", {"happenings": made.happenings})
    return made


@action
def rotate_webhook(*, by: Actor, webhook: Webhook, secret: str) -> Webhook:
    """Sign by another secret from now on; for a day that of before signs too."""
    webhook = _held(by, webhook)
    webhook.former_secret, webhook.former_until = webhook.secret, by.at + BOTH_SIGN
    webhook.secret = encrypt(secret.encode())
    save_checked(webhook)
    _tell(by, webhook, "rotate_webhook", {})
    return webhook


@action
def switch_webhook(*, by: Actor, webhook: Webhook, on: bool) -> Webhook:
    """Tell it nothing more, or again; what waited when it was switched off is given up."""
    webhook = _held(by, webhook, on=not on)
    webhook.off_at, webhook.off_by = (None, None) if on else (by.at, by.user)
    save_checked(webhook)
    if not on:
        webhook.messages.filter(next_at__isnull=False).update(next_at=None, given_up_at=by.at)
    _tell(by, webhook, "switch_webhook", {"on": on})
    return webhook


@action
def try_webhook(*, by: Actor, webhook: Webhook) -> WebhookMessage:
    """Send it a message that tells of nothing."""
    webhook = _held(by, webhook)
    _not_too_often(webhook, by)
    made = write_message(webhook, TRIAL, {"webhook": webhook.pk}, at=by.at)
    transaction.on_commit(see_to_the_work)
    return made


@action
def send_again(*, by: Actor, message: WebhookMessage) -> WebhookMessage:
    """A message that was given up, once more: the same, by its id, after all the tries before."""
    webhook = _held(by, message.webhook)
    _not_too_often(webhook, by)
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


def _hold(by: Actor, federation: Federation) -> None:
    require_office(by, federation, FederationRight.MANAGE_WEBHOOKS)
    hold_federation(federation)


def _held(by: Actor, webhook: Webhook, *, on: bool = True) -> Webhook:
    """The webhook read again under the lock, which is on, or off."""
    _hold(by, webhook.federation)
    webhook = Webhook.objects.select_related("federation").get(pk=webhook.pk)
    if (webhook.off_at is None) != on:
        raise Refused(_("Questi avvisi sono già spenti.") if on else _("Questi avvisi sono già accesi."))
    return webhook


def _tell(by: Actor, webhook: Webhook, name: str, data: dict[str, object]) -> None:
    write_federation_line(
        federation=webhook.federation, actor=by.user, at=by.at, action=name, record=webhook, data=data
    )
