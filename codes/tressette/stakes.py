"""What a match costs and brings: stakes between the pairs, shares of the pool (Codice FITRES, art. 108–109, 137–147).

Amounts are stakes (poste), exact; each of the two losers pays one of the two winners. The pool exists only with marcio
e batuffa (108): everybody feeds it (109), a cappotto empties it, a cappotto declared and missed doubles it (146).
Nothing appears or vanishes: what the players win and lose together is what the pool lost or gained.

A pair that called its opponents out under the modern rules (169) and lost pays as here: the further stake of a cappotto
laid down is the difference between `ordinaria` and `cappotto-a-terra`.

Not decided here: whether the cappotto counts as achieved, called in time, or declared in order (130–145).
"""

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache

from pydantic import Field, model_validator

from codes.format.model import Model, Text, read_data
from codes.format.readings import Reading
from codes.tressette.cards import FITRES

QUARTERS = 4  # of a stake, in which the pool is fed (109)
PAIR = 2


class Posta(StrEnum):
    """The kinds of stake (art. 108)."""

    UNICA = "unica"
    VARIABILE = "variabile"
    SEMPLICE_DOPPIA = "semplice-doppia"
    MARCIO_BATUFFA = "marcio-batuffa"


class MatchEnding(StrEnum):
    """How the match ended, as far as payments go (art. 108, 137, 138, 146)."""

    ORDINARY = "ordinaria"
    CAPPOTTO = "cappotto"
    LAID_DOWN = "cappotto-a-terra"
    AFTER_WIN = "cappotto-dopo-vittoria"
    MISSED = "cappotto-mancato"

    @property
    def takes_pool(self) -> bool:
        """Whether the winners take the pool (art. 108, 137)."""
        return self in (MatchEnding.CAPPOTTO, MatchEnding.LAID_DOWN, MatchEnding.AFTER_WIN)


class StakesRefused(ValueError):
    """A match that the articles know no payment for; the text says why."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.en)


class Payment(Model):
    """Stakes that each loser pays, by whether the losers reached eleven points."""

    sbatuffato: int
    not_sbatuffato: int = Field(alias="non-sbatuffato")
    cites: tuple[int, ...]
    reading: Reading | None = None


class KindEntry(Model):
    """A kind of stake; `agreed` ones have no figures of the code."""

    title: Text
    pool: bool
    agreed: bool = False
    pays: dict[MatchEnding, Payment] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _complete(self) -> "KindEntry":
        if set(self.pays) != (set() if self.agreed else set(MatchEnding)):
            raise ValueError("every ending must have its payment, unless it is agreed")
        return self


class PoolShares(Model):
    """Shares of the pool, out of `of`, for so many players."""

    of: int
    winner: int
    resting: int
    missed: int
    cites: tuple[int, ...]
    reading: Reading | None = None


class SbatuffatoThreshold(Model):
    """Points from which the losers have 'sbatuffato'."""

    from_points: int
    cites: tuple[int, ...]


class PoolFeeding(Model):
    """What each player puts in the pool, in quarters of a stake."""

    first: int
    later: int
    cites: tuple[int, ...]


class EndingEntry(Model):
    """How the application names an ending."""

    title: Text


class StakesFile(Model):
    """stakes.yaml."""

    sbatuffato: SbatuffatoThreshold
    endings: dict[MatchEnding, EndingEntry]
    kinds: dict[Posta, KindEntry]
    pool: PoolFeeding
    players: dict[int, PoolShares]
    readings: dict[str, Reading]


@dataclass(frozen=True, kw_only=True)
class StakedMatch:
    """A match that ended. `loser_points` are those of the losing pair; with a laying down, those before it (138).

    `pool` is what lies in the pool, in stakes; `agreed` what the players agreed on for this difference of points.
    """

    posta: Posta
    ending: MatchEnding = MatchEnding.ORDINARY
    loser_points: int = 0
    players: int = 4
    pool: Fraction = field(default_factory=Fraction)
    agreed: Fraction | None = None

    @property
    def resting(self) -> int:
        """How many players rested (art. 105)."""
        return self.players - 2 * PAIR


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """Who pays what, in stakes: each figure is one player's; `articles` and `readings` say by what right."""

    stakes: Fraction  # from each loser to one winner
    winner_from_pool: Fraction
    winner_to_pool: Fraction
    resting_from_pool: Fraction
    pool_before: Fraction
    pool_after: Fraction
    articles: tuple[int, ...]
    readings: tuple[Reading, ...] = ()

    @property
    def winner(self) -> Fraction:
        """What each winner has more, or less, in the end."""
        return self.stakes + self.winner_from_pool - self.winner_to_pool

    @property
    def loser(self) -> Fraction:
        """What each loser has more: never above nothing."""
        return -self.stakes


