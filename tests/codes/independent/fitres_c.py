"""FITRES tressette, read from the text alone: declarations, onlookers, principles, annulment, healing, lay-down."""

READINGS = [
    (
        "dichiarazione-non-consentita",
        "already said suit, 'piombo' on the last card (165, 168)",
        "165 is general, only 166 escapes it",
        "the formula 'piombo even if known' escapes too",
    ),
    (
        "dichiarazione-non-consentita",
        "opened in silence, still on lead, 'still very long' (164, 166)",
        "166 wants an earlier declaration of very long: no escape from 164",
        "166 says always: allowed",
    ),
    (
        "dichiarazione-non-consentita",
        "after silent lead, 'piombo/liscio here' under modern rules (124, 157)",
        "not allowed under both",
        "allowed if he regained the lead later (126)",
    ),
    (
        "faglio-liscio-errato",
        "wrong 'faglio' to another suit, good faith (43)",
        "43 covers faglio and liscio to partner's suit only: silence",
        "43 covers every faglio: not punishable",
    ),
    (
        "sovranita-errata",
        "depends on an own higher card of tressette or King (52)",
        "may be punished, how is not said: silence",
        "always punished, even when true by his own hand",
    ),
    (
        "sovranita-errata",
        "length left out, suit of three (53, 57)",
        "third is implied: no error",
        "53 says always: not conforming",
    ),
    (
        "dichiarazione-non-conforme",
        "modern rules (128-129, 157)",
        "the traditional concept holds there as well, since nothing modern replaces it",
        "157 recalls 39-60 and 123-127 only: no right to ask, nor duty to answer",
    ),
    (
        "dichiarazione-non-conforme",
        "suit of three, length left out (57, 127, 128)",
        "conforming by 57: nobody may interrupt",
        "the listed formula says 'third': clarification may be asked",
    ),
    (
        "dichiarazione-non-conforme",
        "clarified, right in substance",
        "play goes on with no effect",
        "the unclear form stays an anomaly (64) for the principles",
    ),
    (
        "richiamo-attenzione",
        "card played not unmistakably (64, 86)",
        "no anomaly of play; only conduct if repeated",
        "86 is broken all the same: principles",
    ),
    (
        "rilevata-fuori-tempo",
        "nobody noticed, later play shows it (65, 66, 69)",
        "it can still be established now",
        "unnoticed is healed",
    ),
    (
        "spettatori",
        "removal for breach (89, 90)",
        "90 suffices, the arbiter chooses",
        "also a valid reason to be stated",
    ),
    (
        "principi-generali",
        "definitive healing without agreement (74, 96)",
        "needs everybody's agreement, since no article imposes it",
        "the arbiter stands in for the code: may impose it",
    ),
    (
        "principi-generali",
        "correction without healing (73, 76)",
        "rectifying includes the opponents' right to replace",
        "replacing belongs to explicit healing alone",
    ),
    (
        "andata-a-monte",
        "consulted (78)",
        "refused; another holder may still act by himself",
        "refused and healed at once",
    ),
    ("andata-a-monte", "nobody annuls after a reserve (75)", "healing becomes definitive", "implicit healing (78)"),
    (
        "sanatoria-esplicita",
        "compulsory healing and an opponent's reserve (74, 75)",
        "what the code imposes cannot be reserved",
        "one reserve shuts out every definitive healing: suspended",
    ),
    (
        "sanatoria-esplicita",
        "optional healing, no agreement, no reserve (74, 75)",
        "no definitive healing; what remains is the subordinate consequence, not given",
        "suspended healing by default",
    ),
    ("riserva-invocata", "the consequence (75, 77)", "annulment", "whatever the article gives in second place"),
    (
        "riserva-invocata",
        "reserve used after consulting (75, 78)",
        "void, healing becomes definitive",
        "78 concerns the annulment only: the objection itself is good",
    ),
    (
        "validita-messa-a-terra",
        "untimely, nobody annuls (78, 118, 119)",
        "healed: it is judged by the other two conditions and may be fully effective",
        "118 wants it timely to be effective: opponents may call out or win by accusing",
    ),
    (
        "validita-messa-a-terra",
        "out of turn before partner, partner's card irrelevant (117, 118)",
        "118 saves only who was waiting to answer; 117 never",
        "irrelevance saves any early lay-down",
    ),
    (
        "monte-chiesto",
        "accusa occasions where accuse are not played",
        "no title to annul",
        "see what was said about the buongioco",
    ),
]
MISSING = [
    (
        "dichiarazione-non-consentita",
        "lack of any effect: 73 (withdraw it, next players replace) cannot be ordered from "
        "here; two defects at once; forma is not asked although duplicate is always modern (110)",
    ),
    (
        "faglio-liscio-errato",
        "whether partner or opponents were misled; modern 161-162 on what is known already; "
        "'faglio to partner' holding only sovereign cards (42) is barred, not mistaken",
    ),
    ("sovranita-errata", "a sovereignty that rests on both an own plain card and an outstanding one"),
    ("dichiarazione-non-conforme", "who asks must not yet have played his answer (129): no fact asks it"),
    ("richiamo-attenzione", "member of the federation; whether partner acted on the signal (95)"),
    ("spettatori", "whether the deal is over (90 lets an onlooker denounce then); whether an opinion was asked for"),
    (
        "principi-generali",
        "disciplina can be added to a remedy (87 is independent): the questions make them alternative",
    ),
    (
        "andata-a-monte",
        "72: penalty in points, VP or MP and its size; the next-hand dealer is the same one (79); waiver by playing on",
    ),
    ("sanatoria-esplicita", "73 gives replacing to the opponents next in turn who have played: who and which cards"),
    ("riserva-invocata", "several opponents with reserves: each for himself"),
    (
        "validita-messa-a-terra",
        "whether it makes a capot: 122 and 138 shut out calling only then; whether the first "
        "trick is running, for the accusa; in duplicate nobody calls out",
    ),
    (
        "monte-chiesto",
        "number of cards, drawn pairs (101), confused tricks (37) and the arbiter's annulment are "
        "not among the occasions",
    ),
]
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
