"""FITRES tressette, read from the text alone: from errore-punteggio to posta-contestata."""

PRESCRIBED = {"refuse: prescrizione"}
MONTE = {"go: andata-a-monte"}
NONE_WRONG = {"refuse: nessuna-anomalia"}


def errore_punteggio(f):
    """10, 35, 64: wrong sums are put right until the score is noted; a mere slip of writing even after."""
    if f["punteggio-annotato"] == "no":
        return {"rectify: punteggio"}
    if f["tipo-errore"] == "annotazione":
        return {"judgement: errore-di-scrittura", "rectify: punteggio"}
    return PRESCRIBED


def alzata_irregolare(f):
    """17-20, 77: redo what was wrong before the lead; after it any player may annul; duplicated hands are not cut."""
    if f["fase-passata"] == "conclusa":
        return PRESCRIBED
    defect = f["difetto-alzata"]
    if f["forma"] == "duplicato" and f["tipo-mano"] == "duplicata":
        if defect in ("mancante", "non-mischiata", "mischiata-negata"):
            return NONE_WRONG
        return {"go: mano-duplicata-alterata"}
    if defect == "tagliatore-convenuto":
        return NONE_WRONG
    if f["fase-passata"] == "in-corso":
        return MONTE
    if f["carte-distribuite"] == "si":
        return {"redo: preparazione"}
    if defect in ("non-mischiata", "mischiata-negata"):
        return {"redo: mischiata-e-alzata"}
    return {"redo: alzata"}


def distribuzione_irregolare(f):
    """21, 154, 77, 110: deal again; one plain card shown suffices only under modern rules; in play, 77."""
    if f["fase-passata"] == "conclusa":
        return PRESCRIBED
    duplicate = f["forma"] == "duplicato"
    defect = f["difetto-distribuzione"]
    if duplicate and f["tipo-mano"] == "duplicata":
        return {"go: mano-duplicata-alterata"}
    if defect == "semplice-scoperta" and f["norme"] == "tradizionali" and not duplicate:
        return {"refuse: ridistribuzione"}
    if f["fase-passata"] == "in-corso":
        return {"go: numero-carte-errato"} if defect == "numero" else MONTE
    return {"redo: distribuzione"}


def mano_duplicata_alterata(f):
    """17, 80, 81, 154: recompose from the record before play; otherwise annulment without repetition."""
    if f["fase-passata"] == "conclusa":
        return PRESCRIBED
    what = f["alterazione"]
    if what == "assenza":
        return NONE_WRONG
    if f["fase-passata"] == "prima" and f["registrazione"] == "si" and what != "carta-vista":
        return {"rectify: mano-duplicata"}
    if f["fase-passata"] == "in-corso" and what == "numero":
        return {"go: numero-carte-errato"}
    return MONTE


def numero_carte_errato(f):
    """21, 154, 77: wrong number dealt means a new deal; a lost card returns; two cards together is another error."""
    if f["fase-passata"] == "conclusa":
        return PRESCRIBED
    if f["origine-numero"] == "giocate-insieme":
        return {"go: carte-in-piu"}
    if f["origine-numero"] == "persa":
        return {"rectify: carta-restituita"}
    if f["fase-passata"] == "prima":
        if f["forma"] == "duplicato" and f["tipo-mano"] == "duplicata":
            return {"go: mano-duplicata-alterata"}
        return {"redo: distribuzione"}
    return MONTE


def fuori_mano(f):
    """22-28, 39: no effect is given for a wrong lead; a card not fixed can be taken back, an answer fixed stays."""
    act = f["atto-fuori-mano"]
    if act == "dichiarazione":
        return {"go: dichiarazione-non-consentita"}
    if f["carta-ferma"] == "no":
        return {"rectify: carta-ripresa"}
    if act == "battuta":
        return None  # silence: principles, also when the true leader has played on
    return {"rectify: carta-resta-giocata"}


