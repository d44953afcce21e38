"""An anomaly at a table, from the first tap to the ruling."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import by_whom, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.rounds.models import Board, Table


def at_table(table: Table, case: str = "") -> Q:
    """What concerns that table: its own cases, and those of another that name it too; case: the way to the case."""
    return Q(**{f"{case}table": table}) | Q(**{f"{case}elsewhere__has_key": str(table.pk)})


class Case(Sealed):
    """What the arbiter was told about one anomaly; a draft until it is ruled or discarded."""

    MAY_GO = True  # a draft that nobody ever decided, long after its tournament (`manage.py retention`)
    # Of JSON every text: the cases that are ruled are told by their rulings.
    PERSONAL = {"note": (), "discard_reason": (), "revision_reason": (), "known": (), "waits": ()}

    class State(models.TextChoices):
        DRAFT = "draft", _("In corso")
        RULED = "ruled", _("Decisa")
        DISCARDED = "discarded", _("Scartata")

    class Responsible(models.TextChoices):
        NORTH = "N", _("Nord")
        WEST = "W", _("Ovest")
        SOUTH = "S", _("Sud")
        EAST = "E", _("Est")
        # A fault may be a line's as a whole, or nobody's: a hand received with a card too few.
        LINE_A = "A", _("linea Nord-Sud")
        LINE_B = "B", _("linea Est-Ovest")
        BOTH = "both", _("entrambe le linee")
        NOBODY = "none", _("nessuno")
        THE_ARBITER = "arb", _("l’arbitro")

    class Timing(models.TextChoices):
        EARLY = "anticipata", _("In anticipo")
        TIMELY = "tempestiva", _("In tempo")
        LATE = "tardiva", _("In ritardo")

    tournament = models.ForeignKey("tournaments.Tournament", models.PROTECT, related_name="cases")
    number = models.PositiveIntegerField(_("numero"))
    table = models.ForeignKey("tournaments.Table", models.PROTECT, related_name="cases", verbose_name=_("tavolo"))
    board = models.ForeignKey(
        "tournaments.Board", models.PROTECT, null=True, blank=True, related_name="cases", verbose_name=_("smazzata")
    )
    procedure = models.CharField(_("anomalia"), max_length=80, blank=True)
    responsible = models.CharField(_("responsabile"), max_length=4, choices=Responsible, blank=True)
    # The other persons whom the procedure names by a question of its own, each answered like the responsible.
    persons = models.JSONField(_("altre persone"), default=dict, blank=True)
    # The other tables that it concerns too, by primary key, with who answers for it there; none while nobody has said.
    elsewhere = models.JSONField(_("altri tavoli"), null=True, blank=True)
    detectors = models.JSONField(_("chi ha rilevato"), default=list, blank=True)
    evidence = models.BooleanField(_("risulta dalle carte"), default=False)
    undetected = models.BooleanField(_("nessuno ha rilevato"), default=False)
    timing = models.CharField(_("tempo"), max_length=12, choices=Timing, blank=True)
    facts = models.JSONField(_("risposte"), default=dict, blank=True)
    # What the program knew of the answers: by fact the answer, the words that tell from where, and the reason why the
    # arbiter says otherwise. While the case is a draft only what was contradicted.
    known = models.JSONField(_("già noto"), default=dict, blank=True)
    # The cards that the orders name, by the question for them; an empty list where none need be named.
    cards = models.JSONField(_("carte"), default=dict, blank=True)
    # Answers of an anomaly chosen earlier: choosing it again brings them back.
    set_aside = models.JSONField(default=dict, blank=True)
    # The choice not made yet at the table, in words that need no code (`cases/record.py`); only of a
    # draft, which then waits at that question.
    waits = models.JSONField(_("scelta attesa"), default=dict, blank=True)
    note = models.TextField(_("annotazione"), blank=True)
    state = models.CharField(_("stato"), max_length=10, choices=State, default=State.DRAFT)
    discard_reason = models.TextField(_("perché scartata"), blank=True)
    # Set while a ruling is being revised: the case is a draft again and the ruling stands until decided anew.
    revision_reason = models.TextField(_("perché rivista"), blank=True)
    # The number of the appeal whose panel decides the ruling anew; none otherwise.
    appeal = models.PositiveSmallIntegerField(_("reclamo"), null=True, blank=True)
    # The number of the proposal that waits for a confirmation: until then nobody changes the case.
    proposal = models.PositiveIntegerField(_("proposta"), null=True, blank=True)
    # That of the last one, while it is returned and nothing was proposed or decided since.
    returned = models.PositiveIntegerField(_("proposta rimandata"), null=True, blank=True)
    version = models.PositiveIntegerField(_("versione"), default=1)
    opened_by = by_whom()
    opened_at = models.DateTimeField(_("aperta"))
    updated_at = models.DateTimeField(_("aggiornata"))

    objects = SealedQuerySet["Case"].as_manager()

    class Meta:
        verbose_name = _("anomalia")
        verbose_name_plural = _("anomalie")
        ordering = ["-number"]
        constraints = [
            once("tournament number"),
            # Without a board only what concerns the whole match, as its procedure says (`whole_match`).
            models.CheckConstraint(condition=~Q(state="ruled") | ~Q(procedure=""), name="case_ruled_is_complete"),
            models.CheckConstraint(
                condition=Q(state="discarded") ^ Q(discard_reason=""), name="case_discarded_has_reason"
            ),
            models.CheckConstraint(
                condition=~(Q(undetected=True) & (Q(evidence=True) | ~Q(timing=""))), name="case_undetected_has_no_time"
            ),
        ]
        indexes = [models.Index(fields=["tournament", "state"], name="case_by_state")]

    def __str__(self) -> str:
        return _("Anomalia %(number)s") % {"number": self.number}

    @property
    def options(self) -> dict[str, str]:
        """The options of its code where it happened."""
        return self.tournament.options_at(self.table.round)

    @property
    def told(self) -> dict[str, str]:
        """What was answered, with the options of its code."""
        return {**self.facts, **self.options}

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT

    @property
    def is_revision(self) -> bool:
        """Whether a standing ruling is being decided anew."""
        return self.is_draft and self.revision_reason != ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing of an anomaly was recorded yet: at most the board of the table was tapped."""
        told = (self.procedure, self.responsible, self.facts, self.persons, self.cards, self.note, self.detection_given)
        return self.is_draft and not self.is_revision and not any(told)

    @property
    def decided_board(self) -> Board:
        """The board of a case about one deal, far enough to be decided. Raises ValueError where there is none."""
        if self.board is None:
            raise ValueError(f"{self} has no board yet")
        return self.board

    @property
    def detection_given(self) -> bool:
        # When it was detected is not asked of every anomaly.
        return self.undetected or self.evidence or bool(self.detectors)
