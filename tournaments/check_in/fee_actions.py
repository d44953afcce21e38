"""Entry fees and who paid them: recorded by versions, never overwritten; no money passes through here."""

from django.utils.translation import gettext as _

from records.action import Actor, action, required_text, save_checked
from records.requests import Refused
from records.rights import Right
from tournaments.check_in.models import Fee, FeePayment
from tournaments.check_in.queries import fees_of
from tournaments.entries.models import Entry
from tournaments.scores.guards import check_running
from tournaments.setup.models import Tournament


@action(Right.MANAGE_ENTRIES)
def set_fee(
    *, by: Actor, tournament: Tournament, category: str, cents: int | None, per: str, seen: int, reason: str = ""
) -> Fee:
    """Say what entering costs for a category (none: for whoever has no other); cents None: that fee holds no more.

    seen: the version of that fee that the page showed, 0 for none.
    """
    check_running(tournament)
    name = category.strip()
    now = _called(tournament, name)
    if now is not None and not seen:
        raise Refused(_("Questa quota c’è già: cambiala dall’elenco."))
    if seen != (now.version if now else 0):
        raise Refused(_("Intanto qualcun altro ha cambiato la quota: riguarda e salva di nuovo."))
    why = reason.strip()
    if now is not None:
        why = required_text(why, _("Scrivi perché la quota cambia."))
        name = now.category
    elif cents is None:
        raise Refused(_("Scrivi l’importo."))
    fee = Fee(tournament=tournament, category=name, version=seen + 1, cents=cents, per=per, reason=why)
    fee.set_by, fee.set_at = by.user, by.at
    save_checked(fee)
    return by.log(fee, name=name, cents=cents, version=fee.version, reason=why)


def _called(tournament: Tournament, category: str) -> Fee | None:
    """The fee of the category, however it was written."""
    return next((one for name, one in fees_of(tournament).items() if name.casefold() == category.casefold()), None)


@action(Right.CHECK_IN)
def note_payment(*, by: Actor, entry: Entry, paid: bool, cents: int, seen: int, reason: str = "") -> FeePayment:
    """Note that an entry paid so much, or that it did not after all; seen: the version that the page showed."""
    last = FeePayment.objects.filter(entry=entry).select_related("noted_by").order_by("-version").first()
    if seen != (last.version if last else 0):
        words = _("Intanto %(who)s l’ha già segnato: riguarda.")
        raise Refused(words % {"who": last.noted_by if last else _("qualcun altro")})
    if not paid and not (last and last.paid):
        raise Refused(_("Non risulta che abbia pagato."))
    why = reason.strip()
    if last is not None:
        why = required_text(why, _("Scrivi perché cambia quello che era segnato."))
    given = cents if paid else 0
    payment = FeePayment(entry=entry, version=seen + 1, paid=paid, cents=given, reason=why)
    payment.noted_by, payment.noted_at = by.user, by.at
    save_checked(payment)
    return by.log(payment, entry=entry.number, cents=given, reason=why, paid=paid)
