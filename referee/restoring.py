"""A case put back to what its standing ruling says."""

from referee.models import Case, Ruling


def restore(case: Case, ruling: Ruling) -> None:
    """Undo the answers changed during a revision that was given up; the caller saves."""
    case.state, case.revision_reason = Case.State.RULED, ""
    case.procedure, case.note = ruling.procedure, ruling.note
    answers = ruling.answers
    case.board_id, case.responsible = answers["board"], answers["responsible"]
    case.detectors, case.evidence = answers["detectors"], answers["evidence"]
    case.undetected, case.timing = answers["undetected"], answers["timing"]
    case.facts = answers["facts"]
