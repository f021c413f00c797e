"""House rules of DC Forever: every gap and contradiction of the rulebook that changes play."""

from __future__ import annotations

from dataclasses import dataclass

from lairkeeper.core.ruleset import choice


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The options of a match, fixed when it begins."""

    opening: str = choice("draft", "draft", "first-game", rule="set-up")
    """Whether characters are drafted, or the teams of the suggested first game are played (two players)."""
    solo_side: str = choice("rogue", "rogue", "hero", rule="multi-set-up")
    """With three players: which side plays alone; it sits first."""
    citizen_values: str = choice("any", "any", "1", "1-5", "1-2-5", "1-3-5", rule="citizens")
    """Values of the citizen tokens: not stated; whatever they are, citizens are counted."""
    win_check: str = choice("every-cycle", "every-cycle", "last-cycle", rule="win")
    """Whether wins are checked in every Resolution Phase, or when the Confrontation Stage ends."""
    rescue_at: str = choice("scheme-or-unaligned", "scheme-or-unaligned", "scheme", rule="rescue")
    """What must be at a Location for a Rescue."""
    rogue_pays: str = choice("hand", "hand", "attached", rule="ability")
    """From where Rogues pay limited abilities."""
    total_of_four: str = choice("three-players", "three-players", "all", "never", rule="multi-win")
    """Where a total of four fallen characters loses the match for a side of two players."""
    fallen: str = choice("now", "now", "ever", rule="multi-win", needs={"total-of-four": ("three-players", "all")})
    """Whether recovered characters still count towards the four."""
    reshuffle: str = choice("at-once", "at-once", "when-needed", rule="decks")
    """When the discard pile becomes the deck."""
    unaligned_citizens: str = choice("unless-swayed", "unless-swayed", "sanctuary", rule="attack")
    """Where citizens of an Unaligned character go that a Hero defeats."""
    unaligned_counts: bool = choice(False, rule="unaligned")
    """Whether an Unaligned character that a Hero defeats counts as a captured Rogue."""
    next_unaligned: str = choice("free", "free", "any", rule="attack")
    """Where the next Unaligned character may be placed."""
    swayed_again: str = choice("nothing", "nothing", "next", rule="attack")
    """What happens when a swayed character is defeated by a Rogue again."""
    replace: str = choice("step-3", "step-3", "at-once", rule="prepare")
    """When an emptied Location is replaced."""
    all_passed: str = choice("resolve", "resolve", "end-at-once", rule="oppose")
    """Whether a cycle in which everybody passed has its Resolution Phase."""
    passes: str = choice("one-cycle", "one-cycle", "across-cycles", rule="oppose")
    """Whether a pass in one cycle and one in the next end the stage together."""
    next_cycle: str = choice("activation", "activation", "action", rule="prepare")
    """What starts another cycle: any activation, or one with an action."""
    empower_with: str = choice("renown", "renown", "any", rule="empower")
    """Which cards empower."""
    empower_whom: str = choice("own", "own", "mates", rule="empower")
    """Whether a team mate's Hero may be empowered."""
    big_hand: str = choice("keep", "keep", "discard", rule="draw")
    """What a Hero player does with more cards than the maximum."""
    location_deck: str = choice("reshuffle", "reshuffle", "stays", rule="prepare")
    """What happens when the Location deck has run out."""
    unaligned_deck: str = choice("none", "none", "reshuffle", rule="unaligned")
    """What happens when the Unaligned deck has run out."""
    scheme_citizens: str = choice("supply", "supply", "location", rule="complete")
    """Where the citizens of a completed or discarded Scheme go."""
    empty_claim: str = choice("allowed", "allowed", "refused", rule="threaten")
    """Whether one may Threaten or Rescue where no citizen is left."""
    emptied_side: str = choice("nothing", "nothing", "loses", rule="win")
    """What happens to a side without characters of which the last was not knocked out or captured."""
    first_cycle: str = choice("everybody", "everybody", "first-only", rule="provoke")
    """With three or four players: who must activate in the first cycle of the game."""
    idle: str = choice("allowed", "allowed", "refused", rule="activate")
    """Whether an activation may end without an action."""
    attach_to: str = choice("as-printed", "as-printed", "anybody", rule="attachment")
    """Which characters an Attachment may be put on."""
    hero_leaves: str = choice("discard", "discard", "return", rule="attachment")
    """What becomes of empowering cards of a Hero who leaves play without a knock-out."""
    completer: str = choice("owner", "owner", "first", rule="complete")
    """With two Rogues: who decides on a completed Scheme and draws."""
    draw_value: str = choice("text-first", "text-first", "draw-first", rule="complete")
    """Whether a completed Scheme's text or its cards come first."""
    first_player: str = choice("lot", "lot", "choice", rule="multi-order")
    """How a pair's first player of round 1 is found; later rounds are a choice."""
    confrontation_cards: str = choice("events", "events", "all", rule="activate")
    """Which cards an activated character may play."""
    fallen_cards: str = choice("in-play-works", "in-play-works", "nothing", rule="damage")
    """Whether Assets and Minions of a character that is out of play still do what costs no exhausting or discarding."""
    buyable: str = choice("in-play", "in-play", "recruited", rule="buy")
    """Whose cards may be bought."""
    unaligned_defeat: str = choice("any-damage", "any-damage", "attack", rule="unaligned")
    """Whether only an Attack defeats an Unaligned character."""
    tokens_off: str = choice("all-cards", "all-cards", "characters", rule="round-end")
    """From which cards activated tokens come off at the end of a round."""
    waiting_scheme: str = choice("own-turn", "own-turn", "any-time", rule="complete")
    """When a face-up single-use Scheme of the Master Plan may be used."""
    unaligned_claims: str = choice("swayed", "swayed", "all", rule="swayed")
    """Which Unaligned characters claim for the Scheme at their Location."""
    mates_see: bool = choice(True, rule="scheme")
    """Whether two Rogue players see each other's face-down Schemes."""
