"""Players and clubs: recorded and corrected by who runs tournaments, outside any one; held while somebody acts."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date

from django.db import connection
from django.utils.text import slugify
from django.utils.translation import gettext as _

from people.accounts.models import NO_FEDERATION, PRACTICE, Club, Federation, Player, User
from people.imports.words import plain_letters
from people.offices.access import require_somewhere
from people.offices.log import write_federation_line, write_leaving_line
from people.players.queries import in_force, kept_of
from records.action import Actor, action, save_checked
from records.locks import check_fields_unchanged, lock_federation
from records.requests import Refused
from records.rights import Right

# What the pages of a player and of a club show and change.
OF_A_PLAYER = ("last_name", "first_name", "federation", "card_number", "club", "category", "minor_until")
OF_A_CLUB = ("name", "town", "federation")
CODE_LENGTH = 50


def found_federation(by: Actor, code: str, name: str = "") -> Federation:
    """The federation of that code, which the log of a new one begins with."""
    federation, is_new = Federation.objects.get_or_create(code=code, defaults={"name": name})
    return write_federation_line(replace(by, doing="found_federation"), federation) if is_new else federation


def federation_meant(by: Actor, said: Federation | str | None) -> Federation:
    """A known federation as it is; of a name that is typed the one that bears it, however it is written, or a new one.

    Nothing means none. To be named gives nobody an office in it.
    """
    if isinstance(said, Federation):
        return said
    name = " ".join((said or "").split())
    if not name:
        return found_federation(by, NO_FEDERATION)
    for known in Federation.objects.exclude(code=PRACTICE):
        if name.casefold() in {known.name.casefold(), known.code.casefold()}:
            return known
    code = slugify(name)[:CODE_LENGTH].strip("-")
    if not code or code == PRACTICE:
        raise Refused(_("Scrivi il nome della federazione con lettere o cifre."))
    return found_federation(by, code, name)


@action
def save_player(
    *,
    by: Actor,
    first_name: str,
    last_name: str,
    federation: Federation | None = None,
    card_number: str = "",
    club: Club | None = None,
    category: str = "",
    minor_until: date | None = None,
    player: Player | None = None,
    seen: str | None = None,
) -> Player:
    """Record a new player, or correct a known one; a card belongs to a federation, and to one player there.

    seen: what the page showed of the known one (`fields_digest` OF_A_PLAYER).
    """
    require_somewhere(by.user, Right.MANAGE_ENTRIES)
    if player is not None:
        player = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
        check_fields_unchanged(player, OF_A_PLAYER, seen)
        if player.is_erased:
            raise Refused(_("Questa persona è cancellata: chi torna a giocare si registra di nuovo."))
        if (kept := kept_of(player)) != player:
            raise Refused(_("Questa scheda è unita a quella di %(player)s: correggi quella.") % {"player": kept})
    player = player or Player()
    player.first_name, player.last_name = first_name.strip(), last_name.strip()
    player.federation, player.card_number = federation or (club.federation if club else None), card_number.strip()
    player.club, player.category = club, category.strip()
    player.minor_until = minor_until
    if player.card_number and player.federation is None:
        raise Refused(_("Una tessera è di una federazione: scegli quale."))
    save_checked(player)
    return player


@action
def save_club(
    *,
    by: Actor,
    name: str,
    federation: Federation | str | None = None,
    town: str = "",
    club: Club | None = None,
    seen: str | None = None,
) -> Club:
    """Record a new club, or correct a known one; seen: what the page showed of it (`fields_digest` OF_A_CLUB).

    federation: as `federation_meant` takes it.
    """
    require_somewhere(by.user, Right.MANAGE_ENTRIES)
    if club is not None:
        club = Club.objects.select_for_update(of=("self",)).get(pk=club.pk)
        check_fields_unchanged(club, OF_A_CLUB, seen)
    before = club.federation if club else None
    club = club or Club()
    club.federation, club.name, club.town = federation_meant(by, federation), name.strip(), town.strip()
    save_checked(club)
    if before and before != club.federation:
        # In one order, whichever way a club goes: two that exchange federations would wait for each other.
        for one in sorted((before, club.federation), key=lambda federation: federation.pk):
            lock_federation(one)
        write_leaving_line(by, before, club)
    return write_federation_line(by, club)


def check_called_alike(user: User, player: Player) -> None:
    """Refuse a record of another surname to who claims it alone: with it go the data that one's own page hands out."""
    if plain_letters(user.last_name).split() != plain_letters(player.last_name).split():
        raise Refused(_("Quella scheda ha un altro cognome: se è tua la segna il direttore, negli Incarichi."))


def lock_unmerged_players(players: Iterable[Player]) -> None:
    """Let nobody merge these records until this transaction ends; refused what was merged since they were read.

    After their tournament, as whoever merges holds them (docs/decisions/0065-two-records-of-one-person.md).
    """
    keys = [player.pk for player in players]
    lock_players(keys)
    if merge := in_force().filter(merged__in=keys).select_related("merged").first():
        words = _("Intanto la scheda di %(player)s è stata unita a un’altra: riguarda, e registra di nuovo.")
        raise Refused(words % {"player": merge.merged})


def lock_players(keys: Collection[int]) -> None:
    """In the order of their keys, as everybody does who locks several: of two none waits for the other for ever."""
    if connection.features.has_select_for_update:
        list(Player.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))
