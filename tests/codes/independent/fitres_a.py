"""FITRES tressette, read from the text alone: from errore-punteggio to posta-contestata."""

MONTE = {"go: andata-a-monte"}
NONE_WRONG = {"refuse: nessuna-anomalia"}


def errore_punteggio(f):
    """10, 35, 64: wrong sums are put right until the score is noted; a mere slip of writing even after."""
    if f["punteggio-annotato"] == "no":
        return {"rectify: punteggio"}
    if f["tipo-errore"] == "annotazione":
        return {"judgement: errore-di-scrittura", "rectify: punteggio"}
    return {"go: prescrizione"}


def alzata_irregolare(f):
    """17-20, 77: redo what was wrong before the lead; after it any player may annul; duplicated hands are not cut."""
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
    duplicate = f["forma"] == "duplicato"
    defect = f["difetto-distribuzione"]
    if defect == "numero":
        return {"go: numero-carte-errato"}
    if defect == "mazzo" and duplicate:
        return NONE_WRONG  # 2: the pack is the organiser's, and whoever entered has accepted it
    if duplicate and f["tipo-mano"] == "duplicata":
        return {"go: mano-duplicata-alterata"}
    if defect == "semplice-scoperta" and f["norme"] == "tradizionali" and not duplicate:
        return {"refuse: ridistribuzione"}
    if f["fase-passata"] == "in-corso":
        return MONTE
    return {"redo: preparazione"} | ({"go: ricomincia"} if defect == "cartaro-errato" else set())


def mano_duplicata_alterata(f):
    """17, 80, 81, 154: recompose from the record before play; otherwise annulment without repetition."""
    what = f["alterazione"]
    if what == "assenza":
        return NONE_WRONG
    if f["fase-passata"] == "prima" and f["registrazione"] == "si" and what != "carta-vista":
        return {"rectify: mano-duplicata"}
    return MONTE


def numero_carte_errato(f):
    """21, 154, 77: wrong number dealt means a new deal; a lost card returns; two cards together is another error."""
    if f["origine-numero"] == "giocate-insieme":
        return {"go: carte-in-piu"}
    if f["origine-numero"] == "persa":
        return {"rectify: carta-restituita", "go: principi-generali"}
    if f["fase-passata"] == "prima":
        if f["forma"] == "duplicato" and f["tipo-mano"] == "duplicata":
            return {"go: mano-duplicata-alterata"}
        return {"redo: preparazione"}
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
    return {"rectify: carta-resta-giocata", "go: senza-effetto-espresso"}


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
    return {
        "rectify: carte-in-piu-riprese" if f["carta-voluta"] == "si" else "judgement: carta-giocata",
        "go: senza-effetto-espresso",
    }


def carta_ritirata(f):
    """23: touched or seen means played; only the words can be put right, at once."""
    kind = f["tipo-ritiro"]
    if kind == "annuncio":
        if f["correzione-immediata"] == "si":
            return {"rectify: dichiarazione"}
        return {"go: dichiarazione-intempestiva"}
    if kind == "per-rispondere":
        return {"go: mancata-risposta"}
    if f["carta-ferma"] == "no":
        return {"refuse: carta-si-poteva-riprendere"}
    played_on = f["gioco-proseguito"] != "nessuno"
    return {"rectify: carta-resta-giocata"} | ({"go: senza-effetto-espresso"} if played_on else set())


def mancata_risposta(f):
    """23, 25, 66, 69, 73: what play shows needs no other proof; the revoke's own effects are not in this copy."""
    if f["modalita"] == "constatazione":
        return None
    if f["aveva-palo"] == "no":
        return NONE_WRONG
    if f["carta-ferma"] == "no":
        return {"rectify: risposta-al-palo"}
    if f["battuta-rifiuto"] == "finita":
        return None
    follow = {"replace_card: gia-giocata"} if f["gioco-proseguito"] in ("avversari", "compagno", "tutti") else set()
    return follow | {"rectify: risposta-al-palo", "go: senza-effetto-espresso"}


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
    how, no_effect = f["esposizione"], {"go: senza-effetto-espresso"}
    if how == "pronta":
        return {"forbid: cambiare-carta-mostrata"} | (no_effect if f["compagno-dopo-vista"] == "si" else set())
    if how == "sostituita":
        return no_effect if f["cambio-dovuto"] == "si" else {"rectify: carta-mostrata"} | no_effect
    if how == "leggibili":
        return {"oblige: tenere-coperte-le-carte"}
    if how == "visibile":
        return None if f["chi-ha-visto"] == "compagno" else {"rectify: carte-riprese"}
    return None


