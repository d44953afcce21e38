"""The names under which papers are saved: what a file system bears, and two papers of one tournament told apart."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from papers.download import file_name

TOURNAMENTS = st.text(min_size=1, max_size=200)
TITLES = st.from_regex(r"[A-Za-zàèì][A-Za-z0-9àèì ]{0,70}[0-9]", fullmatch=True).map(
    lambda title: " ".join(title.split())
)


def test_of_a_long_name_the_tournament_is_what_is_shortened():
    tournament = "Coppa della Primavera di Montefeltro " * 5
    name = file_name(f"{tournament} – Posti del turno 1", "pdf")
    assert name.startswith("Coppa della Primavera di Montefeltro…") and name.endswith(" – Posti del turno 1.pdf")
    assert len(name.removesuffix(".pdf")) <= 120


@settings(max_examples=40)
@given(tournament=TOURNAMENTS, one=TITLES, other=TITLES)
def test_two_papers_of_a_tournament_have_two_names_and_both_can_be_stored(tournament, one, other):
    names = [file_name(f"{tournament} – {title}", "pdf") for title in (one, other)]
    assert (names[0] == names[1]) == (one == other)
    for name, title in zip(names, (one, other), strict=True):
        assert name.endswith(f"{title}.pdf")
        assert len(name.encode()) <= 240 and not re.search(r'[\x00-\x1f\x7f"\\\\/:*?<>|]', name)
