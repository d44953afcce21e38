"""What no action may do: delete what is official, change what was given, act without a line in the log."""

from tests.tournaments.machine.records import Records, Row

# Rows that stay, whatever happens.
KEPT = (
    "User Federation Club Player Membership Tournament Stage Entry EntryMember EntryEvent Round Pairing BoardScore"
    " MatchScore TableSlip KnockoutWinner Adjustment Publication ErrorReport Appeal AppealJudge AppealNote LogEntry"
    " IdempotencyKey ExtraTime KeptApart Admission Member MemberChange Suspension RosterUpdate Sitting SittingSeat"
    " SittingScore"
).split()
# Columns that may still change in a row that was given; every other one is fixed.
OPEN = {
    "LogEntry": set(),
    "EntryEvent": set(),
    "Publication": set(),
    "ExtraTime": set(),
    "AppealNote": set(),
    "Sitting": {"withdrawn_by_id", "withdrawn_at", "withdraw_reason"},
    "SittingSeat": set(),
    "SittingScore": {"superseded_at"},
    "Admission": {"withdrawn_by_id", "withdrawn_at", "withdraw_reason"},
    "KeptApart": {"lifted_by_id", "lifted_at", "lift_reason"},
    "AppealJudge": {"left_at", "left_reason"},
    "BoardScore": {"state", "confirmed_by_id", "confirmed_at", "superseded_at"},
    "MatchScore": {"superseded_by_id", "superseded_at", "supersede_reason"},
    "KnockoutWinner": {"superseded_by_id", "superseded_at", "supersede_reason"},
    "Adjustment": {"cancelled_by_id", "cancelled_at", "cancel_reason"},
    "TableSlip": {"state", "answered_at"},
}
ORDER = ["discarded", "draft", "published", "playing", "closed"]
# What changes without a line: a request leaves its key.
UNTOLD = {"IdempotencyKey", "User"}


def check_change(before: Records, after: Records, name: str) -> None:
    """An action did nothing that it may not."""
    for model in KEPT:
        gone = before.rows(model).keys() - after.rows(model).keys()
        assert not gone, f"{name} deleted {model} {sorted(gone)}"
    for model, columns in OPEN.items():
        for pk, old in before.rows(model).items():
            changed = _changed(old, after.one(model, pk)) - columns
            assert not changed, f"{name} changed {sorted(changed)} of {model} {pk}"
    _closed_for_good(before, after, name)
    _rounds_go_on(before, after, name)
    _calls_go_on(before, after, name)
    _told(before, after, name)
    _final_stays(before, after, name)


def _changed(old: Row, new: Row) -> set[str]:
    return {column for column in old if old[column] != new[column]}


def _closed_for_good(before: Records, after: Records, name: str) -> None:
    """What was superseded, cancelled, answered, decided or published stays as it is."""
    for model, is_closed in {
        "BoardScore": lambda row: row["state"] == "superseded",
        "MatchScore": lambda row: row["superseded_at"],
        "KnockoutWinner": lambda row: row["superseded_at"],
        "Adjustment": lambda row: row["cancelled_at"],
        "ErrorReport": lambda row: row["state"] != "open",
        "Pairing": lambda row: row["state"] in ("superseded", "discarded"),
        "TableSlip": lambda row: row["state"] in ("superseded", "agreed"),
    }.items():
        for pk, old in before.rows(model).items():
            assert not is_closed(old) or old == after.one(model, pk), f"{name} changed the closed {model} {pk}"
    for pk, old in before.rows("Appeal").items():
        _judged_by_another(old, after.one("Appeal", pk), name)
    for pk, old in before.rows("Pairing").items():
        if old["state"] == "published":
            changed = _changed(old, after.one("Pairing", pk))
            assert changed <= {"state", "superseded_at"}, f"{name} changed {changed} of the published pairing {pk}"


