"""What a decision can order (art. 72 and its like), typed so that the application can act on it.

In a code's files an effect is a mapping whose first key is its verb:
`{forbid: completare-accusa, whom: responsabile, until: fine-passata}`.
"""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Discriminator, Field, Tag, TypeAdapter

from codes.format.model import Model

# Whom an effect may name in every procedure; a procedure adds the persons that it names itself.
ROLES = (
    "responsabile",
    "compagno",
    "coppia",
    "avversari",
    "avversari-seguenti",
    "avversario-seguente",
    "avversario",
    "tutti",
    "entrambe",
    "segnalante",
    "parte-innocente",
    "spettatore",
    "linea-a",
    "linea-b",
)
# Those that are told without knowing who is responsible.
ROLES_BY_THEMSELVES = frozenset({"tutti", "entrambe", "segnalante", "spettatore", "linea-a", "linea-b"})
# The two lines by name, whoever is at fault: in the order of their letters.
LINE_ROLES = ("linea-a", "linea-b")
Whom = str  # one of ROLES, or a person of the procedure: checks.py says which
Until = Literal[
    "subito",
    "fine-battuta",
    "fine-passata",
    "finche-costretto",
    "prima-battuta",
    "finche-di-mano",  # as long as whom it binds keeps the lead (FITRES 120)
    # Burraco: a turn goes from drawing to discarding (F.I.Bur. 7)
    "fine-turno",  # the turn being played
    "al-prossimo-turno",  # during the next turn of whom it binds
    "al-suo-turno",  # during the turn of whom it binds that is being played, or else the next
    "turno-successivo",  # until that next turn begins
    "secondo-turno",  # until the turn after the next begins
    "fine-smazzata",
    "prossima-smazzata",
    "fine-partita",
]
Answers = str | tuple[str, ...]


def listed(answers: Answers) -> tuple[str, ...]:
    """One answer or several, as several."""
    return (answers,) if isinstance(answers, str) else answers


class EffectBase(Model):
    """What every effect has: a verb with its object, and under which further facts it is ordered."""

    model_config = ConfigDict(populate_by_name=True)

    verb: ClassVar[str]
    whom: Whom | None = None
    until: Until | None = None
    condition: dict[str, Answers] | None = Field(default=None, alias="if")

    @property
    def what(self) -> str:
        """The verb's object, the key of its wording in effects.yaml."""
        return str(getattr(self, self.verb))

    def plain(self) -> "Effect":
        """The same effect without its condition: what stands in a decision."""
        return self.model_copy(update={"condition": None})  # type: ignore[return-value]

    def to_dict(self) -> dict[str, Any]:
        """The effect as the files write it, for records and comparison."""
        return self.model_dump(by_alias=True, exclude_none=True)


class Sanatoria(EffectBase):
    """Healing (65, 73–76): the deal goes on; `nessuna` where the code excludes healing."""

    verb = "sanatoria"
    sanatoria: Literal["implicita", "esplicita", "nessuna"]
    finality: Literal["definitiva", "sospesa"] | None = None
    basis: Literal["obbligatoria", "facoltativa"] | None = None


class Rectify(EffectBase):
    """The wrong play or declaration is put right (73)."""

    verb = "rectify"
    rectify: str


class ReplaceCard(EffectBase):
    """The right to replace a card already played (73)."""

    verb = "replace_card"
    replace_card: str
    whom: Whom


class Forbid(EffectBase):
    """A standing order: what someone may not do, until when."""

    verb = "forbid"
    forbid: str
    whom: Whom


class Oblige(EffectBase):
    """A standing order: what someone must do, until when."""

    verb = "oblige"
    oblige: str
    whom: Whom


class Forfeit(EffectBase):
    """Something lost; with `points`, so many points of a score already written (effects.yaml says of what: `acts`)."""

    verb = "forfeit"
    forfeit: str
    whom: Whom
    points: int | None = Field(default=None, gt=0)


class Penalty(EffectBase):
    """A penalty in victory points, match points, deal points, or a warning; without amount the arbiter sets it.

    of: the warnings that cost it together. Standings that add warnings up charge it by themselves.
    """

    verb = "penalty"
    penalty: Literal["vp", "mp", "punti", "ammonizione"]
    whom: Whom
    amount: int | None = Field(default=None, gt=0)
    of: Literal["ammonizioni"] | None = None


class Indemnity(EffectBase):
    """Something granted to the innocent side (72); with `mp`, so many match points (F.I.Bur. 40).

    points: so many points of the deal, by the code or by the arbiter (effects.yaml: `acts`).
    """

    verb = "indemnity"
    indemnity: str
    whom: Whom
    mp: int | None = Field(default=None, gt=0)
    points: int | None = Field(default=None, gt=0)


class Annul(EffectBase):
    """The deal is annulled (77–80)."""

    verb = "annul"
    annul: Literal["con-ripetizione", "senza-ripetizione"]


class Arbitral(EffectBase):
    """The kind of arbitral score that an annulled board receives (80–84)."""

    verb = "arbitral"
    arbitral: Literal["artificiale", "assegnato", "rettificato"]


