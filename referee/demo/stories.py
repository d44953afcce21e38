"""What went wrong in the demo, told as the answers that the arbiter gave."""

from referee.demo.rulings import LAID_DOWN, REVOKE, Story

# Nobody noticed: healed by itself (65).
UNNOTICED = Story(procedure="mancata-risposta", responsible="S", facts={})
# An accusa before one's turn that nobody contested: healed, and its points stay (183).
UNCONTESTED = Story(
    procedure="accusa-anticipata",
    responsible="E",
    told=False,
    facts={"esercizio-monte": "nessuno", "contestazione-battuta": "nessuna"},
)
# A tressette card turned over while an original hand is dealt: shuffled and dealt again (154).
REDEAL = Story(
    procedure="distribuzione-irregolare",
    responsible="N",
    told=False,
    facts={"fase-passata": "prima", "tipo-mano": "originale", "difetto-distribuzione": "tressette-scoperta"},
    contradicts="L’astuccio era arrivato vuoto: la mano è stata mischiata qui.",
)
# A player found with the wrong number of cards while the board was in play: nobody's fault, artificial score (81).
WRONG_NUMBER = Story(
    procedure="numero-carte-errato",
    responsible="none",
    told=False,
    facts={"fase-passata": "in-corso", "origine-numero": "ricevuto"},
)
# Ordinary play: an opponent annuls at once, the deal is replayed (79, 183).
REPLAYED = Story(procedure="accusa-anticipata", responsible="E", told=False, facts={"esercizio-monte": "da-se"})
# The same in duplicate play, one side at fault: assigned score (82).
ANNULLED = Story(
    procedure="accusa-anticipata",
    responsible="E",
    told=False,
    facts={"esercizio-monte": "da-se", "colpa": "una-parte"},
    reason="La parte innocente avrebbe fatto il punto con le carte che aveva.",
)
# Both sides at fault, equally: as artificial (83).
BOTH_EQUALLY = Story(
    procedure="accusa-tardiva",
    responsible="W",
    told=False,
    facts={"prima-battuta": "finita", "esercizio-monte": "da-se", "colpa": "entrambe-pari"},
)
# Both at fault, one more gravely: rectified by up to a third (84).
BOTH_UNEQUALLY = Story(
    procedure="accusa-anticipata",
    responsible="W",
    told=False,
    facts={"esercizio-monte": "da-se", "colpa": "entrambe-diversa"},
    reason="Est-Ovest hanno accusato fuori turno, Nord-Sud hanno solo commentato.",
)
# Suit not followed, as the cards show once they are replayed: no effect is written, the arbiter annuls (95, 82).
NOT_FOLLOWED = Story(
    procedure="mancata-risposta",
    responsible="E",
    evidence=True,
    timing="tempestiva",
    facts={"scelta": "monte", "colpa": "una-parte"},
    reason="La pigliata dell’asso ha deciso la mano: la passata non si salva.",
    played=REVOKE,
)
# A hand laid down on lead with a card that can be beaten: taken up, and played from the highest (118, 120).
CLAIM_REFUSED = Story(
    procedure="messa-a-terra",
    responsible="S",
    detectors=("E",),
    timing="tempestiva",
    facts={"momento-messa-a-terra": "di-mano"},
    played=LAID_DOWN,
)
# A declaration against the rules put right, and an opponent who fears its effect: reservation open (75).
RESERVATION = Story(
    procedure="dichiarazione-non-consentita",
    responsible="W",
    detectors=("N",),
    timing="tempestiva",
    facts={
        "vizio-dichiarazione": "palo-dichiarato",
        "ancora-lunghissimo": "no",
        "gioco-proseguito": "nessuno",
        "scelta": "sanatoria-sospesa",
    },
    reason="La dichiarazione è stata corretta; resta da vedere se avrà effetto.",
    voiced_by="N",
)
# An accusa too early, contested in time: the partner may not lead that suit (183).
STANDING_ORDER = Story(
    procedure="accusa-anticipata",
    responsible="N",
    told=False,
    facts={
        "esercizio-monte": "nessuno",
        "contestazione-battuta": "in-tempo",
        "dichiarato": "napoletana-completa",
    },
)
# Begun on the phone and not finished.
DRAFT = Story(
    procedure="carte-esposte", responsible="E", detectors=("S",), timing="tempestiva", facts={"esposizione": "visibile"}
)

LOT_TABLE = 7
LOT_BOARD = (2, 2)
BY_ROUND: dict[int, dict[tuple[int, int], Story]] = {
    1: {(3, 1): UNNOTICED, (5, 2): REDEAL, (11, 3): UNCONTESTED},
    2: {(LOT_TABLE, LOT_BOARD[1]): WRONG_NUMBER, (4, 3): ANNULLED},
    3: {(9, 1): BOTH_EQUALLY, (2, 4): BOTH_UNEQUALLY, (12, 1): CLAIM_REFUSED, (6, 4): NOT_FOLLOWED},
}
WHY_ASSIGNED = "Senza l’accusa fuori turno Nord-Sud avrebbero tenuto la mano fino al punto."
# What best play brings to North-South where East follows suit, with the accusa of East-West.
WITHOUT_REVOKE = (5, 9)
WHY_WITHOUT_REVOKE = "Se Est risponde, Nord-Sud prendono l’asso di coppe: tanto avevano in mano, giocando tutti bene."
WHY_RECTIFIED = "L’accusa fuori turno ha pesato più del commento: un sesto, la metà del massimo."
# Burraco: a pair sits down two minutes late and is warned (40).
LATE_PAIR = Story(
    procedure="ritardo-al-tavolo",
    responsible="B",
    told=False,
    facts={"ritardo": "entro-2", "ritardo-altra": "presente"},
)
WHY_APPEALED = "Al via eravamo già al tavolo: uno di noi era in piedi a salutare."
WHAT_WAS_SEEN = "Al segnale del via due sedie erano vuote; la coppia è arrivata dopo un minuto."
# Burraco: an act against the ethics of the game, which is referred; here that wants two persons.
AGAINST_ETHICS = Story(
    procedure="comportamento-scorretto",
    responsible="S",
    told=False,
    facts={"fatto-di-condotta": "etica"},
)
# Burraco: a card that does not fit a meld, seen before the discard: penalised, discarded in its turn (25).
CARD_TOO_MANY = Story(
    procedure="carta-penalizzata",
    responsible="W",
    told=False,
    facts={"momento": "prima-dello-scarto", "chi-rileva": "avversari", "numero-penalizzate": "una"},
)
