"""Independent reading of the F.I.Bur. code, first part: the table, the pack, the deal, suggestions.

Conventions: "the play stops" is `oblige: scartare` where the player still has a free discard to make, and
`forbid: proseguire` where the discard is fixed by another order. Going on (an opponent has drawn) cancels the
right to a penalty, unless an article speaks of later phases.
"""

READINGS = [
    (
        "carte-lasciate-nel-monte",
        "one card left, the fact only comes out after the opponent drew",
        "it is the discard by itself, nobody claims anything: still true",
        "right lost, as for any irregularity",
    ),
    (
        "combinazioni-uguali",
        "who else's equal set makes the second one unlawful",
        "only one's own line: the two are joined, which cannot be done with the opponents'",
        "any set on the table",
    ),
    (
        "combinazioni-uguali",
        "found at once, wild cards in both",
        "the second wild is the one and only discard of the turn",
        "a free discard besides is conceivable",
    ),
    (
        "combinazioni-uguali",
        "'the player will discard' in letter a",
        "play ends, he discards and does nothing else",
        "only that he goes on to the discard",
    ),
    (
        "cambio-formazione",
        "outsider wanted during the match",
        "line-up is fixed for the match: that ground first",
        "the outsider ground first, or the substitution of art. 39",
    ),
    (
        "mazzo-irregolare",
        "wrong pack noticed when the cards are dealt but nobody drew",
        "pack put right, no more said",
        "pack put right and a new deal (art. 7: faults found before play)",
    ),
    (
        "score-incompleto",
        "unsigned sheet already handed in",
        "the signature is still due",
        "no consequence written: arbiter's judgement",
    ),
    (
        "mazziere-saltato",
        "'deals at the moment the fact is noticed', another is already dealing",
        "the skipped player takes over at once with a fresh deal",
        "the deal under way is kept, he makes the next one",
    ),
    (
        "mescolatura-irregolare",
        "someone else shuffled, play not begun",
        "warning, and also a new deal as a fault found before play",
        "warning alone: art. 4 names no other effect",
    ),
    (
        "distribuzione-irregolare",
        "a hand of ten cards before play",
        "a fault: new deal (art. 7)",
        "cards lacking for the deal: taken from the pots' part (art. 4)",
    ),
    (
        "taglio-irregolare",
        "no cut at all, seen by the player who receives the cards",
        "the cut is made now",
        "fault before play: everything again",
    ),
    (
        "obblighi-del-tavolo",
        "pots not recounted or not under the sheet, play begun",
        "healed by the first draw",
        "a standing duty: recounted now, no penalty",
    ),
    (
        "obblighi-del-tavolo",
        "first card turned too early, hands not looked at",
        "the count is made now",
        "fault found before play: new deal",
    ),
    (
        "obblighi-del-tavolo",
        "looking at the cards without having counted them, at the first draw",
        "healed",
        "a wrong number of cards found later is not healed but simply not corrected until the end",
    ),
    ("pozzo-residuo", "left-over pot found before the first draw", "fault: new deal", "just removed"),
    (
        "gioco-non-ammesso",
        "one card too many in a full or double-wild game",
        "surplus card, art. 25",
        "wrong game or addition, art. 29: may be cured by replacing",
    ),
    (
        "comportamento-scorretto",
        "warning besides reporting (ethics) or removal (disturbance)",
        "these powers stand alone",
        "a breach of the rules of behaviour too, so a warning may be added",
    ),
    (
        "comportamento-scorretto",
        "asking how much time is left",
        "forbidden without a sanction: warning if he sees fit",
        "no warning possible: art. 6 is not among the rules of behaviour",
    ),
    (
        "suggerimento",
        "reminded of his turn, and he has already drawn",
        "only the warning: the choice is gone",
        "the draw is undone and the opponents choose",
    ),
    (
        "suggerimento",
        "reminded to draw, and he has already drawn",
        "what is left of 'draw and discard' is the discard",
        "he plays normally: nothing useful was suggested",
    ),
    (
        "suggerimento",
        "warning with the special cases of art. 22 (turn, pot), 8, 23, 30",
        "always: each is a suggestion",
        "only where the special case repeats it",
    ),
    (
        "suggerimento",
        "reminder before the pot is played (art. 23)",
        "the orders on suggesting a draw: draw, discard, nothing else",
        "the whole of art. 30 with its frozen games",
    ),
    (
        "suggerimento",
        "Joker's place suggested, Joker not yet there",
        "the contrary: not on that sequence",
        "it may still go elsewhere in the same sequence",
    ),
    (
        "suggerimento",
        "stock inspected out of turn: who is 'the opposing pair'",
        "opponents of the inspector, choosing for his partner",
        "opponents of the player on turn, whoever inspected",
    ),
    (
        "rilievo-del-compagno",
        "warning to the partner who points at a wrong game (examples 1 and 2)",
        "none: the examples give it only for the six-card burraco",
        "always: it is a suggestion (art. 22, 30)",
    ),
    (
        "rilievo-del-compagno",
        "six-card burraco with the closing under way",
        "forced closing and a warning, since the text calls it a suggestion",
        "forced closing only",
    ),
]

