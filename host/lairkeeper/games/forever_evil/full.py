"""Moves of a turn at level `full`: play cards, buy for Power, use abilities; anything else only by force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.kernel import Move, Verdict, seats_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .cards import CHARACTERS
from .catalog import CATALOG
from .costs import cost_of
from .effects import acts
from .effects.carry_out import push_text
from .effects.counts import Told
from .effects.playing import do_text, play_card
from .effects.script import Character, Script
from .effects.triggers import begin_resolving
from .effects.turn_facts import DISCOUNT, POWER, note, noted, used, was_played
from .effects.vocabulary import Pick
from .hands import unseen_at
from .levels import FULL
from .market import BUY, DEFEAT, active_prompt, deck_card, own_turn
from .market import POWER as POWER_UNKNOWN
from .places import HERO, KEPT, KICKS, LINE_UP, discard_of, find, hand_of, identify, in_play_of
from .refusals import FE, no
from .team import STACK_VILLAIN, foes, held_check, never_held

_RULE: Final = "order-of-play"


# Playing ----------------------------------------------------------------------------------------------------------


def _play_check(state: State, command: Command) -> Verdict:
    card, seat = command.card or "", command.by or ""
    refused = deck_card(card, _RULE) or own_turn(state, command)
    if refused is not None:
        return refused
    if command.target is not None and command.target not in foes(state, seat):
        return Refused(FE.NOT_A_FOE, {"seat": command.target}, "attacks")
    if find(state, card, (hand_of(seat),)) is None:
        return no(FE.NOT_IN_HAND, _RULE, card=card, seat=seat)
    return held_check(state, seat, card)


def _play(work: Work, command: Command) -> None:
    assert command.by is not None
    if never_held(work.state, command.by, command.card or ""):
        acts.destroy(work, command.by, command.card or "", (hand_of(command.by),))
        return
    play_card(work, command.by, command.card or "", (hand_of(command.by),), target=command.target)


def _play_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    active = state.active
    if active is None or active not in seats_of(state, viewer):
        return
    for card in hand_labels(state, active, naming):
        yield Command(move="play", by=active, card=card, prompt=active_prompt(state))
    # Offered out of turn too, so that the refusal tells the player whose turn it is.
    for seat in state.seats if naming is not None and deck_card(naming, _RULE) is None else ():
        if seat != active and find(state, naming or "", (hand_of(seat),)) is not None:
            yield Command(move="play", by=seat, card=naming, prompt=active_prompt(state))


def hand_labels(state: State, seat: Seat, naming: Label | None) -> Iterable[Label]:
    """Return the cards that may be in a hand.

    For a named piece this is the piece itself, so that a refusal can tell why it is not played.
    """
    if naming is not None:
        if deck_card(naming, _RULE) is not None:
            return ()
        held = find(state, naming, (hand_of(seat),)) is not None
        return (naming,) if held or find(state, naming, (LINE_UP, KICKS, HERO)) is None else ()
    kinds = dict.fromkeys(kind_of(card) for card, _ in unseen_at(state, hand_of(seat)))
    return (kind for kind in kinds if kind in CATALOG.kinds)


PLAY_FULL: Final = Move(
    "play",
    _play,
    _play_check,
    _play_offers,
    ("by", "card"),
    ("target",),
    levels=FULL,
    refusals=(
        *(FE.NOT_A_DECK_CARD, CoreRefusal.OUT_OF_TURN, FE.NOT_IN_HAND, FE.NOT_A_FOE),
        *(FE.BANNED_CARD, FE.ENEMY_TYPE),
    ),
    rule=_RULE,
)
"""Move that plays a card of the hand, whichever the player wants; its text takes effect at once (fe-148)."""


# Buying -----------------------------------------------------------------------------------------------------------


def price(state: State, card: Label, *, defeat: bool) -> int:
    """Return what a card costs: printed, less the discount of destroyed Words of Power if the card is defeated.

    Only the top of the Super Hero stack is defeated (fe-20). The discount cannot bring the price below 0 (fe-21).
    """
    cost = cost_of(card, state.rules)
    return max(0, cost - noted(state, DISCOUNT)) if defeat else cost


def _affordable(move: Move, *, defeat: bool) -> Move:
    """Return a move that takes the price of a card from the Power; the rest is left for other cards (fe-146).

    A card that costs more than the Power is refused (fe-13).
    """

    def check(state: State, command: Command) -> Verdict:
        verdict = move.check(state, command)
        if isinstance(verdict, Refused):
            return verdict
        if CATALOG.get(command.card or "").cost is None:
            return POWER_UNKNOWN
        need, have = price(state, command.card or "", defeat=defeat), noted(state, POWER)
        if need > have:
            return no(FE.NOT_ENOUGH_POWER, "gameplay", card=command.card, need=need, have=have)
        return None

    def apply(work: Work, command: Command) -> None:
        assert command.by is not None
        seat, label = command.by, command.card or ""
        need = price(work.state, label, defeat=defeat)
        note(work, POWER, -min(need, noted(work.state, POWER)))
        if kind_of(label) == STACK_VILLAIN:
            move.apply(work, command)
            return
        places = (HERO,) if defeat else (LINE_UP, KICKS)
        found = find(work.state, label, places)
        card = acts.acquire(work, seat, label, places)
        # A defeated Super Hero does not come from the Line-Up (fe-157).
        if found is not None and found.place == LINE_UP:
            acts.offer_deck(work, seat, card)

    return replace(move, check=check, apply=apply, levels=FULL, refusals=(*move.refusals, FE.NOT_ENOUGH_POWER))


BUY_FULL: Final = _affordable(BUY, defeat=False)
DEFEAT_FULL: Final = _affordable(DEFEAT, defeat=True)


# Abilities --------------------------------------------------------------------------------------------------------


def _usable(state: State, seat: Seat, card: Component) -> Script | Character | None:
    """Return what may be used of a card in front of a seat or of its Super-Villain, or None."""
    script = acts.script_of(card)
    if state.marked(card, KEPT) and not (script is not None and script.use):
        return script or Script()
    if card in state.zone(f"villain.{seat}"):
        _, character = acts.character_of(state, seat)
        return character if character.use else None
    return script if script is not None and script.use else None


def _own(state: State, seat: Seat, label: Label) -> Component | None:
    """Return the card in front of a seat that a label means, or None."""
    cards = (*state.zone(in_play_of(seat)), *state.zone(f"villain.{seat}"))
    exact = next((card for card in cards if label in {card, kind_of(card)}), None)
    if exact is not None:
        return exact
    found = find(state, label, (in_play_of(seat),))
    return found.instead if found is not None else None


def _use_check(state: State, command: Command) -> Verdict:
    """Refuse an ability outside its owner's turn (fe-141), a Location's too (fe-180).

    An ability is also refused where its cards are not there, or where it was used up this turn.
    """
    label, seat = command.card or "", command.by or ""
    refused = own_turn(state, command)
    if refused is not None:
        return replace(refused, forcible=False)
    card = _own(state, seat, label)
    if card is None:
        return Refused(FE.NOT_IN_PLAY, {"card": label, "seat": seat}, "locations")
    what = _usable(state, seat, card)
    if what is None or not _can_be_done(state, seat, what):
        return no(FE.CANNOT_USE, "cards", card=card)
    if noted(state, used(card)) and not what.use_often:
        return no(FE.USED_UP, "locations", card=card)
    return None


def _can_be_done(state: State, seat: Seat, what: Script | Character) -> bool:
    """Return whether the cards that an ability moves are there: one Weakness alone cannot go back (fe-89)."""
    first = what.use[0] if what.use else None
    if not isinstance(first, Pick):
        return True
    place = discard_of(seat) if first.places == ("discard",) else in_play_of(seat)
    cards = [card for card in state.zone(place) if first.cards.fits(card, place, state.rules)]
    if "played" in first.places:
        cards = [card for card in cards if was_played(state, card)]
    return len(cards) >= first.low


def _use(work: Work, command: Command) -> None:
    seat = work.state.active
    assert seat is not None
    identify(work, command.card or "", in_play_of(seat))
    card = _own(work.state, seat, command.card or "")
    assert card is not None
    note(work, used(card))
    what = _usable(work.state, seat, card)
    if what is None or not what.use:
        do_text(work, seat, card)  # Firestorm Matrix has kept it: it is played again (fe-107).
    else:
        begin_resolving(work, seat, card)
        push_text(work, kind_of(card), "use", (), Told(seat, card))


def _use_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    active = state.active
    if active is None or active not in seats_of(state, viewer):
        return
    for card in (*state.zone(in_play_of(active)), *state.zone(f"villain.{active}")):
        if (naming is None or card == _own(state, active, naming)) and _usable(state, active, card) is not None:
            yield Command(move="use", by=active, card=card, prompt=active_prompt(state))


USE: Final = Move(
    "use",
    _use,
    _use_check,
    _use_offers,
    ("by", "card"),
    levels=FULL,
    spoken=lambda state, command: kind_of(command.card or "") in CHARACTERS,
    refusals=(CoreRefusal.OUT_OF_TURN, FE.NOT_IN_PLAY, FE.CANNOT_USE, FE.USED_UP),
    rule="locations",
)
"""Move that uses an ability of a Location, a kept card or the Super-Villain, in the player's own turn."""


def usable(state: State, viewer: str) -> tuple[Option, ...]:
    """Return the abilities that can be used now, as answers to the question of the turn."""
    offers = (each for each in _use_offers(state, viewer, None) if _use_check(state, each) is None)
    return tuple(Option("use", each, {"card": each.card}) for each in offers)


# By force only ----------------------------------------------------------------------------------------------------


def insisted(move: Move) -> Move:
    """Return a move that is refused in a turn, because no card says it.

    Players may insist, and then exactly that happens and nothing else.
    """

    def check(state: State, command: Command) -> Verdict:
        verdict = move.check(state, command)
        if isinstance(verdict, Refused):
            return verdict
        return no(FE.NO_CARD_SAYS_SO, _RULE, move=move.name)

    def candidates(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        return move.candidates(state, viewer, naming) if naming is not None else ()

    refusals = (*move.refusals, FE.NO_CARD_SAYS_SO)
    return replace(move, check=check, candidates=candidates, spoken=True, levels=FULL, refusals=refusals)
