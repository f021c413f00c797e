"""Provoke and Oppose Phases, and moves of an activated character ("DC Forever, Confrontation Stage")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment, Value
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push, replace, save

from .abilities import has_word
from .action import use
from .args import ROW, as_character, at_turn, card_of, may_act, named_as, target_of, with_card
from .catalog import DO_RESCUE, DO_THREATEN, side_of, standee_of
from .citizens import citizens
from .harm import fallen
from .places import (
    AT,
    EXHAUSTED,
    HERO,
    ROGUE,
    controller_of,
    exhausted,
    has_scheme,
    in_play,
    location,
    mark,
    marked,
    neutral,
    place_named,
    place_of,
    side,
    standing,
    team,
    unmark,
)
from .playing import play
from .reactions import window
from .refusals import DC, no
from .steps import Activation, Aftermath, Phase, Strike

CITE: Final = "activate"


def ready_characters(state: State, seat: Seat) -> tuple[Component, ...]:
    """Return the ready characters that a player decides for."""
    return tuple(card for card in _commanded(state, seat) if not exhausted(state, card))


def _commanded(state: State, seat: Seat) -> Iterable[Component]:
    """Return the characters that a player decides for: those without another controller, and those under control."""
    for each in state.seats:
        yield from (card for card in team(state, each) if controller_of(state, card) == seat)


# The phase --------------------------------------------------------------------------------------------------------


def _phase(work: Work, step: Phase) -> None:
    """Ask a player to activate a character or to pass."""
    if step.over:
        work.pop()
    elif work.top.prompt is None:
        work.turn_of(step.seat)
        rogue = side(work.state, step.seat) == ROGUE
        work.ask("provoke" if rogue else "oppose", cite="provoke" if rogue else "oppose", seat=step.seat)


def _cannot_activate(now: Moment[Phase], by: Seat, card: Component, target: Label) -> Verdict:
    """Refuse characters that cannot be activated: fallen, not this player's, or exhausted.

    An exhausted one has been activated this round (df-65) or was exhausted by an effect (df-223), and was not readied
    since.
    """
    state = now.state
    if fallen(state, card):
        return no(DC.FALLEN, CITE, card=card)
    if card not in _commanded(state, by):
        return no(DC.NOT_RECRUITED, CITE, card=card)
    if place_named(state, target) is None:
        return no(DC.NOT_A_PLACE, CITE, target=target)
    return no(DC.EXHAUSTED, CITE, card=card) if exhausted(state, card) else None


def _activate(work: Work, step: Phase, by: Seat, card: Component, target: Label) -> None:
    """Exhaust a character and move its standee to any of the three Locations (df-64), before anything else (df-210).

    Other characters of its side may be there (df-224).
    """
    place = place_named(work.state, target) or AT[0]
    save(work, step, replace(step, over=True))
    if not exhausted(work.state, card):  # the table may insist on an exhausted one
        mark(work, card, EXHAUSTED)
    work.move(standee_of(card), place)
    work.count("cycle.activated", 1)
    work.count("cycle.passes", -work.state.counters.get("cycle.passes", 0))
    push(work, Activation(by, card, None, 0))
    window(work, "after-activates", card, by)


def _must_activate(now: Moment[Phase], by: Seat) -> Verdict:
    """Refuse to pass in a phase that must be used (df-63).

    A player without a ready character can only pass (df-69).
    """
    must = now.step.must and ready_characters(now.state, by)
    return no(DC.MUST_ACTIVATE, "provoke", seat=by) if must else None


def _pass(work: Work, step: Phase, by: Seat) -> None:
    """End the phase without an activation."""
    work.count("cycle.passes", 1)
    save(work, step, replace(step, over=True))
    work.again()


def _characters(now: Moment[Phase]) -> Iterator[Label]:
    return named_as(now, _commanded(now.state, now.step.seat))


def _where(now: Moment[Phase], command: Command) -> Args | None:
    """Return a character and its Location; None for an exhausted one."""
    if exhausted(now.state, card_of(command)):
        return None
    return {"card": command.card, "token": location(now.state, target_of(command)) or ""}


PHASE: Final = step_kind(
    Phase,
    move("activate", Phase, _activate, unless=_cannot_activate, stamped=True, by=at_turn(),
         codes=(DC.FALLEN, DC.NOT_RECRUITED, DC.EXHAUSTED, DC.NOT_A_PLACE), card=Arg(_characters, read=as_character),
         target=ROW, answers=Answer("activate", _where, cards=True, even_refused=True), rule=CITE),
    # A code by function comes first: players see "pass" before the characters.
    move("pass", Phase, _pass, unless=_must_activate, codes=(DC.MUST_ACTIVATE,), by=at_turn(),
         answers=Answer(lambda now, command: "pass", even_refused=True), rule="provoke"),
    resume=_phase,
    prompts=tuple(PromptSpec(code, ("activate", "pass"), code) for code in ("provoke", "oppose")),
)  # fmt: skip


# The activation ---------------------------------------------------------------------------------------------------


def _resume(work: Work, step: Activation) -> None:
    """End an activation when the player says so, or when its character is not in play any more (df-221)."""
    char = step.char
    if step.over or not in_play(work.state, char):
        work.pop()
        unmark(work, char, "extra-action")
        if in_play(work.state, char):
            push(work, Aftermath(step.seat, char, None))
    elif work.top.prompt is None:
        work.ask("activation", cite=CITE, seat=step.seat, card=char)


Now = Moment[Activation]


def _acted(now: Now, action: str) -> Refused | None:
    """Refuse another action: one an activation (df-211), unless a card says otherwise (df-44, df-94)."""
    state, char, done = now.state, now.step.char, now.step.acts
    extra = sum(mark.amount for mark in state.marks.get(char, ()) if mark.name == "extra-action")
    if done > max(extra, has_word(state, char, "extra-action")):
        return no(DC.ACTED, CITE, card=char)
    if done and action == now.step.action and not extra:
        return no(DC.ACTED, CITE, card=char)
    if has_word(state, char, "only-threaten") and action != "threaten":
        return no(DC.ONLY_THREATENS, CITE, card=char)
    return None


def _cannot_attack(now: Now, by: Seat, card: Component) -> Verdict:
    """Refuse to attack a character that is not at the same Location (df-77) or that may not be chosen (df-151)."""
    refused = _acted(now, "attack")
    if refused is not None:
        return refused
    if card not in foes_here(now.state, now.step.char):
        return no(DC.NOT_HERE, "attack", card=card)
    return no(DC.PROTECTED, "cannot", card=card) if marked(now.state, card, "no-target") else None


def foes_here(state: State, char: Component) -> tuple[Component, ...]:
    """Return the enemies and the Unaligned character at a character's Location, whom it may attack (df-77, df-97)."""
    place = place_of(state, char)
    if place is None:
        return ()
    enemies = [card for card in standing(state, place) if side_of(card) != side_of(char)]
    found = neutral(state, place)
    return (*enemies, *((found,) if found else ()))


