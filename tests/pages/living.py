"""A page that renews itself, as its browser asks for it again."""

import re
from dataclasses import dataclass

from django.http import HttpResponse
from django.test import Client

LIVE = {"X-Live": "1"}


@dataclass
class Browser:
    """A page that was opened, and asks again with the tag of what it has."""

    client: Client
    address: str
    tag: str = ""

    def open(self) -> HttpResponse:
        answer = self.client.get(self.address)
        found = re.search(r'data-live-mark="([^"]*)"', answer.content.decode())
        self.tag = f'W/"live-{found[1]}."' if found else ""
        return answer

    def ask(self, **more: str) -> HttpResponse:
        answer = self.client.get(self.address, headers={**LIVE, "If-None-Match": self.tag, **more})
        self.tag = answer.headers.get("ETag", self.tag)
        return answer
