"""Effects of Loot cards and superpowers: typed words, carried out in order; some ask for a choice.

Players resolve an effect that nobody has typed by hand: the app offers the same words one by one, until they confirm.
Corrections use these words too ("Evil League, Loot Cards" and "Using Your Superpower").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import LOCATIONS, LOOT, PARTS, PAWNS, VERBS, sort_of
from .loot import hand_size, may_be_hidden, may_play, pass_unseen
from .losing import lose
from .moving import move_pawn, wrong_goal
from .places import BOOST, UNTIL, committed, labels, move_hammer, owner_of_pawn, pawn_of, place_of, scheme_at, spare_of
from .places import take as take_part
from .powers import gain_power, lose_power, power
from .refusals import EL, no
from .taking import draw, to_act
from .track import gain

RULE: Final = "play-loot"
BY_HAND: Final = "by-hand"
ASKING: Final = ("steal-part", "steal", "sap", "move-pawn")
"""Words that need a choice; each is also the code of its question."""


def begin_effect(work: Work, seat: Seat, effect: Any, card: str) -> None:
    """Begin the effect of a card or superpower; without typed words it is resolved by hand."""
    words = tuple((str(word), int(n)) for word, n in (effect or ((BY_HAND, 1),)))
    work.push("effect", seat=seat, words=words, card=card)


def _resume(work: Work, frame: Frame) -> None:
    """Carry out the next word, or ask for its choice; a word without any possible target is skipped."""
    words: Sequence[tuple[str, int]] = frame.data["words"]
    seat = frame.data["seat"]
    if not words:
        work.pop()
        return
    word, n = words[0]
    rest = tuple(words[1:])
    if word in ASKING:
        if _targets(work.state, seat, word):
            to_act(work, seat)
            work.ask(word, cite=RULE, seat=seat, n=n)
            return
        work.set(words=rest)
    else:
        work.set(words=rest)
        _do(work, seat, word, n, str(frame.data["card"]))
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
        case "by-hand":
            work.push(BY_HAND, seat=seat, card=card)


def _boost(work: Work, seat: Seat, n: int) -> None:
    """Give the Scheme at a seat's location more Power for this round."""
    scheme = scheme_at(work.state, place_of(work.state, seat) or "")
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


def _asked(state: State, command: Command, *words: str) -> Refused | None:
    """Return why a seat may not answer: another seat or another word is asked."""
    data = running(state).data
    if command.by != data["seat"]:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, RULE)
    if data["words"][0][0] not in words:
        return Refused(CoreRefusal.NOT_NOW, {"move": command.move, "step": "effect"}, RULE)
    return None


def _spent(work: Work) -> None:
    """Count one answer to the word that was asked; ``move-pawn 2`` asks twice."""
    (word, n), *rest = work.top.data["words"]
    again = ((word, n - 1),) if n > 1 and word != "sap" else ()
    work.set(words=(*again, *rest))
    work.again()


