"""Published standings read and proven once for everybody: some megabytes that never change."""

import time
from dataclasses import dataclass

from tournaments.hall.keeping import Latest
from tournaments.models import Publication
from tournaments.publishing.proof import Hash, hash_made_again, heading
from tournaments.publishing.reading import PublishedRows, pending_of, rows_of


@dataclass(frozen=True)
class Proven:
    """The rows of a publication, the tables that had no result then, and whether its hash follows from its content."""

    rows: PublishedRows
    pending: tuple[tuple[int, int], ...]
    hash: Hash


# Publications of a few thousand rows are some megabytes each.
PROVEN: Latest[Proven] = Latest(most=4)
PROVEN_SECONDS = 60


def proven(publication: Publication) -> Proven:
    # Its rows as they were a minute ago at most: triggers let none of them change.
    mark = publication.hash, heading(publication), int(time.time() // PROVEN_SECONDS)

    def read() -> Proven:
        pending = tuple(pending_of(publication))
        return Proven(rows_of(publication), pending, hash_made_again(publication))

    return PROVEN.get(publication.pk, mark, read)
