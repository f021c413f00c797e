"""Before the first round: drafts, starting characters, decks, Locations, the first Unaligned character, hands.

"DC Forever, Setup for Your First Game", "2-Player Standard Setup" and "Multiplayer Setup".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.kernel import SECRET, FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import CARDS, CARDS_OF, CATALOG, CHARACTERS, RESOURCE_KINDS, side_of, sort_of, standee_of
from .frames import asked, off_turn
from .hands import draw, opening_hand
from .harm import enter
from .locations import first_place
from .numbers import untyped, wrong_deck
from .places import (
    AT,
    BOX,
    HERO,
    HOME,
    ROGUE,
    SPARE,
    UNUSED,
    char_label,
    deck_of,
    fact,
    hand_of,
    may_come,
    neutral,
    owner_of,
    players,
    reserve_of,
    side,
    solo,
    team,
)
from .refusals import DC, no
from .rounds import begin_round, push_order

CITE: Final = "team"
STEPS: Final = ("order", "draft", "starters", "decks", "deal", "unaligned", "hands")
STARTERS_COST, SOLO_COST = 16, 24


def draft_order(state: State) -> tuple[tuple[Seat, int], ...]:
    """Who takes how many, turn by turn ("DC Forever, Establish Your Team")."""
    theirs, ours = players(state, ROGUE), players(state, HERO)
    if len(state.seats) == 2:
        (r,), (h,) = theirs, ours
        return ((r, 1), (h, 2), (r, 2), (h, 2), (r, 1))
    if len(state.seats) == 3:
        one, two = theirs if len(theirs) == 2 else ours
        alone = next(seat for seat in state.seats if solo(state, seat))
        return ((one, 1), (two, 2), (one, 2), (two, 1), (alone, 6))
    halves = (theirs, 1), (ours, 2), (theirs, 2), (ours, 1)
    return tuple((seat, n) for seats, n in halves for seat in seats)


def starters(state: State, seat: Seat) -> int:
    """How many characters a player starts with."""
    if len(state.seats) == 2:
        return 2
    return 3 if solo(state, seat) else 1


def _resume(work: Work, frame: Frame) -> None:
    at = STEPS.index(frame.data["step"])
    if at + 1 < len(STEPS):
        work.set(step=STEPS[at + 1])
    work.again()
    _OPENING[frame.data["step"]](work, frame)


def _order_step(work: Work, frame: Frame) -> None:
    if not frame.data["ordered"]:
        push_order(work)


def _draft_step(work: Work, frame: Frame) -> None:
    if not all(work.state.size(reserve_of(seat)) or team(work.state, seat) for seat in work.state.seats):
        work.push("draft", turns=draft_order(work.state), taken=0, seat=None)


def _starters_step(work: Work, frame: Frame) -> None:
    if not all(deck_of(seat) in work.state.pooled for seat in work.state.seats):
        work.push("starters", seats=work.state.seats, picked={})


def _decks_step(work: Work, frame: Frame) -> None:
    for seat in work.state.seats:
        if deck_of(seat) not in work.state.pooled:
            build_deck(work, seat)


def _deal_step(work: Work, frame: Frame) -> None:
    work.push("deal")


def _unaligned_step(work: Work, frame: Frame) -> None:
    if frame.data["neutral"] and not any(neutral(work.state, place) for place in AT):
        work.push("next-unaligned", seat=players(work.state, ROGUE)[0], only=first_place(work.state))


def _hands_step(work: Work, frame: Frame) -> None:
    _hands(work)
    work.pop()
    begin_round(work, frame.data["stage"])


_OPENING: Final[Mapping[str, Callable[[Work, Frame], None]]] = {
    "order": _order_step,
    "draft": _draft_step,
    "starters": _starters_step,
    "decks": _decks_step,
    "deal": _deal_step,
    "unaligned": _unaligned_step,
    "hands": _hands_step,
}


def _hands(work: Work) -> None:
    """Everybody draws the opening hand."""
    for seat in work.state.seats:
        if not work.state.size(hand_of(seat)):
            draw(work, seat, opening_hand(work.state, seat))


OPENING: Final = FrameKind("opening", {}, _resume)


# Drafting ---------------------------------------------------------------------------------------------------------


def give(work: Work, seat: Seat, character: Component) -> None:
    """A character with all its cards goes to a player's reserve, for everybody to look through."""
    state = work.state
    work.count(f"owner.{kind_of(character)}", state.seats.index(seat) + 1)
    work.move(character, reserve_of(seat))
    work.place(standee_of(character), HOME)
    for kind in CARDS_OF[kind_of(character)]:
        for n in range(1, (CATALOG.kinds[kind].copies or 0) + 1):
            if may_come(work.state, UNUSED, f"{kind}#{n}"):
                work.move(f"{kind}#{n}", reserve_of(seat), source=UNUSED)


