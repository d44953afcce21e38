"""Which player somebody of the staff is."""

from django.utils.translation import gettext as _

from people.accounts.models import Player
from people.players.actions import lock_unmerged_players
from records.action import Actor, action
from records.refusals import Refused
from records.rights import Right
from tournaments.setup.models import Membership


def note_player(by: Actor, membership: Membership, player: Player) -> None:
    """Within an action: the record of whoever has the task; a player has one account, and an account one player."""
    user = membership.user
    lock_unmerged_players([player])
    player = Player.objects.get(pk=player.pk)
    if player.account_id == user.pk:
        return
    if player.account_id is not None:
        raise Refused(_("La scheda di %(player)s è già di un altro accesso.") % {"player": player})
    if other := Player.objects.filter(account=user).first():
        words = _("%(name)s ha già una scheda, quella di %(player)s: se è sbagliata il direttore la stacca prima.")
        raise Refused(words % {"name": user, "player": other})
    player.account = user
    player.save(update_fields=["account"])
    by.log(membership, "link_player", user=user.pk, player=player.pk)


@action(Right.MANAGE_STAFF)
def unlink_player(*, by: Actor, membership: Membership) -> Membership:
    """Say that whoever has the task is not that player; never of oneself, who would then judge the own case."""
    if membership.user_id == by.user.pk:
        raise Refused(_("La tua scheda la stacca un altro direttore, o chi amministra."))
    player = Player.objects.filter(account=membership.user_id).first()
    if player is None:
        raise Refused(_("%(name)s non ha una scheda di giocatore.") % {"name": membership.user})
    lock_unmerged_players([player])
    player.account = None
    player.save(update_fields=["account"])
    return by.log(membership, user=membership.user_id, player=player.pk)
