"""Each code speaks in its own words: what one federation alone calls so stands in no ruling of another's code."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from codes import library
from codes.format.plain_yaml import Document
from codes.library import rulebook_ids

pytestmark = pytest.mark.long

FIBUR = r"ammoni\w+|pozz(?:o|i|etto)|tallone|burraco|pinell[ae]|angolist[ai]|warn(?:s|ed|ing|ings)|pot|meld\w*"
FITRES = (
    r"pigliat[ae]|battut[ae]|passata|pal[oi]|a monte|ravvedimento|palesamento|cartaro|buongioco|accuse"
    r"|posta|poste|diffid\w+|prescri\w+|faglio|napoletan[ae]|formal caution"
)
FOREIGN = {"fitres-tressette": FIBUR, "tressette-online": FIBUR, "fibur-burraco-2019": FITRES}
FOUND_BY = "synonyms.yaml"  # how people say it, as in tellings/: searched, never shown


def shown(node: Any) -> Iterator[str]:
    """Every sentence of a file in either language; keywords are lists, and only found by."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("it", "en") and isinstance(value, str):
                yield value
            else:
                yield from shown(value)
    elif isinstance(node, list):
        for one in node:
            yield from shown(one)


@pytest.mark.parametrize("code", rulebook_ids())
def test_no_code_speaks_in_the_words_of_another(code):
    files = [path for path in (library.RULEBOOKS / code).rglob("*.yaml") if path.name != FOUND_BY]
    words = re.compile(rf"\b(?:{FOREIGN[code]})\b", re.IGNORECASE)
    said = [(path.name, one) for path in files for one in shown(Document(path, path.name).data)]
    assert [(name, hit[0], one) for name, one in said for hit in words.finditer(one)] == []
