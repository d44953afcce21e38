"""FITRES tressette, read from the text alone: how anomalies emerge, the accusa, annulments by the arbiter, pairs."""

READINGS = [
    (
        "emersione",
        "untimely yet shown by later play (69)",
        "untimely rules (65, 71) as asked",
        "a possible constatation shuts out every other mode, so timing of the others is moot",
    ),
    (
        "accusa-dimenticata-o-errata",
        "faulty accusa nobody notices (65, 174)",
        "healed wholly: its points stand",
        "healed, but 174 gives points only to who denounces correctly",
    ),
    (
        "accusa-dimenticata-o-errata",
        "accusa never made, somebody else says so (174, 180)",
        "accusing is a choice: no anomaly, no points; 180 covers only an accusa already made",
        "partner's reminder is a forbidden signal: principles, or 180 by analogy",
    ),
    (
        "accusa-errata-dopo-prima-battuta",
        "its author admits it without correcting (184)",
        "184 anyway",
        "184 needs an act of completing or correcting: silence",
    ),
    (
        "rilievo-accusa-altrui",
        "partner spoke, nobody annuls and nobody contests (65, 71, 180)",
        "an untimely notice has effects only when an opponent contests it: implicit healing",
        "180 makes the explicit healing follow by itself when the right to annul is not used",
    ),
    (
        "rilievo-accusa-altrui",
        "opponent spoke (180)",
        "the accuser may complete at once, needs no one's contestation",
        "71: only if the accuser's side contests; otherwise 182 with the replacing of cards",
    ),
    (
        "rilievo-accusa-altrui",
        "partner spoke, accusa already exact (180)",
        "points stay, only new accuse are barred",
        "the accusa is only confirmed, and is lost as if rectified",
    ),
    (
        "rilevazione-intempestiva",
        "nobody objects to the untimely notice (65, 71)",
        "the untimeliness is healed, so the first anomaly keeps its own effects",
        "the first anomaly was not timely noticed: it is the one that is healed",
    ),
    (
        "riaprire",
        "arbiter's decision, new facts (93, 97)",
        "may be reviewed with reasons (93: repair)",
        "the text knows no review: 97 wants it accepted",
    ),
    (
        "riaprire",
        "implicitly healed error shown to matter later",
        "stays healed (65, 78)",
        "a constatation later on is a fresh timely notice (66, 69)",
    ),
    (
        "accusa-tardiva",
        "contested too early or too late, nobody annuls (65, 71, 184)",
        "becomes the other anomaly of untimely notice",
        "counts as not contested: implicit healing, points kept",
    ),
    (
        "accusa-tardiva",
        "asked after consulting (78)",
        "refused, and the contestation decides what follows",
        "refused and healed implicitly, as if nobody had acted",
    ),
    (
        "accusa-anticipata",
        "napoletana told early without its suit (179, 183)",
        "partner is barred from that suit, whichever it proves to be",
        "no suit was accused: no bar (or, as in 185, every possible suit)",
    ),
    (
        "accusa-anticipata",
        "several, part complete (183)",
        "each part has its own penalty: lose the complete, never complete the rest",
        "the accusa is one: either lost or not completable",
    ),
    (
        "accusa-constatata",
        "napoletana's suit becomes evident (185)",
        "silence: the first case names three equal cards only",
        "same regime by analogy",
    ),
    (
        "accusa-constatata",
        "wrong napoletana (76, 185)",
        "bars without naming any healing",
        "it is a correction without healing in the sense of 76, and the three points are forfeited",
    ),
    (
        "accusa-constatata",
        "wrong accusa shown by the first trick, remarked after it (66, 184, 185)",
        "no longer 185: silence of the later stage",
        "185: what counts is that the first trick showed it",
    ),
    (
        "annullamento-arbitrale",
        "fault in the preparation of a duplicate board (81, 82)",
        "artificial score whoever erred",
        "assigned score if one side's fault is not excusable",
    ),
    ("annullamento-arbitrale", "ordinary game (79)", "annulled and dealt again", "81-84 bind there too"),
    (
        "formazione-coppie",
        "B.b.2, unknown pairs (101)",
        "the holder of the 5 must still declare: the rule is common to B",
        "unknown pairs mean nobody declares (the details are missing from the copy)",
    ),
    ("formazione-coppie", "seats wrong, play begun (101)", "silence", "change seats as soon as it is seen"),
    (
        "piatto-contestato",
        "contribution not paid in, game already settled (35, 109)",
        "still owed: 35 closes the result, and a contribution is none",
        "prescribed with the rest",
    ),
    (
        "accusa-tre-di-quattro",
        "effect (175, 179, 182)",
        "a wrong accusa, with the remedies of one",
        "it does not exist as an accusa: no points, nothing to correct",
    ),
]
MISSING = [
    ("emersione", "who noticed together (70) and whether a player said his cards (67); a spectator's notice"),
    (
        "accusa-dimenticata-o-errata",
        "a forgotten accusa needs 'partner reminds' apart from 'opponent remarks'; "
        "whether the accuser still has to play",
    ),
    (
        "rilievo-accusa-altrui",
        "whether the correction was immediate (180); a new accusa already made by the pair is "
        "kept: the ban spares it; the opponents who played may have waived the annulment",
    ),
    (
        "accusa-tardiva",
        "whether the opponent who annuls had already played on: 183 makes that a waiver, and 184 says "
        "'timely'; napoletana's own suit; that it forfeits only that buongioco",
    ),
    (
        "accusa-anticipata",
        "waiver by playing (183) is personal: one opponent may have played, the other not; "
        "an accusa told early by one who has no buongioco; exact order of whom (author, partner, opponents)",
    ),
    ("accusa-constatata", "whether an opponent has answered already; forced play of the barred suit is in the order"),
    ("accusa-errata-dopo-prima-battuta", "incomplete (no suit) v. wrong: the procedure speaks of wrong only"),
    (
        "conteggio-buongioco",
        "implied one wants it to follow from more than two accused AND not to be one kept silent "
        "on purpose (177-178 pull apart)",
    ),
    (
        "formazione-coppie",
        "passata begins with the declaration of the 4 (101), so 'nobody has played' does not tell "
        "whether seats may still be exchanged; called Three when its holder is the caller himself",
    ),
    (
        "piatto-contestato",
        "the pot exists only with marcio e batuffa (108), and withdrawing needs more than four "
        "players (109): neither is asked",
    ),
    ("forza-maggiore", "whose turn and cards seen during the break"),
    (
        "annullamento-arbitrale",
        "phase (preparation or play: 81); that an arbiter cannot annul where 77-78 leave it to the players",
    ),
]
PRESCRIBED = {"refuse: prescrizione"}
MONTE = {"go: andata-a-monte"}
HEALED = {"sanatoria: implicita"}


