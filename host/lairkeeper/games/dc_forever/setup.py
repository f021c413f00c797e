"""Set-up of a match: the table before the first question, and entries of a match that is taken up later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.header import Header
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.work import Work
from lairkeeper.rules.step import push

from .catalog import ATTACHMENT, CARDS, CATALOG, CHARACTERS, NEUTRALS, PLACES, RESOURCE, SCHEME, side_of, sort_of
from .citizens import PURSES, supply
from .harm import enter, leave
from .locations import first_place, place_neutral, reveal_location
from .numbers import numbers_missing
from .opening import STEPS as OPENING
from .opening import build_deck, draft_order, give
from .places import (
    AT,
    BOX,
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    LOCATION_DECK,
    LOCATION_DISCARD,
    MASTER_PLAN,
    REMOVED,
    ROGUE,
    SPARE,
    UNALIGNED_DECK,
    UNUSED,
    area_of,
    deck_of,
    discard_of,
    faced_down,
    fact,
    hand_of,
    in_play,
    may_come,
    on_of,
    owner_of,
    players,
    reserve_of,
    scheme_at,
    side,
    team_of,
    under_of,
)
from .refusals import DC, no
from .roster import FIRST_GAME, FIRST_LOCATIONS, FIRST_UNALIGNED, ROSTER
from .rounds import STEPS as ROUND
from .steps import Opening, Tallying

_LISTS: Final = ("hand", "discard", "area", "reserve")


def set_up(work: Work, header: Header) -> Refused | None:
    """Lay out all that the header settles, and return why it cannot be; the opening asks for the rest."""
    setup = dict(header.setup)
    if work.state.rules.opening == "first-game":
        if len(header.seats) != 2:
            return no(DC.FIRST_GAME_FOR_TWO, "set-up")
        _first_game(work, setup)
    lay_out(work)
    if work.state.level == "score":
        return _score(work, setup)
    return numbers_missing(work.state, setup) or _full(work, setup)


def lay_out(work: Work) -> None:
    """Place all characters undrafted, their cards outside the game (df-2), and both communal decks shuffled."""
    scored = ROSTER if work.state.level == "score" else {}  # the level needs no numbers, so all may join
    for kind in (*work.numbers, *(kind for kind in scored if kind not in work.numbers)):
        if sort_of(kind) == CHARACTERS:
            work.place(f"{kind}#1", BOX, work.numbers.get(kind, {}))
    if work.state.level == "score":
        return
    for box in (SPARE, UNUSED):
        work.emit(ev.Shuffled(box))
    for kind, facts in work.numbers.items():
        for n in range(1, (CATALOG.kinds[kind].copies or 0) + 1):
            if sort_of(kind) == CARDS:
                work.place(f"{kind}#{n}", UNUSED, facts)
            elif sort_of(kind) == RESOURCE:
                work.place(kind, SPARE, facts)
    for deck, sort in ((LOCATION_DECK, PLACES), (UNALIGNED_DECK, NEUTRALS)):
        work.emit(ev.Shuffled(deck))
        for kind, facts in work.numbers.items():
            if sort_of(kind) == sort:
                work.place(f"{kind}#1", deck, facts)


def _first_game(work: Work, setup: dict[str, Any]) -> None:
    """Fill in the fixed parts of the suggested first game (df-179).

    These are the teams, starting characters, Locations and the Unaligned character; the other communal cards are
    shuffled.
    """
    for which in (ROGUE, HERO):
        (seat,) = players(work.state, which)
        first, later = FIRST_GAME[which]
        setup.setdefault(f"team.{seat}", [f"{kind}#1" for kind in (*first, *later)])
        setup.setdefault(f"starters.{seat}", [f"{kind}#1" for kind in first])
    setup.setdefault("locations", [f"{kind}#1" for kind in FIRST_LOCATIONS])
    if "unaligned" not in setup:
        setup.update({"unaligned": f"{FIRST_UNALIGNED}#1", "unaligned-at": AT[2]})


def bad(path: Path) -> Refused:
    """Return the refusal of a set-up entry."""
    return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "set-up", invalid=True)


def _cards(value: Any, sort: str | None = None) -> tuple[str, ...] | None:
    """Return a list of components, all of a sort; None for anything else."""
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) and "#" in each for each in value):
        return None
    known = all(CATALOG.find(each) is not None and sort in (None, sort_of(each)) for each in value)
    return tuple(value) if known and len(set(value)) == len(value) else None


# Level `score` ----------------------------------------------------------------------------------------------------


def _score(work: Work, setup: dict[str, Any]) -> Refused | None:
    """Take the set-up of a match at level ``score``."""
    for path, value in setup.items():
        head, _, seat = path.partition(".")
        if head == "starters" and seat in work.state.seats:
            cards = _cards(value, CHARACTERS)
            if cards is None or any(side_of(card) != side(work.state, seat) for card in cards):
                return bad(path)
            for card in cards:
                work.count(f"owner.{kind_of(card)}", work.state.seats.index(seat) + 1)
                enter(work, seat, card)
        elif path in ("citizens.sanctuary", "completed") and isinstance(value, int) and 0 <= value < 99:
            if path == "completed":
                work.count("completed", value)
            else:
                supply(work, "sanctuary", value)
        elif head != "team" and path not in ("locations", "unaligned", "unaligned-at"):
            return bad(path)
    push(work, Tallying())
    return None


# Level `full` -----------------------------------------------------------------------------------------------------


def _full(work: Work, setup: dict[str, Any]) -> Refused | None:
    """Take the set-up of a match at level ``full``, and begin the opening."""
    stage = setup.pop("stage", ROUND[0])
    neutral_wanted = setup.get("unaligned") != "none"
    ordered = any(path.startswith("first.") for path in setup)
    if stage not in ROUND:
        return bad("stage")
    refused = (
        _firsts(work, setup) or _teams(work, setup) or _decks(work, setup) or _board(work, setup) or _rest(work, setup)
    )
    if refused is not None:
        return refused
    push(work, Opening(OPENING[0], stage, neutral_wanted, ordered))
    return None


def _firsts(work: Work, setup: dict[str, Any]) -> Refused | None:
    """Take the first players of the pairs."""
    for which in (ROGUE, HERO):
        seat = setup.pop(f"first.{which}", None)
        pair = players(work.state, which)
        if seat is not None:
            if seat not in pair or len(pair) != 2:
                return bad(f"first.{which}")
            work.count(f"first.{which}", pair.index(seat))
    return None


def _teams(work: Work, setup: dict[str, Any]) -> Refused | None:
    """Take teams that were drafted at the table and the starting characters; all of them or none."""
    seats = work.state.seats
    drafted = dict.fromkeys(seats, 0)
    for seat, n in draft_order(work.state):
        drafted[seat] += n
    for head in ("team", "starters"):
        given = [seat for seat in seats if f"{head}.{seat}" in setup]
        if given and (len(given) != len(seats) or (head == "starters" and "team" not in _heads(work))):
            return bad(f"{head}.{given[0]}")
        for seat in given:
            cards = _cards(setup.pop(f"{head}.{seat}"), CHARACTERS)
            source = BOX if head == "team" else reserve_of(seat)
            if cards is None or any(
                card not in work.state.zone(source) or side_of(card) != side(work.state, seat) for card in cards
            ):
                return bad(f"{head}.{seat}")
            if head == "team" and len(cards) > drafted[seat]:
                return bad(f"{head}.{seat}")
            for card in cards:
                if head == "team":
                    give(work, seat, card)
                else:
                    enter(work, seat, card)
    return None


def _heads(work: Work) -> set[str]:
    """Return which parts of the set-up are done."""
    return {"team"} if all(work.state.size(reserve_of(seat)) for seat in work.state.seats) else set()


def _started(work: Work) -> bool:
    """Return True when all players have starting characters."""
    return all(work.state.zone(team_of(seat)) for seat in work.state.seats)


def _decks(work: Work, setup: dict[str, Any]) -> Refused | None:
    """Build the starting decks with the hands that the set-up gives."""
    for seat in work.state.seats if _started(work) else ():
        hand = _cards(setup.pop(f"hand.{seat}", []))
        refused = bad(hand_of(seat)) if hand is None else build_deck(work, seat, hand)
        if refused is not None:
            return refused
    return None


def _board(work: Work, setup: dict[str, Any]) -> Refused | None:
    """Take the Locations and the first Unaligned character."""
    if "locations" in setup:
        cards = _cards(setup.pop("locations"), PLACES)
        if cards is None or len(cards) != len(AT) or not all(work.state.printed(card) for card in cards):
            return bad("locations")
        for place, card in zip(AT, cards, strict=True):
            reveal_location(work, card, place)
    card, where = setup.pop("unaligned", "none"), setup.pop("unaligned-at", None)
    if card == "none":
        return bad("unaligned-at") if where is not None else None
    where = first_place(work.state) if where is None else where
    if sort_of(str(card)) != NEUTRALS or "#" not in str(card) or not work.state.printed(card) or where not in AT:
        return bad("unaligned")
    place_neutral(work, card, where)
    return None


def _rest(work: Work, setup: Mapping[str, Any]) -> Refused | None:
    """Take the entries of a match in the middle: cards, citizens, damage, fallen characters."""
    for path in sorted(setup, key=_late):
        refused = _line(work, path, setup[path])
        if refused is not None:
            return refused
    return None


def _late(path: Path) -> tuple[int, str]:
    """Return a sort key: cards first, fallen characters last."""
    return (2 if path == "fallen" else 1 if path.startswith(("citizens", "damage")) else 0, path)


def _line(work: Work, path: Path, value: Any) -> Refused | None:
    """Take one entry, or return why it is wrong."""
    head, _, rest = path.partition(".")
    if head == "citizens" and rest in PURSES and _number(value):
        have = sum(v * n for v, n in work.state.purses.get(rest, {}).items())
        if value >= have:
            supply(work, rest, value - have)
        else:
            work.pay(rest, "bank", have - value)
        return None
    if head == "damage" and _number(value) and sort_of(rest) in (CHARACTERS, NEUTRALS):
        work.count(f"damage.{rest}", value)
        return None
    if head in (scheme_at(at) for at in AT) and not rest:
        return _lay(work, path, value)
    if head in ("discard", "area", "attached", "empower", "deck") and rest in work.state.seats and _started(work):
        return _set_cards(work, path, head, rest, value)
    if path == "master-plan":
        return _plan(work, path, value)
    if path in (LOCATION_DISCARD, REMOVED):
        return _spent(work, path, value)
    if path == "fallen":
        return _fallen(work, path, value)
    return bad(path)


def _number(value: Any) -> bool:
    """Return True for a whole number from 0 to 99."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 99


