"""Everything that people read, in their language: ids in code, sentences in TOML catalogs."""

from .language import GROUP, Language, all_languages
from .texts import LANGUAGES, TextError, Texts, arguments, flatten, isolated, read_catalog, shared_texts, spoken

__all__ = [
    "GROUP", "LANGUAGES", "Language", "TextError", "Texts", "all_languages", "arguments", "flatten", "isolated",
    "read_catalog", "shared_texts", "spoken",
]  # fmt: skip
