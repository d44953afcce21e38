"""What is said above a question follows the form of play: nothing of other rules, nor of the other form."""

import pytest

from codes.library import get_rulebook
from codes.reading.loader import RulebookError, load_rulebook
from codes.reading.siblings import possible_options
from tests.codes.mini import fact, procedure, rule, text, write

FITRES = get_rulebook("fitres-tressette")
FORMS = sorted({(told["forma"], told["norme"]) for told in possible_options(FITRES)})
OF_OTHERS = {"tradizionali": "modern", "moderne": "115 rivede", "ordinario": "duplicat", "duplicato": "ordinari"}


@pytest.mark.parametrize(("form", "rules"), FORMS)
def test_a_note_says_nothing_of_another_form_of_play(form, rules):
    options = {"forma": form, "norme": rules, "accusa": "con-accusa"}
    told = [one.note_under(options) for one in FITRES.applicable(options)]
    said = " ".join(f"{note.it} {note.en}" for note in told if note)
    assert said
    assert [words for words in (OF_OTHERS[form], OF_OTHERS[rules]) if words in said] == []


@pytest.mark.parametrize(
    ("options", "note"),
    [
        (
            {"forma": "ordinario", "norme": "tradizionali"},
            "Oltre all’ultima pigliata (29) chi è di mano rivede le proprie e, nelle prime quattro battute, si fa "
            "mostrare la prima degli avversari (115). Chi deve decidere il cappotto non rivede le "
            "sue a punti certi (144).",
        ),
        ({"forma": "duplicato", "norme": "moderne"}, "Le norme moderne tengono solo il 29: il 155 esclude il 115."),
    ],
)
def test_tricks_looked_at_again_have_the_note_of_their_rules(options, note):
    assert FITRES.procedures["rivedere-pigliate"].note_under(options).it == note


def test_a_note_under_an_option_that_is_none_is_refused(tmp_path):
    told = procedure("uno", {"a": fact("si", "no")}, [rule({})]) | {"note_where": [text("così") | {"if": {"x": "y"}}]}
    with pytest.raises(RulebookError) as refused:
        load_rulebook(write(tmp_path, [told]))
    assert any(str(one).endswith("unknown option «x»") for one in refused.value.problems)


def test_what_depends_on_the_form_changes_no_rule(tmp_path):
    told = procedure("uno", {"a": fact("si", "no")}, [rule({})])
    first = load_rulebook(write(tmp_path / "a", [told])).procedures["uno"]
    under = {"note_where": [text("così") | {"if": {"forma": "duplicato"}}]}
    second = load_rulebook(write(tmp_path / "b", [told | under])).procedures["uno"]
    assert first.digest == second.digest
    assert (second.note.it, second.note_under({"forma": "ordinario"})) == ("così", None)
