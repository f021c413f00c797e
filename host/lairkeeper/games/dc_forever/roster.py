"""Roster of the box: characters with their cards, Locations and Unaligned characters, as far as names are public.

A card whose name is published nowhere is a numbered place: ``batman-3`` is the third of Batman's eight cards.
"""

from __future__ import annotations

from typing import Final, NamedTuple

HERO: Final = "hero"
ROGUE: Final = "rogue"


class Entry(NamedTuple):
    """Facts of one character: ``cards`` are the names of its cards, in our order; an empty name is not public."""

    name: str
    side: str
    cards: tuple[str, ...]


ROSTER: Final[dict[str, Entry]] = {
    "aquaman": Entry("Aquaman", HERO, ("", "", "", "", "Trident of Neptune", "", "", "")),
    "batman": Entry("Batman", HERO, ("", "", "", "", "Batcave", "", "", "")),
    "blue-beetle": Entry(
        "Blue Beetle", HERO, ("Tactical Analysis", "", "", "", "Neural Scrambler", "Forcefield", "", "")
    ),
    "cyborg": Entry(
        "Cyborg", HERO, ("White Noise Cannon", "Boom Tube", "", "", "Man or Machine", "", "Technomorph", "")
    ),
    "the-flash": Entry("The Flash", HERO, ("Vortex", "", "Speed Scouting", "", "", "Lightning Reflexes", "", "")),
    "green-lantern": Entry(
        "Green Lantern",
        HERO,
        ("", "", "Crime Scene Re-Creation", "Natural Recharge", "Power Ring", "", "", "Grasping Hands"),
    ),
    "superman": Entry(
        "Superman", HERO, ("", "Flight", "", "X-Ray Vision", "Fortress of Solitude", "Kryptonian Physiology", "", "")
    ),
    "wonder-woman": Entry(
        "Wonder Woman",
        HERO,
        ("Gift of Artemis", "", "", "Gift of Demeter", "Shield of Alcippe", "Bracelets of Submission", "", ""),
    ),
    "zatanna": Entry("Zatanna", HERO, ("", "", "Zatarra Shuffle", "Reading the Cards", "", "", "Escape Artist", "")),
    "black-manta": Entry(
        "Black Manta",
        ROGUE,
        ("Humble Atlantis", "", "Twin Swords", "Blood in the Water", "Scavenge", "", "Battle on Many Fronts", "", ""),
    ),
    "cheetah": Entry(
        "Cheetah",
        ROGUE,
        ("", "", "Enhanced Strength", "Scent the Prey", "On the Hunt", "Primal Drive", "Dedicated to the Hunt",
         "Apex Predator", "", ""),
    ),
    "the-joker": Entry(
        "The Joker", ROGUE, ("Dose the City", "", "", "", "Throwing Card", "", "Acid Flower", "", "", "")
    ),
    "klarion-bleak": Entry(
        "Klarion Bleak", ROGUE, ("", "", "Chaos Magic", "", "Divination", "", "Witch's Road", "Twist of Luck", "", "")
    ),
    "lex-luthor": Entry(
        "Lex Luthor", ROGUE, ("", "", "", "", "Profiteering", "LexCorp CEO", "", "", "Highest Office", "")
    ),
    "punchline": Entry(
        "Punchline", ROGUE, ("", "", "Toxic Gas", "", "Get It!?", "", "Modified Joker Venom", "", "", "Get Serious")
    ),
    "reverse-flash": Entry(
        "Reverse-Flash", ROGUE, ("", "", "Phase", "", "Rapid Thought", "", "Speed Scouting", "Super Speed", "", "")
    ),
    "silver-banshee": Entry(
        "Silver Banshee", ROGUE, ("", "", "True Name", "Death Spirit", "", "", "", "", "", "Curse of the Crone")
    ),
    "sinestro": Entry(
        "Sinestro",
        ROGUE,
        ("", "", "Energy Blast", "Sinestro's Might", "", "", "Hard Light Duplicate", "", "", "Impose Order"),
    ),
}  # fmt: skip
"""Entries by character; a name on the list is public, its kind of card is not."""

TWICE: Final = frozenset({"twin-swords"})
"""Cards of which the box has two (nine kinds make Black Manta's ten cards)."""
LOCATIONS: Final = (
    "Valhalla Cemetery", "The Daily Planet", "Arkham Asylum", "344 Clinton Street", "Atlantean Royal Palace",
    "Downtown Central City", "ACE Chemical Plant", "House of Mystery", "", "", "", "",
)  # fmt: skip
UNALIGNED: Final = ("Harley Quinn", "Peacemaker", "", "", "", "", "", "")
RESOURCES: Final = ("Renown", "Prestige", "Fame")
FIRST_GAME: Final = {
    HERO: (("batman", "superman"), ("aquaman", "wonder-woman")),
    ROGUE: (("cheetah", "the-joker"), ("punchline", "black-manta")),
}
"""Starting characters and reserve of "DC Forever, Setup for Your First Game"."""
FIRST_LOCATIONS: Final = ("valhalla-cemetery", "the-daily-planet", "arkham-asylum")
FIRST_UNALIGNED: Final = "harley-quinn"
