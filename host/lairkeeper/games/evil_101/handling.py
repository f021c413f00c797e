"""Agents of the Handler, and the reveal of the Plots ("Evil:101, The DIC Moves")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Seat
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.sealed import mark_wrong, reveal
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from . import scoring
from .places import (
    AGENT,
    DECK,
    DISCARDS,
    FOILED,
    PLOT,
    VOID,
    agent_of,
    agents_of,
    ask_active,
    available,
    copies,
    draw,
    evil,
    facts_of,
    handler,
    is_sort,
    may_come,
    owner_at,
    placed,
    plot_of,
    pull,
    shift,
    slot_of,
    target_of,
    target_under,
    turn_to,
    unread_of,
    unseen_hand,
)
from .plotting import asked, own_turn, wrong_with
from .refusals import E1, refuse

CITE: Final = "agents"


def open_plots(state: State) -> tuple[Seat, ...]:
    """Return the seats whose Plots lie on the table without an Agent (e1-59)."""
    return tuple(seat for seat in evil(state) if placed(state, seat) and not state.zone(agent_of(seat)))


def by_handler(state: State, command: Command) -> Refused | None:
    """Return why a seat may not give this command: only the Handler may."""
    if command.by != handler(state):
        return refuse(E1.NOT_THE_HANDLER, CITE, seat=command.by, handler=handler(state))
    return None


# Placing Agents ----------------------------------------------------------------------------------------------------


def _meant(state: State, said: str | None) -> str | None:
    """Return the Target that ``said`` means; without a word, the Target under the only open Plot."""
    seats = open_plots(state)
    return target_of(state, said) if said is not None or len(seats) != 1 else target_under(state, seats[0])


def _block_check(state: State, command: Command) -> Verdict:
    """Return why an Agent may not be placed.

    The Handler may choose any open Plot (e1-59). Each Plot takes one Agent (e1-15). The Agent's symbol must be one of
    the Target's (e1-16).
    """
    refused = by_handler(state, command)
    if refused is not None:
        return refused
    target = _meant(state, command.target) or ""
    owner = owner_at(state, target)
    if owner is None:
        return refuse(E1.NO_PLOT_THERE, CITE)
    if state.zone(agent_of(owner)):
        return refuse(E1.PLOT_BLOCKED, CITE, seat=owner)
    card = command.card or ""
    refused = is_sort(state, card, AGENT, E1.NOT_AN_AGENT, CITE)
    if refused is None and ("#" not in card or not may_come(state, agents_of(handler(state)), card)):
        refused = refuse(E1.NOT_IN_HAND, CITE, card=card, seat=handler(state))
    if refused is None and not scoring.shares(facts_of(state, card), facts_of(state, target)["symbols"]):
        refused = refuse(E1.AGENT_NO_MATCH, CITE, card=card, token=target)
    return refused


def _block(work: Work, command: Command) -> None:
    """Place an Agent on a Plot; the house rule ``reveal`` can turn the Plot up at once (e1-61)."""
    target = _meant(work.state, command.target) or ""
    owner = owner_at(work.state, target) or ""
    pull(work, command.card or "", agents_of(handler(work.state)), agent_of(owner))
    if work.state.rules.reveal == "one-by-one":
        turn_up(work, owner)
    work.again()


def _block_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    by = handler(state)
    seats = open_plots(state)
    for card in copies(state, AGENT, agents_of(by), naming):
        if len(seats) == 1 and naming is not None:
            yield Command(move="block", by=by, card=card)
        for seat in seats:
            target = target_under(state, seat) or ""
            yield Command(move="block", by=by, card=card, target=target)
            if naming is not None:
                yield Command(move="block", by=by, card=card, target=slot_of(state, target))
                yield Command(move="block", by=by, card=card, target=seat)


def _discard_check(state: State, command: Command) -> Verdict:
    """Return why the Handler may not exchange an Agent.

    The app does not see hands: it believes the Handler that no Agent in hand fits any open Plot.
    """
    refused = by_handler(state, command)
    if refused is not None:
        return refused
    hand = agents_of(handler(state))
    if not available(state, DECK[AGENT]):
        return refuse(E1.DECK_EMPTY, CITE, deck=DECK[AGENT])
    if command.card is None:
        unread = state.size(hand) > len(state.zone(hand))
        return unseen_hand() if unread else refuse(E1.SAY_WHICH, CITE, seat=command.by)
    refused = is_sort(state, command.card, AGENT, E1.NOT_AN_AGENT, CITE)
    if refused is None and ("#" not in command.card or not may_come(state, hand, command.card)):
        refused = refuse(E1.NOT_IN_HAND, CITE, card=command.card, seat=command.by)
    return refused or unseen_hand()


def _discard(work: Work, command: Command) -> None:
    """Exchange one Agent: discard it and draw one (e1-17)."""
    hand = agents_of(handler(work.state))
    _tell_if_one_fits(work, hand)
    if command.card is None:
        shift(work, hand, DISCARDS[DECK[AGENT]])
    else:
        pull(work, command.card, hand, DISCARDS[DECK[AGENT]])
    draw(work, DECK[AGENT], hand, 1)
    work.set(exchanged=work.top.data.get("exchanged", 0) + 1)


def _tell_if_one_fits(work: Work, hand: str) -> None:
    """Tell the Handler alone if an Agent of a known hand fits any open Plot (e1-55, e1-59)."""
    state = work.state
    for card in state.zone(hand):
        for seat in open_plots(state):
            target = target_under(state, seat) or ""
            if scoring.shares(facts_of(state, card), facts_of(state, target)["symbols"]):
                mark_wrong(work, card, handler(state), refuse(E1.HAS_FITTING_CARD, CITE, card=card))
                return


def _done_check(state: State, command: Command) -> Verdict:
    """Return why the Handler may not leave a Plot without an Agent.

    By default each Plot gets an Agent, by exchange if need be (e1-60). After one trip through deck and discards the
    Handler may stop. A Plot without an Agent is not foiled.
    """
    refused = by_handler(state, command)
    if refused is not None or state.rules.agents == "may-leave":
        return refused
    data = running(state).data
    if not available(state, DECK[AGENT]) or data.get("exchanged", 0) >= data.get("trip", 0):
        return unseen_hand()
    return refuse(E1.PLOTS_LEFT, CITE, n=len(open_plots(state)))


def _done(work: Work, command: Command) -> None:
    work.set(through=True)
    work.again()


def _handler_offers(move: str) -> object:
    """Return a function that offers one move to the Handler."""

    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        if naming is None:
            yield Command(move=move, by=handler(state), prompt=question(state).id)

    return offers


def _resume(work: Work, frame: Frame) -> None:
    hand = agents_of(handler(work.state))
    stuck = not work.state.size(hand) and not available(work.state, DECK[AGENT])
    if frame.data.get("through") or not open_plots(work.state) or stuck:
        for card in work.state.zone(hand):
            for mark in work.state.marks.get(card, ()):
                work.emit(ev.Unmarked(card, mark.name, mark.owner))
        turn_to(work, None)
        work.pop()
        return
    turn_to(work, handler(work.state))
    if frame.prompt is None:
        work.set(trip=available(work.state, DECK[AGENT]))
        ask_active(work, "agents", cite=CITE)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    prompt = question(state)
    found = ((move, Command(move=move, by=handler(state), prompt=prompt.id)) for move in ("discard", "done"))
    checks = {"discard": _discard_check, "done": _done_check}
    return tuple(Option(f"agents-{move}", each) for move, each in found
                 if not isinstance(checks[move](state, each), Refused))  # fmt: skip


AGENTS: Final = FrameKind(
    "agents",
    table_of(
        Move(
            "block", _block, _block_check, _block_offers, ("by", "card"), ("target",),
            refusals=(E1.NOT_THE_HANDLER, E1.NO_PLOT_THERE, E1.PLOT_BLOCKED, E1.NOT_AN_AGENT, E1.NO_NUMBERS,
                      E1.NOT_IN_HAND, E1.AGENT_NO_MATCH), rule=CITE,
        ),
        Move(
            "discard", _discard, _discard_check, _handler_offers("discard"), ("by",), ("card",),  # type: ignore[arg-type]
            refusals=(E1.NOT_THE_HANDLER, E1.DECK_EMPTY, E1.SAY_WHICH, E1.NOT_AN_AGENT, E1.NOT_IN_HAND), rule=CITE,
        ),
        Move("done", _done, _done_check, _handler_offers("done"), ("by",),  # type: ignore[arg-type]
             refusals=(E1.NOT_THE_HANDLER, E1.PLOTS_LEFT), rule=CITE),
    ),
    _resume,
    _options,
    (PromptSpec("agents", ("agents-discard", "agents-done"), CITE),),
)  # fmt: skip


# Turning Plots up --------------------------------------------------------------------------------------------------


def turn_up(work: Work, seat: Seat) -> None:
    """Turn a seat's Plot up (e1-18): at once if an antenna has read it, else by a tap."""
    if work.state.zone(plot_of(seat)):
        shown(work, seat)
    else:
        work.push("show", seat=seat)


