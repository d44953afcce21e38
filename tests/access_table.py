"""Who may do what at every address, as data: the tests walk it, and an address that is not here fails them.

A row (`tests/access/`) says, for each method that the address answers, what it takes: a right in the tournament, or a
condition (`tests/access/needs.py`). Every other method answers 405.
"""

from collections.abc import Mapping

from tests.access.arbitration import ARBITRATION
from tests.access.desk import DESK
from tests.access.doors import DOORS
from tests.access.federation import FEDERATION
from tests.access.needs import METHODS, Condition, Need, Row
from tests.access.public import PUBLIC

__all__ = ["ACCESS", "METHODS", "Condition", "Need", "Row"]

PARTS = (DOORS, FEDERATION, PUBLIC, DESK, ARBITRATION)
ACCESS: Mapping[str, Row] = {name: row for part in PARTS for name, row in part.items()}
if len(ACCESS) != sum(map(len, PARTS)):
    raise ValueError("An address stands in two parts of the table.")
