"""What happened, written down for each address that is told of it: in the transaction of the fact, or not at all.

A message names no person and nothing that not everybody may see: it says which public record there is, and where.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models, transaction
from django.urls import reverse

from federation.models import HookEvent, ReceivedPackage, SeasonPublication, Webhook, WebhookMessage
from federation.queries.packages import is_public
from referee.models import Ruling
from tournaments.models import Federation, LogEntry, Publication, Tournament
from tournaments.own_worker import see_to_the_work
from tournaments.prepared import prepared_records

OF_A_LINE: Mapping[str, HookEvent] = {
    "publish_provisional": HookEvent.STANDINGS,
    "publish_final": HookEvent.STANDINGS,
    "decide": HookEvent.RULING,
    "depart": HookEvent.RULING,
}


def tell_of_line(line: LogEntry, tournament: Tournament, record: models.Model | str) -> None:
    """What a line of a tournament's log tells other programs, where everybody may see the tournament."""
    kind = OF_A_LINE.get(line.action)
    if kind is None or not tournament.is_public:
        return
    said = _standings(record) if isinstance(record, Publication) else {}
    said = _ruling(record) if isinstance(record, Ruling) else said
    told = {"tournament": tournament.slug, "page": _at("tournament", tournament.slug), **said}
    _tell(tournament.federation, kind, told, at=line.at, tournament=tournament)


def tell_of_season(published: SeasonPublication) -> None:
    season = published.season
    where = (season.federation.code, season.code, published.number)
    told = {
        "season": season.code,
        "number": published.number,
        "page": _at("public_season_number", *where),
        "data": _at("season_data", *where),
    }
    _tell(season.federation, HookEvent.SEASON, told, at=published.published_at)


def tell_of_homologation(package: ReceivedPackage, at: datetime) -> None:
    """By its digests alone: who has the package, or its head on a paper, knows which it is."""
    if not is_public(package):
        return
    head = {"number": package.head_number, "hash": package.head_hash}
    told = {"tournament_log": package.uid, "package": package.sha256, "head": head}
    _tell(package.federation, HookEvent.HOMOLOGATION, told, at=at)


def write_message(
    webhook: Webhook, kind: str, told: Mapping[str, Any], *, at: datetime, tournament: Tournament | None = None
) -> WebhookMessage:
    """One message, due at once."""
    said = {"type": kind, "timestamp": at.isoformat(), "data": {"federation": webhook.federation.code, **told}}
    return WebhookMessage.objects.create(
        webhook=webhook,
        uid=f"msg_{uuid4().hex}",
        kind=kind,
        body=json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")),
        tournament=tournament,
        made_at=at,
        next_at=at,
    )


def _tell(
    federation: Federation,
    kind: HookEvent,
    told: Mapping[str, Any],
    *,
    at: datetime,
    tournament: Tournament | None = None,
) -> None:
    wanted = [one for one in _switched_on(federation=federation.pk) if kind.value in one.happenings]
    for one in wanted:
        write_message(one, kind.value, told, at=at, tournament=tournament)
    if wanted:
        transaction.on_commit(see_to_the_work)


@prepared_records
def _switched_on(*, federation: int) -> "models.QuerySet[Webhook]":
    return Webhook.objects.filter(federation=federation, off_at__isnull=True).select_related("federation")


def _standings(published: Publication) -> dict[str, Any]:
    slug, number = published.tournament.slug, published.number
    return {
        "number": number,
        "kind": published.kind,
        "stage": published.stage.number,
        "round": published.round_number,
        "hash": published.hash,
        "page": _at("publication", slug, number),
        "api": _at("api-1:standings", slug, number),
    }


def _ruling(ruling: Ruling) -> dict[str, Any]:
    """Its number alone: what it says is read by a token."""
    where = _at("api-1:rulings", ruling.tournament.slug)
    return {"number": ruling.number, "version": ruling.version, "api": f"{where}?after={ruling.number - 1}"}


def _at(name: str, *arguments: str | int) -> str:
    """Where it is; whole where the installation knows its own address."""
    root: str = settings.PUBLIC_URL.rstrip("/")
    return root + reverse(name, args=arguments)