def dichiarazione_intempestiva(f):
    """23, 28, 39, 158, 160, 163: when each may be said; for a late one no effect is given (silence)."""
    when, modern = f["momento-dichiarazione"], f["norme"] == "moderne"
    if when == "dopo-giocata":
        return {"rectify: dichiarazione"} if f["correzione-immediata"] == "si" else None
    if when == "pigliata-non-raccolta":
        return {"refuse: dichiarazione-lecita"} if modern and f["su-palo-pigliata"] == "si" else None
    if when == "pigliata-deposta" or not modern:
        return {"refuse: dichiarazione-lecita"}
    return None


def carte_in_piu(f):
    """24, 64: one card at a time; the meant one stands, else it must be found out; a lay-down is another matter."""
    if f["messa-a-terra"] == "si":
        return {"go: messa-a-terra"}
    return {"rectify: carte-in-piu-riprese"} if f["carta-voluta"] == "si" else {"judgement: carta-giocata"}


def carta_ritirata(f):
    """23: touched or seen means played; only the words can be put right, at once."""
    kind = f["tipo-ritiro"]
    if kind == "annuncio":
        if f["correzione-immediata"] == "si":
            return {"rectify: dichiarazione"}
        return {"go: dichiarazione-intempestiva"}
    if f["carta-ferma"] == "no":
        return {"refuse: carta-si-poteva-riprendere"}
    if kind == "per-rispondere":
        return {"go: mancata-risposta"}
    return {"rectify: carta-resta-giocata"}


def mancata_risposta(f):
    """25, 65, 68: the duty to follow; the revoke's own effects are not in this copy (silence)."""
    noticed = f["modalita"] != "nessuna"
    if f["aveva-palo"] == "no":
        return {"go: rilevazione-inesistente"} if noticed else NONE_WRONG
    if f["carta-ferma"] == "no" and f["battuta-rifiuto"] == "in-corso":
        return {"rectify: carta-ripresa"}
    if not noticed:
        return {"sanatoria: implicita"}
    return None


def carta_contro_dichiarazione(f):
    """23, 48, 50, 55, 159: take back an unfixed card, or correct the words at once; beyond that silence."""
    clash = f["contrasto"]
    if clash == "liscio" and f["norme"] == "tradizionali":
        return NONE_WRONG
    if f["carta-ferma"] == "no":
        return {"rectify: giocata-compatibile"}
    if f["correzione-immediata"] == "si" and clash not in ("liscio", "venticinque"):
        return {"rectify: dichiarazione"}
    return None


def carta_non_a_meglio(f):
    """120: best first, free among equals, until the lead goes; partner bound when leading; breach fixed: silence."""
    if f["obbligato"] == "chi-ha-calato" and f["mano-passata"] == "si":
        return {"refuse: obbligo-cessato"}
    if f["obbligato"] == "suo-compagno" and f["compagno-di-mano"] == "no":
        return {"refuse: compagno-non-di-mano"}
    if f["carta-migliore"] != "piu-bassa":
        return NONE_WRONG
    return {"rectify: carta-migliore"} if f["carta-ferma"] == "no" else None


def carte_esposte(f):
    """24, 64, 86: a card got ready may not be changed (save to follow); a fallen one returns; on purpose: silence."""
    how = f["esposizione"]
    if how == "pronta":
        return {"forbid: cambiare-carta-mostrata"}
    if how == "sostituita":
        return {"inform: cambio-per-rispondere"} if f["cambio-dovuto"] == "si" else {"rectify: carta-mostrata"}
    if how == "leggibili":
        return {"oblige: tenere-coperte-le-carte"}
    if how == "visibile":
        return None if f["chi-ha-visto"] == "compagno" else {"rectify: carte-riprese"}
    return None


