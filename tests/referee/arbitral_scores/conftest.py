"""What the tests of arbitral_scores share with those of rulings."""

from tests.referee.rulings.conftest import other_result, post, scored, visit

__all__ = ["other_result", "post", "scored", "visit"]
