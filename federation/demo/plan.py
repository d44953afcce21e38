"""Which tournaments the demo's federation has behind it: all invented, told as data."""

from dataclasses import dataclass

from tournaments.setup.games import GameId

TRESSETTE, BURRACO = GameId.TRESSETTE, GameId.BURRACO


@dataclass(frozen=True, kw_only=True)
class Past:
    """A tournament of some months ago. chief, arbiters: account names; class_id: what it is worth in the season."""

    slug: str
    name: str
    months: int
    place: str
    chief: str
    arbiters: tuple[str, ...]
    class_id: str
    game: GameId = TRESSETTE
    rulings: int = 6

    @property
    def boards(self) -> int:
        """Deals of a round: a match of burraco has four of them under the rules that most of its cases are of."""
        return 4 if self.game is BURRACO else 2


PAST = (
    Past(slug="trofeo-lanterna", name="Trofeo della Lanterna", months=23, place="Genova, circolo del Molo",
         chief="giulia", arbiters=("bruno", "nadia"), class_id="B"),
    Past(slug="pinelle-adriatico", name="Pinelle dell’Adriatico", months=22, place="Pescara, sala Adriatico",
         chief="ercole", arbiters=("livio",), class_id="B", game=BURRACO),
    Past(slug="coppa-ponente", name="Coppa di Ponente", months=20, place="Imperia, villa dei Tigli",
         chief="nadia", arbiters=("bruno",), class_id="C"),
    Past(slug="memorial-tredenari", name="Memorial Tredenari", months=18, place="Napoli, dopolavoro del Porto",
         chief="giulia", arbiters=("livio", "nadia"), class_id="A"),
    Past(slug="burraco-torri", name="Burraco delle Torri", months=16, place="Bologna, sala delle Torri",
         chief="nadia", arbiters=("ercole",), class_id="C", game=BURRACO),
    Past(slug="campionato-inverno", name="Campionato d’inverno", months=14, place="Bari, circolo del Levante",
         chief="giulia", arbiters=("bruno", "livio"), class_id="A"),
    Past(slug="coppa-levante", name="Coppa Levante", months=11, place="Bari, circolo del Levante",
         chief="giulia", arbiters=("nadia",), class_id="B"),
    Past(slug="pozzetto-oro", name="Pozzetto d’oro", months=9, place="Lecce, palazzo del Sale",
         chief="ercole", arbiters=("bruno", "livio"), class_id="B", game=BURRACO),
    Past(slug="trofeo-maestrale", name="Trofeo Maestrale", months=7, place="Genova, circolo del Molo",
         chief="nadia", arbiters=("livio",), class_id="C"),
    Past(slug="gran-premio-napoletane", name="Gran premio delle Napoletane", months=5,
         place="Napoli, dopolavoro del Porto", chief="giulia", arbiters=("bruno", "nadia"), class_id="A"),
    Past(slug="burraco-castello", name="Burraco al castello", months=3, place="Pescara, sala Adriatico",
         chief="ercole", arbiters=("livio", "nadia"), class_id="B", game=BURRACO),
    Past(slug="coppa-vendemmia", name="Coppa della Vendemmia", months=1, place="Bologna, sala delle Torri",
         chief="nadia", arbiters=("bruno", "livio"), class_id="B"),
)  # fmt: skip
# What became of the packages that came: one homologated, one sent back with a remark, one that waits.
HOMOLOGATED = "coppa-levante"
RETURNED, WAITING = "trofeo-maestrale", "coppa-vendemmia"
# Who lost an appeal, and where one changed a ruling.
REJECTED, CHANGED = "coppa-ponente", "gran-premio-napoletane"
CLUBS = (
    ("Circolo del Molo", "Genova"),
    ("Sala Adriatico", "Pescara"),
    ("Dopolavoro del Porto", "Napoli"),
    ("Circolo del Levante", "Bari"),
    ("Palazzo del Sale", "Lecce"),
    ("Sala delle Torri", "Bologna"),
)