def _steal_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not steal this: Spare Parts and Loot cards can be stolen, equipped Parts not (el-31)."""
    refused = _asked(state, command, "steal-part", "steal")
    if refused is not None:
        return refused
    word, victim, card = running(state).data["words"][0][0], command.target or "", command.card
    if victim not in _targets(state, command.by or "", word):
        return no(EL.NO_TARGET, RULE, target=victim)
    if card is not None and sort_of(card) == PARTS:
        found = any(labels(state.zone(spare_of(victim)), card))
        return None if found else no(EL.NO_SPARE_PART, RULE, card=card, seat=victim)
    if word == "steal-part" or (card is not None and sort_of(card) != LOOT):
        return no(EL.NO_SPARE_PART, RULE, card=card or "", seat=victim)
    if card is None:
        return None if hand_size(state, victim) else no(EL.NOT_ENOUGH, RULE, seat=victim)
    there = may_play(state, victim, card) and may_be_hidden(state, card)
    return None if there else no(EL.NOT_IN_HAND, RULE, card=card, seat=victim)


def _steal(work: Work, command: Command) -> None:
    seat, victim, card = command.by or "", command.target or "", command.card
    _spent(work)
    if card is not None and sort_of(card) == PARTS:
        take_part(work, card, spare_of(victim), spare_of(seat))
    else:
        pass_unseen(work, victim, seat, card)


def _steal_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt, seat = question(state), running(state).data["seat"]
    if prompt.code not in ("steal-part", "steal"):
        return
    victims = _targets(state, seat, prompt.code)
    owner = next((each for each in victims if naming in state.zone(spare_of(each))), None)
    for victim in victims:
        for label in labels(state.zone(spare_of(victim)), naming) if owner in (None, victim) else ():
            yield Command(move="steal", by=seat, card=label, target=victim, prompt=prompt.id)
        if prompt.code == "steal" and hand_size(state, victim):
            if naming is None:
                yield Command(move="steal", by=seat, target=victim, prompt=prompt.id)
            elif sort_of(naming) == LOOT and may_play(state, victim, naming) and may_be_hidden(state, naming):
                yield Command(move="steal", by=seat, card=naming, target=victim, prompt=prompt.id)


def _sap_check(state: State, command: Command) -> Verdict:
    refused = _asked(state, command, "sap")
    if refused is None and command.target not in _targets(state, command.by or "", "sap"):
        return no(EL.NO_TARGET, RULE, target=command.target)
    return refused


def _sap(work: Work, command: Command) -> None:
    n = work.top.data["words"][0][1]
    _spent(work)
    lose_power(work, command.target or "", n)


def _sap_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt, seat = question(state), running(state).data["seat"]
    if prompt.code == "sap" and naming is None:
        for victim in _targets(state, seat, "sap"):
            yield Command(move="sap", by=seat, target=victim, prompt=prompt.id)


def _push_check(state: State, command: Command) -> Verdict:
    """Return why a pawn may not be moved by an effect; nothing moves a committed pawn (el-42)."""
    refused = _asked(state, command, "move-pawn")
    if refused is not None:
        return refused
    owner = owner_of_pawn(state, command.card or "")
    if owner is None or sort_of(command.card or "") != PAWNS:
        return no(EL.NOT_A_CHOICE, RULE, option=command.card, allowed=PAWNS)
    if committed(state, owner):
        return no(EL.PAWN_COMMITTED, "commit", seat=owner)
    if place_of(state, owner) is None:
        return no(EL.PAWN_OFF_BOARD, RULE, seat=owner)
    return wrong_goal(state, owner, command.target)


def _push(work: Work, command: Command) -> None:
    owner = owner_of_pawn(work.state, command.card or "")
    _spent(work)
    move_pawn(work, owner or "", command.target or "")


def _push_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt, seat = question(state), running(state).data["seat"]
    if prompt.code != "move-pawn":
        return
    for owner in state.seats:
        for label in labels((pawn_of(state, owner) or "",), naming):
            for place in LOCATIONS:
                yield Command(move="push", by=seat, card=label, target=place, prompt=prompt.id)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    found = []
    for each in (*_steal_offers(state, viewer, None), *_sap_offers(state, viewer, None)):
        code = "rob" if each.card else "rob-loot" if each.move == "steal" else "sap"
        found.append(Option(code, each, {"seat": each.target, **({"card": each.card} if each.card else {})}))
    return tuple(found)


EFFECT_STEP: Final = FrameKind(
    "effect",
    table_of(
        Move(
            "steal", _steal, _steal_check, _steal_offers, ("by", "target"), ("card",), target="seat",
            refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.NOT_NOW, EL.NO_TARGET, EL.NO_SPARE_PART, EL.NOT_ENOUGH,
                      EL.NOT_IN_HAND), rule=RULE,
        ),
        Move("sap", _sap, _sap_check, _sap_offers, ("by", "target"), target="seat",
             refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.NOT_NOW, EL.NO_TARGET), rule=RULE),
        Move(
            "push", _push, _push_check, _push_offers, ("by", "card", "target"),
            refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.NOT_NOW, EL.NOT_A_CHOICE, EL.PAWN_COMMITTED,
                      EL.PAWN_OFF_BOARD, EL.NOT_A_PLACE, EL.MUST_LEAVE), rule=RULE,
        ),
    ),
    _resume,
    _options,
    (
        PromptSpec("steal-part", ("rob",), RULE),
        PromptSpec("steal", ("rob", "rob-loot"), RULE),
        PromptSpec("sap", ("sap",), RULE),
        PromptSpec("move-pawn", (), RULE),
    ),
)  # fmt: skip


# By hand ----------------------------------------------------------------------------------------------------------

WORDS: Final = tuple(verb for verb in VERBS if verb != BY_HAND)


def _hand_resume(work: Work, frame: Frame) -> None:
    if frame.data.get("done"):
        work.pop()
        return
    to_act(work, frame.data["seat"])
    work.ask(BY_HAND, cite=RULE, seat=frame.data["seat"], card=frame.data["card"])


def _hand_check(state: State, command: Command) -> Verdict:
    if command.by != state.active:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, RULE)
    if command.move == "do" and command.option not in WORDS:
        return no(EL.NOT_A_CHOICE, RULE, option=command.option, allowed=", ".join(WORDS))
    return None


def _do_word(work: Work, command: Command) -> None:
    frame = work.top
    work.again()
    work.push("effect", seat=command.by, words=((command.option, command.amount or 1),), card=frame.data["card"])


def _hand_done(work: Work, command: Command) -> None:
    work.set(done=True)
    work.again()


def _hand_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if prompt.code == BY_HAND:
        for word in WORDS:
            yield Command(move="do", by=state.active, option=word, prompt=prompt.id)


def _hand_done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if prompt.code == BY_HAND:
        yield Command(move="done", by=state.active, prompt=prompt.id)


def _hand_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    words = (Option(f"do-{each.option}", each) for each in _hand_offers(state, viewer, None))
    return (*words, *(Option("done", each) for each in _hand_done_offers(state, viewer, None)))


BY_HAND_STEP: Final = FrameKind(
    BY_HAND,
    table_of(
        Move("do", _do_word, _hand_check, _hand_offers, ("by", "option"), ("amount",), amount=(1, 20), spoken=True,
             refusals=(CoreRefusal.NOT_ASKED, EL.NOT_A_CHOICE), rule=RULE),
        Move("done", _hand_done, _hand_check, _hand_done_offers, ("by",), refusals=(CoreRefusal.NOT_ASKED,), rule=RULE),
    ),
    _hand_resume,
    _hand_options,
    (PromptSpec(BY_HAND, (*(f"do-{word}" for word in WORDS), "done"), RULE),),
)  # fmt: skip
"""Step in which a player says word by word what no app can read off a card."""
