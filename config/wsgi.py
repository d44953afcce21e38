"""WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

# The codes are read and checked now, so that the first arbiter does not wait for it (and a bad one stops the start).
from referee.library import all_rulebooks  # noqa: E402 — after Django is set up

all_rulebooks()
