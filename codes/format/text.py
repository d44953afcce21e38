"""Bilingual texts: Italian first, English second."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

Language = Literal["it", "en"]


class Text(BaseModel):
    """One sentence or label in both languages; neither may be empty."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    it: str = Field(min_length=1)
    en: str = Field(min_length=1)

    @field_validator("it", "en")
    @classmethod
    def _as_printed(cls, words: str) -> str:
        """The apostrophe of print for the one of the keyboard: beside our own sentences on the same page."""
        return words.replace("'", "’")

    def in_(self, language: str) -> str:
        """The text in that language; Italian, the language of the codes, for any other than English."""
        return self.en if language.startswith("en") else self.it
