"""The Codice del Tressette: where its text may be read either way and the second reading took the other."""

CODE = "fitres-tressette"
ENTITLED = ("preparazione", "facolta-avversari")

APART_FITRES: list[tuple[str, str, dict[str, tuple[str, ...]], str, str]] = [
    (
        CODE,
        "alzata-irregolare",
        {"forma": ("duplicato",), "tipo-mano": ("originale",), "difetto-alzata": ("tagliatore-convenuto",)},
        "19: the agreement on who cuts holds only where the partner sits on the dealer's left",
        "19: any agreement of the table on who cuts holds",
    ),
    (
        CODE,
        "andata-a-monte",
        {"titolo-monte": ENTITLED, "esercizio-monte": ("consultato",)},
        "78: a request after consulting does not count, and the error is healed",
        "78: it does not count, and another who has the right may still annul",
    ),
    (
        CODE,
        "andata-a-monte",
        {
            "titolo-monte": (*ENTITLED, "riserva"),
            "esercizio-monte": ("da-se", "senza-risposta"),
            "forma": ("ordinario",),
            "accessorio-monte": ("indennizzo", "penalita", "entrambi"),
        },
        "72: indemnity and penalty by a rule that provides for them, or by the arbiter who annuls",
        "72: possible with every annulment",
    ),
    (
        CODE,
        "andata-a-monte",
        {
            "titolo-monte": ("codice",),
            "forma": ("ordinario",),
            "accessorio-monte": ("indennizzo", "penalita", "entrambi"),
        },
        "72: indemnity and penalty by a rule that provides for them, or by the arbiter who annuls",
        "72: possible with every annulment",
    ),
    (
        CODE,
        "richiamo-attenzione",
        {
            "modo-richiamo": ("giocata",),
            "inequivocabile": ("no",),
            "misura-disciplinare": ("richiamo", "diffida", "allontanamento", "deferimento"),
        },
        "64: what is not unmistakable is no anomaly",
        "86, 87: conduct all the same, with a measure for whoever repeats it",
    ),
    (
        CODE,
        "formazione-coppie",
        {
            "questione-coppie": ("tace", "apre-prima"),
            "modo-coppie": ("ignote",),
            "carte-di-danari": ("solo-quattro", "anche-cinque"),
        },
        "101: how one declares with unknown pairs is not in our copy",
        "101: the duty to declare is common to all pairs by chance",
    ),
    (
        CODE,
        "fine-partita",
        {"questione-partita": ("traguardo",), "tipo-partita": ("passate", "passata-singola")},
        "102: only a match by points has a target in points",
        "102: a target may be agreed in the other matches too",
    ),
    (
        CODE,
        "piatto-contestato",
        {"questione-piatto": ("versamento",), "posta-pagata": ("si",)},
        "35: paying the stake closes what had to be put in too",
        "35: it closes the result alone, and the contribution is still owed",
    ),
    (
        CODE,
        "accusa-dimenticata-o-errata",
        {"difetto-accusa": ("dimenticata",), "modalita": ("contestazione",), "prima-battuta": ("in-corso",)},
        "180 is silent on reminding somebody of a forgotten accusa: the principles",
        "174: to accuse stays a choice, whoever mentions it: no anomaly and no points",
    ),
    (
        CODE,
        "carta-contro-dichiarazione",
        {"contrasto": ("venticinque",), "carta-ferma": ("si",), "correzione-immediata": ("si",)},
        "23: what was said of the card may be corrected at once, here too",
        "48: the play is wrong and not the words: the arbiter decides",
    ),
    (
        CODE,
        "chiamarsi-fuori",
        {
            "era-stata-chiamata": ("si",),
            "arrivata-al-punteggio": ("battuta-appena-finita",),
            "adempimento": ("senza-dichiarazioni",),
        },
        "140, 170: the trick having just ended, it may still declare",
        "170: without the declarations a cappotto is annulled",
    ),
    (
        CODE,
        "dichiarazione-intempestiva",
        {"momento-dichiarazione": ("pigliata-deposta",), "norme": ("moderne",)},
        "158: only while the trick is gathered and put away; once it lies there it is late",
        "158: until another suit is declared or the next trick begins",
    ),
    (
        CODE,
        "faglio-liscio-errato",
        {"faglio-di-che": ("faglio",), "malafede": ("no",)},
        "43: every faglio in good faith is exempt",
        "43: only in the partner's suit",
    ),
    (
        CODE,
        "posta-contestata",
        {
            "questione-posta": ("quanto",),
            "tipo-posta": ("semplice-o-doppia",),
            "esito-partita": ("cappotto-dopo",),
        },
        "137 lowers the stake only where there is a pool: two stakes",
        "137 lowers it everywhere: one stake",
    ),
    (
        CODE,
        "rilevata-fuori-tempo",
        {"come-rilevata": ("mai",), "smentita-dal-gioco": ("si",)},
        "65: what nobody detected in time is healed, even if a later play shows it",
        "66, 69: a later play is a fresh constatazione",
    ),
    (
        CODE,
        "risarcimento",
        {
            "norme": ("tradizionali",),
            "risarcimenti-pattuiti": ("si",),
            "evento-negativo": ("cappotto-subito",),
            "richiesta-risarcimento": ("pagato",),
            "momento-colpa": ("cappotto",),
            "colpa-nel-cappotto": ("a-terra-errata", "deciso-da-solo"),
        },
        "152: its last two faults presuppose a cappotto declared by the pair",
        "150: event and fault are both listed, so compensation is due",
    ),
    (
        CODE,
        "sovranita-errata",
        {"errore-sovranita": ("piombo",), "dipendeva-da-tressette": ("si",), "malafede": ("no",)},
        "56: whoever says piombo has no other card of the suit, and the exception of 52 cannot arise",
        "52: the exception is of any false sovereignty",
    ),
]
