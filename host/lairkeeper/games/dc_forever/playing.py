"""Plays of a card from the hand in the player's own turn ("DC Forever, Play a Card").

Schemes go face down to a Location. The app does not refuse a Scheme whose character is not in play: it tells this to
the Scheme's owner alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import TABLE, Component, Path, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.pieces import FACE_DOWN
from lairkeeper.core.result import Refused
from lairkeeper.core.sealed import mark_wrong
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment, Value
from lairkeeper.rules.moves import DeclaredMove, move
from lairkeeper.rules.step import StepData

from .abilities import activated, may_play, no_user, play_event, user_of
from .args import at_turn, labels, may_act
from .catalog import ASSET, ATTACHMENT, CARDS, EVENT, MINION, SCHEME, side_of, sort_of
from .hands import in_hand, take
from .harm import fallen
from .places import (
    AT,
    FACE_UP,
    ROGUE,
    area_of,
    char_label,
    everybody,
    faced_down,
    fact,
    hand_of,
    has_scheme,
    location,
    mark,
    on_of,
    place_named,
    scheme_at,
    side,
)
from .refusals import DC, no
from .steps import Action, Activation, OfSeat

CITE: Final = "play"
OfSeatT = TypeVar("OfSeatT", bound=OfSeat)


def _cannot_play(now: Moment[OfSeat], by: Seat, card: Label, target: Label | None = None) -> Verdict:
    """Return why a card may not be played now; else the verdict of the hand.

    Cards that stay are put down in the player's own Action Phase only (df-192). Their character must be in play under
    this player (df-20, df-26). House rule: in an activation as well.
    """
    state = now.state
    verdict = in_hand(state, by, card, CITE)
    if isinstance(verdict, Refused):
        return verdict
    place, kind = place_named(state, target), fact(state, card, "type")
    if place is not None or kind == SCHEME:
        return _cannot_lay(now, by, card, place, target) or verdict
    if kind in (ASSET, MINION, ATTACHMENT) and _too_late(now):
        return no(DC.WRONG_TIME, CITE, card=card, step="activation")
    if kind == EVENT or kind not in (ASSET, MINION, ATTACHMENT):
        return _wrong_event(now, by, card, target)
    if user_of(state, by, card) is None or side_of(card) != side(state, by):
        return no_user(state, card, CITE)
    if kind == ATTACHMENT:
        return host_check(state, by, card, target) or verdict
    return no(DC.NOT_A_HOST, CITE, card=card, target=target) if target else verdict


def _too_late(now: Moment[StepData]) -> bool:
    """Return True where only Events are played: outside the Action Phase, unless a house rule says otherwise."""
    return now.step.KIND != Action.KIND and now.state.rules.confrontation_cards == "events"


def _wrong_event(now: Moment[StepData], by: Seat, card: Label, target: str | None) -> Verdict:
    """Refuse an Event in an activation when it is not the activated character's (df-93).

    "DC Forever, Rogue Provoke Phase: Attack"; an Event that any character may play is allowed.
    """
    if target is not None:
        return no(DC.NOT_A_HOST, CITE, card=card, target=target)
    state = now.state
    verdict = may_play(state, by, card, None)
    if not isinstance(verdict, Refused) and now.step.KIND == Activation.KIND:
        user = user_of(state, by, card)
        if user != activated(state) and not fact(state, card, "anyone"):
            return no(DC.WRONG_TIME, "attack", card=card, step="activation")
    return verdict


def _cannot_lay(now: Moment[StepData], by: Seat, card: Label, place: Path | None, target: str | None) -> Refused | None:
    """Refuse a Scheme for reasons that everybody may know.

    One Scheme at most lies at a Location, of both Rogue players together (df-29, df-259). It is put there in the
    player's own Action Phase only (df-192). When it is completed or discarded, a new one may come (df-204).
    """
    state = now.state
    if side(state, by) != ROGUE:
        return no(DC.WRONG_SIDE, "scheme", seat=by)
    if place is None or location(state, place) is None:
        return no(DC.NOT_A_PLACE, "scheme", target=target or "")
    if _too_late(now):
        return no(DC.WRONG_TIME, "scheme", card=FACE_DOWN, step="activation")
    if has_scheme(state, place):
        return no(DC.SECOND_SCHEME, "scheme", card=location(state, place))
    if sort_of(card) != CARDS or fact(state, card, "type") != SCHEME:
        return no(DC.NOT_A_SCHEME, "scheme", card=card)
    return None


def host_check(state: State, seat: Seat, card: Label, target: str | None) -> Refused | None:
    """Refuse a character that an Attachment may not be put on: fallen (df-22), or not as its text says."""
    host = char_label(target) or ""
    if fallen(state, host):
        return no(DC.FALLEN, "attachment", card=host)
    if host not in hosts(state, seat, card):
        return no(DC.NOT_A_HOST, "attachment", card=card, target=target or "")
    return None


def hosts(state: State, seat: Seat, card: Label) -> tuple[Component, ...]:
    """Return the characters that an Attachment may be put on.

    Its text may allow opponents; without such a text it goes on its own character (df-194). A team mate's character is
    allowed where the text allows it (df-258). House rule: any character.
    """
    on = "any" if state.rules.attach_to == "anybody" else fact(state, card, "on", "own")
    everyone = tuple(everybody(state))
    if on == "any":
        return everyone
    if on == "enemy":
        return tuple(each for each in everyone if side_of(each) != side(state, seat))
    user = user_of(state, seat, card)
    return (user,) if user else ()


def _play(work: Work, step: OfSeat, by: Seat, card: Label, target: Label | None = None) -> None:
    """Put a card where its type belongs, or resolve it."""
    match fact(work.state, card, "type"):
        case "scheme":
            lay(work, by, card, place_named(work.state, target) or AT[0])
        case "asset" | "minion":
            take(work, card, hand_of(by), area_of(by))
        case "attachment":
            attached = take(work, card, hand_of(by), on_of(by))
            work.emit(ev.Attached(attached, char_label(target)))
        case _:
            play_event(work, by, card)


def lay(work: Work, seat: Seat, label: Label, place: Path) -> None:
    """Put a Scheme face down at a Location (df-29): only the app and the Rogue side know it (df-30).

    House rule: only its player, not the team mate (df-262). A Scheme that its text puts face up is seen by all (df-31).
    """
    legal = user_of(work.state, seat, label) is not None
    wrong = None if legal else no_user(work.state, label, "scheme")
    card = take(work, label, hand_of(seat), scheme_at(place))
    if fact(work.state, card, "face-up"):
        work.emit(ev.Faced(card, (TABLE,)))
        mark(work, card, FACE_UP)
    else:
        faced_down(work, seat, card)
    mark_wrong(work, card, seat, wrong)


def _plays(now: Moment[OfSeat]) -> Iterator[tuple[Value, ...]]:
    """Offer each card of the hand: a Scheme to each Location, an Attachment to each host."""
    for seat in may_act(now):
        for card in labels(now):
            if sort_of(card) == CARDS:
                yield from ((seat, card, target) for target in _targets(now, seat, card))


def _targets(now: Moment[OfSeat], seat: Seat, card: Label) -> tuple[str | None, ...]:
    """Return what a card is offered for."""
    match fact(now.state, card, "type"):
        case "scheme":
            return (*AT, *((location(now.state, at) for at in AT) if now.naming else ()))
        case "attachment":
            return hosts(now.state, seat, card)
    return (None,)


def _spoken(state: State, command: Command) -> bool:
    """Return False for a Scheme, which a tap at a Location plays; a bare tap of other cards means the pool."""
    return command.card is None or fact(state, command.card, "type") != SCHEME


def play(kind: type[OfSeatT]) -> DeclaredMove[OfSeatT]:
    """Return the move that plays a card, in a step of this kind."""
    return move(
        "play", kind, _play, unless=_cannot_play, offers=_plays, stamped=True, spoken=_spoken, by=at_turn(), rule=CITE,
        codes=(DC.NOT_IN_HAND, DC.NO_NUMBERS, DC.WRONG_SIDE, DC.NOT_A_PLACE, DC.WRONG_TIME, DC.SECOND_SCHEME,
               DC.NOT_A_SCHEME, DC.NOT_A_HOST, DC.FALLEN, DC.NOT_RECRUITED, DC.NO_TRIGGER),
    )  # fmt: skip
