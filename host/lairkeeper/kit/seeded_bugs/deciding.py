"""Bugs in what is decided: tokens, order and questions, refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lairkeeper.core import events as ev
from lairkeeper.core import evolve, history, kernel, moves, work
from lairkeeper.core.command import Command
from lairkeeper.core.kernel import Kernel, Move
from lairkeeper.core.purse import Transfer, transfer
from lairkeeper.core.result import Accepted, Decision, Refused
from lairkeeper.core.ruleset import build
from lairkeeper.core.state import BANK, State

from .planting import Patches, bug, case, rewired

# Tokens -----------------------------------------------------------------------------------------------------------


@bug("stealing takes the larger token whole")
def _whole(game: Kernel, patches: Patches) -> Kernel:
    def greedy(purses: Any, denominations: Any, payer: str, payee: str, amount: int) -> Transfer:
        done = transfer(purses, denominations, payer, payee, amount)
        if len(done.events) == 3:
            return Transfer((ev.Paid(payer, payee, done.events[0].tokens),), done.moved)
        return done

    patches.set(work, "transfer", greedy)
    return game


@bug("change is one short")
def _short(game: Kernel, patches: Patches) -> Kernel:
    def short(purses: Any, denominations: Any, payer: str, payee: str, amount: int) -> Transfer:
        done = transfer(purses, denominations, payer, payee, amount)
        if len(done.events) != 3:
            return done
        swap, back, paid = done.events
        small = min(back.tokens)
        less = ev.Paid(back.payer, back.payee, {**back.tokens, small: max(0, back.tokens[small] - 1)})
        return Transfer((swap, less, paid), done.moved)

    patches.set(work, "transfer", short)
    return game


@bug("a payment does not stop at zero")
def _below_zero(game: Kernel, patches: Patches) -> Kernel:
    def unchecked(state: State, e: ev.Paid) -> State:
        purses = {name: dict(purse) for name, purse in state.purses.items()}
        for name, sign in ((e.payer, -1), (e.payee, 1)):
            for value, n in e.tokens.items():
                if name in purses:
                    purses[name][value] = purses[name].get(value, 0) + sign * n
        return state._replace(purses=purses)

    def uncapped(self: work.Work, payer: str, payee: str, amount: int) -> int:
        self.emit(ev.Paid(payer, payee, {1: amount}))
        return amount

    case(patches, ev.Paid, unchecked)
    patches.set(work.Work, "pay", uncapped)
    return game


@bug("who pays keeps the tokens")
def _kept(game: Kernel, patches: Patches) -> Kernel:
    paid = evolve._CASES[ev.Paid]
    case(patches, ev.Paid, lambda state, e: paid(state._replace(purses={**state.purses, e.payer: {1: 999}}), e))
    return game


@bug("who is paid gets nothing")
def _lost(game: Kernel, patches: Patches) -> Kernel:
    paid = evolve._CASES[ev.Paid]

    def lost(state: State, e: ev.Paid) -> State:
        after = paid(state, e)
        kept = {name: state.purses.get(name, {}) if name == e.payee else purse for name, purse in after.purses.items()}
        return after._replace(purses=kept)

    case(patches, ev.Paid, lost)
    return game


@bug("the first seat pays for every gain")
def _third_party(game: Kernel, patches: Patches) -> Kernel:
    pay = work.Work.pay

    def robbing(self: work.Work, payer: str, payee: str, amount: int) -> int:
        return pay(self, self.state.seats[0] if payer == BANK else payer, payee, amount)

    patches.set(work.Work, "pay", robbing)
    return game


@bug("a correction goes the wrong way")
def _wrong_sign(game: Kernel, patches: Patches) -> Kernel:
    return rewired(
        game,
        "adjust",
        apply=lambda done, command: moves._adjust(done, replace(command, amount=abs(command.amount or 0))),
    )


# Order and questions ----------------------------------------------------------------------------------------------


@bug("counter-clockwise order")
def _backwards(game: Kernel, patches: Patches) -> Kernel:
    def clockwise(self: State, start: str) -> tuple[str, ...]:
        at = self.seats.index(start)
        return tuple(reversed(self.seats[at + 1 :] + self.seats[: at + 1]))

    patches.set(State, "clockwise", clockwise)
    return game


@bug("turns are not counted")
def _uncounted(game: Kernel, patches: Patches) -> Kernel:
    def turn_of(self: work.Work, seat: str | None) -> None:
        self.emit(ev.SeatsOrdered(self.state.seats, seat, max(1, self.state.turn)))

    patches.set(work.Work, "turn_of", turn_of)
    return game


@bug("a stale prompt is accepted")
def _stale(game: Kernel, patches: Patches) -> Kernel:
    find = Kernel._find
    patches.set(Kernel, "_find", lambda self, state, command: find(self, state, replace(command, prompt=None)))
    return game


@bug("a question's number comes up again after an undo")
def _same_number(game: Kernel, patches: Patches) -> Kernel:
    append = history.History._append

    def forgetful(self: history.History, record: history.Record, after: State | None = None) -> None:
        kept = list(self._states)
        append(self, record, after)
        if record.kind == history.UNDO:
            self._states[-1] = kept[-1 - len(record.span)]

    patches.set(history.History, "_append", forgetful)
    return game


@bug("a seat may answer twice")
def _twice(game: Kernel, patches: Patches) -> Kernel:
    for name in ("done", "answer"):
        game = rewired(game, name, check=kernel.always)
    return game


@bug("anybody may end the turn")
def _anybody(game: Kernel, patches: Patches) -> Kernel:
    return rewired(game, "end-turn", check=kernel.always)


@bug("a finished match goes on")
def _endless(game: Kernel, patches: Patches) -> Kernel:
    case(patches, ev.Finished, lambda state, e: state)
    return game


@bug("a frame that is over stays")
def _stuck(game: Kernel, patches: Patches) -> Kernel:
    popped = evolve._CASES[ev.FramePopped]

    def lazy(state: State, e: ev.FramePopped) -> State:
        at = evolve._frame_at(state, e.id)
        frame = state.frames[at]
        if "over" in frame.data:
            return popped(state, e)
        return evolve._set_frame(state, at, replace(frame, data={**frame.data, "over": True}))

    case(patches, ev.FramePopped, lazy)
    return game


@bug("the first answer is enough for all")
def _hasty(game: Kernel, patches: Patches) -> Kernel:
    answered = evolve._CASES[ev.Answered]

    def for_all(state: State, e: ev.Answered) -> State:
        seats = state.prompt.waiting if state.prompt else ()
        for seat in seats:
            state = answered(state, replace(e, seat=seat))
        return state

    case(patches, ev.Answered, for_all)
    return game


# Deciding ---------------------------------------------------------------------------------------------------------


@bug("deciding remembers")
def _memory(game: Kernel, patches: Patches) -> Kernel:
    decide = Kernel.decide
    times = [0]

    def moody(self: Kernel, state: State, command: Command) -> Decision:
        decision = decide(self, state, command)
        times[0] += 1
        if isinstance(decision, Accepted) and times[0] % 7 == 0:
            return replace(decision, events=(*decision.events, ev.Counted("mood", times[0])), after=None)
        return decision

    patches.set(Kernel, "decide", moody)
    return game


@bug("deciding writes into the state")
def _scribbles(game: Kernel, patches: Patches) -> Kernel:
    decide = Kernel.decide

    def scribbling(self: Kernel, state: State, command: Command) -> Decision:
        decision = decide(self, state, command)
        if isinstance(state.counters, dict):
            state.counters["scribble"] = state.counters.get("scribble", 0) + 1
        return decision

    patches.set(Kernel, "decide", scribbling)
    return replace(game, setup=_counting(game))


def _counting(game: Kernel) -> Any:
    def setup(begun: work.Work, header: Any) -> Any:
        begun.count("luck", 1)
        return game.setup(begun, header)

    return setup


@bug("offers do not say what is refused")
def _all_allowed(game: Kernel, patches: Patches) -> Kernel:
    offers = Kernel.possible

    def rosy(self: Kernel, state: State, viewer: str, naming: str | None = None) -> Any:
        return tuple(replace(each, refusal=None) for each in offers(self, state, viewer, naming))

    patches.set(Kernel, "possible", rosy)
    return game


@bug("offers give another reason")
def _other_reason(game: Kernel, patches: Patches) -> Kernel:
    offers = Kernel.possible

    def vague(self: Kernel, state: State, viewer: str, naming: str | None = None) -> Any:
        found = offers(self, state, viewer, naming)
        return tuple(replace(each, refusal=each.refusal and Refused("no")) for each in found)

    patches.set(Kernel, "possible", vague)
    return game


@bug("a refused command leaves a record")
def _traces(game: Kernel, patches: Patches) -> Kernel:
    submit = history.History.submit

    def noting(self: history.History, command: Command) -> Decision:
        decision = submit(self, command)
        if isinstance(decision, Refused):
            self._append(history.Record(len(self._records), history.COMMAND, command))
        return decision

    patches.set(history.History, "submit", noting)
    return game


@bug("the table may insist on anything")
def _all_forcible(game: Kernel, patches: Patches) -> Kernel:
    decide = Kernel.decide

    def weak(self: Kernel, state: State, command: Command) -> Decision:
        decision = decide(self, state, command)
        if command.force is not None and isinstance(decision, Refused):
            return Accepted(())
        return decision

    patches.set(Kernel, "decide", weak)
    return game


@bug("unknown seats may act")
def _strangers(game: Kernel, patches: Patches) -> Kernel:
    bad = Kernel._bad_arguments

    def trusting(self: Kernel, state: State, command: Command, move: Move) -> Refused | None:
        found = bad(self, state, command, move)
        return None if found is not None and found.code == "unknown-seat" else found

    patches.set(Kernel, "_bad_arguments", trusting)
    return game


@bug("pieces of another game are taken")
def _foreign(game: Kernel, patches: Patches) -> Kernel:
    return replace(game, knows=lambda rules, label: True)


@bug("misspelt options are ignored")
def _lenient(game: Kernel, patches: Patches) -> Kernel:
    patches.set(kernel, "build", lambda kind, given: build(kind, {}))
    return game
