"""Evil:101 in the form that the kernel runs: the set-up, the steps, and what the pages show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Event, Label
from lairkeeper.core.game import PathSpec
from lairkeeper.core.header import Header
from lairkeeper.core.ids import COMPONENT, Path, Seat, kind_of
from lairkeeper.core.kernel import Kernel, Slots, said
from lairkeeper.core.moves import ADJUST, CHOOSE_FRAME, table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.sealed import notes
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work

from .catalog import AGENT, CATALOG, CHASE, PLOT, PRINTED, TARGET, ZONES, sort_of
from .chasing import CHASE_STEP, POCKET, WHICH
from .cleaners import BUY_STEP, DEAL, THROW, fill_hands
from .handling import AGENTS, JUDGE, SHOW
from .hoarding import HOARD, sum_text
from .levels import CATCH_UP, LEVEL, LEVELS
from .numbers import numbers_missing
from .places import (
    AGENT_HAND,
    FOILED,
    OUTCOMES,
    PLOT_HAND,
    ROW,
    VOID,
    agents_of,
    aside_of,
    chase_of,
    hand_of,
    handler,
    holder,
    is_sort,
    known_to_owner,
    owner_at,
    sees,
    set_handler,
    shift,
    target_under,
    veiled,
)
from .plotting import PLOTS
from .refusals import E1, REFUSALS, refuse
from .rounds import ROUND_STEP, SHARE, begin_round, tied_of
from .ruleset import Ruleset
from .standing import scoreboard
from .tally import TALLY

FRAMES: Final = (
    ROUND_STEP, DEAL, PLOTS, AGENTS, SHOW, JUDGE, WHICH, CHASE_STEP, POCKET, HOARD, THROW, BUY_STEP, TALLY,
    CATCH_UP, CHOOSE_FRAME,
)  # fmt: skip
_HANDS: Final = {"hand": (PLOT, hand_of), "aside": (PLOT, aside_of), "agents-hand": (AGENT, agents_of),
                 "chase": (CHASE, chase_of)}  # fmt: skip
_BOX: Final = "box"


# Set-up -----------------------------------------------------------------------------------------------------------


def _setup(work: Work, header: Header) -> Refused | None:
    """Set the match up as the header says, or return why that is impossible.

    The first Handler is the seat that the set-up names, else the first seat. With ``first-handler=random`` the set-up
    must name the seat that was drawn (e1-50).
    """
    rules: Ruleset = work.state.rules
    given = dict(header.setup)
    if rules.first_handler == "random" and "handler" not in given:
        return refuse(E1.HANDLER_NOT_DRAWN, "setup")
    first = given.pop("handler", header.seats[0])
    if first not in header.seats:
        return Refused(CoreRefusal.UNKNOWN_SEAT, {"seat": str(first)}, "setup", invalid=True)
    set_handler(work, first)
    _lay_out(work)
    few = numbers_missing(work.state)
    if few is not None:
        return few
    for path in sorted(given, key=lambda each: each in ZONES.values()):
        refused = _set(work, path, given[path])
        if refused is not None:
            return refused
    if work.state.level == "full":
        fill_hands(work)
        _lay_aside(work, first)
    begin_round(work)
    return None


def _lay_out(work: Work) -> None:
    """Place the four separate decks, shuffled and face down (e1-49; "Evil:101, The Setup")."""
    for deck in ZONES.values():
        work.emit(ev.Shuffled(deck))
    for kind, facts in work.numbers.items():
        for _ in range(facts.get("copies", 1)):
            work.place(kind, ZONES[sort_of(kind)], facts)


def _lay_aside(work: Work, first: Seat) -> None:
    """Deal five Plots to the first Handler and lay them aside (e1-3)."""
    held = work.state.size(aside_of(first))
    few = min(PLOT_HAND - held, work.state.size(ZONES[PLOT]))
    shift(work, ZONES[PLOT], aside_of(first), few)


def _set(work: Work, path: Path, value: Any) -> Refused | None:
    """Apply one line of the set-up: points, cards at a place, or the number of cards in a deck."""
    head, _, seat = path.partition(".")
    if head == "purse" and seat in work.state.seats:
        return _set_points(work, path, seat, value)
    if work.state.level == "full":
        if path in ZONES.values():
            return _set_size(work, path, value)
        if path == ROW:
            return _set_cards(work, path, TARGET, ROW, value)
        if head in _HANDS and seat in work.state.seats:
            sort, place = _HANDS[head]
            return _set_cards(work, path, sort, place(seat), value)
    return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)


def _set_points(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    """Give a seat the points that the set-up names; every other score starts at 0 (e1-5)."""
    points = value.get("1", value.get(1)) if isinstance(value, Mapping) and len(value) == 1 else value
    if not isinstance(points, int) or isinstance(points, bool) or not 0 < points <= 999:
        return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)
    work.pay(BANK, seat, points)
    return None


def _set_cards(work: Work, path: Path, sort: str, place: Path, value: Any) -> Refused | None:
    """Move the named cards from their deck to a place, or return why that is impossible."""
    if not isinstance(value, list | tuple):
        return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)
    wrong = {PLOT: E1.NOT_A_PLOT, TARGET: E1.NOT_A_TARGET, AGENT: E1.NOT_AN_AGENT, CHASE: E1.NOT_A_CHASE_CARD}[sort]
    for each in value:
        card = str(each)
        refused = is_sort(work.state, card, sort, wrong, "setup")
        if refused is None and (not COMPONENT.fullmatch(card) or not _knows(work.state.rules, card)):
            refused = Refused(CoreRefusal.UNKNOWN_CARD, {"card": card}, "setup", invalid=True)
        pool = work.state.pools[work.state.pooled[ZONES[sort]]]
        if refused is None and (card in work.state.where or not pool.contents.get(kind_of(card))):
            refused = Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)
        if refused is not None:
            return refused
        work.move(card, place, source=ZONES[sort])
        seat = place.partition(".")[2]
        if seat:
            known_to_owner(work, card, seat)
    return None


def _to_deal(state: State, deck: Path) -> int:
    """Return how many cards of a deck the app will deal: what each hand lacks after the set-up."""
    first = handler(state)
    if deck == ZONES[AGENT]:
        return max(0, AGENT_HAND - state.size(agents_of(first)))
    if deck != ZONES[PLOT]:
        return 0
    hands = (aside_of(seat) if seat == first else hand_of(seat) for seat in state.seats)
    return sum(max(0, PLOT_HAND - state.size(hand)) for hand in hands)


def _set_size(work: Work, path: Path, value: Any) -> Refused | None:
    """Leave ``value`` cards in a deck after the deal, and put the others out of reach.

    The Target deck keeps at least one card if no Target lies out.
    """
    have = work.state.size(path) - _to_deal(work.state, path)
    low = 1 if path == ZONES[TARGET] and not work.state.size(ROW) else 0
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= have:
        args = {"option": path, "value": str(value), "allowed": f"{low}..{have}"}
        return Refused(CoreRefusal.BAD_VALUE, args, "setup", invalid=True)
    shift(work, path, f"{_BOX}.{path}", have - value)
    return None


# Views and log lines -----------------------------------------------------------------------------------------------


def _knows(rules: Any, label: Label) -> bool:
    """Return whether a label is a kind of the catalog or of the shared set, or a copy of one."""
    kind, _, copy = label.partition("#")
    if kind not in CATALOG.kinds and piece(kind) is None:
        return False
    return COMPONENT.fullmatch(label) is not None and int(copy) <= 40 if copy else "#" not in label


def _roles(state: State, seat: Seat) -> Iterable[str]:
    """Yield the public roles of a seat in this round."""
    if seat == handler(state):
        yield "handler"
    yield from (name for name in OUTCOMES if state.marked(seat, name))


def _target(state: State, seat: Seat, code: str) -> Args:
    """Return the Target that a note is about, as an argument of its text."""
    return {"token": target_under(state, seat) or ""} if code == E1.NO_MATCH else {}


def _extra(state: State, viewer: str) -> Args:
    """Return the public facts of this game that a page shows, and the notes for this viewer."""
    facts: dict[str, Any] = {
        "handler": handler(state),
        "round": state.counters.get("round", 0),
        "tied": tied_of(state),
        "roles": {seat: roles for seat in state.seats if (roles := tuple(_roles(state, seat)))},
    }
    if state.level == "full":
        row = state.zone(ROW)
        facts["slots"] = {ROW: len(state.seats)}
        facts["owners"] = {card: seat for card in row if (seat := owner_at(state, card)) is not None}
        facts["foiled"] = tuple(seat for seat in state.seats if state.marked(seat, FOILED))
        facts["notes"] = tuple(
            {"card": note.card, "code": note.code, "seat": note.seat, **_target(state, note.seat, note.code)}
            for note in notes(state, viewer)
        )
    return facts


def _find(state: State, path: Path) -> Any:
    """Return the value at one of the game's own paths, or NotImplemented."""
    head, _, seat = path.partition(".")
    match path:
        case "handler":
            return handler(state)
        case "round":
            return state.counters.get("round", 0)
        case "tied":
            return tied_of(state)
        case "targets":
            return state.zone(ROW)
    if state.level == "full" and seat in state.seats:
        match head:
            case "target":
                return next((card for card in state.zone(ROW) if owner_at(state, card) == seat), None)
            case "outcome":
                return sorted(mark.name for mark in state.marks.get(seat, ()))
            case "hand" | "aside" | "agents-hand" | "chase" if not state.size(path):
                return ()
            case "plot" | "agent" | "chased":
                return state.zone(path)
    return NotImplemented


