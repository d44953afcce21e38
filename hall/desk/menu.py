"""Every page and action of a tournament, told once: the menu of the desk lists them, «Vai a…» finds them by a word."""

from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from hall.desk.ways import Group, Here, Link, Way, begin, plain
from records.rights import Right
from tournaments.rounds.models import Round
from tournaments.setup.models import Contest

ANY = frozenset(Round.State) - {Round.State.DISCARDED}


def _needs(*rights: Right) -> frozenset[Right]:
    return frozenset(rights)


def _entered(here: Here) -> str:
    return ngettext("%(n)d iscritta", "%(n)d iscritte", here.pairs) % {"n": here.pairs}


def _persons(here: Here) -> str:
    return ngettext("%(n)d persona", "%(n)d persone", here.staff) % {"n": here.staff}


MENU = (
    Group(
        _lazy("Chi gioca"),
        (
            Way(
                _lazy("Iscrizioni"),
                "entries",
                "users",
                also=_lazy("iscrivi nuova coppia squadra giocatore elenco ritiro ritira rientro sostituzione togli"),
                aside=_entered,
            ),
            Way(
                _lazy("Presenze"),
                "check_in",
                "clipboard-check",
                _needs(Right.CHECK_IN),
                also=_lazy("appello presenti assenti arrivati segna"),
            ),
            Way(
                _lazy("Giocatori e circoli"),
                "players",
                "contact",
                also=_lazy("schede tessere albo"),
                arg=lambda _one: "",
            ),
            Way(
                _lazy("Cartellini dei giocatori"),
                "export_name_tags",
                "id-card",
                _needs(Right.EXPORT),
                lambda here: bool(here.pairs),
                also=_lazy("stampa qr nomi"),
            ),
        ),
    ),
    Group(
        _lazy("Gioco"),
        (
            Way(
                _lazy("Fasi e formule"),
                "stages",
                "layers",
                also=_lazy("mitchell danese girone eliminazione howell rover formula gironi"),
            ),
            Way(
                _lazy("Smazzate"),
                "desk_deals",
                "layout-grid",
                is_there=lambda here: here.tournament.is_duplicate and not here.tournament.is_online,
                also=_lazy("mazzi carte distribuzioni astucci"),
            ),
            Way(
                _lazy("Chi non si incontra"),
                "kept_apart",
                "users",
                also=_lazy("coppie separate separa famiglia"),
            ),
            Way(
                _lazy("Tavoli di tre e di cinque"),
                "desk_sittings",
                "users",
                is_there=lambda here: here.tournament.members_per_entry[1] == 1,
                also=_lazy("tornate"),
            ),
            Way(_lazy("Schermo della sala"), "screen", "monitor", also=_lazy("proiettore orologio tempo tv")),
        ),
    ),
    Group(
        _lazy("Arbitraggio"),
        (
            Way(
                _lazy("Chiamate all’arbitro"),
                "direct_calls",
                "bell-ring",
                _needs(Right.DIRECT_CALLS),
                also=_lazy("manda arbitri"),
            ),
            Way(
                _lazy("Provvedimenti"),
                "rulings",
                "gavel",
                _needs(Right.VIEW_CASES),
                also=_lazy("decisioni sentenze sanzioni casi"),
            ),
            Way(
                _lazy("Penalità e compensi"),
                "adjustments",
                "scale",
                also=_lazy("multa punti vp ammonizione ammonizioni ritardo"),
            ),
            Way(_lazy("Reclami"), "appeals", "message-square-warning", also=_lazy("ricorso appello giuria deposito")),
            Way(
                _lazy("Il codice"),
                "code",
                "book-open",
                also=_lazy("regolamento articoli norme"),
                aside=lambda here: str(here.tournament.edition),
                arg=lambda one: one.rulebook,
            ),
        ),
    ),
    Group(
        _lazy("Risultati"),
        (
            Way(
                _lazy("Pubblicazione della classifica"),
                "publications",
                "list-ordered",
                also=_lazy("esponi provvisoria definitiva segnalazioni pubblica"),
            ),
            Way(_lazy("Premi"), "prizes", "trophy", also=_lazy("premiazione coppa vincitori premia")),
            Way(_lazy("Quote di iscrizione"), "fees", "receipt-euro", also=_lazy("soldi pagato incasso euro cassa")),
            Way(
                _lazy("Classe per la stagione"),
                "proposed_class",
                "medal",
                _needs(Right.MANAGE_ROUNDS),
                lambda here: here.tournament.federation.is_named,
                also=_lazy("punti federali"),
            ),
            Way(
                _lazy("Fine del torneo"),
                "ending",
                "flag",
                also=_lazy("concludi conclusione interrompi chiudi torneo premiazione"),
            ),
            Way(
                _lazy("Tutto il torneo in Excel"),
                "export_whole_tournament",
                "table",
                _needs(Right.EXPORT, Right.VIEW_CASES),
                also=_lazy("foglio esporta scarica"),
            ),
            Way(
                _lazy("Tutto il torneo in Excel"),
                "export_workbook",
                "table",
                _needs(Right.EXPORT),
                lambda here: Right.VIEW_CASES not in here.rights,
                also=_lazy("foglio esporta scarica"),
            ),
            Way(
                _lazy("Rapporto per la federazione, in PDF"),
                "export_report",
                "file-text",
                _needs(Right.EXPORT, Right.VIEW_CASES),
                also=_lazy("relazione verbale stampa"),
            ),
            Way(
                _lazy("Pacchetto sigillato"),
                "tournament_package",
                "package",
                _needs(Right.VIEW_LOG),
                lambda here: not here.tournament.is_practice,
                also=_lazy("invia spedisci omologa omologazione federazione zip"),
            ),
        ),
    ),
    Group(
        _lazy("Conduzione"),
        (
            Way(
                _lazy("Impostazioni"),
                "settings",
                "sliders-horizontal",
                _needs(Right.MANAGE_ROUNDS),
                also=_lazy("nome luogo data cambia codice gioco"),
            ),
            Way(
                _lazy("Incarichi"),
                "staff",
                "id-card",
                also=_lazy("arbitro segnapunti invito invita password persone"),
                aside=_persons,
            ),
            Way(
                _lazy("Registro delle operazioni"),
                "log",
                "scroll-text",
                _needs(Right.VIEW_LOG),
                also=_lazy("storia chi quando"),
            ),
            Way(
                _lazy("I tuoi ultimi atti"),
                "my_acts",
                "undo-2",
                also=_lazy("annulla disfa indietro sbaglio errore"),
            ),
            Way(_lazy("Oscura parole"), "black_out", "pencil", _needs(Right.BLACK_OUT), also=_lazy("cancella note")),
            Way(
                _lazy("Copia questo torneo"),
                "copy_tournament",
                "copy",
                _needs(Right.MANAGE_ROUNDS),
                lambda here: here.copies and here.tournament.has_ended,
                also=_lazy("nuovo"),
            ),
        ),
    ),
)

