"""What the tests of home share with those of rulings."""

from tests.referee.rulings.conftest import opened, other_result, post, reserved, scored, visit

__all__ = ["opened", "other_result", "post", "reserved", "scored", "visit"]
