"""Standing: the reputation track with its breakdown, and the facts of the table that everybody may see."""

from __future__ import annotations

from typing import Any, Final

from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.result import Args
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard, ScoreLine, SeatScore
from lairkeeper.core.views import COUNT, PUBLIC, SECRET

from .catalog import HAMMER, LOCATIONS
from .loot import hand_size
from .parts import complete, slots
from .places import (
    BAG,
    COMMITTED,
    DOWN,
    LOOT_DECK,
    SCHEME_DECK,
    hammer_at,
    hand_of,
    items,
    next_scheme,
    pawn_of,
    place_of,
    scheme_at,
    spare_of,
    villain_of,
    weapon_of,
)
from .powers import power
from .track import SOURCES, order, reputation, source_of, space, space_name, target

BOX: Final = "box."
"""First word of the places that hold pieces out of the game."""
_FACE_DOWN: Final = frozenset({LOOT_DECK, BAG, SCHEME_DECK})


def sees(state: State, path: Path, viewer: str) -> str:
    """Return how much of a place a viewer sees: its cards, their number, or nothing.

    Hands of Loot are secret (el-45), face-down stacks are counted, everything else lies open.
    """
    head = path.partition(".")[0]
    if head in ("hand", "unseen") or (state.level == "score" and head not in ("villain", "box")):
        return SECRET
    return COUNT if path in _FACE_DOWN else PUBLIC


def scoreboard(state: State, viewer: str) -> Scoreboard:
    """Return reputation by source, with ranks in the order of the track; a winner is first.

    Captain Hammer's win has no ranking (el-124; "Evil League, Ending the Game").
    """
    ranking = sorted(order(state), key=lambda seat: seat not in (state.winners or ()))
    ranked = state.winners != ()
    scores = []
    for seat in state.seats:
        rep = reputation(state, seat)
        counts = ((source, state.counters.get(source_of(seat, source), 0)) for source in SOURCES)
        lines = tuple(ScoreLine(source, n, {"n": n}) for source, n in counts if n)
        scores.append(SeatScore(seat, rep, rep, lines, ranking.index(seat) + 1 if ranked else None))
    return Scoreboard(tuple(scores), state.winners or ())


def extra(state: State, viewer: str) -> Args:
    """Return the facts of the table that no zone tells."""
    facts: dict[str, Any] = {f"villain.{seat}": villain_of(state, seat) for seat in state.seats}
    facts |= {f"reputation.{seat}": reputation(state, seat) for seat in state.seats}
    at = {seat: space(state, seat) for seat in state.seats}
    facts |= {f"space.{seat}": n if n > 0 else space_name(n) for seat, n in at.items()}
    facts["order"] = list(_round_order(state))
    facts["target"] = target(state)
    facts["beside"] = {seat: _beside(state, seat) for seat in state.seats}
    if state.level == "score":
        return facts
    facts |= {f"power.{seat}": power(state, seat) for seat in state.seats}
    facts |= {f"loot.{seat}": hand_size(state, seat) for seat in state.seats}
    facts |= {f"place.{seat}": place_of(state, seat) for seat in state.seats}
    facts |= {f"weapon-complete.{seat}": complete(state, seat) for seat in state.seats}
    facts["hammer"] = hammer_at(state)
    facts["hammer-next"] = next_scheme(state)
    goal = next_scheme(state)
    coming = scheme_at(state, goal) if goal and goal != hammer_at(state) else None
    facts["hammer-goes"] = {coming: 1} if coming else {}
    facts[DOWN] = {HAMMER: 1} if state.marked(HAMMER, DOWN) else {}
    facts[COMMITTED] = {pawn_of(state, seat): 1 for seat in state.seats if state.marked(seat, COMMITTED)}
    return facts


def _beside(state: State, seat: Seat) -> list[list[Any]]:
    """Return the facts shown beside a seat: its START space, and the numbers of its sheet."""
    at = space(state, seat)
    found: list[list[Any]] = [] if at > 0 else [["start", {"space": space_name(at)}]]
    if state.level != "score":
        weapon = {"n": state.size(weapon_of(seat)), "of": sum(slots(state).values())}
        found += [["power", {"n": power(state, seat)}], ["hand", {"n": hand_size(state, seat)}], ["weapon", weapon]]
    return found


def _round_order(state: State) -> tuple[str, ...]:
    """Return the order that is fixed for the round, or the order of the markers if no round runs."""
    for frame in state.frames:
        if "order" in frame.data:
            return tuple(frame.data["order"])
    return order(state)


def find(state: State, path: Path) -> Any:
    """Return the value at one of the game's own paths, or NotImplemented."""
    head, _, rest = path.partition(".")
    if head == "committed" and not rest:
        return [seat for seat in state.seats if state.marked(seat, COMMITTED)]
    if head in ("scheme", "items") and rest in LOCATIONS:
        return scheme_at(state, rest) if head == "scheme" else items(state, rest)
    if head in ("loot-discard", "schemes-out") and not rest:
        return state.zone(path)
    if head in _FACE_DOWN and not rest:
        return state.size(path)
    if rest in state.seats:
        match head:
            case "villain":
                return villain_of(state, rest)
            case "pawn":
                return pawn_of(state, rest)
            case "spare":
                return state.zone(spare_of(rest))
            case "weapon":
                return state.zone(weapon_of(rest))
            case "hand":
                return state.zone(hand_of(rest))
    return NotImplemented
