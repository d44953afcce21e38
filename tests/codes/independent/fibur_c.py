"""Independent reading of the F.I.Bur. code, third part: sheets, absences, rankings, the missing draw, the pot.

Conventions as in fibur_a.
"""

READINGS = [
    (
        "score-non-consegnato",
        "sheet handed in by the losers",
        "no penalty: only the sheet left on the table costs",
        "not handed in by whom it should: penalty",
    ),
    (
        "score-smarrito",
        "found again in time, but the ranking is final",
        "final means final (art. 20)",
        "restored: art. 19 knows a single exception, from single group to merit groups",
    ),
    (
        "assenza-di-entrambe",
        "both lines absent from the same table",
        "each gets its own absence score",
        "both have left the contest: 0 for each",
    ),
    ("assenza", "'first three rounds'", "rounds of absence", "rounds of the tournament"),
    ("assenza", "absence without notice", "reported, same score", "unauthorised: treated as guilty leaving, 0"),
    (
        "abbandono",
        "a line gone for good with notice",
        "out of the pairings, next opponents rest",
        "keeps its place: 7 VP for three missed rounds, then 0 (the sentence covers 'temporary or definitive')",
    ),
    ("abbandono", "notice not given, no quarrel", "report besides the lateness score", "report instead of any score"),
    (
        "abbandono",
        "quarrel, the innocent line had more",
        "its own score, higher than rest, as ascertained",
        "whichever is higher, even in MP only",
    ),
    (
        "abbandono",
        "quarrel caused by one player: the whole pair loses at 0, only the culprit is reported and out",
        "the pair is out with him",
        "the partner may go on with a substitute if art. 39 allows it",
    ),
    (
        "abbandono",
        "play suspended for both lines' excesses",
        "7 VP each, nothing else",
        "also removal or report, by the arbiter's powers",
    ),
    (
        "squadra-incompleta",
        "one team incomplete and 13-7 would be unfair",
        "13-7 always: no exception is written",
        "the exception of lateness applies",
    ),
    ("squadra-incompleta", "both incomplete", "as both late: both lose, unless unfair", "silence"),
    (
        "errore-nello-score",
        "typing error of the scoring office",
        "no confirmation needed, seats may change",
        "confirmation of the opponents always",
    ),
    ("errore-nello-score", "several obstacles together", "the final ranking comes first", "every one is named"),
    (
        "angolista",
        "he interfered, nobody asks him to leave",
        "arbiter judges the effect, he may stay",
        "he must leave at once",
    ),
    ("caso-non-previsto", "unforeseen fault, opponent has drawn", "right lost", "no right is at stake: arbiter"),
    ("obblighi-coi-separe", "asking counts out of turn", "rule of behaviour", "only a reminder"),
    ("somma-ammonizioni", "beyond the third", "every further three cost a point", "only the third does"),
    (
        "mancata-pesca",
        "partner points it out before the discard, game incomplete but can be completed",
        "completed: art. 30 is special ('as above')",
        "not curable: art. 21",
    ),
    (
        "mancata-pesca",
        "partner points it out after the discard",
        "no warning: he may speak then (art. 21)",
        "warning in any case (art. 30)",
    ),
    (
        "mancata-pesca",
        "found after the discard",
        "draws now (or takes the pile as it was), discard stays, games frozen",
        "he discards again after drawing; or nothing can be done after the discard",
    ),
    (
        "mancata-pesca",
        "found after the discard, incomplete game completed",
        "completion still allowed (no term set)",
        "no action after the discard: penalised",
    ),
    ("pozzo-visto-prima", "direct pot", "he plays it in the same turn and may look", "article speaks of discards only"),
    ("pozzo-visto-prima", "second time", "1 VP instead of the warning", "warning and 1 VP"),
    ("pozzo-visto-prima", "opponent has drawn after the look", "right lost", "a warning is no right of the opponents"),
    (
        "pozzo-preso-per-errore",
        "pot not due, nothing played from it, noticed after the opponent drew",
        "kept: the draw heals the taking",
        "put back: art. 23 heals only what has been played",
    ),
    (
        "pozzo-preso-per-errore",
        "second pot played, which closing article",
        "the one without burraco sorts it out (34, or 35 and 36)",
        "closing judged by how he ran out of cards",
    ),
    (
        "pozzo-preso-per-errore",
        "wrong game and direct pot, discard already made",
        "wrong cards discarded from the next turn, in order",
        "the discard goes back with the pot; wrong card now",
    ),
]

