"""What a page showed of a record that two people may change: the second sees what the first wrote before it goes."""

import hashlib
import json
from collections.abc import Sequence

from django.db import models
from django.utils.translation import gettext as _

from tournaments.models import LogEntry
from tournaments.refusals import Overtaken


def seen_of(record: models.Model, names: Sequence[str]) -> str:
    """The digest of what stands in these fields, which the form that changes them carries."""
    values = [record._meta.get_field(name).value_from_object(record) for name in names]  # type: ignore[union-attr]  # columns
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()


def check_seen(record: models.Model, names: Sequence[str], seen: str | None) -> None:
    """Refuse, with what stands there now, to write over what the user did not see.

    record: read under the lock. seen: what the page showed; None where whoever asks has just read it.
    """
    now = seen_of(record, names)
    if seen is None or seen == now:
        return
    raise overtaken(record, in_words(record, names), now=now)


def overtaken(record: models.Model, told: str, *, now: str, field: str = "seen") -> Overtaken:
    """Why the second of two is not recorded: who wrote last what stands there, in these words.

    now: what the form carries in that field to have seen it.
    """
    words = _("Intanto %(who)s ha scritto: %(now)s. Quello che hai scritto tu è ancora qui: riguarda e salva di nuovo.")
    return Overtaken(words % {"who": who_changed(record), "now": told}, field=field, now=now)


def who_changed(record: models.Model) -> str:
    """Who wrote last; players and clubs belong to no tournament, so no log knows it of them."""
    line = LogEntry.objects.filter(object=f"{record._meta.label}:{record.pk}").order_by("pk").last()
    return str(line.actor) if line else _("qualcun altro")


def in_words(record: models.Model, names: Sequence[str]) -> str:
    """Each field that says something by its name, as it is read on the pages."""
    told = []
    for name in names:
        show = getattr(record, f"get_{name}_display", None)
        value = show() if show else getattr(record, name)
        if value not in (None, ""):
            told.append(f"{record._meta.get_field(name).verbose_name} {_yes_no(value)}")  # type: ignore[union-attr]  # a column
    return ", ".join(told)


def _yes_no(value: object) -> str:
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    return str(value)
