"""A toy for the rules toolkit: players take stones from a heap by turns, and may tap a stone to say which."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Data, Label
from lairkeeper.core.evolve import fold
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import Kernel, Unverified, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, ASKED, Arg, Moment, given, may_be_unnamed, one_of
from lairkeeper.rules.levels import change_of_level
from lairkeeper.rules.lines import line, own_words, with_or_without_card
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.paths import StatePath, finder, public_facts
from lairkeeper.rules.step import StepData, push, save

SEATS: Final = ("Ana", "Bo")
HEAP: Final = "heap"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """No house rule."""


@dataclass(frozen=True, slots=True)
class Catalog:
    """Stones only."""

    kinds: ClassVar[MappingProxyType[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Taking(StepData):
    """A seat takes stones. ``count`` was called ``taken`` once, and ``rest`` came later."""

    KIND: ClassVar[str] = "taking"
    seat: Seat
    count: int
    rest: int = 9
    most: int = 2

    @classmethod
    def lift(cls, data: Data) -> Data:
        """Return the data with the count under its present name."""
        return {"count" if key == "taken" else key: value for key, value in data.items()}


@dataclass(frozen=True, slots=True)
class Resting(StepData):
    """Nothing happens until the table says so."""

    KIND: ClassVar[str] = "resting"


def refuse(code: str, *, forcible: bool = False, **args: Any) -> Refused:
    return Refused(code, args, "heap", forcible=forcible)


# Taking ------------------------------------------------------------------------------------------------------------


def _closed(now: Moment[Taking]) -> Verdict:
    return refuse("closed") if now.step.rest == 0 else Unverified(("eyes",))


def _stones(now: Moment[Taking]) -> Iterable[str]:
    stones = now.state.zone(HEAP)
    return stones if now.naming is None else (each for each in stones if now.naming in {each, each.partition("#")[0]})


def _no_stone(now: Moment[Taking], said: Any) -> Verdict:
    return None if said in now.state.zone(HEAP) else refuse("no-stone", card=said)


def _too_many(now: Moment[Taking], by: Seat, target: int, card: Label | None = None) -> Verdict:
    if card == "pebble#1" and target > 1:
        return refuse("too-light", target=target)
    return refuse("too-many", forcible=True) if now.step.count >= now.step.most else Unverified(("weight",))


def _take(work: Work, step: Taking, by: Seat, target: int, card: Label | None = None) -> None:
    """Take a stone; ``target`` is the pile, read as a number."""
    stone = card or work.state.zone(HEAP)[-1]
    work.move(stone, f"pile-{target}.{by}")
    save(work, step, replace(step, count=step.count + 1, rest=9), "rest")
    work.again()


def _end(work: Work, step: Taking, by: Seat) -> None:
    work.pop()
    push(work, Taking(SEATS[1 - SEATS.index(by)], 0))


def _say(work: Work, step: Taking, option: str, by: Seat | None = None) -> None:
    save(work, step, replace(step, most=int(option)))
    work.again()


def _resume(work: Work, step: Taking) -> None:
    prompt = work.top.prompt
    if prompt is None or prompt.args["n"] != step.count:
        work.ask("take", seats=(step.seat,), cite="heap", n=step.count)


STONE: Final[Arg[Taking]] = Arg(_stones, _no_stone, ("no-stone",))
PILE: Final[Arg[Taking]] = Arg(
    lambda now: ("pile-1", "pile-2"),
    lambda now, said: None if said in {"pile-1", "pile-2"} else refuse("no-pile"),
    ("no-pile",),
    lambda now, said: int(str(said).rpartition("-")[2]),
)
TAKE = move(
    "take",
    Taking,
    _take,
    by=ASKED,
    card=given(
        _closed,
        may_be_unnamed(STONE, lambda now: None if now.state.zone(HEAP) else refuse("empty"), "empty"),
        "closed",
    ),
    target=PILE,
    unless=_too_many,
    codes=("too-light", "too-many"),
    tapped=True,
    rule="heap",
)
END = move("end-turn", Taking, _end, by=ASKED, answers=Answer("enough"), rule="heap")
SAY = move(
    "answer",
    Taking,
    _say,
    option=one_of(lambda now: ("1", "2", "3"), "heap", lambda now: ("1", "3")),
    by=ANYBODY,
    answers=Answer(
        "most", lambda now, command: {"n": command.option} if command.option != "3" or now.step.count else None
    ),
    first_codes=("first",),
)
TAKING = step_kind(
    Taking, TAKE, SAY, END, resume=_resume, prompts=(PromptSpec("take", ("enough", "most"), "heap"),)
)  # fmt: skip


def _stop(work: Work, step: Resting) -> None:
    work.finish(())


def _gifts(now: Moment[Resting]) -> Iterable[tuple[Seat, Label]]:
    """Offer each seat the stones on the first pile of the other one."""
    for seat, other in (SEATS, SEATS[::-1]):
        yield from ((seat, stone) for stone in now.state.zone(f"pile-1.{other}"))


def _not_there(now: Moment[Resting], by: Seat, card: Label, amount: int = 1) -> Verdict:
    return None if (by, card) in _gifts(now) else refuse("no-stone", card=card)


def _beg(work: Work, step: Resting, by: Seat, card: Label, amount: int = 1) -> None:
    work.move(card, f"pile-1.{by}")
    work.count("thanks", amount)


STOP = move("stop", Resting, _stop, answers=Answer("stop", stamped=False))
BEG = move(
    "beg", Resting, _beg, by=ANYBODY, unless=_not_there, codes=("no-stone",), stamped=True, amounts=(1, 3),
    offers=lambda now: ((*gift, None) for gift in _gifts(now)),
    answers=Answer(lambda now, command: f"beg-{command.by}", lambda now, command: {"card": command.card}, cards=True),
)  # fmt: skip
RESTING = step_kind(
    Resting, STOP, BEG, resume=lambda work, step: work.ask("rest") if work.top.prompt is None else None,
    prompts=(PromptSpec("rest", ("beg-Ana", "beg-Bo", "stop")),),
)  # fmt: skip


# The game ----------------------------------------------------------------------------------------------------------

PATHS: Final = (
    StatePath("heap", "cards"),
    StatePath("count", "number", lambda state, _: len(state.zone(HEAP)), public=True),
    StatePath("taken.SEAT", "cards", lambda state, seat: state.zone(f"pile-1.{seat}"), ("full",)),
    StatePath("left", "number", lambda state, _: NotImplemented),
    StatePath(
        "pile.PLACE", "cards", lambda state, place: state.zone(place) if place.startswith("pile-") else NotImplemented
    ),
    StatePath("stones.SEAT", "number", lambda state, seat: len(state.zone(f"pile-1.{seat}")), ("full",), public=True),
)


def _begin(work: Work, before: State) -> None:
    work.emit(ev.Counted(f"was-{before.level}-with-{len(before.frames)}", 1))
    push(work, Resting() if work.state.level == "score" else Taking("Ana", 0))


def _not_now(state: State, level: str) -> Verdict:
    return refuse("not-now", level=level) if state.zone("pile-2.Ana") else None


LEVEL = change_of_level(("score", "full"), _begin, unless=_not_now, codes=("not-now",), rule="levels")


def _setup(work: Work, header: Header) -> None:
    for stone in ("pebble#1", "pebble#2", "rock#1"):
        work.place(stone, HEAP)
    push(work, Taking("Ana", count=0))


GAME: Final = Kernel(
    id="heap",
    title={"en": "Heap"},
    players=(2, 2),
    levels=("score", "full"),
    languages=("en",),
    version=1,
    catalog=Catalog(),
    ruleset_type=Ruleset,
    texts_dir=Path(__file__).parent,
    plays_dir=Path(__file__).parent,
    frames={TAKING.name: TAKING, RESTING.name: RESTING},
    anytime=table_of(LEVEL),
    setup=_setup,
    scoreboard=lambda state, viewer: Scoreboard(()),
    own_paths=tuple(each.spec for each in PATHS),
    knows=lambda rules, label: label.partition("#")[0] in {"pebble", "rock"},
    extra=lambda state, viewer: public_facts(PATHS, state),
    find=finder(PATHS),
    lines={
        "take": with_or_without_card("take-stone", "take"),
        "answer": line(lambda command, events: f"most-{command.option}", "by", n=lambda command, events: len(events)),
        "end-turn": own_words("ended", mark=lambda command, events: None),
    },
)


def begun() -> State:
    """Return the state in which Ana may take the first stone."""
    history = History.start(GAME, Header(GAME.id, SEATS, "full"))
    assert isinstance(history, History)
    return history.state


def after(state: State, *commands: Command) -> State:
    """Return the state after commands that must be accepted."""
    for command in commands:
        state = fold(state, accepted(state, command).events)
    return state


def accepted(state: State, command: Command) -> Accepted:
    decision = GAME.decide(state, command)
    assert isinstance(decision, Accepted), decision
    return decision


def refused(state: State, command: Command) -> Refused:
    decision = GAME.decide(state, command)
    assert isinstance(decision, Refused), decision
    return decision
