"""Public facts, state paths and log lines of Forever Evil."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.log_words import said
from lairkeeper.core.purse import worth
from lairkeeper.core.result import Args
from lairkeeper.core.state import State
from lairkeeper.rules.lines import Events, Line, own_words
from lairkeeper.rules.paths import StatePath

from .audit import report as differences_report
from .catalog import CATALOG
from .effects.attack import NOBODY_DEFENDS
from .effects.turn_facts import POWER, noted
from .hand_count import HANDS_KNOWN
from .hands import hand_cards
from .levels import FULL
from .places import FROZEN, LINE_UP, SLOTS, UNREAD, deck_size, empty_slots, followed, frozen_left, unread_slots
from .printed_vp import PRINTED_VP_DONE
from .standing import cards_of, counted_of
from .team import in_teams, side_of

# State paths ------------------------------------------------------------------------------------------------------

Reader = Callable[[State, Seat], Any]


def villain_of(state: State, seat: Seat) -> str | None:
    """Return the Super-Villain that a seat plays, by kind, or None."""
    cards = state.zone(f"villain.{seat}")
    return kind_of(cards[0]) if cards else None


def _put_away(state: State) -> dict[str, int]:
    """Return how many cards must lie in each stack of the box once everything is sorted back (fe-138)."""
    return {**CATALOG.stacks, "main-deck": state.rules.main_deck}


def _deck(state: State, seat: Seat) -> Any:
    """Return all cards of a seat, or their number when it is open which they are."""
    cards = cards_of(state, seat)
    return deck_size(state, seat) if cards is None else cards


def _where_followed(read: Reader) -> Reader:
    """Return a reader for the matches in which cards have been laid out."""
    return lambda state, part: read(state, part) if followed(state) else NotImplemented


def _lying(head: Path) -> Reader:
    """Return a reader of the cards that lie at a place of a seat."""
    return _where_followed(lambda state, seat: state.zone(f"{head}.{seat}"))


def _stack(path: Path) -> Reader:
    """Return a reader of the number of cards in a stack."""
    return _where_followed(lambda state, _: state.size(path))


def _pile(path: Path) -> Reader:
    """Return a reader of the cards of an open pile."""
    return lambda state, _: state.zone(path)


def _on_top(path: Path) -> Reader:
    """Return a reader of the card on top of a stack."""
    return lambda state, _: next(iter(state.zone(path)), None)


def _side(state: State, seat: Seat) -> Any:
    return side_of(state, seat) if in_teams(state) else NotImplemented


PATHS: Final = (
    StatePath("deck.SEAT", "cards: counted, or all that the seat has; their number while it is open which", _deck),
    StatePath("discard.SEAT", "cards known to lie there", _lying("discard")),
    StatePath("in-play.SEAT", "cards", _lying("in-play")),
    StatePath("hand.SEAT", "cards where the app can tell them, or their number"),
    StatePath("top.SEAT", "cards on top of a deck that everybody has seen, uppermost first", _lying("top")),
    StatePath(
        "bottom.SEAT", "cards under a deck that everybody has seen go there, the lowest one last", _lying("bottom")
    ),
    StatePath("on-villain.SEAT", "cards that Firestorm has put on the Super-Villain", _lying("on-villain")),
    StatePath("own-hand", "the viewer's hand where the app can tell it, or none; in views of a seat only"),
    StatePath(
        "power", "number: what the player whose turn it is can still spend", lambda state, _: noted(state, POWER), FULL
    ),
    StatePath("swept.SEAT", "cards that have passed the reader in the audit", _lying("swept")),
    StatePath("line-up", "cards", _pile("line-up")),
    StatePath("line-up.unread", "number of cards of the Line-Up that nobody has tapped", _stack("line-up.unread")),
    StatePath("super-hero", "card on top, or none while it is face down", _on_top("super-hero")),
    StatePath("super-heroes", "number of cards face down", _stack("super-heroes")),
    StatePath("super-villain", "in teams the card on top of the other stack, or none", _on_top("super-villain")),
    StatePath("villain-stack", "in teams the number of cards face down there", _stack("villain-stack")),
    StatePath("side.SEAT", "in teams good-guys or bad-guys", _side),
    StatePath("set-aside", "number of Super Heroes left out", _stack("set-aside")),
    StatePath("main-deck", "number of cards", _stack("main-deck")),
    StatePath("kicks", "number of cards", _stack("kicks")),
    StatePath("weaknesses", "number of cards", _stack("weaknesses")),
    StatePath("destroyed", "cards", _pile("destroyed")),
    StatePath("missing", "number of cards that the audit did not find", _stack("missing")),
    StatePath(
        "frozen-tokens", "number in the supply, or none without a limit",
        _where_followed(lambda state, _: frozen_left(state)),
    ),
    StatePath("villain.SEAT", "kind or none", villain_of),
    StatePath("start", "seat, in a set-up only"),
    StatePath("put-away", "number of cards by stack", lambda state, _: _put_away(state)),
)  # fmt: skip


# Public facts -----------------------------------------------------------------------------------------------------


def extra(state: State, viewer: str) -> Args:
    """Return further facts of a view.

    Players may see their own hands at any time (fe-142), but no other hand (fe-136).
    """
    facts: dict[str, Any] = {f"villain.{seat}": villain_of(state, seat) for seat in state.seats}
    if in_teams(state):
        facts["side"] = {seat: side_of(state, seat) for seat in state.seats}
    facts["swept"] = {seat: len(state.zone(counted_of(state, seat))) for seat in state.seats}
    if followed(state):
        on = {card: state.marked(card, FROZEN) for card in state.zone(LINE_UP)}
        facts["frozen"] = {card: n for card, n in on.items() if n}
        facts["frozen-tokens"] = frozen_left(state)
        facts["slots"] = {LINE_UP: SLOTS}
        if unread_slots(state):
            facts["unread"] = {LINE_UP: UNREAD}
        facts["empty-slots"] = empty_slots(state)
        facts["differences"] = differences_report(state)
    if state.level in FULL:
        facts["power"] = noted(state, POWER)
        facts["beside"] = {seat: _beside(state, seat) for seat in state.seats}
        if viewer in state.seats:
            facts["own-hand"] = hand_cards(state, viewer)
    if state.finished:
        facts["put-away"] = _put_away(state)
    return facts


def _beside(state: State, seat: Seat) -> list[tuple[str, Args]]:
    """Return the facts below a score: tokens, and in the player's own turn the Power that is left."""
    tokens: tuple[str, Args] = ("tokens", {"n": worth(state, seat)})
    return [tokens, ("power", {"n": noted(state, POWER)})] if seat == state.active else [tokens]


