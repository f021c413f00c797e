"""Evil League in the form that the kernel runs: its steps, the moves in them, and what the pages show."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Event, Label
from lairkeeper.core.game import PathSpec
from lairkeeper.core.ids import COMPONENT
from lairkeeper.core.kernel import FrameKind, Kernel, Move
from lairkeeper.core.moves import CHOOSE_FRAME, table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.result import Args
from lairkeeper.core.showing import held_in

from .actions import ACTIONS_STEP, BONUS_STEP, EQUIP_STEP
from .catalog import CATALOG, HAMMER, LOCATIONS, LOOT, MOST_LOOT, MOST_PARTS, PARTS, PRINTED, sort_of
from .correcting import ADJUST, CORRECT
from .dealing import DEAL_STEP
from .effects import BY_HAND_STEP, EFFECT_STEP
from .fight import SPOILS_STEP
from .last import LAST_STEP
from .levels import LEVEL, LEVELS
from .loot import veiled
from .losing import LOSE_STEP
from .moving import MOVE_STEP
from .opening import AGES_STEP, CAST_STEP, OPENING
from .refusals import REFUSALS
from .rounds import ROUND
from .ruleset import Ruleset
from .schemes import COMPLETE, REWARDS_STEP, SCHEMES_STEP
from .setup import set_up
from .standing import extra, find, scoreboard, sees
from .survey import POWERS_STEP, SURVEY_STEP, line_of
from .taking import DRAW_STEP, TAKE_STEP
from .tally import ENDING, TALLY


def _with(kind: FrameKind, *moves: Move) -> FrameKind:
    """Return a step with further moves."""
    return replace(kind, moves={**kind.moves, **table_of(*moves)})


FRAMES: Final = (
    OPENING,
    CAST_STEP,
    AGES_STEP,
    DEAL_STEP,
    DRAW_STEP,
    POWERS_STEP,
    SURVEY_STEP,
    ROUND,
    _with(MOVE_STEP, COMPLETE, CORRECT),
    _with(ACTIONS_STEP, COMPLETE, CORRECT),
    EQUIP_STEP,
    TAKE_STEP,
    EFFECT_STEP,
    BY_HAND_STEP,
    SPOILS_STEP,
    _with(LAST_STEP, COMPLETE),
    _with(BONUS_STEP, COMPLETE),
    SCHEMES_STEP,
    REWARDS_STEP,
    LOSE_STEP,
    TALLY,
    ENDING,
    CHOOSE_FRAME,
)
PLAYERS: Final = (3, 5)
"""Fewest and most players by the summary of the rulebook; a house rule allows two."""


def _seating(rules: Any) -> tuple[int, int]:
    """Return the fewest and most seats; for two without a winning reputation the set-up says what is missing."""
    return (2, PLAYERS[1])


def _knows(rules: Any, label: Label) -> bool:
    """Return whether a label is a kind of the box or of the shared set, or a copy of one."""
    kind, _, copy = label.partition("#")
    facts = CATALOG.find(kind)
    if facts is None and piece(kind) is None:
        return False
    if not copy:
        return "#" not in label
    if COMPONENT.fullmatch(label) is None:
        return False
    most = {PARTS: MOST_PARTS, LOOT: MOST_LOOT}.get(facts.zone, 1) if facts else 99
    return int(copy) <= most


# Log --------------------------------------------------------------------------------------------------------------


def _draw_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the log line of a draw: it names a Part, but no Loot card."""
    if command.card is not None and sort_of(command.card) == PARTS:
        return "draw-part", {"by": command.by, "card": command.card}
    return "draw-loot", {"by": command.by}


def _deal_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    # With the last piece the next round may begin, and Captain Hammer moves at once.
    dealt = [e for e in events if isinstance(e, ev.Moved) and e.target in _PLACES and e.card != HAMMER]
    place = dealt[-1].target
    return "deal", {"card": command.card, "kind": place}


def _power_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return "power-said", {"by": command.by, "n": int(command.option or "")}


def _lay_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return line_of(command, next((e.target for e in reversed(events) if isinstance(e, ev.Moved)), command.target))


def _move_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    place = next((e.target for e in events if isinstance(e, ev.Moved)), command.target or command.card or "")
    return "move", {"by": command.by, "kind": place.partition("#")[0]}


def _buy_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    args = {"by": command.by, "card": command.card}
    if command.target is None:
        return "buy", args
    return "buy-item", {**args, "kind": command.target}


def _steal_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    if command.card is not None and sort_of(command.card) == PARTS:
        return "steal-part", {"by": command.by, "card": command.card, "target": command.target}
    return "steal-loot", {"by": command.by, "target": command.target}


