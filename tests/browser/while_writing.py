"""Reads of the database while the test's server writes."""

from collections.abc import Callable
from time import sleep
from typing import TypeVar

from django.db import OperationalError

Read = TypeVar("Read")
TURNS = 500


def patiently(read: Callable[[], Read]) -> Read:
    """What is read at last: a database in memory lends a table to one connection at a time, and lets nobody wait."""
    for _turn in range(TURNS):
        try:
            return read()
        except OperationalError as error:
            if "locked" not in str(error):
                raise
            sleep(0.01)
    return read()
