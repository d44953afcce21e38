"""Independent reading of the F.I.Bur. code, second part: exposed card, wrong games, the pile, the end of a hand.

Conventions as in fibur_a: `oblige: scartare` = play stops with a free discard; `forbid: proseguire` = play stops and
the discard is fixed by another order.
"""

from tests.codes.independent.fibur_a import remark

PENALISED = {"go: carta-penalizzata"}


def carta_esposta(f):
    """Art. 24: to be played in the exposer's turn, else discarded at the end; attention drawn: play stops, it goes."""
    if f["visibile-a"] == "solo-avversari":
        return {"inform: carta-non-esposta"}
    turn, use = f["turno-di-chi-espone"], f["uso-esposta"]
    if f["richiamo-sulla-esposta"] == "si":
        out = {"oblige: scartare-la-esposta", "forbid: su-giochi-del-compagno"}
        if turn == "altrui":
            return out | {"oblige: solo-pesca-e-scarto"}
        return out | {"forbid: proseguire"} | ({"oblige: prendere-prima"} if turn == "da-prendere" else set())
    if use == "turno-utile-passato":
        return {"refuse: diritto-decaduto"}
    # A remark that nobody called for in time leaves the card what it is: exposed until the exposer's turn (21, 24).
    late = {"inform: richiamo-decaduto"} if f["richiamo-sulla-esposta"] == "decaduto" else set()
    if use == "su-gioco-del-compagno":
        return PENALISED | late
    if use == "non-giocata":
        return {"status: penalizzata", "oblige: esposta-a-fine-gioco"} | late
    # With a card still to be played the ban on the partner's games follows from the status.
    return {{"giocata": "inform: esposta-regolare", "da-decidere": "status: esposta"}[use]} | late


def apertura_errata(f):
    """Art. 29 (7, 21, 25): curable in the turn, with one card if there is a wild; play ends; surplus is penalised."""
    what, cure = f["errore-apertura"], f["rimedio"]
    if f["momento"] != "prima-dello-scarto":
        return PENALISED  # nothing is put right after the discard
    if f["chi-rileva"] == "compagno":
        return {"go: rilievo-del-compagno"}
    if what == "con-spazio":
        return PENALISED | {"inform: con-spazio-non-legate"}
    if what == "carte-sole" or cure == "nessuno":
        return PENALISED
    if what == "apertura" and cure == "due-carte" and f["matta-presente"] == "si":
        return PENALISED | {"refuse: due-carte-con-matta"}
    return {"rectify: gioco-sanato"} | (PENALISED if f["avanzano-carte"] == "si" else {"oblige: scartare"})


def raccolta_dopo_pozzo(f):
    """Art. 31: pile picked up after the direct pot: it goes back, games are frozen or penalised, he discards."""
    out, end = {"rectify: carte-al-monte"}, f["esito-gioco"]
    if f["ha-fatto-gioco"] == "no":
        return out | _discard(f)
    if f["uso-carte-raccolte"] == "legate":  # by analogy with the drawn card
        out |= PENALISED if f["carte-agganciate"] == "si" else _discard(f)
        return out | ({"freeze: giochi-con-carte-legate"} if f["altre-carte-legate"] == "si" else set())
    if end == "non-completato":
        return out | PENALISED
    out |= {"freeze: giochi-aperti"} | (PENALISED if end == "con-avanzi" else _discard(f))
    return out | ({"rectify: gioco-completato"} if end == "completato" else set())


def _discard(f):
    return {"oblige: scartare"} if f["momento"] == "prima-dello-scarto" else set()


def giochi_sovrapposti(f):
    """Art. 7: a real game laid over one that cannot hold it is valid. Otherwise tied cards, or a wrong opening."""
    fits = f["gioco-sotto"] == "si"
    if f["carte-sovrapposte"] == "gioco-valido":
        return {"judgement: carte-legate-o-aperte" if fits else "inform: gioco-sovrapposto-valido"}
    return {"inform: carte-legate-valide" if fits else "go: apertura-errata"}


def gioco_lento(f):
    """Art. 38: past the limit without a reason, five seconds more, then the highest card is the discard."""
    if f["ragione-valida"] == "si":
        return {"refuse: lentezza-giustificata"}
    if f["limite-superato"] == "no":
        return {"refuse: entro-il-tempo"}
    limit = {"meno-di-4": "inform: limite-10", "da-4-a-10": "inform: limite-20", "da-11": "inform: limite-40"}
    if f["gioca-in-cinque-secondi"] == "si":
        return {"inform: nessuna-penalita", limit[f["carte-di-chi-pensa"]]}
    return {"oblige: scartare-la-piu-alta"} | ({"oblige: prendere-prima"} if f["ha-gia-preso"] == "no" else set())


def due_carte_pescate(f):
    """Art. 8: the first card is his, the second goes back, shown to the next opponent, who may choose it."""
    if f["prima-riconoscibile"] == "si":
        return {"rectify: seconda-carta-al-tallone"}
    return {"rectify: carta-a-caso-al-tallone"}


