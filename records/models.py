"""What was done: the log that nobody rewrites, and the keys of requests already served."""

from typing import TYPE_CHECKING, cast

from django.apps import apps
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from records.guards import Guard, of_one, once
from records.often_written import OftenWritten

if TYPE_CHECKING:
    from people.accounts.models import Federation
    from tournaments.setup.models import Tournament


class LogEntry(OftenWritten):
    """One action on a tournament; each line carries the hash of the one before."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", models.PROTECT, verbose_name=_("torneo"), related_name="log"
    )
    sequence = models.PositiveIntegerField(_("numero"))
    at = models.DateTimeField(_("quando"))
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("chi"), related_name="log")
    action = models.CharField(_("azione"), max_length=60)
    object = models.CharField(_("oggetto"), max_length=200)
    data = models.JSONField(_("dati"))
    # Of every official record that the action wrote the SHA-256, by its name («tournaments.BoardScore:5»).
    seals = models.JSONField(_("sigilli"), null=True, blank=True)
    # With which the data's digest is made: without it nobody finds out by guessing what the data said.
    salt = models.CharField(max_length=32)
    # Where something was erased from the data: the number of the line that tells of it, and the digest until then; with
    # the first of them the line's own hash still follows.
    erased = models.JSONField(null=True, blank=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["tournament", "sequence"]
        verbose_name = _("riga del registro")
        verbose_name_plural = _("registro")
        constraints = [
            once("tournament sequence", _("La riga del registro esiste già.")),
            Guard(name="log_no_update", on="UPDATE", says="A line of the log is never changed"),
            Guard(name="log_no_delete", on="DELETE", says="A line of the log is never deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.action} {self.object}"


class IdempotencyKey(OftenWritten):
    """A request already served: the same one sent twice gives the first result again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("utente"), related_name="+")
    key = models.CharField(_("chiave"), max_length=64)
    action = models.CharField(_("azione"), max_length=60)
    # The digest of what it said: with the same key and other words it is not the same request.
    content = models.CharField(_("contenuto"), max_length=64, blank=True)
    result = models.CharField(_("risultato"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("richiesta servita")
        verbose_name_plural = _("richieste servite")
        constraints = [
            once("user key", _("Richiesta già servita.")),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.key}"


class RecordSalt(OftenWritten):
    """With what the personal texts of an official record were made into digests, kept apart so that it may be erased.

    Each text has a salt of its own that follows from this one and from its place (`records.seals`).
    Once something was erased this one is new, and by their places stand in `texts` the salts of what was left, and the
    digests of what is gone.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", models.PROTECT, verbose_name=_("torneo"), related_name="+", null=True, blank=True
    )
    # Of a record that the log of a federation seals.
    federation = models.ForeignKey(
        "people.Federation", models.PROTECT, verbose_name=_("federazione"), related_name="+", null=True, blank=True
    )
    record = models.CharField(_("oggetto"), max_length=200, unique=True)
    salt = models.CharField(max_length=32)
    texts = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("sale di un sigillo")
        verbose_name_plural = _("sali dei sigilli")
        constraints = [of_one("federation", "tournament", _("Un sale è di un torneo o di una federazione."))]

    def __str__(self) -> str:
        return self.record


class ThrownAway(models.Model):
    """The practice tournament that is being thrown away: while the row stands, guards let rows go.

    It goes with what it is about, in the same transaction: nobody ever reads one.
    """

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("torneo di prova che si butta")
        verbose_name_plural = _("tornei di prova che si buttano")
        constraints = [
            Guard(
                name="only_practice_thrown_away",
                on="INSERT",
                when="NOT EXISTS (SELECT 1 FROM tournaments_tournament t JOIN people_federation f"
                " ON f.id = t.federation_id WHERE t.id = NEW.tournament_id AND f.code = 'torneo-di-prova')",
                says="Only a practice tournament is thrown away",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}"


def tournament_model() -> "type[Tournament]":
    """The model of tournaments, which stands above: every record here is of one of them."""
    return cast("type[Tournament]", LogEntry._meta.get_field("tournament").related_model)


def federation_model() -> "type[Federation]":
    """The model of federations, which stands above as well."""
    return apps.get_model("people", "Federation")
