"""Rulings in force: of a tournament, and those that cited an article."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from people.accounts.models import User
from records.rights import MATRIX, Right
from referee.rulings.models import Ruling
from tournaments.setup.models import Membership, Tournament


def current_rulings(tournament: Tournament | int) -> QuerySet[Ruling]:
    rulings = Ruling.objects.filter(tournament=tournament).current()
    return rulings.select_related("case__table__round", "case__board", "decided_by").order_by("-number")


def rulings_citing(user: User | AnonymousUser, code: str, article: int) -> list[Ruling]:
    # Nobody has signed in: no case is theirs to see, and the page of an article is one for all of them.
    if not user.is_active:
        return []
    roles = [role.value for role, rights in MATRIX.items() if Right.VIEW_CASES in rights]
    tournaments = Membership.objects.filter(user_id=user.pk, role__in=roles).values("tournament")
    rulings = Ruling.objects.current().filter(rulebook=code, tournament__in=tournaments).select_related("tournament")
    # SQLite cannot look into lists of JSON: their text is searched, and what it finds looked at again.
    near = rulings.annotate(cited=Cast("citations", TextField())).filter(cited__contains=f'"number": {article},')
    return [ruling for ruling in near.order_by("-decided_at", "-pk") if article in ruling.cites]
