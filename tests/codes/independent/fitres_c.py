"""FITRES tressette, read from the text alone: declarations, onlookers, principles, annulment, healing, lay-down."""

PRESCRIBED = {"refuse: prescrizione"}
MONTE = {"go: andata-a-monte"}
HEALED = {"sanatoria: implicita"}
LAWFUL = {"refuse: dichiarazione-lecita"}
FINE = {"refuse: nessuna-anomalia"}
FIX = {"rectify: errore", "sanatoria: esplicita", "replace_card: gia-giocata"}


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
    if f["malafede"] == "si":
        return {"judgement: malafede"}
    if f["faglio-di-che"] in ("faglio-compagno", "liscio-compagno"):
        return {"inform: errore-non-sanzionabile"}
    return None


def sovranita_errata(f):
    """51-53, 56, 57, 167: good faith unpunished unless an own card of tressette or King is what makes it so."""
    what = f["errore-sovranita"]
    if what == "lunghezza":
        return FINE if f["palo-terzo"] == "si" else {"go: dichiarazione-non-conforme"}
    if what == "notoria":
        return None if f["norme"] == "moderne" and f["detto-piombo"] == "no" else LAWFUL
    if what == "propria" and f["dipendeva-da-tressette"] == "no":
        return LAWFUL
    if f["malafede"] == "si":
        return {"judgement: malafede"}
    return None if f["dipendeva-da-tressette"] == "si" else {"inform: errore-non-sanzionabile"}


def dichiarazione_non_conforme(f):
    """57, 128, 129: a conforming one is not questioned; another may be; what proves wrong has no effect in 66."""
    if f["difformita"] in ("niente", "terzo-taciuto"):
        return {"refuse: richiesta-precisazione"}
    if f["esito-precisazione"] == "attesa":
        return {"oblige: precisare-dichiarazione"}
    if f["esito-precisazione"] == "giusta":
        return {"inform: nessun-effetto"}
    return {"sovranita": {"go: sovranita-errata"}, "faglio-liscio": {"go: faglio-liscio-errato"}}.get(
        f["oggetto-errato"]
    )


def richiamo_attenzione(f):
    """64, 86, 87: an unmistakable signal is an anomaly without stated effect (silence); measures if repeated."""
    if f["misura-disciplinare"] != "nessuna":
        return discipline(f["misura-disciplinare"])
    return FINE if f["modo-richiamo"] == "giocata" and f["inequivocabile"] == "no" else None


def senza_effetto_espresso(f):
    """96: silence by definition: principles, whoever has played."""
    return


def rilevata_fuori_tempo(f):
    """65, 69-71: noted closes; what play shows comes first; else healed, untimely, or the earliest mode."""
    if f["punteggio-annotato"] == "si":
        return PRESCRIBED
    if f["smentita-dal-gioco"] == "si":
        return {"inform: vale-la-constatazione"}
    return {"mai": HEALED, "insieme": {"inform: vale-il-primo-modo"}}.get(
        f["come-rilevata"], {"go: rilevazione-intempestiva"}
    )


def spettatori(f):
    """88-91: admitted on three conditions; removed for reason or breach; one player answers for him."""
    if f["questione-spettatore"] == "ammissione":
        free = f["ostacolo-spettatore"] == "nessuno"
        return {"inform: spettatore-ammesso" if free else "refuse: spettatore-non-ammesso"}
    if f["questione-spettatore"] == "allontanamento":
        if f["motivo-valido"] == "no":
            return {"refuse: allontanamento-senza-motivo"}
        return {"judgement: validi-motivi", "discipline: allontanamento"}
    if f["condotta-spettatore"] == "denuncia-preliminare":
        return FINE
    if f["misura-spettatore"] == "si":
        return {"discipline: allontanamento"}
    if f["effetto-sul-gioco"] == "si":
        return {"inform: risponde-il-garante"}
    told = f["condotta-spettatore"] == "denuncia"
    return {"inform: denuncia-senza-effetto" if told else "inform: obblighi-spettatore"}


def principi_generali(f):
    """72-76, 93-97: what the arbiter may dispose when the code is silent, always with a reason."""
    what, orders = f["scelta"], {"judgement: principi-generali"}
    if what == "nessun-effetto":
        return {"inform: nessun-effetto"}
    if what == "monte":
        return {"go: annullamento-arbitrale"}
    if what == "sanatoria-definitiva":
        return orders | FIX if f["accordo"] == "si" else {"refuse: sanatoria-senza-accordo"}
    if what == "sanatoria-sospesa":
        return orders | FIX | {"reserve: effetti-negativi"}
    if what == "correzione":
        orders |= {"rectify: errore", "sanatoria: nessuna", "replace_card: gia-giocata"}
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
        return orders | {"refuse: deferimento-senza-tessera"}
    if f["misura-disciplinare"] == "nessuna":
        return orders
    return orders | discipline(f["misura-disciplinare"])


