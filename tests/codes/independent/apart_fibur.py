"""Where the F.I.Bur. code may be read either way and the second reading took the other; each told by its table."""

FIBUR = "fibur-burraco-2019"

APART_FIBUR: list[tuple[str, str, dict[str, tuple[str, ...]], str, str]] = [
    (
        FIBUR,
        "raccolta-fuori-turno",
        {"ha-fatto-gioco": ("si",), "compagno-deve-giocare": ("si",)},
        "only where nothing was melded must the partner draw: the sentence stands there (31)",
        "the partner must draw after any pick-up out of turn",
    ),
    (
        FIBUR,
        "rilievo-del-compagno",
        {"rilievo": ("gioco-errato", "carta-legata-male", "altro")},
        "what the partner says before the discard is prompting, and brings the warning (22)",
        "21 gives the warning only for the burraco of six cards",
    ),
    (
        FIBUR,
        "abbandono",
        {"motivo-abbandono": ("litigio",), "colpa-del-litigio": ("giocatore",)},
        "the ban on returning is of the player at fault; the partner may, with a substitute (39)",
        "the pair is out with him",
    ),
    (
        FIBUR,
        "malessere",
        {"assenza-giustificata": ("no",), "durata-assenza": ("oltre-10",)},
        "whoever leaves without a reason and does not return has withdrawn without notice (39)",
        "the arbiter weighs it",
    ),
    (
        FIBUR,
        "matta-spostata",
        {
            "situazione-matta": ("spostata",),
            "resto-del-gioco": ("si",),
            "rilevata": ("subito", "dal-compagno", "dopo-lo-scarto"),
        },
        "cards that no longer fit are wrongly added and may be put right (29)",
        "they are in excess: penalised (25)",
    ),
    (
        FIBUR,
        "mescolatura-irregolare",
        {"vizio-mescolatura": ("altro-giocatore",), "di-mano-ha-giocato": ("no",)},
        "4 has only the warning for whoever shuffles without being due to",
        "it is an anomaly before play too: a new deal (7)",
    ),
    (
        FIBUR,
        "obblighi-del-tavolo",
        {"obbligo-dimenticato": ("ricontare-i-pozzi",), "di-mano-ha-giocato": ("si",)},
        "the pozzi are counted again even once play has begun: a standing duty (23)",
        "the first draw heals it (7)",
    ),
    (
        FIBUR,
        "pesca-dopo-pozzo",
        {"ha-fatto-gioco": ("si",), "uso-carta-pescata": ("a-parte",)},
        "melds made without the card drawn are frozen like the others (31)",
        "they owe it nothing, and stay free",
    ),
    (
        FIBUR,
        "pesca-fuori-turno",
        {"ha-fatto-gioco": ("si",), "uso-carta-pescata": ("a-parte",), "toccava-a": ("avversario",)},
        "a card drawn and not used goes back shown, as when nothing was melded (31)",
        "it is shown only where nothing was melded",
    ),
]
