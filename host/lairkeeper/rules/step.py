"""Typed data of a step: one frozen dataclass for each kind of frame, stored in ``Frame.data`` under its field names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct

from lairkeeper.core.codec import broken
from lairkeeper.core.events import Data
from lairkeeper.core.quick import replace as quick_replace
from lairkeeper.core.state import Frame, State
from lairkeeper.core.work import Work


class StepData:
    """Base of the data of a step. A subclass is ``@dataclass(frozen=True, slots=True)`` and sets ``KIND``.

    A field with a default may be missing in a log, and `push` leaves it out while it holds its default. A field without
    a default is written by every `push`.
    """

    __slots__ = ()
    KIND: ClassVar[str]
    """Kind of the frame, as logs name it."""

    @classmethod
    def lift(cls, data: Data) -> Data:
        """Return the data of an older log in today's form. Override it when you rename or drop a field."""
        return data


S = TypeVar("S", bound=StepData)


class _Form(NamedTuple):
    """The fields of a step in order, the defaults of those that have one, and how to get all values at once."""

    names: tuple[str, ...]
    defaults: tuple[tuple[str, Any], ...]
    values: Callable[[StepData], tuple[Any, ...]]


_forms: dict[type[StepData], _Form] = {}
_last_read: dict[type[StepData], tuple[Frame, Any]] = {}
"""The frame read last, with its data: a decision reads one frame many times. Each thread may replace it."""


def _form(kind: type[StepData]) -> _Form:
    found = _forms.get(kind)
    if found is None:
        every = fields(kind)  # type: ignore[arg-type]
        names = tuple(each.name for each in every)
        defaults = tuple((each.name, each.default) for each in every if each.default is not MISSING)
        found = _forms[kind] = _Form(names, defaults, getter(names))
    return found


def getter(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that returns the attributes with these names."""
    if not names:
        return lambda thing: ()
    every = attrgetter(*names)
    return every if len(names) > 1 else lambda thing: (every(thing),)


if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(step: S, /, **changes: Any) -> S:
        """Return step data with some fields changed: as ``dataclasses.replace``, in less time.

        For mypy it is that function, so that the names and types of the fields are checked.
        """
        if isinstance(step, Struct):
            return quick_replace(step, **changes)
        form = _form(type(step))
        changed = type(step)(*map(changes.pop, form.names, form.values(step)))
        if changes:
            raise TypeError(f"{type(step).__name__} has no field {', '.join(changes)}")
        return changed


def read(kind: type[S], frame: Frame) -> S:
    """Return the typed data of a frame; `StepData` itself stands for every kind, and reads nothing.

    Raises ``TypeError`` for a frame of another kind, and ``LogError`` for an unknown or missing key: a log is damaged.
    """
    last = _last_read.get(kind)
    if last is not None and last[0] is frame:
        known: S = last[1]
        return known
    if kind is StepData:
        return kind()
    if frame.kind != kind.KIND:
        raise TypeError(f"frame {frame.kind} is no {kind.KIND}")
    data = kind.lift(frame.data)
    try:
        step = kind(**data)
    except TypeError as error:
        raise broken(f"step {frame.kind}", str(error)) from None
    _last_read[kind] = (frame, step)
    return step


def _remember(frame: Frame, step: StepData) -> None:
    """Let the next `read` of a frame return these data, from which it has just been written."""
    _last_read[type(step)] = (frame, step)


def frame_of(kind: type[StepData], state: State) -> Frame | None:
    """Return the topmost frame of a kind, or None if there is no such frame."""
    for frame in reversed(state.frames):
        if frame.kind == kind.KIND:
            return frame
    return None


def below(kind: type[S], state: State) -> S | None:
    """Return the data of the topmost frame of a kind, or None if there is no such frame."""
    frame = frame_of(kind, state)
    return None if frame is None else read(kind, frame)


def push(work: Work, step: StepData) -> int:
    """Begin a step on top of the one that runs; return the id of its frame."""
    form = _form(type(step))
    data = dict(zip(form.names, form.values(step), strict=True))
    for name, default in form.defaults:
        if data[name] == default:
            del data[name]
    id = work.push(step.KIND, **data)
    _remember(work.state.frames[-1], step)
    return id


def save(work: Work, before: S, after: S, *also: str, frame: Frame | None = None) -> None:
    """Write the fields in which the data of the step that runs have changed, and those named in ``also``.

    Make ``after`` with `replace`. Name a field in ``also`` where logs of before
    have it even when it was unchanged. ``frame`` is another step, which may lie below the one that runs: keep
    ``work.top`` before you push, or ask `frame_of`. Nothing is written to a step that is over.
    """
    kind = type(after)
    if frame is None:
        frame = work.top
    else:
        frame = next((each for each in work.state.frames if each.id == frame.id), None)
        if frame is None:
            return
    if frame.kind != kind.KIND:
        raise TypeError(f"frame {frame.kind} is no {kind.KIND}")
    form = _form(kind)
    every = zip(form.names, form.values(before), form.values(after), strict=True)
    # Most values are the very objects of before.
    changed = {name: new for name, old, new in every if (new is not old and new != old) or name in also}
    if changed:
        last = _last_read.get(kind)
        work.set(frame, **changed)
        if last is not None and last[0] is frame and last[1] is before:
            _remember(next(each for each in reversed(work.state.frames) if each.id == frame.id), after)


__all__ = ["StepData", "below", "frame_of", "getter", "push", "read", "replace", "save"]
