"""Independent reading of the F.I.Bur. code, second part: exposed card, wrong games, the pile, the end of a hand.

Conventions as in fibur_a: `oblige: scartare` = play stops with a free discard; `forbid: proseguire` = play stops and
the discard is fixed by another order.
"""

READINGS = [
    (
        "carta-esposta",
        "drawing the partner's attention or telling him how to use the card",
        "the special rule stands alone: play stops, the card is the discard",
        "a suggestion too: warning (art. 22)",
    ),
    (
        "carta-esposta",
        "ban on adding it to games the partner opened or changed",
        "holds for every exposed card",
        "only where attention was drawn (it stands in that note)",
    ),
    (
        "carta-esposta",
        "whose play is interrupted when attention is drawn in the partner's turn",
        "the exposer's: at his turn the card is his discard",
        "the partner's, who goes straight to his discard",
    ),
    (
        "carta-esposta",
        "card laid down while it is not his turn",
        "play out of turn: art. 32",
        "it was laid in his own turn, now over: nothing to do",
    ),
    ("carta-esposta", "card laid down before drawing", "missing draw: art. 30", "just played as it should be"),
    (
        "carta-esposta",
        "kept in hand, opponent has drawn",
        "right lost: the card is free",
        "penalised ever since: discard it or count it against",
    ),
    (
        "apertura-errata",
        "found after his discard, and he has the card that would cure it",
        "no cure: nothing can be done after the discard (art. 7); surplus discarded next turns",
        "cure still possible",
    ),
    (
        "apertura-errata",
        "cured, nothing over, a wrong addition to an old game",
        "play ends ('both cases' = any cured error)",
        "'both cases' are the openings with or without a wild: he plays on",
    ),
    (
        "apertura-errata",
        "two cards to cure a game with a wild: openings or additions too",
        "the limit of one concerns openings; an addition takes the missing cards, however many",
        "both",
    ),
    (
        "apertura-errata",
        "two cards offered where one is allowed",
        "refused and the cards are penalised",
        "refused, but he may still cure it with one",
    ),
    (
        "apertura-errata",
        "one or two loose cards: does play stop",
        "yes: penalised card noticed at once (art. 25)",
        "no: art. 29 only orders their discard",
    ),
    (
        "apertura-errata",
        "incomplete game or loose cards noticed after the opponent drew",
        "art. 25, third case: frozen, wrong cards negative",
        "right lost: they stay",
    ),
    (
        "apertura-errata",
        "after the discard: the game itself",
        "not frozen: art. 25 freezes only later",
        "frozen, since it cannot be cured any more",
    ),
    (
        "raccolta-dopo-pozzo",
        "he made games: does he still discard",
        "yes, as in the parallel case of the draw",
        "no: the text passes the hand to the next player at once",
    ),
    (
        "raccolta-dopo-pozzo",
        "collected cards tied to old games: the text speaks of opened games only",
        "as for the drawn card: hooked cards penalised, others stay, frozen",
        "silence: arbiter's judgement",
    ),
    ("raccolta-dopo-pozzo", "game still valid without the collected cards", "frozen too ('congelandoli')", "free"),
    (
        "giochi-sovrapposti",
        "a valid game laid on one that could hold the cards",
        "arbiter decides whether tied or opened",
        "opened, unless he declared to tie them",
    ),
    ("gioco-lento", "over the limit, then plays within five seconds", "no consequence", "a warning at discretion"),
    ("due-carte-pescate", "which one came first is unknown", "one at random goes back (as art. 31)", "silence"),
    (
        "unica-carta-del-monte",
        "discarded at once, nobody asked to see the twin",
        "it stands: the proof is due on request only",
        "unlawful all the same: the twin must exist",
    ),
    (
        "unica-carta-del-monte",
        "misplayed with others, found after the discard",
        "all in the usual order from next turn",
        "the collected card first, at the very next turn",
    ),
    (
        "unica-carta-del-monte",
        "misplayed, three or more penalised in all: order after this turn",
        "collected card next turn, then the others",
        "usual order, the collected card merely excluded today",
    ),
    (
        "gioco-col-monte",
        "game with his own cards only, found after the opponent drew",
        "right lost at once",
        "art. 30 decides",
    ),
    (
        "matta-spostata",
        "cards that no longer fit once the wild is back",
        "surplus cards: art. 25",
        "wrong addition: art. 29, they can be cured",
    ),
    ("matta-spostata", "free wild not at the bottom, noticed late", "put right, as no penalty is at stake", "too late"),
    (
        "riordino-sequenza",
        "invalid set touched in the partner's time",
        "the wrong game decides (art. 29)",
        "a suggestion besides",
    ),
    (
        "chiamata-arbitro",
        "opposite versions, and the arbiter can tell",
        "as any report of an irregularity",
        "call admitted, whenever made",
    ),
    (
        "fine-della-smazzata",
        "cards played after the third-last card's discard",
        "always withdrawn: the hand was over",
        "valid once the opponent drew and nobody called",
    ),
    (
        "chiusura-con-matta",
        "unlawful closing, opponent has drawn since",
        "the right is lost and the closing stands",
        "a closing ends the hand: no one can draw, so it may be raised until the count",
    ),
    (
        "chiusura-senza-scarto",
        "cards left of the last game, forming a valid game",
        "exposed all the same (art. 36)",
        "they stay on the table (as art. 9 says for the single card)",
    ),
    (
        "chiusura-senza-burraco",
        "laid-aside cards: when discarded",
        "from the next turn, as the discard was made",
        "now, in the place of the discard",
    ),
    (
        "chiusura-senza-burraco",
        "pot not due taken with the discard, burraco made",
        "closing valid, pot put back",
        "closing valid only if he meant to close",
    ),
]