def shown(work: Work, seat: Seat) -> None:
    """Reveal a Plot and judge it.

    A Plot that does not match its Target is worthless, and no chase can free it. With the house rule ``illegal-plot``
    the table decides instead (e1-62).
    """
    plot = work.state.zone(plot_of(seat))[0]
    reveal(work, plot)
    target = target_under(work.state, seat) or ""
    if wrong_with(work.state, plot, target) is not None:
        if work.state.rules.illegal_plot == "table-decides":
            work.push("judge", seat=seat, card=plot, token=target)
            return
        work.emit(ev.Marked(seat, VOID))
    judge_agent(work, seat)


def judge_agent(work: Work, seat: Seat) -> None:
    """Mark a Plot as foiled if its Agent matches at least one of its symbols (e1-19).

    A worthless Plot is never foiled.
    """
    agent = work.state.zone(agent_of(seat))
    plot = work.state.zone(plot_of(seat))[0]
    if not agent or work.state.marked(seat, VOID):
        return
    if scoring.shares(facts_of(work.state, agent[0]), facts_of(work.state, plot)["symbols"]):
        work.emit(ev.Marked(seat, FOILED))


def turned_up(state: State, seat: Seat) -> bool:
    """Return whether everybody has seen a seat's Plot."""
    return any(TABLE in state.known.get(card, ()) for card in state.zone(plot_of(seat)))


