"""FITRES tressette, read from the text alone: declarations, onlookers, principles, annulment, healing, lay-down."""

MONTE = {"go: andata-a-monte"}
HEALED = {"sanatoria: implicita"}
LAWFUL = {"refuse: dichiarazione-lecita"}
FINE = {"refuse: nessuna-anomalia"}
FIX = {"rectify: errore", "sanatoria: esplicita"}


def replaced(f):
    """73: in the trick in progress, by the opponents who have played since."""
    played_on = f["gioco-proseguito"] in ("avversari", "compagno", "tutti")
    return {"replace_card: gia-giocata"} if played_on else set()


def discipline(measure):
    """87: a measure wants repeated conduct."""
    return {"judgement: recidiva", "discipline: " + measure}


def dichiarazione_non_consentita(f):
    """39-60, 124-126, 161-168: allowed or not; where it is not, no effect is given (silence)."""
    modern, why = f["norme"] == "moderne", f["vizio-dichiarazione"]
    allowed = {
        "palo-tacito": not modern or f["ancora-di-mano"] == "no",
        "palo-dichiarato": not modern or f["ancora-lunghissimo"] == "si",
        "gia-nota": not modern or f["detto-piombo"] == "si",
    }.get(why, False)
    return LAWFUL if allowed else None


def faglio_liscio_errato(f):
    """43, 95: to partner's suit, in good faith, unpunished; the rest silence; bad faith must be found."""
    partner = f["faglio-di-che"] in ("faglio-compagno", "liscio-compagno")
    if f["malafede"] == "si":
        exempt = partner or f["faglio-di-che"] == "faglio"
        return {"judgement: malafede", "go: sanzione-sola" if exempt else "go: senza-effetto-espresso"}
    return {"inform: errore-non-sanzionabile"} if partner else None


def sovranita_errata(f):
    """51-53, 56, 57, 167: good faith unpunished unless an own card of tressette or King is what makes it so."""
    what, own = f["errore-sovranita"], f["dipendeva-da-tressette"] == "si"
    if what == "lunghezza":
        return LAWFUL if f["palo-terzo"] == "si" else {"rectify: dichiarazione", "go: senza-effetto-espresso"}
    if what == "notoria":
        return None if f["norme"] == "moderne" and f["detto-piombo"] == "no" else LAWFUL
    if what == "propria" and not own:
        return LAWFUL
    if own and what in ("propria", "falsa"):
        return {"go: sanzione-sola"}
    if f["malafede"] == "si":
        return {"judgement: malafede", "go: sanzione-sola"}
    return None if own else {"inform: errore-non-sanzionabile"}


def dichiarazione_non_conforme(f):
    """57, 128, 129: a conforming one is not questioned; another may be; what proves wrong has no effect in 66."""
    if f["difformita"] in ("niente", "terzo-taciuto"):
        return {"refuse: richiesta-precisazione"}
    if f["esito-precisazione"] == "attesa":
        return {"oblige: precisare-dichiarazione" if f["chiesto-prima"] == "si" else "refuse: precisazione-tardiva"}
    if f["esito-precisazione"] == "giusta":
        return {"inform: dichiarazione-precisata"}
    leads = {"sovranita": "go: sovranita-errata", "faglio-liscio": "go: faglio-liscio-errato"}
    return {"rectify: dichiarazione", leads.get(f["oggetto-errato"], "go: senza-effetto-espresso")}


def richiamo_attenzione(f):
    """64, 86, 87: an unmistakable signal is an anomaly without stated effect (silence); measures if repeated."""
    measure, how = f["misura-disciplinare"], f["modo-richiamo"]
    orders = set() if measure == "nessuna" else discipline(measure)
    if measure == "deferimento" and f["tesserato"] == "no":
        orders = {"judgement: recidiva", "refuse: deferimento-senza-tessera"}
    if f["inequivocabile"] == "si":
        return orders | {"go: senza-effetto-espresso"}
    said = {"commento": {"inform: niente-commenti"}, "espressione": {"inform: restare-impassibili"}}
    return orders or said.get(how, FINE)


def senza_effetto_espresso(f):
    """96: silence by definition: principles, whoever has played."""
    return {"go: principi-generali"}


