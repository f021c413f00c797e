"""Level ``score``: after the reveal players tap each Plot with its Target, or the Agent that foiled it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import CATALOG, sort_of
from .hoarding import credit, parts_of, reached
from .places import AGENT, PLOT, TARGET, facts_of, handler, is_sort
from .plotting import asked, fits
from .refusals import E1, refuse

CITE: Final = "hoarding"


def begin_tally(work: Work, seats: tuple[Seat, ...]) -> None:
    """Ask each of these seats for its points; the seat collects or was foiled."""
    work.push("tally", seats=seats, foiled=0, used=(), played=(), pockets=0)


def _waits(state: State, command: Command) -> Refused | None:
    """Return why a seat may not answer: its Plot is settled already.

    With ``game-end=at-once`` the seats answer in order, since the first to reach 20 points ends the game.
    """
    if command.by not in question(state).waiting:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, CITE)
    if state.rules.game_end == "at-once" and command.by != asked(state):
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": command.by, "active": asked(state)}, "end")
    return None


def _all_used(state: State, card: Label, used: Iterable[Label]) -> bool:
    """Return whether all copies of a card, or this very copy, were tapped in this round."""
    same = [each for each in used if kind_of(each) == kind_of(card)]
    return len(same) >= facts_of(state, card).get("copies", 1) or ("#" in card and card in same)


def _played(state: State, card: Label, seat: Seat | None) -> Refused | None:
    """Return why a Plot or an Agent cannot lie on one more Target in this round (e1-15)."""
    if _all_used(state, card, running(state).data.get("played", ())):
        return refuse(E1.NOT_IN_HAND, CITE, card=card, seat=seat)
    return None


def _plot_and_target(state: State, command: Command) -> Refused | None:
    """Return why a Plot on a Target pays nothing.

    Each Target takes one Plot (e1-10), and every symbol must be on it (e1-8), unless the table lets it count (e1-62).
    """
    card, target = command.card or "", command.target or ""
    refused = is_sort(state, card, PLOT, E1.NOT_A_PLOT, "plots")
    refused = refused or is_sort(state, target, TARGET, E1.NOT_A_TARGET, "plots")
    if refused is not None:
        return refused
    said = running(state).data["used"]
    if _all_used(state, target, (each for each, _ in said)):
        used = dict(reversed(said))
        taken = used.get(target) or next(used[each] for each in used if kind_of(each) == kind_of(target))
        return refuse(E1.TARGET_TAKEN, "plots", card=target, seat=taken)
    refused = _played(state, card, command.by)
    if refused is None and not fits(state, card, target):
        refused = refuse(E1.NO_MATCH, "plots", card=card, token=target)
    return refused


def _collect_check(state: State, command: Command) -> Verdict:
    return _waits(state, command) or _plot_and_target(state, command)


def _with(work: Work, card: Label | None) -> tuple[Label, ...]:
    """Return the cards tapped in this round, with this one; logs of older versions have no such list."""
    before: tuple[Label, ...] = work.top.data.get("played", ())
    return (*before, card) if card is not None else before


def _collect(work: Work, command: Command) -> None:
    """Pay a Plot's points to its owner (e1-32)."""
    seat = command.by or ""
    credit(work, seat, parts_of(work.state, command.card or "", command.target or ""))
    work.set(used=(*work.top.data["used"], (command.target or "", seat)), played=_with(work, command.card))
    work.answer(seat, option="collected")
    if work.state.rules.game_end == "at-once" and reached(work.state):
        work.set(over=True)
        work.again()


def _collect_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    """Offer a tapped Plot to every seat that waits, with every Target; by click, what matches, to the next seat."""
    prompt = question(state)
    targets = [kind for kind in CATALOG.kinds if sort_of(kind) == TARGET and facts_of(state, kind)]
    if naming is not None:
        if sort_of(naming) == PLOT and facts_of(state, naming):
            for seat in prompt.waiting:
                yield from (Command(move="collect", by=seat, card=naming, target=target) for target in targets)
        return
    for seat in prompt.waiting[:1]:
        for plot in (kind for kind in CATALOG.kinds if sort_of(kind) == PLOT and facts_of(state, kind)):
            for target in targets:
                if fits(state, plot, target):
                    yield Command(move="collect", by=seat, card=plot, target=target)


def _foiled_check(state: State, command: Command) -> Verdict:
    refused = _waits(state, command)
    if refused is None and command.card is not None:
        refused = is_sort(state, command.card, AGENT, E1.NOT_AN_AGENT, "agents")
        refused = refused or _played(state, command.card, handler(state))
    return refused


def _foiled(work: Work, command: Command) -> None:
    """Record that a seat was foiled and gets no points (e1-20)."""
    work.set(foiled=work.top.data["foiled"] + 1, played=_with(work, command.card))
    work.answer(command.by, option="foiled")