def may_be_looked_at(f):
    """29, 115, 144, 155: of whoever asks before anything was touched."""
    which, ordinary = f["pigliata-rivista"], f["forma"] == "ordinario"
    if ordinary and f["prima-del-cappotto"] == "si" and which in ("ultima", "ultima-tardi", "propria"):
        return False
    leader = f["norme"] == "tradizionali" and f["chi-rivede"] == "si"
    first = which == "prima-altrui" and f["entro-la-quarta"] == "si" and f["coppie-ufficiali"] == "si"
    return which == "ultima" or (leader and (first or (which == "propria" and ordinary)))


def rivedere_pigliate(f):
    """29, 36, 115, 144, 155: the last trick before the next; own ones and the others' first in traditional play."""
    which, state = f["pigliata-rivista"], f["stato-pigliate"]
    orders = {"rectify: pigliate-in-ordine"} if state == "ordine" else set()
    if state == "chieste":
        if not may_be_looked_at(f):
            return {"refuse: rivedere-pigliate"}
        how = {"inform: come-rivedere"} if which != "ultima" else set()
        return how | {"inform: pigliata-si-rivede"}
    if f["prima-del-cappotto"] == "si" and f["forma"] == "ordinario" and which not in ("prima-altrui", "altra"):
        if state == "mischiate":
            return {"forfeit: facolta-cappotto", "go: confusione-prese"}
        return orders | {"go: verifica-irregolare"}
    if state == "mischiate":
        return {"go: confusione-prese"}
    lead_right = f["norme"] == "tradizionali" and f["chi-rivede"] == "si"
    allowed = which == "ultima" or (which == "propria" and lead_right and f["forma"] == "ordinario")
    if which == "prima-altrui":
        allowed = lead_right and f["entro-la-quarta"] == "si" and f["coppie-ufficiali"] == "si"
    if not allowed:
        return orders | {"go: senza-effetto-espresso"}
    if orders or which == "ultima":
        return orders or NONE_WRONG
    return NONE_WRONG if f["modo-rivedere"] == "bene" else None


def confusione_prese(f):
    """35-38: rebuild if possible; if not, one side gives the doubtful points, two sides annul, more answer."""
    if f["ricostruibile"] == "si":
        return {"rectify: conteggio-dei-punti"}
    if f["confusione-di"] == "una-parte":
        return {"sanatoria: nessuna", "concede: punti-controversi"}
    if f["confusione-di"] == "piu-parti":
        return {"sanatoria: nessuna", "concede: punti-controversi", "judgement: riparto-fra-responsabili"}
    if f["forma"] == "ordinario":
        return MONTE
    return {"annul: senza-ripetizione", "go: punteggio-arbitrale"}


def raccolta_pigliate(f):
    """30, 113, 114: who collects and where; mixed cards fall under 36."""
    if f["carte-mescolate"] == "si" and f["vizio-raccolta"] != "non-riunite":
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
    orders = set() if measure == "nessuna" else {"judgement: recidiva", "discipline: " + measure}
    if measure == "deferimento" and f["tesserato"] == "no":
        orders = {"judgement: recidiva", "refuse: deferimento-senza-tessera"}
    if f["tipo-risposta"] == "palo":
        return orders | {"go: senza-effetto-espresso"}
    return orders or {"inform: giocare-spediti"}


def posta_contestata(f):
    """35, 62, 108, 137, 138, 146, 147: stakes by type and by how the game ended; the pot only under marcio."""
    if f["questione-posta"] != "quanto":
        return None
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
