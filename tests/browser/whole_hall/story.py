"""A hall at work, told once: ten calls, what weighs done by two persons, a phone cut off, an appeal after the end.

Through the browser goes whatever could be lost on the way; figures are those of `burraco_by_hand`.
"""

import re

from playwright.sync_api import Page, Route, expect

from codes.seats import Line
from hall.calls.models import Call
from referee.cases.models import Case
from referee.proposals.models import ProposedRuling
from referee.rulings.models import Ruling
from tests.browser.burraco_by_hand import REST, TOO_LATE
from tests.browser.read_back import standings_on
from tests.browser.slips import write_points
from tests.browser.whole_hall.people import HALL, KEPT, SLUG, TABLES, Hall, deals_at
from tournaments.appeals.models import Appeal
from tournaments.publication.verification_queries import check_all
from tournaments.scores.match_models import MatchScore, TableSlip
from tournaments.scores.models import BoardScore

QUEUE = f"{HALL}chiamate/"
SHEET_LEFT, OPINION, CUT_OFF, TOO_LATE_AT = 1, 2, 3, 4
AT_ONCE, GIVES_TIME_BACK, WITHDRAWS, WANTS_A_SECOND = 7, 8, 9, 10
PAIRS = set(range(1, 2 * TABLES + 1))
# Tables whose call ends without a ruling, and how it ends.
ENDS = {5: "no-anomaly", 6: "information", 7: "information", 8: "extra-time", 9: "withdrawn", 10: "no-anomaly"}


def play_the_hall(hall: Hall) -> None:
    send_a_result(hall, SHEET_LEFT)
    for number in range(1, 11):
        call(hall, number)
    propose_and_return(hall)
    ask_an_opinion(hall)
    cut_a_phone_off(hall)
    come_too_late(hall)
    answer_the_others(hall)
    hall.put_phones_away()
    for number in sorted(set(range(1, TABLES + 1)) - {SHEET_LEFT, TOO_LATE_AT}):
        hall.play(number)
    end_the_round(hall)
    appeal(hall)
    check_what_is_kept(hall)


def say(page: Page, *answers: str) -> None:
    for answer in answers:
        page.get_by_role("button", name=answer, exact=True).click()


# -- results and calls, from the players' phones ----------------------------------------------------------------------


def send_a_result(hall: Hall, number: int) -> None:
    """One line sends while the server is away, the other confirms: recorded once, and called sent only then."""
    ours, theirs = hall.table_phone(number), hall.table_phone(number, Line.B)
    write_points(ours, [str(points) for deal in deals_at(number) for points in deal])
    with hall.luck.away(ours):
        say(ours, "Manda il risultato")
    expect(ours.get_by_text("Ora lo conferma l’altra linea")).to_be_visible(timeout=20_000)
    assert TableSlip.objects.count() == 1
    theirs.reload()
    say(theirs, "È giusto, confermiamo")
    expect(theirs.get_by_text("Il risultato è registrato.")).to_be_visible()
    scores = BoardScore.objects.current().order_by("board__number").values_list("points_a", "points_b")
    assert tuple(scores) == deals_at(number)
    hall.count(number)
    for page in (ours, theirs):
        page.context.close()


def call(hall: Hall, number: int) -> None:
    page = hall.table_phone(number)
    say(page, "Chiama l’arbitro")
    expect(page.get_by_text("Chiamata ricevuta.")).to_be_visible()
    assert hall.table(number).calls.get().is_open
    if number == WITHDRAWS:
        say(page, "Non serve più")
        expect(page.get_by_role("button", name="Chiama l’arbitro")).to_be_visible()
    page.context.close()


def take(page: Page, number: int) -> None:
    """One tap: the call is theirs, and its table open."""
    if not page.url.endswith("/chiamate/"):
        page.goto(QUEUE)
    page.get_by_role("button", name=takes(number)).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Tavolo {number}")


def takes(number: int) -> re.Pattern[str]:
    return re.compile(rf"Prendo io\s*: tavolo {number}$")


def begin(page: Page, anomaly: str) -> None:
    """An anomaly of the whole match, found by its name."""
    say(page, "Nuova anomalia")
    page.get_by_role("link", name="Riguarda tutta la partita").click()
    page.get_by_role("searchbox").fill(anomaly.lower())
    page.get_by_role("button", name=anomaly).first.click()


# -- what weighs is done by two ---------------------------------------------------------------------------------------


