"""Frame in which a player chooses cards, one at a time; something is done to each as it is tapped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.kernel import Unverified, Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push, read

from ..args import WAITING, awaited, of_a_deck
from ..catalog import CATALOG
from ..hands import unseen_at
from ..market import deck_card
from ..moving import bring, unread
from ..places import ASSUMED, FROZEN, LINE_UP, WEAKNESSES, find, frozen_left, hand_of, in_play_of, top_of
from ..refusals import FE, no
from . import acts
from .carry_out import Text, asking_card, note_last, push_text
from .choosable import Choice, Picking, choice_of, covered, fits, missing, open_cards, places_of_pick, verb_of
from .counts import Told
from .playing import play_card
from .vocabulary import Pick

RULE: Final = "cards"
_RULES: Final = {"destroy": "destroying", "gain": "gaining", "push-back": "locations", "put-back": "oversized"}


def begin_pick(work: Work, step: Text, verb: Pick, at: int) -> None:
    """Begin to ask for cards; the step is over at once if there is no card, or no choice.

    An attacker who picks a foe's card gets what this brings (fe-66). In a First Appearance the owner of the cards picks
    them and gets it (fe-67).
    """
    attacker = step.by if verb.whose == "victim" else None
    place = (step.text, step.part, step.path, at)
    push(
        work,
        Picking(
            place, attacker or step.seat, step.seat, step.card, step.by, step.last, step.shown, picks=(),
            into=work.top.id,
        ),
    )  # fmt: skip


# What is done -----------------------------------------------------------------------------------------------------


def _destroy(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    return acts.destroy(work, step.seat, label, places)


def _discard(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    return acts.discard(work, step.owner, label)


def _top(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    return bring(work, label, top_of(step.owner), places, 0)


def _bottom(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    return acts.under_main_deck(work, label, places)


def _gain(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    return acts.gain(work, step.seat, label, places)


def _freeze(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    found = find(work.state, label, places)
    card = (found.instead or found.card) if found else label
    acts.freeze(work, step.seat, card)
    return card


def _give(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    """Put the card into the attacker's hand, which is no gain."""
    assert step.by is not None
    return acts.hand_over(work, step.seat, label, hand_of(step.by), step.by, places)


