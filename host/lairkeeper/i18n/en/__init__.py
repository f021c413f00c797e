"""English: the language that every text is written in first."""

from typing import Final

from lairkeeper.i18n.language import Language

LANGUAGE: Final = Language("en", "English", __name__)
