"""Attacks and Defenses, and First Appearances, which attack everybody ("Forever Evil, Attacks and Defenses").

The app asks every attacked player who holds a card, whatever it knows of the hand. So a question never tells what a
hand holds. Players decide clockwise, one after the other. A player who does not avoid the Attack is hit before the next
one decides, unless the Attack needs all answers first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Component, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.purse import worth
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, read, replace, save

from ..args import WAITING, not_asked, of_a_deck
from ..catalog import CATALOG
from ..hands import unseen_at
from ..market import deck_card
from ..places import bottom_of, deck_of, discard_of, find, hand_of, in_play_of, top_of
from ..refusals import FE, no
from ..steps import ByHand
from ..team import foes as foes_of
from ..team import side
from .acts import character_of, discard, script_of
from .carry_out import Text, asking_card, push_text
from .counts import Told
from .script import Way
from .triggers import begin_resolving, trigger
from .vocabulary import Attack

RULE: Final = "attacks"
APPEARANCE_PART: Final = "appearance"
NOBODY_DEFENDS: Final = "nobody-defends"
"""Option of one word for all who are still to decide."""


@quick
@dataclass(frozen=True, slots=True)
class Attacking(StepData):
    """Each attacked player avoids the Attack with one Defense, or does not avoid it."""

    KIND: ClassVar[str] = "attack"
    targets: tuple[Seat, ...]
    """Seats that are attacked, in their order; with ``together``, later those that did not avoid it."""
    at: int
    """Index of the seat among them that comes next."""
    phase: str
    """``ask``, ``hit`` while a text runs, or ``next`` after it."""
    landed: bool
    """True once at least one player did not avoid it."""
    hits: tuple[Seat, ...]
    """With ``together``, seats that did not avoid it so far."""
    answered: tuple[Seat, ...]
    defenders: tuple[Seat, ...]
    """Seats that have used a Defense."""
    together: bool
    """True if nobody is hit before everybody has decided."""
    text: str | None
    """Kind of card whose text hits; None for a card without a script."""
    part: str
    path: Way
    card: Label
    by: Seat | None
    """The attacker, or None for a First Appearance."""
    victim: Seat = ""
    """Seat that was hit last."""
    before: tuple[int, ...] = ()
    """Sizes of what the victim had before it was hit."""
    nobody: bool = False
    """True once the table has said that nobody else defends."""


@quick
@dataclass(frozen=True, slots=True)
class ChoosingFoe(StepData):
    """A player chooses whom the Attack hits."""

    KIND: ClassVar[str] = "choose-foe"
    seat: Seat
    foes: tuple[Seat, ...]
    text: str
    part: str
    path: Way
    card: Label
    by: Seat


def begin_attack(work: Work, step: Text, verb: Attack, at: int) -> None:
    """Begin a card's Attack on all foes, or on the one foe that its player has chosen or now chooses (fe-159)."""
    seat = step.seat
    foes = foes_of(work.state, seat)
    path = (*step.path, at, "then")
    if not verb.all and len(foes) > 1:
        if step.target not in foes:
            push(work, ChoosingFoe(seat, foes, step.text, step.part, path, step.card, seat))
            return
        foes = (step.target,)
    push_attack(work, foes, step.card, seat, text=step.text, part=step.part, path=path, together=verb.together)


def push_attack(
    work: Work,
    targets: tuple[Seat, ...],
    card: Label,
    by: Seat | None,
    *,
    text: str | None = None,
    part: str = "",
    path: Way = (),
    together: bool = False,
) -> None:
    """Begin an Attack on ``targets``, in this order.

    ``by`` is the attacker, or None for a First Appearance.
    """
    push(work, Attacking(targets, 0, "ask", False, (), (), (), together, text, part, path, card, by))


def begin_appearance_attack(work: Work, hero: Component, order: tuple[Seat, ...]) -> None:
    """Begin a First Appearance, which every player may avoid with one Defense (fe-161).

    It happens outside any turn ("Forever Evil, The Super Heroes").
    """
    begin_resolving(work, order[0], hero)
    if script_of(hero) is None:
        push(work, ByHand(order[0], hero))
        return
    push_attack(work, order, hero, None, text=kind_of(hero), part=APPEARANCE_PART)


# How it goes on ---------------------------------------------------------------------------------------------------


def _resume(work: Work, step: Attacking) -> None:
    match step.phase:
        case "hit":
            landed = step.landed or _counts_as_hit(work.state, step)
            save(work, step, replace(step, phase="next", landed=landed), "landed")
            work.again()
        case "next":
            _next(work, step)
        case _:
            _ask(work, step)


