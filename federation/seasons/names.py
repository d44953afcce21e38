"""How players, clubs and tournaments of a season are called where everybody reads, asked all at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from federation.received.models import ReceivedTournament
from federation.received.queries import open_to_all
from federation.seasons.places import pk_from_key, received_pk_from_key
from people.accounts.models import Club, Player
from people.players.queries import in_force
from tournaments.setup.models import Tournament
from tournaments.setup.public_names import public_name

AT_ONCE = 500


@dataclass(frozen=True)
class TournamentName:
    """slug: where its page is; none of one that nobody may see any more."""

    name: str
    slug: str = ""
    contest: str = ""


@dataclass(frozen=True)
class SeasonNames:
    players: Mapping[int, str]
    clubs: Mapping[int, str]
    held: Mapping[str, TournamentName]


def season_names(
    rows: Iterable[Mapping[str, Any]], day: date, *, clubs: bool = False, with_results: bool = False
) -> SeasonNames:
    """The names in these lines; with_results: those in their results too."""
    rows = list(rows)
    players = set() if clubs else {row["of"] for row in rows}
    results = [result for row in rows for result in row["results"]] if with_results else []
    players |= {player["player"] for result in results for player in result.get("players", ())}
    return SeasonNames(
        players=player_names(players, day),
        clubs=_club_names({row["of"] for row in rows} if clubs else set()),
        held=tournament_names({result["held"] for result in results}),
    )


def player_names(keys: Iterable[int], day: date) -> dict[int, str]:
    """Each by the record that stands for the person: a minor by the initials, somebody erased by the mark."""
    players: dict[int, Player] = {}
    # Some hundred at a time: SQLite takes no longer list.
    for some in batched(sorted(keys), AT_ONCE):
        merges = {merge.merged_id: merge.kept for merge in in_force().filter(merged__in=some).select_related("kept")}
        players |= {player.pk: merges.get(player.pk, player) for player in Player.objects.filter(pk__in=some)}
    return {pk: public_name(player, day) for pk, player in players.items()}


def batched(keys: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    yield from (keys[start : start + size] for start in range(0, len(keys), size))


def _club_names(keys: Iterable[int]) -> dict[int, str]:
    return dict(Club.objects.filter(pk__in=keys).values_list("pk", "name"))


def tournament_names(keys: Iterable[str]) -> dict[str, TournamentName]:
    keys = set(keys)
    by_pk = {pk: key for key in keys if (pk := pk_from_key(key)) is not None}
    public = Tournament.objects.filter(pk__in=by_pk, is_public=True).values_list("pk", "name", "slug", "contest")
    names = {by_pk[pk]: TournamentName(name, slug, contest) for pk, name, slug, contest in public}
    received = {pk: key for key in keys if (pk := received_pk_from_key(key)) is not None}
    if received:
        tournaments = ReceivedTournament.objects.filter(pk__in=received).select_related("federation")
        may = set().union(
            *(open_to_all(federation) for federation in {tournament.federation for tournament in tournaments})
        )
        names |= {
            received[tournament.pk]: TournamentName(tournament.name)
            for tournament in tournaments
            if tournament.pk in may
        }
    return {key: names.get(key, TournamentName(_("Un torneo che non è più pubblico"))) for key in keys}
