"""House rules of Evil:101: one option for every gap of the rulebook that changes play."""

from __future__ import annotations

from dataclasses import dataclass

from lairkeeper.core.ruleset import choice, number


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Options of a match, fixed when it begins."""

    most_players: int = number(6, 6, 8, rule="setup")
    """Most players (e1-82): the book gives no number, and seven Agents cover seven Plots."""
    first_handler: str = choice("table", "table", "random", rule="setup")
    """Choice of the first Handler (e1-50): by the table, else the first seat; or drawn, and then named."""
    same_symbol: str = choice("count", "count", "once", rule="plots")
    """Two equal symbols on a Plot (e1-9): two are needed and each pays once, or one is enough and pays once."""
    hold_back: bool = choice(False, rule="plots")
    """Permission for an Evil player who could place a Plot to place none (e1-54)."""
    agents: str = choice("compulsory", "compulsory", "may-leave", rule="agents")
    """Duty of the Handler to give each Plot an Agent, by exchange if need be (e1-60)."""
    reveal: str = choice("all-agents-first", "all-agents-first", "one-by-one", rule="agents")
    """Time at which Plots are turned up (e1-61): when all Agents lie, or each when its Agent lands."""
    illegal_plot: str = choice("worthless", "worthless", "table-decides", rule="plots")
    """Worth of a Plot that turns out not to match its Target (e1-62)."""
    chase_order: str = choice("clockwise", "clockwise", "handler-chooses", rule="chase")
    """Order of the chases when several players were foiled (e1-67)."""
    pocket_the_evidence: bool = choice(False, rule="pocket")
    """Permission for a Handler who wins a chase to take the Plot's points (e1-28)."""
    game_end: str = choice("after-collecting", "after-collecting", "at-once", "end-of-round", rule="end")
    """Time at which 20 points end the game (e1-42): when all have collected, at once, or after purchases."""
    chase_cards: str = choice("kept", "kept", "may-discard", rule="cleaners")
    """Permission for a new Handler to throw Chase cards away (e1-53)."""
    purchase: str = choice("top-card", "top-card", "buyer-picks", rule="cleaners")
    """Chase card that a buyer gets (e1-75): the unseen top card, or one of the kind that the buyer names."""
    deck_exhaustion: str = choice("reshuffle", "reshuffle", "stop-drawing", rule="setup")
    """Consequence of a deck that has run out (e1-48)."""
    tie_targets: str = choice("players", "players", "tied", rule="end")
    """Targets that lie out in a tie round (e1-46): as many as players at the table, or as tied players."""
    tie_purchases: bool = choice(False, rule="end")
    """Permission to buy Chase cards between the end of the game and a tie round (e1-80)."""
    tied_handler: str = choice("stays", "stays", "moves", rule="end")
    """Handler of a tie round (e1-45): a tied Handler keeps the role, or an untied player takes it."""
    tie_rounds: int | None = number(None, 1, 99, rule="end", optional=True)
    """Number of tie rounds after which the tied players share the win (e1-44); None for no limit."""
