"""Prizes: what the places win, in the whole field, a group or a category; changed freely until the tournament ends.

The end of a tournament: concluded when all its standings are final, interrupted by what nobody can help.
"""

from collections.abc import Collection

from django.utils.translation import gettext as _

from records.action import Actor, action, required_text, save_checked
from records.locks import check_fields_unchanged
from records.refusals import Refused
from records.rights import Right
from tournaments.deals.actions import open_deals
from tournaments.prizes.queries import open_stages, prizes_after_stop, unconfirmed_behind
from tournaments.publication.models import Prize
from tournaments.publication.state import open_appeals
from tournaments.rounds.queries import UnconfirmedScore, not_confirmed
from tournaments.setup.models import Ending, Tournament
from tournaments.sittings.queries import only_sittings, sittings_of
from tournaments.stages.models import Group

# What the page of a prize shows and changes.
FIELDS = ("name", "place_from", "place_to", "group", "category", "cents", "in_kind")


@action(Right.PUBLISH_STANDINGS)
def set_prize(
    *,
    by: Actor,
    tournament: Tournament,
    prize: Prize | None = None,
    group: Group | None,
    category: str,
    place_from: int,
    place_to: int,
    name: str,
    cents: int | None = None,
    in_kind: bool = False,
    seen: str | None = None,
) -> Prize:
    """Put a prize up for some places, or change one; of a group or of a category, not of both.

    seen: what the page showed of the one to change (`fields_digest` its FIELDS).
    """
    _check_not_ended(tournament)
    if prize is not None:
        check_fields_unchanged(prize, FIELDS, seen)
    if group is not None and group.stage.tournament_id != tournament.pk:
        raise ValueError(f"{group} is not a group of {tournament}")
    if group is not None and category.strip():
        raise Refused(_("Un premio è di un girone o di una categoria, non di tutti e due."))
    put = prize or Prize(tournament=tournament)
    put.group, put.category, put.name = group, category.strip(), name.strip()
    put.place_from, put.place_to = place_from, place_to
    put.cents, put.in_kind = cents, in_kind
    save_checked(put)
    return _log_prize(by, put)


@action(Right.PUBLISH_STANDINGS)
def remove_prize(*, by: Actor, prize: Prize, seen: str | None = None) -> Tournament:
    tournament = prize.tournament
    _check_not_ended(tournament)
    check_fields_unchanged(prize, FIELDS, seen)
    # Before it goes: the line names it by its key.
    _log_prize(by, prize)
    prize.delete()
    return tournament


def _check_not_ended(tournament: Tournament) -> None:
    if tournament.has_ended:
        raise Refused(_("Il torneo è finito: i premi non cambiano più."))


def _log_prize(by: Actor, prize: Prize) -> Prize:
    return by.log(
        prize,
        prize=prize.name,
        places=[prize.place_from, prize.place_to],
        group=prize.group.name if prize.group else "",
        category=prize.category,
        cents=prize.cents,
        in_kind=prize.in_kind,
    )


@action(Right.PUBLISH_STANDINGS)
def conclude(*, by: Actor, tournament: Tournament) -> Tournament:
    """End a tournament whose stages all have final standings, and whose tables of three or five all have a score."""
    _check_running(tournament)
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


@action(Right.PUBLISH_STANDINGS)
def interrupt(
    *, by: Actor, tournament: Tournament, reason: str, let_be: Collection[UnconfirmedScore] = ()
) -> Tournament:
    """End a tournament that cannot go on (F.I.Bur. 41); the rounds already closed say what becomes of the prizes.

    let_be: the scores behind the prizes that nobody confirmed, as whoever ends it read them. Any other is named first:
    provisional standings give prizes here, and are final from now on.
    """
    _check_running(tournament)
    why = required_text(reason, _("Scrivi perché il torneo non può proseguire."))
    waiting = unconfirmed_behind(prizes_after_stop(tournament))
    if unseen := [one for one in waiting if one not in let_be]:
        raise Refused(not_confirmed(tournament, unseen))
    return _end(tournament, by, Ending.INTERRUPTED, why, unconfirmed=waiting)


def _check_running(tournament: Tournament) -> None:
    if tournament.has_ended:
        raise Refused(_("Il torneo è già finito."))


def _end(
    tournament: Tournament, by: Actor, ending: Ending, reason: str, *, unconfirmed: Collection[UnconfirmedScore] = ()
) -> Tournament:
    found = prizes_after_stop(tournament)
    tournament.ending, tournament.ended_at, tournament.end_reason = ending.value, by.at, reason
    tournament.save(update_fields=["ending", "ended_at", "end_reason"])
    by.log(
        tournament,
        played=found.halfway.played,
        planned=found.halfway.planned,
        publication=found.publication.number if found.publication else None,
        reason=reason,
        **({"unconfirmed": [list(one) for one in unconfirmed]} if unconfirmed else {}),
    )
    open_deals(by=by, tournament=tournament)
    return tournament
