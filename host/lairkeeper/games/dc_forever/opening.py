"""Steps before the first round: drafts, starting characters, decks, Locations, the first Unaligned character, hands.

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
"""Steps of the opening in their order (df-180)."""
STARTERS_COST, SOLO_COST = 16, 24


def draft_order(state: State) -> tuple[tuple[Seat, int], ...]:
    """Return how many characters each seat drafts, turn by turn ("DC Forever, Establish Your Team").

    Two players draft four each (df-1). Of three the pair drafts three each, then the player alone six (df-125). Of four
    each Rogue takes one, each Hero two, each Rogue two, each Hero one (df-126). The first player of a pair goes first.
    """
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
    """Return how many characters a player starts with.

    Of two players it is two. Else it is one for a player of a pair, three for a player alone (df-127).
    """
    if len(state.seats) == 2:
        return 2
    return 3 if solo(state, seat) else 1


def _resume(work: Work, frame: Frame) -> None:
    """Run the next step of the opening."""
    at = STEPS.index(frame.data["step"])
    if at + 1 < len(STEPS):
        work.set(step=STEPS[at + 1])
    work.again()
    _OPENING[frame.data["step"]](work, frame)


def _order_step(work: Work, frame: Frame) -> None:
    """Find the first player of each pair before the draft; the same player is first in round 1 (df-248)."""
    if not frame.data["ordered"]:
        push_order(work)


def _draft_step(work: Work, frame: Frame) -> None:
    """Let the players draft, unless the set-up gives the teams."""
    if not all(work.state.size(reserve_of(seat)) or team(work.state, seat) for seat in work.state.seats):
        work.push("draft", turns=draft_order(work.state), taken=0, seat=None)


def _starters_step(work: Work, frame: Frame) -> None:
    """Let the players choose starting characters, unless the set-up gives them."""
    if not all(deck_of(seat) in work.state.pooled for seat in work.state.seats):
        work.push("starters", seats=work.state.seats, picked={})


def _decks_step(work: Work, frame: Frame) -> None:
    """Build the starting decks that the set-up does not build."""
    for seat in work.state.seats:
        if deck_of(seat) not in work.state.pooled:
            build_deck(work, seat)


def _deal_step(work: Work, frame: Frame) -> None:
    """Deal the Locations, three with any number of players (df-246).

    Their texts do nothing before the Plotting Stage (df-8).
    """
    work.push("deal")


def _unaligned_step(work: Work, frame: Frame) -> None:
    """Place the first Unaligned character; the number of players changes nothing (df-246)."""
    if frame.data["neutral"] and not any(neutral(work.state, place) for place in AT):
        work.push("next-unaligned", seat=players(work.state, ROGUE)[0], only=first_place(work.state))


def _hands_step(work: Work, frame: Frame) -> None:
    """Let all draw, then begin the first round."""
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
    """Let each player draw the opening hand."""
    for seat in work.state.seats:
        if not work.state.size(hand_of(seat)):
            draw(work, seat, opening_hand(work.state, seat))


OPENING: Final = FrameKind("opening", {}, _resume)


# Drafting ---------------------------------------------------------------------------------------------------------


def give(work: Work, seat: Seat, character: Component) -> None:
    """Move a character with all its cards to a player's reserve, for everybody to look through (df-5)."""
    state = work.state
    work.count(f"owner.{kind_of(character)}", state.seats.index(seat) + 1)
    work.move(character, reserve_of(seat))
    work.place(standee_of(character), HOME)
    for kind in CARDS_OF[kind_of(character)]:
        for n in range(1, (CATALOG.kinds[kind].copies or 0) + 1):
            if may_come(work.state, UNUSED, f"{kind}#{n}"):
                work.move(f"{kind}#{n}", reserve_of(seat), source=UNUSED)


def _draft_resume(work: Work, frame: Frame) -> None:
    """Ask the players for characters, turn by turn."""
    turns = frame.data["turns"]
    if not turns:
        work.pop()
    elif frame.prompt is None or frame.prompt.args["left"] != (len(turns), frame.data["taken"]):
        seat, n = turns[0]
        work.set(seat=seat)
        work.turn_of(seat)
        work.ask("draft", cite=CITE, seat=seat, n=n - frame.data["taken"], left=(len(turns), frame.data["taken"]))


