"""Attacks, Threatens and Rescues: all modifiers first, then the total, then the modifiers' further effects.

"DC Forever, Threaten", "Attack", "Rescue" and "Glossary: Modifiers".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push, replace, save

from .abilities import PLAYING, has_word, icons_of, no_user, push_effect, user_of, words_of
from .acts import forget, note, noted, whole
from .args import ANY_PIECE, asked, may_act, with_card
from .catalog import CARDS, side_of, sort_of
from .citizens import SANCTUARY, shift
from .hands import discard, discard_from_hand, in_hand, take
from .harm import suffer
from .locations import emptied
from .places import fact, hand_labels, hand_of, owner_of, place_of, scheme_at, side, words_at
from .reactions import window
from .refusals import DC, no
from .steps import OfSeat, Strike

CITE: Final = "modifiers"


def base_of(state: State, step: Strike) -> int:
    """Return the base value of the action, printed or replaced (df-217; "DC Forever, Glossary: Attack Value")."""
    replaced = noted(state, "base")
    return replaced - 1 if replaced else fact(state, step.char, step.action, 0)


def place_bonus(state: State, step: Strike) -> int:
    """Return the number that the Location adds for this side; it is no modifier (df-218)."""
    words = words_at(state, step.place, side(state, step.seat))
    return sum(n for word, n in words if word == step.action)


def bonus_of(state: State, step: Strike, card: Component, tactician: Component | None) -> int:
    """Return one modifier's number: 0 when ignored, or less by what the attacked character takes off one of them.

    It never falls below 0, so that base value and other modifiers stay as they are (df-82).
    """
    if not proof(state, step) and (noted(state, "ignored", card) or noted(state, "number-ignored", card)):
        return 0
    bonus: int = fact(state, card, "bonus", 0)
    if tactician == card and step.target and not proof(state, step):
        bonus = max(0, bonus - has_word(state, step.target, "reduce-modifier"))
    return bonus


def proof(state: State, step: Strike) -> bool:
    """Return True when the damage can be neither ignored nor reduced (df-84)."""
    return bool(has_word(state, step.char, "proof")) or any(has_word(state, card, "proof") for card in step.mods)


def total_of(state: State, step: Strike) -> int:
    """Return the total of the action: base value, Location and modifiers (df-78).

    Modifiers add up (df-80). The total is one hit or one claim (df-219). Half of it is rounded up (df-43). Damage that
    is reduced is never less than 0 (df-177).
    """
    largest = max(whole(state), key=lambda card: fact(state, card, "bonus", 0), default=None)
    total = base_of(state, step) + place_bonus(state, step)
    total += sum(bonus_of(state, step, card, largest) for card in step.mods)
    if noted(state, "half"):
        total = (total + 1) // 2
    return total if proof(state, step) else max(0, total - noted(state, "less"))


# The steps --------------------------------------------------------------------------------------------------------


def _resume(work: Work, step: Strike) -> None:
    """Run the step that the action is at."""
    _STEPS[step.step](work, step)


def _next(work: Work, step: Strike, part: str) -> None:
    """Go on to another part of the action."""
    save(work, step, replace(step, step=part))
    work.again()


def _declared(work: Work, step: Strike) -> None:
    """Find a base value that depends on a card discarded at random, an X that its own card defines (df-162)."""
    _next(work, step, "modifiers")
    if not has_word(work.state, step.char, "value-random"):
        return
    if work.state.size(hand_of(step.seat)):
        push(work, RandomDiscard(step.seat, step.char))
    else:  # an X without a definition is 0 (df-47; "DC Forever, Glossary: X")
        note(work, "base", 1)


def _modifiers(work: Work, step: Strike) -> None:
    """Ask for all modifiers before the first resolves (df-79), if the hand may hold one.

    All players may know which cards are in hand and deck together, so the question gives nothing away.
    """
    if not any(True for _ in _open(work.state, step)):
        _next(work, step, "when")
    else:
        work.ask("modifiers", cite=CITE, seat=step.seat, card=step.char, what=step.action)


def _when(work: Work, step: Strike) -> None:
    """Open the window of "When" reactions, which resolve before the hit or claim (df-153)."""
    _next(work, step, "hit")
    if step.target is not None:
        window(work, "when-attacked", step.target, owner_of(work.state, step.target) or step.seat)
    else:
        window(work, f"when-{step.action}s", step.char, step.seat)


def _hit(work: Work, step: Strike) -> None:
    """Carry out the total at once: an Attack hits, a Threaten or Rescue claims citizens of the Location.

    A Threaten moves citizens onto the Scheme there (df-71, df-72); a Rescue moves them to Sanctuary, none from the
    Scheme (df-74, df-75). When the last citizen is taken no more are claimed (df-73); a Scheme that gets none is not
    advanced (df-208). An attacked character that is not there any more is not hit (df-77). A character that falls does
    so before the modifiers' further effects (df-220).
    """
    total = total_of(work.state, step)
    _next(work, step, "extras")
    if step.target is not None:
        if place_of(work.state, step.target) == step.place:
            suffer(work, step.target, total, step.seat, attack=True)
        return
    goal = SANCTUARY if step.action == "rescue" else scheme_at(step.place)
    shift(work, step.place, goal, total)
    emptied(work, step.place)


def _waiting(state: State, step: Strike) -> tuple[Component, ...]:
    """Return the modifiers whose further effects are still to come; an ignored modifier has none (df-83)."""
    return tuple(
        card
        for card in step.mods
        if card not in step.done and not noted(state, "ignored", card) and any(n for _, n in words_of(state, card))
    )


def _extras(work: Work, step: Strike) -> None:
    """Carry out the modifiers' further effects, after the damage or claim (df-155).

    The acting player chooses their order (df-81).
    """
    waiting, prompt = _waiting(work.state, step), work.top.prompt
    if len(waiting) > 1:
        if prompt is None or prompt.code != "extras" or prompt.args["left"] != len(waiting):
            work.ask("extras", cite=CITE, seat=step.seat, left=len(waiting))
    elif waiting:
        _carry_out(work, step, waiting[0])
    else:
        _next(work, step, "after")


def _carry_out(work: Work, step: Strike, card: Component) -> None:
    """Carry out the further effects of one modifier."""
    save(work, step, replace(step, done=(*step.done, card)))
    work.again()
    push_effect(work, step.seat, card, words_of(work.state, card), char=step.char, about=step.target)


def _after(work: Work, step: Strike) -> None:
    """Discard the modifiers, end the action, and open the window of "After" reactions to it (df-154)."""
    for card in step.mods:
        if card in work.state.zone(PLAYING):
            discard(work, card)
    forget(work)
    work.pop()
    if step.target is not None:
        window(work, "after-attacks", step.char, step.seat)
        window(work, "after-attacked", step.target, owner_of(work.state, step.target) or step.seat)
    else:
        window(work, f"after-{step.action}s", step.char, step.seat)


_STEPS: Final[Mapping[str, Callable[[Work, Strike], None]]] = {
    "declared": _declared,
    "modifiers": _modifiers,
    "when": _when,
    "hit": _hit,
    "extras": _extras,
    "after": _after,
}


# Modifiers --------------------------------------------------------------------------------------------------------


def fits_action(state: State, card: Label, action: str) -> bool:
    """Return True for a modifier of this kind of action (df-215)."""
    return action in str(fact(state, card, "modifier", "")).split("-")


def _open(state: State, step: Strike) -> Iterable[Label]:
    """Return the modifiers of this action that the hand may hold."""
    for card in hand_labels(state, step.seat):
        if fits_action(state, card, step.action) and _usable(state, step.seat, step.char, card):
            yield card


def _usable(state: State, seat: Seat, char: Component, card: Label) -> bool:
    """Return True for a modifier of the acting character's own affiliation, or one for any character (df-216)."""
    return user_of(state, seat, card) == char or (bool(fact(state, card, "anyone")) and side_of(card) is not None)


