"""Resources that a player gets: drawn from bag and deck, or picked up from the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Path, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import LOOT, PARTS, sort_of
from .loot import draw_read, draw_unseen, hand_size, loot_kinds, may_be_hidden
from .parts import from_bag, in_bag
from .places import LOOT_DECK, hand_of, held, items, labels, spare_of, take
from .refusals import EL, no

RULE: Final = "resources"


def to_act(work: Work, seat: Seat | None) -> None:
    """Make a seat active, or none; the number of the turn stays that of the round."""
    state = work.state
    if state.active != seat:
        work.emit(ev.SeatsOrdered(state.seats, seat, state.turn))


def room(state: State, seat: Seat, sort: str) -> bool:
    """Return whether the house rules on limits allow one more Part or Loot card."""
    if sort == PARTS:
        limit, have = state.rules.parts_limit, state.size(spare_of(seat))
    else:
        limit, have = state.rules.loot_limit, hand_size(state, seat)
    return limit is None or have < limit


def pick_up(work: Work, seat: Seat, label: Label, place: Path) -> None:
    """Take an item that lies face up at a location.

    A Loot card joins the secret hand, but everybody has seen it (el-99).
    """
    if sort_of(label) == PARTS:
        take(work, label, place, spare_of(seat))
    else:
        card = take(work, label, place, hand_of(seat))
        work.emit(ev.Faced(card, (TABLE,)))


# Drawing ----------------------------------------------------------------------------------------------------------


def draw(work: Work, seat: Seat, *, parts: int = 0, loot: int = 0) -> None:
    """Let a player draw Parts and Loot cards, as many as there are (el-120) and a limit allows."""
    if parts or loot:
        work.push("draw", seat=seat, parts=parts, loot=loot)


def _due(state: State, frame: Frame) -> tuple[int, int]:
    """Return the numbers of Parts and Loot cards still to be drawn."""
    seat = frame.data["seat"]
    parts = frame.data["parts"] if in_bag(state) and room(state, seat, PARTS) else 0
    loot = frame.data["loot"] if state.size(LOOT_DECK) and room(state, seat, LOOT) else 0
    return parts, loot


def _draw_resume(work: Work, frame: Frame) -> None:
    parts, loot = _due(work.state, frame)
    if not parts and not loot:
        work.pop()
        return
    seat = frame.data["seat"]
    to_act(work, seat)
    code = "draw" if parts and loot else "draw-parts" if parts else "draw-loot"
    work.ask(code, cite=RULE, seat=seat, parts=parts, loot=loot, n=parts or loot)


def _draw_check(state: State, command: Command) -> Verdict:
    frame = running(state)
    if command.by != frame.data["seat"]:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, RULE)
    parts, loot = _due(state, frame)
    card = command.card
    sort = LOOT if card is None else sort_of(card)
    if sort == PARTS and parts and card:
        return None if kind_of(card) in in_bag(state) else no(EL.NOT_IN_DECK, RULE, card=card)
    if sort == LOOT and loot:
        return None if card is None or may_be_hidden(state, card) else no(EL.NOT_IN_DECK, RULE, card=card)
    return no(EL.NOT_DUE, RULE, card=card or "loot")


def _draw(work: Work, command: Command) -> None:
    frame, seat, card = work.top, command.by or "", command.card
    if card is not None and sort_of(card) == PARTS:
        work.set(parts=frame.data["parts"] - 1)
        from_bag(work, card, spare_of(seat))
    else:
        work.set(loot=frame.data["loot"] - 1)
        if card is None:
            draw_unseen(work, seat)
        else:
            draw_read(work, card, seat)
    work.again()


def _draw_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    frame, prompt = running(state), question(state)
    parts, loot = _due(state, frame)
    seat = frame.data["seat"]
    if loot and naming is None:
        yield Command(move="draw", by=seat, prompt=prompt.id)
    for kinds, due in ((in_bag(state), parts), (loot_kinds(state), loot)):
        if due:
            for label in labels(kinds, naming):
                yield Command(move="draw", by=seat, card=label, prompt=prompt.id)


DRAW: Final = Move(
    "draw", _draw, _draw_check, _draw_offers, ("by",), ("card",),
    refusals=(CoreRefusal.NOT_ASKED, EL.NOT_IN_DECK, EL.NOT_DUE), rule=RULE,
)  # fmt: skip


def _draw_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    """Return the option that needs no tap: a Loot card was drawn, whichever it is."""
    found = [each for each in _draw_offers(state, viewer, None) if each.card is None]
    return tuple(Option("drawn", each, {"seat": each.by}) for each in found)


DRAW_STEP: Final = FrameKind(
    "draw",
    table_of(DRAW),
    _draw_resume,
    _draw_options,
    tuple(PromptSpec(code, ("drawn",), RULE) for code in ("draw", "draw-parts", "draw-loot")),
)
"""Step in which players draw: Parts are tapped open, Loot cards face down or not at all."""


# Picking up -------------------------------------------------------------------------------------------------------


def choose_item(work: Work, seat: Seat, sources: tuple[Path, ...], sort: str, n: int = 1) -> None:
    """Let a player pick ``n`` of the Parts or Loot cards that lie at some locations (el-96)."""
    work.push("take", seat=seat, sources=sources, sort=sort, n=n)


def _open_items(state: State, frame: Frame) -> dict[Label, Path]:
    """Return the items that may be picked up, with their locations."""
    if not room(state, frame.data["seat"], frame.data["sort"]):
        return {}
    here = {card: place for place in frame.data["sources"] for card in items(state, place)}
    return {card: place for card, place in here.items() if sort_of(card) == frame.data["sort"]}


def _take_resume(work: Work, frame: Frame) -> None:
    found = _open_items(work.state, frame)
    seat = frame.data["seat"]
    if not found or not frame.data["n"]:
        work.pop()
    elif len(found) == 1:
        work.pop()
        ((card, place),) = found.items()
        pick_up(work, seat, card, place)
    else:
        to_act(work, seat)
        work.ask("take", cite=RULE, seat=seat, n=frame.data["n"], cards=tuple(found))


def _take_check(state: State, command: Command) -> Verdict:
    frame = running(state)
    if command.by != frame.data["seat"]:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, RULE)
    if held(_open_items(state, frame), command.card or "") is None:
        return no(EL.NOT_HERE, RULE, card=command.card, kind=frame.data["sources"][0])
    return None


def _take(work: Work, command: Command) -> None:
    frame, label = work.top, command.card or ""
    found = _open_items(work.state, frame)
    card = held(found, label)
    assert card is not None
    work.set(n=frame.data["n"] - 1)
    pick_up(work, command.by or "", label, found[card])
    work.again()


def _take_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    frame = running(state)
    for label in labels(_open_items(state, frame), naming):
        yield Command(move="take", by=frame.data["seat"], card=label, prompt=question(state).id)


def _take_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("card", each, {"card": each.card}) for each in _take_offers(state, viewer, None))


TAKE_STEP: Final = FrameKind(
    "take",
    table_of(
        Move("take", _take, _take_check, _take_offers, ("by", "card"), refusals=(CoreRefusal.NOT_ASKED, EL.NOT_HERE),
             rule=RULE),
    ),
    _take_resume,
    _take_options,
    (PromptSpec("take", ("card",), RULE),),
)  # fmt: skip
"""Step in which a player picks up one of several items: only what lies there, never from bag or deck."""
