"""What our migrations do beside Django's own operations."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel
from django.db.migrations.operations.base import Operation, OperationCategory
from django.db.migrations.state import ProjectState

from tournaments.models.guards import OwnSQL, about


class CreateModels(Operation):
    """Create all models of an application, with their constraints, indexes and guards.

    By one operation the state is rendered once. Django renders it for each: with 600 of them five sixths of the time of
    `migrate` went into states that nobody looks at.
    """

    category = OperationCategory.ADDITION
    serialization_expand_args = ["models"]

    def __init__(self, models: list[CreateModel]) -> None:
        self.models = models

    def describe(self) -> str:
        return f"Create {len(self.models)} models"

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Rendered already, it would be rendered in part again with each model; without, it is rendered when asked for.
        state.__dict__.pop("apps", None)
        for one in self.models:
            one.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        for one in self.models:
            one.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        for one in reversed(self.models):
            model = from_state.apps.get_model(app_label, one.name)
            for own in (one for one in model._meta.constraints if isinstance(one, OwnSQL)):
                for statement in about(model, own.removing(schema_editor.connection.vendor)):
                    schema_editor.execute(statement, params=None)
            one.database_backwards(app_label, schema_editor, from_state, to_state)
