"""Damage, healing, knock-outs and captures, and other ways out of play.

"DC Forever, Character Damage", "Attack" and "Glossary: Damage, Heal, Knocked Out, Captured, Recover".
"""

from __future__ import annotations

from lairkeeper.core import events as ev
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work
from lairkeeper.rules.step import push

from . import citizens as purses
from .catalog import CHARACTERS, NEUTRALS, side_of, sort_of, standee_of
from .hands import discard
from .places import (
    CAPTURED,
    EXHAUSTED,
    GUARD,
    HERO,
    HOME,
    KNOCKED_OUT,
    RECRUITED,
    REMOVED,
    SANCTUARY,
    SWAYED,
    USED,
    damage_on,
    fact,
    in_play,
    mark,
    marked,
    neutral_at,
    owner_of,
    place_of,
    reserve_of,
    side,
    team_of,
    unmark,
)
from .reactions import window
from .steps import Placing

_GUARD = f"{GUARD}:"


def health(state: State, card: Component) -> int:
    """Return the printed Health, with which all damage is compared; no damage is subtracted twice (df-178)."""
    found: int = fact(state, card, "health", 99)
    return found


def guard_of(state: State, card: Component) -> Component | None:
    """Return the character that suffers the damage instead, or None; the last such effect played wins (df-48)."""
    for note in reversed(state.marks.get(card, ())):
        if note.name.startswith(_GUARD):
            found = note.name.removeprefix(_GUARD)
            return found if in_play(state, found) and found != card else None
    return None


def suffer(work: Work, card: Component, n: int, by: Seat | None, *, attack: bool = False) -> int:
    """Add damage to a character and return how much; it stays until it is healed or removed (df-78).

    The character falls at once when its damage reaches its Health (df-85). When another character suffers the damage
    instead, none happens to this one (df-158). A protected character suffers none (df-159, df-177). An Unaligned
    character is defeated by any damage, by a house rule only by an Attack (df-233).
    """
    card = guard_of(work.state, card) or card
    if n <= 0 or marked(work.state, card, "no-damage") or not (in_play(work.state, card) or sort_of(card) == NEUTRALS):
        return 0
    work.count(f"damage.{kind_of(card)}", n)
    counts = sort_of(card) != NEUTRALS or attack or work.state.rules.unaligned_defeat == "any-damage"
    if counts and damage_on(work.state, card) >= health(work.state, card):
        fall(work, card, by)
    return n


def heal(work: Work, card: Component, n: int) -> int:
    """Remove damage, down to none and not below (df-90), and return how much."""
    n = min(n, damage_on(work.state, card))
    work.count(f"damage.{kind_of(card)}", -n)
    return n


def fall(work: Work, card: Component, by: Seat | None) -> None:
    """Take a character out of play at once, with no moment to heal (df-85).

    A Hero is knocked out and goes beside the Master Plan; a Rogue is captured and goes beside the Sanctuary (df-86).
    Damage by an Unaligned character counts like any other (df-230). An Unaligned character is swayed or removed.
    """
    if sort_of(card) == NEUTRALS:
        _defeat(work, card, by)
        return
    which = side_of(card) or HERO
    leave(work, card, KNOCKED_OUT if which == HERO else CAPTURED)
    work.count(f"falls.{which}", 1)
    _last_left(work, which, 1)
    seat = owner_of(work.state, card)
    window(work, "after-falls", card, seat)


