"""The error of the home network: the text ``lan.<code>`` with its values, in the language of whoever reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lairkeeper.i18n import LANGUAGES, Texts, shared_texts


class LanError(Exception):
    """The app cannot be opened to the home network. Nothing was changed."""

    def __init__(self, code: str, args: Mapping[str, Any] | None = None) -> None:
        self.code, self.values = code, dict(args or {})
        super().__init__(code)

    def __str__(self) -> str:
        """Return the sentence in the first language."""
        return said(LANGUAGES[0], self.code, self.values)


def said(lang: str, code: str, values: Mapping[str, Any]) -> str:
    """Return the text ``lan.<code>`` in a language, for commands and logs."""
    return Texts.load(lang, shared_texts()).say(f"lan.{code}", values)
