"""The deals of a tournament: made before the first board is given out, printed for the packs, opened at its end."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from codes.tressette.deals import Deal, commitment, commitment_to, deals_text
from records.action import Actor, action, required_text, save_checked
from records.refusals import Refused
from records.rights import Right
from tournaments.deals.models import DealSecret, DealSet, DealsOpened
from tournaments.deals.queries import deal_set_of, hands_of_boards, keeps_deals, kept_of
from tournaments.own_club.queries import plays_in
from tournaments.scores.guards import check_running
from tournaments.scores.round_queries import last_begun_round
from tournaments.setup.models import Tournament


@action(Right.MANAGE_ROUNDS, logs="make_deals_drawn")
def draw_deals(*, by: Actor, tournament: Tournament, boards: int, seed: str, seen: int, reason: str = "") -> DealSet:
    """Deal so many boards from a seed that nobody is told; seen: the version that the page showed, 0 for none.

    Who directs and plays may do it: nothing of it is shown.
    """
    made = DealSet(source=DealSet.Source.DRAWN, boards=boards, commitment=commitment(seed))
    return _make(made, by=by, tournament=tournament, seen=seen, reason=reason, secret=seed)


@action(Right.MANAGE_ROUNDS, logs="make_deals_written")
def write_deals(
    *, by: Actor, tournament: Tournament, deals: Sequence[Deal], salt: str, seen: int, reason: str = ""
) -> DealSet:
    """Keep deals that were made elsewhere; who plays in the tournament has them from nobody."""
    if plays_in(by.user, tournament):
        raise Refused(_("Giochi in questo torneo: le smazzate le scrive chi non gioca, o le estrae il programma."))
    in_order = sorted(deals, key=lambda deal: deal.board)
    made = DealSet(source=DealSet.Source.WRITTEN, boards=len(deals), commitment=commitment_to(in_order, salt=salt))
    text = deals_text(in_order)
    return _make(made, by=by, tournament=tournament, seen=seen, reason=reason, secret=salt, text=text)


def _make(
    made: DealSet, *, by: Actor, tournament: Tournament, seen: int, reason: str, secret: str, text: str = ""
) -> DealSet:
    check_running(tournament)
    if not keeps_deals(tournament):
        raise Refused(_("Solo un torneo di tressette duplicato ha le smazzate preparate prima."))
    if last_begun_round(tournament):
        raise Refused(_("Le prime smazzate sono già in gioco: da qui in poi non si preparano né si cambiano."))
    before = deal_set_of(tournament)
    if seen != (before.version if before else 0):
        raise Refused(_("Intanto qualcun altro ha preparato le smazzate: riguarda, e rifalle solo se serve."))
    why = required_text(reason, _("Scrivi perché le smazzate si rifanno.")) if before else reason.strip()
    made.tournament, made.version, made.reason = tournament, seen + 1, why
    made.made_by, made.made_at = by.user, by.at
    save_checked(made)
    DealSecret.objects.create(deal_set=made, secret=secret, text=text)
    data = {"deals": made.boards, "deals_version": made.version, "commitment": made.commitment, "reason": why}
    return by.log(made, **data)


@action(Right.MANAGE_ROUNDS)
def print_packs(*, by: Actor, tournament: Tournament, first: int, last: int) -> DealSet:
    """Note that somebody takes the cards of these boards on paper, to prepare the packs; who plays may not."""
    if plays_in(by.user, tournament):
        raise Refused(_("Giochi in questo torneo: i fogli per i mazzi li stampa chi non gioca."))
    made = deal_set_of(tournament)
    if made is None:
        raise Refused(_("Prima prepara le smazzate: non ce ne sono ancora."))
    if last < first:
        raise Refused(_("Scrivi da quale smazzata a quale: la prima non viene dopo l’ultima."))
    wanted = range(first, last + 1)
    if missing := sorted(set(wanted) - hands_of_boards(tournament, wanted).keys()):
        raise Refused(_("Di queste smazzate non c’è la distribuzione: %(boards)s.") % {"boards": _listed(missing)})
    return by.log(made, packs=[first, last], deals_version=made.version)


def open_deals(*, by: Actor, tournament: Tournament) -> DealsOpened | None:
    """Within the action that ends the tournament: tell everybody the seed, or the salt and the text, of its deals."""
    kept = kept_of(tournament)
    if kept is None:
        return None
    opened = DealsOpened.objects.create(
        deal_set=kept.deal_set, secret=kept.secret, text=kept.text, opened_by=by.user, opened_at=by.at
    )
    return by.log(opened, "open_deals", deals=kept.deal_set.boards, opened=kept.secret)


def _listed(boards: Sequence[int], most: int = 12) -> str:
    told = ", ".join(map(str, boards[:most]))
    return f"{told} …" if len(boards) > most else told