def leave(work: Work, card: Component, target: Path) -> None:
    """Move a character out of play, to ``target``.

    Its damage goes to the supply (df-86). Attachments go to their owners' discard piles in each case (df-24, df-87).
    Empowering cards do the same (df-87, df-225); a house rule returns them to the hand when the Hero goes to the
    reserve. Assets, Minions and Schemes stay in play (df-26, df-203).
    """
    state = work.state
    work.count(f"damage.{kind_of(card)}", -damage_on(state, card))
    back = state.rules.hero_leaves == "return" and target.startswith("reserve.")
    for other, host in tuple(state.attached.items()):
        if host != card:
            continue
        zone = work.state.where[other]
        if back and zone.startswith("empower."):
            work.emit(ev.Attached(other, None))
            work.move(other, f"hand.{zone.partition('.')[2]}")
        elif zone.startswith("empower."):
            work.emit(ev.Attached(other, None))
            work.move(other, f"discard.{zone.partition('.')[2]}")
        else:
            discard(work, other)
    for name in dict.fromkeys(note.name for note in work.state.marks.get(card, ())):
        if name not in (RECRUITED, USED):
            work.emit(ev.Unmarked(card, name))
    home(work, card)
    work.move(card, target)


def home(work: Work, card: Component) -> None:
    """Move a character's standee back to the play area."""
    standee = standee_of(card)
    if work.state.where.get(standee, HOME) != HOME:
        work.move(standee, HOME)


def to_reserve(work: Work, card: Component) -> None:
    """Move a character into its owner's reserve.

    One that was in play leaves it. One that had fallen can be recruited again (df-191).
    """
    seat = owner_of(work.state, card)
    assert seat is not None, card
    was_in_play = in_play(work.state, card)
    leave(work, card, reserve_of(seat))
    if was_in_play:
        _last_left(work, side_of(card) or HERO, 0)


def _last_left(work: Work, which: str, fell: int) -> None:
    """Note whether the last of a side to leave play was knocked out or captured (df-114)."""
    work.count(f"last-fell.{which}", fell - work.state.counters.get(f"last-fell.{which}", 0))


def enter(work: Work, seat: Seat, card: Component, *, ready: bool = True) -> None:
    """Put a character into play: ready and undamaged when recruited (df-189), exhausted when it recovers."""
    work.move(card, team_of(seat))
    if not marked(work.state, card, RECRUITED):
        mark(work, card, RECRUITED)
    if not ready:
        mark(work, card, EXHAUSTED)


def recover(work: Work, card: Component) -> None:
    """Bring a fallen character back into play under its owner, healed (df-89; "DC Forever, Glossary: Recover").

    It is exhausted (df-175). Its attachments stay discarded.
    """
    seat = owner_of(work.state, card)
    assert seat is not None, card
    enter(work, seat, card, ready=False)


def fallen(state: State, card: Component) -> bool:
    """Return True for a knocked-out Hero or a captured Rogue."""
    return sort_of(card) == CHARACTERS and state.where.get(card) in (KNOCKED_OUT, CAPTURED)


# Unaligned --------------------------------------------------------------------------------------------------------


def _defeat(work: Work, card: Component, by: Seat | None) -> None:
    """Remove or sway a defeated Unaligned character for the player who dealt the final damage (df-233).

    Damage that no player dealt counts for the active player (df-233). All damage comes off. A Hero player removes the
    character from the game (df-88). Its citizens go to Sanctuary, or to the supply when it was swayed (df-98, df-140).
    A Rogue player sways it: it stays at its Location (df-99), and the citizens stay on it (df-101). When a Rogue player
    defeats a swayed one, nothing else happens by default (df-104). In all other cases the player places the next
    Unaligned character (df-102, df-234).
    """
    state = work.state
    place = place_of(state, card)
    seat = by or state.active or state.seats[0]
    work.count(f"damage.{kind_of(card)}", -damage_on(state, card))
    swayed = marked(state, card, SWAYED)
    if side(state, seat) != HERO:
        if not swayed:
            mark(work, card, SWAYED, seat)
        if swayed and state.rules.swayed_again == "nothing":
            return
    elif place is not None:
        goes = swayed and state.rules.unaligned_citizens == "unless-swayed"
        purses.all_from(work, neutral_at(place), BANK if goes else SANCTUARY)
        unmark(work, card, SWAYED)
        work.move(card, REMOVED)
        if state.rules.unaligned_counts:
            work.count("captured.unaligned", 1)
    push(work, Placing(seat))
