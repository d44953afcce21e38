"""What paper cannot show is told before: each name whose letters the fonts lack, with what stands there instead."""

from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics

from papers import fonts
from people.accounts.models import Player
from tests.asking import DESK, text
from tournaments.papers import printed_otherwise

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
LATIN = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x24F, exclude_categories=["Cc"]), max_size=12)


def in_every_face(letter: str) -> bool:
    fonts.install()
    return all(ord(letter) in pdfmetrics.getFont(name).face.charToGlyph for name in (fonts.REGULAR, fonts.BOLD))


@given(st.lists(NAMES | LATIN, max_size=8))
def test_what_a_font_lacks_is_told_and_nothing_else(names):
    told = dict(printed_otherwise(names))
    assert set(told) == {name for name in names if not all(map(in_every_face, name))}
    assert all(in_every_face(letter) for shown in told.values() for letter in shown)


def test_the_entries_tell_whose_names_paper_cannot_show(tournament, dora, client_of):
    client = client_of(dora)
    assert "lettere latine" not in text(client.get(DESK + "coppie/"))
    Player.objects.filter(last_name="Conti").update(last_name="张", first_name="伟")
    page = text(client.get(DESK + "coppie/"))
    assert "non hanno tutte le lettere di questi nomi" in page and "伟 张 , stampato «? ?»" in page
    assert "Serra" in page and "Serra , stampato" not in page
