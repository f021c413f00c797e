"""House rules of Evil:101: every gap of the rulebook that changes play."""

from __future__ import annotations

from dataclasses import dataclass

from lairkeeper.core.ruleset import choice, number


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The options of a match, fixed when it begins."""

    most_players: int = number(6, 6, 8, rule="setup")
    """How many may play: the book gives no number, and seven Agents cover seven Plots."""
    first_handler: str = choice("table", "table", "random", rule="setup")
    """How the first Handler is found: the table's choice (the first seat, unless said), or drawn and then said."""
    same_symbol: str = choice("count", "count", "once", rule="plots")
    """Two equal symbols on a Plot: two are needed and each pays once, or one is enough and pays once."""
    hold_back: bool = choice(False, rule="plots")
    """Whether an Evil player who could place a Plot may place none."""
    agents: str = choice("compulsory", "compulsory", "may-leave", rule="agents")
    """Whether each Plot must get an Agent, by exchange if need be."""
    reveal: str = choice("all-agents-first", "all-agents-first", "one-by-one", rule="agents")
    """Whether Plots are turned up when all Agents lie, or each as its Agent lands."""
    illegal_plot: str = choice("worthless", "worthless", "table-decides", rule="plots")
    """What a Plot is worth whose symbols turn out not to be all on its Target."""
    chase_order: str = choice("clockwise", "clockwise", "handler-chooses", rule="chase")
    """Which chase comes first when several players were foiled."""
    pocket_the_evidence: bool = choice(False, rule="pocket")
    """Whether a Handler who wins a chase may take the Plot's points."""
    game_end: str = choice("after-collecting", "after-collecting", "at-once", "end-of-round", rule="end")
    """When 20 points end the game: when all have collected, at once, or after purchases."""
    chase_cards: str = choice("kept", "kept", "may-discard", rule="cleaners")
    """Whether a new Handler may throw Chase cards away."""
    purchase: str = choice("top-card", "top-card", "buyer-picks", rule="cleaners")
    """Whether a bought Chase card is the unseen top card, or of the kind that the buyer names."""
    deck_exhaustion: str = choice("reshuffle", "reshuffle", "stop-drawing", rule="setup")
    """What happens when a deck has run out."""
    tie_targets: str = choice("players", "players", "tied", rule="end")
    """How many Targets lie out in a tie round: as many as players at the table, or as players who are tied."""
    tie_purchases: bool = choice(False, rule="end")
    """Whether Chase cards may be bought between the end of the game and a tie round."""
    tied_handler: str = choice("stays", "stays", "moves", rule="end")
    """Whether a Handler who is among the tied keeps the role, or an untied player takes it."""
    tie_rounds: int | None = number(None, 1, 99, rule="end", optional=True)
    """After how many tie rounds the tied players share the win; none: they go on."""
