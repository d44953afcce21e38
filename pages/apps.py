from django.apps import AppConfig
from django.urls import register_converter

from pages.forms import NumberConverter


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        # Here, before any list of addresses is read: those of all applications use it.
        register_converter(NumberConverter, "number")
