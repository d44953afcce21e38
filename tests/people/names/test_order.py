"""Names in the order of a person, whichever database holds them, in every list that is made of names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as conf
from hypothesis import given, settings
from hypothesis import strategies as st

from federation.roster.exports import roster_csv
from federation.roster.queries import MemberList
from hall.calls.queries import who_may_go
from people.accounts.models import Club, Player, User
from people.names.order import NameOrder, by_name, name_key
from people.players.queries import search_clubs
from records.rights import Role
from tests.factories import NOON, give_role, make_federation, make_member, make_tournament, make_user
from tournaments.staff.queries import club_names

pytestmark = [pytest.mark.dialect, pytest.mark.django_db]

# As in a telephone book: word by word, capitals, accents and apostrophes apart.
IN_ORDER = [
    "Àlfieri", "alfieri Bo", "Çelik", "d’Amico", "Damico", "D'Amico", "D’Amicone", "de Luca", "De Luca-Rossi",
    "De Lucchi", "Deledda", "Di Pietro", "Dürer", "Łukasz", "Mac Donald", "Macdonald", "Müller", "Mullet", "Øster",
    "Oster A", "Šimić", "Straße", "Strasse B", "Zorzi", "Ζαχαρίας", "Иванов", "Ильин", "张",
]  # fmt: skip


def test_the_table_is_in_order() -> None:
    keys = [name_key(name) for name in IN_ORDER]
    assert keys == sorted(keys)


def test_every_list_of_persons_is_in_that_order() -> None:
    fitres, tournament = make_federation(), make_tournament()
    for number, name in enumerate(reversed(IN_ORDER)):
        make_member(fitres, f"{number:05}", last_name=name, first_name="Ada")
        Player.objects.create(last_name=name, first_name="Ada")
        Club.objects.create(federation=fitres, name=name)
        give_role(make_user(f"u{number}", last_name=name, first_name="Ada"), tournament, Role.ARBITER)
    members = MemberList(fitres, NOON.date())
    lists = {
        "members": [line.member.last_name for line in members.lines(members.matches)],
        "players": [one.last_name for one in Player.objects.all()],
        "users": [one.last_name for one in User.objects.exclude(last_name="")],
        "clubs": [club.name for club in search_clubs("")],
        "names of clubs": list(club_names()),
        "arbiters": [user.last_name for user in who_may_go(tournament)],
        "albo.csv": [line.split(";")[1] for line in roster_csv(fitres, at=NOON).decode("utf-8-sig").splitlines()[1:]],
        "in parts": [
            row.last_name for start in range(0, len(IN_ORDER), 5) for row in Player.objects.all()[start : start + 5]
        ],
    }
    keys = [name_key(name) for name in IN_ORDER]
    assert {called: [name_key(name) for name in names] for called, names in lists.items()} == dict.fromkeys(lists, keys)


# What a name may hold in both databases.
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


@settings(max_examples=10)
@given(
    names=st.lists(
        TEXTS | st.text(st.characters(max_codepoint=0x24F, exclude_categories=["Cc"]), max_size=12), max_size=30
    )
)
def test_the_database_makes_the_key_that_python_makes(names: list[str]) -> None:
    Player.objects.all().delete()
    Player.objects.bulk_create(Player(last_name=name, first_name="") for name in names)
    rows = Player.objects.annotate(key=NameOrder("last_name")).order_by(*by_name("last_name"), "pk")
    told = list(rows.values_list("last_name", "key"))
    assert [key for _name, key in told] == [name_key(name) for name, _key in told]
    assert [name for name, _key in told] == sorted(names, key=lambda name: name_key(name).encode())


OF_NAMES = re.compile(r"^-?(\w+__)?(last_name|first_name|name|club_name|town|category)$")
# What to look through costs: a source that orders nothing, or names none, is not parsed.
NAMES_IT = re.compile(
    r"(?s)(order|sort).*_name\b|_name\b.*(order|sort)|(order_by|ordering).*[\"'_](name|town|category)[\"']"
)
SORTED_BY = re.compile(r"\.(last_name|first_name)\b")


def without_the_mechanism(source: str) -> Iterator[int]:
    """The lines where something is ordered by a name as the database, or Python, would do."""
    if not NAMES_IT.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        called = getattr(getattr(node, "func", None), "attr", "") or getattr(getattr(node, "func", None), "id", "")
        if isinstance(node, ast.Call) and called == "order_by":
            values: list[ast.expr] = node.args
        elif isinstance(node, ast.Call) and called in ("sorted", "sort", "min", "max"):
            keys = [keyword.value for keyword in node.keywords if keyword.arg == "key"]
            if any(SORTED_BY.search(ast.unparse(key)) and "name_key" not in ast.unparse(key) for key in keys):
                yield node.lineno
            continue
        elif (
            isinstance(node, ast.Assign)
            and "ordering" in map(ast.unparse, node.targets)
            and isinstance(node.value, ast.List | ast.Tuple)
        ):
            values = node.value.elts
        else:
            continue
        literals = [value.value for value in values if isinstance(value, ast.Constant)]
        if any(OF_NAMES.match(str(literal)) for literal in literals):
            yield node.lineno


@pytest.mark.long
def test_nothing_is_ordered_by_a_name_without_the_mechanism() -> None:
    root = Path(conf.BASE_DIR)
    paths = [path for application in conf.APPLICATIONS for path in (root / application).rglob("*.py")]
    found = [path.relative_to(root).as_posix() for path in paths for _line in without_the_mechanism(path.read_text())]
    # The versions of a category's fee, and the prizes of each: no list of names.
    assert found == ["tournaments/check_in/models.py", "tournaments/publication/models.py"]


@pytest.mark.parametrize("source", [
    'rows.order_by("last_name", "pk")', 'rows.order_by("-user__last_name")', 'class Meta:\n    ordering = ["name"]',
    "sorted(rows, key=lambda one: one.last_name.casefold())", "rows.sort(key=lambda one: (one.number, one.first_name))",
])  # fmt: skip
def test_an_order_without_the_mechanism_is_seen(source: str) -> None:
    assert list(without_the_mechanism(source))
    with_it = 'rows.order_by(*by_name("last_name"))\nsorted(rows, key=lambda one: name_key(one.last_name))'
    assert not list(without_the_mechanism(with_it))