MISSING = [
    ("carte-lasciate-nel-monte", "what he did after leaving one card: games and a second discard are not asked for"),
    ("carte-lasciate-nel-monte", "ties of rank between left cards, or a wild as the forced discard"),
    ("combinazioni-uguali", "joined set longer than nine cards, or with two wilds when found late: nothing orders it"),
    (
        "combinazioni-uguali",
        "his hand is over with that game: the text saves a closing, the facts do not ask it; "
        "a forced wild as last discard collides with art. 14 and 35",
    ),
    ("combinazioni-uguali", "who noticed it: a partner before the discard falls under art. 21"),
    (
        "conteggio-della-smazzata",
        "when the doubt is raised (cards already mixed, sheet signed), and frozen games' "
        "cards, negative or positive according to the article",
    ),
    ("conteggio-della-smazzata", "a clean burraco with the natural 2 and one wild as well; a forgotten mark"),
    ("posto-sbagliato", "one pair or several sat wrongly: only those who were wrong are warned, not the whole table"),
    ("mazzo-irregolare", "duty to check the pack before the match: no sanction, but the questions ignore it"),
    ("mazziere-saltato", "whether play of the wrong dealer's hand has begun (then the first draw heals)"),
    ("carta-scoperta-nel-tallone", "whether the card was really seen, and by whom, before play"),
    ("distribuzione-irregolare", "first hand (cards looked at after the arbiter's start) or later hand"),
    ("obblighi-del-tavolo", "warning at discretion for the fan: it is also a rule of behaviour"),
    (
        "pozzo-consegna",
        "with the pot taken alone: if that pot is found wrong, and whether the opponents agreed "
        "(both pairs are warned anyway): the warning must name both lines",
    ),
    ("pozzo-consegna", "first pot wrong and not seen: the text only gives the contrary case"),
    ("pozzo-consegna", "where the missing cards of the second pot come from; the fallen pots after the first is taken"),
    ("gioco-non-ammesso", "when it is noticed, by whom: needed at once to choose among the effects of art. 25"),
    ("comportamento-scorretto", "who did it: no person is asked; the warning, the report or the removal need one"),
    ("scelta-pesca-o-raccolta", "inspection of the stock is a faculty only when few cards are left"),
    ("scelta-pesca-o-raccolta", "what he played with the card taken from the other side before it is put back"),
    ("suggerimento", "which cards the suggested play is about, and what if it has been carried out already"),
    ("suggerimento", "the recipient cannot do the contrary (only one play possible)"),
    ("rilievo-del-compagno", "number of the wrong cards: one discard per turn"),
    ("rilievo-del-compagno", "it must be the first burraco; a second six-card one is a comment only"),
]


def scelta_dei_posti(f):
    """Art. 3: highest card chooses line, seat and sheet; ties by suit; identical cards draw again."""
    if f["carte-estratte"] == "una-piu-alta":
        return {"inform: sceglie-la-piu-alta"}
    if f["carte-estratte"] == "stesso-valore":
        return {"inform: decide-il-seme"}
    return {"redo: estrazione"}


def carte_lasciate_nel_monte(f):
    """Art. 9: one card left is the discard; of more, the highest in rank is, the rest go home, nothing else."""
    if f["quante-lasciate"] == "una":
        return {"inform: carta-lasciata-scarto"}
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    return {"rectify: carta-piu-alta-scarto", "forbid: proseguire"}


def combinazioni_uguali(f):
    """Art. 33: joined and frozen for good at any time; what happens to a second wild depends on when."""
    if f["di-chi-combinazione"] != "propria":
        return {"refuse: gioco-lecito"}
    out = {"rectify: combinazioni-unite", "freeze: gioco"}
    wild = f["matte-nelle-due"] == "si"
    if f["momento"] == "prima-dello-scarto":
        return out | {"oblige: scartare-matta-seconda" if wild else "oblige: scartare"}
    if f["momento"] == "dopo-lo-scarto" and wild:
        return out | {"oblige: scartare-matta-alta"}
    return out  # later: the higher wild only counts against


