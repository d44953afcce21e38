#!/usr/bin/env python
"""Django's command line."""

import gc
import os
import sys

from django.core.management import execute_from_command_line
from django.db.utils import OperationalError

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
