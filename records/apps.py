from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RecordsConfig(AppConfig):
    name = "records"
    verbose_name = _("Registro")

    def ready(self) -> None:
        from records.day_bounds import bound_days  # noqa: PLC0415  # once the tables of all applications are there

        bound_days()
