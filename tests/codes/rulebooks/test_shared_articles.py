"""Two tables that rest on one article part over no fact that both know, unless the reason is written here.

Compared by kind: whether what is asked for is refused or healed, undone, punished, frozen. Where one table leads on
to another it is that one's answer that counts: `tests/codes/rulebooks/test_siblings.py` walks there.
"""

import shutil
from collections.abc import Iterator, Mapping
from itertools import combinations, product

import pytest

from codes.deciding.book import Procedure, Rulebook
from codes.deciding.table import THE_ANOMALY, RuleOutcome
from codes.library import RULEBOOKS, get_rulebook, rulebook_ids
from codes.reading.loader import load_rulebook

pytestmark = pytest.mark.long

KINDS = {
    "refused": {"refuse", "sanatoria"},
    "undone": {"redo", "annul"},
    "punished": {"penalty", "forfeit", "discipline"},
    "frozen": {"freeze"},
}
# Why the same facts lead to orders of another kind: the code, the kind, the two tables.
REASONS = {
    ("fibur-burraco-2019", "frozen", "pesca-dopo-pozzo", "pesca-fuori-turno"): (
        "31 freezes melds laid again after a draw out of turn; after the pozzo only those completed with another card"
    ),
    ("fibur-burraco-2019", "refused", "carta-scoperta-nel-tallone", "distribuzione-irregolare"): (
        "4: the first draw heals the deal, but cards face up within the stock are turned over in play too"
    ),
    ("fitres-tressette", "refused", "chiamata-fuori", "esito-chiamata-fuori"): (
        "131, 136, 170 bar the call; what comes of it is asked only of a call that was admitted"
    ),
}
Parting = tuple[str, str, str]


def outcomes(procedure: Procedure, told: Mapping[str, str]) -> list[RuleOutcome]:
    live = procedure.table.live(told)
    return [row.outcome for number, row in enumerate(procedure.table.rows) if live >> number & 1]


def parted(book: Rulebook) -> Iterator[tuple[Parting, dict[str, str]]]:
    """Each kind of order that one of two tables gives in any case and the other in none, with the facts of both."""
    for first, second in combinations(book.procedures.values(), 2):
        common = [
            fact
            for fact in first.table.facts
            if fact.name in book.facts and fact.name in second.facts and fact.source != "option"
        ]
        for answers in product(*(fact.answers for fact in common)) if common else ():
            told = {fact.name: answer for fact, answer in zip(common, answers, strict=True)}
            sides = [outcomes(first, told), outcomes(second, told)]
            if any(out.go and out.go.go == THE_ANOMALY for side in sides for out in side):
                continue  # a clause of the general part decides nothing where it leads on
            cited = [{number for out in side for number in out.cites} for side in sides]
            if cited[0] & cited[1]:
                for kind, verbs in KINDS.items():
                    if _part(sides, verbs) or _part(sides[::-1], verbs):
                        yield (kind, first.id, second.id), told


def _part(sides: list[list[RuleOutcome]], verbs: set[str]) -> bool:
    always, never = ([any(effect.verb in verbs for effect in out.effects) for out in side] for side in sides)
    return all(always) and not any(never) and not any(out.go for out in sides[1])


@pytest.mark.parametrize("code", rulebook_ids())
def test_tables_of_one_article_agree_over_all_their_common_facts(code: str) -> None:
    found = {(code, *parting): told for parting, told in parted(get_rulebook(code))}
    assert {parting: told for parting, told in found.items() if parting not in REASONS} == {}
    # No reason is written for what no longer parts.
    assert {parting for parting in REASONS if parting[0] == code} - found.keys() == set()


def test_a_table_that_lapses_where_its_article_says_what_happens_later_is_found(tmp_path) -> None:
    """25: a card in excess is decided even once play has gone on, at whatever door."""
    folder = tmp_path / "fibur-burraco-2019"
    shutil.copytree(RULEBOOKS / "fibur-burraco-2019", folder)
    file = folder / "procedures" / "unica-carta-del-monte.yaml"
    late = "then: [{freeze: gioco, whom: coppia, until: fine-smazzata}, {inform: solo-eccedente-negativa}]"
    assert late in file.read_text()
    file.write_text(file.read_text().replace(late, "then: [{refuse: diritto-decaduto}]"))
    parting = ("frozen", "carta-penalizzata", "unica-carta-del-monte")
    assert parting in {found for found, _ in parted(load_rulebook(folder))}
