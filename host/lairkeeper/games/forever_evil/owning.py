"""Moves of cards that players own: passed, destroyed, played, pushed back, put under a deck or on a stack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict, seats_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import move
from lairkeeper.rules.step import StepData

from .catalog import CATALOG
from .levels import DECK
from .market import deck_card, own_turn
from .moving import bring
from .places import (
    DESTROYED,
    HERO,
    LINE_UP,
    MAIN_DECK,
    WEAKNESSES,
    deck_of,
    discard_of,
    find,
    in_play_of,
    known_cards,
    owner_of,
    places_of,
)
from .refusals import FE, no
from .set_aside import note_under
from .steps import appearance
from .team import arrives_at, held_check, pay_for

ONE_CARD: Final = "plus-1"
"""Token that stands for a card whose face nobody shows."""
_STAYS: Final = frozenset({"always", "once-a-turn"})


def stays(card: Label) -> bool:
    """Return whether a card stays in play once it is there ("Forever Evil, Locations") (fe-99).

    Locations do, and so does Green Arrow.
    """
    facts = CATALOG.find(card)
    return facts is not None and facts.ongoing in _STAYS


def not_yours(state: State, card: Label, seat: Seat | None, rule: str) -> Refused:
    """Return the refusal of a card that belongs to somebody else, or to nobody (fe-137).

    It was passed, put there by a text, misplaced, or not tapped when it came, so that the app asks.
    """
    return no(FE.NOT_YOURS, rule, card=card, seat=seat, owner=owner_of(state, card) or "")


def own_cards(state: State, seat: Seat, naming: Label | None) -> tuple[Label, ...]:
    """Return the cards of a seat that a command may name: open cards, and the kinds of the others.

    For a named piece this is the piece itself, if the seat can have it. Most moves list them, so they are worked out
    once a state.
    """
    global _latest  # noqa: PLW0603 - one entry, replaced as a whole: all moves of a moment ask of one state
    latest = _latest
    if latest is None or latest[0] is not state:
        latest = _latest = state, {}
    found = latest[1].get((seat, naming))
    if found is None:
        found = latest[1][seat, naming] = _own_cards(state, seat, naming)
    return found


_latest: tuple[State, dict[tuple[Seat, Label | None], tuple[Label, ...]]] | None = None


def _own_cards(state: State, seat: Seat, naming: Label | None) -> tuple[Label, ...]:
    if naming is not None:
        known = deck_card(naming, "gaining") is None
        return (naming,) if known and find(state, naming, places_of(seat)) is not None else ()
    name = state.pooled.get(deck_of(seat))
    pool = state.pools[name] if name is not None and state.size(deck_of(seat)) else None
    unseen = dict.fromkeys(kind_of(card) for card in pool.contents) if pool else {}
    return (*known_cards(state, seat), *(kind for kind in unseen if kind in CATALOG.kinds))


# Passing ----------------------------------------------------------------------------------------------------------


def _not_passed(now: Moment[StepData], by: Seat, card: Label, target: Seat) -> Verdict:
    if by == target:
        return no(FE.PASS_TO_SELF, "faq", seat=by)
    refused = deck_card(card, "faq")
    if refused is None and find(now.state, card, places_of(by)) is None:
        return not_yours(now.state, card, by, "faq")
    return refused


def _pass(work: Work, step: StepData, by: Seat, card: Label, target: Seat) -> None:
    """Pass a card to another player, who does not gain it (fe-94)."""
    bring(work, card, arrives_at(work.state, target, card, deck_of(target)), places_of(by))
    pay_for(work, target, card, gained=False)


def _passes(now: Moment[StepData]) -> Iterable[tuple[Seat, Label, Seat]]:
    for seat in seats_of(now.state, now.viewer):
        for card in own_cards(now.state, seat, now.naming):
            for target in now.state.seats:
                if target != seat:
                    yield seat, card, target


PASS: Final = replace(
    move("pass", StepData, _pass, unless=_not_passed, codes=(FE.PASS_TO_SELF, FE.NOT_A_DECK_CARD, FE.NOT_YOURS),
         offers=_passes, seat_target=True, spoken=True, rule="faq").move,
    levels=DECK,
)  # fmt: skip
"""Move that gives a card another owner, who does not gain it."""


def _not_passed_unseen(now: Moment[StepData], by: Seat, target: Seat, card: Label | None = None) -> Verdict:
    if card not in {None, ONE_CARD}:
        said = {"move": "pass-unseen", "argument": "card"}
        return Refused(CoreRefusal.UNEXPECTED_ARGUMENT, said, "faq", invalid=True)
    if by == target:
        return no(FE.PASS_TO_SELF, "faq", seat=by)
    return None if now.state.size(deck_of(by)) else no(FE.NOTHING_TO_PASS, "faq", seat=by)


def _pass_unseen(work: Work, step: StepData, by: Seat, target: Seat, card: Label | None = None) -> None:
    """Pass a card without knowing which: the app knows the two decks only together from now on."""
    work.emit(ev.PoolShifted(deck_of(by), deck_of(target), 1))


def _unseen_passes(now: Moment[StepData]) -> Iterable[tuple[Seat, Seat, Label | None]]:
    if now.naming is None or kind_of(now.naming) == ONE_CARD:
        for seat in seats_of(now.state, now.viewer):
            for target in now.state.seats:
                if target != seat:
                    yield seat, target, now.naming and ONE_CARD


PASS_UNSEEN: Final = replace(
    move("pass-unseen", StepData, _pass_unseen, unless=_not_passed_unseen, offers=_unseen_passes, seat_target=True,
         codes=(FE.PASS_TO_SELF, FE.NOTHING_TO_PASS, CoreRefusal.UNEXPECTED_ARGUMENT), spoken=True, rule="faq").move,
    levels=DECK,
)  # fmt: skip
"""Move that passes a card face down: nobody else may know which, and so neither may the app."""


# Destroying -------------------------------------------------------------------------------------------------------


def _destroy_places(by: Seat, target: Seat | None) -> tuple[Path, ...]:
    """Return the places that destroying reaches: own cards and the Line-Up, or a named foe's cards (fe-173)."""
    return (*places_of(by), LINE_UP) if target is None else places_of(target)


