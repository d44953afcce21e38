"""The tools for everybody: how they are reached, what every one says and never does."""

import pytest
from django.urls import reverse

from codes.library import get_rulebook
from referee.tools.catalogue import TOOLS
from tests.referee.wizard.test_wizard_pages import text_of

ACES = ["dA", "sA", "cA", "bA"]


def test_the_list_leads_to_every_tool(client, db):
    response = client.get(reverse("tools"))
    for tool in TOOLS.values():
        assert f'href="{reverse("tool", args=[tool.name])}"' in response.content.decode()
        assert str(tool.title) in text_of(response)


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_says_what_to_do_before_anything_is_told(ask, name):
    words = ask(name)
    assert str(TOOLS[name].title) in words
    assert TOOLS[name].is_step_by_step or str(TOOLS[name].hint) in words


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_only_reads(client, db, name):
    assert client.post(reverse("tool", args=[name])).status_code == 405


def test_an_unknown_tool_is_not_found(client, db):
    assert client.get(reverse("tool", args=["sette-e-mezzo"])).status_code == 404


@pytest.mark.long
def test_the_home_page_and_the_codes_lead_to_the_tools(client, db):
    for page in (reverse("home"), reverse("codes"), reverse("code", args=["fitres-tressette"])):
        assert f'href="{reverse("tools")}"' in client.get(page).content.decode()


def test_the_arbiter_reaches_the_tools_from_the_table(client_of, bruno, tournament, table):
    client = client_of(bruno)
    places = [
        reverse("arbiter_home", args=[tournament.slug]),
        reverse("table", args=[tournament.slug, 1, table.number]),
    ]
    for page in places:
        assert f'href="{reverse("tools")}"' in client.get(page).content.decode()


def test_an_article_leads_into_the_code(client, db):
    response = client.get(reverse("tool", args=["conto"]), {"side": "A", "cards": ACES, "last_trick": "A"})
    assert f'href="{reverse("article", args=["fitres-tressette", 34])}"' in response.content.decode()


@pytest.mark.long
@pytest.mark.parametrize("name", TOOLS)
def test_every_article_that_a_tool_applies_leads_to_it(client, db, name):
    tool = TOOLS[name]
    numbers = get_rulebook(tool.code).articles
    for number in tool.articles:
        assert number in numbers
        page = client.get(reverse("article", args=[tool.code, number])).content.decode()
        assert f'href="{reverse("tool", args=[name])}"' in page


@pytest.mark.parametrize("name", TOOLS)
def test_what_is_told_is_never_markup(client, db, name):
    nasty = '"><script>alert(1)</script>'
    fields = ("cards", "side", "said", "words", "earlier", "pool", "pairs", "posta", "lapse", "lato1-dirty", "thirds_a")
    response = client.get(reverse("tool", args=[name]), dict.fromkeys(fields, nasty))
    assert response.status_code == 422
    assert "<script>alert" not in response.content.decode()
