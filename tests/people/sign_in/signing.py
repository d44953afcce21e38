"""Coming in by the form, as a browser does."""

from typing import Any

from django.test import Client


def sign_in(client: Client, username: str = "carla", password: str = "carla", **where: str) -> Any:
    return client.post("/accesso/", {"username": username, "password": password}, **where)


def fail(client: Client, times: int, username: str = "carla", **where: str) -> Any:
    for _ in range(times):
        answer = sign_in(client, username, "sbagliata", **where)
    return answer
