"""Substitutions (F.I.Bur. 39): one or both players of a pair, two of a team, once and before half of the rounds."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from people.accounts.models import Player
from records.action import Actor, action, required_text, save_checked
from records.requests import Refused
from records.rights import Right
from tournaments.entries.actions import Person, check, check_entry_open, happened, known_players, log_entry
from tournaments.entries.models import Entry, EntryEvent, EntryMember
from tournaments.entries.rules import (
    deals_left,
    first_round_of_substitute,
    first_seating_is_shown,
    name_of,
    of_substitution,
)
from tournaments.rounds.models import LineUp


@action(Right.MANAGE_ENTRIES)
def substitute(
    *,
    by: Actor,
    entry: Entry,
    arriving: Mapping[int, Person],
    reason: str,
    from_deal: int | None = None,
    announced: bool = False,
    departure: str = "",
) -> Entry:
    """Put others in the places given (position → player) from the first round not yet begun.

    from_deal: or from that deal of the round being played on, which must not be scored yet, nor any after it.
    `announced`: the players who leave had told the organisers that they could not come (asked once the seating of
    round one is shown). What the code forbids needs `departure`, the director's reason, which is logged as such.
    """
    check_entry_open(entry)
    if entry.is_withdrawn:
        raise Refused(_("L’iscrizione è ritirata: prima va fatta rientrare."))
    reason = required_text(reason, _("Scrivi il motivo della sostituzione."))
    leaving = _leaving(entry, arriving)
    people = known_players(entry.tournament, [person for _position, person in sorted(arriving.items())])
    objections = of_substitution(entry, leaving, people, announced=announced)
    check(objections, departure)
    begins = _begins(entry, from_deal)
    # A name of its own stays; one made of the surnames follows the players.
    was_named_after_players = entry.name == name_of([one.player for one in _now(entry)])
    for member, player in zip(leaving, people, strict=True):
        _replace(member, player, begins, from_deal or 1)
    entry = Entry.objects.select_related("tournament").get(pk=entry.pk)
    if was_named_after_players:
        entry.name = name_of([one.player for one in _now(entry)])
        save_checked(entry)
    _drop_line_ups(entry, [one.player for one in leaving], begins)
    data: dict[str, object] = {
        "out": [[one.position, one.player_id, str(one.player)] for one in leaving],
        "in": [[one.position, player.pk, str(player)] for one, player in zip(leaving, people, strict=True)],
        "departure": departure.strip() if objections else "",
        "objections": [str(one) for one in objections],
        **({"from_deal": from_deal} if from_deal else {}),
    }
    if first_seating_is_shown(entry.tournament):
        data["announced"] = announced
    happened(by, entry, EntryEvent.Kind.SUBSTITUTED, reason=reason, round_number=begins, **data)
    return log_entry(by, entry, reason=reason, from_round=begins, **data)


def _now(entry: Entry) -> list[EntryMember]:
    members = entry.members.select_related("player").order_by("position")
    return list(members.filter(until_round__isnull=True))


def _leaving(entry: Entry, arriving: Mapping[int, Person]) -> list[EntryMember]:
    held = {member.position: member for member in _now(entry)}
    if not arriving:
        raise Refused(_("Scegli chi esce."))
    if not arriving.keys() <= held.keys():
        raise ValueError("a place that nobody holds")
    return [held[position] for position in sorted(arriving)]


def _begins(entry: Entry, from_deal: int | None) -> int:
    """The round in which who comes begins; refused for a deal that is not to be played any more."""
    if from_deal is None:
        return max(first_round_of_substitute(entry.tournament), entry.from_round)
    left = deals_left(entry)
    if left is None:
        raise Refused(_("Nel turno in corso non ha più smazzate da giocare: chi entra gioca dal prossimo."))
    if from_deal not in left.deals:
        words = _(
            "Della smazzata %(deal)d, o di una dopo, c’è già il punteggio: scegli una smazzata ancora da giocare."
        )
        raise Refused(words % {"deal": from_deal})
    return left.round.number


def _replace(member: EntryMember, player: Player, begins: int, deal: int) -> None:
    """The place changes hands from that deal of the round on; who leaves before ever playing held it for no round."""
    if deal > 1:
        member.until_round, member.until_deal = begins, deal - 1
    else:
        member.until_round = max(begins, member.from_round) - 1
    save_checked(member)
    place = {"entry": member.entry, "position": member.position, "from_round": begins, "from_deal": deal}
    save_checked(EntryMember(player=player, **place))


def _drop_line_ups(entry: Entry, gone: list[Player], begins: int) -> None:
    # A line-up given for a round to come no longer holds when one of its two has left.
    for line_up in LineUp.objects.filter(table__round__tournament=entry.tournament, table__round__number__gte=begins):
        if {line_up.first_id, line_up.second_id} & {player.pk for player in gone}:
            line_up.delete()
