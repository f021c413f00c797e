"""Market day: a game small enough to read at once, with every kind of move that tapping must cope with.

Coins are gained by a bare tap; losing and stealing want their verb or a victim. Fruit on the market is bought on
one's turn (the table may insist), given away for nothing only when ``gain`` was said. Bread can be bought or eaten.
A stone is thrown at somebody; by command only, fruit is shown to all and the table greets, which must be ``done``
first. ``play`` asks the table who sings; naming a seat is the answer. ``end-turn`` goes round and the match ends
after three turns each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.header import Header
from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.core.kernel import FrameKind, Kernel, Move, Verdict
from lairkeeper.core.moves import ADJUST, CHOOSE_FRAME, table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.purse import worth
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK, Frame, State
from lairkeeper.core.view import Option, Scoreboard, ScoreLine, SeatScore
from lairkeeper.core.work import Work

COINS: Final = {"coin-1": 1, "coin-5": 5}
FRUIT: Final = ("apple", "pear", "bread")
TURNS: Final = 3


@dataclass(frozen=True, slots=True)
class Kind:
    kind: str
    names: Mapping[str, str]
    copies: int | None
    zone: str


@dataclass(frozen=True, slots=True)
class ToyCatalog:
    kinds: Mapping[str, Kind]


@dataclass(frozen=True, slots=True)
class Rules:
    """This game has no options."""


CATALOG: Final = ToyCatalog(
    {
        kind: Kind(kind, {"en": kind.title(), "fr": kind.title()}, copies, zone)
        for kind, copies, zone in (
            ("coin-1", None, "coins"),
            ("coin-5", None, "coins"),
            ("apple", 2, "market"),
            ("pear", 1, "market"),
            ("bread", 1, "market"),
            ("stone", 1, "hand"),
        )
    }
)


def _amount(command: Command) -> int:
    kind = kind_of(command.card or "")
    shared = piece(kind)
    return COINS.get(kind, abs(shared.amount) if shared else 0)


def _coins(*more: str) -> Callable[[Label | None], Iterable[str]]:
    def kinds(naming: Label | None) -> Iterable[str]:
        return (kind for kind in (*COINS, *more) if naming is None or kind == kind_of(naming))

    return kinds


def _rich(state: State, seat: str | None) -> Verdict:
    return None if worth(state, seat or "") else Refused("empty-purse", {"seat": seat})


def _mine(state: State, command: Command) -> Verdict:
    if command.by != state.active:
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": command.by, "active": state.active}, forcible=True)
    if state.where.get(command.card or "") != "market":
        return Refused("not-for-sale", {"card": command.card})
    return None


def _fruit(state: State, naming: Label | None) -> Iterable[str]:
    return (card for card in state.facts if kind_of(card) in FRUIT and naming in (None, card))


def _for_all(move: str, kinds: Callable[[Label | None], Iterable[str]]) -> Callable[..., Iterable[Command]]:
    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        return (Command(move=move, by=seat, card=kind) for seat in state.seats for kind in kinds(naming))

    return offers


def _at_others(move: str, kinds: Callable[[Label | None], Iterable[str]]) -> Callable[..., Iterable[Command]]:
    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        pairs = [(by, target) for by in state.seats for target in state.seats if by != target]
        return (Command(move=move, by=by, target=to, card=kind) for by, to in pairs for kind in kinds(naming))

    return offers


def _with_fruit(move: str, only: tuple[str, ...] = FRUIT) -> Callable[..., Iterable[Command]]:
    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        cards = [card for card in _fruit(state, naming) if kind_of(card) in only]
        return (Command(move=move, by=seat, card=card) for seat in state.seats for card in cards)

    return offers


def _to(place: str) -> Callable[[Work, Command], None]:
    def apply(work: Work, command: Command) -> None:
        work.move(str(command.card), f"{place}.{command.by}")

    return apply


def _stone(naming: Label | None) -> Iterable[str]:
    return ("stone",) if naming is None or kind_of(naming) == "stone" else ()


def _active(move: str) -> Callable[..., Iterable[Command]]:
    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        prompt = state.prompt
        yield Command(move=move, by=state.active, prompt=prompt.id if prompt else None)

    return offers


def _turn_only(state: State, command: Command) -> Verdict:
    return None if command.by == state.active else Refused(CoreRefusal.OUT_OF_TURN, {"seat": command.by})


def _end_turn(work: Work, command: Command) -> None:
    state = work.state
    if state.turn >= TURNS * len(state.seats):
        best = max(worth(state, seat) for seat in state.seats)
        work.finish(tuple(seat for seat in state.seats if worth(state, seat) == best))
        return
    work.pop()
    work.turn_of(state.clockwise(str(state.active))[1])
    work.push("turn")


def _ask_turn(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        work.ask("your-turn", seat=work.state.active)


def _ask_singer(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        work.ask("who-sings", seat=work.state.active)


def _singers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = state.prompt
    return (Command(move="answer", by=state.active, target=s, prompt=prompt.id) for s in state.seats if prompt)


def _sing(work: Work, command: Command) -> None:
    work.pop()
    work.pay(BANK, str(command.target), 2)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    if frame.kind == "song":
        return tuple(Option("sing", each, {"seat": each.target}) for each in _singers(state, viewer, None))
    return tuple(Option("end-turn", each) for each in _active("end-turn")(state, viewer, None))


def _no_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return ()


def _gain(work: Work, command: Command) -> None:
    work.pay(BANK, str(command.by), _amount(command))


def _lose(work: Work, command: Command) -> None:
    work.pay(str(command.by), BANK, _amount(command))


def _steal(work: Work, command: Command) -> None:
    work.pay(str(command.target), str(command.by), _amount(command))


def _throw(work: Work, command: Command) -> None:
    work.count(f"bruises.{command.target}", 1)


def _show(work: Work, command: Command) -> None:
    work.emit(ev.Faced(str(command.card), (TABLE,)))


TURN: Final = table_of(
    Move("gain", _gain, candidates=_for_all("gain", _coins("plus-1", "plus-5")), needs=("by", "card")),
    Move("lose", _lose, lambda s, c: _rich(s, c.by), _for_all("lose", _coins("minus-1")), ("by", "card"), spoken=True),
    Move(
        "steal", _steal, lambda s, c: _rich(s, c.target), _at_others("steal", _coins("plus-1")),
        ("by", "card", "target"), target="seat", spoken=True,
    ),
    Move("buy", _to("basket"), _mine, _with_fruit("buy"), ("by", "card")),
    Move("eat", _to("belly"), _mine, _with_fruit("eat", ("bread",)), ("by", "card")),
    Move("destroy", _to("bin"), _mine, _with_fruit("destroy"), ("by", "card"), spoken=True),
    Move("throw", _throw, candidates=_at_others("throw", _stone), needs=("by", "card", "target"), target="seat"),
    Move("play", lambda w, c: w.push("song") and None, _turn_only, _active("play"), ("by",), spoken=True),
    Move("show", _show, needs=("by", "card")),
    Move("greet", lambda w, c: w.push("greeting") and None, _turn_only, needs=("by",)),
    Move("end-turn", _end_turn, _turn_only, _active("end-turn"), ("by",)),
)  # fmt: skip


def _ask_greeting(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        work.ask("all-greeted", seats=(str(work.state.active),), seat=work.state.active)


GREETING: Final = table_of(
    Move("done", lambda w, c: w.pop() and None, candidates=_active("done"), needs=("by",)),
)
SONG: Final = table_of(Move("answer", _sing, candidates=_singers, needs=("by", "target"), target="seat"))


def _setup(work: Work, header: Header) -> Refused | None:
    for card in ("apple#1", "apple#2", "pear#1", "bread#1"):
        work.place(card, "market", {"price": 1})
    work.turn_of(header.seats[0])
    work.push("turn")
    return None


def _scoreboard(state: State, viewer: str) -> Scoreboard:
    seats = tuple(
        SeatScore(seat, n, n, (ScoreLine("coins", n, {"n": n}),), 1 if seat in (state.winners or ()) else None)
        for seat in state.seats
        for n in (worth(state, seat),)
    )
    return Scoreboard(seats, state.winners or ())


def _knows(rules: Any, label: Label) -> bool:
    return kind_of(label) in CATALOG.kinds or piece(label) is not None


TOY: Final = Kernel(
    id="market-day",
    title={"en": "Market day", "fr": "Jour de marché"},
    players=(2, 6),
    levels=("score",),
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    ruleset_type=Rules,
    texts_dir=Path(__file__).parent,
    plays_dir=Path(__file__).parent,
    frames={
        kind.name: kind
        for kind in (
            FrameKind("turn", TURN, _ask_turn, _options, (PromptSpec("your-turn", ("end-turn",)),)),
            FrameKind("song", SONG, _ask_singer, _options, (PromptSpec("who-sings", ("sing",)),)),
            FrameKind("greeting", GREETING, _ask_greeting, _no_options, (PromptSpec("all-greeted"),)),
            CHOOSE_FRAME,
        )
    },
    anytime=table_of(ADJUST),
    setup=_setup,
    scoreboard=_scoreboard,
    knows=_knows,
    denominations=(1, 5),
)