def andata_a_monte(f):
    """72, 77-80: by right used alone, or by code or arbiter; ordinary repeats, duplicate scores."""
    title, used = f["titolo-monte"], f["esercizio-monte"]
    if title not in ("codice", "arbitro") and used != "da-se":
        return {
            "consultato": {"refuse: monte-consultato"},
            "non-titolato": {"refuse: monte-non-titolato"},
            "nessuno": {"sanatoria: esplicita"} if title == "riserva" else HEALED,
        }[used]
    orders = {"judgement: annullamento"} if title == "arbitro" else set()
    if f["forma"] == "duplicato":
        score = "arbitral: artificiale" if title == "preparazione" else "go: punteggio-arbitrale"
        return orders | {"annul: senza-ripetizione", score}
    orders.add("annul: con-ripetizione")
    if f["accessorio-monte"] in ("indennizzo", "entrambi"):
        orders.add("indemnity: equo-indennizzo")
    if f["accessorio-monte"] in ("penalita", "entrambi"):
        orders.add("penalty: punti")
    return orders


def sanatoria_esplicita(f):
    """73-76: definitive by code or by all; suspended by an opponent's reserve; none with burdens."""
    kind, reserve = f["sanatoria-prevista"], f["riserva"]
    refused = {"refuse: riserva-non-avversario"} if reserve == "non-avversario" else set()
    if kind == "esclusa":
        return refused | {"rectify: errore", "sanatoria: nessuna", "replace_card: gia-giocata"}
    if kind == "obbligatoria":
        return refused | FIX
    if reserve == "avversario":
        return FIX | {"reserve: effetti-negativi"}
    return refused | (FIX if f["accordo"] == "si" else {"refuse: sanatoria-senza-accordo"})


def riserva_invocata(f):
    """75, 77, 78: only its owner, at once, alone, once the feared effect has come; else it becomes definitive."""
    who, final = f["chi-invoca"], {"sanatoria: esplicita"}
    if f["effetto-temuto"] == "mai":
        return final
    if f["effetto-temuto"] == "non-ancora":
        return {"nessuno": {"inform: riserva-resta"}, "altri": {"refuse: riserva-altrui"}}.get(
            who, {"refuse: effetto-non-verificato"}
        )
    if who == "titolare":
        return MONTE if f["momento-riserva"] == "subito" else final | {"refuse: riserva-tardiva"}
    if who == "consultato":
        return final | {"refuse: monte-consultato"}
    if who == "altri":
        return {"refuse: riserva-altrui"} | (MONTE if f["titolare-dopo-altri"] == "si" else final)
    return final


def monte_chiesto(f):
    """77-79: each right to annul lives in its own article; elsewhere there is none; annulled already: start anew."""
    why = f["occasione-monte"]
    if why.startswith("accusa-") and f["accusa"] != "con-accusa":
        return {"refuse: monte-senza-titolo"}
    if why == "gia-annullata":
        duplicate = f["forma"] == "duplicato"
        return {"annul: senza-ripetizione", "go: punteggio-arbitrale"} if duplicate else {"annul: con-ripetizione"}
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
            "messa-a-terra": "messa-a-terra",
            "riserva": "riserva-invocata",
        }[why]
    }


def validita_messa_a_terra(f):
    """116-122, 138: timely or annulled; good cards stand as one trick; others come back face up, best first."""
    when, used = f["momento-messa-a-terra"], f["esercizio-monte"]
    early = when in ("compagno-di-mano", "fuori-turno")
    early = early or (when == "prima-del-compagno" and f["carta-del-compagno"] == "si")
    orders = set()
    if early:
        if used == "da-se":
            return MONTE
        orders |= HEALED | {
            "consultato": {"refuse: monte-consultato"},
            "non-titolato": {"refuse: monte-non-titolato"},
        }.get(used, set())
    elif used != "nessuno":
        orders = {"refuse: monte-senza-titolo"}
    if f["carte-calate"] != "reggono":
        return orders | {
            "rectify: messa-a-terra-ritirata",
            "oblige: meglio-a-meglio",
            "oblige: meglio-a-meglio-se-di-mano",
        }
    claim = {"accusa": {"refuse: vittoria-con-accusa"}, "chiamata": {"refuse: chiamata-dopo-messa-a-terra"}}.get(
        f["pretesa-avversari"], set()
    )
    return orders | claim or {"inform: messa-a-terra-valida"}
