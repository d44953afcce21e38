"""Players by what is typed of them: parts of names or the card number, accents and slips forgiven.

Which members of a roster they are, by federation and card; and which records are one person's: those that were merged
into another and not parted again.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from django.db.models import Q, QuerySet

from codes.slips import slips_between
from people.accounts.models import ERASED, Club, Player, User
from people.imports.likeness import Known, called_the_same, doubles
from people.imports.rows import WrittenPlayer, card_key
from people.imports.words import plain_letters, plain_words
from people.players.models import Member, PlayerMerge


def members_of(players: Iterable[Player]) -> list[int]:
    """The keys of the members who have the cards of these players."""
    cards: defaultdict[int, set[str]] = defaultdict(set)
    for player in players:
        if player.federation_id is not None and (key := card_key(player.card_number)):
            cards[player.federation_id].add(key)
    rows = (Member.objects.filter(federation=federation, card_key__in=keys) for federation, keys in cards.items())
    return [pk for some in rows for pk in some.values_list("pk", flat=True)]


def in_force() -> QuerySet[PlayerMerge]:
    return PlayerMerge.objects.filter(parted_at__isnull=True)


def kept_keys() -> dict[int, int]:
    """Of every merged record the one that stands for the person, by their keys."""
    return dict(in_force().values_list("merged", "kept"))


def kept_of(player: Player) -> Player:
    """The record that stands for the person."""
    merge = in_force().filter(merged=player).select_related("kept").first()
    return merge.kept if merge else player


def merges_of(player: Player) -> list[PlayerMerge]:
    """What was merged into the record, or the one merge by which it was merged into another."""
    merges = in_force().filter(Q(kept=player) | Q(merged=player))
    return list(merges.select_related("kept", "merged__club", "by").order_by("merged"))


def records_of(player: Player) -> list[Player]:
    """All records of the person, the one that stands for them first; one query for most."""
    merges = merges_of(player)
    if merges and merges[0].merged_id == player.pk:
        player = merges[0].kept
        merges = merges_of(player)
    return [player, *(merge.merged for merge in merges)]


def players_of_account(account: User | int) -> QuerySet[Player]:
    """The records of whoever signs in by the account (or its key): only the one that stands for the person has it."""
    merged = in_force().filter(kept__account=account).values("merged")
    return Player.objects.filter(Q(account=account) | Q(pk__in=merged))


def with_merged(players: Iterable[Player]) -> list[int]:
    """The keys of the players and of whatever was merged into their records."""
    keys = [player.pk for player in players]
    return [*keys, *in_force().filter(kept__in=keys).values_list("merged", flat=True)]


def shown_players() -> QuerySet[Player]:
    """Each person once."""
    return Player.objects.exclude(pk__in=in_force().values("merged"))


def each_once(keys: Iterable[int]) -> list[int]:
    """The keys in order, a merged record's by that of the one that stands for it, each once."""
    merged_into = kept_keys()
    return list(dict.fromkeys(merged_into.get(key, key) for key in keys))


def as_known(players: QuerySet[Player]) -> list[Known]:
    """The players, thousands: no more of each than is compared."""
    rows = players.order_by().values_list("pk", "first_name", "last_name", "card_number")
    return [Known(pk, WrittenPlayer(first, last, card)) for pk, first, last, card in rows]


def doubles_of(players: Iterable[Player]) -> dict[int, list[tuple[Player, Player]]]:
    """Of these players who may be recorded twice, by key: of each other record the one to keep, and the other.

    No card and no tournament tells them apart by itself; whoever merges them looks at both.
    """
    merged_into = kept_keys()
    keys = {player.pk: merged_into.get(player.pk, player.pk) for player in players}
    rows = shown_players().exclude(last_name__startswith=ERASED).order_by()
    columns = ("pk", "first_name", "last_name", "card_number", "account_id")
    records = {pk: (pk, *rest) for pk, *rest in rows.values_list(*columns)}
    known = (Known(pk, WrittenPlayer(first, last, card)) for pk, first, last, card, _account in records.values())
    found = doubles({*keys.values()}, known)
    kept = frozenset(merged_into.values())

    def pair(own: int, other: int) -> tuple[Player, Player]:
        own_record, other_record = (Player(**dict(zip(columns, records[key], strict=True))) for key in (own, other))
        return _kept_first(own_record, other_record, kept)

    return {key: [pair(own, other) for other in found[own]] for key, own in keys.items() if own in found}


def _kept_first(one: Player, other: Player, kept: Collection[int]) -> tuple[Player, Player]:
    """First the one that stands for others already, signs in, has a card, or was there before."""
    first, second = sorted(
        (one, other), key=lambda own: (own.pk not in kept, own.account_id is None, not own.card_number, own.pk)
    )
    return first, second


MOST = 8
NONE = 9  # the distance between different words
Item = TypeVar("Item", Player, Club)


def search_players(text: str, *, limit: int | None = MOST) -> list[Player]:
    """The players whom the words typed may mean, the nearest first; without words nobody."""
    known = Player.objects.values_list("pk", "first_name", "last_name", "card_number")
    rows = [(pk, plain_words(f"{last} {first}"), card) for pk, first, last, card in known]
    keys = each_once(_keys_by_nearness(text, rows))[:limit]
    return in_order(Player.objects.select_related("club", "federation"), keys)


