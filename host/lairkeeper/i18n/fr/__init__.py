"""French: 0 is counted as one, and ``de`` and ``que`` lose their vowel before another."""

import re
from collections.abc import Mapping
from typing import Final

from lairkeeper.i18n.language import Language

_ELIDED: Final = re.compile(r"\b(d|D|qu|Qu)e \{(\w+)\}")
_VOWELS: Final = frozenset("aàâæeéèêëiîïoôœuùûüy")


def elided(sentence: str, shown: Mapping[str, str]) -> str:
    """Turn ``de {seat}`` into ``d’{seat}`` before a name that begins with a vowel."""

    def short(found: re.Match[str]) -> str:
        vowel = shown.get(found[2], "")[:1].lower() in _VOWELS
        return f"{found[1]}’{{{found[2]}}}" if vowel else found[0]

    return _ELIDED.sub(short, sentence)


LANGUAGE: Final = Language("fr", "Français", __name__, lambda n: n in (0, 1), elided, decimal_comma=True)
