"""On every page, phone and laptop, a form is sent by a button of its own, beside its last field.

One bar at the foot of every page had the button once: on a laptop far from a form in the right column, on a phone over
the fields. The bar is left to what sends no field (the next step, a clock), and to the wizard's confirmation, because
what it confirms is read over more than a screen.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from tests.browser.conftest import SIZES
from tests.browser.every_page import PAGES
from tests.browser.test_axe import numbers
from tests.tournaments.draw.by_formula import next_round, play, staged
from tournaments.draw.models import Pairing

__all__ = ["numbers"]

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


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_every_form_is_sent_from_beside_it(
    open_page: Callable[..., Page], numbers: dict[str, int | str], size: str
) -> None:
    people: dict[str, Page] = {}
    wrong = []
    public = [place for name in CALCULATORS for place in PAGES[name]]
    staff = [place for places in PAGES.values() for place in places if place[0] != "nobody"]
    for who, path in [*public, *staff]:
        if who not in people:
            people[who] = open_page("phone", user=User.objects.filter(username=who).first())
            people[who].set_viewport_size(SIZES[size])
        people[who].goto(path.format(**numbers))
        people[who].locator("main details").evaluate_all("folds => folds.forEach(one => (one.open = true))")
        wrong += [f"{path} {fault}" for fault in people[who].evaluate(FAULTS, NEAR)]
    assert not wrong, "\n".join(wrong)


def test_a_round_that_cannot_be_paired_is_tried_again_with_what_is_typed(
    open_page: Callable[..., Page], db: None
) -> None:
    tournament, dora = staged("danish", 4)
    for _round in range(3):
        play(next_round(tournament, dora), dora)
    page = open_page("laptop", user=dora)
    page.goto("/tornei/coppa-levante/direzione/turni/prepara/")
    page.get_by_role("button", name="Prepara gli abbinamenti").click()
    expect(page.get_by_text("Con queste regole non esiste un abbinamento")).to_be_visible()
    assert page.evaluate(FAULTS, NEAR) == []
    page.get_by_label("Non devono incontrarsi").fill("1-2")
    page.get_by_role("button", name="Ammettere 2 nuovi incontri").first.click()
    expect(page.get_by_role("heading", name="Abbinamento del turno 4")).to_be_visible()
    inputs = Pairing.objects.get(round__number=4).inputs
    assert inputs["sections"][0]["forbidden"] == [[1, 2]]
