"""Effects of Loot cards and superpowers: typed words, carried out in order; some ask for a choice.

Players resolve an effect that nobody has typed by hand: the app offers the same words one by one, until they confirm.
Corrections use these words too ("Evil League, Loot Cards" and "Using Your Superpower").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment, one_of
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push, replace, save

from .args import active_seat, step_seat
from .cards import BY_HAND, LOCATIONS, LOOT, PARTS, PAWNS, VERBS, sort_of
from .loot import hand_size, may_be_hidden, may_play, pass_unseen
from .moves.losing import lose
from .moves.taking import draw
from .places import (
    BOOST,
    UNTIL,
    committed,
    labels,
    move_hammer,
    move_pawn,
    owner_of_pawn,
    pawn_of,
    place_of,
    scheme_at,
    spare_of,
    to_act,
    wrong_goal,
)
from .places import take as take_part
from .powers import gain_power, lose_power, power
from .refusals import EL, no
from .steps import OfSeat
from .track import gain

RULE: Final = "play-loot"
ASKING: Final = ("steal-part", "steal", "sap", "move-pawn")
"""Words that need a choice; each is also the code of its question."""


@quick
@dataclass(frozen=True, slots=True)
class Effect(OfSeat):
    """The effect of a card or superpower is carried out, word by word."""

    KIND: ClassVar[str] = "effect"
    words: tuple[tuple[str, int], ...]
    """Words that are left, each with its number."""
    card: Label
    """The card, or the sheet of the superpower."""


@quick
@dataclass(frozen=True, slots=True)
class ByHand(OfSeat):
    """A player says word by word what no app can read off a card."""

    KIND: ClassVar[str] = BY_HAND
    card: Label
    done: bool = False


def begin_effect(work: Work, seat: Seat, effect: Any, card: str) -> None:
    """Begin the effect of a card or superpower; without typed words it is resolved by hand."""
    words = tuple((str(word), int(n)) for word, n in (effect or ((BY_HAND, 1),)))
    push(work, Effect(seat, words, card))


def _resume(work: Work, step: Effect) -> None:
    """Carry out the next word, or ask for its choice; a word without any possible target is skipped."""
    if not step.words:
        work.pop()
        return
    word, n = step.words[0]
    if word in ASKING and _targets(work.state, step.seat, word):
        to_act(work, step.seat)
        work.ask(word, cite=RULE, seat=step.seat, n=n)
        return
    save(work, step, replace(step, words=step.words[1:]))
    if word not in ASKING:
        _do(work, step.seat, word, n, step.card)
    work.again()


def _do(work: Work, seat: Seat, word: str, n: int, card: str) -> None:
    """Carry out one word that needs no choice."""
    match word:
        case "power":
            gain_power(work, seat, n)
        case "parts" | "loot":
            draw(work, seat, parts=n if word == "parts" else 0, loot=n if word == "loot" else 0)
        case "lose-power" | "sap-all":
            for each in (seat,) if word == "lose-power" else _others_here(work.state, seat):
                lose_power(work, each, n)
        case "lose-part" | "lose-loot":
            lose(work, (seat,), n, (PARTS if word == "lose-part" else LOOT,), "lose-some")
        case "reputation" if work.state.rules.card_reputation:
            gain(work, seat, n, "card")
        case "boost":
            _boost(work, seat, n)
        case "move-hammer":
            for _ in range(n):
                move_hammer(work)
        case _ if word == BY_HAND:
            push(work, ByHand(seat, card))


def _boost(work: Work, seat: Seat, n: int) -> None:
    """Give the Scheme at a seat's location more Power for this round."""
    place = place_of(work.state, seat)
    scheme = scheme_at(work.state, place) if place is not None else None
    if scheme is not None and n:
        work.emit(ev.Marked(scheme, BOOST, seat, n, UNTIL))


# Targets ----------------------------------------------------------------------------------------------------------


