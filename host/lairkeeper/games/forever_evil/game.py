"""Forever Evil as the kernel knows it: its steps, the moves in them, and the facts that are shown."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Event, Label
from lairkeeper.core.game import PathSpec
from lairkeeper.core.header import Header
from lairkeeper.core.ids import COMPONENT, Path, Seat, kind_of
from lairkeeper.core.kernel import Kernel, said
from lairkeeper.core.moves import ADJUST, CHOOSE_FRAME, table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.purse import worth
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work

from .appearance import APPEARANCE_STEP
from .audit import AUDIT_STEP
from .audit import report as differences_report
from .catalog import CATALOG
from .census import CENSUS
from .effects.steps import FULL_STEPS
from .effects.turn_facts import POWER, noted
from .ending import CLEAN_UP, SWEEP, copies_of
from .hand_count import HAND_COUNT_STEP, HANDS_KNOWN
from .hands import begin_hands, hand_cards
from .layout import given_decks, lay_out, order, set_place
from .levels import DECK, FULL, LEVELS
from .places import FROZEN, LINE_UP, SLOTS, deck_of, deck_size, empty_slots, facts_of, followed, frozen_left, holder
from .printed_vp import PRINTED_VP_DONE, PRINTED_VP_STEP
from .refusals import FE, REFUSALS, no
from .ruleset import Ruleset
from .standing import START, cards_of, counted_of, scoreboard
from .switching import level_move
from .team import GOOD, check_rules, check_seats, held_check, in_teams, side_of
from .tokens import DENOMINATIONS
from .turn import END_OF_TURN, FLIP_STEP, REFILL, TURN, begin_turn

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
    """Return whether a label is a kind of the box or of the shared set, or one of its copies.

    VP tokens come in any number.
    """
    kind, _, copy = label.partition("#")
    facts = CATALOG.find(kind)
    if facts is None and piece(kind) is None:
        return False
    if not copy:
        return "#" not in label and (facts is None or facts.copies is None or copies_of(rules, kind) > 0)
    if COMPONENT.fullmatch(label) is None:
        return False
    return facts is None or facts.copies is None or int(copy) <= copies_of(rules, kind)


def villain_of(state: State, seat: Seat) -> str | None:
    """Return the Super-Villain that a seat plays, by kind, or None."""
    cards = state.zone(f"villain.{seat}")
    return kind_of(cards[0]) if cards else None


def _put_away(state: State) -> dict[str, int]:
    """Return how many cards must lie in each stack of the box once everything is sorted back (fe-138)."""
    return {**CATALOG.stacks, "main-deck": state.rules.main_deck}


def _extra(state: State, viewer: str) -> Args:
    """Return further facts of a view.

    Players may see their own hands at any time (fe-142), but no other hand (fe-136).
    """
    facts: dict[str, Any] = {f"villain.{seat}": villain_of(state, seat) for seat in state.seats}
    if in_teams(state):
        facts["side"] = {seat: side_of(state, seat) for seat in state.seats}
    facts["swept"] = {seat: len(state.zone(counted_of(state, seat))) for seat in state.seats}
    if followed(state):
        on = {card: state.marked(card, FROZEN) for card in state.zone(LINE_UP)}
        facts["frozen"] = {card: n for card, n in on.items() if n}
        facts["frozen-tokens"] = frozen_left(state)
        facts["slots"] = {LINE_UP: SLOTS}
        facts["empty-slots"] = empty_slots(state)
        facts["differences"] = differences_report(state)
    if state.level in FULL:
        facts["power"] = noted(state, POWER)
        facts["beside"] = {seat: _beside(state, seat) for seat in state.seats}
        if viewer in state.seats:
            facts["own-hand"] = hand_cards(state, viewer)
    if state.finished:
        facts["put-away"] = _put_away(state)
    return facts


def _beside(state: State, seat: Seat) -> list[tuple[str, Args]]:
    """Return the facts below a score: tokens, and in the player's own turn the Power that is left."""
    tokens: tuple[str, Args] = ("tokens", {"n": worth(state, seat)})
    return [tokens, ("power", {"n": noted(state, POWER)})] if seat == state.active else [tokens]


def _find(state: State, path: Path) -> Any:
    head, _, seat = path.partition(".")
    if seat in state.seats:
        match head:
            case "villain":
                return villain_of(state, seat)
            case "side" if in_teams(state):
                return side_of(state, seat)
            case "deck":
                return _deck(state, seat)
            case "discard" | "in-play" | "swept" | "top" | "bottom" | "on-villain" if followed(state):
                return state.zone(path)
    match path:
        case "destroyed" | "line-up":
            return state.zone(path)
        case "super-hero" | "super-villain":
            return next(iter(state.zone(path)), None)
        case "villain-stack" if followed(state):
            return state.size(path)
        case "main-deck" | "super-heroes" | "set-aside" | "kicks" | "weaknesses" | "missing" if followed(state):
            return state.size(path)
        case "frozen-tokens" if followed(state):
            return frozen_left(state)
        case "put-away":
            return _put_away(state)
        case "power" if state.level in FULL:
            return noted(state, POWER)
    return NotImplemented


def _deck(state: State, seat: Seat) -> Any:
    """Return all cards of a seat, or their number when it is open which they are."""
    cards = cards_of(state, seat)
    return deck_size(state, seat) if cards is None else cards


