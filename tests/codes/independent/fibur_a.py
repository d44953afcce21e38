"""Independent reading of the F.I.Bur. code, first part: the table, the pack, the deal, suggestions.

Conventions: a function that leads to another anomaly says so (`go`). "The play stops" is `oblige: scartare` where the
player still has a free discard to make, and `forbid: proseguire` where the discard is fixed by another order. Going on
(an opponent has drawn) cancels the right to a penalty, unless an article speaks of later phases; where every fact gives
way to it, the general part says so and not the function. Where the partner pointed it out before the discard (21), that
is prompting (22): a warning besides; and after the discard there is no play to stop and no discard to order (7).
"""


def remark(f):
    """Art. 21, 22: the partner who speaks of an error before the discard is warned."""
    return {"penalty: ammonizione"} if f["rilevata"] == "dal-compagno" else set()


def scelta_dei_posti(f):
    """Art. 3: highest card chooses line, seat and sheet; ties by suit; identical cards draw again."""
    if f["carte-estratte"] == "una-piu-alta":
        return {"inform: sceglie-la-piu-alta"}
    if f["carte-estratte"] == "stesso-valore":
        return {"inform: decide-il-seme", "inform: sceglie-la-piu-alta"}
    return {"redo: estrazione"}


def carte_lasciate_nel_monte(f):
    """Art. 9: one card left is the discard; of more, the highest in rank is, the rest go home, nothing else."""
    if f["quante-lasciate"] == "una":
        return {"inform: carta-lasciata-scarto"}
    if f["rilevata"] == "gioco-proseguito":
        return {"refuse: diritto-decaduto"}
    if f["rilevata"] == "dopo-lo-scarto":  # the discard of the turn is one alone
        return {"rectify: carta-piu-alta-scarto", "rectify: scarto-fatto-ripreso"}
    return {"rectify: carta-piu-alta-scarto", "forbid: proseguire"} | remark(f)


def combinazioni_uguali(f):
    """Art. 33: joined and frozen for good at any time; what happens to a second wild depends on when."""
    if f["di-chi-combinazione"] != "propria":
        return {"refuse: gioco-lecito"}
    out = {"rectify: combinazioni-unite", "freeze: gioco"}
    wild = f["matte-nelle-due"] == "si"
    if f["rilevata"] in ("subito", "dal-compagno"):
        return out | {"oblige: scartare-matta-seconda" if wild else "oblige: scartare"} | remark(f)
    if f["rilevata"] == "dopo-lo-scarto" and wild:
        return out | {"oblige: scartare-matta-alta"}
    return out  # later: the higher wild only counts against


