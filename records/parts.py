"""What many records have in common: who did it, one row only for something, a reason told, a taking back.

Each constraint is called after its model and what it is about. Columns are named with blanks between, as in `guards`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, overload

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.expressions import Combinable
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from people.accounts.models import User

    Words = str | _StrPromise | None


@overload
def by_whom(label: "Words" = ..., *, null: Literal[False] = ...) -> "models.ForeignKey[User | Combinable, User]": ...
@overload
def by_whom(
    label: "Words" = ..., *, null: Literal[True]
) -> "models.ForeignKey[User | Combinable | None, User | None]": ...
def by_whom(label: "Words" = None, *, null: bool = False) -> Any:
    """Who did it, or nobody yet: whoever stands in a record is never deleted, and need not know of all of them."""
    user = settings.AUTH_USER_MODEL
    return models.ForeignKey(user, models.PROTECT, verbose_name=label, related_name="+", null=null, blank=null)


class Reasoned(models.Model):
    """What is never written without saying why."""

    reason = models.TextField(_("motivo"))

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(class)s_has_reason", condition=~Q(reason=""), violation_error_message=_("Manca il motivo.")
            )
        ]


def once(columns: str, says: "Words" = None, *, only: Q | None = None, name: str = "") -> models.UniqueConstraint:
    """No two rows have the same there, among those for which the condition holds."""
    fields = columns.split()
    name = name or f"%(class)s_{fields[-1]}_once"
    return models.UniqueConstraint(fields=fields, condition=only, name=name, violation_error_message=says)


def known(column: str, values: Iterable[Any], says: "Words" = None) -> models.CheckConstraint:
    """Only one of the values stands there, whoever wrote it."""
    return _check(f"{column}_known", Q(**{f"{column}__in": list(values)}), says)


def of_one(first: str, second: str, says: "Words" = None) -> models.CheckConstraint:
    """One of the two keys, never both."""
    either = Q(**{f"{first}__isnull": False, f"{second}__isnull": True})
    return _check("of_one", either | Q(**{f"{first}__isnull": True, f"{second}__isnull": False}), says)


def changed_why(says: "Words" = None) -> models.CheckConstraint:
    """Every version after the first has its reason."""
    return _check("changed_why", Q(version=1) | ~Q(reason=""), says)


def all_or_none(columns: str, text: str, says: "Words" = None) -> models.CheckConstraint:
    """What was taken back, closed or chosen says by whom, when and why; what was not says none of it."""
    none, every = ({f"{column}__isnull": is_null for column in columns.split()} for is_null in (True, False))
    return _check(f"{text}_told", Q(**none, **{text: ""}) | (Q(**every) & ~Q(**{text: ""})), says)


def _check(about: str, condition: Q, says: "Words") -> models.CheckConstraint:
    return models.CheckConstraint(name=f"%(class)s_{about}", condition=condition, violation_error_message=says)
