"""How a list was read, told alike to whoever looks at entries, at players or at a roster before they count."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from people.imports.table import ListSheet
from tournaments.papers import printed_otherwise

MOST_NAMED = 20


@dataclass(frozen=True)
class Reading:
    """What to know of it; rows: how many are taken with a notice; names: those whose letters no paper has are told."""

    name: str = ""
    order: str = ""
    turned: Sequence[str] = ()
    columns: Sequence[str] = ()
    left_out: Sequence[str] = ()
    days: Sequence[str] = ()
    sheets: Sequence[str] = ()
    rows: int = 0
    names: Iterable[str] = ()

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """Each with its title."""
        told = {
            _("Letto come"): self.name,
            _("Ordine dei nomi"): self.order,
            _("Cognome e nome forse scambiati"): _some(self.turned),
            _("Colonne lette"): ", ".join(self.columns),
            _("Colonne lasciate fuori"): ", ".join(self.left_out),
            _("Giorni letti così"): _some(self.days),
            _("Altri fogli, non letti"): ", ".join(self.sheets),
            _("Righe con un avviso"): str(self.rows or ""),
            _("Nomi con lettere che non si stampano"): _some(
                [f"{name} → {shown}" for name, shown in printed_otherwise(self.names)]
            ),
        }
        return ((title, text) for title, text in told.items() if text)


def _some(texts: Sequence[str]) -> str:
    return ", ".join(texts[:MOST_NAMED]) + (" …" if len(texts) > MOST_NAMED else "")


def other_sheets(tables: Sequence[ListSheet], chosen: int) -> list[str]:
    """The sheets that are not the one chosen, with how many rows they have."""
    others = [table for place, table in enumerate(tables) if place != chosen]
    return [
        _("%(name)s (righe: %(count)d)") % {"name": table.name, "count": len(table.rows)}
        for table in others
        if table.name
    ]