def _from(work: Work, seat: Seat, card: str) -> Path | None:
    """Return the zone of a player's card at the start: reserve or deck, or None."""
    if card in work.state.zone(reserve_of(seat)):
        return reserve_of(seat)
    at = work.state.pooled.get(deck_of(seat))
    contents = work.state.pools[at].contents if at is not None else {}
    return deck_of(seat) if card in contents or kind_of(card) in contents else None


def _lay(work: Work, path: Path, value: Any) -> Refused | None:
    """Lay a Scheme face down at its Location."""
    card = str(value)
    seat = owner_of(work.state, card) if sort_of(card) == CARDS else None
    source = _from(work, seat, card) if seat else None
    if seat is None or source is None or fact(work.state, card, "type") != SCHEME or work.state.zone(path):
        return bad(path)
    work.move(card, path, source=source)
    faced_down(work, seat, card)
    return None


def _set_cards(work: Work, path: Path, head: str, seat: Seat, value: Any) -> Refused | None:
    """Move cards of a player to a zone; ``attached`` and ``empower`` are by character."""
    pairs = value.items() if isinstance(value, Mapping) else [(None, value)]
    if head == "deck" and _number(value):
        return _deck_size(work, path, seat, value)
    goal = {"discard": discard_of, "area": area_of, "attached": on_of, "empower": under_of}.get(head, discard_of)(seat)
    for host, cards in pairs:
        found = _cards(cards if isinstance(cards, list | tuple) else [cards])
        on = f"{host}#1" if host is not None else None
        if found is None or (head in ("attached", "empower")) != (on is not None and in_play(work.state, on or "")):
            return bad(path)
        for card in found:
            source = _from(work, seat, card)
            if source is None or (head == "attached" and fact(work.state, card, "type") != ATTACHMENT):
                return bad(path)
            work.move(card, goal, source=source)
            if on is not None:
                work.emit(ev.Attached(card, on))
    return None


