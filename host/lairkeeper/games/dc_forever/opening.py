"""Steps before the first round: drafts, starting characters, decks, Locations, the first Unaligned character, hands.

"DC Forever, Setup for Your First Game", "2-Player Standard Setup" and "Multiplayer Setup".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.asking import ask_each
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, replace, save

from .args import as_character, at_turn, named_as, with_card
from .catalog import CARDS, CARDS_OF, CATALOG, CHARACTERS, RESOURCE_KINDS, side_of, sort_of, standee_of
from .hands import draw, opening_hand
from .harm import enter
from .locations import Dealing, first_place
from .numbers import untyped, wrong_deck
from .places import (
    AT,
    BOX,
    HERO,
    HOME,
    ROGUE,
    SPARE,
    UNUSED,
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
from .steps import Asking, Opening, Placing

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


def _resume(work: Work, now: Opening) -> None:
    """Run the next step of the opening."""
    at = STEPS.index(now.step)
    if at + 1 < len(STEPS):
        save(work, now, replace(now, step=STEPS[at + 1]))
    work.again()
    _OPENING[now.step](work, now)


def _order_step(work: Work, now: Opening) -> None:
    """Find the first player of each pair before the draft; the same player is first in round 1 (df-248)."""
    if not now.ordered:
        push_order(work)


def _draft_step(work: Work, now: Opening) -> None:
    """Let the players draft, unless the set-up gives the teams."""
    if not all(work.state.size(reserve_of(seat)) or team(work.state, seat) for seat in work.state.seats):
        push(work, Drafting(None, draft_order(work.state), 0))


def _starters_step(work: Work, now: Opening) -> None:
    """Let the players choose starting characters, unless the set-up gives them."""
    if not all(deck_of(seat) in work.state.pooled for seat in work.state.seats):
        push(work, Starting(work.state.seats, {}))


def _decks_step(work: Work, now: Opening) -> None:
    """Build the starting decks that the set-up does not build."""
    for seat in work.state.seats:
        if deck_of(seat) not in work.state.pooled:
            build_deck(work, seat)


def _deal_step(work: Work, now: Opening) -> None:
    """Deal the Locations, three with any number of players (df-246).

    Their texts do nothing before the Plotting Stage (df-8).
    """
    push(work, Dealing())


def _unaligned_step(work: Work, now: Opening) -> None:
    """Place the first Unaligned character; the number of players changes nothing (df-246)."""
    if now.neutral and not any(neutral(work.state, place) for place in AT):
        push(work, Placing(players(work.state, ROGUE)[0], first_place(work.state)))


def _hands_step(work: Work, now: Opening) -> None:
    """Let all draw, then begin the first round."""
    _hands(work)
    work.pop()
    begin_round(work, now.stage)


_OPENING: Final[Mapping[str, Callable[[Work, Opening], None]]] = {
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


OPENING: Final = step_kind(Opening, resume=_resume)


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


@quick
@dataclass(frozen=True, slots=True)
class Drafting(Asking):
    """The players draft their teams, turn by turn."""

    KIND: ClassVar[str] = "draft"
    turns: tuple[tuple[Seat, int], ...]
    """Turns that are still to come, each with its number of characters."""
    taken: int
    """Characters that were drafted in the first of them."""


def _draft_resume(work: Work, step: Drafting) -> None:
    """Ask the players for characters, turn by turn."""
    left, prompt = (len(step.turns), step.taken), work.top.prompt
    if not step.turns:
        work.pop()
    elif prompt is None or prompt.args["left"] != left:
        seat, n = step.turns[0]
        save(work, step, replace(step, seat=seat), "seat")
        work.turn_of(seat)
        work.ask("draft", cite=CITE, seat=seat, n=n - step.taken, left=left)


def _cannot_draft(now: Moment[Drafting], by: Seat, card: Component) -> Verdict:
    """Refuse pieces that cannot be drafted now."""
    state = now.state
    if sort_of(card) != CHARACTERS or side_of(card) != side(state, by):
        return no(DC.NOT_A_CHARACTER, CITE, card=card)
    if not state.printed(card).get("health"):
        return no(DC.NO_NUMBERS, CITE, card=kind_of(card))
    gap = untyped(state, card)
    if gap is not None:
        return no(DC.NO_NUMBERS, CITE, card=gap)
    return None if card in state.zone(BOX) else no(DC.DRAFTED, CITE, card=card, seat=owner_of(state, card) or "")


def _draft(work: Work, step: Drafting, by: Seat, card: Component) -> None:
    """Draft one character."""
    give(work, by, card)
    (_, n), *rest = step.turns
    if step.taken + 1 >= n:
        save(work, step, replace(step, turns=tuple(rest), taken=0), "taken")
    else:
        save(work, step, replace(step, taken=step.taken + 1))
    work.again()


def _undrafted(now: Moment[Drafting]) -> Iterator[Label]:
    """Offer the undrafted characters of the player's side."""
    which = side(now.state, now.step.seat)
    return named_as(now, (card for card in now.state.zone(BOX) if side_of(card) == which))


