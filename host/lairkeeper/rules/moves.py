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
from operator import itemgetter
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
_NONE, _CLICKS, _ALL = range(3)
"""Offers that carry the id of the question: none, those without a card, or all."""
_VARIED: Final = ("by", "card", "target", "option", "amount")
"""Arguments in the order in which offers vary them, the last one fastest."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[S_contra]):
    """The part that a move plays in its step's question: the code of its option, and the arguments of its text.

    ``code`` may depend on the command; such options come first. ``args`` returns None where the question does not show
    the option.
    """

    code: str | Callable[[Moment[S_contra], Command], str]
    args: Callable[[Moment[S_contra], Command], Args | None] = lambda now, command: {}
    stamped: bool = True
    """True when the command carries the id of the question, so that it cannot answer a later one."""
    even_refused: bool = False
    """True when the question shows the option while it is refused too: the refusal then says why."""
    cards: bool = False
    """True when the question also shows the offers that name a card."""

    def code_of(self, now: Moment[S_contra], command: Command) -> str:
        """Return the code of the option with this command."""
        return self.code if isinstance(self.code, str) else self.code(now, command)


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
    offers: Callable[[Moment[S]], Iterable[tuple[Value, ...]]] | None = None,
    answers: Answer[S] | None = None,
    stamped: bool = False,
    amounts: tuple[int, int] = (1, 999),
    seat_target: bool = False,
    spoken: bool | Callable[[State, Command], bool] = False,
    tapped: bool = False,
    first_codes: tuple[str, ...] = (),
    rule: str | None = None,
    **args: Arg[S],
) -> DeclaredMove[S]:
    """Declare a move of a step, or with `StepData` one that several steps have.

    ``do`` applies it; ``unless`` gives reasons that concern several arguments.

    ``codes`` are the refusals of ``unless``. ``offers`` lists all offers, each with its arguments in the order of
    ``do``, where one argument depends on another; arguments that are not declared are then judged by ``unless`` alone.
    ``stamped`` offers carry the id of the question with a card too. ``amounts`` are the lowest and the highest amount.
    ``first_codes`` puts refusals at the head of the list that players read.
    """
    parameters = _parameters(name, do, args, every=offers is None)
    needs = tuple(key for key, default in parameters.items() if default is inspect.Parameter.empty)
    takes = tuple(key for key in parameters if key not in needs)
    stamp = _ALL if stamped else _CLICKS if answers is not None and answers.stamped else _NONE
    by_args = _ByArgs(name, kind, tuple(parameters), args, do, unless, offers, stamp)
    refusals = (code for arg in args.values() for code in arg.codes)
    kernel_move = Move(
        name, by_args.apply, by_args.check, by_args.candidates, needs, takes,
        target="seat" if seat_target else "any", amount=amounts, spoken=spoken, tapped=tapped,
        refusals=tuple(dict.fromkeys((*first_codes, *refusals, *codes))), rule=rule,
    )  # fmt: skip
    return DeclaredMove(kernel_move, answers)


def _parameters(name: str, do: Callable[..., None], args: Mapping[str, object], *, every: bool) -> dict[str, Any]:
    """Return the arguments of a move in the order of ``do``, with their defaults; ``every`` one must be declared."""
    found = {each.name: each.default for each in inspect.signature(do).parameters.values()}
    for leading in tuple(found)[:2]:  # the work and the step
        del found[leading]
    if not set(args) <= set(found) or (every and len(args) < len(found)) or not set(found) <= set(_VARIED):
        raise TypeError(f"{name} takes {', '.join(found)}, but these arguments are declared: {', '.join(args)}")
    return found


_judged_last: list[tuple[State | None, dict[type[StepData], Moment[Any]]]] = [(None, {})]
"""The state in which a command was judged last, with the moment for each kind of data: all offers are judged in the
same one. Each thread may replace it as a whole."""
_offered_last: list[tuple[State | None, str, Label | None, dict[type[StepData], Moment[Any]]]] = [(None, "", None, {})]
"""The state, viewer and tap for which offers were listed last: all moves are offered for the same ones."""


def _judging(kind: type[S], state: State) -> Moment[S]:
    """Return the moment in which commands are judged in this state."""
    last = _judged_last[0]
    if last[0] is not state:
        last = _judged_last[0] = (state, {})
    found = last[1].get(kind)
    if found is None:
        found = last[1][kind] = Moment(state, read(kind, state.frames[-1]))
    return found


def _offering(kind: type[S], state: State, viewer: str, naming: Label | None) -> Moment[S]:
    """Return the moment for which moves are offered."""
    last = _offered_last[0]
    if last[0] is not state or last[1] != viewer or last[2] != naming:
        last = _offered_last[0] = (state, viewer, naming, {})
    found = last[3].get(kind)
    if found is None:
        found = last[3][kind] = Moment(state, read(kind, state.frames[-1]), viewer, naming)
    return found


def _nothing(now: Moment[StepData]) -> Iterable[Value]:
    """Offer nothing for an argument that a move does not take."""
    return (None,)


class _ByArgs(Generic[S]):
    """The three functions of a kernel's move, made from its arguments."""

    __slots__ = ("_do", "_judged", "_kind", "_name", "_names", "_offers", "_place", "_reads", "_said", "_stamp",
                 "_unless", "_varied")  # fmt: skip

    def __init__(
        self,
        name: str,
        kind: type[S],
        names: tuple[str, ...],
        args: Mapping[str, Arg[S]],
        do: Callable[..., None],
        unless: Callable[..., Verdict] | None,
        offers: Callable[[Moment[S]], Iterable[tuple[Value, ...]]] | None,
        stamp: int,
    ) -> None:
        self._name, self._names, self._kind, self._stamp = name, names, kind, stamp
        self._do, self._unless, self._offers = do, unless, offers
        self._judged = tuple((key, arg.refuse) for key, arg in args.items() if arg.refuse is not never)
        self._said = getter(names)
        reads = ((at, args[key].read) for at, key in enumerate(names) if key in args)
        self._reads = tuple((at, meaning) for at, meaning in reads if meaning is not None)
        self._varied = tuple(args[key].offer if key in args else _nothing for key in _VARIED)
        self._place = itemgetter(*(names.index(key) if key in names else len(names) for key in _VARIED))

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
        if self._unless is None:
            return unsure
        verdict = self._unless(now, *self._values(now, command))
        return verdict if unsure is None else both(unsure, verdict)

    def apply(self, work: Work, command: Command) -> None:
        """Apply the move to what its arguments mean."""
        now = _judging(self._kind, work.state)
        self._do(work, now.step, *self._values(now, command))

    def candidates(self, state: State, viewer: str, naming: Label | None) -> Iterator[Command]:
        """Yield every offer; for a tap only a move that takes a card has any."""
        if naming is not None and "card" not in self._names:
            return
        now = _offering(self._kind, state, viewer, naming)
        number = now.prompt.id if self._stamp and now.prompt is not None else None
        if self._offers is not None:
            name, place, size, everywhere = self._name, self._place, len(self._names), self._stamp == _ALL
            for row in self._offers(now):
                assert len(row) == size, f"{name}: an offer has {self._names}, not {row}"
                by, card, target, option, amount = place((*row, None))
                # As in `_command`; a large table has hundreds of offers.
                yield Command(
                    move=name, by=by, card=card, target=target, option=option, amount=amount,
                    prompt=number if everywhere or card is None else None,
                )  # fmt: skip
            return
        varied = []
        for offer in self._varied:
            values: tuple[Value, ...] = (None,) if offer is _nothing else tuple(offer(now))
            if not values:  # often nobody may act, and then no cards need be listed
                return
            varied.append(values)
        for by, card, target, option, amount in product(*varied):
            yield self._command(number, by, card, target, option, amount)

    def _command(
        self, number: int | None, by: Any = None, card: Any = None, target: Any = None, option: Any = None,
        amount: Any = None,
    ) -> Command:  # fmt: skip
        """Return one offer; a card says by itself what is meant, so such an offer seldom needs the question's id."""
        prompt = number if card is None or self._stamp == _ALL else None
        return Command(move=self._name, by=by, card=card, target=target, option=option, amount=amount, prompt=prompt)

    def _values(self, now: Moment[S], command: Command) -> Iterable[Any]:
        """Return what the arguments mean, in the order of ``do``."""
        said = self._said(command)
        if not self._reads:
            return said
        values = list(said)
        for at, meaning in self._reads:
            values[at] = meaning(now, values[at])
        return values


