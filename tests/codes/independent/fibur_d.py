"""Independent reading of the F.I.Bur. code, fourth part: irregular cards, out of turn, ghosts, substitutions, delays.

Conventions as in fibur_a. For faults committed out of turn, penalised cards are discards of his own next turn
(`oblige: penalizzate-come-scarto`), since there is no discard to make now.
"""

READINGS = [
    (
        "carte-giocate-irregolarmente",
        "playing while a penalised card of an earlier turn is still in hand",
        "lawful: art. 25 lets him play on",
        "frozen: art. 27 speaks of any play before that discard",
    ),
    (
        "carte-giocate-irregolarmente",
        "the penalised card of this very turn",
        "still the discard of the turn",
        "art. 27 orders the freeze only",
    ),
    (
        "carte-giocate-irregolarmente",
        "last game frozen, next card a wild",
        "frozen one round more, as often as needed",
        "once only",
    ),
    (
        "lancio-di-carte",
        "thrown cards land wrongly in the last game before closing",
        "penalised: no closing",
        "closing valid with a warning, as for any last throw",
    ),
    ("lancio-di-carte", "doubtful throw", "warning, opponents place the cards, he discards", "opponents' choice alone"),
    ("lancio-di-carte", "opponent has drawn", "right lost, warning included", "a warning can still be noted"),
    (
        "passaggio-di-carte",
        "new game passed with a clear declaration",
        "not admitted: warning, game valid, discard",
        "admitted, as for tied cards",
    ),
    ("passaggio-di-carte", "partner asked where, then a clear answer", "as no declaration", "declaration made"),
    (
        "passaggio-di-carte",
        "undeclared cards that fit nowhere, before closing",
        "penalised: no closing",
        "closing valid, warning only",
    ),
    (
        "pesca-dopo-pozzo",
        "the drawn card is known but unused, he has made games with his own cards",
        "his turn was not over: games valid and free, card back, discard",
        "frozen as in art. 31",
    ),
    (
        "pesca-dopo-pozzo",
        "game with the drawn card still valid without it",
        "frozen all the same",
        "free: only a completed game is frozen",
    ),
    (
        "pesca-dopo-pozzo",
        "unknown card, all games can be laid again as they were",
        "free: the freeze follows an added card only",
        "frozen, as out of turn",
    ),
    (
        "pesca-dopo-pozzo",
        "drawn card tied to an old game: not in that part of art. 31",
        "same as out of turn",
        "silence",
    ),
    (
        "pesca-fuori-turno",
        "known card used in a game: is it shown to the opponent on turn",
        "no: only where no game was made",
        "yes: same reason, and art. 31 says so after the pot",
    ),
    (
        "pesca-fuori-turno",
        "known card not used, games with his own cards",
        "play out of turn: frozen (art. 32)",
        "frozen only if the drawn card was in them",
    ),
    ("pesca-fuori-turno", "'draw and discard' in his turn", "from the stock only", "he may also take the pile"),
    (
        "pesca-fuori-turno",
        "drawn card tied alone, nothing else added",
        "old game stays free",
        "old game frozen until the next turn",
    ),
    (
        "pesca-fuori-turno",
        "card already in the hand, games made, card known",
        "the known card goes back",
        "one at random",
    ),
    (
        "carte-giocate-irregolarmente",
        "how frozen games count if the hand ends meanwhile (also art. 31, 32)",
        "as art. 30: opened ones negative, of tied ones only the cards added",
        "silence: all positive but not extendable",
    ),
    (
        "raccolta-fuori-turno",
        "partner still to play and games were made",
        "partner must draw in this case too",
        "only where no game was made: the sentence stands there",
    ),
    ("raccolta-fuori-turno", "cards tied with collected ones", "as for the drawn card", "silence"),
    (
        "gioco-fuori-turno",
        "unlawful game out of turn",
        "penalised cards, discards of his next turns",
        "art. 29 decides: it may be cured in his turn; or frozen as any game",
    ),
    (
        "carta-fantasma",
        "case 4 with a card that fits the game",
        "it stays, nothing to do",
        "article does not distinguish: frozen, added cards negative",
    ),
    (
        "carta-fantasma",
        "case 4: is the ghost a penalised card",
        "just the discard when he has finished his games",
        "penalised, in order",
    ),
    (
        "carta-fantasma",
        "cases 1 and 2: 'fits only and exclusively there'",
        "a card that fits that very game stays",
        "it must fit nowhere else, or it is penalised",
    ),
    (
        "carta-penalizzata",
        "more than one, found at once",
        "first one now by value and suit, others next turns",
        "all before he may play again",
    ),
    ("mancato-conteggio", "both lines mixed their cards, hand lost", "arbiter's score for each", "silence for both"),
    (
        "sostituzione",
        "half of the matches exactly reached",
        "still admitted: not beyond half",
        "refused: the next sentence says before half",
    ),
    (
        "sostituzione",
        "two who are left alone want to play together",
        "refused, whatever the rest",
        "refused only in the first half",
    ),
    (
        "sostituzione-squadra",
        "substitutes of a team: who has already played",
        "refused, as for pairs",
        "teams' own rule names only number and half",
    ),
    ("malessere", "absence without a reason", "arbiter's judgement", "leaving during a round: lateness rows"),
    (
        "partita-persa-per-assenza",
        "unfair advantage and a better score of the innocent line",
        "arbiter decides a score",
        "the matured score is due all the same",
    ),
    (
        "ritardo-al-tavolo",
        "one line late over ten minutes and unfair advantage",
        "13/7 (14/6) always: the exception is for both late",
        "exception for any lateness (as art. 39 for leaving)",
    ),
    (
        "ritardo-al-tavolo",
        "both late: who gets the bonus",
        "each gets what the other's delay gives",
        "no bonus: no line was present",
    ),
    (
        "ritardo-al-tavolo",
        "one over ten minutes, the other late less",
        "fixed score and the lesser line's own row",
        "fixed score only",
    ),
]