def rilevata_fuori_tempo(f):
    """65, 69-71: what play shows comes first; else healed, untimely, or the earliest mode."""
    if f["smentita-dal-gioco"] == "si":
        return {"inform: vale-la-constatazione"}
    return {"mai": HEALED, "insieme": {"inform: vale-il-primo-modo"}}.get(
        f["come-rilevata"], {"go: rilevazione-intempestiva"}
    )


def spettatori(f):
    """35, 88-91: admitted on three conditions; removed for reason or breach; one player answers for him."""
    if f["questione-spettatore"] == "ammissione":
        free = f["ostacolo-spettatore"] == "nessuno"
        return {"inform: spettatore-ammesso" if free else "refuse: spettatore-non-ammesso"}
    if f["questione-spettatore"] == "allontanamento":
        if f["motivo-valido"] == "no":
            return {"refuse: allontanamento-senza-motivo"}
        return {"judgement: validi-motivi", "discipline: allontanamento"}
    over = f["punteggio-annotato"] == "si"
    if f["condotta-spettatore"] in ("denuncia", "denuncia-preliminare") and over:
        return FINE
    if f["condotta-spettatore"] == "denuncia-preliminare":  # 77, 90: free to say so, and it has its own effects
        return {"go: alzata-irregolare" if f["preparazione-denunciata"] == "mazzo" else "go: distribuzione-irregolare"}
    removed = {"discipline: allontanamento"} if f["misura-spettatore"] == "si" else set()
    mattered = f["effetto-sul-gioco"] == "si" and not over
    return removed | {"go: principi-generali" if mattered else "go: scala-disciplinare"}


def principi_generali(f):
    """72-76, 93-97: what the arbiter may dispose when the code is silent, always with a reason."""
    what, orders = f["scelta"], {"judgement: principi-generali"}
    if what == "nessun-effetto":
        return orders
    if what == "monte":
        return orders | {"go: andata-a-monte"}
    without = {"rectify: errore", "sanatoria: nessuna"} | replaced(f)
    if what == "sanatoria-definitiva":
        if f["accordo"] == "si":
            return orders | FIX | replaced(f)
        return orders | without | {"refuse: sanatoria-senza-accordo"}
    if what == "sanatoria-sospesa":
        return orders | FIX | replaced(f) | {"reserve: effetti-negativi"}
    if what == "correzione":
        orders |= without
    burden = f["onere"]
    if burden != "disciplinare":
        return orders | {
            {
                "divieto": "forbid: condotta-stabilita",
                "obbligo": "oblige: condotta-stabilita",
                "punti": "penalty: punti",
                "penalita-vp": "penalty: vp",
                "penalita-mp": "penalty: mp",
            }[burden]
        }
    if f["misura-disciplinare"] == "deferimento" and f["tesserato"] == "no":
        return orders | {"judgement: recidiva", "refuse: deferimento-senza-tessera"}
    if f["misura-disciplinare"] == "nessuna":
        return orders
    return orders | discipline(f["misura-disciplinare"])


def andata_a_monte(f):
    """72, 77-80: by right used alone, or by code or arbiter; ordinary repeats, duplicate scores."""
    title, used = f["titolo-monte"], f["esercizio-monte"]
    if title == "riserva" and used in ("consultato", "non-titolato", "nessuno"):
        refused = {"consultato": {"refuse: monte-consultato"}, "non-titolato": {"refuse: riserva-altrui"}}
        return {"sanatoria: esplicita"} | refused.get(used, set())
    if title not in ("codice", "arbitro") and used not in ("da-se", "senza-risposta"):
        return {
            "consultato": {"refuse: monte-consultato"},
            "non-titolato": {"refuse: monte-non-titolato"} | HEALED,
            "nessuno": HEALED,
        }[used]
    if f["forma"] == "duplicato":
        return {"annul: senza-ripetizione", "go: punteggio-arbitrale"}
    orders = {"annul: con-ripetizione"}
    if f["accessorio-monte"] in ("indennizzo", "entrambi"):
        orders.add("indemnity: equo-indennizzo")
    if f["accessorio-monte"] in ("penalita", "entrambi"):
        orders.add("penalty: punti")
    return orders


