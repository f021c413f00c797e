"""Resources that a player gets: drawn from bag and deck, or picked up from the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push, replace, save

from ..args import step_seat
from ..cards import LOOT, PARTS, sort_of
from ..loot import draw_read, draw_unseen, hand_size, loot_kinds, may_be_hidden
from ..parts import from_bag, in_bag
from ..places import LOOT_DECK, hand_of, held, items, labels, spare_of, take, to_act
from ..refusals import EL, no
from ..steps import OfSeat

RULE: Final = "resources"


@quick
@dataclass(frozen=True, slots=True)
class Drawing(OfSeat):
    """A player draws: Parts are tapped open, Loot cards face down or not at all."""

    KIND: ClassVar[str] = "draw"
    parts: int
    """Parts that are still to be drawn."""
    loot: int
    """Loot cards that are still to be drawn."""


@quick
@dataclass(frozen=True, slots=True)
class Taking(OfSeat):
    """A player picks up one of several items: only what lies there, never from bag or deck."""

    KIND: ClassVar[str] = "take"
    sources: tuple[Path, ...]
    """Locations of the items."""
    sort: str
    n: int
    """Items that are still to be picked up."""


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
        push(work, Drawing(seat, parts, loot))


def _due(state: State, step: Drawing) -> tuple[int, int]:
    """Return the numbers of Parts and Loot cards still to be drawn."""
    parts = step.parts if in_bag(state) and room(state, step.seat, PARTS) else 0
    loot = step.loot if state.size(LOOT_DECK) and room(state, step.seat, LOOT) else 0
    return parts, loot


def _draw_resume(work: Work, step: Drawing) -> None:
    parts, loot = _due(work.state, step)
    if not parts and not loot:
        work.pop()
        return
    to_act(work, step.seat)
    code = "draw" if parts and loot else "draw-parts" if parts else "draw-loot"
    work.ask(code, cite=RULE, seat=step.seat, parts=parts, loot=loot, n=parts or loot)


def _not_due(now: Moment[Drawing], card: Any) -> Verdict:
    """Return why this is not drawn now; a Loot card that nobody taps has no name."""
    parts, loot = _due(now.state, now.step)
    sort = LOOT if card is None else sort_of(card)
    if sort == PARTS and parts and card:
        return None if kind_of(card) in in_bag(now.state) else no(EL.NOT_IN_DECK, RULE, card=card)
    if sort == LOOT and loot:
        return None if card is None or may_be_hidden(now.state, card) else no(EL.NOT_IN_DECK, RULE, card=card)
    return no(EL.NOT_DUE, RULE, card=card or "loot")


def _drawn(now: Moment[Drawing]) -> Iterable[Label | None]:
    parts, loot = _due(now.state, now.step)
    if loot and now.naming is None:
        yield None
    if parts:
        yield from labels(in_bag(now.state), now.naming)
    if loot:
        yield from labels(loot_kinds(now.state), now.naming)


def _draw(work: Work, step: Drawing, by: Seat, card: Label | None = None) -> None:
    if card is not None and sort_of(card) == PARTS:
        save(work, step, replace(step, parts=step.parts - 1))
        from_bag(work, card, spare_of(by))
    else:
        save(work, step, replace(step, loot=step.loot - 1))
        if card is None:
            draw_unseen(work, by)
        else:
            draw_read(work, card, by)
    work.again()


DRAW_STEP: Final = step_kind(
    Drawing,
    # The one answer that needs no tap: a Loot card was drawn, whichever it is.
    move("draw", Drawing, _draw, by=step_seat(RULE), card=Arg(_drawn, _not_due, (EL.NOT_IN_DECK, EL.NOT_DUE)),
         stamped=True, answers=Answer("drawn", lambda now, command: {"seat": command.by}), rule=RULE),
    resume=_draw_resume,
    prompts=tuple(PromptSpec(code, ("drawn",), RULE) for code in ("draw", "draw-parts", "draw-loot")),
)  # fmt: skip


# Picking up -------------------------------------------------------------------------------------------------------


def choose_item(work: Work, seat: Seat, sources: tuple[Path, ...], sort: str, n: int = 1) -> None:
    """Let a player pick ``n`` of the Parts or Loot cards that lie at some locations (el-96)."""
    push(work, Taking(seat, sources, sort, n))


def _open_items(state: State, step: Taking) -> dict[Label, Path]:
    """Return the items that may be picked up, with their locations."""
    if not room(state, step.seat, step.sort):
        return {}
    here = {card: place for place in step.sources for card in items(state, place)}
    return {card: place for card, place in here.items() if sort_of(card) == step.sort}


def _take_resume(work: Work, step: Taking) -> None:
    found = _open_items(work.state, step)
    if not found or not step.n:
        work.pop()
    elif len(found) == 1:
        work.pop()
        ((card, place),) = found.items()
        pick_up(work, step.seat, card, place)
    else:
        to_act(work, step.seat)
        work.ask("take", cite=RULE, seat=step.seat, n=step.n, cards=tuple(found))


def _not_here(now: Moment[Taking], card: Any) -> Verdict:
    if held(_open_items(now.state, now.step), card) is None:
        return no(EL.NOT_HERE, RULE, card=card, kind=now.step.sources[0])
    return None


def _take(work: Work, step: Taking, by: Seat, card: Label) -> None:
    found = _open_items(work.state, step)
    there = held(found, card)
    assert there is not None
    save(work, step, replace(step, n=step.n - 1))
    pick_up(work, by, card, found[there])
    work.again()


TAKE_STEP: Final = step_kind(
    Taking,
    move("take", Taking, _take, by=step_seat(RULE),
         card=Arg(lambda now: labels(_open_items(now.state, now.step), now.naming), _not_here, (EL.NOT_HERE,)),
         stamped=True, answers=Answer("card", lambda now, command: {"card": command.card}, cards=True), rule=RULE),
    resume=_take_resume, prompts=(PromptSpec("take", ("card",), RULE),),
)  # fmt: skip
