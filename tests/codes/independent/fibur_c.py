"""Independent reading of the F.I.Bur. code, third part: sheets, absences, rankings, the missing draw, the pot.

Conventions as in fibur_a.
"""


def score_non_consegnato(f):
    """Art. 19: the winners hand the sheet in; left on the table it costs them 1 VP. A draw is not foreseen."""
    if f["score-sul-tavolo"] != "lasciato":
        return {"inform: nessuna-penalita"}
    if f["esito-partita"] == "vinta":
        return {"penalty: vp"}
    return {"judgement: consegna-in-parita"} | ({"penalty: vp"} if f["penalita-in-parita"] == "si" else set())


def score_smarrito(f):
    """Art. 19: lost, 7-7; found, what is written counts, unless it was lost in the single group and found later."""
    if f["score-ritrovato"] == "no":
        return {"fixed_score: score-smarrito"}
    if f["fasi-dello-score"] == "si":
        return {"refuse: score-ritrovato-tardi", "fixed_score: score-smarrito"}
    return {"refuse: classifica-definitiva" if f["classifica-chiusa"] == "si" else "rectify: punteggio-trascritto"}


def assenza_di_entrambe(f):
    """Art. 39: each absent line 7 VP for three rounds, then 0; whoever gave no notice is reported."""
    out = set() if f["senza-avviso"] == "nessuna" else {"discipline: deferimento"}
    for turn in (f["turno-linea-a"], f["turno-linea-b"]):
        first = turn == "primi-tre"
        out |= {"fixed_score: assenza-primi-tre-turni" if first else "fixed_score: assenza-dal-quarto-turno"}
    return out


def abbandono(f):
    """Art. 39: leaving in a round is decided like lateness; a quarrel costs everything; both leaving, 0 each."""
    why, for_good = f["motivo-abbandono"], f["durata-abbandono"] == "definitiva"
    if why == "intemperanze":
        return {"fixed_score: intemperanze"}
    if why == "entrambe":
        noticed = f["come-abbandonano"] == "avvisando"
        out = {"fixed_score: abbandono-di-entrambe", "withdraw: ritiro" if noticed else "withdraw: senza-avviso"}
        return out | (set() if noticed else {"discipline: deferimento"})
    if why == "litigio":
        out = {
            "discipline: deferimento",
            "fixed_score: abbandono-colpevole",
            "withdraw: esclusione",
            "forbid: riprendere-il-torneo",
        }
        if f["punteggio-superiore"] == "si":
            return out | {"judgement: punteggio-maturato"}
        return out | {"fixed_score: riposo"}
    noticed = f["direttore-avvisato"] == "si"
    out = {"go: partita-persa-per-assenza"} | (set() if noticed else {"discipline: deferimento"})
    return out | ({"withdraw: ritiro" if noticed else "withdraw: senza-avviso"} if for_good else set())


def assenza(f):
    """Art. 39: 7 VP for three missed rounds, then 0; the opponents rest; without notice the line is reported."""
    first = f["turno-di-assenza"] == "primi-tre"
    out = {
        "fixed_score: riposo",
        "fixed_score: assenza-primi-tre-turni" if first else "fixed_score: assenza-dal-quarto-turno",
    }
    return out if f["direttore-avvisato"] == "si" else out | {"discipline: deferimento"}


def squadra_incompleta(f):
    """Art. 39: the complete team wins 13-7. Both incomplete: by analogy with both late (art. 40)."""
    if f["squadre-incomplete"] == "una":
        return {"fixed_score: squadra-completa", "fixed_score: squadra-incompleta"}
    if f["ingiusto-vantaggio"] == "si":
        return {"judgement: ingiusto-vantaggio"}
    return {"fixed_score: squadra-incompleta"}


def errore_in_classifica(f):
    """Art. 20: ten minutes to check, then the ranking is final."""
    return {"refuse: classifica-definitiva" if f["dieci-minuti"] == "si" else "rectify: classifica"}