def conteggio_della_smazzata(f):
    """Art. 13, 18: the value of burracos, the price of an untaken pot, cards in hand negative, rows of hundred."""
    if f["voce-del-conteggio"] == "burraco":
        return {
            {
                "nessuna": "inform: vale-200",
                "accanto-a-sette": "inform: vale-150",
                "otto-uguali": "inform: vale-150",
                "altro": "inform: vale-100",
            }[f["matta-nel-burraco"]]
        }
    if f["voce-del-conteggio"] == "pozzo":
        return {
            {
                "non-preso": "inform: pozzo-meno-cento",
                "nessuno-preso": "inform: pozzo-non-si-conta",
                "non-giocato": "inform: pozzo-per-valore",
            }[f["stato-del-pozzo"]]
        }
    if f["voce-del-conteggio"] == "carte":
        return {"inform: carte-in-negativo"}
    return {"oblige: disporre-a-cento"}


def posto_sbagliato(f):
    """Art. 2: once the first player drew, the match counts and the wrong sitters are warned; before, they move."""
    return {"penalty: ammonizione"} if f["di-mano-ha-giocato"] == "si" else {"rectify: posto-assegnato"}


def cambio_formazione(f):
    """Art. 2, 39: the line-up may change at the start of each match, among the members."""
    if f["momento-formazione"] == "in-corso":
        return {"refuse: formazione-fissata"}
    return {"inform: formazione-ammessa" if f["solo-iscritti"] == "si" else "refuse: formazione-con-estranei"}


def mazzo_irregolare(f):
    """Art. 5: put right before; after the first draw the hand is finished and the pack put right then."""
    return {"rectify: mazzo-a-fine-smazzata" if f["momento-mazzo"] == "durante" else "rectify: mazzo"}


def score_incompleto(f):
    """Art. 19: written by the high card, signed by one of each pair. Another hand on a filed sheet: silence."""
    if f["vizio-score"] == "firma":
        return {"oblige: firmare-score"}
    return None if f["score-presentato"] == "si" else {"inform: scrive-la-piu-alta"}


def carta_scoperta_nel_tallone(f):
    """Art. 4: in play the face-up cards are turned where they lie; a card seen before play means a new deal."""
    if f["di-mano-ha-giocato"] == "no":
        return {"redo: distribuzione"}
    return {"rectify: ricoperta" if f["carte-scoperte-quante"] == "una" else "rectify: ricoperte"}


def mazziere_saltato(f):
    """Art. 4: if the table agrees, the skipped player deals as soon as it is noticed."""
    return {"oblige: fare-le-carte"} if f["salto-confermato"] == "si" else {"refuse: salto-non-confermato"}


def distribuzione_irregolare(f):
    """Art. 4, 7: any fault found before the first draw means a new deal (short parts are made up); then healed."""
    if f["di-mano-ha-giocato"] == "si":
        return {"sanatoria: implicita"}
    return {"rectify: carte-mancanti" if f["vizio-distribuzione"] == "non-bastano" else "redo: distribuzione"}


def mescolatura_irregolare(f):
    """Art. 4, 7: only dealer and pot-maker shuffle, others are warned; the first draw heals all."""
    if f["vizio-mescolatura"] == "delega-autorizzata":
        return {"inform: delega-ammessa"}
    if f["di-mano-ha-giocato"] == "si":
        return {"sanatoria: implicita"}
    if f["vizio-mescolatura"] == "altro-giocatore":
        return {"penalty: ammonizione", "redo: distribuzione"}
    return {"redo: distribuzione"}


def taglio_irregolare(f):
    """Art. 4: noticed on receiving, cut again; otherwise the short parts are made up. First draw heals."""
    if f["di-mano-ha-giocato"] == "si":
        return {"sanatoria: implicita"}
    if f["taglio-notato"] == "si":
        return {"redo: taglio"}
    return {"redo: distribuzione" if f["vizio-taglio"] == "mancato" else "rectify: carte-mancanti"}


def obblighi_del_tavolo(f):
    """Art. 4, 7, 23: duties at the table; a hand looked at instead of counted face down means a new deal."""
    duty = f["obbligo-dimenticato"]
    if duty in ("pozzo-in-mano", "ventaglio", "giochi-allo-stesso"):
        return {"oblige: " + duty}
    if f["di-mano-ha-giocato"] == "si":
        return {"sanatoria: implicita"}
    if duty == "ricontare-i-pozzi":
        return {"oblige: ricontare-i-pozzi"}
    return {"redo: distribuzione" if f["mano-gia-guardata"] == "si" else "oblige: contare-la-mano"}


