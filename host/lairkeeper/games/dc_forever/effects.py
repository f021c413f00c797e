"""Effects as typed words, one after the other; a word that needs a choice asks the player of the card.

"DC Forever, Resolving Effects": as much as possible; ``A to B`` needs A, ``A, then B`` does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import Verdict, seats_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment, Value
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push, replace, save

from . import acts, choices
from .abilities import PLAYING
from .hands import discard, draw
from .places import everybody, foes, mark, place_named
from .refusals import DC, no
from .steps import ByHand, Effect
from .words import ASKED, BY_HAND, CONSTANT, LINKS

CITE: Final = "resolving"


def _resume(work: Work, step: Effect) -> None:
    """Carry out the words in order, each before the next (df-152), until one waits for the table.

    After "to" words follow only if the one before succeeded (df-41, df-143); "then" does not ask for that (df-157). At
    the end an Event is discarded (df-27).
    """
    frame, words, ok = work.top, step.words, step.ok
    while words:
        (word, n), *rest = words
        if word in ASKED and n > 0 and word not in acts.IN_STRIKE:
            now = replace(step, words=words, ok=ok)
            if now != step:
                save(work, step, now, "words", "ok")
            _ask(work, now, word, n)
            return
        words = () if word == "to" and not ok else tuple(rest)
        ok = ok or word == "then"
        _do(work, step, word, n)
        if work.top.id != frame.id:
            save(work, step, replace(step, words=words, ok=ok), "words", "ok", frame=frame)
            return
    work.pop()
    if step.event and step.card in work.state.zone(PLAYING):
        discard(work, step.card)


def _ask(work: Work, step: Effect, word: str, n: int) -> None:
    """Let the player choose, unless there is no choice; a word with nothing to choose from is left out (df-42)."""
    candidates = tuple(islice(choices.open_to(work.state, step, word), 2))
    left = (n, len(step.words))
    if not candidates:
        save(work, step, replace(step, words=step.words[1:], ok=False, asker=step.seat), "words", "ok", "asker")
        work.again()
    elif len(candidates) == 1 and word in choices.OBVIOUS:
        _carry_out(work, step, candidates[0])
    else:
        prompt = work.top.prompt
        if prompt is None or prompt.code != f"ask-{word}" or prompt.args.get("left") != left:
            work.ask(f"ask-{word}", cite=CITE, seat=step.asker, n=n, card=step.card, left=left)


def _do(work: Work, step: Effect, word: str, n: int) -> None:
    """Carry out one word that needs no choice."""
    seat = step.seat
    match word:
        case "draw":
            draw(work, seat, n)
        case "icons":
            work.count(f"icons.{seat}", n)
        case "extra-action" if step.char:
            mark(work, step.char, "extra-action", seat, "activation", n)
        case "return" if step.char:
            acts.retreat(work, step.char)
        case "damage-most":
            acts.hurt_most(work, everybody(work.state, *foes(work.state, seat)), n, seat)
        case "host-damage" if step.about:
            acts.hurt(work, step.about, n, seat)
        case _ if word in ("mill", BY_HAND):
            push(work, ByHand(seat, step.card))
        case _ if word in acts.IN_STRIKE:
            acts.IN_STRIKE[word](work, seat, n)
        case _:
            assert word in LINKS or word in CONSTANT or n == 0 or word in acts.QUIET, word


# Choosing ---------------------------------------------------------------------------------------------------------


def _not_open(now: Moment[Effect], by: Seat, card: Label | None = None, target: Label | None = None) -> Verdict:
    """Refuse pieces that may not be chosen (df-141)."""
    if card is not None and target is not None:
        return no(DC.NOT_OPEN, CITE, card=card)
    word, chosen = now.step.words[0][0], _place_or(now.state, card or target or "")
    if chosen in choices.open_to(now.state, now.step, word):
        return None
    protected = choices.why_protected(now.state, word, chosen)
    return protected or no(DC.NOT_OPEN, CITE, card=chosen)


def _place_or(state: State, chosen: str) -> str:
    """Return the place that a Location card of the row means, or the piece itself."""
    return place_named(state, chosen) or chosen


def _choose(work: Work, step: Effect, by: Seat, card: Label | None = None, target: Label | None = None) -> None:
    """Take a choice; a player so chosen makes the next choice (df-141)."""
    word, n = step.words[0]
    if word == "forced" and target is not None:
        save(work, step, replace(step, asker=target), "asker")
        left = (n, len(step.words))
        work.ask("ask-forced-hero", cite=CITE, seat=target, n=n, card=step.card, left=left)
        return
    _carry_out(work, step, _place_or(work.state, card or target or ""))


def _carry_out(work: Work, step: Effect, chosen: str) -> None:
    """Carry out a word on the chosen piece, and go on with the effect."""
    (word, n), *rest = step.words
    again = ((word, n - 1),) if word in choices.ONE_BY_ONE and n > 1 else ()
    after = replace(step, words=(*again, *rest), asker=step.seat, ok=True)
    save(work, step, after, "words", "asker", "ok")
    work.again()
    choices.DO[word](work, step, chosen, n)


def _asker(now: Moment[Effect]) -> tuple[Seat, ...]:
    """Return the seat that makes the choice; none when the viewer may not act for it."""
    return (now.step.asker,) if now.step.asker in seats_of(now.state, now.viewer) else ()


def _another(now: Moment[Effect], said: Any) -> Verdict:
    """Refuse choices of another seat than the asker (df-141)."""
    return None if said == now.step.asker else Refused(CoreRefusal.NOT_ASKED, {"seat": said}, CITE)


def _pieces(now: Moment[Effect]) -> Iterator[tuple[Value, ...]]:
    """Offer pieces as cards; places and seats as targets, by tap a place as its card."""
    state, naming = now.state, now.naming
    for seat in _asker(now):
        for each in choices.open_to(state, now.step, now.step.words[0][0]):
            if "#" in each or each in choices.kinds(state):
                if naming in (None, each):
                    yield seat, each, None
            elif naming is None:
                yield seat, None, each
            elif place_named(state, naming) == each:
                yield seat, naming, None


def _code(now: Moment[Effect], command: Command) -> str:
    """Return the code of an option: by the sort of what is chosen."""
    if command.card:
        return "choose-card"
    return "choose-seat" if command.target in now.state.seats else "choose-place"


_QUESTIONS: Final = (*(f"ask-{word}" for word in ASKED if word not in acts.IN_STRIKE), "ask-forced-hero")
EFFECT: Final = step_kind(
    Effect,
    move("choose", Effect, _choose, unless=_not_open, codes=(DC.NOT_OPEN, DC.PROTECTED), offers=_pieces, stamped=True,
         by=Arg(_asker, _another, (CoreRefusal.NOT_ASKED,)), rule=CITE,
         answers=Answer(_code, lambda now, command: choices.shown(now.state, command), cards=True, even_refused=True)),
    resume=_resume,
    prompts=tuple(PromptSpec(code, ("choose-card", "choose-seat", "choose-place"), CITE) for code in _QUESTIONS),
)  # fmt: skip
