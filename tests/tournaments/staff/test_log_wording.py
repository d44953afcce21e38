"""The log in words: every action that writes has a name, whatever data it leaves."""

import importlib
import re
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from federation.home.words import ACTIONS as OF_THE_FEDERATION
from records.action import DECLARED
from records.models import LogEntry
from tournaments.setup.models import Tournament
from tournaments.staff.log_figures import FIGURES
from tournaments.staff.log_words import ACTIONS, words_of_line

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


NEVER_UNDER_ITS_OWN = {
    *("accept_import", "annul_ruling", "answer_report", "ask_for_document", "choose_columns", "credit_swapped"),
    *("decide_appeal", "discard_import", "erase_again", "hand_over", "keep_list", "lift_hold", "mend_rows"),
    *("invite_person", "let_create", "offer_link"),
    *("propose_annulment", "propose_happening", "recompute", "record_for_table", "record_happening", "save_club"),
    *("save_player", "send_again", "set_hold", "settle_reservation", "stage_roster", "reread_roster"),
    *("try_webhook",),
}


def actions_written() -> set[str]:
    """The names under which the actions of all applications write to the logs."""
    found = set()
    house = Path(settings.BASE_DIR)
    for path in house.glob("*/*/*actions.py"):
        if path.name.startswith("test_"):
            continue
        importlib.import_module(".".join(path.relative_to(house).with_suffix("").parts))
        code = path.read_text()
        found |= set(re.findall(r'\bby\.log\(\s*[\w.]+,\s*"(\w+)"', code))
        found |= set(re.findall(r'\b_log_\w+\(by, [\w.]+, "(\w+)"', code))
        found |= {name for pair in re.findall(r'"(\w+)" if \S+ else "(\w+)"', code) for name in pair}
    # Whatever writes under another name says it there, or writes nothing.
    ours = [one.logs for name, one in DECLARED.items() if not name.startswith("tests.")]
    return found | set(ours) - NEVER_UNDER_ITS_OWN


def test_every_action_has_its_words() -> None:
    written = actions_written()
    assert {"give_score", "publish_round", "open_case", "decide", "depart"} <= written
    assert written - set(ACTIONS) - set(OF_THE_FEDERATION) == set()