def pozzo_residuo(f):
    """Art. 4, 23: in play nothing is undone, the spare pot stays unused (or, if used, the first one does)."""
    if f["gioco-iniziato"] == "no":
        return {"redo: distribuzione"}
    return {"inform: pozzo-residuo-usato" if f["pozzo-residuo-usato"] == "si" else "inform: pozzo-residuo-inutilizzato"}


def pozzo_consegna(f):
    """Art. 23: an opponent counts and hands the pot, or both pairs are warned; the second pot is put right."""
    what = f["fatto-consegna"]
    if what == "primo-contato-male":
        return {"inform: primo-pozzo-com-e" if f["carta-del-pozzo-vista"] == "si" else "rectify: pozzo-regolarizzato"}
    return {
        {
            "preso-da-solo": "penalty: ammonizione",
            "carta-scoperta": "inform: nessuna-penalita",
            "secondo-eccedente": "rectify: secondo-pozzo-da-sotto",
            "secondo-mancante": "rectify: secondo-pozzo-completato",
            "caduti": "redo: pozzi",
        }[what]
    }


def gioco_non_ammesso(f):
    """Art. 10-12: a card over the limit is surplus (25); wilds alone are a wrong opening (29); natural 2 is fine."""
    if f["limite-superato"] == "entro":
        return {"refuse: gioco-lecito"}
    return {"go: apertura-errata" if f["limite-superato"] == "sole-matte" else "go: carta-penalizzata"}


def comportamento_scorretto(f):
    """Rules of behaviour and arbiter's powers: warning possible; ethics reported; disturbers sent away."""
    what, warn = f["fatto-di-condotta"], f["ammonizione-opportuna"] == "si"
    if what == "segnale":
        return {"go: suggerimento"}
    if what == "etica":
        return {"discipline: deferimento"}
    if what == "disturbo":
        return {"discipline: allontanamento", "judgement: presenza-che-disturba"}
    if warn:
        return {"penalty: ammonizione"}
    return {"inform: tempo-non-si-dice" if what == "chiede-il-tempo" else "inform: norma-ricordata"}


def scelta_pesca_o_raccolta(f):
    """Art. 7-9: a card lifted, even in part, binds; moving without lifting is inspection and binds to nothing."""
    if f["gesto-di-presa"] in ("tallone-mosso", "monte-avvicinato"):
        return {"refuse: ispezione-lecita"}
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    out = {"oblige: pescare" if f["gesto-di-presa"] == "tallone-sollevato" else "oblige: raccogliere"}
    return out | ({"rectify: presa-diversa-annullata"} if f["presa-diversa"] == "si" else set())


def suggerimento(f):
    """Art. 22 (8, 11, 23, 30): warning to whoever suggests; the partner does the contrary, or what each case says."""
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    kind, taken = f["tipo-suggerimento"], f["ha-gia-preso"] == "si"
    out = {"penalty: ammonizione"}
    if kind == "giocata":
        return out | {"oblige: azione-contraria"}
    if kind == "jolly":
        placed = {"status: esposta", "forbid: jolly-su-quel-gioco"}
        return out | (placed if f["jolly-gia-messo"] == "si" else {"oblige: azione-contraria"})
    if kind in ("turno", "tallone"):
        return out if taken else out | {"oblige: pesca-scelta-dagli-avversari"}
    if kind == "pozzo-in-diretta":
        return out | {"oblige: scartare"}
    return out | {"oblige: scartare" if taken else "oblige: solo-pesca-e-scarto"}  # draw reminders, tidying up


def rilievo_del_compagno(f):
    """Art. 21: the partner must keep silent until the discard; otherwise play stops and no wrong game is cured."""
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    what, on_table, taken = f["rilievo"], f["errore-sul-tavolo"], f["ha-gia-preso"] == "si"
    if what == "primo-burraco-di-sei-in-chiusura":
        return {"oblige: chiudere", "go: chiusura-senza-burraco", "penalty: ammonizione"}
    if what == "gioco-errato":
        on_table = "aperto"
    elif what == "carta-legata-male":
        on_table = "aggiunta"
    out = {"penalty: ammonizione"} if what == "primo-burraco-di-sei" else set()
    if on_table == "nessuno":
        stop = "oblige: scartare" if taken else "oblige: solo-pesca-e-scarto"
        return out | {stop, "forbid: sanare-giochi-errati"}
    out |= {"forbid: sanare-gioco", "forbid: proseguire", "status: penalizzata", "oblige: scartare-secondo-norma"}
    if on_table == "aggiunta":
        out |= {"freeze: gioco"}
    return out if taken else out | {"oblige: prendere-prima"}
