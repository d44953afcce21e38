"""English pages and papers: nothing of the Italian sources is left in them where the catalogue has another word."""

import html
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.actions.cases import Answers, Detected, answer, open_case
from referee.actions.rulings import decide
from referee.actions.scores import set_arbitral_score
from referee.cases.arbitral_score import Choice
from referee.cases.completing import Details
from referee.models import Ruling
from referee.tools.catalogue import TOOLS
from tests import factories
from tests.factories import acting
from tests.published import publish_something
from tests.reading import book, text_of
from tournaments.management import catalogue
from tournaments.models import Tournament, User

pytestmark = pytest.mark.long

CODE = "fitres-tressette"
BY_EAST = Detected(seats=["E"], timing="tempestiva")
# Rulings 1 to 3 of the tournament: an order that stands, a reservation left open, a board that other tables decide.
RULINGS: list[tuple[str, dict[str, str], Details | None]] = [
    (
        "accusa-anticipata",
        {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "napoletana-completa"},
        None,
    ),
    ("altra-anomalia", {"scelta": "sanatoria-sospesa"}, Details(voiced_by="E")),
    ("numero-carte-errato", {"fase-passata": "in-corso", "origine-numero": "ricevuto"}, None),
]
PAGES: dict[str, tuple[object, ...]] = {
    "tournament": (),
    "round_tables": (1,),
    "standings": (),
    "pair": (1,),
    "desk": (),
    "round_grid": (1,),
    "score": (1, 1, 1),
    "take_back_match_score": (1, 1),
    "incident": (1, 1),
    "entries": (),
    "entry": (1,),
    "substitute": (1,),
    "check_in": (),
    "close_check_in": (),
    "settings": (),
    "staff": (),
    "adjustments": (),
    "kept_apart": (),
    "sittings": (),
    "desk_sittings": (),
    "deals": (),
    "desk_deals": (),
    "log": (),
    "new_round": (),
    "calendar": (),
    "pairing_proof": (1,),
    "stages": (),
    "stage": (1,),
    "start_stage": (1,),
    "pairing": (1,),
    "withdraw_pairing": (1,),
    "discard_pairing": (1,),
    "knockout_winner": (1, 1),
    "publication": (1,),
    "publication_line": (1, 1),
    "report_error": (1,),
    "prize_list": (),
    "publications": (),
    "appeals": (),
    "appeal": (1,),
    "prizes": (),
    "ending": (),
    "verification": (),
    "arbiter_home": (),
    "table": (1, 1),
    "case": (4,),
    "rulings": (),
    "ruling": (1,),
    "ruling_version": (3, 1),
    "revise_ruling": (2,),
    "arbitral_score": (3,),
}
PAPERS: dict[str, tuple[object, ...]] = {
    "export_ruling": (3,),
    "export_rulings_pdf": (),
    "export_standings_pdf": (),
    "export_publication": (1,),
    "export_prizes": (),
    "export_report": (),
    "export_blank_table_sheet": (1, 1),
    "export_table_sheet": (1, 1),
    "export_round_sheets": (1,),
    "export_blank_round_sheets_in_two": (1,),
}
FOR_THE_DIRECTOR = (
    *("new_round", "stage", "start_stage", "withdraw_pairing", "discard_pairing", "knockout_winner"),
    *("settings", "substitute", "close_check_in"),
)
# Recorded once, for every reader: the question of a lot, which anybody must be able to draw again, and reasons.
RECORDED = (
    "Turno 1, tavolo 1, smazzata 1",
    "Artificiale",
    "Numero di carte sbagliato scoperto in gioco",
    "chiamata del Tre",  # the law's own name for it, given beside the English
)
# Shorter ones turn up in names and in the law's own words.
SHORTEST = 8


@pytest.fixture(scope="module")
def cast(db: None) -> dict[str, User]:
    return {name: factories.make_person(name) for name in ("giulia", "bruno", "dora")}


@pytest.fixture(scope="module")
def told(cast: dict[str, User]) -> Tournament:
    """A tournament told to the end: scores, rulings, an arbitral score, a penalty, a draft half answered."""
    with translation.override("it"):
        tournament = factories.make_levante()
        for name, user in cast.items():
            factories.give_role(user, tournament, factories.CAST[name][2])
        _tell(tournament, bruno=cast["bruno"], dora=cast["dora"])
    return tournament


def _tell(tournament: Tournament, *, bruno: User, dora: User) -> None:
    table, another = tournament.rounds.get(number=1).tables.order_by("number")[:2]
    board = tournament.boards.get(number=1)
    factories.make_score(another, board, (7, 4), bruno)
    confirmed = {"state": "confirmed", "confirmed_by": dora, "confirmed_at": factories.NOON}
    factories.make_score(table, tournament.boards.get(number=2), (5, 6), bruno, **confirmed)
    factories.make_adjustment(tournament.entries.get(number=1), dora, reference="Provvedimento n. 1", reason="Late")
    for procedure, facts, details in RULINGS:
        case = open_case(by=acting(bruno), table=table, board=board)
        answers = Answers(procedure=procedure, responsible="N", detected=BY_EAST, facts=facts)
        case = answer(by=acting(bruno), case=case, expected_version=1, answers=answers)
        more = {"details": details} if details else {}
        decide(by=acting(bruno), case=case, expected_version=case.version, reason="As seen", **more)
    case.refresh_from_db()
    give = {"by": acting(bruno), "case": case, "expected_version": case.version}
    set_arbitral_score(**give, score_version=1, choice=Choice())
    publish_something(tournament, dora)
    draft = open_case(by=acting(bruno), table=table, board=board)
    answer(by=acting(bruno), case=draft, expected_version=1, answers=Answers(procedure="carte-esposte"))


