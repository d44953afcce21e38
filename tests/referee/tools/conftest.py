"""What the tests of the tools share: a page asked with what is told."""

import pytest
from django.urls import reverse

from referee.tools.catalogue import TOOLS
from tests.referee.wizard.test_wizard_pages import text_of


@pytest.fixture
def ask(client, db):
    """The words of a tool's page, told so."""

    def make(tool: str, told: dict[str, object] | None = None) -> str:
        response = client.get(reverse("tool", args=[tool]), told or {})
        assert response.status_code == (422 if response.context["answer"].refusals else 200)
        assert set(response.context["answer"].articles) <= set(TOOLS[tool].articles)
        return text_of(response)

    return make
