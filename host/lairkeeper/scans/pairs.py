"""Two commands that explain one tap: the open question is answered first, then the piece can be played."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lairkeeper.core.command import Command
from lairkeeper.core.events import Faced
from lairkeeper.core.evolve import fold
from lairkeeper.core.result import Refused
from lairkeeper.scans.context import Context
from lairkeeper.scans.offered import Offered
from lairkeeper.scans.reading import readings
from lairkeeper.scans.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Pair:
    """Two commands in their order.

    ``quiet``: nobody is asked. The first of them may be meant by a bare tap, is the same seat's, changes no turn and
    shows nothing.
    """

    first: Command
    then: Command
    quiet: bool


def pairs(sentence: Sentence, context: Context) -> tuple[Pair, ...]:
    """Return all pairs of legal commands that end with what was tapped.

    The first command of each answers the game's question by itself.
    """
    state, game = context.state, context.game
    if state.prompt is None or sentence.card is None:
        return ()
    found: list[Pair] = []
    for offer in context.offers:
        first = offer.command
        if offer.refusal or first.prompt != state.prompt.id or first.card is not None or first.target is not None:
            continue
        decision = game.decide(state, first)
        if isinstance(decision, Refused):
            continue
        after = decision.after or fold(state, decision.events)
        if after.finished:
            continue
        quiet = not offer.spoken and (after.active, after.turn) == (state.active, state.turn)
        quiet = quiet and not any(isinstance(event, Faced) for event in decision.events)
        then = readings(sentence, replace(context, state=after, offered=Offered())).whole
        found += (
            Pair(first, each.command, quiet and first.by in {None, each.command.by})
            for each in then
            if not each.spoken or sentence.verb is not None
        )
    return tuple(found)