def _counts_as_hit(state: State, step: Attacking) -> bool:
    """Return whether the player who was hit failed to avoid the Attack.

    A player with nothing to lose has failed too, unless a house rule says otherwise (fe-69).
    """
    if state.rules.nothing_to_lose == "is-hit":
        return True
    return _footprint(state, step.victim) != step.before


def _footprint(state: State, seat: Seat) -> tuple[int, ...]:
    places = (deck_of(seat), hand_of(seat), discard_of(seat), in_play_of(seat), top_of(seat), bottom_of(seat))
    return (worth(state, seat), *(state.size(place) for place in places))


def _ask(work: Work, step: Attacking) -> None:
    """Ask the next attacked player for a Defense, unless nobody defends any more; an empty hand holds none."""
    if step.at == len(step.targets):
        if step.together:
            save(work, step, replace(step, phase="next", at=0, targets=step.hits), "at", "targets")
            work.again()
        else:
            _over(work, step)
        return
    seat, prompt = step.targets[step.at], work.top.prompt
    if step.nobody or not any(work.state.size(hand_of(each)) for each in _protectors(work.state, step, seat)):
        _undefended(work, step, seat)
    elif prompt is None or prompt.seats != (seat,) or not prompt.waiting:
        work.ask("attacked", seats=(seat,), cite=RULE, seat=seat, card=step.card)


