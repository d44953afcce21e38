"""What a director does on the screens, in sentences: every step is a click or a key, and waits for what it brings."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect


@dataclass
class Director:
    """A director at a laptop, in a tournament."""

    page: Page
    slug: str

    @property
    def desk(self) -> str:
        return f"/tornei/{self.slug}/direzione/"

    # ---- moving about

    def open(self, path: str = "") -> Page:
        """A page below the desk."""
        answered = self.page.goto(self.desk + path)
        assert answered
        assert answered.status == 200, (path, answered.status)
        return self.page

    def press(self, name: str, *, within: Locator | Page | None = None) -> None:
        (within or self.page).get_by_role("button", name=name, exact=True).click()

    def write(self, label: str, text: str, *, within: Locator | Page | None = None) -> None:
        (within or self.page).get_by_role("textbox", name=label, exact=True).fill(text)

    def choose(self, label: str, words: str, *, within: Locator | None = None) -> None:
        (within or self.page).get_by_role("combobox", name=label, exact=True).select_option(words)

    def told(self, words: str) -> None:
        """A message that the last step brought."""
        expect(self.page.get_by_text(words).first).to_be_visible()

    def heading(self, words: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(words)

    # ---- entries

    def upload(self, file: Path) -> None:
        """A list, up to its preview."""
        self.open("coppie/importa/")
        self.page.locator("input[type=file]").set_input_files(file)
        self.press("Guarda l’anteprima")
        self.heading("Anteprima")

    def check_in(self, numbers: Iterable[int]) -> None:
        """Taps the switch of each; the line changes in its place."""
        self.open("presenze/")
        for number in numbers:
            self.page.get_by_role("button", name=f"{number}: segna presente", exact=True).click()
            expect(self.page.get_by_role("button", name=f"{number}: presente, tocca per togliere")).to_be_visible()

    def enter(self, *people: tuple[str, str, str], is_here: bool = False) -> None:
        """A pair by last name, first name and card."""
        self.open("coppie/")
        self._type(people)
        if is_here:
            self.page.get_by_label("È già qui").check()
        self.press("Iscrivi")

    def withdraw(self, number: int, reason: str) -> None:
        self.open(f"coppie/{number}/")
        self.page.get_by_text("Ritirala dal torneo").click()
        form = self.page.locator("form[action$='/ritiro/']")
        form.get_by_label("Motivo").fill(reason)
        self.press("Ritira", within=form)
        expect(form).to_have_count(0)

    def substitute(self, number: int, *people: tuple[str, str, str], reason: str) -> None:
        """Somebody else in the second place of a pair, the first one stays."""
        self.open(f"coppie/{number}/sostituzione/")
        self._type((("", "", ""), *people))
        self.page.get_by_label("Motivo").first.fill(reason)
        self.press("Registra la sostituzione")

    def _type(self, people: Iterable[tuple[str, str, str]]) -> None:
        """Into the players of the form, in their order; typing asks who is meant, the answer is awaited."""
        for place, typed in enumerate(people):
            person = self.page.locator("fieldset.person").nth(place)
            for label, text in zip(("Cognome", "Nome", "Tessera"), typed, strict=True):
                if text:
                    person.get_by_label(label, exact=True).fill(text)

    # ---- rounds

    def draw(self, number: int) -> None:
        """Prepares the next round and leaves its draft on the screen."""
        self.open("turni/prepara/")
        self.heading(f"Prepara il turno {number}")
        self.press("Prepara gli abbinamenti")
        self.heading(f"Abbinamento del turno {number}")

    def publish_and_start(self, number: int) -> None:
        self.press("Pubblica i tavoli")
        expect(self.page.get_by_role("button", name="Avvia il turno")).to_be_visible()
        self.open(f"turni/{number}/")
        self.press("Avvia il turno")
        self.heading(f"Turno {number} in corso")

    def close(self, number: int) -> None:
        """What the second person has not confirmed is let be, with a reason."""
        self.open(f"turni/{number}/")
        self.heading(f"Turno {number} in corso")
        reason = self.page.get_by_label("Perché va bene così")
        if reason.count():
            reason.fill("Manca la seconda persona")
        self.press("Chiudi il turno così" if reason.count() else "Chiudi il turno")
        self.heading(f"Turno {number} chiuso")
        expect(self.page.get_by_role("link", name="Da fare")).to_be_visible()

    # ---- standings

    def show_standings(self) -> None:
        """Provisional standings of the stage being played."""
        self.open("classifiche/")
        self.press("Esponi la classifica provvisoria")
        self.heading("provvisoria")

    def make_final(self) -> None:
        """Although nobody confirmed some scores, which asks for a reason."""
        self.open("classifiche/")
        panel = self.page.locator(".stage-panel").first
        expect(
            panel.get_by_text("Prima che sia definitiva").or_(panel.get_by_text("nulla la ferma")).first
        ).to_be_visible()
        if panel.get_by_role("textbox").count():
            panel.get_by_role("checkbox").check()
            panel.get_by_role("textbox").fill("Manca la seconda persona")
        self.press("Rendi definitiva la classifica")
        self.heading("definitiva")
