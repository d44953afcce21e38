"""What somebody is told at an address."""

from io import BytesIO

from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.world import Visitor


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
