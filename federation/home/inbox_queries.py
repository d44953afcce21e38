"""What presses in all the federations in which somebody holds an office: told on their first page."""

from collections.abc import Iterator

from django.utils import timezone

from federation.home.views import Duties
from hall.listing.inbox_queries import Waiting
from people.accounts.models import User
from people.offices.access import federation_rights, federations_of


def waiting_for(user: User) -> Iterator[Waiting]:
    """The lines of each federation's own page that are of today."""
    for federation in federations_of(user):
        for line in Duties(federation, timezone.localdate()).lines(federation_rights(user, federation)):
            if line.is_pressing:
                yield Waiting(line.symbol, line.words, line.href, federation.name, 1)
