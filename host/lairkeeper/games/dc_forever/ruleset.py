"""House rules of DC Forever: every gap and contradiction of the rulebook that changes play."""

from __future__ import annotations

from dataclasses import dataclass

from lairkeeper.core.ruleset import choice


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Options of a match, fixed when it begins."""

    opening: str = choice("draft", "draft", "first-game", rule="set-up")
    """Way to the teams: a draft, or the teams of the suggested first game (two players)."""
    solo_side: str = choice("rogue", "rogue", "hero", rule="multi-set-up")
    """Side that plays alone with three players; it sits first."""
    citizen_values: str = choice("any", "any", "1", "1-5", "1-2-5", "1-3-5", rule="citizens")
    """Values of the citizen tokens: not stated; citizens are counted with any of them."""
    win_check: str = choice("every-cycle", "every-cycle", "last-cycle", rule="win")
    """Moment of the check for a win: every Resolution Phase, or the end of the Confrontation Stage."""
    rescue_at: str = choice("scheme-or-unaligned", "scheme-or-unaligned", "scheme", rule="rescue")
    """Pieces at a Location that allow a Rescue."""
    rogue_pays: str = choice("hand", "hand", "attached", rule="ability")
    """Cards with which Rogues pay limited abilities."""
    total_of_four: str = choice("three-players", "three-players", "all", "never", rule="multi-win")
    """Numbers of players with which a total of four fallen characters loses the match for a side."""
    fallen: str = choice("now", "now", "ever", rule="multi-win", needs={"total-of-four": ("three-players", "all")})
    """Characters that count towards the four: those out now, or those that ever fell."""
    reshuffle: str = choice("at-once", "at-once", "when-needed", rule="decks")
    """Moment at which the discard pile becomes the deck."""
    unaligned_citizens: str = choice("unless-swayed", "unless-swayed", "sanctuary", rule="attack")
    """Goal of the citizens of an Unaligned character that a Hero defeats."""
    unaligned_counts: bool = choice(False, rule="unaligned")
    """True when an Unaligned character that a Hero defeats counts as a captured Rogue."""
    next_unaligned: str = choice("free", "free", "any", rule="attack")
    """Places for the next Unaligned character."""
    swayed_again: str = choice("nothing", "nothing", "next", rule="attack")
    """Consequence when a Rogue defeats a swayed character again."""
    replace: str = choice("step-3", "step-3", "at-once", rule="prepare")
    """Moment at which an emptied Location is replaced."""
    all_passed: str = choice("resolve", "resolve", "end-at-once", rule="oppose")
    """End of a cycle in which everybody passed: with its Resolution Phase, or at once."""
    passes: str = choice("one-cycle", "one-cycle", "across-cycles", rule="oppose")
    """Cycles whose passes count together: passes in two of them may end the stage."""
    next_cycle: str = choice("activation", "activation", "action", rule="prepare")
    """Condition of another cycle: any activation, or one with an action."""
    empower_with: str = choice("renown", "renown", "any", rule="empower")
    """Cards that empower."""
    empower_whom: str = choice("own", "own", "mates", rule="empower")
    """Heroes that a player may empower: the player's own, or also a team mate's."""
    big_hand: str = choice("keep", "keep", "discard", rule="draw")
    """Treatment of a Hero player's hand above the maximum."""
    location_deck: str = choice("reshuffle", "reshuffle", "stays", rule="prepare")
    """Treatment of the empty Location deck."""
    unaligned_deck: str = choice("none", "none", "reshuffle", rule="unaligned")
    """Treatment of the empty Unaligned deck."""
    scheme_citizens: str = choice("supply", "supply", "location", rule="complete")
    """Goal of the citizens of a completed or discarded Scheme."""
    empty_claim: str = choice("allowed", "allowed", "refused", rule="threaten")
    """Permission to Threaten or Rescue where no citizen is left."""
    emptied_side: str = choice("nothing", "nothing", "loses", rule="win")
    """Consequence for a side without characters whose last one was neither knocked out nor captured."""
    first_cycle: str = choice("everybody", "everybody", "first-only", rule="provoke")
    """Players who must activate in the first cycle of the game, with three or four of them."""
    idle: str = choice("allowed", "allowed", "refused", rule="activate")
    """Permission to end an activation without an action."""
    attach_to: str = choice("as-printed", "as-printed", "anybody", rule="attachment")
    """Characters that an Attachment may be put on."""
    hero_leaves: str = choice("discard", "discard", "return", rule="attachment")
    """Goal of the empowering cards of a Hero who leaves play without a knock-out."""
    completer: str = choice("owner", "owner", "first", rule="complete")
    """Rogue player of two who decides on a completed Scheme and draws."""
    draw_value: str = choice("text-first", "text-first", "draw-first", rule="complete")
    """Part of a completed Scheme that comes first: its text or its cards."""
    first_player: str = choice("lot", "lot", "choice", rule="multi-order")
    """Way to a pair's first player of round 1; later rounds are a choice."""
    confrontation_cards: str = choice("events", "events", "all", rule="activate")
    """Cards that an activated character may play."""
    fallen_cards: str = choice("in-play-works", "in-play-works", "nothing", rule="damage")
    """Abilities left to Assets and Minions of a fallen character: those without exhausting or discarding, or none."""
    buyable: str = choice("in-play", "in-play", "recruited", rule="buy")
    """Characters whose cards may be bought."""
    unaligned_defeat: str = choice("any-damage", "any-damage", "attack", rule="unaligned")
    """Damage that defeats an Unaligned character: any, or that of an Attack."""
    tokens_off: str = choice("all-cards", "all-cards", "characters", rule="round-end")
    """Cards from which activated tokens come off at the end of a round."""
    waiting_scheme: str = choice("own-turn", "own-turn", "any-time", rule="complete")
    """Moment at which a face-up single-use Scheme of the Master Plan may be used."""
    unaligned_claims: str = choice("swayed", "swayed", "all", rule="swayed")
    """Unaligned characters that claim for the Scheme at their Location."""
    mates_see: bool = choice(True, rule="scheme")
    """True when two Rogue players see each other's face-down Schemes."""
