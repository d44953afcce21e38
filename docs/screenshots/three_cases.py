"""Three cases of play walked through on a phone for the guide: from the anomaly to the ruling that rests on the cards.

Every card is tapped as an arbiter taps it, on boards of the demo that the program dealt.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from playwright.sync_api import Page

from codes.seats import Seat
from codes.tressette.cards import Card
from codes.tressette.deals import dealt
from codes.tressette.replay import Position, after, checked_start
from referee.demo.presence import SLUG
from referee.demo.rulings import SEED

TABLES = {"it": (5, 7, 9), "en": (11, 12, 3)}
BOARD = 16  # the last of the fourth round: not scored yet at these tables
LEFT = 4  # cards a hand, where one is laid down
REASON = {"it": "La passata non si salva", "en": "The board cannot be saved"}
CHOICE = {"it": "Il meglio che le carte consentivano", "en": "The best that the cards allowed"}
# What the arbiter answers, in whichever order he is asked.
ANSWERS = ("monte", "una-parte", "fuori-turno", "da-se")


@dataclass(frozen=True)
class CaseOfPlay:
    """What is typed to find its anomaly; who did it; how it is played, by a given chance."""

    name: str
    anomaly: str
    typed: dict[str, str]
    seat: Seat
    chance: int


REVOKE = CaseOfPlay("revoke", "mancata-risposta", {"it": "non ha risposto", "en": "revoke"}, Seat.E, 6)
CLAIM = CaseOfPlay("claim", "messa-a-terra", {"it": "messa a terra", "en": "laying down"}, Seat.S, 25)
FORBIDDEN = CaseOfPlay("forbidden", "altra-anomalia", {"it": "non previsto", "en": "not provided"}, Seat.N, 40)
RULING = "4-ruling"  # a picture of the screen alone, where the score and what it rests on stand
CASES = (REVOKE, CLAIM, FORBIDDEN)


def walk(page: Page, take: Callable[[str], None], place: int, language: str) -> None:
    """The case at that place, at the language's table; `take` keeps a picture under a name."""
    case = CASES[place]
    page.goto(f"/tornei/{SLUG}/turni/4/tavoli/{TABLES[language][place]}/")
    page.locator(".primary-form button").click()
    page.locator("#case button[name=board]").last.click()
    page.locator("h1:focus").wait_for()
    page.locator("#search").press_sequentially(case.typed[language])
    page.locator(f"#anomalies button[value={case.anomaly}]").click()
    page.locator(f"button.seat-{case.seat}").wait_for()
    asked = page.url
    (lay_down if case is CLAIM else tell_play)(page, case)
    take("1-cards")
    page.goto(asked)
    page.locator(f"button.seat-{case.seat}").click()
    answer(page)
    take("2-decision")
    for reason in page.locator("#decide textarea[name=reason]").all():
        reason.fill(REASON[language])
    page.locator(".in-reach .btn-primary").first.click()
    page.locator("#score").wait_for()
    page.locator("label.answer:has(input[value*=-ending-]), label.answer:has(input[value*=-play-])").first.click()
    page.locator("#outcome .verdict").wait_for()
    page.locator("#reason").fill(CHOICE[language])
    take("3-score")
    page.locator("#score .step-actions .btn-primary").click()
    page.locator("h2#score").evaluate("score => score.scrollIntoView({block: 'center'})")
    take(RULING)


def answer(page: Page) -> None:
    """Answers what is asked until there is a decision."""
    wanted = ", ".join(["button.answer[name=evidence]", *(f"button[name=answer][value={one}]" for one in ANSWERS)])
    while page.locator("#decide").count() == 0:
        asked = page.locator("h1").inner_text()
        page.locator(wanted).first.click()
        page.wait_for_function("asked => document.querySelector('h1').innerText !== asked", arg=asked)
        page.wait_for_load_state("networkidle")


def tell_play(page: Page, case: CaseOfPlay) -> None:
    """The whole play, card by card; a suit that was forbidden is named beside the card."""
    page.goto(page.url.split("?")[0] + "passata/")
    page.locator("label:has(input[name=leader][value=W])").click()
    cards, forbidden = played(case)
    for card in cards:
        page.locator(f"[data-pad] [data-card={card.short}]").click()
    page.locator("input[name=points]").fill("0")
    if case is FORBIDDEN:
        page.locator("details:has([name=anomaly_trick]) > summary").click()
        page.locator("[name=anomaly_trick]").fill(str(forbidden // len(Seat) + 1))
        page.locator("[name=anomaly_seat]").select_option(str(case.seat))
        page.locator("[name=barred]").fill(cards[forbidden].suit.value)
    page.locator("form#play .btn-primary").click()
    page.locator("#replay").wait_for()


def lay_down(page: Page, case: CaseOfPlay) -> None:
    """The last cards of each hand, of which one is laid down."""
    now = start()
    chance = Random(case.chance)  # noqa: S311 — invented, not a lot
    while now.tricks_left > LEFT or now.table:
        now = after(now, chance.choice(sorted(now.lawful)))
    page.goto(page.url.split("?")[0] + "finale/")
    for seat, hand in now.hands.items():
        page.locator(f"label:has(#of-{seat})").click()
        for card in hand:
            page.locator(f".ending-hand-{seat} label:has([value={card.short}])").click()
    page.locator(f"label:has(input[name=leader][value={now.to_play}])").click()
    page.locator("input[name=points]").fill(str(now.thirds_a // 3))
    page.locator("input[name=thirds]").fill(str(now.thirds_a % 3))
    page.locator("#laid-down").select_option(str(case.seat))
    page.locator("form#ending .btn-primary").click()
    page.locator(".ending-bound").first.wait_for()


def start() -> Position:
    return checked_start(dealt(SEED, BOARD).hands, Seat.W)


def played(case: CaseOfPlay) -> tuple[list[Card], int]:
    """The cards, and which of them is the anomaly: in the last six tricks, where its cost is soon known."""
    now, cards, chance = start(), [], Random(case.chance)  # noqa: S311 — invented, not a lot
    anomaly = -1
    while now.tricks_left:
        late = anomaly < 0 and len(cards) > 4 * len(Seat) and now.to_play == case.seat
        could_not = sorted(now.hands[now.to_play] - now.lawful)
        if late and case is REVOKE and could_not:
            anomaly = len(cards)
            cards.append(could_not[0])
        else:
            if late and case is FORBIDDEN and not now.table:
                anomaly = len(cards)
            cards.append(chance.choice(sorted(now.lawful)))
        now = after(now, cards[-1])
    return cards, anomaly
