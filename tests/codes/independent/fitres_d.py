"""FITRES tressette, read from the text alone: arbitral score, conduct, turns, end of the game, calling out, capot."""

FINE = {"refuse: nessuna-anomalia"}


def punteggio_arbitrale(f):
    """81-84: artificial, assigned, or artificial corrected by at most a third."""
    return {
        "nessuna": {"arbitral: artificiale"},
        "arbitro": {"arbitral: artificiale"},
        "entrambe-pari": {"arbitral: artificiale"},
        "una-parte": {"arbitral: assegnato", "judgement: risultato-assegnato"},
        "entrambe-diversa": {"arbitral: rettificato", "judgement: misura-della-rettifica"},
    }[f["colpa"]]


def comportamento_giocatore(f):
    """85-87: the duties of conduct; measures belong to the ladder; readable cards must be covered."""
    orders = {"go: scala-disciplinare"}
    return orders | {"oblige: tenere-coperte-le-carte"} if f["condotta-giocatore"] == "carte-leggibili" else orders


def scala_disciplinare(f):
    """87: only for repeated misconduct, at choice; referral for members only."""
    if f["ripetuto"] == "no":
        return {"inform: prima-volta"}
    if f["misura-scelta"] == "nessuna":
        return {"inform: nessuna-misura"}
    if f["misura-scelta"] == "deferimento" and f["tesserato"] == "no":
        return {"refuse: deferimento-senza-tessera"}
    return {"judgement: recidiva", "discipline: " + f["misura-scelta"]}


def sanzione_sola(f):
    """93-96: nothing but a word, or whatever the principles suggest (no penalty is named)."""
    return {"judgement: principi-generali"} if f["che-occorre"] == "nulla" else {"go: principi-generali"}


def verifica_irregolare(f):
    """95, 133-135, 144, 145: wrong counter or own tricks seen again lose the capot, unless the arbiter erred."""
    if f["vizio-verifica"] in ("altro-giocatore", "rivista"):
        return {"inform: facolta-salva"} if f["risponde"] == "arbitro" else {"forfeit: facolta-cappotto"}
    return {"oblige: dichiarare-quanto-manca"} if f["vizio-verifica"] == "quanto-manca" else None


def buongioco_senza_accusa(f):
    """173: silent, free or full by formula; a breach has no effect of its own (silence)."""
    did = f["condotta-buongioco"]
    allowed = {"senza-accusa": did == "taciuto", "dichiarazione-obbligatoria": did == "dichiarato"}
    return FINE if allowed.get(f["accusa"], True) else None


def riposi_e_cartaro(f):
    """100, 105-107: dealer, rest, and stopping by rounds."""
    asked = f["questione-turni"]
    if asked == "cartaro-sbagliato":
        return {"go: distribuzione-irregolare"}
    if asked == "cartaro":
        return {
            "inform: cartaro-"
            + {"prima": "a-sorte", "rientro": "chi-rientra", "altra": "a-sinistra"}[f["quale-smazzata"]]
        }
    if asked == "riposo":
        return {"inform: riposo-a-sorte" if f["momento-riposo"] == "inizio" else "inform: posto-di-chi-rientra"}
    if f["giri-fissati"] == "si":
        return {"refuse: giri-stabiliti"}
    return {"inform: si-completa-il-giro" if f["punto-del-giro"] == "prima-dell-ultima" else "inform: un-altro-giro"}


def fine_partita(f):
    """102, 103: target or all eleven points; more points after the deals; six points; no playing to lose."""
    if f["questione-partita"] == "a-perdere":
        return {"refuse: a-perdere"}
    if f["questione-partita"] == "traguardo":
        return {"refuse: traguardo" if f["traguardo-convenuto"] == "altro" else "inform: traguardo-ammesso"}
    goes_on = {"inform: partita-continua"}
    if f["tipo-partita"] == "punti":
        return {
            "traguardo": {"inform: partita-vinta-a-punti"},
            "entrambe": {"inform: partita-vinta-a-punti", "inform: conta-chi-prima"},
            "undici": {"inform: partita-vinta-per-cappotto"},
        }.get(f["punti-raggiunti"], goes_on)
    if f["tipo-partita"] == "passata-singola":
        return {"inform: partita-vinta-con-sei"} if f["sei-punti"] == "si" else goes_on
    level = {"inform: si-gioca-finche-pari" if f["spareggio-previsto"] == "si" else "inform: partita-pari"}
    return {"no": goes_on, "differenza": {"inform: partita-vinta-a-passate"}, "parita": level}[f["passate-giocate"]]


def exhausted(f):
    """136, 170: two premature calls under traditional rules, one under modern ones."""
    return f["chiamate-premature"] == "due" or (f["norme"] == "moderne" and f["chiamate-premature"] == "una")