def _push_back(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    return acts.push_back(work, step.owner, label)


def _put_back(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    return bring(work, label, WEAKNESSES, places)


def _play(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    return play_card(work, step.seat, label, places, from_hand=False)


def _draw(work: Work, step: Picking, label: Label, places: tuple[Path, ...]) -> Component:
    return bring(work, label, hand_of(step.owner), places)


ACTS: Final[Mapping[str, Callable[[Work, Picking, Label, tuple[Path, ...]], Component]]] = {
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


def _resume(work: Work, step: Picking) -> None:
    verb = verb_of(step)
    state = work.state
    if not _possible(state, step, verb):
        _finish(work, step)
        return
    choice = choice_of(state, step, verb)
    must, can = missing(step, verb, choice)
    if can <= 0 or (verb.each_of and must <= 0 and covered(verb, step) and _no_more(state, choice)):
        _finish(work, step)
        return
    forced = _forced(verb, choice, must)
    if forced is not None:
        _do(work, step, forced)
        return
    prompt, done = work.top.prompt, len(step.picks)
    if prompt is None or prompt.args["done"] != done:
        work.ask(
            code_of(verb),
            seats=(step.seat,),
            cite=_RULES.get(verb.act, RULE),
            seat=step.seat,
            owner=step.owner,
            card=asking_card(work.state, step.card),
            n=verb.high - done,
            done=done,
        )


def _no_more(state: State, choice: Choice) -> bool:
    """Return whether Element Woman, who has both types, was enough.

    She was if no other card is there, or if a house rule says so (fe-63).
    """
    return state.rules.element_woman_discards == "is-enough" or not (choice.open or choice.hidden_high > 0)


def _possible(state: State, step: Picking, verb: Pick) -> bool:
    """Return whether the act can be done: giving needs an attacker (fe-59), freezing a Frozen token (fe-182)."""
    if verb.act == "give" and step.by is None:
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


def _do(work: Work, step: Picking, label: Label) -> None:
    """Choose a card without a tap, so that nobody has read the copy's number."""
    frame, verb = work.top, verb_of(step)
    work.again()
    with unread(work, label):
        card = ACTS[verb.act](work, step, label, places_of_pick(step, verb))
    _note_pick(work, frame.id, step, card)


def _note_pick(work: Work, frame: int, step: Picking, card: Component) -> None:
    """Note a chosen card in its frame, on which what it has triggered may lie by now."""
    work.emit(ev.FrameSet(frame, {"picks": (*step.picks, card)}))


def _finish(work: Work, step: Picking) -> None:
    """Run the inner program that follows from the choice, before the text goes on.

    Cards that were played from the destroyed pile go under the main deck (fe-91).
    """
    verb, picks = verb_of(step), step.picks
    work.pop()
    if verb.act == "play":
        for card in picks:
            if card in work.state.zone(in_play_of(step.seat)):
                with unread(work, card):
                    acts.under_main_deck(work, card, (in_play_of(step.seat),))
    if picks or step.last:
        note_last(work, step.into, picks)
    text, part, path, at = step.verb
    told = Told(step.owner, step.card, step.by, picks, step.shown)
    short = 0 if verb.each_of else verb.low - len(picks)
    names = [*["missing"] * max(0, short if verb.missing else 0), "then" if picks else "otherwise"]
    for name in names:
        push_text(work, text, part, (*path, at, name), told)


# Moves ------------------------------------------------------------------------------------------------------------


def _not_among(now: Moment[Picking], by: Seat, card: Label, option: str | None = None) -> Verdict:
    """Refuse a card that the text does not let the player choose; a frozen card cannot be gained (fe-97)."""
    state, step = now.state, now.step
    verb = verb_of(step)
    found = find(state, card, places_of_pick(step, verb))
    if found is None:
        hand_only = verb.places == ("hand",)
        code = FE.NOT_IN_HAND if hand_only else FE.NOT_THERE
        return no(code, RULE, card=card, seat=step.owner)
    if found.place == LINE_UP and verb.act == "gain" and state.marked(found.instead or found.card, FROZEN):
        return no(FE.FROZEN, RULE, card=card)
    if not _fits_somewhere(state, step, verb, card, found.instead or found.card):
        return no(FE.WRONG_CARD, RULE, card=card, kind=step.card)
    if option is not None and option not in ways(state, step, verb, card):
        args = {"option": option, "allowed": ", ".join(ways(state, step, verb, card))}
        return Refused(CoreRefusal.UNKNOWN_OPTION, args, RULE)
    return None


def ways(state: State, step: Picking, verb: Pick, label: Label) -> tuple[str, ...]:
    """Return the names of the places where a named card can have lain, if there is more than one.

    This is open for a copy whose number nobody had read.
    """
    if state.where.get(label) is not None and not state.marked(label, ASSUMED):
        return ()
    found = [
        name
        for name, place in zip(verb.places, places_of_pick(step, verb), strict=True)
        if find(state, label, (place,)) is not None and fits(state, step, verb, label, place)
    ]
    return tuple(found) if len(found) > 1 else ()


def _fits_somewhere(state: State, step: Picking, verb: Pick, label: Label, card: Label) -> bool:
    """Return whether a card fits at one of the places where it can lie."""
    return any(
        find(state, label, (place,)) is not None and fits(state, step, verb, card, place)
        for place in places_of_pick(step, verb)
    )


def _choose(work: Work, step: Picking, by: Seat, card: Label, option: str | None = None) -> None:
    frame, verb = work.top, verb_of(step)
    fitting = tuple(
        place
        for name, place in zip(verb.places, places_of_pick(step, verb), strict=True)
        if option in {None, name}
        and find(work.state, card, (place,)) is not None
        and fits(work.state, step, verb, card, place)
    )
    work.again()
    chosen = ACTS[verb.act](work, step, card, fitting or places_of_pick(step, verb))
    _note_pick(work, frame.id, step, chosen)


def _must_choose(now: Moment[Picking], by: Seat) -> Verdict:
    """Refuse to stop while a card that must be chosen is there, whatever the alternative is (fe-62)."""
    step = now.step
    verb = verb_of(step)
    must, can = missing(step, verb, choice_of(now.state, step, verb))
    if must > 0:
        return no(FE.MUST_CHOOSE, RULE, card=step.card, n=must)
    short = len(step.picks) < verb.low and not (verb.each_of and covered(verb, step))
    return Unverified(("hand",)) if short and can > 0 else None


def _done(work: Work, step: Picking, by: Seat) -> None:
    work.answer(by, option="no-more")
    _finish(work, read(Picking, work.top))


def _offers(now: Moment[Picking]) -> Iterator[tuple[Seat, Label, str | None]]:
    verb = verb_of(now.step)
    for seat in awaited(now):
        for card in _candidates(now, verb):
            for way in ways(now.state, now.step, verb, card) or (None,):
                yield seat, card, way


def _candidates(now: Moment[Picking], verb: Pick) -> Iterable[Label]:
    state, step = now.state, now.step
    if now.naming is not None:
        return (now.naming,) if deck_card(now.naming, RULE) is None else ()
    found: dict[Label, Any] = dict.fromkeys(open_cards(state, step, verb))
    if "hand" in verb.places:
        place = hand_of(step.owner)
        for card, _ in unseen_at(state, place):
            kind = kind_of(card)
            if kind in CATALOG.kinds and fits(state, step, verb, kind, place):
                found[kind] = None
    return found


def _code(now: Moment[Picking], command: Command) -> str:
    return f"card-{command.option}" if command.option else "card"


_WAYS: Final = ("card-hand", "card-discard")


def _prompts() -> tuple[PromptSpec, ...]:
    codes = ("destroy", "discard", "top", "bottom", "gain", "freeze", "give", "push-back", "put-back", "play", "draw")
    must = {"destroy", "discard", "top", "bottom", "push-back", "put-back", "draw"}
    may = {"destroy", "top", "gain", "freeze", "give", "play"}
    found = [f"pick-{code}" for code in codes if code in must] + [f"may-{code}" for code in codes if code in may]
    return tuple(
        PromptSpec(code, ("card", *_WAYS, "no-more"), _RULES.get(code.partition("-")[2], RULE)) for code in found
    )


PICK_STEP: Final = step_kind(
    Picking,
    move(
        "answer", Picking, _choose, card=of_a_deck(RULE), by=WAITING, unless=_not_among, offers=_offers, stamped=True,
        codes=(CoreRefusal.UNKNOWN_OPTION, FE.NOT_IN_HAND, FE.NOT_THERE, FE.FROZEN, FE.WRONG_CARD), rule=RULE,
        answers=Answer(_code, lambda now, command: {"card": command.card}, even_refused=True, cards=True),
    ),
    move("done", Picking, _done, by=WAITING, unless=_must_choose, codes=(FE.MUST_CHOOSE,), answers=Answer("no-more"),
         rule=RULE),
    resume=_resume,
    prompts=_prompts(),
)  # fmt: skip
"""Step in which cards are tapped one at a time, until there are enough or the player says `done`."""