# What the frame of every page, or the page of a round, offers beside.
BESIDE = (
    Way(_lazy("Tavoli"), "tournament", "layout-grid", also=_lazy("turni pubblico")),
    Way(_lazy("Dove siedo?"), "seat", "search", also=_lazy("posto cerca")),
    Way(_lazy("Classifica"), "standings", "list-ordered", also=_lazy("graduatoria punti")),
    Way(_lazy("Arbitraggio"), "arbiter_home", "gavel", _needs(Right.VIEW_CASES), also=_lazy("anomalia nuovo caso")),
    Way(_lazy("Direzione"), "desk", "list-checks", _needs(Right.VIEW_DESK), also=_lazy("da fare")),
    Way(_lazy("Chiamate"), "calls", "bell-ring", _needs(Right.ANSWER_CALLS), also=_lazy("chi chiama arbitro")),
    Way(_lazy("Regole del torneo"), "regulations", "book-open", also=_lazy("scala vp")),
    Way(_lazy("Verifica"), "verification", "shield-check", also=_lazy("prova sigillo controlla catena")),
    Way(
        _lazy("Importa le iscrizioni"),
        "import_entries",
        "file-up",
        _needs(Right.MANAGE_ENTRIES),
        lambda here: not here.tournament.has_ended,
        also=_lazy("excel csv file elenco carica"),
    ),
    Way(
        _lazy("Prepara un turno"),
        "prepare_round",
        "plus",
        _needs(Right.MANAGE_ROUNDS),
        lambda here: here.pairs > 1 and not here.tournament.has_ended,
        also=_lazy("abbina abbinamenti sorteggia nuovo turno"),
    ),
    Way(
        _lazy("Chiudi l’appello"),
        "close_check_in",
        "lock",
        _needs(Right.MANAGE_ENTRIES),
        lambda here: not here.rounds and not here.tournament.has_ended,
        also=_lazy("assenti"),
    ),
    Way(
        _lazy("Turno %(number)d: pubblica i tavoli"),
        "round_grid",
        "eye",
        _needs(Right.MANAGE_ROUNDS),
        rounds=frozenset({Round.State.DRAFT}),
    ),
    Way(
        _lazy("Turno %(number)d: avvia il gioco"),
        "round_grid",
        "play",
        _needs(Right.MANAGE_ROUNDS),
        rounds=frozenset({Round.State.PUBLISHED}),
    ),
    Way(
        _lazy("Turno %(number)d: chiudi"),
        "round_grid",
        "lock",
        _needs(Right.MANAGE_ROUNDS),
        rounds=frozenset({Round.State.PLAYING}),
        also=_lazy("punteggi griglia conferma"),
    ),
    Way(
        _lazy("Riapri il turno %(number)d"),
        "reopen_round",
        "rotate-ccw",
        _needs(Right.MANAGE_ROUNDS),
        lambda here: not here.tournament.has_ended and not any(one.state == Round.State.PLAYING for one in here.rounds),
        frozenset({Round.State.CLOSED}),
        only_last=True,
        also=_lazy("chiuso"),
    ),
    Way(
        _lazy("Orologio del turno %(number)d"),
        "clock",
        "hourglass",
        _needs(Right.RUN_CLOCK),
        rounds=frozenset({Round.State.PLAYING}),
        also=_lazy("tempo minuti pausa"),
    ),
    Way(
        _lazy("Abbinamento del turno %(number)d"),
        "pairing",
        "shuffle",
        rounds=ANY,
        also=_lazy("sposta scambia coppie ritira scarta bozza rifai motivo"),
    ),
    Way(
        _lazy("Posti del turno %(number)d, da appendere"),
        "export_seating_pdf",
        "printer",
        _needs(Right.EXPORT),
        rounds=ANY,
        also=_lazy("elenco lista muro stampa tavoli"),
    ),
    Way(
        _lazy("Fogli da compilare del turno %(number)d"),
        "export_blank_round_sheets",
        "printer",
        _needs(Right.EXPORT),
        rounds=ANY,
        also=_lazy("segnapunti score stampa"),
    ),
    Way(
        _lazy("Formazioni del turno %(number)d"),
        "line_ups",
        "users",
        is_there=lambda here: here.tournament.contest == Contest.TEAMS,
        rounds=ANY,
    ),
)

MOST = 8


def menu(here: Here) -> list[tuple[str, list[Link]]]:
    """The groups of the menu with their links, those that this person may follow."""
    groups = [(str(group.title), [link for way in group.ways for link in way.links(here)]) for group in MENU]
    return [(title, links) for title, links in groups if links]


def named(here: Here, typed: str) -> list[Link]:
    """The ways that every typed word begins a word of, in their names first and then in what else they are called."""
    words = plain(typed)
    if not words or max(map(len, words)) < 2:
        return []
    ways = [*(way for group in MENU for way in group.ways), *BESIDE]
    found = [link for way in ways for link in way.links(here)]
    by_name = [link for link in found if begin(words, plain(link.words))]
    by_other = [link for link in found if link not in by_name and begin(words, plain(f"{link.words} {link.also}"))]
    return [*by_name, *by_other][:MOST]
