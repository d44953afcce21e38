"""One official record with the lines that prove it, for somebody who has not this program (docs/verify_record.py)."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from records.log import ERASING, hashed_content, line_json
from records.models import LogEntry, RecordSalt
from records.official_records import Sealed
from records.seal_comparison import sealed_models
from records.seals import NO_SALT, Salt, salts_of, shape_of, texts_in
from tournaments.publication.models import Publication
from tournaments.publication.proof import Hash, canonical_publication, hash_state


class Command(BaseCommand):
    """Writes the record's content, its personal texts with their salts, and the log from its seal to the last line."""

    help = "Write an official record with its proof, to be checked by docs/verify_record.py."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("record", help="its name as the log's seals have it, «tournaments.BoardScore:5»")
        parser.add_argument("file", type=Path)
        parser.add_argument("--without-texts", action="store_true", help="leave out what may name somebody")

    def handle(self, *args: Any, record: str, file: Path, without_texts: bool, **options: Any) -> None:
        sealed, model = _find(record)
        shape = shape_of(model)
        values = [getattr(sealed, column) for column in shape.columns]
        salt = salts_of(RecordSalt.objects.filter(record=record)).get(record)
        texts = [
            text
            for name, value in zip(shape.columns, values, strict=True)
            if name in shape.personal and not without_texts
            for text in texts_in(value, shape.personal[name], salt or NO_SALT, name)
        ]
        tournament = model._base_manager.values_list(model.TOURNAMENT, flat=True).get(pk=sealed.pk)
        lines = LogEntry.objects.filter(tournament=tournament).order_by("sequence")
        sealing = _first_line(lines.filter(seals__has_key=record), salt)
        if sealing is None:
            raise CommandError(f"No line of the log seals {record}.")
        chain = [line_json(hashed_content(line)) for line in lines.filter(sequence__gte=sealing.sequence).iterator()]
        proof = {"record": record, "content": shape.content(sealed.pk, values, salt), "texts": texts, "lines": chain}
        if isinstance(sealed, Publication) and hash_state(sealed) is Hash.SAME:
            # The bytes whose hash stands on papers, to be compared with the record.
            proof["hashed"] = canonical_publication(sealed).decode()
        file.write_text(json.dumps(proof, ensure_ascii=False, indent=1))
        self.stdout.write(f"{record}: {len(chain)} lines up to {lines.latest('sequence').sequence}")


def _first_line(sealing: QuerySet[LogEntry], salt: Salt | None) -> LogEntry | None:
    """The line of its last change; what was erased since is proved by digests, unless it left none."""
    texts = salt.texts.values() if salt else ()
    changed = sealing.exclude(action__in=ERASING).last()
    bare = max((number for text in texts for number, was in text.get("erased", ()) if was is None), default=0)
    return changed if changed and bare < changed.sequence else sealing.filter(sequence__gte=bare).first()


def _find(record: str) -> tuple[Sealed, type[Sealed]]:
    label, _colon, key = record.rpartition(":")
    model = next((model for model in sealed_models() if model._meta.label == label), None)
    sealed = model._base_manager.filter(pk=key).first() if model and key.isdecimal() else None
    if model is None or sealed is None:
        raise CommandError(f"There is no official record {record!r}.")
    return sealed, model