def rivedere_pigliate(f):
    """29, 115, 155, 144: the last trick before the next; own ones and the others' first only in traditional play."""
    which, how = f["pigliata-rivista"], f["modo-rivedere"]
    if how == "mischiate":
        return {"go: confusione-prese"}
    orders = {"rectify: pigliate-in-ordine"} if how == "ordine" else set()
    if f["prima-del-cappotto"] == "si" and f["forma"] == "ordinario" and which not in ("prima-altrui", "altra"):
        return orders | {"forfeit: facolta-cappotto"}
    if orders:
        return orders
    lead_right = f["forma"] == "ordinario" and f["norme"] == "tradizionali" and f["chi-rivede"] == "si"
    allowed = which == "ultima" or (which == "propria" and lead_right)
    if which == "prima-altrui":
        allowed = lead_right and f["entro-la-quarta"] == "si" and f["coppie-ufficiali"] == "si"
    if how == "commenti" or (how == "mostrate" and which != "ultima"):
        return None
    return NONE_WRONG if allowed else None


def confusione_prese(f):
    """35-38: rebuild if possible; if not, one side gives the doubtful points, two sides annul, more answer."""
    if f["punteggio-annotato"] == "si":
        return PRESCRIBED
    if f["ricostruibile"] == "si":
        return {"rectify: conteggio-dei-punti"}
    if f["confusione-di"] == "una-parte":
        return {"concede: punti-controversi"}
    if f["confusione-di"] == "piu-parti":
        return {"concede: punti-controversi", "judgement: riparto-fra-responsabili"}
    if f["forma"] == "ordinario":
        return {"annul: con-ripetizione"}
    if f["gravita-colpe"] == "pari":
        return {"annul: senza-ripetizione", "arbitral: artificiale"}
    return {"annul: senza-ripetizione", "arbitral: rettificato", "judgement: misura-della-rettifica"}


def raccolta_pigliate(f):
    """30, 113, 114: who collects and where; mixed cards fall under 36."""
    if f["carte-mescolate"] == "si":
        return {"go: confusione-prese"}
    return {
        "altro-giocatore": {"rectify: pigliata-restituita"},
        "disordine": {"rectify: pigliate-in-ordine"},
        "unite-prima": {"rectify: pigliate-separate"},
        "non-riunite": {"rectify: pigliate-riunite"},
    }[f["vizio-raccolta"]]


def risposta_lenta(f):
    """31, 64, 87: following is at once; a discard may be thought over with reason; measures only when repeated."""
    if f["tipo-risposta"] == "scarto" and f["indugio-motivato"] == "si":
        return NONE_WRONG
    measure = f["misura-disciplinare"]
    if measure != "nessuna":
        return {"judgement: recidiva", "discipline: " + measure}
    return {"inform: giocare-spediti"} if f["tipo-risposta"] == "scarto" else None


def posta_contestata(f):
    """35, 62, 108, 137, 138, 146, 147: stakes by type and by how the game ended; the pot only under marcio."""
    if f["posta-pagata"] == "si":
        return PRESCRIBED
    if f["questione-posta"] != "quanto":
        return {"inform: posta-da-stabilire" if f["questione-posta"] == "non-stabilita" else "inform: posta-modica"}
    kind, end = f["tipo-posta"], f["esito-partita"]
    full = end in ("cappotto", "cappotto-a-terra")
    if kind == "unica":
        return {"inform: una-posta"}
    if kind == "variabile":
        return {"inform: posta-secondo-differenza"}
    if kind == "semplice-o-doppia":
        return {"inform: due-poste" if full else "inform: una-posta"}
    number = 1 + (f["sbatuffato"] == "no") + full
    orders = {("inform: una-posta", "inform: due-poste", "inform: tre-poste")[number - 1]}
    many = f["quanti-giocatori"]
    if full or end == "cappotto-dopo":
        orders.add("inform: piatto-" + {"quattro": "a-meta", "cinque": "in-quinti", "sei": "in-sesti"}[many])
    if end in ("ordinaria", "cappotto-senza-titolo"):
        orders.add("inform: piatto-resta")
    if end == "cappotto-mancato":
        orders.add("inform: piatto-raddoppiato" + {"quattro": "", "cinque": "-meno-quinto", "sei": "-meno-sesto"}[many])
    return orders