def _show_check(state: State, command: Command) -> Verdict:
    refused = own_turn(state, command)
    if refused is not None:
        return refused
    card = command.card or ""
    refused = is_sort(state, card, PLOT, E1.NOT_A_PLOT, CITE)
    if refused is None and ("#" not in card or not may_come(state, unread_of(command.by or ""), card)):
        refused = refuse(E1.NOT_IN_HAND, CITE, card=card, seat=command.by)
    return refused


def _show(work: Work, command: Command) -> None:
    seat, card = command.by or "", command.card or ""
    pull(work, card, unread_of(seat), plot_of(seat))
    target = target_under(work.state, seat) or ""
    mark_wrong(work, card, seat, wrong_with(work.state, card, target))
    work.pop()
    shown(work, seat)


def _show_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    seat = asked(state)
    for card in copies(state, PLOT, unread_of(seat), naming):
        yield Command(move="show", by=seat, card=card)


def _show_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        turn_to(work, frame.data["seat"])
        ask_active(work, "show", cite=CITE)


SHOW: Final = FrameKind(
    "show",
    table_of(
        Move("show", _show, _show_check, _show_offers, ("by", "card"),
             refusals=(CoreRefusal.OUT_OF_TURN, E1.NOT_A_PLOT, E1.NO_NUMBERS, E1.NOT_IN_HAND), rule=CITE),
    ),
    _show_resume,
    prompts=(PromptSpec("show", (), CITE),),
)  # fmt: skip
"""Step in which a player turns up and taps a Plot that no antenna has read."""


def _judge_check(state: State, command: Command) -> Verdict:
    if command.option not in _VERDICTS:
        args = {"option": command.option, "allowed": ", ".join(_VERDICTS)}
        return Refused(CoreRefusal.UNKNOWN_OPTION, args, "plots")
    return None


def _judge(work: Work, command: Command) -> None:
    seat = work.top.data["seat"]
    work.pop()
    if command.option != "counts":
        work.emit(ev.Marked(seat, VOID))
    judge_agent(work, seat)


def _judge_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    """Offer the answer that lets the Plot count; the token ``Confirm`` gives it."""
    if naming is None:
        yield Command(move="answer", option="counts", prompt=question(state).id)


def _judge_no_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="no", prompt=question(state).id)


def _judge_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        turn_to(work, None)
        work.ask("judge", cite="plots", **frame.data)


def _judge_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    found = (*_judge_no_offers(state, viewer, None), *_judge_offers(state, viewer, None))
    return tuple(Option(each.option or "worthless", each) for each in found)


_VERDICTS: Final = ("worthless", "counts")
JUDGE: Final = FrameKind(
    "judge",
    table_of(
        Move("answer", _judge, _judge_check, _judge_offers, ("option",), ("by",),
             refusals=(CoreRefusal.UNKNOWN_OPTION,), rule="plots"),
        Move("no", _judge, candidates=_judge_no_offers, takes=("by",), rule="plots"),
    ),
    _judge_resume,
    _judge_options,
    (PromptSpec("judge", _VERDICTS, "plots"),),
)  # fmt: skip
"""Step of the house rule ``illegal-plot``: the table decides what a Plot that does not match is worth."""