def noted(f):
    return f["punteggio-annotato"] == "si"


def monte_refusal(f):
    """78: the right to annul is personal, used without consulting, by who has it."""
    return {"consultato": {"refuse: monte-consultato"}, "non-titolato": {"refuse: monte-non-titolato"}}.get(
        f["esercizio-monte"], set()
    )


def emersione(f):
    """35, 65, 66: noted score closes; unnoticed is healed; untimely is another anomaly; timely goes on (nothing)."""
    if noted(f):
        return PRESCRIBED
    if f["modalita"] == "nessuna":
        return HEALED
    return set() if f["tempo"] == "tempestiva" else {"go: rilevazione-intempestiva"}


def accusa_dimenticata_o_errata(f):
    """174, 178-182: which article takes the case, by who noticed and when; an accusa not made is a free choice."""
    if noted(f):
        return PRESCRIBED
    who, running = f["modalita"], f["prima-battuta"] == "in-corso"
    if who == "ravvedimento":
        return {"go: rimedio-all-accusa" if running else "go: accusa-tardiva"}
    if f["difetto-accusa"] == "dimenticata":
        if who == "palesamento" and running:
            return None  # partner reminds: silence
        return {"inform: buongioco-taciuto"}
    if who == "nessuna":
        return HEALED
    if not running:
        return {"go: accusa-errata-dopo-prima-battuta"}
    return {"go: accusa-constatata" if who == "constatazione" else "go: rilievo-accusa-altrui"}


def osservazione_arbitro(f):
    """65, 66, 77, 85-87: noticing and annulling belong to players; conduct is the arbiter's even after the score."""
    if f["che-cosa-vede"] == "comportamento":
        return {"go: comportamento-giocatore"}
    if noted(f):
        return PRESCRIBED
    return {
        "gioco": {"inform: rilevano-i-giocatori"},
        "preparazione": {"inform: monte-ai-giocatori"},
        "ingiocabile": {"go: annullamento-arbitrale"},
    }[f["che-cosa-vede"]]


