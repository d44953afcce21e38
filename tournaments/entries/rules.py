"""What the code says of substitutions and of who may enter: objections, each with its article (F.I.Bur. 39).

The code of tressette is silent: the same rules serve there as a custom, and are told as such.

What an entry is called by its players.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q
from django.utils.translation import gettext as _

from people.accounts.models import Player
from people.players.queries import with_merged
from tournaments.entries.models import Entry, EntryEvent, EntryMember
from tournaments.rounds.models import LINES, Board, Round, Table
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import BoardScore
from tournaments.scores.round_queries import last_begun_round, rounds_planned
from tournaments.setup.games import GameId
from tournaments.setup.models import Contest, Tournament

ARTICLE = 39
# How many players an entry may have replaced in all: a team two, a pair both but at once.
TEAM_SUBSTITUTES = 2


@dataclass(frozen=True)
class Objection:
    """Why something is not admitted; `may_depart`: a director may allow it all the same, with a written reason."""

    words: str
    may_depart: bool = True

    def __str__(self) -> str:
        return self.words


def rule_with_article(tournament: Tournament, words: str) -> str:
    """The rule with where it stands: in the code of the tournament's game, or in the other's as a custom."""
    if tournament.game == GameId.BURRACO:
        return _("%(rule)s (art. %(article)d)") % {"rule": words, "article": ARTICLE}
    return _("%(rule)s (uso, dall’art. %(article)d del codice di burraco)") % {"rule": words, "article": ARTICLE}


def first_round_of_substitute(tournament: Tournament) -> int:
    """The first round that a substitute can play: the one after the last begun, be it shown already."""
    return last_begun_round(tournament) + 1


@dataclass(frozen=True)
class DealsLeft:
    """The round being played, and the deals of it that an entry's table has not scored yet, from the first open one."""

    round: Round
    deals: Sequence[int]


def deals_left(entry: Entry) -> DealsLeft | None:
    """From which deals on somebody may sit down for the entry in the round being played; None where it plays none.

    A team changes its line-up from match to match: nobody sits down for it in between.
    """
    if entry.tournament.contest == Contest.TEAMS:
        return None
    mine = Q(line_a=entry) | Q(line_b=entry) | Q(line_a2=entry) | Q(line_b2=entry)
    tables = Table.objects.filter(mine, round__tournament=entry.tournament_id, round__state=Round.State.PLAYING)
    table = tables.filter(line_b__isnull=False).select_related("round__tournament").first()
    if table is None or MatchScore.objects.current().filter(table=table).exists():
        return None
    scored = BoardScore.objects.current().filter(table=table).values_list("board__number", flat=True)
    deal_of = entry.tournament.deal_of
    last = max(map(deal_of, scored), default=0)
    deals = [deal for board in Board.objects.played_at(table) if (deal := deal_of(board.number)) > last]
    return DealsLeft(table.round, deals) if deals else None


def half_is_over(tournament: Tournament) -> bool:
    """Whether more than half of the rounds foreseen have begun; half of them exactly is not more."""
    return 2 * last_begun_round(tournament) > rounds_planned(tournament)


def half_is_reached(tournament: Tournament) -> bool:
    """Whether half of the rounds foreseen have begun, or more: teams are substituted before it."""
    planned = rounds_planned(tournament)
    return planned > 0 and 2 * last_begun_round(tournament) >= planned


def first_seating_is_shown(tournament: Tournament) -> bool:
    """Whether the tables of the first round hang out, and its play has not begun."""
    first = Round.objects.filter(tournament=tournament, number=1).first()
    return first is not None and first.state == Round.State.PUBLISHED


def of_substitution(
    entry: Entry, leaving: Sequence[EntryMember], arriving: Sequence[Player], *, announced: bool
) -> list[Objection]:
    """Every objection to a substitution; none: it is admitted as it is."""
    return [
        *_of_time(entry, announced=announced),
        *_of_number(entry, len(leaving)),
        *of_new_players(entry.tournament, arriving, joining=entry),
    ]


def _of_time(entry: Entry, *, announced: bool) -> Iterator[Objection]:
    tournament = entry.tournament
    is_team = tournament.contest == Contest.TEAMS
    if half_is_reached(tournament) if is_team else half_is_over(tournament):
        figures = {"begun": last_begun_round(tournament), "planned": rounds_planned(tournament)}
        words = _("si sostituisce finché non è passata la metà dei turni: ne sono cominciati %(begun)d su %(planned)d")
        if is_team:
            words = _("di una squadra si sostituisce prima della metà dei turni: cominciati %(begun)d su %(planned)d")
        yield Objection(rule_with_article(tournament, words % figures))
    if first_seating_is_shown(tournament) and not announced:
        words = _(
            "esposti i tavoli del primo turno, si sostituisce solo chi aveva avvisato l’organizzazione di non poter "
            "partecipare"
        )
        yield Objection(rule_with_article(tournament, words))


