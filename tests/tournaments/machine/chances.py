"""What the machine draws: settings of a tournament, and small numbers that choose among what there is."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

from tests.tournaments.machine.hall import Setting

Thing = TypeVar("Thing")

NUMBER = st.integers(0, 59)
SELDOM = st.sampled_from([False] * 9 + [True])
OFTEN = st.sampled_from([True] * 4 + [False])
REASON = st.sampled_from(["Come scritto"] * 9 + ["  "])
REFERENCE = st.sampled_from([""] * 3 + ["Provvedimento n. 7"])

FORMULAS = {
    "pairs": [*["danish"] * 4, "danish-pure", "mitchell", "mitchell", "round-robin", "double-round-robin",
              "knockout", "by-hand"],
    "teams": ["danish", "round-robin", "knockout"],
    "individual": ["individual", "danish", "danish-pure"],
    "singles": ["danish", "round-robin"],
}  # fmt: skip
SECOND = ["danish", "danish-pure", "round-robin", "knockout"]
FIRST_ROUNDS = ["entry-order", "entry-order", "lot", "category", "choice"]


def pick(things: Sequence[Thing], number: int) -> Thing | None:
    """One of them; nothing where there is nothing."""
    return things[number % len(things)] if things else None


# Pairs that meet by the Danish system again and again: rematches and rests soon become scarce. One hand is enough.
DANISH = st.builds(
    Setting,
    game=st.sampled_from(["tressette", "burraco"]),
    fields=st.just((("one_hand", True),)),
    stages=st.sampled_from([(("danish", "entry-order", 4, "none"),), (("danish", "lot", 5, "none"),)]),
)

# Online: to points and a perdere, level knock-out matches that the code's own tie-break decides.
ONLINE = st.builds(
    Setting,
    boards=st.sampled_from([2, 2, 3, 1]),
    stages=st.sampled_from(
        [
            (("knockout", "entry-order", 3, "none"),),
            (("knockout", "lot", 3, "none"),),
            (("danish", "entry-order", 1, "none"), ("knockout", "standings", 2, "none")),
        ]
    ),
    fields=st.builds(
        lambda kind, accusa: (
            ("rulebook", "tressette-online"),
            ("forma", "ordinario"),
            ("match_kind", kind),
            ("accusa", "senza-accusa" if "perdere" in kind else accusa),
        ),
        st.sampled_from(["a-punti", "a-smazzate", "a-punti", "a-perdere-a-punti", "a-perdere-a-smazzate"]),
        st.sampled_from(["con-accusa", "con-accusa", "senza-accusa"]),
    ),
)

# Two boards that go to either side in turn leave every match level: the code's own tie-break decides.
LEVEL = st.sampled_from(
    [
        Setting(
            stages=(("knockout", "entry-order", 3, "none"),),
            fields=(("rulebook", "tressette-online"), ("forma", "ordinario"), ("match_kind", kind), ("accusa", accusa)),
        )
        for kind, accusa in (("a-smazzate", "con-accusa"), ("a-perdere-a-smazzate", "senza-accusa"))
    ]
)


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    """A tournament of one or two stages, small enough that rematches and rests become scarce."""
    game = draw(st.sampled_from(["tressette", "burraco"]))
    contest = draw(st.sampled_from(["pairs"] * 5 + ["teams", "individual", "singles"]))
    stages = [
        (
            draw(st.sampled_from(FORMULAS[contest])),
            draw(st.sampled_from(FIRST_ROUNDS)),
            draw(st.integers(1, 4)),
            "none",
        )
    ]
    if contest != "individual" and draw(st.booleans()):
        carry = draw(st.sampled_from(["none", "full"]))
        first = draw(st.sampled_from(["standings", "standings", "lot"]))
        stages.append((draw(st.sampled_from(SECOND)), first, draw(st.integers(1, 2)), carry))
    fields: dict[str, object] = {"warnings_per_vp": draw(st.sampled_from([0, 2, 3]))}
    fields |= {"bye_vp": draw(st.sampled_from([10, 13])), "bye_mp": draw(st.sampled_from([0, 5]))}
    if game == "tressette":
        fields["forma"] = draw(st.sampled_from(["duplicato", "ordinario"]))
        fields["accusa"] = draw(st.sampled_from(["con-accusa", "senza-accusa"]))
    if game == "burraco" and contest == "teams":
        fields["vp_scale"] = "burraco-teams"
    boards = draw(st.integers(2, 3)) if game == "burraco" else draw(st.integers(1, 2))
    return Setting(game=game, contest=contest, boards=boards, stages=tuple(stages), fields=tuple(fields.items()))
