"""WSGI entry point."""

import gc
import logging
import os
import sys

from django.core.wsgi import get_wsgi_application

# All that is made from here on stays: looking for garbage in it took a third of the reading of the codes.
gc.disable()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

# The pages, the codes and what finds their anomalies are read now: the first arbiter does not wait for them (and a bad
# code stops the start), and the processes that part from this one share them.
from django.conf import settings  # noqa: E402 — after Django is set up
from django.db import connection  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from codes.finding.procedures import prepare  # noqa: E402
from codes.library import all_rulebooks  # noqa: E402
from config.sqlite import in_force  # noqa: E402
from keeping.backups import versions  # noqa: E402
from referee.demo import presence  # noqa: E402

get_resolver().reverse_dict  # noqa: B018 — asked for once, it is there for every page
prepare(all_rulebooks())
if why_not := versions.newer_database_refusal(connection) or presence.refusal():
    sys.exit(why_not)  # a sentence for whoever starts it, and no traceback above it
if connection.vendor == "sqlite":
    logging.getLogger(__name__).info(in_force(connection, settings.SQLITE))
gc.freeze()  # and no process that is forked writes into the pages of memory that it shares with the others
gc.enable()
connection.close()  # gunicorn forks now: no process may use a connection that another one opened