def chiamata_fuori(f):
    """102, 130, 131, 136, 138, 170, 174: when the opponents may be called out."""
    if f["tipo-partita"] != "punti":
        return {"refuse: chiamata-solo-a-punti"}
    barred = {
        "accuse-oltre": {"refuse: chiamata-oltre-ventidue"},
        "accuse-incomplete": {"refuse: chiamata-prima-dell-accusa"},
        "messa-a-terra": {"refuse: chiamata-dopo-messa-a-terra"},
    }
    if f["come-arrivati"] in barred:
        return barred[f["come-arrivati"]]
    if f["mano-del-chiamante"] == "con-punto":
        return {"refuse: chiamata-dopo-il-punto"}
    return {"refuse: chiamata-esaurita"} if exhausted(f) else {"go: esito-chiamata-fuori"}


def messa_a_terra(f):
    """116-122, 156: same rules old and new."""
    return {"go: validita-messa-a-terra"}


FAULTS = {"di-mano": "colpa-di-mano", "pigliata": "colpa-su-pigliata", "cappotto": "colpa-nel-cappotto"}


def risarcimento(f):
    """148-152, 171: agreed, traditional, listed event and listed fault; only what was paid."""
    if f["norme"] == "moderne":
        return {"refuse: risarcimento-moderne"}
    if f["risarcimenti-pattuiti"] == "no":
        return {"refuse: risarcimento-non-pattuito"}
    if f["evento-negativo"] == "altro":
        return {"refuse: risarcimento-senza-evento"}
    if f["richiesta-risarcimento"] == "mancata-vincita":
        return {"refuse: mancata-vincita"}
    fault = FAULTS.get(f["momento-colpa"])
    if fault is None or f[fault] == "altro":
        return {"refuse: risarcimento-senza-colpa"}
    return {"indemnity: poste-pagate"}


def esito_chiamata_fuori(f):
    """130-136, 139, 155, 169, 170: who counts; reached: game won and capot on offer; not reached: what a call costs.

    Whether a call may be made at all was decided before.
    """
    modern = f["norme"] == "moderne"
    if f["esito-verifica"] == "da-verificare":
        if f["mano-del-chiamante"] != "no":
            return {"inform: verifica-seguente", "inform: modo-della-verifica"}
        partner = modern or f["pigliate-rivedibili"] == "no"
        return {"inform: verifica-compagno" if partner else "inform: verifica-di-mano", "inform: modo-della-verifica"}
    if f["esito-verifica"] == "raggiunto":
        return {"concede: partita"}
    orders = {"oblige: dichiarare-quanto-manca"}
    if modern:
        return orders | {"concede: partita", "forbid: nuova-chiamata-fuori", "oblige: chiamarsi-fuori"}
    return orders | {"forbid: nuova-chiamata-fuori"} if f["chiamate-premature"] != "nessuna" else orders


def andata_per_cappotto(f):
    """136-145, 170: only who was called out and won; any breach in the dialogue loses it; the decision binds both."""
    if f["titolo-cappotto"] == "non-chiamata":
        return {"inform: cappotto-libero"}
    if f["titolo-cappotto"] == "terza-preclusa":
        return {"go: chiamarsi-fuori"} if f["norme"] == "moderne" else {"inform: cappotto-libero"}
    how, going = f["svolgimento-cappotto"], f["decisione-cappotto"] == "si"
    if how == "da-iniziare":
        return {
            "inform: parla-"
            + {"di-mano": "di-mano", "accusa": "chi-ha-accusato", "mano-altrui": "seguente"}[f["chi-inizia-cappotto"]]
        }
    if how == "riviste":
        return {"go: verifica-irregolare"}
    if how in ("primo-sbagliato", "formula", "non-immediata") and f["risponde"] == "arbitro":
        return {"inform: facolta-salva"}
    alone = how == "unilaterale" and f["unilaterali-escluse"] == "si" and going
    if how not in ("regolari", "unilaterale") or alone:
        return {"forfeit: facolta-cappotto"}
    return {"oblige: tentare-cappotto"} if going else {"inform: partita-chiusa"}


def chiamarsi_fuori(f):
    """138, 169, 170: called too early, it must call itself out at once and declare, or a capot is void."""
    if f["era-stata-chiamata"] == "no":
        return {"refuse: chiamarsi-fuori-non-dovuto"}
    reached, done = f["arrivata-al-punteggio"], f["adempimento"]
    if reached == "a-terra":
        return {"inform: posta-di-chi-chiama"}
    if reached == "non-ancora":
        return {"oblige: chiamarsi-fuori"}
    if done == "si":
        return FINE
    if done == "no" and reached == "battuta-appena-finita":
        return {"oblige: chiamarsi-fuori"}
    return {"forfeit: cappotto"}


def rimedio_all_accusa(f):
    """182: mended in the first trick, opponents replace an answer; not if they have won meanwhile (ordinary)."""
    if f["avversari-vittoria"] == "si" and f["forma"] == "ordinario":
        return {"refuse: rimedio-dopo-vittoria", "sanatoria: nessuna"}
    answered = {"replace_card: risposta"} if f["risposta-avversaria"] == "si" else set()
    return {"rectify: accusa", "sanatoria: implicita"} | answered
