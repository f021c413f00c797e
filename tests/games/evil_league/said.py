"""Texts of the Evil League beside those that follow from its tables."""

from __future__ import annotations

from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.cards import CATALOG, LOCATIONS, VERBS
from lairkeeper.games.evil_league.round import STEPS
from lairkeeper.games.evil_league.track import SOURCES

LOGGED = {
    *("draw-part", "draw-loot", "buy-item", "give-loot", "steal-part", "steal-loot", "lose-power", "back", "counted"),
    *("reward-reputation", "reward-parts", "reward-loot", "reward-power", "stand-reputation", "stand-bonus"),
    *("adjust-reputation", "adjust-power", "power-said", "lay-out", "lay-own", "lay-weapon", "lay-loot"),
    *("spoils-parts", "spoils-loot", "spoils-power"),
    *(f"do-{word}" for word in VERBS if word != "by-hand"),
}
OWN_LINES = {"draw", "steal", "reward", "stand", "adjust", "complete", "answer", "spoils", "do"}
"""Moves whose log lines have other names, or that are always refused."""
PILES = ("scheme-deck", "loot-deck", "bag", "loot-discard", "schemes-out")
SEATED = ("villain", "spare", "weapon", "hand")
PLACES = {*LOCATIONS, *PILES, "villain", "spare", "weapon", "unseen", "box"}
MOVES = {name for frame in GAME.frames.values() for name in frame.moves}
SAID = frozenset(
    {
        "move.adjust",
        "ui.now.turn",
        *(f"log.{code}" for code in (*LOGGED, *(MOVES - OWN_LINES))),
        *(f"step.{step}" for step in (*STEPS, "hands")),
        *(f"score.{code}" for code in SOURCES),
        *(f"category.{code}" for code in SOURCES),
        *(f"beside.{code}" for code in ("start", "power", "hand", "weapon")),
        *(f"word.{word}" for word in VERBS),
        *(f"zone.{head}" for head in (*LOCATIONS, *PILES, *SEATED)),
        *(f"place.{head}" for head in PLACES),
        *("mark.down", "mark.committed", "mark.hammer-goes"),
        *{f"ui.group.{facts.zone}" for facts in CATALOG.kinds.values()},
    }
)