def _draft_resume(work: Work, frame: Frame) -> None:
    turns = frame.data["turns"]
    if not turns:
        work.pop()
    elif frame.prompt is None or frame.prompt.args["left"] != (len(turns), frame.data["taken"]):
        seat, n = turns[0]
        work.set(seat=seat)
        work.turn_of(seat)
        work.ask("draft", cite=CITE, seat=seat, n=n - frame.data["taken"], left=(len(turns), frame.data["taken"]))


def _draft_check(state: State, command: Command) -> Verdict:
    refused, card = off_turn(state, command, CITE), char_label(command.card) or command.card or ""
    if refused is not None:
        return refused
    if sort_of(card) != CHARACTERS or side_of(card) != side(state, command.by):
        return no(DC.NOT_A_CHARACTER, CITE, card=card)
    if not state.printed(card).get("health"):
        return no(DC.NO_NUMBERS, CITE, card=kind_of(card))
    gap = untyped(state, card)
    if gap is not None:
        return no(DC.NO_NUMBERS, CITE, card=gap)
    return None if card in state.zone(BOX) else no(DC.DRAFTED, CITE, card=card, seat=owner_of(state, card) or "")


def _draft(work: Work, command: Command) -> None:
    give(work, command.by or "", char_label(command.card) or "")
    (_, n), *rest = work.top.data["turns"]
    taken = work.top.data["taken"] + 1
    if taken >= n:
        work.set(turns=tuple(rest), taken=0)
    else:
        work.set(taken=taken)
    work.again()


def _draft_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    found = asked(state, viewer)
    if found is not None:
        meant = char_label(naming)
        for card in state.zone(BOX):
            if side_of(card) == side(state, found[0]) and (naming is None or card == meant):
                yield Command(move="draft", by=found[0], card=naming or card, prompt=found[1])


def _draft_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("draft", each, {"card": each.card}) for each in _draft_offers(state, viewer, None))


DRAFT: Final = FrameKind(
    "draft",
    table_of(
        Move("draft", _draft, _draft_check, _draft_offers, ("by", "card"),
             refusals=(CoreRefusal.OUT_OF_TURN, DC.NOT_A_CHARACTER, DC.DRAFTED, DC.NO_NUMBERS), rule=CITE),
    ),
    _draft_resume,
    _draft_options,
    (PromptSpec("draft", ("draft",), CITE),),
)  # fmt: skip


# Starting characters ----------------------------------------------------------------------------------------------


def _picked(frame: Frame, seat: Seat) -> tuple[Component, ...]:
    found: tuple[Component, ...] = tuple(frame.data["picked"].get(seat, ()))
    return found


def cost_of(state: State, cards: Iterable[Component]) -> int:
    return sum(fact(state, card, "recruit", 0) for card in cards)


def allowed_cost(state: State, seat: Seat) -> int:
    return SOLO_COST if solo(state, seat) else STARTERS_COST


def _cheapest(state: State, seat: Seat) -> int:
    """What a mate who still chooses costs at least: nobody may use up what the other one needs."""
    costs = sorted(
        fact(state, card, "recruit", 0) for card in state.zone(reserve_of(seat)) if sort_of(card) == CHARACTERS
    )
    return sum(costs[: starters(state, seat)])


def _starters_resume(work: Work, frame: Frame) -> None:
    """Chosen secretly, revealed together."""
    if frame.prompt is None:
        work.turn_of(None)
        work.ask("starters", seats=tuple(frame.data["seats"]), sealed=True, cite="starters")
    elif not frame.prompt.waiting:
        work.pop()
        for seat in frame.data["seats"]:
            for card in _picked(frame, seat):
                enter(work, seat, card)


def _starter_check(state: State, command: Command) -> Verdict:
    refused, top = waiting_check(state, command), running(state)
    if isinstance(refused, Refused):
        return refused
    card, seat = char_label(command.card) or command.card or "", command.by or ""
    if sort_of(card) != CHARACTERS or card not in state.zone(reserve_of(seat)):
        return no(DC.NOT_IN_RESERVE, "starters", card=card, seat=seat)
    picked = _picked(top, seat)
    if card not in picked and len(picked) >= starters(state, seat):
        return no(DC.TOO_MANY_STARTERS, "starters", n=starters(state, seat))
    return None


def _starter(work: Work, command: Command) -> None:
    card, seat = char_label(command.card) or "", command.by or ""
    have = _picked(work.top, seat)
    after = tuple(each for each in have if each != card) if card in have else (*have, card)
    work.set(picked={**work.top.data["picked"], seat: after}, **{SECRET: True})