def _give_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    args = {"by": command.by, "target": command.target}
    return ("give", {**args, "card": command.card}) if command.card else ("give-loot", args)


def _push_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return "push", {"by": command.by, "card": command.card, "kind": command.target}


def _lose_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    if command.card is not None and sort_of(command.card) in (PARTS, LOOT):
        return "lose", {"by": command.by, "card": command.card}
    back = any(isinstance(e, ev.Counted) and e.counter.startswith(("reputation.", "from.")) for e in events)
    return "back" if back else "lose-power", {"by": command.by}


def _reward_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    name, _, n = (command.option or "").rpartition("-")
    return f"reward-{name}", {"by": command.by, "n": int(n)}


def _spoils_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return f"spoils-{command.option}", {"by": command.by}


def _do_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return f"do-{command.option}", {"by": command.by}


def _stand_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return f"stand-{command.option}", {"by": command.by}


def _gain_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    moved = sum(e.amount for e in events if isinstance(e, ev.Counted) and e.counter == f"reputation.{command.by}")
    return "gain", {"by": command.by, "n": moved}


def _done_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return ("done", {"by": command.by}) if command.by else ("counted", {})


def _adjust_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return f"adjust-{command.target or 'reputation'}", {"by": command.by, "amount": command.amount}


_PLACES: Final = frozenset(kind for kind, facts in CATALOG.kinds.items() if facts.zone == "places")

GAME: Final = Kernel(
    id="evil-league",
    title={
        "en": "Dr. Horrible's Evil League of Evil",
        "fr": "Dr. Horrible : la ligue du mal (Evil League of Evil)",
    },
    players=PLAYERS,
    seating=_seating,
    locations=LOCATIONS,
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    printed=PRINTED,
    ruleset_type=Ruleset,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    frames={kind.name: kind for kind in FRAMES},
    anytime=table_of(ADJUST, LEVEL),
    setup=set_up,
    scoreboard=scoreboard,
    own_refusals=REFUSALS,
    own_paths=(
        PathSpec("scrap-heap", "cards"),
        PathSpec("exchange", "cards"),
        PathSpec("ez-pawn", "cards"),
        PathSpec("mall", "cards"),
        PathSpec("lair", "cards"),
        PathSpec("scheme-deck", "number of cards; in a set-up the Schemes that are left"),
        PathSpec("loot-deck", "number of cards; in a set-up the Loot cards that are left"),
        PathSpec("bag", "number of Parts; in a set-up the Parts that are left"),
        PathSpec("loot-discard", "cards"),
        PathSpec("schemes-out", "cards"),
        PathSpec("scheme.PLACE", "card or none"),
        PathSpec("items.PLACE", "Parts or Loot cards that lie there"),
        PathSpec("villain.SEAT", "kind or none"),
        PathSpec("spare.SEAT", "cards"),
        PathSpec("weapon.SEAT", "cards"),
        PathSpec("hand.SEAT", "cards that the app has read"),
        PathSpec("loot.SEAT", "number of Loot cards in hand"),
        PathSpec("pawn.SEAT", "card or none"),
        PathSpec("power.SEAT", "number"),
        PathSpec("reputation.SEAT", "number"),
        PathSpec("space.SEAT", "number, or letter of START with its place in the word: T5 is next to 1, S1 farthest"),
        PathSpec("start.SEAT", "space of START, 1 next to the number 1; in a set-up only"),
        PathSpec("place.SEAT", "location or none"),
        PathSpec("weapon-complete.SEAT", "bool"),
        PathSpec("order", "seats, as fixed for the round"),
        PathSpec("target", "number that wins"),
        PathSpec("hammer", "location"),
        PathSpec("hammer-next", "location"),
        PathSpec("committed", "seats"),
        PathSpec("phase", "step of the round that a match begins with, everything else dealt; in a set-up only"),
    ),
    knows=_knows,
    sees=sees,
    holder=held_in("hand", "unseen"),
    veil=veiled,
    extra=extra,
    find=find,
    lines={
        "draw": _draw_line,
        "deal": _deal_line,
        "answer": _power_line,
        "lay": _lay_line,
        "move": _move_line,
        "buy": _buy_line,
        "steal": _steal_line,
        "give": _give_line,
        "push": _push_line,
        "lose": _lose_line,
        "reward": _reward_line,
        "stand": _stand_line,
        "spoils": _spoils_line,
        "do": _do_line,
        "gain": _gain_line,
        "done": _done_line,
        "adjust": _adjust_line,
    },
)
"""Evil League for the rest of the app."""
