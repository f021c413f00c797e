"""The words in which abilities and effects are typed, each with a number, and the moments that reactions wait for."""

from __future__ import annotations

from typing import Final

BY_HAND: Final = "by-hand"
AUTOMATIC: Final = (
    "draw", "mill", "icons", "extra-action", "return", "value-random", "proof", "host-damage", "damage-most",
)  # fmt: skip
"""Done at once: nobody has to choose anything."""
ASKED: Final = (
    "damage", "damage-exhausted", "heal", "exhaust", "ready", "free", "advance", "save", "retrieve", "recover",
    "discard", "look", "forced", "fetch", "sacrifice", "reduce", "ignore-modifier", "ignore-number",
)  # fmt: skip
"""The player of the card chooses what or whom ("DC Forever, Resolving Effects")."""
CONSTANT: Final = ("reduce-modifier", "only-threaten", "attack", "rescue", "threaten", "hurt")
"""Always on: looked up when they matter, never carried out. The first four are of characters, the others of places."""
LINKS: Final = ("to", "then")
"""``A, to, B``: A is a cost; ``A, then, B``: A as far as possible first."""
VERBS: Final = (*AUTOMATIC, *ASKED, *CONSTANT, *LINKS, BY_HAND)
TRIGGERS: Final = (
    "when-attacked", "after-attacked", "after-attacks", "when-threatens", "after-threatens", "when-rescues",
    "after-rescues", "after-falls", "after-completes", "after-readied", "after-activates", "after-round",
)  # fmt: skip
"""What a reaction waits for ("DC Forever, Glossary: Reaction, When, After")."""
UNALIGNED_WORDS: Final = ("claim", "strike")
"""What an Unaligned character does after somebody has been activated at its Location, from so many citizens on."""
