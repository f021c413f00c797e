"""Definition of DC Forever for the kernel: log lines, state paths, moves at any time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Event, Label
from lairkeeper.core.game import PathSpec
from lairkeeper.core.ids import COMPONENT
from lairkeeper.core.kernel import Kernel, Move, Verdict, said
from lairkeeper.core.moves import CHOOSE_FRAME, set_level, table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.step import push, read

from .action import ACTION
from .activation import ACTIVATION, PHASE
from .by_hand import HAND
from .catalog import CATALOG, PRINTED
from .citizens import PURSES, citizens, denominations
from .effects import EFFECT
from .locations import AFTERMATH, DEAL, NEXT
from .meaning import by_name, named
from .opening import DRAFT, OPENING, STARTERS
from .paying import PAY
from .places import AT, ROGUE, players, pool_of, sees, veiled
from .reactions import REACT
from .refusals import DC, REFUSALS, no
from .resolution import RESOLUTION, REWARD
from .rounds import CONFRONTATION, ORDER, ROUND_FRAME, TRIM
from .ruleset import Ruleset
from .setup import set_up
from .standing import extra, find, scoreboard
from .steps import Action, Activation, Asking, ByHand, Phase, Resolution, Strike, Tallying
from .strike import RANDOM, STRIKE
from .tally import TALLY
from .words import BY_HAND

LEVELS: Final = ("score", "full")
FRAMES: Final = (
    OPENING, DRAFT, STARTERS, ORDER, DEAL, NEXT, ROUND_FRAME, ACTION, PAY, EFFECT, HAND, TRIM, CONFRONTATION, PHASE,
    ACTIVATION, STRIKE, RANDOM, AFTERMATH, REACT, RESOLUTION, REWARD, TALLY, CHOOSE_FRAME,
)  # fmt: skip


def _knows(rules: Any, label: Label) -> bool:
    """Return True for a kind of the box or of the shared set, or one of its copies."""
    return _in_the_box(label)


@lru_cache(4096)
def _in_the_box(label: Label) -> bool:
    kind, _, copy = label.partition("#")
    facts = CATALOG.find(kind)
    if facts is None and piece(kind) is None:
        return False
    if not copy:
        return "#" not in label
    most = (facts.copies or 1) if facts else 99
    return COMPONENT.fullmatch(label) is not None and int(copy) <= most


# At any time ------------------------------------------------------------------------------------------------------


def _adjust_check(state: State, command: Command) -> Verdict:
    """Refuse corrections of other numbers than citizens of a purse or completed Schemes, and results below 0."""
    amount, target = command.amount or 0, command.target or ""
    if target not in PURSES and target != "completed":
        return Refused(CoreRefusal.BAD_SETUP, {"path": target}, invalid=True)
    have = state.counters.get("completed", 0) if target == "completed" else citizens(state, target)
    if not amount or have + amount < 0:
        args = {"option": "amount", "value": amount, "allowed": f"-{have}..999"}
        return Refused(CoreRefusal.BAD_VALUE, args, invalid=True)
    return None


def _adjust(work: Work, command: Command) -> None:
    amount, target = command.amount or 0, command.target or ""
    work.emit(ev.Adjusted(target, amount, command.by, command.option or ""))
    if target == "completed":
        work.count("completed", amount)
    elif amount > 0:
        work.pay("bank", target, amount)
    else:
        work.pay(target, "bank", -amount)


def _adjust_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        for target in ("sanctuary", "completed") if state.level == "score" else ("sanctuary",):
            for amount in (1, -1):
                yield Command(move="adjust", target=target, amount=amount)


ADJUST: Final = Move(
    "adjust", _adjust, _adjust_check, _adjust_offers, ("target", "amount"), ("by", "option"), amount=(-999, 999),
    spoken=True, refusals=(CoreRefusal.BAD_VALUE, CoreRefusal.BAD_SETUP),
)  # fmt: skip


_BY_HAND_IN: Final[Mapping[str, type[Asking]]] = {
    each.KIND: each for each in (Action, Activation, Phase, Strike, Resolution)
}
"""Steps in which the table may carry out something that the app does not follow."""


def _by_hand_check(state: State, command: Command) -> Verdict:
    top = state.top
    if top is None or top.kind not in _BY_HAND_IN:
        return Refused(CoreRefusal.NOT_NOW, {"move": BY_HAND, "step": top.kind if top else ""}, "resolving")
    return None


def _by_hand(work: Work, command: Command) -> None:
    """Begin single steps: for a text that the app cannot read, or for a correction."""
    push(work, ByHand(command.by or "", command.card or ""))


def _by_hand_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    top = state.top
    if naming is None and top is not None and top.kind in _BY_HAND_IN and not state.finished:
        yield Command(move=BY_HAND, by=read(_BY_HAND_IN[top.kind], top).seat)


RESOLVE_BY_HAND: Final = Move(
    BY_HAND, _by_hand, _by_hand_check, _by_hand_offers, ("by",), ("card",), levels=("full",), spoken=True,
    refusals=(CoreRefusal.NOT_NOW,), rule="resolving",
)  # fmt: skip


def _quiet(state: State) -> bool:
    """Return True when a round begins: the first Rogue player plots, and nothing lies in the pool."""
    top, seat = state.top, players(state, ROGUE)[0]
    if top is None or top.kind != Action.KIND or read(Action, top).seat != seat:
        return False
    return not state.zone(pool_of(seat))


def _level_move() -> Move:
    """Return the move that changes the level: to ``score`` at the start of a round, never to ``full``."""
    plain = set_level(LEVELS, lambda work, before, after: None)

    def check(state: State, command: Command) -> Verdict:
        refused = plain.check(state, command)
        if isinstance(refused, Refused):
            return refused
        if command.option == "full":
            return no(DC.LEVEL_FROM_START, "set-up", level=command.option)
        return None if _quiet(state) else no(DC.LEVEL_LATER, "set-up", step=state.top.kind if state.top else "")

    def apply(work: Work, command: Command) -> None:
        while work.state.frames:
            work.pop()
        plain.apply(work, command)
        work.turn_of(None)
        push(work, Tallying())

    return Move("set-level", apply, check, plain.candidates, plain.needs, plain.takes, spoken=True,
                refusals=(*plain.refusals, DC.LEVEL_FROM_START, DC.LEVEL_LATER), rule="set-up")  # fmt: skip


# Log --------------------------------------------------------------------------------------------------------------


def _moved(events: Iterable[Event]) -> int:
    """Return how many citizens changed places."""
    return sum(value * n for e in events if isinstance(e, ev.Paid) for value, n in e.tokens.items())


def _play_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the log line of a card that is played; a Scheme is not named."""
    args = said(command, events)
    sealed = any(isinstance(e, ev.Faced) for e in events)
    if sealed:
        return "lay", {"by": command.by, "place": _number(command, events)}
    return "play", {"by": command.by, "card": args.get("card", command.card)}


