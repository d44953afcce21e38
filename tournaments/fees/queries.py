"""Entry fees: what each entry owes, what it paid, and the sums."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count

from tournaments.entries.models import Entry
from tournaments.fees.models import Fee, FeePayment
from tournaments.setup.models import Tournament

Fees = Mapping[str, Fee]


@dataclass(frozen=True)
class FeeLine:
    """An entry with what it owes, in cents, and the last thing noted of its payment."""

    entry: Entry
    due: int
    payment: FeePayment | None

    @property
    def is_paid(self) -> bool:
        return self.payment is not None and self.payment.paid

    @property
    def paid(self) -> int:
        return self.payment.cents if self.payment else 0

    @property
    def version(self) -> int:
        return self.payment.version if self.payment else 0


@dataclass(frozen=True)
class FeeTotals:
    """Sums in cents; unpaid: how many entries owe something and have paid nothing."""

    due: int
    paid: int
    unpaid: int

    @property
    def missing(self) -> int:
        return max(self.due - self.paid, 0)


def fees_of(tournament: Tournament) -> Fees:
    """The last version of each fee by its category, those taken away too."""
    return {fee.category: fee for fee in Fee.objects.filter(tournament=tournament).order_by("version")}


def fees_in_force(tournament: Tournament) -> Fees:
    return {category: fee for category, fee in fees_of(tournament).items() if fee.cents is not None}


def due_of(entry: Entry, players: int, fees: Fees) -> int:
    """In cents; whoever withdrew before playing owes nothing. A category is told apart by its words, not their case."""
    if entry.until_round == 0:
        return 0
    by_word = {category.casefold(): fee for category, fee in fees.items()}
    fee = by_word.get(entry.category.strip().casefold()) or by_word.get("")
    if fee is None or fee.cents is None:
        return 0
    return fee.cents * (players if fee.per == Fee.Per.PLAYER else 1)


def fee_lines(tournament: Tournament, fees: Fees) -> list[FeeLine]:
    """Every entry in the order of its number; three queries."""
    entries = Entry.objects.filter(tournament=tournament).annotate(seats=Count("members__position", distinct=True))
    payments = payments_of(tournament)
    return [
        FeeLine(entry, due_of(entry, entry.seats, fees), payments.get(entry.pk))  # type: ignore[attr-defined]  # counted above
        for entry in entries.order_by("number")
    ]


def fee_line(entry: Entry) -> FeeLine:
    places = entry.members.values("position").distinct().count()
    payment = FeePayment.objects.filter(entry=entry).select_related("noted_by").order_by("-version").first()
    return FeeLine(entry, due_of(entry, places, fees_in_force(entry.tournament)), payment)


def payments_of(tournament: Tournament) -> dict[int, FeePayment]:
    """The last thing noted of each entry."""
    payments = FeePayment.objects.filter(entry__tournament=tournament).select_related("noted_by").order_by("version")
    return {payment.entry_id: payment for payment in payments}


def totals(lines: Iterable[FeeLine]) -> FeeTotals:
    lines = list(lines)
    unpaid = sum(1 for line in lines if line.due and not line.is_paid)
    return FeeTotals(sum(line.due for line in lines), sum(line.paid for line in lines), unpaid)
