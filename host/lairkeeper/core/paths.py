"""State paths: the names by which plays and bug reports speak of values. A public interface; changes are announced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from .codec import plain
from .game import PathSpec
from .ids import TABLE, Path
from .purse import worth
from .state import State
from .view import PromptView, SeatScore, View, ZoneView
from .views import Viewable, ViewParts, view_parts

CORE_PATHS: Final = (
    PathSpec("turn", "number"),
    PathSpec("active", "seat or none"),
    PathSpec("step", "text"),
    PathSpec("level", "text"),
    PathSpec("seats", "seats"),
    PathSpec("finished", "bool"),
    PathSpec("winners", "seats"),
    PathSpec("prompt", "prompt code or none"),
    PathSpec("prompt.code", "text"),
    PathSpec("prompt.seat", "seat or none"),
    PathSpec("prompt.options", "option codes"),
    PathSpec("prompt.args.NAME", "any"),
    PathSpec("purse.SEAT", "number of tokens by denomination"),
    PathSpec("tokens.SEAT", "number"),
    PathSpec("score.SEAT", "number, or [low, high] while not known"),
    PathSpec("rank.SEAT", "number or none"),
    PathSpec("counter.NAME", "number"),
    PathSpec("mark.NAME.TARGET", "number"),
    PathSpec("numbers", "proxy or printed: which numbers the cards have, in a game whose numbers are not public"),
    PathSpec("printed", "proxy, or values by kind and field; in a set-up only"),
    PathSpec("view.VIEWER.PATH", "the value as that viewer may know it"),
)


class PathError(LookupError):
    """A state path that this game does not have."""


def lookup(game: Viewable, state: State, path: Path, find: Callable[[State, Path], Any] | None) -> Any:
    """Return the true value at a path; ``view.VIEWER.PATH`` asks the viewer instead.

    ``find`` knows a game's own paths.
    """
    head, _, rest = path.partition(".")
    if head == "view" and rest:
        viewer, inner = _viewer(state, rest)
        try:
            view = view_parts(game, state, viewer)
        except ValueError:
            raise PathError(f"no viewer {viewer!r}; use a seat or 'table'") from None
        return in_view(view, inner)
    if find is not None:
        found = find(state, path)
        if found is not NotImplemented:
            return plain(found)
    return _truth(game, state, path, head, rest)


def _viewer(state: State, rest: str) -> tuple[str, str]:
    """Return the viewer and the path that follows; a seat's name may hold dots, so the longest one wins."""
    seats = sorted((seat for seat in state.seats if rest.startswith(f"{seat}.")), key=len)
    return (seats[-1], rest[len(seats[-1]) + 1 :]) if seats else (rest.partition(".")[0], rest.partition(".")[2])


def _truth(game: Viewable, state: State, path: Path, head: str, rest: str) -> Any:
    match head:
        case "counter" if rest:
            return state.counters.get(rest, 0)
        case "mark" if rest:
            name, _, target = rest.partition(".")
            return state.marked(target, name)
        case "purse" if rest in state.purses:
            return _purse(state.purses[rest])
        case "tokens" if rest in state.purses:
            return worth(state, rest)
        case _ if path in state.zones or path in state.pooled:
            return _zone(ZoneView(state.size(path), _all_cards(state, path)))
    return in_view(view_parts(game, state, TABLE), path)


def _all_cards(state: State, path: Path) -> tuple[str, ...] | None:
    """Return the cards that truly lie at a place; None where even the app only knows the number."""
    cards = state.zone(path)
    at = state.pooled.get(path)
    if at is None or not state.pools[at].places.get(path):
        return cards
    pool = state.pools[at]
    if sum(pool.places.values()) != pool.places[path]:
        return None
    return (*cards, *(card for card, n in sorted(pool.contents.items()) for _ in range(n)))


def in_view(view: View | ViewParts, path: Path) -> Any:
    """Return the value at a path in a view. Raises ``PathError`` when the view has no such path."""
    head, _, rest = path.partition(".")
    if not rest and head in {"turn", "active", "step", "level", "finished"}:
        return getattr(view, head)
    match head:
        case "seats" if not rest:
            return list(view.seats)
        case "winners" if not rest:
            return list(view.scoreboard.winners)
        case "prompt":
            return _prompt(view.prompt, rest)
        case "purse" if rest in view.purses:
            return _purse(view.purses[rest])
        case "tokens" if rest in view.tokens:
            return view.tokens[rest]
        case "score" | "rank":
            for seat in view.scoreboard.seats:
                if seat.seat == rest:
                    return _score(seat) if head == "score" else seat.rank
    zone = view.zones.get(path)
    if zone is not None:
        return _zone(zone)
    extra = view.extra
    if path in extra:
        return plain(extra[path])
    raise PathError(f"no state path {path!r}")


def _purse(tokens: Mapping[int, int]) -> dict[str, int]:
    return {str(value): n for value, n in sorted(tokens.items()) if n}


def _zone(zone: ZoneView) -> Any:
    """Return the cards of a zone, or their number as a viewer would say it."""
    cards = zone.cards or ()
    unseen = zone.count - len(cards)
    more = f"{unseen} card" + ("" if unseen == 1 else "s")
    if not cards and unseen:
        return more
    return [*cards, more] if unseen else list(cards)


def _score(score: SeatScore) -> Any:
    if score.high is None or score.exact:
        return score.low
    return [score.low, score.high]


def _prompt(prompt: PromptView | None, rest: str) -> Any:
    if prompt is None:
        if rest in {"", "code", "seat", "options"}:
            return [] if rest == "options" else None
        raise PathError("no question is open")
    name, _, inner = rest.partition(".")
    match name:
        case "" | "code":
            return prompt.code
        case "seat":
            return prompt.seat
        case "options":
            return [option.code for option in prompt.options]
        case "args" if inner in prompt.args:
            return plain(prompt.args[inner])
        case "rule" | "cite":
            return prompt.cite
    raise PathError(f"no state path 'prompt.{rest}'")