MISSING = [
    ("carta-esposta", "how many cards are exposed, and in what order they leave the hand (one discard per turn)"),
    ("carta-esposta", "exposed because dropped, pulled out or named: naming may also be a suggestion"),
    ("carta-esposta", "card seen in another's turn: he needs his whole next turn, no word on a hand that ends before"),
    ("apertura-errata", "how many cards are penalised, and whether any is the single card collected (art. 9)"),
    ("apertura-errata", "a wild played alone as penalised card: must it be discarded although he would be closing?"),
    ("apertura-errata", "penalised cards when no card is left for the discard of the closing"),
    ("raccolta-dopo-pozzo", "whether he had already discarded before the fault was reported"),
    ("raccolta-dopo-pozzo", "the cure refused ('cannot or will not') and the number of penalised cards"),
    ("giochi-sovrapposti", "a clear declaration before laying: it makes the cards tied (definition of tying)"),
    ("gioco-lento", "highest card: rank or value, and a wild as forced discard when it would close (art. 14)"),
    ("gioco-lento", "no one need call: what if the limit is passed again and again"),
    ("due-carte-pescate", "whether he used the second card in a game or mixed it in his hand"),
    ("unica-carta-del-monte", "the card taken back was the discard that closed or took the pot"),
    ("unica-carta-del-monte", "the replacement discard may be a wild: closing rules again"),
    ("gioco-col-monte", "opened or tied, complete or not; who noticed it (the partner: warning, art. 30)"),
    ("matta-spostata", "when and by whom it was noticed; a freed wild taken into the hand and replayed elsewhere"),
    ("matta-spostata", "burraco formed thanks to the moved wild"),
    ("riordino-sequenza", "invalid set: when noticed; who reorders (an opponent touching it is not foreseen)"),
    ("chiamata-arbitro", "opposite versions: when, and what becomes of a suspended hand (no score is given)"),
    ("chiamata-arbitro", "burraco of seven reported before the discard by the partner is allowed: but not a remark"),
    ("fine-della-smazzata", "third-last card drawn and hand closed with that discard: bonus or not"),
    ("fine-della-smazzata", "closing without having taken the pot; a closing in the final round keeps its bonus"),
    ("chiusura-con-matta", "the hand may be over and the cards counted: term of the claim after a closing"),
    ("chiusura-con-matta", "the game taken back: are its cards exposed? Must he replay it? The text does not say"),
    ("chiusura-con-matta", "what if the last game had made the burraco or opened the pot"),
    ("stallo", "whether taking a card from the stock and discarding it is 'exchange': the definition says no draw"),
    ("time-out", "the announcement while someone's turn is running with an irregularity pending (freezes, penalised)"),
    ("chiusura-senza-scarto", "which card of the last game he must give: his choice? a wild among them (art. 14)"),
    ("chiusura-senza-burraco", "penalised cards not yet discarded at the end of the hand count against"),
    ("chiusura-senza-burraco", "the last game may be the one that made a burraco"),
    ("chiusura-senza-burraco", "the line has not been to the pot at all: not a closing either"),
]

