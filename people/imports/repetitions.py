"""What stands twice in a list: a card, a number, the same people once more; and namesakes whom nothing tells apart."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from people.imports.rows import EntryRow, RowFault, RowProblem, WrittenPlayer, card_key
from people.imports.words import joined_letters, plain_words


def with_repetitions(entries: Iterable[EntryRow]) -> tuple[EntryRow, ...]:
    """The entries, each with what of it stands before it in the file, or twice in itself."""
    before = _Before()
    return tuple(before.compared(entry) for entry in entries)


@dataclass(frozen=True)
class _Place:
    """Where a name stood first, beside which card and club."""

    row: int
    card: str
    club: str


@dataclass
class _Before:
    """What stood in the rows so far, by what makes two of a kind the same."""

    cards: dict[str, int] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    places: list[_Place] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)  # the index of its place, by each of its keys
    people: dict[frozenset[int], int] = field(default_factory=dict)

    def compared(self, entry: EntryRow) -> EntryRow:
        problems = list(entry.problems)
        if entry.number is not None and self.numbers.setdefault(entry.number, entry.row) != entry.row:
            problems.append(RowProblem(RowFault.NUMBER_TWICE, text=str(entry.number), row=self.numbers[entry.number]))
        own: set[str] = set()
        found = [problem for person in entry.players if (problem := self._person(person, entry.row, own))]
        if (same := self._same_people(entry)) and found:
            found = [RowProblem(RowFault.SAME_PEOPLE, row=same)]
        return replace(entry, problems=(*problems, *found))

    def _same_people(self, entry: EntryRow) -> int:
        """The row in which the same people stood, in whatever order; 0 for none, and for a single player."""
        names = frozenset(self.names[key] for person in entry.players for key in name_keys(person))
        first = self.people.setdefault(names, entry.row)
        return first if len(entry.players) > 1 and first != entry.row else 0

    def _person(self, person: WrittenPlayer, row: int, own: set[str]) -> RowProblem | None:
        """Whether the card stands before, in another row or in the same (`own`); else whether the name does."""
        place = _Place(row, card_key(person.card), joined_letters(person.club))
        known = self._known(person, place)
        if place.card:
            if place.card in own or self.cards.setdefault(place.card, row) != row:
                return RowProblem(RowFault.CARD_TWICE, text=person.card, row=self.cards[place.card])
            own.add(place.card)
        if known is None or (place.card and known.card):  # two cards tell namesakes apart
            return None
        # Two clubs perhaps do; of anything else it is one person.
        is_perhaps_other = place.club and known.club and place.club != known.club
        fault = RowFault.SAME_NAME if is_perhaps_other else RowFault.PERSON_TWICE
        return RowProblem(fault, text=f"{person.last_name} {person.first_name}", row=known.row)

    def _known(self, person: WrittenPlayer, place: _Place) -> _Place | None:
        """Where the name stood before; it is kept where it did not."""
        keys = name_keys(person)
        index = next((self.names[key] for key in keys if key in self.names), None)
        if index is None:
            self.places.append(place)
        now = len(self.places) - 1 if index is None else index
        for key in keys:
            self.names.setdefault(key, now)
        return None if index is None else self.places[index]


def name_keys(person: WrittenPlayer) -> frozenset[str]:
    """What makes two names the same here: their plain letters, whichever comes first, wherever the words part."""
    texts = (person.last_name, person.first_name)
    keys = {" ".join(sorted(map(joined_letters, texts))), " ".join(sorted(plain_words(" ".join(texts))))}
    return frozenset(key for key in keys if key.strip())
