"""Every page with who looks at it, for the tests that read them all: the demonstration, and teams of four beside it."""

from collections.abc import Mapping

from referee.demo import mitchell, two_stages
from referee.demo.presence import SLUG
from tests.access_table import ACCESS

COPPA, CODE = f"/tornei/{SLUG}/", "/codice/fitres-tressette/"
PINELLE = "/tornei/trofeo-pinelle/"
BURRACO_2 = f"{PINELLE}direzione/turni/2/"
# Two stages, the second in its groups; boards that go round, concluded; teams of four, about to play.
GROUPS, MITCHELL, TEAMS = (f"/tornei/{slug}/" for slug in (two_stages.SLUG, mitchell.SLUG, "squadre-in-prova"))
ROUND_4, DESK_4 = f"{COPPA}turni/4/", f"{COPPA}direzione/turni/4/"

ALL_ELEVEN = "aces=4&third_cards=20&last_trick=A&target=21&before_a=15&swept=A&tradition=corrente"
RIBUSSO = "rules=moderne&holding=3&holding=7&holding=5&card=7&words=ribusso&not_on_lead=on"

# Addresses that answer GET with something else than a page of ours: files, redirects, parts of pages.
NO_PAGES = {
    "healthz",
    "linked",
    "readyz",
    "favicon.ico",
    "invitation",  # of chance, and once: tests/doors/test_invitations.py opens them
    "first_account",  # the demonstration has accounts: tests/browser/test_shell.py looks at it without any
    "set_language",
    "admin/login/",
    "pairing_record",
    "publication_data",
    "publication_names",
    "player_suggestions",
    "screen_panel",
} | {name for name in ACCESS if name.startswith("export_")}

