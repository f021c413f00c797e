"""Move ``gain``: VP tokens at every level, cards where they are followed, Weaknesses in a First Appearance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question
from lairkeeper.core.ids import kind_of
from lairkeeper.core.kernel import Move, Verdict, seats_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.step import replace, save

from .catalog import CATALOG
from .levels import DECK
from .market import gain_card, gain_card_check, gain_card_offers, gain_is_spoken
from .places import WEAKNESSES
from .refusals import FE, no
from .steps import Appearance, appearance
from .team import STACK_VILLAIN
from .tokens import RULE, amount_check, gain_tokens, token_offers

_CONSTANTINE: Final = "constantine"


def _is_card(state: State, command: Command) -> bool:
    facts = CATALOG.find(command.card or "")
    return state.level in DECK and facts is not None and facts.in_deck


def _check(state: State, command: Command) -> Verdict:
    if not _is_card(state, command):
        return amount_check(state, command)
    if command.amount is not None:
        return Refused(FE.SAID_TWICE, {"move": command.move}, RULE, invalid=True)
    now = appearance(state)
    if now is not None and kind_of(command.card or "") == "weakness":
        refused = _weakness_check(state, now, command)
        if refused is not None:
            return refused
    return gain_card_check(state, command)


def _weakness_check(state: State, now: Appearance, command: Command) -> Refused | None:
    """Return why a First Appearance gives a player no further Weakness, or None.

    Each Super Hero gives one player a limited number (fe-64). Constantine gives none to a player who had tokens
    (fe-65). When there are too few Weaknesses, the players gain them in the order in which they are asked (fe-58).
    """
    prompt, seat, hero = question(state), command.by, now.hero
    if seat not in prompt.waiting:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": seat}, "super-heroes")
    if kind_of(hero) == STACK_VILLAIN:
        return None
    most = (CATALOG.get(hero).weaknesses or (0, 0))[1]
    if now.gained.get(seat, 0) >= most:
        return no(FE.TOO_MANY_WEAKNESSES, "weakness", card=hero, n=most)
    if kind_of(hero) == _CONSTANTINE and now.had.get(seat, 0) > 0:
        return no(FE.HAD_TOKENS, "vp-tokens", card=hero, seat=seat)
    wanted = sum(most - now.gained.get(each, 0) for each in prompt.waiting)
    if state.size(WEAKNESSES) < wanted and seat != prompt.waiting[0]:
        args = {"seat": seat, "active": prompt.waiting[0]}
        return Refused(CoreRefusal.OUT_OF_TURN, args, "resolving", forcible=True)
    return None


def _apply(work: Work, command: Command) -> None:
    if not _is_card(work.state, command):
        gain_tokens(work, command)
        return
    gain_card(work, command)
    now = appearance(work.state)
    if now is not None and command.by is not None and kind_of(command.card or "") == "weakness":
        save(work, now, replace(now, gained={**now.gained, command.by: now.gained.get(command.by, 0) + 1}))


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    yield from token_offers(state, viewer, naming)
    if state.level in DECK:
        yield from gain_card_offers(state, seats_of(state, viewer), naming)


GAIN: Final = Move(
    "gain",
    _apply,
    _check,
    _offers,
    ("by",),
    ("card", "amount"),
    spoken=gain_is_spoken,
    refusals=(
        FE.NOT_A_TOKEN,
        FE.SAID_TWICE,
        FE.NOT_THERE,
        FE.STACK_EMPTY,
        FE.FROZEN,
        FE.TOO_MANY_WEAKNESSES,
        FE.HAD_TOKENS,
        CoreRefusal.NOT_ASKED,
        CoreRefusal.OUT_OF_TURN,
    ),
    rule=RULE,
)
"""Move that gains VP tokens from the supply, or a card from where it lies open, free of charge."""
