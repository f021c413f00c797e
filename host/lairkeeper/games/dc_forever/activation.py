"""Provoke and Oppose Phases, and moves of an activated character ("DC Forever, Confrontation Stage")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Path, Seat
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work
from lairkeeper.rules.step import push, replace, save

from .abilities import has_word
from .action import USE
from .catalog import DO_RESCUE, DO_THREATEN, side_of, standee_of
from .citizens import citizens
from .frames import Offers, asked, current, off_turn, plain, typed
from .harm import fallen
from .places import (
    AT,
    EXHAUSTED,
    HERO,
    ROGUE,
    char_label,
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
from .playing import PLAY
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


def _phase_over(work: Work) -> None:
    """Let the phase end."""
    step = current(Phase, work.state)
    save(work, step, replace(step, over=True))


def _activate_check(state: State, command: Command) -> Verdict:
    """Refuse characters that cannot be activated: fallen, not this player's, or exhausted.

    An exhausted one has been activated this round (df-65) or was exhausted by an effect (df-223), and was not readied
    since.
    """
    refused, card = off_turn(state, command), char_label(command.card) or command.card or ""
    if refused is not None:
        return refused
    if fallen(state, card):
        return no(DC.FALLEN, CITE, card=card)
    if card not in _commanded(state, command.by or ""):
        return no(DC.NOT_RECRUITED, CITE, card=card)
    if place_named(state, command.target) is None:
        return no(DC.NOT_A_PLACE, CITE, target=command.target or "")
    return no(DC.EXHAUSTED, CITE, card=card) if exhausted(state, card) else None


def _activate(work: Work, command: Command) -> None:
    """Exhaust a character and move its standee to any of the three Locations (df-64), before anything else (df-210).

    Other characters of its side may be there (df-224).
    """
    card, seat = char_label(command.card) or "", command.by or ""
    place = place_named(work.state, command.target) or AT[0]
    _phase_over(work)
    if not exhausted(work.state, card):  # the table may insist on an exhausted one
        mark(work, card, EXHAUSTED)
    work.move(standee_of(card), place)
    work.count("cycle.activated", 1)
    work.count("cycle.passes", -work.state.counters.get("cycle.passes", 0))
    push(work, Activation(seat, card, None, 0))
    window(work, "after-activates", card, seat)


def _pass_check(state: State, command: Command) -> Verdict:
    """Refuse to pass in a phase that must be used (df-63).

    A player without a ready character can only pass (df-69).
    """
    refused = off_turn(state, command)
    if refused is None and current(Phase, state).must and ready_characters(state, command.by or ""):
        return no(DC.MUST_ACTIVATE, "provoke", seat=command.by)
    return refused


def _pass(work: Work, command: Command) -> None:
    """End the phase without an activation."""
    work.count("cycle.passes", 1)
    _phase_over(work)
    work.again()


def _activate_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    found = asked(state, viewer)
    if found is None:
        return
    (seat, number), meant = found, char_label(naming)
    for card in _commanded(state, seat):
        if naming is None or card == meant:
            for place in (*AT, *((location(state, at) or at for at in AT) if naming else ())):
                yield Command(move="activate", by=seat, card=naming or card, target=place, prompt=number)


_pass_offers: Final = plain("pass")


def _phase_options(state: State, step: Phase, viewer: str) -> tuple[Option, ...]:
    found = [Option("pass", each) for each in _pass_offers(state, viewer, None)]
    for each in _activate_offers(state, viewer, None):
        if not exhausted(state, each.card or ""):
            place = location(state, each.target or "") or ""
            found.append(Option("activate", each, {"card": each.card, "token": place}))
    return tuple(found)


_TURN: Final = (CoreRefusal.OUT_OF_TURN,)
PHASE: Final = typed(
    Phase,
    table_of(
        Move("activate", _activate, _activate_check, _activate_offers, ("by", "card", "target"),
             refusals=(*_TURN, DC.FALLEN, DC.NOT_RECRUITED, DC.EXHAUSTED, DC.NOT_A_PLACE), rule=CITE),
        Move("pass", _pass, _pass_check, _pass_offers, ("by",), refusals=(*_TURN, DC.MUST_ACTIVATE), rule="provoke"),
    ),
    _phase,
    _phase_options,
    (PromptSpec("provoke", ("activate", "pass"), "provoke"), PromptSpec("oppose", ("activate", "pass"), "oppose")),
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


def _acting(state: State, command: Command, move: str) -> Refused | None:
    """Refuse another action: one an activation (df-211), unless a card says otherwise (df-44, df-94)."""
    refused, step = off_turn(state, command), current(Activation, state)
    if refused is not None:
        return refused
    char, done = step.char, step.acts
    extra = sum(mark.amount for mark in state.marks.get(char, ()) if mark.name == "extra-action")
    if done > max(extra, has_word(state, char, "extra-action")):
        return no(DC.ACTED, CITE, card=char)
    if done and move == step.action and not extra:
        return no(DC.ACTED, CITE, card=char)
    if has_word(state, char, "only-threaten") and move != "threaten":
        return no(DC.ONLY_THREATENS, CITE, card=char)
    return None


def _attack_check(state: State, command: Command) -> Verdict:
    """Refuse to attack a character that is not at the same Location (df-77) or that may not be chosen (df-151)."""
    refused, step = _acting(state, command, "attack"), current(Activation, state)
    if refused is not None:
        return refused
    target = char_label(command.card) or command.card or ""
    if target not in foes_here(state, step.char):
        return no(DC.NOT_HERE, "attack", card=target)
    return no(DC.PROTECTED, "cannot", card=target) if marked(state, target, "no-target") else None


def foes_here(state: State, char: Component) -> tuple[Component, ...]:
    """Return the enemies and the Unaligned character at a character's Location, whom it may attack (df-77, df-97)."""
    place = place_of(state, char)
    if place is None:
        return ()
    enemies = [card for card in standing(state, place) if side_of(card) != side_of(char)]
    found = neutral(state, place)
    return (*enemies, *((found,) if found else ()))


