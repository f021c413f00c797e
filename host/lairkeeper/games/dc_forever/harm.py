"""Damage, healing, knock-outs and captures, and whatever else takes a character out of play.

"DC Forever, Character Damage", "Attack" and "Glossary: Damage, Heal, Knocked Out, Captured, Recover".
"""

from __future__ import annotations

from lairkeeper.core import events as ev
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work

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

_GUARD = f"{GUARD}:"


def health(state: State, card: Component) -> int:
    """What is printed; the damage is compared with it, never subtracted twice."""
    found: int = fact(state, card, "health", 99)
    return found


def guard_of(state: State, card: Component) -> Component | None:
    """Who suffers a character's damage instead: of several replacements the last one played."""
    for note in reversed(state.marks.get(card, ())):
        if note.name.startswith(_GUARD):
            found = note.name.removeprefix(_GUARD)
            return found if in_play(state, found) and found != card else None
    return None


def suffer(work: Work, card: Component, n: int, by: Seat | None, *, attack: bool = False) -> int:
    """A character suffers damage and falls at once when it reaches its Health; how much it was."""
    card = guard_of(work.state, card) or card
    if n <= 0 or marked(work.state, card, "no-damage") or not (in_play(work.state, card) or sort_of(card) == NEUTRALS):
        return 0
    work.count(f"damage.{kind_of(card)}", n)
    counts = sort_of(card) != NEUTRALS or attack or work.state.rules.unaligned_defeat == "any-damage"
    if counts and damage_on(work.state, card) >= health(work.state, card):
        fall(work, card, by)
    return n


def heal(work: Work, card: Component, n: int) -> int:
    """Down to no damage at all and not below."""
    n = min(n, damage_on(work.state, card))
    work.count(f"damage.{kind_of(card)}", -n)
    return n


def fall(work: Work, card: Component, by: Seat | None) -> None:
    """Knocked out, captured, swayed or removed, whatever the character is: at once, without a moment to heal."""
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
    """A character goes out of play: damage to the supply, cards on and under it to their owners' discard piles."""
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
    """The standee goes back to the play area."""
    standee = standee_of(card)
    if work.state.where.get(standee, HOME) != HOME:
        work.move(standee, HOME)


def to_reserve(work: Work, card: Component) -> None:
    """A character goes into its owner's reserve: out of play, or, once fallen, recruitable again."""
    seat = owner_of(work.state, card)
    assert seat is not None, card
    was_in_play = in_play(work.state, card)
    leave(work, card, reserve_of(seat))
    if was_in_play:
        _last_left(work, side_of(card) or HERO, 0)


def _last_left(work: Work, which: str, fell: int) -> None:
    """Keep whether the last of a side to leave play was knocked out or captured."""
    work.count(f"last-fell.{which}", fell - work.state.counters.get(f"last-fell.{which}", 0))


def enter(work: Work, seat: Seat, card: Component, *, ready: bool = True) -> None:
    """A character enters play at once: ready and undamaged when recruited, exhausted when it recovers."""
    work.move(card, team_of(seat))
    if not marked(work.state, card, RECRUITED):
        mark(work, card, RECRUITED)
    if not ready:
        mark(work, card, EXHAUSTED)


def recover(work: Work, card: Component) -> None:
    """Back in play under its owner, healed and exhausted ("DC Forever, Glossary: Recover")."""
    seat = owner_of(work.state, card)
    assert seat is not None, card
    enter(work, seat, card, ready=False)


def fallen(state: State, card: Component) -> bool:
    return sort_of(card) == CHARACTERS and state.where.get(card) in (KNOCKED_OUT, CAPTURED)


# Unaligned --------------------------------------------------------------------------------------------------------


def _defeat(work: Work, card: Component, by: Seat | None) -> None:
    """Whoever dealt the final damage removes or sways it, and places the next one."""
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
    work.push("next-unaligned", seat=seat)
