"""Frame in which a player chooses cards, one at a time; something is done to each as it is tapped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Path, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Unverified, Verdict
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from ..catalog import CATALOG
from ..hands import unseen_at
from ..market import deck_card
from ..places import (
    ASSUMED,
    FROZEN,
    LINE_UP,
    WEAKNESSES,
    bring,
    find,
    frozen_left,
    hand_of,
    in_play_of,
    top_of,
    unread,
)
from ..refusals import FE, no
from . import acts
from .asking import awaited
from .carry_out import push_text
from .choosable import Choice, choice_of, covered, fits, missing, open_cards, places_of_pick, verb_of
from .counts import Told
from .playing import play_card
from .vocabulary import Pick

PICK: Final = "pick"
RULE: Final = "cards"
_RULES: Final = {"destroy": "destroying", "gain": "gaining", "push-back": "locations", "put-back": "oversized"}


def begin_pick(work: Work, frame: Frame, verb: Pick, at: int) -> None:
    """Begin to ask for cards; the step is over at once if there is no card, or no choice.

    An attacker who picks a foe's card gets what this brings (fe-66). In a First Appearance the owner of the cards picks
    them and gets it (fe-67).
    """
    data = frame.data
    victim = verb.whose == "victim"
    work.push(
        PICK,
        verb=(data["text"], data["part"], tuple(data["path"]), at),
        seat=data["by"] if victim and data["by"] else data["seat"],
        owner=data["seat"],
        card=data["card"],
        by=data["by"],
        last=tuple(data.get("last", ())),
        shown=tuple(data.get("shown", ())),
        picks=(),
        into=frame.id,
    )


# What is done -----------------------------------------------------------------------------------------------------


def _destroy(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    return acts.destroy(work, frame.data["seat"], label, places)


def _discard(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    return acts.discard(work, frame.data["owner"], label)


def _top(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    return bring(work, label, top_of(frame.data["owner"]), places, 0)


def _bottom(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    return acts.under_main_deck(work, label, places)


def _gain(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    return acts.gain(work, frame.data["seat"], label, places)


def _freeze(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    found = find(work.state, label, places)
    card = (found.instead or found.card) if found else label
    acts.freeze(work, frame.data["seat"], card)
    return card


def _give(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    """Put the card into the attacker's hand, which is no gain."""
    by = frame.data["by"]
    return acts.hand_over(work, frame.data["seat"], label, hand_of(by), by, places)