def _bank(rules: Ruleset, header: Header) -> Mapping[int, int] | None:
    """Return None for an endless supply (fe-83), or as many VP as the house rule says, by value.

    About a third of the VP are in tens, a third in fives, and the rest in ones.
    """
    if rules.vp_tokens is None:
        return None
    tens = rules.vp_tokens // 3 // 10
    fives = rules.vp_tokens // 3 // 5
    return {10: tens, 5: fives, 1: rules.vp_tokens - 10 * tens - 5 * fives}


def _gain_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    facts = CATALOG.find(command.card) if command.card is not None else None
    return "gain-card" if facts is not None and facts.in_deck else "gain", said(command, events)


def _freeze_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    marked = next((event.target for event in events if isinstance(event, ev.Marked)), command.card)
    return "freeze", {**said(command, events), "card": marked}


def _destroy_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return "destroy", said(command, events)


def _end_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    return f"end-{command.option}", said(command, events)


def _lose_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    args = said(command, events)
    return "lose", {**args, "moved": -args["moved"]}


def _done_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    args = said(command, events)
    if command.option is not None:
        return f"deck-{command.option}", args
    answer = next((event.answer for event in events if isinstance(event, ev.Answered)), None)
    if answer is not None:
        return _DONE.get(answer["option"], "deck-done"), args
    if any(isinstance(event, ev.FramePushed) for event in events):
        return "clean-up-done", args
    over = any(isinstance(event, ev.FramePopped) for event in events)
    return "census-done" if over else "open-cards-shown", args


_DONE: Final = {
    "seat-done": "seat-done",
    "no-more": "no-more",
    "by-hand-done": "by-hand-done",
    HANDS_KNOWN: HANDS_KNOWN,
    PRINTED_VP_DONE: PRINTED_VP_DONE,
}


def _answer_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the log line of an answer: what it has done to a card, or what was chosen."""
    args = said(command, events)
    if command.card is not None:
        source, moved = next(((e.source, e.target) for e in events if isinstance(e, ev.Moved)), ("", ""))
        if source.startswith("hand.") and moved.startswith("hand."):  # Only these two know the card.
            return "pass-unseen", {"by": command.by, "target": moved.partition(".")[2]}
        return _MOVED_TO.get(moved.partition(".")[0], "chosen"), args
    if command.target is not None:
        return "foe", args
    return "drawn" if command.option == "draw" else "yes", args


_MOVED_TO: Final = {"destroyed": "destroy", "discard": "discard", "top": "on-top", "main-deck": "bottom"}


def _pass_line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
    """Return the log line of a card that is passed to a player or, where everybody passes, to the left.

    It does not name a card that only two players know.
    """
    sealed = any(isinstance(event, ev.Answered) and event.sealed for event in events)
    unseen = "-unseen" if command.move == "pass-unseen" or sealed else ""
    return f"pass{unseen}" if command.target is not None else f"pass-left{unseen}", said(command, events)


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
    frames={kind.name: kind for kind in FRAMES},
    anytime=table_of(ADJUST, level_move(LEVELS)),
    setup=_setup,
    scoreboard=scoreboard,
    own_refusals=REFUSALS,
    own_paths=(
        PathSpec("deck.SEAT", "cards: counted, or all that the seat has; their number while it is open which"),
        PathSpec("discard.SEAT", "cards known to lie there"),
        PathSpec("in-play.SEAT", "cards"),
        PathSpec("hand.SEAT", "cards where the app can tell them, or their number"),
        PathSpec("top.SEAT", "cards on top of a deck that everybody has seen, uppermost first"),
        PathSpec("bottom.SEAT", "cards under a deck that everybody has seen go there, the lowest one last"),
        PathSpec("on-villain.SEAT", "cards that Firestorm has put on the Super-Villain"),
        PathSpec("own-hand", "the viewer's hand where the app can tell it, or none; in views of a seat only"),
        PathSpec("power", "number: what the player whose turn it is can still spend"),
        PathSpec("swept.SEAT", "cards that have passed the reader in the audit"),
        PathSpec("line-up", "cards"),
        PathSpec("super-hero", "card on top, or none while it is face down"),
        PathSpec("super-heroes", "number of cards face down"),
        PathSpec("super-villain", "in teams the card on top of the other stack, or none"),
        PathSpec("villain-stack", "in teams the number of cards face down there"),
        PathSpec("side.SEAT", "in teams good-guys or bad-guys"),
        PathSpec("set-aside", "number of Super Heroes left out"),
        PathSpec("main-deck", "number of cards"),
        PathSpec("kicks", "number of cards"),
        PathSpec("weaknesses", "number of cards"),
        PathSpec("destroyed", "cards"),
        PathSpec("missing", "number of cards that the audit did not find"),
        PathSpec("frozen-tokens", "number in the supply, or none without a limit"),
        PathSpec("villain.SEAT", "kind or none"),
        PathSpec("start", "seat, in a set-up only"),
        PathSpec("put-away", "number of cards by stack"),
    ),
    knows=_knows,
    denominations=DENOMINATIONS,
    bank=_bank,
    extra=_extra,
    find=_find,
    holder=holder,
    lines={
        "gain": _gain_line,
        "lose": _lose_line,
        "freeze": _freeze_line,
        "destroy": _destroy_line,
        "end-game": _end_line,
        "done": _done_line,
        "answer": _answer_line,
        "pass": _pass_line,
        "pass-unseen": _pass_line,
    },
)
"""Forever Evil as the other rooms see it."""