def _sum_of(events: Iterable[Event]) -> str:
    """Return the parts of a payment as text: ``3 + 1 + 2``."""
    heads = ("own.", "symbols.", "pocketed.")
    return sum_text(e.amount for e in events if isinstance(e, ev.Counted) and e.counter.startswith(heads))


def _paid_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the log line of a payment: the seat and the sum, or 0 where there is none."""
    args = dict(said(command, events))
    parts = _sum_of(events)
    code = "pocket" if command.move == "pocket" else "collect"
    target = {"token": args["target"]} if "target" in args else {}
    return code, {**args, **target, "sum": parts or "0"}


def _done_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the log line of a ``done``: a payment, or the end of a step."""
    if any(isinstance(event, ev.Paid) for event in events):
        code, args = _paid_line(command, events)
        pocketed = any(isinstance(e, ev.Counted) and e.counter.startswith("pocketed.") for e in events)
        return ("pocketed" if pocketed else "hoarded") if code == "collect" else code, args
    return ("done" if command.by else "tally-done"), said(command, events)


def _play_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the log line of a placed Plot: it names the Target or its reader, never the Plot."""
    marked = next((e.target for e in events if isinstance(e, ev.Marked) and e.name == "plot"), command.target)
    return "play", {"by": command.by, "token": marked}


def _block_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    moved = next((e.target for e in events if isinstance(e, ev.Moved)), "")
    args = {"by": command.by, "card": command.card, "seat": moved.partition(".")[2]}
    return _with_outcomes("block", args, events)


def _show_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return _with_outcomes("show", said(command, events), events)


def _with_outcomes(code: str, args: Args, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the log line with the outcome of the reveal: the foiled seats, and those whose Plot does not match."""
    found = {
        name: tuple(e.target for e in events if isinstance(e, ev.Marked) and e.name == name) for name in (FOILED, VOID)
    }
    if not any(found.values()):
        return code, args
    both = "-foiled-void" if all(found.values()) else f"-{FOILED}" if found[FOILED] else f"-{VOID}"
    return f"{code}{both}", {**args, **{name: seats for name, seats in found.items() if seats}}


