"""Table of level `deck`, as it is laid out before the first turn ("Forever Evil, Contents" to "The Line-Up")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import COMPONENT, Kind, Path, Seat
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .catalog import CATALOG, CardFacts
from .levels import FULL
from .moving import take
from .places import (
    DESTROYED,
    HERO,
    HEROES,
    KICKS,
    LINE_UP,
    MAIN_DECK,
    SET_ASIDE,
    TOP_VILLAIN,
    UNKNOWN,
    VILLAINS,
    WEAKNESSES,
    bottom_of,
    deck_of,
    discard_of,
    facts_of,
    find,
    hand_of,
    identified,
    in_play_of,
    on_villain_of,
    top_of,
)
from .refusals import FE
from .team import STACK, STACK_VILLAIN, held_check, in_teams, is_banned, stack_size

STARTING_DECK: Final = {"punch": 7, "vulnerability": 3}
"""Cards of a starting deck, by kind (fe-1)."""
FIRST_HERO: Final = "the-flash"
PRINTED_MAIN_DECK: Final = 106
"""Cards of the main deck that are on record."""
_BOX: Final = {
    MAIN_DECK: "box.main-deck",
    KICKS: "box.kicks",
    WEAKNESSES: "box.weaknesses",
    HEROES: SET_ASIDE,
    VILLAINS: "box.villain-stack",
}
"""Places of cards that are said to have left a stack, nobody knows which."""
_LISTS: Final = {
    "deck": deck_of,
    "hand": hand_of,
    "discard": discard_of,
    "in-play": in_play_of,
    "top": top_of,
    "bottom": bottom_of,
    "on-villain": on_villain_of,
}


_ONLY_FULL: Final = frozenset({"hand", "top", "bottom", "on-villain"})


def lay_out(work: Work, seats: Iterable[Seat]) -> None:
    """Lay out the stacks, the main deck and a starting deck for each of ``seats``.

    All Kicks and Weaknesses are used, whatever the number of players (fe-8). Main deck and starting decks are shuffled
    (fe-142). Cards that are in the match already stay where they are.
    """
    for place in (MAIN_DECK, KICKS, WEAKNESSES, HEROES, SET_ASIDE, *(deck_of(seat) for seat in work.state.seats)):
        work.emit(ev.Shuffled(place))
    for facts in CATALOG.zone("main-deck"):
        if is_banned(work.state, facts.kind):
            continue
        for n in range(1, (facts.copies or 0) + 1):
            _add(work, f"{facts.kind}#{n}", MAIN_DECK, facts)
    _lay_out_teams(work)
    extra = work.state.rules.main_deck - PRINTED_MAIN_DECK
    if extra:
        work.emit(ev.Shuffled(_BOX[MAIN_DECK]))
    for _ in range(extra):
        work.place(UNKNOWN, MAIN_DECK)
    for place, kind in ((KICKS, "kick"), (WEAKNESSES, "weakness")):
        _add_copies(work, kind, CATALOG.get(kind).copies or 0, place)
    for seat in seats:
        for kind, n in STARTING_DECK.items():
            _add_copies(work, kind, n, deck_of(seat), within=deck_of(seat))
    _stack_heroes(work)


def _lay_out_teams(work: Work) -> None:
    """Lay out the second stack, Super-Villains of another set, with the first of them face up (fe-126)."""
    if in_teams(work.state):
        work.emit(ev.Shuffled(VILLAINS))
        _add_copies(work, STACK_VILLAIN, STACK, VILLAINS)
        top = find(work.state, STACK_VILLAIN, (VILLAINS,))
        assert top is not None
        take(work, top, TOP_VILLAIN)


def _add(work: Work, card: Label, place: Path, facts: CardFacts) -> None:
    if card not in work.state.where and not identified(work.state, card):
        work.place(card, place, facts_of(facts))


def _add_copies(work: Work, kind: Kind, copies: int, place: Path, within: Path | None = None) -> None:
    """Add as many unnumbered copies as are not yet in the match, or in the deck ``within``."""
    here = sum(_count(work.state, each, kind) for each in ([within] if within else _all_places(work.state)))
    facts = facts_of(CATALOG.get(kind))
    for _ in range(copies - here):
        work.place(kind, place, facts)


def _all_places(state: State) -> Iterable[Path]:
    return (*state.zones, *state.pools)


def _count(state: State, place: Path, kind: Kind) -> int:
    pool = state.pools.get(place)
    unseen = pool.contents.items() if pool else ()
    cards = [*((card, 1) for card in state.zone(place)), *unseen]
    return sum(n for card, n in cards if card.partition("#")[0] == kind)


def _stack_heroes(work: Work) -> None:
    """Put The Flash on top of the Super Hero stack, face up, and the others below (fe-5).

    He is never turned up there, and so has no First Appearance (fe-60). The Super Heroes left out are known only
    together with those in the stack, so that nothing can tell them apart (fe-7).

    By a house rule of teams The Flash is shuffled with the others (fe-190). The card on top is then shown before the
    first turn.
    """
    flash = f"{FIRST_HERO}#1"
    shuffled = in_teams(work.state) and work.state.rules.team_flash == "shuffled"
    for facts in CATALOG.zone("super-heroes"):
        if facts.kind != FIRST_HERO or shuffled:
            _add(work, f"{facts.kind}#1", HEROES, facts)
    if not shuffled:
        _add(work, flash, HERO, CATALOG.get(flash))
    left_out = work.state.size(HEROES) - (stack_size(work.state.rules) - (not shuffled))
    if left_out > 0:
        work.emit(ev.PoolShifted(HEROES, SET_ASIDE, left_out))


# What a set-up says otherwise -------------------------------------------------------------------------------------


def given_decks(setup: Iterable[Path]) -> set[Seat]:
    """Return the seats whose deck is listed card by card, so that they get no starting deck."""
    return {path.partition(".")[2] for path in setup if path.startswith("deck.")}


def set_place(work: Work, path: Path, value: Any) -> Refused | None:
    """Apply one line of the set-up about cards; return a refusal for what cannot lie there, else None."""
    head, _, seat = path.partition(".")
    if path == HERO:
        return _set_hero(work, value)
    if path == MAIN_DECK and isinstance(value, list | tuple):
        return _set_main_deck(work, value)
    if path in _BOX:
        return _set_size(work, path, value)
    if path in {LINE_UP, DESTROYED}:
        return _set_cards(work, path, path, value)
    if head in _LISTS and seat in work.state.seats and (head not in _ONLY_FULL or work.state.level in FULL):
        return _set_cards(work, path, _LISTS[head](seat), value)
    return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)


def _set_cards(work: Work, path: Path, place: Path, value: Any) -> Refused | None:
    if not isinstance(value, list | tuple):
        return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)
    if path.startswith("hand."):
        work.emit(ev.Shuffled(place))
    for each in value:
        card = str(each)
        facts = CATALOG.find(card)
        if facts is None or not facts.in_deck or not COMPONENT.fullmatch(card):
            return Refused(FE.NOT_A_DECK_CARD, {"card": card}, "setup", invalid=True)
        refused = held_check(work.state, path.partition(".")[2] or None, card)
        if refused is not None:
            return refused
        found = find(work.state, card, (*_own_deck(work.state, place), *_STACKS))
        if found is not None:
            take(work, found, place)
        elif card in work.state.where or identified(work.state, card) or facts.zone != "starters":
            owner = work.state.where.get(card, "").partition(".")[2]
            return Refused(FE.ALREADY_COUNTED, {"card": card, "seat": owner}, "setup", invalid=True)
        else:
            work.place(card, place, facts_of(facts))
    return None


_STACKS: Final = (KICKS, WEAKNESSES, MAIN_DECK, SET_ASIDE, HEROES, HERO)


def _own_deck(state: State, place: Path) -> tuple[Path, ...]:
    """Return the deck from which a starting card in front of a seat comes, where hands are followed."""
    head, _, seat = place.partition(".")
    return (deck_of(seat),) if state.level in FULL and seat and head != "deck" else ()


def _set_hero(work: Work, value: Any) -> Refused | None:
    """Put another Super Hero on top than The Flash, or none; return a refusal or None."""
    old = work.state.zone(HERO)
    for card in old:
        work.move(card, HEROES)
        work.emit(ev.PoolShifted(HEROES, SET_ASIDE, 1))
    if value in ("none", ""):
        return None
    kind, _, _ = str(value).partition("#")
    found = find(work.state, f"{kind}#1", (SET_ASIDE, HEROES))
    if found is None:
        return Refused(FE.NOT_A_SUPER_HERO, {"card": str(value)}, "super-hero-stack", invalid=True)
    take(work, found, HERO)
    return None


def _set_main_deck(work: Work, value: Iterable[Any]) -> Refused | None:
    """Make these cards the main deck, in any order; return a refusal or None."""
    refused = _set_cards(work, MAIN_DECK, MAIN_DECK, [each for each in value if _elsewhere(work.state, str(each))])
    listed = {str(each) for each in value}
    work.emit(ev.Shuffled(_BOX[MAIN_DECK]))
    for card, n in work.state.pools[work.state.pooled[MAIN_DECK]].contents.items():
        for _ in range(n if card not in listed else 0):
            work.move(card, _BOX[MAIN_DECK], source=MAIN_DECK)
    return refused


def _elsewhere(state: State, card: Label) -> bool:
    return find(state, card, (MAIN_DECK,)) is None


def _set_size(work: Work, path: Path, value: Any) -> Refused | None:
    """Make a stack of that many cards, with the others out of reach; return a refusal or None."""
    state = work.state
    have = state.size(path) + (state.size(SET_ASIDE) if path == HEROES else 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= have:
        args = {"option": path, "value": str(value), "allowed": f"0..{have}"}
        return Refused(CoreRefusal.BAD_VALUE, args, "setup", invalid=True)
    fewer = state.size(path) - value
    if fewer > 0:
        work.emit(ev.PoolShifted(path, _BOX[path], fewer))
    elif fewer < 0:
        work.emit(ev.PoolShifted(_BOX[path], path, -fewer))
    return None


def order(path: Path) -> int:
    """Return the rank of a line of the set-up: cards come first, numbers of what is left come last."""
    return 2 if path in _BOX else 1 if path == HERO else 0
