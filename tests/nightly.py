"""Whether this is the night's run: the same tests with more examples of each (`make nightly`)."""

import os

NIGHTLY = "NIGHTLY" in os.environ
