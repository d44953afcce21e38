"""People: those who log in, and those who play."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Somebody who logs in; what they may do follows from their memberships."""

    class Meta:
        verbose_name = _("utente")
        verbose_name_plural = _("utenti")

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Federation(models.Model):
    """The body under whose rules tournaments are held."""

    code = models.SlugField(_("sigla"), unique=True)
    name = models.CharField(_("nome"), max_length=200)

    class Meta:
        ordering = ["code"]
        verbose_name = _("federazione")
        verbose_name_plural = _("federazioni")

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody who plays; the card number is the federation's."""

    first_name = models.CharField(_("nome"), max_length=100)
    last_name = models.CharField(_("cognome"), max_length=100)
    card_number = models.CharField(_("numero di tessera"), max_length=40, blank=True)

    class Meta:
        ordering = ["last_name", "first_name"]
        verbose_name = _("giocatore")
        verbose_name_plural = _("giocatori")

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}"
