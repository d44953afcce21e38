"""Orders that say themselves whom they mean still name the players who were tapped."""

import pytest

from codes.deciding.walk import say
from codes.format.effects import effect_from
from codes.library import get_rulebook

PEOPLE = {"coppia": "Lia Prova, Ugo Finto", "avversari": "Ada Prova, Rino Finto", "responsabile": "Lia Prova"}
PEOPLE |= {"accusatore": "Lia Prova"}


@pytest.mark.parametrize(
    ("effect", "begins"),
    [
        ({"forbid": "nuova-chiamata-fuori", "whom": "coppia"}, "Per la coppia che ha chiamato fuori (Lia Prova, Ugo"),
        ({"oblige": "chiamarsi-fuori", "whom": "avversari"}, "Per la coppia chiamata fuori (Ada Prova, Rino Finto):"),
        ({"oblige": "dichiarare-quanto-manca", "whom": "avversari"}, "Per chi verifica (Ada Prova, Rino Finto):"),
        ({"rectify": "accusa-se-occorre", "whom": "accusatore"}, "Per chi aveva accusato (Lia Prova): l’accusa,"),
    ],
)
def test_an_order_names_whom_its_words_mean(effect, begins):
    assert say(effect_from(effect), get_rulebook("fitres-tressette"), "it", PEOPLE).startswith(begins)


def test_whoever_answers_for_a_spectator_is_named_if_known():
    book, effect = (
        get_rulebook("fitres-tressette"),
        effect_from({"inform": "risponde-il-garante", "whom": "responsabile"}),
    )
    assert say(effect, book, "en", PEOPLE) == (
        "The player who took responsibility (Lia Prova) answers for the spectator."
    )
    assert say(effect, book, "en", {}) == "The player who took responsibility answers for the spectator."


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("it", "Per chi verifica: obbligo di dire subito, con esattezza, quanti punti e quanti terzi mancano."),
        ("en", "For whoever verifies: exactly how many points and thirds are missing must be said at once."),
    ],
)
def test_a_duty_for_this_moment_is_no_duration(language, words):
    effect = effect_from({"oblige": "dichiarare-quanto-manca", "whom": "avversari", "until": "subito"})
    assert say(effect, get_rulebook("fitres-tressette"), language) == words
