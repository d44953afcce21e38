"""The one order of names, in lists, exports and both databases: as a person sorts, whatever the database would do.

Word by word; capitals, accents and apostrophes count for nothing: Àlfieri, d’Amico, De Luca, Deledda. A name is
compared by its key, which the tables here make: SQLite asks Python for it, PostgreSQL makes it of the same tables,
compared byte by byte, so that neither its locale nor ICU has a say. docs/decisions/0107-the-order-of-names.md
"""

import unicodedata
from typing import Any

from django.db.backends.signals import connection_created
from django.db.models import CharField, Func
from django.db.models.expressions import OrderBy

# Letters that are sorted as two.
_AS_TWO = {"ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th"}
# Letters that do not come apart into a plain one and its accent.
_AS_ONE = {"ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ł": "l", "Ł": "l", "ħ": "h", "Ħ": "h", "ı": "i"}
_NOT_COUNTED = "'’‘ʼʹ`´.\u200c\u200d\u00ad" + "".join(map(chr, range(0x300, 0x370)))
_BETWEEN_WORDS = '-‐‑–—_/,;:()"«»“”\u00a0\u2009\u202f\t'
# Latin, Greek and Cyrillic with all that was added to them; other writings are compared letter by letter.
_LETTERS = (*range(0xC0, 0x250), *range(0x370, 0x530), *range(0x1E00, 0x2000))


def _plain(letter: str) -> str:
    apart = unicodedata.normalize("NFKD", letter.lower())
    return "".join(one for one in apart if not unicodedata.combining(one))


_PLAIN = {
    **{letter: plain for letter in map(chr, _LETTERS) if len(plain := _plain(letter)) == 1 and plain != letter},
    **_AS_ONE,
    **dict.fromkeys(_BETWEEN_WORDS, " "),
}
_ASCII = {letter: plain for letter, plain in _PLAIN.items() if letter.isascii()}
_TABLE = str.maketrans(
    {chr(capital): chr(capital + 32) for capital in range(ord("A"), ord("Z") + 1)}
    | _PLAIN
    | _AS_TWO
    | dict.fromkeys(_NOT_COUNTED, "")
)


def name_key(name: str) -> str:
    """By what a name is sorted: `sorted(names, key=name_key)`."""
    return name.translate(_TABLE)


class NameOrder(Func):
    """The key of a name in a query."""

    function = "name_key"
    arity = 1
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **_context: Any) -> tuple[str, list[Any]]:
        column, values = super().as_sql(compiler, connection, template="%(expressions)s")
        small = f'lower({column} COLLATE "C")'
        wide = small
        for letter, two in _AS_TWO.items():
            wide = f"replace({wide}, '{letter}', '{two}')"
        # Most names are plain: what translates them has few letters to look through.
        sql = (
            f"CASE WHEN octet_length({column}) = char_length({column}) THEN translate({small}, %s, %s) "
            f'ELSE translate({wide}, %s, %s) END COLLATE "C"'
        )
        return f"({sql})", [*values * 3, *_translation(_ASCII), *values, *_translation(_PLAIN)]


def _translation(letters: dict[str, str]) -> tuple[str, str]:
    """What PostgreSQL's `translate` takes: a letter without its counterpart is left out."""
    gone = "".join(letter for letter in _NOT_COUNTED if letters is _PLAIN or letter.isascii())
    return "".join(letters) + gone, "".join(letters.values())


def by_name(*fields: str) -> list[OrderBy]:
    """What `order_by` and `ordering` take for names: `order_by(*by_name("last_name", "first_name"), "pk")`."""
    return [NameOrder(field).asc() for field in fields]


def _teach(*, connection: Any, **_signal: Any) -> None:
    if connection.vendor == "sqlite":
        connection.connection.create_function(NameOrder.function, 1, _key_in_sqlite, deterministic=True)


def _key_in_sqlite(name: str | None) -> str | None:
    return None if name is None else name_key(name)


connection_created.connect(_teach, dispatch_uid="people.names")