BURDEN = {
    "divieto": "forbid: condotta-stabilita",
    "obbligo": "oblige: condotta-stabilita",
    "punti": "penalty: punti",
    "penalita-vp": "penalty: vp",
    "penalita-mp": "penalty: mp",
    "disciplinare": "go: scala-disciplinare",
}


def sanatoria_esplicita(f):
    """73-76: definitive by code or by all; suspended by an opponent's reserve; none with burdens."""
    kind, reserve = f["sanatoria-prevista"], f["riserva"]
    if kind == "esclusa":
        return {"rectify: errore", "sanatoria: nessuna"} | replaced(f) | {BURDEN[f["onere"]]}
    if kind == "obbligatoria":
        return FIX | replaced(f)
    if reserve == "avversario":
        return FIX | replaced(f) | {"reserve: effetti-negativi"}
    if f["accordo"] == "no":
        return None
    return ({"refuse: riserva-non-avversario"} if reserve == "non-avversario" else set()) | FIX | replaced(f)


def riserva_invocata(f):
    """75, 77, 78: only its owner, at once, alone, once the feared effect has come; else it becomes definitive."""
    who, final = f["chi-invoca"], {"sanatoria: esplicita"}
    if f["effetto-temuto"] == "mai":
        return final
    if f["effetto-temuto"] == "non-ancora":
        return {"refuse: effetto-non-verificato"}
    if who in ("titolare", "consultato"):
        return MONTE if f["momento-riserva"] == "subito" else final | {"refuse: riserva-tardiva"}
    if who == "altri":
        return {"refuse: riserva-altrui"} | (MONTE if f["titolare-dopo-altri"] == "si" else final)
    return final


def monte_chiesto(f):
    """77-79: each right to annul lives in its own article; elsewhere there is none; annulled already: start anew."""
    why = f["occasione-monte"]
    if why.startswith("accusa-") and f["accusa"] != "con-accusa":
        return {"refuse: monte-senza-titolo"}
    if why == "altro":
        return {"refuse: monte-senza-titolo"}
    return {
        "go: "
        + {
            "alzata": "alzata-irregolare",
            "distribuzione": "distribuzione-irregolare",
            "accusa-presto": "accusa-anticipata",
            "accusa-tardi": "accusa-tardiva",
            "accusa-compagno": "rilievo-accusa-altrui",
            "messa-a-terra": "validita-messa-a-terra",
            "numero": "numero-carte-errato",
            "prese": "confusione-prese",
            "gia-annullata": "andata-a-monte",
            "riserva": "riserva-invocata",
        }[why]
    }


def validita_messa_a_terra(f):
    """66, 69, 116-122, 138: timely or annulled; good cards stand as one trick; others come back face up, best first."""
    when, used = f["momento-messa-a-terra"], f["esercizio-monte"]
    early = when in ("compagno-di-mano", "fuori-turno")
    early = early or (when == "prima-del-compagno" and f["carta-del-compagno"] == "si")
    if early and used in ("da-se", "senza-risposta"):
        return MONTE
    refusals = {"consultato": {"refuse: monte-consultato"}, "non-titolato": {"refuse: monte-non-titolato"}}
    orders = set(refusals.get(used, ())) if early else set()
    called = f["monte-voluto"] == "si" and not early
    if f["carte-calate"] == "rifiuto":
        return orders | {"go: mancata-risposta"}
    if f["carte-calate"] != "reggono":
        best = {"rectify: messa-a-terra-ritirata", "oblige: meglio-a-meglio", "oblige: meglio-a-meglio-se-di-mano"}
        return orders | best | ({"refuse: monte-senza-titolo"} if called else set())
    if early:
        orders |= HEALED
    claim = f["pretesa-avversari"] if f["forma"] == "ordinario" else "nulla"
    if claim == "accusa":
        return orders | {"refuse: vittoria-con-accusa"}
    if claim == "chiamata":
        if f["cappotto-a-terra"] == "si":
            return orders | {"refuse: chiamata-dopo-messa-a-terra"}
        return orders or {"inform: messa-a-terra-valida", "inform: si-puo-chiamare"}
    if early:
        return orders
    return {"refuse: monte-senza-titolo"} if called else FINE
