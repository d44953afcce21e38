"""The road between two installations, in browsers: sent, returned, mended, homologated, cited, judged, carried out.

Not collected by itself, since it starts two servers: `make thorough` runs it. Only files go from one to the other.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, expect

from federation.packages.actions import own_key
from tests import factories
from tests.browser.conftest import Console
from tests.browser.director import Director
from tests.browser.read_back import downloaded, standings_on
from tests.browser.road.conftest import Two
from tests.federation.second_instance.road import DEALS, make_officers, make_staff, play
from tournaments.publication.verification_queries import check_all
from tournaments.setup.models import Tournament

SLUG = "coppa-levante"
PACKAGE = f"/tornei/{SLUG}/pacchetto/"
FEDERATION = "/federazioni/fitres/"
NEXT = "coppa-ponente"
PENALISED, LATE = 1, 2
MASSIMA = "Lo score lasciato sul tavolo costa un VP, anche se il risultato lo conoscono già tutti."


@dataclass
class Road:
    two: Two
    folder: Path
    dora: Director
    olga: Page

    def __post_init__(self) -> None:
        self.files = 0

    def file(self, content: bytes, kind: str) -> Path:
        self.files += 1
        path = self.folder / f"{self.files}.{kind}"
        path.write_bytes(content)
        return path

    def send(self) -> None:
        """From the tournament's desk into the federation's inbox, on a stick."""
        self.dora.page.goto(PACKAGE)
        content = downloaded(self.dora.page, "Scarica il pacchetto", self.folder)
        self.olga.goto(f"{FEDERATION}pacchetti/")
        self.olga.locator("input[type=file]").set_input_files(self.file(content, "zip"))
        press(self.olga, "Ricevi")

    def answer(self, page: Page, link: str) -> None:
        """From the federation to the tournament's desk, by the link of a page there."""
        content = downloaded(page, link, self.folder)
        self.dora.page.goto(PACKAGE)
        self.dora.page.locator("input[type=file]").set_input_files(self.file(content, "json"))
        self.dora.press("Carica")

    def vp(self) -> dict[int, int]:
        """Of every pair, as everybody reads it."""
        return {pair: vp for pair, vp, _mp in standings_on(self.dora.page, SLUG)}


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def write(page: Page, label: str, text: str) -> None:
    page.get_by_role("textbox", name=label).fill(text)


def test_a_tournament_goes_to_its_federation_and_what_the_judge_decides_comes_back(
    two: Two, tmp_path: Path, console: Console
) -> None:
    console.expect("htmx:")
    make_both(two)
    road = Road(two, tmp_path, Director(two.club.page("dora"), SLUG), two.federation.page("olga"))
    played = road.vp()
    let_know_each_other(road)
    return_with_a_remark(road)
    mend(road)
    assert road.vp() == played | {LATE: played[LATE] - 1}
    homologate(road)
    publish_its_headnote(road)
    find_the_precedent(road)
    judge(road)
    assert road.vp() == played | {LATE: played[LATE] - 1, PENALISED: played[PENALISED] + 1}
    see_it_above(road)
    with two.club.there():
        assert all(one.holds for one in check_all(Tournament.objects.get(slug=SLUG)))


def make_both(two: Two) -> None:
    """A tournament played at the club; at the federation the next one, whose first round is being played."""
    with two.club.there():
        tournament = factories.make_playing_burraco()
        play(tournament, make_staff(tournament))
    with two.federation.there():
        following = factories.make_playing_burraco(slug=NEXT)
        bruno = factories.make_person("bruno")
        factories.give_role(bruno, following, factories.CAST["bruno"][2])
        round = following.rounds.get()
        for board, points in zip(round.boards.order_by("number"), DEALS, strict=True):
            factories.make_score(round.tables.get(number=1), board, points, bruno)
        factories.sealed(following)
        make_officers(following.federation)


# -- sent, returned, mended, homologated ------------------------------------------------------------------------------


def let_know_each_other(road: Road) -> None:
    """An unknown installation is refused with its fingerprint; each adds the other's key."""
    road.send()
    expect(road.olga.get_by_text("È firmato da un’installazione che la federazione non conosce")).to_be_visible()
    add_key(road.olga, "Circolo Levante", public_key(road.two.club))
    officer = road.two.club.page("olga")
    add_key(officer, "La federazione", public_key(road.two.federation))
    officer.context.close()


def public_key(installation) -> str:
    with installation.there():
        return own_key().public


def add_key(page: Page, name: str, public: str) -> None:
    page.goto(f"{FEDERATION}chiavi/")
    form = page.get_by_role("region", name="Aggiungi una chiave")
    form.get_by_role("textbox").nth(0).fill(name)
    form.get_by_role("textbox").nth(1).fill(public)
    press(page, "Aggiungi")
    expect(page.get_by_text(name).first).to_be_visible()


def return_with_a_remark(road: Road) -> None:
    road.send()
    expect(road.olga.get_by_text("Pacchetto ricevuto: torna tutto.")).to_be_visible()
    write(road.olga, "Rilievo", "Il ritardo della coppia 2 è nel referto, ma non in classifica")
    press(road.olga, "Scrivi")
    press(road.olga, "Rimanda con i rilievi")
    expect(road.olga.get_by_text("rimandato con rilievi").first).to_be_visible()
    road.answer(road.olga, "Scarica la risposta")
    road.dora.told("Il ritardo della coppia 2 è nel referto, ma non in classifica")