# Log lines --------------------------------------------------------------------------------------------------------


def _gained(command: Command, events: Events) -> str:
    facts = CATALOG.find(command.card) if command.card is not None else None
    return "gain-card" if facts is not None and facts.in_deck else "gain"


def _frozen(command: Command, events: Events) -> str | None:
    """Return the card on which a Frozen token was put."""
    return next((event.target for event in events if isinstance(event, ev.Marked)), command.card)


def _lost(command: Command, events: Events) -> int:
    """Return how many VP a player has lost."""
    return -int(said(command, events)["moved"])


def _done(command: Command, events: Events) -> str:
    if command.option is not None:
        return f"deck-{command.option}"
    answer = next((event.answer for event in events if isinstance(event, ev.Answered)), None)
    if answer is not None:
        return _DONE.get(answer["option"], "deck-done")
    if any(isinstance(event, ev.FramePushed) for event in events):
        return "clean-up-done"
    over = any(isinstance(event, ev.FramePopped) for event in events)
    return "census-done" if over else "open-cards-shown"


_DONE: Final = {
    "seat-done": "seat-done",
    "no-more": "no-more",
    "by-hand-done": "by-hand-done",
    NOBODY_DEFENDS: NOBODY_DEFENDS,
    HANDS_KNOWN: HANDS_KNOWN,
    PRINTED_VP_DONE: PRINTED_VP_DONE,
}


def _answer(command: Command, events: Events) -> tuple[str, Args]:
    """Return the log line of an answer: what it has done to a card, or what was chosen."""
    args = said(command, events)
    if command.card is not None:
        source, moved = next(((e.source, e.target) for e in events if isinstance(e, ev.Moved)), ("", ""))
        if source.startswith("hand.") and moved.startswith("hand."):  # Only these two know the card.
            return "pass-unseen", {"by": command.by, "target": moved.partition(".")[2]}
        return _MOVED_TO.get(moved.partition(".")[0], "chosen"), args
    if command.target is not None:
        return "foe", args
    return "drawn" if command.option == "draw" else "yes", args


_MOVED_TO: Final = {"destroyed": "destroy", "discard": "discard", "top": "on-top", "main-deck": "bottom"}


def _passed(command: Command, events: Events) -> str:
    """Return the code of a card that is passed to a player or, where everybody passes, to the left.

    It does not name a card that only two players know.
    """
    sealed = any(isinstance(event, ev.Answered) and event.sealed for event in events)
    unseen = "-unseen" if command.move == "pass-unseen" or sealed else ""
    return f"pass{unseen}" if command.target is not None else f"pass-left{unseen}"


LINES: Final[Mapping[str, Line]] = {
    "gain": own_words(_gained),
    "lose": own_words("lose", moved=_lost),
    "freeze": own_words("freeze", card=_frozen),
    "end-game": own_words(lambda command, events: f"end-{command.option}"),
    "done": own_words(_done),
    "answer": _answer,
    "pass": own_words(_passed),
    "pass-unseen": own_words(_passed),
}
"""Log line of each move; the others are told in their own words."""
