"""What is offered is possible: everything that can be pressed on any page, by each role, in each state of a tournament.

What is pressed is taken back. A refusal is a fault unless something was to be typed, chosen or ticked that nobody did.
"""

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from people.accounts.models import User
from records.rights import Role
from tests import factories
from tests.factories import make_round, make_score
from tests.offered.pressed import offered
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

HREF = re.compile(r'(?:href|hx-get)="([^"#]+)')
SAID = re.compile(r'<div class="notice notice-error"[^>]*>(.*?)</div></div>', re.DOTALL)
TAGS = re.compile(r"<[^>]+>|\s+")
PAPER = (".pdf", ".xlsx", ".csv", ".zip", ".ics", ".svg", ".json", ".txt")
# A form that is sent as it stands says nothing new: to change something is what it is for.
NOTHING_NEW = ("Non è cambiato niente", "niente da cambiare")
# Whatever is typed, this is refused: the page could have known.
KNOWN = re.compile("torneo è finito|turno è chiuso")
TOKENS = {"key", "csrfmiddlewaretoken"}
KEYS = count(1)


def with_round(state: str, scored: int, *, planned: int = 2, **more: Any) -> Callable[[], Tournament]:
    """Two tables of two boards, of which so many are scored at both."""

    def make() -> Tournament:
        tournament = factories.make_tournament(boards_per_round=2, **({"one_hand": True} | more))
        factories.make_stage(tournament, formula="danish", first_round="lot", rounds_planned=planned)
        one, two, three, four = factories.make_entries(tournament, 4)
        scorer = factories.make_user("penna")
        made = make_round(tournament, 1, [(one, two), (three, four)], state=state)
        for board in list(made.boards.all())[:scored]:
            for table in made.tables.all():
                make_score(table, board, (7, 4), scorer)
        factories.make_adjustment(one, scorer)
        return tournament

    return make


def concluded() -> Tournament:
    tournament = with_round(Round.State.CLOSED, 2, planned=1)()
    tournament.ending, tournament.ended_at = "concluded", timezone.now()
    tournament.save()
    return tournament


STATES: dict[str, Callable[[], Tournament]] = {
    "empty": lambda: factories.make_tournament(boards_per_round=2),
    "draft": with_round(Round.State.DRAFT, 0),
    "published": with_round(Round.State.PUBLISHED, 0),
    "running": with_round(Round.State.PLAYING, 1, one_hand=None),
    "all scored": with_round(Round.State.PLAYING, 2),
    "closed": with_round(Round.State.CLOSED, 2),
    "last closed": with_round(Round.State.CLOSED, 2, planned=1),
    "concluded": concluded,
}
ROLES = {"dora": Role.DIRECTOR, "giulia": Role.CHIEF_ARBITER, "bruno": Role.ARBITER, "sara": Role.SCORER}


def pages(client: Client, start: str) -> Iterator[tuple[str, str]]:
    """The pages of the tournament from link to link, and what they say; of one that is refused how."""
    seen, todo = {start}, [start]
    while todo:
        path = todo.pop(0)
        answer = client.get(path)
        if answer.status_code != 200:
            if answer.status_code != 302:
                yield path, f"!{answer.status_code}"
            continue
        if "text/html" not in answer["Content-Type"]:
            continue
        yield path, answer.content.decode()
        for href in HREF.findall(answer.content.decode()):
            found = urlsplit(urljoin(path, href.replace("&amp;", "&")))
            is_page = found.path.startswith("/tornei/") and not found.netloc and not found.path.endswith(PAPER)
            if is_page and found.path not in seen:
                seen.add(found.path)
                todo.append(found.path)


def faults(client: Client, slug: str) -> Iterator[str]:
    pressed = set()
    for path, html in pages(client, f"/tornei/{slug}/"):
        if html.startswith("!"):
            yield f"{path}: {html}"
            continue
        for form in offered(html):
            for action, sent in form.presses():
                target, told = urljoin(path, action), {name: sent[name] for name in sorted(sent.keys() - TOKENS)}
                if not target.startswith("/tornei/") or (target, str(told)) in pressed:
                    continue
                pressed.add((target, str(told)))
                refused = press(client, target, sent)
                waits = form.typed and refused.startswith(("refused", "422")) and not KNOWN.search(refused)
                if refused and not waits and not any(words in refused for words in NOTHING_NEW):
                    yield f"{path}: {target} {told}: {refused}"


def press(client: Client, target: str, sent: dict[str, list[str]]) -> str:
    """What was refused; empty where it was taken. Everything is taken back."""
    try:
        with transaction.atomic():
            answer = client.post(target, sent | {"key": [f"k{next(KEYS)}"]}, follow=True)
            raise _TakenBack
    except _TakenBack:
        text = answer.content.decode() if "text/html" in answer.get("Content-Type", "") else ""
    said = [TAGS.sub(" ", one).strip() for one in SAID.findall(text)]
    errors = [str(one) for one in getattr(answer.context and answer.context.get("form"), "errors", {}).values()]
    if answer.status_code >= 400:
        return f"{answer.status_code} {said} {errors}"
    return f"refused {said}" if said else ""


class _TakenBack(Exception):
    """Whatever was pressed is not to stay."""


@pytest.mark.long
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", ROLES)
def test_nothing_is_offered_that_is_refused(db: None, client_of, who: str, state: str) -> None:
    tournament = STATES[state]()
    user: User = factories.make_user(who)
    factories.give_role(user, tournament, ROLES[who])
    found = list(faults(client_of(user), tournament.slug))
    assert not found, "\n".join(found)
