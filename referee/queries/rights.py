"""Who may act on a case: by the role, or because the director answers for what concerns a whole match."""

from collections.abc import Collection

from codes.library import get_rulebook
from tournaments.models import Tournament
from tournaments.permissions import Right


def is_of_match(tournament: Tournament, procedure: str) -> bool:
    """Whether the anomaly concerns the whole match and not one deal; none chosen yet does not."""
    known = get_rulebook(tournament.rulebook).procedures.get(procedure)
    return known is not None and known.whole_match


def reaches(rights: Collection[Right], right: Right, tournament: Tournament, procedure: str) -> bool:
    """Whether these rights hold that one over the anomaly.

    Lateness, absence and lost sheets are told to the director (F.I.Bur. 39): who may give penalties may rule on them.
    """
    return right in rights or (Right.GIVE_ADJUSTMENT in rights and is_of_match(tournament, procedure))