MISSING = [
    ("carte-giocate-irregolarmente", "game after the discard invalid in itself (art. 29), or one that would close"),
    ("carte-giocate-irregolarmente", "someone closes while the games are frozen: how they count (as art. 30?)"),
    ("carte-giocate-irregolarmente", "a partner pointing it out"),
    ("lancio-di-carte", "thrown new game that is wrong; a declaration before the throw (it removes the doubt)"),
    ("lancio-di-carte", "whether the thrown cards can be placed by the opponents at all (as for passed cards)"),
    ("passaggio-di-carte", "passed new game that is wrong; passed cards that are the pot's or a single closing game"),
    ("passaggio-di-carte", "number of cards left over (order of discards); a declared place where they do not fit"),
    ("pesca-dopo-pozzo", "whether he discarded already; who was next (partner is never next, but 'if opponent')"),
    ("pesca-dopo-pozzo", "cards given back at random are not shown; penalised cards' number"),
    ("pesca-fuori-turno", "opened and tied games at once, or several; the game was not yet begun ('also before')"),
    ("pesca-fuori-turno", "whether the real player drew meanwhile: his card and stock order"),
    ("pesca-fuori-turno", "the culprit goes to the pot or closes out of turn"),
    ("raccolta-fuori-turno", "part of the pile already mixed in the hand: nothing says how it is told apart"),
    ("raccolta-fuori-turno", "the pile may be another by his turn; picking it up is compulsory all the same"),
    ("gioco-fuori-turno", "opened and tied at once; closing or pot taken out of turn; with the discard made"),
    (
        "gioco-fuori-turno",
        "whose draw is 'going on': the opponent on turn may have drawn before the fault, or after it "
        "without seeing it; same doubt in both out-of-turn takings",
    ),
    ("gioco-fuori-turno", "the partner pointing out the fault (art. 21); so in every fault that never asks it"),
    ("linea-senza-pozzo", "compensation is due when it would have taken the pot, direct or with the discard"),
    ("linea-senza-pozzo", "line without pot at the end of the hand: is the 100 of the untaken pot still lost?"),
    ("carta-fantasma", "ghost under the discard when the discard closed; several ghosts; opponents' own game"),
    ("carta-fantasma", "case 1: partner noticed it; case 3: hand ends before the discard (negative)"),
    ("carta-penalizzata", "who noticed it, which article made it so; cards still in hand at the end: negative"),
    ("carta-penalizzata", "frozen game with burraco keeps it (implied by 'only the surplus is negative')"),
    ("mancato-conteggio", "what the opponents say: 'according to indications received' needs both lines heard"),
    ("sostituzione", "whole number of rounds odd; for the pair replaced: does it keep its place and score"),
    ("sostituzione-squadra", "whether two have been replaced before in earlier rounds: the limit is for the event"),
    ("malessere", "time added: until when; a second absence; absence of the whole pair"),
    ("partita-persa-per-assenza", "MP of rounds outside those printed; the matured score needs hands finished"),
    ("riposo", "MP of rest differ by match: amounts must be shown (14/305, 14/355, 13/505, 13/555)"),
    ("ritardo-al-tavolo", "exactly two, five or ten minutes; one player of a pair present; first hand still playable"),
    ("ritardo-al-tavolo", "both over ten: VP 6 or 7 by match, and negative MP for each"),
    ("interruzione-torneo", "exactly half of the rounds: text has 'beyond half' and 'before passing half'"),
]

