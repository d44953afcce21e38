"""Nobody acts on himself; who acts on people of the own club, or name, is told before, and it is recorded.

Accounts that nobody can enter: in their name the tables of a tournament write.

Which player somebody of the staff is.

Who runs a tournament: tasks given and ended.

One-time links: the director invites to a task or lets somebody set a new password; each serves once, for a while.
"""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from people.accounts.models import Club, Player, User
from people.invitations.actions import renew_password
from people.players.actions import check_called_alike, lock_unmerged_players
from people.sign_in.actions import claim_try, forget_tries
from records.action import Actor, action, nested_actor, require, save_checked
from records.locks import overtaken
from records.log import hash_of
from records.models import LogEntry
from records.requests import Refused, too_often
from records.rights import Right, Role, role_in
from tournaments.entries.models import EntryMember
from tournaments.setup.models import Membership, Tournament
from tournaments.staff.models import ClubNotice, Invitation
from tournaments.staff.queries import Ties, name_and_clubs, ties_of


def check_not_own(ties: Ties, members: Iterable[EntryMember]) -> None:
    """Refuse whoever is one of those concerned: nobody judges the own case."""
    if ties.sit_among(members):
        raise Refused(_("Qui giochi tu, e nessuno decide di sé: lo fa un altro; se non c’è, il direttore lo nomina."))


def note_own_club(by: Actor, tournament: Tournament, act: str, record: str, members: Iterable[EntryMember]) -> None:
    """Within an action: refuse whose own case it is, note what was told of the own club and of the own name.

    Refused too where the page of the request did not tell it, and now tells.
    """
    ties, concerned = ties_of(by.user, tournament), list(members)
    check_not_own(ties, concerned)
    words = ties.in_words(concerned)
    if not words:
        return
    if words not in by.told:
        alike, clubs = name_and_clubs(words)
        seated = _("Risulti seduto qui (%(who)s): se sei tu decide un altro; se ha solo il tuo nome conferma di nuovo.")
        told = _(
            "Qui c’è qualcuno del tuo circolo (%(who)s): ora lo leggi nella pagina, e se decidi tu conferma di nuovo."
        )
        raise Refused(*(said % {"who": who} for said, who in ((seated, alike), (told, clubs)) if who))
    ClubNotice.objects.get_or_create(
        tournament=tournament, record=record, user=by.user, act=act, defaults={"words": words, "told_at": by.at}
    )


# Nobody can register it: user names of people hold no colon.
USERNAME = "tavoli:{slug}"


NAME = "I giocatori al tavolo"


def players_of(tournament: Tournament) -> User:
    """In whose name the tables of the tournament write: an account nobody can enter, without any role."""
    return account_nobody_enters(USERNAME.format(slug=tournament.slug), NAME)


def account_nobody_enters(username: str, name: str) -> User:
    # «!» is what Django keeps for a password that nothing matches.
    made = {"first_name": name, "is_active": False, "password": "!"}
    return User.objects.get_or_create(username=username, defaults=made)[0]


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


HOLDS = timedelta(hours=24)
RESET_HOLDS = timedelta(hours=1)
# A day in a hall ends after midnight.
DAY_ENDS_AT = 6


def new_token() -> str:
    """What stands in an address: 256 bits of chance."""
    return secrets.token_urlsafe(32)


def serves(invitation: Invitation, token: str) -> bool:
    """Whether that is what stands in its address."""
    return invitation.digest == _digest(token)


@action(Right.MANAGE_STAFF)
def invite(*, by: Actor, tournament: Tournament, role: Role, token: str, only_today: bool = False) -> Invitation:
    """A link by which whoever opens it takes that role in this tournament, and in no other."""
    ends_at = end_of_day(by.at) if only_today else None
    check_end(role, ends_at)
    return _made(by, tournament, token, HOLDS, role=role.value, role_ends_at=ends_at)


@action(Right.MANAGE_STAFF)
def offer_reset(*, by: Actor, tournament: Tournament, user: User, token: str) -> Invitation:
    """A link by which somebody of this tournament's staff sets a new password; never of whom others answer for."""
    check_resets(by.user, tournament, user)
    return _made(by, tournament, token, RESET_HOLDS, account=user)


def open_links(tournament: Tournament, at: datetime) -> QuerySet[Invitation]:
    """The links that still serve, the newest first."""
    found = Invitation.objects.filter(tournament=tournament, used_at__isnull=True, expires_at__gt=at)
    return found.select_related("account", "made_by").order_by("-made_at")


@action(Right.MANAGE_STAFF)
def cancel_link(*, by: Actor, invitation: Invitation) -> Invitation:
    """Let a link serve no longer: its time is over now; the log tells who ended it."""
    fresh = Invitation.objects.filter(pk=invitation.pk, used_at__isnull=True, expires_at__gt=by.at)
    if not fresh.update(expires_at=by.at):
        raise Refused(_("Quell’indirizzo è già servito, o non vale più: qui sotto c’è che cosa ha dato."))
    told: dict[str, object] = {"user": invitation.account_id} if invitation.account_id else {"role": invitation.role}
    return by.log(invitation, **told)


