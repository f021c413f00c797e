"""Attacks and Defenses, and First Appearances, which attack everybody ("Forever Evil, Attacks and Defenses").

The app asks every attacked player who holds a card, whatever it knows of the hand. So a question never tells what a
hand holds. Players decide clockwise, one after the other. A player who does not avoid the Attack is hit before the next
one decides, unless the Attack needs all answers first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Component, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.purse import worth
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from ..catalog import CATALOG
from ..hands import unseen_at
from ..market import deck_card
from ..places import bottom_of, deck_of, discard_of, find, hand_of, in_play_of, top_of
from ..refusals import FE, no
from ..team import foes as foes_of
from ..team import side
from .acts import character_of, discard, script_of
from .asking import awaited
from .carry_out import push_text
from .counts import Told
from .triggers import RESOLVE, trigger
from .vocabulary import Attack

RULE: Final = "attacks"
ATTACK: Final = "attack"
CHOOSE_FOE: Final = "choose-foe"
APPEARANCE_PART: Final = "appearance"


def begin_attack(work: Work, frame: Frame, verb: Attack, at: int) -> None:
    """Begin a card's Attack on all foes, or on the one foe that its player has chosen or now chooses (fe-159)."""
    data = frame.data
    seat: Seat = data["seat"]
    foes = foes_of(work.state, seat)
    path = (*data["path"], at, "then")
    told: dict[str, Any] = {"text": data["text"], "part": data["part"], "path": path, "card": data["card"], "by": seat}
    if not verb.all and len(foes) > 1:
        if data.get("target") not in foes:
            work.push(CHOOSE_FOE, seat=seat, foes=foes, **told)
            return
        foes = (data["target"],)
    push_attack(work, foes, together=verb.together, **told)


def push_attack(work: Work, targets: tuple[Seat, ...], **told: Any) -> None:
    """Push the frame of an Attack on ``targets``, in this order.

    ``by`` is the attacker, or None for a First Appearance.
    """
    work.push(ATTACK, targets=targets, at=0, phase="ask", landed=False, hits=(), answered=(), defenders=(), **told)


def begin_appearance_attack(work: Work, hero: Component, order: tuple[Seat, ...]) -> None:
    """Begin a First Appearance, which every player may avoid with one Defense (fe-161).

    It happens outside any turn ("Forever Evil, The Super Heroes").
    """
    work.push(RESOLVE, stage="after", seat=order[0], card=hero, pending=())
    if script_of(hero) is None:
        work.push("by-hand", seat=order[0], card=hero)
        return
    push_attack(work, order, together=False, text=kind_of(hero), part=APPEARANCE_PART, path=(), card=hero, by=None)


# How it goes on ---------------------------------------------------------------------------------------------------


def _resume(work: Work, frame: Frame) -> None:
    data = frame.data
    match data["phase"]:
        case "hit":
            landed = data["landed"] or _counts_as_hit(work.state, frame)
            work.set(phase="next", landed=landed)
            work.again()
        case "next":
            _next(work, frame)
        case _:
            _ask(work, frame)


def _counts_as_hit(state: State, frame: Frame) -> bool:
    """Return whether the player who was hit failed to avoid the Attack.

    A player with nothing to lose has failed too, unless a house rule says otherwise (fe-69).
    """
    if state.rules.nothing_to_lose == "is-hit":
        return True
    return _footprint(state, frame.data["victim"]) != tuple(frame.data["before"])


def _footprint(state: State, seat: Seat) -> tuple[int, ...]:
    places = (deck_of(seat), hand_of(seat), discard_of(seat), in_play_of(seat), top_of(seat), bottom_of(seat))
    return (worth(state, seat), *(state.size(place) for place in places))


def _ask(work: Work, frame: Frame) -> None:
    """Ask the next attacked player for a Defense; an empty hand holds none."""
    data = frame.data
    at, targets = data["at"], data["targets"]
    if at == len(targets):
        work.set(phase="next", at=0, targets=data["hits"]) if data["together"] else _over(work, frame)
        if data["together"]:
            work.again()
        return
    seat = targets[at]
    if not any(work.state.size(hand_of(each)) for each in _protectors(work.state, frame, seat)):
        _undefended(work, seat)
    elif frame.prompt is None or frame.prompt.seats != (seat,) or not frame.prompt.waiting:
        work.ask("attacked", seats=(seat,), cite=RULE, seat=seat, card=data["card"])


