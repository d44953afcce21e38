"""An article cut into its clauses, in our words, and what answers for each of them.

No law: it says what is done of the law, and a code's hash leaves it out.
"""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from codes.format.model import Model, Text

Kind = Literal["condition", "effect", "term", "right", "duty", "definition", "figure"]
# One short sentence.
LONGEST = 160


class Answer(Model):
    """What answers for a clause: procedures whose rules order it, a module or a screen with its test, or nothing.

    told: nothing has to apply it, and why. absent: something should, and nothing does. wrong: where what answers
    departs from the clause; alone, where it is the whole clause that is turned into something else.
    """

    procedures: tuple[str, ...] = ()
    module: str = ""
    screen: str = ""
    test: str = ""
    on_screen: bool = True  # false: the module works and is tested, but no page or paper asks it for this
    told: str = ""
    absent: str = ""
    wrong: str = ""

    @model_validator(mode="after")
    def _answers_once(self) -> "Answer":
        done = bool(self.procedures or self.module or self.screen or self.wrong)
        if (done, bool(self.told), bool(self.absent)).count(True) != 1:
            raise ValueError("either procedures, a module or a screen answer for it, or it is `told`, or `absent`")
        if bool(self.test) != bool(self.module or self.screen):
            raise ValueError("a module or a screen stands with the test that proves it, and no test without them")
        return self

    @property
    def state(self) -> str:
        """Wrong, absent or told; else what does it: procedure, module, screen or several, in brackets as unreached."""
        for state in ("wrong", "absent", "told"):
            if getattr(self, state):
                return state
        module = "module" if self.on_screen else "(module)"
        does = (("procedure", self.procedures), (module, self.module), ("screen", self.screen))
        return " + ".join(name for name, one in does if one)


class Clause(Text):
    kind: Kind
    it: str = Field(min_length=1, max_length=LONGEST)
    en: str = Field(min_length=1, max_length=LONGEST)
    by: Answer


Clauses = Annotated[tuple[Clause, ...], Field(min_length=1)]


class ClausesFile(Model):
    """The clauses of every article and of every part without a number, in their order; the first is number one."""

    articles: dict[int, Clauses] = Field(default_factory=dict)
    sections: dict[str, Clauses] = Field(default_factory=dict)

    @property
    def parts(self) -> dict[int | str, Clauses]:
        """All of them: the articles, then what bears no number."""
        parts: dict[int | str, Clauses] = {}
        parts.update(self.articles.items())
        parts.update(self.sections.items())
        return parts