def conteggio_della_smazzata(f):
    """Art. 13, 18: the value of burracos, the price of an untaken pot, cards in hand negative, rows of hundred."""
    if f["voce-del-conteggio"] == "burraco":
        return {
            {
                "meno-di-sette": "inform: non-e-burraco",
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
    """Art. 19: written by the high card, signed by one of each pair; a filed and signed sheet holds."""
    if f["vizio-score"] == "firma":
        return {"oblige: firmare-score"}
    if f["score-presentato"] == "si":
        return {"inform: score-vale-firmato"}
    return {"inform: scrive-la-piu-alta", "inform: nessuna-penalita"}


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
    """Art. 4: noticed before the dealing, cut again; otherwise the short parts are made up. First draw heals."""
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
    if duty == "pozzi-in-ordine":
        return {"oblige: impilare-i-pozzi"}
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
    """Art. 10-12: a card over the length is surplus (25); two wilds or wilds alone, a wrong game (29)."""
    if f["limite-superato"] == "entro":
        return {"refuse: gioco-lecito"}
    return {"go: carta-penalizzata" if f["limite-superato"] in ("tredici", "otto") else "go: apertura-errata"}


def comportamento_scorretto(f):
    """Rules of behaviour and arbiter's powers: warning possible; ethics reported; disturbers sent away."""
    what, warn = f["fatto-di-condotta"], f["ammonizione-opportuna"] == "si"
    if what == "segnale":
        return {"go: suggerimento"}
    if what == "etica":
        return {"discipline: deferimento"}
    if what == "disturbo":
        return {"discipline: allontanamento", "withdraw: ritiro", "judgement: presenza-che-disturba"}
    if warn:
        return {"penalty: ammonizione"}
    return {"inform: norma-ricordata"} | ({"inform: tempo-non-si-dice"} if what == "chiede-il-tempo" else set())


def scelta_pesca_o_raccolta(f):
    """Art. 7-9: a card lifted, even in part, binds; moving without lifting is inspection, of a low stock."""
    if f["gesto-di-presa"] in ("tallone-mosso", "monte-avvicinato"):
        return {"refuse: ispezione-lecita"}
    if f["gesto-di-presa"] == "tallone-mosso-presto":
        return {"inform: tallone-com-era", "inform: nessuna-penalita"}
    if f["rilevata"] == "gioco-proseguito":
        return {"refuse: diritto-decaduto"}
    if f["gesto-di-presa"] == "carta-rilasciata":
        return {"rectify: carta-giocata-resta"} | remark(f)  # definition of a card played
    if f["rilevata"] == "dopo-lo-scarto":
        return {"inform: turno-gia-finito"}
    out = remark(f) | {"oblige: pescare" if f["gesto-di-presa"] == "tallone-sollevato" else "oblige: raccogliere"}
    return out | ({"rectify: presa-diversa-annullata"} if f["presa-diversa"] == "si" else set())


def suggerimento(f):
    """Art. 22 (8, 11, 23, 30): warning to whoever suggests; the partner does the contrary, or what each case says."""
    kind, taken = f["tipo-suggerimento"], f["ha-gia-preso"] == "si"
    if f["da-allora"] == "proseguito":
        return {"refuse: diritto-decaduto"}
    if kind == "burraco-di-sette":  # anybody may say so at any moment (21)
        return {"refuse: rilievo-lecito"}
    out = {"penalty: ammonizione"}
    if f["da-allora"] == "scartato":
        return out
    if kind == "giocata":
        if f["suggerimento-seguito"] == "prendendo":  # the choice is final (7)
            return out
        undone = {"rectify: giocata-suggerita-ripresa"} if f["suggerimento-seguito"] == "calando" else set()
        return out | undone | {"oblige: azione-contraria"}
    if kind == "jolly":
        placed = {"status: esposta", "forbid: jolly-su-quel-gioco"}
        return out | (placed if f["jolly-gia-messo"] == "si" else {"oblige: azione-contraria"})
    if kind in ("turno", "tallone"):
        return out if taken else out | {"oblige: pesca-scelta-dagli-avversari"}
    if kind == "pozzo-in-diretta" or taken:
        return out | {"oblige: scartare"}
    if kind == "riordino":
        return out | {"oblige: prendere-prima", "oblige: scartare"}
    return out | {"oblige: solo-pesca-e-scarto"}  # reminders to draw


def rilievo_del_compagno(f):
    """Art. 21: the partner must keep silent until the discard; otherwise play stops and no wrong game is cured."""
    what, on_table, taken = f["rilievo"], f["errore-sul-tavolo"], f["ha-gia-preso"] == "si"
    if f["da-allora"] == "proseguito":
        return {"refuse: diritto-decaduto"}
    if what == "burraco-di-sette":
        return {"refuse: rilievo-lecito"}
    over = f["da-allora"] == "scartato"
    if what == "primo-burraco-di-sei-in-chiusura":
        out = {"go: chiusura-senza-burraco", "penalty: ammonizione"}
        return out if over else out | {"oblige: chiudere"}
    if what == "primo-burraco-di-sei":
        if over:
            return {"penalty: ammonizione"}
        return {"penalty: ammonizione", "forbid: sanare-giochi-errati", "oblige: scartare"}
    if what == "gioco-errato":
        on_table = "aperto"
    elif what == "carta-legata-male":
        on_table = "aggiunta"
    if on_table == "nessuno":
        if over:
            return {"penalty: ammonizione"}
        out = {"forbid: sanare-giochi-errati", "oblige: scartare"}
        return out if taken else out | {"oblige: prendere-prima"}
    out = {"forbid: sanare-gioco", "go: carta-penalizzata"}
    return out | ({"freeze: gioco"} if on_table == "aggiunta" else set())