TIED = "freeze: giochi-con-carte-legate"
OPENED = "freeze: giochi-aperti"
PENALISED_NOW = {"status: penalizzata", "oblige: scartare-secondo-norma"}
PENALISED_NEXT = {"status: penalizzata", "oblige: penalizzate-come-scarto"}
FREEZES = {"aperti": {OPENED}, "legate": {TIED}, "aperti-e-legate": {OPENED, TIED}}


def carte_giocate_irregolarmente(f):
    """Art. 27 (25): games after the discard, or before discarding a penalised card, are frozen for a round."""
    if f["situazione-irregolare"] == "senza-carte":
        return {"freeze: gioco" if f["carta-del-giro-dopo"] == "matta" else "inform: gioco-libero"}
    after = f["situazione-irregolare"] == "dopo-lo-scarto"
    if not after and f["penalizzata-da-quando"] == "turno-precedente":
        return {"inform: gioco-non-impedito"}
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    return FREEZES[f["giocata-irregolare"]] | (set() if after else {"oblige: scartare-secondo-norma"})


def lancio_di_carte(f):
    """Art. 28: warning, the game counts and he discards; a valid closing stays; wrong cards are penalised."""
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    if f["carte-lanciate"] == "legate-male":
        return {"penalty: ammonizione", "forbid: proseguire"} | PENALISED_NOW
    return {"penalty: ammonizione"} | (set() if f["chiude-subito"] == "si" else {"oblige: scartare"})


def passaggio_di_carte(f):
    """Art. 28: tied cards may be passed after a clear declaration; else warning, opponents place, play stops."""
    opened = f["carte-passate"] == "gioco-nuovo"
    if not opened and f["dichiarazione-passaggio"] == "chiara":
        return {"inform: passaggio-ammesso"}
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    if not opened and f["collocazione"] != "tutte":
        return {"penalty: ammonizione", "forbid: proseguire"} | PENALISED_NOW
    return {"penalty: ammonizione"} | (set() if f["chiude-subito"] == "si" else {"oblige: scartare"})


def pesca_dopo_pozzo(f):
    """Art. 31: drawing after a direct pot: card back and shown (or one at random), games as they can, discard."""
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    back, stop, use = "rectify: carta-al-tallone-mostrata", "oblige: scartare", f["uso-carta-pescata"]
    if f["ha-fatto-gioco"] == "no":
        return {"rectify: carta-a-caso-al-tallone" if f["carta-in-mano"] == "si" else back, stop}
    if use == "a-parte":
        return {back, stop}
    if use == "legata":
        out = {back} | (PENALISED_NOW if f["carte-agganciate"] == "si" else {stop})
        return out | ({TIED} if f["altre-carte-legate"] == "si" else set())
    end = f["esito-gioco"]
    if use == "ignota":
        out = {"rectify: giochi-in-mano-e-carta-a-caso"}
        if end == "completo":
            return out | {"rectify: giochi-riproposti", stop}
        if end == "completato":
            return out | {"rectify: giochi-riproposti-con-altra-carta", OPENED, stop}
        return out | PENALISED_NOW
    if end == "non-completato":
        return {back} | PENALISED_NOW
    if end == "completato":
        return {back, OPENED, stop, "rectify: gioco-completato"}
    return {back, OPENED} | (PENALISED_NOW if f["carte-agganciate"] == "si" else {stop})


