"""Pages that are declared: what each names is there, long before somebody's action is taken."""

from collections.abc import Iterator
from typing import Any

from django.template.loader import get_template
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.converters import IntConverter

from pages.views import PostedForm


def declared(patterns: list[Any], parts: dict[str, Any]) -> Iterator[tuple[PostedForm[Any, Any], dict[str, Any]]]:
    """Each with the parts of its address, as an address may have them."""
    for one in patterns:
        given = {name: 1 if isinstance(kind, IntConverter) else "a" for name, kind in one.pattern.converters.items()}
        if isinstance(one, URLResolver):
            yield from declared(one.url_patterns, parts | given)
        elif isinstance(one, URLPattern) and isinstance(one.callback, PostedForm):
            yield one.callback, parts | given


def test_where_a_declared_page_leads_and_what_it_shows_are_there() -> None:
    found = list(declared(get_resolver().url_patterns, {}))
    for page, parts in found:
        for leads in (page.to, page.page):
            if isinstance(leads, tuple):
                name, *named = leads
                assert reverse(name, args=[parts[part] for part in named])
        if isinstance(page.page, str):
            assert get_template(page.page)
    assert len(found) > 60
