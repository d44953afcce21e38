"""What arbiters and players of the demo's past tournaments wrote: invented, as one writes at a table."""

# Why it was decided otherwise, and what was ordered.
DEPARTURES = (
    (
        "Era la prima gara della coppia: ho spiegato la regola a tutti e quattro.",
        "Si prosegue, con un richiamo a voce.",
    ),
    ("L’errore non ha cambiato nulla: la mano era già decisa.", "Si prosegue senza conseguenze."),
    ("Il segnaposto era caduto e non si vedeva di chi fosse il turno.", "Si riprende la carta e si prosegue."),
    ("Tutti e quattro hanno chiesto di lasciare le cose come stavano.", "Il gioco resta com’è."),
    ("È la terza volta nello stesso incontro.", "Un’ammonizione alla linea che ha sbagliato."),
    ("Il giocatore non sente bene e aveva capito un altro seme.", "Si ripete la dichiarazione ad alta voce."),
    ("L’avversario ha visto le carte solo per un momento e non ne ha tratto vantaggio.", "Nessuna carta è bloccata."),
    ("Il rumore della sala copriva la voce: la chiamata è arrivata appena possibile.", "La contestazione è ammessa."),
)
APPEALED = "Nessuno al tavolo ha fermato il gioco: la contestazione è arrivata a carte già raccolte."
DISMISSED = "Il provvedimento applica l’articolo ai fatti accertati; sui fatti decide chi era al tavolo."
CHANGED_BECAUSE = "Sentite le due linee, il fatto era stato rilevato in tempo: l’arbitro non c’era ancora."
SAID_AGAIN = "Il richiamo basta: la linea innocente non ha perso niente."
WHY_LATE = "Il testo scritto è stato consegnato solo a fine turno."
REMARK = "Al secondo turno manca chi ha arbitrato il tavolo 3: aggiungi il compito e invia di nuovo."
HOMOLOGATED_BECAUSE = "Le tessere segnalate sono state viste con il circolo: erano in corso di rinnovo."
RULE_OF_THE_TERM = "Regolamento di giustizia della federazione dimostrativa, art. 7"
JUDGE_AGAIN = "Il provvedimento dà per accertato un fatto che al tavolo nessuno ha confermato."
STATED = "La coppia chiede di essere sentita e porta due testimoni del tavolo accanto."
HEARD = "Sentiti la coppia e l’arbitro: raccontano lo stesso svolgimento, in altro ordine."
JUDGE_REASONS = "L’ordine dei fatti non cambia la norma che si applica: il provvedimento resta, e così la classifica."
# By the anomaly that they are about: headnote, comment, tags. The last one stays a draft.
HEADNOTES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "accusa-anticipata",
        "Di un’accusa detta prima del turno si accerta anzitutto chi l’ha sentita e chi l’ha contestata.",
        "Le domande si fanno a carte ferme, una linea alla volta.",
        ("accusa", "accertamento"),
    ),
    (
        "mancata-risposta",
        "Per una mancata risposta conta quando è stata rilevata: il provvedimento scrive in quale mano e da chi.",
        "Se le due linee raccontano momenti diversi, si ricostruisce la giocata dalle carte raccolte.",
        ("mancata risposta", "accertamento"),
    ),
    (
        "carte-esposte",
        "Di una carta mostrata il provvedimento dice quale, per quanto e a chi: senza questo non si può rivedere.",
        "",
        ("carte esposte",),
    ),
    (
        "dichiarazione-intempestiva",
        "Chi si discosta dalla proposta scrive il fatto che lo ha convinto, non solo che lo ritiene giusto.",
        "",
        ("motivazione",),
    ),
    ("accusa-tardiva", "Prima di dire tardiva una contestazione si chiede chi poteva farla prima.", "", ("tempo",)),
)
