"""Texts of DC Forever beside those that follow from its tables."""

from __future__ import annotations

from lairkeeper.games.dc_forever.catalog import CATALOG
from lairkeeper.games.dc_forever.primitives import STEPS

LOGGED = {
    *("draft", "starter", "first", "deal", "place", "pool", "empower", "pay", "recruit", "buy", "play", "lay", "use"),
    *(
        "activate",
        "attack",
        "threaten",
        "rescue",
        "modifier",
        "react",
        "done",
        "pass",
        "end-turn",
        "resolve",
        "discard",
    ),
    *("choose", "choose-card", "complete", "complete-short", "completed", "by-hand", "by-hand-open", "fall"),
    *("recover", "adjust-citizens", "adjust-completed", "cycle-over"),
    *(f"duty-{what}" for what in ("claim", "draw", "hurt", "strike")),
    *(f"do-{step}" for step in STEPS),
}
STAGES = {
    *("plotting", "planning", "rogue-draw", "hero-discards", "ready", "extras", "round-end", "unaligned", "decks"),
    *("declared", "modifiers", "when", "hit", "after", "over", "draw", "check", "complete", "replace", "hands"),
}
"""Steps within a frame that the page names."""
PLACES = {
    *("team", "area", "attached", "empower", "pool", "discard", "reserve", "deck", "hand", "playing", "standees"),
    *(
        "box",
        "captured",
        "knocked-out",
        "removed",
        "master-plan",
        "location-deck",
        "location-discard",
        "unaligned-deck",
    ),
    *(f"{what}-{n}" for what in ("place", "scheme", "unread") for n in (1, 2, 3)),
}
PAIRS = {
    *("attack", "by-hand", "claim", "fetch", "ignore-modifier", "ignore-number", "look", "only-threaten", "proof"),
    *("rescue", "return", "strike", "then", "threaten", "to", "value-random"),
}
"""Printed words that are said without their number, or in another way than by name and number."""
MARKS = ("advanced", "claimed", "damage", "enough", "exhausted", "here", "scheme", "swayed")
RENAMED = {
    "ui.now.turn",
    "ui.now.winning-side",
    "ui.reader.place",
    "ui.seat.points",
    "ui.seat.tokens",
    "ui.todo.points",
}
"""Texts of the pages that this game says in its own words."""
SHORT = ("hero", "modifier", "on", "own-cost", "rogue", "second", "second-own-cost")
"""Printed facts that are said shorter on a card than where they are typed."""
SAID = frozenset(
    {
        *(f"log.{code}" for code in LOGGED),
        *(f"step.{code}" for code in STAGES),
        *(f"{table}.{place}" for place in PLACES for table in ("place", "zone")),
        *(f"place.{purse}" for purse in ("sanctuary", "neutral-1", "neutral-2", "neutral-3")),
        *(f"pair.{word}" for word in PAIRS),
        *(f"beside.{what}" for what in ("cards", "citizens", "hero", "icons", "rogue", "schemes", "standing")),
        *(f"beside.won-{how}" for how in ("capture", "knock-out", "rescue", "schemes")),
        *(f"fact-short.{name}" for name in SHORT),
        *(
            f"mark.{name}"
            for name in ("advanced", "claimed", "damage", "enough", "exhausted", "here", "scheme", "swayed")
        ),
        *(f"score.{code}" for code in ("citizens", "schemes", "standing")),
        *(f"category.{code}" for code in ("citizens", "schemes")),
        *(f"team.{side}" for side in ("heros", "rogues")),
        *(f"ui.group.{zone}" for zone in {facts.zone for facts in CATALOG.kinds.values()}),
        *("check.hand", "rule.asset", "rule.hands", "rule.turn"),
        *RENAMED,
    }
)