def step_kind(
    kind: type[S],
    *moves: DeclaredMove[S],
    resume: Callable[[Work, S], None],
    prompts: tuple[PromptSpec, ...] = (),
) -> FrameKind:
    """Return the kernel's kind of frame for a step. Each question shows the answers in the order of its options."""
    codes = tuple(dict.fromkeys(code for prompt in prompts for code in prompt.options))
    answering = [(each.move, each.answers) for each in moves if each.answers is not None]
    answering.sort(key=lambda each: codes.index(each[1].code) if isinstance(each[1].code, str) else -1)

    def on(work: Work, frame: Frame) -> None:
        resume(work, read(kind, frame))

    def options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
        return tuple(_options(kind, answering, state, viewer))

    moves_by_name = {each.move.name: each.move for each in moves}
    return FrameKind(kind.KIND, moves_by_name, on, options, prompts, lambda frame: read(kind, frame))


def _options(kind: type[S], answering: Iterable[tuple[Move, Answer[S]]], state: State, viewer: str) -> Iterator[Option]:
    """Yield the answers to the open question: offers by click, most of them without a card."""
    now = Moment(state, read(kind, state.frames[-1]), viewer)
    for each, answer in answering:
        for command in each.candidates(state, viewer, None):
            shown = answer.cards or command.card is None
            if shown and (answer.even_refused or not isinstance(each.check(state, command), Refused)):
                args = answer.args(now, command)
                if args is not None:
                    yield Option(answer.code_of(now, command), command, args)
