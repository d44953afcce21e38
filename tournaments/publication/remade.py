"""The last standings of each stage, made anew from the records of now.

What they are made of is sealed; a chain that was rebuilt whole has to be consistent too: whoever forged a setting, a
state of a round or who sat where, and its seal with it, forges standings that were published. Only where something was
lawfully done since, which may move them, is nothing compared: the next publication is.
"""

import json
from collections.abc import Iterator
from typing import Any

from people.accounts.models import ERASED
from records.seals import canonical_json
from tournaments.planning.models import Stage
from tournaments.publication.models import Publication
from tournaments.publication.proof import engine_version
from tournaments.publication.snapshots import snapshot
from tournaments.setup.models import Tournament

# What is done after standings were shown and moves none of them.
QUIET = frozenset(
    """
    publish_provisional publish_final conclude interrupt report_error answer_report close_reports set_prize remove_prize
    file_appeal name_judge release_judge note_on_appeal settle_deposit open_deals load_answer propose_class
    erase_person black_out let_go
    """.split()
)
# Of a line of standings what a name says, which may be mended or erased.
NAMES = ("name", "players", "category")


def last_publications(tournament: Tournament) -> Iterator[Publication]:
    """Of each stage the last, if nothing has moved its standings since and the program that made it is this one."""
    for stage in Stage.objects.filter(tournament=tournament).order_by("number"):
        last = Publication.objects.filter(stage=stage).select_related("stage__tournament").order_by("number").last()
        if last is None or last.engine_version != engine_version():
            continue
        since = tournament.log.filter(sequence__gt=last.data_version)
        if not since.exclude(action__in=QUIET).exists():
            yield last


def rows_now(publication: Publication) -> Any:
    """Its lines as they are now, if its figures come out again; None also where the records cannot even be counted."""
    try:
        now = snapshot(publication.stage)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return None
    same = now.round_number == publication.round_number and _figures(now.rows) == _figures(publication.rows)
    return now.rows if same else None


def names_unlike(published: Any, now: Any) -> Iterator[tuple[str, str]]:
    """Who was published under another name than they have now, in the order of the lines; not whom a mark replaces."""
    for before, after in zip(_lines(published), _lines(now), strict=False):
        for was, called in zip(_names(before), _names(after), strict=False):
            if was != called and ERASED not in was + called:
                yield was, called


def _lines(sections: Any) -> Iterator[Any]:
    return (row for section in sections for row in section["rows"])


def _names(row: Any) -> list[str]:
    return [str(row["name"]), *map(str, row["players"])]


def _figures(rows: Any) -> str:
    sections = [
        {**section, "name": "", "rows": [{**row, **dict.fromkeys(NAMES)} for row in section["rows"]]}
        for section in rows
    ]
    return canonical_json(json.loads(json.dumps(sections)))
