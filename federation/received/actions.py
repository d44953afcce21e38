"""Who played in a received tournament becomes one of ours: by the card at homologation, or by an officer's choice."""

from django.utils.translation import gettext as _

from federation.packages.actions import check_as_signed
from federation.packages.models import ReceivedPackage
from federation.received.models import ReceivedPerson, ReceivedTournament
from federation.received.queries import PackedPerson, latest_persons, persons_in, players_by_card, received_of
from people.accounts.models import Club, Federation, Player
from people.imports.rows import card_key
from people.offices.log import write_federation_line
from people.players.models import Member
from records.action import Actor, action, required_text, save_checked
from records.requests import Refused
from records.rights import FederationRight


def join_by_card(by: Actor, package: ReceivedPackage) -> int:
    """Join whoever the card tells for sure; what an officer chose stays. How many are new or others than before."""
    received = received_of(package)
    joined = [one for one in persons_in(package) if not (one.said and one.said.is_chosen)]
    return sum(_joined(by, received, one) for one in joined)


def _joined(by: Actor, received: ReceivedTournament, one: PackedPerson) -> bool:
    player = _of_card(received.federation, one.person.card, one.by_card) if one.is_sure else None
    before = one.said.player_id if one.said else None
    if (player.pk if player else None) == before:
        return False
    _note(by, received, one.number, seen=one.version, player=player)
    return True


@action(FederationRight.HOMOLOGATE)
def recognise_persons(*, by: Actor, package: ReceivedPackage) -> ReceivedTournament:
    """Look for the cards again, after the roster changed."""
    check_as_signed(package)
    received = received_of(package)
    count = join_by_card(by, package)
    return write_federation_line(by, received, joined=count)


@action(FederationRight.HOMOLOGATE)
def choose_person(
    *, by: Actor, package: ReceivedPackage, number: int, card: str, reason: str, seen: int
) -> ReceivedPerson:
    """Say who a player of the package is: whoever has that card, or without one nobody of ours."""
    check_as_signed(package)
    received = received_of(package)
    if number not in {one.number for one in persons_in(package)}:
        raise Refused(_("Questa persona nel pacchetto non gioca."))
    last = latest_persons(received).get(number)
    if (last.version if last else 0) != seen:
        raise Refused(_("Intanto qualcun altro ha scelto: riguarda e invia di nuovo."))
    words = required_text(reason, _("Scrivi perché."))
    known = players_by_card(received.federation).get(card_key(card))
    player = _of_card(received.federation, card, known[0] if known else None) if card.strip() else None
    if card.strip() and player is None:
        raise Refused(_("Nessuno ha questa tessera, né nell’albo né fra i giocatori."))
    said = _note(by, received, number, seen=seen, player=player, reason=words)
    write_federation_line(by, received, number=number, version=said.version, joined=player is not None)
    return said


def _note(
    by: Actor, received: ReceivedTournament, number: int, *, seen: int, player: Player | None, reason: str = ""
) -> ReceivedPerson:
    said = ReceivedPerson(
        received=received, number=number, version=seen + 1, player=player, is_chosen=bool(reason), reason=reason,
        noted_by=by.user, noted_at=by.at,
    )  # fmt: skip
    save_checked(said)
    return said


def _of_card(federation: Federation, card: str, known: int | None) -> Player | None:
    """The player of that card, known or not; a member who never played here becomes one, as the roster calls them."""
    if known is not None:
        return Player.objects.get(pk=known)
    key = card_key(card)
    member = Member.objects.filter(federation=federation, card_key=key).first() if key else None
    if member is None:
        return None
    # Another record of the package with the same card may just have made it.
    if made := Player.objects.filter(federation=federation, card_number=member.card_number).first():
        return made
    club = Club.objects.filter(federation=federation, name=member.club_name).first() if member.club_name else None
    player = Player(
        federation=federation, card_number=member.card_number, last_name=member.last_name,
        first_name=member.first_name, category=member.category, club=club,
    )  # fmt: skip
    save_checked(player)
    return player
