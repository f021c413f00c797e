"""Locations and Unaligned characters: dealt, replaced, placed, and their effects after an activation.

"DC Forever, Location Deck", "Unaligned Character Deck", "Prepare for Further Confrontations" and "Attack".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, save
from lairkeeper.rules.step import replace as changed

from .args import ROW, asked
from .catalog import NEUTRALS, PLACES, side_of, sort_of
from .citizens import citizens, claim_goal, shift, supply
from .hands import draw
from .harm import suffer
from .places import (
    AT,
    HERO,
    LOCATION_DECK,
    LOCATION_DISCARD,
    REMOVED,
    SWAYED,
    UNALIGNED_DECK,
    fact,
    in_play,
    location,
    marked,
    may_come,
    neutral,
    neutral_at,
    numbered,
    place_named,
    place_of,
    thresholds,
    words_at,
)
from .refusals import DC, no
from .steps import Aftermath, Placing, Words

CITE: Final = "locations"


def empty_places(state: State) -> tuple[Path, ...]:
    """Return the places without a Location card."""
    return tuple(at for at in AT if location(state, at) is None)


def replaceable(state: State) -> tuple[Path, ...]:
    """Return the Locations without citizens; they stay, with their effects, until the Resolution Phase (df-242)."""
    return tuple(at for at in AT if location(state, at) is not None and not citizens(state, at))


def replace(work: Work, places: Iterable[Path]) -> None:
    """Discard emptied Locations, all in one step, and deal new ones in their places (df-117, df-242).

    Scheme, characters and Unaligned character stay where they are, now at the new Location.
    """
    places = tuple(places)
    gone = 0
    for place in places:
        if work.state.size(LOCATION_DECK) <= gone and not _reshuffle(work):
            break
        here = location(work.state, place)
        if here is not None:
            work.move(here, LOCATION_DISCARD)
            gone += 1
    if gone:
        push(work, Dealing())


def _reshuffle(work: Work) -> bool:
    """Shuffle the discarded Locations into an empty Location deck (df-243) and return whether there are any.

    House rule: they stay where they are.
    """
    cards = work.state.zone(LOCATION_DISCARD)
    if work.state.rules.location_deck != "reshuffle":
        return False
    for card in cards:
        work.move(card, LOCATION_DECK)
    return bool(cards)


def emptied(work: Work, place: Path) -> None:
    """Replace an emptied Location at once, by a house rule only (df-242)."""
    if work.state.rules.replace == "at-once" and place in replaceable(work.state):
        replace(work, (place,))


# Dealing Locations ------------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Dealing(StepData):
    """Locations are dealt to the places without one."""

    KIND: ClassVar[str] = "deal"


def _deal_resume(work: Work, step: Dealing) -> None:
    """Ask for a Location for each place without one, as long as the deck has any."""
    empty, prompt = empty_places(work.state), work.top.prompt
    if not empty or not work.state.size(LOCATION_DECK):
        work.pop()
    elif prompt is None or prompt.args["left"] != len(empty):
        work.ask("deal", cite=CITE, n=len(empty), left=len(empty))


def _cannot_deal(now: Moment[Dealing], card: Label, target: str | None = None, by: Seat | None = None) -> Verdict:
    """Refuse cards that cannot be dealt."""
    state = now.state
    if sort_of(card) != PLACES or not may_come(state, LOCATION_DECK, card):
        return no(DC.NOT_OPEN, CITE, card=card)
    if not state.printed(card):
        return no(DC.NO_NUMBERS, CITE, card=kind_of(card))
    return None if _goal(state, target) in empty_places(state) else no(DC.NOT_A_PLACE, CITE, target=target or "")


def _goal(state: State, target: str | None) -> Path | None:
    """Return the place that is named, else the first without a Location."""
    return target if target is not None else next(iter(empty_places(state)), None)


def _deal(work: Work, step: Dealing, card: Label, target: str | None = None, by: Seat | None = None) -> None:
    """Deal a Location."""
    reveal_location(work, card, _goal(work.state, target) or AT[0])
    work.again()


def reveal_location(work: Work, card: Label, place: Path) -> None:
    """Reveal a Location and put citizens on it at once (df-118; "DC Forever, Location Deck").

    Its value says how many (df-7).
    """
    card = numbered(work.state, card)
    work.move(card, place, source=LOCATION_DECK, index=0)
    supply(work, place, fact(work.state, card, "citizens", 0))


def _pool(state: State, deck: Path) -> Iterable[Label]:
    """Return the labels of the cards of a deck."""
    at = state.pooled.get(deck)
    return state.pools[at].contents if at is not None else ()


def _next_cards(deck: Path, sort: str) -> Arg[StepData]:
    """Return a card that comes from a deck of a sort."""

    def offer(now: Moment[StepData]) -> Iterator[Label]:
        cards = _pool(now.state, deck) if now.naming is None else (now.naming,)
        return (card for card in cards if sort_of(card) == sort)

    return Arg(offer)


DEAL: Final = step_kind(
    Dealing,
    move("deal", Dealing, _deal, unless=_cannot_deal, codes=(DC.NOT_OPEN, DC.NO_NUMBERS, DC.NOT_A_PLACE), stamped=True,
         card=_next_cards(LOCATION_DECK, PLACES), target=Arg(lambda now: (None, *empty_places(now.state))), by=ANYBODY,
         rule=CITE),
    resume=_deal_resume,
    prompts=(PromptSpec("deal", (), CITE),),
)  # fmt: skip


# Placing Unaligned characters -------------------------------------------------------------------------------------


def first_place(state: State) -> Path:
    """Return the Location with the most citizens; of several the one nearest the Unaligned deck, at the right (df-10).

    For this tie the general rule of ties does not hold (df-163).
    """
    return max(AT, key=lambda at: (citizens(state, at), at))


def goals(state: State, step: Placing) -> tuple[Path, ...]:
    """Return the places for the next Unaligned character: those without one, swayed or not (df-102).

    House rule: any place.
    """
    if step.only:
        return (step.only,)
    if state.rules.next_unaligned == "any":
        return AT
    return tuple(at for at in AT if neutral(state, at) is None)


def _place_resume(work: Work, step: Placing) -> None:
    """Ask for the next Unaligned character.

    None comes when every place is taken (df-103) or the deck is empty (df-235). House rule: removed ones form a new
    deck.
    """
    if step.over:
        work.pop()
        return
    if not work.state.size(UNALIGNED_DECK) and work.state.rules.unaligned_deck == "reshuffle":
        for card in work.state.zone(REMOVED):
            if sort_of(card) == NEUTRALS:
                work.move(card, UNALIGNED_DECK)
    if not goals(work.state, step) or not work.state.size(UNALIGNED_DECK):
        work.pop()
    elif work.top.prompt is None:
        work.ask("next-unaligned", cite="unaligned", seat=step.seat)


def _cannot_place(now: Moment[Placing], by: Seat, card: Label, target: Label) -> Verdict:
    """Refuse cards and places that do not fit."""
    state = now.state
    if sort_of(card) != NEUTRALS or not may_come(state, UNALIGNED_DECK, card):
        return no(DC.NOT_OPEN, "unaligned", card=card)
    place = place_named(state, target)
    if place is None:
        return no(DC.NOT_A_PLACE, "unaligned", target=target)
    return None if place in goals(state, now.step) else no(DC.TAKEN, "unaligned", card=location(state, place) or "")


def _place(work: Work, step: Placing, by: Seat, card: Label, target: Label) -> None:
    """Place the next Unaligned character."""
    place_neutral(work, card, place_named(work.state, target) or AT[0])
    save(work, step, changed(step, over=True))
    work.again()


def place_neutral(work: Work, card: Label, place: Path) -> None:
    """Move an Unaligned character from its deck to a Location."""
    work.move(numbered(work.state, card), place, source=UNALIGNED_DECK)


NEXT: Final = step_kind(
    Placing,
    move("place", Placing, _place, unless=_cannot_place, codes=(DC.NOT_OPEN, DC.NOT_A_PLACE, DC.TAKEN), stamped=True,
         by=asked("unaligned"), card=_next_cards(UNALIGNED_DECK, NEUTRALS), target=ROW, rule="unaligned"),
    resume=_place_resume,
    prompts=(PromptSpec("next-unaligned", (), "unaligned"),),
)  # fmt: skip


# After an activation ----------------------------------------------------------------------------------------------


_DUTIES: Final = ("hurt", "draw", "claim", "strike")
"""Words of Locations and Unaligned characters that the app carries out after an activation."""


def duties(state: State, char: Component) -> Words:
    """Return the effects of a Location and its Unaligned character on a character that was activated there (df-228).

    Only the character's side of the Location counts (df-9), while the card lies in the row (df-174). An Unaligned
    character has each ability whose threshold its citizens reach, one or several (df-95, df-96, df-232). Once swayed it
    ignores Rogues (df-99), not Heroes (df-237).
    """
    place = place_of(state, char)
    if place is None:
        return ()
    words = words_at(state, place, side_of(char) or HERO)
    found = [(word, n) for word, n in words if word in ("hurt", "draw")]
    card = neutral(state, place)
    for word, least in thresholds(state, place):
        on = citizens(state, neutral_at(place)) >= least
        ignores = marked(state, card or "", SWAYED) and word == "strike" and side_of(char) != HERO
        if on and not ignores:
            found.append((word, 1))
    return tuple(found)


def _duty(work: Work, step: Aftermath, word: str, n: int) -> None:
    """Carry out one effect; an Unaligned character uses its own Attack or Claim value, at its Location (df-229)."""
    char = step.char
    place = place_of(work.state, char)
    if place is None:
        return
    card = neutral(work.state, place) or ""
    match word:
        case "hurt":
            suffer(work, char, n, None)
        case "draw":
            draw(work, step.seat, n)
        case "strike":
            suffer(work, char, fact(work.state, card, "attack", 0), None, attack=True)
        case "claim":
            shift(work, place, claim_goal(work.state, place), fact(work.state, card, "claim", 0))
            emptied(work, place)


def _after_resume(work: Work, step: Aftermath) -> None:
    """Carry out the effects after an activation; all of them are mandatory (df-38).

    Of several the active player chooses the order (df-173, df-231).
    """
    todo, prompt = step.todo, work.top.prompt
    if todo is None:
        todo = duties(work.state, step.char)
        before, step = step, changed(step, todo=todo)
        save(work, before, step)
    if not todo or not in_play(work.state, step.char):
        work.pop()
    elif len(todo) == 1:
        _carry_out(work, step, 0)
    elif prompt is None or prompt.args["left"] != len(todo):
        work.ask("aftermath", cite="unaligned", seat=step.seat, card=step.char, left=len(todo))


def _carry_out(work: Work, step: Aftermath, at: int) -> None:
    """Carry out one of the effects that are still to come."""
    todo = step.todo or ()
    save(work, step, changed(step, todo=(*todo[:at], *todo[at + 1 :])))
    _duty(work, step, *todo[at])
    work.again()


def _words(step: Aftermath) -> list[str]:
    """Return the words of the effects that are still to come."""
    return [word for word, _ in step.todo or ()]


def _not_waiting(now: Moment[Aftermath], said: Any) -> Verdict:
    """Refuse effects that are not waiting."""
    return None if said in _words(now.step) else no(DC.NOT_OPEN, "unaligned", card=said)


def _after(work: Work, step: Aftermath, by: Seat, option: str) -> None:
    """Carry out the effect that the player chose."""
    _carry_out(work, step, _words(step).index(option))


def _all(work: Work, step: Aftermath, by: Seat) -> None:
    """Carry out the first effect that is listed."""
    _carry_out(work, step, 0)


AFTERMATH: Final = step_kind(
    Aftermath,
    move("done", Aftermath, _all, by=asked("unaligned"), answers=Answer("as-listed", even_refused=True),
         rule="unaligned"),
    move("resolve", Aftermath, _after, by=asked("unaligned"), rule="unaligned",
         option=Arg(lambda now: dict.fromkeys(_words(now.step)), _not_waiting, (DC.NOT_OPEN,)),
         answers=Answer(lambda now, command: f"duty-{command.option}", even_refused=True)),
    resume=_after_resume,
    prompts=(PromptSpec("aftermath", (*(f"duty-{word}" for word in _DUTIES), "as-listed"), "unaligned"),),
)  # fmt: skip
