"""What the tests of listing share with those of federation."""

from tests.federation.conftest import fitres

__all__ = ["fitres"]
