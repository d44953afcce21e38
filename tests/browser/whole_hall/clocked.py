"""The tests' settings for a server of its own, whose clock is as many seconds ahead as a file says."""

import os
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from tests.settings import *  # noqa: F403  # everything, and then the clock

_now, _AHEAD = timezone.now, Path(os.environ["CLOCK_AHEAD"])


def _moved() -> datetime:
    return _now() + timedelta(seconds=float(_AHEAD.read_text()))


timezone.now = _moved
