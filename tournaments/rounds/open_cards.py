"""The boards that are over with what each comes to with all cards in view: a document that takes long.

What the search needs is an extra requirement (docs/deals.md).
"""

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.seats import Seat
from codes.tressette.deals import Deal
from codes.tressette.whole_deals.machine_search import REQUIREMENTS, is_installed
from codes.tressette.whole_deals.solution import DoubleDummy, by_who_leads
from papers.sheets import Tell
from records.rights import Right
from tournaments.papers import imprint_of
from tournaments.rounds.deal_queries import hand_records, keeps_deals
from tournaments.rounds.layout import hand_records_paper
from tournaments.setup.models import Tournament
from tournaments.staff.documents import Document, LayOut

# Cards played in the search for each lead, some four seconds: then what is known so far is told.
NODES_OF_A_LEAD = 20_000_000
# The search lets other threads go on: two boards at once, and the rest of the machine is the desk's.
AT_ONCE = 2


def leads_by_board(
    deals: Sequence[Deal], tell: Tell, *, most_nodes: int = NODES_OF_A_LEAD
) -> dict[int, Mapping[Seat, DoubleDummy]]:
    """By board what each line makes, by who leads; tells board by board how far it is. Raises NotInstalled."""
    leads: dict[int, Mapping[Seat, DoubleDummy]] = {}
    tell(0, len(deals))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for deal, by_lead in zip(deals, pool.map(partial(by_who_leads, most_nodes=most_nodes), deals), strict=True):
            leads[deal.board] = by_lead
            tell(len(leads), len(deals))
    return leads


def _hand_records_layout(tournament: Tournament, _rights: Collection[Right], at: datetime) -> LayOut:
    records = hand_records(tournament)
    imprint = imprint_of(tournament, str(HAND_RECORDS.title), at=at)

    def lay_out(tell: Tell) -> bytes:
        return hand_records_paper(records, imprint, leads_by_board([record.deal for record in records], tell))

    return lay_out


def _missing_solver() -> str:
    if is_installed():
        return ""
    return _(
        "Qui manca la ricerca delle smazzate intere. Chi gestisce il server la aggiunge con "
        "«pip install -r %(file)s» e poi riavvia il programma: il resto funziona anche senza."
    ) % {"file": REQUIREMENTS}


HAND_RECORDS = Document(
    _lazy("Smazzate giocate, a carte viste"),
    "pdf",
    _hand_records_layout,
    needs=frozenset({Right.EXPORT}),
    concerns=keeps_deals,
    lacking=_missing_solver,
)
