"""The tournaments that the demo's federation has behind it, and what was written there: all invented, told as data."""

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


# Why it was decided otherwise, and what was ordered.
DEPARTURES = (
    (
        "Era la prima gara della coppia: ho spiegato la regola a tutti e quattro.",
        "Si prosegue, con un richiamo a voce.",
    ),
    ("L’errore non ha cambiato nulla: la mano era già decisa.", "Si prosegue senza conseguenze."),
    ("Il segnaposto era caduto e non si vedeva di chi fosse il turno.", "Si riprende la carta e si prosegue."),
    ("Tutti e quattro hanno chiesto di lasciare le cose come stavano.", "Il gioco resta com’è."),
    ("È la terza volta nello stesso incontro.", "Un’ammonizione alla linea che ha sbagliato."),
    ("Il giocatore non sente bene e aveva capito un altro seme.", "Si ripete la dichiarazione ad alta voce."),
    ("L’avversario ha visto le carte solo per un momento e non ne ha tratto vantaggio.", "Nessuna carta è bloccata."),
    ("Il rumore della sala copriva la voce: la chiamata è arrivata appena possibile.", "La contestazione è ammessa."),
)
APPEALED = "Nessuno al tavolo ha fermato il gioco: la contestazione è arrivata a carte già raccolte."
DISMISSED = "Il provvedimento applica l’articolo ai fatti accertati; sui fatti decide chi era al tavolo."
CHANGED_BECAUSE = "Sentite le due linee, il fatto era stato rilevato in tempo: l’arbitro non c’era ancora."
SAID_AGAIN = "Il richiamo basta: la linea innocente non ha perso niente."
WHY_LATE = "Il testo scritto è stato consegnato solo a fine turno."
REMARK = "Al secondo turno manca chi ha arbitrato il tavolo 3: aggiungi il compito e invia di nuovo."
HOMOLOGATED_BECAUSE = "Le tessere segnalate sono state viste con il circolo: erano in corso di rinnovo."
RULE_OF_THE_TERM = "Regolamento di giustizia della federazione dimostrativa, art. 7"
JUDGE_AGAIN = "Il provvedimento dà per accertato un fatto che al tavolo nessuno ha confermato."
STATED = "La coppia chiede di essere sentita e porta due testimoni del tavolo accanto."
HEARD = "Sentiti la coppia e l’arbitro: raccontano lo stesso svolgimento, in altro ordine."
JUDGE_REASONS = "L’ordine dei fatti non cambia la norma che si applica: il provvedimento resta, e così la classifica."
# By the anomaly that they are about: headnote, comment, tags. The last one stays a draft.
HEADNOTES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "accusa-anticipata",
        "Di un’accusa detta prima del turno si accerta anzitutto chi l’ha sentita e chi l’ha contestata.",
        "Le domande si fanno a carte ferme, una linea alla volta.",
        ("accusa", "accertamento"),
    ),
    (
        "mancata-risposta",
        "Per una mancata risposta conta quando è stata rilevata: il provvedimento scrive in quale mano e da chi.",
        "Se le due linee raccontano momenti diversi, si ricostruisce la giocata dalle carte raccolte.",
        ("mancata risposta", "accertamento"),
    ),
    (
        "carte-esposte",
        "Di una carta mostrata il provvedimento dice quale, per quanto e a chi: senza questo non si può rivedere.",
        "",
        ("carte esposte",),
    ),
    (
        "dichiarazione-intempestiva",
        "Chi si discosta dalla proposta scrive il fatto che lo ha convinto, non solo che lo ritiene giusto.",
        "",
        ("motivazione",),
    ),
    ("accusa-tardiva", "Prima di dire tardiva una contestazione si chiede chi poteva farla prima.", "", ("tempo",)),
)