def _number(command: Command, events: tuple[Event, ...]) -> str:
    laid = next((e.target for e in events if isinstance(e, ev.Moved) and e.target.startswith("scheme-")), "scheme-1")
    return laid[-1]


def _card_line(code: str) -> Any:
    def line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
        return code, {"by": command.by, "card": command.card}

    return line


def _activate_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    at = next((e.target[-1] for e in events if isinstance(e, ev.Moved) and e.target.startswith("place-")), "1")
    return "activate", {"by": command.by, "card": command.card, "place": at}


def _claim_line(code: str) -> Any:
    def line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
        return code, {"by": command.by, "n": _moved(events)}

    return line


def _complete_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    card = next((e.card for e in events if isinstance(e, ev.Moved) and e.target == "master-plan"), None)
    if card is None and any(isinstance(e, ev.Counted) and e.counter == "completed" for e in events):
        return "completed", {"by": command.by}
    shown = next((e.card for e in events if isinstance(e, ev.Faced)), "")
    if card is not None:
        return "complete", {"by": command.by, "card": card}
    return "complete-short", {"by": command.by, "card": shown}


def _done_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return "done", {"by": command.by or ""}


def _do_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    card = said(command, events).get("card")
    word = command.option or ""
    args: dict[str, Any] = {"by": command.by, "n": command.amount or 1}
    if card:
        return f"do-{word}", {**args, "card": card}
    return f"do-{word}", args


def _choose_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    card = said(command, events).get("card")
    if card:
        return "choose-card", {"by": command.by, "card": card}
    return "choose", {"by": command.by, "place": (command.target or "").removeprefix("place-")}


def _resolve_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    if command.card is not None:
        return "resolve", {"by": command.by, "card": command.card}
    return f"duty-{command.option}", {"by": command.by}


def _pass_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return "pass", {"by": command.by}


def _end_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return ("end-turn", {"by": command.by}) if command.by else ("cycle-over", {})


def _adjust_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return f"adjust-{'completed' if command.target == 'completed' else 'citizens'}", {"amount": command.amount}


def _first_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return "first", {"target": command.target}


def _by_hand_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return (
        (BY_HAND, {"by": command.by, "card": command.card}) if command.card else (f"{BY_HAND}-open", {"by": command.by})
    )


def _deal_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return "deal", {"card": command.card}