def _draft_check(state: State, command: Command) -> Verdict:
    """Refuse pieces that cannot be drafted now."""
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
    """Draft one character."""
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
    """Return the starting characters that a player has chosen so far."""
    found: tuple[Component, ...] = tuple(frame.data["picked"].get(seat, ()))
    return found


def cost_of(state: State, cards: Iterable[Component]) -> int:
    """Return the recruitment costs of some characters together."""
    return sum(fact(state, card, "recruit", 0) for card in cards)


def allowed_cost(state: State, seat: Seat) -> int:
    """Return the most that starting characters may cost: 16 together (df-3), or 24 for a player alone (df-127)."""
    return SOLO_COST if solo(state, seat) else STARTERS_COST


def _cheapest(state: State, seat: Seat) -> int:
    """Return the least cost that the mate needs who still chooses.

    Mates share the 16 (df-127): one of them may not use up the cost that the other one needs.
    """
    costs = sorted(
        fact(state, card, "recruit", 0) for card in state.zone(reserve_of(seat)) if sort_of(card) == CHARACTERS
    )
    return sum(costs[: starters(state, seat)])


def _starters_resume(work: Work, frame: Frame) -> None:
    """Let all players choose secretly, and reveal all starting characters together (df-3, df-249)."""
    if frame.prompt is None:
        work.turn_of(None)
        work.ask("starters", seats=tuple(frame.data["seats"]), sealed=True, cite="starters")
    elif not frame.prompt.waiting:
        work.pop()
        for seat in frame.data["seats"]:
            for card in _picked(frame, seat):
                enter(work, seat, card)


def _starter_check(state: State, command: Command) -> Verdict:
    """Refuse pieces that cannot be chosen as starting characters."""
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
    """Choose a starting character, or take the choice back."""
    card, seat = char_label(command.card) or "", command.by or ""
    have = _picked(work.top, seat)
    after = tuple(each for each in have if each != card) if card in have else (*have, card)
    work.set(picked={**work.top.data["picked"], seat: after}, **{SECRET: True})


def _starters_check(state: State, command: Command) -> Verdict:
    """Refuse too few starting characters, a deck of the wrong size, or a cost above the maximum (df-3)."""
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
    """Keep a player's choice as final."""
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
    """Return the Hero Resource Cards of a starting deck: two Renown, a Prestige and a Fame (df-4, df-183).

    Of a pair each Hero player gets a Prestige and a Fame (df-128).
    """
    if side(state, seat) != HERO:
        return ()
    renown, prestige, fame = RESOURCE_KINDS
    pair = len(players(state, HERO)) == 2
    return (prestige, fame) if pair else (renown, renown, prestige, fame)


def deck_cards(state: State, seat: Seat, starters: Iterable[Component]) -> tuple[Component, ...]:
    """Return the reserve cards that form the deck: starred ones of the starting characters, no others (df-4).

    A player of a pair gets all cards of the one starting character (df-128); none stays in the reserve (df-250).
    """
    pair = len(players(state, side(state, seat))) == 2
    own = {kind for card in starters for kind in CARDS_OF[kind_of(card)]}
    return tuple(
        card
        for card in state.zone(reserve_of(seat))
        if kind_of(card) in own and (pair or fact(state, card, "starter", False))
    )


def build_deck(work: Work, seat: Seat, hand: Iterable[Label] = ()) -> Refused | None:
    """Shuffle the starting deck, with some cards of it in the hand already; return why the deck is wrong, or None."""
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
        if card in work.state.zone(reserve_of(seat)) and sort_of(card) == CARDS:  # bought before this record began
            work.move(card, hand_of(seat))
            continue
        held = card if card in cards else kind_of(card)
        pool = work.state.pools[work.state.pooled[deck_of(seat)]].contents
        if held not in pool:
            return Refused(CoreRefusal.BAD_SETUP, {"path": hand_of(seat)}, "hands", invalid=True)
        work.move(card if card in pool else held, hand_of(seat), source=deck_of(seat))
    return None