def _others_here(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats whose pawns are at a seat's location."""
    place = place_of(state, seat)
    if place is None:
        return ()
    return tuple(each for each in state.seats if each != seat and place_of(state, each) == place)


def _targets(state: State, seat: Seat, word: str) -> tuple[Seat, ...]:
    """Return the seats that a word can target; for ``move-pawn`` those whose pawns stand on the board."""
    match word:
        case "move-pawn":
            return tuple(s for s in state.seats if not committed(state, s) and place_of(state, s) is not None)
        case "sap":
            return tuple(each for each in _others_here(state, seat) if power(state, each))
        case "steal-part":
            return tuple(each for each in _others_here(state, seat) if state.size(spare_of(each)))
    return tuple(e for e in _others_here(state, seat) if state.size(spare_of(e)) or hand_size(state, e))


def _asked(move_name: str, *words: str) -> Arg[Effect]:
    """Return the seat of the step, where one of these words is asked."""
    seat = step_seat(RULE)

    def offered(now: Moment[Effect]) -> Iterable[Seat]:
        return (now.step.seat,) if now.step.words[0][0] in words else ()

    def why_not(now: Moment[Effect], said: Any) -> Verdict:
        refused = seat.refuse(now, said)
        if refused is None and now.step.words[0][0] not in words:
            return Refused(CoreRefusal.NOT_NOW, {"move": move_name, "step": Effect.KIND}, RULE)
        return refused

    return Arg(offered, why_not, (CoreRefusal.NOT_ASKED, CoreRefusal.NOT_NOW))


def _spent(work: Work, step: Effect) -> None:
    """Count one answer to the word that was asked; ``move-pawn 2`` asks twice."""
    (word, n), *rest = step.words
    again = ((word, n - 1),) if n > 1 and word != "sap" else ()
    save(work, step, replace(step, words=(*again, *rest)))
    work.again()


# Stealing ---------------------------------------------------------------------------------------------------------


def _cannot_steal(now: Moment[Effect], by: Seat, target: Seat, card: Label | None = None) -> Verdict:
    """Return why a seat may not steal this: Spare Parts and Loot cards can be stolen, equipped Parts not (el-31)."""
    state, word = now.state, now.step.words[0][0]
    if target not in _targets(state, by, word):
        return no(EL.NO_TARGET, RULE, target=target)
    if card is not None and sort_of(card) == PARTS:
        found = any(labels(state.zone(spare_of(target)), card))
        return None if found else no(EL.NO_SPARE_PART, RULE, card=card, seat=target)
    if word == "steal-part" or (card is not None and sort_of(card) != LOOT):
        return no(EL.NO_SPARE_PART, RULE, card="" if card is None else card, seat=target)
    if card is None:
        return None if hand_size(state, target) else no(EL.NOT_ENOUGH, RULE, seat=target)
    there = may_play(state, target, card) and may_be_hidden(state, card)
    return None if there else no(EL.NOT_IN_HAND, RULE, card=card, seat=target)


def _thefts(now: Moment[Effect]) -> Iterable[tuple[Seat, Seat, Label | None]]:
    """Offer the Spare Parts and the Loot cards of each victim; a tapped Part is its owner's."""
    state, seat, word, naming = now.state, now.step.seat, now.step.words[0][0], now.naming
    victims = _targets(state, seat, word) if word in ("steal-part", "steal") else ()
    owner = next((each for each in victims if naming in state.zone(spare_of(each))), None)
    for victim in victims:
        if owner in (None, victim):
            yield from ((seat, victim, label) for label in labels(state.zone(spare_of(victim)), naming))
        if word == "steal" and hand_size(state, victim):
            tapped = naming is not None and sort_of(naming) == LOOT
            if naming is None or (tapped and may_play(state, victim, naming) and may_be_hidden(state, naming)):
                yield seat, victim, naming


def _steal(work: Work, step: Effect, by: Seat, target: Seat, card: Label | None = None) -> None:
    _spent(work, step)
    if card is not None and sort_of(card) == PARTS:
        take_part(work, card, spare_of(target), spare_of(by))
    else:
        pass_unseen(work, target, by, card)


def _victim(now: Moment[Effect], command: Command) -> Args:
    return {"seat": command.target, **({"card": command.card} if command.card is not None else {})}


# Power and pawns --------------------------------------------------------------------------------------------------


def _sapped(now: Moment[Effect]) -> tuple[Seat, ...]:
    return _targets(now.state, now.step.seat, "sap")


def _not_sapped(now: Moment[Effect], said: Any) -> Verdict:
    return None if said in _sapped(now) else no(EL.NO_TARGET, RULE, target=said)


def _sap(work: Work, step: Effect, by: Seat, target: Seat) -> None:
    _spent(work, step)
    lose_power(work, target, step.words[0][1])


def _not_a_pawn(now: Moment[Effect], card: Any) -> Verdict:
    """Return why a pawn may not be moved by an effect; nothing moves a committed pawn (el-42)."""
    owner = owner_of_pawn(now.state, card)
    if owner is None or sort_of(card) != PAWNS:
        return no(EL.NOT_A_CHOICE, RULE, option=card, allowed=PAWNS)
    if committed(now.state, owner):
        return no(EL.PAWN_COMMITTED, "commit", seat=owner)
    return no(EL.PAWN_OFF_BOARD, RULE, seat=owner) if place_of(now.state, owner) is None else None


def _pawns(now: Moment[Effect]) -> Iterable[Label]:
    pawns = (pawn_of(now.state, seat) for seat in now.state.seats)
    return labels((pawn for pawn in pawns if pawn is not None), now.naming)


def _owner(state: State, card: Label) -> Seat:
    owner = owner_of_pawn(state, card)
    assert owner is not None
    return owner


def _cannot_push(now: Moment[Effect], by: Seat, card: Label, target: Path) -> Verdict:
    return wrong_goal(now.state, _owner(now.state, card), target)


def _push(work: Work, step: Effect, by: Seat, card: Label, target: Path) -> None:
    _spent(work, step)
    move_pawn(work, _owner(work.state, card), target)


EFFECT_STEP: Final = step_kind(
    Effect,
    move("steal", Effect, _steal, by=_asked("steal", "steal-part", "steal"), offers=_thefts, unless=_cannot_steal,
         codes=(EL.NO_TARGET, EL.NO_SPARE_PART, EL.NOT_ENOUGH, EL.NOT_IN_HAND), seat_target=True, stamped=True,
         answers=Answer(lambda now, command: "rob-loot" if command.card is None else "rob", _victim, cards=True),
         rule=RULE),
    move("sap", Effect, _sap, by=_asked("sap", "sap"), target=Arg(_sapped, _not_sapped, (EL.NO_TARGET,)),
         seat_target=True, answers=Answer("sap", _victim), rule=RULE),
    move("push", Effect, _push, by=_asked("push", "move-pawn"),
         card=Arg(_pawns, _not_a_pawn, (EL.NOT_A_CHOICE, EL.PAWN_COMMITTED, EL.PAWN_OFF_BOARD)),
         target=Arg(lambda now: LOCATIONS), unless=_cannot_push, codes=(EL.NOT_A_PLACE, EL.MUST_LEAVE), stamped=True,
         rule=RULE),
    resume=_resume,
    prompts=(
        PromptSpec("steal-part", ("rob",), RULE),
        PromptSpec("steal", ("rob", "rob-loot"), RULE),
        PromptSpec("sap", ("sap",), RULE),
        PromptSpec("move-pawn", (), RULE),
    ),
)  # fmt: skip


# By hand ----------------------------------------------------------------------------------------------------------

WORDS: Final = tuple(verb for verb in VERBS if verb != BY_HAND)


def _hand_resume(work: Work, step: ByHand) -> None:
    if step.done:
        work.pop()
        return
    to_act(work, step.seat)
    work.ask(BY_HAND, cite=RULE, seat=step.seat, card=step.card)


def _do_word(work: Work, step: ByHand, by: Seat, option: str, amount: int = 1) -> None:
    work.again()
    push(work, Effect(by, ((option, amount),), step.card))


def _hand_done(work: Work, step: ByHand, by: Seat) -> None:
    save(work, step, replace(step, done=True))
    work.again()


_ONE: Final[Arg[ByHand]] = Arg(lambda now: (None,), read=lambda now, said: 1 if said is None else said)
BY_HAND_STEP: Final = step_kind(
    ByHand,
    move("do", ByHand, _do_word, by=active_seat(RULE), option=one_of(lambda now: WORDS, RULE, code=EL.NOT_A_CHOICE),
         amount=_ONE, amounts=(1, 20), spoken=True, answers=Answer(lambda now, command: f"do-{command.option}"),
         rule=RULE),
    move("done", ByHand, _hand_done, by=active_seat(RULE), answers=Answer("done"), rule=RULE),
    resume=_hand_resume,
    prompts=(PromptSpec(BY_HAND, (*(f"do-{word}" for word in WORDS), "done"), RULE),),
)  # fmt: skip