def _not_a_modifier(now: Moment[Strike], by: Seat, card: Label) -> Verdict:
    """Refuse cards that are no modifier of this action, and modifiers that come too late (df-79)."""
    state, step = now.state, now.step
    if step.step != "modifiers":
        return no(DC.TOO_LATE, CITE, card=card)
    verdict = in_hand(state, by, card, CITE)
    if isinstance(verdict, Refused):
        return verdict
    if not fits_action(state, card, step.action):
        return no(DC.NOT_A_MODIFIER, CITE, card=card)
    return verdict if _usable(state, by, step.char, card) else no_user(state, card, "attack")


def _modifier(work: Work, step: Strike, by: Seat, card: Label) -> None:
    """Add a modifier to the action."""
    save(work, step, replace(step, mods=(*step.mods, take(work, card, hand_of(by), PLAYING))))


def _modifier_cards(now: Moment[Strike]) -> Iterator[Label]:
    for card in _open(now.state, now.step) if now.naming is None else (now.naming,):
        if sort_of(card) == CARDS and fact(now.state, card, "modifier"):
            yield card


def _no_modifiers_now(now: Moment[Strike], by: Seat) -> Verdict:
    if now.step.step == "modifiers":
        return None
    return Refused(CoreRefusal.NOT_NOW, {"move": "done", "step": "strike"}, CITE)