@cache
def stakes_file() -> StakesFile:
    """The figures of the FITRES code."""
    return read_data(FITRES / "stakes.yaml", StakesFile)


def sbatuffato(points: int) -> bool:
    """Whether a losing pair with so many points has 'sbatuffato' (art. 108)."""
    return points >= stakes_file().sbatuffato.from_points


def feed(pool: Fraction, *, players: int, first: bool) -> Fraction:
    """The pool before a match: each player adds a stake to the `first`, also after a cappotto, else a quarter (109)."""
    feeding = stakes_file().pool
    return pool + players * Fraction(feeding.first if first else feeding.later, QUARTERS)


def settle(match: StakedMatch) -> Settlement:
    """The payments of a match (art. 108, 137–138, 146–147). Raises StakesRefused."""
    _refuse_impossible(match)
    stakes, articles, readings = _stakes(match)
    shares = stakes_file().players[match.players]
    takes_pool, missed = match.ending.takes_pool, match.ending is MatchEnding.MISSED
    part = Fraction(match.pool, shares.of)
    added = shares.missed * part if missed else Fraction()
    if match.pool and (takes_pool or missed):
        articles, readings = _with_pool(match, shares, articles, readings)
    return Settlement(
        stakes=stakes,
        winner_from_pool=shares.winner * part if takes_pool else Fraction(),
        winner_to_pool=added / PAIR,
        resting_from_pool=shares.resting * part if takes_pool else Fraction(),
        pool_before=match.pool,
        pool_after=Fraction() if takes_pool else match.pool + added,
        articles=tuple(sorted(set(articles))),
        readings=readings,
    )


def _stakes(match: StakedMatch) -> tuple[Fraction, tuple[int, ...], tuple[Reading, ...]]:
    kind = stakes_file().kinds[match.posta]
    if kind.agreed:
        return match.agreed or Fraction(), (63, 108), ()
    payment = kind.pays[match.ending]
    stakes = payment.sbatuffato if sbatuffato(match.loser_points) else payment.not_sbatuffato
    return Fraction(stakes), payment.cites, (payment.reading,) if payment.reading else ()


def _with_pool(
    match: StakedMatch, shares: PoolShares, articles: tuple[int, ...], readings: tuple[Reading, ...]
) -> tuple[tuple[int, ...], tuple[Reading, ...]]:
    """The articles and readings that the pool adds to the payment's own."""
    texts = stakes_file().readings
    if match.ending is MatchEnding.MISSED:
        more = (texts["raddoppio-a-meta"], *((shares.reading,) if shares.reading else ()))
        return (*articles, 146, *shares.cites), (*readings, *more)
    resting = (texts["resto-del-piatto"],) if match.resting else ()
    return (*articles, 108, *((109, *shares.cites) if match.resting else ())), (*readings, *resting)


def _refuse_impossible(match: StakedMatch) -> None:
    kind = stakes_file().kinds[match.posta]
    refused = {
        "players": match.players not in stakes_file().players,
        "points": match.loser_points < 0,
        "pool": match.pool < 0 or (match.pool > 0 and not kind.pool),
        "agreed": kind.agreed == (match.agreed is None) or (match.agreed is not None and match.agreed < 0),
    }
    for refusal, wrong in refused.items():
        if wrong:
            raise StakesRefused(_REFUSALS[refusal])


_REFUSALS = {
    "players": Text(
        it="Il codice prevede quattro, cinque o sei giocatori", en="The code knows four, five or six players"
    ),
    "points": Text(it="I punti dei perditori non possono essere negativi", en="The losers' points cannot be negative"),
    "pool": Text(
        it="Il piatto esiste solo con marcio e batuffa e non è mai negativo",
        en="The pool exists only with marcio and batuffa, and is never negative",
    ),
    "agreed": Text(
        it="Le poste convenute si danno con la posta variabile, e solo con quella",
        en="Stakes agreed on belong to the variable stake, and to no other",
    ),
}