def propose_and_return(hall: Hall) -> None:
    """A sheet left on the table costs one VP, which nobody gives alone: proposed, returned, proposed anew."""
    bruno, giulia = hall.phone("bruno"), hall.phone("giulia")
    take(bruno, SHEET_LEFT)
    begin(bruno, "Score non consegnato")
    say(bruno, "Sì")
    expect(bruno.get_by_role("heading", level=1)).to_have_text("Decisione")
    # Told before: nobody is offered to confirm it alone.
    expect(bruno.get_by_text("in questo torneo si propone, e lo conferma un capo arbitro").first).to_be_visible()
    say(bruno, "Proponi al capo arbitro")
    expect(bruno.get_by_text("Finché non è confermato non vale")).to_be_visible()
    open_proposal(giulia)
    giulia.get_by_label("Che cosa non va").fill("Chiedi prima a chi ha raccolto gli score")
    say(giulia, "Rimanda a chi l’ha proposto")
    expect(giulia.get_by_text("Proposta rimandata")).to_be_visible()
    bruno.reload()
    expect(bruno.get_by_text("Chiedi prima a chi ha raccolto gli score")).to_be_visible()
    bruno.get_by_role("link", name="Torna al caso e proponi di nuovo").click()
    say(bruno, "Proponi al capo arbitro")
    expect(bruno.get_by_text("L’hai proposto tu")).to_be_visible()
    assert Ruling.objects.count() == 0
    open_proposal(giulia)
    with hall.luck.struck(giulia):
        say(giulia, "Conferma il provvedimento")
    expect(giulia.get_by_text("Confermato da Giulia Marchi").first).to_be_visible(timeout=20_000)
    ruling = Ruling.objects.get()
    assert (ruling.decided_by.username, ruling.proposed_as.answered_by.username) == ("bruno", "giulia")
    hall.sums.give(winner(hall, SHEET_LEFT), (-1, 0))


def open_proposal(page: Page) -> None:
    page.goto(f"{HALL}arbitraggio/")
    page.locator("#proposals").get_by_role("link", name=re.compile(f"tavolo {SHEET_LEFT}")).click()
    expect(page.get_by_role("heading", name="Che cosa ordinerebbe")).to_be_visible()


def winner(hall: Hall, number: int) -> int:
    """The pair of the line that won the match of a table: the fixed one at odd numbers."""
    table = hall.table(number)
    return (table.line_a if number % 2 else table.line_b).number


def ask_an_opinion(hall: Hall) -> None:
    """A neutral question to a colleague; the answer is there before the ruling, and stays with it."""
    irene, tito = hall.phone("irene"), hall.phone("tito")
    take(irene, OPINION)
    warn(irene)
    irene.get_by_role("link", name="Chiedi un parere").click()
    irene.get_by_label("La domanda, come la fai").fill("Un giocatore commenta ad alta voce la mano appena finita")
    irene.get_by_label("Tito Lampo").check()
    say(irene, "Registra la domanda")
    expect(irene.get_by_text("Domanda registrata")).to_be_visible()
    tito.goto(f"{HALL}arbitraggio/")
    tito.get_by_role("link", name="Un giocatore commenta").click()
    tito.get_by_label("Il tuo parere").fill("La prima volta basta un’ammonizione")
    say(tito, "Registra il parere")
    expect(tito.get_by_text("Parere registrato.")).to_be_visible()
    irene.get_by_role("link", name="Anomalia").first.click()
    expect(irene.get_by_text("La prima volta basta un’ammonizione")).to_be_visible()
    say(irene, "Conferma")
    expect(irene.get_by_text("Provvedimento n. 2 registrato.")).to_be_visible()


def warn(page: Page) -> None:
    """A rule of conduct broken by the player A of the table: up to the decision."""
    begin(page, "Comportamento scorretto")
    page.get_by_role("button", name=re.compile("^A: ")).click()
    say(page, "Una norma di comportamento violata", "Sì")
    expect(page.get_by_role("heading", level=1)).to_have_text("Decisione")


# -- ten minutes without network --------------------------------------------------------------------------------------


