"""Axe on a page as it stands: what it finds serious or critical, by all its rules or only those of colour."""

from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

SOURCE = Axe().axe_script
# The enabled rules that axe tags `cat.color`; whatever the colours, the others find the same.
OF_COLOUR = ("color-contrast", "link-in-text-block")
# A rule says itself how grave its faults are: those that would be passed over are not looked for.
RUN = """async ([only, without, inChosen]) => {
  const isOut = rule => ["minor", "moderate"].includes(rule.impact) || without.includes(rule.id);
  const rules = Object.fromEntries(axe._audit.rules.filter(isOut).map(rule => [rule.id, {enabled: false}]));
  const which = only.length ? {runOnly: {type: "rule", values: only}} : {rules};
  const where = inChosen ? {include: window.chosen} : document;
  return (await axe.run(where, {resultTypes: ["violations"], ...which})).violations;
}"""
# The enabled rules that go by how much room there is, whatever is seen.
OF_SIZE = ("scrollable-region-focusable",)
# What the other rules see of each element at this size: whether it is seen, its colours, whether its letters are large.
REMEMBER = """() => {
  window.looks = () => [...document.body.querySelectorAll("*")].map(one => {
    if (!one.checkVisibility({visibilityProperty: true, opacityProperty: true})) return "";
    const {color, backgroundColor, fontSize, fontWeight} = getComputedStyle(one);
    const large = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && fontWeight >= 700);
    return [color, backgroundColor, large].join();
  });
  window.remembered = window.looks();
}"""
# Around each element that looks otherwise now: the name of a link or a cell goes by what is seen in it.
CHANGED = """() => {
  const now = window.looks();
  const around = [...document.body.querySelectorAll("*")].filter((_one, at) => now[at] !== window.remembered[at]);
  window.chosen = [...new Set(around.map(one => one.parentElement))];
  return window.chosen.length;
}"""
# The first of those that say something in colours, on grounds and in a size not met yet: contrast goes by nothing else.
NOT_MET = """met => {
  const known = new Set(met), styles = new Map();
  const styleOf = one => styles.get(one) || styles.set(one, getComputedStyle(one)).get(one);
  const speaks = one => one.matches("input, select, textarea")
    || [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const lookOf = one => {
    const {color, fontSize, fontWeight, textDecorationLine} = styleOf(one);
    const look = [one.closest("a[href]") ? "link" : "", color, fontSize, fontWeight, textDecorationLine];
    if (one.parentElement) look.push(styleOf(one.parentElement).color);
    for (let ground = one; ground; ground = ground.parentElement) {
      const {backgroundColor, backgroundImage, opacity} = styleOf(ground);
      look.push(backgroundColor, backgroundImage, opacity);
      if (backgroundColor.startsWith("rgb(")) break;
    }
    return look.join(" ");
  };
  window.chosen = [];
  const looks = [];
  for (const one of document.body.querySelectorAll("*")) {
    if (!speaks(one) || !one.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    const look = lookOf(one);
    if (known.has(look)) continue;
    known.add(look);
    looks.push(look);
    window.chosen.push(one);
  }
  return looks;
}"""
# Where everything stands, and whether it is seen: what the rules that are not of colour look at besides the document.
STANDING = """() => [...document.body.querySelectorAll("*")].map(one => {
  const {x, y, width, height} = one.getBoundingClientRect();
  const seen = one.checkVisibility({visibilityProperty: true, opacityProperty: true});
  return [one.localName, x, y, width, height, seen].join();
}).join(";")"""


def grave_faults(
    page: Page, only: Sequence[str] = (), *, without: Sequence[str] = (), in_chosen: bool = False
) -> list[str]:
    """What axe finds serious or critical on the page as it is now, each in a line.

    only, without: some of its rules, or all but some; in_chosen: only in the elements that the page has chosen.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE)
    found = page.evaluate(RUN, [[*only], [*without], in_chosen])
    return [_said(page, rule) for rule in found if rule["impact"] in {"serious", "critical"}]


def faults_of_colour(page: Page, met: set[str]) -> list[str]:
    """The faults of what has a look not met yet on any page; met: those looked at before, and then these too."""
    looks = page.evaluate(NOT_MET, sorted(met))
    met.update(looks)
    return grave_faults(page, OF_COLOUR, in_chosen=True) if looks else []


def faults_at_size(page: Page, size: ViewportSize) -> list[str]:
    """What axe finds at another size that it cannot have found at the one before."""
    page.evaluate(REMEMBER)
    page.set_viewport_size(size)
    found = grave_faults(page, OF_SIZE)
    return found + grave_faults(page, in_chosen=True) if page.evaluate(CHANGED) else found


def _said(page: Page, rule: dict) -> str:
    places = "; ".join(f"{node['html'][:160]} — {node['failureSummary']}" for node in rule["nodes"][:5])
    return f"{page.url} {rule['impact']} {rule['id']}: {rule['help']}: {places}"
