"""Whom the federation tells what happened: where to, with which secret, what was sent and what came back."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from people.accounts.models import Federation
from records.guards import by_whom
from records.official_records import FederationSealed, SealedQuerySet
from tournaments.setup.models import Tournament


class HookEvent(models.TextChoices):
    """Something that another program may want to be told of."""

    STANDINGS = "standings.published", _("classifica di un torneo pubblicata")
    RULING = "ruling.given", _("provvedimento preso")
    SEASON = "season.published", _("classifica di stagione pubblicata")
    HOMOLOGATION = "package.homologated", _("torneo omologato")


# What is sent to try an address; nobody chooses it.
TRIAL = "test"


class Webhook(FederationSealed):
    """An address that is told of some happenings; its secret lies encrypted. Switched off, never deleted."""

    NOT_SEALED = dict.fromkeys(("secret", "former_secret", "former_until"), "encrypted by a key that is not here")

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="webhooks")
    name = models.CharField(_("a chi"), max_length=80)
    address = models.CharField(_("indirizzo"), max_length=500)
    happenings = models.JSONField(_("di che cosa"), default=list)
    secret = models.TextField(editable=False)
    # Signs beside the new one until then, so that nobody has to change both sides in the same second.
    former_secret = models.TextField(editable=False, blank=True)
    former_until = models.DateTimeField(editable=False, null=True, blank=True)
    made_by = by_whom()
    made_at = models.DateTimeField(_("aggiunto il"))
    off_by = by_whom(null=True)
    off_at = models.DateTimeField(_("spento il"), null=True, blank=True)

    objects = SealedQuerySet["Webhook"].as_manager()

    class Meta:
        ordering = ["federation", "-made_at", "-pk"]
        verbose_name = _("avviso a un programma")
        verbose_name_plural = _("avvisi ai programmi")
        constraints = [
            models.CheckConstraint(
                name="webhook_off_by",
                condition=Q(off_at__isnull=True, off_by__isnull=True) | Q(off_at__isnull=False, off_by__isnull=False),
                violation_error_message=_("Uno spento dice chi l’ha spento."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def happenings_in_words(self) -> list[str]:
        return [str(HookEvent(one).label) for one in self.happenings]


class WebhookMessage(models.Model):
    """What is to be told to one address, written with the fact itself; sent until it is taken, or given up."""

    webhook = models.ForeignKey(Webhook, models.PROTECT, related_name="messages")
    # The same each time it is sent: whoever gets it twice knows it.
    uid = models.CharField(max_length=40, unique=True)
    kind = models.CharField(_("che cosa"), max_length=30)
    # Byte for byte what is signed and sent; it names no person.
    body = models.TextField()
    # Looked at again before anything is sent: it may no longer be for everybody.
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+", null=True, blank=True)
    made_at = models.DateTimeField(_("scritto il"))
    tries = models.PositiveSmallIntegerField(_("tentativi"), default=0)
    # Of these three one is there: when it is sent next, when it was taken, when it was given up.
    next_at = models.DateTimeField(null=True, blank=True)
    taken_at = models.DateTimeField(_("ricevuto il"), null=True, blank=True)
    given_up_at = models.DateTimeField(_("lasciato il"), null=True, blank=True)

    class Meta:
        ordering = ["webhook", "-pk"]
        verbose_name = _("avviso")
        verbose_name_plural = _("avvisi")
        indexes = [
            models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="webhook_message_due"),
            models.Index(fields=["webhook", "-id"], name="webhook_message_last"),
        ]
        constraints = [
            models.CheckConstraint(
                name="webhook_message_one_end",
                condition=Q(next_at__isnull=False, taken_at__isnull=True, given_up_at__isnull=True)
                | Q(next_at__isnull=True, taken_at__isnull=False, given_up_at__isnull=True)
                | Q(next_at__isnull=True, taken_at__isnull=True, given_up_at__isnull=False),
                violation_error_message=_("Un avviso aspetta, è ricevuto o è lasciato."),
            ),
        ]

    def __str__(self) -> str:
        return self.uid

    @property
    def called(self) -> str:
        return str(_("Prova")) if self.kind == TRIAL else str(HookEvent(self.kind).label)


class WebhookTry(models.Model):
    """One time that a message was sent, and what came back."""

    class Trouble(models.TextChoices):
        NONE = "", _("ricevuto")
        ADDRESS = "address", _("l’indirizzo porta in una rete privata: non si manda niente")
        NAME = "name", _("il nome dell’indirizzo non si trova")
        SILENCE = "silence", _("non risponde nessuno")
        TIME = "time", _("ha risposto troppo lentamente")
        TLS = "tls", _("il certificato non è valido")
        REDIRECT = "redirect", _("rimanda a un altro indirizzo, che non si segue")
        STATUS = "status", _("ha risposto di no")
        SECRET = "secret", _("il segreto non si apre più: cambialo")
        HIDDEN = "hidden", _("il torneo non è più pubblico: non si manda")
        OFF = "off", pgettext_lazy("avviso", "spento")
        WORDS = "words", _("risposta illeggibile")

    message = models.ForeignKey(WebhookMessage, models.CASCADE, related_name="answers")
    number = models.PositiveSmallIntegerField(_("tentativo"))
    at = models.DateTimeField(_("mandato il"))
    trouble = models.CharField(_("com’è andata"), max_length=10, choices=Trouble, blank=True, default=Trouble.NONE)
    status = models.PositiveSmallIntegerField(_("stato"), null=True, blank=True)
    words = models.CharField(_("risposta"), max_length=300, blank=True)

    class Meta:
        ordering = ["message", "pk"]
        verbose_name = _("tentativo")
        verbose_name_plural = _("tentativi")

    def __str__(self) -> str:
        return f"{self.message_id}.{self.number}"
