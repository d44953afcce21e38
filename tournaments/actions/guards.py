"""What stops every change of a result: standings that are final, a tournament that has ended."""

from django.utils.translation import gettext as _

from tournaments.actions.base import Refused
from tournaments.models import Publication, Stage, Tournament


def check_open(tournament: Tournament, stage: Stage | None, *, reference: str = "") -> None:
    """Refuse to change what final standings of the stage rest on (F.I.Bur. 20), or a tournament that has ended.

    A decision that comes later is named by its reference: it changes the figures, and other standings are published.
    """
    if reference.strip():
        return
    if tournament.has_ended:
        raise Refused(_("Il torneo è finito: cambia solo per una decisione, di cui va indicato il riferimento."))
    final = Publication.objects.filter(tournament=tournament, kind=Publication.Kind.FINAL)
    if stage is not None and final.filter(stage=stage).exists():
        final_words = _("La classifica di questa fase è definitiva (art. 20):")
        raise Refused(final_words + " " + _("cambia solo per una decisione, col suo riferimento."))