def _calls_go_on(before: Records, after: Records, name: str) -> None:
    """A call goes with its tables alone; one that is over stays as it is, but for its time given back once."""
    for pk, old in before.rows("Call").items():
        new = after.rows("Call").get(pk)
        if new is None:
            assert old["table_id"] not in after.rows("Table"), f"{name} lost call {pk}"
            continue
        fixed = {"table_id", "line", "opened_by_id", "opened_at"}
        changed = _changed(old, new)
        assert not changed & fixed, f"{name} changed {changed & fixed} of call {pk}"
        if old["closed_at"]:
            assert changed <= {"minutes_back"}, f"{name} changed {changed} of call {pk}, which is over"
        assert old["minutes_back"] in (None, new["minutes_back"]), f"{name} gave the time of call {pk} back twice"
        taken = old["owner_id"] and not new["owner_id"]
        assert not taken, f"{name} left call {pk} without who goes"
    open_at = [one["table_id"] for one in after.all("Call") if not one["closed_at"]]
    assert len(open_at) == len(set(open_at)), f"{name}: a table with two open calls"


def _judged_by_another(old: Row, new: Row, name: str) -> None:
    """A closed appeal changes no more, but for its deposit; nobody decided one that was theirs."""
    assert old["state"] == "open" or _changed(old, new) <= {"deposit"}, f"{name} changed the closed appeal {old['id']}"
    if old["state"] == "open" and new["state"] not in ("open", "withdrawn"):
        own = {new["filed_by_id"], *(new["made_by"] or ())}
        assert new["decided_by_id"] not in own, f"{name}: {new['decided_by_id']} judged their own appeal {old['id']}"


def _rounds_go_on(before: Records, after: Records, name: str) -> None:
    """A round goes one step on, back to a draft or into play, or from a draft to none; shown tables do not change."""
    for pk, old in before.rows("Round").items():
        new = after.one("Round", pk)
        step = ORDER.index(new["state"]) - ORDER.index(old["state"])
        back = name == "withdraw_pairing" and (old["state"], new["state"]) == ("published", "draft")
        back = back or (name == "discard_pairing" and (old["state"], new["state"]) == ("draft", "discarded"))
        reopened = name == "reopen_round" and (old["state"], new["state"]) == ("closed", "playing")
        assert step in (0, 1) or back or reopened, (
            f"{name}: round {old['number']} from {old['state']} to {new['state']}"
        )
        if old["state"] not in ("draft", "discarded") and not back:
            assert before.tables(pk) == after.tables(pk), f"{name} changed the tables of round {old['number']}"
    assert sum(one["state"] == "playing" for one in after.all("Round")) <= 1


def _told(before: Records, after: Records, name: str) -> None:
    """Whatever changed has its line, and every line has its number."""
    told = len(after.all("LogEntry")) > len(before.all("LogEntry"))
    changed = {model for model, rows in after.raw.items() if rows != before.raw[model]}
    assert told or changed <= UNTOLD, f"{name} wrote no line and changed {sorted(changed)}"
    numbers = [line["sequence"] for line in after.all("LogEntry")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert after.tournament["data_version"] == len(numbers)


def _final_stays(before: Records, after: Records, name: str) -> None:
    """Under final standings, and after the end, only what names a decision counts."""
    final = {one["stage_id"] for one in before.all("Publication", kind="final")}
    ended = bool(before.tournament["ending"])
    for model in ("BoardScore", "Adjustment"):
        for pk in after.rows(model).keys() - before.rows(model).keys():
            row = after.one(model, pk)
            round = after.one("Table", row["table_id"])["round_id"] if model == "BoardScore" else row["round_id"]
            stage = after.one("Round", round)["stage_id"] if round else None
            assert row["reference"] or not (ended or stage in final), f"{name} changed what was final: {model} {pk}"
    if ended:
        for model in ("Entry", "EntryMember", "Pairing", "Round", "Table", "Stage", "GroupPlace"):
            assert before.rows(model) == after.rows(model), f"{name} changed {model} after the end"
