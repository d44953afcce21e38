"""What every page of a tournament's document carries, and sheets as such a document."""

from datetime import datetime

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from papers.download import download
from papers.imprint import Imprint
from papers.sheets import Sheet, local
from records.log import Head
from tournaments import papers
from tournaments.setup.models import Tournament
from tournaments.setup.public_names import NOBODY, public_names


def imprint_of(tournament: Tournament, title: str, *, at: datetime, in_full: bool = False) -> Imprint:
    """in_full: a paper for who rules on the persons it names, which nobody hangs up."""
    author, language = tournament.federation.name or tournament.name, get_language() or "it"
    head = str(Head.current(tournament))
    names = NOBODY if in_full else public_names(tournament.slug, local(at).date())
    code = f"{tournament.slug} {head}"
    return Imprint(title, tournament.name, at, author, language, head, code, names)


def sheets_as(
    kind: str,
    sheets: list[Sheet] | tuple[Sheet, ...],
    tournament: Tournament,
    *,
    title: str,
    in_full: bool = False,
) -> HttpResponse:
    """in_full: with the names of minors, for who rules on them."""
    imprint = imprint_of(tournament, title, at=timezone.now(), in_full=in_full)
    lay_out = papers.pdf if kind == "pdf" else papers.workbook
    return download(lay_out(sheets, imprint), f"{tournament.name} – {title}", kind)
