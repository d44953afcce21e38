"""FITRES tressette, read from the text alone: how anomalies emerge, the accusa, annulments by the arbiter, pairs."""

MONTE = {"go: andata-a-monte"}
HEALED = {"sanatoria: implicita"}


def alone(f):
    """78: by somebody entitled, who decides alone; whoever asked and got no answer still does."""
    return f["esercizio-monte"] in ("da-se", "senza-risposta")


def monte_refusal(f):
    """78: the right to annul is personal, used without consulting, by who has it."""
    return {"consultato": {"refuse: monte-consultato"}, "non-titolato": {"refuse: monte-non-titolato"}}.get(
        f["esercizio-monte"], set()
    )


def emersione(f):
    """35, 65, 66: noted score closes; unnoticed is healed; untimely is another anomaly; timely goes on (nothing)."""
    if f["modalita"] == "nessuna":
        return HEALED
    return {"go: anomalia"} if f["tempo"] == "tempestiva" else {"go: rilevazione-intempestiva"}


def accusa_dimenticata_o_errata(f):
    """174, 178-182: which article takes the case, by who noticed and when; an accusa not made is a free choice."""
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
    if f["punteggio-annotato"] == "si":
        return {"go: prescrizione"}
    return {
        "gioco": {"inform: rilevano-i-giocatori"},
        "preparazione": {"inform: monte-ai-giocatori"},
        "ingiocabile": {"go: annullamento-arbitrale"},
    }[f["che-cosa-vede"]]


def accusa_errata_dopo_prima_battuta(f):
    """184-185: only a correction by its author is dealt with; noticed otherwise after the first trick: silence."""
    if f["modalita"] == "nessuna":
        return HEALED
    corrected = f["modalita"] == "ravvedimento" or f["poi-corretta"] == "si"
    return {"go: accusa-tardiva"} if corrected else None


def rilievo_accusa_altrui(f):
    """180: opponent speaks: completing is free and healed; partner speaks: annulment, or healing with bans."""
    if f["prima-battuta"] == "finita":
        return {"go: accusa-errata-dopo-prima-battuta"}
    if f["chi-rileva-accusa"] == "avversario" and f["accusa-rettificata"] == "no":
        # Asked to confirm what was right: nothing to mend, nothing to heal.
        return {"inform: conferma-non-si-chiede", "inform: accusa-resta"}
    if f["chi-rileva-accusa"] == "avversario":
        return {"sanatoria: esplicita", "rectify: accusa-se-occorre"}
    if alone(f):
        return MONTE
    orders = set(monte_refusal(f))
    if f["chi-contesta"] != "avversario":
        refused = {"refuse: contestazione-altrui"} if f["chi-contesta"] == "altri" else set()
        return orders | refused | HEALED
    orders |= {"sanatoria: esplicita", "forbid: nuove-accuse"}
    if f["accusa-rettificata"] == "si":
        orders.add("forfeit: punti-buongioco")
    if f["accusa-rettificata"] == "difettosa":
        orders.add("forbid: rettificare-accusa")
    return orders


def rilevazione_intempestiva(f):
    """65, 71: only an opponent of who noticed may object; what then follows is left to principles (silence)."""
    refused = {"refuse: intempestivita-da-altri"} | HEALED
    return {"avversario": None, "altri": refused, "nessuno": HEALED}[f["chi-eccepisce"]]


def riaprire(f):
    """74, 75, 78: a definitive or implicit healing stays; a suspended one goes to the reserve."""
    review = {"judgement: fatti-nuovi"} if f["fatti-nuovi"] == "si" else {"refuse: decisione-resta"}
    return {
        "definitiva": {"refuse: sanatoria-irreversibile"},
        "sospesa": {"go: riserva-invocata"},
        "implicita": {"refuse: errore-gia-sanato"},
        "decisione": review,
    }[f["che-si-riapre"]]