def _done(work: Work, step: Strike, by: Seat) -> None:
    _next(work, step, "when")


def _not_to_come(now: Moment[Strike], by: Seat, card: Label) -> Verdict:
    """Refuse modifiers that have no further effects to come."""
    return None if card in _extra_cards(now) else no(DC.NOT_OPEN, CITE, card=card)


def _extra_cards(now: Moment[Strike]) -> tuple[Component, ...]:
    """Return the modifiers from which the player chooses the next one."""
    return _waiting(now.state, now.step) if now.step.step == "extras" else ()


def _first(work: Work, step: Strike, by: Seat, card: Label) -> None:
    """Carry out the further effects of the modifier that the player chose."""
    _carry_out(work, step, card)


def _asked_in(part: str) -> Arg[Strike]:
    """Return the player who acts, who is offered the move in one part of the action only."""
    seat = asked(CITE)
    return Arg(lambda now: may_act(now) if now.step.step == part else (), seat.refuse, seat.codes)


STRIKE: Final = step_kind(
    Strike,
    move("modifier", Strike, _modifier, unless=_not_a_modifier, stamped=True, by=_asked_in("modifiers"),
         codes=(DC.TOO_LATE, DC.NOT_IN_HAND, DC.NO_NUMBERS, DC.NOT_A_MODIFIER, DC.NOT_RECRUITED, DC.FALLEN),
         card=Arg(_modifier_cards), answers=Answer("modifier", with_card, cards=True, even_refused=True), rule=CITE),
    move("resolve", Strike, _first, unless=_not_to_come, codes=(DC.NOT_OPEN,), stamped=True, by=_asked_in("extras"),
         card=Arg(lambda now: (card for card in _extra_cards(now) if now.naming in (None, card))),
         answers=Answer("resolve", with_card, cards=True, even_refused=True), rule=CITE),
    move("done", Strike, _done, unless=_no_modifiers_now, codes=(CoreRefusal.NOT_NOW,), by=_asked_in("modifiers"),
         answers=Answer("no-more-modifiers", even_refused=True), rule=CITE),
    resume=_resume,
    prompts=(
        PromptSpec("modifiers", ("modifier", "no-more-modifiers"), CITE),
        PromptSpec("extras", ("resolve",), CITE),
    ),
)  # fmt: skip


# A value found by chance ------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class RandomDiscard(OfSeat):
    """A card is discarded at random, to find a base value."""

    KIND: ClassVar[str] = "random"
    card: Component
    """Character that acts."""


def _random_resume(work: Work, step: RandomDiscard) -> None:
    """Ask for the card that is discarded at random."""
    if work.top.prompt is None:
        work.ask("random", cite="threaten", seat=step.seat, card=step.card)


def _not_discarded(now: Moment[RandomDiscard], by: Seat, card: Label) -> Verdict:
    return in_hand(now.state, by, card, "threaten")


def _random(work: Work, step: RandomDiscard, by: Seat, card: Label) -> None:
    """Discard the card and take its icons as the base value of this action (df-217)."""
    discarded = discard_from_hand(work, by, card)
    work.pop()
    note(work, "base", icons_of(work.state, discarded) + 1)


RANDOM: Final = step_kind(
    RandomDiscard,
    move("discard", RandomDiscard, _random, unless=_not_discarded, codes=(DC.NOT_IN_HAND, DC.NO_NUMBERS), stamped=True,
         by=asked("threaten"), card=ANY_PIECE, rule="threaten"),
    resume=_random_resume,
    prompts=(PromptSpec("random", (), "threaten"),),
)  # fmt: skip
