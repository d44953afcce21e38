"""FITRES tressette, read from the text alone: from errore-punteggio to posta-contestata."""

READINGS = [
    (
        "errore-punteggio",
        "well counted, badly written, already noted (35, 64)",
        "a slip of the pen is corrected: what 35 closes is the ascertained result, and 64 would be empty otherwise",
        "once anything is noted nothing can be contested: prescribed",
    ),
    (
        "alzata-irregolare",
        "reshuffled after the cut, packets joined the wrong way, wrong cutter; nothing dealt (19-20)",
        "the cut is done again",
        "only the short packet is told to be cut again: for the rest general principles",
    ),
    (
        "alzata-irregolare",
        "duplicated hand cut or shuffled (17)",
        "it is an altered duplicated hand",
        "an irregularity of the preparation, so 77 directly",
    ),
    (
        "distribuzione-irregolare",
        "cards reshuffled and dealt again (21, 154)",
        "shuffle and deal only, as written",
        "shuffle, cut and deal: 17 and 19 make the cut always compulsory",
    ),
    (
        "distribuzione-irregolare",
        "wrong dealer (100)",
        "an irregular way of dealing: deal again, or 77 once play has begun",
        "21 does not list it: general principles, the deal can stand",
    ),
    (
        "distribuzione-irregolare",
        "a defect of the deal found after play began, not one of number (21, 77)",
        "any player may annul (77-78)",
        "21 speaks in the imperative: the deal is repeated whoever asks or not",
    ),
    (
        "numero-carte-errato",
        "received wrong, found in play (21, 77, 78)",
        "annulled on the initiative of any player; healed when nobody does",
        "21 orders the new deal by itself: no initiative and no healing",
    ),
    (
        "numero-carte-errato",
        "card lost or fallen after a right deal (21)",
        "it goes back to the hand: 21 speaks of falls while dealing",
        "before the first lead 27 still counts as dealing: a fallen card means a new deal",
    ),
    (
        "mano-duplicata-alterata",
        "a player was missing at a duplicated hand (154)",
        "no anomaly: the reason given (being deprived of the shuffle) falls away, nobody shuffles",
        "154 applies to every hand: annulled, artificial score",
    ),
    (
        "mano-duplicata-alterata",
        "cards seen before play, hand recorded (154, 77, 81)",
        "annulled: a record does not make the cards unseen",
        "recompose and play",
    ),
    (
        "fuori-mano",
        "wrong player leads and the card is fixed (23, 26)",
        "no effect is given: principles",
        "23 binds every played card: the lead stands",
    ),
    (
        "dichiarazione-intempestiva",
        "modern rules, suit of the trick, said while collecting (158)",
        "allowed: the moment of collecting and depositing is one",
        "too early: it must already lie in its place (28)",
    ),
    (
        "dichiarazione-intempestiva",
        "traditional rules, same case (22, 28, 41)",
        "the declaration starts the next trick, which must wait: irregular",
        "41 sets no time: allowed",
    ),
    (
        "carte-in-piu",
        "several cards dropped, the meant one is clear (22-24, 64)",
        "one card per player: the meant one stands, the others go back",
        "text silent: principles",
    ),
    (
        "carta-ritirata",
        "off-suit card, fixed, changed in order to follow (23, 25)",
        "it is a repented revoke: the revoke's rules",
        "25 always binds: the change stands and nothing follows",
    ),
    (
        "mancata-risposta",
        "trick still running, card fixed (23, 25, 73)",
        "the effects of a revoke are not in this copy: principles",
        "25 wins over 23: follow suit, card taken back",
    ),
    (
        "carta-contro-dichiarazione",
        "card fixed, announcement corrected at once (23)",
        "the announcement is corrected, the card stays (not for twenty-five out of order nor for 159, where what is "
        "wrong is the play, not the words)",
        "every contrast may be corrected so",
    ),
    (
        "carta-non-a-meglio",
        "lower card already on the table (23, 120)",
        "no effect is given for the breach: principles",
        "120 is enforced: the best card replaces it",
    ),
    (
        "carta-non-a-meglio",
        "partner gets the lead, loses it, gets it again (120)",
        "bound every time he leads",
        "bound only for his first stay on lead",
    ),
    (
        "rivedere-pigliate",
        "last trick looked at when the capot is to be decided (29, 144)",
        "144 special: own tricks, last one included, once the points are certain",
        "29 leaves the last trick free",
    ),
    ("rivedere-pigliate", "144 broken (145 names 139-142 only)", "the faculty is lost", "no effect: principles"),
    (
        "confusione-prese",
        "both sides, duplicate (37, 81-84)",
        "not excusable (36 binds even good faith): 83 if equal, 84 if not",
        "excusable: 81 artificial always",
    ),
    (
        "posta-contestata",
        "single-or-double stake and capot after the game was already won (137)",
        "one stake, as 137 lowers by one under the other type",
        "two: 108 asks only whether it ended with a capot",
    ),
    (
        "posta-contestata",
        "stake not fixed or too high, already paid (35, 62)",
        "prescribed",
        "35 closes the result only: 62 may still be enforced",
    ),
]
MISSING = [
    ("errore-punteggio", "whether the players agree that it is a slip; who proves it"),
    ("alzata-irregolare", "whether the cutter is the dealer's partner: the agreed change (19) holds only then"),
    (
        "distribuzione-irregolare",
        "the 4-5-6 of danari in one hand (101: "
        "deal again) is not among the defects; who deals again is not said in the order",
    ),
    ("numero-carte-errato", "27: the leader who did not check before leading answers for it: no order can say so"),
    (
        "fuori-mano",
        "whether the true leader or an opponent protested in time; whether the trick is over; 29 lost by "
        "the "
        "others when a lead comes before the deposit",
    ),
    (
        "dichiarazione-intempestiva",
        "the content of the declaration (faglio, feci un piombo: 160) and whether partner could use it",
    ),
    ("carte-in-piu", "who saw the extra cards (as in carte-esposte) and whether the next players have played"),
    (
        "carta-contro-dichiarazione",
        "whether the trick has gone on (73: replacing cards) and whether the 166/164 "
        "clauses "
        "of modern rules apply; forma is not asked: duplicate is always modern (110)",
    ),
    ("mancata-risposta", "who played after (73), and to which later tricks the revoke reaches"),
    ("rivedere-pigliate", "forma/norme: 155 excludes 115 only; the tricks mixed go to 36 with who is responsible"),
    (
        "confusione-prese",
        "whether the errors are excusable (81 v. 82-84), and order of points when it decides (102, 131)",
    ),
    ("raccolta-pigliate", "with the called Three: whether pairs became official by accusa, sfida or the called card"),
    ("risposta-lenta", "member of the federation or not (87) before a referral"),
    (
        "posta-contestata",
        "the calling side's payment under 169 (one or two, plus one); six or five players with types "
        "other than the pot; 'sbatuffato before the lay-down' (138)",
    ),
    (
        "carte-esposte",
        "which card it was and whether it could be penalised later: nothing says that partner may not "
        "use what he saw (94); the seer's next play is asked but the text gives it no effect",
    ),
    ("carta-non-a-meglio", "who has played after the wrong card (73)"),
]
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