def mend(road: Road) -> None:
    """A penalty by the remark's reference; the final standings are published anew."""
    page = road.dora.open("penalita/")
    page.get_by_role("combobox", name="A chi", exact=True).select_option(index=LATE)
    road.dora.choose("Che cosa", "Penalità in VP")
    page.get_by_role("spinbutton", name="Quanti punti").fill("1")
    road.dora.choose("Turno", "Turno 1")
    road.dora.write("Motivo", "Arrivata in ritardo")
    road.dora.write("Provvedimento o decisione", "Rilievo della federazione")
    road.dora.press("Registra")
    # The first penalty has its −1 there already.
    expect(page.locator(".lines")).to_contain_text("Arrivata in ritardo")
    road.dora.open("classifiche/")
    page.get_by_label("Quale decisione").fill("Rilievo della federazione")
    road.dora.press("Pubblica dopo la decisione")
    road.dora.heading("definitiva")


def homologate(road: Road) -> None:
    road.send()
    expect(road.olga.get_by_text("versione 2").first).to_be_visible()
    press(road.olga, "Controlla")
    expect(road.olga.get_by_text("Controllato.")).to_be_visible()
    why = road.olga.get_by_label("Perché si omologa con punti aperti")
    if why.count():
        why.fill("Senza tessere: è un torneo di circolo")
    press(road.olga, "Omologa a mio nome")
    expect(road.olga.get_by_text("Torneo omologato.")).to_be_visible()
    road.answer(road.olga, "Scarica la risposta")
    road.dora.told("omologato")


# -- its ruling in the casebook, and before the next arbiter ----------------------------------------------------------


def publish_its_headnote(road: Road) -> None:
    """Found by words; a name of a player is refused."""
    aldo = road.two.federation.page("aldo")
    aldo.goto(f"{FEDERATION}archivio/?q=score+lasciato+sul+tavolo&tipo=ruling")
    aldo.locator(".archive-line").first.get_by_role("link").click()
    expect(aldo.get_by_text("Circolo Levante").first).to_be_visible()
    aldo.get_by_role("link", name="Scrivi la massima").click()
    write(aldo, "Massima", f"{MASSIMA} Così per Conti.")
    press(aldo, "Salva la bozza")
    expect(aldo.get_by_text("Conti").first).to_be_visible()
    write(aldo, "Massima", MASSIMA)
    press(aldo, "Salva la bozza")
    press(aldo, "Pubblica")
    expect(aldo.get_by_text("Pubblicata: n.")).to_be_visible()
    aldo.context.close()
    everybody = road.two.federation.page("")
    everybody.goto(f"{FEDERATION}massimario/")
    expect(everybody.get_by_text(MASSIMA)).to_be_visible()
    everybody.context.close()


def find_the_precedent(road: Road) -> None:
    """In the next tournament the same anomaly: what was decided elsewhere, with its headnote."""
    bruno = road.two.federation.page("bruno", screen="phone")
    bruno.goto(f"/tornei/{NEXT}/turni/1/tavoli/1/")
    press(bruno, "Nuova anomalia")
    bruno.get_by_role("link", name="Riguarda tutta la partita").click()
    bruno.get_by_role("searchbox").fill("score non consegnato")
    bruno.get_by_role("button", name="Score non consegnato").first.click()
    press(bruno, "Sì")
    bruno.get_by_text(re.compile("In 1 caso come questo|1 caso della stessa anomalia")).click()
    found = bruno.locator(".precedent-list")
    expect(found).to_contain_text("Coppa Levante")
    expect(found).to_contain_text(MASSIMA)
    bruno.context.close()


# -- the second instance ----------------------------------------------------------------------------------------------


def judge(road: Road) -> None:
    """With the first appeal before her, Gemma finds one answer wrong; the tournament carries that out."""
    gemma = road.two.federation.page("gemma")
    gemma.goto(f"{FEDERATION}giudice/")
    gemma.get_by_label("Giorni dalla conoscenza").fill("30")
    write(gemma, "Norma", "Regolamento di giustizia, art. 12")
    press(gemma, "Registra il termine")
    gemma.goto(f"{FEDERATION}archivio/?q=score+lasciato+sul+tavolo&tipo=ruling")
    gemma.locator(".archive-line").first.get_by_role("link").click()
    gemma.get_by_role("link", name="Porta al giudice federale").click()
    gemma.get_by_label("Chi reclama").select_option(str(PENALISED))
    write(gemma, "Motivi", "Lo score l’ha portato l’altra linea")
    gemma.get_by_label("Perché è ammesso dopo il termine").fill("La risposta della federazione è arrivata dopo")
    press(gemma, "Ricevi il reclamo")
    expect(gemma.get_by_role("heading", name="Il reclamo di primo grado n. 1")).to_be_visible()
    gemma.get_by_label("Accolto: la decisione cambia").check()
    gemma.get_by_label("Lo score è rimasto sul tavolo?").select_option("No, l’ha consegnato chi non doveva")
    write(gemma, "Motivazione", "Due testimoni l’hanno visto consegnare")
    press(gemma, "Decidi e firma")
    expect(gemma.get_by_text("Decisione registrata e firmata")).to_be_visible()
    expect(gemma.get_by_text("Il torneo non ha ancora detto di averla eseguita")).to_be_visible()
    road.answer(gemma, "Scarica la decisione")
    road.dora.told("Decisione del giudice federale eseguita.")
    gemma.context.close()


def see_it_above(road: Road) -> None:
    """The next package tells the federation; the headnote says what has become of its ruling."""
    road.send()
    expect(road.olga.get_by_text("versione 3").first).to_be_visible()
    gemma = road.two.federation.page("gemma")
    gemma.goto(f"{FEDERATION}giudice/1/")
    expect(gemma.get_by_text("Il torneo l’ha eseguita")).to_be_visible()
    gemma.goto(f"{FEDERATION}massimario/")
    gemma.get_by_text(MASSIMA).click()
    expect(gemma.get_by_text("il provvedimento è stato poi cambiato in reclamo").first).to_be_visible()
    gemma.context.close()
