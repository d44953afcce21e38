"""Seasons: their rules in force, their standings of now, and what was published of them.

What moved between published standings and those of now; and how players, clubs and tournaments of a season are called
where everybody reads, asked all at once.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from federation.points.season import Rules, SeasonStandings, Ties, season_standings
from federation.received.models import ReceivedTournament
from federation.received.queries import open_to_all
from federation.seasons.models import Season, SeasonPublication, SeasonRow, SeasonRules
from federation.seasons.places import (
    Considered,
    Counts,
    pk_from_key,
    played_here,
    received_pk_from_key,
    received_tournaments,
)
from federation.seasons.rows import SeasonRows, rows_of, table_of
from people.accounts.models import Club, Federation, Player
from people.players.queries import in_force, kept_keys
from records.seals import canonical_json
from tournaments.setup.models import Tournament
from tournaments.setup.public_names import public_name


@dataclass(frozen=True)
class SeasonNow:
    """A season as it stands now: by which rules, from which tournaments, and its lines."""

    season: Season
    rules: SeasonRules
    considered: Sequence[Considered]
    standings: SeasonStandings
    rows: SeasonRows

    @property
    def sources(self) -> list[dict[str, Any]]:
        """The final standings that it is made of."""
        return [_source(considered) for considered in self.considered if considered.counts is Counts.YES]


def _source(considered: Considered) -> dict[str, Any]:
    finals = [[publication.stage.number, publication.number, publication.hash] for publication in considered.finals]
    class_version = considered.class_of
    return {
        "held": considered.key,
        "class": class_version.class_id if class_version else "",
        "version": class_version.version if class_version else 0,
        "finals": finals,
    }


def rules_of(season: Season) -> SeasonRules:
    """The rules in force."""
    versions = SeasonRules.objects.filter(season=season).select_related("table", "season__federation", "set_by")
    return versions.latest("version")


def seasons_of(federation: Federation) -> QuerySet[Season]:
    return Season.objects.filter(federation=federation)


def season_now(season: Season) -> SeasonNow:
    """The standings computed anew from the final ones of its tournaments."""
    rules = rules_of(season)
    native, received = played_here(rules), received_tournaments(rules)
    tournaments = [*native.held, *received.held]
    considered = sorted(
        [*native.considered, *received.considered], key=lambda considered_one: considered_one.tournament.starts_on
    )
    point_rules = Rules(
        since=rules.starts_on,
        until=rules.ends_on,
        classes=frozenset(rules.classes),
        best=rules.best,
        club_best=rules.club_best,
        ties=Ties(rules.ties),
    )
    standings = season_standings(table_of(rules.table), point_rules, tournaments, _clubs(season.federation))
    return SeasonNow(season, rules, considered, standings, rows_of(standings))


def _clubs(federation: Federation) -> dict[int, int]:
    """To which club of the federation each player belongs: the one of the record that stands for the person."""
    clubs = dict(Player.objects.filter(club__federation=federation).order_by().values_list("pk", "club"))
    # Of merged records the kept one says it; where that says nothing, the other.
    for merged, remaining in kept_keys().items():
        if merged in clubs:
            clubs.setdefault(remaining, clubs[merged])
    return clubs


def publications_of(season: Season) -> QuerySet[SeasonPublication]:
    return SeasonPublication.objects.filter(season=season).select_related("published_by").order_by("-number")


def public_seasons(federation: Federation) -> QuerySet[Season]:
    """Those of which standings were published."""
    return seasons_of(federation).filter(publications__isnull=False).distinct()


def stored_rows(publication: SeasonPublication) -> SeasonRows:
    """The lines as they were published."""
    players: list[dict[str, Any]] = []
    clubs: list[dict[str, Any]] = []
    rows = SeasonRow.objects.filter(publication=publication).order_by("number")
    for place, player, club, points, results in rows.values_list("place", "player", "club", "points", "results"):
        row = {"place": place, "of": player or club, "points": points, "results": results}
        (players if club is None else clubs).append(row)
    return SeasonRows(players, clubs)


def content_of(publication: SeasonPublication, rows: SeasonRows) -> str:
    """The publication as canonical JSON, whose SHA-256 is the hash; persons, clubs and tournaments by their keys."""
    rules = publication.rules
    return canonical_json(
        {
            "federation": publication.season.federation.code,
            "season": publication.season.code,
            "number": publication.number,
            "published_at": publication.published_at.astimezone(UTC).isoformat(timespec="microseconds"),
            "engine": publication.engine_version,
            "rules": {
                "version": rules.version,
                "from": _day(rules.starts_on),
                "to": _day(rules.ends_on),
                "classes": rules.classes,
                "best": rules.best,
                "club_best": rules.club_best,
                "ties": rules.ties,
            },
            "table": {"edition": rules.table.edition, "sha256": rules.table.sha256},
            "sources": publication.sources,
            "players": list(rows.players),
            "clubs": list(rows.clubs),
        }
    )


def _day(day: date) -> str:
    return day.isoformat()


def hash_of(publication: SeasonPublication, rows: SeasonRows) -> str:
    return hashlib.sha256(content_of(publication, rows).encode()).hexdigest()


class Difference(NamedTuple):
    """Whose line moved; None where there was or is no line."""

    of: int
    before: tuple[int, str] | None
    after: tuple[int, str] | None


def differences(before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]) -> Sequence[Difference]:
    """By the place of now; whoever is there no more comes last."""
    old = {row["of"]: (row["place"], row["points"]) for row in before}
    new = {row["of"]: (row["place"], row["points"]) for row in after}
    moved = [Difference(key, old.get(key), here) for key, here in new.items() if old.get(key) != here]
    dropped = [Difference(key, here, None) for key, here in old.items() if key not in new]
    return [*moved, *dropped]


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