def cut_a_phone_off(hall: Hall) -> None:
    """What Livio confirms while he is cut off arrives once; until then nobody is told that it has."""
    livio = hall.phone("livio")
    livio.clock.install()
    livio.goto(QUEUE)
    take(livio, CUT_OFF)
    warn(livio)
    given = Ruling.objects.count()
    livio.context.set_offline(True)
    say(livio, "Conferma")
    expect(livio.get_by_text(KEPT)).to_be_visible()
    for _minute in range(10):
        hall.clock.wait(1)
        livio.clock.fast_forward("01:00")
    expect(livio.get_by_text(KEPT)).to_be_visible()
    expect(livio.locator("#live-state")).to_contain_text("Non collegato")
    expect(livio.locator("#live-state")).to_contain_text("1 da inviare")
    assert Ruling.objects.count() == given
    livio.context.set_offline(False)
    expect(livio.get_by_text("Provvedimento n. 3 registrato.")).to_be_visible(timeout=20_000)
    expect(livio.get_by_text(KEPT)).to_be_hidden()
    expect(livio.locator("#live-state")).to_contain_text("Collegato")
    assert Ruling.objects.count() == given + 1


# -- the other calls --------------------------------------------------------------------------------------------------


def come_too_late(hall: Hall) -> None:
    """The moving line comes after more than ten minutes: the code fixes the match (F.I.Bur. 40)."""
    nora = hall.phone("nora")
    take(nora, TOO_LATE_AT)
    nora.get_by_role("link", name="Ritardi e assenze").click()
    nora.locator("section").filter(has_text="B-D").get_by_role("link", name="Più di 10").click()
    say(nora, "Conferma")
    expect(nora.get_by_text("14 – 6").first).to_be_visible()
    table = hall.table(TOO_LATE_AT)
    hall.sums.give(table.line_a.number, REST)
    hall.sums.give(table.line_b.number, TOO_LATE)
    assert MatchScore.objects.current().count() == 1


def answer_the_others(hall: Hall) -> None:
    close(hall.phone("tito"), 5, "nessuna anomalia")
    close(hall.phone("giulia"), 6, "informazione")
    take_at_once(hall)
    give_time_back(hall)
    come_as_second(hall)


def close(page: Page, number: int, outcome: str) -> None:
    take(page, number)
    say(page, outcome)
    expect(page.get_by_text("Chiamata chiusa.")).to_be_visible()


def take_at_once(hall: Hall) -> None:
    """Two tap the same call: one has it, the other reads who; it is handed over to a third, who answers."""
    bruno, nora, tito = (hall.phone(name) for name in ("bruno", "nora", "tito"))
    for page in (bruno, nora):
        page.goto(QUEUE)
        page.route("**/chiamate/**", no_news)
    take(bruno, AT_ONCE)
    nora.get_by_role("button", name=takes(AT_ONCE)).click()
    expect(nora.get_by_role("alert")).to_contain_text("Bruno Riva")
    assert hall.table(AT_ONCE).calls.get().owner == hall.users["bruno"]
    for page in (bruno, nora):
        page.unroute("**/chiamate/**")
    bruno.get_by_text("Altro: passa, rimanda").click()
    bruno.get_by_label("Passa a").select_option("Tito Lampo")
    say(bruno, "Passa")
    expect(bruno.get_by_text("Chiamata passata.")).to_be_visible()
    tito.goto(f"{HALL}turni/1/tavoli/{AT_ONCE}/")
    say(tito, "informazione")
    expect(tito.get_by_text("Chiamata chiusa.")).to_be_visible()


def no_news(route: Route) -> None:
    """The page does not hear what another one does."""
    if "x-live" in route.request.headers:
        route.abort()
    else:
        route.continue_()


def give_time_back(hall: Hall) -> None:
    """The minutes of the call go back to the table in one tap."""
    irene = hall.phone("irene")
    take(irene, GIVES_TIME_BACK)
    irene.get_by_role("button", name="Rendi al tavolo").click()
    expect(irene.get_by_text("Tempo reso al tavolo")).to_be_visible()
    irene.get_by_role("button", name=re.compile("^tempo in più: [0-9]+′ già dati$")).click()
    expect(irene.get_by_text(f"Chiamata chiusa: il tavolo {GIVES_TIME_BACK} ha")).to_be_visible()