# Every page: who looks (nobody: the public), and where; braces are numbers that the world knows.
PAGES: Mapping[str, list[tuple[str, str]]] = {
    "login": [("nobody", "/accesso/")],
    "account": [("bruno", "/accesso/mio/")],
    "sign_in_code": [("nobody", "/accesso/codice/")],
    "second_factor": [("bruno", "/accesso/due-passaggi/")],
    "password_change": [("bruno", "/password/")],
    "password_change_done": [("bruno", "/password/cambiata/")],
    "home": [("nobody", "/"), ("bruno", "/")],
    "tournament": [("nobody", COPPA), ("bruno", COPPA), ("nobody", GROUPS), ("nobody", MITCHELL)],
    "round_tables": [("nobody", f"{COPPA}turni/2/"), ("nobody", f"{GROUPS}turni/1/"), ("nobody", f"{TEAMS}turni/1/")],
    "standings": [
        ("nobody", f"{COPPA}classifica/"),
        ("dora", f"{COPPA}classifica/?adesso"),
        ("nobody", f"{GROUPS}classifica/"),
        ("nobody", f"{MITCHELL}classifica/"),
    ],
    "pair": [("nobody", f"{COPPA}coppie/17/"), *(("nobody", f"{GROUPS}coppie/{pair}/") for pair in (7, 11, 19))],
    "seat": [
        ("nobody", f"{COPPA}posto/"),
        ("nobody", f"{GROUPS}posto/?q=tris"),
        ("nobody", f"{COPPA}posto/?q=zzzz"),
    ],
    "regulations": [("nobody", f"{COPPA}regole/"), ("nobody", f"{GROUPS}regole/")],
    "screen": [("nobody", f"{COPPA}schermo/"), ("nobody", f"{GROUPS}schermo/")],
    "codes": [("nobody", "/codice/")],
    "code": [("nobody", CODE), ("nobody", f"{CODE}?cerca=acusa"), ("nobody", f"{CODE}?cerca=zzzz")],
    "article": [("nobody", f"{CODE}articoli/81/")],
    "procedure": [("nobody", f"{CODE}anomalie/accusa-anticipata/"), ("nobody", f"{CODE}anomalie/emersione/")],
    "games": [("nobody", "/giochi/")],
    "game": [
        ("nobody", "/giochi/sette-e-mezzo/"),
        ("nobody", "/giochi/tressette-a-perdere/"),
        ("nobody", f"/giochi/tressette-classico/?{ALL_ELEVEN}"),
        (
            "nobody",
            "/giochi/burraco/?lato1-played_fives=7&lato1-closing=none&lato1-pozzo=played&lato2-closing=none"
            "&lato2-pozzo=not-taken",
        ),
    ],
    "tools": [("nobody", "/strumenti/")],
    "tool": [
        ("nobody", "/strumenti/conto/?side=A&cards=dA&cards=sA&cards=cA&cards=bA&last_trick=A"),
        ("nobody", "/strumenti/conto/?mode=terzi&thirds_a=20&last_trick=B"),
        ("nobody", f"/strumenti/dichiarazioni/?{RIBUSSO}"),
        ("nobody", "/strumenti/altri-pali/?rules=moderne&words=ho+fatto+questo+piombo&suit=pigliata&holding=7"),
        ("nobody", "/strumenti/buongioco/?cards=d3&cards=d2&cards=dA&cards=s3&cards=c3&said=n&said=33b"),
        ("nobody", "/strumenti/cappotto/?pairs=unilaterali&said=first:potrei"),
        ("nobody", "/strumenti/cappotto/?pairs=condivise&said=first:vado"),
        ("nobody", "/strumenti/poste/?posta=marcio-batuffa&ending=cappotto&players=5&loser_points=7&pool=5"),
        (
            "nobody",
            "/strumenti/burraco/?lato1-played_fives=7&lato1-closing=none&lato1-pozzo=played&lato2-closing=none"
            "&lato2-pozzo=not-taken",
        ),
    ],
    "new_tournament": [("dora", "/nuovo-torneo/"), ("dora", "/nuovo-torneo/?gioco=burraco")],
    "desk": [*((who, f"{place}direzione/") for who in ("dora", "sara") for place in (COPPA, GROUPS, MITCHELL))],
    "go_to": [("dora", f"{COPPA}vai/"), ("sara", f"{COPPA}vai/?q=3"), ("bruno", f"{GROUPS}vai/?q=zzzz")],
    "prepare_document": [("giulia", f"{COPPA}esporta/prepara/rapporto/")],
    "log": [("giulia", f"{COPPA}direzione/registro/")],
    "entries": [
        ("dora", f"{COPPA}direzione/coppie/"),
        ("dora", f"{GROUPS}direzione/coppie/"),
        ("sara", f"{TEAMS}direzione/coppie/"),
    ],
    "copy_tournament": [("dora", f"{COPPA}direzione/copia/")],
    "settings": [("dora", f"{COPPA}direzione/impostazioni/")],
    "entry": [
        ("dora", f"{COPPA}direzione/coppie/17/"),
        ("sara", f"{COPPA}direzione/coppie/1/"),
        ("dora", f"{GROUPS}direzione/coppie/7/"),
    ],
    "substitute": [
        ("dora", f"{COPPA}direzione/coppie/17/sostituzione/"),
        ("dora", f"{GROUPS}direzione/coppie/7/sostituzione/"),
    ],
    "check_in": [("sara", f"{COPPA}direzione/presenze/"), ("dora", f"{COPPA}direzione/presenze/?cerca=zzzz")],
    "close_check_in": [("dora", f"{COPPA}direzione/presenze/chiusura/")],
    "check_in_code": [("sara", f"{COPPA}presenza/{{card}}/")],
    "players": [("sara", "/giocatori/"), ("dora", "/giocatori/?cerca=zzzz")],
    "player": [("dora", "/giocatori/{player}/")],
    "erase_player": [("dora", "/giocatori/{player}/cancella/")],
    "black_out": [("dora", f"{COPPA}direzione/oscura/")],
    "import_register": [("dora", "/giocatori/importa/")],
    "new_player": [("dora", "/giocatori/nuovo/")],
    "edit_player": [("dora", "/giocatori/{player}/dati/")],
    "clubs": [("dora", "/circoli/")],
    "club": [("dora", "/circoli/{club}/")],
    "new_club": [("dora", "/circoli/nuovo/")],
    "edit_club": [("dora", "/circoli/{club}/dati/")],
    "import_entries": [("dora", f"{COPPA}direzione/coppie/importa/")],
    "import_batch": [("dora", f"{COPPA}direzione/coppie/importa/{{{one}}}/") for one in ("list", "asking")],
    "staff": [("dora", f"{COPPA}direzione/incarichi/")],
    "adjustments": [("dora", f"{COPPA}direzione/penalita/"), ("sara", f"{GROUPS}direzione/penalita/")],
    "cancel_adjustment": [("dora", f"{COPPA}direzione/penalita/{{penalty}}/annulla/")],
    "kept_apart": [("dora", f"{COPPA}direzione/separate/"), ("sara", f"{GROUPS}direzione/separate/")],
    "lift_kept_apart": [("dora", f"{COPPA}direzione/separate/{{apart}}/togli/")],
    "new_round": [("dora", f"{COPPA}direzione/turni/nuovo/")],
    "calendar": [*(("nobody", f"{place}calendario/") for place in (COPPA, MITCHELL))],
    "pairing_proof": [("nobody", f"{COPPA}turni/2/abbinamento/"), ("nobody", f"{GROUPS}turni/6/abbinamento/")],
    "stages": [("dora", f"{GROUPS}direzione/fasi/"), ("sara", f"{COPPA}direzione/fasi/")],
    "stage": [("dora", f"{COPPA}direzione/fasi/1/")],
    "start_stage": [("dora", f"{COPPA}direzione/fasi/1/gironi/")],
    "prepare_round": [*(("dora", f"{place}direzione/turni/prepara/") for place in (COPPA, GROUPS, MITCHELL))],
    "pairing": [
        ("dora", f"{COPPA}direzione/turni/2/abbinamento/"),
        ("sara", f"{DESK_4}abbinamento/"),
        ("dora", f"{GROUPS}direzione/turni/6/abbinamento/"),
        ("dora", f"{MITCHELL}direzione/turni/3/abbinamento/"),
    ],
    "change_pairing": [("dora", f"{DESK_4}abbinamento/cambia/?kind=swap&first=1&second=2")],
    "withdraw_pairing": [("dora", f"{DESK_4}abbinamento/ritira/")],
    "discard_pairing": [("dora", f"{DESK_4}abbinamento/scarta/")],
    "knockout_winner": [("dora", f"{DESK_4}tavoli/1/passa/")],
    "tie_break": [("dora", f"{DESK_4}tavoli/1/spareggio/")],
    "round_grid": [
        ("dora", DESK_4),
        ("sara", DESK_4),
        ("dora", f"{COPPA}direzione/turni/2/"),
        ("dora", f"{GROUPS}direzione/turni/4/"),
        ("sara", f"{GROUPS}direzione/turni/6/"),
        ("dora", f"{MITCHELL}direzione/turni/3/"),
        ("dora", f"{TEAMS}direzione/turni/1/"),
    ],
    "clock": [("dora", f"{DESK_4}orologio/"), ("dora", f"{GROUPS}direzione/turni/6/orologio/")],
    "line_ups": [("dora", f"{TEAMS}direzione/turni/1/formazioni/")],
    "line_up": [("dora", f"{TEAMS}direzione/turni/1/formazioni/1/")],
    "captain_line_up": [("nobody", f"{TEAMS}formazione/{{captain}}/")],
    "score": [("sara", f"{DESK_4}tavoli/1/smazzate/13/"), ("dora", f"{COPPA}direzione/turni/2/tavoli/7/smazzate/6/")],
    "table_slip": [("nobody", f"{COPPA}tavolo/{{key}}/"), ("sara", f"{COPPA}tavolo/{{key}}/")],
    "table_call": [("nobody", f"{COPPA}tavolo/{{key}}/chiamata/")],
    "calls": [("bruno", f"{COPPA}chiamate/")],
    "direct_calls": [("dora", f"{COPPA}direzione/chiamate/")],
    "type_code": [("nobody", f"{COPPA}tavolo/")],
    "line_codes": [("bruno", f"{DESK_4}tavoli/6/codici/")],
    "take_back_match_score": [
        ("dora", f"{BURRACO_2}tavoli/1/punteggio-fissato/togli/"),
        ("dora", f"{DESK_4}tavoli/1/punteggio-fissato/togli/"),
    ],
    "incident": [
        ("dora", f"{BURRACO_2}tavoli/1/ritardo/"),
        ("dora", f"{BURRACO_2}tavoli/2/ritardo/?cosa=abbandono&linea=A&motivo-abbandono=litigio"),
        ("bruno", f"{DESK_4}tavoli/1/ritardo/"),
    ],
    "publication": [
        ("nobody", f"{COPPA}classifica/1/"),
        ("dora", f"{COPPA}classifica/1/"),
        ("nobody", f"{GROUPS}classifica/1/"),
        ("dora", f"{GROUPS}classifica/3/"),
        ("nobody", f"{MITCHELL}classifica/2/"),
    ],
    "publication_line": [("nobody", f"{COPPA}classifica/1/coppie/17/"), ("nobody", f"{GROUPS}classifica/3/coppie/11/")],
    "report_error": [("nobody", f"{COPPA}classifica/1/segnala/")],
    "prize_list": [*(("nobody", f"{place}premi/") for place in (COPPA, GROUPS, MITCHELL))],
    "publications": [*(("dora", f"{place}direzione/classifiche/") for place in (COPPA, GROUPS, MITCHELL))],
    "answer_report": [("dora", f"{COPPA}direzione/segnalazioni/{{report}}/")],
    "consultation": [("bruno", f"{COPPA}casi/{{draft}}/consultazione/")],
    "appeals": [("bruno", f"{COPPA}direzione/reclami/"), ("sara", f"{GROUPS}direzione/reclami/")],
    "appeal": [("giulia", f"{COPPA}direzione/reclami/1/"), ("giulia", f"{PINELLE}direzione/reclami/1/")],
    "proposal": [("giulia", f"{PINELLE}casi/3/proposta/"), ("bruno", f"{PINELLE}casi/3/proposta/")],
    "prizes": [("dora", f"{COPPA}direzione/premi/"), ("sara", f"{COPPA}direzione/premi/")],
    "prize": [("dora", f"{COPPA}direzione/premi/{{prize}}/")],
    "ending": [("dora", f"{COPPA}direzione/fine/"), ("dora", f"{MITCHELL}direzione/fine/")],
    "verification": [("dora", f"{COPPA}direzione/verifica/")],
    "arbiter_home": [("bruno", f"{COPPA}arbitraggio/"), ("dora", f"{COPPA}arbitraggio/")],
    "table": [
        *(("bruno", f"{ROUND_4}tavoli/{number}/") for number in (8, 10, 1)),
        ("bruno", f"{GROUPS}turni/6/tavoli/1/"),
        ("bruno", f"{MITCHELL}turni/3/tavoli/4/"),
        ("bruno", f"{TEAMS}turni/1/tavoli/2/"),
    ],
    "case": [
        ("bruno", f"{COPPA}casi/{{draft}}/"),
        ("dora", f"{COPPA}casi/{{draft}}/"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=smazzata"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=anomalia"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=anomalia&cerca=acusa+prima"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=anomalia&cerca=zzzz"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=posto"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=rilevazione"),
        ("bruno", f"{COPPA}casi/{{draft}}/?passo=domanda&fatto=esposizione"),
        ("bruno", f"{COPPA}casi/{{decided}}/"),
        ("bruno", f"{COPPA}casi/{{reserved}}/"),
    ],
    "depart_case": [("bruno", f"{COPPA}casi/{{decided}}/diversamente/")],
    "arbitral_score": [
        ("bruno", f"{COPPA}casi/{{artificial}}/punteggio-arbitrale/"),
        ("bruno", f"{COPPA}casi/{{assigned}}/punteggio-arbitrale/"),
        ("bruno", f"{COPPA}casi/{{rectified}}/punteggio-arbitrale/"),
        ("bruno", f"{COPPA}casi/{{late}}/punteggio-arbitrale/"),
        ("dora", f"{COPPA}casi/{{late}}/punteggio-arbitrale/"),
    ],
    "rulings": [("dora", f"{COPPA}provvedimenti/"), ("bruno", f"{COPPA}provvedimenti/?table=99")],
    "ruling": [("giulia", f"{COPPA}provvedimenti/{number}/") for number in (4, 5, 7, 8, 9)],
    "ruling_version": [("giulia", f"{COPPA}provvedimenti/4/versioni/1/")],
    "revise_ruling": [("giulia", f"{COPPA}provvedimenti/9/revisione/")],
    "annul_ruling": [("dora", f"{GROUPS}provvedimenti/1/annulla/")],
}