def _of_number(entry: Entry, leaving: int) -> Iterator[Objection]:
    tournament, before = entry.tournament, substituted_players(entry)
    if tournament.contest == Contest.TEAMS:
        if before + leaving > TEAM_SUBSTITUTES:
            words = _("di una squadra si sostituiscono al più due giocatori: ne sono già stati sostituiti %(count)d")
            yield Objection(rule_with_article(tournament, words % {"count": before}))
    elif before:
        yield Objection(rule_with_article(tournament, _("chi ha già avuto una sostituzione non ne ha altre")))


def substituted_players(entry: Entry) -> int:
    events = EntryEvent.objects.filter(entry=entry, kind=EntryEvent.Kind.SUBSTITUTED)
    return sum(len(event.data.get("out", [])) for event in events)


def of_new_players(
    tournament: Tournament, players: Sequence[Player], *, joining: Entry | None = None
) -> list[Objection]:
    """Who is entered already, has sat in this tournament before, or stands twice in the same entry."""
    objections = [
        Objection(_("%(player)s è indicato due volte.") % {"player": player}, may_depart=False)
        for player in dict.fromkeys(players)
        if players.count(player) > 1
    ]
    places = EntryMember.objects.filter(entry__tournament=tournament, player__in=with_merged(players))
    for place in places.select_related("entry", "player"):
        objections += _of_place(tournament, place, joining)
    return objections


def _of_place(tournament: Tournament, place: EntryMember, joining: Entry | None) -> Iterator[Objection]:
    """What a place that the player holds or held speaks against."""
    figures = {"player": place.player, "number": place.entry.number}
    # What the code forbids a director may grant, with a reason; not what would seat a player twice (decision 20).
    if joining is not None and place.entry_id == joining.pk:
        yield Objection(_("%(player)s è o è stato già in questa iscrizione.") % figures, may_depart=False)
    elif place.until_round is None and not place.entry.is_withdrawn:
        yield Objection(_("%(player)s è già iscritto col numero %(number)d.") % figures, may_depart=False)
    elif place.entry.is_withdrawn and (still := still_seated(place.entry)):
        words = _("%(player)s siede ancora col numero %(number)d al turno %(round)d: prima rifai quel turno.")
        yield Objection(words % (figures | {"round": still}), may_depart=False)
    elif has_sat(place):
        words = _(
            "può entrare solo chi non ha ancora partecipato al torneo, e chi resta solo non forma una nuova coppia: "
            "%(player)s ha giocato col numero %(number)d"
        )
        yield Objection(rule_with_article(tournament, words % figures))


def still_seated(entry: Entry) -> int:
    """The first round to come in which an entry has a table; 0 when it has none."""
    to_come = Round.objects.exclude(state__in=Round.BEGUN).filter(tables_of(entry)).order_by("number")
    return next(iter(to_come.values_list("number", flat=True)), 0)


def tables_of(entry: Entry) -> Q:
    condition = Q()
    for line in LINES:
        condition |= Q(**{f"tables__{line}": entry})
    return condition


def has_sat(place: EntryMember) -> bool:
    """Whether the entry had a table, in a round begun, while the player belonged to it."""
    rounds = Round.objects.filter(tables_of(place.entry), state__in=Round.BEGUN, number__gte=place.from_round)
    if place.until_round is not None:
        rounds = rounds.filter(number__lte=place.until_round)
    return rounds.exists()


def round_to_complete(tournament: Tournament) -> int:
    """The round shown, and not begun, in which somebody rests: a late entry may sit opposite; 0 when there is none."""
    shown = Round.objects.filter(tournament=tournament, state=Round.State.PUBLISHED, tables__line_b__isnull=True)
    return next(iter(shown.order_by("number").values_list("number", flat=True)), 0)


def checks_in(tournament: Tournament) -> bool:
    """Whether the check-in has begun: from then on only those who are present play."""
    return Entry.objects.filter(tournament=tournament, state=Entry.State.PRESENT).exists()


def is_odd(entries: Sequence[Entry]) -> bool:
    """Whether those who would play the next round are odd in number: one of them rests."""
    return bool(len(taking_part(entries)) % 2)


def taking_part(entries: Sequence[Entry]) -> list[Entry]:
    """Who would play the next round, of all that entered: once anybody has been checked in, only who is present."""
    here = [entry for entry in entries if entry.state == Entry.State.PRESENT]
    return here or [entry for entry in entries if entry.state == Entry.State.ENTERED]


def objections_beforehand(entry: Entry) -> list[Objection]:
    """What speaks against any substitution of the entry now, whoever should come; what was announced is still asked."""
    return [*_of_time(entry, announced=True), *_of_number(entry, 1)]


def name_of(players: Sequence[Player]) -> str:
    """What an entry is called unless it has a name of its own: its surnames, of a single player the whole name."""
    if len(players) == 1:
        return str(players[0])
    return " – ".join(player.last_name for player in players)


class Leaving(StrEnum):
    """How an entry leaves (F.I.Bur. 39): it decides whether it may come back."""

    AUTHORISED = "authorised"
    # Without a word to the director: the code sends it to the disciplinary bodies.
    UNAUTHORISED = "unauthorised"
    # For a quarrel or a protest: it never comes back.
    QUARREL = "quarrel"


class Absent(StrEnum):
    """What becomes of those who are not there when the check-in closes."""

    LEFT_OUT = "left-out"
    WITHDRAWN = "withdrawn"