PENALISED_NOW = {"status: penalizzata", "oblige: scartare-secondo-norma", "forbid: proseguire"}
PENALISED_NEXT = {"status: penalizzata", "oblige: penalizzate-come-scarto"}


def carta_esposta(f):
    """Art. 24: to be played in the exposer's turn, else discarded at the end; attention drawn: play stops, it goes."""
    if f["visibile-a"] == "solo-avversari":
        return {"inform: carta-non-esposta"}
    turn, use = f["turno-di-chi-espone"], f["uso-esposta"]
    first = {"oblige: prendere-prima"} if turn == "da-prendere" else set()
    if use == "turno-utile-passato":
        return {"refuse: diritto-decaduto"}
    if use == "su-gioco-del-compagno":
        return PENALISED_NEXT if turn == "altrui" else PENALISED_NOW | first
    if f["richiamo-sulla-esposta"] == "si":
        return first | {"oblige: scartare-la-esposta", "forbid: proseguire"}
    if use == "giocata":
        return {
            {
                "preso": "inform: esposta-regolare",
                "da-prendere": "go: mancata-pesca",
                "altrui": "go: gioco-fuori-turno",
            }[turn]
        }
    if use == "non-giocata":
        return first | {"status: penalizzata", "oblige: esposta-a-fine-gioco"}
    return {"status: esposta"} | ({"forbid: su-giochi-del-compagno"} if turn == "altrui" else set())


def apertura_errata(f):
    """Art. 29 (21, 25): curable in the turn, with one card if there is a wild; play ends; surplus is penalised."""
    what, cure = f["errore-apertura"], f["rimedio"]
    if f["momento"] == "gioco-proseguito":
        return {"freeze: gioco"}  # surplus counts against at the end
    if f["momento"] == "dopo-lo-scarto":
        return PENALISED_NEXT
    if f["chi-rileva"] == "compagno":
        return {"go: rilievo-del-compagno"}
    if what == "carte-sole" or cure == "nessuno":
        return PENALISED_NOW
    if what == "apertura" and cure == "due-carte" and f["matta-presente"] == "si":
        return PENALISED_NOW | {"refuse: due-carte-con-matta"}
    return {"rectify: gioco-sanato"} | (PENALISED_NOW if f["avanzano-carte"] == "si" else {"oblige: scartare"})


def raccolta_dopo_pozzo(f):
    """Art. 31: pile picked up after the direct pot: it goes back, games are frozen or penalised, he discards."""
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    out = {"rectify: carte-al-monte"}
    penalised = {"status: penalizzata", "oblige: scartare-secondo-norma"}
    if f["ha-fatto-gioco"] == "no":
        return out | {"oblige: scartare"}
    if f["uso-carte-raccolte"] == "legate":  # by analogy with the drawn card
        out |= penalised if f["carte-agganciate"] == "si" else {"oblige: scartare"}
        return out | ({"freeze: giochi-con-carte-legate"} if f["altre-carte-legate"] == "si" else set())
    if f["esito-gioco"] == "non-completato":
        return out | penalised
    out |= {"freeze: giochi-aperti"}
    if f["esito-gioco"] == "completato":
        return out | {"rectify: gioco-completato", "oblige: scartare"}
    return out | (penalised if f["carte-agganciate"] == "si" else {"oblige: scartare"})


def giochi_sovrapposti(f):
    """Art. 7: a real game laid over one that cannot hold it is valid. Otherwise tied cards, or a wrong opening."""
    fits = f["gioco-sotto"] == "si"
    if f["carte-sovrapposte"] == "gioco-valido":
        return {"judgement: carte-legate-o-aperte" if fits else "inform: gioco-sovrapposto-valido"}
    return {"inform: carte-legate-valide" if fits else "go: apertura-errata"}


def gioco_lento(f):
    """Art. 38: past the limit without a reason, five seconds more, then the highest card is the discard."""
    if f["limite-superato"] == "no":
        return {"refuse: entro-il-tempo"}
    if f["ragione-valida"] == "si":
        return {"refuse: lentezza-giustificata"}
    if f["gioca-in-cinque-secondi"] == "si":
        return {"inform: nessuna-penalita"}
    return {"oblige: scartare-la-piu-alta"} | ({"oblige: prendere-prima"} if f["ha-gia-preso"] == "no" else set())


def due_carte_pescate(f):
    """Art. 8: the first card is his, the second goes back, shown to the next opponent, who may choose it."""
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    if f["prima-riconoscibile"] == "si":
        return {"rectify: seconda-carta-al-tallone"}
    return {"rectify: carta-a-caso-al-tallone"}