def _attack(work: Work, command: Command) -> None:
    """Attack one character."""
    _begin(work, "attack", char_label(command.card) or command.card)


def _begin(work: Work, action: str, target: Component | None) -> None:
    """Begin an action of the activated character."""
    step = current(Activation, work.state)
    save(work, step, replace(step, action=action, acts=step.acts + 1), "action")
    work.count("cycle.actions", 1)
    place = place_of(work.state, step.char) or AT[0]
    push(work, Strike(step.seat, step.char, action, target, place, (), "declared"))


def _threaten_check(state: State, command: Command) -> Verdict:
    """Refuse a Threaten without a Scheme there (df-70); an Unaligned character is not enough (df-212).

    Any Scheme of the side will do, whatever its affiliation (df-202).
    """
    refused, step = _acting(state, command, "threaten"), current(Activation, state)
    if refused is not None:
        return refused
    if side(state, step.seat) != ROGUE:
        return no(DC.WRONG_SIDE, "threaten", seat=step.seat)
    place = place_of(state, step.char) or AT[0]
    if not has_scheme(state, place):
        return no(DC.NO_SCHEME, "threaten", card=location(state, place))
    return _anybody(state, place)


def _anybody(state: State, place: Path) -> Refused | None:
    """Refuse a claim where no citizen is left, by a house rule only (df-214)."""
    if state.rules.empty_claim == "refused" and not citizens(state, place):
        return no(DC.NO_CITIZENS, "threaten", card=location(state, place))
    return None


def _rescue_check(state: State, command: Command) -> Verdict:
    """Refuse a Rescue without a Scheme or Unaligned character there (df-212); by a house rule only a Scheme counts."""
    refused, step = _acting(state, command, "rescue"), current(Activation, state)
    if refused is not None:
        return refused
    if side(state, step.seat) != HERO:
        return no(DC.WRONG_SIDE, "rescue", seat=step.seat)
    place = place_of(state, step.char) or AT[0]
    someone = neutral(state, place) is not None and state.rules.rescue_at == "scheme-or-unaligned"
    if not has_scheme(state, place) and not someone:
        return no(DC.NOTHING_TO_RESCUE_FROM, "rescue", card=location(state, place))
    return _anybody(state, place)


