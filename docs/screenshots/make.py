"""Makes the pictures of the guide and of README: .venv/bin/python docs/screenshots/make.py [part of a name]

Loads the demonstration into a database of its own, serves it on a free port of this machine, walks through it as
the people of the demo would, on a phone and on a laptop, in Italian and in English, and leaves nothing behind but
the pictures. With a part of a name only the pictures called so are made.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from threading import Thread

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRATCH = Path(tempfile.mkdtemp(prefix="screenshots-"))
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "DATABASE_URL": f"sqlite:///{SCRATCH / 'demo.sqlite3'}",
    "HASHED_STATIC": "False",
    "HTTPS": "False",
    "DJANGO_ALLOW_ASYNC_UNSAFE": "true",  # Playwright's event loop runs in the thread that asks the database
}
sys.path.insert(0, str(ROOT))

import django  # noqa: E402 — the environment comes first

django.setup()

import at_the_case  # noqa: E402
import at_the_federation  # noqa: E402
import in_the_hall  # noqa: E402
import three_cases  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler  # noqa: E402
from django.test import Client  # noqa: E402
from PIL import Image  # noqa: E402 — comes with reportlab
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from people.accounts.models import User  # noqa: E402
from referee.demo.mitchell import SLUG as MITCHELL_SLUG  # noqa: E402
from referee.demo.presence import SLUG  # noqa: E402
from referee.demo.two_stages.stages import SLUG as TWO_STAGES_SLUG  # noqa: E402
from referee.rulings.models import Ruling  # noqa: E402

SIZES = {"phone": (390, 844), "laptop": (1280, 800), "hall": (1600, 900)}
LANGUAGES = {"it": "it-IT", "en": "en-GB"}
# With a slip of the finger, as it happens.
TYPED = {"it": "acusa in anticpo", "en": "acusa too soon"}
WALKED = ("phone", "laptop")  # where the wizard is walked through
TALLEST = {"phone": 1500, "laptop": 1300, "hall": 900}  # pixels: what lies further down adds nothing to a guide
TALLER = {"phone-lateness": 2400} | at_the_federation.TALLEST  # what the code gives stands below all that can be tapped
COLOURS = 64
# What a guide shows; a step on the way that none does is walked and not kept.
SHOWN = {name for guide in ROOT.glob("docs/guid*.md") for name in re.findall(r"/([\w-]+)\.png", guide.read_text())}
COPPA = f"/tornei/{SLUG}"
GRAN_PREMIO = f"/tornei/{TWO_STAGES_SLUG}"
MITCHELL = f"/tornei/{MITCHELL_SLUG}"
NEW = f"/tornei/{in_the_hall.NEW}"
PLAYING = f"{GRAN_PREMIO}/direzione/turni/{in_the_hall.PLAYING}"


@dataclass
class Studio:
    """Where pictures are taken: the browser, the address of the demo, who is signed in under which cookie."""

    browser: Browser
    address: str
    sessions: dict[str, str]
    wanted: str
    language: str

    @contextmanager
    def page(self, screen: str, user: str = "", scheme: str = "light") -> Iterator[Page]:
        width, height = SIZES[screen]
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            locale=LANGUAGES[self.language],
            reduced_motion="reduce",
            has_touch=screen == "phone",
        )
        cookies = {"django_language": self.language} | ({"sessionid": self.sessions[user]} if user else {})
        context.add_cookies([{"name": name, "value": value, "url": self.address} for name, value in cookies.items()])
        yield context.new_page()
        context.close()

    def take(self, page: Page, name: str, *, tallest: int = 0) -> None:
        """One picture of the page on a screen tall enough to show it."""
        if self.wanted not in name or name not in SHOWN:
            return
        screen, size = name.split("-", maxsplit=1)[0], page.viewport_size
        page.mouse.move(0, 0)
        page.wait_for_load_state("networkidle")
        height = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": size["width"], "height": min(height, tallest or TALLEST[screen])})
        keep(page.screenshot(), HERE / self.language / f"{name}.png")
        page.set_viewport_size(size)


def keep(picture: bytes, path: Path) -> None:
    """Writes the picture small: few colours suffice for ink on paper."""
    path.parent.mkdir(exist_ok=True)
    image = Image.open(BytesIO(picture)).convert("RGB")
    # The octree keeps the rare colours too: the red of a penalty is a few pixels wide.
    few = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    print(f"{path.relative_to(ROOT)} {path.stat().st_size // 1024} KB")


# -- what is shown ----------------------------------------------------------------------------------------------------

# Pages that need no steps: name (its first part is the screen, a last part "dark" the scheme), who looks, address.
PLAIN = (
    ("phone-arbiter", "bruno", f"{COPPA}/arbitraggio/"),
    ("phone-table", "bruno", f"{COPPA}/turni/4/tavoli/8/"),
    ("phone-tables", "", f"{COPPA}/"),
    ("phone-standings", "", f"{COPPA}/classifica/"),
    ("phone-procedure", "", "/codice/fitres-tressette/anomalie/accusa-anticipata/"),
)
# What was told of cards.
TOLD: tuple[tuple[str, str, Callable[[], str]], ...] = (
    ("phone-cards-ending", "bruno", at_the_case.ending_page),
    ("phone-cards-replay", "bruno", at_the_case.replay_page),
)
# A tournament from its first entry to its end; a function tells an address that only the database knows.
DIRECTED: tuple[tuple[str, str, str | Callable[[], str]], ...] = (
    ("laptop-new-tournament", "dora", "/nuovo-torneo/?gioco=burraco"),
    ("laptop-to-do", "dora", f"{NEW}/direzione/"),
    ("laptop-import", "dora", in_the_hall.preview_page),
    ("phone-check-in", "sara", f"{NEW}/direzione/presenze/"),
    ("laptop-draft", "dora", f"{NEW}/direzione/turni/1/abbinamento/"),
    ("laptop-why-these-two", "", f"{GRAN_PREMIO}/turni/4/abbinamento/"),
    ("laptop-stages", "dora", f"{GRAN_PREMIO}/direzione/fasi/"),
    ("laptop-burraco-grid", "sara", f"{PLAYING}/"),
    ("laptop-clock", "dora", f"{PLAYING}/orologio/"),
    ("hall-tables", "", f"{GRAN_PREMIO}/schermo/?n=0"),
    (
        "phone-lateness",
        "bruno",
        f"{PLAYING}/tavoli/7/ritardo/?cosa=ritardo-al-tavolo&linea=A&ritardo=da-2-a-5&ritardo-altra=presente",
    ),
    ("laptop-publications", "dora", f"{GRAN_PREMIO}/direzione/classifiche/"),
    ("phone-publication", "", f"{GRAN_PREMIO}/classifica/{in_the_hall.SHOWN}/"),
    ("phone-report", "", f"{GRAN_PREMIO}/classifica/{in_the_hall.SHOWN}/segnala/"),
    ("phone-seat", "", f"{GRAN_PREMIO}/posto/?q=7"),
    ("phone-regulations", "", f"{GRAN_PREMIO}/regole/"),
    ("laptop-boards-go-round", "dora", f"{MITCHELL}/direzione/turni/3/"),
    ("phone-prizes", "", f"{MITCHELL}/premi/"),
    ("laptop-verification", "dora", f"{MITCHELL}/direzione/verifica/"),
)
# Rulings of the demo, by anomaly and table: an artificial score with a lot.
RULINGS = (("laptop-ruling-with-score", "numero-carte-errato", 7),)


# What the walk of the wizard shows.
STEPS = ("wizard-2-anomaly", "wizard-3-seat", "wizard-4-question", "wizard-5-decision", "score", "score-dark")


def pages(studio: Studio) -> None:
    rulings = ((name, "giulia", ruling_at(*which)) for name, *which in RULINGS)
    for name, user, address in (*PLAIN, *TOLD, *DIRECTED, *at_the_federation.PAGES, *rulings):
        if studio.wanted in name:
            with studio.page(name.split("-")[0], user, "dark" if name.endswith("-dark") else "light") as page:
                page.goto(address() if callable(address) else address)
                studio.take(page, name, tallest=TALLER.get(name, 0))


def unfolded(studio: Studio) -> None:
    """What lies folded on a page of the federation or of its casebook, as a tap shows it."""
    for name, user, address, part in at_the_federation.UNFOLDED:
        if studio.wanted in name:
            with studio.page(name.split("-")[0], user) as page:
                page.goto(address() if callable(address) else address)
                page.locator(part).click()
                studio.take(page, name, tallest=TALLER.get(name, 0))


def ruling_at(procedure: str, table: int) -> str:
    found = Ruling.objects.current().get(tournament__slug=SLUG, case__procedure=procedure, case__table__number=table)
    return f"{COPPA}/provvedimenti/{found.number}/"


def front(studio: Studio) -> None:
    """README’s picture: what a ruling orders, and the article it rests on."""
    if studio.wanted not in "ruling" or studio.language != "en":
        return
    with studio.page("laptop", "giulia") as page:
        page.set_viewport_size({"width": 1000, "height": 1600})
        page.goto(ruling_at("accusa-anticipata", 10))
        law = page.locator("article.law").first.bounding_box()
        clip = {"x": 0, "y": 0, "width": 1000, "height": law["y"] + law["height"] + 16}
        keep(page.screenshot(clip=clip), HERE / "ruling.png")


def slips(studio: Studio) -> None:
    """What the players of line A see at their table, before they send."""
    if studio.wanted in "phone-slip":
        with studio.page("phone") as page:
            page.goto(in_the_hall.table_page())
            page.locator(".slip-form").wait_for()
            studio.take(page, "phone-slip")


def wizards(studio: Studio) -> None:
    """Bruno at a table where nothing has happened yet: two tables for each language, because he decides there."""
    first = 1 + 2 * list(LANGUAGES).index(studio.language)
    for table, screen in enumerate(WALKED, start=first):
        if any(studio.wanted in f"{screen}-{step}" for step in STEPS):
            with studio.page(screen, "bruno") as page:
                walk(studio, page, screen, table)


def walk(studio: Studio, page: Page, screen: str, table: int) -> None:
    """From the anomaly to the arbitral score of a board that all the other tables have played."""
    page.goto(f"{COPPA}/turni/4/tavoli/{table}/")
    page.locator(".primary-form button").click()
    page.locator("#case button[name=board]").first.wait_for()
    page.locator("button[name=board]").nth(1).click()
    page.locator("h1:focus").wait_for()
    page.locator("#search").press_sequentially(TYPED[studio.language])
    page.locator("#anomalies [role=status]").wait_for()
    studio.take(page, f"{screen}-wizard-2-anomaly")
    page.locator("#anomalies button[value=accusa-anticipata]").click()
    page.locator("button.seat-E").wait_for()
    studio.take(page, f"{screen}-wizard-3-seat")
    page.locator("button.seat-E").click()
    page.locator("button[name=answer][value=da-se]").wait_for()
    studio.take(page, f"{screen}-wizard-4-question", tallest=1100)
    page.locator("button[value=da-se]").click()
    page.locator("button[value=entrambe-pari]").click()
    page.locator("#decide").wait_for(state="attached")
    studio.take(page, f"{screen}-wizard-5-decision", tallest=SIZES[screen][1])
    page.locator(".in-reach .btn-primary, [form=decide]").first.click()
    page.locator("#outcome").wait_for()
    studio.take(page, f"{screen}-score")
    if screen == "laptop":
        page.emulate_media(color_scheme="dark")
        page.locator("html[data-bs-theme=dark]").wait_for()
        studio.take(page, "laptop-score-dark")


def cases_of_play(studio: Studio) -> None:
    """Bruno's phone through the three cases; whichever picture is wanted, a case is walked to its end."""
    for place, case in enumerate(three_cases.CASES):
        name = f"phone-case-{case.name}"
        if studio.wanted in name or studio.wanted.startswith(name):
            with studio.page("phone", "bruno") as page:
                three_cases.walk(page, partial(step_of_case, studio, page, name), place, studio.language)