def unica_carta_del_monte(f):
    """Art. 9: the single collected card is not discarded at once without a twin; misplayed, it goes next turn."""
    if f["uso-unica-carta"] == "scartata":
        if f["prova-uguale"] == "mostrata":
            return {"refuse: scarto-lecito"}
        if f["prova-uguale"] == "non-richiesta":
            return {"refuse: prova-non-richiesta"}
        if f["gioco-proseguito"] == "si":
            return {"refuse: diritto-decaduto"}
        if f["altra-da-scartare"] == "in-mano":
            return {"rectify: scarto-ripreso", "oblige: scartare-altra-carta"}
        out = {"rectify: scarto-ripreso", "oblige: scarto-dall-ultimo-gioco"}
        return out if f["resto-valido"] == "si" else out | {"status: esposta"}
    if f["momento"] == "gioco-proseguito":
        return {"freeze: gioco"}
    if f["momento"] == "dopo-lo-scarto":
        if f["altre-penalizzate"] == "no":
            return {"status: penalizzata", "oblige: raccolta-come-scarto"}
        return PENALISED_NEXT | {"oblige: altre-come-scarto"}
    out = {"status: penalizzata", "forbid: proseguire", "forbid: scartare-unica-carta", "oblige: raccolta-come-scarto"}
    if f["altre-penalizzate"] == "una":
        return out | {"oblige: scartare-altra-penalizzata"}
    if f["altre-penalizzate"] == "piu":
        return out | {"oblige: scartare-prima-delle-altre"}
    if f["altra-da-scartare"] == "in-mano":
        return out | {"oblige: scartare-altra-carta"}
    out |= {"oblige: scarto-dall-ultimo-gioco"}
    return out if f["resto-valido"] == "si" else out | {"status: esposta"}


def gioco_col_monte(f):
    """Art. 9: with his own cards only it is art. 30; counting on unlifted cards: completed, frozen, rest taken."""
    if f["carte-del-monte"] == "alzate":
        return {"refuse: raccolta-fatta"}
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    if f["carte-del-monte"] == "solo-proprie":
        return {"go: mancata-pesca"}
    return {"rectify: gioco-con-carte-del-monte", "freeze: gioco", "oblige: raccogliere-il-resto", "oblige: scartare"}


def matta_spostata(f):
    """Art. 10: a wild leaves its place only for the card it stands for; a natural 2 moved and used becomes wild."""
    what = f["situazione-matta"]
    if what == "due-ora-matta":
        return {"inform: due-resta-matta"}
    if what == "fuori-posto":
        return {"rectify: matta-in-basso"}
    if what != "spostata":
        return {"refuse: mossa-lecita"}
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    return {"rectify: matta-al-suo-posto"} | ({"go: carta-penalizzata"} if f["resto-del-gioco"] == "si" else set())


def riordino_sequenza(f):
    """Art. 11: a valid set may be put in order at any time, except in the partner's turn."""
    if f["insieme-valido"] == "no":
        return {"go: apertura-errata"}
    return {"go: suggerimento" if f["tempo-riordino"] == "compagno" else "refuse: riordino-lecito"}


def chiamata_arbitro(f):
    """Preamble and art. 21: anyone may call, the partner only after the discard; going on loses the right."""
    why = f["motivo-chiamata"]
    if why == "burraco-di-sette":
        return {"inform: burraco-da-segnare"}
    if why == "accordo-al-tavolo":
        return {"refuse: decisione-senza-arbitro"}
    if why == "secondo-arbitro":
        fit = f["grado-secondo-arbitro"] == "non-inferiore"
        return {"inform: secondo-arbitro-ammesso" if fit else "refuse: secondo-arbitro-di-grado-inferiore"}
    if why == "versioni-opposte" and f["arbitro-sa-decidere"] == "no":
        return {"inform: smazzata-sospesa", "judgement: punteggio-smazzata-sospesa"}
    if f["momento"] == "gioco-proseguito":
        return {"inform: vale-quell-articolo" if f["articolo-per-dopo"] == "si" else "refuse: diritto-decaduto"}
    if f["momento"] == "prima-dello-scarto" and f["chi-rileva"] == "compagno":
        return {"go: rilievo-del-compagno"}
    return {"inform: chiamata-ammessa"}


