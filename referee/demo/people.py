"""Invented people, plainly so: nobody is called like this."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils.crypto import get_random_string

from people.accounts.models import Player, User
from records.action import Actor
from records.rights import Role

PASSWORD = "tressette-prova"  # noqa: S105 — the demo's, printed at every start

FIRST_NAMES = """
    Ada Aldo Agata Amos Bice Berto Carla Ciro Delia Dino Elsa Elio Fede Furio Gaia Gino Ilda Igor Livia
    Lapo Mara Nico Noemi Omar Olga Pino Pia Remo Rita Sandro Silvia Tito Tea Ugo Vera Vasco Zoe Zeno
    Alba Bruno Clara Dario Emma Ettore Flora Guido Irma Leo
""".split()
LAST_NAMES = """
    Trespade Assopiglia Ducoppe Redanari Cavalbastoni Donnaspade Settepiù Liscioqui Pigliatutto Napolona
    Faglioni Cappottini Bussapiano Palolungo Ventinovi Manoprima Scartabene Primapresa Accusafò
    Monteripeti Quattrodenari Fantecoppe Segnapunti Contacarte
""".split()

STAFF = (
    ("dora", "Dora", "Direttrice", Role.DIRECTOR),
    ("giulia", "Giulia", "Capoarbitra", Role.CHIEF_ARBITER),
    ("bruno", "Bruno", "Arbitro", Role.ARBITER),
    ("sara", "Sara", "Scrivipunti", Role.SCORER),
)


@dataclass(frozen=True)
class Staff:
    director: User
    chief: User
    arbiter: User
    scorer: User

    @property
    def roles(self) -> tuple[tuple[User, Role], ...]:
        """The tasks that the director gives; who opens a tournament directs it already."""
        return (self.chief, Role.CHIEF_ARBITER), (self.arbiter, Role.ARBITER), (self.scorer, Role.SCORER)


def make_staff() -> Staff:
    """The accounts that `make run` prints; the director may open tournaments and the administration."""
    # One round, since everybody knows the password: to be slow protects nothing, and the first sign-in makes it slow.
    hashed = PBKDF2PasswordHasher().encode(PASSWORD, get_random_string(22), iterations=1)
    users = {
        role: User.objects.create(username=username, password=hashed, first_name=first, last_name=last)
        for username, first, last, role in STAFF
    }
    director = users[Role.DIRECTOR]
    director.is_staff = director.is_superuser = True
    director.save(update_fields=["is_staff", "is_superuser"])
    return Staff(director, users[Role.CHIEF_ARBITER], users[Role.ARBITER], users[Role.SCORER])


def make_pairs(number: int) -> list[tuple[Player, Player]]:
    return [(_player(2 * pair), _player(2 * pair + 1)) for pair in range(number)]


def _player(place: int) -> Player:
    # Two people with one last name never sit in one pair: the names are dealt in two rounds.
    last = LAST_NAMES[(place * 7 + place // len(LAST_NAMES)) % len(LAST_NAMES)]
    return Player.objects.create(first_name=FIRST_NAMES[place], last_name=last)


class Clock:
    """The demo's time and keys: each action a little later than the one before, each key used once.

    A second clock beside the first needs another name: its keys begin with it.
    """

    def __init__(self, start: datetime, name: str = "demo") -> None:
        self.at, self._name = start, name
        self._keys = count(1)

    def by(self, user: User, minutes: int = 1) -> Actor:
        self.at += timedelta(minutes=minutes)
        return Actor(user=user, at=self.at, key=f"{self._name}-{next(self._keys)}")
