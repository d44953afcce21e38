"""What the tests of the pages share: addresses, forms, what a page says."""

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

HTMX = {"HX-Request": "true"}
TOURNAMENT = "/tornei/coppa-levante/"
DESK = TOURNAMENT + "direzione/"

_keys = count(1)


def send(client: Client, path: str, *, key: str = "", htmx: bool = False, **fields: object) -> HttpResponse:
    """The form of that page filled in and sent, each time with a new key unless one is given."""
    data = {"key": key or f"modulo-{next(_keys)}", **fields}
    return client.post(path, data, headers=HTMX if htmx else {})


def text(response: HttpResponse) -> str:
    """The words of a page as they are read, without tags, white space made one."""
    body = re.sub(r"<(script|style|svg).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def source(response: HttpResponse) -> str:
    return response.content.decode()


def seen_on(client: Client, path: str) -> str:
    """What the form of that page says it has seen of the record it changes."""
    found = re.search(r'name="seen" value="(\w+)"', source(client.get(path)))
    assert found, f"no form that changes a record: {path}"
    return found[1]


@contextmanager
def counted() -> Iterator[CaptureQueriesContext]:
    with CaptureQueriesContext(connection) as queries:
        yield queries


def queries_of(client: Client, path: str) -> int:
    """How many questions to the database a page costs."""
    # The clock stands: what is kept for a minute is not made anew because the minute ended between the two.
    with time_machine.travel(timezone.now(), tick=False):
        client.get(path)  # sessions and caches warm
        with counted() as queries:
            assert client.get(path).status_code == 200
    return len(queries)


def figures(response: HttpResponse) -> list[list[str]]:
    """The rows of the page's first table body, each as the words of its cells."""
    body = re.search(r"<tbody>(.*?)</tbody>", source(response), flags=re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", body[1] if body else "", flags=re.DOTALL)
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, flags=re.DOTALL) for row in rows]
    return [[" ".join(html.unescape(re.sub(r"<[^>]+>", " ", cell)).split()) for cell in row] for row in cells]
