"""House rules of Forever Evil: every gap and contradiction that changes play at the levels built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lairkeeper.core.ruleset import choice, number

TEAMS: Final = {"variant": ("teams",)}
"""What every option of the team variant needs."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The options of a match, fixed when it begins."""

    edition: str = choice("en", "en", "fr", rule="contents")
    """Which box is on the table: it decides the names that are known."""
    main_deck: int = number(106, 106, 111, rule="contents")
    """Cards of the main deck: 106 are known; the English book says 111, so that up to five more copies may turn up."""
    super_villains: str = choice("free", "free", "two-dealt", rule="super-villains")
    """How the Super-Villains were come by: chosen freely, or two dealt to each and one kept."""
    promos: bool = choice(False, rule="super-villains")
    """Whether the promotional Super-Villains play along."""
    vp_tokens: int | None = number(None, 0, 999, rule="vp-tokens", optional=True)
    """How many VP the supply holds in all; none: keep counting when it has run out."""
    vulnerability: int = number(0, -1, 0, rule="setup")
    """What a Vulnerability is worth at the end: the French book has it lower the score."""
    emperor_penguin_clean_up: bool = choice(False, rule="end-of-game")
    """Whether Emperor Penguin still pays when the clean-up before the count destroys it."""
    tie: str = choice("shared", "shared", "last-in-turn-order", rule="end-of-game")
    """Who wins a tie that Super Heroes do not break."""
    super_heroes: int = number(8, 8, 12, rule="super-hero-stack")
    """Cards of the Super Hero stack, The Flash among them: more for a longer game."""
    frozen_tokens: int | None = number(6, 1, 99, rule="contents", optional=True)
    """How many Frozen tokens can lie on cards at once; none: as many as are wanted."""
    first_appearance: str = choice("from-ended-turn", "from-ended-turn", "from-next-turn", rule="resolving")
    """Who is first in a First Appearance when Weaknesses run short; it goes on clockwise."""
    refill: str = choice("up-to-five", "up-to-five", "empty-slots", rule="cards")
    """Whether cards added to the Line-Up by Pandora fill the slots that were emptied."""
    nothing_to_lose: str = choice("is-hit", "is-hit", "is-not-hit", rule="oversized")
    """Whether a foe that an Attack finds with nothing to lose has failed to avoid it (Sinestro)."""
    gang_texts: str = choice("each", "each", "one", rule="cards")
    """Whether each Royal Flush Gang on the Super-Villain gives Firestorm its text, or all of them together one."""
    element_woman: str = choice("owned", "owned", "everywhere", rule="cards")
    """Where Element Woman is of all types: while owned or played, or in the Line-Up and destroyed pile too."""
    trigger_order: str = choice("active-chooses", "active-chooses", "as-they-come", rule="resolving")
    """Who orders several things that one play sets off: whoever's turn it is, or nobody."""
    stolen_vp: str = choice("is-a-gain", "is-a-gain", "is-no-gain", rule="vp-tokens")
    """Whether stolen VP can be the first VP that Sinestro gains in a turn."""
    locations: str = choice("stay", "stay", "from-hand-stay", rule="locations")
    """Whether a Location that was not played from the hand stays in play."""
    location_bonus: str = choice("each-card", "each-card", "once-a-turn", rule="locations")
    """Whether a Location pays for every card of its type, or for the first one of a turn, as the French book says."""
    central_city: int = number(5, 4, 5, rule="cards")
    """What Central City costs: 5 as on the card, 4 in a public list."""
    gangs: str = choice("played", "played", "in-play", rule="cards")
    """Which Royal Flush Gangs count: all that were played this turn, or those still in play."""
    gang_pays: str = choice("both-ways", "both-ways", "earlier-ones", rule="cards")
    """Whether a Gang pays for those after it too, or only for those before it."""
    element_woman_discards: str = choice("owner-chooses", "owner-chooses", "is-enough", rule="cards")
    """Whether Element Woman, discarded for two types, may be followed by a second card, or ends the matter."""
    man_bat_serum: str = choice("stays-under-deck", "stays-under-deck", "is-destroyed", rule="cards")
    """What becomes at the end of the turn of a Man-Bat Serum that was played from the destroyed pile."""
    deck_is_a_zone: bool = choice(True, rule="faq")
    """Whether destroying a card in a deck pays like anywhere else; the French list of zones leaves the deck out."""
    in_play_at_end: str = choice("all", "all", "locations", rule="end-of-game")
    """Which cards in play are counted at the end: the books name Locations only, and Green Arrow lies there too."""
    count_tokens: bool = choice(True, rule="end-of-game")
    """Whether VP tokens are part of the total; the overview speaks of cards only."""
    starred_vp: int = number(0, 0, 10, rule="cards")
    """What Constantine pays for a starred card, whose points are only known at the end."""
    variant: str = choice("free-for-all", "free-for-all", "teams", rule="variant")
    """Everybody alone, or Good Guys against Bad Guys: an even number of players."""
    sides: str = choice("bad-first", "bad-first", "good-first", rule="variant", needs=TEAMS)
    """In teams: the side of the first seat and of every second one from it."""
    team_score: str = choice("sum", "sum", "highest", "single", rule="variant", needs=TEAMS)
    """In teams: what wins, which no book says: the sum of a side, its best player, or each player alone."""
    team_never: str = choice("both", "both", "bad-guys", rule="variant", needs=TEAMS)
    """In teams: who may not even be passed a card of the type it fights; the English book names the Bad Guys only."""
    team_tokens: str = choice("printed", "printed", "none", rule="variant", needs=TEAMS)
    """In teams: tokens for a card turned into them; the English print lost the star and so speaks of all cards."""
    team_passed: str = choice("none", "none", "tokens", rule="variant", needs=TEAMS)
    """In teams: what a card of the fought type brings that was passed, not bought or gained."""
    team_element_woman: str = choice("hero", "hero", "both", rule="variant", needs=TEAMS)
    """In teams: whether only the Bad Guys turn Element Woman into tokens, or the Good Guys too."""
    team_end: str = choice("either", "either", "both", rule="variant", needs=TEAMS)
    """In teams: whether one stack that has run out ends the match, or only both."""
    team_defense: str = choice("per-defender", "per-defender", "per-protected", rule="variant", needs=TEAMS)
    """In teams: one Defense an Attack for each player who defends, or for each who is protected."""
    team_flash: str = choice("on-top", "on-top", "shuffled", rule="variant", needs=TEAMS)
    """In teams: whether The Flash is always one of the five, on top, or shuffled with the others."""