def accusa_tardiva(f):
    """184: annul; else explicit healing if contested when the trick ends (points lost, bar, cards); else implicit."""
    if f["prima-battuta"] == "in-corso":
        return {"go: rimedio-all-accusa"}
    if alone(f):
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
    if alone(f):
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
    if f["prima-battuta"] == "finita":
        return {"go: accusa-errata-dopo-prima-battuta"}
    healed = HEALED | ({"replace_card: risposta"} if f["risposta-avversaria"] == "si" else set())
    return {
        "carta-fagliante": healed,
        "palo-napoletana": None,
        "errata-non-napoletana": healed | {"rectify: accusa"},
        "errata-napoletana": {"forbid: correggere-accusa", "forbid: uscire-pali-possibile-napoletana"},
    }[f["caso-constatato"]]


def annullamento_arbitrale(f):
    """79-84: ordinary game deals again; in duplicate play a score, by whose fault it is."""
    if f["forma"] == "ordinario":
        return {"judgement: annullamento", "go: andata-a-monte"}
    return {"judgement: annullamento", "annul: senza-ripetizione", "go: punteggio-arbitrale"}


def forza_maggiore(f):
    """81, 95: go on if possible, else annul."""
    return {"inform: si-riprende"} if f["si-riprende"] == "si" else {"go: annullamento-arbitrale"}


def entrambe_le_parti(f):
    """83-84, 95: only an annulled board has rules for both at fault; a saved one: silence (each its own effect)."""
    return None if f["si-salva"] == "si" else {"go: annullamento-arbitrale"}


def formazione_coppie(f):
    """98-101, 114: pairs by the 4, 5, 6 of danari, seats, the duty to declare before the first trick."""
    drawn, asked = f["modo-coppie"] in ("incrociato", "note", "ignote"), f["questione-coppie"]
    if asked == "posti":
        if f["modo-coppie"] not in ("fisse", "incrociato"):
            return {"refuse: posti-non-cambiano"}
        moved = "rectify: posti" if f["modo-coppie"] == "fisse" else "rectify: posti-scambiati"
        return {moved} if f["fase-passata"] == "prima" else None
    if asked == "sorteggio":
        return {"rectify: posti-a-sorte"} if f["fase-passata"] == "prima" else None
    if drawn and f["carte-di-danari"] == "tutte":
        return {"redo: preparazione"} if f["fase-passata"] == "prima" else MONTE
    if asked == "chi-con-chi":
        if drawn:
            return {"inform: coppia-col-" + ("cinque" if f["carte-di-danari"] == "solo-quattro" else "sei")}
        return {"inform: coppie-prestabilite" if f["modo-coppie"] == "fisse" else "inform: coppie-dal-tre"}
    if not drawn:
        return {"refuse: nessuna-anomalia"}
    if asked == "apre-prima":
        return {"rectify: dichiarazione-di-coppia", "go: senza-effetto-espresso"}
    played_on = f["gioco-proseguito"] != "nessuno"
    return {"oblige: dichiarare-carta-di-coppia"} | ({"go: senza-effetto-espresso"} if played_on else set())


def piatto_contestato(f):
    """109: one stake first, a quarter later; who rested takes his own back, once and only after a capot."""
    if f["questione-piatto"] == "versamento":
        return {"oblige: versare-posta-intera" if f["quale-partita"] == "prima" else "oblige: versare-quarto-di-posta"}
    return {"inform: ritiro-dal-piatto" if f["finita-per-cappotto"] == "si" else "inform: nessun-ritiro-dal-piatto"}


def conteggio_buongioco(f):
    """174-178: they add up; one implied by more than two counts; one kept silent does not."""
    implied = f["caso-buongioco"] == "implicito" and f["numero-accusati"] == "piu-di-due"
    if f["caso-buongioco"] == "cumulo" or implied:
        return {"rectify: punti-buongioco"}
    return {"inform: buongioco-taciuto"}


def accusa_tre_di_quattro(f):
    """175: four held cannot be accused as three: a wrong accusa, remedied as such."""
    return {"go: accusa-dimenticata-o-errata"}
