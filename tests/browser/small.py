"""What is wrong with a page on a small phone or with large letters: pushed sideways, hidden by bars, no heading."""

from playwright.sync_api import CDPSession, Page

from tests.browser.conftest import SIZES

LETTERS = 16
# Width, height, size of letters: a small phone; the narrowest with letters twice as large; a phone's page at 200 %.
SMALL = ((360, 640, LETTERS), (320, 640, 2 * LETTERS), (195, 422, LETTERS))

# Of the height, what stays in place however far one scrolls; where the heading ends at the top of the page.
LOOK = """() => {
  const root = document.documentElement;
  scrollTo(0, 600);
  const stuck = (one, style) => style.position === "fixed"
    || Math.abs(one.top - parseFloat(style.top)) < 2
    || Math.abs(innerHeight - one.bottom - parseFloat(style.bottom)) < 2;
  const bars = [...document.querySelectorAll("body *")].filter((one) => {
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    return /sticky|fixed/.test(style.position) && box.width > innerWidth / 2 && box.height && stuck(box, style);
  });
  const covered = bars.map((one) => one.getBoundingClientRect())
    .reduce((sum, box) => sum + Math.max(0, Math.min(innerHeight, box.bottom) - Math.max(0, box.top)), 0);
  scrollTo(0, 0);
  const heading = document.querySelector("h1");
  return {
    wide: root.scrollWidth > root.clientWidth,
    covered: covered / innerHeight,
    heading: heading ? heading.getBoundingClientRect().top / innerHeight : 0,
  };
}"""


def faults_when_small(page: Page) -> list[str]:
    """What is wrong with a page that stands on a phone once that is smaller; back on the phone."""
    letters, found = page.context.new_cdp_session(page), []
    for width, height, size in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        _write(letters, size)
        seen = page.evaluate(LOOK)
        where = f"{page.url} at {width} × {height}, letters of {size}:"
        found += [f"{where} scrolls sideways"] if seen["wide"] else []
        found += [f"{where} bars take {seen['covered']:.0%}"] if seen["covered"] > 1 / 4 else []
        found += [f"{where} its heading is out of sight"] if seen["heading"] > 1 else []
    _write(letters, LETTERS)
    letters.detach()
    page.set_viewport_size(SIZES["phone"])
    return found


def _write(letters: CDPSession, size: int) -> None:
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
