"""Texts of Forever Evil beside those that follow from its tables."""

from __future__ import annotations

from lairkeeper.games.forever_evil.audit import SWEPT, TRACKED
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.ending import ENDINGS
from lairkeeper.games.forever_evil.faces import face
from lairkeeper.games.forever_evil.team import BAD, GOOD

CARD_WORDS = {face(kind, {}).word for kind, facts in CATALOG.kinds.items() if facts.in_deck} - {""}
LOGGED = {
    *("gain", "lose", "steal", "end-turn", "end-super-heroes", "end-line-up"),
    *("destroy", "clean-up-done", "sweep", "unsweep", "deck-done", "seat-done"),
    *("deck-swept", "deck-tracked", "census-done", "open-cards-shown"),
    *("gain-card", "buy", "defeat", "pass", "pass-unseen", "play", "discard", "freeze", "deal", "flip", "bottom"),
    *("put-back", "printed-vp-done"),
    *(
        "use",
        "reveal",
        "no",
        "yes",
        "defend",
        "no-defense",
        "nobody-defends",
        "draw",
        "power",
        "attack",
        "chosen",
        "on-top",
        "foe",
    ),
    *("hand", "hands-known", "drawn", "no-more", "by-hand-done", "pass-left", "pass-left-unseen"),
}
PLACES = {
    *("line-up", "main-deck", "kicks", "weaknesses", "super-hero", "super-heroes", "set-aside", "destroyed", "missing"),
    *("deck", "swept", "villain", "bottom", "top", "on-villain", "super-villain", "villain-stack"),
}
"""Where a card may have to be put back to, beside the places that every game has."""
SAID = frozenset(
    {
        *(f"log.{code}" for code in LOGGED),
        *(f"score.{code}" for code in ("tokens", "cards", "deathstorm", "phantom-stranger")),
        *("category.tokens", "category.cards"),
        *(
            f"category.{face(kind, {}).word}"
            for kind, facts in CATALOG.kinds.items()
            if facts.in_deck and kind != "unlisted"
        ),
        *(f"option.{option}" for option in (*ENDINGS, SWEPT, TRACKED, "hand", "discard")),
        *(f"place.{head}" for head in PLACES),
        *(f"team.{side}" for side in (GOOD, BAD)),
        *("beside.tokens", "beside.power"),
    }
)