def _foes(now: Now) -> Iterator[Label]:
    return named_as(now, foes_here(now.state, now.step.char))


def _attack(work: Work, step: Activation, by: Seat, card: Component) -> None:
    """Attack one character."""
    _begin(work, step, "attack", card)


def _begin(work: Work, step: Activation, action: str, target: Component | None) -> None:
    """Begin an action of the activated character."""
    save(work, step, replace(step, action=action, acts=step.acts + 1), "action")
    work.count("cycle.actions", 1)
    place = place_of(work.state, step.char) or AT[0]
    push(work, Strike(step.seat, step.char, action, target, place, (), "declared"))


def _cannot_threaten(now: Now, by: Seat, card: Label | None = None) -> Verdict:
    """Refuse a Threaten without a Scheme there (df-70); an Unaligned character is not enough (df-212).

    Any Scheme of the side will do, whatever its affiliation (df-202).
    """
    refused, state = _acted(now, "threaten"), now.state
    if refused is not None:
        return refused
    if side(state, by) != ROGUE:
        return no(DC.WRONG_SIDE, "threaten", seat=by)
    place = place_of(state, now.step.char) or AT[0]
    if not has_scheme(state, place):
        return no(DC.NO_SCHEME, "threaten", card=location(state, place))
    return _anybody(state, place)