def _protectors(state: State, step: Attacking, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that may avoid the Attack for a player: the player and the mates (fe-128).

    Each player may use one Defense for each Attack, which protects one player ("Forever Evil, Variant Games"). By a
    house rule each player may be protected once instead (fe-188).
    """
    mates = side(state, seat)
    if state.rules.team_defense == "per-protected":
        return mates
    return tuple(each for each in mates if each not in step.defenders)


def _undefended(work: Work, step: Attacking, seat: Seat) -> None:
    """Hit a player who did not avoid the Attack, now (fe-160) or after everybody has decided (fe-51)."""
    if step.together:
        save(work, step, replace(step, at=step.at + 1, hits=(*step.hits, seat)))
        work.again()
    else:
        _hit(work, step, seat)


def _hit(work: Work, step: Attacking, seat: Seat) -> None:
    """Go on to the next player, and let the text hit this one."""
    after = replace(step, at=step.at + 1)
    save(work, step, after)
    hit = replace(after, phase="hit", victim=seat, before=_footprint(work.state, seat))
    save(work, after, hit, "victim", "before")
    work.again()
    if step.text is not None:
        push_text(work, step.text, step.part, step.path, Told(seat, step.card, step.by))


def _next(work: Work, step: Attacking) -> None:
    """Go on after a hit: ask the next player, or hit the next of the players who did not avoid the Attack."""
    if not step.together:
        save(work, step, replace(step, phase="ask"))
        work.again()
    elif step.at == len(step.targets):
        _over(work, step)
    else:
        _hit(work, step, step.targets[step.at])


def _over(work: Work, step: Attacking) -> None:
    """End the Attack; Sinestro gains VP once if at least one foe did not avoid it (fe-68).

    A First Appearance is nobody's Attack and pays nothing (fe-164).
    """
    work.pop()
    if step.by is not None and step.landed:
        kind, character = character_of(work.state, step.by)
        if character.on_landed:
            trigger(work, kind, "on_landed", step.by, step.card)


# Defenses ---------------------------------------------------------------------------------------------------------


def is_defense(card: Label) -> bool:
    """Return whether a card can avoid an Attack from the hand."""
    facts = CATALOG.find(card)
    return facts is not None and facts.defense is not None


def _no_help(now: Moment[Attacking], by: Seat, card: Label) -> Verdict:
    """Refuse a second Defense against one Attack (fe-48), and a card that cannot avoid it.

    The Defense must come from the hand, so that a card which Firestorm Matrix has kept cannot defend (fe-108).
    """
    if not now.waiting or by not in _protectors(now.state, now.step, now.asked):
        if by in now.step.answered or by in now.step.defenders:
            return no(FE.SECOND_DEFENSE, RULE, seat=by)
        return not_asked(now, by)
    if not is_defense(card):
        return no(FE.NOT_A_DEFENSE, RULE, card=card)
    if find(now.state, card, (hand_of(by),)) is None:
        return no(FE.NOT_IN_HAND, RULE, card=card, seat=by)
    return None


def _defend(work: Work, step: Attacking, by: Seat, card: Label) -> None:
    """Let the asked player, and no other, avoid the Attack (fe-49).

    The rest of the attacking card goes on (fe-50).
    """
    prompt = work.top.prompt
    protected = prompt.waiting[0] if prompt is not None and prompt.waiting else None
    if protected is not None and by in _protectors(work.state, step, protected):
        work.answer(protected, option="defend")
        now = read(Attacking, work.top)
        answered, defenders = (*now.answered, protected), (*now.defenders, by)
        save(work, now, replace(now, at=now.at + 1, answered=answered, defenders=defenders))
    work.again()
    if not is_defense(card):
        discard(work, by, card)  # By force it avoids the Attack, but it has no text for that.
    elif script_of(card) is None:
        push(work, ByHand(by, card))
    else:
        push_text(work, kind_of(card), "defend", (), Told(by, card, step.by))


def _no_defense(work: Work, step: Attacking, by: Seat) -> None:
    work.answer(by, option="no-defense")
    now = read(Attacking, work.top)
    after = replace(now, answered=(*now.answered, by))
    save(work, now, after)
    _undefended(work, after, by)


def _nobody_defends(work: Work, step: Attacking, by: Seat | None = None) -> None:
    """Let nobody else avoid the Attack: one word for all who were still to decide, whatever they hold (fe-48)."""
    asked = work.top.prompt.waiting[0] if work.top.prompt is not None else step.targets[step.at]
    work.answer(asked, option=NOBODY_DEFENDS)
    now = read(Attacking, work.top)
    after = replace(now, answered=(*now.answered, asked), nobody=True)
    save(work, now, after)
    _undefended(work, after, asked)


def _if_several(now: Moment[Attacking], command: Command) -> Args | None:
    """Show the word for all while more than one player is still to decide."""
    return {} if now.waiting and len(now.step.targets) - now.step.at > 1 else None


def _defend_offers(now: Moment[Attacking]) -> Iterable[tuple[Seat, Label]]:
    assert now.prompt is not None
    for seat in side(now.state, now.asked) if now.waiting else now.prompt.seats:
        if now.viewer in {seat, TABLE}:
            for card in _defenses(now.state, seat, now.naming):
                yield seat, card


def _defenses(state: State, seat: Seat, naming: Label | None) -> Iterable[Label]:
    if naming is not None:
        # Another card of the hand is offered too, so that a refusal tells why it does not help.
        held = deck_card(naming, RULE) is None and find(state, naming, (hand_of(seat),)) is not None
        return (naming,) if held or is_defense(naming) else ()
    return dict.fromkeys(kind_of(card) for card, _ in unseen_at(state, hand_of(seat)) if is_defense(card))


_DEFENSE_CODES: Final = (FE.NOT_A_DEFENSE, FE.SECOND_DEFENSE, CoreRefusal.NOT_ASKED, FE.NOT_IN_HAND)
ATTACK_STEP: Final = step_kind(
    Attacking,
    move("defend", Attacking, _defend, card=of_a_deck(RULE), unless=_no_help, codes=_DEFENSE_CODES,
         offers=_defend_offers, stamped=True, rule=RULE),
    move("no-defense", Attacking, _no_defense, by=WAITING, rule=RULE,
         answers=Answer("no-defense", lambda now, command: {"seat": command.by}, even_refused=True)),
    move("done", Attacking, _nobody_defends, by=ANYBODY, spoken=True, answers=Answer(NOBODY_DEFENDS, _if_several),
         rule=RULE),
    resume=_resume,
    prompts=(PromptSpec("attacked", ("no-defense", NOBODY_DEFENDS), RULE),),
)  # fmt: skip
"""Step in which each attacked player avoids the Attack with one Defense, or does not avoid it."""


# Whom it hits -----------------------------------------------------------------------------------------------------


def _foe_resume(work: Work, step: ChoosingFoe) -> None:
    if work.top.prompt is None:
        work.ask(step.KIND, seats=(step.seat,), cite=RULE, seat=step.seat, card=asking_card(work.state, step.card))


def _no_foe(now: Moment[ChoosingFoe], said: Any) -> Verdict:
    return None if said in now.step.foes else Refused(FE.NOT_A_FOE, {"seat": said}, RULE)


def _foe(work: Work, step: ChoosingFoe, by: Seat, target: Seat) -> None:
    work.answer(by, target=target)
    work.pop()
    push_attack(work, (target,), step.card, step.by, text=step.text, part=step.part, path=step.path)


CHOOSE_FOE_STEP: Final = step_kind(
    ChoosingFoe,
    move("answer", ChoosingFoe, _foe, by=WAITING, target=Arg(lambda now: now.state.seats, _no_foe, (FE.NOT_A_FOE,)),
         seat_target=True, answers=Answer("foe", lambda now, command: {"seat": command.target}), rule=RULE),
    resume=_foe_resume,
    prompts=(PromptSpec(ChoosingFoe.KIND, ("foe",), RULE),),
)  # fmt: skip
