"""The machine that plays any game: moves, frames and their order, from tables that a game fills."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as changed
from importlib.resources.abc import Traversable
from operator import attrgetter
from typing import Any, Final, TypeAlias

from . import events as ev
from .command import Command
from .events import Event, Facts, Label
from .evolve import fold
from .face import Face, plain_face
from .game import LINE_UP, Catalog, Fan, MoveSpec, PathSpec, PromptSpec, RefusalSpec, Slots
from .header import Header
from .ids import RESERVED_NAMES, TABLE, Kind, Path, Seat, is_seat_name, kind_of
from .log_words import PUT, put_line, said
from .paths import lookup
from .printed import NOTHING_PRINTED, OWN, PROXY, Printed, Problem, mark_of
from .printed import SETUP as NUMBERS
from .quick import quick
from .refusals import OF_PUT, CoreRefusal
from .result import Accepted, Args, Decision, Offer, Refused
from .ruleset import build, refuse_idle
from .seen import as_seen
from .showing import Holder, in_hand
from .state import BANK, Frame, State
from .view import Option, Reason, Scoreboard, View
from .views import PUBLIC, build_view
from .work import CHOOSE, LAST_PLAYED, Replacements, Work, no_replacements

_BOUND: Final = 1_000
_ARGUMENTS: Final = ("by", "card", "target", "amount", "option")
_values: Final = attrgetter(*_ARGUMENTS)


@quick
@dataclass(frozen=True, slots=True)
class Unverified:
    """Legal as far as this tracking level can tell; ``checks`` names what it cannot."""

    checks: tuple[str, ...]


Verdict: TypeAlias = Refused | Unverified | None
"""The result of a check: no, unknown or yes."""


def always(state: State, command: Command) -> Verdict:
    """Return None, for a move that is never wrong where it may be made at all."""
    return None


def nothing(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    """Return no commands, for a move that nobody is offered."""
    return ()


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that can be done: whether it may be done now, and what it does.

    ``needs`` and ``takes`` name the command's arguments. ``target`` says what the target must be (``seat`` or
    ``any``). ``check`` never changes anything; ``apply`` is only called after it, or when the table insists.
    """

    name: str
    apply: Callable[[Work, Command], None]
    check: Callable[[State, Command], Verdict] = always
    candidates: Callable[[State, str, Label | None], Iterable[Command]] = nothing
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    target: str = "any"
    amount: tuple[int, int] = (1, 999)
    levels: tuple[str, ...] = ()
    spoken: bool | Callable[[State, Command], bool] = False
    tapped: bool = False
    """True when the target must be tapped, even where only one is legal."""
    turn_levels: tuple[str, ...] = ()
    """Levels at which anybody may do this at any time, and as a rule only whose turn it is does."""
    fan_levels: tuple[str, ...] = ()
    """Levels at which players make this move with several cards at once, each on its own."""
    refusals: tuple[str, ...] = ()
    rule: str | None = None

    def is_spoken(self, state: State, command: Command) -> bool:
        """Return True when the move is only meant after its verb was said, which may depend on the piece."""
        return self.spoken if isinstance(self.spoken, bool) else self.spoken(state, command)


def no_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    """Return no options, for a frame whose question is answered by moves alone."""
    return ()


def any_data(frame: Frame) -> None:
    """Return None, for a frame whose data are not typed."""


@dataclass(frozen=True, slots=True)
class FrameKind:
    """A kind of step: what may be done in it, and how it goes on.

    ``resume`` runs when a frame begins, when the one above it is over, when its question is answered by all, and
    after ``Work.again``: it looks at the frame's data and asks, pushes or ends.
    """

    name: str
    moves: Mapping[str, Move]
    resume: Callable[[Work, Frame], None]
    options: Callable[[State, Frame, str], tuple[Option, ...]] = no_options
    prompts: tuple[PromptSpec, ...] = ()
    read: Callable[[Frame], object] = any_data
    """Reads the frame's data. Raises ``ValueError`` for data that no frame of this kind has."""


def no_extra(state: State, viewer: str) -> Args:
    """Return no facts, for a game that has no extra ones to show."""
    return {}


def no_reasons(state: State) -> tuple[Reason, ...]:
    """Return no reasons, for a game that does not say why a match was won."""
    return ()


def endless_bank(rules: Any, header: Header) -> Mapping[int, int] | None:
    """Return None, for a bank that never runs out."""
    return None


