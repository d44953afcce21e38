"""What a database holds, asked in the same words of the one that is copied and of the one that was restored."""

from collections.abc import Callable
from typing import Any

# Rows of one statement; asked of whatever driver has the copy open.
Ask = Callable[[str], list[tuple[Any, ...]]]
TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
}
NEWEST_LINE = "SELECT coalesce(max(id), 0) FROM records_logentry"


def contents(ask: Ask, vendor: str) -> dict[str, Any]:
    """Migrations, number of records by table and heads of the logs, as the manifest keeps them."""
    tables = sorted(name for (name,) in ask(TABLES[vendor]))
    return {
        "migrations": sorted(f"{app}.{name}" for app, name in ask("SELECT app, name FROM django_migrations")),
        "records": {table: ask(f'SELECT count(*) FROM "{table}"')[0][0] for table in tables},  # noqa: S608 — the database's own names
        "heads": heads(ask),
        "newest_line": ask(NEWEST_LINE)[0][0],
    }


def heads(ask: Ask) -> dict[str, str]:
    """By the tournament's address: number and whole hash of the last line of its log."""
    last = (
        "SELECT t.slug, l.sequence, l.hash FROM records_logentry l JOIN tournaments_tournament t"
        " ON t.id = l.tournament_id WHERE l.sequence ="
        " (SELECT max(o.sequence) FROM records_logentry o WHERE o.tournament_id = t.id) ORDER BY t.slug"
    )
    return {slug: f"{sequence}:{hash}" for slug, sequence, hash in ask(last)}
