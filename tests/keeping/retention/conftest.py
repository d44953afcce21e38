"""What the tests of retention share with those of erasing."""

from tests.keeping.erasing.conftest import made, olga
from tests.module_database import db_taken_back, world

__all__ = ["db_taken_back", "made", "olga", "world"]
