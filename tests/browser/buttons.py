"""On every page, phone and laptop, a form is sent by a button of its own, beside its last field.

One bar at the foot of every page had the button once: on a laptop far from a form in the right column, on a phone over
the fields. The bar is left to what sends no field (the next step, a clock), and to the wizard's confirmation, because
what it confirms is read over more than a screen.
"""

from playwright.sync_api import Page

from tests.browser.conftest import SIZES

# Of the public's pages those whose form is longer than a field.
CALCULATORS = ("game", "tool", "login", "report_error")
# Between the foot of the last field and the head of the button, words of help among them.
NEAR = 200

# Of each form with fields that one sees: what is wrong with its button; then whether two buttons of a page compete.
FAULTS = """near => {
  const seen = one => one.checkVisibility() && one.getBoundingClientRect().width > 1;
  const called = form => form.id || form.getAttribute('action') || form.method;
  const kinds = 'input:not([type=hidden]), select, textarea';
  const faults = [];
  for (const form of document.querySelectorAll('main form')) {
    const fields = [...form.elements].filter(one => one.matches(kinds) && seen(one) && form.contains(one));
    const buttons = [...form.elements].filter(one => one.matches('button:not([type=button])') && seen(one));
    // The grid sends each row by itself; the wizard's confirmation is always under the thumb.
    if (!fields.length || form.id === 'grid') continue;
    const own = buttons.filter(one => form.contains(one) || one.closest('.in-reach'));
    if (!own.length) { faults.push(`${called(form)}: no button of its own`); continue; }
    const outside = buttons.filter(one => !own.includes(one) && one.matches('.btn-primary'));
    if (outside.length) faults.push(`${called(form)}: also sent from outside`);
    const foot = Math.max(...fields.map(one => one.getBoundingClientRect().bottom));
    const after = own.map(one => one.getBoundingClientRect());
    const gap = Math.min(...after.map(one => one.top - foot));
    if (gap > near) faults.push(`${called(form)}: its button stands ${Math.round(gap)} px from its last field`);
  }
  // A row has its own; beside the page's own action in the bar no form may have another.
  const primary = [...document.querySelectorAll('main .btn-primary:not(li *, tr *)')].filter(seen);
  const in_bar = primary.filter(one => one.closest('.primary-bar')).length;
  if (in_bar && primary.length > in_bar) faults.push(`compete: ${primary.map(one => one.innerText.trim()).join(', ')}`);
  return faults;
}"""


def looks_at_buttons(name: str, who: str) -> bool:
    """Whether the page has forms to look at: all of the staff's have."""
    return who != "nobody" or name in CALCULATORS


def faults_of_buttons(page: Page) -> list[str]:
    """What is wrong with the buttons of a page that stands on a phone, all folds open, there and on a laptop."""
    page.locator("main details").evaluate_all("folds => folds.forEach(one => (one.open = true))")
    found = []
    for size in ("phone", "laptop"):
        page.set_viewport_size(SIZES[size])
        found += [f"{page.url} {size}: {fault}" for fault in page.evaluate(FAULTS, NEAR)]
    page.set_viewport_size(SIZES["phone"])
    return found