@pytest.fixture
def reader(client_of: Callable[[User], Client], cast: dict[str, User]) -> Callable[..., Client]:
    """A reader of English: Giulia, or Dora where only the director enters."""

    def make(name: str) -> Client:
        client = client_of(cast["dora" if name in FOR_THE_DIRECTOR else "giulia"])
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        return client

    return make


@cache
def italian() -> re.Pattern[str]:
    """Every source sentence that English says otherwise, figures and names left open."""
    path = Path(settings.LOCALE_PATHS[0]) / "en" / "LC_MESSAGES" / "django.po"
    sentences = {sentence for message in catalogue.read(path) for sentence in _told_otherwise(message)}
    longest_first = sorted(sentences, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(_open, longest_first))})(?!\w)")


def _told_otherwise(message: Message) -> Iterator[str]:
    ours, theirs = (one if isinstance(one, tuple | list) else (one,) for one in (message.id, message.string))
    for source, english in zip(ours, theirs, strict=True):
        if source != english and len(catalogue.PLACEHOLDER.sub("", source)) >= SHORTEST:
            yield source


def _open(sentence: str) -> str:
    return ".{1,60}?".join(map(re.escape, catalogue.PLACEHOLDER.split(sentence)))


def left_over(text: str) -> list[str]:
    """The Italian of the sources in a text."""
    for known in RECORDED:
        text = text.replace(known, " ")
    return italian().findall(text)


def visible(page: str) -> str:
    """What a page shows or says aloud: its text, and the attributes that hold words."""
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    page = re.sub(r'<button [^>]*name="language".*?</button>', " ", page, flags=re.DOTALL)  # each in its own tongue
    spoken = re.findall(r'(?:aria-label|title|placeholder|alt|content)="([^"]*)"', page)
    lines = [re.sub(r"\s+", " ", line) for line in (*re.split(r"<[^>]+>", page), *spoken)]
    return html.unescape("\n".join(filter(str.strip, lines)))


def test_a_left_over_sentence_is_found() -> None:
    assert left_over("Round 3: Mancano 4 punteggi") == ["Mancano 4 punteggi"]
    assert left_over("Round 3: 4 scores missing, by Bruno Riva") == []


@pytest.mark.parametrize("name", PAGES)
def test_an_english_page_speaks_no_italian(told: Tournament, reader: Callable[..., Client], name: str) -> None:
    response = reader(name).get(reverse(name, args=[told.slug, *PAGES[name]]))
    assert response.status_code == 200
    assert '<html lang="en"' in response.content.decode()
    assert left_over(visible(response.content.decode())) == []


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("home", []),
        ("login", []),
        ("codes", []),
        ("code", [CODE]),
        ("article", [CODE, 183]),
        ("procedure", [CODE, "accusa-anticipata"]),
        ("games", []),
        ("game", ["tressette-classico"]),
        ("game", ["burraco"]),
        ("game", ["bestia"]),
        ("tools", []),
        *(("tool", [name]) for name in TOOLS),
        ("procedure", [CODE, "punteggio-arbitrale"]),
    ],
)
def test_an_english_page_for_everybody_speaks_no_italian(told: Tournament, name: str, arguments: list[object]) -> None:
    response = Client(headers={"accept-language": "en"}).get(reverse(name, args=arguments))
    assert response.status_code == 200
    assert left_over(visible(response.content.decode())) == []


def test_every_step_of_the_wizard_speaks_english(told: Tournament, reader: Callable[..., Client]) -> None:
    client, draft = reader("case"), reverse("case", args=[told.slug, 4])
    for step in ("smazzata", "anomalia", "posto"):
        assert left_over(visible(client.get(draft, {"passo": step}).content.decode())) == []


@pytest.mark.parametrize("name", PAPERS)
def test_an_english_paper_speaks_no_italian(told: Tournament, reader: Callable[..., Client], name: str) -> None:
    response = reader(name).get(reverse(name, args=[told.slug, *PAPERS[name]]))
    assert response.status_code == 200
    assert left_over(text_of(response.getvalue())) == []


def test_the_english_workbook_speaks_no_italian(told: Tournament, reader: Callable[..., Client]) -> None:
    response = reader("desk").get(reverse("export_whole_tournament", args=[told.slug]))
    sheets = book(response.getvalue())
    cells = [str(cell) for sheet in sheets for row in sheet.iter_rows(values_only=True) for cell in row if cell]
    words = [cell for cell in cells if not cell.startswith("{")]  # the log's data, as they were hashed
    assert left_over("\n".join([*sheets.sheetnames, *words])) == []


def test_a_ruling_sheet_names_the_seats_by_english_letters(told: Tournament, reader: Callable[..., Client]) -> None:
    assert Ruling.objects.count() == 3
    paper = text_of(reader("ruling").get(reverse("export_ruling", args=[told.slug, 1])).getvalue())
    assert "Ruling no. 1" in paper
    assert "W Sofia" not in paper
    assert "E Piero Galli" in paper
    assert "W Rita Fontana" in paper
    assert "Line E-W" in paper
