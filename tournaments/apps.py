from django.apps import AppConfig
from django.urls import register_converter
from django.utils.translation import gettext_lazy as _

from tournaments.pages.fields import NumberConverter


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tornei")

    def ready(self) -> None:
        # Here, before any list of addresses is read: those of both applications use it.
        register_converter(NumberConverter, "number")
        # Who comes in, and what is noted of it.
        from tournaments.sign_in import middleware as begin  # noqa: F401, PLC0415  # registers its receivers
