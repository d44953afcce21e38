"""Independent reading of the F.I.Bur. code, fourth part: irregular cards, out of turn, ghosts, substitutions, delays.

Conventions as in fibur_a. For faults committed out of turn, penalised cards are discards of his own next turn
(`oblige: penalizzate-come-scarto`), since there is no discard to make now.
"""

TIED = "freeze: giochi-con-carte-legate"
OPENED = "freeze: giochi-aperti"
PENALISED_NOW = {"go: carta-penalizzata"}
PARTNER_SPOKE = {"penalty: ammonizione", "forbid: proseguire"}
PENALISED_NEXT = {"status: penalizzata", "oblige: penalizzate-come-scarto"}
FREEZES = {"aperti": {OPENED}, "legate": {TIED}, "aperti-e-legate": {OPENED, TIED}}


def carte_giocate_irregolarmente(f):
    """Art. 27 (25): games after the discard, or before discarding a penalised card, are frozen for a round."""
    if f["situazione-irregolare"] == "senza-carte":
        return {"freeze: ancora-un-giro" if f["carta-del-giro-dopo"] == "matta" else "inform: gioco-libero"}
    after = f["situazione-irregolare"] == "dopo-lo-scarto"
    if not after and f["penalizzata-da-quando"] == "turno-precedente":
        return {"inform: gioco-non-impedito"}
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    return FREEZES[f["giocata-irregolare"]] | (set() if after else {"oblige: scartare-secondo-norma"})


def _discard(f):
    """Ordered while the turn goes on: after the discard there is none to make (7)."""
    return {"oblige: scartare"} if f["momento"] == "prima-dello-scarto" else set()


def lancio_di_carte(f):
    """Art. 28: warning, the game counts and he discards; a valid closing stays; wrong cards are penalised."""
    if f["carte-lanciate"] == "legate-male":
        return {"penalty: ammonizione"} | PENALISED_NOW
    if f["carte-lanciate"] == "gioco-nuovo-errato":
        return {"penalty: ammonizione", "go: apertura-errata"}
    return {"penalty: ammonizione"} | (set() if f["chiude-subito"] == "si" else _discard(f))


def passaggio_di_carte(f):
    """Art. 28: tied cards may be passed after a clear declaration; else warning, opponents place, play stops."""
    if f["carte-passate"] == "gioco-nuovo-errato":
        return {"penalty: ammonizione", "go: apertura-errata"}
    opened = f["carte-passate"] == "gioco-nuovo"
    if not opened and f["dichiarazione-passaggio"] == "chiara":
        return {"inform: passaggio-ammesso"}
    if not opened and f["collocazione"] != "tutte":
        return {"penalty: ammonizione"} | PENALISED_NOW
    return {"penalty: ammonizione"} | (set() if f["chiude-subito"] == "si" else _discard(f))


def pesca_dopo_pozzo(f):
    """Art. 31: drawing after a direct pot: card back and shown (or one at random), games as they can, discard."""
    back, stop, use = "rectify: carta-al-tallone-mostrata", _discard(f), f["uso-carta-pescata"]
    if f["ha-fatto-gioco"] == "no":
        return {"rectify: carta-a-caso-al-tallone" if f["carta-in-mano"] == "si" else back} | stop
    if use == "a-parte":
        return {back} | stop
    if use == "legata":
        out = {back} | (PENALISED_NOW if f["carte-agganciate"] == "si" else stop)
        return out | ({TIED} if f["altre-carte-legate"] == "si" else set())
    end = f["esito-gioco"]
    if use == "ignota":
        out = {"rectify: giochi-in-mano-e-carta-a-caso"}
        if end == "completo":
            return out | {"rectify: giochi-riproposti"} | stop
        if end == "completato":
            return out | {"rectify: giochi-riproposti-con-altra-carta", OPENED} | stop
        return out | PENALISED_NOW | ({"rectify: giochi-riproposti"} if end == "con-avanzi" else set())
    if end == "non-completato":
        return {back} | PENALISED_NOW
    if end == "completato":
        return {back, OPENED, "rectify: gioco-completato"} | stop
    return {back, OPENED} | (PENALISED_NOW if end == "con-avanzi" else stop)


def pesca_fuori_turno(f):
    """Art. 31: card back (shown if an opponent was to play), games frozen or penalised; own turn: draw and discard."""
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
        return out | PENALISED_NEXT | ({"rectify: giochi-riproposti", OPENED} if end == "con-avanzi" else set())
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
    return out | {OPENED} | (PENALISED_NEXT if end == "con-avanzi" else set())


def raccolta_fuori_turno(f):
    """Art. 31: pile back; own turn: pick up and discard only; a partner still to play must draw from the stock."""
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
    return out | {OPENED} | (PENALISED_NEXT if f["esito-gioco"] == "con-avanzi" else set())


def gioco_fuori_turno(f):
    """Art. 32: the game, or the one added to, is frozen past his turn, where he only draws and discards."""
    out = {"oblige: solo-pesca-e-scarto"}
    if f["gioco-regolare"] == "no":
        return out | PENALISED_NEXT
    return out | {"aperto": {OPENED}, "legate": {TIED}, "aperto-e-legate": {OPENED, TIED}}[f["giocato-fuori-turno"]]


