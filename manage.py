#!/usr/bin/env python
"""Django's command line."""

import gc
import os
import sys

from django.core.management import execute_from_command_line

# After how many new objects garbage is looked for. By Python's own figure, for programs of little memory, a command
# looks three times through all that it imports, and nothing there is garbage.
GARBAGE = 50_000


def main() -> None:
    gc.set_threshold(GARBAGE)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
