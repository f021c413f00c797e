"""House rules of Forever Evil: every gap and contradiction that changes play at the levels built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lairkeeper.core.ruleset import choice, number

TEAMS: Final = {"variant": ("teams",)}
"""Condition of every option of the team variant."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Options of a match, fixed when it begins."""

    edition: str = choice("en", "en", "fr", rule="contents")
    """Box on the table, which decides the names that are known."""
    main_deck: int = number(106, 106, 111, rule="contents")
    """Cards of the main deck: 106 are known.

    The English book says 111, so that up to five more copies may turn up.
    """
    super_villains: str = choice("free", "free", "two-dealt", rule="super-villains")
    """Source of the Super-Villains: chosen freely or dealt, or two dealt to each and one kept."""
    promos: bool = choice(False, rule="super-villains")
    """True if the promotional Super-Villains play along."""
    vp_tokens: int | None = number(None, 0, 999, rule="vp-tokens", optional=True)
    """VP that the supply holds in all; none: the app keeps counting when it has run out."""
    vulnerability: int = number(0, -1, 0, rule="setup")
    """Points of a Vulnerability at the end; the French book says that it lowers the score."""
    emperor_penguin_clean_up: bool = choice(False, rule="end-of-game")
    """True if Emperor Penguin still pays when the clean-up before the count destroys him."""
    tie: str = choice("shared", "shared", "last-in-turn-order", rule="end-of-game")
    """Winner of a tie that Super Heroes do not break."""
    turn_end: str = choice("understood", "understood", "told", rule="order-of-play")
    """Word for the end of a turn: once the table has said so, the next player's first move, or always *End turn*."""
    dealt_cards: str = choice("tapped", "tapped", "seen-later", rule="line-up")
    """At level `deck`: cards dealt to the Line-Up are tapped, or each is known when it leaves the Line-Up."""
    super_heroes: int = number(8, 8, 12, rule="super-hero-stack")
    """Cards of the Super Hero stack, The Flash among them; more for a longer game (fe-6)."""
    frozen_tokens: int | None = number(6, 1, 99, rule="contents", optional=True)
    """Frozen tokens that can lie on cards at once; none: as many as players want."""
    first_appearance: str = choice("from-ended-turn", "from-ended-turn", "from-next-turn", rule="resolving")
    """First player in a First Appearance when Weaknesses run short; the others follow clockwise."""
    refill: str = choice("up-to-five", "up-to-five", "empty-slots", rule="cards")
    """Meaning of cards that Pandora added for the refill: they fill emptied slots, or they do not."""
    nothing_to_lose: str = choice("is-hit", "is-hit", "is-not-hit", rule="oversized")
    """Result for Sinestro of an Attack on a foe with nothing to lose: a hit, or no hit."""
    gang_texts: str = choice("each", "each", "one", rule="cards")
    """Texts that several Royal Flush Gangs on the Super-Villain give Firestorm: one each, or one in all."""
    element_woman: str = choice("owned", "owned", "everywhere", rule="cards")
    """Places where Element Woman has all types: while owned or played, or everywhere."""
    trigger_order: str = choice("active-chooses", "active-chooses", "as-they-come", rule="resolving")
    """Order of several things that one play triggers: the player whose turn it is chooses, or nobody."""
    stolen_vp: str = choice("is-a-gain", "is-a-gain", "is-no-gain", rule="vp-tokens")
    """Meaning of stolen VP for Sinestro: they can be his first gain of a turn, or they cannot."""
    locations: str = choice("stay", "stay", "from-hand-stay", rule="locations")
    """Place of a Location that was not played from the hand: in play for good, or the discard pile."""
    location_bonus: str = choice("each-card", "each-card", "once-a-turn", rule="locations")
    """Cards for which a Location pays: every card of its type, or the first one of a turn.

    The French book says the latter.
    """
    central_city: int = number(5, 4, 5, rule="cards")
    """Cost of Central City: 5 as on the card, 4 in a public list."""
    gangs: str = choice("played", "played", "in-play", rule="cards")
    """Royal Flush Gangs that count: all that were played this turn, or those still in play."""
    gang_pays: str = choice("both-ways", "both-ways", "earlier-ones", rule="cards")
    """Gangs for which a Gang pays: those before and after it, or only those before it."""
    element_woman_discards: str = choice("owner-chooses", "owner-chooses", "is-enough", rule="cards")
    """Meaning of Element Woman discarded for two types.

    Her owner may discard a second card, or she is always enough.
    """
    man_bat_serum: str = choice("stays-under-deck", "stays-under-deck", "is-destroyed", rule="cards")
    """Place of a Man-Bat Serum that was played from the destroyed pile.

    It stays under the main deck, or it is destroyed at the end of the turn.
    """
    deck_is_a_zone: bool = choice(True, rule="faq")
    """True if destroying a card in a deck pays as it does anywhere else.

    The French list of zones leaves the deck out.
    """
    in_play_at_end: str = choice("all", "all", "locations", rule="end-of-game")
    """Cards in play that are counted at the end.

    The books name Locations only, and Green Arrow lies there too.
    """
    count_tokens: bool = choice(True, rule="end-of-game")
    """True if VP tokens are part of the total; the overview speaks of cards only."""
    starred_vp: int = number(0, 0, 10, rule="cards")
    """VP that Constantine has for a starred card, whose points are only known at the end."""
    variant: str = choice("free-for-all", "free-for-all", "teams", rule="variant")
    """Players alone, or Good Guys against Bad Guys with an even number of players."""
    sides: str = choice("bad-first", "bad-first", "good-first", rule="variant", needs=TEAMS)
    """In teams: the side of the first seat and of every second one from it."""
    team_score: str = choice("sum", "sum", "highest", "single", rule="variant", needs=TEAMS)
    """In teams: the sum of a side, its best player, or each player alone.

    No book says which of them wins.
    """
    team_never: str = choice("both", "both", "bad-guys", rule="variant", needs=TEAMS)
    """In teams: the sides that may not even be passed a card of the type that they fight.

    The English book names the Bad Guys only.
    """
    team_tokens: str = choice("printed", "printed", "none", rule="variant", needs=TEAMS)
    """In teams: tokens for a card that is turned into tokens.

    The English print lost the star and so speaks of all cards.
    """
    team_passed: str = choice("none", "none", "tokens", rule="variant", needs=TEAMS)
    """In teams: tokens for a card of the fought type that was passed, not bought or gained."""
    team_element_woman: str = choice("hero", "hero", "both", rule="variant", needs=TEAMS)
    """In teams: sides that turn Element Woman into tokens, the Bad Guys only or both."""
    team_end: str = choice("either", "either", "both", rule="variant", needs=TEAMS)
    """In teams: stacks that must have run out to end the match, either one or both."""
    team_defense: str = choice("per-defender", "per-defender", "per-protected", rule="variant", needs=TEAMS)
    """In teams: one Defense an Attack for each player who defends, or for each who is protected."""
    team_flash: str = choice("on-top", "on-top", "shuffled", rule="variant", needs=TEAMS)
    """In teams: place of The Flash, on top of the five or shuffled with the others."""
