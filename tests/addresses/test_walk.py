"""Every page as everybody is answered there, read by every inspector; each inspector is shown a fault that it finds."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tests.access_table import ACCESS, Condition
from tests.addresses.inspectors import (
    CARDS,
    FOLDED,
    FOR_ALL,
    HUNG_UP,
    IN_FULL,
    INSPECTORS,
    KEPT,
    ON_THE_BOARD,
    Inspector,
    of_access,
    of_canaries,
    of_cards,
    of_english,
    of_erased,
    of_headers,
    of_measures,
    of_minors,
    of_remains,
    of_shared_caches,
    of_verifica,
)
from tests.addresses.walk import EVERYBODY, OPENED, STRANGERS, Answer, Walk, without_new
from tests.addresses.walked import SALT
from tests.factories import LOT_SEED
from tests.world import addresses
from tournaments.publication.proof import engine_version

SAFE = {
    "Content-Type": "text/html; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}
GOOD = Answer("carla", "it", "standings", "/tornei/prova/classifica/", 200, OPENED, SAFE, "<p>Classifica</p>")
KEPT_FOR_ALL = SAFE | {"Cache-Control": KEPT}
PDF = {"Content-Type": "application/pdf", "Content-Disposition": "attachment"}


def saying(words: str, **more: object) -> Answer:
    return replace(GOOD, text=f"<p>{words}</p>", **more)


def with_headers(**more: str) -> Answer:
    return replace(GOOD, headers=SAFE | {name.replace("_", "-"): said for name, said in more.items()})


PLANTED: dict[str, tuple[Inspector, Answer]] = {
    "a stranger is shown what the table forbids": (of_access, replace(GOOD, allowed=frozenset({404}))),
    "an error": (of_access, replace(GOOD, status=500, text="ZeroDivisionError")),
    "a page instead of the door": (of_access, replace(GOOD, allowed=frozenset({302}))),
    "another way than to the door": (
        of_access,
        replace(GOOD, who="nobody", status=302, allowed=frozenset({302}), headers=SAFE | {"Location": "/"}),
    ),
    "the door instead of the page": (
        of_access,
        replace(GOOD, status=302, allowed=frozenset({200, 302}), headers=SAFE | {"Location": "/accesso/?next=/"}),
    ),
    "no policy": (of_headers, with_headers(Content_Security_Policy="")),
    "frames": (of_headers, with_headers(Content_Security_Policy="object-src 'none'; base-uri 'none'")),
    "sniffed": (of_headers, with_headers(X_Content_Type_Options="")),
    "told to other sites": (of_headers, with_headers(Referrer_Policy="unsafe-url")),
    "no charset": (of_headers, with_headers(Content_Type="text/html")),
    "a paper shown in the browser": (of_headers, with_headers(Content_Type="application/pdf")),
    "open to other sites": (of_headers, with_headers(Access_Control_Allow_Origin="*")),
    "kept though one's own": (of_shared_caches, replace(GOOD, headers=KEPT_FOR_ALL)),
    "kept though not for all": (of_shared_caches, replace(GOOD, who="nobody", name="login", headers=KEPT_FOR_ALL)),
    "not kept though for all": (of_shared_caches, replace(GOOD, who="nobody")),
    "kept with a cookie": (of_shared_caches, replace(GOOD, who="nobody", headers=KEPT_FOR_ALL, sets_cookies=True)),
    "a hash": (of_verifica, saying("impronta 0123456789abcdef")),
    "a seed": (of_verifica, saying(LOT_SEED)),
    "the version of the program": (of_verifica, saying(engine_version())),
    "a hand": (of_cards, saying("3 2 A R C D 7 6 5 4", who="giulia", name="case")),
    "a hand as data": (of_cards, saying("['d3', 'd2', 'dA', 'dR']")),
    "the salt of the deals": (of_cards, saying(SALT, who="bruno", name="case")),
    "a canary": (of_canaries, saying("Canarina Canarbabax")),
    "the way to a canary": (of_canaries, with_headers(Location="/tornei/canarino-riservato/")),
    "a minor": (of_minors, saying("Luca Serra")),
    "a minor on a paper": (of_minors, replace(GOOD, name="export_prizes", headers=PDF, text="Luca Serra")),
    "somebody erased": (of_erased, saying("Anna Conti", who="dora", name="desk")),
    "the mark of somebody erased": (of_erased, saying("⟦1⟧")),
    "a warning": (of_measures, saying("Ammonizioni: 3", who="nobody")),
    "a warning on a paper": (of_measures, replace(GOOD, who="dora", name="export_prizes", text="4 ammonizioni")),
    "an Italian sentence": (of_english, saying("Round 3: Mancano 4 punteggi", language="en")),
    "an Italian label": (of_english, replace(GOOD, language="en", text='<b title="Mancano 4 punteggi"></b>')),
    "an Italian page": (of_english, replace(GOOD, language="en", text='<html lang="it"></html>')),
    "an Italian paper": (of_english, replace(GOOD, language="en", headers=PDF, text="Mancano 4 punteggi")),
    "what a template left": (of_remains, saying("{{ tournament }}")),
    "what a format left": (of_remains, saying("%(count)d coppie")),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str) -> None:
    inspect, answer = PLANTED[fault]
    assert inspect(answer) != []
    assert {one for one, _answer in PLANTED.values()} == set(INSPECTORS)


def test_an_answer_without_fault_passes() -> None:
    assert [found for inspect in INSPECTORS for found in inspect(GOOD)] == []
    english = saying("Round 3: 4 scores missing, by Bruno Riva", language="en")
    assert of_english(english) == []
    assert of_verifica(saying('<details class="verify">0123456789abcdef</details>')) == []
    assert of_cards(saying("3 2 A R C D 7 6 5 4", who="bruno", name="case")) == []


@pytest.mark.long
@pytest.mark.dialect
@pytest.mark.parametrize("inspect", INSPECTORS, ids=lambda inspect: inspect.__name__)
def test_no_answer_has_a_fault(inspect: Inspector, walk: Walk) -> None:
    assert [(str(answer), found) for answer in walk.answers if (found := inspect(answer))] == []


@pytest.mark.long
@pytest.mark.dialect
def test_every_address_was_asked_by_everybody_and_each_page_in_english(walk: Walk) -> None:
    asked = {(one.who, one.name) for one in walk.answers if one.language == "it"}
    assert asked >= {(who, one.name) for who in EVERYBODY for one in addresses()}
    pages = {one.name for one in walk.answers if one.is_page}
    assert {one.name for one in walk.answers if one.is_page and one.language == "en"} == pages
    assert len(pages) > 150


def read(walk: Walk, *who: str, language: str = "it") -> Iterator[Answer]:
    """What was opened, by these or by anybody."""
    for one in walk.answers:
        if one.status == 200 and one.language == language and (not who or one.who in who):
            yield one


def names(answers: Iterator[Answer], says: Callable[[str], object]) -> set[str]:
    return {one.name for one in answers if says(one.text)}


# A walk that meets nowhere what it looks for proves nothing.


@pytest.mark.long
@pytest.mark.parametrize("who", ["nobody", "giulia"])
def test_seeds_and_hashes_are_there_folded(who: str, walk: Walk) -> None:
    folded = names(read(walk, who), FOLDED.search)
    assert {
        "regulations",
        "publication",
        "pairing_proof",
        "standings",
        "pair",
        "publication_line",
        "sittings",
    } <= folded


@pytest.mark.long
def test_the_log_has_what_it_folds(walk: Walk) -> None:
    told = "".join(one.text for one in read(walk, "giulia") if one.name == "log")
    assert "seme «" in told
    assert "impronta " in told
    assert not re.search("seme «|impronta ", FOLDED.sub("", told))


@pytest.mark.long
def test_who_rules_and_does_not_play_sees_the_board_in_its_case(walk: Walk) -> None:
    assert names(read(walk, "bruno"), CARDS.search) == ON_THE_BOARD
    assert names(read(walk), lambda text: SALT in text) == set()


@pytest.mark.long
def test_minors_are_there_by_their_initials(walk: Walk) -> None:
    """On whatever is public, or a paper, beside their partner who was erased."""
    public = [one for one in read(walk, "nobody") if one.is_of_a_tournament and one.name not in IN_FULL]
    initials, mark = (
        names(iter(public), lambda text, word=word: word in text) for word in ("L. S.", "Persona cancellata n.")
    )
    assert {"tournament", "pair", "standings", "publication", "publication_line"} <= initials
    papers = [one for one in read(walk, "dora") if one.name.startswith("export_") and one.name not in IN_FULL]
    on_paper = names(iter(papers), lambda text: "L. S." in text)
    assert {"export_standings_pdf", "export_workbook", "export_publication", "export_seating_pdf"} <= on_paper
    assert {"export_name_tags", "export_round_sheets", "export_standings_xlsx"} <= on_paper
    assert on_paper == names(iter(papers), lambda text: "Persona cancellata n." in text)
    assert initials == mark


@pytest.mark.long
@pytest.mark.parametrize(("language", "marked"), [("it", "Persona cancellata n."), ("en", "Erased person no.")])
def test_erased_persons_are_there_by_their_mark(language: str, marked: str, walk: Walk) -> None:
    found = names(read(walk, "dora", language=language), lambda text: marked in text)
    assert {"standings", "export_report", "export_whole_tournament"} <= found


@pytest.mark.long
def test_what_measures_cost_is_a_figure_of_the_pair(walk: Walk) -> None:
    figures = names(read(walk, "nobody"), lambda text: "−1 VP" in text or ">−1<" in text)
    assert {"pair", "standings", "publication"} <= figures
    (data,) = [one for one in read(walk, "nobody") if one.path.endswith("/classifica/2/righe.json")]
    assert "warnings" not in json.loads(data.text)["standings"][0]["rows"][0]["sums"]
    papers = {one.name: one.text for one in read(walk, "dora") if one.name in HUNG_UP}
    assert set(papers) == HUNG_UP
    assert "VP tolti" in papers["export_standings_pdf"]


@pytest.mark.long
def test_pages_for_everybody_are_there(walk: Walk) -> None:
    assert {one.name for one in read(walk, "nobody")} >= FOR_ALL
    assert {name for name, row in ACCESS.items() if row.get("GET") is Condition.EVERYBODY} >= FOR_ALL


@pytest.mark.long
@pytest.mark.parametrize("who", STRANGERS)
def test_what_is_for_strangers_is_the_same_with_and_without_canaries(who: str, walk: Walk) -> None:
    after = {one.path: one for one in walk.with_canaries if one.who == who}
    before = {one.path: one for one in read_by(walk, who) if one.path in after}
    assert after.keys() == before.keys()
    assert len(after) > 100
    assert [(str(one), found) for one in after.values() if (found := of_canaries(one))] == []
    # A secret made by chance each time stands on the page of the second factor.
    other = [
        one.path
        for one in after.values()
        if without_new(one) != without_new(before[one.path]) and one.name != "second_factor"
    ]
    assert [(path, *apart(without_new(before[path]), without_new(after[path]))) for path in other] == []


def read_by(walk: Walk, who: str) -> list[Answer]:
    return [one for one in walk.answers if one.who == who and one.language == "it"]


def apart(before: str, after: str) -> tuple[str, str]:
    """Where two answers begin to differ."""
    place = next((n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    around = slice(max(0, place - 40), place + 80)
    return before[around], after[around]
