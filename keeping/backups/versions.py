"""Whether a database, or a backup of one, is of a program newer than this one."""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import OperationalError
from django.utils.translation import gettext as _


def unknown_migrations(migrations: Iterable[str]) -> list[str]:
    """Which of these (`app.name`) this program does not have."""
    return sorted({*migrations} - _ours())


def newer_database_refusal(database: BaseDatabaseWrapper) -> str:
    """Why the program must not work on this database, in words; nothing where it may."""
    name = database.settings_dict["NAME"]
    try:
        applied = MigrationRecorder(database).applied_migrations()
    except OperationalError as error:
        words = _(
            "La base di dati «%(name)s» non si apre (%(why)s): guarda che ci sia e che vi si possa scrivere, "
            "oppure indicane un’altra con DATABASE_URL."
        )
        return words % {"name": name, "why": str(error).strip()}
    if not (missing := unknown_migrations(f"{app}.{migration}" for app, migration in applied)):
        return ""
    words = _(
        "La base di dati «%(name)s» è di un programma più nuovo di questo, che non conosce %(migration)s: installa "
        "quello, oppure indicane un’altra con DATABASE_URL."
    )
    return words % {"name": name, "migration": missing[0]}


def _ours() -> set[str]:
    """By their files' names: to read them takes longer than a start should."""
    return {f"{app.label}.{name}" for app in apps.get_app_configs() for name in _names(app.label)}


def _names(label: str) -> list[str]:
    path, _is_ours = MigrationLoader.migrations_module(label)
    try:
        package = import_module(path or "")
    except (ModuleNotFoundError, ValueError):  # an application without migrations
        return []
    return [name for _finder, name, is_package in iter_modules(package.__path__) if not is_package]
