"""What the models of all files of a code have in common."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


AnswerList = Annotated[tuple[str, ...], BeforeValidator(_as_list)]


class Model(BaseModel):
    """Files are read strictly: a key nobody knows is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")
