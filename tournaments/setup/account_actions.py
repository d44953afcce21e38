"""Accounts that nobody can enter: in their name the tables of a tournament write."""

from people.accounts.models import User
from tournaments.setup.models import Tournament

# Nobody can register it: user names of people hold no colon.
USERNAME = "tavoli:{slug}"


NAME = "I giocatori al tavolo"


def players_of(tournament: Tournament) -> User:
    """In whose name the tables of the tournament write: an account nobody can enter, without any role."""
    return account_nobody_enters(USERNAME.format(slug=tournament.slug), NAME)


def account_nobody_enters(username: str, name: str) -> User:
    # «!» is what Django keeps for a password that nothing matches.
    made = {"first_name": name, "is_active": False, "password": "!"}
    return User.objects.get_or_create(username=username, defaults=made)[0]