def accusa_errata_dopo_prima_battuta(f):
    """184-185: only a correction by its author is dealt with; noticed otherwise after the first trick: silence."""
    if noted(f):
        return PRESCRIBED
    return {"nessuna": HEALED, "ravvedimento": {"go: accusa-tardiva"}}.get(f["modalita"])


def rilievo_accusa_altrui(f):
    """180: opponent speaks: completing is free and healed; partner speaks: annulment, or healing with bans."""
    if noted(f):
        return PRESCRIBED
    if f["prima-battuta"] == "finita":
        return {"go: accusa-errata-dopo-prima-battuta"}
    partner = f["chi-rileva-accusa"] != "avversario"
    if partner and f["esercizio-monte"] == "da-se":
        return MONTE
    orders = set(monte_refusal(f))
    if not partner and f["esercizio-monte"] != "nessuno":
        orders = {"refuse: monte-senza-titolo"}
    if f["chi-contesta"] == "altri":
        return orders | {"refuse: contestazione-altrui"} | HEALED
    if f["chi-contesta"] == "nessuno":
        return orders | HEALED
    orders.add("sanatoria: esplicita")
    if not partner:
        return orders | {"rectify: accusa-se-occorre"}
    orders.add("forbid: nuove-accuse")
    if f["accusa-rettificata"] == "si":
        orders.add("forfeit: punti-buongioco")
    if f["accusa-rettificata"] == "difettosa":
        orders.add("forbid: rettificare-accusa")
    return orders


def rilevazione_intempestiva(f):
    """65, 71: only an opponent of who noticed may object; what then follows is left to principles (silence)."""
    if noted(f):
        return PRESCRIBED
    return {"avversario": None, "altri": {"refuse: intempestivita-da-altri"}, "nessuno": HEALED}[f["chi-eccepisce"]]


def riaprire(f):
    """74, 75, 78: a definitive or implicit healing stays; a suspended one goes to the reserve."""
    if noted(f):
        return PRESCRIBED
    review = {"judgement: fatti-nuovi"} if f["fatti-nuovi"] == "si" else {"refuse: decisione-resta"}
    return {
        "definitiva": {"refuse: sanatoria-irreversibile"},
        "sospesa": {"go: riserva-invocata"},
        "implicita": {"refuse: errore-gia-sanato"},
        "decisione": review,
    }[f["che-si-riapre"]]


def accusa_tardiva(f):
    """184: annul; else explicit healing if contested when the trick ends (points lost, bar, cards); else implicit."""
    if noted(f):
        return PRESCRIBED
    if f["prima-battuta"] == "in-corso":
        return {"go: rimedio-all-accusa"}
    if f["esercizio-monte"] == "da-se":
        return MONTE
    orders, contest = set(monte_refusal(f)), f["contestazione-battuta"]
    if contest == "nessuna":
        return orders | HEALED
    if contest != "in-tempo":
        return orders | {"go: rilevazione-intempestiva"}
    orders |= {"sanatoria: esplicita", "forfeit: punti-buongioco", "replace_card: risposta"}
    if f["napoletana"] == "si":
        orders.add("forbid: uscire-palo-napoletana")
    return orders


def accusa_anticipata(f):
    """183: annul; else, contested when the trick ends: no completing, points lost, no new accuse, partner barred."""
    if noted(f):
        return PRESCRIBED
    if f["esercizio-monte"] == "da-se":
        return MONTE
    orders, contest = set(monte_refusal(f)), f["contestazione-battuta"]
    if contest == "nessuna":
        return orders | HEALED
    if contest != "in-tempo":
        return orders | {"go: rilevazione-intempestiva"}
    orders |= {"sanatoria: esplicita", "forbid: nuove-accuse", "forbid: sanare-accuse", "replace_card: risposta"}
    said = f["dichiarato"]
    if said.startswith("parte-") or said.endswith("-completa"):
        orders.add("forfeit: punti-buongioco")
    if said.startswith("parte-") or said.endswith("incompleta"):
        orders.add("forbid: completare-accusa")
    if said.startswith("napoletana-") or said == "parte-con-napoletana":
        orders.add("forbid: uscire-palo-napoletana")
    return orders


