"""The way to a first match: board, tags, players, match. Each step can be skipped, and gone back to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from lairkeeper.board import LinkState
from lairkeeper.core.pieces import SHARED

from ...part import Shown
from ...screens import paths
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub

SKIPPED: Final = "first-run-skipped"
"""The setting that keeps which steps were skipped."""
STEPS: Final = ("board", "tags", "players", "match")
_PAGES: Final = {"board": "readers", "tags": "tags", "players": "players", "match": "new"}


@dataclass(frozen=True, slots=True)
class FirstStep:
    """One step: done, skipped, the next one, or one for later."""

    id: str
    state: Literal["done", "skipped", "next", "later"]
    title: str
    said: str
    href: str


def values(shown: Shown) -> Mapping[str, Any]:
    """Return the steps as long as no match was ever begun."""
    return {"steps": steps_of(shown.hub, shown.t) if not shown.hub.matches.newest(1) else ()}


def steps_of(hub: Hub, t: Translator) -> tuple[FirstStep, ...]:
    """Return the steps with how each stands; the first one that is open comes next."""
    skipped = set(hub.store.settings.get(SKIPPED, None) or ())
    open_ones = [step for step in STEPS if not done(hub, step) and step not in skipped]
    found = []
    for step in STEPS:
        state: Literal["done", "skipped", "next", "later"] = "skipped" if step in skipped else "later"
        if done(hub, step):
            state = "done"
        elif step == (open_ones or [""])[0]:
            state = "next"
        said = t.ui(f"home.step.{step}.{'done' if state == 'done' else 'todo'}")
        found.append(FirstStep(step, state, t.ui(f"home.step.{step}.title"), said, paths()[_PAGES[step]]))
    return tuple(found)


def done(hub: Hub, step: str) -> bool:
    """Return True when nothing of a step is left to do before a first match."""
    if step == "board":
        return any(status.state is LinkState.UP for status in hub.boards)
    if step == "tags":
        return bool(hub.registry.list(SHARED))
    if step == "players":
        return len(hub.people.list()) > 1
    return bool(hub.matches.newest(1))


def skip(hub: Hub, step: str) -> None:
    """Skip a step, or take it up again."""
    skipped = set(hub.store.settings.get(SKIPPED, None) or ())
    hub.store.settings.set(SKIPPED, sorted(skipped ^ {step}))
