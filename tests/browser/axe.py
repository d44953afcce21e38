"""Axe on a page as it stands: what it finds serious or critical, by all its rules or only those of colour."""

from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SOURCE = Axe().axe_script
# The enabled rules that axe tags `cat.color`; whatever the colours, the others find the same.
OF_COLOUR = ("color-contrast", "link-in-text-block")
# A rule says itself how grave its faults are: those that would be passed over are not looked for.
RUN = """async only => {
  const light = axe._audit.rules.filter(rule => ["minor", "moderate"].includes(rule.impact));
  const rules = Object.fromEntries(light.map(rule => [rule.id, {enabled: false}]));
  const which = only.length ? {runOnly: {type: "rule", values: only}} : {rules};
  return (await axe.run({resultTypes: ["violations"], ...which})).violations;
}"""
# Where everything stands, and whether it is seen: what the rules that are not of colour look at besides the document.
STANDING = """() => [...document.body.querySelectorAll("*")].map(one => {
  const {x, y, width, height} = one.getBoundingClientRect();
  const seen = one.checkVisibility({visibilityProperty: true, opacityProperty: true});
  return [one.localName, x, y, width, height, seen].join();
}).join(";")"""


def grave_faults(page: Page, only: Sequence[str] = ()) -> list[str]:
    """What axe finds serious or critical on the page as it is now, each in a line; `only` some of its rules."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE)
    found = page.evaluate(RUN, [*only])
    return [_said(page, rule) for rule in found if rule["impact"] in {"serious", "critical"}]


def _said(page: Page, rule: dict) -> str:
    places = "; ".join(f"{node['html'][:160]} — {node['failureSummary']}" for node in rule["nodes"][:5])
    return f"{page.url} {rule['impact']} {rule['id']}: {rule['help']}: {places}"
