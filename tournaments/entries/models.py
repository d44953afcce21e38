"""Who takes part: entries, their players over time, and what happened to each entry.

Field of a seat.

That somebody plays although the roster speaks against it: admitted by the director, for a reason.
"""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from codes.seats import Seat
from people.accounts.models import Player
from records.guards import Guard, Reasoned, all_or_none, by_whom, columns_change, known, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.setup.games import SEAT_NAMES
from tournaments.setup.models import Tournament

MAX_MEMBERS = 8


class EntryQuerySet(SealedQuerySet["Entry"]):
    def with_players(self) -> "EntryQuerySet":
        # The players come along with their membership: fetched by their keys, SQLite refuses a thousand of them.
        members = EntryMember.objects.select_related("player__club")
        return self.prefetch_related(models.Prefetch("members", members))


class Entry(Sealed):
    """What is entered in a tournament: a pair, a team or a single player, as its contest says."""

    PERSONAL = {"name": ()}

    class State(models.TextChoices):
        ENTERED = "entered", _("iscritta")
        PRESENT = "present", _("presente")
        WITHDRAWN = "withdrawn", _("ritirata")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="entries")
    number = models.PositiveSmallIntegerField(_("numero"))
    name = models.CharField(_("nome"), max_length=200)
    state = models.CharField(_("stato"), max_length=20, choices=State, default=State.ENTERED)
    # The first round it plays; later than 1 for a late entry.
    from_round = models.PositiveSmallIntegerField(_("dal turno"), default=1)
    # The last round it plays, once it has withdrawn; 0 when it never played.
    until_round = models.PositiveSmallIntegerField(_("fino al turno"), null=True, blank=True)
    category = models.CharField(_("categoria"), max_length=40, blank=True)
    # A table it must keep (mobility): rounds are paired around it.
    fixed_table = models.PositiveSmallIntegerField(_("tavolo fisso"), null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("coppia")
        verbose_name_plural = _("coppie")
        constraints = [
            once("tournament number", _("Questo numero di coppia è già preso.")),
            models.CheckConstraint(
                name="entry_number_positive",
                condition=Q(number__gte=1),
                violation_error_message=_("I numeri delle coppie partono da 1."),
            ),
            known("state", ["entered", "present", "withdrawn"], _("Questo stato dell’iscrizione non esiste.")),
            models.CheckConstraint(
                name="entry_withdrawn_until",
                condition=(
                    Q(state="withdrawn", until_round__isnull=False)
                    | (~Q(state="withdrawn") & Q(until_round__isnull=True))
                ),
                violation_error_message=_("Chi si ritira ha un ultimo turno, gli altri no."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def is_withdrawn(self) -> bool:
        return self.state == self.State.WITHDRAWN

    def plays_in(self, round_number: int) -> bool:
        """Whether it takes part in the round of that number."""
        return self.from_round <= round_number <= (self.until_round if self.until_round is not None else round_number)

    def members_at(self, round_number: int, deal: int | None = None) -> list["EntryMember"]:
        """Its players in that round, by position: at that deal of it, or else at its end."""
        # Picked here and not by a query, so that what was read beforehand serves (`with_players`).
        return [member for member in self.members.all() if member.sits_at(round_number, deal)]

    def members_in(self, round_number: int) -> list["EntryMember"]:
        """Whoever of its players sat in that round, for all of its deals or for some, in the order they came."""
        return [member for member in self.members.all() if member.plays_in(round_number)]


class EntryMemberQuerySet(SealedQuerySet["EntryMember"]):
    def at_end_of(self, round_number: int) -> "EntryMemberQuerySet":
        """Those who held their places when that round ended, or hold them now that it is played."""
        here = self.filter(from_round__lte=round_number).exclude(until_round__lt=round_number)
        return here.exclude(until_round=round_number, until_deal__isnull=False)


class EntryMember(Sealed):
    """A player of an entry, from one round to another; in a pair the game says where the first and the second sit."""

    TOURNAMENT = "entry__tournament"

    entry = models.ForeignKey(Entry, models.CASCADE, verbose_name=_("coppia"), related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("giocatore"), related_name="memberships")
    position = models.PositiveSmallIntegerField(_("posto"))
    from_round = models.PositiveSmallIntegerField(_("dal turno"), default=1)
    # The first deal of that round; later than 1 for whoever took the place while it was played.
    from_deal = models.PositiveSmallIntegerField(_("dalla smazzata"), default=1)
    # The last round played, once somebody else took the place.
    until_round = models.PositiveSmallIntegerField(_("fino al turno"), null=True, blank=True)
    # The last deal of that round, where somebody else played on from the next.
    until_deal = models.PositiveSmallIntegerField(_("fino alla smazzata"), null=True, blank=True)

    objects = EntryMemberQuerySet.as_manager()

    class Meta:
        ordering = ["entry", "position", "from_round", "from_deal"]
        verbose_name = _("componente della coppia")
        verbose_name_plural = _("componenti della coppia")
        constraints = [
            once(
                "entry position",
                _("In questo posto della coppia c’è già un giocatore."),
                only=Q(until_round__isnull=True),
            ),
            once("entry player", _("Il giocatore è già in questa coppia.")),
            models.CheckConstraint(
                name="entry_position_known",
                condition=Q(position__gte=1, position__lte=MAX_MEMBERS),
                violation_error_message=_("Una coppia ha due posti, una squadra al più otto."),
            ),
            models.CheckConstraint(
                name="member_from_before_until",
                condition=Q(until_round__isnull=True) | Q(until_round__gte=F("from_round") - 1),
                violation_error_message=_("Un giocatore non finisce prima di cominciare."),
            ),
            models.CheckConstraint(
                name="member_until_deal_of_round",
                condition=Q(until_deal__isnull=True) | Q(until_round__isnull=False, until_deal__gte=1),
                violation_error_message=_("Chi lascia a una smazzata lascia in un turno."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)

    def plays_in(self, round_number: int) -> bool:
        """Whether the player holds the place in the round of that number."""
        return self.from_round <= round_number and (self.until_round is None or round_number <= self.until_round)

    def sits_at(self, round_number: int, deal: int | None = None) -> bool:
        """Whether the player holds the place at that deal of the round; without a deal, at the end of it."""
        if not self.plays_in(round_number):
            return False
        left_within = self.until_round == round_number and self.until_deal is not None
        if deal is None:
            return not left_within
        came = self.from_deal if self.from_round == round_number else 1
        return came <= deal and not (left_within and deal > (self.until_deal or 0))


class EntryEvent(Sealed):
    """Something that happened to an entry, never changed: so who played where and since when can always be told."""

    TOURNAMENT = "entry__tournament"
    PERSONAL = {"reason": (), "data": ("out", "in", "departure", "objections", "changes")}

    class Kind(models.TextChoices):
        ENTERED = "entered", _("iscritta")
        CHECKED_IN = "checked_in", _("presente")
        CHECK_IN_UNDONE = "check_in_undone", _("presenza tolta")
        WITHDRAWN = "withdrawn", _("ritirata")
        RETURNED = "returned", _("rientrata")
        SUBSTITUTED = "substituted", _("sostituzione")
        CHANGED = "changed", _("dati corretti")

    entry = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("coppia"), related_name="events")
    kind = models.CharField(_("che cosa"), max_length=20, choices=Kind)
    # The first round for which it counts.
    round_number = models.PositiveSmallIntegerField(_("dal turno"), default=1)
    reason = models.TextField(_("motivo"), blank=True)
    data = models.JSONField(_("dati"), default=dict, blank=True)
    by = by_whom(_("da"))
    at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["EntryEvent"].as_manager()

    class Meta:
        ordering = ["entry", "at", "pk"]
        verbose_name = _("vicenda di una coppia")
        verbose_name_plural = _("vicende delle coppie")
        constraints = [
            Guard(name="entry_event_no_update", on="UPDATE", says="What happened to an entry is never changed"),
            Guard(name="entry_event_no_delete", on="DELETE", says="What happened to an entry is never deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_kind_display()}"


class FindingKind(models.TextChoices):
    """What speaks against somebody's playing, the worst first; the last two are only to be looked at."""

    SUSPENDED = "suspended", _("sospeso")
    EXPIRED = "expired", _("tessera scaduta")
    NOT_YET = "not_yet", _("tessera non ancora valida")
    LEFT = "left", _("uscito dall’albo")
    FOREIGN = "foreign", _("tessera di un’altra federazione")
    UNKNOWN = "unknown", _("tessera sconosciuta")
    NO_CARD = "no_card", _("senza tessera")
    TWICE = "twice", _("iscritto due volte")
    NAME = "name", _("altro nome nell’albo")
    CLUB = "club", _("altro circolo nell’albo")


class Admission(Reasoned, Sealed):
    """A player of an entry admitted to the tournament in spite of these findings; withdrawn, never deleted."""

    TOURNAMENT = "entry__tournament"
    PERSONAL = {"reason": (), "withdraw_reason": (), "findings": ("about",)}

    entry = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("iscrizione"), related_name="admissions")
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("giocatore"), related_name="admissions")
    # What the roster said when it was given: {"kinds": ["expired", …], "about": ["2026-06-30", …]}, in one order.
    findings = models.JSONField(_("rilievi"))
    by = by_whom(_("ammesso da"))
    at = models.DateTimeField(_("ammesso il"))
    withdrawn_by = by_whom(_("ritirata da"), null=True)
    withdrawn_at = models.DateTimeField(_("ritirata il"), null=True, blank=True)
    withdraw_reason = models.TextField(_("perché è stata ritirata"), blank=True)

    objects = SealedQuerySet["Admission"].as_manager()

    class Meta:
        ordering = ["entry", "pk"]
        verbose_name = _("ammissione")
        verbose_name_plural = _("ammissioni")
        constraints = [
            once("entry player", _("È già ammesso."), only=Q(withdrawn_at__isnull=True)),
            *Reasoned.Meta.constraints,
            all_or_none("withdrawn_by withdrawn_at", "withdraw_reason", _("Chi ritira un’ammissione dice perché.")),
            Guard(name="admission_no_delete", on="DELETE", says="An admission is never deleted: withdraw it"),
            Guard(
                name="admission_fixed",
                on="UPDATE",
                when=columns_change("id entry_id player_id findings reason by_id at"),
                says="An admission never changes: withdraw it and give another",
            ),
            Guard(
                name="admission_withdrawn_fixed",
                on="UPDATE",
                when="OLD.withdrawn_at IS NOT NULL AND ("
                + columns_change("withdrawn_by_id withdrawn_at withdraw_reason")
                + ")",
                says="A withdrawn admission never changes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.player}"

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_at is not None