def _deck_size(work: Work, path: Path, seat: Seat, n: int) -> Refused | None:
    """Keep the ``n`` first cards of a deck as they are listed; the others but the hand go to the discard pile."""
    contents = work.state.pools[work.state.pooled[deck_of(seat)]].contents
    cards = [card for card, many in contents.items() for _ in range(many) if sort_of(card) != RESOURCE and "#" in card]
    fewer = work.state.size(deck_of(seat)) - n
    if not 0 <= fewer <= len(cards):
        return bad(path)
    for card in cards[len(cards) - fewer :] if fewer else ():
        work.move(card, discard_of(seat), source=deck_of(seat))
    return None


def _plan(work: Work, path: Path, value: Any) -> Refused | None:
    """Move Schemes to the Master Plan."""
    cards: Iterable[str] | None = _cards(value)
    for card in cards or ():
        seat = owner_of(work.state, card)
        source = _from(work, seat, card) if seat else None
        if source is None or fact(work.state, card, "type") != SCHEME:
            return bad(path)
        work.move(card, MASTER_PLAN, source=source)
    return bad(path) if cards is None else None


def _spent(work: Work, path: Path, value: Any) -> Refused | None:
    """Move out of their decks Locations that were discarded, or Unaligned characters that were removed."""
    deck, sort = (LOCATION_DECK, PLACES) if path == LOCATION_DISCARD else (UNALIGNED_DECK, NEUTRALS)
    cards = _cards(value, sort)
    for card in cards or ():
        if not may_come(work.state, deck, card):
            return bad(path)
        work.move(card, path, source=deck)
    return bad(path) if cards is None else None


def _fallen(work: Work, path: Path, value: Any) -> Refused | None:
    """Move characters that are knocked out or captured at the start."""
    cards = _cards(value, CHARACTERS)
    if cards is None or any(owner_of(work.state, card) is None for card in cards):
        return bad(path)
    for card in cards:
        which = side_of(card) or HERO
        leave(work, card, KNOCKED_OUT if which == HERO else CAPTURED)
        work.count(f"falls.{which}", 1)
        work.count(f"last-fell.{which}", 1 - work.state.counters.get(f"last-fell.{which}", 0))
    return None
