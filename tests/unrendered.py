"""Pages that nobody reads are not laid out: of such a request the status is looked at, and what its view does."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.template.base import Template

# What refuses; to everybody the same.
REFUSALS = ("403.html", "404.html")


@contextmanager
def unrendered(*names: str) -> Iterator[None]:
    """The templates of these names give nothing; all of them where none is named."""
    render = Template._render

    def nothing(template: Template, context: Any) -> str:
        return render(template, context) if names and template.name not in names else ""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", nothing)
        yield
