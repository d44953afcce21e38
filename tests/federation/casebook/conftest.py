"""What the tests of casebook share with those of archive."""

from tests.federation.archive.one_world.conftest import made
from tests.module_database import db_taken_back, world

__all__ = ["db_taken_back", "made", "world"]
