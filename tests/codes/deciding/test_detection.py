"""Art. 65–71, every case: who spoke, on what evidence, when, about what, and who raised that it was untimely."""

from itertools import chain, combinations, product

import pytest

from codes.deciding.emergence import DetectorRole, EmergenceMode, EmergenceOutcome, Exclusion, Timing, detect
from tests.tables import each

RESPONSABILE, COMPAGNO, AVVERSARIO = DetectorRole
TIMELY, EARLY, LATE = Timing

SPOKE = [frozenset(group) for group in chain.from_iterable(combinations(DetectorRole, size) for size in range(4))]
EVERY_CASE = list(product(SPOKE, [False, True], Timing, [True, False], [None, *DetectorRole]))

# The mode by hand for each group that may speak at once: with evidence anybody's word is a constatazione.
MODES = {
    frozenset(): ("nessuna", "nessuna"),
    frozenset({RESPONSABILE}): ("ravvedimento", "constatazione"),
    frozenset({COMPAGNO}): ("palesamento", "constatazione"),
    frozenset({AVVERSARIO}): ("contestazione", "constatazione"),
    frozenset({RESPONSABILE, COMPAGNO}): ("ravvedimento", "constatazione"),
    frozenset({RESPONSABILE, AVVERSARIO}): ("ravvedimento", "constatazione"),
    frozenset({COMPAGNO, AVVERSARIO}): ("palesamento", "constatazione"),
    frozenset({RESPONSABILE, COMPAGNO, AVVERSARIO}): ("ravvedimento", "constatazione"),
}


def expected_outcome(spoke, timing, exists, raised_by):
    """The outcome as a table of words; None where the case cannot be."""
    match (bool(spoke), timing == TIMELY, exists, raised_by):
        case (True, True, True, None):
            return "procedere"
        case (True, False, True, None | DetectorRole.AVVERSARIO):
            return "rilevazione-intempestiva"
        case (True, False, True, _):
            return "rilevazione-non-ammessa"
        case (True, _, False, None):
            return "rilevazione-erronea"
        case (False, _, True, None):
            return "sanatoria-implicita"
    return None


@each(("spoke", "evidence", "timing", "exists", "raised_by"), EVERY_CASE)
def test_every_case_has_its_mode_and_outcome_or_cannot_be(spoke, evidence, timing, exists, raised_by):
    outcome = expected_outcome(spoke, timing, exists, raised_by)
    question = {"evidence": evidence, "timing": timing, "exists": exists, "raised_by": raised_by}
    if outcome is None:
        with pytest.raises(ValueError, match=r"nothing untimely|needs somebody"):
            detect(spoke, **question)
        return
    emergence = detect(spoke, **question)
    assert emergence.outcome == outcome
    assert emergence.facts() == {"modalita": MODES[spoke][evidence], "tempo": timing.value}
    assert set(emergence.articles) <= {65, 66, 68, 69, 70, 71}


def test_the_cases_are_all_there():
    assert len(EVERY_CASE) == 8 * 2 * 3 * 2 * 4


def test_an_opponent_who_speaks_in_time_lets_the_case_proceed():
    emergence = detect([AVVERSARIO], evidence=False, timing=TIMELY)
    assert (emergence.mode, emergence.outcome) == (EmergenceMode.CONTESTAZIONE, EmergenceOutcome.PROCEED)
    assert emergence.articles == (65, 66)
    assert emergence.excluded == ()
    assert emergence.may_raise == frozenset()


def test_partner_and_opponent_together_count_as_palesamento():
    emergence = detect([AVVERSARIO, COMPAGNO], evidence=False, timing=TIMELY)
    assert emergence.mode == EmergenceMode.PALESAMENTO
    assert emergence.excluded == (Exclusion(mode=EmergenceMode.CONTESTAZIONE, article=70),)
    assert emergence.articles == (65, 66, 70)


def test_a_possible_constatazione_excludes_every_other_mode():
    emergence = detect([RESPONSABILE], evidence=True, timing=TIMELY)
    assert emergence.mode == EmergenceMode.CONSTATAZIONE
    assert [(exclusion.mode.value, exclusion.article) for exclusion in emergence.excluded] == [
        ("ravvedimento", 69),
        ("palesamento", 69),
        ("contestazione", 69),
    ]
    assert emergence.articles == (65, 66, 69)


def test_what_nobody_detects_is_healed_whatever_the_evidence():
    for evidence in (False, True):
        emergence = detect([], evidence=evidence, timing=TIMELY)
        assert (emergence.outcome, emergence.articles) == (EmergenceOutcome.IMPLICIT_HEALING, (65,))
        assert emergence.excluded == ()


def test_a_late_detection_waits_for_an_opponent_to_raise_it():
    emergence = detect([COMPAGNO], evidence=False, timing=LATE)
    assert (emergence.outcome, emergence.articles) == (EmergenceOutcome.DIFFERENT_ANOMALY, (65, 66, 71))
    assert emergence.may_raise == {AVVERSARIO}


def test_raised_by_an_opponent_it_replaces_the_first_anomaly():
    emergence = detect([COMPAGNO], evidence=False, timing=EARLY, raised_by=AVVERSARIO)
    assert emergence.outcome == EmergenceOutcome.DIFFERENT_ANOMALY
    assert emergence.may_raise == frozenset()


@pytest.mark.parametrize("raised_by", [RESPONSABILE, COMPAGNO])
def test_raised_by_the_side_that_detected_it_is_refused(raised_by):
    emergence = detect([AVVERSARIO], evidence=False, timing=LATE, raised_by=raised_by)
    assert (emergence.outcome, emergence.articles) == (EmergenceOutcome.RAISED_BY_THE_WRONG_SIDE, (66, 71))
    assert emergence.may_raise == frozenset()


@pytest.mark.parametrize("timing", Timing)
def test_detecting_what_is_not_there_is_an_error_in_any_mode_and_at_any_time(timing):
    emergence = detect([AVVERSARIO], evidence=True, timing=timing, exists=False)
    assert (emergence.mode, emergence.outcome) == (EmergenceMode.CONSTATAZIONE, EmergenceOutcome.FALSE_DETECTION)
    assert 68 in emergence.articles
    assert emergence.may_raise == frozenset()


def test_plain_words_are_as_good_as_the_enums():
    assert detect(["avversario"], evidence=False, timing="tardiva").outcome == EmergenceOutcome.DIFFERENT_ANOMALY


def test_an_unknown_role_is_refused():
    with pytest.raises(ValueError, match="spettatore"):
        detect(["spettatore"], evidence=False, timing=TIMELY)