def check_resets(director: User, tournament: Tournament, user: User) -> None:
    """Refuse the accounts that reach further than the director's own tournaments."""
    if user.pk == director.pk:
        raise Refused(_("La tua password la cambi in «Il mio accesso»."))
    if role_in(user, tournament) is Role.PUBLIC:
        raise Refused(_("%(name)s non ha un incarico in questo torneo.") % {"name": user})
    if user.is_superuser or user.is_staff or user.groups.exists() or user.user_permissions.exists():
        raise Refused(_("%(name)s ha compiti della federazione: la password la rifà chi amministra.") % {"name": user})
    mine = Membership.objects.filter(user=director, role=Role.DIRECTOR).values("tournament")
    if Membership.objects.filter(user=user).exclude(tournament__in=mine).exists():
        words = _("%(name)s ha un incarico anche in un torneo che non dirigi: la password la rifà chi amministra.")
        raise Refused(words % {"name": user})


def opened(token: str, *, address: str, at: datetime) -> Invitation:
    """The invitation of a link that still serves. Raises Refused in words; wrong links are counted, and held back."""
    if minutes := claim_try(name="invitation", address=address, at=at):
        raise Refused(too_often(minutes))
    found = Invitation.objects.select_related("tournament", "account", "made_by").filter(digest=_digest(token)).first()
    if found is None or found.used_at or found.expires_at <= at:
        raise Refused(
            _("Questo indirizzo non vale, è scaduto o è già servito: chiedine un altro al direttore di gara.")
        )
    forget_tries(name="invitation", address=address, at=at)
    return found


@transaction.atomic
def accept(
    invitation: Invitation,
    *,
    at: datetime,
    user: User | None = None,
    account: Mapping[str, str] | None = None,
    club: Club | None = None,
    player: Player | None = None,
) -> User:
    """Take the role, with the account that one has or a new one; the link has served then.

    club, player: of which club one is, and which player, as one says oneself.
    """
    _use(invitation, at)
    if user is None:
        try:
            with transaction.atomic():
                user = User.objects.create_user(**(account or {}))
        except IntegrityError as error:
            raise Refused(_("Questo nome utente esiste già: scegline un altro.")) from error
    by = _itself(user, invitation, at)
    join_staff(by=by, tournament=invitation.tournament, invitation=invitation, club=club, player=player)
    return user


@transaction.atomic
def set_new_password(invitation: Invitation, password: str, *, at: datetime) -> User:
    """The password that its owner wrote; whoever was in with the old one is out. The second factor stays."""
    user = invitation.account
    if user is None:
        raise ValueError(f"{invitation} is for no account")
    # Whom it was refused of meanwhile, and whoever offered it and directs no more, it does not serve.
    require(Actor(user=invitation.made_by, at=at, key="-"), invitation.tournament, Right.MANAGE_STAFF)
    check_resets(invitation.made_by, invitation.tournament, user)
    _use(invitation, at)
    renew_password(user, password)
    note_reset(by=_itself(user, invitation, at), tournament=invitation.tournament, invitation=invitation)
    return user


@action
def join_staff(
    *,
    by: Actor,
    tournament: Tournament,
    invitation: Invitation,
    club: Club | None = None,
    player: Player | None = None,
) -> Membership:
    """The role that the invitation gives; a task in force is not changed by a link. club, player: as one says it."""
    if role_in(invitation.made_by, tournament) is not Role.DIRECTOR:
        raise Refused(_("Chi ha fatto l’invito non dirige più il torneo: chiedine un altro."))
    if role_in(by.user, tournament) is not Role.PUBLIC:
        raise Refused(_("Hai già un incarico in questo torneo: lo cambia il direttore."))
    given = Membership.ever.filter(tournament=tournament, user=by.user).first()
    membership = given or Membership(tournament=tournament, user=by.user)
    membership.role, membership.ends_at = invitation.role, invitation.role_ends_at
    membership.club = club or membership.club
    membership.save()
    by.log(membership, user=by.user.pk, role=invitation.role, invited_by=invitation.made_by_id)
    if player:
        check_called_alike(by.user, player)
        note_player(by, membership, player)
    return membership


@action(logs="reset_password")
def note_reset(*, by: Actor, tournament: Tournament, invitation: Invitation) -> Invitation:
    return by.log(invitation, user=by.user.pk, invited_by=invitation.made_by_id)


def end_of_day(at: datetime) -> datetime:
    """When the tasks of that day end: at six of the next morning, on the clock of the hall."""
    local = timezone.localtime(at)
    day = local if local.hour < DAY_ENDS_AT else local + timedelta(days=1)
    return day.replace(hour=DAY_ENDS_AT, minute=0, second=0, microsecond=0)


