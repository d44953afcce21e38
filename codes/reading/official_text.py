"""A federation's official text split by article, however it was scanned.

Headings are told by their form: «Art. 12.», «ART. 12 – Title», «ART 26», also when a scan broke
«Art.» from its number. Entries of a table of contents end with a page and are passed over. Nothing
is guessed in silence: what is missing, repeated or out of order comes back as a finding.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

# Marks that copying left in the text: they are no words of the code.
MARK = re.compile(r"<\|[^|>\n]*\|>|\*\*|[\x00\f]")
HEADING = re.compile(r"^\s*A(?:rt|RT)(?:icolo|ICOLO)?\.?\s*(\d{1,3})\s*(?:[.:)–—-]+|\s|$)\s*(.*)$")
BROKEN = re.compile(r"^\s*A(?:rt|RT)(?:icolo|ICOLO)?\.?\s*$")
NUMBERED = re.compile(r"^\s*(\d{1,3})\s*[.)–—-]\s*(.*)$")
# A line of a table of contents: it ends with the page on which the article stands.
CONTENTS = re.compile(r"(?:[Pp]ag\.?\s*|\.{3,}\s*|…\s*)\d{1,4}\s*$")
# The title of a chapter or section: short, and its number has no figures of thousands.
CHAPTER = re.compile(r"^\s*(?:(?:Capitolo|CAPITOLO)\s+\S{1,6}|\d{1,2}(?:\.\d{1,2})+\.?\s+[A-ZÀ-Ù1].{0,78})\s*$")
PAGE_NUMBER = re.compile(r"^\s*(?:[Pp]ag\.?\s*)?\d{1,3}\s*$")
LIST_ITEM = re.compile(r"^\s*(?:[—–•❖➤✚|*-]|\d{1,2}[.)°](?:\s|$)|[a-zA-Z][.)]\s)")
# How many lines may lie between «Art.» and its number where a scan broke them apart.
BROKEN_REACH = 6


class Trouble(StrEnum):
    """What can be wrong with the numbers of a text."""

    MISSING = "missing"
    REPEATED = "repeated"
    OUT_OF_ORDER = "out of order"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Finding:
    """Something about the numbers that a person must look at; `line` is 0 where nothing stands."""

    trouble: Trouble
    number: int
    line: int = 0

    def __str__(self) -> str:
        place = f" (line {self.line})" if self.line else ""
        return f"article {self.number}: {self.trouble}{place}"


@dataclass(frozen=True)
class ArticleText:
    """The official words of one article, paragraphs apart, and the line on which it begins."""

    number: int
    text: str
    line: int


@dataclass(frozen=True)
class SplitCode:
    """The articles found, by number, and what is wrong with their numbers.

    `rest` is the line on which a title in capitals ends the last article: from there on nothing is an article
    any more (0 where the text ends with its last article).
    """

    articles: tuple[ArticleText, ...]
    findings: tuple[Finding, ...]
    rest: int = 0


@dataclass(frozen=True)
class _Heading:
    number: int
    start: int  # index of the line where the heading begins
    end: int  # index of the first line after it
    first: str  # what the heading's own line says of the article


def split_code(text: str, expected: Collection[int] = ()) -> SplitCode:
    """The text by article. `expected` are the numbers that the code has; without, from 1 to the last one found.

    A number that stands twice is an article once: where it fits in the order of all others. The other line
    stays within the article around it. A number out of order is an article all the same.
    """
    lines = MARK.sub("", text.replace("\r\n", "\n")).split("\n")
    headings = _headings(lines)
    in_order = _increasing([heading.number for heading in headings])
    numbers = {headings[place].number for place in in_order}
    headings_kept, findings = [], []
    for place, heading in enumerate(headings):
        if place in in_order:
            headings_kept.append(heading)
            continue
        is_known = heading.number in numbers
        trouble = Trouble.REPEATED if is_known else Trouble.OUT_OF_ORDER
        findings.append(Finding(trouble, heading.number, heading.start + 1))
        if not is_known:
            numbers.add(heading.number)
            headings_kept.append(heading)
    remaining = _remaining_text(headings_kept, lines)
    articles = _articles(headings_kept, lines[:remaining])
    findings += _against(expected or range(1, max(numbers, default=0) + 1), articles)
    in_number = sorted(articles, key=lambda article: article.number)
    return SplitCode(tuple(in_number), tuple(findings), remaining + 1 if remaining < len(lines) else 0)


def _headings(lines: Sequence[str]) -> list[_Heading]:
    headings: list[_Heading] = []
    following = 1
    for place, line in enumerate(lines):
        if CONTENTS.search(line):
            continue
        whole = HEADING.match(line)
        heading = (
            _Heading(int(whole[1]), place, place + 1, whole[2])
            if whole
            else _broken(lines, place, following)
            if BROKEN.match(line)
            else None
        )
        if heading:
            headings.append(heading)
            following = heading.number + 1
    return headings


def _broken(lines: Sequence[str], place: int, following: int) -> _Heading | None:
    """The heading whose number the scan put some lines below: the number that must come, else the first."""
    reach = range(place + 1, min(place + 1 + BROKEN_REACH, len(lines)))
    near = [(index, match) for index in reach if (match := NUMBERED.match(lines[index]))]
    if not near:
        return None
    index, match = next((candidate for candidate in near if int(candidate[1][1]) == following), near[0])
    # What slipped in between belongs to the article, after its first line.
    between = [line for line in lines[place + 1 : index] if line.strip()]
    return _Heading(int(match[1]), place, index + 1, "\n".join([match[2], *between]))


def _increasing(numbers: Sequence[int]) -> set[int]:
    """The places of the longest strictly increasing run: the headings that stand in order."""
    tails: list[int] = []
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for place, number in enumerate(numbers):
        length = bisect_left(tails, number)
        before[place] = ends[length - 1] if length else None
        tails[length:] = [number, *tails[length + 1 :]]
        ends[length:] = [place, *ends[length + 1 :]]
    run: set[int] = set()
    place_back: int | None = ends[-1] if ends else None
    while place_back is not None:
        run.add(place_back)
        place_back = before[place_back]
    return run


def _remaining_text(headings: Sequence[_Heading], lines: Sequence[str]) -> int:
    """The index of the line that ends the last article: a title in capitals, or the end of the text."""
    last = headings[-1].end if headings else len(lines)
    return next((place for place in range(last, len(lines)) if _is_title(lines[place])), len(lines))


def _articles(headings: Sequence[_Heading], lines: Sequence[str]) -> list[ArticleText]:
    """Each heading with the lines up to the next one."""
    ends = [*(heading.start for heading in headings), len(lines)][1:]
    articles = []
    for heading, end in zip(headings, ends, strict=True):
        body = _article_lines(lines[heading.end : end])
        text = "\n".join(_paragraphs([heading.first, *body]))
        articles.append(ArticleText(heading.number, text, heading.start + 1))
    return articles


def _article_lines(lines: Sequence[str]) -> Iterable[str]:
    """The lines without page numbers, up to the title of the chapter that follows."""
    for line in lines:
        if CHAPTER.match(line):
            return
        if not PAGE_NUMBER.match(line):
            yield line


def _is_title(line: str) -> bool:
    letters = [char for char in line if char.isalpha()]
    return len(letters) > 3 and not set("\t|") & set(line) and all(char.isupper() for char in letters)


def _paragraphs(lines: Iterable[str]) -> Iterable[str]:
    """Whole paragraphs of the broken lines; items of a list and rows of a table keep their own line."""
    current = ""
    for raw in "\n".join(lines).split("\n"):
        line = raw.strip()
        starts = not line or bool(LIST_ITEM.match(line)) or "\t" in line
        if starts and current:
            yield current
            current = ""
        current = _joined(current, line)
    if current:
        yield current


def _joined(before: str, line: str) -> str:
    """The two as one line; a word broken at the end of the first is put together."""
    if before.endswith("-") and before[-2:-1].isalpha() and line[:1].islower():
        return before[:-1] + line
    return f"{before} {line}".strip()


def _against(expected: Collection[int], articles: Sequence[ArticleText]) -> list[Finding]:
    """What the code has and the text not, and the other way round."""
    lines = {article.number: article.line for article in articles}
    missing = [Finding(Trouble.MISSING, number) for number in sorted(set(expected) - lines.keys())]
    unknown = [Finding(Trouble.UNKNOWN, number, lines[number]) for number in sorted(lines.keys() - set(expected))]
    return missing + unknown
