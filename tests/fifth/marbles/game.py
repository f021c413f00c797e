"""Marbles as data and functions: how it begins, its two steps, what may be seen, what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Data, Event, Label
from lairkeeper.core.game import PathSpec, PromptSpec
from lairkeeper.core.header import Header
from lairkeeper.core.ids import COMPONENT, TABLE, Path, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Kernel, Move, Verdict
from lairkeeper.core.moves import ADJUST, set_level, table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.purse import worth as tokens_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.ruleset import choice
from lairkeeper.core.state import APP, BANK, Frame, State
from lairkeeper.core.view import Option, Scoreboard, ScoreLine, SeatScore
from lairkeeper.core.views import COUNT, PUBLIC
from lairkeeper.core.work import Work
from lairkeeper.rules.collect import ask_each

from .catalog import CATALOG, MOST_PLAYERS, WORTH, hand_of, worth

LEVELS: Final = ("full",)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The one house rule."""

    clash: str = choice("nobody", "nobody", "shared", rule="clashes")
    """The effect when every marble shown is shown twice."""


# Set-up -----------------------------------------------------------------------------------------------------------


def _setup(work: Work, header: Header) -> Refused | None:
    """Give everybody a marble of each kind; a set-up may say which a seat still has."""
    for path, value in header.setup.items():
        head, _, seat = path.partition(".")
        cards = value if isinstance(value, list | tuple) else ()
        fine = all(kind_of(str(card)) in WORTH and COMPONENT.fullmatch(str(card)) for card in cards)
        if head != "hand" or seat not in header.seats or not cards or not fine or len(set(cards)) < len(cards):
            return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "hands", invalid=True)
    for n, seat in enumerate(header.seats, 1):
        for card in header.setup.get(hand_of(seat), tuple(f"{kind}#{n}" for kind in WORTH)):
            if card in work.state.where:
                return Refused(CoreRefusal.BAD_SETUP, {"path": hand_of(seat)}, "hands", invalid=True)
            work.place(card, hand_of(seat), {"worth": worth(card)})
            work.emit(ev.Faced(card, (APP, seat)))
    work.turn_of(header.seats[0])
    work.push("round")
    return None


# Fists ------------------------------------------------------------------------------------------------------------


def _choices(state: State, frame: Frame, seat: Seat) -> Iterable[Command]:
    return (Command(move="answer", by=seat, card=card) for card in state.zone(hand_of(seat)))


def _open(work: Work, frame: Frame, answers: Mapping[Seat, Data]) -> None:
    """All fists open at once ("Marbles, Fists")."""
    shown = {seat: answer["card"] for seat, answer in answers.items()}
    for card in shown.values():
        work.move(card, "shown")
        work.emit(ev.Faced(card, (TABLE,)))
    often = Counter(worth(card) for card in shown.values())
    alone = [worth(card) for card in shown.values() if often[worth(card)] == 1]
    for seat, card in shown.items():
        if alone and worth(card) == max(alone):
            work.pay(BANK, seat, worth(card))
        elif not alone and work.state.rules.clash == "shared" and worth(card) == max(often):
            work.pay(BANK, seat, 1)


FISTS: Final = ask_each("fists", "fists", _choices, _open, sealed=True, options=("card",), cite="fists")


# The round --------------------------------------------------------------------------------------------------------


def _round(work: Work, frame: Frame) -> None:
    """Fists first, then whoever leads says that the round is over."""
    if not frame.data.get("chosen"):
        work.set(chosen=True)
        work.push("fists", seats=tuple(seat for seat in work.state.seats if work.state.zone(hand_of(seat))))
    elif frame.prompt is None:
        work.ask("look", cite="lead", seat=work.state.active)


def _leads(state: State, command: Command) -> Verdict:
    if command.by != state.active:
        args = {"seat": command.by, "active": state.active}
        return Refused(CoreRefusal.OUT_OF_TURN, args, "lead", forcible=True)
    return None


def _end(work: Work, command: Command) -> None:
    state = work.state
    assert state.active is not None
    work.pop()
    if any(state.zone(hand_of(seat)) for seat in state.seats):
        work.turn_of(state.clockwise(state.active)[1])
        work.push("round")
        return
    best = max(tokens_of(state, seat) for seat in state.seats)
    work.turn_of(None)
    work.finish(tuple(seat for seat in state.seats if tokens_of(state, seat) == best))


def _end_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = state.prompt
    if prompt is not None and prompt.code == "look":
        yield Command(move="end-turn", by=state.active, prompt=prompt.id)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("end-turn", each) for each in _end_offers(state, viewer, None))


ROUND: Final = FrameKind(
    "round",
    table_of(Move("end-turn", _end, _leads, _end_offers, ("by",), refusals=(CoreRefusal.OUT_OF_TURN,), rule="lead")),
    _round,
    _options,
    (PromptSpec("look", ("end-turn",), "lead"),),
)


# What is seen -----------------------------------------------------------------------------------------------------


def _sees(state: State, path: Path, viewer: str) -> str:
    return PUBLIC if path == "shown" else COUNT


def _score(state: State, viewer: str) -> Scoreboard:
    scores = []
    for seat in state.seats:
        points = tokens_of(state, seat)
        scores.append(SeatScore(seat, points, points, (ScoreLine("points", points, {"n": points}),)))
    return Scoreboard(tuple(scores), state.winners or ())


def _knows(rules: Any, label: Label) -> bool:
    kind, _, copy = label.partition("#")
    if kind not in WORTH:
        return piece(label) is not None and (not copy or COMPONENT.fullmatch(label) is not None)
    return "#" not in label or (COMPONENT.fullmatch(label) is not None and int(copy) <= MOST_PLAYERS)


def _answer_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Say that somebody has chosen, and no more."""
    return "chosen", {"by": command.by}


GAME: Final = Kernel(
    id="marbles",
    title={"en": "Marbles", "fr": "Billes"},
    players=(2, MOST_PLAYERS),
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    ruleset_type=Ruleset,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    frames={kind.name: kind for kind in (ROUND, FISTS)},
    anytime=table_of(ADJUST, set_level(LEVELS, lambda work, before, after: None)),
    setup=_setup,
    scoreboard=_score,
    own_paths=(PathSpec("shown", "cards"), PathSpec("hand.SEAT", "cards, or their number")),
    knows=_knows,
    sees=_sees,
    lines={"answer": _answer_line},
)
"""The game as everybody else sees it."""