def _anybody(state: State, place: Path) -> Refused | None:
    """Refuse a claim where no citizen is left, by a house rule only (df-214)."""
    if state.rules.empty_claim == "refused" and not citizens(state, place):
        return no(DC.NO_CITIZENS, "threaten", card=location(state, place))
    return None


def _cannot_rescue(now: Now, by: Seat, card: Label | None = None) -> Verdict:
    """Refuse a Rescue without a Scheme or Unaligned character there (df-212); by a house rule only a Scheme counts."""
    refused, state = _acted(now, "rescue"), now.state
    if refused is not None:
        return refused
    if side(state, by) != HERO:
        return no(DC.WRONG_SIDE, "rescue", seat=by)
    place = place_of(state, now.step.char) or AT[0]
    someone = neutral(state, place) is not None and state.rules.rescue_at == "scheme-or-unaligned"
    if not has_scheme(state, place) and not someone:
        return no(DC.NOTHING_TO_RESCUE_FROM, "rescue", card=location(state, place))
    return _anybody(state, place)


def _threaten(work: Work, step: Activation, by: Seat, card: Label | None = None) -> None:
    """Threaten at the character's Location."""
    _begin(work, step, "threaten", None)


def _rescue(work: Work, step: Activation, by: Seat, card: Label | None = None) -> None:
    """Rescue at the character's Location."""
    _begin(work, step, "rescue", None)


def _idle(now: Now, by: Seat) -> Verdict:
    """Let an activation end without an action (df-213); a house rule refuses it where an action is possible."""
    if now.state.rules.idle == "refused" and not now.step.acts and _can_act(now):
        return no(DC.IDLE, CITE, card=now.step.char)
    return None


def _can_act(now: Now) -> bool:
    """Return True when the character could Attack, Threaten or Rescue where it is."""
    seat = now.step.seat
    attacks = (_cannot_attack(now, seat, foe) for foe in foes_here(now.state, now.step.char))
    claims = (cannot(now, seat) for cannot in (_cannot_threaten, _cannot_rescue))
    return any(not isinstance(verdict, Refused) for verdict in (*attacks, *claims))


def _done(work: Work, step: Activation, by: Seat) -> None:
    save(work, step, replace(step, over=True))
    work.again()


def _claimer(which: str) -> Arg[Activation]:
    """Return the player at turn, who is offered the claim of one side only."""
    turn = at_turn()

    def offer(now: Now) -> tuple[Seat, ...]:
        return tuple(seat for seat in may_act(now) if side(now.state, seat) == which)

    return Arg(offer, turn.refuse, turn.codes)


def _token(kind: str) -> Arg[Activation]:
    """Return the action token of a claim, which a click does not name."""

    def offer(now: Now) -> tuple[Value, ...]:
        return (now.naming,) if now.naming is None or kind_of(now.naming) == kind else ()

    return Arg(offer)


_ACT: Final = (DC.ACTED, DC.ONLY_THREATENS)
ACTIVATION: Final = step_kind(
    Activation,
    move("attack", Activation, _attack, unless=_cannot_attack, codes=(*_ACT, DC.NOT_HERE, DC.PROTECTED), stamped=True,
         by=at_turn(), card=Arg(_foes, read=as_character),
         answers=Answer("attack", with_card, cards=True, even_refused=True), rule="attack"),
    move("threaten", Activation, _threaten, unless=_cannot_threaten, stamped=True, by=_claimer(ROGUE),
         codes=(*_ACT, DC.WRONG_SIDE, DC.NO_SCHEME, DC.NO_CITIZENS), card=_token(DO_THREATEN),
         answers=Answer("threaten", even_refused=True), rule="threaten"),
    move("rescue", Activation, _rescue, unless=_cannot_rescue, stamped=True, by=_claimer(HERO),
         codes=(*_ACT, DC.WRONG_SIDE, DC.NOTHING_TO_RESCUE_FROM, DC.NO_CITIZENS), card=_token(DO_RESCUE),
         answers=Answer("rescue", even_refused=True), rule="rescue"),
    play(Activation),
    use(Activation),
    move("done", Activation, _done, unless=_idle, codes=(DC.IDLE,), by=at_turn(),
         answers=Answer("activation-done", even_refused=True), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("activation", ("attack", "threaten", "rescue", "activation-done"), CITE),),
)  # fmt: skip
