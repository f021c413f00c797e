"""Declared moves: the arguments say what is offered and why it is refused; a game adds only its other reasons.

The function that applies a move has the move's arguments as typed parameters. Those without a default are needed. The
arguments are judged in the order in which the declaration lists them, then comes ``unless``. The first refusal counts.

Only ``unless`` may give a refusal that the table can overrule: the arguments then mean something when the move is
applied all the same.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.kernel import FrameKind, Move, Unverified, Verdict
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .args import Arg, Moment, Value, both, never, together
from .step import StepData, getter, read

S = TypeVar("S", bound=StepData)
S_contra = TypeVar("S_contra", bound=StepData, contravariant=True)
P = ParamSpec("P")
_VARIED: Final = ("by", "card", "target", "option", "amount")
"""Arguments in the order in which offers vary them, the last one fastest."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[S_contra]):
    """The part that a move plays in its step's question: the code of its option, and the arguments of its text.

    ``args`` returns None where the question does not show the option.
    """

    code: str
    args: Callable[[Moment[S_contra], Command], Args | None] = lambda now, command: {}
    stamped: bool = True
    """True when the command carries the id of the question, so that it cannot answer a later one."""
    even_refused: bool = False
    """True when the question shows the option while it is refused too: the refusal then says why."""


@dataclass(frozen=True, slots=True)
class DeclaredMove(Generic[S]):
    """A move of the kernel, and its part in the question of its step."""

    move: Move
    answers: Answer[S] | None = None


def move(
    name: str,
    kind: type[S],
    do: Callable[Concatenate[Work, S, P], None],
    *,
    unless: Callable[Concatenate[Moment[S], P], Verdict] | None = None,
    codes: tuple[str, ...] = (),
    offered: Callable[Concatenate[Moment[S], P], bool] | None = None,
    answers: Answer[S] | None = None,
    seat_target: bool = False,
    spoken: bool = False,
    tapped: bool = False,
    first_codes: tuple[str, ...] = (),
    rule: str | None = None,
    **args: Arg[S],
) -> DeclaredMove[S]:
    """Declare a move of a step. ``do`` applies it; ``unless`` gives reasons that concern several arguments.

    ``codes`` are the refusals of ``unless``. ``offered`` leaves out offers that are not worth showing. ``first_codes``
    puts refusals at the head of the list that players read.
    """
    parameters = _parameters(name, do, args)
    needs = tuple(key for key, default in parameters.items() if default is inspect.Parameter.empty)
    takes = tuple(key for key in parameters if key not in needs)
    stamped = answers is not None and answers.stamped
    by_args = _ByArgs(name, kind, tuple(parameters), args, do, unless, offered, stamped)
    refusals = (code for arg in args.values() for code in arg.codes)
    kernel_move = Move(
        name, by_args.apply, by_args.check, by_args.candidates, needs, takes,
        target="seat" if seat_target else "any", spoken=spoken, tapped=tapped,
        refusals=tuple(dict.fromkeys((*first_codes, *refusals, *codes))), rule=rule,
    )  # fmt: skip
    return DeclaredMove(kernel_move, answers)


def _parameters(name: str, do: Callable[..., None], args: Mapping[str, object]) -> dict[str, Any]:
    """Return the arguments of a move in the order of ``do``, with their defaults; each must be declared."""
    found = {each.name: each.default for each in inspect.signature(do).parameters.values()}
    for leading in tuple(found)[:2]:  # the work and the step
        del found[leading]
    if set(found) != set(args) or not set(found) <= set(_VARIED):
        raise TypeError(f"{name} takes {', '.join(found)}, but these arguments are declared: {', '.join(args)}")
    return found


_judged_last: list[Moment[Any]] = []
"""The moment in which a command was judged last: all offers are judged in the same one. Each thread may replace it."""


def _judging(kind: type[S], state: State) -> Moment[S]:
    """Return the moment in which commands are judged in this state."""
    last = _judged_last[0] if _judged_last else None
    if last is not None and last.state is state and type(last.step) is kind:
        return last
    now = Moment(state, read(kind, state.frames[-1]))
    _judged_last[:] = (now,)
    return now


def _nothing(now: Moment[StepData]) -> Iterable[Value]:
    """Offer nothing for an argument that a move does not take."""
    return (None,)


