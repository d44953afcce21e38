"""Somebody who asks over HTTP, with the cookies of a browser."""

import http.client
import re
from http.cookies import SimpleCookie
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

CSRF = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class Answer(NamedTuple):
    """http.client's, and the whole text."""

    status: int
    headers: http.client.HTTPMessage
    text: str


class Visitor:
    """Asks whichever node is named; its session holds at all of them."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}

    def ask(self, url: str, fields: dict[str, str] | None = None, **headers: str) -> Answer:
        """A GET, or a POST of the fields; nothing is followed."""
        place = urlsplit(url)
        connection = http.client.HTTPConnection(place.netloc, timeout=30)
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} | headers
        if fields is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            fields = fields | {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}
        body = None if fields is None else urlencode(fields)
        try:
            connection.request(
                "GET" if body is None else "POST", place.path + (place.query and f"?{place.query}"), body, sent
            )
            answered = connection.getresponse()
            text = answered.read().decode("utf-8", "replace")
        finally:
            connection.close()
        for one in answered.headers.get_all("Set-Cookie") or []:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(one).items()}
        return Answer(answered.status, answered.headers, text)

    def sign_in(self, url: str, name: str, password: str, **headers: str) -> bool:
        """By the form; whether it let us in."""
        self.ask(f"{url}/accesso/")
        answer = self.ask(f"{url}/accesso/", {"username": name, "password": password}, **headers)
        return answer.status == 302
