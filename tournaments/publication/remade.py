"""The last standings of each stage, made anew from the records of now.

What they are made of is sealed; a chain that was rebuilt whole has to be consistent too: whoever forged a setting, a
state of a round or who sat where, and its seal with it, forges standings that were published. Only where something was
lawfully done since, which may move them, is nothing compared: the next publication is.
"""

import json
from collections.abc import Iterator
from typing import Any

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


def is_as_now(publication: Publication) -> bool:
    """Whether its figures come out again; where the records cannot even be counted they do not."""
    try:
        now = snapshot(publication.stage)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return False
    return now.round_number == publication.round_number and _figures(now.rows) == _figures(publication.rows)


def _figures(rows: Any) -> str:
    sections = [
        {**section, "name": "", "rows": [{**row, **dict.fromkeys(NAMES)} for row in section["rows"]]}
        for section in rows
    ]
    return canonical_json(json.loads(json.dumps(sections)))