def accusa_constatata(f):
    """185: shown by the first trick: healed with cards replaced, or, for a wrong napoletana, no correction and bars."""
    if noted(f):
        return PRESCRIBED
    if f["prima-battuta"] == "finita":
        return {"go: accusa-errata-dopo-prima-battuta"}
    healed = HEALED | {"replace_card: risposta"}
    return {
        "carta-fagliante": healed,
        "palo-napoletana": None,
        "errata-non-napoletana": healed | {"rectify: accusa"},
        "errata-napoletana": {"forbid: correggere-accusa", "forbid: uscire-pali-possibile-napoletana"},
    }[f["caso-constatato"]]


def annullamento_arbitrale(f):
    """79-84: ordinary game deals again; duplicate scores: artificial, assigned, or corrected by up to a third."""
    if noted(f):
        return PRESCRIBED
    if f["forma"] == "ordinario":
        return {"judgement: annullamento", "annul: con-ripetizione"}
    orders = {"judgement: annullamento", "annul: senza-ripetizione"}
    if f["risponde"] in ("nessuno", "arbitro") or f["scusabile"] == "si":
        return orders | {"arbitral: artificiale"}
    if f["risponde"] == "una-parte":
        return orders | {"arbitral: assegnato", "judgement: risultato-assegnato"}
    if f["gravita-colpe"] == "pari":
        return orders | {"arbitral: artificiale"}
    return orders | {"arbitral: rettificato", "judgement: misura-della-rettifica"}


def forza_maggiore(f):
    """81, 95: go on if possible, else annul."""
    if noted(f):
        return PRESCRIBED
    return {"inform: si-riprende"} if f["si-riprende"] == "si" else {"go: annullamento-arbitrale"}


def entrambe_le_parti(f):
    """83-84, 95: only an annulled board has rules for both at fault; a saved one: silence (each its own effect)."""
    if noted(f):
        return PRESCRIBED
    return None if f["si-salva"] == "si" else {"go: annullamento-arbitrale"}


def formazione_coppie(f):
    """98-101, 114: pairs by the 4, 5, 6 of danari, seats, the duty to declare before the first trick."""
    if f["fase-passata"] == "conclusa":
        return PRESCRIBED
    drawn = f["modo-coppie"] in ("incrociato", "note", "ignote")
    if drawn and f["carte-di-danari"] == "tutte":
        return {"redo: distribuzione"} if f["fase-passata"] == "prima" else MONTE
    asked = f["questione-coppie"]
    if asked == "chi-con-chi":
        if drawn:
            return {"inform: coppia-col-" + ("cinque" if f["carte-di-danari"] == "solo-quattro" else "sei")}
        return {"inform: coppie-prestabilite" if f["modo-coppie"] == "fisse" else "inform: coppie-dal-tre"}
    if asked == "posti":
        if f["modo-coppie"] not in ("fisse", "incrociato"):
            return {"refuse: posti-non-cambiano"}
        return {"rectify: posti"} if f["fase-passata"] == "prima" else None
    return {"oblige: dichiarare-carta-di-coppia"} if drawn else {"refuse: nessuna-anomalia"}


def piatto_contestato(f):
    """109: one stake first, a quarter later; who rested takes his own back only after a capot."""
    if f["questione-piatto"] == "versamento":
        return {"oblige: versare-posta-intera" if f["quale-partita"] == "prima" else "oblige: versare-quarto-di-posta"}
    if f["posta-pagata"] == "si":
        return PRESCRIBED
    return {"inform: ritiro-dal-piatto" if f["finita-per-cappotto"] == "si" else "inform: nessun-ritiro-dal-piatto"}


def conteggio_buongioco(f):
    """174-178: they add up; one implied by more than two counts; one kept silent does not."""
    if noted(f):
        return PRESCRIBED
    implied = f["caso-buongioco"] == "implicito" and f["numero-accusati"] == "piu-di-due"
    if f["caso-buongioco"] == "cumulo" or implied:
        return {"rectify: punti-buongioco"}
    return {"inform: buongioco-taciuto"}


def accusa_tre_di_quattro(f):
    """175: four held cannot be accused as three: a wrong accusa, remedied as such."""
    return PRESCRIBED if noted(f) else {"go: accusa-dimenticata-o-errata"}
