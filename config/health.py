"""What a balancer, a container or a person at midnight asks the server: is it alive, and can it serve?

Answered before everything else, hence whatever the name by which the server is called, on plain HTTP too, and without
session, language or log-in. Which part fails is said in one word; the log tells the rest to the operator.
"""

import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from codes.library import all_rulebooks
from records import replica

ADDRESSES = frozenset({"/healthz", "/readyz"})
# Below this a database could not write its journal, nor an upload be read.
ROOM = 50 * 2**20

log = logging.getLogger("referee.health")


class Unready(Exception):
    """A part that could not do its work now, in words that name nobody."""


@csrf_exempt
@login_not_required
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is looked at, since to start it again would mend nothing else."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@csrf_exempt
@login_not_required
@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Whether requests may be sent here."""
    failing = list(_failing())
    answer: dict[str, object] = {"ready": not failing, "failing": failing}
    # Without its replica a node serves all the same.
    if "database" not in failing and (copy := replica.replica_state()):
        answer["replica"] = copy
    return JsonResponse(answer, status=503 if failing else 200)


def _failing() -> Iterator[str]:
    for part, check in PARTS.items():
        try:
            check()
        except Unready as why:
            log.error("not ready: %s: %s", part, why)
            yield part
        except Exception as error:  # whatever it is, this part does not work
            log.error("not ready: %s", part, exc_info=error)
            yield part


def database() -> None:
    """It answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def migrations() -> None:
    """Every migration of this program is applied; a database that is ahead serves during an upgrade."""
    if missing := sorted(_ours() - MigrationRecorder(connection).applied_migrations().keys()):
        raise Unready(f"run `manage.py migrate`; missing, first {'.'.join(missing[0])}")


@cache
def _ours() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def disk() -> None:
    """Where the database (if it is a file) and uploads are written there is leave and room to do so.

    Not the backups' folder: while its disk is away the log says so, and play goes on.
    """
    for folder in _written_folders():
        if not os.access(folder, os.W_OK) or shutil.disk_usage(folder).free < ROOM:
            raise Unready(f"{folder} cannot be written, or has less than {ROOM // 2**20} MB left")


def _written_folders() -> Iterator[Path]:
    yield Path(tempfile.gettempdir())
    file = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and file.is_file():
        yield file.parent


def codes() -> None:
    """The codes were read and hold."""
    if not all_rulebooks():
        raise Unready("no code was found")


PARTS: Mapping[str, Callable[[], None]] = {"database": database, "migrations": migrations, "disk": disk, "codes": codes}
