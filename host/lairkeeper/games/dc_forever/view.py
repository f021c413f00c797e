"""State paths and log lines of DC Forever."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.ids import Component, Path, kind_of
from lairkeeper.core.log_words import said
from lairkeeper.core.result import Args
from lairkeeper.core.state import State
from lairkeeper.rules.lines import Events, Line, line
from lairkeeper.rules.paths import StatePath, finder

from .citizens import PURSES, citizens, tokens_out
from .places import (
    AT,
    BOX,
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    LOCATION_DECK,
    LOCATION_DISCARD,
    MASTER_PLAN,
    REMOVED,
    ROGUE,
    UNALIGNED_DECK,
    damage_on,
    exhausted,
    neutral,
    neutral_at,
    place_of,
    players,
    scheme_at,
    thresholds,
)
from .resolution import completed, ready_schemes, rescued
from .words import BY_HAND

# State paths ------------------------------------------------------------------------------------------------------

Reader = Callable[[State, str], Any]


def _pile(path: Path) -> Reader:
    """Return a reader of the cards that lie at a place."""
    return lambda state, _: state.zone(path)


def _stack(path: Path) -> Reader:
    """Return a reader of the number of cards in a stack."""
    return lambda state, _: state.size(path)


def _cards_of(head: str) -> StatePath:
    """Return the path of a player's cards that everybody sees."""
    return StatePath(f"{head}.SEAT", "cards", lambda state, seat: state.zone(f"{head}.{seat}"))


def _at_place(read: Reader) -> Reader:
    """Return a reader that knows the three places only."""
    return lambda state, place: read(state, place) if place in AT else NotImplemented


def _of_piece(read: Reader) -> Reader:
    """Return a reader that knows pieces by name, and no places."""
    return lambda state, kind: read(state, kind) if kind and kind not in AT else NotImplemented


def _of_purse(state: State, purse: Path) -> Any:
    return citizens(state, purse) if purse in PURSES else NotImplemented


def _thresholds_on(state: State, place: Path) -> list[str]:
    return [word for word, n in thresholds(state, place) if citizens(state, neutral_at(place)) >= n]


def _on(state: State, kind: str) -> list[Component]:
    return [card for card, host in state.attached.items() if kind_of(host) == kind_of(kind)]


PATHS: Final = (
    StatePath("round", "number", lambda state, _: state.counters.get("round", 0)),
    StatePath("completed", "number of completed Schemes", lambda state, _: completed(state)),
    StatePath("sanctuary", "number of citizens in Sanctuary", lambda state, _: rescued(state)),
    StatePath("rogues", "seats, the first player of the round first", lambda state, _: players(state, ROGUE)),
    StatePath("heroes", "seats, the first player of the round first", lambda state, _: players(state, HERO)),
    StatePath("first-rogue", "seat", lambda state, _: players(state, ROGUE)[0]),
    StatePath("first-hero", "seat", lambda state, _: players(state, HERO)[0]),
    StatePath("first.SIDE", "seat drawn by lot of a pair; in a set-up only"),
    StatePath("stage", "step of the round that a match begins with, everything else dealt; in a set-up only"),
    StatePath("starters.SEAT", "starting characters; in a set-up only"),
    StatePath("locations", "the three Locations from left to right; in a set-up only"),
    StatePath("unaligned", "the first Unaligned character, or none; in a set-up only"),
    StatePath("unaligned-at", "place of the first Unaligned character; in a set-up only"),
    StatePath("fallen", "knocked-out and captured characters; in a set-up only"),
    StatePath("PLACE", "cards and standees at place-1, place-2, place-3"),
    StatePath(
        "scheme.PLACE", "number of Schemes that were read there",
        _at_place(lambda state, place: len(state.zone(scheme_at(place)))),
    ),
    StatePath("scheme-N", "in a set-up the Scheme that lies face down there"),
    StatePath("unaligned.PLACE", "card or none", _at_place(neutral)),
    StatePath(
        "threshold-on.PLACE", "words that the Unaligned character there has by its citizens", _at_place(_thresholds_on)
    ),
    StatePath(
        "citizens.PURSE", "number: place-N, scheme-N, neutral-N (on the Unaligned character there), sanctuary",
        _of_purse,
    ),
    StatePath("tokens-out", "number of citizen tokens on the table", lambda state, _: tokens_out(state)),
    StatePath("ready", "places whose Scheme may be completed", lambda state, _: list(ready_schemes(state))),
    StatePath("damage.CHARACTER", "number", _of_piece(damage_on)),
    StatePath("at.CHARACTER", "place or none", _of_piece(lambda state, kind: place_of(state, f"{kind_of(kind)}#1"))),
    StatePath("exhausted.CARD", "bool", _of_piece(lambda state, kind: exhausted(state, f"{kind_of(kind)}#1"))),
    StatePath("on.CHARACTER", "cards on and under a character", _of_piece(_on)),
    StatePath(
        "icons.SEAT", "number of resources left in the pool", lambda state, seat: state.counters.get(f"icons.{seat}", 0)
    ),
    StatePath(
        "hand.SEAT", "number of cards; in a set-up the cards", lambda state, seat: state.size(f"hand.{seat}")
    ),
    StatePath("deck.SEAT", "number of cards; in a set-up too", lambda state, seat: state.size(f"deck.{seat}")),
    *(_cards_of(head) for head in ("team", "area", "attached", "empower", "pool", "discard", "reserve")),
    *(StatePath(path, "cards", _pile(path)) for path in (MASTER_PLAN, KNOCKED_OUT, CAPTURED, REMOVED, BOX)),
    StatePath(LOCATION_DISCARD, "cards", _pile(LOCATION_DISCARD)),
    StatePath(LOCATION_DECK, "number of cards", _stack(LOCATION_DECK)),
    StatePath(UNALIGNED_DECK, "number of cards", _stack(UNALIGNED_DECK)),
)  # fmt: skip
find: Final = finder((*PATHS, *(StatePath(at, "cards", _pile(at)) for at in AT)))
"""Reader of the paths; ``PLACE`` stands for the three places."""