def players_called(text: str) -> list[Player]:
    """The players of exactly that card, else of exactly that name, whichever part stands first."""
    wanted, card = sorted(plain_words(text)), card_key(text)
    known = list(Player.objects.values_list("pk", "first_name", "last_name", "card_number"))
    by_card = [pk for pk, _first, _last, own in known if card and own and card_key(own) == card]
    by_name = [pk for pk, first, last, _own in known if wanted and sorted(plain_words(f"{first} {last}")) == wanted]
    return in_order(Player.objects.select_related("club", "federation"), each_once(by_card or by_name))


def search_clubs(text: str) -> list[Club]:
    """The clubs whom the words typed may mean; without words all of them."""
    clubs = Club.objects.select_related("federation")
    if not text.strip():
        return list(clubs)
    rows = [(pk, plain_words(f"{name} {town}"), "") for pk, name, town in clubs.values_list("pk", "name", "town")]
    return in_order(clubs, _keys_by_nearness(text, rows))


def found_members(text: str, members: QuerySet[Member]) -> list[int]:
    """The keys of those of the members whom the words typed may mean, the nearest first."""
    rows = members.order_by().values_list("pk", "first_name", "last_name", "card_number")
    return _keys_by_nearness(text, [(pk, plain_words(f"{last} {first}"), card) for pk, first, last, card in rows])


def cardless_in_roster(federation: int) -> list[Member]:
    """The members in the roster whom no record of a player has the card of; no more of each than is offered."""
    held = Player.objects.filter(federation=federation).exclude(card_number="").values_list("card_number", flat=True)
    keys = set(map(card_key, held))
    members = Member.objects.filter(federation=federation, left_at__isnull=True).exclude(card_key="").order_by()
    columns = ("pk", "card_key", "card_number", "last_name", "first_name", "club_name", "category", "minor_until")
    return [
        Member(**dict(zip(columns, row, strict=True))) for row in members.values_list(*columns) if row[1] not in keys
    ]


def player_of(member: Member) -> Player:
    """The record of a player that the member would have, not kept yet."""
    return Player(first_name=member.first_name, last_name=member.last_name, card_number=member.card_number)


def members_called(people: Sequence[WrittenPlayer], federation: int) -> list[list[Member]]:
    """For each of the people without a card the members of their name whose card nobody here has."""
    asked = [person for person in people if not card_key(person.card)]
    if not asked:
        return [[] for _person in people]
    members = {one.pk: one for one in cardless_in_roster(federation)}
    known = [Known(pk, WrittenPlayer(one.first_name, one.last_name)) for pk, one in members.items()]
    found = iter(called_the_same(asked, known))
    return [[] if card_key(person.card) else [members[pk] for pk in next(found)] for person in people]


def words_of(texts: Sequence[str]) -> dict[str, list[int]]:
    """The words of the texts, each with the places of those that hold it."""
    places: dict[str, list[int]] = {}
    for place, text in enumerate(texts):
        for word in set(plain_words(text)):
            places.setdefault(word, []).append(place)
    return places


def matching_places(text: str, places: Mapping[str, Sequence[int]]) -> list[int]:
    """Which of the texts the words typed may mean, by their places, the nearest first; places: `words_of` the texts."""
    nearest: Counter[int] | None = None
    for typed in plain_words(text):
        marks: dict[int, int] = {}
        # Each different word is looked at once, however many bear it.
        for word, bearers in places.items():
            mark = _distance(typed, word)
            if mark < NONE:
                marks |= {place: mark for place in bearers if mark < marks.get(place, NONE)}
        nearest = Counter(
            marks if nearest is None else {key: marks[key] + nearest[key] for key in marks if key in nearest}
        )
    return sorted(nearest, key=lambda place: (nearest[place], place)) if nearest else []


def in_order(items: QuerySet[Item], keys: Sequence[int]) -> list[Item]:
    by_key = items.in_bulk(keys)
    return [by_key[key] for key in keys]


def _keys_by_nearness(text: str, rows: Iterable[tuple[int, list[str], str]]) -> list[int]:
    wanted, card = plain_words(text), card_key(text)
    if not wanted:
        return []
    marks = [(mark, words, pk) for pk, words, own in rows if (mark := _mark(wanted, card, words, own)) is not None]
    return [pk for _mark_, _names, pk in sorted(marks)]


def _mark(wanted: Sequence[str], card: str, words: Sequence[str], own_card: str) -> int | None:
    """How far a name is from what is typed, 0 the nearest; None: it is another one."""
    if card and own_card and card_key(own_card) == card:
        return 0
    marks = [min((_distance(wanted_word, word) for word in words), default=NONE) for wanted_word in wanted]
    return 1 + sum(marks) if max(marks) < NONE else None


def _distance(typed: str, word: str) -> int:
    """0 the same, 1 its beginning, 4 but for a slip; 9 another word."""
    if typed == word:
        return 0
    if word.startswith(typed):
        return 1
    if len(typed) < 4:
        return NONE
    most = 1 if len(typed) < 8 else 2
    slipped = min(slips_between(typed, word, most=most), slips_between(typed, word[: len(typed)], most=most))
    return 3 + slipped if slipped <= most else NONE


def club_called(name: str) -> Club | None:
    """The club of that name, whatever its case, spaces and accents; of several the one that is written most like it."""
    wanted = club_key(name)
    found = [one for one in Club.objects.order_by("pk") if club_key(one.name) == wanted]
    return min(found, key=lambda one: one.name.casefold() != name.casefold(), default=None)


def club_key(name: str) -> str:
    """A club's name whatever its case, spaces and accents: two federations may each have written it."""
    return "".join(plain_letters(name).split())
