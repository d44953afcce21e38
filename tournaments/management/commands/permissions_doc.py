"""Write docs/permissions.md from the matrix of roles and rights, or check that it is up to date."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from records.rights import (
    FEDERATION_MATRIX,
    MATRIX,
    OFFICE_NAMES,
    ROLE_NAMES,
    FederationRight,
    Office,
    Right,
    Role,
)

MEANINGS: Mapping[Right, str] = {
    Right.VIEW_DESK: "open the desk: rounds, tables, score grid",
    Right.MANAGE_ROUNDS: "draw up, publish, start and close rounds; stages and groups; correct scores of closed rounds",
    Right.MANAGE_STAFF: "give roles in the tournament",
    Right.MANAGE_ENTRIES: "enter, import, change, substitute and withdraw entries; clubs and players; prizes",
    Right.CHECK_IN: "say who is present",
    Right.RUN_CLOCK: "run the clock of a round, call the time-out, give a table extra time",
    Right.RENEW_CODES: "make the code of a line of a table anew, so that the one before opens nothing",
    Right.ANSWER_CALLS: "see the tables that call, go there, hand a call over, put it off, close it with its outcome",
    Right.DIRECT_CALLS: "the same with calls that somebody else took; say which arbiter walks which tables",
    Right.PUBLISH_STANDINGS: "publish provisional and final standings, answer error reports, end the tournament",
    Right.RECEIVE_APPEAL: "write down an appeal",
    Right.DECIDE_APPEAL: "decide an appeal that has no panel",
    Right.NAME_PANEL: "say who judges an appeal",
    Right.GIVE_SCORE: "give a played score, and correct one with a reason while the round is played",
    Right.CONFIRM_SCORE: "confirm a score given by somebody else",
    Right.GIVE_ADJUSTMENT: "give VP, MP or a warning, with a reason",
    Right.CANCEL_ADJUSTMENT: "cancel an adjustment, with a reason",
    Right.VIEW_CASES: "read anomalies and rulings that are not published",
    Right.OPEN_CASE: "record an anomaly at a table",
    Right.RULE: "give a ruling",
    Right.CONFIRM_RULING: "confirm a ruling that another proposed, or return it",
    Right.REVISE_RULING: "revise a ruling given by somebody else",
    Right.SET_ARBITRAL_SCORE: "annul a board, set an artificial, assigned or rectified score, citing a ruling",
    Right.EXPORT: "export sheets, lists and workbooks",
    Right.VIEW_LOG: "read the log",
    Right.BLACK_OUT: "black out words in the tournament's texts",
}

FEDERATION_MEANINGS: Mapping[FederationRight, str] = {
    FederationRight.VIEW_FEDERATION: "open the federation's pages, read who holds which office and its log",
    FederationRight.VIEW_MEMBERS: "read the roster of members",
    FederationRight.MANAGE_MEMBERS: "bring the roster up to date, suspend somebody and lift it",
    FederationRight.VIEW_PACKAGES: "see what tournaments sent",
    FederationRight.RECEIVE_PACKAGES: "take in a package, check it, return it with remarks",
    FederationRight.HOMOLOGATE: "homologate a tournament",
    FederationRight.VIEW_ARCHIVE: "search all rulings, appeals and arbitral scores of the federation's tournaments",
    FederationRight.EXPORT_ARCHIVE: "take what was found away as a file",
    FederationRight.EDIT_CASEBOOK: "write headnotes and publish them in the casebook",
    FederationRight.VIEW_CONSISTENCY: "see how often rulings depart from what was proposed, by anomaly and by article",
    FederationRight.VIEW_ARBITERS: "the same arbiter by arbiter",
    FederationRight.TRY_EDITIONS: "walk archived rulings again under a draft edition of a code",
    FederationRight.JUDGE_APPEALS: "judge appeals in the second instance",
    FederationRight.MANAGE_SEASON: "classes and points of tournaments, a season's standings, fees and prizes",
    FederationRight.MANAGE_WEBHOOKS: "say which other programs are told what happens (webhooks)",
    FederationRight.MANAGE_KEYS: "keys of known installations, tokens of other programs, addresses that are told",
}

PREAMBLE = """\
# Who may do what

Written by `manage.py permissions_doc` from `records/rights.py`; do not edit.

A role belongs to a person in one tournament. Somebody without a role in it gets 404 behind the log-in, as if the
tournament did not exist; somebody whose role lacks the right gets 403. The public pages of a public tournament
(tables of published rounds, standings) and the code of the federation need no right. An account with Django's
permission `tournaments.add_tournament` may create a tournament, and becomes its director; one with
`people.add_personalexport` hands out the data of any player to whom asks for theirs. Everybody takes their own.
Who may create tournaments is said on the page of accounts (`/accessi/`), by whoever says who holds which office
(`people.add_federationoffice`, and whoever administers); there people are invited too. A new password for somebody who
has one is offered by whoever administers alone.

Where the settings say «Arbitro unico» and nobody is arbiter or chief arbiter, the director decides too: cases, rulings,
their revision and arbitral scores, but no appeals.
"""


FEDERATION = """\
## In a federation

An office belongs to a person in one federation; somebody may hold several. Who holds none gets 404 there. An account
with Django's permission `people.add_federationoffice` says who holds which, and sees nothing else by it.
"""


def permissions_page() -> str:
    """The page, in Markdown: a row per right, a column per role."""
    roles = [role for role in Role if role is not Role.PUBLIC]
    with override("it"):
        names = [f"{role.value.replace('_', ' ')} ({ROLE_NAMES[role]})" for role in roles]
    lines = [PREAMBLE, _row("right", "what it allows", *names), _row(*["---"] * 2, *[":-:"] * len(roles))]
    for right in Right:
        marks = ["yes" if right in MATRIX[role] else "–" for role in roles]
        lines.append(_row(f"`{right}`", MEANINGS[right], *marks))
    return "\n".join([*lines, "", *_federation()]) + "\n"


def _federation() -> list[str]:
    with override("it"):
        names = [f"{office.value} ({OFFICE_NAMES[office]})" for office in Office]
    lines = [FEDERATION, _row("right", "what it allows", *names), _row(*["---"] * 2, *[":-:"] * len(names))]
    for right in FederationRight:
        marks = ["yes" if right in FEDERATION_MATRIX[office] else "–" for office in Office]
        lines.append(_row(f"`{right}`", FEDERATION_MEANINGS[right], *marks))
    return lines


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


class Command(BaseCommand):
    help = "Write docs/permissions.md from the matrix of roles and rights."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="Only fail when the page is out of date.")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        path = settings.BASE_DIR / "docs" / "permissions.md"
        page = permissions_page()
        if not check:
            path.write_text(page, "utf-8")
            self.stdout.write(f"{path.relative_to(settings.BASE_DIR)} written")
        elif not path.exists() or path.read_text("utf-8") != page:
            raise CommandError("docs/permissions.md is out of date: run manage.py permissions_doc")
