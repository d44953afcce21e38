"""What is asked of every answer of the walk: each inspector names the faults that it finds in one."""

import html
import re
from collections.abc import Callable, Mapping

from django.urls import reverse

from codes import rfc3797
from tests.addresses.italian import left_over
from tests.addresses.walk import STRANGERS, Answer
from tests.addresses.walked import ERASED, MINOR, SALT
from tests.factories import LOT_SEED
from tournaments.publication.proof import engine_version

Inspector = Callable[[Answer], list[str]]

TAG = re.compile(r"<[^>]*>")
SCRIPT = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)

# Verifica: pages that are opened to check, and the form in which the seed is chosen.
FOR_CHECKING = {"verification", "settings"}
FOLDED = re.compile(r'<details class="verify">.*?</details>', re.DOTALL)
HASH = re.compile(r"\b[0-9a-f]{12,}\b")
# A lot's key has the seed's words in capitals.
SEEDS = (LOT_SEED, rfc3797.key_string(rfc3797.words(LOT_SEED)), "RFC 3797", engine_version())

# A hand of one suit, as a page, a paper, a text or a record would have it; no other board has one.
CARDS = re.compile(
    r"3 2 A R C D 7 6 5 4|32ARCD7654|napoletana di danari|"
    r"[\"'][dscb]3[\"'], ?[\"'][dscb]2[\"'], ?[\"'][dscb]A[\"'], ?[\"'][dscb]R[\"']|" + SALT
)
# Those who rule and do not play see the hands in a case on the board, and in its ruling.
ON_THE_BOARD = {"case", "ruling", "ruling_version"}

CANARY = re.compile("canar", re.IGNORECASE)

# Minors in full: for who rules on those whom they name, or for the person; no paper that is hung up or sent round.
IN_FULL = {
    "export_ruling",
    "export_ruling_version",
    "export_rulings_pdf",
    "export_rulings_xlsx",
    "export_choice",
    "export_faculty",
    "export_report",
    "export_whole_tournament",
    # What a worker made, once it is: the workbook and the report, laid out by the same code.
    "export_prepared",
    # The captain of the team chooses among the names; nobody else has the address.
    "captain_line_up",
    # The package is for the federation: what it holds of persons is told apart there (tests/federation).
    "export_package",
}

# Erased: what hashes are made of; marks have no language there.
AS_THEY_LIE = {"publication_data", "export_package", "fetch_package"}

MEASURES = re.compile("mmonizion|ammonit|richiamo|diffida|allontanament|deferiment|squalific")
# The rules of the tournament say what warnings cost, whoever has one.
OF_NOBODY = {"regulations"}
# What hangs on a wall or is sent round; other papers and workbooks are the staff's own.
HUNG_UP = {"export_standings_pdf", "export_standings_xlsx", "export_publication", "export_seating_pdf", "export_prizes"}

# What a cache between us and the phones may keep: the pages for everybody, and nothing else.
FOR_ALL = {
    "home", "tournament", "round_tables", "standings", "pair", "seat", "regulations", "prize_list", "calendar",
    "deals", "deal", "pairing_proof", "pairing_record", "publication", "publication_line", "publication_data",
    "publication_names", "sittings", "public_ruling",
    "code", "article", "procedure", "rounds_calendar", "publications_feed",
    "casebook", "casebook_feed", "casebook_article_feed", "export_casebook", "public_headnote",
    "public_headnote_version", "api-1:casebook", "api-1:headnote",
    *(f"api-1:{one}" for one in ("tournaments", "tournament", "entries", "new_entry", "results", "standings")),
}  # fmt: skip
KEPT = "public, max-age=0, s-maxage=5, stale-while-revalidate=5"
FOR_ANY_CACHE = re.compile("public|s-maxage|stale")

# What an appeal is against is recorded once, for every reader.
OF_APPEALS = {"archive", "archived", "second_instance", "second_appeal", "tournament_package"}
AGAINST = re.compile(r"(?:Provvedimento|Classifica) n\. \d+(?:, riga della coppia \d+, posto \d+)?")

REMAINS = re.compile(r"\{\{|\}\}|\{%|%\}|\{#|#\}|%\(\w+\)|<bound method|&lt;bound method|object at 0x")


def of_access(answer: Answer) -> list[str]:
    """As tests/access_table.py says, and never a 500."""
    location = answer.headers.get("Location", "")
    to_the_door = location.startswith(reverse("login") + "?")
    if answer.status in answer.allowed and to_the_door == (answer.allowed == {302}):
        return []
    raised = answer.text if answer.status == 500 else ""
    return [f"{answer.status} {location}, not {sorted(answer.allowed)} {raised}".rstrip()]


def of_headers(answer: Answer) -> list[str]:
    """What the answer leaves a browser to guess, or opens to other sites."""
    return unsafe(answer.headers, is_empty=not answer.text) if answer.headers else []