MISSING = [
    ("score-non-consegnato", "in team matches: a player of the winning team; MP or VP of the match with the penalty"),
    ("score-smarrito", "no MP is given for 7-7; found again within the single group after later pairings are out"),
    ("assenza-di-entrambe", "line absent from the start or in mid-tournament: no rest score for absent opponents"),
    ("assenza", "MP of absence outside matches of four hands; the report names the line, not the player"),
    ("abbandono", "an unfair advantage is an exception here too, but only asked in the procedure it goes on in"),
    (
        "abbandono",
        "leaving of both: quarrel and simple lack of notice are one answer, though only a quarrel bars the return",
    ),
    ("abbandono", "quarrel of players of both lines; a line leaving because the other misbehaves"),
    ("abbandono", "later opponents rest, earlier results stand: always, also in the quarrel"),
    ("squadra-incompleta", "whether the missing player is late (art. 40 rows) or missing for good; a substitute"),
    ("errore-in-classifica", "an error of the score itself, needing the opponents' confirmation (art. 20)"),
    ("errore-nello-score", "last round: there is no next round to correct in; the posted final ranking and 10 minutes"),
    ("angolista", "whose side the help was for; players' ask must be obeyed without reasons"),
    ("obblighi-coi-separe", "hands covered by the guard and cards in a fan: duties not among the answers"),
    ("obblighi-coi-separe", "warning at discretion, repeated forgetting; closing not declared: is it valid?"),
    ("somma-ammonizioni", "do a player's and his line's warnings add up; do they carry over sessions"),
    ("mancata-pesca", "wild among the penalised cards, number of them (one discard per turn)"),
    ("mancata-pesca", "he closed or went to the pot without having drawn: no card left to discard"),
    ("mancata-pesca", "someone closes while the games are frozen: opened negative, tied only the cards added"),
    ("pozzo-visto-prima", "the look of a pot he is not to have"),
    (
        "pozzo-preso-per-errore",
        "for the second pot played: how the hand was exhausted, and whether there is a "
        "burraco, must be asked again; the discard made with it",
    ),
    (
        "pozzo-preso-per-errore",
        "direct pot with wrong game: whether he already discarded ('discard included'), who "
        "noticed it (partner: no cure), whether the wrong game could be cured",
    ),
    ("pozzo-preso-per-errore", "late: the wrong game is frozen, counts negative as a whole"),
]


def score_non_consegnato(f):
    """Art. 19: the winners hand the sheet in; left on the table it costs them 1 VP. A draw is not foreseen."""
    if f["score-sul-tavolo"] != "lasciato":
        return {"inform: nessuna-penalita"}
    if f["esito-partita"] == "vinta":
        return {"penalty: vp"}
    return {"judgement: consegna-in-parita"} | ({"penalty: vp"} if f["penalita-in-parita"] == "si" else set())


def score_smarrito(f):
    """Art. 19: lost, 7-7; found, what is written counts, unless it was lost in the single group and found later."""
    if f["score-ritrovato"] == "no":
        return {"fixed_score: score-smarrito"}
    if f["fasi-dello-score"] == "si":
        return {"refuse: score-ritrovato-tardi"}
    return {"refuse: classifica-definitiva" if f["classifica-chiusa"] == "si" else "rectify: punteggio-trascritto"}


def assenza_di_entrambe(f):
    """Art. 39: each absent line 7 VP for three rounds, then 0; whoever gave no notice is reported."""
    out = set() if f["senza-avviso"] == "nessuna" else {"discipline: deferimento"}
    for turn in (f["turno-linea-a"], f["turno-linea-b"]):
        first = turn == "primi-tre"
        out |= {"fixed_score: assenza-primi-tre-turni" if first else "fixed_score: assenza-dal-quarto-turno"}
    return out


def abbandono(f):
    """Art. 39: leaving in a round is decided like lateness; a quarrel costs everything; both leaving, 0 each."""
    why, for_good = f["motivo-abbandono"], f["durata-abbandono"] == "definitiva"
    if why == "intemperanze":
        return {"fixed_score: intemperanze"}
    if why == "entrambe":
        noticed = f["come-abbandonano"] == "avvisando"
        out = {"fixed_score: abbandono-di-entrambe"} | (set() if noticed else {"discipline: deferimento"})
        return out | ({"withdraw: ritiro" if noticed else "withdraw: senza-avviso"} if for_good else set())
    if why == "litigio":
        out = {
            "discipline: deferimento",
            "fixed_score: abbandono-colpevole",
            "withdraw: esclusione",
            "forbid: riprendere-il-torneo",
        }
        if f["punteggio-superiore"] == "si":
            return out | {"judgement: punteggio-maturato", "fixed_score: punteggio-maturato"}
        return out | {"fixed_score: riposo"}
    noticed = f["direttore-avvisato"] == "si"
    out = {"go: partita-persa-per-assenza"} | (set() if noticed else {"discipline: deferimento"})
    return out | ({"withdraw: ritiro" if noticed else "withdraw: senza-avviso"} if for_good else set())


def assenza(f):
    """Art. 39: 7 VP for three missed rounds, then 0; the opponents rest; without notice the line is reported."""
    first = f["turno-di-assenza"] == "primi-tre"
    out = {
        "fixed_score: riposo",
        "fixed_score: assenza-primi-tre-turni" if first else "fixed_score: assenza-dal-quarto-turno",
    }
    return out if f["direttore-avvisato"] == "si" else out | {"discipline: deferimento"}