def step_of_case(studio: Studio, page: Page, name: str, step: str) -> None:
    studio.take(page, f"{name}-{step}", tallest=SIZES["phone"][1] if step == three_cases.RULING else 0)


SCENES: tuple[Callable[[Studio], None], ...] = (pages, unfolded, front, slips, wizards, cases_of_play)


# -- the house around it ----------------------------------------------------------------------------------------------


@contextmanager
def demo_served() -> Iterator[str]:
    """The address of the demo, in a database that is thrown away."""
    call_command("migrate", verbosity=0)
    call_command("translations", "--compile", verbosity=0)
    call_command("load_demo", stdout=StringIO())
    in_the_hall.prepare()
    at_the_case.prepare()
    server = ThreadedWSGIServer(("127.0.0.1", 0), Quiet)
    server.set_app(WSGIHandler())
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


class Quiet(WSGIRequestHandler):
    def log_message(self, *args: object) -> None:
        """Says nothing of the requests."""


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def main(wanted: str = "") -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with demo_served() as address, sync_playwright() as playwright:
        sessions = {user.username: session_of(user) for user in User.objects.all()}
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        studios = [Studio(browser, address, sessions, wanted, language) for language in LANGUAGES]
        # What everybody sees comes first in both languages: the wizards leave rulings behind.
        for scene in SCENES:
            for studio in studios:
                scene(studio)
        browser.close()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    finally:
        shutil.rmtree(SCRATCH)
