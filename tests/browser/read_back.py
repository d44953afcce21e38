"""What the browser shows and downloads, read back as figures."""

from pathlib import Path

from openpyxl.worksheet.worksheet import Worksheet
from playwright.sync_api import Page


def standings_on(page: Page, slug: str) -> list[tuple[int, int, int]]:
    """Pair, VP and MP of every line of the public standings, from the first to the last."""
    page.goto(f"/tornei/{slug}/classifica/")
    rows = page.locator(".standings tbody tr:has(.pair)").all()
    return [
        (
            number_in(row.locator(".pair-number").inner_text()),
            number_in(row.locator("td.number.total").inner_text()),
            number_in(row.locator("td.number").nth(2).inner_text()),
        )
        for row in rows
    ]


def number_in(text: str) -> int:
    """A figure as it is shown: with its sign, the true minus."""
    return int(text.rsplit(maxsplit=1)[-1].replace("−", "-").replace(".", ""))


def rows_of(sheet: Worksheet) -> list[dict]:
    first, *rows = sheet.iter_rows(values_only=True)
    return [dict(zip(first, row, strict=True)) for row in rows]


def signed(figure: int) -> str:
    return f"{'+' if figure > 0 else '−' if figure < 0 else ''}{abs(figure)}"


def downloaded(page: Page, link: str, folder: Path) -> bytes:
    with page.expect_download() as waiting:
        page.get_by_role("link", name=link).click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path.read_bytes()