def squadra_incompleta(f):
    """Art. 39: the complete team wins 13-7. Both incomplete: by analogy with both late (art. 40)."""
    if f["squadre-incomplete"] == "una":
        return {"fixed_score: squadra-completa", "fixed_score: squadra-incompleta"}
    if f["ingiusto-vantaggio"] == "si":
        return {"judgement: ingiusto-vantaggio", "fixed_score: punteggio-deciso"}
    return {"fixed_score: squadra-incompleta"}


def errore_in_classifica(f):
    """Art. 20: ten minutes to check, then the ranking is final."""
    return {"refuse: classifica-definitiva" if f["dieci-minuti"] == "si" else "rectify: classifica"}


def errore_nello_score(f):
    """Art. 20: corrected with the opponents' confirmation; once seats are posted, only with the next round."""
    if f["classifica-chiusa"] == "si":
        return {"refuse: classifica-definitiva"}
    if f["autore-errore-score"] == "sala-conti":
        return {"rectify: punteggio-score"}
    if f["conferma-avversari"] == "no":
        return {"refuse: correzione-senza-conferma"}
    return {"rectify: punteggio-al-turno-dopo" if f["posizione-esposta"] == "si" else "rectify: punteggio-score"}


def angolista(f):
    """Definitions: no bystander in national and regional events; elsewhere he leaves if a player asks."""
    leaves = f["torneo-nazionale-o-regionale"] == "si" or f["chiesto-di-allontanarlo"] == "si"
    out = {"oblige: lasciare-il-tavolo"} if leaves else set()
    if f["angolista-interviene"] == "si":
        out |= {"judgement: angolista-ha-influito"}
    return out or {"inform: angolista-ammesso"}


def caso_non_previsto(f):
    """General rules: spirit of the game; a fault is no longer punishable once the opponent drew."""
    if f["ambito-del-caso"] == "infrazione" and f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    return {"judgement: spirito-del-gioco"}


def obblighi_coi_separe(f):
    """Last chapter: screens, ordered pile, declared end of cards; counts are asked only in one's turn."""
    return {
        {
            "regolazione": "oblige: regolare-separe",
            "monte-ordinato": "oblige: ordinare-gli-scarti",
            "dichiarare": "oblige: rovesciare-paramani",
            "contare": "go: comportamento-scorretto",
        }[f["obbligo-coi-separe"]]
    }


def somma_ammonizioni(f):
    """Powers, behaviour: three warnings make one VP less."""
    third = f["ammonizioni-sommate"] in ("terza", "altre-tre")
    return {"penalty: vp" if third else "inform: ammonizione-annotata"}


def mancata_pesca(f):
    """Art. 30: draw and discard only; opened games and games with tied cards frozen; incomplete ones penalised."""
    when, what, whole = f["momento"], f["gioco-senza-pesca"], f["gioco-incompleto"]
    if when == "gioco-proseguito":
        return {"refuse: diritto-decaduto"}
    now = when == "prima-dello-scarto"
    out = {"oblige: solo-pesca-e-scarto" if now else "oblige: prendere-e-lasciare-lo-scarto"}
    if now and f["chi-rileva"] == "compagno":
        out |= {"penalty: ammonizione"}
    if what != "aperti":
        out |= {"freeze: giochi-con-carte-legate"}
    if what == "legate":
        return out
    if whole == "non-completato":
        return out | {
            "status: penalizzata",
            "oblige: scartare-secondo-norma" if now else "oblige: penalizzate-come-scarto",
        }
    out |= {"freeze: giochi-aperti"}
    return out | ({"rectify: gioco-completato"} if whole == "completato" else set())


def pozzo_visto_prima(f):
    """Art. 23, last chapter: a pot taken with the discard is looked at after the partner's discard, or with screens."""
    allowed = f["presa-del-pozzo"] == "in-diretta" or f["separe"] == "con-separe" or f["scarto-del-compagno"] == "si"
    if allowed:
        return {"inform: pozzo-si-puo-vedere"}
    if f["gioco-proseguito"] == "si":
        return {"refuse: diritto-decaduto"}
    return {"penalty: vp" if f["recidiva-pozzo"] == "si" else "penalty: ammonizione"}


def pozzo_preso_per_errore(f):
    """Art. 23: closing articles judge a pot not due; the draw of the opponent heals what was played with it."""
    what, late = f["presa-errata"], f["gioco-proseguito"] == "si"
    if what == "gia-preso-in-diretta":
        return {"go: pozzo-tenuto" if late else "go: chiusura-senza-scarto"}
    if what == "gia-preso-con-lo-scarto":
        return {"go: pozzo-tenuto" if late else "go: chiusura-senza-burraco"}
    if what == "altro-pozzo-giocato":
        return {"go: linea-senza-pozzo"} if late else {"rectify: pozzo-ricomposto", "go: chiusura-senza-burraco"}
    if late:
        return {"freeze: gioco"}  # its cards count against, the pot is healed
    return {"rectify: pozzo-ricomposto", "status: penalizzata", "oblige: scartare-secondo-norma"}
