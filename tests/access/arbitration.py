"""Arbitration: cases, rulings, what is ordered and scored."""

from collections.abc import Mapping

from records.rights import Right
from tests.access.needs import Condition, Row, read, write

ARBITRATION: Mapping[str, Row] = {
    # Arbitration
    "arbiter_home": read(Right.VIEW_CASES),
    "decide_alone": write(Right.MANAGE_ROUNDS),
    "table": read(Right.VIEW_CASES),
    # Whoever sees the cases may fix scores: the action asks for either of two rights.
    "incident": {**read(Right.VIEW_CASES), **write(Right.VIEW_CASES)},
    "sheet_found": write(Right.VIEW_CASES),
    "new_case": write(Right.OPEN_CASE),
    "case": {**read(Right.VIEW_CASES), **write(Right.OPEN_CASE)},
    "credit_swapped": write(Right.RULE),
    # The action asks whose ruling it is.
    "annul_ruling": {**read(Right.VIEW_CASES), **write(Right.VIEW_CASES)},
    "decide_case": write(Right.RULE),
    # Who rules and does not play the board, as Giulia does.
    "card_ending": {**read(Condition.RULES_UNSEEN), **write(Condition.RULES_UNSEEN)},
    "board_play": {**read(Condition.RULES_UNSEEN), **write(Condition.RULES_UNSEEN)},
    "depart_case": {**read(Right.RULE), **write(Right.RULE)},
    "discard_case": write(Right.OPEN_CASE),
    "move_case": write(Right.OPEN_CASE),
    "arbitral_score": {**read(Right.VIEW_CASES), **write(Right.SET_ARBITRAL_SCORE)},
    "late_results": write(Right.SET_ARBITRAL_SCORE),
    "invoke_reservation": write(Right.OPEN_CASE),
    "lapse_reservation": write(Right.RULE),
    "end_order": write(Right.RULE),
    "rulings": read(Right.VIEW_CASES),
    "ruling": read(Right.VIEW_CASES),
    "ruling_version": read(Right.VIEW_CASES),
    "revise_ruling": {**read(Right.RULE), **write(Right.RULE)},
    "export_rulings_pdf": read(Right.VIEW_CASES),
    "export_rulings_xlsx": read(Right.VIEW_CASES),
    "export_ruling": read(Right.VIEW_CASES),
    "export_ruling_version": read(Right.VIEW_CASES),
    "export_faculty": read(Right.VIEW_CASES),
    "export_choice": read(Right.VIEW_CASES),
    "export_whole_tournament": read(Right.VIEW_CASES),
    "export_report": read(Right.VIEW_CASES),
}