def _place_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    at = next((e.target for e in events if isinstance(e, ev.Moved)), "place-1")
    return "place", {"by": command.by, "card": command.card, "place": at[-1]}


def _empower_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return "empower", {"by": command.by, "card": command.card, "token": command.target}


GAME: Final = Kernel(
    id="dc-forever",
    title={"en": "DC Forever", "fr": "DC Forever"},
    players=(2, 4),
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    printed=PRINTED,
    ruleset_type=Ruleset,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    frames={kind.name: by_name(kind) if kind is not CHOOSE_FRAME else kind for kind in FRAMES},
    anytime=table_of(named(RESOLVE_BY_HAND), ADJUST, _level_move()),
    setup=set_up,
    scoreboard=scoreboard,
    own_refusals=REFUSALS,
    own_paths=(
        PathSpec("round", "number"),
        PathSpec("completed", "number of completed Schemes"),
        PathSpec("sanctuary", "number of citizens in Sanctuary"),
        PathSpec("rogues", "seats, the first player of the round first"),
        PathSpec("heroes", "seats, the first player of the round first"),
        PathSpec("first-rogue", "seat"),
        PathSpec("first-hero", "seat"),
        PathSpec("first.SIDE", "seat drawn by lot of a pair; in a set-up only"),
        PathSpec("stage", "step of the round that a match begins with, everything else dealt; in a set-up only"),
        PathSpec("starters.SEAT", "starting characters; in a set-up only"),
        PathSpec("locations", "the three Locations from left to right; in a set-up only"),
        PathSpec("unaligned", "the first Unaligned character, or none; in a set-up only"),
        PathSpec("unaligned-at", "place of the first Unaligned character; in a set-up only"),
        PathSpec("fallen", "knocked-out and captured characters; in a set-up only"),
        PathSpec("PLACE", "cards and standees at place-1, place-2, place-3"),
        PathSpec("scheme.PLACE", "number of Schemes that were read there"),
        PathSpec("scheme-N", "in a set-up the Scheme that lies face down there"),
        PathSpec("unaligned.PLACE", "card or none"),
        PathSpec("threshold-on.PLACE", "words that the Unaligned character there has by its citizens"),
        PathSpec(
            "citizens.PURSE", "number: place-N, scheme-N, neutral-N (on the Unaligned character there), sanctuary"
        ),
        PathSpec("tokens-out", "number of citizen tokens on the table"),
        PathSpec("ready", "places whose Scheme may be completed"),
        PathSpec("damage.CHARACTER", "number"),
        PathSpec("at.CHARACTER", "place or none"),
        PathSpec("exhausted.CARD", "bool"),
        PathSpec("on.CHARACTER", "cards on and under a character"),
        PathSpec("icons.SEAT", "number of resources left in the pool"),
        PathSpec("hand.SEAT", "number of cards; in a set-up the cards"),
        PathSpec("deck.SEAT", "number of cards; in a set-up too"),
        *(
            PathSpec(f"{head}.SEAT", "cards")
            for head in ("team", "area", "attached", "empower", "pool", "discard", "reserve")
        ),
        *(PathSpec(path, "cards") for path in ("master-plan", "knocked-out", "captured", "removed", "box")),
        PathSpec("location-discard", "cards"),
        PathSpec("location-deck", "number of cards"),
        PathSpec("unaligned-deck", "number of cards"),
    ),
    knows=_knows,
    locations=AT,
    denominations=denominations,
    sees=sees,
    veil=veiled,
    extra=extra,
    find=find,
    lines={
        "play": _play_line,
        "pool": _card_line("pool"),
        "discard": _card_line("discard"),
        "pay": _card_line("pay"),
        "recruit": _card_line("recruit"),
        "buy": _card_line("buy"),
        "use": _card_line("use"),
        "react": _card_line("react"),
        "modifier": _card_line("modifier"),
        "attack": _card_line("attack"),
        "draft": _card_line("draft"),
        "starter": lambda command, events: ("starter", {"by": command.by}),
        "activate": _activate_line,
        "threaten": _claim_line("threaten"),
        "rescue": _claim_line("rescue"),
        "complete": _complete_line,
        "done": _done_line,
        "do": _do_line,
        "choose": _choose_line,
        "resolve": _resolve_line,
        "pass": _pass_line,
        "end-turn": _end_line,
        "adjust": _adjust_line,
        "first": _first_line,
        "deal": _deal_line,
        "place": _place_line,
        "empower": _empower_line,
        "fall": lambda command, events: ("fall", {"card": command.card}),
        "recover": lambda command, events: ("recover", {"card": command.card}),
        BY_HAND: _by_hand_line,
    },
)
"""DC Forever as all other packages see it."""