def unsafe(told: Mapping[str, str], *, is_empty: bool) -> list[str]:
    kind, policy = told.get("Content-Type", ""), told.get("Content-Security-Policy", "")
    wrong = []
    if (told.get("X-Content-Type-Options"), told.get("Referrer-Policy")) != ("nosniff", "same-origin"):
        wrong.append("sniffed, or its address told to others")
    if not all(part in policy for part in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'")):
        wrong.append(f"policy {policy}")
    if kind.startswith("text/") and "charset=utf-8" not in kind.lower():
        wrong.append(f"{kind} without charset")
    is_page = kind.startswith(("text/html", "text/plain", "application/json")) or is_empty
    if not is_page and "attachment" not in told.get("Content-Disposition", ""):
        wrong.append(f"{kind} shown in the browser")
    if "Access-Control-Allow-Origin" in told:
        wrong.append("open to other sites")
    return wrong


def of_shared_caches(answer: Answer) -> list[str]:
    """Who has not signed in reads what any cache may keep, if it is for everybody; nothing of one's own is kept."""
    said, is_for_all = answer.headers.get("Cache-Control", ""), answer.who == "nobody" and answer.name in FOR_ALL
    if is_for_all and answer.status == 200:
        return [] if said == KEPT and not answer.sets_cookies else [f"not kept for all: {said}"]
    return [f"kept by any cache: {said}"] if FOR_ANY_CACHE.search(said) else []


def of_verifica(answer: Answer) -> list[str]:
    """Seeds, hashes and versions of the program are folded away on pages that one reads."""
    if not (answer.is_page and answer.is_of_a_tournament) or answer.name in FOR_CHECKING:
        return []
    read = TAG.sub(" ", FOLDED.sub("", answer.text))
    return [*HASH.findall(read), *(one for one in SEEDS if one in read)]


def of_cards(answer: Answer) -> list[str]:
    """Nobody sees a card of a board that is still played, but in a case on it who rules and does not play."""
    may = answer.who == "bruno" and answer.name in ON_THE_BOARD and SALT not in answer.text
    if may or answer.status != 200 or not answer.is_of_a_tournament:
        return []
    return CARDS.findall(answer.text)


def of_canaries(answer: Answer) -> list[str]:
    """Strangers read nothing of a tournament that is not public."""
    said = answer.headers.get("Location", "") + answer.text
    return CANARY.findall(said) if answer.who in STRANGERS else []


def of_minors(answer: Answer) -> list[str]:
    """No page or paper for everybody names a minor."""
    is_for_all = (answer.is_public and answer.is_of_a_tournament) or answer.name.startswith("export_")
    if answer.status != 200 or not is_for_all or answer.name in IN_FULL:
        return []
    return re.findall(MINOR, answer.text)


def of_erased(answer: Answer) -> list[str]:
    """Nothing says the name of an erased person, nor shows the mark that stands for it in what is kept."""
    if answer.status != 200:
        return []
    marks = ["⟦"] if "⟦" in answer.text and answer.name not in AS_THEY_LIE else []
    return [*re.findall(rf"(?:{'|'.join(ERASED)})\b", answer.text), *marks]


def of_measures(answer: Answer) -> list[str]:
    """No public page, and no paper that is hung up, tells of a measure against a person."""
    is_read = (answer.who == "nobody" and answer.is_of_a_tournament) or answer.name in HUNG_UP
    if answer.status != 200 or not is_read or answer.name in OF_NOBODY:
        return []
    return MEASURES.findall(answer.text.lower())


def of_english(answer: Answer) -> list[str]:
    """What is read in English has no sentence of the Italian sources where the catalogue has another."""
    if answer.language != "en" or answer.status != 200:
        return []
    if answer.kind.startswith("text/html"):
        mark = [] if "<html" not in answer.text or '<html lang="en"' in answer.text else ["no page in English"]
        words = visible(answer.text)
        return mark + left_over(AGAINST.sub(" ", words) if answer.name in OF_APPEALS else words)
    if answer.kind == "application/pdf":
        return left_over(answer.text)
    return left_over(cells(answer.text)) if "spreadsheet" in answer.kind else []


def of_remains(answer: Answer) -> list[str]:
    """Nothing of a template or a format is left in what is read."""
    if answer.status != 200 or not answer.kind.startswith(("text/html", "application/pdf")):
        return []
    return REMAINS.findall(SCRIPT.sub(" ", answer.text))


INSPECTORS: tuple[Inspector, ...] = (
    of_access, of_headers, of_shared_caches, of_verifica, of_cards, of_canaries, of_minors, of_erased, of_measures,
    of_english, of_remains,
)  # fmt: skip


def visible(page: str) -> str:
    """What a page shows or says aloud: its text, and the attributes that hold words."""
    # What somebody types, or copies: a file in the federation's own language.
    page = re.sub(r"<(textarea|pre)\b.*?</\1>", " ", SCRIPT.sub(" ", page), flags=re.DOTALL)
    page = re.sub(r'<button [^>]*name="language".*?</button>', " ", page, flags=re.DOTALL)  # each in its own tongue
    spoken = re.findall(r'(?:aria-label|title|placeholder|alt|content)="([^"]*)"', page)
    lines = [re.sub(r"\s+", " ", line) for line in (*re.split(r"<[^>]+>", page), *spoken)]
    return html.unescape("\n".join(filter(str.strip, lines)))


def cells(parts: str) -> str:
    """The words of a workbook: its sheets' names, and what stands in cells but the log's data, as they were hashed."""
    words = [*re.findall(r'<sheet [^>]*name="([^"]*)"', parts), *re.findall(r"<t(?: [^>]*)?>([^<]*)</t>", parts)]
    return html.unescape("\n".join(one for one in words if not one.startswith("{")))