def pesca_fuori_turno(f):
    """Art. 31: card back (shown if an opponent was to play), games frozen or penalised; own turn: draw and discard."""
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    out, use, end = {"oblige: solo-tallone-e-scarto"}, f["uso-carta-pescata"], f["esito-gioco"]
    if f["ha-fatto-gioco"] == "no":
        if f["carta-in-mano"] == "si":
            return out | {"rectify: carta-a-caso-al-tallone"}
        shown = f["toccava-a"] == "avversario"
        return out | {"rectify: carta-al-tallone-mostrata" if shown else "rectify: carta-al-tallone"}
    if use == "ignota":
        out |= {"rectify: giochi-in-mano-e-carta-a-caso"}
        if end == "completo":
            return out | {"rectify: giochi-riproposti", OPENED}
        if end == "completato":
            return out | {"rectify: giochi-riproposti-con-altra-carta", OPENED}
        return out | PENALISED_NEXT
    out |= {"rectify: carta-al-tallone"}
    if use == "a-parte":
        return out | {OPENED}
    if use == "legata":
        out |= PENALISED_NEXT if f["carte-agganciate"] == "si" else set()
        return out | ({TIED} if f["altre-carte-legate"] == "si" else set())
    if end == "non-completato":
        return out | PENALISED_NEXT
    if end == "completato":
        return out | {OPENED, "rectify: gioco-completato"}
    return out | {OPENED} | (PENALISED_NEXT if f["carte-agganciate"] == "si" else set())


def raccolta_fuori_turno(f):
    """Art. 31: pile back; own turn: pick up and discard only; a partner still to play must draw from the stock."""
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    out = {"rectify: carte-al-monte", "oblige: solo-raccolta-e-scarto"}
    if f["compagno-deve-giocare"] == "si":
        out |= {"oblige: pescare"}
    if f["ha-fatto-gioco"] == "no":
        return out
    hooked = PENALISED_NEXT if f["carte-agganciate"] == "si" else set()
    if f["uso-carte-raccolte"] == "legate":  # by analogy with the drawn card
        return out | hooked | ({TIED} if f["altre-carte-legate"] == "si" else set())
    if f["esito-gioco"] == "non-completato":
        return out | PENALISED_NEXT
    if f["esito-gioco"] == "completato":
        return out | {OPENED, "rectify: gioco-completato"}
    return out | {OPENED} | hooked


def gioco_fuori_turno(f):
    """Art. 32: the game, or the one added to, is frozen past his turn, where he only draws and discards."""
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    out = {"oblige: solo-pesca-e-scarto"}
    if f["gioco-regolare"] == "no":
        return out | PENALISED_NEXT
    return out | {OPENED if f["giocato-fuori-turno"] == "aperto" else TIED}


def linea_senza_pozzo(f):
    """Art. 23: robbed of its pot, the line gets the closing bonus when it runs out, and 100 more if no burraco."""
    if f["linea-senza-pozzo"] == "in-gioco":
        return {"inform: compenso-senza-pozzo"}
    out = {"indemnity: cento-di-chiusura"}
    return out if f["linea-senza-pozzo"] == "finita-con-burraco" else out | {"indemnity: cento-arbitrali"}


def carta_fantasma(f):
    """Art. 26: five cases; a card that fits stays; otherwise penalised, frozen, or exposed under the discard."""
    where = f["dove-fantasma"]
    if where == "sotto-lo-scarto":
        return {"status: esposta", "rectify: carta-torna-in-mano", "oblige: giocare-o-scartare-la-esposta"}
    if f["compatibile"] == "si":
        return {"inform: carta-resta-nel-gioco"}
    if where == "gioco-prima-dello-scarto":
        return {"forbid: proseguire"} | PENALISED_NOW
    if where == "gioco-dopo-lo-scarto":
        return set(PENALISED_NEXT)
    if where == "gioco-preesistente":
        return {"status: penalizzata", "oblige: fantasma-al-primo-di-mano", "freeze: gioco"}
    return {"status: fantasma", "oblige: scartare-la-fantasma", "freeze: gioco"}


def carta_penalizzata(f):
    """Art. 25: at once, play stops and it is the discard; after the discard, next turns'; later, game frozen."""
    if f["momento"] == "gioco-proseguito":
        return {"freeze: gioco"}
    out = {"forbid: proseguire"} | PENALISED_NOW if f["momento"] == "prima-dello-scarto" else set(PENALISED_NEXT)
    return out | ({"oblige: altre-come-scarto"} if f["numero-penalizzate"] == "piu-di-una" else set())