class _ByArgs(Generic[S]):
    """The three functions of a kernel's move, made from its arguments."""

    __slots__ = ("_do", "_judged", "_kind", "_name", "_offered", "_places", "_reads", "_said", "_stamped", "_unless",
                 "_varied")  # fmt: skip

    def __init__(
        self,
        name: str,
        kind: type[S],
        names: tuple[str, ...],
        args: Mapping[str, Arg[S]],
        do: Callable[..., None],
        unless: Callable[..., Verdict] | None,
        offered: Callable[..., bool] | None,
        stamped: bool,
    ) -> None:
        self._name, self._kind, self._stamped = name, kind, stamped
        self._do, self._unless, self._offered = do, unless, offered
        self._judged = tuple((key, arg.refuse) for key, arg in args.items() if arg.refuse is not never)
        self._said = getter(names)
        self._reads = tuple(args[key].read for key in names) if any(args[key].read for key in names) else None
        self._varied = tuple(args[key].offer if key in args else _nothing for key in _VARIED)
        self._places = tuple(_VARIED.index(key) for key in names)

    def check(self, state: State, command: Command) -> Verdict:
        """Judge the arguments in their order, then all of them together."""
        now = _judging(self._kind, state)
        unsure: Unverified | None = None
        for key, refuse in self._judged:
            verdict = refuse(now, getattr(command, key))
            if verdict is None:
                continue
            if isinstance(verdict, Refused):
                assert not verdict.forcible, f"{self._name}: only ``unless`` may give {verdict.code}, to be overruled"
                return verdict
            unsure = verdict if unsure is None else together(unsure, verdict)
        return unsure if self._unless is None else both(unsure, self._unless(now, *self._values(now, command)))

    def apply(self, work: Work, command: Command) -> None:
        """Apply the move to what its arguments mean."""
        now = _judging(self._kind, work.state)
        self._do(work, now.step, *self._values(now, command))

    def candidates(self, state: State, viewer: str, naming: Label | None) -> Iterator[Command]:
        """Yield every combination of what the arguments offer; for a tap only a move that takes a card has any."""
        if naming is not None and self._varied[_VARIED.index("card")] is _nothing:
            return
        now = Moment(state, read(self._kind, state.frames[-1]), viewer, naming)
        number = now.prompt.id if self._stamped and now.prompt is not None else None
        for row in product(*[tuple(offer(now)) for offer in self._varied]):
            if self._offered is None or self._offered(now, *(row[at] for at in self._places)):
                yield self._command(number, *row)

    def _command(self, number: int | None, by: Any, card: Any, target: Any, option: Any, amount: Any) -> Command:
        """Return one offer; a card says by itself what is meant, so such an offer needs no id of the question."""
        prompt = number if card is None else None
        return Command(move=self._name, by=by, card=card, target=target, option=option, amount=amount, prompt=prompt)

    def _values(self, now: Moment[S], command: Command) -> Iterable[Any]:
        """Return what the arguments mean, in the order of ``do``."""
        values = self._said(command)
        if self._reads is None:
            return values
        return [said if reads is None else reads(now, said) for reads, said in zip(self._reads, values, strict=True)]


def step_kind(
    kind: type[S],
    *moves: DeclaredMove[S],
    resume: Callable[[Work, S], None],
    prompts: tuple[PromptSpec, ...] = (),
) -> FrameKind:
    """Return the kernel's kind of frame for a step. Each question shows the answers in the order of its options."""
    codes = tuple(dict.fromkeys(code for prompt in prompts for code in prompt.options))
    answering = [(each.move, each.answers) for each in moves if each.answers is not None]
    answering.sort(key=lambda each: codes.index(each[1].code))

    def on(work: Work, frame: Frame) -> None:
        resume(work, read(kind, frame))

    def options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
        return tuple(_options(kind, answering, state, viewer))

    moves_by_name = {each.move.name: each.move for each in moves}
    return FrameKind(kind.KIND, moves_by_name, on, options, prompts, lambda frame: read(kind, frame))


def _options(kind: type[S], answering: Iterable[tuple[Move, Answer[S]]], state: State, viewer: str) -> Iterator[Option]:
    """Yield the answers to the open question: those by click that name no card."""
    now = Moment(state, read(kind, state.frames[-1]), viewer)
    for each, answer in answering:
        for command in each.candidates(state, viewer, None):
            legal = answer.even_refused or not isinstance(each.check(state, command), Refused)
            if legal and command.card is None:
                args = answer.args(now, command)
                if args is not None:
                    yield Option(answer.code, command, args)
