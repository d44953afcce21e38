"""What becomes of the points of an accusa: every order that leaves the board standing says it (174)."""

import pytest

from codes.deciding.walk import say
from tests.codes.rulebooks.code_walks import ACCUSA, DUPLICATE, MODERN, ORDINARY, book, decide, paths

SAID = {
    ("inform", "accusa-resta"),
    ("inform", "tre-punti-restano"),
    ("inform", "difettosa-senza-punti"),
    ("inform", "accusa-senza-punti"),
    ("inform", "buongioco-taciuto"),
    ("rectify", "accusa"),
    ("rectify", "accusa-se-occorre"),
    ("rectify", "punti-buongioco"),
    ("forfeit", "punti-buongioco"),
}
# The board is gone, the result is settled, the match is won, or the arbiter says it in writing.
ELSEWHERE = {("refuse", "prescrizione"), ("refuse", "rimedio-dopo-vittoria")}
ELSEWHERE_BY_VERB = {"annul", "judgement"}
IN_FIRST_TRICK = {"punteggio_annotato": "no", "prima_battuta": "in-corso"}


@pytest.mark.parametrize("options", [ORDINARY, MODERN, DUPLICATE])
@pytest.mark.parametrize("procedure", ACCUSA)
def test_every_order_about_an_accusa_says_what_becomes_of_its_points(procedure, options):
    for facts, decision in paths(procedure, options):
        ordered = {(effect.verb, effect.what) for effect in decision.effects}
        if not ordered & ELSEWHERE and not ELSEWHERE_BY_VERB & {verb for verb, _what in ordered}:
            assert ordered & SAID, facts
            # Lost by the article that takes them, or never accused (178).
            elsewhere = {("forfeit", "punti-buongioco"), ("inform", "buongioco-taciuto")}
            assert 174 in decision.cites or ordered & elsewhere, facts


def words(decision, what, language="it"):
    return next(say(one, book(), language) for one in decision.effects if one.what == what)


def test_three_points_stand_once_play_shows_the_card_that_an_incomplete_accusa_of_three_lacked():
    # 185: healed, so that the accusa of three cards keeps what 174 gives it.
    shown = IN_FIRST_TRICK | {"caso_constatato": "carta-fagliante", "risposta_avversaria": "si"}
    decision = decide("accusa-constatata", **shown)
    assert words(decision, "tre-punti-restano") == "I tre punti di buongioco di quell’accusa restano."
    assert words(decision, "tre-punti-restano", "en") == "The three buongioco points of that accusa stand."


def test_an_accusa_that_stays_or_is_mended_says_three_points_or_four():
    wrong = {"difetto_accusa": "errata", "modalita": "ravvedimento", "risposta_avversaria": "no"}
    mended = decide("accusa-dimenticata-o-errata", **IN_FIRST_TRICK, **wrong)
    stays = decide("accusa-tre-di-quattro", punteggio_annotato="no", modalita="nessuna")
    for decision, what in ((mended, "accusa"), (stays, "accusa-resta")):
        said = words(decision, what)
        assert "tre per una napoletana o tre carte uguali, quattro per quattro uguali" in said


@pytest.mark.parametrize(
    ("mended", "ordered"),
    [("si", "punti-buongioco"), ("no", "accusa-resta"), ("difettosa", "difettosa-senza-punti")],
)
def test_after_the_partner_s_remark_the_points_hang_on_what_the_accusa_was(mended, ordered):
    # 180 takes them where it was mended; 174 gives none to one that can no longer be mended.
    decision = decide(
        "rilievo-accusa-altrui",
        **IN_FIRST_TRICK,
        chi_rileva_accusa="compagno",
        esercizio_monte="nessuno",
        chi_contesta="avversario",
        accusa_rettificata=mended,
    )
    about_points = {what for _verb, what in SAID}
    assert [one.what for one in decision.effects if one.what in about_points] == [ordered]
