"""What the figures are called that the federal judge gives a score or a row of standings."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

FIGURE_NAMES: Mapping[str, Promise] = {
    "points_a": _lazy("Punti della linea A"),
    "points_b": _lazy("Punti della linea B"),
    "accusa_a": _lazy("di cui accusa della linea A"),
    "accusa_b": _lazy("di cui accusa della linea B"),
    "vp_a": _lazy("VP della linea A"),
    "vp_b": _lazy("VP della linea B"),
    "mp_a": _lazy("MP della linea A"),
    "mp_b": _lazy("MP della linea B"),
    "vp": _lazy("VP da aggiungere, col meno davanti da togliere"),
    "mp": _lazy("MP da aggiungere, col meno davanti da togliere"),
}


def figures_by_name(figures: Mapping[str, int]) -> list[tuple[str, int]]:
    """The figures with their names, in the order of the names above."""
    return [(str(name), figures[key]) for key, name in FIGURE_NAMES.items() if key in figures]
