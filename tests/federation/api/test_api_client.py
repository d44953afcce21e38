"""A client made of nothing but the contract rebuilds the standings that everybody sees."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from jsonschema_rs import validator_for

from federation.api.app import FILE
from tests import factories
from tests.published import publish_something


class Generated:
    """One method for each operation of an OpenAPI document, by its operationId; answers are held to their schema."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.schemas = document["components"]
        self.operations = {
            told["operationId"]: (method, path, told)
            for path, methods in document["paths"].items()
            for method, told in methods.items()
        }

    def __call__(self, name: str, **given: Any) -> Any:
        method, path, told = self.operations[name]
        places = {one["name"]: one["in"] for one in told.get("parameters", ())}
        assert given.keys() <= places.keys()
        query = {key: value for key, value in given.items() if places[key] == "query"}
        here = re.sub(r"\{(\w+)\}", lambda found: str(given[found[1]]), path)
        answer = Client().generic(method.upper(), f"{here}?{urlencode(query)}")
        assert answer.status_code == 200, answer.content
        schema = told["responses"]["200"]["content"]["application/json"]["schema"]
        said = json.loads(answer.content)
        validator_for({**schema, "components": self.schemas}).validate(said)
        return said

    def pages(self, name: str, **given: Any) -> Iterator[Any]:
        while True:
            page = self(name, **given)
            yield page
            if page["next"] is None:
                return
            given["after"] = page["next"]


@pytest.fixture
def published(tournament, dora, bruno):
    """Both tables of the first round, all their boards; the standings after it."""
    round = tournament.rounds.get(number=1)
    points = iter([(7, 4), (3, 8), (11, 0), (6, 5)])
    for table in round.tables.order_by("number"):
        for board in round.boards.order_by("number"):
            factories.make_score(table, board, next(points), bruno)
    publish_something(tournament, dora)
    return tournament.publications.get()


def test_the_standings_are_rebuilt_from_the_results_by_the_contract_alone(published):
    call = Generated(json.loads(FILE.read_text()))
    slug = next(one["slug"] for page in call.pages("tournaments") for one in page["tournaments"])
    told = call("tournament", slug=slug)
    earned: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for round in told["rounds"]:
        for page in call.pages("results", slug=slug, number=round["number"]):
            for table in page["tables"]:
                for line, against in ("ab", "ba"):
                    side = earned[table[f"line_{line}"]["entry"]]
                    side[0] += table[f"vp_{line}"]
                    side[1] += table[f"points_{line}"] - table[f"points_{against}"]
    names = {one["number"]: one["name"] for one in call("entries", slug=slug)["entries"]}
    order = sorted(earned, key=lambda entry: (-earned[entry][0], -earned[entry][1]))
    rebuilt = [(names[entry], *earned[entry]) for entry in order]
    page = Client().get(f"/tornei/{slug}/classifica/{told['publications'][-1]['number']}/").content.decode()
    assert [page.index(name) for name, _vp, _mp in rebuilt] == sorted(page.index(name) for name, _vp, _mp in rebuilt)
    (group,) = call("standings", slug=slug, number=told["publications"][-1]["number"])["groups"]
    assert rebuilt == [(row["name"], row["vp"], row["mp"]) for row in group["rows"]]
    assert len({vp for _name, vp, _mp in rebuilt}) > 1
