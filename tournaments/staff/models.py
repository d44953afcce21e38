"""One-time links by which somebody gets a task, or a new password, without mail.

That somebody in office was told, before acting, of people of the own club.

Documents that take long: asked for on a page, made by a worker, kept for some hours.

No official records: they tell again what the others say, so nothing seals them and they are deleted when their time is
over (docs/decisions/0045-documents-that-take-long.md).
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import by_whom, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.setup.models import STAFF_ROLES, Tournament


class Invitation(models.Model):
    """A link that serves once: whoever opens it takes the role, or sets a new password for the account."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="invitations")
    # The role that it gives; empty where it is for a new password.
    role = models.CharField(_("ruolo"), max_length=20, choices=STAFF_ROLES, blank=True)
    # Until when the role holds; none where it has no end.
    role_ends_at = models.DateTimeField(_("l’incarico finisce il"), null=True, blank=True)
    # Whose password is made anew; of a role whoever took it.
    account = by_whom(_("per chi"), null=True)
    # What stands in the address is nowhere: this is its SHA-256.
    digest = models.CharField(max_length=64, unique=True)
    made_by = by_whom(_("da"))
    made_at = models.DateTimeField(_("fatto il"))
    expires_at = models.DateTimeField(_("vale fino al"))
    used_at = models.DateTimeField(_("servito il"), null=True, blank=True)

    class Meta:
        ordering = ["-made_at"]
        verbose_name = _("invito")
        verbose_name_plural = _("inviti")
        constraints = [
            models.CheckConstraint(
                name="invitation_for_something",
                condition=~Q(role="") | Q(account__isnull=False, role_ends_at=None),
                violation_error_message=_("Un invito è per un incarico, o per la nuova password di qualcuno."),
            ),
        ]

    def __str__(self) -> str:
        return self.get_role_display() or str(_("nuova password"))


class ClubNotice(Sealed):
    """What the page told whoever ruled, gave a penalty, heard and so on, and of which record; nothing changes it."""

    PERSONAL = {"words": ()}

    class Act(models.TextChoices):
        RULES = "rules", _("decide")
        PROPOSES = "proposes", _("propone")
        CONFIRMS = "confirms", _("conferma")
        RETURNS = "returns", _("rimanda")
        SCORES = "scores", _("dà il punteggio arbitrale")
        SITS = "sits", _("è nella giuria")
        HEARS = "hears", _("decide il reclamo")
        GIVES = "gives", _("dà una penalità o un compenso")
        CANCELS = "cancels", _("annulla una penalità o un compenso")
        ASKS = "asks", _("chiede un parere")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="club_notices")
    # «ruling:3:1», «proposal:2», «appeal:1», «adjustment:7», «consultation:2»: as appeals name what they are against
    # (`tournaments.appeals.queries`).
    record = models.CharField(_("atto"), max_length=60)
    user = by_whom(_("chi"))
    act = models.CharField(_("che cosa fa"), max_length=10, choices=Act)
    # The clubs, each with the people of it whom the record concerns.
    words = models.TextField(_("avvisato di"))
    told_at = models.DateTimeField(_("avvisato il"))

    objects = SealedQuerySet["ClubNotice"].as_manager()

    class Meta:
        ordering = ["tournament", "pk"]
        verbose_name = _("avviso del proprio circolo")
        verbose_name_plural = _("avvisi del proprio circolo")
        constraints = [
            once("tournament record user act", _("L’avviso è già registrato.")),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.words}"


class Job(models.Model):
    """A document that somebody asked for: how far it is, and what became of it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("in attesa")
        WORKING = "working", _("in preparazione")
        DONE = "done", _("pronto")
        FAILED = "failed", _("non riuscito")

    UNDER_WAY = (State.WAITING, State.WORKING)

    tournament = models.ForeignKey(Tournament, models.CASCADE, verbose_name=_("torneo"), related_name="+")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("chiesto da"), related_name="+"
    )
    kind = models.CharField(_("documento"), max_length=40)
    language = models.CharField(_("lingua"), max_length=10)
    state = models.CharField(_("stato"), max_length=10, choices=State, default=State.WAITING)
    # Parts done of all; of 0 parts nobody knows yet how many there are.
    done = models.PositiveIntegerField(_("parti fatte"), default=0)
    total = models.PositiveIntegerField(_("parti in tutto"), default=0)
    # How often a worker took it up: only the last one may hand the document in.
    tries = models.PositiveSmallIntegerField(_("tentativi"), default=0)
    # Its place in the workers' queue.
    task = models.UUIDField(_("compito"), null=True, blank=True)
    # The line of the log that the document tells up to; it is made from one moment's data.
    data_version = models.PositiveIntegerField(_("riga del registro"), null=True, blank=True)
    # What it shows: whoever fetches it must still have these rights.
    rights = models.JSONField(_("diritti"), default=list, blank=True)
    trouble = models.TextField(_("che cosa è andato storto"), blank=True)
    asked_at = models.DateTimeField(_("chiesto il"))
    # The last moment at which somebody was known to work on it.
    seen_at = models.DateTimeField(_("visto il"))
    ended_at = models.DateTimeField(_("finito il"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("documento in preparazione")
        verbose_name_plural = _("documenti in preparazione")
        constraints = [
            once(
                "tournament asked_by kind language",
                _("Questo documento è già in preparazione."),
                only=Q(state__in=["waiting", "working"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def is_under_way(self) -> bool:
        return self.state in self.UNDER_WAY


class JobFile(models.Model):
    """The finished document, apart from its job: whoever asks how far it is reads none of its bytes.

    It lies in the database, which all web nodes and workers share, be they on machines of their own.
    """

    job = models.OneToOneField(Job, models.CASCADE, verbose_name=_("documento in preparazione"), related_name="file")
    name = models.CharField(_("nome del file"), max_length=300)
    suffix = models.CharField(_("formato"), max_length=8)
    content = models.BinaryField(_("contenuto"))

    class Meta:
        verbose_name = _("documento pronto")
        verbose_name_plural = _("documenti pronti")

    def __str__(self) -> str:
        return self.name