def unica_carta_del_monte(f):
    """Art. 9: the single collected card is not discarded at once without a twin; misplayed, it goes next turn."""
    exposed = {"status: esposta", "oblige: giocare-o-scartare-la-esposta"}
    from_last = {"oblige: scarto-dall-ultimo-gioco"} | (exposed if f["resto-valido"] == "no" else set())
    if f["uso-unica-carta"] == "scartata":
        if f["prova-uguale"] == "mostrata":
            return {"refuse: scarto-lecito"}
        if f["prova-uguale"] == "non-richiesta":
            return {"refuse: prova-non-richiesta"}
        if f["gioco-proseguito"] == "si":
            return {"refuse: diritto-decaduto"}
        in_hand = f["altra-da-scartare"] == "in-mano"
        return {"rectify: scarto-ripreso"} | ({"oblige: scartare-altra-carta"} if in_hand else from_last)
    if f["momento"] == "gioco-proseguito":
        return {"freeze: gioco"}
    if f["momento"] == "dopo-lo-scarto":
        return {"status: penalizzata", "oblige: penalizzate-come-scarto"}
    out = {"status: penalizzata", "forbid: proseguire", "forbid: scartare-unica-carta", "oblige: raccolta-come-scarto"}
    out |= {"penalty: ammonizione"} if f["chi-rileva"] == "compagno" else set()  # 21, 22
    if f["altre-penalizzate"] == "una":
        return out | {"oblige: scartare-altra-penalizzata"}
    if f["altre-penalizzate"] == "piu":
        return out | {"oblige: scartare-prima-delle-altre"}
    return out | ({"oblige: scartare-altra-carta"} if f["altra-da-scartare"] == "in-mano" else from_last)


def gioco_col_monte(f):
    """Art. 9: with his own cards only it is art. 30; counting on unlifted cards: completed, frozen, rest taken."""
    if f["carte-del-monte"] == "alzate":
        return {"refuse: raccolta-fatta"}
    if f["carte-del-monte"] == "solo-proprie":
        return {"go: mancata-pesca"}
    if f["rilevata"] == "gioco-proseguito":
        return {"refuse: diritto-decaduto"}
    out = {"rectify: gioco-con-carte-del-monte", "freeze: giochi-aperti"}
    if f["rilevata"] == "dopo-lo-scarto":
        return out | {"oblige: raccogliere-e-lasciare-lo-scarto"}
    return out | {"oblige: raccogliere-il-resto", "oblige: scartare"} | remark(f)


def matta_spostata(f):
    """Art. 10: a wild leaves its place only for the card it stands for; a natural 2 moved and used becomes wild."""
    what = f["situazione-matta"]
    if what == "due-ora-matta":
        return {"refuse: mossa-lecita"}
    if what == "fuori-posto":
        return {"rectify: matta-in-basso"}
    if what != "spostata":
        return {"refuse: mossa-lecita"}
    if f["rilevata"] == "gioco-proseguito":
        return {"refuse: diritto-decaduto"}
    out = {"rectify: matta-al-suo-posto"}
    return out | ({"go: carta-penalizzata"} if f["resto-del-gioco"] == "si" else remark(f))


def riordino_sequenza(f):
    """Art. 11: a valid set may be put in order at any time, except in the partner's turn."""
    if f["insieme-valido"] == "no":
        return {"go: apertura-errata"}
    if f["tempo-riordino"] != "compagno":
        return {"refuse: riordino-lecito"}
    return {"go: suggerimento"}


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
        return {"inform: giro-completo", "inform: bonus-solo-chiudendo"}
    if f["di-turno-time-out"] == "altri":
        return {"inform: giro-dal-primo-servito", "inform: bonus-solo-chiudendo"}
    drawn = f["primo-servito-ha-preso"] == "si"
    return {"inform: giro-dal-giro-dopo" if drawn else "inform: giro-da-ora", "inform: bonus-solo-chiudendo"}


def stallo(f):
    """Art. 16: before the arbiter, whatever happened before; four mere exchanges end the hand."""
    if f["giro-osservato"] == "solo-cambi":
        return {"inform: stallo-dichiarato", "inform: conteggio-senza-chiusura"}
    return {"refuse: stallo" if f["giro-osservato"] == "altro" else "oblige: giocare-davanti-all-arbitro"}


def chiusura_senza_scarto(f):
    """Art. 36 (23): a card of the last game is the discard, the rest exposed; or the tied card itself goes."""
    if f["tipo-uscita"] in ("carte-rimaste", "pozzo-spettante"):
        return {"refuse: non-e-chiusura"}
    pot = f["tipo-uscita"] == "pozzo-gia-preso"
    if f["gioco-proseguito"] == "si":
        return {"go: pozzo-tenuto"} if pot else {"refuse: diritto-decaduto"}
    if f["come-senza-scarto"] == "aprendo":
        out = {"oblige: scarto-dall-ultimo-gioco", "status: esposta", "oblige: giocare-o-scartare-la-esposta"}
    else:
        out = {"rectify: carta-legata-scarto", "rectify: gioco-precedente-in-mano"}
    return out | ({"rectify: pozzo-rimesso"} if pot else set())


def chiusura_senza_burraco(f):
    """Art. 34 (23, 36): the last game alone is penalised and laid aside, the discard stays; else 35 or 36 decide."""
    if f["tipo-uscita"] in ("carte-rimaste", "pozzo-spettante"):
        return {"go: chiusura-con-matta" if f["scarto-finale"] == "matta" else "refuse: non-e-chiusura"}
    pot = f["tipo-uscita"] == "pozzo-gia-preso"
    if f["gioco-proseguito"] == "si":
        return {"go: pozzo-tenuto" if pot else "refuse: diritto-decaduto"}
    if f["scarto-finale"] != "regolare":
        return {"go: chiusura-con-matta" if f["scarto-finale"] == "matta" else "go: chiusura-senza-scarto"}
    if f["burraco-realizzato"] == "si":
        return {"rectify: pozzo-rimesso"} if pot else {"inform: bonus-chiusura"}
    out = {"rectify: ultimo-gioco-a-lato" if f["ultimo-gioco"] == "aperto" else "rectify: ultima-carta-a-lato"}
    return PENALISED | out | ({"rectify: pozzo-rimesso"} if pot else set())