# Log lines --------------------------------------------------------------------------------------------------------


def _moved(command: Command, events: Events) -> int:
    """Return how many citizens changed places."""
    return sum(value * n for e in events if isinstance(e, ev.Paid) for value, n in e.tokens.items())


def _goal(events: Events, head: str) -> Path | None:
    """Return the first place with such a name to which something moved."""
    return next((e.target for e in events if isinstance(e, ev.Moved) and e.target.startswith(head)), None)


def _number(head: str) -> Callable[[Command, Events], str]:
    """Return a reader of the number of the place to which something moved; 1 where nothing did."""
    return lambda command, events: (_goal(events, head) or "1")[-1]


def _play_line(command: Command, events: Events) -> tuple[str, Args]:
    """Return the log line of a card that is played; a Scheme is not named."""
    if any(isinstance(e, ev.Faced) for e in events):
        return "lay", {"by": command.by, "place": _number("scheme-")(command, events)}
    return "play", {"by": command.by, "card": said(command, events).get("card", command.card)}


def _complete_line(command: Command, events: Events) -> tuple[str, Args]:
    card = next((e.card for e in events if isinstance(e, ev.Moved) and e.target == MASTER_PLAN), None)
    if card is None and any(isinstance(e, ev.Counted) and e.counter == "completed" for e in events):
        return "completed", {"by": command.by}
    if card is not None:
        return "complete", {"by": command.by, "card": card}
    shown = next((e.card for e in events if isinstance(e, ev.Faced)), "")
    return "complete-short", {"by": command.by, "card": shown}


def _do_line(command: Command, events: Events) -> tuple[str, Args]:
    args: dict[str, Any] = {"by": command.by, "n": 1 if command.amount is None else command.amount}
    card = said(command, events).get("card")
    return f"do-{command.option}", {**args, "card": card} if card else args


def _choose_line(command: Command, events: Events) -> tuple[str, Args]:
    card = said(command, events).get("card")
    if card:
        return "choose-card", {"by": command.by, "card": card}
    chosen = "" if command.target is None else command.target.removeprefix("place-")
    return "choose", {"by": command.by, "place": chosen}


def _resolve_line(command: Command, events: Events) -> tuple[str, Args]:
    if command.card is not None:
        return "resolve", {"by": command.by, "card": command.card}
    return f"duty-{command.option}", {"by": command.by}


def _end_line(command: Command, events: Events) -> tuple[str, Args]:
    return ("end-turn", {"by": command.by}) if command.by else ("cycle-over", {})


def _adjusted(command: Command, events: Events) -> str:
    return f"adjust-{'completed' if command.target == 'completed' else 'citizens'}"


def _by_hand_line(command: Command, events: Events) -> tuple[str, Args]:
    if command.card:
        return BY_HAND, {"by": command.by, "card": command.card}
    return f"{BY_HAND}-open", {"by": command.by}


_CARD_MOVES: Final = ("pool", "discard", "pay", "recruit", "buy", "use", "react", "modifier", "attack", "draft")
LINES: Final[Mapping[str, Line]] = {
    **{code: line(code, "by", "card") for code in _CARD_MOVES},
    "play": _play_line,
    "starter": line("starter", "by"),
    "activate": line("activate", "by", "card", place=_number("place-")),
    "threaten": line("threaten", "by", n=_moved),
    "rescue": line("rescue", "by", n=_moved),
    "complete": _complete_line,
    "done": line("done", "by"),
    "do": _do_line,
    "choose": _choose_line,
    "resolve": _resolve_line,
    "pass": line("pass", "by"),
    "end-turn": _end_line,
    "adjust": line(_adjusted, "amount"),
    "first": line("first", "target"),
    "deal": line("deal", "card"),
    "place": line("place", "by", "card", place=_number("")),
    "empower": line("empower", "by", "card", token=lambda command, events: command.target),
    "fall": line("fall", "card"),
    "recover": line("recover", "card"),
    BY_HAND: _by_hand_line,
}
"""Log line of each move; the others are told in their own words."""
