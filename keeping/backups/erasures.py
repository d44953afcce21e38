"""What was erased stays so in a backup of before: a list beside the backups tells it, without anybody's name.

It names players and records by their keys, so that whoever restores an old backup erases the same again.
"""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model

from keeping.backups.archive import BadBackup
from keeping.backups.automatic import make_own
from keeping.erasing.actions import by_the_program, erase_again
from keeping.erasing.models import Erasure
from keeping.erasing.queries import MODELS as DERIVED
from keeping.erasing.queries import searched_models, text_at_place, texts_by_key
from keeping.erasing.sweep import sweep
from people.accounts.models import Player, User
from records.log import line_json
from records.models import IdempotencyKey, LogEntry, RecordSalt
from records.outside import ERASURES, read_file, read_json

LIST = "erasures.json"
KIND = "referee erasures"


def finish_erasure(tables: Collection[str]) -> list[str]:
    """After an erasure, outside its transaction: sweep the database and write the list; what could not be done."""
    if connection.in_atomic_block:  # tests, which take everything back
        return []
    troubles = sweep(tables)
    try:
        keep_list()
    except (OSError, BadBackup) as error:
        troubles.append(f"{error}. Then write the list of erasures by `manage.py erase --sweep`.")
    return troubles


def swept_tables() -> list[str]:
    """Every table that may have held what was erased."""
    models: tuple[type[Model], ...] = (*searched_models(), Player, User, RecordSalt, IdempotencyKey, Session)
    derived = (apps.get_model(label) for label in sorted(DERIVED))
    return [model._meta.db_table for model in (*models, *derived)]


def keep_list() -> None:
    """Write the list where the backups go; without such a folder there are no backups of ours."""
    if not settings.BACKUP_DIR:
        return
    folder = Path(settings.BACKUP_DIR)
    if not folder.is_dir():
        make_own(folder)
    content = {
        "kind": KIND,
        "database": database_origin(),
        "erasures": [
            {"number": erasure.number, "player": erasure.player_id, "reason": erasure.reason, "places": erasure.places}
            for erasure in Erasure.objects.order_by("number")
        ],
    }
    part = folder / f"{LIST}.part"
    part.write_text(json.dumps(content, ensure_ascii=False, indent=1))
    part.chmod(0o600)
    part.replace(folder / LIST)


def database_origin() -> str:
    """Which database this is, whatever was written or erased since: a digest of when its very first line was, by whom.

    Of nothing that the line says: that may name somebody, and be erased here and not in a backup.
    """
    first = LogEntry.objects.order_by("pk").values_list("tournament", "at", "actor", "action").first()
    return hashlib.sha256(line_json(first).encode()).hexdigest() if first else ""


def erasure_list_for(backup: Path) -> Path | None:
    """The list that goes with a backup: beside it, or where the backups of this installation go."""
    places = [backup.parent, *([Path(settings.BACKUP_DIR)] if settings.BACKUP_DIR else [])]
    return next((place / LIST for place in places if (place / LIST).is_file()), None)


def erase_what_was(path: Path) -> Iterator[str]:
    """Erase from a restored database what was erased after its backup; tells each in words. Raises ValueError."""
    content = read_json(read_file(path, ERASURES), ERASURES)
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise ValueError(f"{path} is no list of erasures.")
    if content["database"] not in ("", database_origin()):
        yield f"{path} is of another database: nothing of it was erased here."
        return
    known = set(Erasure.objects.values_list("number", flat=True))
    for erasure in content["erasures"]:
        if erasure["number"] not in known:
            _erase(erasure)
            yield f"Erased again what erasure no. {erasure['number']} had erased since the backup."


def _erase(erasure: Mapping[str, Any]) -> None:
    player = Player.objects.filter(pk=erasure["player"]).first() if erasure["player"] else None
    if erasure["player"] and player is None:  # not yet in this backup
        return
    places = {f"{record}:{place}": spans for record, place, spans in erasure["places"]}
    if player is not None:
        texts = texts_by_key(player, places.keys())
    else:
        texts = [text for place in erasure["places"] if (text := text_at_place(*place)) is not None]
    by = by_the_program(datetime.now(UTC), f"erase-again-{erasure['number']}")
    erase_again(by=by, number=erasure["number"], player=player, found=texts, reason=erasure["reason"])
