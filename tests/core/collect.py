"""Frames that ask several seats and go on when all have answered: attacks that may be avoided first, sealed choices.

Everybody gets a chance before anything happens (collect, then resolve). Answers to a sealed question are shown to
nobody until the last one is in. Choices of any number are made one at a time, until ``done``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from lairkeeper.core.command import Command
from lairkeeper.core.events import Data, Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.log_words import SECRET
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

Choices: TypeAlias = Callable[[State, Frame, Seat], Iterable[Command]]
"""The answers open to a seat: commands with ``by``, and an option or a card; the move is ``answer``."""
Resolve: TypeAlias = Callable[[Work, Frame, Mapping[Seat, Data]], None]
"""The effect once all have answered: answers by seat, in the order they were asked. The frame ends with it; what
it pushes runs next, then what it queues."""


def _fields(command: Command) -> dict[str, Any]:
    """Return what an answer says: the option, card, target and amount that are not None."""
    named = {"option": command.option, "card": command.card, "target": command.target, "amount": command.amount}
    return {name: value for name, value in named.items() if value is not None}


def _laid(viewer: str, naming: Label | None, *, secret: bool) -> bool:
    """Return True for a secret card on a reader. It is taken by its very card: a kind may be in several hands."""
    return viewer == TABLE and secret and naming is not None


def ask_each(
    kind: str,
    code: str,
    choices: Choices,
    resolve: Resolve,
    *,
    sealed: bool = False,
    in_order: bool = False,
    options: tuple[str, ...] = (),
    cite: str | None = None,
) -> FrameKind:
    """Build a frame kind whose data holds ``seats``: each answers once, then ``resolve`` runs.

    ``sealed``: answers are secret until all are in; a reader takes one by its card, and no page offers it to others.
    ``in_order``: only the first seat that is waited for may answer (clockwise, as ``seats`` says). Push it with
    ``work.push(kind, seats=…)``; other data are for ``choices`` and ``resolve``.
    """

    def may(state: State) -> tuple[Seat, ...]:
        prompt = state.prompt
        waiting = prompt.waiting if prompt else ()
        return waiting[:1] if in_order else waiting

    def check(state: State, command: Command) -> Verdict:
        refused = waiting_check(state, command)
        if refused is not None:
            return refused
        if command.by not in may(state):
            return Refused(CoreRefusal.OUT_OF_TURN, {"seat": command.by, "active": may(state)[0]}, cite)
        top = state.top
        assert top is not None
        assert command.by is not None
        said = _fields(command)
        allowed = [_fields(each) for each in choices(state, top, command.by)]
        if said in allowed:
            return None
        names = ", ".join(dict.fromkeys(str(value) for each in allowed for value in each.values()))
        shown = ", ".join(str(value) for value in said.values())
        return Refused(CoreRefusal.UNKNOWN_OPTION, {"option": shown, "allowed": "" if sealed else names}, cite)

    def apply(work: Work, command: Command) -> None:
        work.answer(command.by, **_fields(command))

    def candidates(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        top, prompt = state.top, state.prompt
        if top is None or prompt is None:
            return
        laid = _laid(viewer, naming, secret=sealed)
        for seat in may(state):
            if viewer == seat or laid or (viewer == TABLE and not sealed):
                for each in choices(state, top, seat):
                    if naming is None or each.card == naming or (each.card == kind_of(naming) and not laid):
                        yield Command(move="answer", by=seat, prompt=prompt.id, **_fields(each))

    def resume(work: Work, frame: Frame) -> None:
        if frame.prompt is None:
            work.ask(code, seats=tuple(frame.data["seats"]), sealed=sealed, cite=cite)
            if not frame.data["seats"]:
                work.again()
        elif not frame.prompt.waiting:
            answers = {seat: frame.prompt.answers[seat] for seat in frame.prompt.seats}
            resolve(work, frame, answers)
            work.close(frame)

    def shown(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
        return tuple(
            Option(each.option or "card", each, {"card": each.card} if each.card else {})
            for each in candidates(state, viewer, None)
        )

    answer = Move(
        "answer",
        apply,
        check,
        candidates,
        needs=("by",),
        takes=("option", "card", "target", "amount"),
        refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.OUT_OF_TURN, CoreRefusal.UNKNOWN_OPTION),
        rule=cite,
    )
    return FrameKind(kind, table_of(answer), resume, shown, (PromptSpec(code, options, cite),))


Picks: TypeAlias = Callable[[State, Frame], Iterable[Label]]
Picked: TypeAlias = Callable[[Work, Frame, tuple[Label, ...]], None]


def pick_some(
    kind: str,
    code: str,
    choices: Picks,
    resolve: Picked,
    *,
    low: int = 0,
    high: int = 999,
    secret: bool = False,
    cite: str | None = None,
) -> FrameKind:
    """Build a frame kind whose data holds ``seat``: it picks ``low`` to ``high`` cards one at a time, until ``done``.

    ``secret``: out of a hand, say; nobody else is shown what may be picked or has been; a reader takes a pick
    by its card. A second tap of the same card takes the pick back. ``resolve`` gets the picks in their order.
    """

    def picked(frame: Frame) -> tuple[Label, ...]:
        return tuple(frame.data.get("picked", ()))

    def open_to(state: State, frame: Frame) -> tuple[Label, ...]:
        return tuple(choices(state, frame))

    def asking(state: State, command: Command) -> Frame | Refused:
        """Return the frame, which is on top while its moves are checked; refuse any seat but its own."""
        top = state.frames[-1]
        return top if command.by == top.data["seat"] else Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, cite)

    def pick_check(state: State, command: Command) -> Verdict:
        top = asking(state, command)
        if isinstance(top, Refused):
            return top
        if command.card in picked(top):
            return None
        if command.card not in open_to(state, top):
            return Refused(CoreRefusal.UNKNOWN_OPTION, {"option": command.card, "allowed": ""}, cite)
        if len(picked(top)) >= high:
            bounds = {"option": kind, "value": len(picked(top)) + 1, "allowed": f"{low}..{high}"}
            return Refused(CoreRefusal.BAD_VALUE, bounds, cite)
        return None

    def pick(work: Work, command: Command) -> None:
        have = picked(work.top)
        card = command.card or ""
        after = tuple(each for each in have if each != card) if card in have else (*have, card)
        work.set(picked=after, **({SECRET: True} if secret else {}))

    def done_check(state: State, command: Command) -> Verdict:
        top = asking(state, command)
        if isinstance(top, Refused):
            return top
        if len(picked(top)) < min(low, len(open_to(state, top))):
            bounds = {"option": kind, "value": len(picked(top)), "allowed": f"{low}..{high}"}
            return Refused(CoreRefusal.BAD_VALUE, bounds, cite)
        return None

    def done(work: Work, command: Command) -> None:
        frame = work.top
        resolve(work, frame, picked(frame))
        work.close(frame)

    def answer_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        top, prompt = state.frames[-1], state.prompt
        laid = _laid(viewer, naming, secret=secret)
        if prompt is not None and (viewer == top.data["seat"] or laid or (viewer == TABLE and not secret)):
            for card in dict.fromkeys((*open_to(state, top), *picked(top))):
                yield Command(move="answer", by=top.data["seat"], card=card, prompt=prompt.id)

    def done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        if state.prompt is not None:
            yield Command(move="done", by=state.frames[-1].data["seat"], prompt=state.prompt.id)

    def resume(work: Work, frame: Frame) -> None:
        if frame.prompt is None:
            work.ask(code, seats=(frame.data["seat"],), cite=cite, low=low, high=high)

    def shown(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
        cards = (Option("card", each, {"card": each.card}) for each in answer_offers(state, viewer, None))
        return (*cards, *(Option("done", each) for each in done_offers(state, viewer, None)))

    refusals = (CoreRefusal.NOT_ASKED, CoreRefusal.UNKNOWN_OPTION, CoreRefusal.BAD_VALUE)
    moves = table_of(
        Move("answer", pick, pick_check, answer_offers, ("by", "card"), refusals=refusals, rule=cite),
        Move("done", done, done_check, done_offers, ("by",), refusals=refusals, rule=cite),
    )
    return FrameKind(kind, moves, resume, shown, (PromptSpec(code, ("card", "done"), cite),))
