"""Which members of a roster somebody who plays is: by federation and card, as the roster has it."""

from collections import defaultdict
from collections.abc import Iterable

from people.accounts.models import Player
from people.imports.rows import card_key
from people.members.models import Member


def members_of(players: Iterable[Player]) -> list[int]:
    """The keys of the members who have the cards of these players."""
    cards: defaultdict[int, set[str]] = defaultdict(set)
    for player in players:
        if player.federation_id is not None and (key := card_key(player.card_number)):
            cards[player.federation_id].add(key)
    rows = (Member.objects.filter(federation=federation, card_key__in=keys) for federation, keys in cards.items())
    return [pk for some in rows for pk in some.values_list("pk", flat=True)]