def _starters_check(state: State, command: Command) -> Verdict:
    refused, top, seat = waiting_check(state, command), running(state), command.by or ""
    if isinstance(refused, Refused):
        return refused
    picked = _picked(top, seat)
    if len(picked) < starters(state, seat):
        return no(DC.TOO_FEW_STARTERS, "starters", n=starters(state, seat))
    wrong = wrong_deck(state, seat, picked, len(deck_cards(state, seat, picked)) + len(resources(state, seat)))
    if wrong is not None:
        return wrong
    answered = question(state).answers
    mates = [each for each in players(state, side(state, seat)) if each != seat]
    cost = cost_of(state, picked)
    for each in mates:
        cost += cost_of(state, _picked(top, each)) if each in answered else _cheapest(state, each)
    most = allowed_cost(state, seat)
    return no(DC.OVER_COST, "starters", cost=cost, most=most) if cost > most else None


def _starters_done(work: Work, command: Command) -> None:
    work.answer(command.by, option="starters")


def _starter_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if viewer in prompt.waiting:
        meant = char_label(naming)
        for card in state.zone(reserve_of(viewer)):
            if sort_of(card) == CHARACTERS and (naming is None or card == meant):
                yield Command(move="starter", by=viewer, card=naming or card, prompt=prompt.id)


def _starters_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if viewer in prompt.waiting and naming is None:
        yield Command(move="done", by=viewer, prompt=prompt.id)


def _starters_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    picked = _picked(frame, viewer)
    found = [
        Option("unpick" if each.card in picked else "pick", each, {"card": each.card})
        for each in _starter_offers(state, viewer, None)
    ]
    return (*found, *(Option("starters-done", each) for each in _starters_offers(state, viewer, None)))


STARTERS: Final = FrameKind(
    "starters",
    table_of(
        Move("starter", _starter, _starter_check, _starter_offers, ("by", "card"),
             refusals=(CoreRefusal.NOT_ASKED, DC.NOT_IN_RESERVE, DC.TOO_MANY_STARTERS), rule="starters"),
        Move("done", _starters_done, _starters_check, _starters_offers, ("by",),
             refusals=(CoreRefusal.NOT_ASKED, DC.TOO_FEW_STARTERS, DC.DECK_SIZE, DC.OVER_COST), rule="starters"),
    ),
    _starters_resume,
    _starters_options,
    (PromptSpec("starters", ("pick", "unpick", "starters-done"), "starters"),),
)  # fmt: skip


# Decks ------------------------------------------------------------------------------------------------------------


def resources(state: State, seat: Seat) -> tuple[Kind, ...]:
    """Hero Resource Cards of a starting deck: two Renown, a Prestige, a Fame; of a pair a Prestige and a Fame each."""
    if side(state, seat) != HERO:
        return ()
    renown, prestige, fame = RESOURCE_KINDS
    pair = len(players(state, HERO)) == 2
    return (prestige, fame) if pair else (renown, renown, prestige, fame)


def deck_cards(state: State, seat: Seat, starters: Iterable[Component]) -> tuple[Component, ...]:
    """Cards of the reserve that form the deck: starred ones of the starting characters; of a pair all of theirs."""
    pair = len(players(state, side(state, seat))) == 2
    own = {kind for card in starters for kind in CARDS_OF[kind_of(card)]}
    return tuple(
        card
        for card in state.zone(reserve_of(seat))
        if kind_of(card) in own and (pair or fact(state, card, "starter", False))
    )


def build_deck(work: Work, seat: Seat, hand: Iterable[Label] = ()) -> Refused | None:
    """The starting deck, shuffled, with some cards of it in the hand already."""
    for zone in (deck_of(seat), hand_of(seat)):
        work.emit(ev.Shuffled(zone))
    cards = list(deck_cards(work.state, seat, team(work.state, seat)))
    many = len(cards) + len(resources(work.state, seat))
    wrong = wrong_deck(work.state, seat, team(work.state, seat), many)
    if wrong is not None:
        return wrong
    for kind in resources(work.state, seat):
        if may_come(work.state, SPARE, kind):
            work.move(kind, deck_of(seat), source=SPARE)
    for card in cards:
        work.move(card, deck_of(seat))
    for card in hand:
        if card in work.state.zone(reserve_of(seat)) and sort_of(card) == CARDS:  # bought before the match was taken up
            work.move(card, hand_of(seat))
            continue
        held = card if card in cards else kind_of(card)
        pool = work.state.pools[work.state.pooled[deck_of(seat)]].contents
        if held not in pool:
            return Refused(CoreRefusal.BAD_SETUP, {"path": hand_of(seat)}, "hands", invalid=True)
        work.move(card if card in pool else held, hand_of(seat), source=deck_of(seat))
    return None