def errore_nello_score(f):
    """Art. 20: corrected with the opponents' confirmation; once seats are posted, only with the next round."""
    if f["classifica-chiusa"] == "si":
        return {"refuse: classifica-definitiva"}
    if f["autore-errore-score"] == "sala-conti":
        return {"rectify: punteggio-score"}
    if f["conferma-avversari"] == "no":
        return {"refuse: correzione-senza-conferma"}
    return {"rectify: punteggio-al-turno-dopo" if f["posizione-esposta"] == "si" else "rectify: punteggio-score"}


def angolista(f):
    """Definitions: no bystander in national and regional events; elsewhere he leaves if a player asks."""
    leaves = f["torneo-nazionale-o-regionale"] == "si" or f["chiesto-di-allontanarlo"] == "si"
    out = {"oblige: lasciare-il-tavolo"} if leaves else set()
    if f["angolista-interviene"] == "si":
        out |= {"judgement: angolista-ha-influito"}
    return out or {"inform: angolista-ammesso"}


def caso_non_previsto(f):
    """General rules: spirit of the game; a fault lapses once the opponent drew; an arbiter's error is no player's."""
    if f["ambito-del-caso"] == "arbitro":
        return {"judgement: rimedio-all-errore-arbitrale"}
    if f["ambito-del-caso"] == "infrazione" and f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    return {"judgement: spirito-del-gioco"}


def obblighi_coi_separe(f):
    """Last chapter: screens, ordered pile, declared end of cards; counts are asked only in one's turn."""
    return {
        {
            "regolazione": "oblige: regolare-separe",
            "monte-ordinato": "oblige: ordinare-gli-scarti",
            "dichiarare": "oblige: rovesciare-paramani",
            "contare": "go: comportamento-scorretto",
        }[f["obbligo-coi-separe"]]
    }


def somma_ammonizioni(f):
    """Powers, behaviour: three warnings make one VP less."""
    few = {"meno-di-tre": "inform: ammonizioni-sotto-le-tre", "gia-penalizzate": "inform: ammonizioni-oltre-le-tre"}
    return {few.get(f["ammonizioni-sommate"], "penalty: vp")}


def mancata_pesca(f):
    """Art. 30: draw and discard only; opened games and games with tied cards frozen; incomplete ones penalised."""
    when, what, whole = f["momento"], f["gioco-senza-pesca"], f["gioco-incompleto"]
    if when == "gioco-proseguito":
        return {"refuse: diritto-decaduto"}
    now = when == "prima-dello-scarto"
    out = {"oblige: solo-pesca-e-scarto" if now else "oblige: prendere-e-lasciare-lo-scarto"}
    if now and f["chi-rileva"] == "compagno":
        out |= {"penalty: ammonizione"}
    if what != "aperti":
        out |= {"freeze: giochi-con-carte-legate"}
    if what == "legate":
        return out
    if whole == "non-completato":
        return out | {"go: carta-penalizzata"}
    out |= {"freeze: giochi-aperti"}
    return out | ({"rectify: gioco-completato"} if whole == "completato" else set())


def pozzo_visto_prima(f):
    """Art. 23, last chapter: a pot taken with the discard is looked at after the partner's discard, or with screens."""
    allowed = f["presa-del-pozzo"] == "in-diretta" or f["separe"] == "con-separe" or f["scarto-del-compagno"] == "si"
    if allowed:
        return {"inform: pozzo-si-puo-vedere"}
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    return {"penalty: vp" if f["recidiva-pozzo"] == "si" else "penalty: ammonizione"}


def pozzo_preso_per_errore(f):
    """Art. 23: closing articles judge a pot not due; the draw of the opponent heals what was played with it."""
    what, late = f["presa-errata"], f["gioco-proseguito"] == "si"
    if what == "gia-preso-in-diretta":
        return {"go: pozzo-tenuto" if late else "go: chiusura-senza-scarto"}
    if what == "gia-preso-con-lo-scarto":
        return {"go: pozzo-tenuto" if late else "go: chiusura-senza-burraco"}
    if what == "altro-pozzo-giocato":
        return {"go: linea-senza-pozzo"} if late else {"rectify: pozzo-ricomposto", "go: chiusura-senza-burraco"}
    if late:
        return {"freeze: gioco"}  # its cards count against, the pot is healed
    return {"rectify: pozzo-ricomposto", "go: carta-penalizzata"}