def public(state: State, path: Path, viewer: str) -> str:
    """Return ``public`` for every place, for a game without secrets."""
    return PUBLIC


def counts_nothing(command: Command, events: tuple[Event, ...]) -> bool:
    """Return False, for a game in which each command moves what it says."""
    return False


def unveiled(state: State, card: Label) -> bool:
    """Return False, for a game that plays nothing face down on a reader."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """A game as data. Implements ``Game``."""

    id: str
    title: Mapping[str, str]
    players: tuple[int, int]
    levels: tuple[str, ...]
    languages: tuple[str, ...]
    version: int
    catalog: Catalog
    ruleset_type: type[Any]
    texts_dir: Traversable
    plays_dir: Traversable
    bgg: int | None = None
    """Its number at BoardGameGeek; None where it is not known for sure."""
    usual_level: str | None = None
    """The tracking level that a new match is begun at unless another is chosen; none: the fullest."""
    frames: Mapping[str, FrameKind]
    anytime: Mapping[str, Move]
    setup: Callable[[Work, Header], Refused | None]
    scoreboard: Callable[[State, str], Scoreboard]
    reasons: Callable[[State], tuple[Reason, ...]] = no_reasons
    own_refusals: tuple[RefusalSpec, ...] = ()
    own_paths: tuple[PathSpec, ...] = ()
    knows: Callable[[Any, Label], bool]
    seating: Callable[[Any], tuple[int, int]] | None = None
    """Fewest and most players where the house rules have a say; ``players`` otherwise."""
    locations: tuple[Path, ...] = ()
    """Places that have a reader of their own at a table with many readers; none: slots beside a row of cards."""
    tops: Mapping[Path, Path] = field(default_factory=dict)
    """Places that hold the one open card on top of a stack, with that stack."""
    denominations: tuple[int, ...] | Callable[[Any], tuple[int, ...]] = (1,)
    """Of the tokens, smallest first; a function where the house rules decide."""
    bank: Callable[[Any, Header], Mapping[int, int] | None] = endless_bank
    sees: Callable[[State, Path, str], str] = public
    holder: Holder = in_hand
    """The seat that looks at the unseen cards of a place, as at a hand; a card that it plays from there it knew."""
    face_up: frozenset[Path] = frozenset()
    """Places of unseen cards that lie open on the table: people see them, and only the app does not."""
    extra: Callable[[State, str], Args] = no_extra
    find: Callable[[State, Path], Any] | None = None
    printed: Printed = NOTHING_PRINTED
    face: Callable[[Kind, Facts], Face] = plain_face
    """The look of a kind with these printed facts."""
    veil: Callable[[State, Label], bool] = unveiled
    slots: Slots = LINE_UP
    counts: Callable[[Command, tuple[Event, ...]], bool] = counts_nothing
    replacements: Replacements = no_replacements
    policy: str = LAST_PLAYED
    lines: Mapping[str, Callable[[Command, tuple[Event, ...]], tuple[str, Args]]] = field(default_factory=dict)

    # Set-up

    def blank(self, header: Header) -> State:
        """Implement `Game.blank`. Raises ``ValueError`` for a ruleset that is refused."""
        rules = build(self.ruleset_type, header.ruleset)
        if isinstance(rules, Refused):
            raise ValueError(f"{rules.code}: {dict(rules.args)}")
        purses: dict[str, Mapping[int, int]] = {seat: {} for seat in header.seats}
        bank = self.bank(rules, header)
        if bank is not None:
            purses[BANK] = bank
        level = header.level or self.levels[-1]
        return State(self.id, level, header.seats, rules, purses=purses)

    def start(self, header: Header) -> Decision:
        """Implement `Game.start`; when a set-up raises, the refusal names the line that cannot come true."""
        refusal = self._bad_header(header)
        if refusal is not None:
            return refusal
        try:
            return self._set_up(header)
        except Exception:
            if not header.setup:
                raise  # no set-up was asked for: this is a bug
            return Refused(CoreRefusal.BAD_SETUP, {"path": self._impossible(header)}, invalid=True)

    def _impossible(self, header: Header) -> Path:
        """Return the impossible line of a set-up: the first without which the match would begin or be refused."""
        for path in header.setup:
            rest = {each: value for each, value in header.setup.items() if each != path}
            try:
                self._set_up(changed(header, setup=rest))
            except Exception:
                continue
            return path
        return next(iter(header.setup))

    def _set_up(self, header: Header) -> Decision:
        work = self._work(self.blank(header))
        given = self.printed.given(header.setup.get(NUMBERS))
        assert not isinstance(given, Problem)
        if self.printed.fields:
            work.numbers = self.printed.of(given)
            work.emit(ev.Marked(TABLE, mark_of(PROXY if given is None else OWN)))
        rest = {path: value for path, value in header.setup.items() if path != NUMBERS}
        refusal = self.setup(work, changed(header, setup=rest))
        if refusal is not None:
            return refusal
        self._settle(work)
        return Accepted(tuple(work.events), (), work.state)

    def _bad_header(self, header: Header) -> Refused | None:
        for name, value in (("ruleset", header.ruleset), ("setup", header.setup)):
            if not isinstance(value, Mapping):
                return Refused(CoreRefusal.BAD_SETUP, {"path": name}, invalid=True)
        rules = build(self.ruleset_type, header.ruleset)
        low, high = self.players if self.seating is None or isinstance(rules, Refused) else self.seating(rules)
        if not low <= len(header.seats) <= high:
            args = {"have": len(header.seats), "low": low, "high": high}
            return Refused(CoreRefusal.BAD_PLAYERS, args, invalid=True)
        for seat in header.seats:
            named = isinstance(seat, str) and is_seat_name(seat)
            if not named or header.seats.count(seat) > 1 or seat in RESERVED_NAMES:
                return Refused(CoreRefusal.BAD_SEATS, {"seat": str(seat)}, invalid=True)
        if header.level is not None and header.level not in self.levels:
            return self._unknown_level(header.level)
        wrong = self.printed.given(header.setup.get(NUMBERS))
        if isinstance(wrong, Problem):
            return Refused(CoreRefusal.BAD_PRINTED, {"kind": "", **wrong.args, "why": wrong.code}, invalid=True)
        return rules if isinstance(rules, Refused) else refuse_idle(rules)

    def _unknown_level(self, level: str | None) -> Refused:
        args = {"level": level, "allowed": ", ".join(self.levels)}
        return Refused(CoreRefusal.UNKNOWN_LEVEL, args, invalid=True)

    def _work(self, state: State) -> Work:
        values = self.denominations
        return Work(state, values if isinstance(values, tuple) else values(state.rules), self.replacements, self.policy)

    # Decisions

    def decide(self, state: State, command: Command) -> Decision:
        """Implement `Game.decide`: check the command, apply it, then let the frames go on."""
        found = self._find(state, command)
        if isinstance(found, Refused):
            return found
        verdict = found.check(state, command)
        work = self._work(state)
        if isinstance(verdict, Refused):
            if command.force is None:
                return verdict
            if not verdict.forcible:
                return Refused(CoreRefusal.CANNOT_FORCE, {"code": verdict.code}, verdict.cite)
            work.emit(ev.Overruled(command.move, verdict.code, command.by, command.force))
        found.apply(work, command)
        self._settle(work)
        checks = verdict.checks if isinstance(verdict, Unverified) else ()
        return Accepted(tuple(work.events), checks, work.state)

    def _settle(self, work: Work) -> None:
        """Let frames begin, go on and end until one of them waits for the table."""
        for _ in range(_BOUND):
            top = work.state.top if work.unsettled else None
            if top is None or work.state.finished:
                return
            work.unsettled = False
            if top.queued:
                work.set()
                top = work.top
            self.frames[top.kind].resume(work, top)
        raise RuntimeError(f"frame {work.top.kind} does not come to rest")

    def _find(self, state: State, command: Command) -> Move | Refused:
        """Return the move that a command means here, with arguments of the right kind; otherwise a refusal."""
        if state.finished:
            return Refused(CoreRefusal.MATCH_OVER)
        prompt = state.prompt
        if command.prompt is not None and (prompt is None or prompt.id != command.prompt):
            return Refused(CoreRefusal.STALE_PROMPT, {"prompt": command.prompt})
        move = self._move(state, command.move)
        if isinstance(move, Refused):
            return move
        if move.levels and state.level not in move.levels:
            return Refused(CoreRefusal.NOT_AT_LEVEL, {"move": move.name, "level": state.level})
        return self._bad_arguments(state, command, move) or move

    def _move(self, state: State, name: str) -> Move | Refused:
        top = state.top
        move = self.frames[top.kind].moves.get(name) if top else None
        move = move or self.anytime.get(name)
        if move is not None:
            return move
        if any(name in kind.moves for kind in self.frames.values()):
            return Refused(CoreRefusal.NOT_NOW, {"move": name, "step": top.kind if top else ""})
        return Refused(CoreRefusal.UNKNOWN_MOVE, {"move": name}, invalid=True)

    def _bad_arguments(self, state: State, command: Command, move: Move) -> Refused | None:
        needs, takes = move.needs, move.takes
        for name, value in zip(_ARGUMENTS, _values(command), strict=True):
            if value is None:
                if name in needs:
                    said = {"move": move.name, "argument": name}
                    return Refused(CoreRefusal.MISSING_ARGUMENT, said, invalid=True)
            elif name not in needs and name not in takes:
                said = {"move": move.name, "argument": name}
                return Refused(CoreRefusal.UNEXPECTED_ARGUMENT, said, invalid=True)
        for seat in (command.by, command.target if move.target == "seat" else None):
            if seat is not None and seat not in state.seats:
                return Refused(CoreRefusal.UNKNOWN_SEAT, {"seat": seat}, invalid=True)
        if command.card is not None and not self.knows(state.rules, command.card):
            return Refused(CoreRefusal.UNKNOWN_CARD, {"card": command.card}, invalid=True)
        low, high = move.amount
        amount = command.amount
        if amount is not None and (type(amount) is not int or not low <= amount <= high):
            bounds = {"option": "amount", "value": str(amount), "allowed": f"{low}..{high}"}
            return Refused(CoreRefusal.BAD_VALUE, bounds, invalid=True)
        return None

    def offers(self, state: State, viewer: str, naming: Label | None = None) -> tuple[Offer, ...]:
        """Implement `Game.offers`: judge by the match as this viewer sees it."""
        return self.possible(self.as_seen(state, viewer), viewer, naming)

    def puts(self, state: State, card: Label) -> tuple[Path, ...]:
        """Implement `Game.puts` with the move of that name, by what the table may know."""
        from .put import places_of  # noqa: PLC0415 - that module makes moves

        move, seen = self.anytime.get(PUT), self.as_seen(state, TABLE)
        if move is None or state.finished or not self.knows(state.rules, card):
            return ()
        said = (Command(move=PUT, card=card, target=path, option=PUT) for path in places_of(seen))
        return tuple(each.target for each in said if each.target and move.check(seen, each) is None)

    def possible(self, state: State, viewer: str, naming: Label | None = None) -> tuple[Offer, ...]:
        """Implement `Game.possible` with the moves of the top frame and those that may be made at any time."""
        top = state.top
        if top is None or state.finished:
            return ()
        found: list[Offer] = []
        here = self.frames[top.kind].moves
        for move in (*here.values(), *(each for name, each in self.anytime.items() if name not in here)):
            if move.levels and state.level not in move.levels:
                continue
            spoken = move.spoken
            for command in move.candidates(state, viewer, naming):
                if naming is not None and command.card not in {naming, kind_of(naming)}:
                    continue
                # A game proposes well-formed commands; the kit compares each offer with its decision.
                verdict = move.check(state, command)
                refusal = verdict if isinstance(verdict, Refused) else None
                is_spoken = spoken if isinstance(spoken, bool) else spoken(state, command)
                found.append(Offer(command, refusal, is_spoken, move.tapped))
        return tuple(found)

    def in_turn(self, state: State, command: Command) -> bool:
        """Implement `Game.in_turn`."""
        move = self._move(state, command.move)
        return isinstance(move, Move) and state.level in move.turn_levels

    def fan(self, state: State) -> Fan | None:
        """Implement `Game.fan` with the highest step that has such moves."""
        for depth, frame in enumerate(reversed(state.frames)):
            moves = self.frames[frame.kind].moves.values()
            if found := frozenset(move.name for move in moves if state.level in move.fan_levels):
                return None if state.finished else Fan(found, now=not depth)
        return None

    # What may be seen

    def as_seen(self, state: State, viewer: str) -> State:
        """Return the match as far as this viewer may tell hidden cards of hands and decks apart."""
        return as_seen(state, viewer, self.sees, self.holder)

    def view(self, state: State, viewer: str) -> View:
        """Implement `Game.view`. Raises ``ValueError`` for an unknown viewer."""
        return build_view(self, state, viewer)

    def check_frames(self, state: State) -> None:
        """Implement `Game.check_frames` with ``read`` of each kind."""
        for frame in state.frames:
            self.frames[frame.kind].read(frame)

    def score(self, state: State, viewer: str) -> Scoreboard:
        """Implement `Game.score` with the game's ``scoreboard``."""
        return self.scoreboard(state, viewer)

    def options(self, state: State, viewer: str) -> tuple[Option, ...]:
        """Return the answers to the open question, as far as this viewer may know them."""
        top = state.top
        return self.frames[top.kind].options(self.as_seen(state, viewer), top, viewer) if top else ()

    def lookup(self, state: State, path: Path) -> Any:
        """Implement `Game.lookup`; ``find`` knows the game's own paths."""
        return lookup(self, state, path, self.find)

    def log(self, command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
        """Implement `Game.log` with the game's ``lines``; other moves are told in the command's own words."""
        line = self.lines.get(command.move) or (put_line if command.move == PUT else None)
        return line(command, events) if line else (command.move, said(command, events))

    def veiled(self, state: State, card: Label) -> bool:
        """Implement `Game.veiled` with the game's ``veil``."""
        return self.veil(state, card)

    def replace(self, state: State, event: Event) -> tuple[Event, ...]:
        """Implement `Game.replace`: return the events that emitting this one leads to."""
        work = self._work(state)
        work.emit(event)
        return tuple(work.events)

    # What there is

    @property
    def default_level(self) -> str:
        """Return the usual level, or the fullest one when the game names no usual level."""
        return self.usual_level or self.levels[-1]

    @property
    def moves(self) -> tuple[MoveSpec, ...]:
        """Return the moves of all frames, those that may be made at any time, and those of the history."""
        found: dict[str, MoveSpec] = {}
        for kind in self.frames.values():
            for move in kind.moves.values():
                _note(found, move, kind.name)
        for move in self.anytime.values():
            _note(found, move, None)
        return (*found.values(), *HISTORY_MOVES)

    @property
    def refusals(self) -> tuple[RefusalSpec, ...]:
        """Return the core's refusals, then the game's own."""
        codes = (code for code in CoreRefusal if PUT in self.anytime or code not in OF_PUT)
        return (*(RefusalSpec(code.value, core=True) for code in codes), *self.own_refusals)

    @property
    def prompts(self) -> tuple[PromptSpec, ...]:
        """Return the questions of all kinds of frames."""
        return tuple(prompt for kind in self.frames.values() for prompt in kind.prompts)

    @property
    def paths(self) -> tuple[PathSpec, ...]:
        """Return the core's paths, then the game's own."""
        from .paths import CORE_PATHS  # noqa: PLC0415

        return (*CORE_PATHS, *self.own_paths)


HISTORY_MOVES: Final = (
    MoveSpec("undo", takes=("by", "amount"), anytime=True, refusals=(CoreRefusal.NOTHING_TO_UNDO,)),
    MoveSpec("redo", takes=("by",), anytime=True, refusals=(CoreRefusal.NOTHING_TO_REDO,)),
)
"""Moves of the history, not of the rules: they are written like any other."""


def _note(found: dict[str, MoveSpec], move: Move, frame: Path | None) -> None:
    """Add one place where a move may be made to what is known of it."""
    spec = found.get(move.name) or MoveSpec(
        move.name, move.needs, move.takes, move.levels, frame is None, (), move.refusals, move.rule
    )
    if frame is not None:
        refusals = tuple(dict.fromkeys((*spec.refusals, *move.refusals)))
        takes = tuple(dict.fromkeys((*spec.takes, *move.takes, *(n for n in move.needs if n not in spec.needs))))
        spec = changed(spec, frames=(*spec.frames, frame), refusals=refusals, takes=takes)
    found[move.name] = spec


def seats_of(state: State, viewer: str) -> tuple[Seat, ...]:
    """Return the seats that a viewer may act for: its own, or everybody's at the table."""
    return (viewer,) if viewer in state.seats else state.seats


__all__ = [
    "CHOOSE", "FrameKind", "Kernel", "Move", "Slots", "Unverified", "Verdict", "fold", "seats_of",
]  # fmt: skip
