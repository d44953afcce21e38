#!/usr/bin/env python
"""Django's command line."""

import gc
import os
import signal
import sys

# What `make run` does before it serves. Each step is whole or not at all, whenever its process ends; Python takes
# seconds to unwind, and an interruption that comes while garbage is removed is lost.
BEFORE_SERVING = {"prepare_run", "collectstatic"}
if BEFORE_SERVING & set(sys.argv[1:2]) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from django.core.management import execute_from_command_line  # noqa: E402 — Ctrl+C may come while it is read
from django.db.utils import OperationalError  # noqa: E402 — as above

# After how many new objects garbage is looked for. By Python's own figure, for programs of little memory, a command
# looks three times through all that it imports, and nothing there is garbage.
GARBAGE = 50_000


def in_words(error: Exception) -> str:
    """What kept a command from its work, when it is no fault of ours: a full disk, a database that is away or busy."""
    if not isinstance(error, OSError):
        said = str(error).strip().splitlines()
        return f"The database could not be used: {said[0] if said else type(error).__name__}. Nothing was half done."
    return f"{error.filename or 'A file'}: {error.strerror or error}."


def main() -> None:
    gc.set_threshold(GARBAGE)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except (OperationalError, OSError) as error:
        sys.exit(in_words(error))


if __name__ == "__main__":
    main()
