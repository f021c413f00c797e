"""Move ``gain``: VP tokens at every level, cards where they are followed, Weaknesses in a First Appearance."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.frames import question
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict, seats_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import move
from lairkeeper.rules.step import StepData, replace, save

from .catalog import CATALOG
from .levels import DECK
from .market import deck_card, gain_card, gain_is_spoken, gainable, not_gained
from .places import WEAKNESSES
from .refusals import FE, no
from .steps import Appearance, appearance
from .team import STACK_VILLAIN
from .tokens import RULE, amount_check, gain_tokens, named_tokens

_CONSTANTINE: Final = "constantine"


def _followed(state: State, card: Label | None) -> Label | None:
    """Return a card that is followed here, or None for tokens and amounts."""
    return card if state.level in DECK and deck_card(card, RULE) is None else None


def _not_gained(now: Moment[StepData], by: Seat, card: Label | None = None, amount: int | None = None) -> Verdict:
    state, gained = now.state, _followed(now.state, card)
    if gained is None:
        return amount_check("gain", card, amount)
    if amount is not None:
        return Refused(FE.SAID_TWICE, {"move": "gain"}, RULE, invalid=True)
    told = appearance(state)
    refused = _weakness_check(state, told, by) if told is not None and kind_of(gained) == "weakness" else None
    return refused or not_gained(state, gained)


def _weakness_check(state: State, now: Appearance, seat: Seat) -> Refused | None:
    """Return why a First Appearance gives a player no further Weakness, or None.

    Each Super Hero gives one player a limited number (fe-64). Constantine gives none to a player who had tokens
    (fe-65). When there are too few Weaknesses, the players gain them in the order in which they are asked (fe-58).
    """
    prompt, hero = question(state), now.hero
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


def _gain(work: Work, step: StepData, by: Seat, card: Label | None = None, amount: int | None = None) -> None:
    gained = _followed(work.state, card)
    if gained is None:
        gain_tokens(work, by, card, amount)
        return
    gain_card(work, by, gained)
    now = appearance(work.state)
    if now is not None and kind_of(gained) == "weakness":
        save(work, now, replace(now, gained={**now.gained, by: now.gained.get(by, 0) + 1}))


def _offers(now: Moment[StepData]) -> Iterable[tuple[Seat, Label, None]]:
    for seat in now.state.seats:
        for kind in named_tokens(now.naming):
            yield seat, kind, None
    if now.state.level in DECK:
        for card in gainable(now.state, now.naming):
            for seat in seats_of(now.state, now.viewer):
                yield seat, card, None


GAIN: Final = dataclasses.replace(
    move(
        "gain", StepData, _gain, unless=_not_gained, offers=_offers, rule=RULE,
        codes=(
            FE.NOT_A_TOKEN, FE.SAID_TWICE, FE.NOT_THERE, FE.STACK_EMPTY, FE.FROZEN, FE.TOO_MANY_WEAKNESSES,
            FE.HAD_TOKENS, CoreRefusal.NOT_ASKED, CoreRefusal.OUT_OF_TURN,
        ),
    ).move,
    spoken=gain_is_spoken,
    turn_levels=("score",),
)  # fmt: skip
"""Move that gains VP tokens from the supply, or a card from where it lies open, free of charge."""
