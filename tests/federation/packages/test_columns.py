"""A column of text is personal until somebody says otherwise, and whatever is personal is salted, erased, handed out.

That it is: `tests/keeping/erasing/test_declared_personal.py`, where one is declared and erased.
"""

from django.db import models
from django.test.utils import isolate_apps

from federation.packages.columns import IMPERSONAL, own_models, personal_columns, undeclared
from federation.packages.records import every_shape
from keeping.erasing.queries import MODELS, OTHERS, searched_models, text_columns
from keeping.personal_data.kinds import KINDS, WITHOUT_PERSONS
from records.official_records import Official, Sealed


def test_every_column_of_text_is_personal_or_says_why_not() -> None:
    assert list(undeclared()) == []
    assert all(IMPERSONAL)


@isolate_apps("tournaments")
def test_a_column_that_nobody_declared_is_named_with_what_to_do() -> None:
    class Entry(Sealed):
        telefono = models.CharField(max_length=40)
        state = models.CharField(max_length=40, choices=[("a", "a")])
        PERSONAL = {"name": ()}
        name = models.CharField(max_length=40)
        category = models.CharField(max_length=40)

        class Meta:
            app_label = "tournaments"

    (told,) = undeclared([Entry])
    assert told.startswith("tournaments.Entry.telefono is on no list.")
    assert "name it in PERSONAL of tournaments.Entry" in told
    Entry.PERSONAL = {"name": (), "telefono": ()}
    assert list(undeclared([Entry])) == []


def test_whatever_is_personal_is_erased_and_handed_out() -> None:
    """Erased: searched, or of a row that goes as a whole. Handed out: of a kind of the export, or with its reason."""
    for model in own_models():
        label, columns = model._meta.label, personal_columns(model)
        if columns and label not in OTHERS | MODELS:
            assert model in searched_models(), label
            assert columns <= set(text_columns(model)), label
        hidden = set(KINDS[label].hidden) if label in KINDS else set()
        # Of published standings the lines of the person's own entries are handed out.
        assert label in WITHOUT_PERSONS or columns & hidden <= {"rows"}, label


def test_whatever_is_personal_is_salted_in_packages_and_seals() -> None:
    for model, shape in every_shape():
        assert personal_columns(model) & set(shape.columns) <= set(shape.personal) | {"category", "username"}, (
            shape.label
        )
    # In the seals of a federation too; of what a package named each text has a salt of its own beside it.
    plain = {
        (model._meta.label, name)
        for model in own_models()
        if issubclass(model, Official)
        for name in personal_columns(model) - set(model.PERSONAL)
    }
    assert plain == {("federation.PackageText", "text")}
