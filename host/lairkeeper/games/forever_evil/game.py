"""Forever Evil as the kernel knows it: which steps there are, what may be done in them, and what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Event, Label
from lairkeeper.core.game import PathSpec, PromptSpec
from lairkeeper.core.header import Header
from lairkeeper.core.ids import COMPONENT, Path, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Kernel, Move, Verdict, said
from lairkeeper.core.moves import ADJUST, CHOOSE_FRAME, set_level, table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.state import BANK, Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import CATALOG
from .ending import CLEAN_UP, END_GAME, SWEEP, copies_of, facts_of
from .refusals import FE, REFUSALS
from .ruleset import Ruleset
from .standing import START, deck_of, scoreboard
from .tokens import DENOMINATIONS, GAIN, LOSE, STEAL

LEVELS: Final = ("score",)


# The turn ---------------------------------------------------------------------------------------------------------


def _turn_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        work.ask("your-turn", seats=(), cite="order-of-play", seat=work.state.active)


def _end_turn_check(state: State, command: Command) -> Verdict:
    if command.by != state.active:
        return Refused(
            CoreRefusal.OUT_OF_TURN, {"seat": command.by, "active": state.active}, "order-of-play", forcible=True
        )
    return None


def _end_turn(work: Work, command: Command) -> None:
    state = work.state
    assert state.active is not None
    following = state.clockwise(state.active)[1]
    work.pop()
    work.turn_of(following)
    work.push("turn")


def _end_turn_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = state.prompt
    yield Command(move="end-turn", by=state.active, prompt=prompt.id if prompt else None)


END_TURN = Move(
    "end-turn",
    _end_turn,
    _end_turn_check,
    _end_turn_offers,
    ("by",),
    refusals=(CoreRefusal.OUT_OF_TURN,),
    rule="end-of-turn",
)


def _turn_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("end-turn", command) for command in _end_turn_offers(state, viewer, None))


TURN = FrameKind(
    "turn",
    table_of(GAIN, LOSE, STEAL, END_TURN, END_GAME),
    _turn_resume,
    _turn_options,
    (PromptSpec("your-turn", ("end-turn",), "order-of-play"),),
)


# Set-up -----------------------------------------------------------------------------------------------------------


def _setup(work: Work, header: Header) -> Refused | None:
    rules: Ruleset = work.state.rules
    refused = _too_few(rules, len(header.seats))
    start = header.setup.get("start", header.seats[0])
    if start not in header.seats:
        return Refused(CoreRefusal.UNKNOWN_SEAT, {"seat": str(start)}, "gameplay", invalid=True)
    for path, value in header.setup.items():
        if path != "start":
            refused = refused or _set(work, path, value)
    if refused is not None:
        return refused
    work.count(START, header.seats.index(start))
    work.turn_of(start)
    work.push("turn")
    return None


def _too_few(rules: Ruleset, players: int) -> Refused | None:
    have = sum(rules.promos or not facts.promo for facts in CATALOG.zone("super-villains"))
    if rules.super_villains == "two-dealt" and have < 2 * players:
        return Refused(FE.TOO_FEW_SUPER_VILLAINS, {"have": have, "need": 2 * players}, "super-villains")
    return None


def _set(work: Work, path: Path, value: Any) -> Refused | None:
    """One line of the set-up: a Super-Villain, tokens already held, or cards already counted."""
    head, _, seat = path.partition(".")
    if seat in work.state.seats:
        match head:
            case "villain":
                return _set_villain(work, seat, value)
            case "purse":
                return _set_purse(work, path, seat, value)
            case "deck":
                return _set_deck(work, path, seat, value)
    return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)


def _set_villain(work: Work, seat: Seat, value: Any) -> Refused | None:
    kind = kind_of(str(value))
    facts = CATALOG.find(kind)
    if facts is None or facts.zone != "super-villains":
        return Refused(FE.NOT_A_SUPER_VILLAIN, {"card": str(value)}, "super-villains", invalid=True)
    if facts.promo and not work.state.rules.promos:
        return Refused(FE.PROMO_VILLAIN, {"card": kind}, "super-villains")
    card = f"{kind}#1"
    taken = work.state.where.get(card)
    if taken is not None:
        return Refused(FE.VILLAIN_TAKEN, {"card": kind, "seat": taken.removeprefix("villain.")}, "super-villains")
    work.place(card, f"villain.{seat}", facts_of(facts))
    return None


def _set_purse(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    try:
        tokens = {int(each): int(n) for each, n in dict(value).items()}
    except (TypeError, ValueError):
        tokens = {}
    if not tokens or not set(tokens) <= set(DENOMINATIONS) or min(tokens.values()) < 0:
        return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "vp-tokens", invalid=True)
    work.emit(ev.Paid(BANK, seat, {each: n for each, n in tokens.items() if n}))
    return None


def _set_deck(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    cards = value if isinstance(value, list | tuple) else ()
    for card in cards:
        facts = CATALOG.find(str(card))
        if facts is None or not facts.in_deck or not COMPONENT.fullmatch(str(card)):
            return Refused(FE.NOT_A_DECK_CARD, {"card": str(card)}, "setup", invalid=True)
        if card in work.state.where:
            owner = work.state.where[card].removeprefix("deck.")
            return Refused(FE.ALREADY_COUNTED, {"card": card, "seat": owner}, "setup", invalid=True)
        work.place(str(card), deck_of(seat), facts_of(facts))
    return None if cards else Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)


# What there is ----------------------------------------------------------------------------------------------------


def _knows(rules: Any, label: Label) -> bool:
    """A kind of the box or of the shared set, or one of its copies; VP tokens come in any number."""
    kind, _, copy = label.partition("#")
    facts = CATALOG.find(kind)
    if facts is None and piece(kind) is None:
        return False
    if not copy:
        return "#" not in label
    if COMPONENT.fullmatch(label) is None:
        return False
    return facts is None or facts.copies is None or int(copy) <= copies_of(rules, kind)


def villain_of(state: State, seat: Seat) -> str | None:
    """The Super-Villain that a seat plays, by kind."""
    cards = state.zone(f"villain.{seat}")
    return kind_of(cards[0]) if cards else None


def _extra(state: State, viewer: str) -> Args:
    facts: dict[str, Any] = {f"villain.{seat}": villain_of(state, seat) for seat in state.seats}
    facts["swept"] = {seat: state.size(deck_of(seat)) for seat in state.seats}
    if state.finished:
        facts["put-away"] = dict(CATALOG.stacks)
    return facts


def _find(state: State, path: Path) -> Any:
    head, _, seat = path.partition(".")
    if head == "villain" and seat in state.seats:
        return villain_of(state, seat)
    if head == "deck" and seat in state.seats:
        return state.zone(deck_of(seat))
    if path == "destroyed":
        return state.zone("destroyed")
    if path == "put-away":
        return dict(CATALOG.stacks)
    return NotImplemented


def _bank(rules: Ruleset, header: Header) -> Mapping[int, int] | None:
    """An endless supply, or as many single VP as the house rule says, in the usual thirds by value."""
    if rules.vp_tokens is None:
        return None
    tens = rules.vp_tokens // 3 // 10
    fives = rules.vp_tokens // 3 // 5
    return {10: tens, 5: fives, 1: rules.vp_tokens - 10 * tens - 5 * fives}


def _end_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return f"end-{command.option}", said(command, events)


def _lose_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    args = said(command, events)
    return "lose", {**args, "moved": -args["moved"]}


def _done_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    whose_deck = any(isinstance(event, ev.Answered) for event in events)
    return "deck-done" if whose_deck else "clean-up-done", said(command, events)


GAME: Final = Kernel(
    id="forever-evil",
    title={
        "en": "DC Deck-building Game: Forever Evil",
        "fr": "DC Comics Deck-building Game : Forever Evil",
    },
    players=(2, 5),
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    ruleset_type=Ruleset,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    frames={kind.name: kind for kind in (TURN, CLEAN_UP, SWEEP, CHOOSE_FRAME)},
    anytime=table_of(ADJUST, set_level(LEVELS, lambda work, before, after: None)),
    setup=_setup,
    scoreboard=scoreboard,
    own_refusals=REFUSALS,
    own_paths=(
        PathSpec("deck.SEAT", "cards"),
        PathSpec("destroyed", "cards"),
        PathSpec("villain.SEAT", "kind or none"),
        PathSpec("start", "seat, in a set-up only"),
        PathSpec("put-away", "number of cards by stack"),
    ),
    knows=_knows,
    denominations=DENOMINATIONS,
    bank=_bank,
    extra=_extra,
    find=_find,
    lines={"end-game": _end_line, "lose": _lose_line, "done": _done_line},
)
"""The game as everybody else sees it."""
