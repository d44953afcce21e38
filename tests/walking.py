"""What anybody may read of a tournament, address by address: public pages, and papers that are handed on."""

from collections.abc import Iterator
from io import BytesIO

from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.access_table import ACCESS, Condition
from tests.world import Address, Visitor, addresses


def public_addresses() -> Iterator[Address]:
    for one in addresses():
        if "slug" in one.arguments and ACCESS[one.name].get("GET") is Condition.EVERYBODY:
            yield one


def papers() -> Iterator[Address]:
    for one in addresses():
        # The package is for the federation: what it holds of persons is told apart there (tests/federation).
        is_paper = one.name.startswith("export_") and one.name != "export_package"
        if is_paper and "slug" in one.arguments and "GET" in ACCESS[one.name]:
            yield one


def said(visitor: Visitor | Client, path: str) -> str:
    """Everything that a page, a paper or a workbook says."""
    answer = visitor.ask("GET", path) if isinstance(visitor, Visitor) else visitor.get(path)
    assert answer.status_code == 200, path
    content = answer.content
    if answer["Content-Type"] == "application/pdf":
        return " ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    if content[:2] == b"PK":
        book = load_workbook(BytesIO(content))
        cells = [cell for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row]
        return "\n".join([*book.sheetnames, *map(str, cells)])
    return content.decode()
