"""Reading our documents back: the text of a PDF, its fonts, where its ink lies; a workbook opened again."""

from contextlib import closing
from io import BytesIO

import pypdfium2
import segno
from openpyxl import Workbook, load_workbook
from pypdf import DocumentInformation, PdfReader
from pypdf.generic import DictionaryObject

SIDE, END = 44, 25


def pages(pdf: bytes) -> list[str]:
    """The text of each page, spaces made even."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def text_of(pdf: bytes) -> str:
    return " ".join(pages(pdf))


def metadata_of(pdf: bytes) -> DocumentInformation:
    return PdfReader(BytesIO(pdf)).metadata


def fonts(pdf: bytes) -> dict[str, bool]:
    """Every font that any page or form can use, and whether its outlines are in the file."""
    found: dict[str, bool] = {}
    for page in PdfReader(BytesIO(pdf)).pages:
        _walk(page["/Resources"].get_object(), found)
    return found


def _walk(resources: DictionaryObject, found: dict[str, bool]) -> None:
    for font in _each(resources, "/Font"):
        descriptor = font.get("/FontDescriptor", DictionaryObject()).get_object()
        found[font["/BaseFont"]] = bool({"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor))
    for form in _each(resources, "/XObject"):
        _walk(form.get("/Resources", DictionaryObject()).get_object(), found)


def _each(resources: DictionaryObject, kind: str) -> list[DictionaryObject]:
    return [one.get_object() for one in resources.get(kind, DictionaryObject()).get_object().values()]


def ink(pdf: bytes, page: int = 0) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of all that is drawn, in points from the upper left corner."""
    image = pypdfium2.PdfDocument(pdf)[page].render(scale=2).to_pil().convert("L")
    box = image.point(lambda shade: 255 if shade < 250 else 0).getbbox()
    assert box, "the page is blank"
    return tuple(edge / 2 for edge in box)


def is_within_margins(pdf: bytes) -> bool:
    """Whether every page has ink, and none of it in the white around: 44 points at the sides, 25 above and below."""
    document = pypdfium2.PdfDocument(pdf)
    for number in range(len(document)):
        left, top, right, bottom = ink(pdf, number)
        width, height = document[number].get_size()
        if min(left, width - right) < SIDE or min(top, height - bottom) < END:
            return False
    return True


def has_qr(pdf: bytes, content: str, *, left: float, top: float, side: float, page: int = 0) -> bool:
    """Whether every module of the content's QR is drawn in that square, in points from the upper left corner."""
    image = pypdfium2.PdfDocument(pdf)[page].render(scale=6).to_pil().convert("L")
    matrix = segno.make(content, error="m", mask=2, micro=False, boost_error=False).matrix
    module = side / len(matrix)

    def is_dark(row: int, column: int) -> bool:
        middle = (left + (column + 0.5) * module) * 6, (top + (row + 0.5) * module) * 6
        return bool(image.getpixel((int(middle[0]), int(middle[1]))) < 128)

    return all(
        is_dark(row, column) == bool(value) for row, line in enumerate(matrix) for column, value in enumerate(line)
    )


def darkness(pdf: bytes, page: int = 0) -> int:
    """How many pixels of a page are dark: more when more is drawn."""
    image = pypdfium2.PdfDocument(pdf)[page].render(scale=2).to_pil().convert("L")
    return sum(image.histogram()[:128])


def book(xlsx: bytes) -> Workbook:
    return load_workbook(BytesIO(xlsx))