def come_as_second(hall: Hall) -> None:
    """The table asks for another one of the same grade (F.I.Bur. 21), who comes beside the first."""
    irene, livio, table = hall.phone("irene"), hall.phone("livio"), hall.table_phone(WANTS_A_SECOND)
    take(irene, WANTS_A_SECOND)
    table.reload()
    expect(table.get_by_text("Arriva Irene Fosca.")).to_be_visible()
    say(table, "Chiedi un secondo arbitro")
    take(livio, WANTS_A_SECOND)
    expect(table.get_by_text("Come secondo arbitro viene Livio Dardo.")).to_be_visible(timeout=10_000)
    irene.reload()
    say(irene, "nessuna anomalia")
    expect(table.get_by_role("button", name="Chiama l’arbitro")).to_be_visible(timeout=10_000)
    table.context.close()


# -- the standings, and what an appeal changes in them ----------------------------------------------------------------


def end_the_round(hall: Hall) -> None:
    director = hall.director
    director.close(1)
    director.show_standings()
    hall.clock.wait(11)
    director.make_final()
    first = hall.sums.ranked(PAIRS)
    assert standings_on(director.page, SLUG) == first
    assert first[0][0] == winner(hall, 2)


def appeal(hall: Hall) -> None:
    """Heard by who neither ruled nor confirmed; changed, the penalty and the standings follow by themselves."""
    director, page = hall.director, hall.director.page
    page.goto(f"{HALL}provvedimenti/1/")
    page.get_by_role("link", name="Reclamo").click()
    appellant = winner(hall, SHEET_LEFT)
    page.get_by_label("Chi lo presenta").select_option(str(hall.table(SHEET_LEFT).line_a))
    page.get_by_label("Motivi").fill("Lo score l’ha portato l’altra linea")
    director.press("Registra il reclamo")
    page.get_by_role("link", name="Reclamo n. 1").click()
    expect(page.get_by_text("Bruno Riva. Chi ha preso la decisione impugnata")).to_be_visible()
    expect(page.get_by_text("Giulia Marchi. Chi ha preso la decisione impugnata")).to_be_visible()
    # Whose chief arbiter it concerns nobody decides yet: the form to name somebody is open.
    page.get_by_label("Chi giudica").select_option("Nora Ventura")
    director.press("Nomina")
    panel = page.get_by_role("region", name="La giuria").locator(".adjustment-what")
    expect(panel).to_contain_text("Nora Ventura")
    # What two persons decided no one undoes alone.
    page.get_by_text("Nomina chi giudica").click()
    page.get_by_label("Chi giudica").select_option("Tito Lampo")
    director.press("Nomina")
    expect(panel.filter(has_text="Tito Lampo")).to_be_visible()
    change_by_appeal(hall.phone("nora"))
    hall.sums.give(appellant, (1, 0))
    director.open("classifiche/")
    page.get_by_label("Quale decisione").fill("Reclamo n. 1")
    director.press("Pubblica dopo la decisione")
    director.heading("definitiva")
    last = hall.sums.ranked(PAIRS)
    assert standings_on(page, SLUG) == last
    assert last[0][0] == appellant


def change_by_appeal(judge: Page) -> None:
    """The case again, one answer changed; the new version of the ruling closes the appeal."""
    judge.goto(f"{HALL}direzione/reclami/1/")
    judge.get_by_label("Perché il provvedimento cambia").fill("L’ha consegnato l’altra linea")
    for name in ("Nora Ventura", "Tito Lampo"):
        judge.get_by_label(name).first.check()
    say(judge, "Cambia il provvedimento")
    judge.get_by_role("link", name="Cambia Lo score è rimasto sul tavolo?").click()
    say(judge, "No, l’ha consegnato chi non doveva", "Conferma")
    expect(judge.get_by_text("Provvedimento n. 1, versione 2")).to_be_visible()


# -- what is kept -----------------------------------------------------------------------------------------------------


def check_what_is_kept(hall: Hall) -> None:
    """Once each, whatever happened on the way; and the records prove themselves."""
    calls = {one.table.number: one.outcome for one in Call.objects.select_related("table")}
    assert calls == dict.fromkeys((SHEET_LEFT, OPINION, CUT_OFF, TOO_LATE_AT), "ruling") | ENDS
    assert Call.objects.count() == len(calls)
    assert list(ProposedRuling.objects.order_by("number").values_list("state", flat=True)) == ["returned", "confirmed"]
    assert Ruling.objects.current().count() == Case.objects.count() == 4
    closed = Appeal.objects.get()
    assert (closed.state, closed.decided_by) == ("changed", hall.users["nora"])
    assert BoardScore.objects.count() == 2 * (TABLES - 1)
    assert all(one.holds for one in check_all(hall.tournament))
