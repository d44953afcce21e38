"""Dora at the pages of the import."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from people.accounts.models import User
from tournaments.setup.models import Tournament


class Desk:
    """Dora at the pages of the import."""

    def __init__(self, tournament: Tournament, client: Client) -> None:
        self.tournament = tournament
        self.client = client
        self.keys = 0

    def key(self) -> str:
        self.keys += 1
        return f"chiave-{self.keys}"

    def upload(self, content: bytes | str, name: str = "coppie.csv", kind: str = "entries") -> HttpResponse:
        file = SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)
        path = reverse("import_entries", args=[self.tournament.slug])
        return self.client.post(path, {"key": self.key(), "file": file, "kind": kind})

    def stage(self, content: bytes | str, **fields: str) -> str:
        """The path of the preview of a file."""
        answer = self.upload(content, **fields)
        assert answer.status_code == 302, answer.content.decode()
        return answer.headers["Location"]

    def post(self, path: str, **fields: object) -> HttpResponse:
        return self.client.post(path, {"key": self.key(), "version": 1, **fields})

    def page(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200
        return answer.content.decode()


@pytest.fixture
def desk(tournament: Tournament, dora: User, client_of: Callable[[User], Client]) -> Desk:
    return Desk(tournament, client_of(dora))
