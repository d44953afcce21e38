from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HallConfig(AppConfig):
    name = "hall"
    verbose_name = _("Sala")

    def ready(self) -> None:
        # Models may be imported only from here on.
        import_module("tournaments.setup.live_pages").WAITING.append(import_module("hall.calls.queries").free_calls)
