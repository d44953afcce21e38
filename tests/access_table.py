"""Who may do what at every address, as data: the tests walk it, and an address that is not here fails them.

A row says, for each method that the address answers, what it takes: a right in the tournament, or one of the
conditions below. Every other method answers 405.
"""

from collections.abc import Mapping
from enum import StrEnum

from tournaments.permissions import Right

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


class Condition(StrEnum):
    """What it takes where no right in a tournament is asked."""

    EVERYBODY = "everybody"
    SIGNED_IN = "signed in"
    CREATES_TOURNAMENTS = "creates tournaments"
    COPIES = "directs it and creates tournaments"
    ADMINISTERS = "administers"
    # Players and clubs belong to no tournament: a right held in any of them.
    STAFF_SOMEWHERE = "has a task somewhere"
    DIRECTS_SOMEWHERE = "directs somewhere"
    ERASES_PERSONS = "erases persons"
    HANDS_OUT_DATA = "answers people who ask for their data"


Need = Right | Condition
Row = Mapping[str, Need]
EVERYBODY, SIGNED_IN = Condition.EVERYBODY, Condition.SIGNED_IN


def read(need: Need) -> Row:
    return {"GET": need, "HEAD": need}


def write(need: Need) -> Row:
    return {"POST": need}


ACCESS: Mapping[str, Row] = {
    # Of the machine
    "healthz": read(EVERYBODY),
    "readyz": read(EVERYBODY),
    # The doors
    "login": dict.fromkeys(("GET", "HEAD", "POST", "PUT"), EVERYBODY),
    "logout": write(EVERYBODY),
    "account": read(SIGNED_IN),
    "sign_in_code": {**read(EVERYBODY), **write(EVERYBODY)},
    "second_factor": {**read(SIGNED_IN), **write(SIGNED_IN)},
    "second_factor_off": write(SIGNED_IN),
    "invitation": {**read(EVERYBODY), **write(EVERYBODY)},
    "invite": write(Right.MANAGE_STAFF),
    "offer_reset": write(Right.MANAGE_STAFF),
    "first_account": {**read(EVERYBODY), **write(EVERYBODY)},
    "sign_out_everywhere": write(SIGNED_IN),
    "end_session": write(SIGNED_IN),
    "password_change": dict.fromkeys(("GET", "HEAD", "POST", "PUT"), SIGNED_IN),
    "password_change_done": read(SIGNED_IN),
    "set_language": dict.fromkeys(METHODS, EVERYBODY),
    "admin/login/": read(Condition.ADMINISTERS),
    "favicon.ico": dict.fromkeys(METHODS, EVERYBODY),
    # For everybody
    "home": read(EVERYBODY),
    "tournament": read(EVERYBODY),
    "round_tables": read(EVERYBODY),
    "standings": read(EVERYBODY),
    "pair": read(EVERYBODY),
    "seat": read(EVERYBODY),
    "regulations": read(EVERYBODY),
    "screen": read(EVERYBODY),
    "screen_panel": read(EVERYBODY),
    # The signed address of a line on the score sheet, and where its letters are typed.
    "type_code": {**read(EVERYBODY), **write(EVERYBODY)},
    "table_slip": {**read(EVERYBODY), **write(EVERYBODY)},
    "table_call": {**read(EVERYBODY), **write(EVERYBODY)},
    "codes": read(EVERYBODY),
    "code": read(EVERYBODY),
    "export_code": read(EVERYBODY),
    "article": read(EVERYBODY),
    "procedure": read(EVERYBODY),
    "games": read(EVERYBODY),
    "tools": read(EVERYBODY),
    "tool": read(EVERYBODY),
    "game": read(EVERYBODY),
    "publication": read(EVERYBODY),
    "publication_line": read(EVERYBODY),
    "publication_data": read(EVERYBODY),
    "publication_names": read(EVERYBODY),
    "report_error": {**read(EVERYBODY), **write(EVERYBODY)},
    "prize_list": read(EVERYBODY),
    # Standings published, appeals, prizes, the end
    "publications": read(Right.VIEW_DESK),
    "publish_provisional": write(Right.PUBLISH_STANDINGS),
    "publish_final": write(Right.PUBLISH_STANDINGS),
    "close_reports": write(Right.PUBLISH_STANDINGS),
    "answer_report": {**read(Right.VIEW_DESK), **write(Right.PUBLISH_STANDINGS)},
    "appeals": {**read(Right.VIEW_DESK), **write(Right.RECEIVE_APPEAL)},
    "appeal": read(Right.VIEW_DESK),
    "decide_appeal": write(Right.RECEIVE_APPEAL),
    "name_judge": write(Right.NAME_PANEL),
    "release_judge": write(Right.NAME_PANEL),
    "note_on_appeal": write(Right.RECEIVE_APPEAL),
    "settle_deposit": write(Right.RECEIVE_APPEAL),
    "change_by_appeal": write(Right.RULE),
    "consultation": {**read(Right.VIEW_CASES), **write(Right.RULE)},
    "give_opinion": write(Right.VIEW_CASES),
    "proposal": read(Right.VIEW_CASES),
    "confirm_ruling": write(Right.CONFIRM_RULING),
    "return_ruling": write(Right.CONFIRM_RULING),
    "withdraw_appeal": write(Right.RECEIVE_APPEAL),
    "prizes": {**read(Right.VIEW_DESK), **write(Right.PUBLISH_STANDINGS)},
    "prize": {**read(Right.PUBLISH_STANDINGS), **write(Right.PUBLISH_STANDINGS)},
    "remove_prize": write(Right.PUBLISH_STANDINGS),
    "ending": read(Right.VIEW_DESK),
    "conclude": write(Right.PUBLISH_STANDINGS),
    "interrupt": write(Right.PUBLISH_STANDINGS),
    "verification": read(Right.VIEW_LOG),
    "export_publication": read(Right.EXPORT),
    "export_prizes": read(Right.EXPORT),
    # The desk
    "new_tournament": {**read(Condition.CREATES_TOURNAMENTS), **write(Condition.CREATES_TOURNAMENTS)},
    "desk": read(Right.VIEW_DESK),
    "linked": read(Right.VIEW_DESK),
    "go_to": read(Right.VIEW_DESK),
    "log": read(Right.VIEW_LOG),
    "copy_tournament": {**read(Condition.COPIES), **write(Condition.COPIES)},
    "entries": {**read(Right.VIEW_DESK), **write(Right.MANAGE_ENTRIES)},
    "settings": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "entry": read(Right.VIEW_DESK),
    "change_entry": write(Right.MANAGE_ENTRIES),
    "withdraw_entry": write(Right.MANAGE_ENTRIES),
    "return_entry": write(Right.MANAGE_ENTRIES),
    "substitute": {**read(Right.MANAGE_ENTRIES), **write(Right.MANAGE_ENTRIES)},
    "player_suggestions": read(Right.MANAGE_ENTRIES),
    "check_in": read(Right.CHECK_IN),
    "mark_present": write(Right.CHECK_IN),
    "close_check_in": {**read(Right.MANAGE_ENTRIES), **write(Right.MANAGE_ENTRIES)},
    "check_in_code": {**read(Right.CHECK_IN), **write(Right.CHECK_IN)},
    "players": read(Condition.STAFF_SOMEWHERE),
    "player": read(Condition.STAFF_SOMEWHERE),
    "erase_player": {**read(Condition.ERASES_PERSONS), **write(Condition.ERASES_PERSONS)},
    "hold_player": write(Condition.ERASES_PERSONS),
    "lift_hold_of_player": write(Condition.ERASES_PERSONS),
    "black_out": {**read(Right.BLACK_OUT), **write(Right.BLACK_OUT)},
    "export_player_data": write(Condition.HANDS_OUT_DATA),
    "export_my_data": write(SIGNED_IN),
    "clubs": read(Condition.STAFF_SOMEWHERE),
    "club": read(Condition.STAFF_SOMEWHERE),
    "import_register": {**read(Condition.DIRECTS_SOMEWHERE), **write(Condition.DIRECTS_SOMEWHERE)},
    "register_import_batch": {**read(Condition.DIRECTS_SOMEWHERE), **write(Condition.DIRECTS_SOMEWHERE)},
    "register_import_mend": write(Condition.DIRECTS_SOMEWHERE),
    "register_import_columns": write(Condition.DIRECTS_SOMEWHERE),
    "register_discard_import": write(Condition.DIRECTS_SOMEWHERE),
    "new_player": {**read(Condition.DIRECTS_SOMEWHERE), **write(Condition.DIRECTS_SOMEWHERE)},
    "edit_player": {**read(Condition.DIRECTS_SOMEWHERE), **write(Condition.DIRECTS_SOMEWHERE)},
    "merge_player": {**read(Condition.DIRECTS_SOMEWHERE), **write(Condition.DIRECTS_SOMEWHERE)},
    "part_player": {**read(Condition.DIRECTS_SOMEWHERE), **write(Condition.DIRECTS_SOMEWHERE)},
    "new_club": {**read(Condition.DIRECTS_SOMEWHERE), **write(Condition.DIRECTS_SOMEWHERE)},
    "edit_club": {**read(Condition.DIRECTS_SOMEWHERE), **write(Condition.DIRECTS_SOMEWHERE)},
    "import_entries": {**read(Right.MANAGE_ENTRIES), **write(Right.MANAGE_ENTRIES)},
    "export_template_csv": read(Right.MANAGE_ENTRIES),
    "export_template_xlsx": read(Right.MANAGE_ENTRIES),
    "import_batch": {**read(Right.MANAGE_ENTRIES), **write(Right.MANAGE_ENTRIES)},
    "import_mend": write(Right.MANAGE_ENTRIES),
    "import_columns": write(Right.MANAGE_ENTRIES),
    "discard_import": write(Right.MANAGE_ENTRIES),
    "staff": {**read(Right.VIEW_DESK), **write(Right.MANAGE_STAFF)},
    "adjustments": {**read(Right.VIEW_DESK), **write(Right.GIVE_ADJUSTMENT)},
    "cancel_adjustment": {**read(Right.CANCEL_ADJUSTMENT), **write(Right.CANCEL_ADJUSTMENT)},
    "sittings": read(EVERYBODY),
    "desk_sittings": {**read(Right.VIEW_DESK), **write(Right.MANAGE_ROUNDS)},
    "withdraw_sitting": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "sitting_score": {**read(Right.GIVE_SCORE), **write(Right.GIVE_SCORE)},
    "export_sittings_pdf": read(Right.EXPORT),
    "export_sittings_xlsx": read(Right.EXPORT),
    "export_sitting_sheets": read(Right.EXPORT),
    "kept_apart": {**read(Right.VIEW_DESK), **write(Right.MANAGE_ROUNDS)},
    "lift_kept_apart": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "calendar": read(EVERYBODY),
    "pairing_proof": read(EVERYBODY),
    "pairing_record": read(EVERYBODY),
    "stages": {**read(Right.VIEW_DESK), **write(Right.MANAGE_ROUNDS)},
    "stage": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "start_stage": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "prepare_round": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "pairing": read(Right.VIEW_DESK),
    "change_pairing": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "redraw_round": write(Right.MANAGE_ROUNDS),
    "withdraw_pairing": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "discard_pairing": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "knockout_winner": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "tie_break": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "captain_line_up": {**read(EVERYBODY), **write(EVERYBODY)},
    "line_ups": read(Right.VIEW_DESK),
    "line_up": {**read(Right.CHECK_IN), **write(Right.CHECK_IN)},
    "export_name_tags": read(Right.EXPORT),
    "export_seating_pdf": read(Right.EXPORT),
    "export_seating_xlsx": read(Right.EXPORT),
    "new_round": {**read(Right.MANAGE_ROUNDS), **write(Right.MANAGE_ROUNDS)},
    "round_grid": read(Right.VIEW_DESK),
    "typed_scores": write(Right.GIVE_SCORE),
    "line_codes": {**read(Right.RENEW_CODES), **write(Right.RENEW_CODES)},
    "clock": {**read(Right.VIEW_DESK), **write(Right.RUN_CLOCK)},
    "extra_time": write(Right.RUN_CLOCK),
    "advance_round": write(Right.MANAGE_ROUNDS),
    "score": {**read(Right.VIEW_DESK), **write(Right.GIVE_SCORE)},
    "confirm_score": write(Right.CONFIRM_SCORE),
    "undo_score": write(Right.GIVE_SCORE),
    "confirm_table": write(Right.CONFIRM_SCORE),
    "confirm_tables": write(Right.CONFIRM_SCORE),
    "take_back_match_score": {**read(Right.VIEW_CASES), **write(Right.VIEW_CASES)},
    "export_standings_pdf": read(Right.EXPORT),
    "export_standings_xlsx": read(Right.EXPORT),
    "export_workbook": read(Right.EXPORT),
    # The kind that everybody may have who takes documents away; each sees what they asked for themselves.
    "prepare_document": {**read(Right.EXPORT), **write(Right.EXPORT)},
    "export_prepared": read(Right.EXPORT),
    "export_blank_round_sheets": read(Right.EXPORT),
    "export_blank_round_sheets_in_two": read(Right.EXPORT),
    "export_round_sheets": read(Right.EXPORT),
    "export_blank_table_sheet": read(Right.EXPORT),
    "export_table_sheet": read(Right.EXPORT),
    # Calls for the arbiter
    "call_from_desk": write(Right.VIEW_DESK),
    "calls": read(Right.ANSWER_CALLS),
    "call_step": write(Right.ANSWER_CALLS),
    "direct_calls": {**read(Right.DIRECT_CALLS), **write(Right.DIRECT_CALLS)},
    # Arbitration
    "arbiter_home": read(Right.VIEW_CASES),
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
    "depart_case": {**read(Right.RULE), **write(Right.RULE)},
    "discard_case": write(Right.OPEN_CASE),
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