def mancato_conteggio(f):
    """Art. 37: the arbiter rebuilds the hand, or gives the line that mixed a score by what he is told."""
    if f["mano-ricostruibile"] == "si":
        return {"rectify: mano-ricostruita"}
    one = f["carte-mescolate-di"] == "una-linea"
    return {
        "deal_score: punteggio-deciso",
        "judgement: punteggio-arbitrato-linea" if one else "judgement: punteggio-arbitrato-linee",
    }


def _refusals(f, late, extra):
    out = {"refuse: sostituzione-tardiva"} if late else set()
    if f["chi-entra-ha-giocato"] == "si":
        out |= {"refuse: sostituto-gia-in-gara"}
    if f["primo-turno-esposto"] == "non-avvisato":
        out |= {"refuse: primo-turno-senza-avviso"}
    return out | extra


def sostituzione(f):
    """Art. 39: within half, once per pair, by newcomers; first round posted only with notice. Every ground is named."""
    if f["chi-si-sostituisce"] == "due-rimasti":
        return {"refuse: coppia-di-rimasti"}
    again = {"refuse: seconda-sostituzione"} if f["gia-sostituita"] == "si" else set()
    return _refusals(f, f["meta-superata"] == "si", again) or {"forbid: altre-sostituzioni"}


def sostituzione_squadra(f):
    """Art. 39: two players of a team before half of the rounds. Every ground of refusal is named."""
    many = {"refuse: troppi-sostituti"} if f["sostituiti-in-squadra"] == "piu-di-due" else set()
    return _refusals(f, f["meta-raggiunta"] == "si", many) or {"inform: sostituzione-ammessa"}


def malessere(f):
    """Art. 39: time made up to ten minutes, then the match is over as for lateness. Without a reason: judgement."""
    if f["assenza-giustificata"] == "no":
        return {"judgement: assenza-ingiustificata"}
    return {"go: partita-persa-per-assenza" if f["durata-assenza"] == "oltre-10" else "inform: tempo-recuperato"}


def partita_persa_per_assenza(f):
    """Art. 39, 40: the row beyond ten minutes, unless unfair; the innocent line keeps a better score it had."""
    if f["ingiusto-vantaggio"] == "si":
        return {"judgement: ingiusto-vantaggio", "fixed_score: punteggio-deciso"}
    if f["punteggio-superiore"] == "si":
        return {"judgement: punteggio-maturato", "fixed_score: punteggio-maturato", "fixed_score: ritardo-assente"}
    return {"fixed_score: ritardo-presente", "fixed_score: ritardo-assente"}


def iscrizione_in_ritardo(f):
    """Art. 40: entries closed: arbiter may admit to fill a table, the organisers may refuse."""
    if f["iscrizioni-chiuse"] == "no":
        return {"inform: iscrizione-ammessa"}
    return {"judgement: ammettere-per-completare" if f["tavolo-incompleto"] == "si" else "judgement: ammettere-o-no"}


def riposo(f):
    """Art. 40: one rest per session."""
    return {"refuse: secondo-riposo" if f["gia-riposato"] == "si" else "fixed_score: riposo"}


def ritardo_al_tavolo(f):
    """Art. 40: two minutes a warning, five 100 MP, ten 150 MP, then the match; both late, each by its own row."""
    late = (f["ritardo"], f["ritardo-altra"])
    if late == ("oltre-10", "oltre-10"):
        if f["ingiusto-vantaggio"] == "si":
            return {"judgement: ingiusto-vantaggio", "fixed_score: punteggio-deciso"}
        return {"fixed_score: ritardo-assente"}
    rows = {
        "presente": set(),
        "entro-2": {"penalty: ammonizione"},
        "da-2-a-5": {"indemnity: bonus-100"},
        "da-5-a-10": {"indemnity: bonus-150"},
        "oltre-10": {"fixed_score: ritardo-presente", "fixed_score: ritardo-assente"},
    }
    return rows[late[0]] | rows[late[1]]


def interruzione_torneo(f):
    """Art. 41: past half, prizes by the last ranking shown; before, the prize money is given back."""
    if f["forza-maggiore"] == "no":
        return {"judgement: interruzione-senza-forza-maggiore"}
    return {"inform: premi-da-ultima-classifica" if f["meta-superata"] == "si" else "inform: rimborso-montepremi"}