def fine_della_smazzata(f):
    """Art. 14, 15, 17: bonus with pot, burraco and a discard not wild; last two cards and pile are out of play."""
    if f["fine-smazzata-come"] == "carte-finite":
        return {
            {
                "regolare": "inform: bonus-chiusura",
                "senza-burraco": "go: chiusura-senza-burraco",
                "con-matta": "go: chiusura-con-matta",
                "senza-scarto": "go: chiusura-senza-scarto",
            }[f["chiusura-come"]]
        }
    if f["fine-smazzata-come"] == "giro-finale":
        return {"inform: nessun-bonus"}
    if f["dopo-la-terzultima"] == "nessuno":
        return {"inform: finita-col-tallone", "inform: nessun-bonus"}
    drew = f["dopo-la-terzultima"] == "pescando"
    return {
        "rectify: mossa-annullata",
        "refuse: pesca-delle-ultime-due" if drew else "refuse: raccolta-a-tallone-finito",
    }


def chiusura_con_matta(f):
    """Art. 35: the last game returns to the hand, the wild stays as discard; wilds may go at any other time (14)."""
    if f["tipo-uscita"] in ("carte-rimaste", "pozzo-spettante"):
        return {"refuse: matta-scartabile"}
    pot = f["tipo-uscita"] == "pozzo-gia-preso"
    if f["gioco-proseguito"] == "si":
        return {"go: pozzo-tenuto"} if pot else {"refuse: diritto-decaduto"}
    out = {"rectify: ultimo-gioco-in-mano" if f["ultimo-gioco"] == "aperto" else "rectify: ultima-carta-in-mano"}
    return out | ({"rectify: pozzo-rimesso"} if pot else set())


def time_out(f):
    """Art. 15: last round from the first served to the dealer; next round if he has drawn; no new deal."""
    if f["fase-time-out"] == "fra-due-smazzate":
        return {"inform: partita-finita"}
    if f["fase-time-out"] == "distribuzione":
        return {"inform: giro-completo"}
    if f["di-turno-time-out"] == "altri":
        return {"inform: giro-dal-primo-servito"}
    return {"inform: giro-dal-giro-dopo" if f["primo-servito-ha-preso"] == "si" else "inform: giro-da-ora"}


def stallo(f):
    """Art. 16: before the arbiter, whatever happened before; four mere exchanges end the hand."""
    return {
        {
            "non-ancora": "oblige: giocare-davanti-all-arbitro",
            "solo-cambi": "inform: stallo-dichiarato",
            "altro": "refuse: stallo",
        }[f["giro-osservato"]]
    }


def chiusura_senza_scarto(f):
    """Art. 36 (23): a card of the last game is the discard, the rest exposed; or the tied card itself goes."""
    if f["tipo-uscita"] in ("carte-rimaste", "pozzo-spettante"):
        return {"refuse: non-e-chiusura"}
    pot = f["tipo-uscita"] == "pozzo-gia-preso"
    if f["gioco-proseguito"] == "si":
        return {"go: pozzo-tenuto"} if pot else {"refuse: diritto-decaduto"}
    if f["come-senza-scarto"] == "aprendo":
        out = {"oblige: scarto-dall-ultimo-gioco", "status: esposta"}
    else:
        out = {"rectify: carta-legata-scarto", "rectify: gioco-precedente-in-mano"}
    return out | ({"rectify: pozzo-rimesso"} if pot else set())


def chiusura_senza_burraco(f):
    """Art. 34 (23, 36): the last game alone is penalised and laid aside, the discard stays; else 35 or 36 decide."""
    if f["tipo-uscita"] in ("carte-rimaste", "pozzo-spettante"):
        return {"refuse: non-e-chiusura"}
    pot = f["tipo-uscita"] == "pozzo-gia-preso"
    if pot and f["gioco-proseguito"] == "si":
        return {"go: pozzo-tenuto"}
    if f["scarto-finale"] != "regolare":
        return {"go: chiusura-con-matta" if f["scarto-finale"] == "matta" else "go: chiusura-senza-scarto"}
    if f["burraco-realizzato"] == "si":
        return {"rectify: pozzo-rimesso"} if pot else {"inform: bonus-chiusura"}
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    out = {"rectify: ultimo-gioco-a-lato" if f["ultimo-gioco"] == "aperto" else "rectify: ultima-carta-a-lato"}
    return PENALISED_NEXT | out | ({"rectify: pozzo-rimesso"} if pot else set())