def _protectors(state: State, frame: Frame, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that may avoid the Attack for a player: the player and the mates (fe-128).

    Each player may use one Defense for each Attack, which protects one player ("Forever Evil, Variant Games"). By a
    house rule each player may be protected once instead (fe-188).
    """
    mates = side(state, seat)
    if state.rules.team_defense == "per-protected":
        return mates
    return tuple(each for each in mates if each not in frame.data["defenders"])


def _undefended(work: Work, seat: Seat) -> None:
    """Hit a player who did not avoid the Attack, now (fe-160) or after everybody has decided (fe-51)."""
    frame = work.top
    if frame.data["together"]:
        work.set(at=frame.data["at"] + 1, hits=(*frame.data["hits"], seat))
        work.again()
    else:
        work.set(at=frame.data["at"] + 1)
        _hit(work, work.top, seat)


def _hit(work: Work, frame: Frame, seat: Seat) -> None:
    data = frame.data
    work.set(phase="hit", victim=seat, before=_footprint(work.state, seat))
    work.again()
    if data["text"] is not None:
        push_text(work, data["text"], data["part"], tuple(data["path"]), Told(seat, data["card"], data["by"]))


def _next(work: Work, frame: Frame) -> None:
    """Go on after a hit: ask the next player, or hit the next of the players who did not avoid the Attack."""
    data = frame.data
    if not data["together"]:
        work.set(phase="ask")
        work.again()
        return
    if data["at"] == len(data["targets"]):
        _over(work, frame)
        return
    work.set(at=data["at"] + 1)
    _hit(work, work.top, data["targets"][data["at"]])


def _over(work: Work, frame: Frame) -> None:
    """End the Attack; Sinestro gains VP once if at least one foe did not avoid it (fe-68).

    A First Appearance is nobody's Attack and pays nothing (fe-164).
    """
    data = frame.data
    work.close(frame)
    by: Seat | None = data["by"]
    if by is not None and data["landed"]:
        kind, character = character_of(work.state, by)
        if character.on_landed:
            trigger(work, kind, "on_landed", by, data["card"])


# Defenses ---------------------------------------------------------------------------------------------------------


def is_defense(card: Label) -> bool:
    """Return whether a card can avoid an Attack from the hand."""
    facts = CATALOG.find(card)
    return facts is not None and facts.defense is not None


def _defend_check(state: State, command: Command) -> Verdict:
    """Refuse a second Defense against one Attack (fe-48), and a card that cannot avoid it.

    The Defense must come from the hand, so that a card which Firestorm Matrix has kept cannot defend (fe-108).
    """
    card, seat, top = command.card or "", command.by or "", running(state)
    refused = deck_card(card, RULE)
    if refused is not None:
        return refused
    protected = _protected(state)
    if protected is None or seat not in _protectors(state, top, protected):
        if seat in top.data["answered"] or seat in top.data["defenders"]:
            return no(FE.SECOND_DEFENSE, RULE, seat=seat)
        return waiting_check(state, command)
    if not is_defense(card):
        return no(FE.NOT_A_DEFENSE, RULE, card=card)
    if find(state, card, (hand_of(seat),)) is None:
        return no(FE.NOT_IN_HAND, RULE, card=card, seat=seat)
    return None


def _protected(state: State) -> Seat | None:
    """Return the player who is asked, or None."""
    waiting = question(state).waiting
    return waiting[0] if waiting else None


def _defend(work: Work, command: Command) -> None:
    """Let the asked player, and no other, avoid the Attack (fe-49).

    The rest of the attacking card goes on (fe-50).
    """
    assert command.by is not None
    seat, card = command.by, command.card or ""
    frame = work.top
    protected = _protected(work.state)
    if protected is not None and seat in _protectors(work.state, frame, protected):
        work.answer(protected, option="defend")
        answered, defenders = (*frame.data["answered"], protected), (*frame.data["defenders"], seat)
        work.set(at=frame.data["at"] + 1, answered=answered, defenders=defenders)
    work.again()
    if not is_defense(card):
        discard(work, seat, card)  # By force it avoids the Attack, but it has no text for that.
    elif script_of(card) is None:
        work.push("by-hand", seat=seat, card=card)
    else:
        push_text(work, kind_of(card), "defend", (), Told(seat, card, frame.data["by"]))


def _no_defense(work: Work, command: Command) -> None:
    assert command.by is not None
    work.answer(command.by, option="no-defense")
    work.set(answered=(*work.top.data["answered"], command.by))
    _undefended(work, command.by)


def _defend_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt, asked = question(state), _protected(state)
    for seat in side(state, asked) if asked is not None else prompt.seats:
        if viewer in {seat, TABLE}:
            for card in _defenses(state, seat, naming):
                yield Command(move="defend", by=seat, card=card, prompt=prompt.id)


def _defenses(state: State, seat: Seat, naming: Label | None) -> Iterable[Label]:
    if naming is not None:
        # Another card of the hand is offered too, so that a refusal tells why it does not help.
        held = deck_card(naming, RULE) is None and find(state, naming, (hand_of(seat),)) is not None
        return (naming,) if held or is_defense(naming) else ()
    return dict.fromkeys(kind_of(card) for card, _ in unseen_at(state, hand_of(seat)) if is_defense(card))


def _no_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat, prompt in awaited(state, viewer):
        yield Command(move="no-defense", by=seat, prompt=prompt)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("no-defense", each, {"seat": each.by}) for each in _no_offers(state, viewer, None))


ATTACK_STEP: Final = FrameKind(
    ATTACK,
    table_of(
        Move(
            "defend",
            _defend,
            _defend_check,
            _defend_offers,
            ("by", "card"),
            refusals=(FE.NOT_A_DECK_CARD, FE.NOT_A_DEFENSE, FE.SECOND_DEFENSE, CoreRefusal.NOT_ASKED, FE.NOT_IN_HAND),
            rule=RULE,
        ),
        Move(
            "no-defense", _no_defense, waiting_check, _no_offers, ("by",), refusals=(CoreRefusal.NOT_ASKED,), rule=RULE
        ),
    ),
    _resume,
    _options,
    (PromptSpec("attacked", ("no-defense",), RULE),),
)
"""Step in which each attacked player avoids the Attack with one Defense, or does not avoid it."""


# Whom it hits -----------------------------------------------------------------------------------------------------


def _foe_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        seat = frame.data["seat"]
        work.ask(CHOOSE_FOE, seats=(seat,), cite=RULE, seat=seat, card=frame.data["card"])


def _foe_check(state: State, command: Command) -> Verdict:
    refused = waiting_check(state, command)
    if refused is None and command.target not in running(state).data["foes"]:
        return Refused(FE.NOT_A_FOE, {"seat": command.target}, RULE)
    return refused


def _foe(work: Work, command: Command) -> None:
    frame = work.top
    data = {name: frame.data[name] for name in ("text", "part", "path", "card", "by")}
    work.answer(command.by, target=command.target)
    work.close(frame)
    push_attack(work, (command.target or "",), together=False, **data)


def _foe_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat, prompt in awaited(state, viewer) if naming is None else ():
        for target in state.seats:
            yield Command(move="answer", by=seat, target=target, prompt=prompt)


def _foe_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    foes = frame.data["foes"]
    return tuple(
        Option("foe", each, {"seat": each.target}) for each in _foe_offers(state, viewer, None) if each.target in foes
    )


CHOOSE_FOE_STEP: Final = FrameKind(
    CHOOSE_FOE,
    table_of(
        Move(
            "answer",
            _foe,
            _foe_check,
            _foe_offers,
            ("by", "target"),
            target="seat",
            refusals=(CoreRefusal.NOT_ASKED, FE.NOT_A_FOE),
            rule=RULE,
        )
    ),
    _foe_resume,
    _foe_options,
    (PromptSpec(CHOOSE_FOE, ("foe",), RULE),),
)
