from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    name = "people"
    verbose_name = _("Persone")

    def ready(self) -> None:
        # Who comes in, and what is noted of it.
        from people.sign_in import doors as begin  # noqa: F401, PLC0415  # registers its receivers
