"""Edits of the past by chance, and what must hold after each: in every game, and in the made-up ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.editing import DROP, EditDraft, EditPlan, Misfit, plan_of
from lairkeeper.core.game import Game
from lairkeeper.core.history import COMMAND, History, Record
from lairkeeper.core.quick import replace as changed
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.kit.checks import (
    cards_conserved,
    same,
    tokens_conserved,
)
from lairkeeper.kit.driver import Recording, offers
from lairkeeper.kit.secrecy import logs_do_not_tell

MOST: Final = 400
"""Misfits that are decided about one by one before all others are dropped."""


@dataclass
class Chance:
    """Decides at random, as people would who try everything."""

    game: Game
    rng: Random

    def command(self, state: State) -> Command | None:
        """Return anything that may be done; None when nothing may."""
        allowed = [offer.command for offer in offers(self.game, state) if offer.refusal is None]
        return self.rng.choice(allowed) if allowed else None

    def draft(self, history: History, ahead: int = 60) -> EditDraft | None:
        """Return a correction or removal of a command, not too long ago; None where there is none yet."""
        numbers = [each.n for each in history.live[1:] if each.kind == COMMAND][-ahead:]
        if not numbers:
            return None
        n = self.rng.choice(numbers)
        if history.counts(n) and self.rng.random() < 0.4:
            return EditDraft(n, None)
        if not history.counts(n) and self.rng.random() < 0.5:
            return EditDraft(n, history.record(n).command)
        return EditDraft(n, self.command(history.state_before(n)))

    def decided(self, history: History, draft: EditDraft) -> EditPlan | Refused:
        """Return the plan with every misfit decided about."""
        for _ in range(MOST):
            plan = plan_of(history, draft)
            if isinstance(plan, Refused) or plan.misfit is None:
                return plan
            draft = self._decide(plan.draft, plan.misfit)
        return plan_of(history, replace(draft, drop_rest=True))

    def _decide(self, draft: EditDraft, misfit: Misfit) -> EditDraft:
        n, mood = misfit.record.n, self.rng.random()
        if misfit.refusal.forcible and mood < 0.5:
            return draft.deciding(n, changed(misfit.command, force="we saw it"))
        if mood < 0.7 and n not in draft.choices:
            return draft.deciding(n, self.command(misfit.before))
        return replace(draft, drop_rest=True) if mood > 0.95 else draft.deciding(n, DROP)

    def edit(self, history: History) -> EditPlan | None:
        """Make one edit; None where it was refused, which changed nothing."""
        draft = self.draft(history)
        if draft is None:
            return None
        before, n = history.state, len(history)
        plan = self.decided(history, draft)
        assert (history.state, len(history)) == (before, n), "nothing changes before it is made"
        if isinstance(plan, Refused):
            return None
        hands = self.rng.random() < 0.5
        history.edit(replace(plan, edit=changed(plan.edit, hands=hands)).edit, plan.after)
        return plan


def straight(history: History) -> Recording:
    """Return the match as if it had been played as it counts now, without anything taken back or edited."""
    records = [changed(each, n=n) for n, each in enumerate(history.valid)]
    again = History.replay(history.game, history.header, records)
    assert isinstance(again, History), again
    return Recording(history.game, 0, again)


def wrong(history: History) -> str | None:
    """Return what does not hold of a match with edits; None when all does."""
    whole = straight(history)
    if not same(whole.history.state, history.state):
        return "what counts does not lead to the present"
    replayed = History.replay(history.game, history.header, history.records)
    if isinstance(replayed, Refused):
        return f"the log is refused: {replayed.code} {dict(replayed.args)}"
    if (replayed.state, replayed.valid) != (history.state, history.valid):
        return "the log tells another match"
    for check in (cards_conserved, tokens_conserved, logs_do_not_tell):
        complaint = check(whole)
        if complaint is not None:
            return f"{check.__name__}: {complaint}"
    return None


def bare(records: tuple[Record, ...]) -> list[Command | None]:
    """Return the commands without the numbers of their questions."""
    return [each.command and changed(each.command, prompt=None) for each in records]
