"""The end of a tournament: concluded when all its standings are final, interrupted by what nobody can help."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournaments.actions.base import Actor, action, require, required_text
from tournaments.actions.deals import open_deals
from tournaments.log import write_line
from tournaments.models import Ending, Tournament
from tournaments.permissions import Right
from tournaments.publishing.ending import open_stages, unconfirmed_behind, verdict
from tournaments.publishing.gaps import not_confirmed
from tournaments.publishing.state import open_appeals
from tournaments.queries import Unconfirmed
from tournaments.queries.sittings import only_sittings, sittings_of
from tournaments.refusals import Refused


@action
def conclude(*, by: Actor, tournament: Tournament) -> Tournament:
    """End a tournament whose stages all have final standings, and whose tables of three or five all have a score."""
    _check_may_end(by, tournament)
    stages = open_stages(tournament)
    if stages:
        names = ", ".join(stage.name for stage in stages)
        raise Refused(_("Non è definitiva la classifica di: %(stages)s.") % {"stages": names})
    if missing := sum(view.missing for view in sittings_of(tournament)):
        raise Refused(_("Tavoli di tre o di cinque senza punteggio: %(tables)d.") % {"tables": missing})
    if not tournament.publications.exists() and not only_sittings(tournament):
        raise Refused(_("Nessuna classifica è stata pubblicata."))
    if open_appeals(tournament):
        raise Refused(_("Un reclamo è ancora in esame."))
    return _end(tournament, by, Ending.CONCLUDED, "")


@action
def interrupt(*, by: Actor, tournament: Tournament, reason: str, let_be: Collection[Unconfirmed] = ()) -> Tournament:
    """End a tournament that cannot go on (F.I.Bur. 41); the rounds already closed say what becomes of the prizes.

    let_be: the scores behind the prizes that nobody confirmed, as whoever ends it read them. Any other is named first:
    provisional standings give prizes here, and are final from now on.
    """
    _check_may_end(by, tournament)
    why = required_text(reason, _("Scrivi perché il torneo non può proseguire."))
    waiting = unconfirmed_behind(verdict(tournament))
    if unseen := [one for one in waiting if one not in let_be]:
        raise Refused(not_confirmed(tournament, unseen))
    return _end(tournament, by, Ending.INTERRUPTED, why, unconfirmed=waiting)


def _check_may_end(by: Actor, tournament: Tournament) -> None:
    require(by, tournament, Right.PUBLISH_STANDINGS)
    if tournament.has_ended:
        raise Refused(_("Il torneo è già finito."))


def _end(
    tournament: Tournament, by: Actor, ending: Ending, reason: str, *, unconfirmed: Collection[Unconfirmed] = ()
) -> Tournament:
    found = verdict(tournament)
    tournament.ending, tournament.ended_at, tournament.end_reason = ending.value, by.at, reason
    tournament.save(update_fields=["ending", "ended_at", "end_reason"])
    write_line(
        tournament=tournament,
        actor=by.user,
        at=by.at,
        action="conclude" if ending is Ending.CONCLUDED else "interrupt",
        record=tournament,
        data={
            "played": found.halfway.played,
            "planned": found.halfway.planned,
            "publication": found.publication.number if found.publication else None,
            "reason": reason,
            **({"unconfirmed": [list(one) for one in unconfirmed]} if unconfirmed else {}),
        },
    )
    open_deals(by=by, tournament=tournament)
    return tournament