def _not_destroyed(now: Moment[StepData], by: Seat, card: Label, target: Seat | None = None) -> Verdict:
    refused = deck_card(card, "destroying")
    if refused is None and find(now.state, card, _destroy_places(by, target)) is None:
        return not_yours(now.state, card, target or by, "destroying")
    return refused


def _destroy(work: Work, step: StepData, by: Seat, card: Label, target: Seat | None = None) -> None:
    """Move a card to the destroyed pile; not even Kicks and Weaknesses go back to their stacks (fe-88)."""
    bring(work, card, DESTROYED, _destroy_places(by, target))


def _destroyable(now: Moment[StepData]) -> Iterable[tuple[Seat, Label, Seat | None]]:
    state, naming = now.state, now.naming
    mine = seats_of(state, now.viewer)
    in_line_up = _open_cards(state, LINE_UP, naming)
    for seat in state.seats:
        cards = own_cards(state, seat, naming) if seat in mine or naming is not None else ()
        for card in (*in_line_up, *cards) if seat in mine else ():
            yield seat, card, None
        if naming is not None and cards:
            for foe in mine:
                if foe != seat:
                    yield foe, naming, seat


def _open_cards(state: State, place: Path, naming: Label | None) -> tuple[Label, ...]:
    cards = state.zone(place)
    if naming is None:
        return cards
    return (naming,) if deck_card(naming, "line-up") is None and find(state, naming, (place,)) is not None else ()


DESTROY: Final = replace(
    move("destroy", StepData, _destroy, unless=_not_destroyed, codes=(FE.NOT_A_DECK_CARD, FE.NOT_YOURS),
         offers=_destroyable, seat_target=True, spoken=True, rule="destroying").move,
    levels=DECK,
)  # fmt: skip
"""Move that puts a card on the destroyed pile, which everybody may read."""


# In play ----------------------------------------------------------------------------------------------------------


def _not_played(now: Moment[StepData], by: Seat, card: Label) -> Verdict:
    state, rule = now.state, "locations"
    refused = deck_card(card, rule) or own_turn(state, by)
    if refused is not None:
        return refused
    if find(state, card, (deck_of(by), discard_of(by))) is None:
        if find(state, card, (in_play_of(by),)) is not None:
            return no(FE.ALREADY_IN_PLAY, rule, card=card)
        return not_yours(state, card, by, rule)
    return held_check(state, by, card)


def _play(work: Work, step: StepData, by: Seat, card: Label) -> None:
    bring(work, card, arrives_at(work.state, by, card, in_play_of(by)), (deck_of(by), discard_of(by)))


def _playable(now: Moment[StepData]) -> Iterable[tuple[Seat, Label]]:
    """Yield the cards that the player whose turn it is may play.

    A card of somebody else is among them, so that the app asks whether it was passed.
    """
    state, naming, active = now.state, now.naming, now.state.active
    if active is None or active not in seats_of(state, now.viewer):
        return
    whose = state.seats if naming is not None else (active,)
    for card in dict.fromkeys(card for seat in whose for card in own_cards(state, seat, naming)):
        yield active, card
    # Offered out of turn too, so that the refusal tells the player whose turn it is, and no card is destroyed.
    for seat in state.seats if naming is not None else ():
        if naming is not None and seat != active and own_cards(state, seat, naming):
            yield seat, naming