def _threaten(work: Work, command: Command) -> None:
    """Threaten at the character's Location."""
    _begin(work, "threaten", None)


def _rescue(work: Work, command: Command) -> None:
    """Rescue at the character's Location."""
    _begin(work, "rescue", None)


def _done_check(state: State, command: Command) -> Verdict:
    """Let an activation end without an action (df-213); a house rule refuses it where an action is possible."""
    refused, step = off_turn(state, command), current(Activation, state)
    if refused is None and state.rules.idle == "refused" and not step.acts:
        return no(DC.IDLE, CITE, card=step.char) if _can_act(state, step.seat, step.char) else None
    return refused


def _can_act(state: State, seat: Seat, char: Component) -> bool:
    """Return True when the character could Attack, Threaten or Rescue where it is."""
    attacks = (_attack_check(state, Command(move="attack", by=seat, card=foe)) for foe in foes_here(state, char))
    claims = (check(state, Command(move=name, by=seat)) for name, check in _CLAIMS)
    return any(not isinstance(verdict, Refused) for verdict in (*attacks, *claims))


_CLAIMS: Final = (("threaten", _threaten_check), ("rescue", _rescue_check))


def _done(work: Work, command: Command) -> None:
    step = current(Activation, work.state)
    save(work, step, replace(step, over=True))
    work.again()


def _attack_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    found, step = asked(state, viewer), current(Activation, state)
    if found is None:
        return
    (seat, number), meant = found, char_label(naming) or naming
    for card in foes_here(state, step.char):
        if meant in (None, card):
            yield Command(move="attack", by=seat, card=naming or card, prompt=number)


def _claim_offers(move: str, token: str) -> Offers:
    """Return offers of a Threaten or a Rescue, for the side that may do it."""

    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        found = asked(state, viewer)
        if found is None:
            return
        seat, number = found
        if (side(state, seat) == ROGUE) == (move == "threaten"):
            card = naming if naming is not None and naming.partition("#")[0] == token else None
            if naming is None or card is not None:
                yield Command(move=move, by=seat, card=card, prompt=number)

    return offers


_done_offers: Final = plain("done")


def _options(state: State, step: Activation, viewer: str) -> tuple[Option, ...]:
    found = [Option("attack", each, {"card": each.card}) for each in _attack_offers(state, viewer, None)]
    for name, token in (("threaten", DO_THREATEN), ("rescue", DO_RESCUE)):
        found += [Option(name, each) for each in _claim_offers(name, token)(state, viewer, None)]
    return (*found, *(Option("activation-done", each) for each in _done_offers(state, viewer, None)))


_ACT: Final = (*_TURN, DC.ACTED, DC.ONLY_THREATENS)
ACTIVATION: Final = typed(
    Activation,
    table_of(
        Move("attack", _attack, _attack_check, _attack_offers, ("by", "card"),
             refusals=(*_ACT, DC.NOT_HERE, DC.PROTECTED), rule="attack"),
        Move("threaten", _threaten, _threaten_check, _claim_offers("threaten", DO_THREATEN), ("by",), ("card",),
             refusals=(*_ACT, DC.WRONG_SIDE, DC.NO_SCHEME, DC.NO_CITIZENS), rule="threaten"),
        Move("rescue", _rescue, _rescue_check, _claim_offers("rescue", DO_RESCUE), ("by",), ("card",),
             refusals=(*_ACT, DC.WRONG_SIDE, DC.NOTHING_TO_RESCUE_FROM, DC.NO_CITIZENS), rule="rescue"),
        PLAY,
        USE,
        Move("done", _done, _done_check, _done_offers, ("by",), refusals=(*_TURN, DC.IDLE), rule=CITE),
    ),
    _resume,
    _options,
    (PromptSpec("activation", ("attack", "threaten", "rescue", "activation-done"), CITE),),
)  # fmt: skip
