"""People: those who log in, and those who play; the address at which the first account of all is made."""

from datetime import date, datetime, timedelta
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.signing import BadSignature, Signer
from django.db import models
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from people.names.order import by_name
from records.guards import once
from records.official_records import FederationSealed, SealedQuerySet


class User(AbstractUser):
    """Somebody who logs in; what they may do follows from their memberships."""

    # Every session is signed with it: one more, and all of them have ended.
    session_epoch = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = [*by_name("last_name", "first_name"), "username"]
        verbose_name = _("utente")
        verbose_name_plural = _("utenti")

    def __str__(self) -> str:
        return called(self.first_name, self.last_name, self.username)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        # What Django signs a session with is the password alone.
        salt = "people.accounts.models.User.get_session_auth_hash"
        said = f"{self.password}\n{self.session_epoch}"
        return salted_hmac(salt, said, secret=secret, algorithm="sha256").hexdigest()


class SignInTries(models.Model):
    """How often somebody tried to sign in lately, by a digest of name and address."""

    who = models.CharField(max_length=64, unique=True)
    made = models.PositiveSmallIntegerField(default=0)
    last = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("tentativi di accesso")
        verbose_name_plural = _("tentativi di accesso")

    def __str__(self) -> str:
        return f"{self.who[:8]} {self.made}"


# What begins the mark in the place of an erased name (`pages.views`).
ERASED = "⟦"
# Accounts that nobody enters, by the names they are kept under: the reader's language calls them.
ACCOUNTS = {"I giocatori al tavolo": _("I giocatori al tavolo"), "Programma": _("Programma")}


def called(first_name: str, last_name: str, username: str) -> str:
    """How a user is named: by the full name, where it was given."""
    name = f"{first_name} {last_name}".strip()
    return str(ACCOUNTS.get(name, name)) or username


# Of the record that stands where a tournament is of no federation: nobody has an office there, and it bears no name.
NO_FEDERATION = "nessuna"
# The same of a practice tournament: so it is in no federation's season, archive or roster. A guard writes it as well
# (`records.models.ThrownAway`).
PRACTICE = "torneo-di-prova"
NAMELESS = (NO_FEDERATION, PRACTICE)


class Federation(FederationSealed):
    """The body under whose rules tournaments are held; the first line of its log seals it."""

    FEDERATION = "pk"
    NOT_SEALED: ClassVar = {"log_lines": "how many lines its log has: each raises it, and `verify` counts them"}

    code = models.SlugField(_("sigla"), unique=True)
    name = models.CharField(_("nome"), max_length=200)
    # How many lines its log has: one that lost its last ones says so.
    log_lines = models.PositiveIntegerField(default=0, editable=False)

    objects = SealedQuerySet["Federation"].as_manager()

    class Meta:
        ordering = ["code"]
        verbose_name = _("federazione")
        verbose_name_plural = _("federazioni")

    def __str__(self) -> str:
        if self.code == PRACTICE:
            return gettext("Torneo di prova")
        return self.name or gettext("Nessuna federazione")

    @property
    def is_named(self) -> bool:
        """Whether it is one: neither the record of none nor that of practice tournaments."""
        return self.code not in NAMELESS

    def named_or(self, name: str) -> str:
        """Who signs what is published of a tournament: its federation, or under its own name."""
        return self.name or name


class Club(FederationSealed):
    """A club (circolo, ASD) of a federation."""

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="clubs")
    name = models.CharField(_("nome"), max_length=200)
    town = models.CharField(_("città"), max_length=100, blank=True)

    objects = SealedQuerySet["Club"].as_manager()

    class Meta:
        ordering = [*by_name("name"), "pk"]
        verbose_name = _("circolo")
        verbose_name_plural = _("circoli")
        constraints = [
            once("federation name", _("Questo circolo esiste già nella federazione.")),
        ]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody who plays; the card number is the federation's."""

    first_name = models.CharField(_("nome"), max_length=100)
    last_name = models.CharField(_("cognome"), max_length=100)
    federation = models.ForeignKey(
        Federation, models.PROTECT, verbose_name=_("federazione"), related_name="players", null=True, blank=True
    )
    card_number = models.CharField(_("numero di tessera"), max_length=40, blank=True)
    club = models.ForeignKey(
        Club, models.PROTECT, verbose_name=_("circolo"), related_name="players", null=True, blank=True
    )
    # The federation's own word for it: categories differ from one federation to the next.
    category = models.CharField(_("categoria"), max_length=40, blank=True)
    # The day on which a minor comes of age: until then they are named by their initials in public. Not the date of
    # birth, which would say more than is needed.
    minor_until = models.DateField(_("minorenne fino al"), null=True, blank=True, db_index=True)
    # Of a player who also logs in: what is kept of both is one person's.
    account = models.OneToOneField(
        User, models.SET_NULL, verbose_name=_("accesso"), related_name="player", null=True, blank=True
    )

    class Meta:
        ordering = [*by_name("last_name", "first_name"), "pk"]
        verbose_name = _("giocatore")
        verbose_name_plural = _("giocatori")
        constraints = [
            once(
                "federation card_number",
                _("Questo numero di tessera è già di un altro giocatore."),
                only=~Q(card_number=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def is_erased(self) -> bool:
        """Whether a mark stands in the place of the name (`pages.views`)."""
        return not self.first_name and self.last_name.startswith(ERASED)

    def is_minor(self, day: date) -> bool:
        return self.minor_until is not None and day < self.minor_until


# Who hands out the personal data of others, as the federation charges them to.
MAY_HAND_OUT = "people.add_personalexport"


class PersonalExport(models.Model):
    """That somebody's data were handed out: whose, in which form, by whom and when (GDPR 5.2, 15)."""

    class Form(models.TextChoices):
        JSON = "json", _("JSON")
        PDF = "pdf", _("PDF")

    player = models.ForeignKey(
        Player, models.PROTECT, verbose_name=_("giocatore"), related_name="exports", null=True, blank=True
    )
    account = models.ForeignKey(
        User, models.PROTECT, verbose_name=_("accesso"), related_name="exports", null=True, blank=True
    )
    form = models.CharField(_("forma"), max_length=4, choices=Form)
    made_by = models.ForeignKey(User, models.PROTECT, verbose_name=_("fatta da"), related_name="+")
    made_at = models.DateTimeField(_("fatta il"))

    class Meta:
        ordering = ["made_at", "pk"]
        verbose_name = _("esportazione dei dati di una persona")
        verbose_name_plural = _("esportazioni dei dati di persone")
        constraints = [
            models.CheckConstraint(
                name="export_of_somebody",
                condition=Q(player__isnull=False) | Q(account__isnull=False),
                violation_error_message=_("Un’esportazione è dei dati di qualcuno."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.account} {self.form}"


_first_accounts = Signer(salt="tournaments.first-account", sep=".")


FIRST_ACCOUNT_HOLDS = timedelta(days=1)


def first_account_token(at: datetime) -> str:
    """What stands in the address where the first account of an installation is made, for a day from now."""
    return _first_accounts.sign(str(int(at.timestamp())))


def opens_first_account(token: str, at: datetime) -> bool:
    """Whether the token is ours and not older than a day; whether there is an account already is not said here."""
    try:
        made = int(_first_accounts.unsign(token))
    except (BadSignature, ValueError):
        return False
    return at.timestamp() - made < FIRST_ACCOUNT_HOLDS.total_seconds()