def linea_senza_pozzo(f):
    """Art. 23: robbed of its pot, the line gets the closing bonus when it runs out, and 100 more if no burraco."""
    if f["linea-senza-pozzo"] == "in-gioco":
        return {"inform: compenso-senza-pozzo"}
    out = {"indemnity: cento-di-chiusura"}
    return out if f["linea-senza-pozzo"] == "finita-con-burraco" else out | {"indemnity: cento-arbitrali"}


def carta_fantasma(f):
    """Art. 26: five cases; a card that fits stays; otherwise penalised, frozen, or exposed under the discard."""
    where = f["dove-fantasma"]
    if where == "sotto-lo-scarto" and f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    if where == "sotto-lo-scarto":
        return {"status: esposta", "rectify: carta-torna-in-mano", "oblige: giocare-o-scartare-la-esposta"}
    if f["compatibile"] == "si":
        return {"inform: carta-resta-nel-gioco"}
    if where in ("gioco-prima-dello-scarto", "gioco-dopo-lo-scarto"):
        return {"status: fantasma"} | PENALISED_NOW
    if where == "gioco-preesistente":
        return {"status: fantasma", "status: penalizzata", "oblige: fantasma-al-primo-di-mano", "freeze: gioco"}
    in_turn = f["momento"] == "prima-dello-scarto"
    discard = "oblige: scartare-la-fantasma" if in_turn else "oblige: fantasma-come-scarto"
    spoke = in_turn and f["chi-rileva"] == "compagno"  # 21: his partner keeps silent until the discard
    return {"status: fantasma", discard, "freeze: gioco"} | (PARTNER_SPOKE if spoke else set())


def carta_penalizzata(f):
    """Art. 25 (9): at once, play stops and it is the discard; after the discard, next turns'; later, game frozen."""
    if f["momento"] == "gioco-proseguito":
        return {"freeze: gioco"}
    if f["momento"] == "dopo-lo-scarto":
        return set(PENALISED_NEXT)
    if f["numero-penalizzate"] in ("unica-del-monte", "unica-e-altre"):
        return {"go: unica-carta-del-monte"}
    out = {"status: penalizzata", "oblige: scartare-secondo-norma", "forbid: proseguire"}
    out |= PARTNER_SPOKE if f["chi-rileva"] == "compagno" else set()
    return out | ({"oblige: altre-come-scarto"} if f["numero-penalizzate"] == "piu-di-una" else set())


def mancato_conteggio(f):
    """Art. 37: the arbiter rebuilds the hand, or gives the line that mixed a score by what he is told."""
    if f["mano-ricostruibile"] == "si":
        return {"rectify: mano-ricostruita"}
    one = f["carte-mescolate-di"] == "una-linea"
    return {"judgement: punteggio-arbitrato-linea" if one else "judgement: punteggio-arbitrato-linee"}


def sostituzione(f):
    """Art. 39: within half, once per pair, by newcomers; first round posted, with notice. The first ground counts."""
    if f["meta-superata"] == "si":
        return {"refuse: sostituzione-tardiva"}
    if f["chi-si-sostituisce"] == "due-rimasti":
        return {"refuse: coppia-di-rimasti"}
    again = f["gia-sostituita"] == "si"
    return {"refuse: seconda-sostituzione"} if again else _newcomer(f, "forbid: altre-sostituzioni")


def sostituzione_squadra(f):
    """Art. 39: two players of a team before half of the rounds. The first ground of refusal counts."""
    if f["meta-raggiunta"] == "si":
        return {"refuse: sostituzione-tardiva"}
    many = f["sostituiti-in-squadra"] == "piu-di-due"
    return {"refuse: troppi-sostituti"} if many else _newcomer(f, "inform: sostituzione-ammessa")


def _newcomer(f, allowed):
    if f["chi-entra-ha-giocato"] == "si":
        return {"refuse: sostituto-gia-in-gara"}
    return {"refuse: primo-turno-senza-avviso" if f["primo-turno-esposto"] == "non-avvisato" else allowed}


def malessere(f):
    """Art. 39: time made up to ten minutes, then the match is over as for lateness. Without a reason: judgement."""
    if f["assenza-giustificata"] == "no":
        return {"judgement: assenza-ingiustificata"}
    return {"go: partita-persa-per-assenza" if f["durata-assenza"] == "oltre-10" else "inform: tempo-recuperato"}


def partita_persa_per_assenza(f):
    """Art. 39, 40: the row beyond ten minutes, unless unfair; the innocent line keeps a better score it had."""
    if f["ingiusto-vantaggio"] == "si":
        return {"judgement: ingiusto-vantaggio"}
    if f["punteggio-superiore"] == "si":
        return {"judgement: punteggio-maturato", "fixed_score: ritardo-assente"}
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
            return {"judgement: ingiusto-vantaggio"}
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