def _push_back(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    return acts.push_back(work, frame.data["owner"], label)


def _put_back(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    return bring(work, label, WEAKNESSES, places)


def _play(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    return play_card(work, frame.data["seat"], label, places, from_hand=False)


def _draw(work: Work, frame: Frame, label: Label, places: tuple[Path, ...]) -> Component:
    return bring(work, label, hand_of(frame.data["owner"]), places)


ACTS: Final[Mapping[str, Callable[[Work, Frame, Label, tuple[Path, ...]], Component]]] = {
    "destroy": _destroy,
    "discard": _discard,
    "top": _top,
    "bottom": _bottom,
    "gain": _gain,
    "freeze": _freeze,
    "give": _give,
    "push-back": _push_back,
    "put-back": _put_back,
    "play": _play,
    "draw": _draw,
}
"""Functions that do something to a chosen card, by the name of the act."""


def code_of(verb: Pick) -> str:
    """Return the code of the question, which tells what is done and whether it must be done."""
    return f"pick-{verb.act}" if verb.low else f"may-{verb.act}"


def _resume(work: Work, frame: Frame) -> None:
    verb = verb_of(frame)
    state = work.state
    if not _possible(state, frame, verb):
        _finish(work, frame)
        return
    choice = choice_of(state, frame, verb)
    must, can = missing(frame, verb, choice)
    if can <= 0 or (verb.each_of and must <= 0 and covered(verb, frame) and _no_more(state, choice)):
        _finish(work, frame)
        return
    forced = _forced(verb, choice, must)
    if forced is not None:
        _do(work, forced)
        return
    seat = frame.data["seat"]
    if frame.prompt is None or frame.prompt.args["done"] != len(frame.data["picks"]):
        work.ask(
            code_of(verb),
            seats=(seat,),
            cite=_RULES.get(verb.act, RULE),
            seat=seat,
            owner=frame.data["owner"],
            card=frame.data["card"],
            n=verb.high - len(frame.data["picks"]),
            done=len(frame.data["picks"]),
        )


def _no_more(state: State, choice: Choice) -> bool:
    """Return whether Element Woman, who has both types, was enough.

    She was if no other card is there, or if a house rule says so (fe-63).
    """
    return state.rules.element_woman_discards == "is-enough" or not (choice.open or choice.hidden_high > 0)


def _possible(state: State, frame: Frame, verb: Pick) -> bool:
    """Return whether the act can be done: giving needs an attacker (fe-59), freezing a Frozen token (fe-182)."""
    if verb.act == "give" and frame.data["by"] is None:
        return False
    if verb.act == "freeze":
        left = frozen_left(state)
        return left is None or left > 0
    return True


def _forced(verb: Pick, choice: Choice, must: int) -> Component | None:
    """Return the card that must be chosen, or None; the choice is not empty.

    The card must lie open, and no other card may do. Only a tap tells which of two copies is meant, and in which order
    cards go on top.
    """
    if choice.hidden_high:
        return None
    cards = choice.open
    return cards[0] if len(cards) <= (min(must, 1) if verb.act == "top" else must) else None


def _do(work: Work, label: Label) -> None:
    """Choose a card without a tap, so that nobody has read the copy's number."""
    frame = work.top
    verb = verb_of(frame)
    work.again()
    with unread(work, label):
        card = ACTS[verb.act](work, frame, label, places_of_pick(frame, verb))
    work.emit(ev.FrameSet(frame.id, {"picks": (*frame.data["picks"], card)}))


def _finish(work: Work, frame: Frame) -> None:
    """Run the inner program that follows from the choice, before the text goes on.

    Cards that were played from the destroyed pile go under the main deck (fe-91).
    """
    verb = verb_of(frame)
    data = frame.data
    picks: tuple[Component, ...] = tuple(data["picks"])
    work.close(frame)
    if verb.act == "play":
        for card in picks:
            if card in work.state.zone(in_play_of(data["seat"])):
                with unread(work, card):
                    acts.under_main_deck(work, card, (in_play_of(data["seat"]),))
    if picks or data["last"]:
        work.emit(ev.FrameSet(data["into"], {"last": picks}))
    text, part, path, at = data["verb"]
    told = Told(data["owner"], data["card"], data["by"], picks, data["shown"])
    short = 0 if verb.each_of else verb.low - len(picks)
    names = [*["missing"] * max(0, short if verb.missing else 0), "then" if picks else "otherwise"]
    for name in names:
        push_text(work, text, part, (*path, at, name), told)


# Moves ------------------------------------------------------------------------------------------------------------


def _check(state: State, command: Command) -> Verdict:
    """Refuse a card that the text does not let the player choose; a frozen card cannot be gained (fe-97)."""
    card, top = command.card or "", running(state)
    refused = deck_card(card, RULE) or waiting_check(state, command)
    if refused is not None:
        return refused
    verb = verb_of(top)
    places = places_of_pick(top, verb)
    found = find(state, card, places)
    if found is None:
        hand_only = verb.places == ("hand",)
        code = FE.NOT_IN_HAND if hand_only else FE.NOT_THERE
        return no(code, RULE, card=card, seat=top.data["owner"])
    if found.place == LINE_UP and verb.act == "gain" and state.marked(found.instead or found.card, FROZEN):
        return no(FE.FROZEN, RULE, card=card)
    if not _fits_somewhere(state, top, verb, card, found.instead or found.card):
        return no(FE.WRONG_CARD, RULE, card=card, kind=top.data["card"])
    if command.option is not None and command.option not in ways(state, top, verb, card):
        args = {"option": command.option, "allowed": ", ".join(ways(state, top, verb, card))}
        return Refused(CoreRefusal.UNKNOWN_OPTION, args, RULE)
    return None


def ways(state: State, frame: Frame, verb: Pick, label: Label) -> tuple[str, ...]:
    """Return the names of the places where a named card can have lain, if there is more than one.

    This is open for a copy whose number nobody had read.
    """
    if state.where.get(label) is not None and not state.marked(label, ASSUMED):
        return ()
    found = [
        name
        for name, place in zip(verb.places, places_of_pick(frame, verb), strict=True)
        if find(state, label, (place,)) is not None and fits(state, frame, verb, label, place)
    ]
    return tuple(found) if len(found) > 1 else ()


def _fits_somewhere(state: State, frame: Frame, verb: Pick, label: Label, card: Label) -> bool:
    """Return whether a card fits at one of the places where it can lie."""
    return any(
        find(state, label, (place,)) is not None and fits(state, frame, verb, card, place)
        for place in places_of_pick(frame, verb)
    )


def _apply(work: Work, command: Command) -> None:
    label = command.card or ""
    verb = verb_of(work.top)
    fitting = tuple(
        place
        for name, place in zip(verb.places, places_of_pick(work.top, verb), strict=True)
        if command.option in {None, name}
        and find(work.state, label, (place,)) is not None
        and fits(work.state, work.top, verb, label, place)
    )
    frame = work.top
    work.again()
    card = ACTS[verb.act](work, frame, label, fitting or places_of_pick(frame, verb))
    work.emit(ev.FrameSet(frame.id, {"picks": (*frame.data["picks"], card)}))


def _done_check(state: State, command: Command) -> Verdict:
    """Refuse to stop while a card that must be chosen is there, whatever the alternative is (fe-62)."""
    refused, top = waiting_check(state, command), running(state)
    if refused is not None:
        return refused
    verb = verb_of(top)
    must, can = missing(top, verb, choice_of(state, top, verb))
    if must > 0:
        return no(FE.MUST_CHOOSE, RULE, card=top.data["card"], n=must)
    short = len(top.data["picks"]) < verb.low and not (verb.each_of and covered(verb, top))
    return Unverified(("hand",)) if short and can > 0 else None


def _done(work: Work, command: Command) -> None:
    frame = work.top
    work.answer(command.by, option="no-more")
    _finish(work, frame)


def _offers(state: State, viewer: str, naming: Label | None) -> Iterator[Command]:
    top = running(state)
    for seat, prompt in awaited(state, viewer):
        for card in _candidates(state, top, naming):
            for way in ways(state, top, verb_of(top), card) or (None,):
                yield Command(move="answer", by=seat, card=card, option=way, prompt=prompt)


def _candidates(state: State, frame: Frame, naming: Label | None) -> Iterable[Label]:
    verb = verb_of(frame)
    if naming is not None:
        return (naming,) if deck_card(naming, RULE) is None else ()
    found: dict[Label, Any] = dict.fromkeys(open_cards(state, frame, verb))
    if "hand" in verb.places:
        place = hand_of(frame.data["owner"])
        for card, _ in unseen_at(state, place):
            kind = kind_of(card)
            if kind in CATALOG.kinds and fits(state, frame, verb, kind, place):
                found[kind] = None
    return found


def _done_offers(state: State, viewer: str, naming: Label | None) -> Iterator[Command]:
    for seat, prompt in awaited(state, viewer):
        yield Command(move="done", by=seat, prompt=prompt)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    cards = tuple(
        Option(f"card-{each.option}" if each.option else "card", each, {"card": each.card})
        for each in _offers(state, viewer, None)
    )
    done = (each for each in _done_offers(state, viewer, None))
    allowed = not hasattr(_done_check(state, Command(move="done", by=frame.data["seat"])), "code")
    return (*cards, *(Option("no-more", each) for each in done if allowed))


_WAYS: Final = ("card-hand", "card-discard")


def _prompts() -> tuple[PromptSpec, ...]:
    codes = ("destroy", "discard", "top", "bottom", "gain", "freeze", "give", "push-back", "put-back", "play", "draw")
    must = {"destroy", "discard", "top", "bottom", "push-back", "put-back", "draw"}
    may = {"destroy", "top", "gain", "freeze", "give", "play"}
    found = [f"pick-{code}" for code in codes if code in must] + [f"may-{code}" for code in codes if code in may]
    return tuple(
        PromptSpec(code, ("card", *_WAYS, "no-more"), _RULES.get(code.partition("-")[2], RULE)) for code in found
    )


PICK_STEP: Final = FrameKind(
    PICK,
    table_of(
        Move(
            "answer",
            _apply,
            _check,
            _offers,
            ("by", "card"),
            ("option",),
            refusals=(
                FE.NOT_A_DECK_CARD,
                CoreRefusal.NOT_ASKED,
                CoreRefusal.UNKNOWN_OPTION,
                FE.NOT_IN_HAND,
                FE.NOT_THERE,
                FE.FROZEN,
                FE.WRONG_CARD,
            ),
            rule=RULE,
        ),
        Move(
            "done",
            _done,
            _done_check,
            _done_offers,
            ("by",),
            refusals=(CoreRefusal.NOT_ASKED, FE.MUST_CHOOSE),
            rule=RULE,
        ),
    ),
    _resume,
    _options,
    _prompts(),
)
"""Step in which cards are tapped one at a time, until there are enough or the player says `done`."""