def _foiled_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is not None and sort_of(naming) == AGENT and facts_of(state, naming):
        yield from (Command(move="foiled", by=seat, card=naming) for seat in question(state).waiting)


def _nothing(work: Work, command: Command) -> None:
    work.answer(command.by, option="nothing")


def _nothing_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if naming is None:
        yield from (Command(move="pass", by=seat, prompt=prompt.id) for seat in prompt.waiting)


def _pocket_check(state: State, command: Command) -> Verdict:
    """Return why the Handler may not take the points of a Plot that was lost in a chase.

    The house rule ``pocket-the-evidence`` must be on (e1-28). At most one Plot for each foiled player is pocketed
    (e1-68).
    """
    if not state.rules.pocket_the_evidence:
        return refuse(E1.POCKET_OFF, "pocket")
    if command.by != handler(state):
        return refuse(E1.NOT_THE_HANDLER, "pocket", seat=command.by, handler=handler(state))
    data = running(state).data
    if data["pockets"] >= data["foiled"]:
        return refuse(E1.NOTHING_TO_POCKET, "pocket", seat=command.by)
    return _plot_and_target(state, command)


def _pocket(work: Work, command: Command) -> None:
    seat = command.by or ""
    credit(work, seat, parts_of(work.state, command.card or "", command.target or ""), pocketed=True)
    used = (*work.top.data["used"], (command.target or "", seat))
    work.set(used=used, played=_with(work, command.card), pockets=work.top.data["pockets"] + 1)
    if work.state.rules.game_end == "at-once" and reached(work.state):
        work.set(over=True)
    work.again()


def _pocket_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if not state.rules.pocket_the_evidence or naming is None or sort_of(naming) != PLOT:
        return
    for target in CATALOG.kinds if facts_of(state, naming) else ():
        if sort_of(target) == TARGET and facts_of(state, target):
            yield Command(move="pocket", by=handler(state), card=naming, target=target)


def _done_check(state: State, command: Command) -> Verdict:
    """Return why the step may not end; the question comes only while the Handler may still pocket points."""
    if question(state).waiting:
        return Refused(CoreRefusal.NOT_NOW, {"move": "done", "step": "tally"}, CITE)
    return None


def _done(work: Work, command: Command) -> None:
    work.set(over=True)
    work.again()


def _done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if naming is None and not prompt.waiting:
        yield Command(move="done", prompt=prompt.id)


def _resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None and frame.data["seats"]:
        work.ask("tally", seats=frame.data["seats"], cite=CITE, handler=handler(work.state))
        return
    waiting = frame.prompt is not None and bool(frame.prompt.waiting)
    may_pocket = work.state.rules.pocket_the_evidence and frame.data["foiled"] > frame.data["pockets"]
    if not frame.data.get("over") and (waiting or may_pocket):
        if not waiting and frame.prompt is not None and frame.prompt.code == "tally":
            work.ask("evidence", cite="pocket", handler=handler(work.state))
        return
    idle = not frame.data["used"] and not frame.data["foiled"]
    work.pop()
    if work.state.rules.deck_exhaustion != "reshuffle":
        work.set(idle=idle)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return (*(Option("nothing", each, {"seat": each.by}) for each in _nothing_offers(state, viewer, None)),
            *(Option("tally-done", each) for each in _done_offers(state, viewer, None)))  # fmt: skip


_CARDS: Final = (E1.NOT_A_PLOT, E1.NOT_A_TARGET, E1.NO_NUMBERS, E1.TARGET_TAKEN, E1.NOT_IN_HAND, E1.NO_MATCH)
TALLY: Final = FrameKind(
    "tally",
    table_of(
        Move("collect", _collect, _collect_check, _collect_offers, ("by", "card", "target"),
             tapped=True, refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.OUT_OF_TURN, *_CARDS), rule=CITE),
        Move("foiled", _foiled, _foiled_check, _foiled_offers, ("by",), ("card",),
             refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.OUT_OF_TURN, E1.NOT_AN_AGENT, E1.NO_NUMBERS, E1.NOT_IN_HAND),
             rule="agents"),
        Move("pass", _nothing, _waits, _nothing_offers, ("by",),
             refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.OUT_OF_TURN), rule=CITE),
        Move("pocket", _pocket, _pocket_check, _pocket_offers, ("by", "card", "target"), spoken=True,
             tapped=True, refusals=(E1.POCKET_OFF, E1.NOT_THE_HANDLER, E1.NOTHING_TO_POCKET, *_CARDS), rule="pocket"),
        Move("done", _done, _done_check, _done_offers, takes=("by",), refusals=(CoreRefusal.NOT_NOW,), rule=CITE),
    ),
    _resume,
    _options,
    (PromptSpec("tally", ("nothing",), CITE), PromptSpec("evidence", ("tally-done",), "pocket")),
)  # fmt: skip
