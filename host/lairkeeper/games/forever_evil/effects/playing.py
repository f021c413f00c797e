"""Playing a card: its text first, then what it triggers ("Forever Evil, Order of Playing Your Cards")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.step import push

from ..catalog import CATALOG
from ..moving import bring
from ..places import in_play_of, on_villain_of
from .acts import character_of, script_of
from .counts import Told
from .instant import is_instant, run_all
from .script import Bonus
from .triggers import Resolving, trigger
from .turn_facts import FIRST_OF, POWER, later_power, note, note_play, noted, used

PASSING: Final = "passing"
"""Mark of a Location that was not played from the hand, where a house rule does not let it stay."""
TO_PLAY: Final = "to-play"
"""Mark of a card that was gained to be played and waits for its turn; so far it does nothing."""
_FIRESTORM: Final = "firestorm"


def play_card(
    work: Work, seat: Seat, label: Label, places: Iterable[Path], *, from_hand: bool = True, target: Seat | None = None
) -> Component:
    """Put a card into play and carry out its text."""
    card = lay_down(work, seat, label, places, from_hand=from_hand)
    do_text(work, seat, card, target)
    return card


def lay_down(work: Work, seat: Seat, label: Label, places: Iterable[Path], *, from_hand: bool) -> Component:
    """Put a card into play without its text.

    A house rule marks a Location that was not played from the hand (fe-178).
    """
    card = bring(work, label, in_play_of(seat), places)
    if not from_hand and "location" in CATALOG.get(card).types and work.state.rules.locations == "from-hand-stay":
        work.emit(ev.Marked(card, PASSING, seat, 1, "turn"))
    return card


def do_text(work: Work, seat: Seat, card: Component, target: Seat | None = None) -> None:
    """Play a card in play: for the first time, or again because Firestorm Matrix has kept it (fe-179)."""
    # Noted before the text, so that Martian Manhunter counts himself (fe-110).
    note_play(work, card)
    if work.state.active == seat:
        note(work, POWER, later_power(work.state, card, in_play_of(seat)))
    script = script_of(card)
    if script is not None and is_instant(script.play) and not _asks(work.state, seat, card):
        run_all(work, script.play, Told(seat, card))
        add_bonuses(work, seat, card)
        return
    push(work, Resolving("text", seat, card, pending=(), target=target))


def asks_nobody(card: Label) -> bool:
    """Return whether a card's text is over as soon as it is played."""
    script = script_of(card)
    return script is not None and is_instant(script.play)


def _asks(state: State, seat: Seat, card: Label) -> bool:
    """Return whether the Super-Villain can let its player choose something after the text."""
    _, character = character_of(state, seat)
    return character.first_of is not None and not noted(state, FIRST_OF)


def set_off(work: Work, seat: Seat, card: Component) -> None:
    """Trigger what playing a card sets off, once its text is done.

    Black Adam may destroy his first Super Power of his own turn (fe-172), and Bane his first card.
    """
    add_bonuses(work, seat, card)
    kind, character = character_of(work.state, seat)
    if character.first_of is None or work.state.active != seat or noted(work.state, FIRST_OF):
        return
    if character.first_of.fits(card, in_play_of(seat), work.state.rules):
        note(work, FIRST_OF)
        if work.state.where.get(card) == in_play_of(seat):
            trigger(work, kind, "first_of", seat, card)
    elif character.first_card:
        note(work, FIRST_OF)


def add_bonuses(work: Work, seat: Seat, card: Label) -> None:
    """Add Power from Locations and from Green Arrow, in their owner's own turn (fe-180).

    Each of them that the card fits pays, so that several pay for an Element Woman (fe-105). See "Forever Evil,
    Locations".
    """
    if work.state.active != seat:
        return
    power = 0
    for source, bonus in bonuses(work.state, seat, card):
        if bonus.cards.fits(card, in_play_of(seat), work.state.rules) and _still_pays(work, source):
            power += bonus.power
    if power:
        note(work, POWER, power)


def _still_pays(work: Work, source: Label) -> bool:
    """Return whether a lasting text still pays: a Location pays for each card (fe-101).

    By a house rule it pays only for the first card of a turn, and the use is noted here.
    """
    if work.state.rules.location_bonus == "each-card" or "location" not in CATALOG.get(source).types:
        return True
    if noted(work.state, used(source)):
        return False
    note(work, used(source))
    return True


def bonuses(state: State, seat: Seat, card: Label) -> Iterable[tuple[Label, Bonus]]:
    """Yield each lasting text in front of a seat with its card, the texts that Firestorm has borrowed too.

    No player has anything from a Location in front of a foe (fe-180). Borrowed texts work only while Firestorm is in
    play (fe-87). They do not count Firestorm himself. No other card with a lasting text has the type that it counts.
    """
    for each in state.zone(in_play_of(seat)):
        script = script_of(each)
        if script is not None and script.bonus is not None and not state.marked(each, TO_PLAY):
            yield each, script.bonus
        if kind_of(each) == _FIRESTORM and each != card:
            for borrowed in state.zone(on_villain_of(seat)):
                text = script_of(borrowed)
                if text is not None and text.bonus is not None:
                    yield borrowed, text.bonus
