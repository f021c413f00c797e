"""Bugs put in on purpose: a kit that does not catch every one of them proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from lairkeeper.core import codec, evolve, history, kernel, moves, views, work
from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.history import History
from lairkeeper.core.kernel import FrameKind, Kernel, Move
from lairkeeper.core.purse import Transfer, transfer
from lairkeeper.core.result import Accepted, Decision, Offer, Refused
from lairkeeper.core.ruleset import build
from lairkeeper.core.state import BANK, Frame, State
from lairkeeper.sense import Listener, Presence, Sighting
from lairkeeper.sense.sighting import PLACED

from .driver import header, offers


class Patches:
    """Attributes that are replaced for a while."""

    def __init__(self) -> None:
        self._before: list[tuple[Any, str, Any]] = []
        self._items: list[tuple[Any, Any, Any]] = []

    def set(self, owner: Any, name: str, new: Any) -> None:
        """Replace an attribute of a module or class."""
        self._before.append((owner, name, owner.__dict__[name]))
        setattr(owner, name, new)

    def put(self, table: Any, key: Any, new: Any) -> None:
        """Replace an entry of a table."""
        self._items.append((table, key, table[key]))
        table[key] = new

    def undo(self) -> None:
        """Put everything back."""
        for owner, name, old in reversed(self._before):
            setattr(owner, name, old)
        for table, key, old in reversed(self._items):
            table[key] = old


Install: TypeAlias = Callable[[Kernel, Patches], Kernel]


@dataclass(frozen=True, slots=True)
class Bug:
    """A named mistake; ``install`` gives the game that has it."""

    name: str
    install: Install

    @contextmanager
    def planted(self, game: Kernel) -> Iterator[Kernel]:
        """The game with the bug, for the length of a ``with``."""
        patches = Patches()
        try:
            yield self.install(game, patches)
        finally:
            patches.undo()


BUGS: Final[list[Bug]] = []


def bug(name: str) -> Callable[[Install], Install]:
    """Add a bug to the list."""

    def add(install: Install) -> Install:
        BUGS.append(Bug(name, install))
        return install

    return add


def rewired(game: Kernel, name: str, **changes: Any) -> Kernel:
    """The game with one move changed wherever it may be made."""

    def turn(found: Mapping[str, Move]) -> dict[str, Move]:
        return {each: replace(move, **changes) if each == name else move for each, move in found.items()}

    frames = {each: replace(kind, moves=turn(kind.moves)) for each, kind in game.frames.items()}
    return replace(game, frames=frames, anytime=turn(game.anytime))


def _case(patches: Patches, event: type[Any], new: Callable[[State, Any], State]) -> None:
    patches.put(evolve._CASES, event, new)


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

    _case(patches, ev.Paid, unchecked)
    patches.set(work.Work, "pay", uncapped)
    return game


@bug("who pays keeps the tokens")
def _kept(game: Kernel, patches: Patches) -> Kernel:
    paid = evolve._CASES[ev.Paid]
    _case(patches, ev.Paid, lambda state, e: paid(state._replace(purses={**state.purses, e.payer: {1: 999}}), e))
    return game


@bug("who is paid gets nothing")
def _lost(game: Kernel, patches: Patches) -> Kernel:
    paid = evolve._CASES[ev.Paid]

    def lost(state: State, e: ev.Paid) -> State:
        after = paid(state, e)
        kept = {name: state.purses.get(name, {}) if name == e.payee else purse for name, purse in after.purses.items()}
        return after._replace(purses=kept)

    _case(patches, ev.Paid, lost)
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
    _case(patches, ev.Finished, lambda state, e: state)
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

    _case(patches, ev.FramePopped, lazy)
    return game


@bug("the first answer is enough for all")
def _hasty(game: Kernel, patches: Patches) -> Kernel:
    answered = evolve._CASES[ev.Answered]

    def for_all(state: State, e: ev.Answered) -> State:
        seats = state.prompt.waiting if state.prompt else ()
        for seat in seats:
            state = answered(state, replace(e, seat=seat))
        return state

    _case(patches, ev.Answered, for_all)
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
    offers = Kernel.offers

    def rosy(self: Kernel, state: State, viewer: str, naming: str | None = None) -> Any:
        return tuple(replace(each, refusal=None) for each in offers(self, state, viewer, naming))

    patches.set(Kernel, "offers", rosy)
    return game


@bug("offers give another reason")
def _other_reason(game: Kernel, patches: Patches) -> Kernel:
    offers = Kernel.offers

    def vague(self: Kernel, state: State, viewer: str, naming: str | None = None) -> Any:
        found = offers(self, state, viewer, naming)
        return tuple(replace(each, refusal=each.refusal and Refused("no")) for each in found)

    patches.set(Kernel, "offers", vague)
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


# Pieces -----------------------------------------------------------------------------------------------------------


@bug("a moved card stays where it was")
def _doubled(game: Kernel, patches: Patches) -> Kernel:
    _case(patches, ev.Moved, lambda state, e: evolve._add(state, e.card, e.target, e.index))
    return game


@bug("a moved card is lost")
def _vanished(game: Kernel, patches: Patches) -> Kernel:
    _case(patches, ev.Moved, lambda state, e: evolve._take(state, e.card, e.source))
    return game


@bug("the index of places is not kept")
def _unindexed(game: Kernel, patches: Patches) -> Kernel:
    moved = evolve._CASES[ev.Moved]
    _case(patches, ev.Moved, lambda state, e: moved(state, e)._replace(where=state.where))
    return game


@bug("a card counts twice")
def _counted_twice(game: Kernel, patches: Patches) -> Kernel:
    placed = evolve._CASES[ev.Placed]
    _case(patches, ev.Placed, lambda state, e: placed(placed(state, e), e))
    return game


# History and log --------------------------------------------------------------------------------------------------


@bug("undo takes one command more")
def _too_far(game: Kernel, patches: Patches) -> Kernel:
    append = history.History._append

    def eager(self: history.History, record: history.Record, after: State | None = None) -> None:
        append(self, record, after)
        if record.kind == history.UNDO and len(self._states) > 2:
            self._states[-1] = self._states[-2]

    patches.set(history.History, "_append", eager)
    return game


@bug("redo does the command twice")
def _redo_twice(game: Kernel, patches: Patches) -> Kernel:
    append = history.History._append

    def double(self: history.History, record: history.Record, after: State | None = None) -> None:
        append(self, record, after)
        if record.kind == history.REDO:
            self._states[-1] = self._states[-1]._replace(turn=self._states[-1].turn + 1)

    patches.set(history.History, "_append", double)
    return game


@bug("a command after an undo leaves the old future open")
def _old_future(game: Kernel, patches: Patches) -> Kernel:
    append = history.History._append

    def keeping(self: history.History, record: history.Record, after: State | None = None) -> None:
        undone = list(self._undone)
        append(self, record, after)
        if record.kind == history.COMMAND:
            self._undone[:] = undone

    patches.set(history.History, "_append", keeping)
    return game


@bug("the log forgets denominations")
def _flat_tokens(game: Kernel, patches: Patches) -> Kernel:
    to_json = codec.event_to_json

    def flat(event: Any) -> Any:
        found = to_json(event)
        if isinstance(event, ev.Paid):
            found["tokens"] = {"1": sum(value * n for value, n in event.tokens.items())}
        return found

    patches.set(codec, "event_to_json", flat)
    return game


@bug("the log forgets what was answered")
def _mute(game: Kernel, patches: Patches) -> Kernel:
    to_json = codec.event_to_json
    patches.set(codec, "event_to_json", lambda event: {k: v for k, v in to_json(event).items() if k != "answer"})
    return game


@bug("the log leaves out who won")
def _no_winner(game: Kernel, patches: Patches) -> Kernel:
    to_json = codec.event_to_json

    def modest(event: Any) -> Any:
        return {**to_json(event), "winners": []} if isinstance(event, ev.Finished) else to_json(event)

    patches.set(codec, "event_to_json", modest)
    return game


# Scores and secrets -----------------------------------------------------------------------------------------------


@bug("the score leaves out the tokens")
def _no_tokens(game: Kernel, patches: Patches) -> Kernel:
    def poor(state: State, viewer: str) -> Any:
        return game.scoreboard(state._replace(purses={name: {} for name in state.purses}), viewer)

    return replace(game, scoreboard=poor)


@bug("only the first of those tied wins")
def _one_winner(game: Kernel, patches: Patches) -> Kernel:
    finish = work.Work.finish
    patches.set(work.Work, "finish", lambda self, winners: finish(self, winners[:1]))
    return game


@bug("everybody sees every card")
def _open_hands(game: Kernel, patches: Patches) -> Kernel:
    patches.set(views, "knows", lambda state, viewer, card: True)
    return game


@bug("the log tells sealed cards")
def _loose_tongue(game: Kernel, patches: Patches) -> Kernel:
    def telling(command: Command, events: Any) -> Any:
        return {"by": command.by, "card": command.card, "moved": 0}

    patches.set(kernel, "said", telling)
    return game


@bug("the choices of a sealed question are shown to all")
def _open_choices(game: Kernel, patches: Patches) -> Kernel:
    def showing(kind: FrameKind) -> FrameKind:
        def options(state: State, frame: Frame, viewer: str) -> Any:
            return tuple(option for seat in state.seats for option in kind.options(state, frame, seat))

        return replace(kind, options=options)

    return replace(game, frames={name: showing(kind) for name, kind in game.frames.items()})


@bug("a refusal to one seat tells what another holds")
def _telling_refusal(game: Kernel, patches: Patches) -> Kernel:
    offers = Kernel.offers

    def leaking(self: Kernel, state: State, viewer: str, naming: str | None = None) -> Any:
        held = [card for zone, cards in sorted(state.zones.items()) if zone.startswith("hand.") for card in cards]
        extra = Command(move="peek", card=held[0]) if held else None
        found = offers(self, state, viewer, naming)
        return (*found, Offer(extra, Refused("unknown-move"))) if extra else found

    patches.set(Kernel, "offers", leaking)
    return game


# Scans ------------------------------------------------------------------------------------------------------------


@bug("a tag that is only seen again counts again")
def _seen_again(game: Kernel, patches: Patches) -> Kernel:
    see = Presence.see

    def forgetful(self: Presence, sighting: Sighting) -> str | None:
        old = see(self, sighting)
        return None if sighting.kind == PLACED else old

    patches.set(Presence, "see", forgetful)
    return game


@bug("of two scans close together one is lost")
def _one_at_a_time(game: Kernel, patches: Patches) -> Kernel:
    hear = Listener.hear
    last: dict[Listener, Sighting] = {}

    def busy(self: Listener, sighting: Sighting, *, past: bool = False) -> None:
        before = last.get(self)
        if sighting.kind == PLACED:
            last[self] = sighting
            if before is not None and before.zone != sighting.zone and abs(sighting.at - before.at) < 0.5:
                return
        hear(self, sighting, past=past)

    patches.set(Listener, "hear", busy)
    return game


@bug("an unknown tag is taken for a known one")
def _mistaken(game: Kernel, patches: Patches) -> Kernel:
    hear = Listener.hear
    begun = History.start(game, header(game, 0, game.levels[0]))
    bare = [] if isinstance(begun, Refused) else [each for each in offers(game, begun.state) if not each.spoken]
    card = next((each.command.card for each in bare if each.command.card and each.refusal is None), None)

    def trusting(self: Listener, sighting: Sighting, *, past: bool = False) -> None:
        if sighting.component is None and card is not None:
            sighting = replace(sighting, game=game.id, component=card if "#" in card else f"{card}#1")
        hear(self, sighting, past=past)

    patches.set(Listener, "hear", trusting)
    return game


SEALED: Final = frozenset(
    {
        "everybody sees every card",
        "the log tells sealed cards",
        "the choices of a sealed question are shown to all",
        "a refusal to one seat tells what another holds",
    }
)
"""Bugs that only a game with secrets can show."""

__all__ = ["BUGS", "SEALED", "Bug", "rewired"]