class GivenScore(EffectBase):
    """A score that the code gives without play (F.I.Bur. 19, 39, 40), in VP and MP of `whom`."""

    verb = "fixed_score"
    fixed_score: str
    whom: Whom
    vp: int = Field(ge=0)
    mp: int


class DealScore(EffectBase):
    """The points of a deal that the arbiter settles for `whom`, totals (F.I.Bur. 37); below zero too."""

    verb = "deal_score"
    deal_score: str
    whom: Whom
    points: int


class Concede(EffectBase):
    """Disputed points go to `whom` (36)."""

    verb = "concede"
    concede: str
    whom: Whom


class Discipline(EffectBase):
    """A disciplinary measure (87)."""

    verb = "discipline"
    discipline: Literal["richiamo", "diffida", "allontanamento", "deferimento"]
    whom: Whom


class Withdraw(EffectBase):
    """`whom` leaves the tournament and is drawn no more (F.I.Bur. 39); how, which decides whether it may return.

    later: as a line absent, with what the code gives it, in the rounds that it misses; without it earns nothing there.
    """

    verb = "withdraw"
    withdraw: Literal["ritiro", "senza-avviso", "esclusione"]
    whom: Whom
    later: Literal["assenza"] | None = None


class Reserve(EffectBase):
    """A reservation stays open at the table (75); `consequence` is the procedure if it is invoked."""

    verb = "reserve"
    reserve: str
    consequence: str


class Status(EffectBase):
    """What a card out of place has become (F.I.Bur. 24–26); `whom` is the player it belongs to."""

    verb = "status"
    status: Literal["esposta", "penalizzata", "fantasma"]
    whom: Whom


class Freeze(EffectBase):
    """Melded cards to which nothing may be added (F.I.Bur., Definizioni): of `whom`, until when."""

    verb = "freeze"
    freeze: str
    whom: Whom
    until: Until


class Redo(EffectBase):
    """A preparatory step is done again (19–21)."""

    verb = "redo"
    redo: str


class Judgement(EffectBase):
    """The arbiter decides under the general principles (95–96) and must write the reason."""

    verb = "judgement"
    judgement: str


class Refuse(EffectBase):
    verb = "refuse"
    refuse: str


class Inform(EffectBase):
    """Something to say at the table, without sanction."""

    verb = "inform"
    inform: str


class Go(EffectBase):
    """The decision continues in another procedure, some of whose facts are known by then."""

    verb = "go"
    go: str
    with_: dict[str, str] = Field(default_factory=dict, alias="with")


KINDS: tuple[type[EffectBase], ...] = (
    Sanatoria,
    Rectify,
    ReplaceCard,
    Forbid,
    Oblige,
    Forfeit,
    Penalty,
    Indemnity,
    Annul,
    Arbitral,
    GivenScore,
    DealScore,
    Concede,
    Discipline,
    Withdraw,
    Reserve,
    Status,
    Freeze,
    Redo,
    Judgement,
    Refuse,
    Inform,
    Go,
)
VERBS = tuple(kind.verb for kind in KINDS)
# Those that may say by how many points of a deal they act (effects.yaml: `acts`).
VERBS_WITH_POINTS = frozenset({Forfeit.verb, Indemnity.verb, Penalty.verb})


def _verb_of(value: Any) -> str | None:
    if isinstance(value, EffectBase):
        return value.verb
    return next((key for key in value if key in VERBS), None) if isinstance(value, dict) else None


Effect = Annotated[
    Annotated[Sanatoria, Tag("sanatoria")]
    | Annotated[Rectify, Tag("rectify")]
    | Annotated[ReplaceCard, Tag("replace_card")]
    | Annotated[Forbid, Tag("forbid")]
    | Annotated[Oblige, Tag("oblige")]
    | Annotated[Forfeit, Tag("forfeit")]
    | Annotated[Penalty, Tag("penalty")]
    | Annotated[Indemnity, Tag("indemnity")]
    | Annotated[Annul, Tag("annul")]
    | Annotated[Arbitral, Tag("arbitral")]
    | Annotated[GivenScore, Tag("fixed_score")]
    | Annotated[DealScore, Tag("deal_score")]
    | Annotated[Concede, Tag("concede")]
    | Annotated[Discipline, Tag("discipline")]
    | Annotated[Withdraw, Tag("withdraw")]
    | Annotated[Reserve, Tag("reserve")]
    | Annotated[Status, Tag("status")]
    | Annotated[Freeze, Tag("freeze")]
    | Annotated[Redo, Tag("redo")]
    | Annotated[Judgement, Tag("judgement")]
    | Annotated[Refuse, Tag("refuse")]
    | Annotated[Inform, Tag("inform")]
    | Annotated[Go, Tag("go")],
    Discriminator(
        _verb_of,
        custom_error_type="unknown_effect",
        custom_error_message="an effect begins with one of: " + ", ".join(VERBS),
    ),
]
_EFFECT: TypeAdapter[Effect] = TypeAdapter(Effect)


def effect_from(data: dict[str, Any]) -> Effect:
    """The effect that `to_dict` wrote."""
    return _EFFECT.validate_python(data)