PLAY: Final = replace(
    move("play", StepData, _play, unless=_not_played, offers=_playable, stamped=True, rule="locations",
         codes=(FE.NOT_A_DECK_CARD, CoreRefusal.OUT_OF_TURN, FE.ALREADY_IN_PLAY, FE.NOT_YOURS, FE.BANNED_CARD,
                FE.ENEMY_TYPE)).move,
    levels=DECK,
)  # fmt: skip
"""Move that plays a card: a Location stays for the rest of the match, others stay until the end of the turn."""


def _not_in_play(now: Moment[StepData], by: Seat, card: Label) -> Verdict:
    refused = deck_card(card, "locations")
    if refused is None and find(now.state, card, (in_play_of(by),)) is None:
        return no(FE.NOT_IN_PLAY, "locations", card=card, seat=by)
    return refused


def _discard(work: Work, step: StepData, by: Seat, card: Label) -> None:
    """Move a card in play to its owner's discard pile, a Location too (fe-100)."""
    bring(work, card, discard_of(by), (in_play_of(by),))


def _discards(now: Moment[StepData]) -> Iterable[tuple[Seat, Label]]:
    for seat in seats_of(now.state, now.viewer):
        for card in _open_cards(now.state, in_play_of(seat), now.naming):
            yield seat, card


DISCARD: Final = replace(
    move("discard", StepData, _discard, unless=_not_in_play, codes=(FE.NOT_A_DECK_CARD, FE.NOT_IN_PLAY),
         offers=_discards, spoken=True, rule="locations").move,
    levels=DECK,
)  # fmt: skip
"""Move that pushes a card in play back to its owner's discard pile."""


# Under the main deck, back on the stack ---------------------------------------------------------------------------


def _not_under(now: Moment[StepData], by: Seat, card: Label) -> Verdict:
    """Refuse a card that cannot go under the main deck now.

    Destroyed cards can at any time. A player's own cards can only when Shazam!'s First Appearance takes them.
    """
    refused = deck_card(card, "cards")
    if refused is None and find(now.state, card, (DESTROYED,)) is None:
        taken = places_of(by) if _shazam_appears(now.state) else ()
        if find(now.state, card, taken) is None:
            return no(FE.NOT_THERE, "cards", card=card)
    return refused


def _shazam_appears(state: State) -> bool:
    now = appearance(state)
    return now is not None and kind_of(now.hero) == "shazam"


def _bottom(work: Work, step: StepData, by: Seat, card: Label) -> None:
    note_under(work, bring(work, card, MAIN_DECK, (*places_of(by), LINE_UP, DESTROYED, HERO)))


def _bottoms(now: Moment[StepData]) -> Iterable[tuple[Seat, Label]]:
    state, naming = now.state, now.naming
    shared = [card for place in (LINE_UP, DESTROYED, HERO) for card in _open_cards(state, place, naming)]
    for seat in seats_of(state, now.viewer):
        for card in (*own_cards(state, seat, naming), *(shared if seat == state.active else ())):
            yield seat, card


BOTTOM: Final = replace(
    move("bottom", StepData, _bottom, unless=_not_under, codes=(FE.NOT_A_DECK_CARD, FE.NOT_THERE), offers=_bottoms,
         spoken=True, rule="cards").move,
    levels=DECK,
)  # fmt: skip
"""Move that puts a card under the main deck, where it has no owner; even a Super Hero can end there (fe-92)."""


def _not_put_back(now: Moment[StepData], by: Seat, card: Label) -> Verdict:
    """Refuse a card that is no Weakness, and any Super-Villain but Bizarro (fe-89)."""
    if kind_of(card) != "weakness":
        return no(FE.NOT_A_WEAKNESS, "oversized", card=card)
    villain = now.state.zone(f"villain.{by}")
    if villain and kind_of(villain[0]) != "bizarro":
        return no(FE.ONLY_BIZARRO, "oversized", seat=by)
    return not_yours(now.state, card, by, "oversized") if find(now.state, card, places_of(by)) is None else None


def _put_back(work: Work, step: StepData, by: Seat, card: Label) -> None:
    bring(work, card, WEAKNESSES, places_of(by))


def _put_backs(now: Moment[StepData]) -> Iterable[tuple[Seat, Label]]:
    for seat in seats_of(now.state, now.viewer):
        for card in own_cards(now.state, seat, now.naming):
            if kind_of(card) == "weakness":
                yield seat, card


PUT_BACK: Final = replace(
    move("put-back", StepData, _put_back, unless=_not_put_back, offers=_put_backs, spoken=True, rule="oversized",
         codes=(FE.NOT_A_WEAKNESS, FE.ONLY_BIZARRO, FE.NOT_YOURS)).move,
    levels=DECK,
)  # fmt: skip
"""Move that puts Bizarro's Weaknesses back on their stack, which grows in no other way."""