def _answer_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    if command.option is None:
        return "which-chase", {"by": command.by, "target": command.target}
    if command.option.isdecimal():
        return "counted-cards", {"by": command.by or "", "n": int(command.option)}
    return f"answer-{command.option}", {"by": command.by or ""}


def _no_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the log line of a ``no``: a Plot that does not match is worthless, or the Handler leaves the evidence."""
    void = any(isinstance(e, ev.Marked) and e.name == VOID for e in events)
    return "answer-worthless" if void else "answer-leave", {"by": command.by or ""}


def _discard_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the log line of a discard: it names an Agent, never a Plot."""
    args = said(command, events)
    return ("discard-card" if "card" in args else "discard"), args


def _foiled_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return ("foiled-by" if command.card else "foiled"), said(command, events)


def _buy_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return ("buy-card" if command.card else "buy"), said(command, events)


GAME: Final = Kernel(
    id="evil-101",
    title={"en": "Evil:101", "fr": "Evil:101"},
    players=(2, 6),
    seating=lambda rules: (2, rules.most_players),  # two players at least (e1-82)
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    ruleset_type=Ruleset,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    frames={kind.name: kind for kind in FRAMES},
    anytime=table_of(SHARE, ADJUST, LEVEL),
    setup=_setup,
    scoreboard=scoreboard,
    own_refusals=REFUSALS,
    own_paths=(
        PathSpec("handler", "seat"),
        PathSpec("round", "number"),
        PathSpec("tied", "seats between whom a tie round is played"),
        PathSpec("targets", "cards"),
        PathSpec("target-deck", "number of cards"),
        PathSpec("plots", "number of cards"),
        PathSpec("agents", "number of cards"),
        PathSpec("chases", "number of cards"),
        PathSpec("target-discard", "cards"),
        PathSpec("plots-discard", "number of cards, and those that everybody has seen"),
        PathSpec("agents-discard", "cards"),
        PathSpec("chases-discard", "cards"),
        PathSpec("hand.SEAT", "number of Plots in hand"),
        PathSpec("aside.SEAT", "number of Plots that the Handler has laid aside"),
        PathSpec("agents-hand.SEAT", "number of Agents in hand"),
        PathSpec("chase.SEAT", "number of Chase cards in hand"),
        PathSpec("plot.SEAT", "the Plot that lies on a Target"),
        PathSpec("unread.SEAT", "number of Plots on a Target that no antenna has read"),
        PathSpec("target.SEAT", "the Target that it lies on"),
        PathSpec("agent.SEAT", "the Agent on it"),
        PathSpec("chased.SEAT", "the Chase cards on that"),
        PathSpec("outcome.SEAT", "foiled, escaped, void, caught or pocketed"),
        PathSpec("notes", "what is wrong with cards that this viewer may know"),
        PathSpec("owners", "whose Plot lies on which Target"),
    ),
    knows=_knows,
    printed=PRINTED,
    sees=sees,
    holder=holder,
    veil=veiled,
    slots=Slots(ROW, single=False),
    extra=_extra,
    find=_find,
    lines={
        "play": _play_line,
        "block": _block_line,
        "show": _show_line,
        "collect": _paid_line,
        "pocket": _paid_line,
        "done": _done_line,
        "answer": _answer_line,
        "no": _no_line,
        "foiled": _foiled_line,
        "buy": _buy_line,
        "discard": _discard_line,
    },
)
"""Evil:101 for the rest of the app."""
