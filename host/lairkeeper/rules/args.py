"""Arguments of moves: what is offered, why a value is refused, and what it means.

Here are the arguments that every game needs; a game writes those of its own places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from lairkeeper.core.events import Label
from lairkeeper.core.ids import TABLE, Seat
from lairkeeper.core.kernel import Unverified, Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Prompt, State

from .step import StepData

S = TypeVar("S", bound=StepData)
S_co = TypeVar("S_co", bound=StepData, covariant=True)
S_contra = TypeVar("S_contra", bound=StepData, contravariant=True)
Value: TypeAlias = str | int | None
"""An argument as a command has it."""


class Moment(Struct, Generic[S_co]):
    """The moment in which a move is offered or judged: the state, and the data of the step that runs."""

    state: State
    step: S_co
    viewer: str = TABLE
    """The viewer that offers are for."""
    naming: Label | None = None
    """The piece that was tapped; None for offers by click."""

    _waiting: tuple[Seat, ...] | None = None

    @property
    def prompt(self) -> Prompt | None:
        """Return the open question."""
        return self.state.frames[-1].prompt

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Return the seats that have not yet answered the open question."""
        if self._waiting is None:
            prompt = self.prompt
            self._waiting = prompt.waiting if prompt is not None else ()
        return self._waiting

    @property
    def asked(self) -> Seat:
        """Return the first seat that has not yet answered, or an empty string."""
        waiting = self.waiting
        return waiting[0] if waiting else ""


def never(now: Moment[StepData], said: Any) -> Verdict:
    """Return None, for an argument that is never wrong."""
    return None


def both(first: Unverified | None, second: Verdict) -> Verdict:
    """Return one verdict for two: the refusal, or all that nobody can tell."""
    if first is None or isinstance(second, Refused):
        return second
    return first if second is None else together(first, second)


def together(first: Unverified, second: Unverified) -> Unverified:
    """Return all that nobody can tell, each check once."""
    return Unverified(tuple(dict.fromkeys((*first.checks, *second.checks))))


@dataclass(frozen=True, slots=True)
class Arg(Generic[S_contra]):
    """One argument of a move.

    ``offer`` lists the values to show. ``refuse`` says why a value may not be, and may give all codes in ``codes``.
    ``read`` returns what a value means; it runs for a value that the table insists on too.

    A legal value need not be among those offered: of the unseen copies of a card that can be in a hand one is offered,
    and each is legal.
    """

    offer: Callable[[Moment[S_contra]], Iterable[Value]]
    refuse: Callable[[Moment[S_contra], Any], Verdict] = never
    codes: tuple[str, ...] = ()
    read: Callable[[Moment[S_contra], Any], Any] | None = None


# Common arguments ---------------------------------------------------------------------------------------------------


def _another_seat(now: Moment[StepData], said: Any) -> Verdict:
    asked = now.asked
    if said == asked:
        return None
    cite = now.prompt.cite if now.prompt is not None else None
    return Refused(CoreRefusal.OUT_OF_TURN, {"seat": said, "active": asked}, cite)


ASKED: Final[Arg[StepData]] = Arg(lambda now: now.waiting[:1], _another_seat, (CoreRefusal.OUT_OF_TURN,))
"""The seat that is asked, and nobody else; the refusal cites the rule of the question."""
ANYBODY: Final[Arg[StepData]] = Arg(lambda now: (None,))
"""Any seat, or nobody in particular."""


def one_of(
    values: Callable[[Moment[S]], Iterable[str]],
    rule: str,
    offered: Callable[[Moment[S]], Iterable[str]] | None = None,
    *,
    code: str = CoreRefusal.UNKNOWN_OPTION,
) -> Arg[S]:
    """Return an argument with a few possible values; ``offered`` narrows what is shown."""

    def refuse(now: Moment[S], said: Any) -> Verdict:
        allowed = tuple(values(now))
        if said in allowed:
            return None
        return Refused(code, {"option": said, "allowed": ", ".join(allowed)}, rule)

    return Arg(offered or values, refuse, (code,))


def given(reason: Callable[[Moment[S]], Verdict], arg: Arg[S], *codes: str) -> Arg[S]:
    """Return an argument with a reason about the moment itself, which is judged first and has these codes."""

    def refuse(now: Moment[S], said: Any) -> Verdict:
        verdict = reason(now)
        return verdict if isinstance(verdict, Refused) else both(verdict, arg.refuse(now, said))

    return Arg(arg.offer, refuse, (*codes, *arg.codes), arg.read)


def may_be_unnamed(piece: Arg[S], absent: Callable[[Moment[S]], Verdict], *codes: str, by_name: bool = True) -> Arg[S]:
    """Return a piece that need not be named where nobody has read it; ``absent`` judges a command without a name.

    Everybody is offered the unnamed piece by click. Names are offered for a tap, and by click to the asked seat alone,
    because a list of what can come from a hand stays on its owner's page.
    """

    def refuse(now: Moment[S], said: Any) -> Verdict:
        return absent(now) if said is None else piece.refuse(now, said)

    def offer(now: Moment[S]) -> Iterable[Value]:
        if now.naming is None:
            yield None
        if by_name and (now.naming is not None or now.viewer == now.asked):
            yield from piece.offer(now)

    return Arg(offer, refuse, (*piece.codes, *codes), piece.read)