DRAFT: Final = step_kind(
    Drafting,
    move("draft", Drafting, _draft, unless=_cannot_draft, codes=(DC.NOT_A_CHARACTER, DC.DRAFTED, DC.NO_NUMBERS),
         stamped=True, by=at_turn(CITE), card=Arg(_undrafted, read=as_character),
         answers=Answer("draft", with_card, cards=True, even_refused=True), rule=CITE),
    resume=_draft_resume,
    prompts=(PromptSpec("draft", ("draft",), CITE),),
)  # fmt: skip


# Starting characters ----------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Starting(StepData):
    """The players choose their starting characters, all at once and in secret."""

    KIND: ClassVar[str] = "starters"
    seats: tuple[Seat, ...]
    picked: Mapping[Seat, tuple[Component, ...]]
    """Characters that each player has chosen so far."""
    secret: bool = False
    """True after a choice that only its seat may know (`SECRET`)."""

    def of(self, seat: Seat) -> tuple[Component, ...]:
        """Return the starting characters that a player has chosen so far."""
        return self.picked.get(seat, ())


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


def _starters_resume(work: Work, step: Starting) -> None:
    """Let all players choose secretly, and reveal all starting characters together (df-3, df-249)."""
    if work.top.prompt is None:
        work.turn_of(None)
    if ask_each(work, "starters", step.seats, cite="starters", sealed=True) is not None:
        work.pop()
        for seat in step.seats:
            for card in step.of(seat):
                enter(work, seat, card)


def _not_awaited(now: Moment[Starting], said: Any) -> Verdict:
    return None if said in now.waiting else Refused(CoreRefusal.NOT_ASKED, {"seat": said})


CHOOSER: Final[Arg[Starting]] = Arg(
    lambda now: (now.viewer,) if now.viewer in now.waiting else (), _not_awaited, (CoreRefusal.NOT_ASKED,)
)
"""A player who has not chosen yet; only this player's own page is offered anything."""


def _no_starter(now: Moment[Starting], by: Seat, card: Component) -> Verdict:
    """Refuse pieces that cannot be chosen as starting characters."""
    state = now.state
    if sort_of(card) != CHARACTERS or card not in state.zone(reserve_of(by)):
        return no(DC.NOT_IN_RESERVE, "starters", card=card, seat=by)
    picked = now.step.of(by)
    if card not in picked and len(picked) >= starters(state, by):
        return no(DC.TOO_MANY_STARTERS, "starters", n=starters(state, by))
    return None


def _starter(work: Work, step: Starting, by: Seat, card: Component) -> None:
    """Choose a starting character, or take the choice back."""
    have = step.of(by)
    after = tuple(each for each in have if each != card) if card in have else (*have, card)
    save(work, step, replace(step, picked={**step.picked, by: after}, secret=True), "secret")


def _not_complete(now: Moment[Starting], by: Seat) -> Verdict:
    """Refuse too few starting characters, a deck of the wrong size, or a cost above the maximum (df-3)."""
    state, step = now.state, now.step
    picked = step.of(by)
    if len(picked) < starters(state, by):
        return no(DC.TOO_FEW_STARTERS, "starters", n=starters(state, by))
    wrong = wrong_deck(state, by, picked, len(deck_cards(state, by, picked)) + len(resources(state, by)))
    if wrong is not None:
        return wrong
    mates = [each for each in players(state, side(state, by)) if each != by]
    cost = cost_of(state, picked)
    for each in mates:
        cost += _cheapest(state, each) if each in now.waiting else cost_of(state, step.of(each))
    most = allowed_cost(state, by)
    return no(DC.OVER_COST, "starters", cost=cost, most=most) if cost > most else None


def _starters_done(work: Work, step: Starting, by: Seat) -> None:
    """Keep a player's choice as final."""
    work.answer(by, option="starters")


def _reserved(now: Moment[Starting]) -> Iterator[Label]:
    """Offer the characters of the viewer's reserve."""
    return named_as(now, (card for card in now.state.zone(reserve_of(now.viewer)) if sort_of(card) == CHARACTERS))


def _pick(now: Moment[Starting], command: Command) -> str:
    """Return the code of an option: to take a choice back, or to choose."""
    return "unpick" if command.card in now.step.of(now.viewer) else "pick"


STARTERS: Final = step_kind(
    Starting,
    move("starter", Starting, _starter, unless=_no_starter, codes=(DC.NOT_IN_RESERVE, DC.TOO_MANY_STARTERS),
         stamped=True, by=CHOOSER, card=Arg(_reserved, read=as_character),
         answers=Answer(_pick, with_card, cards=True, even_refused=True), rule="starters"),
    move("done", Starting, _starters_done, unless=_not_complete, by=CHOOSER,
         codes=(DC.TOO_FEW_STARTERS, DC.DECK_SIZE, DC.OVER_COST),
         answers=Answer("starters-done", even_refused=True), rule="starters"),
    resume=_starters_resume,
    prompts=(PromptSpec("starters", ("pick", "unpick", "starters-done"), "starters"),),
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
