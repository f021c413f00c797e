"""Texts of Evil:101 beside those that follow from its tables."""

from __future__ import annotations

from lairkeeper.games.evil_101.cards import SYMBOLS
from lairkeeper.games.evil_101.places import OUTCOMES

LOGGED = {
    *("deal", "play", "discard", "discard-card", "pass", "block", "done", "tally-done", "show", "which-chase", "chase"),
    *("answer-worthless", "answer-counts", "answer-take", "answer-leave", "hoarded", "pocketed", "collect", "pocket"),
    *(f"{code}-{end}" for code in ("block", "show") for end in ("foiled", "void", "foiled-void")),
    *("counted-cards", "foiled", "foiled-by", "buy", "buy-card", "end-turn", "share"),
}
RENAMED = {
    *("ui.now.turn", "ui.seat.tokens", "ui.reader.slot"),
    *(f"ui.group.{zone}" for zone in ("plots", "target-deck", "agents", "chases")),
}
"""Texts of the pages that this game says in its own words."""
PLACES = {
    *("targets", "target-deck", "plots", "agents", "chases"),
    *("target-discard", "plots-discard", "agents-discard", "chases-discard"),
    *("hand", "aside", "agents-hand", "chase", "plot", "unread", "agent", "chased"),
}
SCORED = ("own", "symbols", "pocketed", "bought", "corrected")
SAID = frozenset(
    {
        *(f"log.{code}" for code in LOGGED),
        *(f"{table}.{code}" for table in ("score", "category") for code in SCORED),
        *(f"check.{code}" for code in ("hand", "symbols")),
        *(f"role.{code}" for code in ("handler", *OUTCOMES)),
        *(f"{table}.{head}" for head in PLACES for table in ("place", "zone")),
        *(f"word.{symbol}" for symbol in SYMBOLS),
        "refusal.has-fitting-card",  # told to its player alone, as a note: it refuses nothing
        *RENAMED,
    }
)
