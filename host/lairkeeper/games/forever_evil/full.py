"""Moves of a turn at level `full`: play cards, buy for Power, use abilities; anything else only by force."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.kernel import Move, Verdict, seats_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import move
from lairkeeper.rules.step import StepData

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
from .market import BUY, DEFEAT, deck_card, defeat, defeats, not_bought, not_defeated, own_turn, sales
from .market import POWER as POWER_UNKNOWN
from .moving import identify
from .places import HERO, KEPT, KICKS, LINE_UP, discard_of, find, hand_of, in_play_of
from .refusals import FE, no
from .team import STACK_VILLAIN, foes, held_check, never_held

_RULE: Final = "order-of-play"


# Playing ----------------------------------------------------------------------------------------------------------


def _not_played(now: Moment[StepData], by: Seat, card: Label, target: Seat | None = None) -> Verdict:
    refused = deck_card(card, _RULE) or own_turn(now.state, by)
    if refused is not None:
        return refused
    if target is not None and target not in foes(now.state, by):
        return Refused(FE.NOT_A_FOE, {"seat": target}, "attacks")
    if find(now.state, card, (hand_of(by),)) is None:
        return no(FE.NOT_IN_HAND, _RULE, card=card, seat=by)
    return held_check(now.state, by, card)


def _play(work: Work, step: StepData, by: Seat, card: Label, target: Seat | None = None) -> None:
    if never_held(work.state, by, card):
        acts.destroy(work, by, card, (hand_of(by),))
    else:
        play_card(work, by, card, (hand_of(by),), target=target)


def _playable(now: Moment[StepData]) -> Iterable[tuple[Seat, Label, None]]:
    state, naming, active = now.state, now.naming, now.state.active
    if active is None or active not in seats_of(state, now.viewer):
        return
    for card in hand_labels(state, active, naming):
        yield active, card, None
    if naming is not None and deck_card(naming, _RULE) is None:
        # Offered out of turn too, so that the refusal tells the player whose turn it is.
        for seat in state.seats:
            if seat != active and find(state, naming, (hand_of(seat),)) is not None:
                yield seat, naming, None


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


PLAY_FULL: Final = replace(
    move("play", StepData, _play, unless=_not_played, offers=_playable, stamped=True, rule=_RULE,
         codes=(FE.NOT_A_DECK_CARD, CoreRefusal.OUT_OF_TURN, FE.NOT_IN_HAND, FE.NOT_A_FOE, FE.BANNED_CARD,
                FE.ENEMY_TYPE)).move,
    levels=FULL,
    fan_levels=FULL,
)  # fmt: skip
"""Move that plays a card of the hand, whichever the player wants; its text takes effect at once (fe-148)."""


# Buying -----------------------------------------------------------------------------------------------------------


def price(state: State, card: Label, *, defeat: bool) -> int:
    """Return what a card costs: printed, less the discount of destroyed Words of Power if the card is defeated.

    Only the top of the Super Hero stack is defeated (fe-20). The discount cannot bring the price below 0 (fe-21).
    """
    cost = cost_of(card, state.rules)
    return max(0, cost - noted(state, DISCOUNT)) if defeat else cost


def _affordable(
    plain: Move,
    unless: Callable[[Moment[StepData], Seat, Label], Verdict],
    offers: Callable[[Moment[StepData]], Iterable[tuple[Seat | None, Label]]],
    *,
    defeated: bool,
) -> Move:
    """Return a move that takes the price of a card from the Power; the rest is left for other cards (fe-146).

    A card that costs more than the Power is refused (fe-13).
    """

    def check(now: Moment[StepData], by: Seat, card: Label) -> Verdict:
        verdict = unless(now, by, card)
        if isinstance(verdict, Refused):
            return verdict
        if CATALOG.get(card).cost is None:
            return POWER_UNKNOWN
        need, have = price(now.state, card, defeat=defeated), noted(now.state, POWER)
        if need > have:
            return no(FE.NOT_ENOUGH_POWER, "gameplay", card=card, need=need, have=have)
        return None

    def apply(work: Work, step: StepData, by: Seat, card: Label) -> None:
        need = price(work.state, card, defeat=defeated)
        note(work, POWER, -min(need, noted(work.state, POWER)))
        if kind_of(card) == STACK_VILLAIN:
            defeat(work, step, by, card)
            return
        places = (HERO,) if defeated else (LINE_UP, KICKS)
        found = find(work.state, card, places)
        acquired = acts.acquire(work, by, card, places)
        # A defeated Super Hero does not come from the Line-Up (fe-157).
        if found is not None and found.place == LINE_UP:
            acts.offer_deck(work, by, acquired)

    paid = move(plain.name, StepData, apply, unless=check, codes=(*plain.refusals, FE.NOT_ENOUGH_POWER), offers=offers,
                stamped=True, rule=plain.rule)  # fmt: skip
    return replace(paid.move, levels=FULL)


BUY_FULL: Final = _affordable(BUY, not_bought, sales, defeated=False)
DEFEAT_FULL: Final = _affordable(DEFEAT, not_defeated, defeats, defeated=True)


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


def _not_used(now: Moment[StepData], by: Seat, card: Label) -> Verdict:
    """Refuse an ability outside its owner's turn (fe-141), a Location's too (fe-180).

    An ability is also refused where its cards are not there, or where it was used up this turn.
    """
    state = now.state
    refused = own_turn(state, by)
    if refused is not None:
        return replace(refused, forcible=False)
    own = _own(state, by, card)
    if own is None:
        return Refused(FE.NOT_IN_PLAY, {"card": card, "seat": by}, "locations")
    what = _usable(state, by, own)
    if what is None or not _can_be_done(state, by, what):
        return no(FE.CANNOT_USE, "cards", card=own)
    if noted(state, used(own)) and not what.use_often:
        return no(FE.USED_UP, "locations", card=own)
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


def _use(work: Work, step: StepData, by: Seat, card: Label) -> None:
    seat = work.state.active
    assert seat is not None
    identify(work, card, in_play_of(seat))
    own = _own(work.state, seat, card)
    assert own is not None
    note(work, used(own))
    what = _usable(work.state, seat, own)
    if what is None or not what.use:
        do_text(work, seat, own)  # Firestorm Matrix has kept it: it is played again (fe-107).
    else:
        begin_resolving(work, seat, own)
        push_text(work, kind_of(own), "use", (), Told(seat, own))


def _uses(now: Moment[StepData]) -> Iterable[tuple[Seat, Label]]:
    state, naming, active = now.state, now.naming, now.state.active
    if active is None or active not in seats_of(state, now.viewer) or state.level not in FULL:
        return
    for card in (*state.zone(in_play_of(active)), *state.zone(f"villain.{active}")):
        if (naming is None or card == _own(state, active, naming)) and _usable(state, active, card) is not None:
            yield active, card


def _of_a_villain(state: State, command: Command) -> bool:
    return command.card is not None and kind_of(command.card) in CHARACTERS


USE: Final = replace(
    move("use", StepData, _use, unless=_not_used, offers=_uses, stamped=True, rule="locations",
         codes=(CoreRefusal.OUT_OF_TURN, FE.NOT_IN_PLAY, FE.CANNOT_USE, FE.USED_UP)).move,
    levels=FULL,
    spoken=_of_a_villain,
)  # fmt: skip
"""Move that uses an ability of a Location, a kept card or the Super-Villain, in the player's own turn."""


# By force only ----------------------------------------------------------------------------------------------------


def insisted(plain: Move) -> Move:
    """Return a move that is refused in a turn, because no card says it.

    Players may insist, and then exactly that happens and nothing else.
    """

    def check(state: State, command: Command) -> Verdict:
        verdict = plain.check(state, command)
        if isinstance(verdict, Refused):
            return verdict
        return no(FE.NO_CARD_SAYS_SO, _RULE, move=plain.name)

    def candidates(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        return plain.candidates(state, viewer, naming) if naming is not None else ()

    refusals = (*plain.refusals, FE.NO_CARD_SAYS_SO)
    return replace(plain, check=check, candidates=candidates, spoken=True, levels=FULL, refusals=refusals)