@pytest.mark.parametrize(
    ("action", "data", "words"),
    [
        (
            "annul_board",
            {"round": 1, "table": 2, "board": 3, "version": 2, "kind": "void", "points": [None, None],
             "reason": "A monte", "reference": "Provvedimento n. 1"},
            ("Smazzata annullata", "turno 1, tavolo 2, smazzata 3", "annullato, versione 2, Provvedimento n. 1"),
        ),
        (
            "give_score",
            {"round": 1, "table": 2, "board": 3, "version": 2, "kind": "played", "points": [1200, 100],
             "reason": "Cifra letta male", "reference": "", "cause": "players", "agreed_by": "Piero Galli"},
            ("Punteggio registrato", "turno 1, tavolo 2, smazzata 3",
             "1200 – 100, versione 2, errore nella compilazione dello score; conferma Piero Galli"),
        ),
        (
            "dispute_slip",
            {"round": 1, "table": 2, "version": 2, "line": "B", "sent": [[1, 600, 100, 0, 0], [2, -50, 400, 0, 0]]},
            ("Risultato contestato al tavolo", "turno 1, tavolo 2",
             "la linea B dice 1: 600 – 100, 2: −50 – 400"),
        ),
        (
            "renew_line_code",
            {"round": 1, "table": 2, "line": "B", "issue": 2},
            ("Codice di una linea rifatto: quello di prima non vale più", "turno 1, tavolo 2", "linea B, codice n. 2"),
        ),
        (
            "name_judge",
            {"appeal": 1, "judge": 7, "role": "president"},
            ("Giudice di un reclamo nominato", "reclamo n. 1", "presiede"),
        ),
        (
            "redraw_round",
            {"round": 1, "pairing_version": 2, "seed": "Bari – 1.2", "accepted": ["rematches"]},
            ("Abbinamento rifatto", "turno 1", "versione 2, con una deroga"),
        ),
        (
            "change_pairing",
            {"round": 1, "pairing_version": 1, "change": ["swap", 3, 8]},
            ("Abbinamento cambiato a mano", "turno 1", "scambiati 3 e 8"),
        ),
        (
            "discard_pairing",
            {"round": 1, "pairing_version": 1, "reason": "Preparato per prova"},
            ("Bozza del turno scartata", "turno 1", ""),
        ),
        (
            "withdraw_pairing",
            {"round": 1, "pairing_version": 2, "ground": "scorer", "reason": "A monte"},
            ("Tavoli pubblicati ritirati", "turno 1", "versione 2, errore della sala conti"),
        ),
        (
            "publish_round",
            {"round": 1, "state": "published", "hash": "ab"},
            ("Turno pubblicato", "turno 1", ""),
        ),
        (
            "start_stage",
            {"stage": 2, "name": "Merito", "sizes": [12, 13]},
            ("Gironi formati", "fase 2, Merito", "12 + 13"),
        ),
        ("create_round", {"round": 1, "pairings": [[1, 2], [3, None]]}, ("Turno preparato", "turno 1", "1–2, 3")),
        ("set_membership", {"user": 1, "role": "scorer", "before": ""}, ("Incarico dato", "", "Segnapunti")),
        ("enter_pair", {"number": 3, "name": "Conti – Serra"}, ("Coppia iscritta", "Conti – Serra", "")),
        ("enter", {"number": 9, "name": "Bruni – Costa", "players": [1, 2], "from_round": 3},
         ("Iscrizione registrata", "Bruni – Costa", "dal turno 3")),
        ("withdraw", {"entry": 2, "name": "Galli – Fontana", "leaving": "quarrel", "until_round": 1},
         ("Ritiro", "coppia 2, Galli – Fontana", "fino al turno 1, per litigio o contestazione")),
        ("withdraw", {"entry": 2, "leaving": "authorised", "until_round": 0},
         ("Ritiro", "coppia 2", "senza aver giocato")),
        ("substitute", {"entry": 2, "from_round": 3, "out": [[2, 8, "Rita Fontana"]], "in": [[2, 9, "Elena Bruni"]],
                        "departure": "Gara amichevole"},
         ("Sostituzione", "coppia 2",
          "Elena Bruni per Rita Fontana, dal turno 3, scostandosi dal codice: Gara amichevole")),
        ("close_check_in", {"absent": "withdrawn", "round": 1, "entries": [[4, "Villa – Ricci"], [7, "Uno – Due"]]},
         ("Appello chiuso", "turno 1", "ritirate 4, 7")),
        ("import_entries", {"name": "a.csv", "entries": [[4, "Villa – Ricci"]]},
         ("Iscrizioni importate da un file", "a.csv", "")),
        ("give_adjustment", {"entry": 2, "kind": "warning", "amount": 0},
         ("Penalità o compenso dato", "coppia 2", "ammonizione")),
        ("give_adjustment", {"entry": 2, "kind": "mp", "amount": 3},
         ("Penalità o compenso dato", "coppia 2", "+3 MP")),
        ("publish_final", {"publication": 2, "stage": 1, "round": 4, "replaces": 1, "hash": "ab", "reason": ""},
         ("Classifica definitiva pubblicata", "fase 1, turno 4, classifica n. 2", "")),
        ("file_appeal", {"appeal": 1, "entry": 3, "against": "Provvedimento n. 2"},
         ("Reclamo ricevuto", "coppia 3, reclamo n. 1", "Provvedimento n. 2")),
        ("set_prize", {"prize": "Trofeo", "places": [1, 3], "group": "", "category": ""},
         ("Premio messo in palio o cambiato", "", "Trofeo, posti 1–3")),
        ("interrupt", {"played": 2, "planned": 4, "publication": 1},
         ("Torneo interrotto", "classifica n. 1", "2 turni su 4")),
        ("mai_vista", {}, ("mai_vista", "", "")),
    ],
)  # fmt: skip
def test_lines_in_words(action: str, data: dict[str, object], words: tuple[str, str, str]) -> None:
    line = words_of_line(LogEntry(action=action, data=data))
    assert (line.what, line.about, line.figures) == words


@pytest.mark.long
@given(data=st.dictionaries(st.sampled_from([*FIGURES, "board", "unconfirmed", "reason"]), JSON, max_size=3) | JSON)
def test_a_line_with_data_of_no_action_of_ours_is_told_all_the_same(data: object) -> None:
    assert words_of_line(LogEntry(action="give_score", data=data), Tournament()).what == "Punteggio registrato"


def test_figures_that_cannot_be_told_are_shown_as_they_are() -> None:
    assert words_of_line(LogEntry(action="give_score", data={"sizes": 7})).figures == '{"sizes": 7}'


def test_what_is_ticked_is_told_in_words() -> None:
    data = {"changes": {"one_hand": [None, True], "single_arbiter": [True, False]}}
    told = words_of_line(LogEntry(action="change_tournament", data=data)).figures
    assert told == "una sola mano: – → sì, arbitro unico: sì → no"


@pytest.mark.parametrize(
    ("action", "data", "proof"),
    [
        ("redraw_round", {"round": 1, "pairing_version": 2, "seed": "Bari – 1.2"}, "seme «Bari – 1.2»"),
        ("publish_round", {"round": 1, "state": "published", "hash": "ab"}, "impronta ab"),
        ("change_tournament", {"changes": {"lot_seed": ["uno", "due"], "place": ["Bari", "Lecce"]}},
         "seme dei sorteggi: uno → due"),
        ("close_round", {"round": 1, "state": "closed"}, ""),
    ],
)  # fmt: skip
def test_seeds_and_hashes_are_told_apart(action: str, data: dict[str, object], proof: str) -> None:
    line = words_of_line(LogEntry(action=action, data=data))
    assert line.proof == proof
    assert "uno → due" not in line.figures