def _made(by: Actor, tournament: Tournament, token: str, holds: timedelta, **what: object) -> Invitation:
    made = Invitation.objects.create(
        tournament=tournament, digest=_digest(token), made_by=by.user, made_at=by.at, expires_at=by.at + holds, **what
    )
    return by.log(made, **_said(made))


def _said(invitation: Invitation) -> dict[str, object]:
    """What the line of the log tells of a link, by which it is told from one that somebody wrote into the database."""
    what: dict[str, object] = {"role": invitation.role} if invitation.role else {"user": invitation.account_id}
    moments = {"expires": invitation.expires_at, "ends": invitation.role_ends_at}
    return {**what, "digest": invitation.digest, **{name: at and at.isoformat() for name, at in moments.items()}}


def is_as_logged(invitation: Invitation) -> bool:
    """Whether a line of the log made it, and none ended it."""
    of = LogEntry.objects.filter(
        tournament=invitation.tournament_id, object=f"{invitation._meta.label}:{invitation.pk}"
    )
    lines = {line.action: line for line in of if hash_of(line) == line.hash}
    made = lines.get("invite" if invitation.role else "offer_reset")
    return "cancel_link" not in lines and made is not None and made.data == _said(invitation)


def _use(invitation: Invitation, at: datetime) -> None:
    """Mark it served: of two at once one finds it so."""
    if not is_as_logged(invitation):
        raise Refused(_("Questo indirizzo non è quello che dice il registro: chiedine un altro al direttore di gara."))
    fresh = Invitation.objects.filter(pk=invitation.pk, used_at__isnull=True, expires_at__gt=at)
    if not fresh.update(used_at=at):
        raise Refused(_("Questo indirizzo è già servito: chiedine un altro al direttore di gara."))


def _itself(user: User, invitation: Invitation, at: datetime) -> Actor:
    return nested_actor(Actor(user=user, at=at, key="invitation"), str(invitation.pk))


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


@action(Right.MANAGE_STAFF)
def set_membership(
    *,
    by: Actor,
    tournament: Tournament,
    user: User,
    role: Role,
    club: Club | None = None,
    player: Player | None = None,
    ends_at: datetime | None = None,
    seen: int | None = None,
) -> Membership:
    """Give somebody a role, or another one; club, and which player they are: these stay when none is given.

    seen: the last line of the log when the page was made; None where whoever asks has just read who does what.
    """
    check_end(role, ends_at)
    membership = Membership.ever.filter(tournament=tournament, user=user).first()
    before = membership.role if membership else ""
    if membership and before != role and seen is not None and _given_since(membership, seen):
        told = f"{user}, {membership.get_role_display()}"
        raise overtaken(membership, told, now=str(tournament.data_version))
    if before == Role.DIRECTOR and role != Role.DIRECTOR:
        _keep_a_director(tournament, leaving=user)
    membership = membership or Membership(tournament=tournament, user=user)
    membership.role, membership.club, membership.ends_at = role.value, club or membership.club, ends_at
    save_checked(membership)
    by.log(membership, user=user.pk, role=role.value, before=before)
    if player:
        note_player(by, membership, player)
    return membership


@action(Right.MANAGE_STAFF)
def end_task(*, by: Actor, membership: Membership, seen: int) -> Membership:
    """Take a task away: it has ended now, and may be given again; seen: as for `set_membership`."""
    tournament = membership.tournament
    if _given_since(membership, seen):
        told = f"{membership.user}, {membership.get_role_display()}"
        raise overtaken(membership, told, now=str(tournament.data_version))
    if membership.role == Role.DIRECTOR:
        _keep_a_director(tournament, leaving=membership.user)
    membership.ends_at = by.at
    save_checked(membership)
    return by.log(membership, user=membership.user_id, role=membership.role)


def _given_since(membership: Membership, seen: int) -> bool:
    """Whether somebody gave this role after that line of the log."""
    lines = LogEntry.objects.filter(tournament=membership.tournament_id, action="set_membership", sequence__gt=seen)
    return lines.filter(object=f"{membership._meta.label}:{membership.pk}").exists()


def check_end(role: Role, ends_at: datetime | None) -> None:
    """Refuse a director for a while: some morning nobody could give tasks any more."""
    if role is Role.DIRECTOR and ends_at:
        raise Refused(_("L’incarico di direttore non ha una fine: toglilo quando non serve più."))


def _keep_a_director(tournament: Tournament, *, leaving: User) -> None:
    # Without a director nobody could give tasks any more.
    directors = Membership.objects.filter(tournament=tournament, role=Role.DIRECTOR)
    if not directors.exclude(user=leaving).exists():
        raise Refused(_("Il torneo resterebbe senza direttore: prima nominane un altro."))
