"""Words in which abilities and effects are typed, each with a number, and the moments of reactions."""

from __future__ import annotations

from typing import Final

BY_HAND: Final = "by-hand"
AUTOMATIC: Final = (
    "draw", "mill", "icons", "extra-action", "return", "value-random", "proof", "host-damage", "damage-most",
)  # fmt: skip
"""Words that are carried out at once: nobody has to choose anything."""
ASKED: Final = (
    "damage", "damage-exhausted", "heal", "exhaust", "ready", "free", "advance", "save", "retrieve", "recover",
    "discard", "look", "forced", "fetch", "sacrifice", "reduce", "ignore-modifier", "ignore-number",
)  # fmt: skip
"""Words for which the player of the card chooses a piece or a seat ("DC Forever, Resolving Effects")."""
CONSTANT: Final = ("reduce-modifier", "only-threaten", "attack", "rescue", "threaten", "hurt")
"""Words that are always on: looked up when they matter, never carried out.

The first two are of characters, the others of places.
"""
LINKS: Final = ("to", "then")
"""Links between words: ``A, to, B`` makes A a cost; ``A, then, B`` does A as far as possible first."""
VERBS: Final = (*AUTOMATIC, *ASKED, *CONSTANT, *LINKS, BY_HAND)
TRIGGERS: Final = (
    "when-attacked", "after-attacked", "after-attacks", "when-threatens", "after-threatens", "when-rescues",
    "after-rescues", "after-falls", "after-completes", "after-readied", "after-activates", "after-round",
)  # fmt: skip
"""Moments of reactions ("DC Forever, Glossary: Reaction, When, After")."""
UNALIGNED_WORDS: Final = ("claim", "strike")
"""Effects of an Unaligned character after an activation at its Location; each has a threshold of citizens."""
