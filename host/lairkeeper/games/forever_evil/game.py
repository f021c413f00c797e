"""Forever Evil as the kernel knows it: its steps, the moves in them, and the facts that are shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.header import Header
from lairkeeper.core.ids import COMPONENT, Path, Seat, kind_of
from lairkeeper.core.kernel import Kernel
from lairkeeper.core.moves import ADJUST, CHOOSE_FRAME, table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.put import passage, put_by_hand
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work
from lairkeeper.rules.paths import finder

from .appearance import APPEARANCE_STEP
from .audit import AUDIT_STEP, only_counts
from .catalog import CATALOG
from .census import CENSUS
from .effects.steps import FULL_STEPS
from .ending import CLEAN_UP, SWEEP, copies_in
from .faces import face
from .hand_count import HAND_COUNT_STEP
from .hands import begin_hands
from .layout import given_decks, lay_out, order, set_place
from .levels import DECK, FULL, LEVELS
from .places import UNREAD, deck_of, facts_of, holder
from .printed_vp import PRINTED_VP_STEP
from .reasons import reasons
from .refusals import FE, REFUSALS, no
from .ruleset import Ruleset
from .standing import START, scoreboard
from .switching import level_move
from .team import GOOD, check_rules, check_seats, held_check, in_teams, side_of
from .tokens import DENOMINATIONS
from .turn import END_OF_TURN, FLIP_STEP, REFILL, TURN, begin_turn
from .view import LINES, PATHS, extra

FRAMES: Final = (
    TURN,
    END_OF_TURN,
    REFILL,
    FLIP_STEP,
    APPEARANCE_STEP,
    *FULL_STEPS,
    PRINTED_VP_STEP,
    CENSUS,
    HAND_COUNT_STEP,
    CLEAN_UP,
    SWEEP,
    AUDIT_STEP,
    CHOOSE_FRAME,
)


# Set-up -----------------------------------------------------------------------------------------------------------


def _setup(work: Work, header: Header) -> Refused | None:
    """Set up the match and begin the first turn; return a refusal or None.

    Players draw the first player at the table, and ``start`` names the seat (fe-11).
    """
    rules: Ruleset = work.state.rules
    refused = check_seats(rules, len(header.seats)) or check_rules(rules) or _too_few(work.state)
    start = header.setup.get("start", header.seats[0])
    if start not in header.seats:
        return Refused(CoreRefusal.UNKNOWN_SEAT, {"seat": str(start)}, "gameplay", invalid=True)
    given = {path: value for path, value in header.setup.items() if path != "start"}
    follows = work.state.level in DECK
    if follows:
        listed = given_decks(given)
        lay_out(work, [seat for seat in header.seats if seat not in listed])
    for path in sorted(given, key=order):
        refused = refused or _set(work, path, given[path])
    if refused is not None:
        return refused
    if work.state.level in FULL:
        begin_hands(work, [seat for seat in header.seats if f"hand.{seat}" not in given])
    work.count(START, header.seats.index(start))
    begin_turn(work, start, opening=follows)
    return None


def _too_few(state: State) -> Refused | None:
    """Return why two Super-Villains cannot be dealt to each player who plays one, or None (fe-140).

    In teams only one side plays them.
    """
    rules: Ruleset = state.rules
    players = sum(not in_teams(state) or side_of(state, seat) != GOOD for seat in state.seats)
    have = sum(rules.promos or not facts.promo for facts in CATALOG.zone("super-villains"))
    if rules.super_villains == "two-dealt" and have < 2 * players:
        return Refused(FE.TOO_FEW_SUPER_VILLAINS, {"have": have, "need": 2 * players}, "super-villains")
    return None


def _set(work: Work, path: Path, value: Any) -> Refused | None:
    """Apply one line of the set-up; return a refusal or None.

    The line names a Super-Villain, tokens already held, or cards that lie somewhere already.
    """
    head, _, seat = path.partition(".")
    if work.state.level in DECK and head not in {"villain", "purse"}:
        return set_place(work, path, value)
    if seat in work.state.seats:
        match head:
            case "villain":
                return _set_villain(work, seat, value)
            case "purse":
                return _set_purse(work, path, seat, value)
            case "deck":
                return _set_deck(work, path, seat, value)
    return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)


def _set_villain(work: Work, seat: Seat, value: Any) -> Refused | None:
    """Give a seat the Super-Villain that its player was dealt or has picked (fe-139).

    Good Guys play Super Hero characters, of which this box has none (fe-185).
    """
    if in_teams(work.state) and side_of(work.state, seat) == GOOD:
        return no(FE.NO_CHARACTER, "variant", seat=seat)
    kind = kind_of(str(value))
    facts = CATALOG.find(kind)
    if facts is None or facts.zone != "super-villains":
        return Refused(FE.NOT_A_SUPER_VILLAIN, {"card": str(value)}, "super-villains", invalid=True)
    if facts.promo and not work.state.rules.promos:
        return Refused(FE.PROMO_VILLAIN, {"card": kind}, "super-villains")
    card = f"{kind}#1"
    taken = work.state.where.get(card)
    if taken is not None:
        return Refused(FE.VILLAIN_TAKEN, {"card": kind, "seat": taken.removeprefix("villain.")}, "super-villains")
    work.place(card, f"villain.{seat}", facts_of(facts))
    return None


def _set_purse(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    try:
        tokens = {int(each): int(n) for each, n in dict(value).items()}
    except (TypeError, ValueError):
        tokens = {}
    if not tokens or not set(tokens) <= set(DENOMINATIONS) or min(tokens.values()) < 0:
        return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "vp-tokens", invalid=True)
    supply = work.state.purses.get(BANK)
    if supply is not None and any(n > supply.get(each, 0) for each, n in tokens.items()):
        return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "vp-tokens", invalid=True)
    work.emit(ev.Paid(BANK, seat, {each: n for each, n in tokens.items() if n}))
    return None


def _set_deck(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    cards = value if isinstance(value, list | tuple) else ()
    for card in cards:
        facts = CATALOG.find(str(card))
        if facts is None or not facts.in_deck or not COMPONENT.fullmatch(str(card)):
            return Refused(FE.NOT_A_DECK_CARD, {"card": str(card)}, "setup", invalid=True)
        if card in work.state.where:
            owner = work.state.where[card].removeprefix("deck.")
            return Refused(FE.ALREADY_COUNTED, {"card": card, "seat": owner}, "setup", invalid=True)
        refused = held_check(work.state, seat, str(card))
        if refused is not None:
            return refused
        work.place(str(card), deck_of(seat), facts_of(facts))
    return None if cards else Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)


# What there is ----------------------------------------------------------------------------------------------------


def _knows(rules: Any, label: Label) -> bool:
    """Return whether a label is a kind of the box or of the shared set, or one of its copies."""
    return _in_box(rules.main_deck, label)


@lru_cache(maxsize=4096)
def _in_box(main_deck: int, label: Label) -> bool:
    """Return the same for a main deck of this size. VP tokens come in any number."""
    kind, _, copy = label.partition("#")
    facts = CATALOG.find(kind)
    if facts is None and piece(kind) is None:
        return False
    if not copy:
        return "#" not in label and (facts is None or facts.copies is None or copies_in(main_deck, kind) > 0)
    if COMPONENT.fullmatch(label) is None:
        return False
    return facts is None or facts.copies is None or int(copy) <= copies_in(main_deck, kind)


def _bank(rules: Ruleset, header: Header) -> Mapping[int, int] | None:
    """Return None for an endless supply (fe-83), or as many VP as the house rule says, by value.

    About a third of the VP are in tens, a third in fives, and the rest in ones.
    """
    if rules.vp_tokens is None:
        return None
    tens = rules.vp_tokens // 3 // 10
    fives = rules.vp_tokens // 3 // 5
    return {10: tens, 5: fives, 1: rules.vp_tokens - 10 * tens - 5 * fives}


PUT: Final = put_by_hand(passage(""))

GAME: Final = Kernel(
    id="forever-evil",
    title={
        "en": "DC Deck-building Game: Forever Evil",
        "fr": "DC Comics Deck-building Game : Forever Evil",
    },
    # 36 Punches and 16 Vulnerabilities are enough for five players (fe-2).
    players=(2, 5),
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    ruleset_type=Ruleset,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    face=face,
    frames={kind.name: kind for kind in FRAMES},
    anytime=table_of(ADJUST, PUT, level_move(LEVELS)),
    setup=_setup,
    scoreboard=scoreboard,
    reasons=reasons,
    own_refusals=REFUSALS,
    own_paths=tuple(each.spec for each in PATHS),
    knows=_knows,
    counts=only_counts,
    tops={"super-hero": "super-heroes", "super-villain": "villain-stack"},
    denominations=DENOMINATIONS,
    bank=_bank,
    extra=extra,
    find=finder(PATHS),
    holder=holder,
    face_up=frozenset({UNREAD}),
    lines=LINES,
)
"""Forever Evil as the other rooms see it."""
